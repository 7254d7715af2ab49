"""Other units on the map, as one moving unit meets them: plain sets, made by the series."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field


class Traffic(Struct, frozen=True):
    """Where other units close, slow or stop a move. Costs in the denominator of the movement rules."""

    closed: Mapping[int, str] = field(default_factory=dict)
    """Hexes that may not be entered, and why."""
    closed_first: Mapping[int, str] = field(default_factory=dict)
    """Hexes that may not be the first one entered."""
    stops: Mapping[int, str] = field(default_factory=dict)
    """Hexes in which the move ends."""
    near_enemy: frozenset[int] = frozenset()
    """Hexes adjacent to an enemy unit; some series count other costs there."""
    enter: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    """Hex -> what entering it costs more, and why."""
    leave: tuple[int, str] = (0, "")
    """What the first step costs more, and why."""
    go_on: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    """Hex -> what entering it costs more if the move does not end there, and why."""


EMPTY = Traffic()
"""Nobody on the map."""
