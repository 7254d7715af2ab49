"""Pictures, spreadsheets and drawings of others, decoded in a worker without secrets (`isolated_process`).

`decode` is what the program calls: it names a function of this package (`rasters:pack`) and gives the content
of a file, and gets bytes that this program has made. One worker serves the whole command. A result stays in
the cache, so that neither the next command nor the second process of this one decodes the file again. A
refusal holds for this command only: the machine may have been busy.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from jdgtools.cache import Cache
from jdgtools.canonical import digest

if TYPE_CHECKING:
    from jdgtools.untrusted.isolated_process import Argument, Failure, Reason

# What starts processes is imported where it is needed: most projects never need it.

MEMORY = 560 << 20
"""What drawing or decoding may hold, bytes: 80 million pixels, and 40 million that are made of them."""
_SECONDS = 5.0
"""What unpacking a picture may take; 80 million pixels need one to two."""
MAX_REFUSED_SECONDS = 5.0
"""What small files that are refused for their time may take of one command, all together."""
SHORT_SECONDS = 5.0
"""What is given no more than this is small: not a base map, of which there is one."""
_MIN_SECONDS = 0.25
"""What the others get when that is used up …"""
_MAX_MORE_SECONDS = 2.0
"""… until they have taken as much; what comes then is not looked at."""
_COMMAND = f"{os.getpid()} {time.time_ns()}"
"""Tells this command and its second process from all others."""

_cache = Cache(None)
_refused: dict[str, tuple[Reason, str, float]] = {}
"""Reason, words and seconds of what this command has refused."""


def use_cache(cache: Cache | None) -> None:
    """Set the cache in which this process keeps what it decodes; None = none."""
    global _cache
    _cache = cache or Cache(None)


def decode(
    function: str,
    content: bytes,
    *,
    seconds: float = _SECONDS,
    memory: int = MEMORY,
    **arguments: Argument,
) -> bytes:
    """Return what a function of this package makes of the content of a file; it runs in the worker.

    Args:
        function: module of this package and name, such as `rasters:inspect`.
        content: the file.
        seconds: time that it may take.
        memory: bytes that it may take.
        arguments: further arguments of the function.

    Raises:
        Failure: there is no result; the end of a sentence.
    """

    def make() -> bytes:
        return decode_uncached(function, content, seconds=seconds, memory=memory, **arguments)

    return _cache.get_or_make("decoded file 1", (function, content, arguments), make)


def decode_uncached(
    function: str,
    content: bytes,
    *,
    seconds: float = _SECONDS,
    memory: int = MEMORY,
    **arguments: Argument,
) -> bytes:
    """Decode like `decode`, without the cache, for what is used once.

    Raises:
        Failure: there is no result; the end of a sentence.
    """
    from jdgtools.untrusted.isolated_process import Failure, shared_worker

    mark = digest(((function, content, arguments), seconds))
    _raise_known(mark)
    if seconds <= SHORT_SECONDS:
        # A hundred files that ask for endless work must not take a hundred times as long as one.
        used_seconds = _refused_seconds()
        if used_seconds >= MAX_REFUSED_SECONDS + _MAX_MORE_SECONDS:
            raise Failure("time", "comes after too many others that take too long")
        seconds = min(seconds, max(_MIN_SECONDS, MAX_REFUSED_SECONDS - used_seconds))
    try:
        return shared_worker().call(
            f"jdgtools.untrusted.{function}", content, within=seconds, memory=memory, **arguments
        )
    except Failure as failure:
        _remember_refusal(mark, failure, seconds)
        raise


def _refused_seconds() -> float:
    """Return what small files have taken until they were refused."""
    late = [seconds for reason, _, seconds in _refused.values() if reason == "time"]
    return sum(seconds for seconds in late if seconds <= SHORT_SECONDS)


class _Unknown(Exception):
    """Nothing was refused."""


def _raise_known(mark: str) -> None:
    """Raise the refusal that this command met before, in this process or its second one."""
    from msgspec import msgpack

    from jdgtools.untrusted.isolated_process import Failure, Reason

    def make() -> bytes:
        raise _Unknown

    if mark not in _refused:
        try:
            data = _cache.get_or_make("refused file 2", (mark, _COMMAND), make)
        except _Unknown:
            return
        _refused[mark] = msgpack.decode(data, type=tuple[Reason, str, float])
    reason, text, _ = _refused[mark]
    raise Failure(reason, text)


def _remember_refusal(mark: str, failure: Failure, seconds: float) -> None:
    from msgspec import msgpack

    refusal = _refused[mark] = (failure.reason, str(failure), seconds)
    _cache.get_or_make("refused file 2", (mark, _COMMAND), lambda: msgpack.encode(refusal))
