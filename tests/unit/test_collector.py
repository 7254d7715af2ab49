"""The pause of the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Mapping

from jdgtools.collector import collector_paused


def test_the_end_of_a_pause_looks_at_nothing() -> None:
    """A command that has made many objects ends soon afterwards: looking at them all would be for nothing."""
    begun: list[int] = []

    def note(phase: str, info: Mapping[str, int]) -> None:
        if phase == "start":
            begun.append(info["generation"])

    assert gc.isenabled()
    gc.callbacks.append(note)
    try:
        with collector_paused():
            kept = [[number] for number in range(3 * gc.get_threshold()[0])]
        kept.append([0])
    finally:
        gc.callbacks.remove(note)
    assert gc.isenabled()
    assert begun == []


def test_what_a_pause_has_left_behind_is_found_later() -> None:
    class Node:
        other: Node

    alive = []

    class Watched(Node):
        def __del__(self) -> None:
            alive.remove(1)

    with collector_paused():
        first, second = Watched(), Watched()
        first.other, second.other = second, first
        alive += [1, 1]
        del first, second
    gc.collect()
    assert alive == []
