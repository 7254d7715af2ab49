"""Walls of towns: what lies outside them, and where they stand along water.

A wall, hedge or work and a river that follow one hexside lie side by side: it stands on a bank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from math import hypot

from msgspec import Struct

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.hexgrid.sides import Hexside
from jdgtools.model.map import HexsideFeature
from jdgtools.render.map.frame import Lattice, MapFrame
from jdgtools.render.scene import Point

Wedge = tuple[Cube, tuple[Point, ...]]
"""A hex of a town with what lies between its middle and its walls, mm, clockwise."""


class TownWalls(Struct, frozen=True):
    """What walls of towns ask of the ground."""

    outside: frozenset[Cube] = frozenset()
    """Hexes that walls part from the town: its ground does not reach into them."""
    within: tuple[Wedge, ...] = ()
    """What lies within the walls: the ground of the town fills it."""


NO_WALLS = TownWalls()


_SHORE = 0.4
"""Ground between the water and the middle of the wall, units."""


def banks(frame: MapFrame, widths: Mapping[str, float]) -> dict[Hexside, float]:
    """Return how far from the middle of a hexside with water its bank lies, mm.

    Args:
        frame: the map on paper.
        widths: kind of water -> its width, mm.
    """
    far: dict[Hexside, float] = {}
    for feature in frame.map.features:
        if feature.kind in widths:
            bank = widths[feature.kind] / 2 + _SHORE * frame.size / 20
            far[feature.side] = max(far.get(feature.side, 0.0), bank)
    return far


def walks(
    frame: MapFrame, bank_of: Mapping[Hexside, float]
) -> dict[tuple[str, Hexside], tuple[Lattice, Lattice]]:
    """Return the ends of wet hexsides that carry a feature without an inner side, as a walk passes them.

    So what stands on the right of one hexside stands on the right of the next: on one bank as far as it goes.
    Keys are the feature's kind and hexside.
    """
    links: dict[str, dict[Lattice, list[tuple[Lattice, Hexside]]]] = {}
    for feature in frame.map.features:
        if feature.side in bank_of and feature.inside is None:
            a, b = frame.side_keys(feature.side)
            ends = links.setdefault(feature.kind, {})
            ends.setdefault(a, []).append((b, feature.side))
            ends.setdefault(b, []).append((a, feature.side))
    ends_of: dict[tuple[str, Hexside], tuple[Lattice, Lattice]] = {}
    for kind, ends in links.items():
        for start in sorted(ends, key=lambda corner: (len(ends[corner]) != 1, corner)):
            corners = [start]
            for a in corners:
                for b, side in ends[a]:
                    if (kind, side) not in ends_of:
                        ends_of[kind, side] = a, b
                        corners.append(b)
    return ends_of


def wall_corners(
    frame: MapFrame,
    walls: Set[str],
    bank_of: Mapping[Hexside, float],
    built_hexes: Set[Cube],
    lines: Mapping[tuple[Lattice, Lattice], Sequence[Point]] | None = None,
) -> dict[Lattice, Point]:
    """Return where the corners of walls along water lie, for those that are moved.

    A wall stands on the bank of the hex that it is of: the inner one, the only one with buildings, or else
    the higher one.

    Args:
        frame: the map on paper.
        walls: kinds of hexsides that are straight walls.
        bank_of: hexside with water -> how far its bank lies from the middle, mm.
        built_hexes: hexes of towns and villages.
        lines: hexside, the lower corner first -> seven points along the middle of its water, mm: the more it
            bends towards a wall, the further off that stands.
    """
    pushes: dict[Lattice, list[Point]] = {}
    for feature in frame.map.features:
        if feature.kind in walls and feature.side in bank_of:
            a, b = frame.side_keys(feature.side)
            line = (lines or {}).get((a, b) if a < b else (b, a), ())
            push = _push(frame, feature, built_hexes, bank_of[feature.side], line[2:5])
            for corner in (a, b):
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


def within_walls(
    frame: MapFrame, walls: Set[str], built_hexes: Set[Cube], corners: Mapping[Lattice, Point]
) -> tuple[Wedge, ...]:
    """Return what lies between walls and the middle of the hexes of towns that they enclose.

    Args:
        frame: the map on paper.
        walls: kinds of hexsides that are straight walls.
        built_hexes: hexes of towns and villages.
        corners: where corners of walls lie that are not in their place.
    """
    grid = frame.layout.grid
    directions: dict[Cube, set[int]] = {}
    for feature in frame.map.features:
        if feature.kind in walls:
            side = feature.side
            views = [
                (grid.cube(i), side.d if i == side.a else (side.d + 3) % 6) for i in grid.side_hexes(side)
            ]
            views_built = [view for view in views if view[0] in built_hexes]
            if len(views_built) == 1:
                directions.setdefault(views_built[0][0], set()).add(views_built[0][1])
    shapes = []
    for cube in frame.in_reading_order(directions):
        walled_sides = directions[cube]
        # A wedge from the middle for every row of walls; the whole hex where they surround it.
        for first in [d for d in range(6) if d in walled_sides and (d - 1) % 6 not in walled_sides] or [0]:
            row = [first + n for n in range(6) if all((first + k) % 6 in walled_sides for k in range(n + 1))]
            keys = [frame.corner_key(cube, first - 1), *(frame.corner_key(cube, d) for d in row)]
            middle = () if len(row) == 6 else (frame.centre(cube),)
            shapes.append((cube, (*middle, *(corners.get(key) or frame.at(key) for key in keys))))
    return tuple(shapes)


def _push(
    frame: MapFrame, feature: HexsideFeature, built_hexes: Set[Cube], far: float, water: Sequence[Point]
) -> Point:
    """Return how far a wall is moved, mm: towards the middle of its own hex, as ``water`` bends."""
    index = inner_hex(frame, feature, built_hexes)
    (x1, y1), (x2, y2) = (frame.at(key) for key in frame.side_keys(feature.side))
    x, y = frame.centre(frame.layout.grid.cube(index))
    dx, dy = x - (x1 + x2) / 2, y - (y1 + y2) / 2
    length = hypot(dx, dy)
    bends = (((x - x1) * dx + (y - y1) * dy) / length for x, y in water)
    far += max(0.0, max(bends, default=0.0))
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
