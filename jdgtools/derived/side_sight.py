"""Lines of sight along hexsides where the ground of one hex and a unit in the other block together.

Ground alone leaves such a line free, because it stands on one side only. A program that has nothing but the
bits of sight and the units would see through; so the lines are listed here, once for a map.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jdgtools.derived.protocols import ObstacleGround
from jdgtools.hexgrid import Cube, line
from jdgtools.hexgrid.coords import length
from jdgtools.rules import MapRules, Series

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def one_sided_lines(
    series: Series, terrain: MapRules, los: NDArray[np.bool_], reach: int
) -> tuple[tuple[int, int, int], ...]:
    """Return origin, target and hex of every free line that a unit in this hex alone blocks.

    The ground of the hex on the other side of the hexside blocks too (JDG-7.4.2-b, MP-10.9.5-b).

    Args:
        series: whose rules say what blocks.
        terrain: map, charts and options.
        los: array (hexes, hexes) of the lines that ground leaves free.
        reach: length of the longest line, in hexes.
    """
    rules = series.sight
    if not isinstance(rules, ObstacleGround):
        return ()
    obstacles = rules.ground_obstacles(terrain)
    levels = [level or 0 for level in terrain.map.levels]
    rows = []
    for origin, target, sides in _tied_steps(terrain, reach):
        if not los[origin, target]:
            continue
        for hex_index, other in (sides, sides[::-1]):
            high = levels[other] > max(levels[origin], levels[target])
            if (high or other in obstacles) and not rules.sight_among(
                terrain, origin, target, {hex_index: ""}
            ).clear:
                rows.append((origin, target, hex_index))
    return tuple(rows)


def _tied_steps(terrain: MapRules, reach: int) -> Iterator[tuple[int, int, tuple[int, int]]]:
    """Yield the ends of every line along hexsides, and both hexes of each, if both are on the map."""
    grid, span = terrain.map.grid, range(-reach, reach + 1)
    tied = []
    for offset in (Cube(q, r) for q in span for r in span):
        distance = length(offset)
        if 1 < distance <= reach:
            steps = line(Cube(0, 0), offset)
            tied += [(offset, step.hexes) for step in steps if step.tied and 0 < step.distance < distance]
    for origin in grid.hexes:
        start = grid.cube(origin)
        for offset, (left, right) in tied:
            target = grid.find(start + offset)
            if target is None:
                continue
            one, other = grid.find(start + left), grid.find(start + right)
            if one is not None and other is not None:
                yield origin, target, (one, other)
