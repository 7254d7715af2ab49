"""How the units of a series move in their states: its hook `unit_moves`, or else by class.

`derive` asks `unit_moves` once; the answer makes a `Mover` for a unit of the setup, which the search for
paths (`reach`) then asks step by step.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from jdgtools.derived.class_mover import ClassMover
from jdgtools.derived.movers import MovePoints, Mover, MovingPiece, UnitMoves
from jdgtools.derived.occupancy import Occupancy
from jdgtools.derived.protocols import zoc_rules
from jdgtools.model.pieces import Unit
from jdgtools.model.stack_rules import StackRules
from jdgtools.rules import Series


class PlainUnitMoves:
    """Units of a series without `unit_moves`: by class, among the others as its ZOC rules say."""

    kinds: Mapping[str, str] = {}

    def mover(self, piece: MovingPiece) -> Mover:
        """Return the mover of a piece; hexes of the enemy are closed in any case."""
        zoc, points = zoc_rules(piece.series), piece.printed_allowance()
        if zoc is not None and piece.scenario is not None:
            occupancy = zoc.occupancy(piece.map_rules, piece.battle, piece.scenario, piece.id, piece.hexes[0])
        else:
            enemies = {h: f"held by `{enemy.unit.id}`" for enemy in piece.enemies for h in enemy.hexes}
            occupancy = Occupancy(closed_hexes=enemies)
        occupancy = replace(occupancy, no_end={**occupancy.no_end, **_stacks_against_rules(piece)})
        denominator = piece.series.movement.denominator
        return ClassMover(
            piece.series.movement,
            piece.map_rules,
            piece.hexes[0],
            piece.movement_class,
            occupancy,
            piece.facing,
            MovePoints(None if points is None else points * denominator, ("as printed",)),
        )


def _stacks_against_rules(piece: MovingPiece) -> dict[int, str]:
    """Return the hexes with friends where a special rule lets the unit not end its move, and why."""
    rules, stacks = StackRules.of(piece.scenario), dict[int, list[Unit]]()
    for friend in piece.friends if piece.unit is not None else ():
        for index in friend.hexes:
            stacks.setdefault(index, []).append(friend.unit)
    reasons = {}
    for index, units in stacks.items():
        ruling = rules.ruling(index, [*units, *([piece.unit] if piece.unit else [])])
        if ruling is not None and not ruling.allows and index not in piece.hexes:
            reasons[index] = f"may not end there: {ruling.why}"
    return reasons


def unit_moves(series: Series) -> UnitMoves:
    """Return how units of a series move in their states."""
    if not series.has("unit_moves"):
        return PlainUnitMoves()
    rules: UnitMoves = series.hook("unit_moves", "RULES")
    return rules
