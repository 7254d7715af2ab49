"""Lines of sight: all pairs at once, beside the explained answer for one pair after the other."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

from benchmarks.base import Benchmark, Work

if TYPE_CHECKING:
    from jdgtools.rules import MapRules, Series

_PAIRS = 1000


def _series() -> Series:
    from jdgtools.series.registry import find_series

    found = find_series("jdg")
    assert found is not None
    return found


@cache
def _map(columns: int, rows: int, busy: bool) -> MapRules:
    """A made-up map: hills, woods and villages, or a bare plain with two woods."""
    from jdgtools.hexgrid import HexGrid
    from jdgtools.rules import MapRules
    from tests.small_maps import make_map

    series, dice, grid = _series(), random.Random(1808), HexGrid(columns, rows)
    kinds = ["clear"] * 12 + ["wood", "wood", "brush", "village"] if busy else ["clear"]
    terrain: list[str | None] = [dice.choice(kinds) for _ in range(grid.size)]
    terrain[grid.size // 3] = terrain[grid.size // 2] = "wood"
    levels: list[int | None] = [
        max(0, int(4 * (i % columns) / columns) - (i // columns) % 3) if busy else 0 for i in range(grid.size)
    ]
    sides = ("slope", "steep_slope", "ridge", "stream", "redoubt")
    features = [
        (dice.choice(sides), dice.choice(grid.hexes), dice.randrange(6), True)
        for _ in range(grid.size // 6 if busy else 0)
    ]
    options = {o.id: o.default for o in series.definition.options}
    battle_map = make_map(grid, terrain, levels, features)
    return MapRules(battle_map, series.charts, options, series.definition)


def _all_pairs(columns: int, rows: int, busy: bool) -> Work:
    import numpy  # noqa: F401  # its import is no part of the work

    terrain, rules = _map(columns, rows, busy), _series().sight
    return lambda: rules.all_pairs(terrain)


def _one_by_one(columns: int, rows: int, busy: bool) -> Work:
    terrain, rules, dice = _map(columns, rows, busy), _series().sight, random.Random(1)
    hexes = terrain.map.grid.hexes
    pairs = [(dice.choice(hexes), dice.choice(hexes)) for _ in range(_PAIRS)]
    return lambda: [rules.sight(terrain, i, j) for i, j in pairs]


def _benchmark(columns: int, rows: int, busy: bool, aim: str) -> Benchmark:
    size = columns * rows
    return Benchmark(
        f"all-pairs LOS, {columns} x {rows} hexes, {'hilly' if busy else 'plain'}",
        lambda: _all_pairs(columns, rows, busy),
        f"one by one, from {_PAIRS} pairs",
        lambda: _one_by_one(columns, rows, busy),
        scale=_PAIRS / size**2,
        aim=aim,
    )


BENCHMARKS = (
    _benchmark(60, 40, True, "< 2 s"),
    _benchmark(60, 40, False, "< 2 s"),
    _benchmark(18, 30, True, ""),
)
