"""Who stands where, as one moving unit meets it.

A series says in plain sets and mappings which hexes other units close to a move, where they slow it and
where they stop it (`ZocRules.occupancy`); the search for paths (`derived.reach`) needs to know no more of
them.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field


class Occupancy(Struct, frozen=True):
    """Where other units close, slow or stop a move. Costs in the denominator of the movement rules."""

    closed_hexes: Mapping[int, str] = field(default_factory=dict)
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
    no_end: Mapping[int, str] = field(default_factory=dict)
    """Hexes that may be passed, in which the move may not end, and why."""


EMPTY = Occupancy()
"""Nobody on the map."""
