"""Whether a position that somebody hands over is one of this scenario: its pieces, stacks, holders, memory.

What goes on, the frames, is looked at for its names and types alone: the rest depends on all of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from jdgtools.engine.core.state import FLED, GameState
from jdgtools.engine.jdg.arrivals import NEVER
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.words import (
    ARRIVALS,
    CHOSEN,
    COMBINED,
    CUP,
    DECLARATIONS,
    DEMORALISED,
    ENTRIES,
    EXITS,
    GROUP,
    INITIATIVE_SIDE,
    MARKER,
    MEMORY,
    MISSED,
    POINTS,
    PURSUIT_POINT,
    ROUTED,
    STORY,
    TO_DISPLACE,
    TRAILS,
)

_MAX_POINTS = 10**9
_Check = Callable[[Any], bool]


def check_position(g: ScenarioInPlay, s: GameState, procedures: Mapping[str, object]) -> None:
    """Raise ValueError when a position is not of this scenario; `procedures` has the names of frames."""
    t = g.t
    if not t.first <= s.turn <= t.last:
        raise ValueError("another turn")
    ranges = (
        (s.place, FLED, t.size - 1),
        (s.level, 0, ROUTED),
        (s.facing, -1, 5),
        (s.flags, 0, PURSUIT_POINT << 16),
    )
    if not all(_numbers(part, low, high, len(t.ids)) for part, low, high in ranges):
        raise ValueError("pieces of another scenario")
    if not _numbers(s.holder.tolist(), -1, 1, t.size) or len(s.stacks) != t.size:
        raise ValueError("another map")
    if any(here >= 0 and not t.package.grid.in_play[here] for here in s.place):
        raise ValueError("a piece out of play")
    there = [(unit, here) for here, stack in enumerate(s.stacks) for unit in stack]
    if sorted(there) != [(unit, s.place[unit]) for unit in t.units if s.place[unit] >= 0]:
        raise ValueError("a piece is not where its stack says")
    checks = _checks_of_memory(g)
    if len(s.memory) != MEMORY or not all(check(s.memory[place]) for place, check in checks.items()):
        raise ValueError("another memory")
    if not s.frames or not all(_is_frame(frame, procedures) for frame in s.frames):
        raise ValueError("an unknown procedure")


def _is_frame(frame: Any, procedures: Mapping[str, object]) -> bool:
    """Return whether this is the name of a procedure, a step, and numbers, texts and tuples of them."""
    if not isinstance(frame, tuple) or not frame or frame[0] not in procedures:
        return False
    waiting = list(frame)
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += part
        elif not isinstance(part, (int, str)):
            return False
    return True


def _checks_of_memory(g: ScenarioInPlay) -> dict[int, _Check]:
    """Return of each place of the memory what tells whether it holds what it may."""
    t = g.t
    units, markers, commands, size = len(t.units), len(t.markers), len(t.command_ids), t.size
    some_markers = partial(_numbers, low=0, high=markers - 1)
    some_commands = partial(_numbers, low=0, high=commands - 1)
    unit_and_hex = partial(_pairs, one=(0, len(t.ids) - 1), other=(0, size - 1))
    return {
        GROUP: partial(_numbers, low=-1, high=units - 1, count=units),
        CUP: some_markers,
        COMBINED: some_markers,
        INITIATIVE_SIDE: partial(_is_number, low=-1, high=1),
        CHOSEN: partial(_is_number, low=-1, high=markers - 1),
        MARKER: partial(_is_number, low=-1, high=markers - 1),
        DEMORALISED: some_commands,
        MISSED: some_commands,
        ENTRIES: some_commands,
        ARRIVALS: partial(_numbers, low=0, high=NEVER, count=len(g.arrivals)),
        POINTS: partial(_numbers, low=-_MAX_POINTS, high=_MAX_POINTS, count=2),
        EXITS: unit_and_hex,
        TRAILS: unit_and_hex,
        DECLARATIONS: partial(_pairs, one=(-size, size - 1), other=(0, size - 1)),
        TO_DISPLACE: partial(_pairs, one=(0, len(t.ids) - 1), other=(-1, units - 1)),
        STORY: partial(_numbers, low=0, high=units),
    }


def _is_number(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _numbers(values: Any, low: int, high: int, count: int | None = None) -> bool:
    """Return whether these are whole numbers within bounds, so many of them where `count` is given."""
    return (
        isinstance(values, (list, tuple))
        and count in (None, len(values))
        and all(_is_number(value, low, high) for value in values)
    )


def _pairs(values: Any, one: tuple[int, int], other: tuple[int, int]) -> bool:
    return isinstance(values, tuple) and all(
        isinstance(pair, tuple)
        and len(pair) == 2
        and _is_number(pair[0], *one)
        and _is_number(pair[1], *other)
        for pair in values
    )
