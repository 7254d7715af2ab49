"""Pictures and other entries that are truncated or damaged are not read, whatever their format, and said with their archive."""

from __future__ import annotations

import io
import re
import struct
import zipfile

import pytest

from jdgtools.errors import InputRefused
from jdgtools.importers.vassal import import_module
from jdgtools.untrusted.picture_ends import find_damage
from jdgtools.vassal.build import chart as build_chart
from jdgtools.vassal.build import make, piece_slot
from jdgtools.vassal.traits import BasicPiece, Layer, Piece
from tests.unit.importers.modules import foreign, picture, save

FORMS = ("PNG", "GIF", "JPEG", "BMP", "WEBP")


def noise(form: str) -> bytes:
    """Return a picture that fills several blocks."""
    import random

    from PIL import Image

    chance = random.Random(1)
    image = Image.frombytes("RGB", (60, 50), bytes(chance.randrange(256) for _ in range(9000)))
    out = io.BytesIO()
    image.save(out, form)
    return out.getvalue()


@pytest.mark.parametrize("form", FORMS)
def test_a_whole_picture_has_no_damage(form: str) -> None:
    assert find_damage(noise(form)) == "" and find_damage(picture(form=form)) == ""
    assert find_damage(noise(form) + b"\0\0") == ""


def test_the_end_of_a_small_picture_in_a_photograph_is_not_its_own() -> None:
    whole, preview = noise("JPEG"), noise("JPEG")
    segment = b"\xff\xe1" + (len(preview) + 2).to_bytes(2, "big") + preview
    photograph = whole[:2] + segment + whole[2:]
    assert find_damage(photograph) == ""
    for size in (2, len(segment) // 2, len(segment) + 2, len(photograph) - 2):
        assert find_damage(photograph[:size]) == "it is truncated: its end marker is missing"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("share", [0.3, 0.7, 0.95])
def test_a_truncated_picture_is_not_read(form: str, share: float) -> None:
    data = noise(form)
    cut = data[: int(len(data) * share)]
    assert "truncated" in find_damage(cut)
    module = foreign()
    module.entries["images/u1.png"] = cut
    (finding,) = [
        f for f in import_module(module.data()).report.findings if f.kind == "Picture" and f.name == "u1.png"
    ]
    assert finding.outcome == "unread" and "truncated" in finding.note


def with_middle(data: bytes, middle: bytes) -> bytes:
    """Return a file with other bytes in its middle."""
    at = len(data) * 2 // 3
    return data[:at] + middle + data[at + len(middle) :]


@pytest.mark.parametrize("more", [{}, {"subsampling": 0, "quality": 95}, {"restart_marker_blocks": 4}])
@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
def test_a_jpeg_that_is_damaged_in_its_middle_is_not_read(mode: str, more: dict[str, int]) -> None:
    from PIL import Image

    with Image.open(io.BytesIO(noise("PNG"))) as image:
        out = io.BytesIO()
        image.resize((90, 77)).convert(mode).save(out, "JPEG", **more)
    whole = out.getvalue()
    module = foreign()
    said = []
    strange = bytes(n * n % 251 for n in range(1, 900))
    for data in (whole, with_middle(whole, strange), with_middle(whole, b"\xff\xc0")):
        module.entries["images/icon.jpg"] = data
        findings = import_module(module.data()).report.findings
        said.append([f.note for f in findings if f.kind == "Picture" and f.name == "icon.jpg"])
    assert said[0] == []
    assert re.match("it is damaged: (it has (more|less) data than pixels|one of its restart)", said[1][0])
    assert "it is damaged: the marker c0 stands among its pixels" in said[2][0]


def test_a_picture_of_one_colour_is_whole() -> None:
    module = foreign()
    for n, size in enumerate(((8, 8), (1, 1), (200, 170))):
        module.entries[f"images/flat{n}.jpg"] = picture(*size, form="JPEG")
    assert import_module(module.data()).report.losses == 0


def test_a_board_in_any_format_is_not_taken_for_whole() -> None:
    for form in FORMS:
        module = foreign(field=noise(form)[:-400])
        done = import_module(module.data())
        (finding,) = [f for f in done.report.findings if f.kind == "Picture" and f.name == "field.png"]
        assert finding.outcome == "unread", form


def test_a_png_with_a_wrong_checksum_is_damaged() -> None:
    data = bytearray(noise("PNG"))
    data[len(data) // 2] ^= 0x10
    assert find_damage(bytes(data)) == "it is damaged: the checksum of its chunk IDAT is wrong"


def test_a_png_whose_checksums_fit_has_to_unpack() -> None:
    import zlib

    data = noise("PNG")
    at = data.index(b"IDAT")
    size = int.from_bytes(data[at - 4 : at], "big")
    for pixels, said in (
        (b"\x78\x9c" + bytes(size), "it is damaged: its pixels cannot be unpacked"),
        (zlib.compress(bytes(20)), "it is damaged: it has too few pixels"),
        (zlib.decompress(data[at + 4 : at + 4 + size]), ""),
    ):
        content = pixels if said else zlib.compress(pixels, 1)
        chunk = b"IDAT" + content
        middle = len(content).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
        assert find_damage(data[: at - 4] + middle + data[at + size + 8 :]) == said


@pytest.mark.parametrize(
    "data", [b"", b"GIF8", b"GIF89a" + b"\0" * 8, b"BM", b"RIFF\xff\xff\xff\xffWEBP", b"\x89PNG"]
)
def test_a_few_bytes_are_no_traceback(data: bytes) -> None:
    assert isinstance(find_damage(data), str)


def test_pictures_that_nothing_in_the_project_shows_are_missed_too() -> None:
    chart = make(
        "ChartWindow", {"name": "Charts"}, [build_chart("CRT", "crt.jpg"), build_chart("TEC", "tec.gif")]
    )
    shown = make("SelectionHighlighter", {"name": "Frame", "useImage": "true", "image": "frame.png"})
    own = make("SpecialDiceButton", {"name": "Die"}, [make("SpecialDieFace", {"icon": "/images/die.gif"})])
    drawn = make("GamePieceImage", {"name": "drawn"})
    steps = Layer(images=("", "step-2.png", "drawn"), names=("", "", ""), name="Losses", value=1)
    piece = Piece((steps,), BasicPiece(image="mark.gif", name="Losses"))
    window = make(
        "PieceWindow",
        {"name": "More"},
        [make("BoxWidget", {"entryName": "French"}, [piece_slot(piece, 300)])],
    )
    module = foreign(more=[chart, shown, own, drawn, window])
    module.entries["images/tec.gif"] = picture(form="GIF")
    dropped = [f.name for f in import_module(module.data()).report.findings if f.outcome == "dropped"]
    assert sorted(dropped) == ["crt.jpg", "frame.png", "step-2.png"]


def spoilt(data: bytes, entry: str) -> bytes:
    """Return an archive with one byte of an entry changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        info = archive.getinfo(entry)
    names, extra = struct.unpack("<2H", data[info.header_offset + 26 : info.header_offset + 30])
    at = info.header_offset + 30 + names + extra + info.compress_size // 2
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


def archive(folder: str = "") -> bytes:
    """An archive whose entries are stored as they are, so that a changed byte spoils the checksum alone."""
    module = foreign(saves={"Noon": save(("Foy", 3, 100, 100, 0))})
    module.entries["help.txt"] = b"Roll high."
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as new, zipfile.ZipFile(io.BytesIO(module.data())) as old:
        for name in old.namelist():
            new.writestr(folder + name, old.read(name))
    return out.getvalue()


@pytest.mark.parametrize(("entry", "kind", "note"), [
    ("images/u1.png", "Picture", "it is damaged in the archive: its checksum is wrong"),
    ("images/field.png", "Board", "is damaged in the archive: its checksum is wrong"),
    ("Noon.vsav", "PredefinedSetup", "is damaged in the archive: its checksum is wrong"),
    ("moduledata", "ModuleData", "moduledata: its checksum is wrong; name, version and description"),
    ("help.txt", "Entry", "its checksum is wrong; a built module does not have it"),
])  # fmt: skip
@pytest.mark.parametrize("folder", ["", "Old Battle/"])
def test_a_damaged_entry_costs_what_it_holds_alone(folder: str, entry: str, kind: str, note: str) -> None:
    done = import_module(spoilt(archive(folder), folder + entry))
    assert any(f.kind == kind and note in f.note for f in done.report.findings)
    assert any(f.kind == "Entry" and f.name == entry for f in done.report.findings) == (kind != "ModuleData")
    written_anew = kind == "ModuleData"
    assert done.files["oob.csv"].count(b"\n") == 6 and (f"module/{entry}" in done.files) == written_anew


def test_a_damaged_build_file_is_refused_by_name() -> None:
    for folder in ("", "Old Battle/"):
        with pytest.raises(InputRefused, match=r"damaged archive: entry '.*buildFile.xml': its"):
            import_module(spoilt(archive(folder), f"{folder}buildFile.xml"))
