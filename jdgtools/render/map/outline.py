"""Outlines of sets of hexes: traced along the hexsides, then drawn straight or as natural curves.

Every point moves by the place where it lies, so that two areas that share hexsides bend alike.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING

from jdgtools.hexgrid.coords import DIRECTIONS, Cube
from jdgtools.render.map.frame import Lattice, MapFrame
from jdgtools.render.map.noise import drift
from jdgtools.render.map.pen import block_of
from jdgtools.render.path import PathBuilder
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Chains = tuple[Floats, Floats, list[slice]]
    """Points (x, y) of several chains, and which belong to each."""


def open_sides(cells: Set[Cube], hexes: Collection[Cube]) -> NDArray[np.bool_]:
    """Return for each hex and direction whether no hex of ``cells`` lies beyond its hexside."""
    import numpy as np

    at = np.array(list(hexes), dtype=np.int64).reshape(-1, 2)
    every = np.array(sorted(cells), dtype=np.int64).reshape(-1, 2)
    if not len(every):
        return np.zeros((0, 6), dtype=np.bool_)
    # Room for the neighbours of all that is asked for.
    low = np.minimum(every.min(axis=0), at.min(axis=0)) - 1
    high = np.maximum(every.max(axis=0), at.max(axis=0))
    table = np.ones(high - low + 2, dtype=np.bool_)
    table[tuple((every - low).T)] = False
    beyond = (at - low)[:, None, :] + np.array(DIRECTIONS)
    is_open: NDArray[np.bool_] = table[beyond[..., 0], beyond[..., 1]]
    return is_open


def trace(frame: MapFrame, cells: Set[Cube]) -> list[list[Lattice]]:
    """Trace closed chains of corners around a set of hexes; outer ones clockwise, holes the other way."""
    hexes = frame.in_reading_order(cells)
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


def natural_points(frame: MapFrame, loop: Sequence[Lattice]) -> list[Point]:
    """Return the points of the natural course of a closed chain of corners."""
    xs, ys, _ = natural_chains(frame, [loop])
    return list(zip(xs.tolist(), ys.tolist(), strict=True))


_SMOOTHING_ROUNDS = 4
"""How often every point moves half way to the middle between its neighbours."""
_SWELL = 0.035
"""How far rounded outlines are moved outwards, as a share of the hex size."""
_BUMPS = ((0.5, 0.08, 401), (0.2, 0.04, 403))
"""Irregularities: size of bumps and how far outlines stray, as shares of the hex size; salt."""
BEYOND = 0.32
"""How far an area may reach into other hexes, as a share of the hex size."""


_CALM_ROUNDS = 28
"""The same for contours, which run over many hexes as one line."""
_MAX_SHIFT = 0.15
"""Most that a point of a contour moves in all these rounds but the last, as a share of the hex size.

A hexside's middle lies half a hex size from both centres: these stay on their side of the contour.
"""
CONTOUR, COVER = 24, 16
"""Hexsides of a contour, and of the edge of a cover, that may move so far; about few hexes it moves less."""
_BAYS = ((1.2, 0.1, 405), (0.45, 0.05, 406))
"""Bays in the edge of what grows: size and depth, as shares of the hex size; salt."""


def natural_chains(
    frame: MapFrame, loops: Sequence[Sequence[Lattice]], *, calm: int = 0
) -> tuple[Floats, Floats, list[slice]]:
    """Return the points of several closed chains, three for each hexside, and which belong to each chain.

    Corners are rounded by smoothing; then all points move as the place where they are moves, so that areas
    side by side bend alike.

    Args:
        frame: the map on paper.
        loops: closed chains of corners.
        calm: how many hexsides a chain has that is smoothed over several hexes; 0 = none is.
    """
    import numpy as np

    keys = np.array([key for loop in loops for key in loop], dtype=np.float64)
    before = np.array([key for loop in loops for key in (loop[-1], *loop[:-1])], dtype=np.float64)
    thirds = np.stack((before, (2 * before + keys) / 3, (before + 2 * keys) / 3), axis=1).reshape(-1, 2)
    (x0, y0), (x1, y1) = frame.at((0, 0)), frame.at((1, 1))
    x, y = x0 + thirds[:, 0] * (x1 - x0), y0 + thirds[:, 1] * (y1 - y0)
    lengths = [3 * len(loop) for loop in loops]
    ends = np.cumsum(lengths)
    after = np.arange(1, len(x) + 1)
    after[ends - 1] = ends - lengths
    last = np.arange(-1, len(x) - 1)
    last[ends - lengths] = ends - 1
    first_x, first_y = x, y
    shares = [min(1.0, len(loop) / calm) ** 2 if calm else 0.0 for loop in loops]
    most = np.repeat(np.array(shares) * (_MAX_SHIFT * frame.size), lengths)
    for number in range(_CALM_ROUNDS if calm else _SMOOTHING_ROUNDS):
        x = x / 2 + (x[last] + x[after]) / 4
        y = y / 2 + (y[last] + y[after]) / 4
        if calm and number < _CALM_ROUNDS - _SMOOTHING_ROUNDS:
            x, y = _within(x, y, first_x, first_y, most)
    # Outwards, which is to the left, for what the rounding has taken away.
    dx, dy = x[after] - x[last], y[after] - y[last]
    length = np.sqrt(dx * dx + dy * dy)
    x, y = x + dy / length * (_SWELL * frame.size), y - dx / length * (_SWELL * frame.size)
    dx, dy = outline_drift(frame, x, y)
    parts = [slice(end - n, end) for n, end in zip(lengths, ends.tolist(), strict=True)]
    return x + dx, y + dy, parts


def _within(x: Floats, y: Floats, first_x: Floats, first_y: Floats, most: Floats) -> tuple[Floats, Floats]:
    """Return points pulled back to where each is at most so far from where it began, mm."""
    import numpy as np

    dx, dy = x - first_x, y - first_y
    share = np.minimum(1.0, most / np.maximum(np.sqrt(dx * dx + dy * dy), most / 2))
    return first_x + dx * share, first_y + dy * share


def outline_drift(frame: MapFrame, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return how far natural outlines stray at places, mm: to the right and down."""
    import numpy as np

    dx, dy = np.zeros_like(x), np.zeros_like(y)
    for spacing, reach, salt in _BUMPS[: 1 if frame.is_large else 2]:
        dx += drift(x, y, spacing * frame.size, salt) * (reach * frame.size)
        dy += drift(x, y, spacing * frame.size, salt + 1) * (reach * frame.size)
    return dx, dy


PULL = 0.85
"""How far corners of waters are pulled towards their neighbours."""


def round_corner(corner: Point, before: Point, after: Point) -> Point:
    """Return a corner pulled towards its neighbours, so that a line runs more smoothly past it."""
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


def area(frame: MapFrame, cells: Set[Cube], inwards: float = 0.0, *, calm: int = 0) -> PathBuilder:
    """Return the natural shape of a set of hexes.

    Args:
        frame: the map on paper.
        cells: the hexes.
        inwards: how far its edge is moved inwards, as a share of the hex size.
        calm: how many hexsides an edge has that is smoothed over several hexes; 0 = none is.
    """
    builder = PathBuilder()
    builder.extend(_area(frame.landform, frozenset(cells), inwards, calm))
    return builder


@lru_cache(maxsize=256)
def _area(frame: MapFrame, cells: frozenset[Cube], inwards: float, calm: int) -> tuple[Command, ...]:
    builder = PathBuilder()
    loops = trace(frame, cells)
    if loops:
        x, y, slices = natural_chains(frame, loops, calm=calm)
        if inwards:
            x, y = _shrunk(x, y, slices, inwards * frame.size)
        xs, ys = x.tolist(), y.tolist()
        for part in slices:
            smooth(builder, xs[part], ys[part])
    return builder.commands()


def cover(frame: MapFrame, cells: frozenset[Cube], inwards: float = 0.0) -> tuple[Command, ...]:
    """Return the shape of what grows on a set of hexes: a smooth edge with bays, no steps of hexsides.

    On large maps it is the natural shape of the hexes.

    Args:
        frame: the map on paper.
        cells: the hexes.
        inwards: how far its edge is moved inwards, as a share of the hex size.
    """
    builder = PathBuilder()
    for x, y in cover_chains(frame, cells, inwards):
        smooth(builder, x.tolist(), y.tolist())
    return builder.commands()


def cover_chains(
    frame: MapFrame, cells: frozenset[Cube], inwards: float = 0.0
) -> list[tuple[Floats, Floats]]:
    """Return the guides (x, y) of the closed curves of a cover; the arguments are those of `cover`."""
    x, y, slices = _cover_chains(frame.landform, cells, inwards)
    return [(x[part], y[part]) for part in slices]


@lru_cache(maxsize=256)
def _cover_chains(
    frame: MapFrame, cells: frozenset[Cube], inwards: float
) -> tuple[Floats, Floats, list[slice]]:
    import numpy as np

    loops = trace(frame, cells)
    if not loops:
        return np.zeros(0), np.zeros(0), []
    x, y, slices = natural_chains(frame, loops, calm=0 if frame.is_large else COVER)
    depth = np.full(len(x), inwards * frame.size)
    if not frame.is_large:
        bays = sum(drift(x, y, spacing * frame.size, salt) * reach for spacing, reach, salt in _BAYS)
        lengths = [len(loop) for loop in loops for _ in range(3 * len(loop))]
        depth += np.maximum(bays, 0.0) * np.minimum(1.0, np.array(lengths) / COVER) ** 2 * frame.size
    return (*_shrunk(x, y, slices, depth), slices)


def _shrunk(x: Floats, y: Floats, slices: Sequence[slice], distance: float | Floats) -> tuple[Floats, Floats]:
    """Return closed chains moved to the right of their course, mm: all points so far, or each by its own."""
    import numpy as np

    far = np.broadcast_to(distance, x.shape)
    inner_x, inner_y = x.copy(), y.copy()
    for part in slices:
        dx = np.roll(x[part], -1) - np.roll(x[part], 1)
        dy = np.roll(y[part], -1) - np.roll(y[part], 1)
        length = np.sqrt(dx * dx + dy * dy)
        inner_x[part] -= dy / length * far[part]
        inner_y[part] += dx / length * far[part]
    return inner_x, inner_y


_FIELD_SHARE = 0.85
"""How far the edges of fields stray, as a share of what natural outlines do."""


def fields(frame: MapFrame, cells: Set[Cube]) -> PathBuilder:
    """Return the shape of a set of hexes with straight edges, their corners moved a little."""
    import numpy as np

    builder = PathBuilder()
    for loop in trace(frame, cells):
        corners = np.array([frame.at(key) for key in loop])
        points = np.stack((corners, (corners + np.roll(corners, -1, axis=0)) / 2), axis=1).reshape(-1, 2)
        dx, dy = outline_drift(frame, points[:, 0], points[:, 1])
        xs, ys = points[:, 0] + dx * _FIELD_SHARE, points[:, 1] + dy * _FIELD_SHARE
        builder.polygon(zip(xs.tolist(), ys.tolist(), strict=True))
    return builder


def parts(frame: MapFrame, cells: frozenset[Cube]) -> list[frozenset[Cube]]:
    """Return the set; on large maps in parts that do not touch, so that bands skip most of them."""
    if not frame.is_large:
        return [cells]
    blocks: dict[tuple[int, int], list[Cube]] = {}
    left = set(cells)
    for first in frame.in_reading_order(cells):
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
        blocks.setdefault((block_of(min(heights)), block_of(max(heights))), []).extend(island)
    return [frozenset(part) for _, part in sorted(blocks.items())]


def exact(frame: MapFrame, cells: Set[Cube]) -> PathBuilder:
    """Return the shape of a set of hexes along its hexsides."""
    builder = PathBuilder()
    for loop in trace(frame, cells):
        builder.polygon([frame.at(key) for key in loop])
    return builder


def inset(frame: MapFrame, loop: Sequence[Lattice], distance: float) -> list[Point]:
    """Return a closed chain of corners moved inwards (to the right of its course) by ``distance`` mm."""
    points = [frame.at(key) for key in loop]
    return shift_chain(points, distance)


def shift_chain(points: Sequence[Point], distance: float) -> list[Point]:
    """Return a closed chain of points moved to the right of its course, corners mitred."""
    chain: list[Point] = []
    for index, (x, y) in enumerate(points):
        (px, py), (nx, ny) = points[index - 1], points[(index + 1) % len(points)]
        ax, ay = _unit(x - px, y - py)
        bx, by = _unit(nx - x, ny - y)
        mx, my = -(ay + by), ax + bx
        scale = 2 * distance / max(0.5, mx * mx + my * my)
        chain.append((x + mx * scale, y + my * scale))
    return chain


def _unit(x: float, y: float) -> Point:
    length = (x * x + y * y) ** 0.5 or 1.0
    return x / length, y / length
