"""Single buildings that a place names: mills and churches, each beside the ways of its hex."""

from __future__ import annotations

from collections.abc import Set
from math import atan2, cos, pi, sin

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.houses import Colors, House, church, off_street, roof, room_beside
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.ways import Network
from jdgtools.render.scene import Point, Stroke
from jdgtools.render.style import Theme

RANKS = ("mill", "church")
"""Places that have a sign of their own."""


def draw_signs(frame: MapFrame, theme: Theme, pen: Pen, net: Network, cells: Set[Cube]) -> None:
    """Draw mills and churches of the map's places in some of its hexes; a mill beside water has a wheel."""
    key = "map.terrain.village"
    colors = theme.color(f"{key}.mark"), theme.color(f"{key}.dark"), theme.color(f"{key}.light")
    u = frame.size / 20
    for place in frame.map.places:
        cube = frame.layout.grid.cube(place.hex)
        if place.rank not in RANKS or cube not in cells:
            continue
        if place.rank == "church":
            church(pen, _spot(frame, net, cube), colors, u)
            continue
        water = wet_sides(frame, theme, place.hex)
        if water:
            _watermill(frame, pen, cube, water[0], colors)
        else:
            _windmill(pen, _spot(frame, net, cube), colors, u)


def _spot(frame: MapFrame, net: Network, cube: Cube) -> Point:
    """Return the middle of the hex, or a place beside its ways."""
    u = frame.size / 20
    x, y = frame.centre(cube)
    streets = [net.streets[cube, d] for d in sorted(net.arms.get(cube, {}))]
    if not streets or min(off_street((x, y), street) for street in streets) > 2.2 * u:
        return x, y
    return room_beside(streets, net.nodes[cube], u)


def wet_sides(frame: MapFrame, theme: Theme, index: int) -> list[int]:
    """Return the directions of the hexsides along which water runs, the lowest on paper first."""
    directions = []
    for d in (3, 2, 4, 1, 5, 0):
        kinds = [feature.kind for feature in frame.map.features_at(index, d)]
        if any(theme.text(f"map.side.{kind}.pattern") == "water" for kind in kinds):
            directions.append(d)
    return directions


def _windmill(pen: Pen, at: Point, colors: Colors, u: float) -> None:
    """Draw a post mill with its four sails."""
    x, y = at
    mark, dark, light = colors
    body = [(-0.75, 1.5), (-0.5, -0.55), (0.5, -0.55), (0.75, 1.5)]
    pen.shape([(x + (i + 0.3) * u, y + (j + 0.3) * u) for i, j in body], dark, None, 0.4)
    pen.shape([(x + i * u, y + j * u) for i, j in body], light, Stroke(dark, 0.18 * u, join="round"))
    cap = [(-0.62, -0.5), (0.0, -1.25), (0.62, -0.5)]
    pen.shape([(x + i * u, y + j * u) for i, j in cap], mark, Stroke(dark, 0.18 * u, join="round"))
    hub_y = y - 0.6 * u
    for k in range(4):
        t = k * pi / 2 + 0.5
        c, s = cos(t), sin(t)

        def spot(i: float, j: float, c: float = c, s: float = s) -> Point:
            return x + (i * c - j * s) * u, hub_y + (i * s + j * c) * u

        sail = [spot(0.55, 0.0), spot(2.1, 0.0), spot(2.1, 0.5), spot(0.55, 0.5)]
        pen.shape(sail, "#ffffff", None, 0.75)
        pen.shape(sail, None, Stroke(dark, 0.1 * u))
        pen.line((spot(0.0, 0.0), spot(2.1, 0.0)), Stroke(dark, 0.24 * u, cap="round"))


def _watermill(frame: MapFrame, pen: Pen, cube: Cube, d: int, colors: Colors) -> None:
    """Draw a house beside the water, with its wheel."""
    u = frame.size / 20
    (ax, ay), (bx, by) = (frame.at(key) for key in frame.edge_keys(cube, d))
    mx, my = (ax + bx) / 2, (ay + by) / 2
    x, y = frame.centre(cube)
    length = frame.size / 2
    inwards = (x - mx) / length, (y - my) / length
    house = House(
        mx + inwards[0] * 3.5 * u, my + inwards[1] * 3.5 * u, 1.4 * u, 0.8 * u, atan2(by - ay, bx - ax)
    )
    roof(pen, house, colors, u)
    x, y = mx + inwards[0] * 2.0 * u, my + inwards[1] * 2.0 * u
    pen.dot(x, y, 2.0 * u, colors[1])
    pen.dot(x, y, 1.5 * u, "#e8dcc0")
    for k in range(4):
        c, s = cos(k * pi / 4) * 0.85 * u, sin(k * pi / 4) * 0.85 * u
        pen.line(((x - c, y - s), (x + c, y + s)), Stroke(colors[1], 0.18 * u))
    pen.dot(x, y, 0.5 * u, colors[1])
