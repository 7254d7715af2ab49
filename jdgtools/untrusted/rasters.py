"""PNG and JPEG files of projects, and pictures of modules: their size, and their pixels packed anew.

Pixels are unpacked by native code, and that code has had holes. So everything here runs in the worker
(`isolated_process`; `decoding` calls it), and what comes out was packed by this program.
"""

from __future__ import annotations

import json
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.picture_ends import jpeg_end

if TYPE_CHECKING:
    from PIL.Image import Image

PROJECT = ("PNG", "JPEG")
"""Formats that a project may bring."""
MODULE = ("PNG", "GIF", "JPEG", "BMP", "WEBP")
"""Formats that a module may bring."""
JPEG_QUALITY = 92
_BAND = 2_000_000
"""Pixels of a picture that are made smaller at a time."""
_UPRIGHT = (None, 0, 1)
"""Values of the EXIF tag 274 of pictures that are not turned."""
_TURNED = (5, 6, 7, 8)
"""The same of pictures whose width is the height of the file."""


class RasterInfo(Struct, frozen=True):
    """Format and size of a picture all of whose pixels could be unpacked."""

    format: str
    mode: str
    width: int
    """Pixels of the file."""
    height: int
    lies: bool
    """Whether its designer sees the width as the height."""
    upright: bool
    """Whether it is shown as it is stored."""

    @property
    def displayed_size(self) -> tuple[int, int]:
        """Width and height as the designer sees them."""
        return (self.height, self.width) if self.lies else (self.width, self.height)


def is_raster(data: bytes) -> bool:
    """Return whether a content begins like a PNG or JPEG file."""
    return is_png(data) or data[:2] == b"\xff\xd8"


def is_png(data: bytes) -> bool:
    """Return whether a content begins like a PNG file."""
    return data[:8] == b"\x89PNG\r\n\x1a\n"


def png_size(data: bytes) -> tuple[int, int]:
    """Return width and height of a PNG file that this program has packed."""
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def inspect(content: bytes, max_pixels: int) -> bytes:
    """Return a `RasterInfo` in JSON, after all pixels were unpacked."""
    with _refusing_damage():
        picture = _open(content, max_pixels)
        _refuse_damaged_jpeg(content)
        picture.load()  # first: the EXIF data of a PNG may stand behind its pixels
        _refuse_missing_rows(picture, content)
        turn = picture.getexif().get(274)
        assert picture.format is not None
        appearance = RasterInfo(
            picture.format, picture.mode, *picture.size, turn in _TURNED, turn in _UPRIGHT
        )
    return json.dumps({name: getattr(appearance, name) for name in RasterInfo.__struct_fields__}).encode()


def _refuse_missing_rows(picture: Image, png: bytes) -> None:
    """Refuse a PNG file whose pixels end before its last row: the decoder leaves the rest empty.

    Args:
        picture: the file, unpacked.
        png: its content; other formats are passed over.

    Raises:
        FileRefused: rows are missing.
    """
    if not is_png(png) or png[12:16] != b"IHDR":
        return
    width, height = png_size(png)
    depth, colours, _, _, interlace = png[24:29]
    # Rows come from above. To count what all of them hold takes half as long as to unpack them.
    if not interlace and any(picture.crop((0, height - 1, width, height)).tobytes()):
        return
    bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(colours, 1)
    passes = _ADAM7 if interlace else ((0, 0, 1, 1),)
    missing_bytes = 0
    for left, top, across, down in passes:
        columns, rows = -(-(width - left) // across), -(-(height - top) // down)
        missing_bytes += rows * (1 + -(-columns * bits // 8)) if columns > 0 and rows > 0 else 0
    unpacker, at = zlib.decompressobj(), 8
    while missing_bytes > 0 and at + 8 <= len(png):
        length, kind = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        data = png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
        while data and missing_bytes > 0 and not unpacker.eof:
            missing_bytes -= len(unpacker.decompress(data, _UNPACKED))
            data = unpacker.unconsumed_tail
    if missing_bytes > 0:
        raise FileRefused("is cut off: rows of its pixels are missing")


_ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""First column and row, steps between columns and rows of the parts of an interlace PNG file."""
_UNPACKED = 1 << 20
"""Bytes that are unpacked at a time to be counted."""


def _refuse_damaged_jpeg(content: bytes) -> None:
    """Refuse a JPEG file that is damaged behind its head: the decoder makes up what it cannot read.

    Args:
        content: the file; other formats are passed over.

    Raises:
        FileRefused: a marker is wrong, or pixels and data end at different places.
    """
    # Before its pixels are kept: here they are unpacked once more, and both at once are too many.
    if content[:2] != b"\xff\xd8":
        return
    end, lack = jpeg_end(content)
    if lack:
        raise FileRefused(lack.removeprefix("it "))
    if gap := jpeg_gap(content, end):
        raise FileRefused(f"is damaged: it {gap.decode('ascii')}")


def small_png(content: bytes, max_pixels: int, side: int) -> bytes:
    """Return the picture upright as RGBA in PNG, its longer side at most so many pixels."""
    from PIL import Image

    with _refusing_damage():
        picture = _open(content, max_pixels)
        _refuse_damaged_jpeg(content)
        picture.load()
        _refuse_missing_rows(picture, content)
        image = _upright(picture, max_pixels).convert("RGBA")
        if max(image.size) > side:
            image.thumbnail((side, side), Image.Resampling.LANCZOS)
        out = BytesIO()
        image.save(out, "PNG")
    return out.getvalue()


def pack(content: bytes, max_pixels: int, most: int, side: int, lossless: bool) -> bytes:
    """Return the picture upright in RGB, as 8 bytes (width and height) and a PNG or JPEG file.

    Args:
        content: the file.
        max_pixels: one with more is refused.
        most: pixels of the result.
        side: the longest side of the result, pixels; 0 = any.
        lossless: as PNG; so is whatever has transparency.
    """
    with _refusing_damage():
        picture = _open(content, max_pixels)
        if side:
            share = min(1.0, side / max(picture.size))
            most = max(1, int(picture.width * picture.height * share * share))
        image = _upright(picture, most)
        return _encode_with_size(image, lossless)


def warp(
    content: bytes, max_pixels: int, most: int, to_file: list[float], width: int, height: int, times: int
) -> bytes:
    """Return the picture drawn anew, turned and slanted; result as that of `pack`.

    Args:
        content: the file.
        max_pixels: one with more is refused.
        most: pixels to which a larger one is brought down first.
        to_file: six numbers of a transform: pixels of the new picture -> pixels of the file.
        width: of the new picture, pixels.
        height: the same.
        times: pixels of the file that are brought together first, or fine lines would flicker.
    """
    from PIL import Image

    with _refusing_damage():
        picture = _open(content, max_pixels)
        picture.load()  # first, as in `inspect`
        turn = picture.getexif().get(274)
        across, down = picture.size if turn not in _TURNED else picture.size[::-1]
        image = _upright(picture, most)
        shares = image.width / across, image.height / down
        times = max(1, int(times * shares[0] + 0.3))
        image = image.reduce(times) if times > 1 else image
        a, b, c, d, e, f = (value * shares[n % 2] / times for n, value in enumerate(to_file))
        turn_back = (a, c, e, b, d, f)
        size = width, height
        return _encode_with_size(
            image.transform(size, Image.Transform.AFFINE, turn_back, Image.Resampling.BICUBIC), lossless=False
        )


def module_png(content: bytes) -> bytes:
    """Return a picture of a module as RGBA in PNG; of an animation the first frame."""
    with _refusing_damage():
        image = _open(content, 0, MODULE)
        out = BytesIO()
        image.convert("RGBA").save(out, "PNG")
    return out.getvalue()


def module_pixels(content: bytes, max_pixels: int) -> bytes:
    """Return a picture of a module, its first frame, as 8 bytes (width and height) and pixels in RGB."""
    with _refusing_damage():
        image = _open(content, max_pixels, MODULE)
        image.load()
        image = image.convert("RGB")
        return _pair(image) + image.tobytes()


def jpeg_gap(content: bytes, end: int) -> bytes:
    """Return whether the pixels of a JPEG file and the bytes that hold them end at different places.

    A file has no checksums, and decoders pass over damage: after it they read blocks that were never written.
    So whoever counts them finishes before the last byte, or has not finished behind it.

    Args:
        content: the file.
        end: where the marker of its end stands.

    Returns:
        What is wrong, as the end of a sentence; nothing for a whole file, and for one in several scans,
        which cannot be asked.
    """
    from PIL import Image

    with _refusing_damage():
        picture: Any = _open(content, 0, ("JPEG",))
        if picture.info.get("progressive") or len(picture.tile) != 1:
            return b""
        _, extents, _, arguments = picture.tile[0]
        # A colour that no last row has from end to end by chance.
        bands = len(picture.getbands())
        image = Image.new(picture.mode, picture.size, (254, 1, 254, 1)[:bands] if bands > 1 else 254)
        last_row = (0, image.height - 1, image.width, image.height)
        blank = image.crop(last_row).tobytes()
        decoder = Image._getdecoder(picture.mode, "jpeg", arguments)
        decoder.setimage(image.im, extents)
        waiting = b""

        def is_finished_after(more: bytes) -> bool:
            nonlocal waiting
            waiting += more
            used, _ = decoder.decode(waiting)
            waiting = waiting[used:] if used >= 0 else b""
            return image.crop(last_row).tobytes() != blank

        if is_finished_after(content[: end - 2]):
            return b"has more data than pixels"
        # A decoder looks eight bytes ahead; these are no code of any table.
        if not is_finished_after(content[end - 2 : end] + b"\xff\x00" * 9):
            return b"has less data than pixels"
    return b""


def pair(result: bytes) -> tuple[int, int]:
    """Return width and height at the beginning of a result."""
    return int.from_bytes(result[:4], "big"), int.from_bytes(result[4:8], "big")


@contextmanager
def _refusing_damage() -> Iterator[None]:
    """Refuse a picture as damaged when Pillow raises inside, whatever it raises.

    Raises:
        FileRefused: instead.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sizes: a limit of our own follows; of odd metadata
            yield
    except (FileRefused, MemoryError):
        raise
    except Exception:
        # Damage shows as nearly every kind of exception; there is no list that a new version keeps to.
        raise FileRefused("is damaged") from None


def _open(data: bytes, max_pixels: int, formats: tuple[str, ...] = PROJECT) -> Image:
    """Return a picture, not yet unpacked; 0 pixels = its size was looked at before.

    Raises:
        FileRefused: it is of another format, or has too many pixels.
    """
    from PIL import Image, UnidentifiedImageError

    if formats == PROJECT and not is_raster(data):
        raise FileRefused("is neither PNG nor JPEG")
    try:
        picture = Image.open(BytesIO(data), formats=formats)
    except Image.DecompressionBombError:
        picture = None
    except UnidentifiedImageError:
        raise FileRefused(
            "is damaged" if formats == PROJECT else "is no PNG, GIF, JPEG, BMP or WebP"
        ) from None
    if picture is None or (max_pixels and picture.width * picture.height > max_pixels):
        raise FileRefused(f"has more than {max_pixels // 1_000_000} million pixels")
    return picture


def _upright(picture: Image, most: int) -> Image:
    """Return a picture turned as its EXIF data say, of at most so many pixels; RGBA if clear, else RGB."""
    from PIL import ImageOps

    share = (most / (picture.width * picture.height)) ** 0.5
    if share < 1.0:
        picture.load()  # first: the EXIF data of a PNG may stand behind its pixels
        whole = picture
        picture = _smaller(whole, max(1, int(whole.width * share)), max(1, int(whole.height * share)))
        whole.close()  # its pixels, which the caller's name would keep
    return _in_colours(ImageOps.exif_transpose(picture))


def _smaller(picture: Image, width: int, height: int) -> Image:
    """Return a picture of another size in RGB or RGBA, which was never there as a whole in its own size."""
    from PIL import Image

    step = max(1, int(_BAND / picture.width * height / picture.height))
    times = picture.height / height
    reach = int(3 * times) + 2  # rows that the filter looks at, above and below
    result: Image.Image | None = None
    for top in range(0, height, step):
        low = min(height, top + step)
        first, last = max(0, int(top * times) - reach), min(picture.height, int(low * times) + reach)
        band = _in_colours(picture.crop((0, first, picture.width, last)))
        box = (0, top * times - first, picture.width, min(band.height, low * times - first))
        part = band.resize((width, low - top), Image.Resampling.LANCZOS, box)
        if result is None:
            result = Image.new(part.mode, (width, height))
            result.info = {key: value for key, value in picture.info.items() if key != "transparency"}
        result.paste(part, (0, top))
    assert result is not None
    return result


def _in_colours(picture: Image) -> Image:
    """Return a picture as RGBA if it is transparent, else as RGB."""
    if picture.mode.startswith("I"):
        # 16 bits a pixel: a plain conversion takes 255 for white and cuts off the rest.
        picture = picture.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    clear = picture.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in picture.info
    mode = "RGBA" if clear else "RGB"
    return picture if picture.mode == mode and "transparency" not in picture.info else picture.convert(mode)


def _encode_with_size(image: Image, lossless: bool) -> bytes:
    out = BytesIO()
    out.write(_pair(image))
    if lossless or image.mode == "RGBA":
        image.save(out, "PNG", compress_level=6)
    else:
        image.save(out, "JPEG", quality=JPEG_QUALITY, subsampling=0)
    return out.getvalue()


def _pair(image: Image) -> bytes:
    return image.width.to_bytes(4, "big") + image.height.to_bytes(4, "big")
