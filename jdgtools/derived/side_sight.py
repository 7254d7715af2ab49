"""Lines of sight along hexsides where the ground of one hex and a unit in the other block together.

Ground alone leaves such a line free, because it stands on one side only. A program that has nothing but the
bits of sight and the units would see through; so the lines are listed here, once for a map.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from jdgtools.derived.protocols import ObstacleGround
from jdgtools.hexgrid import Cube, line
from jdgtools.hexgrid.coords import length
from jdgtools.rules import MapRules, Series

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def one_sided_lines(
    series: Series, map_rules: MapRules, los: NDArray[np.bool_], reach: int
) -> tuple[tuple[int, int, int], ...]:
    """Return origin, target and hex of every free line that a unit in this hex alone blocks.

    The ground of the hex on the other side of the hexside blocks too (JDG-7.4.2-b, MP-10.9.5-b).

    Args:
        series: whose rules say what blocks.
        map_rules: map, charts and options.
        los: array (hexes, hexes) of the lines that ground leaves free.
        reach: length of the longest line, in hexes.
    """
    rules = series.sight
    if not isinstance(rules, ObstacleGround):
        return ()
    obstacles = rules.ground_obstacles(map_rules)
    rows = []
    for origin, target, unit_hex, ground_hex in _candidates(map_rules, los, reach, obstacles):
        if rules.blocks_beside_ground(map_rules, origin, target, unit_hex, ground_hex):
            rows.append((origin, target, unit_hex))
    return tuple(rows)


def _candidates(
    map_rules: MapRules, los: NDArray[np.bool_], reach: int, obstacles: Collection[int]
) -> list[tuple[int, int, int, int]]:
    """Return origin, target, hex of a unit and hex beside it, wherever the ground of the latter can block.

    They come in the order of origins, then of lines, so that the same map gives the same list. Arrays leave
    over the few lines that are worth asking the rules of the series.
    """
    import numpy as np

    grid, steps = map_rules.map.grid, _tied_steps(reach)
    hexes = list(grid.hexes)
    if not hexes or not steps:
        return []
    cubes = np.array([grid.cube(index)[:2] for index in hexes], dtype=np.intp)
    cubes -= cubes.min(axis=0) - reach
    index_at = np.full(cubes.max(axis=0) + reach + 1, -1, dtype=np.intp)
    index_at[cubes[:, 0], cubes[:, 1]] = hexes
    levels = np.array([level or 0 for level in map_rules.map.levels])
    blocks = np.zeros(len(levels), dtype=bool)
    blocks[list(obstacles)] = True
    rows: list[tuple[int, ...]] = []
    for number, step in enumerate(steps):
        target, left, right = (index_at[cubes[:, 0] + q, cubes[:, 1] + r] for q, r in step)
        whole = np.flatnonzero((target >= 0) & (left >= 0) & (right >= 0))
        origin, target, left, right = np.array(hexes)[whole], target[whole], left[whole], right[whole]
        ends = np.maximum(levels[origin], levels[target])
        for side, (unit_hex, other) in enumerate(((left, right), (right, left))):
            worth = los[origin, target] & (blocks[other] | (levels[other] > ends))
            places = np.flatnonzero(worth)
            order = np.full(len(places), 2 * number + side)
            columns = (whole[places], order, target[places], unit_hex[places], other[places])
            rows += map(tuple, np.stack(columns, axis=1).tolist())
    return [(hexes[place], end, unit_hex, other) for place, _, end, unit_hex, other in sorted(rows)]


def _tied_steps(reach: int) -> list[tuple[tuple[int, int], tuple[int, int], tuple[int, int]]]:
    """Return axial offsets of target, left and right hex, for every step of a line along a hexside."""
    span, steps = range(-reach, reach + 1), []
    for offset in (Cube(q, r) for q in span for r in span):
        distance = length(offset)
        if 1 < distance <= reach:
            for step in line(Cube(0, 0), offset):
                if step.tied and 0 < step.distance < distance:
                    left, right = step.hexes
                    steps.append((offset[:2], left[:2], right[:2]))
    return steps
