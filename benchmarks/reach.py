"""Reach of a unit among others, as a live map asks for it again and again, beside the rules step by step."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

from benchmarks.base import Benchmark, Work

if TYPE_CHECKING:
    from jdgtools.derived import DerivedBattle

_SIZE = (60, 40)
_TERRAIN = {"jdg": "wood", "afe": "wood", "mpbs": "woods"}


@cache
def _derived(series: str) -> DerivedBattle:
    """A map of 60 x 40 hexes with woods, and the units of a teaching battle scattered around its middle."""
    from tests.small_battles import field, teaching

    dice, battle = random.Random(1808), teaching(series).battle
    assert battle is not None
    hexes = [(c, r) for c in range(20, 40) for r in range(10, 30)]
    places = dice.sample(hexes, len(battle.units))
    units = [
        f"{unit.id} {column:02}{row:02} {dice.randrange(6)}"
        for unit, (column, row) in zip(battle.units, places, strict=True)
        if unit.footprint == 1
    ]
    free = sorted(set(hexes) - set(places))
    terrain = ", ".join(f"{c:02}{r:02} {_TERRAIN[series]}" for c, r in dice.sample(free, 60))
    return field(", ".join(units), series=series, size=_SIZE, terrain=terrain)


def _ours(series: str, unit: str) -> Work:
    from jdgtools.derived.reach import Search

    derived = _derived(series)

    def work() -> object:
        mover = derived.mover(derived.piece(unit))
        search = Search(mover)
        search.run(mover.budget.points)
        return [(r.hex, r.cost) for r in search.reached_hexes() if not r.end]

    work()  # the first question fills the tables
    return work


def _theirs(series: str, unit: str) -> Work:
    """The same hexes by the rules alone: a step is asked for whenever it is met, without tables or units."""
    from heapq import heappop, heappush

    derived = _derived(series)
    mover = derived.mover(derived.piece(unit))
    rules, map_rules, budget = derived.series.movement, derived.map_rules, mover.budget.points or 0
    grid, column = map_rules.map.grid, derived.piece(unit).movement_class

    def work() -> object:
        best = {mover.start[0]: 0}
        queue = [(0, mover.start[0])]
        while queue:
            spent, here = heappop(queue)
            for direction in range(6):
                target = grid.neighbour(here, direction)
                cost = rules.step(map_rules, here, direction, column).cost
                if target is None or cost is None or spent + cost > budget:
                    continue
                if spent + cost < best.get(target, budget + 1):
                    best[target] = spent + cost
                    heappush(queue, (spent + cost, target))
        return best

    return work


def _benchmark(series: str, unit: str, words: str) -> Benchmark:
    return Benchmark(
        f"reach of {words}, {_SIZE[0]} x {_SIZE[1]} hexes",
        lambda: _ours(series, unit),
        "terrain alone, step by step",
        lambda: _theirs(series, unit),
        repeat=20,
        aim="< 5 ms",
    )


BENCHMARKS = (
    _benchmark("jdg", "au-hus", "cavalry, Jours de Gloire"),
    _benchmark("afe", "gu-cl", "light cavalry, Au fil de l'épée"),
    _benchmark("mpbs", "un-horn", "cavalry, Musket & Pike"),
)
