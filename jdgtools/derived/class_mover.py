"""A movement class on its way, with or without other units: costs from tables, reasons from the rules.

It serves questions about a class, and is the base of the movers of series in which facing costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.derived.memo import get_or_make
from jdgtools.derived.movers import MovePoints, Place, Pose
from jdgtools.derived.occupancy import EMPTY, Occupancy
from jdgtools.derived.protocols import FacedMovement, NearEnemyMovement
from jdgtools.derived.steps import StepTable, step_table
from jdgtools.rules import MapRules, MovementRules, StepCost

NO_FACING = -1


def table_of(
    rules: MovementRules, map_rules: MapRules, movement_class: str, near_enemy: bool = False
) -> StepTable:
    """Return the costs of all steps of a class, made once for a map.

    Raises:
        ValueError: unknown movement class.
    """
    return get_or_make(
        map_rules,
        rules,
        ("steps", movement_class, near_enemy),
        lambda: step_table(rules, map_rules, movement_class, near_enemy),
    )


class ClassMover:
    """A place is (hex, facing); the facing is -1 where movement does not depend on it."""

    notes: tuple[str, ...] = ()

    def __init__(
        self,
        rules: MovementRules,
        map_rules: MapRules,
        start: int,
        movement_class: str,
        occupancy: Occupancy = EMPTY,
        facing: int | None = None,
        budget: MovePoints | None = None,
    ) -> None:
        """Prepare a move.

        Args:
            rules: movement rules of the series.
            map_rules: map, charts and options.
            start: hex index.
            movement_class: one of `rules.classes`.
            occupancy: what other units mean for the move.
            facing: at the start; used only if the series moves by facing (`FacedMovement`).
            budget: what may be spent.

        Raises:
            ValueError: the start is no hex of the map, or the class is unknown.
        """
        if start not in map_rules.map.grid:
            raise ValueError("a path joins two hexes of the map")
        if movement_class not in rules.classes:
            raise ValueError(f"unknown movement class {movement_class!r}")
        self.rules, self.map_rules, self.movement_class = rules, map_rules, movement_class
        self.occupancy = occupancy
        self.budget = budget or MovePoints(None)
        self.faced_rules = rules if facing is not None and isinstance(rules, FacedMovement) else None
        self.origin = start
        self.start: Place = (start, NO_FACING if self.faced_rules is None or facing is None else facing)
        self._neighbours = map_rules.map.grid.neighbour_table
        if self.faced_rules is None:
            self._plain = table_of(rules, map_rules, movement_class).cost
            self._near = self._plain
            if occupancy.near_enemy and isinstance(rules, NearEnemyMovement):
                self._near = table_of(rules, map_rules, movement_class, near_enemy=True).cost

    def moves(self, place: Place) -> Iterable[tuple[Place, int]]:
        """Return the steps, and turns in place where they matter."""
        origin, facing = place[0], place[1]
        first = origin == self.origin
        who = self.occupancy
        if not first and origin in who.stops:
            return ()
        if self.faced_rules is not None:
            return self._faced_moves(origin, facing)
        result = []
        more = who.leave[0] if first else who.go_on.get(origin, _FREE)[0]
        plain, near_enemy = self._plain, who.near_enemy
        at = 6 * origin
        for target in self._neighbours[origin]:
            if (
                target is not None
                and target not in who.closed_hexes
                and not (first and target in who.closed_first)
            ):
                cost = self._near[at] if target in near_enemy else plain[at]
                if cost >= 0:
                    cost += more
                    if target in who.enter:
                        cost += who.enter[target][0]
                    result.append(((target, facing), cost))
            at += 1
        return result

    def limit(self, place: Place) -> int | None:
        """Return None: nothing on the way lowers what may be spent."""
        return None

    def _faced_moves(self, origin: int, facing: int) -> list[tuple[Place, int]]:
        places: list[Place] = [(n, facing) for n in self._neighbours[origin] if n is not None]
        places += [(origin, new_facing) for new_facing in range(6) if new_facing != facing]
        legs = ((target, self.leg((origin, facing), target).cost) for target in places)
        return [(target, cost) for target, cost in legs if cost is not None]

    def leg(self, place: Place, target: Place) -> StepCost:
        """Return a step with everything that other units add to it."""
        origin, goal, facing = place[0], target[0], place[1]
        if self.faced_rules is not None and origin == goal:
            return self.faced_rules.turn_faced(self.map_rules, origin, facing, target[1], self.movement_class)
        first, who = origin == self.origin, self.occupancy
        reason = who.closed_hexes.get(goal) or (who.closed_first.get(goal) if first else None)
        if reason:
            return StepCost(None, reasons=(reason,))
        direction = self._neighbours[origin].index(goal)
        if self.faced_rules is not None:
            step = self.faced_rules.step_faced(self.map_rules, origin, facing, direction, self.movement_class)
        elif goal in who.near_enemy and isinstance(self.rules, NearEnemyMovement):
            step = self.rules.step_near_enemy(self.map_rules, origin, direction, self.movement_class)
        else:
            step = self.rules.step(self.map_rules, origin, direction, self.movement_class)
        if step.cost is None:
            return step
        more = [who.enter.get(goal, _FREE), who.leave if first else who.go_on.get(origin, _FREE)]
        stop = who.stops.get(goal)
        reasons = (*step.reasons, *(why for _, why in more if why), *((stop,) if stop else ()))
        return StepCost(step.cost + sum(cost for cost, _ in more), step.way, step.disorders, reasons)

    def stops(self, place: Place) -> bool:
        """Return whether the move ends there because of other units."""
        return place[0] != self.origin and place[0] in self.occupancy.stops

    def end(self, place: Place) -> str:
        """Return why the move may not end there."""
        return self.occupancy.no_end.get(place[0], "")

    def pose(self, place: Place) -> Pose:
        """Return hex and facing."""
        return Pose((place[0],), None if place[1] == NO_FACING else place[1])

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return None: any facing, or the one of the pose."""
        return None

    def why_closed(self, hex_index: int) -> str:
        """Return why a hex is never entered."""
        return self.occupancy.closed_hexes.get(hex_index, "")


_FREE = (0, "")
