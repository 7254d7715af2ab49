"""Bridges and fords, turned along their road, or across the water where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.water import WaterCourse, center_lines
from jdgtools.render.map.ways import Network
from jdgtools.render.scene import Item, Point, Stroke
from jdgtools.render.style import Theme


def draw_crossings(
    frame: MapFrame,
    theme: Theme,
    net: Network,
    style_of: dict[str, str],
    water: dict[str, float],
    rivers: tuple[WaterCourse, ...] = (),
) -> tuple[Item, ...]:
    """Draw all bridges and fords, each where its way meets the water as that is drawn.

    Args:
        frame: the map on paper.
        theme: colours.
        net: the ways.
        style_of: crossing kind -> style.
        water: hexside kind -> width of the water, mm.
        rivers: the waters.
    """
    pen = Pen()
    unit = frame.size / 20
    crossing_features = [feature for feature in frame.map.features if feature.kind in style_of]
    lines = {edge: points for edge, _, points in center_lines(frame, rivers)} if crossing_features else {}
    for feature in crossing_features:
        style = style_of[feature.kind]
        side = feature.side
        cube = frame.layout.grid.cube(side.a)
        a, b = frame.side_keys(side)
        along = _along(frame, net, cube, side.d)
        at = _meeting_point(frame.crossing(a, b), along, lines.get((a, b) if a < b else (b, a), ()))
        features = frame.map.by_side.get(side, ())
        width = max([water.get(f.kind, 0.0) for f in features], default=0.0) or 1.6 * unit
        way = net.arms.get(cube, {}).get(side.d)
        road = theme.number(f"map.way.{way}.width") * unit if way else 0.8 * unit
        if "ford" in style:
            _ford(pen, theme, at, along, width, road, unit)
        else:
            _bridge(pen, theme, at, along, width, max(road, 0.9 * unit), unit)
    return pen.items()


def _meeting_point(at: Point, along: Point, line: Sequence[Point]) -> Point:
    """Return where a way through a point meets the line of a water; the point itself without one."""
    (x, y), (c, s) = at, along
    best, least = at, float("inf")
    for (ax, ay), (bx, by) in pairwise(line):
        # How far both ends lie to the right of the way.
        first, second = (ay - y) * c - (ax - x) * s, (by - y) * c - (bx - x) * s
        if first * second > 0 or first == second:
            continue
        t = first / (first - second)
        point = ax + (bx - ax) * t, ay + (by - ay) * t
        far = hypot(point[0] - x, point[1] - y)
        if far < least:
            best, least = point, far
    return best


def _along(frame: MapFrame, net: Network, cube: Cube, d: int) -> Point:
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
    """Draw a shoal across the water, stones on both its sides, ripples below: nothing that is built."""
    x, y = at
    c, s = along
    half, side = width / 2 + 0.35 * u, road / 2 + 0.6 * u

    def spot(i: float, j: float) -> Point:
        return x + i * c - j * s, y + i * s + j * c

    ford, rail = theme.color("map.crossing.ford"), theme.color("map.crossing.rail")
    for wide, opacity in ((road + 1.3 * u, 0.45), (road + 0.5 * u, 0.6)):
        pen.line((spot(-half, 0.0), spot(half, 0.0)), Stroke(ford, wide, opacity=opacity))
    count = max(3, round(2 * half / (0.62 * u)))
    for n in range(count + 1):
        i = -half + 2 * half * n / count
        # Stones lie here and there, not in line.
        for j in (-side, side):
            px, py = spot(i, j + (0.12 if (n + (j > 0)) % 2 else -0.12) * u)
            pen.dot(px, py, 0.44 * u, rail)
            pen.dot(px - 0.05 * u, py - 0.06 * u, 0.22 * u, ford)
