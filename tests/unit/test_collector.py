"""The pause of the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping

import pytest

from jdgtools import collector
from jdgtools.collector import collector_paused


@pytest.fixture
def nothing_frozen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in a program, where nobody has frozen what the tests share."""
    monkeypatch.setattr(collector, "_has_frozen", False)
    gc.unfreeze()
    yield
    gc.freeze()


@pytest.mark.usefixtures("nothing_frozen")
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


def test_what_is_frozen_stays_frozen() -> None:
    """A process that shares its memory with a copy of itself has frozen it: the copy must not touch it."""
    gc.freeze()
    before = gc.get_freeze_count()
    with collector_paused():
        pass
    assert gc.get_freeze_count() == before > 0
