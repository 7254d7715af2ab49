"""Retreat, rout and rout movement of the Musket & Pike Battle Series: 11.4, 12.4.3 and 13.4.

A place is (hex of the left half, direction of the right half or -1, steps or points, whether it has left the
map). Two-hex units go with both halves side by side (MP-11.4.4-a); Morale Broken ones keep their halves too.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.derived.movers import MovePoints, MoveRefused, MovingPiece, Place, Pose
from jdgtools.derived.stepwise import StepwiseMover
from jdgtools.hexgrid import DIRECTIONS, dot, step_towards
from jdgtools.rules import StepCost
from jdgtools.series.mpbs.arms import BAGGAGE, GUNS, HORSE, LIGHT
from jdgtools.series.mpbs.movement import RULES as MOVEMENT

_ONE_HEX = -1
_HIT = "bad terrain: formation hit (MP-11.4.10-a)"
RETREAT, ROUT_RETREAT, ROUT = "retreat", "rout_retreat", "rout"
KINDS = {
    RETREAT: "retreat of one or two hexes after close combat, in order",
    ROUT_RETREAT: "the two hexes at once of a unit that becomes Morale Broken",
    ROUT: "rout movement of a Morale Broken unit towards its edge of the map",
}
"""Moves of this module."""


class _DrivenMover(StepwiseMover):
    """What the three have in common: halves, other units, the way to the edge."""

    def __init__(
        self, piece: MovingPiece, budget: MovePoints, notes: tuple[str, ...], edge: str | None
    ) -> None:
        grid = piece.map_rules.map.grid
        along = grid.direction(*piece.hexes) if len(piece.hexes) == 2 else None
        start = (piece.hexes[0], _ONE_HEX if along is None else along, 0, 0)
        super().__init__(piece, start, budget, notes)
        self.holders = {h: e.unit.id for e in piece.enemies for h in e.hexes}
        self.friends = {h: f.unit for f in piece.friends for h in f.hexes}
        towards = step_towards(edge, self.grid.orientation)
        self.towards = tuple(0 if towards is None else dot(step, towards) for step in DIRECTIONS)
        """How far each step leads towards its edge; below 0 = away from it."""
        self.edge = frozenset(() if edge is None else self.grid.edge_hexes(edge))
        self.before = [h for e in piece.before for h in e.hexes]
        self.hits_in_rout = piece.map_rules.options.get("formation_hits_in_rout") is True
        """Whether bad terrain costs a unit in rout its formation as well (AMB-43)."""

    def halves(self, place: Place) -> tuple[int, ...]:
        """Return the hexes of a place."""
        other = None if place[1] == _ONE_HEX else self.grid.neighbour(place[0], place[1])
        return (place[0],) if other is None else (place[0], other)

    def step(self, place: Place, direction: int) -> tuple[tuple[int, ...], StepCost] | None:
        """Return where both halves come to, and the cost; None where something bars one of them."""
        before = self.halves(place)
        after = []
        for h in before:
            target = self.grid.neighbour(h, direction)
            shut = self.piece.prohibitions.of_step(h, direction, target)
            if target is None or not self.in_play(target) or shut or self._barring_units(target):
                return None
            after.append(target)
        cost = MOVEMENT.pair(self.piece.map_rules, [(h, direction) for h in before], self.movement_class)
        return None if cost.cost is None else (tuple(after), cost)

    def _barring_units(self, target: int) -> str:
        """Return why units keep it out of a hex (MP-11.4.3-a, -b)."""
        if target in self.holders:
            return f"held by the enemy unit {self.holders[target]} (MP-11.4.5-a)"
        friend, unit = self.friends.get(target), self.piece.unit
        if (
            friend is None
            or friend.arm in (GUNS, BAGGAGE)
            or unit is None
            or {unit.arm, friend.arm} == {HORSE, LIGHT}
        ):
            return ""
        return f"held by `{friend.id}`: no rout or retreat through friends (MP-11.4.3-a)"

    def gun_words(self, hexes: tuple[int, ...]) -> list[str]:
        """Return what happens to artillery on the way."""
        guns = [u.id for h in hexes if (u := self.friends.get(h)) is not None and u.arm == GUNS]
        return [f"through {', '.join(guns)}, which is Disabled (MP-11.4.3-a)"] if guns else []

    def pose(self, place: Place) -> Pose:
        """Return the hexes; the facing while the unit has one."""
        return Pose(self.halves(place), None if self.faceless else self.piece.facing)

    @property
    def faceless(self) -> bool:
        """Whether it is Morale Broken, and has no facing (MP-12.4.3-a)."""
        return True

    def why_closed(self, hex_index: int) -> str:
        """Return why it never enters a hex."""
        return self._barring_units(hex_index)


class RetreatMover(_DrivenMover):
    """One or two hexes away from the enemy fought, or two of a unit that routs at once."""

    def __init__(self, piece: MovingPiece, edge: str | None, in_order: bool) -> None:
        """Prepare the move.

        Args:
            piece: the unit.
            edge: of the map, its own; None = nothing says it.
            in_order: a retreat of one or two hexes; else the rout of exactly two.
        """
        self.in_order = in_order
        words = (
            "one or two hexes, facing kept (MP-11.4.1-c)"
            if in_order
            else "two hexes (MP-11.4.1-b, MP-12.4.3-b)"
        )
        names = ", ".join(e.unit.id for e in piece.before) or "nobody: name those of --attacker"
        super().__init__(piece, MovePoints(2, (words,), "hexes"), (f"before {names} (MP-11.4.2-a)",), edge)
        if not self.next_steps(self.start):
            penalty = (
                "one SP lost (MP-11.4.5-e, AMB-42)" if in_order else "Unable to Retreat table (MP-11.4.5-a)"
            )
            self.notes = (*self.notes, f"no hex to go to: {penalty}")

    @property
    def faceless(self) -> bool:
        """Whether it routs; a retreat keeps facing and formation (MP-11.4.1-c)."""
        return not self.in_order

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the best hexes by the priorities of 11.4.2: from the enemy, to the edge, the cheapest."""
        if place[2] == 2:
            return
        ways = []
        for direction in range(6):
            way = self.step(place, direction)
            if way is None or not self._away(self.halves(place), way[0]):
                continue
            ways.append(((-self.towards[direction], way[1].cost or 0), direction, way))
        best = min((key for key, _, _ in ways), default=None)
        for key, direction, (after, cost) in ways:
            if key == best:
                reasons = ["away from the enemy (MP-11.4.2-a)"]
                if self.towards[direction] > 0:
                    reasons.append("towards its edge (MP-11.4.2-b)")
                reasons.append("the way of least resistance (MP-11.4.2-c)")
                hit = cost.disorders and (self.in_order or self.hits_in_rout)
                if hit:
                    reasons.append(_HIT)
                reasons += self.gun_words(after)
                there = (after[0], place[1], place[2] + 1, 0)
                yield there, StepCost(1, "", hit, tuple(reasons))

    def _away(self, before: tuple[int, ...], after: tuple[int, ...]) -> bool:
        """Return whether it moves away from the enemies fought, and is next to none of them (MP-11.4.2-a)."""
        distance = self.grid.distance

        def nearest(hexes: tuple[int, ...]) -> int:
            return min((distance(a, b) for a in hexes for b in self.before), default=0)

        return not self.before or (nearest(after) > nearest(before) and nearest(after) > 1)

    def end(self, place: Place) -> str:
        """Return why it does not stop there."""
        if place[2] == 0:
            if self.next_steps(place):
                return "one or two hexes (MP-11.4.1-c)" if self.in_order else "two hexes (MP-11.4.1-b)"
            return "it cannot go (MP-11.4.5-a, MP-11.4.5-e)"
        if self.in_order or place[2] == 2:
            return ""
        return (
            "goes on: two hexes" if self.next_steps(place) else "Unable to Retreat from there (MP-11.4.5-d)"
        )


class RoutMover(_DrivenMover):
    """A Morale Broken unit in the Rout Phase: its base allowance, the way of least resistance (13.4)."""

    def __init__(self, piece: MovingPiece, edge: str, points: int) -> None:
        """Prepare the move with its base allowance."""
        words = (
            f"base allowance: {points} MP, all of them (MP-13.4.1-a)",
            f"towards the edge {edge} (MP-13.4.1-a)",
        )
        notes = ("every MP that it cannot use costs one SP (MP-13.4.2-a)",)
        super().__init__(piece, MovePoints(points, words), notes, edge)
        self.points = points
        self.resistance = self._resistance()

    def _resistance(self) -> dict[int, int]:
        """Return hex -> cost of the cheapest way from there off the map, other units barring it (AMB-52)."""
        grid, rules, column = self.grid, self.piece.map_rules, self.movement_class
        costs = {h: 1 for h in self.edge if self.in_play(h)}
        queue = sorted(costs)
        while queue:
            here = min(queue, key=lambda h: (costs[h], h))
            queue.remove(here)
            for direction, near in enumerate(grid.neighbour_table[here]):
                if near is None or not self.in_play(near) or self._barring_units(here):
                    continue
                back = (direction + 3) % 6
                step = MOVEMENT.step(rules, near, back, column).cost
                if step is None or self.piece.prohibitions.of_step(near, back, here):
                    continue
                if costs[here] + step < costs.get(near, costs[here] + step + 1):
                    costs[near] = costs[here] + step
                    queue.append(near)
        return costs

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the hexes on the cheapest ways to the edge, or the step off the map (AMB-52)."""
        mp_spent = place[2]
        if place[3]:
            return
        if any(h in self.edge for h in self.halves(place)):
            if mp_spent < self.points:
                why = "leaves the map, 1 MP: eliminated (MP-13.4.3-a, AMB-52)"
                yield (place[0], place[1], mp_spent + 1, 1), StepCost(1, reasons=(why,))
            return
        ways = []
        for direction in range(6):
            way = self.step(place, direction)
            if way is not None and way[0][0] in self.resistance:
                ways.append(((way[1].cost or 0) + self.resistance[way[0][0]], way))
        least = min((rest for rest, _ in ways), default=None)
        for rest, (after, cost) in ways:
            if rest == least and mp_spent + (cost.cost or 0) <= self.points:
                hit = cost.disorders and self.hits_in_rout
                reasons = [*cost.reasons, "the way of least resistance (MP-13.4.1-a)", *self.gun_words(after)]
                reasons += [_HIT] if hit else []
                yield (
                    (after[0], place[1], mp_spent + (cost.cost or 0), 0),
                    StepCost(cost.cost, cost.way, hit, tuple(reasons)),
                )

    def end(self, place: Place) -> str:
        """Return why it does not stop there."""
        if place[3]:
            return "leaves the map: eliminated (MP-13.4.3-a)"
        return "goes on with its whole allowance (MP-13.4.1-a)" if self.next_steps(place) else ""


def driven_mover(piece: MovingPiece) -> StepwiseMover:
    """Return the mover of a unit that retreats or routs.

    Raises:
        MoveRefused: it does not retreat or rout so.
    """
    unit, edge = piece.unit, piece.rout_edge
    if unit is None:
        raise MoveRefused(f"`{piece.id}` goes with a unit", "name the unit with --unit")
    if unit.arm in (GUNS, BAGGAGE):
        raise MoveRefused(
            f"`{piece.id}`: artillery and baggage never rout (MP-12.4.4-a)", "name another unit"
        )
    if piece.kind == RETREAT:
        return RetreatMover(piece, edge, in_order=True)
    if edge is None:
        raise MoveRefused(f"the scenario names no edge of `{piece.side}` (AMB-41)", "give `rout_edge`")
    if piece.kind == ROUT_RETREAT:
        return RetreatMover(piece, edge, in_order=False)
    if piece.state.get("morale") != "morale_broken":
        why = f"`{piece.id}` is not Morale Broken (MP-13.4.1-a)"
        raise MoveRefused(why, "say so with --state morale-broken")
    kind = "heavy_infantry" if unit.arm == "dismounted_cavalry" else unit.arm
    value = piece.map_rules.charts.get("T-MA").value(kind, "formation_normal")
    return RoutMover(piece, edge, value if isinstance(value, int) else 0)
