"""How far a unit can move, and the cheapest path: Dijkstra over hexes, or over hexes and facings."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from msgspec import Struct

from jdgtools.derived.occupancy import EMPTY, Occupancy
from jdgtools.derived.protocols import FacedMovement, NearEnemyMovement
from jdgtools.rules import MapRules, MovementRules, StepCost

NO_FACING = -1
Place = tuple[int, int]
"""Hex index and facing; facing -1 where movement does not depend on it."""


class Leg(Struct, frozen=True):
    """One step, or one turn in place, of a path."""

    origin: int
    target: int
    """Equal to `origin` for a turn in place."""
    cost: int
    """What it costs, surcharges included."""
    total: int
    """Cost of the path up to its end."""
    way: str
    disorders: bool
    reasons: tuple[str, ...]
    facing: int = NO_FACING


class Reached(Struct, frozen=True):
    """A hex that can be reached."""

    hex: int
    cost: int
    """Least cost, in 1/denominator movement points."""
    path: tuple[Leg, ...]
    """From the start; empty for the start itself."""
    stops: bool
    """Whether the move must end here."""


class _Search:
    """One search from one place."""

    def __init__(self, rules: MovementRules, terrain: MapRules, movement_class: str, occupancy: Occupancy,
                 faced: bool) -> None:  # fmt: skip
        self.rules, self.terrain, self.movement_class = rules, terrain, movement_class
        self.occupancy = occupancy
        self.grid = terrain.map.grid
        self.faced = rules if faced and isinstance(rules, FacedMovement) else None
        self.near_enemy = rules.step_near_enemy if isinstance(rules, NearEnemyMovement) else rules.step
        self.best: dict[Place, int] = {}
        self.before: dict[Place, tuple[Place, Leg]] = {}

    def run(self, start: Place, budget: int | None, goal: int | None = None) -> None:
        """Find the least cost of every place within the budget, or until the goal is settled."""
        self.start = start
        self.best[start] = 0
        queue: list[tuple[int, Place]] = [(0, start)]
        done: set[Place] = set()
        while queue:
            spent, place = heappop(queue)
            if place in done:
                continue
            done.add(place)
            if place[0] == goal:
                return
            if place != start and place[0] in self.occupancy.stops:
                continue
            for target, leg in self._legs(place, spent):
                if budget is not None and leg.total > budget:
                    continue
                # Equal costs: the path found first stays, and places are taken in ascending order.
                if leg.total < self.best.get(target, leg.total + 1):
                    self.best[target] = leg.total
                    self.before[target] = (place, leg)
                    heappush(queue, (leg.total, target))

    def _legs(self, place: Place, spent: int) -> Iterator[tuple[Place, Leg]]:
        origin, facing = place
        for direction in range(6):
            target = self.grid.neighbour(origin, direction)
            if target is None:
                continue
            step = self._step(origin, facing, direction, target)
            if step.cost is not None:
                yield (target, facing), self._leg(place, target, facing, step, spent)
        if self.faced is not None:
            for turned in range(6):
                if turned != facing:
                    step = self.faced.turn_faced(self.terrain, origin, facing, turned, self.movement_class)
                    if step.cost is not None:
                        yield (origin, turned), self._leg(place, origin, turned, step, spent)

    def _leg(self, place: Place, target: int, facing: int, step: StepCost, spent: int) -> Leg:
        cost = step.cost or 0
        return Leg(place[0], target, cost, spent + cost, step.way, step.disorders, step.reasons, facing)

    def _step(self, origin: int, facing: int, direction: int, target: int) -> StepCost:
        """Return the step with everything that other units add to it."""
        first = origin == self.start[0]
        closed = self.occupancy.closed.get(target) or (first and self.occupancy.closed_first.get(target))
        if closed:
            return StepCost(None, reasons=(closed,))
        if self.faced is not None:
            step = self.faced.step_faced(self.terrain, origin, facing, direction, self.movement_class)
        elif target in self.occupancy.near_enemy:
            step = self.near_enemy(self.terrain, origin, direction, self.movement_class)
        else:
            step = self.rules.step(self.terrain, origin, direction, self.movement_class)
        if step.cost is None:
            return step
        more = [self.occupancy.enter.get(target, (0, ""))]
        more.append(self.occupancy.leave if first else self.occupancy.go_on.get(origin, (0, "")))
        extra = sum(cost for cost, _ in more)
        reasons = tuple(why for _, why in more if why)
        stop = self.occupancy.stops.get(target)
        return StepCost(
            step.cost + extra,
            step.way,
            step.disorders,
            (*step.reasons, *reasons, *((stop,) if stop else ())),
        )

    def reached(self, place: Place) -> Reached:
        """Return the answer for a place that was found."""
        legs: list[Leg] = []
        at = place
        while at in self.before:
            at, leg = self.before[at]
            legs.append(leg)
        stops = place != self.start and place[0] in self.occupancy.stops
        return Reached(place[0], self.best[place], tuple(reversed(legs)), stops)


def reach(
    rules: MovementRules,
    terrain: MapRules,
    start: int,
    budget: int,
    movement_class: str,
    occupancy: Occupancy = EMPTY,
    facing: int | None = None,
) -> dict[int, Reached]:
    """Return the hexes that a unit can reach, by hex index ascending, the start included.

    Args:
        rules: movement rules of the series.
        terrain: map, charts and options.
        start: hex index.
        budget: movement points in 1/denominator.
        movement_class: one of `rules.classes`.
        occupancy: what other units mean for the move.
        facing: of the unit; used only if the series moves by facing (`FacedMovement`).

    Raises:
        ValueError: the start is no hex of the map, or the class is unknown.
    """
    search = _search(rules, terrain, start, movement_class, occupancy, facing)
    search.run((start, NO_FACING if search.faced is None else facing or 0), budget)
    return _by_hex(search)


def find_path(
    rules: MovementRules,
    terrain: MapRules,
    start: int,
    goal: int,
    movement_class: str,
    occupancy: Occupancy = EMPTY,
    facing: int | None = None,
) -> Reached | None:
    """Return the cheapest path, whatever it costs; None if there is no way. Arguments as in `reach`.

    Raises:
        ValueError: an end is no hex of the map, or the class is unknown.
    """
    if goal not in terrain.map.grid:
        raise ValueError("a path joins two hexes of the map")
    search = _search(rules, terrain, start, movement_class, occupancy, facing)
    search.run((start, NO_FACING if search.faced is None else facing or 0), None, goal)
    return _by_hex(search).get(goal)


def _search(
    rules: MovementRules,
    terrain: MapRules,
    start: int,
    movement_class: str,
    occupancy: Occupancy,
    facing: int | None,
) -> _Search:
    if start not in terrain.map.grid:
        raise ValueError("a path joins two hexes of the map")
    if movement_class not in rules.classes:
        raise ValueError(f"unknown movement class {movement_class!r}")
    return _Search(rules, terrain, movement_class, occupancy, facing is not None)


def _by_hex(search: _Search) -> dict[int, Reached]:
    cheapest: dict[int, tuple[int, Place]] = {}
    for place, cost in search.best.items():
        key = (cost, place)
        if place[0] not in cheapest or key < cheapest[place[0]]:
            cheapest[place[0]] = key
    return {index: search.reached(cheapest[index][1]) for index in sorted(cheapest)}
