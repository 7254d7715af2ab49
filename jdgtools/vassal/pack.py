"""Writes zip archives: fixed dates, fixed compression, entries that come compressed already.

The same entries give the same bytes. Packed media are stored, all else is deflated.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable

from msgspec import Struct

LEVEL = 6
"""Deflate level of what is written."""
MEDIA = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".ogg", ".mp3", ".zip", ".vsav", ".vlog", ".pdf")
"""Suffixes of files that are compressed by themselves."""

_DATE = 1 << 5 | 1
"""1 January 1980 as a zip archive writes it."""
_UNIX = 3 << 8
_VERSION = 20
_UTF8 = 0x800
_DEFLATED = 8
_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END = struct.Struct("<4s4H2LH")
MAX_BYTES = 2**32 - 1
MAX_ENTRIES = 2**16 - 1


class PackedContent(Struct, frozen=True):
    """The content of an entry, compressed before the archive is written, with what its header needs."""

    data: bytes
    """A whole raw deflate stream."""
    crc: int
    """CRC-32 of the content."""
    size: int
    """Bytes of the content."""


def deflater(level: int = LEVEL) -> zlib._Compress:
    """Return a compressor of raw deflate streams."""
    return zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)


def pack_entry(name: str, content: bytes | PackedContent) -> bytes | PackedContent:
    """Return the content of an entry as it stands in an archive."""
    if isinstance(content, PackedContent) or not content or name.lower().endswith(MEDIA):
        return content
    packer = deflater()
    return PackedContent(packer.compress(content) + packer.flush(), zlib.crc32(content), len(content))


def zip_bytes(entries: Iterable[tuple[str, bytes | PackedContent]]) -> bytes:
    """Return a zip archive of the entries in the given order.

    Raises:
        ValueError: a name comes twice, or the archive would need the 64-bit form.
    """
    names: set[str] = set()
    body: list[bytes] = []
    directory: list[bytes] = []
    at = 0
    for name, content in entries:
        if name in names:
            raise ValueError(f"the archive would hold {name!r} twice")
        names.add(name)
        head, data, central = _entry(name, content, at)
        body += (head, data)
        directory.append(central)
        at += len(head) + len(data)
        if at > MAX_BYTES or len(names) > MAX_ENTRIES:
            raise ValueError("the archive would be too large for a zip file without 64-bit fields")
    size = sum(map(len, directory))
    end = _END.pack(b"PK\x05\x06", 0, 0, len(names), len(names), size, at, 0)
    return b"".join([*body, *directory, end])


def _entry(name: str, content: bytes | PackedContent, at: int) -> tuple[bytes, bytes, bytes]:
    """Return the local header, the data and the directory's record of an entry."""
    content = pack_entry(name, content)
    if isinstance(content, PackedContent):
        method, data, crc, size = _DEFLATED, content.data, content.crc, content.size
    else:
        method, data, crc, size = 0, content, zlib.crc32(content), len(content)
    if max(size, len(data)) > MAX_BYTES:
        raise ValueError(f"the entry {name!r} is too large for a zip file without 64-bit fields")
    raw = name.encode("utf-8")
    flags = 0 if name.isascii() else _UTF8
    mode = (0o40755 << 16 | 0x10) if name.endswith("/") else 0o100644 << 16
    common = (flags, method, 0, _DATE, crc, len(data), size, len(raw), 0)
    head = _LOCAL.pack(b"PK\x03\x04", _VERSION, *common) + raw
    central = _CENTRAL.pack(b"PK\x01\x02", _UNIX | _VERSION, _VERSION, *common, 0, 0, 0, mode, at) + raw
    return head, data, central
