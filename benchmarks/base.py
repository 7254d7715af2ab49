"""What a benchmark is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

Work = Callable[[], object]


@dataclass(frozen=True)
class Benchmark:
    """One measurement and what it is compared with."""

    name: str
    ours: Callable[[], Work]
    """Prepares the work (not measured) and gives what is measured."""
    yardstick: str
    """What it is compared with, in words."""
    theirs: Callable[[], Work] | None = None
    """As `ours`, for the yardstick; None = `seconds` says how long it takes."""
    seconds: float | None = None
    """A yardstick known from elsewhere."""
    scale: float = 1.0
    """The yardstick does this fraction of the work; its time is divided by it."""
    repeat: int = 3
    """Best of so many."""
    aim: str = ""
    """The aim, in words."""


def best_of(
    prepare: Callable[[], Work], repeat: int, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Seconds of the quickest of `repeat` runs, each freshly prepared."""
    times = []
    for _ in range(repeat):
        work = prepare()
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


def processor_time() -> float:
    """Seconds of processor that this process has had and those that it has waited for."""
    try:
        import resource
    except ImportError:  # Windows, where those of children are not told
        return time.process_time()
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
