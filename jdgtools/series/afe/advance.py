"""Advance after melee and pursuit after a charge in Au fil de l'épée (10.8, 10.9).

The enemy unit that is named as beaten is taken to have left its hex. A place is (hex, done).
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.derived.movers import MovePoints, MoveRefused, MovingPiece, Place
from jdgtools.hexgrid import HexGrid
from jdgtools.rules import StepCost
from jdgtools.series.afe.driven_moves import CHARGERS, LineMover
from jdgtools.series.afe.neighbours import Neighbours

ADVANCE, PURSUIT = "advance", "pursuit"
"""Moves of this module."""


class AdvanceMover(LineMover):
    """A unit that enters the hex which a beaten enemy has left."""

    rule = "AFE-10.8-a"

    def __init__(
        self, piece: MovingPiece, around: Neighbours, column: str, vacated_hexes: frozenset[int]
    ) -> None:
        """Prepare the advance; `piece` and `around` are without the beaten unit."""
        budget = MovePoints(1, (f"one hex, no MP ({self.rule})",), "hexes")
        super().__init__(piece, column, around, (piece.hexes[0], 0), budget)
        self.vacated_hexes = vacated_hexes

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the hex that has been left, if stacking lets it in (AFE-10.8-a, AFE-10.8-d)."""
        for direction in range(6) if not place[1] else ():
            onward = self.step(place[0], direction)
            if (
                onward is not None
                and onward[0] in self.vacated_hexes
                and onward[0] not in self.around.no_stack
            ):
                why = f"into the hex that the beaten unit has left ({self.rule})"
                yield (onward[0], 1), StepCost(1, reasons=(why,))

    def end(self, place: Place) -> str:
        """Return why it does not stay."""
        if place[1] or not self.next_steps(place):
            return ""
        return "the Melee Table says whether it must advance or may stay (AFE-10.8-a)"

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return every facing after the advance (AFE-10.8-f)."""
        return tuple(range(6)) if place[1] else None


class PursuitMover(AdvanceMover):
    """A charging unit that enters the hex and charges on: momentum or dispersal (AFE-10.9-c, -e)."""

    rule = "AFE-10.9-c, AFE-10.9-e"

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return the facings with an enemy in the centre front hex, after one hexside of turn at most."""
        if not place[1]:
            return None
        holders = self.around.holders
        is_forced = self.piece.map_rules.options.get("momentum_facing_forced") is True
        hexes = frozenset(holders) if is_forced else frozenset[int]()
        ahead = pursuit_targets(self.grid, place[0], self.piece.facing or 0, hexes)
        return tuple(sorted(facing for facing, there in ahead.items() if there in holders))

    def targets(self, place: Place) -> tuple[int, ...]:
        """Return the hexes that it may charge next (AFE-10.9-h)."""
        there = (self.grid.neighbour(place[0], facing) for facing in self.facings(place) or ())
        return tuple(sorted(h for h in there if h is not None))

    def end(self, place: Place) -> str:
        """Return why it does not end there."""
        if place[1] and not self.targets(place):
            return "no enemy in its centre front hex: no momentum, an advance alone (AFE-10.9-h)"
        return super().end(place)


def advance_mover(piece: MovingPiece, column: str) -> AdvanceMover:
    """Return the mover of a unit that advances, or pursues after a charge.

    Raises:
        MoveRefused: it does not advance, or nobody has left a hex next to it.
    """
    unit = piece.unit
    kind = piece.battle.series.unit_type(unit.type) if unit is not None and unit.type else None
    why, ask = "", "name another unit with --unit"
    if piece.state.get("organisation") in ("discouraged", "routed"):
        why = "a discouraged or routed unit does not advance (AFE-10.8-b)"
    elif piece.kind == PURSUIT and (kind is None or kind.code not in CHARGERS or column != "mounted"):
        why = "only a unit that has charged pursues: mounted Ch and Ha (AFE-10.9-a, AFE-10.2-a)"
    elif piece.kind == PURSUIT and piece.back_up:
        why = "it was fatigued when it charged: no momentum (AFE-10.9-b)"
    elif piece.kind == PURSUIT and piece.facing is None:
        why, ask = "it has no facing, and charges along it", "give it with --facing"
    elif not piece.before:
        why, ask = (
            "no enemy unit is next to it (AFE-10.8-a)",
            "name with --attacker the unit that it has beaten",
        )
    if why:
        raise MoveRefused(f"`{piece.id}`: {why}", ask)
    free_hexes = frozenset(h for enemy in piece.before for h in enemy.hexes)
    after = piece.after_combat()
    mover = PursuitMover if piece.kind == PURSUIT else AdvanceMover
    return mover(after, Neighbours(after), column, free_hexes)


def pursuit_targets(
    grid: HexGrid, hex_index: int, facing: int, forced_hexes: frozenset[int] = frozenset()
) -> dict[int, int]:
    """Return the facings that a charger may take as it advances -> its centre front hex.

    It turns by one hexside at most (AFE-10.9-c, AFE-10.9-e); momentum and dispersal strike the enemy in the
    centre front hex, and without one there is none (AFE-10.9-h).

    Args:
        grid: the map.
        hex_index: hex into which it advances.
        facing: before the advance.
        forced_hexes: hexes with enemies; one must be faced if it can be (option `momentum_facing_forced`,
            AMB-60). Empty = the facing is free.
    """
    facings = ((facing + turn) % 6 for turn in (-1, 0, 1))
    targets = {f: there for f in facings if (there := grid.neighbour(hex_index, f)) is not None}
    facings_there = {f: there for f, there in targets.items() if there in forced_hexes}
    return facings_there or targets
