"""Whether the file of a picture is whole; a truncated one looks like any other until it is drawn."""

from __future__ import annotations

import re
import struct
import zlib
from typing import Any

from msgspec import Struct

_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""A marker of a JPEG file: none that stands among the pixels, and no filling."""
_RESTART = re.compile(rb"\xff([\xd0-\xd7])")
"""A marker at which the blocks of a JPEG file begin anew; they are counted from 0 to 7 and again."""
_PNG_BANDS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Kind of colours of a PNG file -> numbers of a pixel."""
_PIECE = 1 << 20
"""Bytes of pixels that are unpacked at a time."""
_END, _SCAN, _WITHOUT_LENGTH = 0xD9, 0xDA, (0x01, 0xD8)
_BETWEEN_SCANS = (0xC4, 0xDA, 0xDB, 0xDC, 0xDD, 0xFE, *range(0xE0, 0xF0))
"""Markers that may follow pixels: tables, another scan, the height, comments, data of programs."""


def find_damage(data: bytes) -> str:
    """Return what is wrong with a PNG, JPEG, GIF, BMP or WebP file; '' for one that is whole.

    Lengths and checksums that the file itself states are compared with what is there; nothing is drawn.
    """
    if data.startswith(b"\x89PNG"):
        return _png(data)
    if data.startswith(b"\xff\xd8"):
        return jpeg_end(data)[1]
    if data.startswith(b"GIF8"):
        return "" if _has_whole_frame(data) else "it is truncated: its first picture does not end"
    if data.startswith(b"BM"):
        return _bitmap(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        size = int.from_bytes(data[4:8], "little") + 8
        return "" if size <= len(data) else f"it is truncated: {len(data)} of {size} bytes are there"
    return ""


def jpeg_end(data: bytes) -> tuple[int, str]:
    """Return where a JPEG file ends, and what it lacks; the end of a small picture in it is not its own.

    Returns:
        The place of the marker of its end, -1 where there is none; '' for a whole file.
    """
    at, has_pixels = 2, False
    while (marker := _MARKER.search(data, at)) is not None:
        if marker.start() > at and not has_pixels and data[at : marker.start()].strip(b"\xff"):
            break  # before its pixels one segment follows the other
        restarts = _RESTART.findall(data, at, marker.start()) if has_pixels else []
        if any(int(byte[0]) != 0xD0 + n % 8 for n, byte in enumerate(restarts)):
            return -1, "it is damaged: one of its restart markers is missing"
        kind, at = data[marker.start() + 1], marker.end()
        if kind == _END:
            return marker.start(), "" if has_pixels else "it is damaged: it has no pixels"
        if has_pixels and kind not in _BETWEEN_SCANS:
            return -1, f"it is damaged: the marker {kind:02x} stands among its pixels"
        has_pixels |= kind == _SCAN
        if kind not in _WITHOUT_LENGTH:
            at += int.from_bytes(data[at : at + 2], "big")
    return -1, "it is truncated: its end marker is missing"


def _png(data: bytes) -> str:
    at, pixels = 8, _PngPixels()
    while at + 12 <= len(data):
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        end = at + 12 + length
        if end > len(data):
            break
        # Engines and printers differ in what they make of a damaged chunk of text; pixels count.
        if kind in (b"IHDR", b"PLTE", b"IDAT") and zlib.crc32(data[at + 4 : end - 4]) != int.from_bytes(
            data[end - 4 : end], "big"
        ):
            return f"it is damaged: the checksum of its chunk {kind.decode('ascii')} is wrong"
        if kind == b"IHDR":
            pixels.begin(data[at + 8 : end - 4])
        elif kind == b"IDAT" and not pixels.take(data[at + 8 : end - 4]):
            return "it is damaged: its pixels cannot be unpacked"
        if kind == b"IEND":
            return "" if pixels.missing <= 0 else "it is damaged: it has too few pixels"
        at = end
    return "it is truncated: its last chunk is missing"


class _PngPixels(Struct):
    """Counts the bytes of pixels of a PNG file without keeping them."""

    missing: int = 1
    """Bytes that are still to come; 1 at least for a file whose rows are not in their order."""
    _inflater: Any = None

    def begin(self, header: bytes) -> None:
        """Take the header, which says how many there must be."""
        self._inflater = zlib.decompressobj()
        if len(header) == 13 and header[12] == 0:
            width, height, bits, colour = struct.unpack(">IIBB", header[:10])
            self.missing = height * ((width * bits * _PNG_BANDS.get(colour, 0) + 7) // 8 + 1)

    def take(self, packed_bytes: bytes) -> bool:
        """Unpack some; return whether that was possible."""
        while packed_bytes and self.missing > 0 and self._inflater is not None:
            try:
                self.missing -= len(self._inflater.decompress(packed_bytes, _PIECE))
            except zlib.error:
                return False
            packed_bytes = self._inflater.unconsumed_tail
        return True


def _has_whole_frame(data: bytes) -> bool:
    """Return whether the first picture of a GIF is there to its last block."""
    if len(data) < 13:
        return False
    at = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
    while at < len(data):
        kind = data[at]
        if kind == 0x2C:
            if at + 10 >= len(data):
                return False
            flags = data[at + 9]
            at += 10 + (3 << (flags & 7) + 1 if flags & 0x80 else 0) + 1
            return _after_blocks(data, at) is not None
        if kind != 0x21:
            return False
        after = _after_blocks(data, at + 2)
        if after is None:
            return False
        at = after
    return False


def _after_blocks(data: bytes, at: int) -> int | None:
    """Return where the blocks of a GIF end that begin at a place; None where the file ends before."""
    while at < len(data):
        if data[at] == 0:
            return at + 1
        at += 1 + data[at]
    return None


def _bitmap(data: bytes) -> str:
    """Return what a BMP lacks."""
    try:
        start, header = struct.unpack_from("<II", data, 10)
        if header == 12:
            (width, height, _, bits), packing = struct.unpack_from("<HHHH", data, 18), 0
        else:
            width, height, _, bits, packing = struct.unpack_from("<iiHHI", data, 18)
    except struct.error:
        return "it is truncated: its header is missing"
    if packing in (0, 3):
        size = start + (width * bits + 31) // 32 * 4 * abs(height)
    else:
        size = int.from_bytes(data[2:6], "little")
    return "" if size <= len(data) else f"it is truncated: {len(data)} of {size} bytes are there"
