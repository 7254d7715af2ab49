"""Water gates: where a river that runs along the wall of a town turns into it, the wall opens for the water.

A wall ends on both banks, in piers, and a grating hangs between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from math import hypot

from jdgtools.hexgrid.coords import Cube
from jdgtools.hexgrid.sides import Hexside
from jdgtools.render.map.banks import inner_hex
from jdgtools.render.map.frame import Lattice, MapFrame
from jdgtools.render.map.pen import Pen
from jdgtools.render.scene import Point, Stroke

WallEnds = Mapping[tuple[Hexside, Lattice], Point]
"""Hexside and corner of it -> where its wall ends, mm: on the bank of a water that flows through."""

_CLEAR, _NEAR = 0.5, 0.2
"""Ground between a water and the end of a wall, units: within the town, and where it runs along the wall."""
_STEPS = 60
"""Places on a hexside that are asked whether they lie in the water."""


def water_gates(
    frame: MapFrame,
    walls: Set[str],
    lines: Mapping[tuple[Lattice, Lattice], Sequence[Point]],
    widths: Mapping[str, float],
    corners: Mapping[Lattice, Point],
    built_hexes: Set[Cube],
) -> WallEnds:
    """Return where walls end on the banks of waters that flow through them.

    Args:
        frame: the map on paper.
        walls: kinds of hexsides that are straight walls.
        lines: hexside, the lower corner first -> points along the middle of its water, mm.
        widths: kind of water -> its width, mm.
        corners: where corners of walls lie that are not in their place.
        built_hexes: hexes of towns and villages.
    """
    grid = frame.layout.grid
    masonry: dict[Lattice, list[tuple[Hexside, Lattice, Cube]]] = {}
    wet: dict[frozenset[Lattice], float] = {}
    unit = frame.size / 20
    for feature in frame.map.features:
        a, b = frame.side_keys(feature.side)
        if feature.kind in walls:
            inner = grid.cube(inner_hex(frame, feature, built_hexes))
            masonry.setdefault(a, []).append((feature.side, b, inner))
            masonry.setdefault(b, []).append((feature.side, a, inner))
        width = widths.get(feature.kind, 0.0)
        wet[frozenset((a, b))] = max(width, wet.get(frozenset((a, b)), 0.0))
    ends: dict[tuple[Hexside, Lattice], Point] = {}
    for corner, sides in masonry.items():
        inside = _water_inside(frame, corner, sides, wet)
        if inside is None:
            continue
        waters = [(lines[_key(*inside)], wet[inside] / 2 + _CLEAR * unit)]
        for _, other, _ in sides:
            points = lines.get(_key(corner, other))
            if points:
                # Its bend into the town: further on the wall stands on its bank.
                bend = (points if corner < other else points[::-1])[:3]
                waters.append((bend, wet[frozenset((corner, other))] / 2 + _NEAR * unit))
        for side, other, _ in sides:
            start, end = (corners.get(key) or frame.at(key) for key in (corner, other))
            ends[side, corner] = _bank_on(start, end, waters)
    return ends


def _water_inside(
    frame: MapFrame,
    corner: Lattice,
    sides: Sequence[tuple[Hexside, Lattice, Cube]],
    wet: Mapping[frozenset[Lattice], float],
) -> frozenset[Lattice] | None:
    """Return the hexside within the walls along which a water leaves a corner to which it runs along them."""
    if len({side for side, _, _ in sides}) != 2:
        return None
    outer = [frozenset((corner, other)) for _, other, _ in sides]
    if not any(wet.get(edge, 0.0) for edge in outer):
        return None
    inner_hexes = {inner for _, _, inner in sides}
    for edge in wet:
        # The third hexside at the corner: it lies between the two hexes that the wall protects.
        if corner in edge and edge not in outer and wet[edge]:
            (other,) = edge - {corner}
            side_hexes = {*frame.hexes_at_corner(corner)} & {*frame.hexes_at_corner(other)}
            return edge if side_hexes == inner_hexes else None
    return None


def _bank_on(corner: Point, other: Point, waters: Sequence[tuple[Sequence[Point], float]]) -> Point:
    """Return where a wall from a corner leaves some waters: lines, and how far about them they reach."""
    spots = [_between(corner, other, n / _STEPS) for n in range(_STEPS // 2 + 1)]
    wet_steps = [
        n for n, spot in enumerate(spots) if any(_off_line(spot, line) < reach for line, reach in waters)
    ]
    return spots[min(wet_steps[-1] + 1, len(spots) - 1)] if wet_steps else corner


def _key(a: Lattice, b: Lattice) -> tuple[Lattice, Lattice]:
    return (a, b) if a < b else (b, a)


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _off_line(at: Point, line: Sequence[Point]) -> float:
    """Return how far a place is from a line."""
    least = float("inf")
    for (ax, ay), (bx, by) in pairwise(line):
        dx, dy = bx - ax, by - ay
        t = ((at[0] - ax) * dx + (at[1] - ay) * dy) / ((dx * dx + dy * dy) or 1.0)
        t = min(1.0, max(0.0, t))
        least = min(least, hypot(ax + t * dx - at[0], ay + t * dy - at[1]))
    return least


def gates_of(ends: WallEnds) -> Iterator[tuple[Hexside, Lattice, Point, Point]]:
    """Yield for every water gate one of its hexsides, its corner, and the ends of both walls."""
    by_corner: dict[Lattice, list[tuple[Hexside, Point]]] = {}
    for (side, corner), at in ends.items():
        by_corner.setdefault(corner, []).append((side, at))
    for corner, ((side, a), (_, b)) in sorted(by_corner.items()):
        yield side, corner, a, b


def draw_gate(pen: Pen, a: Point, b: Point, width: float, stone: str, dark: str, unit: float) -> None:
    """Draw the grating between two piers.

    Args:
        pen: collects the drawing.
        a: the end of a wall, mm, as the following.
        b: the end of the other one.
        width: of the walls.
        stone: colour of the walls.
        dark: colour of their edges and of the grating.
        unit: twentieth of the hex size.
    """
    pen.line((a, b), Stroke(dark, 0.28 * unit))
    pen.line((a, b), Stroke(dark, 0.8 * width, (0.2 * unit, 0.4 * unit), "butt"))
    for x, y in (a, b):
        pen.dot(x + 0.3 * unit, y + 0.35 * unit, width + 0.9 * unit, dark, 0.3)
        pen.dot(x, y, width + 0.9 * unit, dark)
        pen.dot(x, y, width + 0.4 * unit, stone)
