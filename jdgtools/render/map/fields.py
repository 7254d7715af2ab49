"""Textures of tilled ground: ploughland, vineyards and orchards.

A hex is divided into parcels in one of a few ways, each parcel with rows of its own direction; hexes that are
divided alike are drawn together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.map.brush import Brush, line
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.gridlines import number_box
from jdgtools.render.map.noise import hash_pair
from jdgtools.render.map.scatter import TURNS, centres, corners_of, rows_across
from jdgtools.render.map.trees import crowns
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Point, Stroke

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_PLANS = 18
"""Ways to divide a hex: three for every direction of rows."""
_SCALE = 0.95
"""Part of a hex that its parcels take: beyond it the outline of the terrain strays."""


class Parcel(Struct, frozen=True):
    """A convex piece of a hex about the origin, mm."""

    corners: tuple[Point, ...]
    turn: int
    """Direction of its rows: which of ``TURNS``."""
    tone: int
    """0, 1, 2: parcels side by side differ."""


def parcels(frame: Frame, plan: int, balk: float) -> list[Parcel]:
    """Return the parcels of a hex; on large maps one.

    Args:
        frame: the map on paper.
        plan: which way to divide it, below ``_PLANS``.
        balk: half the width of the strips between parcels, mm.
    """
    turn, kind = plan % len(TURNS), plan // len(TURNS)
    c, s = TURNS[turn]
    size = frame.size
    if frame.is_large:
        return [Parcel(tuple((x * _SCALE, y * _SCALE) for x, y in corners_of(frame)), turn, 0)]
    # No field has the shape of its hex: two of its corners are drawn in.
    first = hash_pair(plan, kind, 67) % 6
    drawn_in = {first: 0.24, (first + 2 + plan % 2) % 6: 0.18}
    reach = [_SCALE - drawn_in.get(corner, 0.0) for corner in range(6)]
    whole = [(x * part, y * part) for (x, y), part in zip(corners_of(frame), reach, strict=True)]
    across = (turn + 3) % len(TURNS)
    far = (0.06, -0.09, 0.13)[kind] * size
    upper = _cut(whole, -s, c, far - balk)
    lower = _cut(whole, s, -c, -far - balk)
    if kind == 0:
        return [Parcel(tuple(upper), turn, 0), Parcel(tuple(lower), across, 1)]
    if kind == 1:
        left, right = _cut(lower, c, s, -0.04 * size - balk), _cut(lower, -c, -s, 0.04 * size - balk)
        pieces = (upper, turn, 0), (left, across, 1), (right, turn, 2)
    else:
        left, right = _cut(upper, c, s, 0.07 * size - balk), _cut(upper, -c, -s, -0.07 * size - balk)
        pieces = (lower, across, 2), (left, turn, 1), (right, across, 0)
    return [Parcel(tuple(corners), way, tone) for corners, way, tone in pieces]


def _cut(corners: Sequence[Point], a: float, b: float, far: float) -> list[Point]:
    """Return the part of a convex shape where a x + b y is at most ``far``."""
    piece: list[Point] = []
    for n, (x, y) in enumerate(corners):
        px, py = corners[n - 1]
        before, here = a * px + b * py - far, a * x + b * y - far
        if (before > 0) != (here > 0):
            t = before / (before - here)
            piece.append((px + (x - px) * t, py + (y - py) * t))
        if here <= 0:
            piece.append((x, y))
    return piece


def _by_plan(brush: Brush, salt: int, balk: float) -> list[tuple[list[Parcel], Floats, Floats]]:
    """Return the parcels of all hexes: hexes that are divided alike together, with their centres."""
    cubes_by_plan: dict[int, list[Cube]] = {}
    for cube in brush.hexes:
        cubes_by_plan.setdefault(hash_pair(cube[0], cube[1], salt) % _PLANS, []).append(cube)
    return [
        (parcels(brush.frame, plan, balk), *centres(brush.frame, cubes))
        for plan, cubes in sorted(cubes_by_plan.items())
    ]


def _shape(corners: Sequence[Point]) -> list[Command]:
    return [*(("M" if n == 0 else "L", x, y) for n, (x, y) in enumerate(corners)), ("Z",)]


def plough(brush: Brush) -> None:
    """Draw furrows, each field in a tone of its own."""
    u = brush.unit
    tones = ((brush.light, 0.4), None, (brush.mark, 0.16))
    furrow = Stroke(brush.mark, 0.22 * u, opacity=0.75)
    ridge = Stroke(brush.light, 0.22 * u, opacity=0.8)
    for pieces, cx, cy in _by_plan(brush, 61, 0.3 * u):
        lines: list[Command] = []
        for piece in pieces:
            tone = tones[piece.tone]
            if tone is not None and not brush.frame.is_large:
                brush.pen.stamp(cx, cy, _shape(piece.corners), fill=tone[0], opacity=tone[1])
            for a, b in rows_across(
                piece.corners, (0.95, 1.05, 1.15)[piece.tone] * u * brush.sparse, piece.turn
            ):
                lines += line(a, b)
        brush.pen.stamp(cx, cy, lines, stroke=furrow)
        brush.pen.stamp(cx + 0.25 * u, cy + 0.25 * u, lines, stroke=ridge)


def vineyard(brush: Brush) -> None:
    """Draw vines: rows of stakes with leaves, paths between the parcels."""
    u = brush.unit
    looks = (
        (Stroke(brush.dark, 0.14 * u, opacity=0.55), 0.0),
        (Stroke(brush.mark, 0.6 * u, (0.05 * u, 0.95 * u), "round"), 0.0),
        (Stroke(brush.light, 0.26 * u, (0.05 * u, 0.95 * u), "round"), -0.1 * u),
    )
    for pieces, cx, cy in _by_plan(brush, 51, 0.75 * u):
        lines: list[Command] = []
        for piece in pieces:
            if piece.tone == 1:
                brush.pen.stamp(cx, cy, _shape(piece.corners), fill=brush.light, opacity=0.2)
            for a, b in rows_across(_shrunk(piece.corners, 0.3 * u), 1.4 * u * brush.sparse, piece.turn):
                lines += line(a, b)
        for stroke, off in looks:
            brush.pen.stamp(cx + off, cy + off, lines, stroke=stroke)


def orchard(brush: Brush) -> None:
    """Draw trees in rows, parcel by parcel."""
    import numpy as np

    u = brush.unit * brush.sparse
    left, top, right, bottom = number_box(brush.frame)
    room = 0.5 * u
    trees: list[tuple[Floats, Floats]] = []
    for pieces, cx, cy in _by_plan(brush, 41, 0.9 * u):
        spots: list[Point] = []
        for piece in pieces:
            inner = _shrunk(piece.corners, 0.7 * u)
            for a, b in rows_across(inner, (2.3, 2.5, 2.6)[piece.tone] * u, piece.turn):
                spots += steps(a, b, (2.4, 2.2, 2.5)[piece.tone] * u)
        free = [
            (x, y)
            for x, y in spots
            if not (left - room < x < right + room and top - room < y < bottom + room)
        ]
        dx, dy = np.array(free).T
        trees.append(((cx[:, None] + dx).ravel(), (cy[:, None] + dy).ravel()))
    x, y = (np.concatenate(part) for part in zip(*trees, strict=True))
    crowns(brush, x, y, np.full(len(x), 1.7 * u))


def _shrunk(corners: Sequence[Point], distance: float) -> list[Point]:
    """Return a convex shape (clockwise on paper) without a strip along its edges."""
    inner = list(corners)
    for n, (x, y) in enumerate(corners):
        px, py = corners[n - 1]
        dx, dy = x - px, y - py
        length = (dx * dx + dy * dy) ** 0.5
        if length > 0.0:
            a, b = dy / length, -dx / length
            inner = _cut(inner, a, b, a * x + b * y - distance)
    return inner


def steps(a: Point, b: Point, spacing: float) -> list[Point]:
    """Return the points on a line, evenly about its middle."""
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    count = int(length / spacing)
    rest = (length - count * spacing) / 2
    points = []
    for n in range(count + 1):
        t = (rest + n * spacing) / length if length else 0.0
        if t <= 1.0:
            points.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
    return points
