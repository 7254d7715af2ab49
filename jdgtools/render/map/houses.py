"""Single houses, churches, gardens and trees seen from above, and whether there is room for them.

`buildings` and `signs` draw with these functions; all measures are units of a twentieth of a hex.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, dist, hypot, pi, sin

from msgspec import Struct

from jdgtools.render.bounds import Box
from jdgtools.render.map.pen import Pen
from jdgtools.render.scene import Point, Stroke
from jdgtools.render.style import Theme

Street = list[Point]
"""A chain of points, mm."""
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
        """Return a point by shares of the half length and half width."""
        c, s = cos(self.angle), sin(self.angle)
        a, b = i * self.length, j * self.width
        return self.x + a * c - b * s, self.y + a * s + b * c

    def corners(self) -> list[Point]:
        """Return the four corners."""
        return [self.spot(-1, -1), self.spot(1, -1), self.spot(1, 1), self.spot(-1, 1)]

    def box(self) -> Box:
        """Return the box about it."""
        xs, ys = zip(*self.corners(), strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def roof(pen: Pen, house: House, colors: Colors, u: float) -> None:
    """Draw a house with its shadow, a lit and a dark half of the roof."""
    mark, dark, light = colors
    corners = house.corners()
    pen.shape([(x + 0.22 * u, y + 0.3 * u) for x, y in corners], dark, None, 0.45)
    # The light comes from the upper left.
    edge = -0.9 if 0.6 * sin(house.angle) < 0.8 * cos(house.angle) else 0.9
    pen.shape(corners, mark, Stroke(dark, 0.13 * u, join="round"))
    pen.shape([house.spot(i, j) for i, j in ((-0.94, 0.0), (0.94, 0.0), (0.94, edge), (-0.94, edge))], light)


def church_box(at: Point, u: float) -> Box:
    """Return the box about a church."""
    return at[0] - 2.05 * u, at[1] - 0.62 * u, at[0] + 1.45 * u, at[1] + 0.62 * u


def church(pen: Pen, at: Point, colors: Colors, u: float) -> None:
    """Draw a nave and a tower with a cross."""
    nave = House(at[0], at[1], 1.45 * u, 0.62 * u, 0.0)
    roof(pen, nave, colors, u)
    roof(pen, House(at[0] - 1.5 * u, at[1], 0.55 * u, 0.62 * u, 0.0), colors, u)
    ink = Stroke(colors[1], 0.24 * u)
    x, y = at[0] - 1.5 * u, at[1] - 0.62 * u
    pen.line(((x, y), (x, y - 1.5 * u)), ink)
    pen.line(((x - 0.42 * u, y - 1.02 * u), (x + 0.42 * u, y - 1.02 * u)), ink)


class Green(Struct, frozen=True):
    """Colours of what grows about houses."""

    bed: str
    row: str
    hedge: str
    crown: str
    shade: str
    light: str

    @classmethod
    def of(cls, theme: Theme) -> Green:
        """Return the colours of gardens and light woods."""
        garden = (theme.color(f"map.terrain.garden.{part}") for part in ("fill", "mark", "dark"))
        wood = (theme.color(f"map.terrain.light_wood.{part}") for part in ("mark", "dark", "light"))
        return cls(*garden, *wood)


def behind(house: House, side: int, depth: float, u: float) -> House:
    """Return a garden behind a house, on the side away from its street."""
    off = side * (house.width + depth / 2 + 0.18 * u)
    c, s = cos(house.angle), sin(house.angle)
    return House(house.x - off * s, house.y + off * c, house.length, depth / 2, house.angle)


def garden_plot(pen: Pen, plot: House, green: Green, u: float, pick: float) -> None:
    """Draw a bed with rows along or across it, between hedges."""
    pen.shape(plot.corners(), green.bed, Stroke(green.hedge, 0.14 * u, join="round", opacity=0.8))
    rows = Stroke(green.row, 0.2 * u, (0.22 * u, 0.18 * u))
    for k in (-0.5, 0.0, 0.5):
        ends = (
            (plot.spot(-0.8, k), plot.spot(0.8, k))
            if pick < 0.6
            else (plot.spot(k, -0.75), plot.spot(k, 0.75))
        )
        pen.line(ends, rows)


def single_tree(pen: Pen, at: Point, d: float, green: Green) -> None:
    """Draw a tree seen from above, with its shadow."""
    x, y = at
    pen.dot(x + 0.2 * d, y + 0.26 * d, d, green.shade, 0.5)
    pen.dot(x, y, d, green.shade)
    pen.dot(x - 0.03 * d, y - 0.03 * d, 0.86 * d, green.crown)
    pen.dot(x - 0.15 * d, y - 0.17 * d, 0.46 * d, green.light)


def along(street: list[Point], distance: float) -> tuple[Point, Point]:
    """Return where a street is after a distance from its start, and its direction there."""
    for n, (a, b) in enumerate(pairwise(street)):
        length = dist(a, b) or 1.0
        if distance <= length or n == len(street) - 2:
            c, s = (b[0] - a[0]) / length, (b[1] - a[1]) / length
            return (a[0] + c * distance, a[1] + s * distance), (c, s)
        distance -= length
    raise AssertionError("a street has at least two points")


def room_beside(streets: list[list[Point]], node: Point, u: float) -> Point:
    """Return a place near the middle, off the streets."""
    best, distance = (node[0] + 3 * u, node[1] - 2.4 * u), -1.0
    for k in range(12):
        t = k * pi / 6 + 0.3
        spot = node[0] + 3.1 * u * cos(t), node[1] + 3.1 * u * sin(t)
        room = min(off_street(spot, street) for street in streets)
        if room > distance + 0.01:
            best, distance = spot, room
    return best


def off_box(p: Point, box: Box) -> float:
    """Return the distance of a point from a box; nothing inside it."""
    left, top, right, bottom = box
    return hypot(max(left - p[0], 0.0, p[0] - right), max(top - p[1], 0.0, p[1] - bottom))


def off_street(p: Point, street: list[Point]) -> float:
    """Return the distance of a point from a street."""
    return min(_off_line(p, a, b) for a, b in pairwise(street))


def _off_line(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy or 1.0)))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)
