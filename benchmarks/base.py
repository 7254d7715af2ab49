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


def best_of(prepare: Callable[[], Work], repeat: int) -> float:
    """Seconds of the quickest of `repeat` runs, each freshly prepared."""
    times = []
    for _ in range(repeat):
        work = prepare()
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)
