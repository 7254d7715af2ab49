"""Raster pictures in a PDF: taken as they are packed where possible, else unpacked and packed again."""

from __future__ import annotations

import struct
from io import BytesIO
from typing import TYPE_CHECKING

from jdgtools.render.backends.pdf_color import ColorMode, cmyk_pixels
from jdgtools.render.backends.pdf_objects import Objects

if TYPE_CHECKING:
    from PIL import Image as Pillow

    from jdgtools.render.scene import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CRISP_PIXELS = 1200
"""A picture whose pixels are to be seen is enlarged to about that size: viewers smooth as they like."""


def put_image(objects: Objects, image: Image, mode: ColorMode) -> int:
    """Add a picture; return its object's number.

    Raises:
        ValueError: the data are neither a PNG nor a JPEG that can be read.
    """
    if not image.is_pixelated:
        image_object = _jpeg(objects, image.data, mode) or _plain_png(objects, image.data, mode)
        if image_object:
            return image_object
    return _embed_unpacked(objects, image, mode)


def _head(width: int, height: int, space: bytes, depth: int = 8) -> bytes:
    form = b"/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace%s/BitsPerComponent %d/Interpolate true"
    return form % (width, height, space, depth)


def _jpeg(objects: Objects, data: bytes, mode: ColorMode) -> int | None:
    """Add a JPEG as it is; return None for what must be converted."""
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        size = struct.unpack_from(">H", data, at + 2)[0]
        # Start of frame; without tables of Huffman codes and of arithmetic coding.
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            depth, height, width, parts = struct.unpack_from(">BHHB", data, at + 4)
            space = {1: b"/DeviceGray", 3: b"/DeviceRGB"}.get(parts)
            # Anything beyond baseline and progressive is rare, and so is a JPEG of inks.
            if space is None or depth != 8 or kind > 0xC2 or (mode == "cmyk" and parts != 1):
                return None
            head = _head(width, height, space) + b"/Filter/DCTDecode"
            return objects.stream(head, data, is_packed=True)
        at += size + 2
    return None


def _plain_png(objects: Objects, data: bytes, mode: ColorMode) -> int | None:
    """Add a PNG without transparency as it is packed; return None for what must be converted."""
    if data[:8] != _SIGNATURE or len(data) < 33:
        return None
    width, height, depth, kind, _, _, interlacing = struct.unpack_from(">IIBBBBB", data, 16)
    if interlacing or kind not in (0, 2, 3) or (mode == "cmyk" and kind != 0):
        return None
    at, palette, packed_parts = 8, b"", []
    while at + 8 <= len(data):
        size, name = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + size]
        if name == b"tRNS":
            return None
        if name == b"PLTE":
            palette = body
        elif name == b"IDAT":
            packed_parts.append(body)
        at += size + 12
    space = {0: b"/DeviceGray", 2: b"/DeviceRGB"}.get(kind, b"")
    if kind == 3:
        if not palette or len(palette) % 3:
            return None
        space = b"[/Indexed/DeviceRGB %d<%s>]" % (len(palette) // 3 - 1, palette.hex().encode())
    row = b"/DecodeParms<</Predictor 15/Colors %d/BitsPerComponent %d/Columns %d>>" % (
        3 if kind == 2 else 1,
        depth,
        width,
    )
    head = _head(width, height, space, depth) + b"/Filter/FlateDecode" + row
    return objects.stream(head, b"".join(packed_parts), is_packed=True)


def _embed_unpacked(objects: Objects, image: Image, mode: ColorMode) -> int:
    from PIL import Image as Pillow

    try:
        with Pillow.open(BytesIO(image.data), formats=("PNG", "JPEG")) as opened_picture:
            opened_picture.load()
            picture = _eight_bits(opened_picture)
    except (OSError, SyntaxError, Pillow.DecompressionBombError) as error:
        raise ValueError("a picture is neither a PNG nor a JPEG that can be read") from error
    if image.is_pixelated:
        times = _CRISP_PIXELS // max(picture.size)
        if times > 1:
            size = (picture.width * times, picture.height * times)
            picture = picture.resize(size, Pillow.Resampling.NEAREST)
    mask = b""
    if picture.mode in ("LA", "RGBA"):
        alpha = picture.getchannel("A")
        if alpha.getextrema() != (255, 255):
            number = objects.stream(_head(*picture.size, b"/DeviceGray"), alpha.tobytes())
            mask = b"/SMask %d 0 R" % number
        picture = picture.convert("L" if picture.mode == "LA" else "RGB")
    content, space = _components(picture, mode)
    return objects.stream(_head(*picture.size, space) + mask, content)


def _eight_bits(picture: Pillow.Image) -> Pillow.Image:
    """Return the picture as L, LA, RGB or RGBA."""
    if picture.mode in ("I", "I;16", "I;16B"):
        import numpy as np
        from PIL import Image as Pillow

        return Pillow.fromarray((np.asarray(picture, dtype=np.int64) >> 8).astype(np.uint8))
    if picture.mode in ("L", "LA", "RGB", "RGBA") and "transparency" not in picture.info:
        return picture.copy()
    if "transparency" in picture.info or picture.mode in ("PA", "P"):
        return picture.convert("RGBA")
    return picture.convert("RGB")


def _components(picture: Pillow.Image, mode: ColorMode) -> tuple[bytes, bytes]:
    if picture.mode == "L":
        return picture.tobytes(), b"/DeviceGray"
    if mode == "rgb":
        return picture.tobytes(), b"/DeviceRGB"
    import numpy as np

    return cmyk_pixels(np.asarray(picture)).tobytes(), b"/DeviceCMYK"
