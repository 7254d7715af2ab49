"""The pursuit of Jours de Gloire after a charge: along the way of the pursued unit (9.5).

The enemy units that are named as beaten are taken to have left their hexes, the pursued one by the hexes of
`MovingPiece.fled`; without them it is eliminated. A place is (hex, facing, number of the way, hexes of the
way that have been entered, level).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from jdgtools.derived.movers import MovePoints, MoveRefused, MovingPiece, Place, Pose
from jdgtools.derived.stepwise import StepwiseMover
from jdgtools.model.prohibitions import attack_forbidden
from jdgtools.rules import StepCost
from jdgtools.series.jdg.charge import why_no_charge
from jdgtools.series.jdg.effects import EFFECTS
from jdgtools.series.jdg.movement import RULES as MOVEMENT
from jdgtools.series.jdg.mover import no_end
from jdgtools.series.jdg.occupancy import Neighbours
from jdgtools.series.jdg.retreat import LEVELS

PURSUIT = "pursuit"
"""Kind of move of this module."""
_BLOCKS = [effect.id for effect in EFFECTS.effects].index("blocks_charge")
_ORDERED = LEVELS.index("ordered")


class PursuitMover(StepwiseMover):
    """Cavalry that follows whom it has beaten in a charge."""

    def __init__(self, piece: MovingPiece, ways: tuple[tuple[int, ...], ...], around: Neighbours) -> None:
        """Prepare the pursuit; see `pursuit_mover`.

        Args:
            piece: the cavalry, without the units that it has beaten.
            ways: of the beaten unit, each from the hex that it has left.
            around: the others, without the beaten units.
        """
        assert piece.facing is not None
        words = "the way of the pursued unit, no limit of MP (JDG-9.5.2-i, AMB-78)"
        notes = (
            "heavy cavalry pursues first, then the highest cohesion (JDG-9.5.2-d, JDG-9.5.2-f)",
            "each charge in pursuit after the first: -1 more (JDG-9.5.2-p)",
        )
        start = (piece.hexes[0], piece.facing, 0, 0, _ORDERED)
        super().__init__(piece, start, MovePoints(max(map(len, ways)), (words,), "hexes"), notes)
        self.ways, self.ground = ways, around.ground
        self.quarry = piece.fled[-1] if piece.fled else None
        """Hex where the pursued unit stands now; None = it is eliminated."""
        self.holders = {h: e.unit.id for e in piece.enemies for h in e.hexes}
        if not self.next_steps(self.start):
            first = "; ".join(sorted({self._bars(self.start, way[0]) for way in ways}))
            self.notes = (*self.notes, f"no pursuit: {first}")

    @cached_property
    def _friends(self) -> dict[int, str]:
        """Return the hexes of friends that it does not enter, and why."""
        why = {
            h: "a charge enters no hex with friendly artillery (JDG-9.1-h)"
            for friend in self.piece.friends
            for h in friend.hexes
            if friend.unit.arm == "artillery"
        }
        squares = {
            h: "no unit passes a square (JDG-4.4.3-d)"
            for friend in self.piece.friends
            for h in friend.hexes
            if friend.state("square") == "in_square"
        }
        return {**no_end(self.piece, entries=False), **squares, **why}

    def _bars(self, place: Place, target: int) -> str:
        """Return why the pursuit stops before a hex next to a place; '' = it enters it."""
        origin = place[0]
        direction = self.grid.direction(origin, target)
        if direction is None or not self.in_play(target):
            return "the next hex of the way is not next to it, or not in play"
        if place == self.start and target not in self.ground.front(origin, place[1]):
            return "a charge strikes its front hexes alone (JDG-9.2-a)"
        values = EFFECTS.of_step(self.piece.map_rules, origin, direction)
        if values is None or values[_BLOCKS] is True:
            return "ground impassable to cavalry, or where charging is forbidden (JDG-9.5.2-n)"
        if MOVEMENT.step(self.piece.map_rules, origin, direction, self.movement_class).cost is None:
            return "ground impassable to cavalry (JDG-9.5.2-n)"
        if target in self.holders:
            return f"held by the enemy unit {self.holders[target]} (JDG-5.1.2-a)"
        return self.piece.prohibitions.of_step(origin, direction, target) or self._friends.get(target, "")

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the next hex of the way with every facing that it may take there (JDG-9.5.2-h, -i, -k)."""
        origin, facing, number, steps_done, level = place
        if level != _ORDERED or (steps_done and self._contact(place)):
            return
        numbers = range(len(self.ways)) if not steps_done else (number,)
        for choice in numbers:
            way = self.ways[choice]
            if steps_done == len(way) or self._bars(place, way[steps_done]):
                continue
            target = way[steps_done]
            direction = self.grid.direction(origin, target)
            assert direction is not None
            step = MOVEMENT.step(self.piece.map_rules, origin, direction, self.movement_class)
            why = "into the hex that was left" if not steps_done else "along the way of the pursued unit"
            reasons = [f"{why}, zones of control do not count (JDG-9.5.2-i)"]
            if step.disorders:
                reasons.append("terrain disorders it: it charges no more (JDG-8.7.1-i, JDG-9.1-b)")
            after = min(level + int(step.disorders), len(LEVELS) - 1)
            for new_facing in self._turns(target, facing, way[steps_done + 1 :]):
                words = [*reasons, "turns by one corner (JDG-9.5.2-h)"] if new_facing != facing else reasons
                there = (target, new_facing, choice, steps_done + 1, after)
                yield there, StepCost(1, step.way, bool(step.disorders), tuple(words))

    def _turns(self, here: int, facing: int, rest: tuple[int, ...]) -> list[int]:
        """Return the facings after entering a hex: one corner at most.

        After an eliminated unit it is free in that (JDG-9.5.2-k). After one that flees it turns so that the
        pursued unit, or the hex into which that went next, is in front (JDG-9.5.2-h); the pursuit is
        compulsory (JDG-9.5.1-a), so it turns where one corner suffices, and keeps its facing elsewhere.
        """
        corners = [(facing + turn) % 6 for turn in (0, -1, 1)]
        if self.quarry is None:
            return corners
        near = self.grid.distance(here, self.quarry) <= 1
        goal = self.quarry if near or not rest else rest[0]
        return [c for c in corners if goal in self.ground.front(here, c)] or [facing]

    def _contact(self, place: Place) -> bool:
        """Return whether it has caught the pursued unit, or an enemy is in front of it (JDG-9.5.2-j)."""
        if self.quarry is not None and self.grid.distance(place[0], self.quarry) == 1:
            return True
        return any(h in self.holders for h in self.ground.front(place[0], place[1]))

    def end(self, place: Place) -> str:
        """Return why it does not end there."""
        if not self.next_steps(place):
            return ""
        if place == self.start:
            return "the pursuit is compulsory (JDG-9.5.1-a)"
        return "goes on until the pursued unit or another enemy is before it (JDG-9.5.2-j)"

    def pose(self, place: Place) -> Pose:
        """Return hex and facing; the level if it has changed."""
        return Pose((place[0],), place[1], {} if place[4] == _ORDERED else {"level": LEVELS[place[4]]})

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return the facing of the place."""
        return (place[1],)

    def targets(self, place: Place) -> tuple[int, ...]:
        """Return the hexes that it charges from there: all before it in terrain for charges (JDG-9.5.2-r)."""
        if not place[3] or place[4] != _ORDERED:
            return ()
        front = self.ground.front(place[0], place[1])
        held_hexes = dict.fromkeys((h for h in front if h in self.holders or h == self.quarry), None)
        return tuple(sorted(h for h in held_hexes if self._may_charge(place[0], h)))

    def _may_charge(self, origin: int, target: int) -> bool:
        direction = self.grid.direction(origin, target)
        values = None if direction is None else EFFECTS.of_step(self.piece.map_rules, origin, direction)
        if values is None or values[_BLOCKS] is True:
            return False
        piece, enemy = self.piece, self.holders.get(target)
        return enemy is None or not attack_forbidden(piece.scenario, self.grid, piece.id, enemy, piece.turn)

    def why_closed(self, hex_index: int) -> str:
        """Return why the pursuit never enters a hex."""
        before = [(self.origin, *way)[way.index(hex_index)] for way in self.ways if hex_index in way]
        if not before:
            return "not on the way of the pursued unit"
        _, facing, number, _, level = self.start
        return min(self._bars((origin, facing, number, 0, level), hex_index) for origin in before)


def pursuit_mover(piece: MovingPiece, around: Neighbours) -> PursuitMover:
    """Return the mover of cavalry that pursues.

    Raises:
        MoveRefused: it could not have charged, or whom it has beaten is not pursued.
    """
    why, ask = why_no_charge(piece, around), "name another unit with --unit, or another turn with --turn"
    if not why and all(e.unit.arm == "artillery" for e in piece.before) and piece.before:
        why = "no pursuit after artillery alone has been eliminated (JDG-8.9-i)"
    elif not why and piece.facing is None:
        why, ask = "it has no facing, and charges what it faces", "give it with --facing"
    if why:
        raise MoveRefused(f"`{piece.id}`: {why}", ask)
    return PursuitMover(piece.after_combat(), piece.ways_of_pursuit(), around)
