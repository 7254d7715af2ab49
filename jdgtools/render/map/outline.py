"""Outlines of sets of hexes: traced along the hexsides, drawn straight or as natural curves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import repeat

from jdgtools.hexgrid.coords import DIRECTIONS, Cube
from jdgtools.render.map.frame import Frame, Lattice
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Point


def open_sides(cells: Set[Cube], hexes: Iterable[Cube]) -> list[list[bool]]:
    """For each hex whether its hexside in each direction is an edge of the set."""
    return [[(q + dq, r + dr) not in cells for dq, dr in DIRECTIONS] for q, r in hexes]


def trace(frame: Frame, cells: Set[Cube]) -> list[list[Lattice]]:
    """Closed chains of corners around a set of hexes; outer ones clockwise, holes the other way."""
    following: dict[Lattice, Lattice] = {}
    for cube in frame.ordered(cells):
        q, r = cube
        for d, (dq, dr) in enumerate(DIRECTIONS):
            if (q + dq, r + dr) not in cells:
                start, end = frame.edge_keys(cube, d)
                following[start] = end
    loops: list[list[Lattice]] = []
    while following:
        first, key = following.popitem()
        loop = [first]
        while key != first:
            loop.append(key)
            key = following.pop(key)
        loops.append(loop)
    loops.reverse()
    return loops


def natural(frame: Frame, loop: Sequence[Lattice]) -> list[Point]:
    """Points of the natural course of a closed chain of corners, three for every hexside."""
    points: list[Point] = []
    previous = loop[-1]
    for key in loop:
        points += frame.bent_edge(previous, key)
        previous = key
    for n in range(0, len(points), 3):
        points[n] = rounded(points[n], points[n - 1], points[n + 1])
    return points


def rounded(corner: Point, before: Point, after: Point) -> Point:
    """A corner pulled towards its neighbours, so that a line runs more smoothly past it."""
    pull = 0.55
    return (
        corner[0] * (1 - pull) + (before[0] + after[0]) * pull / 2,
        corner[1] * (1 - pull) + (before[1] + after[1]) * pull / 2,
    )


def curve(builder: PathBuilder, points: Sequence[Point]) -> None:
    """Append a closed smooth curve guided by the points."""
    smooth(builder, [p[0] for p in points], [p[1] for p in points])


def smooth(builder: PathBuilder, xs: list[float], ys: list[float]) -> None:
    """Append a closed smooth curve guided by the points (x, y)."""
    to_x = [(a + b) / 2 for a, b in zip(xs, (*xs[1:], xs[0]), strict=True)]
    to_y = [(a + b) / 2 for a, b in zip(ys, (*ys[1:], ys[0]), strict=True)]
    builder.move_to(to_x[-1], to_y[-1])
    builder.extend(zip(repeat("Q"), xs, ys, to_x, to_y))
    builder.close()


def area(frame: Frame, cells: Set[Cube]) -> PathBuilder:
    """The natural shape of a set of hexes."""
    builder = PathBuilder()
    for loop in trace(frame, cells):
        curve(builder, natural(frame, loop))
    return builder


def exact(frame: Frame, cells: Set[Cube]) -> PathBuilder:
    """The shape of a set of hexes along its hexsides."""
    builder = PathBuilder()
    for loop in trace(frame, cells):
        builder.polygon([frame.at(key) for key in loop])
    return builder


def inset(frame: Frame, loop: Sequence[Lattice], distance: float) -> list[Point]:
    """A closed chain of corners moved inwards (to the right of its course) by ``distance`` mm."""
    points = [frame.at(key) for key in loop]
    return shifted(points, distance)


def shifted(points: Sequence[Point], distance: float) -> list[Point]:
    """A closed chain of points moved to the right of its course, corners mitred."""
    moved: list[Point] = []
    for index, (x, y) in enumerate(points):
        (px, py), (nx, ny) = points[index - 1], points[(index + 1) % len(points)]
        ax, ay = _unit(x - px, y - py)
        bx, by = _unit(nx - x, ny - y)
        mx, my = -(ay + by), ax + bx
        scale = 2 * distance / max(0.5, mx * mx + my * my)
        moved.append((x + mx * scale, y + my * scale))
    return moved


def _unit(x: float, y: float) -> Point:
    length = (x * x + y * y) ** 0.5 or 1.0
    return x / length, y / length
