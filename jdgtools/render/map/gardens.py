"""Textures of what is planted in rows of its own, plot by plot: orchards and gardens.

The rows of a plot lie evenly between its edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.render.map.brush import Brush
from jdgtools.render.map.fields import leave_numbers, tilled_ground
from jdgtools.render.map.noise import share
from jdgtools.render.map.parcels import ParcelPart, Plot, at, even_rows
from jdgtools.render.map.scatter import TURNS
from jdgtools.render.map.trees import crowns
from jdgtools.render.scene import Point, Stroke

if TYPE_CHECKING:
    from collections.abc import Sequence

_BALK = 0.45
"""Half the width of the strips between plots, units, as all that follows."""
_CROWN = 1.7
_TREE_PITCHES = ((2.4, 2.3), (2.2, 2.5), (2.5, 2.6))
"""From tree to tree along a row and from row to row, by the tone of the plot."""


def orchard(brush: Brush) -> None:
    """Draw trees in rows, plot by plot."""
    import numpy as np

    u = brush.unit * brush.sparse
    trees: list[Point] = []
    for piece in tilled_ground(brush, 41, _BALK * u, "orchard"):
        along, across = _TREE_PITCHES[piece.tone]
        for row, first, last in _rows(piece, across * u, 0.55 * _CROWN * u) or _middle_row(brush, piece):
            trees += [at(piece.turn, place, row) for place in _even_places(first, last, along * u)]
    x, y = np.array(trees).reshape(-1, 2).T
    free = leave_numbers(brush, x, y, 0.5 * u)
    if brush.lanes is not None:
        free &= ~brush.lanes.covers(x, y)
    x, y = x[free], y[free]
    crowns(brush, x, y, np.full(len(x), _CROWN * u))


_BED = (5.0, 4.1)
"""From bed to bed along a row of beds, and from hedge to hedge."""
_HALF_BED = (2.2, 1.45)


def garden(brush: Brush) -> None:
    """Draw rows of beds between hedges, each bed planted in its own way."""
    import numpy as np

    u = brush.unit
    hedge = Stroke(brush.dark, 0.5 * u, (0.02 * u, 0.52 * u), "round")
    middles: list[tuple[float, float, int]] = []
    for piece in tilled_ground(brush, 71, _BALK * u, "garden"):
        half = _BED[1] * u / 2
        rows = _rows(piece, _BED[1] * u, half)
        if not rows:
            for row, first, last in _middle_row(brush, piece):
                brush.pen.line((at(piece.turn, first, row), at(piece.turn, last, row)), hedge)
        for row, first, last in rows:
            for across in (row - half, row + half):
                brush.pen.line(
                    (at(piece.turn, first - half, across), at(piece.turn, last + half, across)), hedge
                )
            places = _even_places(
                first - half + _HALF_BED[0] * u, last + half - _HALF_BED[0] * u, _BED[0] * u
            )
            middles += [(*at(piece.turn, place, row), piece.turn) for place in places]
    x, y, turns = np.array(middles).reshape(-1, 3).T
    free = leave_numbers(brush, x, y, 1.6 * u)
    for bx, by, turn in zip(
        x[free].tolist(), y[free].tolist(), turns[free].astype(int).tolist(), strict=True
    ):
        _draw_bed(brush, (bx, by), TURNS[turn], share(round(16 * bx / u), round(16 * by / u), 72))


_Row = tuple[float, float, float]
"""Where a row lies across the direction of its plot, and where it begins and ends along it, mm."""


def _rows(piece: Plot | ParcelPart, pitch: float, edge: float) -> list[_Row]:
    """Return rows a pitch apart that keep an edge away from the ends of a plot, mm.

    A piece of a hex, which is no rectangle, has them where the whole parcel would.
    """
    if isinstance(piece, ParcelPart):
        lines = even_rows(piece.corners, pitch, piece.turn)
        return [(place, a + edge, b - edge) for place, a, b in lines if b - a > 2 * edge]
    c, s = TURNS[piece.turn]
    along = [x * c + y * s for x, y in piece.corners]
    across = [y * c - x * s for x, y in piece.corners]
    places = _even_places(min(across) + edge, max(across) - edge, pitch)
    return [(place, min(along) + edge, max(along) - edge) for place in places]


def _middle_row(brush: Brush, piece: Plot | ParcelPart) -> list[_Row]:
    """Return the one row of a plot that is too narrow for others."""
    return _rows(piece, brush.frame.size, _BALK * brush.unit)


def _even_places(low: float, high: float, pitch: float) -> Sequence[float]:
    """Return places a pitch apart between two ends: as many as have room, in the middle of it."""
    count = int((high - low) // pitch)
    first = (low + high - count * pitch) / 2
    return [first + n * pitch for n in range(count + 1)]


def _draw_bed(brush: Brush, middle: Point, turn: Point, pick: float) -> None:
    """Draw one bed, by a share: in lines, with bushes, or left as it is."""
    u = brush.unit
    c, s = turn
    ox, oy = middle

    def spot(i: float, j: float) -> Point:
        return ox + (i * c - j * s) * u, oy + (i * s + j * c) * u

    a, b = _HALF_BED
    if pick < 0.45:
        brush.pen.shape([spot(-a, -b), spot(a, -b), spot(a, b), spot(-a, b)], brush.light, None, 0.8)
        line = Stroke(brush.mark, 0.3 * u, (0.3 * u, 0.3 * u), opacity=0.9)
        for j in (-0.99, -0.33, 0.33, 0.99):
            brush.pen.line((spot(0.2 - a, j), spot(a - 0.2, j)), line)
    elif pick < 0.8:
        for i in (-1.4, 0.0, 1.4):
            for j in (-0.75, 0.75):
                x, y = spot(i, j)
                brush.pen.dot(x + 0.12 * u, y + 0.15 * u, 1.05 * u, brush.dark)
                brush.pen.dot(x, y, 0.85 * u, brush.mark)
