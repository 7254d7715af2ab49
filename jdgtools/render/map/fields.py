"""Textures of tilled ground: ploughland, harvests and vineyards, parcel by parcel.

Rows and vines stand where they would in the whole parcel, so that they go on from hex to hex.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import dist
from typing import TYPE_CHECKING

from jdgtools.render.map.brush import Brush, line
from jdgtools.render.map.gridlines import number_box
from jdgtools.render.map.palette import fill_opacity
from jdgtools.render.map.parcels import ParcelPart, Plot, at, even_rows, pieces, plots
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Point, Stroke

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]


def _shape(corners: Sequence[Point]) -> list[Command]:
    return [*(("M" if n == 0 else "L", x, y) for n, (x, y) in enumerate(corners)), ("Z",)]


def tilled_ground(brush: Brush, salt: int, balk: float, pattern: str) -> Sequence[Plot | ParcelPart]:
    """Return what is tilled, the ground of plots filled; on large maps an area of hexes is filled before."""
    import numpy as np

    if brush.frame.is_large:
        return pieces(brush, salt, balk)
    here, fields = np.zeros(1), plots(brush, salt, balk)
    ground = [command for plot in fields for command in _shape(plot.corners)]
    brush.pen.stamp(here, here, ground, fill=brush.fill, opacity=fill_opacity(pattern))
    return fields


def plough(brush: Brush) -> None:
    """Draw furrows, each field in a tone of its own."""
    import numpy as np

    u = brush.unit
    here = np.zeros(1)
    tones = ((brush.light, 0.2), None, (brush.mark, 0.08))
    lines: list[Command] = []
    for piece in tilled_ground(brush, 61, 0.3 * u, "plough"):
        tone = tones[piece.tone]
        if tone is not None and not brush.frame.is_large:
            brush.pen.stamp(here, here, _shape(piece.corners), fill=tone[0], opacity=tone[1])
        spacing = (0.95, 1.05, 1.15)[piece.tone] * u * brush.sparse
        for across, first, last in even_rows(piece.corners, spacing, piece.turn):
            lines += line(at(piece.turn, first, across), at(piece.turn, last, across))
    brush.pen.stamp(here, here, lines, stroke=Stroke(brush.mark, 0.22 * u, opacity=0.75))
    ridge = Stroke(brush.light, 0.22 * u, opacity=0.8)
    brush.pen.stamp(here + 0.25 * u, here + 0.25 * u, lines, stroke=ridge)


def vineyard(brush: Brush) -> None:
    """Draw vines: rows of stakes with leaves, paths between the parcels."""
    import numpy as np

    u = brush.unit
    here = np.zeros(1)
    wires: list[Command] = []
    vines: list[Command] = []
    rows: list[_FieldRow] = []
    for piece in tilled_ground(brush, 51, 0.5 * u, "vineyard"):
        if piece.tone == 1:
            brush.pen.stamp(here, here, _shape(piece.corners), fill=brush.light, opacity=0.1)
        spacing = 1.4 * u * brush.sparse
        rows += [(piece.turn, *row) for row in even_rows(piece.corners, spacing, piece.turn)]
    for turn, across, first, last in _without_numbers(brush, rows, u):
        end = at(turn, last, across)
        wires += line(at(turn, first, across), end)
        # Dashes begin with a line: it begins where a vine of the parcel stands.
        vine = -(-first // u) * u
        if vine < last:
            vines += line(at(turn, vine, across), end)
    brush.pen.stamp(here, here, wires, stroke=Stroke(brush.dark, 0.14 * u, opacity=0.55))
    leaves = Stroke(brush.mark, 0.6 * u, (0.05 * u, 0.95 * u), "round")
    brush.pen.stamp(here, here, vines, stroke=leaves)
    light = Stroke(brush.light, 0.26 * u, (0.05 * u, 0.95 * u), "round")
    brush.pen.stamp(here - 0.1 * u, here - 0.1 * u, vines, stroke=light)


_SHEAF: tuple[Command, ...] = (
    ("M", -0.72, 0.66),
    ("Q", -0.34, 0.16, -0.17, -0.38),
    ("Q", -0.3, -0.62, -0.44, -0.84),
    ("Q", 0.0, -1.16, 0.44, -0.84),
    ("Q", 0.3, -0.62, 0.17, -0.38),
    ("Q", 0.34, 0.16, 0.72, 0.66),
    ("Q", 0.0, 0.96, -0.72, 0.66),
    ("Z",),
)
"""On its feet: ears above, tied below them, stalks spread out."""
_STALKS: tuple[Command, ...] = (
    *line((-0.34, 0.62), (-0.08, -0.24)),
    *line((0.02, 0.68), (0.0, -0.24)),
    *line((0.38, 0.6), (0.08, -0.24)),
)
_TIE: tuple[Command, ...] = line((-0.24, -0.36), (0.24, -0.36))


def sheaves(brush: Brush) -> None:
    """Draw a harvest: sheaves in rows upon stubble, plot by plot."""
    import numpy as np

    u = brush.unit * brush.sparse
    stubble: list[Command] = []
    places: list[Point] = []
    for piece in tilled_ground(brush, 45, 0.35 * u, "sheaves"):
        for across, first, last in even_rows(piece.corners, 0.62 * u, piece.turn):
            stubble += line(at(piece.turn, first, across), at(piece.turn, last, across))
        spacing = (2.3, 2.6, 2.4)[piece.tone] * u
        for across, first, last in even_rows(piece.corners, (2.7, 2.5, 2.9)[piece.tone] * u, piece.turn):
            for n in range(int(-(-(first + 0.6 * u) // spacing)), int((last - 0.6 * u) // spacing) + 1):
                places.append(at(piece.turn, n * spacing, across))
    here = np.zeros(1)
    brush.pen.stamp(here, here, stubble, stroke=Stroke(brush.mark, 0.16 * u, opacity=0.8))
    x, y = np.array(_spaced_places(places, 1.7 * u)).reshape(-1, 2).T
    free = leave_numbers(brush, x, y, 1.1 * u)
    x, y = x[free], y[free]
    tall = np.full(len(x), 1.05 * u)
    brush.pen.dots(x + 0.35 * u, y + 0.6 * u, tall, brush.dark, opacity=0.3)
    rim = Stroke(brush.dark, 0.1 * u, join="round")
    brush.pen.stamp(x, y, _SHEAF, fill=brush.light, stroke=rim, scale=tall)
    brush.pen.stamp(x, y, _STALKS, stroke=Stroke(brush.dark, 0.08 * u, opacity=0.55), scale=tall)
    brush.pen.stamp(x, y, _TIE, stroke=Stroke(brush.dark, 0.22 * u), scale=tall)


def _spaced_places(places: Sequence[Point], gap: float) -> list[Point]:
    """Return places without those nearer to one before them: rows of two plots may meet in a corner."""
    places_by_box: dict[tuple[int, int], list[Point]] = {}
    spaced_places = []
    for place in places:
        column, row = int(place[0] // gap), int(place[1] // gap)
        near = [
            places_by_box.get((i, j), ())
            for i in range(column - 1, column + 2)
            for j in range(row - 1, row + 2)
        ]
        if all(dist(place, other) >= gap for others in near for other in others):
            places_by_box.setdefault((column, row), []).append(place)
            spaced_places.append(place)
    return spaced_places


_FieldRow = tuple[int, float, float, float]
"""Direction of a row, its place across that, where along it begins and ends."""
_NUMERAL = 0.11
"""What the numeral of a level takes on the right of a number, in hex sizes."""


def _without_numbers(brush: Brush, rows: Sequence[_FieldRow], pitch: float) -> Iterator[_FieldRow]:
    """Yield the parts of rows between the numbers of hexes, with their numerals, of plants a pitch apart."""
    import numpy as np

    step = pitch / 3
    places = [(row, along) for row in rows for along in (*np.arange(row[2], row[3], step).tolist(), row[3])]
    if not places:
        return
    x, y = np.array([at(row[0], along, row[1]) for row, along in places]).T
    free = leave_numbers(brush, x, y, 0.4 * pitch, _NUMERAL * brush.frame.size)
    for (row, is_free), run in groupby(zip(places, free, strict=True), key=lambda one: (one[0][0], one[1])):
        stretch = [along for (_, along), _ in run]
        if is_free and len(stretch) > 1:
            yield row[0], row[1], stretch[0], stretch[-1]


def leave_numbers(brush: Brush, x: Floats, y: Floats, room: float, numeral: float = 0.0) -> Bools:
    """Return which places leave the numbers of their hexes free, with room for them and numerals, mm."""
    left, top, right, bottom = number_box(brush.frame)
    cx, cy = brush.frame.centres_of(*brush.frame.cubes_at(x, y))
    dx, dy = x - cx, y - cy
    is_on = (left - room < dx) & (dx < right + numeral + room) & (top - room < dy) & (dy < bottom + room)
    free: Bools = ~is_on
    return free
