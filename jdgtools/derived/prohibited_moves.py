"""Movers that obey the prohibitions of a scenario: the same for the units of every series.

`keep_prohibitions` wraps the mover of a series; what special rules close is left out of its moves.
"""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.derived.movers import AttackingMover, MovePoints, Mover, Place, Pose
from jdgtools.hexgrid import HexGrid
from jdgtools.model.prohibitions import Prohibitions
from jdgtools.rules import StepCost

_AROUND = 2
"""So far from the hex of a place a move may lead: two-hex units enter hexes beside their other half."""


class ProhibitedMover:
    """A mover without the moves that special rules forbid."""

    def __init__(self, mover: Mover, grid: HexGrid, prohibitions: Prohibitions) -> None:
        """Prepare the move.

        Args:
            mover: how the piece would move without the rules.
            grid: of the map.
            prohibitions: what is closed to it.
        """
        self.mover, self.grid, self.prohibitions = mover, grid, prohibitions
        self.movement_class = mover.movement_class
        centres = {*prohibitions.hexes, *(step // 6 for step in prohibitions.steps)}
        self._near = frozenset(h for centre in centres for h in grid.disc(centre, _AROUND))

    @property
    def start(self) -> Place:
        """Where it begins."""
        return self.mover.start

    @property
    def budget(self) -> MovePoints:
        """What it may spend."""
        return self.mover.budget

    @property
    def notes(self) -> tuple[str, ...]:
        """What holds for the whole move."""
        return self.mover.notes

    def moves(self, place: Place) -> Iterable[tuple[Place, int]]:
        """Return what it can do next, without what is closed."""
        moves = self.mover.moves(place)
        if place[0] not in self._near and place != self.mover.start:
            return moves
        return [(target, cost) for target, cost in moves if not self._why(place, target)]

    def _why(self, place: Place, target: Place) -> str:
        """Return why a move is closed; '' = it is not."""
        before, after = self.mover.pose(place).hexes, self.mover.pose(target).hexes
        if set(before) == set(after):
            return ""
        for index in after:
            if index not in before and index in self.prohibitions.hexes:
                return self.prohibitions.hexes[index]
        for old, new in zip(before, after, strict=False):
            direction = None if old == new else self.grid.direction(old, new)
            if direction is not None and 6 * old + direction in self.prohibitions.steps:
                return self.prohibitions.steps[6 * old + direction]
        return ""

    def limit(self, place: Place) -> int | None:
        """Return what may be spent in all on a move that goes on from a place."""
        return self.mover.limit(place)

    def leg(self, place: Place, target: Place) -> StepCost:
        """Return one of those moves with its reasons."""
        why = self._why(place, target)
        return StepCost(None, reasons=(why,)) if why else self.mover.leg(place, target)

    def stops(self, place: Place) -> bool:
        """Return whether its move ends there."""
        return self.mover.stops(place)

    def end(self, place: Place) -> str:
        """Return why its move may not end there."""
        return self.mover.end(place)

    def pose(self, place: Place) -> Pose:
        """Return the place in the words of the model."""
        return self.mover.pose(place)

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return the facings that it may have if its move ends there."""
        return self.mover.facings(place)

    def why_closed(self, hex_index: int) -> str:
        """Return why it never enters a hex, or why no step next to it is open."""
        why = self.prohibitions.hexes.get(hex_index) or self.mover.why_closed(hex_index)
        if why:
            return why
        for direction, near in enumerate(self.grid.neighbour_table[hex_index]):
            reason = self.prohibitions.steps.get(6 * hex_index + direction)
            if reason and near is not None:
                return f"the hexside to {self.grid.id(near)} is {reason}"
        return ""


class ProhibitedCharge(ProhibitedMover):
    """A mover whose move ends in an attack, without what special rules forbid."""

    def targets(self, place: Place) -> tuple[int, ...]:
        """Return the hexes that may be attacked from there; nobody attacks over a closed hexside."""
        if not isinstance(self.mover, AttackingMover):
            return ()
        steps = ((h, self.grid.direction(place[0], h)) for h in self.mover.targets(place))
        return tuple(h for h, d in steps if d is None or 6 * place[0] + d not in self.prohibitions.steps)


def keep_prohibitions(mover: Mover, grid: HexGrid, prohibitions: Prohibitions) -> Mover:
    """Return a mover that keeps to what special rules close; the same one where they close nothing."""
    if not prohibitions:
        return mover
    kind = ProhibitedCharge if isinstance(mover, AttackingMover) else ProhibitedMover
    return kind(mover, grid, prohibitions)
