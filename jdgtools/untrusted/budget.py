"""What foreign files may compute beyond the ordinary, for one reading of a battle or module.

A file that is decoded about as fast as files of its size are costs nothing, however many there are. Whatever
takes longer, whether it was read in the end or not, takes from one budget, be it a base map, a texture, a
picture on a counter or a spreadsheet: else a hundred of them take a hundred times the time of one.

All processes of a command share the budget: a page of memory that copies of this process have, too.
"""

from __future__ import annotations

import mmap
import struct

SECONDS = 7.0
"""The budget. A base map may take all of it; a detailed one takes four to six."""
MAX_MORE_SECONDS = 1.0
"""What files that come later may take together; then no file is looked at."""
MIN_SECONDS = 0.25
"""What each of these may take: an ordinary file is read whatever came before it."""
FREE_SECONDS = 0.1
"""What any file takes for nothing …"""
BYTES_PER_SECOND = 10_000_000
"""… and one more second for every so many bytes."""

_STATE = struct.Struct("<dq?")
"""Seconds used, number of the reading, whether a file was refused that may be read the next time."""
_page = mmap.mmap(-1, mmap.PAGESIZE)


def begin() -> None:
    """Begin a new reading: the whole budget is there."""
    _STATE.pack_into(_page, 0, 0.0, reading() + 1, False)


def reading() -> int:
    """Return the number of the reading; a refusal for want of time left holds for this one only."""
    number: int = _STATE.unpack_from(_page)[1]
    return number


def allowance(seconds: float) -> float | None:
    """Return how long a file may compute that would be given some seconds; None = it is not looked at."""
    rest = SECONDS - _used()
    return None if rest <= -MAX_MORE_SECONDS else min(seconds, max(MIN_SECONDS, rest))


def charge(seconds: float, size: int, *, late: bool) -> None:
    """Take from the budget what a file has computed.

    Args:
        seconds: of computing.
        size: bytes of the file.
        late: it took longer than it may, and nothing of it is ordinary.
    """
    free = 0.0 if late else FREE_SECONDS + size / BYTES_PER_SECOND
    used, number, short = _STATE.unpack_from(_page)
    _STATE.pack_into(_page, 0, used + max(0.0, seconds - free), number, short)


def note_short() -> None:
    """Note that a file was refused which may be read the next time."""
    used, number, _ = _STATE.unpack_from(_page)
    _STATE.pack_into(_page, 0, used, number, True)


def is_short() -> bool:
    """Return whether one was: what is drawn meanwhile may lack it, and is not to be kept."""
    short: bool = _STATE.unpack_from(_page)[2]
    return short


def _used() -> float:
    used: float = _STATE.unpack_from(_page)[0]
    return used
