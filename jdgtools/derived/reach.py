"""How far a piece can move, and the cheapest path: one search for every series.

The search takes places in the order of their cost. What comes after a place is asked of the mover
(`derived.movers`); words are made for the legs of a path only when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from jdgtools.derived.class_mover import NO_FACING, ClassMover
from jdgtools.derived.movers import Mover, Place, Pose
from jdgtools.derived.occupancy import EMPTY, Occupancy
from jdgtools.rules import MapRules, MovementRules

__all__ = ["NO_FACING", "Leg", "ReachedHex", "Search", "find_path", "reach"]


class Leg(Struct, frozen=True):
    """One step, or one turn or other act in place, of a path."""

    origin: int
    target: int
    """Equal to `origin` for what is done in place."""
    cost: int
    """What it costs, surcharges included."""
    total: int
    """Cost of the path up to its end."""
    way: str
    disorders: bool
    reasons: tuple[str, ...]
    pose: Pose
    """Hexes, facing and state after it."""


class ReachedHex(Struct, frozen=True, dict=True):
    """A hex, or the two hexes of a two-hex unit, that can be reached."""

    search: Search
    place: Place
    """The cheapest way to end the move there; to be there, if it may not end."""
    cost: int
    """Its cost, in 1/denominator movement points."""
    places: tuple[Place, ...]
    """Every way to be there (facing, state), cheapest first."""
    end: str = ""
    """Why a move may not end here; '' = it may, in one of the ways to be here at least."""

    @property
    def hex(self) -> int:
        """The hex; of a two-hex unit that of its left half."""
        return self.place[0]

    @cached_property
    def path(self) -> tuple[Leg, ...]:
        """The way there; empty for the start itself."""
        return self.search.path(self.place)

    @property
    def stops(self) -> bool:
        """Whether the move must end here."""
        return self.place != self.search.mover.start and self.search.mover.stops(self.place)


class Search:
    """One search of one mover."""

    def __init__(self, mover: Mover) -> None:
        """Begin where the mover begins."""
        self.mover = mover
        self.best: dict[Place, int] = {mover.start: 0}
        self.before: dict[Place, Place] = {}

    def run(self, budget: int | None, goal: Callable[[Place], bool] | None = None) -> Place | None:
        """Find the least cost of every place within a budget; stop at the first goal and return it."""
        best, before, moves = self.best, self.before, self.mover.moves
        limit_at = self.mover.limit
        limit = float("inf") if budget is None else budget
        # Costs are small whole numbers: a list of places for every cost is quicker than a heap.
        buckets: list[list[Place]] = [[self.mover.start]]
        cost_so_far = 0
        while cost_so_far < len(buckets):
            bucket = buckets[cost_so_far]
            bucket.sort()  # of equal costs the path found first stays, and places are taken in order
            for place in bucket:  # grows by what costs nothing
                if best[place] != cost_so_far:
                    continue
                if goal is not None and goal(place):
                    return place
                here = limit
                if budget is not None and (lower := limit_at(place)) is not None:
                    here = min(limit, lower)
                for target, cost in moves(place):
                    total = cost_so_far + cost
                    if total > here or total >= best.get(target, total + 1):
                        continue
                    best[target] = total
                    before[target] = place
                    while len(buckets) <= total:
                        buckets.append([])
                    buckets[total].append(target)
            cost_so_far += 1
        return None

    def path(self, place: Place) -> tuple[Leg, ...]:
        """Return the legs of the cheapest path to a place that was found."""
        places = [place]
        while places[-1] in self.before:
            places.append(self.before[places[-1]])
        places.reverse()
        return tuple(self._leg(a, b) for a, b in pairwise(places))

    def _leg(self, place: Place, target: Place) -> Leg:
        step = self.mover.leg(place, target)
        cost = self.best[target] - self.best[place]
        pose = self.mover.pose(target)
        return Leg(place[0], target[0], cost, self.best[target], step.way, step.disorders, step.reasons, pose)

    def reached_hexes(self) -> list[ReachedHex]:
        """Return what was found by hexes, ascending, each with its cheapest place where the move may end."""
        groups: dict[tuple[int, ...], list[tuple[int, Place]]] = {}
        for place, cost in self.best.items():
            groups.setdefault(self.mover.pose(place).hexes, []).append((cost, place))
        return [self._answer(sorted(groups[hexes])) for hexes in sorted(groups)]

    def _answer(self, members: list[tuple[int, Place]]) -> ReachedHex:
        """Return the places of a hex, the first where the move may end before all others."""
        places = tuple(place for _, place in members)
        first = ""
        for cost, place in members:
            end = self.mover.end(place)
            if not end:
                return ReachedHex(self, place, cost, places)
            first = first or end
        return ReachedHex(self, places[0], members[0][0], places, first)


def reach(
    rules: MovementRules,
    map_rules: MapRules,
    start: int,
    budget: int,
    movement_class: str,
    occupancy: Occupancy = EMPTY,
    facing: int | None = None,
) -> dict[int, ReachedHex]:
    """Return the hexes that a movement class can reach, by hex index ascending, the start included.

    Args:
        rules: movement rules of the series.
        map_rules: map, charts and options.
        start: hex index.
        budget: movement points in 1/denominator.
        movement_class: one of `rules.classes`.
        occupancy: what other units mean for the move.
        facing: of the unit; used only if the series moves by facing (`FacedMovement`).

    Raises:
        ValueError: the start is no hex of the map, or the class is unknown.
    """
    search = Search(ClassMover(rules, map_rules, start, movement_class, occupancy, facing))
    search.run(budget)
    return {answer.hex: answer for answer in search.reached_hexes()}


def find_path(
    rules: MovementRules,
    map_rules: MapRules,
    start: int,
    goal: int,
    movement_class: str,
    occupancy: Occupancy = EMPTY,
    facing: int | None = None,
) -> ReachedHex | None:
    """Return the cheapest path, whatever it costs; None if there is no way. Arguments as in `reach`.

    Raises:
        ValueError: an end is no hex of the map, or the class is unknown.
    """
    if goal not in map_rules.map.grid:
        raise ValueError("a path joins two hexes of the map")
    return path_to(ClassMover(rules, map_rules, start, movement_class, occupancy, facing), goal)


def path_to(mover: Mover, goal: int, budget: int | None = None) -> ReachedHex | None:
    """Return the cheapest path of a mover on which it ends in a hex, or covers it; None = there is none."""

    def at_goal(place: Place) -> bool:
        return goal in mover.pose(place).hexes and not mover.end(place)

    search = Search(mover)
    place = search.run(budget, at_goal)
    return None if place is None else ReachedHex(search, place, search.best[place], (place,))
