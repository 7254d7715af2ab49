"""Charge, retreat and rout of Au fil de l'épée: the lines that the rules prescribe (10.2, 10.7, 12.2).

Places begin with the hex; what follows is what each mover counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.derived.movers import MovePoints, MoveRefused, MovingPiece, Place, Pose
from jdgtools.derived.stepwise import StepwiseMover
from jdgtools.model.prohibitions import attack_forbidden
from jdgtools.rules import StepCost
from jdgtools.series.afe.edges import directions_towards
from jdgtools.series.afe.effects import EFFECTS
from jdgtools.series.afe.movement import RULES as MOVEMENT
from jdgtools.series.afe.neighbours import Neighbours

CHARGERS = ("Ch", "Ha")
MAX_CHARGE_MP = 4
"""What a charge may spend (AFE-10.2-d)."""
_BLOCKS = [effect.id for effect in EFFECTS.effects].index("blocks_charge")
_ANY = -1
"""No direction has been chosen yet."""


class LineMover(StepwiseMover):
    """What the three have in common: a column of the terrain table, the other units."""

    def __init__(
        self, piece: MovingPiece, column: str, around: Neighbours, start: Place, budget: MovePoints,
        notes: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(piece, start, budget, notes, column)
        self.around = around

    def step(self, origin: int, direction: int) -> tuple[int, StepCost] | None:
        """Return the hex and the cost of a step over terrain; None = an obstacle (AMB-28, AMB-34)."""
        target = self.grid.neighbour(origin, direction)
        if target is None or not self.in_play(target) or target in self.around.holders:
            return None
        if self.piece.prohibitions.of_step(origin, direction, target):
            return None
        step = MOVEMENT.step(self.piece.map_rules, origin, direction, self.movement_class)
        return None if step.cost is None else (target, step)

    def through(self, target: int) -> list[str]:
        """Return the friends in a hex."""
        return [friend.unit.id for friend in self.around.friends.get(target, ())]

    def why_closed(self, hex_index: int) -> str:
        """Return why it never enters a hex."""
        if hex_index in self.around.holders:
            return f"held by the enemy unit {self.around.holders[hex_index]} (AMB-28)"
        return ""


class ChargeMover(LineMover):
    """A mounted unit that charges along the line through its centre front hex; a place is (hex, spent)."""

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the next hex of the line (AFE-10.2-g, AFE-10.2-i, AMB-54)."""
        origin, mp_spent = place
        direction = self.piece.facing or 0
        onward = self.step(origin, direction)
        if onward is None or self._is_blocked(origin):
            return
        target, step = onward
        reasons, cost = list(step.reasons), step.cost or 0
        leaving = MOVEMENT.leave(origin in self.around.enemy_front)
        if leaving:
            reasons.append("leaves a hex in front of an enemy: +1 MP (AFE-8.3-a, AMB-27)")
        if origin == self.origin and origin in self.around.friends:
            leaving += MOVEMENT.stack(joins=False, leaves=True)
            reasons.append("leaves a stack: +1 MP (AFE-5.2.4-b)")
        friends = self.through(target)
        if friends:
            reasons.append(f"through {', '.join(friends)}, which rout (AFE-10.2-h, AMB-54)")
        if mp_spent + cost + leaving <= (self.budget.points or 0):
            there = (target, mp_spent + cost + leaving)
            yield there, StepCost(cost + leaving, step.way, False, tuple(reasons))

    def _is_blocked(self, origin: int) -> bool:
        values = EFFECTS.of_step(self.piece.map_rules, origin, self.piece.facing or 0)
        return values is None or values[_BLOCKS] is True

    def targets(self, place: Place) -> tuple[int, ...]:
        """Return the hex in its centre front, if an enemy stands there (AFE-10.2-j)."""
        direction = self.piece.facing or 0
        target = self.grid.neighbour(place[0], direction)
        if target is None or target not in self.around.holders or self._is_blocked(place[0]):
            return ()
        piece, step = self.piece, 6 * place[0] + direction
        enemy = self.around.holders[target]
        if attack_forbidden(piece.scenario, self.grid, piece.id, enemy, piece.turn, step):
            return ()
        over = MOVEMENT.step(piece.map_rules, place[0], direction, self.movement_class).cost
        return () if over is None else (target,)

    def end(self, place: Place) -> str:
        """Return why the charge may not end there."""
        if place == self.start:
            return "advances at least one hex before it charges (AFE-10.2-d)"
        if not self.targets(place):
            return "no enemy in its centre front hex there (AFE-10.2-j)"
        return self.around.no_stack.get(place[0], "")


class RetreatMover(LineMover):
    """A unit that retreats one hex after melee (10.7); a place is (hex, steps)."""

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the free hexes around it: any, a front hex at the price of a level (AFE-10.7-e, -f)."""
        origin, steps = place
        if steps:
            return
        facing = self.piece.facing
        front = () if facing is None else MOVEMENT.front(self.grid, origin, facing)
        for direction in range(6):
            onward = self.step(origin, direction)
            if onward is None or onward[0] in self.around.no_stack:
                continue
            reasons = ["one hex, any that is free (AFE-10.7-a, AFE-10.7-e)"]
            if onward[0] in front:
                reasons.append("a front hex: one more level of disorganisation (AFE-10.7-f, AMB-64)")
            yield (onward[0], 1), StepCost(1, "", onward[0] in front, tuple(reasons))

    def end(self, place: Place) -> str:
        """Return why it may not stay."""
        ways = self.next_steps(place)
        if place != self.start or not ways:
            return ""
        is_optional = self.piece.map_rules.options.get("front_hex_retreat") == "optional"
        if is_optional and all(step.disorders for _, step in ways):
            return ""
        return "a free hex must be taken (AMB-64)"

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return the facings after a turn of one hexside at most (AFE-10.7-d)."""
        facing = self.piece.facing
        return None if facing is None else tuple(sorted({(facing + turn) % 6 for turn in (-1, 0, 1)}))


class RoutRetreatMover(LineMover):
    """A unit driven straight towards its edge (12.2.1, 12.2.3-g); a place is (hex, steps, direction)."""

    def __init__(self, piece: MovingPiece, column: str, around: Neighbours, edge: str, hexes: int) -> None:
        """Prepare the retreat of so many hexes."""
        rule = "AFE-12.2.1-b, AFE-12.2.3-i" if hexes == 2 else "AFE-12.2.3-g"
        words = (f"{hexes} hex{'es' if hexes > 1 else ''} straight towards the edge {edge} ({rule})",)
        super().__init__(piece, column, around, (piece.hexes[0], 0, _ANY), MovePoints(hexes, words, "hexes"))
        self.hexes = hexes
        self.towards = directions_towards(self.grid, edge)
        if not any(True for place in self._ends()):
            self.notes = ("it cannot go the whole way: eliminated (AFE-12.2.3-h, AFE-12.2.3-j, AMB-34)",)

    def _ends(self) -> Iterator[Place]:
        ways = (place for place, _ in self.steps(self.start))
        for place in ways:
            ends = [place] if self.hexes == 1 else [there for there, _ in self.steps(place)]
            yield from (there for there in ends if not self.end(there))

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the next hex of the line, through friends too (AFE-12.2.1-d, -g, AMB-32)."""
        origin, steps, choice_made = place
        for direction in self.towards if steps < self.hexes else ():
            onward = self.step(origin, direction) if choice_made in (_ANY, direction) else None
            if onward is None:
                continue
            reasons = ["towards its edge, no MP (AFE-12.2.1-b, AFE-12.2.1-c, AMB-32)"]
            if friends := self.through(onward[0]):
                reasons.append(f"through {', '.join(friends)}, which test (AFE-12.2.3-a to -d)")
            yield (onward[0], steps + 1, direction), StepCost(1, reasons=tuple(reasons))

    def end(self, place: Place) -> str:
        """Return why it does not stop there (AFE-12.2.1-e)."""
        if place[1] < self.hexes:
            return "goes the whole way, or is eliminated (AFE-12.2.1-b, AMB-34)"
        full = self.around.no_stack.get(place[0], "")
        return f"{full}; eliminated (AFE-12.2.1-e)" if full else ""

    def pose(self, place: Place) -> Pose:
        """Return the hex; a routed unit has no facing (AFE-3-g)."""
        return Pose((place[0],))


class RoutMover(LineMover):
    """A routed unit in Phase E (12.2.2); a place is (hex, spent, direction of the line, off the map)."""

    def __init__(self, piece: MovingPiece, column: str, around: Neighbours, edge: str, points: int) -> None:
        """Prepare the move; `points` is its full allowance."""
        words = (f"{points} MP, all of them (AFE-12.2.2-a)", f"towards the edge {edge} (AFE-12.2.2-b)")
        start = (piece.hexes[0], 0, _ANY, 0)
        super().__init__(piece, column, around, start, MovePoints(points, words))
        self.points = points
        self.towards = directions_towards(self.grid, edge)
        self.edge = frozenset(self.grid.edge_hexes(edge))

    def steps(self, place: Place) -> Iterator[tuple[Place, StepCost]]:
        """Yield the next hex of the line; beside it only around what bars it (AFE-12.2.2-b, -c)."""
        origin, mp_spent, line, off = place
        if off:
            return
        lines = self.towards if line == _ANY else (line,)
        ahead = [d for d in lines if self._free(origin, d)]
        if not ahead and origin in self.edge:
            if mp_spent < self.points:
                why = "leaves the map: eliminated (AFE-12.2.3-m)"
                yield (origin, mp_spent + 1, line, 1), StepCost(1, reasons=(why,))
            return
        if ahead:
            options = [(d, d, "") for d in ahead]
        else:
            around = sorted({(d + turn) % 6 for d in self.towards for turn in (-1, 0, 1)})
            why = "leaves its line around what bars it (AFE-12.2.2-c)"
            options = [(d, line, why) for d in around if self._free(origin, d)]
            if not options:  # beside an enemy rather than nowhere
                options = [(d, d, "") for d in lines if self.step(origin, d)]
        for direction, after, why in options:
            onward = self.step(origin, direction)
            assert onward is not None
            target, step = onward
            cost = step.cost or 0
            if mp_spent + cost > self.points:
                continue
            reasons = [*step.reasons, *([why] if why else [])]
            if friends := self.through(target):
                reasons.append(f"through {', '.join(friends)}, which test (AFE-12.2.3-a to -d)")
            yield (target, mp_spent + cost, after, 0), StepCost(cost, step.way, False, tuple(reasons))

    def _free(self, origin: int, direction: int) -> bool:
        """Return whether a step is open and leads to no hex next to an enemy unit (AFE-12.2.2-c)."""
        onward = self.step(origin, direction)
        return onward is not None and onward[0] not in self.around.near_enemy

    def end(self, place: Place) -> str:
        """Return why it does not stop there."""
        if place[3]:
            return "leaves the map: eliminated (AFE-12.2.3-m)"
        if self.next_steps(place):
            return "goes on with its full allowance (AFE-12.2.2-a)"
        full = self.around.no_stack.get(place[0], "") if place[0] != self.origin else ""
        return f"{full} (AFE-12.2.1-e)" if full else ""

    def pose(self, place: Place) -> Pose:
        """Return the hex; a routed unit has no facing (AFE-3-g)."""
        return Pose((place[0],))


def charge_mover(
    piece: MovingPiece, around: Neighbours, column: str, points: MovePoints, out: bool
) -> ChargeMover:
    """Return the mover of a unit that charges.

    Raises:
        MoveRefused: it may not charge.
    """
    unit = piece.unit
    kind = piece.battle.series.unit_type(unit.type) if unit is not None and unit.type else None
    why = ""
    if kind is None or kind.code not in CHARGERS:
        why = "only mounted Ch and Ha charge (AFE-10.2-a, AFE-10.2-c)"
    elif column != "mounted":
        why = "a dismounted unit does not charge (AFE-10.2-b)"
    elif out:
        why = "out of command: no charge (AFE-10.2-a)"
    elif piece.state.get("organisation") == "routed":
        why = "a routed unit does not charge (AFE-10.2-a)"
    elif piece.hexes[0] in around.near_enemy and piece.map_rules.options.get("charge_contact") != "target":
        why = "in contact with an enemy it fights an ordinary melee (AFE-10.2-f, AMB-78)"
    if why:
        raise MoveRefused(f"`{piece.id}`: {why}", "leave out --move for the normal move")
    if piece.facing is None:
        raise MoveRefused(f"`{piece.id}` has no facing, and charges along it", "give it with --facing")
    most = min(MAX_CHARGE_MP, MAX_CHARGE_MP if points.points is None else points.points)
    budget = MovePoints(most, (*points.reasons, f"a charge: {most} MP (AFE-10.2-d, AMB-54)"))
    notes = ("along the line through its centre front hex, no turn (AFE-10.2-g, AFE-10.2-i)",)
    return ChargeMover(piece, column, around, (piece.hexes[0], 0), budget, notes)


def retreat_mover(piece: MovingPiece, around: Neighbours, column: str) -> LineMover:
    """Return the mover of a unit that retreats one hex after melee.

    Raises:
        MoveRefused: it is a leader, artillery, or has no edge to go to.
    """
    unit = piece.unit
    if unit is None or unit.arm == "artillery":
        what = "goes with his unit (AMB-46)" if unit is None else "is eliminated instead (AFE-10.7-g)"
        raise MoveRefused(f"`{piece.id}` {what}", "name another unit with --unit")
    if piece.state.get("organisation") == "routed":
        return RoutRetreatMover(piece, column, around, _edge(piece), 1)
    words = MovePoints(1, ("result R: one hex (AFE-10.7-a)",), "hexes")
    mover = RetreatMover(piece, column, around, (piece.hexes[0], 0), words)
    if not mover.next_steps(mover.start):
        mover.notes = ("no hex: stays, one more level of disorganisation (AFE-10.7-c)",)
    return mover


def rout_retreat_mover(piece: MovingPiece, around: Neighbours, column: str) -> RoutRetreatMover:
    """Return the mover of a unit that routs: two hexes at once.

    Raises:
        MoveRefused: it is a leader, artillery, or has no edge to go to.
    """
    if piece.unit is None:
        raise MoveRefused(f"`{piece.id}` goes with his unit (AMB-46)", "name the unit with --unit")
    return RoutRetreatMover(piece, column, around, _edge(piece), 2)


def rout_mover(piece: MovingPiece, around: Neighbours, column: str) -> RoutMover:
    """Return the mover of a routed unit in Phase E.

    Raises:
        MoveRefused: it is not routed, has no allowance, or no edge to go to.
    """
    if piece.unit is None or piece.state.get("organisation") != "routed":
        raise MoveRefused(f"`{piece.id}` is no routed unit (AFE-12.2.2-a)", "say so with --state routed")
    points = piece.printed_allowance()
    if points is None:
        raise MoveRefused(f"`{piece.id}` has no movement allowance", "ask for its rout-retreat")
    return RoutMover(piece, column, around, _edge(piece), points)


def _edge(piece: MovingPiece) -> str:
    edge = piece.rout_edge
    if edge is None:
        raise MoveRefused(
            f"the scenario names no rout edge of `{piece.side}` (AFE-12.2.1-b)", "give `rout_edge`"
        )
    return edge
