"""The header codecs of saved games: from the bytes of the entry `savedGame` to text, and back.

Written is only `!VCSK` (every VASSAL reads it), with a fixed key so that the same save gives
the same bytes. Read is `!VCSK`, plain text, a bare XZ stream, and the raw-XOR and XZ forms
of development versions (`VOBS`, `!VOXZ`) as far as the result proves itself to be a save.
"""

from __future__ import annotations

import binascii
import io
import re
from functools import lru_cache, partial
from typing import Protocol

from jdgtools.errors import InputRefused

HEADER = b"!VCSK"
KEY = 0x5A
"""Key byte of every save written here."""
XZ_MAGIC = b"\xfd7zXZ\x00"
BEGIN = b"begin_save"
"""What the text of every saved game starts with."""

_NOT_HEX = re.compile(rb"[^0-9A-Fa-f]")
_CHUNK = 2**20
MAX_TEXT = 512 * 2**20
"""Most bytes of text a compressed header may inflate to, unless the caller says otherwise."""


def mask(data: bytes, key: int) -> bytes:
    """Return every byte XOR `key`; doing it twice gives the bytes back."""
    return data.translate(_table(key))


@lru_cache(maxsize=4)
def _table(key: int) -> bytes:
    return bytes(b ^ key for b in range(256))


def obfuscate(text: bytes, key: int = KEY) -> bytes:
    """Return `!VCSK`, the key and every byte of `text` XOR key, in lower-case hex digits."""
    return HEADER + b"%02x" % key + binascii.hexlify(mask(text, key))


def deobfuscate(data: bytes, limit: int = MAX_TEXT) -> bytes:
    """Return the text of a saved game, still as UTF-8 bytes.

    Args:
        data: bytes of the entry `savedGame`.
        limit: most bytes a compressed form may inflate to.

    Raises:
        InputRefused: a bad hex digit (with its offset), half a byte at the end, a damaged or
            too large compressed form, or an unknown header.
    """
    return reveal(io.BytesIO(data), limit)


class Stream(Protocol):
    """What is read from: a file, an entry of an archive."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes; none at the end."""
        ...


def reveal(stream: Stream, limit: int = MAX_TEXT) -> bytes:
    """Return the text of a saved game, still as UTF-8 bytes; its hex digits are never all in memory.

    Args:
        stream: the entry `savedGame`.
        limit: most bytes a compressed form may inflate to.

    Raises:
        InputRefused: see `deobfuscate`.
    """
    head = stream.read(_CHUNK)
    if head.startswith(HEADER):
        return _from_hex(head, stream)
    data = b"".join([head, *iter(partial(stream.read, _CHUNK), b"")])
    if data.startswith(XZ_MAGIC):
        return _from_xz(data, limit)
    if data.startswith((b"VOBS", b"!VOBS", b"!VOXZ", b"VOXZ")):
        return _from_development(data, limit)
    return data


def _from_hex(head: bytes, stream: Stream) -> bytes:
    at = len(HEADER)
    if len(head) < at + 2:
        raise InputRefused("saved game is truncated: it ends within its header")
    key = _unhex(head[at : at + 2], at)[0]
    at += 2
    text = bytearray()
    digits = head[at:]
    while digits:
        whole = len(digits) & ~1
        text += mask(_unhex(digits[:whole], at), key)
        at += whole
        more = stream.read(_CHUNK)
        if not more and whole < len(digits):
            _unhex(digits[whole:] + b"0", at)
            raise InputRefused("saved game is truncated: it ends in the middle of a byte")
        digits = digits[whole:] + more
    return bytes(text)


def _unhex(digits: bytes, at: int) -> bytes:
    try:
        return binascii.unhexlify(digits)
    except binascii.Error:
        bad = _NOT_HEX.search(digits)
        assert bad is not None
        character = ascii(bad[0].decode("latin-1"))
        raise InputRefused(
            f"saved game: {character} at offset {at + bad.start()} is not a hex digit"
        ) from None


def _from_xz(data: bytes, limit: int) -> bytes:
    import lzma

    decoder = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=128 * 2**20)
    text = bytearray()
    rest = data
    try:
        while not decoder.eof and len(text) <= limit:
            block = decoder.decompress(rest, max_length=2**20)
            if not block and (decoder.needs_input or not rest):
                break
            text += block
            rest = b""
    except lzma.LZMAError as error:
        raise InputRefused(f"saved game: damaged XZ stream ({error})") from None
    if len(text) > limit:
        raise InputRefused(f"saved game inflates to more than {limit} bytes")
    if not decoder.eof:
        raise InputRefused("saved game is truncated: its XZ stream has no end")
    return bytes(text)


def _from_development(data: bytes, limit: int) -> bytes:
    start = data.index(b"VO") + 4
    header = data[:start].decode("ascii")
    if "XZ" in header:
        at = data.find(XZ_MAGIC, start, start + 16)
        if at >= 0:
            return _from_xz(data[at:], limit)
    else:
        # The key is stored or not; either way the text's known start proves it.
        for skip in (1, 0, 2):
            body = data[start + skip :]
            if body:
                key = body[0] ^ BEGIN[0]
                if mask(body[: len(BEGIN)], key) == BEGIN:
                    return mask(body, key)
    raise InputRefused(f"saved game with the header {header} of a development version cannot be read")
