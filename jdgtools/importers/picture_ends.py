"""Whether the file of a picture is whole; a truncated one looks like any other until it is drawn."""

from __future__ import annotations

import re
import struct
import zlib

_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""A marker of a JPEG file: none that stands among the pixels, and no filling."""


def find_damage(data: bytes) -> str:
    """Return what is wrong with a PNG, JPEG, GIF, BMP or WebP file; '' for one that is whole.

    No pixel is decoded: lengths and checksums that the file itself states are compared with what is there.
    """
    if data.startswith(b"\x89PNG"):
        return _png(data)
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data)
    if data.startswith(b"GIF8"):
        return "" if _has_whole_frame(data) else "it is truncated: its first picture does not end"
    if data.startswith(b"BM"):
        return _bitmap(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        size = int.from_bytes(data[4:8], "little") + 8
        return "" if size <= len(data) else f"it is truncated: {len(data)} of {size} bytes are there"
    return ""


def _jpeg(data: bytes) -> str:
    """Return what a JPEG lacks; the end of a small picture in one of its segments is not its own."""
    at = 2
    while (marker := _MARKER.search(data, at)) is not None:
        kind, at = data[marker.start() + 1], marker.end()
        if kind == 0xD9:
            return ""
        if kind not in (0x01, 0xD8):
            at += int.from_bytes(data[at : at + 2], "big")
    return "it is truncated: its end marker is missing"


def _png(data: bytes) -> str:
    at = 8
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
        if kind == b"IEND":
            return ""
        at = end
    return "it is truncated: its last chunk is missing"


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
