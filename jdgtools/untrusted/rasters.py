"""PNG and JPEG files of other people.

They are decoded in this process, other than drawings: Pillow takes memory and time in proportion to the
pixels that a file states at its beginning, and those are limited before anything is unpacked.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

from jdgtools.untrusted import Refused

if TYPE_CHECKING:
    from PIL.Image import Image


def is_raster(data: bytes) -> bool:
    """Whether a content begins like a PNG or JPEG file."""
    return data[:8] == b"\x89PNG\r\n\x1a\n" or data[:2] == b"\xff\xd8"


@contextmanager
def decoding() -> Iterator[None]:
    """What Pillow raises inside, of whatever kind, means that the picture is damaged.

    Raises:
        Refused: instead.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sizes: a limit of our own follows; of odd metadata
            yield
    except Refused:
        raise
    except Exception:
        # Damage shows as nearly every kind of exception; there is no list that a new version keeps to.
        raise Refused("is damaged") from None


def open_raster(data: bytes, most_pixels: int) -> Image:
    """A picture, not yet unpacked; `decoding` belongs around what is done with it.

    Raises:
        Refused: it is neither PNG nor JPEG, has too many pixels, or is damaged.
    """
    from PIL import Image

    if not is_raster(data):
        raise Refused("is neither PNG nor JPEG")
    with decoding():
        try:
            picture = Image.open(BytesIO(data), formats=("PNG", "JPEG"))
        except Image.DecompressionBombError:
            picture = None
        if picture is None or picture.width * picture.height > most_pixels:
            raise Refused(f"has more than {most_pixels // 1_000_000} million pixels")
        return picture


def upright(picture: Image) -> Image:
    """A picture as its designer sees it, turned as its EXIF data say; RGBA if it is transparent, else RGB."""
    from PIL import ImageOps

    turned = ImageOps.exif_transpose(picture)
    if turned.mode.startswith("I"):
        # 16 bits a pixel: a plain conversion takes 255 for white and cuts off the rest.
        turned = turned.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    clear = turned.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in turned.info
    return turned.convert("RGBA" if clear else "RGB")
