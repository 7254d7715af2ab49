"""The hex grid, where the numbers of its hexes stand, and the rim of the map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from jdgtools.hexgrid.coords import DIRECTIONS
from jdgtools.render.bounds import Box
from jdgtools.render.map import outline
from jdgtools.render.map.frame import Lattice, MapFrame
from jdgtools.render.map.pen import Pen
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Item, Point, Stroke
from jdgtools.render.style import Theme

_CORNER_REACH = 0.16
"""How far the strokes of the style ``corners`` reach along a hexside, as a share of its length."""


def draw_grid(frame: MapFrame, theme: Theme) -> tuple[Item, ...]:
    """Draw the grid in the theme's style: ``hexes``, ``corners``, ``dots`` or ``none``."""
    style = theme.text("map.grid.style")
    color, opacity = theme.color("map.grid.color"), theme.number("map.grid.opacity")
    width = theme.number("map.grid.width") * max(0.6, frame.size / 20)
    stroke = Stroke(color, width, cap="round", join="round", opacity=opacity)
    pen = Pen()
    if style == "none":
        return ()
    if style == "dots":
        for cube in frame.in_reading_order(frame.playable_hexes):
            pen.dot(*frame.centre(cube), width * 5, color, opacity)
        return pen.items()
    for chain in _chains(frame):
        points = [frame.at(key) for key in chain]
        if style != "corners":
            pen.line(points, stroke)
            continue
        for (x1, y1), (x2, y2) in pairwise(points):
            dx, dy = (x2 - x1) * _CORNER_REACH, (y2 - y1) * _CORNER_REACH
            pen.line(((x1, y1), (x1 + dx, y1 + dy)), stroke)
            pen.line(((x2, y2), (x2 - dx, y2 - dy)), stroke)
    return pen.items()


def _chains(frame: MapFrame) -> Iterator[list[Lattice]]:
    """Yield all hexsides in play once: three of every hex in one chain, others where no hex follows."""
    steps = frame.corner_steps
    for cube in frame.in_reading_order(frame.playable_hexes):
        u, v = frame.centre_key(cube)
        corners = [(u + du, v + dv) for du, dv in steps]
        yield [corners[4], corners[5], corners[0], corners[1]]
        for d in (2, 3, 4):
            dq, dr = DIRECTIONS[d]
            if (cube[0] + dq, cube[1] + dr) not in frame.playable_hexes:
                yield [corners[d - 1], corners[d]]


NUMBER_RISE = {True: (0.455, 0.065), False: (0.40, 0.045)}
"""Flat tops or not -> how far the upper edge of a number lies above the middle of its hex, and how much lower
it stands where its hexside carries something, in hex sizes."""


def number_box(frame: MapFrame) -> Box:
    """Return where a number stands, from the middle of its hex, mm."""
    rise, lower = (share * frame.size for share in NUMBER_RISE[frame.flat])
    return -0.11 * frame.size, -rise, 0.11 * frame.size, -rise + lower + 0.07 * frame.size


NUMBER_ASIDE = (0.0, -0.06, 0.06, -0.12, 0.12, -0.16, 0.16, -0.2, 0.2)
"""How far a number may stand aside to clear an arrow or a way, in hex sizes: the nearest first, and first to
the left, since the numeral of the level stands on the right."""


def number_rooms(frame: MapFrame, at: Point) -> Iterator[Box]:
    """Yield where the number of a hex with some middle may stand, mm: its usual place, then those aside."""
    left, top, right, bottom = number_box(frame)
    for share in NUMBER_ASIDE:
        x = at[0] + share * frame.size
        yield x + left, at[1] + top, x + right, at[1] + bottom


def draw_rim(frame: MapFrame, theme: Theme) -> tuple[Item, ...]:
    """Draw the shade over all that is not in play, and the line around the map."""
    left, top, right, bottom = frame.box
    builder = PathBuilder().polygon([(left, top), (right, top), (right, bottom), (left, bottom)])
    builder.extend(outline.exact(frame, frame.playable_hexes).commands())
    shade = builder.build(theme.color("map.rim.veil"), None, theme.number("map.rim.opacity"), even_odd=True)
    line = Stroke(theme.color("map.rim.line"), theme.number("map.rim.line_width"), join="round")
    return shade, outline.exact(frame, frame.playable_hexes).build(None, line)
