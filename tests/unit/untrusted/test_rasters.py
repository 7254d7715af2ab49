"""PNG and JPEG of every kind as a base map, a texture and on a counter."""

from __future__ import annotations

import io
import random
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from jdgtools.cache import Cache
from jdgtools.render.counters.art import Art, examine_art, read_art
from jdgtools.render.map import pictures
from jdgtools.render.map.pictures import ProjectPicture, base_picture, picture_size, small_picture
from jdgtools.untrusted import decoding, isolated_process, rasters

MODES = ["1", "P", "L", "LA", "RGB", "RGBA", "I;16"]


def saved(image: Image.Image, kind: str = "PNG", **more: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **more)
    return out.getvalue()


def turned() -> Image.Exif:
    exif = Image.Exif()
    exif[274] = 6
    return exif


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def interlaced(side: int) -> bytes:
    """A grey PNG in seven passes, which Pillow does not write."""
    passes = [
        (0, 0, 8, 8),
        (4, 0, 8, 8),
        (0, 4, 4, 8),
        (2, 0, 4, 4),
        (0, 2, 2, 4),
        (1, 0, 2, 2),
        (0, 1, 1, 2),
    ]
    rows = b""
    for x, y, across, down in passes:
        width, height = len(range(x, side, across)), len(range(y, side, down))
        rows += (b"\0" + b"\x80" * width) * height if width else b""
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 1)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def late_exif(data: bytes) -> bytes:
    """The EXIF data behind the pixels."""
    return data[:-12] + chunk(b"eXIf", turned().tobytes()[6:]) + data[-12:]


KINDS = {
    **{f"large {mode}": (lambda mode=mode: saved(Image.new(mode, (2500, 2501)))) for mode in MODES},
    "small I;16": lambda: saved(Image.new("I;16", (40, 30), 40_000)),
    "large interlaced": lambda: interlaced(2500),
    "animated": lambda: saved(
        Image.new("RGB", (2500, 2501)), save_all=True, append_images=[Image.new("RGB", (2500, 2501), "red")]
    ),
    "large with EXIF": lambda: saved(Image.new("RGB", (2500, 2600)), exif=turned()),
    "large with late EXIF": lambda: late_exif(saved(Image.new("RGB", (2500, 2600)))),
    "JPEG CMYK": lambda: saved(Image.new("CMYK", (60, 40)), "JPEG"),
    "JPEG with EXIF": lambda: saved(Image.new("RGB", (60, 40)), "JPEG", exif=turned()),
    "JPEG L": lambda: saved(Image.new("L", (60, 40)), "JPEG"),
}


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_is_a_base_map(name: str, tmp_path: Path) -> None:
    data = KINDS[name]()
    (tmp_path / "a.png").write_bytes(data)
    with Image.open(io.BytesIO(data)) as picture:
        width, height = picture.size
    size = (height, width) if "EXIF" in name else (width, height)
    assert picture_size(tmp_path, "a.png", Cache(tmp_path / "cache")) == size
    base = base_picture(tmp_path, "a.png")
    assert isinstance(base, ProjectPicture)
    assert base.design_size == size
    with Image.open(io.BytesIO(base.data)) as picture:
        picture.load()


@pytest.mark.parametrize("name", [name for name in KINDS if "large" not in name or "16" in name])
def test_every_kind_is_a_texture_and_a_counter(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(KINDS[name]())
    assert isinstance(small_picture(tmp_path, "a.png"), ProjectPicture)
    assert examine_art(tmp_path, "a.png") == ""
    assert isinstance(read_art(tmp_path, "a.png"), Art)


def test_sixteen_bits_keep_their_greys(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(saved(Image.new("I;16", (40, 30), 32_896)))
    found = small_picture(tmp_path, "a.png")
    assert isinstance(found, ProjectPicture)
    with Image.open(io.BytesIO(found.data)) as picture:
        assert picture.convert("RGB").getpixel((9, 9)) == (128, 128, 128)


@pytest.mark.parametrize("name", ["large RGB", "large interlaced", "animated", "JPEG L", "small I;16"])
def test_damage_is_said_in_words(name: str, tmp_path: Path) -> None:
    data = KINDS[name]()
    spots = (*range(9, 60, 3), len(data) // 2, len(data) - 20)
    for spot in spots:
        for damaged in (data[:spot], data[:spot] + b"\xff\xfe" + data[spot + 2 :]):
            (tmp_path / "a.png").write_bytes(damaged)
            for found in (picture_size(tmp_path, "a.png"), small_picture(tmp_path, "a.png")):
                assert isinstance(found, (pictures.Refusal, ProjectPicture, tuple))


@pytest.mark.parametrize("name", ["large 1", "small I;16", "large interlaced", "animated"])
def test_rows_that_are_missing_are_said(name: str, tmp_path: Path) -> None:
    """The packed rows end early, and everything around them is whole: the decoder leaves the rest empty."""
    data = KINDS[name]()
    parts, at = [], 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        parts.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    rows = zlib.decompress(b"".join(content for kind, content in parts if kind == b"IDAT"))
    last = {"large 1": 314, "small I;16": 81, "large interlaced": 2501, "animated": 7501}[name]
    for cut, refused in ((rows[:-last], True), (rows, False), (rows + b"\0", False)):
        packed = chunk(b"IDAT", zlib.compress(cut)) + chunk(b"IEND", b"")
        head = b"".join(chunk(kind, content) for kind, content in parts if kind in (b"IHDR", b"PLTE"))
        (tmp_path / "a.png").write_bytes(data[:8] + head + packed)
        found = picture_size(tmp_path, "a.png")
        assert isinstance(found, pictures.Refusal) == refused
        assert not refused or "rows of its pixels are missing" in str(found)
        assert ("rows of its pixels are missing" in examine_art(tmp_path, "a.png")) == refused


@pytest.mark.parametrize("more", [{}, {"subsampling": 0}, {"restart_marker_blocks": 4}])
@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
def test_a_jpeg_that_is_damaged_in_its_middle_is_said(
    mode: str, more: dict[str, int], tmp_path: Path
) -> None:
    """A decoder goes on with the next blocks that it can read, and makes up the others."""
    chance = random.Random(1)
    whole = saved(Image.frombytes("RGB", (90, 77), chance.randbytes(20_790)).convert(mode), "JPEG", **more)
    middle = whole[: len(whole) // 2] + chance.randbytes(900) + whole[len(whole) // 2 + 900 :]
    for data, refused in ((whole, False), (middle, True)):
        (tmp_path / "a.jpg").write_bytes(data)
        for found in (
            picture_size(tmp_path, "a.jpg"),
            small_picture(tmp_path, "a.jpg"),
            read_art(tmp_path, "a.jpg"),
        ):
            assert isinstance(found, pictures.Refusal) == refused
            assert not refused or "it is damaged: " in found.reason


@pytest.mark.parametrize("kind", ["RGB", "P", "turned"])
def test_a_picture_made_smaller_in_bands_is_the_picture_made_smaller(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large scan and its copy in other colours were held at once, each as large as the memory of a command."""
    plan = Image.radial_gradient("L").resize((90, 120))
    image = Image.merge("RGB", (plan, plan.rotate(90), plan.rotate(180)))
    data = saved(
        image.quantize(32) if kind == "P" else image, **({"exif": turned()} if kind == "turned" else {})
    )
    at_once = rasters.pack(data, 20_000, 2_700, 0, True)
    monkeypatch.setattr(rasters, "_BAND", 600)
    in_bands = rasters.pack(data, 20_000, 2_700, 0, True)
    assert rasters.pair(in_bands) == ((60, 45) if kind == "turned" else (45, 60))
    pixels = [Image.open(io.BytesIO(result[8:])).tobytes() for result in (at_once, in_bands)]
    assert max(abs(a - b) for a, b in zip(*pixels, strict=True)) <= 1


def test_a_large_picture_lies_where_it_was_when_it_is_made_smaller_before_it_is_turned() -> None:
    image = Image.new("RGB", (60, 80), "white")
    image.paste("red", (40, 20, 50, 30))
    data = saved(image, exif=turned())  # seen it is 80 wide, its red from 50, 40 to 60, 50
    result = rasters.warp(data, 20_000, 1_200, [1.0, 0.0, 0.0, 1.0, 0.0, 0.0], 80, 60, 1)
    seen = Image.open(io.BytesIO(result[8:])).convert("RGB")
    centre = seen.getpixel((55, 45))
    assert centre[0] > 200 and centre[1] < 90 and min(seen.getpixel((45, 45))) > 200


def test_no_decoder_may_hold_more_than_a_command() -> None:
    assert decoding.MEMORY < 600 << 20 and isolated_process._MAX_SHARED < 600 << 20
    assert 4 * (pictures.MAX_PIXELS + pictures.STORED_PIXELS) < decoding.MEMORY
