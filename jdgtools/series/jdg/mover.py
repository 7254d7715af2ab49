"""A unit or commander of Jours de Gloire in one move of an activation, and where its move may end.

Facing costs nothing (JDG-6.1.2-a), so a place is (hex, posture): marching, or in square at the start.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from msgspec.structs import replace

from jdgtools.derived.class_mover import NO_FACING, ClassMover, table_of
from jdgtools.derived.movers import MovePoints, MovingPiece, Place, Pose
from jdgtools.derived.occupancy import Occupancy
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.pieces import Unit
from jdgtools.model.scenario import Placement
from jdgtools.model.stack_rules import StackRules
from jdgtools.rules import StepCost
from jdgtools.series.jdg.allowance import FORCED, budget_of
from jdgtools.series.jdg.checks.common import CombatUnit
from jdgtools.series.jdg.checks.stack_rules import ENTRY_RULES
from jdgtools.series.jdg.movement import RULES as MOVEMENT
from jdgtools.series.jdg.occupancy import Neighbours

IN_SQUARE, DISORDERED, ROUTED = -2, -3, -4
"""Postures of a place, the last two by what was crossed on the way; any other place has `NO_FACING`."""
_LEVELS = {DISORDERED: "disordered", ROUTED: "routed"}


class JdgMover(ClassMover):
    """A unit or commander in one move of an activation."""

    def __init__(self, piece: MovingPiece, neighbours: Neighbours, occupancy: Occupancy, budget: MovePoints,
                 notes: tuple[str, ...], stays: str) -> None:  # fmt: skip
        """Prepare the move.

        Args:
            piece: who moves.
            neighbours: the other units.
            occupancy: what they mean for the move.
            budget: what may be spent.
            notes: what holds for the whole move.
            stays: why it may not move at all; '' = it may.
        """
        super().__init__(
            MOVEMENT, piece.map_rules, piece.hexes[0], piece.movement_class, occupancy, budget=budget
        )
        self._tables = [
            table_of(MOVEMENT, piece.map_rules, self.movement_class, near).disorders for near in (False, True)
        ]
        self._fragile = piece.unit is not None and any(self._tables[0])
        """Whether terrain of the map can disorder it."""
        self._is_disordered = piece.state.get("level") == "disordered"
        self.piece, self.neighbours = piece, neighbours
        self.notes = notes
        self._stays = bool(stays)
        self._no_end: dict[str, dict[int, str]] = {}
        if piece.state.get("square") == "in_square":
            self.start = (piece.hexes[0], IN_SQUARE)

    @property
    def _leave_square(self) -> int:
        return self.neighbours.points("leave_square")

    def moves(self, place: Place) -> Iterable[tuple[Place, int]]:
        """Return the steps; out of a square the act of leaving it (JDG-4.2-i, JDG-4.2-j)."""
        if self._stays:
            return ()
        if place[1] == IN_SQUARE:
            return [((place[0], NO_FACING), self._leave_square)]
        if place[1] == ROUTED or (place[1] == DISORDERED and self.piece.kind == FORCED):
            return ()
        steps = super().moves(place)
        return self._steps_with_harm(place, steps) if self._fragile else steps

    def _steps_with_harm(self, place: Place, steps: Iterable[tuple[Place, int]]) -> list[tuple[Place, int]]:
        """Return steps with what they do to the cohesion of the unit (JDG-10.1-b, JDG-6.2.2-e)."""
        origin, posture = place
        result: list[tuple[Place, int]] = []
        for (target, _), cost in steps:
            if posture == DISORDERED and target in self.neighbours.in_zones:
                cost += self._disordered_entry
            direction = self._neighbours[origin].index(target)
            after = posture
            if self._tables[target in self.occupancy.near_enemy][6 * origin + direction]:
                after = ROUTED if self._is_disordered or posture == DISORDERED else DISORDERED
            result.append(((target, after), cost))
        return result

    @property
    def _disordered_entry(self) -> int:
        return self.neighbours.points("enter_zoc_disordered")

    def limit(self, place: Place) -> int | None:
        """Return the allowance of the disordered side for a unit that was disordered on its way."""
        return self._disordered_points if place[1] == DISORDERED else None

    @cached_property
    def _disordered_points(self) -> int | None:
        back = replace(self.piece, state={**self.piece.state, "level": "disordered"})
        return budget_of(back, self.neighbours)[0].points

    def leg(self, place: Place, target: Place) -> StepCost:
        """Return a step, or the act of leaving the square, with its reasons."""
        if place[1] == IN_SQUARE:
            out = self._leave_square
            why = f"leaves the square: {out} MP, any facing; all infantry of the hex with it"
            return StepCost(out, reasons=(f"{why} (JDG-4.2-j, AMB-21)",))
        step = super().leg(place, target)
        reasons, cost = list(step.reasons), step.cost
        if cost is not None and place[1] == DISORDERED and target[0] in self.neighbours.in_zones:
            cost += self._disordered_entry
            reasons.append(f"disordered on its way: +{self._disordered_entry} MP (JDG-6.2.2-e)")
        if target[1] != place[1] and target[1] == DISORDERED:
            reasons.append("goes on with the allowance of its disordered side (JDG-10.1-a)")
        elif target[1] != place[1] and target[1] == ROUTED:
            reasons.append("disordered once more: routed, its move ends (JDG-10.1-b)")
        return StepCost(cost, step.way, step.disorders, tuple(reasons))

    def end(self, place: Place) -> str:
        """Return why its move may not end there, with the cohesion that it has left (JDG-5.1.1-m, -j)."""
        level = _LEVELS.get(place[1])
        if level is None or self.piece.unit is None:
            return super().end(place)
        if level not in self._no_end:
            after = replace(self.piece, state={**self.piece.state, "level": level})
            self._no_end[level] = no_end(after)
        return self._no_end[level].get(place[0], "")

    def stops(self, place: Place) -> bool:
        """Return whether the move ends there: in a zone of control, or routed on the way."""
        is_forced = place[1] == DISORDERED and self.piece.kind == FORCED
        return place[1] == ROUTED or is_forced or super().stops(place)

    def pose(self, place: Place) -> Pose:
        """Return the hex; the square when it has been left, the cohesion when it has suffered."""
        if place[1] in (DISORDERED, ROUTED):
            return Pose((place[0],), None, {"level": _LEVELS[place[1]]})
        left = self.start[1] == IN_SQUARE and place[1] == NO_FACING
        return Pose((place[0],), None, {"square": "not_in_square"} if left else {})

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return the corners that it may face at the end: any, but for who stays in an enemy ZOC.

        JDG-6.1.2-a, JDG-6.1.2-b, JDG-6.2.2-i, JDG-10.2-q; by option for who has left it as well (AMB-48).
        """
        facing = self.piece.facing
        free = self.piece.map_rules.options.get("facing_free_after_leaving_zoc") is not False
        began = self.neighbours.holding and self.piece.unit is not None
        stays = began and (place == self.start or not free)
        if self.piece.state.get("level") == "routed" or not stays or facing is None:
            return None
        value = self.neighbours.ground.value("TBL-DISTANCE", "facing_in_zoc")
        corners = value if isinstance(value, int) else 1
        return tuple(sorted({(facing + turn) % 6 for turn in range(-corners, corners + 1)}))


class _Options:
    """Options of map rules, asked for as a check asks."""

    def __init__(self, piece: MovingPiece) -> None:
        self._options = piece.map_rules.options

    def option(self, name: str) -> object:
        return self._options.get(name)


def no_end(piece: MovingPiece, entries: bool = True) -> dict[int, str]:
    """Return hexes in which the unit may not end its move: stacking (JDG-5.1.2-e), entries (JDG-5.2.3-a).

    A special rule on stacks stands in for the limits of the series.

    Args:
        piece: the unit.
        entries: whether hexes where the enemy enters count; they do not bind a unit that is driven back.
    """
    unit = piece.unit
    assert unit is not None
    stacks: dict[int, list[CombatUnit]] = {}
    for other in piece.friends:
        for index in other.hexes:
            stacks.setdefault(index, []).append(_combat_unit(other.unit, other.placement, index))
    state = {**piece.state, "square": "not_in_square"}
    options, limits = _Options(piece), StackRules.of(piece.scenario)
    reasons: dict[int, str] = {}
    for index, stack in stacks.items():
        unit_there = _combat_unit(unit, Placement(piece.id, "unit", (index,), state=state), index)
        ruling = limits.ruling(index, [*(p.unit for p in stack), unit])
        if ruling is not None:
            if not ruling.allows:
                reasons[index] = f"may not end there: {ruling.why} (JDG-5.1.2-e)"
            continue
        if any(p.square for p in stack):
            reasons[index] = f"may not end there: `{stack[0].id}` is in square (JDG-4.2-h, JDG-5.1.1-k)"
        for rule in ENTRY_RULES:
            for fault in rule(options, (*stack, unit_there)):
                if fault.severity is not Severity.WARNING:
                    rules = ", ".join(fault.rules)
                    reasons.setdefault(index, f"may not end there: {fault.what} ({rules})")
    for index in _entries(piece) if entries else ():
        why = "no unit stays in or next to an entry hex of the enemy while some are due (JDG-5.2.3-a, AMB-41)"
        reasons.setdefault(index, why)
    reasons.pop(piece.hexes[0], None)
    return reasons


def _combat_unit(unit: Unit, placement: Placement, index: int) -> CombatUnit:
    level = placement.state.get("level", "ordered")
    square = placement.state.get("square") == "in_square"
    return CombatUnit(unit, placement, index, level, square)


def _entries(piece: MovingPiece) -> set[int]:
    """Return entry hexes of the enemy, with those around, where somebody is due still."""
    neighbours = piece.map_rules.map.grid.neighbours
    closed_hexes: set[int] = set()
    for arrival in piece.scenario.arrivals if piece.scenario is not None else ():
        last = arrival.until or arrival.turn
        due = last is None or piece.turn is None or last >= piece.turn
        if due and arrival.side not in (None, piece.side):
            closed_hexes.update(i for entry in arrival.hexes for i in (entry, *neighbours(entry)))
    return closed_hexes
