"""Outlines of sets of hexes: traced along the hexsides, drawn straight or as natural curves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from itertools import repeat
from typing import TYPE_CHECKING

from jdgtools.hexgrid.coords import DIRECTIONS, Cube
from jdgtools.render.map.frame import Frame, Lattice
from jdgtools.render.map.pen import block_of
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def open_sides(cells: Set[Cube], hexes: Collection[Cube]) -> NDArray[np.bool_]:
    """For each hex (of ``cells``) and direction whether its hexside is an edge of the set."""
    import numpy as np

    at = np.array(list(hexes), dtype=np.int64).reshape(-1, 2)
    every = at if len(hexes) == len(cells) else np.array(sorted(cells), dtype=np.int64).reshape(-1, 2)
    if not len(every):
        return np.zeros((0, 6), dtype=np.bool_)
    low = every.min(axis=0) - 1
    table = np.ones(every.max(axis=0) - low + 2, dtype=np.bool_)
    table[tuple((every - low).T)] = False
    beyond = (at - low)[:, None, :] + np.array(DIRECTIONS)
    opened: NDArray[np.bool_] = table[beyond[..., 0], beyond[..., 1]]
    return opened


def trace(frame: Frame, cells: Set[Cube]) -> list[list[Lattice]]:
    """Closed chains of corners around a set of hexes; outer ones clockwise, holes the other way."""
    hexes = frame.ordered(cells)
    following: dict[Lattice, Lattice] = {}
    steps = frame.corner_steps
    for n, d in zip(*(part.tolist() for part in open_sides(cells, hexes).nonzero()), strict=True):
        u, v = frame.centre_key(hexes[n])
        (du, dv), (eu, ev) = steps[d - 1], steps[d]
        following[u + du, v + dv] = u + eu, v + ev
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
    xs, ys = _natural(frame, [loop])
    return list(zip(xs.tolist(), ys.tolist(), strict=True))


def _natural(frame: Frame, loops: Sequence[Sequence[Lattice]]) -> tuple[Floats, Floats]:
    """Points of several closed chains, one after the other: for every hexside its end and both its thirds.

    The same points as those of ``Frame.bent_edge``, with the corners rounded.
    """
    import numpy as np

    keys = np.array([key for loop in loops for key in loop], dtype=np.int64)
    before = np.array([key for loop in loops for key in (loop[-1], *loop[:-1])], dtype=np.int64)
    thirds = np.stack((3 * before, 2 * before + keys, before + 2 * keys), axis=1)
    points = frame.bent_all(thirds)
    last = np.concatenate([np.roll(np.arange(len(loop)), 1) + at for loop, at in _starts(loops)])
    for line in points:
        # As ``rounded``: a corner lies between the last third of one hexside and the first of the next.
        line[:, 0] = line[:, 0] * (1 - PULL) + (line[last, 2] + line[:, 1]) * PULL / 2
    return points[0].ravel(), points[1].ravel()


def _starts(loops: Sequence[Sequence[Lattice]]) -> Iterator[tuple[Sequence[Lattice], int]]:
    at = 0
    for loop in loops:
        yield loop, at
        at += len(loop)


PULL = 0.55
"""How far corners are pulled towards their neighbours."""


def rounded(corner: Point, before: Point, after: Point) -> Point:
    """A corner pulled towards its neighbours, so that a line runs more smoothly past it."""
    return (
        corner[0] * (1 - PULL) + (before[0] + after[0]) * PULL / 2,
        corner[1] * (1 - PULL) + (before[1] + after[1]) * PULL / 2,
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
    loops = trace(frame, cells)
    if loops:
        xs, ys = (part.tolist() for part in _natural(frame, loops))
        for loop, at in _starts(loops):
            part = slice(3 * at, 3 * (at + len(loop)))
            smooth(builder, xs[part], ys[part])
    return builder


def parts(frame: Frame, cells: frozenset[Cube]) -> list[frozenset[Cube]]:
    """The set; on large maps in parts that do not touch, so that a drawing in bands skips most of them."""
    if not frame.many:
        return [cells]
    found: dict[tuple[int, int], list[Cube]] = {}
    left = set(cells)
    for first in frame.ordered(cells):
        if first not in left:
            continue
        left.discard(first)
        island = [first]
        for q, r in island:
            for dq, dr in DIRECTIONS:
                beyond = Cube(q + dq, r + dr)
                if beyond in left:
                    left.discard(beyond)
                    island.append(beyond)
        heights = [frame.centre(cube)[1] for cube in island]
        found.setdefault((block_of(min(heights)), block_of(max(heights))), []).extend(island)
    return [frozenset(part) for _, part in sorted(found.items())]


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
