"""A mover of few hexes that explains every step as it finds it: rout moves, retreats, charges.

What a series says once, in `steps`, is both the search and the words; `derived.class_mover` and the movers
of units keep the two apart because their moves are asked for thousands of times.
"""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.derived.movers import MovePoints, MovingPiece, Place, Pose
from jdgtools.rules import StepCost


class StepwiseMover:
    """A piece in a move whose path the rules prescribe. A place begins with the hex."""

    def __init__(
        self, piece: MovingPiece, start: Place, budget: MovePoints, notes: tuple[str, ...] = (),
        movement_class: str = "",
    ) -> None:  # fmt: skip
        """Prepare the move.

        Args:
            piece: who moves.
            start: where it begins.
            budget: what may be spent.
            notes: what holds for the whole move.
            movement_class: by which it moves; '' = its own.
        """
        self.piece, self.start, self.budget, self.notes = piece, start, budget, notes
        self.movement_class = movement_class or piece.movement_class
        self.grid = piece.map_rules.map.grid
        self.origin = start[0]
        self._steps: dict[Place, tuple[tuple[Place, StepCost], ...]] = {}

    def steps(self, place: Place) -> Iterable[tuple[Place, StepCost]]:
        """Yield what comes next, each with its cost and reasons."""
        raise NotImplementedError

    def next_steps(self, place: Place) -> tuple[tuple[Place, StepCost], ...]:
        """Return what comes next, worked out once."""
        steps = self._steps.get(place)
        if steps is None:
            steps = self._steps[place] = tuple(self.steps(place))
        return steps

    def in_play(self, hex_index: int | None) -> bool:
        """Return whether there is such a hex, and it is in play."""
        return hex_index is not None and self.piece.map_rules.map.playable[hex_index]

    def moves(self, place: Place) -> Iterable[tuple[Place, int]]:
        """Return what comes next with the cost."""
        return [(target, step.cost) for target, step in self.next_steps(place) if step.cost is not None]

    def leg(self, place: Place, target: Place) -> StepCost:
        """Return one of those steps with its reasons."""
        return next(step for there, step in self.next_steps(place) if there == target)

    def limit(self, place: Place) -> int | None:
        """Return None: nothing on the way lowers what may be spent."""
        return None

    def stops(self, place: Place) -> bool:
        """Return whether nothing follows."""
        return not self.next_steps(place)

    def end(self, place: Place) -> str:
        """Return why the move may not end there; '' = it may."""
        return ""

    def pose(self, place: Place) -> Pose:
        """Return the hex, with the facing of the start."""
        return Pose((place[0],), self.piece.facing)

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return None: the facing is that of the pose."""
        return None

    def why_closed(self, hex_index: int) -> str:
        """Return why it never enters a hex."""
        holder = next((e.unit.id for e in self.piece.enemies if hex_index in e.hexes), None)
        return f"held by the enemy unit {holder}" if holder is not None else ""
