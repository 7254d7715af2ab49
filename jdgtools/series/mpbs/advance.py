"""The advance of Musket & Pike into the hex that the loser of a close combat has left (11.4.6 to 11.4.10).

The unit that is named as fought with is taken to have left its hexes. A place is (hex, facing, done): the hex
of the left half of a two-hex unit, whose right half follows from the facing.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.derived.movers import MovePoints, MoveRefused, MovingPiece, Place, Pose
from jdgtools.derived.stepwise import StepwiseMover
from jdgtools.rules import StepCost
from jdgtools.series.mpbs.arms import BAGGAGE, GUNS
from jdgtools.series.mpbs.footprint import facing_of, right_of, wheel
from jdgtools.series.mpbs.movement import RULES as MOVEMENT

ADVANCE = "advance"
"""Kind of move of this module."""
_NO_FACING = -1


class AdvanceMover(StepwiseMover):
    """A unit that has won a close combat."""

    def __init__(self, piece: MovingPiece) -> None:
        """Prepare the advance."""
        grid = piece.map_rules.map.grid
        facing = facing_of(grid, *piece.hexes) if len(piece.hexes) == 2 else piece.facing
        names = ", ".join(e.unit.id for e in piece.before)
        notes = (
            f"{names} has left the hex (MP-11.4.6-a)",
            "the attacker must, the defender may (MP-11.4.6-a, -b); it triggers reactions (MP-11.4.9-a)",
        )
        budget = MovePoints(1, ("an advance costs no MP (MP-11.4.6-c)",), "hexes")
        super().__init__(piece, (piece.hexes[0], _NO_FACING if facing is None else facing, 0), budget, notes)
        self.vacated_hexes = frozenset(h for e in piece.before for h in e.hexes)
        enemies_before = {e.unit.id for e in piece.before}
        self.holders = {h: o.unit for o in piece.others if o.unit.id not in enemies_before for h in o.hexes}

    def halves(self, place: Place) -> tuple[int, ...]:
        """Return the hexes of a place."""
        if len(self.piece.hexes) == 1:
            return (place[0],)
        other = right_of(self.grid, place[0], place[1])
        return (place[0],) if other is None else (place[0], other)

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the advance of the whole unit, or the wheels that bring one half in (MP-11.4.8-a)."""
        if place[2]:
            return
        before, facing = self.halves(place), place[1]
        whole = [
            ((after[0], facing, 1), step)
            for direction in range(6)
            if (after := self._beyond(before, direction)) and self.vacated_hexes & (set(after) - set(before))
            if (step := self._step([(h, direction) for h in before], after)) is not None
        ]
        yield from whole
        if whole or len(before) == 1:
            return
        for to_right in (False, True):
            wheel_place = wheel(self.grid, (before[0], before[1]), facing, to_right)
            if wheel_place is None or not self.vacated_hexes & (set(wheel_place.halves) - set(before)):
                continue
            step = self._step([(wheel_place.mover, wheel_place.direction)], wheel_place.halves)
            if step is not None:
                why = "one half alone can: it wheels (MP-11.4.8-a)"
                there = (wheel_place.halves[0], wheel_place.facing, 1)
                yield there, StepCost(1, "", step.disorders, (*step.reasons, why))

    def _beyond(self, before: tuple[int, ...], direction: int) -> tuple[int, ...]:
        """Return the hexes beside the halves in a direction; () where one of them is off the map."""
        after = [there for h in before if (there := self.grid.neighbour(h, direction)) is not None]
        return tuple(after) if len(after) == len(before) else ()

    def _step(self, steps: list[tuple[int, int]], after: tuple[int, ...]) -> StepCost | None:
        """Return the step into free hexes with its formation hits; None = it is barred (MP-11.4.10-a)."""
        for h in after:
            holder = self.holders.get(h)
            if not self.in_play(h) or (holder is not None and holder.arm not in (GUNS, BAGGAGE)):
                return None
        of_step = self.piece.prohibitions.of_step
        if any(of_step(h, d, self.grid.neighbour(h, d)) for h, d in steps):
            return None
        cost = MOVEMENT.pair(self.piece.map_rules, steps, self.movement_class)
        if cost.cost is None:
            return None
        reasons = ["into the hex that the loser has left, whatever it faces (MP-11.4.6-a, MP-11.4.7-a)"]
        hit = cost.disorders and self.piece.state.get("formation") not in ("open_order", "column")
        if hit:
            reasons.append("bad terrain: formation hit (MP-11.4.10-a)")
        return StepCost(1, "", hit, tuple(reasons))

    def end(self, place: Place) -> str:
        """Return why it does not stay."""
        if place[2] or not self.next_steps(place):
            return ""
        return "the winning attacker must advance (MP-11.4.6-a); a defender may stay (MP-11.4.6-b)"

    def pose(self, place: Place) -> Pose:
        """Return hexes and facing."""
        return Pose(self.halves(place), None if place[1] == _NO_FACING else place[1])

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return the facings after a turn by one corner; two-hex units do not turn (MP-11.4.7-a, -8-b)."""
        if place[1] == _NO_FACING:
            return None
        turns = (0,) if len(self.piece.hexes) == 2 or not place[2] else (-1, 0, 1)
        return tuple(sorted({(place[1] + turn) % 6 for turn in turns}))


def advance_mover(piece: MovingPiece) -> AdvanceMover:
    """Return the mover of a unit that advances after close combat.

    Raises:
        MoveRefused: it does not fight, or nobody has left a hex before it.
    """
    unit = piece.unit
    if unit is None or unit.arm in (GUNS, BAGGAGE):
        raise MoveRefused(
            f"`{piece.id}` fights no close combat (MP-11.4.6-a)", "name another unit with --unit"
        )
    if not piece.before:
        raise MoveRefused(
            f"`{piece.id}` stands next to no enemy unit (MP-11.4.6-a)",
            "name with --attacker the unit that it has beaten",
        )
    return AdvanceMover(piece)
