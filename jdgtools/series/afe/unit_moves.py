"""How units and leaders of Au fil de l'épée move in their states: sections 3, 5.1, 5.2.4, 7.4 and 8.

A place is (hex, facing, act): `MOVING`, or an act after which nothing follows: a unit that has joined a
stack, advanced or withdrawn one hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jdgtools.charts.rule_words import HalfDownRule
from jdgtools.derived.memo import get_or_make
from jdgtools.derived.movers import MovePoints, Mover, MoveRefused, MovingPiece, Place, Pose
from jdgtools.model.pieces import Value
from jdgtools.rules import StepCost
from jdgtools.series.afe.advance import ADVANCE, PURSUIT, advance_mover
from jdgtools.series.afe.driven_moves import charge_mover, retreat_mover, rout_mover, rout_retreat_mover
from jdgtools.series.afe.movement import RULES as MOVEMENT
from jdgtools.series.afe.neighbours import Neighbours
from jdgtools.series.afe.states import posture_in
from jdgtools.series.afe.terrain_index import index_of

NO_FACING = -1
MOVING, JOINED, ADVANCED, WITHDRAWN = 0, 1, 2, 3
MOUNT, DISMOUNT, OUT = "mount", "dismount", "out_of_command"


class AfeMover:
    """A unit or leader in one move of an activation."""

    def __init__(self, piece: MovingPiece, column: str, budget: MovePoints, around: Neighbours,
                 notes: tuple[str, ...], out_of_command: bool) -> None:  # fmt: skip
        """Prepare the move; see `AfeUnitMoves.mover`."""
        self.piece, self.movement_class, self.budget = piece, column, budget
        self.around, self.notes = around, notes
        self.grid = piece.map_rules.map.grid
        self.leader = piece.unit is None
        self.guns = piece.unit is not None and piece.unit.arm == "artillery"
        self.origin = piece.hexes[0]
        facing = NO_FACING if self.leader or piece.facing is None else piece.facing
        self.start: Place = (self.origin, facing, MOVING)
        self._out = out_of_command
        self._is_stacked = not self.leader and self.origin in around.friends
        self._costs: tuple[dict[int, int], dict[int, int]] = get_or_make(
            piece.map_rules, MOVEMENT, ("unit_moves", column), lambda: ({}, {})
        )
        """Costs of steps that were asked for: with gates shut, and open."""
        self._front_directions = tuple(self._directions(facing) for facing in range(-1, 6))
        held_hexes = {} if piece.scenario is None else piece.scenario.held
        self._gates = frozenset(h for h, side in held_hexes.items() if side == piece.side)
        self._neighbours = self.grid.neighbour_table
        self._turns = {
            front: MOVEMENT.turn(piece.map_rules, 1, front, self.leader) for front in (False, True)
        }
        withdraws = not self._out or piece.map_rules.options.get("out_of_command_withdrawal") is True
        self._withdraws = withdraws and not self.leader

    def moves(self, place: Place) -> Iterable[tuple[Place, int]]:
        """Return steps into front hexes and turns; from the start the moves of one hex (8.1-i, 8.3-c)."""
        hex_index, facing, act = place
        if act != MOVING or self.budget.points == 0:
            return ()
        result: list[tuple[Place, int]] = []
        in_front = hex_index in self.around.enemy_front
        leaving = self._leaving_cost(hex_index)
        neighbours, holders, friends = self._neighbours[hex_index], self.around.holders, self.around.friends
        for direction in self._ahead(facing):
            target = neighbours[direction]
            if target is None or target in holders:
                continue
            cost = self._cost(hex_index, direction, target)
            if cost >= 0:
                result.append(((target, facing, MOVING), cost + leaving))
                if target in friends:
                    self._join(result, target, facing, cost + leaving)
        if facing != NO_FACING:
            cost = self._turns[in_front]
            result.append(((hex_index, (facing + 1) % 6, MOVING), cost))
            result.append(((hex_index, (facing + 5) % 6, MOVING), cost))
        if place == self.start and not self.leader and self.budget.points:
            self._moves_of_one_hex(result, place)
        return result

    def _ahead(self, facing: int) -> tuple[int, ...]:
        return self._front_directions[facing + 1]

    def _directions(self, facing: int) -> tuple[int, ...]:
        """Return directions into which a piece may step (AFE-8.1-e to -g)."""
        if facing == NO_FACING:
            return (0, 1, 2, 3, 4, 5)
        return (facing,) if self.guns else ((facing - 1) % 6, facing, (facing + 1) % 6)

    def _leaving_cost(self, hex_index: int) -> int:
        """Return what leaving a hex costs more (AFE-8.3-a, AFE-5.2.4-b)."""
        extra = MOVEMENT.leave(hex_index in self.around.enemy_front, self.leader)
        return extra + MOVEMENT.stack(joins=False, leaves=self._is_stacked and hex_index == self.origin)

    def _join(self, result: list[tuple[Place, int]], target: int, facing: int, cost: int) -> None:
        """Add joining the stack in a hex, where it is allowed (AFE-5.2.4-a)."""
        if not self.leader and target not in self.around.no_stack:
            joins = MOVEMENT.stack(joins=True, leaves=False)
            result.append(((target, self._facing_in(target, facing), JOINED), cost + joins))

    def _facing_in(self, target: int, facing: int) -> int:
        common = self.around.facing_in(target)
        return facing if common is None else common

    def _moves_of_one_hex(self, result: list[tuple[Place, int]], place: Place) -> None:
        """Add the advance whatever it costs, and the withdrawal; both use up the whole allowance."""
        hex_index, facing, _ = place
        map_rules, column = self.piece.map_rules, self.movement_class
        whole = self.budget.points or 0
        ahead = set(self._ahead(facing))
        for direction in range(6):
            target = self._neighbours[hex_index][direction]
            if target is None or target in self.around.holders or target in self.around.no_stack:
                continue
            if direction in ahead:
                if MOVEMENT.may_advance(map_rules, hex_index, direction, column):
                    result.append(((target, facing, ADVANCED), whole))
            elif self._withdraws and MOVEMENT.may_withdraw(map_rules, hex_index, direction, column):
                result.append(((target, facing, WITHDRAWN), whole))

    def _cost(self, origin: int, direction: int, target: int) -> int:
        """Return the cost of a step over terrain, -1 = prohibited; remembered for the map."""
        gates = bool(self._gates) and (origin in self._gates or target in self._gates)
        key = 6 * origin + direction
        costs = self._costs[gates]
        cost = costs.get(key)
        if cost is None:
            step = self._table_step(origin, direction, gates)
            cost = costs[key] = -1 if step.cost is None else step.cost
        return cost

    def _table_step(self, origin: int, direction: int, gates: bool) -> StepCost:
        ask = MOVEMENT.step_through_gates if gates else MOVEMENT.step
        return ask(self.piece.map_rules, origin, direction, self.movement_class)

    def leg(self, place: Place, target: Place) -> StepCost:
        """Return one move with its reasons."""
        origin, there = place[0], target[0]
        if origin == there:
            turning = self._turns[origin in self.around.enemy_front]
            where = "in front of an enemy" if origin in self.around.enemy_front else "one hexside"
            why = f"turns, {where}: {turning} MP (AFE-8.2-a, AFE-8.2-c, AMB-19)"
            return StepCost(turning, reasons=(why,))
        if target[2] == ADVANCED:
            why = "advances one hex whatever it costs, its whole move (AFE-8.1-i, AMB-26)"
            return StepCost(self.budget.points, reasons=(why,))
        if target[2] == WITHDRAWN:
            why = "withdraws one hex into its rear, facing unchanged, its whole move (AFE-8.3-c, AFE-8.3-g)"
            return StepCost(self.budget.points, reasons=(why,))
        direction = self._neighbours[origin].index(there)
        gates = bool(self._gates) and (origin in self._gates or there in self._gates)
        step = self._table_step(origin, direction, gates)
        reasons = list(step.reasons)
        if not self.leader and origin in self.around.enemy_front:
            reasons.append("leaves a hex in front of an enemy: +1 MP (AFE-8.3-a, AMB-27)")
        if self._is_stacked and origin == self.origin:
            reasons.append("leaves a stack: +1 MP (AFE-5.2.4-b)")
        if target[2] == JOINED:
            reasons.append("joins a stack: +1 MP, takes its facing (AFE-5.2.4-a, AFE-5.2.3-a)")
        extra = self._leaving_cost(origin) + MOVEMENT.stack(joins=target[2] == JOINED, leaves=False)
        cost = None if step.cost is None else step.cost + extra
        return StepCost(cost, step.way, step.disorders, tuple(reasons))

    def limit(self, place: Place) -> int | None:
        """Return None: nothing on the way lowers what may be spent."""
        return None

    def stops(self, place: Place) -> bool:
        """Return whether nothing follows."""
        return place[2] != MOVING

    def end(self, place: Place) -> str:
        """Return why the move may not end there."""
        hex_index = place[0]
        if self.leader:
            if not self.around.hosts(hex_index):
                return "a leader ends his move with a unit of his own (AFE-5.1-e, AFE-5.1-g, AFE-7.1-b)"
            return ""
        if hex_index != self.origin and hex_index in self.around.friends and place[2] == MOVING:
            joining = "joining the stack costs 1 MP more (AFE-5.2.4-a)"
            return self.around.no_stack.get(hex_index, joining)
        if self._out and hex_index != self.origin and self.around.lord is not None:
            between = self.grid.distance
            if between(hex_index, self.around.lord) >= between(self.origin, self.around.lord):
                return "out of command: ends closer to its leader (AFE-7.4-d)"
        return ""

    def pose(self, place: Place) -> Pose:
        """Return hex and facing."""
        return Pose((place[0],), None if place[1] == NO_FACING else place[1])

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return None: the facing is that of the pose; leaders have none (AFE-3-f)."""
        return None

    def why_closed(self, hex_index: int) -> str:
        """Return why it never enters a hex."""
        if hex_index in self.around.holders:
            return f"held by the enemy unit {self.around.holders[hex_index]} (AMB-28, AFE-10.8-a)"
        return terrain_bar(self.piece, self.movement_class, hex_index)


def terrain_bar(piece: MovingPiece, column: str, hex_index: int) -> str:
    """Return why terrain keeps a piece out of a hex, whichever way it comes; '' = it does not."""
    ground = index_of(piece.map_rules)
    if not ground.on_map(hex_index):
        return "there is no hex of the map (AFE-8.1-b)"
    kind = ground.map.terrain[hex_index]
    if ground.of_hex(kind, MOVEMENT.column(piece.map_rules, column)) != "NM":
        return ""
    for direction in range(6):
        near = ground.grid.neighbour(hex_index, direction)
        back = (direction + 3) % 6
        if (
            near is not None
            and MOVEMENT.step_through_gates(piece.map_rules, near, back, column).cost is not None
        ):
            return ""  # a road leads in
    return f"{ground.label(kind, 'hex')} is excluded, NM (AFE-8.1-i)"


_OF_UNITS = ("charge", "retreat", "rout_retreat", "rout", ADVANCE, PURSUIT)
"""Moves that leaders do not make."""


class AfeUnitMoves:
    """Hook `unit_moves` of the series."""

    kinds: Mapping[str, str] = {
        "in_command": "in command: the whole allowance",
        OUT: "out of command: half of it, towards the leader",
        MOUNT: "mount first: 2 MP",
        DISMOUNT: "dismount first: 2 MP",
        "charge": "charge of mounted Ch and Ha: the hex that it charges, and from where",
        "retreat": "retreat of one hex after melee",
        "rout_retreat": "the two hexes at once of a unit that routs",
        "rout": "rout movement of Phase E towards its edge of the map",
        ADVANCE: "advance after melee into the hex that the beaten unit has left",
        PURSUIT: "momentum or dispersal of a charge: into that hex, and whom it charges next",
    }

    def mover(self, piece: MovingPiece) -> Mover:
        """Return the mover of a unit or leader.

        Raises:
            MoveRefused: it lacks a facing, cannot change its posture, or stands where it may not.
        """
        around, unit = Neighbours(piece), piece.unit
        in_state = piece.state.get("command") == "out_of_command"
        out = piece.kind == OUT or (piece.kind != "in_command" and in_state)  # mounting as well (AMB-29)
        if unit is None:
            if piece.kind in _OF_UNITS:
                raise MoveRefused(
                    f"`{piece.id}` is a leader and goes with his unit (AMB-46)", "name the unit"
                )
            return AfeMover(piece, piece.movement_class, _leader_points(piece), around, (), False)
        column = piece.by_class or posture_in(unit, piece.state.get("posture", "as_printed"))
        if piece.kind in (MOUNT, DISMOUNT):
            _may_change(piece, around, column)
            column = "mounted" if piece.kind == MOUNT else "foot"
        if piece.kind == "retreat":
            return retreat_mover(piece, around, column)
        if piece.kind == "rout_retreat":
            return rout_retreat_mover(piece, around, column)
        if piece.kind == "rout":
            return rout_mover(piece, around, column)
        if piece.kind in (ADVANCE, PURSUIT):
            return advance_mover(piece, column)
        budget = _points(piece, column, out)
        if piece.kind == "charge":
            return charge_mover(piece, around, column, budget, out)
        if budget.points:
            why = terrain_bar(piece, column, piece.hexes[0])
            if why:
                name = piece.map_rules.map.grid.id(piece.hexes[0])
                raise MoveRefused(
                    f"`{piece.id}` may not stand in hex {name}: {why}",
                    "ask from a hex that it may enter, or for a movement class with --class",
                )
            if piece.facing is None:
                raise MoveRefused(
                    f"`{piece.id}` has no facing, and moves into its front", "give it with --facing"
                )
        notes = []
        if piece.hexes[0] in around.enemy_front:
            notes.append("begins in front of an enemy: turning and leaving cost more (AFE-8.2-c, AFE-8.3-a)")
        if out and around.lord is None:
            notes.append("its leader is not on the map: nobody to come closer to (AFE-7.4-d)")
        return AfeMover(piece, column, budget, around, tuple(notes), out)


def _leader_points(piece: MovingPiece) -> MovePoints:
    """Return what a leader may spend: of his state (AFE-7.5.1-a, AFE-7.5.2-b, AFE-7.6-c)."""
    leader, health = piece.leader, piece.state.get("health")
    assert leader is not None
    if health == "captured":
        return MovePoints(0, ("a captured leader stays with his captor (AFE-7.5.1-a)",))
    values, words = leader.front, "as printed (AFE-2.1-i)"
    if piece.state.get("person") == "replacement":
        values, words = {**leader.front, **leader.back}, "the replacement (AFE-7.6-c)"
    if health == "wounded":
        values, words = {**values, **_wounded_values(piece, values)}, "wounded (AFE-7.5.2-b)"
    points = values.get("mp")
    number = points if isinstance(points, int) and not isinstance(points, bool) else None
    return MovePoints(number, (f"{words}: {number} MP",) if number is not None else ())


def _wounded_values(piece: MovingPiece, values: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return what a wound changes: what the battle prints, else what the chart makes of the values."""
    assert piece.leader is not None
    printed_values = piece.leader.extra.get("wounded", {})
    points = values.get("mp")
    if "mp" in printed_values or not isinstance(points, int):
        return printed_values
    rule = piece.map_rules.charts.get("TBL-LEADER-VALUES").value("wounded_mp")
    is_halved = isinstance(rule, HalfDownRule)
    return {**printed_values, "mp": points // 2} if is_halved else printed_values


def _points(piece: MovingPiece, column: str, out: bool) -> MovePoints:
    """Return what a unit may spend (AFE-2.1-p, AFE-7.4-b, AFE-8.4-c, AFE-12.2.3-l)."""
    unit = piece.unit
    assert unit is not None
    if piece.state.get("organisation") == "routed":
        return MovePoints(0, ("a routed unit moves only in Phase E (AFE-12.2.3-l)",))
    points = piece.printed_allowance()
    if points is None:
        return MovePoints(None)
    reasons = [f"{points} MP, {'fatigued' if piece.back_up else 'fresh'} side (AFE-2.1-p, AFE-11.1-a)"]
    changed_mp = unit.number("mp_changed")
    if changed_mp is not None and column != posture_in(unit, "as_printed"):
        points = changed_mp
        reasons = [f"{points} MP in the other posture (AFE-8.4-c, AMB-29)"]
    if out:
        points = -(-points // 2)
        reasons.append(f"out of command, half rounded up: {points} MP (AFE-7.4-b)")
    if piece.kind in (MOUNT, DISMOUNT):
        words = "mounting" if piece.kind == MOUNT else "dismounting"
        points = max(points - 2, 0)
        reasons.append(f"{words} costs 2 MP: {points} left (AFE-8.4-c)")
    return MovePoints(points, tuple(reasons))


def _may_change(piece: MovingPiece, around: Neighbours, column: str) -> None:
    """Refuse a change of posture that the rules forbid.

    Raises:
        MoveRefused: the unit may not mount or dismount.
    """
    unit = piece.unit
    assert unit is not None
    mounts = piece.kind == MOUNT
    back = column != posture_in(unit, "as_printed")  # a marker is taken off
    why = ""
    if column == ("mounted" if mounts else "foot"):
        why = f"it is {'mounted' if mounts else 'on foot'} already (AFE-8.4-a)"
    elif unit.arm == "artillery" or not (
        back or unit.front.get("can_mount" if mounts else "can_dismount") is True
    ):
        why = "the scenario does not let it change its posture (AFE-8.4-a, AMB-29)"
    elif piece.state.get("organisation") == "routed":
        why = "routed units neither mount nor dismount (AFE-8.4-d)"
    elif piece.hexes[0] in around.near_enemy:
        why = "not while it is next to an enemy unit (AFE-8.4-e)"
    if why:
        raise MoveRefused(f"`{piece.id}`: {why}", "leave out --move for the move in its posture")


RULES = AfeUnitMoves()
"""How units of the series move in their states."""
