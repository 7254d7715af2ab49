"""All lines of sight of a map at once: the rules of `sight`, boiled down to comparisons of levels.

JDG-7.4.3 reads, for an obstacle of level L between ends of levels A and B: nearer to A it blocks exactly
if L >= A, nearer to B exactly if L >= B, and halfway exactly if L >= the higher of both (an end that is
higher than the other and than L, and not farther away, sees over it; if both are higher it does not
matter). So the highest obstacle of each half of the line decides, and no obstacle is looked at twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from jdgtools.hexgrid import coords
from jdgtools.hexgrid.lines_np import Crossed, LineParts, OriginWindow, displacements, line_parts, plane_of
from jdgtools.series.jdg.sight import HARD, SOFT, hex_obstacle, level_of, obstacle_height, side_obstacle
from jdgtools.series.jdg.terrain_index import JdgTerrainIndex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[Any]

_NOTHING = -100
"""Level of what is no obstacle: below every level of a map."""
_BITE = 12
"""Obstacles looked at before it is asked whether all lines are blocked."""


class _Layers(Struct, frozen=True):
    """Values per hex and hexside on the plane; levels of obstacles, `_NOTHING` where there is none."""

    level: Array
    hard: Array
    """Hexes that block, whatever lies near."""
    any: Array
    """Also those that do not block next to an end."""
    hard_sides: list[Array]
    any_sides: list[Array]
    has_wall: tuple[bool, ...]
    """Whether any hexside of this direction blocks."""
    uneven: bool
    """Whether the map has more than one level."""
    either: bool
    """Option `los_through_corner`: one side of a corner is enough to block (AMB-113)."""


def all_pairs(ground: JdgTerrainIndex, reach: int | None) -> NDArray[np.bool_]:
    """Return array (size, size) of whether the column hex is seen from the row hex (see `JdgSight`)."""
    import numpy as np

    grid = ground.map.grid
    layers, one_way = _layers(ground)
    half = str(ground.map_rules.options.get("los_half", "ignored"))
    clear = np.zeros((grid.size, grid.size), dtype=bool)
    hexes = list(grid.hexes)
    clear[hexes, hexes] = True
    plane = plane_of(grid)
    # Seen from the other end only the option for halfway and one-way hexsides make a difference.
    both_ways = one_way or half != "ignored"
    for dq, dr in displacements(grid, reach):
        window = plane.window(dq, dr)
        origins, targets, mask = window.pairs()
        free = ~_blocked_origins(window, mask, line_parts(dq, dr), layers, half)[mask]
        clear[origins, targets] = free
        if both_ways:
            back = plane.window(-dq, -dr)
            origins, targets, mask = back.pairs()
            free = ~_blocked_origins(back, mask, line_parts(-dq, -dr), layers, half)[mask]
            clear[origins, targets] = free
        else:
            clear[targets, origins] = free
    return clear


def _layers(ground: JdgTerrainIndex) -> tuple[_Layers, bool]:
    import numpy as np

    grid = ground.map.grid
    plane = plane_of(grid)
    levels = np.array([level_of(ground, i) for i in range(grid.size)], dtype=np.int16)
    hard = np.full(grid.size, _NOTHING, dtype=np.int16)
    soft = hard.copy()
    for i in grid.hexes:
        kind = ground.map.terrain[i]
        los = hex_obstacle(ground, kind)
        if los in (HARD, SOFT):
            soft[i] = levels[i] + obstacle_height(ground, kind)
            hard[i] = soft[i] if los == HARD else _NOTHING
    hard_sides = np.full((grid.size, 6), _NOTHING, dtype=np.int16)
    any_sides = hard_sides.copy()
    for side in ground.map.by_side:
        for near, d in ((side.a, side.d), (grid.neighbour(side.a, side.d), coords.opposite(side.d))):
            if near is None:
                continue
            far = grid.neighbour(near, d)
            kinds = {side_obstacle(ground, mark, far is None) for mark in ground.edge(near, d).marks}
            level = max(level_of(ground, h) for h in (near, far) if h is not None)
            if HARD in kinds:
                hard_sides[near, d] = level
            if HARD in kinds or SOFT in kinds:
                any_sides[near, d] = level
    one_way = any(
        (hard_sides[i, d], any_sides[i, d])
        != (hard_sides[j, coords.opposite(d)], any_sides[j, coords.opposite(d)])
        for i in grid.hexes
        for d in range(3)
        if (j := grid.neighbour(i, d)) is not None
    )
    has_walls = [bool((any_sides[:, d] > _NOTHING).any()) for d in range(6)]
    return _Layers(
        plane.lay(levels, _NOTHING),
        plane.lay(hard, _NOTHING),
        plane.lay(soft, _NOTHING),
        plane.lay_sides(hard_sides, _NOTHING),
        plane.lay_sides(any_sides, _NOTHING),
        # Borders are laid from the hex off the map too.
        tuple(has_walls[d] or has_walls[coords.opposite(d)] for d in range(6)),
        len({int(levels[i]) for i in grid.hexes}) > 1,
        ground.map_rules.options.get("los_through_corner") == "either",
    ), one_way


def _blocked_origins(
    window: OriginWindow, on_map: Array, parts: LineParts, layers: _Layers, half: str
) -> Array:
    """Return which origins of the window do not see the hex at its displacement; those off the map do not."""
    import numpy as np

    view = window.view
    n = parts.distance
    if n == 1:
        _, q, r, d = parts.sides[0]
        near: Array = view(layers.hard_sides[d], q, r) > _NOTHING
        return near
    firer, target = view(layers.level), view(layers.level, window.dq, window.dr)
    higher = np.maximum(firer, target)
    middle = higher
    if half == "blocks_high":
        middle = np.where(firer > target, target, higher)
    elif half == "blocks_low":
        middle = np.where(target > firer, firer, higher)
    thresholds = (firer, middle, target)
    is_blocked = ~on_map
    in_parts = _obstacles(window, parts, layers)
    for obstacles, threshold in zip(in_parts, thresholds, strict=True):
        # Most long lines are blocked before they are half way: then the rest is not looked at.
        for start in range(0, len(obstacles), _BITE):
            highest = _highest(obstacles[start : start + _BITE])
            is_blocked |= (highest >= threshold) & (highest > _NOTHING)
            if is_blocked.all():
                return is_blocked
    if layers.uneven and parts.hexes:
        is_blocked |= _highest([view(layers.level, q, r) for _, q, r in parts.hexes]) > higher
    for at, q, r, q2, r2 in parts.pairs:
        layer = layers.hard if at in (1, n - 1) else layers.any
        threshold = thresholds[_part(2 * at, n)]
        pair = []
        for x, y in ((q, r), (q2, r2)):
            obstacle = view(layer, x, y)
            solid = (obstacle >= threshold) & (obstacle > _NOTHING)
            pair.append(solid | (view(layers.level, x, y) > higher))
        is_blocked |= pair[0] & pair[1]
    for twice, left, right in parts.corners:
        threshold = thresholds[_part(twice, n)]
        is_blocked |= _corner(window, layers, left, right, threshold)
        if layers.either and len(left) != len(right):
            is_blocked |= _corner_contacts(window, layers, max(left, right, key=len)[0], threshold, higher)
    return is_blocked


def _corner(
    window: OriginWindow,
    layers: _Layers,
    left: tuple[Crossed, ...],
    right: tuple[Crossed, ...],
    threshold: Array,
) -> Array | bool:
    """Return where the hexsides at a corner block: those of both ways around it, by option those of one."""
    ways = []
    for way in (left, right):
        sides = [_side(window, layers, side) for side in way if layers.has_wall[side[2]]]
        if sides:
            highest = _highest(sides)
            ways.append((highest >= threshold) & (highest > _NOTHING))
    if len(ways) == 2:
        both: Array = (ways[0] | ways[1]) if layers.either else (ways[0] & ways[1])
        return both
    return ways[0] if ways and layers.either else False


def _corner_contacts(
    window: OriginWindow, layers: _Layers, side: Crossed, threshold: Array, higher: Array
) -> Array:
    """Return where the hex blocks that a line meets in one corner alone.

    Beyond the first hexside of a way.
    """
    q, r, d = side
    step = coords.DIRECTIONS[d]
    q, r = q + step[0], r + step[1]
    ends = ((0, 0), (window.dq, window.dr))
    adjacent = any((q - a, r - b) in coords.DIRECTIONS for a, b in ends)
    obstacle = window.view(layers.hard if adjacent else layers.any, q, r)
    solid = (obstacle >= threshold) & (obstacle > _NOTHING)
    is_blocked: Array = solid | (window.view(layers.level, q, r) > higher)
    return is_blocked


def _obstacles(window: OriginWindow, parts: LineParts, layers: _Layers) -> tuple[list[Array], ...]:
    """Return obstacles met alone, by any line of this displacement: nearer to the firer, halfway, beyond."""
    by_part: tuple[list[Array], ...] = ([], [], [])
    n = parts.distance
    for at, q, r in parts.hexes:
        layer = layers.hard if at in (1, n - 1) else layers.any
        by_part[_part(2 * at, n)].append(window.view(layer, q, r))
    for twice, q, r, d in parts.sides:
        if layers.has_wall[d]:
            by_part[_part(twice, n)].append(_side(window, layers, (q, r, d)))
    for twice, q, r, d in parts.along:
        if layers.has_wall[d]:
            step = coords.DIRECTIONS[d]
            back = (q + step[0], r + step[1], coords.opposite(d))
            for side in ((q, r, d), back):
                by_part[_part(twice, n)].append(_side(window, layers, side))
    return by_part


def _highest(arrays: list[Array]) -> Array:
    import numpy as np

    if len(arrays) == 1:
        return arrays[0]
    highest = np.maximum(arrays[0], arrays[1])
    for array in arrays[2:]:
        np.maximum(highest, array, out=highest)
    return highest


def _part(twice: int, distance: int) -> int:
    """Return 0 for hexes nearer to the firer, 1 for those halfway, 2 for those nearer to the target."""
    return 0 if twice < distance else 1 if twice == distance else 2


def _side(window: OriginWindow, layers: _Layers, side: Crossed) -> Array:
    """Return obstacle of a hexside for all origins; one that borders an end is that of hard kinds alone."""
    q, r, d = side
    step = coords.DIRECTIONS[d]
    ends = {(0, 0), (window.dq, window.dr)}
    touches = (q, r) in ends or (q + step[0], r + step[1]) in ends
    return window.view((layers.hard_sides if touches else layers.any_sides)[d], q, r)
