"""Limits of what is read from foreign archives, and the checks that need nothing else."""

from __future__ import annotations

import io
import re

from msgspec import Struct

from jdgtools.errors import InputRefused


class Limits(Struct, frozen=True):
    """Safety limits; pass another one to the readers to adjust them (`msgspec.structs.replace`)."""

    archive_bytes: int = 512 * 2**20
    """Size of the archive itself."""
    total_bytes: int = 256 * 2**20
    """Inflated size of all entries together."""
    entry_bytes: int = 112 * 2**20
    """Inflated size of one entry."""
    entries: int = 20_000
    """Number of entries."""
    ratio: int = 400
    """Inflated to packed size of an entry, for entries above `ratio_floor`."""
    ratio_floor: int = 8 * 2**20
    """Inflated size from which `ratio` counts."""
    xml_bytes: int = 64 * 2**20
    """Size of one XML document."""
    xml_depth: int = 100
    """Nesting of its elements."""
    xml_elements: int = 400_000
    """Number of its elements."""
    xml_attributes: int = 100_000
    """Number of attributes of one element (and equal signs in the text after it)."""
    save_bytes: int = 96 * 2**20
    """Size of the text of a saved game."""
    archive_depth: int = 2
    """Archives inside archives: 1 is a saved game inside a module."""
    image_pixels: int = 100_000_000
    """Width times height of a picture."""
    prototype_depth: int = 50
    """Prototypes inside one another."""
    prototype_text: int = 100_000_000
    """Characters of prototypes that are filled with parameters, for all pieces of a module together."""


DEFAULT = Limits()

_DEVICES = {"con", "prn", "aux", "nul", "clock$", "conin$", "conout$"} | {
    f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³"
}
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def check_name(name: str) -> None:
    """Refuse an entry name that could leave a folder or mean a device somewhere.

    Raises:
        InputRefused: empty, absolute, with a drive, a `..`, a device name or a control character.
    """
    quoted_name = ascii(name[:60])
    if not name:
        raise InputRefused("archive has an entry without a name")
    if len(name) > 1000:
        raise InputRefused(f"archive entry {quoted_name} has a name of {len(name)} characters")
    if _CONTROL.search(name):
        raise InputRefused(f"archive entry {quoted_name} has a control character in its name")
    if name[0] in "/\\" or re.match(r"[A-Za-z]:", name):
        raise InputRefused(f"archive entry {quoted_name} has an absolute name")
    for part in re.split(r"[/\\]", name):
        if part == "..":
            raise InputRefused(f"archive entry {quoted_name} leaves its folder")
        if part.split(".")[0].rstrip(" ").lower() in _DEVICES:
            raise InputRefused(f"archive entry {quoted_name} is named like a device")


def image_size(data: bytes, name: str, limits: Limits = DEFAULT) -> tuple[int, int]:
    """Return width and height of a PNG, GIF, JPEG, BMP or WebP picture without decoding its pixels.

    Args:
        data: bytes of the file.
        name: for the message.
        limits: `image_pixels` counts.

    Raises:
        InputRefused: no such picture, or too many pixels.
    """
    import warnings

    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
                width, height = _webp_size(data)
            else:
                # These four are opened in Python; nothing native sees a byte before it is unpacked apart.
                with Image.open(io.BytesIO(data), formats=("PNG", "GIF", "JPEG", "BMP")) as image:
                    width, height = image.size
    except Image.DecompressionBombError:
        raise InputRefused(f"picture {name} has too many pixels") from None
    except UnidentifiedImageError:
        raise InputRefused(f"picture {name} cannot be read as PNG, GIF, JPEG, BMP or WebP") from None
    except (OSError, ValueError, SyntaxError, MemoryError, OverflowError) as error:
        # Pillow names its own limit for what a chunk inflates to.
        reason = "a text or profile in it is too large" if "MAX_TEXT" in str(error) else str(error)[:80]
        raise InputRefused(f"picture {name} cannot be read: {reason}") from None
    if width * height > limits.image_pixels:
        raise InputRefused(f"picture {name} has {width} x {height} pixels; {limits.image_pixels} are allowed")
    return width, height


def _webp_size(data: bytes) -> tuple[int, int]:
    """Return width and height as the first chunk says; Pillow would ask its native library.

    Raises:
        ValueError: it says none.
    """
    kind, head = data[12:16], data[20:30]
    if kind == b"VP8X" and len(head) == 10:
        return int.from_bytes(head[4:7], "little") + 1, int.from_bytes(head[7:10], "little") + 1
    if kind == b"VP8L" and len(head) >= 5 and head[0] == 0x2F:
        sizes = int.from_bytes(head[1:5], "little")
        return (sizes & 0x3FFF) + 1, (sizes >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and head[3:6] == b"\x9d\x01\x2a" and len(head) == 10:
        width, height = (int.from_bytes(head[at : at + 2], "little") & 0x3FFF for at in (6, 8))
        if width and height:
            return width, height
    raise ValueError("its header says no size")
