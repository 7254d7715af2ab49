"""Bridges and fords, turned along their road, or across the water where there is none."""

from __future__ import annotations

from math import hypot

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.ways import Network
from jdgtools.render.scene import Item, Point, Stroke
from jdgtools.render.style import Theme


def draw_crossings(
    frame: Frame, theme: Theme, net: Network, style_of: dict[str, str], water: dict[str, float]
) -> tuple[Item, ...]:
    """Draw all bridges and fords.

    Args:
        frame: the map on paper.
        theme: colours.
        net: the ways.
        style_of: crossing kind -> style.
        water: hexside kind -> width of the water, mm.
    """
    pen = Pen()
    unit = frame.size / 20
    for feature in frame.map.features:
        style = style_of.get(feature.kind)
        if style is None:
            continue
        side = feature.side
        cube = frame.layout.grid.cube(side.a)
        a, b = frame.side_keys(side)
        at = frame.crossing(a, b)
        features = frame.map.by_side.get(side, ())
        width = max([water.get(f.kind, 0.0) for f in features], default=0.0) or 1.6 * unit
        along = _along(frame, net, cube, side.d)
        way = net.arms.get(cube, {}).get(side.d)
        road = theme.number(f"map.way.{way}.width") * unit if way else 0.8 * unit
        if "ford" in style:
            _ford(pen, theme, at, along, width, road, unit)
        else:
            _bridge(pen, theme, at, along, width, max(road, 0.9 * unit), unit)
    return pen.items()


def _along(frame: Frame, net: Network, cube: Cube, d: int) -> Point:
    """Return the direction of the way through hexside ``d``; without one straight across."""
    street = net.streets.get((cube, d))
    a, b = street[-2:] if street else (frame.centre(cube), frame.centre(neighbour(cube, d)))
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _bridge(pen: Pen, theme: Theme, at: Point, along: Point, width: float, road: float, u: float) -> None:
    x, y = at
    c, s = along
    half, side = width / 2 + 0.9 * u, road / 2 + 0.28 * u

    def spot(i: float, j: float) -> Point:
        return x + i * c - j * s, y + i * s + j * c

    rail = theme.color("map.crossing.rail")
    deck = [spot(-half, -side), spot(half, -side), spot(half, side), spot(-half, side)]
    pen.shape([(px + 0.25 * u, py + 0.35 * u) for px, py in deck], rail, None, 0.35)
    pen.shape(deck, theme.color("map.crossing.stone"))
    stroke = Stroke(rail, 0.32 * u, cap="round", join="round")
    for j in (-side, side):
        turn = 0.55 * u if j > 0 else -0.55 * u
        pen.line(
            (
                spot(-half - 0.45 * u, j + turn),
                spot(-half, j),
                spot(half, j),
                spot(half + 0.45 * u, j + turn),
            ),
            stroke,
        )


def _ford(pen: Pen, theme: Theme, at: Point, along: Point, width: float, road: float, u: float) -> None:
    x, y = at
    c, s = along
    half = width / 2 + 0.7 * u
    light = Stroke(theme.color("map.crossing.ford"), 0.34 * u, (0.75 * u, 0.45 * u), "butt")
    pale = Stroke(theme.color("map.crossing.ford"), road + 1.1 * u, opacity=0.45)
    pen.line(((x - half * c, y - half * s), (x + half * c, y + half * s)), pale)
    for j in (-(road / 2 + 0.45 * u), road / 2 + 0.45 * u):
        a = (x - half * c - j * s, y - half * s + j * c)
        b = (x + half * c - j * s, y + half * s + j * c)
        pen.line((a, b), Stroke(theme.color("map.crossing.rail"), 0.34 * u, (0.75 * u, 0.45 * u)))
    pen.line(((x - half * c, y - half * s), (x + half * c, y + half * s)), light)
