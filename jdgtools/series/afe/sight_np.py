"""All lines of sight of a map at once: the rules of `sight`, boiled down to comparisons of levels.

For an obstacle of level L between a firer of level A and a target of level B, AFE-9.2-f to -h say: nearer
to the firer it blocks exactly if L >= A (as printed, AMB-20: if L >= the lower end), halfway exactly if
L >= the higher end, nearer to the target exactly if L >= B (as printed: if L >= the higher end).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jdgtools.hexgrid import coords
from jdgtools.hexgrid.lines_np import LineParts, OriginWindow, displacements, line_parts, plane_of
from jdgtools.series.afe.sight import HARD, SOFT, side_obstacle
from jdgtools.series.terrain_index import TerrainIndex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[Any]

_NOTHING = -100
"""Level of what is no obstacle: below every level of a map."""


class _Layers:
    """Levels of obstacles per hex and hexside on the plane; `_NOTHING` where there is none."""

    def __init__(self, ground: TerrainIndex) -> None:
        import numpy as np

        grid = ground.grid
        plane = plane_of(grid)
        levels = np.array([ground.level(i) for i in range(grid.size)], dtype=np.int16)
        hexes = np.full(grid.size, _NOTHING, dtype=np.int16)
        hard, both = (np.full((grid.size, 6), _NOTHING, dtype=np.int16) for _ in range(2))
        for i in grid.hexes:
            if ground.of_hex(ground.map.terrain[i], "los") in (HARD, SOFT):
                hexes[i] = levels[i]
            for d in range(6):
                obstacle = side_obstacle(ground, ground.edge(i, d).marks)
                if obstacle in (HARD, SOFT):
                    far = grid.neighbour(i, d)
                    level = levels[i] if far is None else max(levels[i], levels[far])
                    both[i, d] = level
                    hard[i, d] = level if obstacle == HARD else _NOTHING
        self.level = plane.lay(levels, _NOTHING)
        self.hexes = plane.lay(hexes, _NOTHING)
        self.hard_sides = plane.lay_sides(hard, _NOTHING)
        self.sides = plane.lay_sides(both, _NOTHING)
        """Those that do not block beside an end, too."""
        self.walls = bool((both > _NOTHING).any())


def all_pairs(ground: TerrainIndex, reach: int | None) -> NDArray[np.bool_]:
    """Return array (size, size) of whether the column hex is seen from the row hex (see `AfeSight`)."""
    import numpy as np

    grid, plane = ground.grid, plane_of(ground.grid)
    layers = _Layers(ground)
    literal = ground.map_rules.options.get("los_height") == "literal"
    clear = np.zeros((grid.size, grid.size), dtype=bool)
    clear[list(grid.hexes), list(grid.hexes)] = True
    for dq, dr in displacements(grid, reach):
        window = plane.window(dq, dr)
        origins, targets, mask = window.pairs()
        free = ~_blocked_origins(window, line_parts(dq, dr), layers, literal)[mask]
        clear[origins, targets] = free
        if literal:  # as printed the rule is not the same from the other end
            back = plane.window(-dq, -dr)
            origins, targets, mask = back.pairs()
            clear[origins, targets] = ~_blocked_origins(back, line_parts(-dq, -dr), layers, literal)[mask]
        else:
            clear[targets, origins] = free
    return clear


def _blocked_origins(window: OriginWindow, parts: LineParts, layers: _Layers, literal: bool) -> Array:
    """Return which origins of the window do not see the hex at its displacement."""
    import numpy as np

    view, n = window.view, parts.distance
    firer, target = view(layers.level), view(layers.level, window.dq, window.dr)
    higher = np.maximum(firer, target)
    thresholds = (np.minimum(firer, target), higher, higher) if literal else (firer, higher, target)

    def hides(obstacle: Array, twice: int) -> Array:
        threshold = thresholds[0 if twice < n else 1 if twice == n else 2]
        result: Array = (obstacle >= threshold) & (obstacle > _NOTHING)
        return result

    def side(q: int, r: int, d: int) -> Array:
        step = coords.DIRECTIONS[d]
        ends = {(0, 0), (window.dq, window.dr)}
        adjacent = (q, r) in ends or (q + step[0], r + step[1]) in ends
        return view((layers.hard_sides if adjacent else layers.sides)[d], q, r)

    is_blocked = np.zeros(window.shape, dtype=bool)
    for at, q, r in parts.hexes:
        is_blocked |= hides(view(layers.hexes, q, r), 2 * at)
    if layers.walls:
        for twice, q, r, d in parts.sides:
            is_blocked |= hides(side(q, r, d), twice)
        for twice, left, right in parts.corners:
            ways = []
            for way in (left, right):
                shut = np.zeros(window.shape, dtype=bool)
                for hexside in way:
                    shut |= hides(side(*hexside), twice)
                ways.append(shut)
            is_blocked |= ways[0] & ways[1]
    return is_blocked
