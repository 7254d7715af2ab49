"""The plainest rule of sight, over all lines of a map at once: what the windows of a plane are tried with."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.lines_np import displacements, line_parts, plane_of


def clear_lines(grid: HexGrid, hex_blocks: ArrayLike, side_blocks: ArrayLike) -> NDArray[np.bool_]:
    """Return which pairs of hexes have a line that nothing blocks; bool (size, size), symmetric.

    Hexes between the ends and hexsides block;
    where the line runs along a hexside both hexes, or that hexside itself, must block; at a corner both ways
    must be blocked. Nothing off the map blocks.

    Args:
        grid: the map.
        hex_blocks: bool per hex, shape (size,).
        side_blocks: bool per hex and direction, shape (size, 6), set from both hexes.
    """
    plane = plane_of(grid)
    solid = plane.lay(np.asarray(hex_blocks, dtype=bool))
    walls = plane.lay_sides(np.asarray(side_blocks, dtype=bool))
    clear = np.zeros((grid.size, grid.size), dtype=bool)
    clear[list(grid.hexes), list(grid.hexes)] = True
    for dq, dr in displacements(grid):
        window, parts = plane.window(dq, dr), line_parts(dq, dr)
        view = window.view
        blocked = np.zeros(window.shape, dtype=bool)
        for _, q, r in parts.hexes:
            blocked |= view(solid, q, r)
        for _, q, r, q2, r2 in parts.pairs:
            blocked |= view(solid, q, r) & view(solid, q2, r2)
        for _, q, r, d in parts.sides + parts.along:
            blocked |= view(walls[d], q, r)
        for _, left, right in parts.corners:
            ways = []
            for way in (left, right):
                stopped = np.zeros(window.shape, dtype=bool)
                for q, r, d in way:
                    stopped |= view(walls[d], q, r)
                ways.append(stopped)
            blocked |= ways[0] & ways[1]
        origins, ends, mask = window.pairs()
        free = ~blocked[mask]
        clear[origins, ends] = free
        clear[ends, origins] = free
    return clear
