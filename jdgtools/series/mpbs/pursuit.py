"""Cavalry pursuit of Musket & Pike, result Pursue and Eliminate: along the rout of the loser (11.7).

The unit that is named as fought with is taken to have left its hexes and to have routed by the hexes of
`MovingPiece.fled`. A place is (hex, number of the way, hexes of the way that have been entered).
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.derived.movers import MovePoints, MoveRefused, MovingPiece, Place, Pose
from jdgtools.derived.stepwise import StepwiseMover
from jdgtools.rules import StepCost
from jdgtools.series.mpbs.arms import BAGGAGE, GUNS, HORSE, LIGHT
from jdgtools.series.mpbs.movement import RULES as MOVEMENT
from jdgtools.series.mpbs.neighbours import Neighbours

PURSUIT = "pursuit"
"""Kind of move of this module."""


class PursuitMover(StepwiseMover):
    """Cavalry that pursues the loser to the hex next to it."""

    def __init__(self, piece: MovingPiece, ways: tuple[tuple[int, ...], ...], loser: str) -> None:
        """Prepare the pursuit.

        Args:
            piece: the cavalry, without the units that it has beaten.
            ways: of the loser, each from the hex that it has left.
            loser: its id, for the words.
        """
        notes = (
            f"{loser} is eliminated, even where the cavalry cannot follow (MP-11.7.2-f)",
            "reactions only where it ends (MP-11.7.2-e)",
        )
        words = "the rout of the loser up to the hex next to it, no MP (MP-11.7.2-c)"
        super().__init__(
            piece, (piece.hexes[0], 0, 0), MovePoints(len(ways[0]) - 1, (words,), "hexes"), notes
        )
        self.ways = ways
        self.around = Neighbours(piece)
        self.holders = {h: other.unit for other in piece.others for h in other.hexes}

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the next hex of the way, the last one, where the loser stands, excepted (MP-11.7.2-c)."""
        origin, number, is_done = place
        for choice in range(len(self.ways)) if not is_done else (number,):
            way = self.ways[choice]
            has_joined = is_done and origin in self.around.joins
            if is_done == len(way) - 1 or has_joined or self._bars(origin, way[is_done]):
                continue
            reasons = ["along the rout of the loser, whatever it faces (MP-11.7.2-c, MP-11.4.7-a)"]
            holder = self.holders.get(way[is_done])
            if holder is not None and holder.arm == GUNS and holder.side != self.piece.side:
                reasons.append(f"`{holder.id}` is Captured (MP-11.7.2-d, AMB-45)")
            yield (way[is_done], choice, is_done + 1), StepCost(1, reasons=tuple(reasons))

    def _bars(self, origin: int, target: int) -> str:
        """Return why it cannot follow into a hex; '' = it can (MP-11.7.2-f)."""
        direction, holder = self.grid.direction(origin, target), self.holders.get(target)
        if direction is None or not self.in_play(target):
            return "the next hex of the rout is not next to it, or not in play"
        if holder is not None and holder.side != self.piece.side and holder.arm not in (GUNS, BAGGAGE):
            return f"held by the enemy unit `{holder.id}` (MP-11.7.2-f)"
        if holder is not None and holder.side == self.piece.side and target in self.around.closed_hexes:
            return self.around.closed_hexes[target]
        shut = self.piece.prohibitions.of_step(origin, direction, target)
        step = MOVEMENT.step(self.piece.map_rules, origin, direction, self.movement_class)
        return shut or ("impassable ground (MP-11.7.2-f)" if step.cost is None else "")

    def end(self, place: Place) -> str:
        """Return why it does not end there."""
        return "it must pursue to the hex next to the loser (MP-11.7.2-c)" if self.next_steps(place) else ""

    def pose(self, place: Place) -> Pose:
        """Return the hex; Formation Broken when it has pursued (MP-11.7.2-g)."""
        state = {"formation": "formation_broken"} if place[2] else {}
        return Pose((place[0],), self.piece.facing, state)

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return the facings after a turn by one corner at most (MP-11.4.7-a)."""
        facing = self.piece.facing
        if facing is None or not place[2]:
            return None
        return tuple(sorted({(facing + turn) % 6 for turn in (-1, 0, 1)}))

    def why_closed(self, hex_index: int) -> str:
        """Return why it never enters a hex."""
        if any(hex_index in way[:-1] for way in self.ways):
            return ""
        if any(hex_index == way[-1] for way in self.ways):
            return "the hex of the loser is not entered (MP-11.7.2-c)"
        return "not on the rout of the loser"


def pursuit_mover(piece: MovingPiece) -> PursuitMover:
    """Return the mover of cavalry that pursues.

    Raises:
        MoveRefused: it does not pursue, or nothing says by which hexes the loser routed.
    """
    why, ask = "", "name another unit with --unit"
    if piece.unit is None or piece.unit.arm != HORSE:
        why = "only cavalry pursues (MP-11.7.1-a)"
    elif not piece.before:
        why, ask = (
            "it stands next to no enemy unit (MP-11.7.1-a)",
            "name with --attacker the unit that it has beaten",
        )
    elif all(enemy.unit.arm == LIGHT for enemy in piece.before):
        why, ask = "no pursuit after beating light infantry (MP-11.7.1-b)", "ask for an advance"
    elif all(enemy.unit.arm == GUNS for enemy in piece.before):
        why, ask = "artillery does not rout: it is Captured (MP-11.5.1-a)", "ask for an advance"
    elif not piece.fled:
        why, ask = (
            "it pursues along the rout of the loser (MP-11.7.2-c)",
            "give the hexes of the rout with --fled, in order",
        )
    if why:
        raise MoveRefused(f"`{piece.id}`: {why}", ask)
    names = ", ".join(e.unit.id for e in piece.before)
    return PursuitMover(piece.after_combat(), piece.ways_of_pursuit(), names)
