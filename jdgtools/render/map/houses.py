"""Roofs and churches seen from above, and room for them beside streets."""

from __future__ import annotations

from itertools import pairwise
from math import cos, dist, hypot, pi, sin

from msgspec import Struct

from jdgtools.render.map.pen import Pen
from jdgtools.render.scene import Point, Stroke

Colors = tuple[str, str, str]
"""Of a roof: itself, its outline and shadow, its lit half."""


class House(Struct, frozen=True):
    """A roof: centre, half length, half width, direction of its ridge (radians)."""

    x: float
    y: float
    length: float
    width: float
    angle: float

    def spot(self, i: float, j: float) -> Point:
        """A point by shares of the half length and half width."""
        c, s = cos(self.angle), sin(self.angle)
        a, b = i * self.length, j * self.width
        return self.x + a * c - b * s, self.y + a * s + b * c

    def corners(self) -> list[Point]:
        """The four corners."""
        return [self.spot(-1, -1), self.spot(1, -1), self.spot(1, 1), self.spot(-1, 1)]


def roof(pen: Pen, house: House, colors: Colors, u: float) -> None:
    """A house with its shadow, a lit and a dark half of the roof."""
    mark, dark, light = colors
    corners = house.corners()
    pen.shape([(x + 0.22 * u, y + 0.3 * u) for x, y in corners], dark, None, 0.45)
    # The light comes from the upper left.
    lit = -0.9 if 0.6 * sin(house.angle) < 0.8 * cos(house.angle) else 0.9
    pen.shape(corners, mark, Stroke(dark, 0.13 * u, join="round"))
    pen.shape([house.spot(i, j) for i, j in ((-0.94, 0.0), (0.94, 0.0), (0.94, lit), (-0.94, lit))], light)


def church(pen: Pen, at: Point, colors: Colors, u: float) -> None:
    """A nave and a tower with a cross."""
    nave = House(at[0], at[1], 1.45 * u, 0.62 * u, 0.0)
    roof(pen, nave, colors, u)
    roof(pen, House(at[0] - 1.5 * u, at[1], 0.55 * u, 0.62 * u, 0.0), colors, u)
    ink = Stroke(colors[1], 0.24 * u)
    x, y = at[0] - 1.5 * u, at[1] - 0.62 * u
    pen.line(((x, y), (x, y - 1.5 * u)), ink)
    pen.line(((x - 0.42 * u, y - 1.02 * u), (x + 0.42 * u, y - 1.02 * u)), ink)


def along(street: list[Point], distance: float) -> tuple[Point, Point]:
    """Where a street is after a distance from its start, and its direction there."""
    for n, (a, b) in enumerate(pairwise(street)):
        length = dist(a, b) or 1.0
        if distance <= length or n == len(street) - 2:
            c, s = (b[0] - a[0]) / length, (b[1] - a[1]) / length
            return (a[0] + c * distance, a[1] + s * distance), (c, s)
        distance -= length
    raise AssertionError("a street has at least two points")


def room_beside(streets: list[list[Point]], node: Point, u: float) -> Point:
    """A place near the middle, off the streets."""
    best, distance = (node[0] + 3 * u, node[1] - 2.4 * u), -1.0
    for k in range(12):
        t = k * pi / 6 + 0.3
        spot = node[0] + 3.1 * u * cos(t), node[1] + 3.1 * u * sin(t)
        room = min(off_street(spot, street) for street in streets)
        if room > distance + 0.01:
            best, distance = spot, room
    return best


def off_street(p: Point, street: list[Point]) -> float:
    """Distance of a point from a street."""
    return min(_off_line(p, a, b) for a, b in pairwise(street))


def _off_line(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy or 1.0)))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)
