"""Named regions and other areas of whole hexes: their outlines, and the seats of their names.

A name may stand anywhere in its area, in several sizes and spacings.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from msgspec import Struct

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.bounds import inside
from jdgtools.render.map import outline
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.inks import LetteringInks, name_inks
from jdgtools.render.map.labels import bounds, breaks
from jdgtools.render.map.solver import MapLabel, Seat, Seats
from jdgtools.render.map.space import Space
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Path, Point, Stroke, TextItem
from jdgtools.render.style import Theme
from jdgtools.render.text import text_width, typographic

_SPACINGS = ((0.42, 0.0), (0.24, 0.12), (0.08, 0.3))
"""Spaces between the letters of a region, as a share of their size, and what each costs."""
_OUTLINE_COST = 0.08
"""What it costs to letter across a dash of an outline."""
_BREAK_COST = 0.25
"""What it costs to break a name."""
_SHRINK_COST = 0.3
"""What it costs to letter a name smaller."""
_LINE_PITCH = 1.02
"""Distance of its lines, as a share of its size."""
_OUTSIDE_COST = 0.7
"""What it costs when a name begins outside its area, or ends there."""
_HALO = 0.026
"""Width of the halo, in hex sizes."""
_SMALL_AREA = 4
"""In an area of so few hexes more places are tried."""
_STEPS = tuple(
    (i, j) for i in (-0.5, -0.25, 0.0, 0.25, 0.5) for j in (-0.25, -0.12, 0.0, 0.12, 0.25, 0.36, 0.43)
)
"""Places of a name about the middle of a hex, in hex sizes."""
_FINE_STEPS = tuple((0.0625 * i, 0.06 * j) for i in range(-8, 9) for j in range(-6, 8))


def region_stroke(theme: Theme, size: float) -> Stroke:
    """Return the line about a region that the map shows."""
    color, opacity = theme.color("map.mark.region"), theme.number("map.mark.region_opacity")
    return Stroke(color, 0.035 * size, (0.16 * size, 0.08 * size), "round", "round", opacity)


def region_lines(frame: MapFrame, theme: Theme, space: Space) -> list[Path]:
    """Return the outlines of the regions that the map shows; lettering will keep away from them."""
    grid = frame.layout.grid
    stroke = region_stroke(theme, frame.size)
    return [
        edge(frame, [grid.cube(i) for i in region.hexes], 0.055, space).build(None, stroke)
        for region in frame.map.regions
        if region.shown and region.hexes
    ]


def region_labels(
    frame: MapFrame, theme: Theme, language: str, space: Space, inks: LetteringInks
) -> list[MapLabel]:
    """Return the names of the regions that the map shows, spread over their ground."""
    labels = []
    grid = frame.layout.grid
    for region in frame.map.regions:
        name = region.name.get(language)
        if region.shown and region.hexes and name:
            cells = {grid.cube(i) for i in region.hexes}
            look = AreaLook("serif-bold-italic", 0.15 * frame.size, theme.color("map.mark.region"), _SPACINGS)
            labels.append(area_label(frame, theme, "regions", name, cells, look, space, inks))
    return labels


def edge(frame: MapFrame, cells: Collection[Cube], inset: float, space: Space) -> PathBuilder:
    """Return the outline of some hexes, a share of the hex size inside them; reserve it in ``space``."""
    builder = PathBuilder()
    for loop in outline.trace(frame, set(cells)):
        points = _subdivide(outline.inset(frame, loop, inset * frame.size))
        outline.curve(builder, points)
        space.add_points(points, 0.05 * frame.size, _OUTLINE_COST)
    return builder


def _subdivide(points: list[Point]) -> list[Point]:
    """Cut each side in four, so that the curve through the points keeps to the sides."""
    chain: list[Point] = []
    for n, (x, y) in enumerate(points):
        nx, ny = points[(n + 1) % len(points)]
        chain += [(x + (nx - x) * t, y + (ny - y) * t) for t in (0.12, 0.5, 0.88)]
    return chain


class AreaLook(Struct, frozen=True):
    """How the name of an area is lettered."""

    font: str
    size: float
    """mm."""
    color: str
    spacings: tuple[tuple[float, float], ...] = ((0.06, 0.0),)
    """Spaces between letters as shares of their size, each with its price."""


class _AreaForm(Struct, frozen=True):
    """How the name of an area stands on a seat."""

    at: Point
    """Middle of the first line, mm."""
    size: float
    spacing: float
    lines: tuple[str, ...]


def area_label(
    frame: MapFrame,
    theme: Theme,
    kind: str,
    name: str,
    cells: set[Cube],
    look: AreaLook,
    space: Space,
    inks: LetteringInks,
) -> MapLabel:
    """Return the name of an area, in one line or two, best near the middle of its hexes.

    Args:
        frame: the map on paper.
        theme: for the halo.
        kind: layer of the name.
        name: what to letter.
        cells: hexes of the area.
        look: font, size and colour.
        space: says what size can be read.
        inks: colours.
    """
    words = typographic(name)
    seats = Seats(_seats(frame, words, cells, look, space))
    return MapLabel(kind, words, seats, _drawer(frame, theme, look, inks), 0.02 * frame.size)


def _seats(frame: MapFrame, name: str, cells: set[Cube], look: AreaLook, space: Space) -> Iterator[Seat]:
    s, layout = frame.size, frame.layout
    centres = [frame.centre(c) for c in frame.in_reading_order(cells)]
    mx = sum(x for x, _ in centres) / len(centres)
    my = sum(y for _, y in centres) / len(centres)
    is_small = len(cells) <= _SMALL_AREA
    spots = [
        (0.3 * (abs(x - mx) + abs(y - my)) / s, n, x, y)
        for n, (x, y) in enumerate(
            (cx + i * s, cy + j * s) for cx, cy in centres for i, j in (_FINE_STEPS if is_small else _STEPS)
        )
    ]
    tries = [
        (price + _BREAK_COST * (len(lines) - 1) + (_SHRINK_COST if scale < 1.0 else 0.0), lines, share, scale)
        for share, price in look.spacings
        for scale in ((1.0, 0.85) if is_small else (1.0,))
        for lines in (breaks(name) if share < 0.1 else ([name],))
    ]
    areal = {layout.grid.find(c) for c in cells}
    order = sorted(
        (far + try_order[0], number, n, x, y)
        for n, try_order in enumerate(tries)
        for far, number, x, y in spots
    )
    measures = []
    for _, lines, share, scale in tries:
        size = space.readable(scale * look.size)
        measures.append((lines, size, [text_width(line, look.font, size, share * size) for line in lines]))
    for at_least, _, n, x, y in order:
        lines, size, widths = measures[n]
        share = tries[n][2]
        lead = _LINE_PITCH * size
        first = y - lead / 2 * (len(lines) - 1)
        boxes = tuple(
            (x - w / 2, first + k * lead - 0.4 * size, x + w / 2, first + k * lead + 0.6 * size)
            for k, w in enumerate(widths)
        )
        whole = bounds(boxes)
        if not inside(whole, frame.box) or layout.hex_at(x, (whole[1] + whole[3]) / 2) not in areal:
            continue
        outside = sum(layout.hex_at(at, y) not in areal for at in (whole[0], whole[2]))
        form = _AreaForm((x, first), size, share * size, tuple(lines))
        yield Seat(at_least, at_least + _OUTSIDE_COST * outside, boxes, form)


def _drawer(
    frame: MapFrame, theme: Theme, look: AreaLook, inks: LetteringInks
) -> Callable[[Seat], tuple[TextItem, ...]]:
    def draw(seat: Seat) -> tuple[TextItem, ...]:
        form: _AreaForm = seat.form
        (ink,) = inks.choose([bounds(seat.boxes)], name_inks(theme, look.color, 0.9))
        halo = ink.rim(_HALO * frame.size)
        (x, y), size = form.at, form.size
        return tuple(
            TextItem(
                *(x, y + n * _LINE_PITCH * size, line, size, look.font, "middle", "middle", ink.color, halo),
                letter_spacing=form.spacing,
            )
            for n, line in enumerate(form.lines)
        )

    return draw
