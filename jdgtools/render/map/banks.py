"""Walls of towns: what lies outside them, and where they stand along water.

A wall and a river that follow one hexside lie side by side: the wall stands on a bank.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from math import hypot

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.model.map import HexsideFeature
from jdgtools.render.map.frame import Lattice, MapFrame
from jdgtools.render.scene import Point

_SHORE = 0.4
"""Ground between the water and the middle of the wall, units."""


def wall_corners(
    frame: MapFrame, walls: Set[str], widths: Mapping[str, float], built_hexes: Set[Cube]
) -> dict[Lattice, Point]:
    """Return where the corners of walls along water lie, for those that are moved.

    A wall stands on the bank of the hex that it is of: the inner one, the only one with buildings, or else
    the higher one.

    Args:
        frame: the map on paper.
        walls: kinds of hexsides that are straight walls.
        widths: kind of water -> its width, mm.
        built_hexes: hexes of towns and villages.
    """
    pushes: dict[Lattice, list[Point]] = {}
    for feature in frame.map.features:
        if feature.kind not in walls:
            continue
        wet = [
            widths[other.kind] for other in frame.map.by_side.get(feature.side, ()) if other.kind in widths
        ]
        if wet:
            push = _push(frame, feature, built_hexes, max(wet) / 2 + _SHORE * frame.size / 20)
            for corner in frame.side_keys(feature.side):
                pushes.setdefault(corner, []).append(push)
    return {
        corner: _moved_corner(frame.at(corner), corner_pushes) for corner, corner_pushes in pushes.items()
    }


def outside_walls(frame: MapFrame, walls: Set[str], built_hexes: Set[Cube]) -> frozenset[Cube]:
    """Return the hexes without buildings that walls part from all hexes with buildings beside them."""
    grid = frame.layout.grid
    masonry = {feature.side for feature in frame.map.features if feature.kind in walls}
    hexes_at_walls = {index for side in masonry for index in grid.side_hexes(side)}
    outside: set[Cube] = set()
    for index in hexes_at_walls:
        cube = grid.cube(index)
        towards = {d for d in range(6) if neighbour(cube, d) in built_hexes}
        if cube not in built_hexes and towards and all(grid.hexside(index, d) in masonry for d in towards):
            outside.add(cube)
    return frozenset(outside)


def _push(frame: MapFrame, feature: HexsideFeature, built_hexes: Set[Cube], far: float) -> Point:
    """Return how far a wall is moved, mm: towards the middle of its own hex."""
    index = inner_hex(frame, feature, built_hexes)
    (x1, y1), (x2, y2) = (frame.at(key) for key in frame.side_keys(feature.side))
    x, y = frame.centre(frame.layout.grid.cube(index))
    dx, dy = x - (x1 + x2) / 2, y - (y1 + y2) / 2
    length = hypot(dx, dy)
    return dx / length * far, dy / length * far


def inner_hex(frame: MapFrame, feature: HexsideFeature, built_hexes: Set[Cube] = frozenset()) -> int:
    """Return the hex on the inner or higher side: by the source, buildings, level, or the first."""
    if feature.inside is not None:
        return feature.inside
    grid, levels = frame.layout.grid, frame.map.levels
    return max(grid.side_hexes(feature.side), key=lambda i: (grid.cube(i) in built_hexes, levels[i] or 0, -i))


def _moved_corner(at: Point, pushes: list[Point]) -> Point:
    """Return a corner moved so that all walls that end there are moved as they should."""
    (ax, ay), (bx, by) = pushes[0], pushes[-1]
    # Two lines that are moved meet where both moves, seen along each other, are whole.
    along = (ax * bx + ay * by) / (ax * ax + ay * ay)
    if len(pushes) == 1 or along < -0.9:
        return at[0] + ax, at[1] + ay
    return at[0] + (ax + bx) / (1 + along), at[1] + (ay + by) / (1 + along)
