"""Pictures, spreadsheets and drawings of others, decoded in a worker without secrets (`isolated_process`).

`decode` is what the program calls: it names a function of this package (`rasters:pack`) and gives the content
of a file, and gets bytes that this program has made. One worker serves the whole command. A result stays in
the cache, so that neither the next command nor the second process of this one decodes the file again. A
refusal holds for this command only: the machine may have been busy. One for want of time left (`budget`)
holds for this reading of the battle only: what was decoded is kept, so the next gets further. Nothing that is
drawn without a file that met a limit is kept.
"""

from __future__ import annotations

import os
import time
from threading import Lock
from typing import TYPE_CHECKING

from jdgtools.cache import Cache
from jdgtools.canonical import digest
from jdgtools.untrusted import budget

if TYPE_CHECKING:
    from jdgtools.untrusted.isolated_process import Argument, Failure, Reason

# What starts processes is imported where it is needed: most projects never need it.

MEMORY = 560 << 20
"""What drawing or decoding may hold, bytes: 80 million pixels, and 40 million that are made of them."""
_SECONDS = 5.0
"""What unpacking a picture may take; 80 million pixels need one to two."""
_COMMAND = f"{os.getpid()} {time.time_ns()}"
"""Tells this command and its second process from all others."""

_lock = Lock()
_cache = Cache(None)
_refused: dict[tuple[str, int], tuple[Reason, str]] = {}
"""Reason and words of what this command has refused, by its mark and the reading for which that holds."""
_ALL_READINGS = -1


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
    with _lock:  # nobody else takes what this call may take
        limit = budget.allowance(seconds)
        if limit is None:
            budget.note_short()
            raise Failure("budget", f"comes after too many others that take too long ({_way_out()})")
        worker, late = shared_worker(), False
        try:
            return worker.call(
                f"jdgtools.untrusted.{function}", content, within=limit, memory=memory, **arguments
            )
        except Failure as failure:
            late = failure.reason == "time"
            if late and limit < seconds:
                number = f"{limit:.2g}"
                most = f"{number} second{'s' * (number != '1')}"
                text = f"takes more than {most}, and other slow files have left no more ({_way_out()})"
                failure = Failure("budget", text)
            if failure.reason != "error":  # an idle machine may read it
                budget.note_short()
            _remember_refusal(mark, failure)
            raise failure from None
        finally:
            budget.charge(worker.call_seconds, len(content), late=late)


def _way_out() -> str:
    """Return what helps who needs more files than one command has time for."""
    if _cache.folder is None:
        return "without a cache no command gets further: save slow drawings as PNG"
    return "what was read is kept, so the next command gets further"


class _Unknown(Exception):
    """Nothing was refused."""


def _raise_known(mark: str) -> None:
    """Raise the refusal that this command met before, in this process or its second one."""
    from msgspec import msgpack

    from jdgtools.untrusted.isolated_process import Failure, Reason

    def make() -> bytes:
        raise _Unknown

    for reading in (_ALL_READINGS, budget.reading()):
        if (mark, reading) not in _refused:
            try:
                data = _cache.get_or_make("refused file 3", (mark, _COMMAND, reading), make)
            except _Unknown:
                continue
            _refused[mark, reading] = msgpack.decode(data, type=tuple[Reason, str])
        raise Failure(*_refused[mark, reading])


def _remember_refusal(mark: str, failure: Failure) -> None:
    from msgspec import msgpack

    reading = budget.reading() if failure.reason == "budget" else _ALL_READINGS
    refusal = _refused[mark, reading] = (failure.reason, str(failure))
    _cache.get_or_make("refused file 3", (mark, _COMMAND, reading), lambda: msgpack.encode(refusal))
