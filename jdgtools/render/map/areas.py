"""Named regions and other areas of whole hexes: their outlines, and their names.

A name is tried at many places, sizes and spacings; the cheapest wins, where `Space` says what covering
something costs.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.bounds import Box, inside
from jdgtools.render.map import outline
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.labels import breaks
from jdgtools.render.map.space import Space
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Halo, Item, Path, Point, Stroke, Text
from jdgtools.render.style import Theme
from jdgtools.render.text import text_width

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
"""What it costs when a name begins outside its area, has its middle there, or ends there."""
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


def region_lines(frame: Frame, theme: Theme, space: Space) -> list[Path]:
    """Return the outlines of the regions that the map shows; lettering will keep away from them."""
    grid = frame.layout.grid
    stroke = region_stroke(theme, frame.size)
    return [
        edge(frame, [grid.cube(i) for i in region.hexes], 0.055, space).build(None, stroke)
        for region in frame.map.regions
        if region.shown and region.hexes
    ]


def region_names(frame: Frame, theme: Theme, language: str, space: Space) -> list[Item]:
    """Return the names of the regions that the map shows, spread over their ground."""
    items: list[Item] = []
    grid = frame.layout.grid
    for region in frame.map.regions:
        name = region.name.get(language)
        if region.shown and region.hexes and name:
            cells = {grid.cube(i) for i in region.hexes}
            ink, size = theme.color("map.mark.region"), 0.15 * frame.size
            items += letter_area(frame, theme, name, cells, space, size, "serif-bold-italic", ink, _SPACINGS)
    return items


def edge(frame: Frame, cells: Collection[Cube], inset: float, space: Space) -> PathBuilder:
    """Return the outline of some hexes, a share of the hex size inside them; reserve it in ``space``."""
    builder = PathBuilder()
    for loop in outline.trace(frame, set(cells)):
        points = _subdivide(outline.inset(frame, loop, inset * frame.size))
        outline.curve(builder, points)
        space.add_line(points, 0.05 * frame.size, _OUTLINE_COST)
    return builder


def _subdivide(points: list[Point]) -> list[Point]:
    """Cut each side in four, so that the curve through the points keeps to the sides."""
    chain: list[Point] = []
    for n, (x, y) in enumerate(points):
        nx, ny = points[(n + 1) % len(points)]
        chain += [(x + (nx - x) * t, y + (ny - y) * t) for t in (0.12, 0.5, 0.88)]
    return chain


def letter_area(
    frame: Frame,
    theme: Theme,
    name: str,
    cells: set[Cube],
    space: Space,
    size: float,
    font: str,
    ink: str,
    spacings: Sequence[tuple[float, float]] = ((0.06, 0.0),),
) -> list[Item]:
    """Letter an area near the middle of its hexes, where the name covers least; nothing without room.

    Args:
        frame: the map on paper.
        theme: for the halo.
        name: what to letter, in one line or two.
        cells: hexes of the area.
        space: what must not be covered.
        size: of the letters, mm.
        font: key of the font.
        ink: colour of the letters.
        spacings: spaces between letters as shares of their size, each with its price.
    """
    s = frame.size
    centres = [frame.centre(c) for c in frame.in_reading_order(cells)]
    mx = sum(x for x, _ in centres) / len(centres)
    my = sum(y for _, y in centres) / len(centres)
    steps = _FINE_STEPS if len(cells) <= _SMALL_AREA else _STEPS
    spots = sorted(
        (0.3 * (abs(x - mx) + abs(y - my)) / s, n, x, y)
        for n, (x, y) in enumerate((cx + i * s, cy + j * s) for cx, cy in centres for i, j in steps)
    )
    inner = {frame.layout.grid.find(c) for c in cells}
    best: tuple[list[str], float, float, float, float, Box] | None = None
    tries = [
        (lines, share, scale, price + _BREAK_COST * (len(lines) - 1) + (_SHRINK_COST if scale < 1.0 else 0.0))
        for share, price in spacings
        for scale in ((1.0, 0.85) if len(cells) <= _SMALL_AREA else (1.0,))
        for lines in (breaks(name) if share < 0.1 else ([name],))
    ]
    best_cost, gap, layout = float("inf"), 0.02 * s, frame.layout
    for lines, share, scale, fixed in tries:
        high = space.readable(scale * size)
        width = max(text_width(line, font, high, share * high) for line in lines)
        rest = _LINE_PITCH * high * (len(lines) - 1)
        for far, _, x, y in spots:
            cost = far + fixed
            if cost >= best_cost:
                break
            top = y - 0.4 * high - rest / 2
            box = (x - width / 2, top, x + width / 2, top + high + rest)
            if not inside(box, frame.box):
                continue
            for at in (x, box[0], box[2]):
                if cost < best_cost and layout.hex_at(at, y) not in inner:
                    cost += _OUTSIDE_COST
            if cost < best_cost:
                cost += space.cost(box, gap, best_cost - cost)
                if cost < best_cost:
                    best, best_cost = (lines, high, share * high, x, y, box), cost
    if best is None:
        return []
    lines, size, spacing, x, y, box = best
    space.add(box)
    halo = Halo(theme.color("map.label.halo"), 0.026 * s, 0.9)
    lead = _LINE_PITCH * size
    first = y - lead / 2 * (len(lines) - 1)
    return [
        Text(x, first + n * lead, line, size, font, "middle", "middle", ink, halo, letter_spacing=spacing)
        for n, line in enumerate(lines)
    ]
