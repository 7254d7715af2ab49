"""Villages, towns, castles, farms: houses along the roads of their hex, seen from above."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, dist, hypot, pi, sin

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.noise import share
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.scatter import inside_hex
from jdgtools.render.map.ways import Network
from jdgtools.render.scene import Item, Point, Stroke
from jdgtools.render.style import Theme


@dataclass(frozen=True, slots=True)
class House:
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


def draw_buildings(
    frame: Frame, theme: Theme, net: Network, by_style: dict[str, frozenset[Cube]]
) -> tuple[Item, ...]:
    """All buildings of the map."""
    pen = Pen()
    for style, cells in by_style.items():
        pattern = theme.text(f"map.terrain.{style}.pattern")
        key = f"map.terrain.{style}"
        colors = theme.color(f"{key}.mark"), theme.color(f"{key}.dark"), theme.color(f"{key}.light")
        for cube in frame.ordered(cells):
            if pattern in ("village", "town"):
                _settlement(frame, pen, net, cube, colors, pattern == "town")
            elif pattern == "farm":
                _farm(frame, pen, cube, colors)
            elif pattern == "castle":
                _castle(frame, pen, cube, colors)
            elif pattern == "bridge":
                _long_bridge(frame, pen, net, cube, colors)
            elif pattern == "laager":
                _laager(frame, pen, cube, colors)
    return pen.items()


def _roof(pen: Pen, house: House, colors: tuple[str, str, str], u: float) -> None:
    """A house with its shadow, a lit and a dark half of the roof."""
    mark, dark, light = colors
    corners = house.corners()
    pen.shape([(x + 0.22 * u, y + 0.3 * u) for x, y in corners], dark, None, 0.45)
    lit = -1 if -sin(house.angle) * -0.6 + cos(house.angle) * -0.8 < 0 else 1
    pen.shape(corners, mark, Stroke(dark, 0.13 * u, join="round"))
    pen.shape(
        [
            house.spot(-0.94, 0),
            house.spot(0.94, 0),
            house.spot(0.94, 0.9 * -lit * -1),
            house.spot(-0.94, 0.9 * -lit * -1),
        ],
        light,
    )


def _settlement(
    frame: Frame, pen: Pen, net: Network, cube: Cube, colors: tuple[str, str, str], town: bool
) -> None:
    u = frame.size / 20
    houses: list[House] = []
    cx, cy = frame.centre(cube)
    node = net.nodes.get(cube, (cx, cy))
    streets = [net.streets[cube, d] for d in sorted(net.arms.get(cube, {}))]
    if not streets:
        turn = share(*cube, 201) * pi
        streets = [
            [node, (node[0] + 5 * u * cos(turn + k * pi), node[1] + 5 * u * sin(turn + k * pi))]
            for k in (0, 1)
        ]
    church = _church_spot(streets, node, u)
    blocked = [(church, 1.9 * u)]
    lanes = (1.55, 3.3, 5.0) if town else (1.6, 3.5)
    for lane_index, lane in enumerate(lanes):
        for street_index, street in enumerate(streets):
            length = sum(dist(a, b) for a, b in pairwise(street))
            for side in (-1, 1):
                t = (0.9 + 0.6 * lane_index) * u
                n = 0
                while t < length - (0.6 if town else 1.4) * u and n < 12:
                    pick = share(
                        cube[0] * 97 + street_index * 13 + lane_index, cube[1] * 89 + n * 2 + (side > 0), 202
                    )
                    n += 1
                    half = (0.62 + 0.5 * pick) * u
                    t += half
                    if pick > (0.97 if town else (0.86 if lane_index == 0 else 0.42)):
                        t += half + 0.3 * u
                        continue
                    off = side * (lane + 0.25 * pick) * u
                    (x, y), (c, s) = _along(street, t)
                    house = House(
                        x - off * s,
                        y + off * c,
                        half,
                        (0.5 + 0.16 * pick) * u,
                        atan2(s, c) + 0.16 * (pick - 0.5),
                    )
                    t += half + (0.22 if town else 0.55) * u
                    if inside_hex(frame, house.x - cx, house.y - cy, 0.82) and _free(
                        house, houses, blocked, streets, u
                    ):
                        houses.append(house)
    for house in sorted(houses, key=lambda h: h.y):
        _roof(pen, house, colors, u)
    _church(pen, church, colors, u, town)


def _along(street: list[Point], distance: float) -> tuple[Point, Point]:
    """Where a street is after a distance from its start, and its direction there."""
    for n, (a, b) in enumerate(pairwise(street)):
        length = dist(a, b) or 1.0
        if distance <= length or n == len(street) - 2:
            c, s = (b[0] - a[0]) / length, (b[1] - a[1]) / length
            return (a[0] + c * distance, a[1] + s * distance), (c, s)
        distance -= length
    raise AssertionError("a street has at least two points")


def _church_spot(streets: list[list[Point]], node: Point, u: float) -> Point:
    """A place near the middle, off the streets."""
    best, distance = (node[0] + 3 * u, node[1] - 2.4 * u), -1.0
    for k in range(12):
        t = k * pi / 6 + 0.3
        spot = node[0] + 3.1 * u * cos(t), node[1] + 3.1 * u * sin(t)
        room = min(_off(spot, street) for street in streets)
        if room > distance + 0.01:
            best, distance = spot, room
    return best


def _off(p: Point, street: list[Point]) -> float:
    """Distance of a point from a street."""
    return min(_off_line(p, a, b) for a, b in pairwise(street))


def _off_line(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy or 1.0)))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def _free(
    house: House,
    houses: list[House],
    blocked: list[tuple[Point, float]],
    streets: list[list[Point]],
    u: float,
) -> bool:
    at = house.x, house.y
    if any(hypot(at[0] - x, at[1] - y) < r + house.length for (x, y), r in blocked):
        return False
    if any(_off(at, street) < house.width + 0.62 * u for street in streets):
        return False
    return all(hypot(at[0] - h.x, at[1] - h.y) > 0.82 * (house.length + h.length) + 0.15 * u for h in houses)


def _church(pen: Pen, at: Point, colors: tuple[str, str, str], u: float, town: bool) -> None:
    nave = House(at[0], at[1], 1.45 * u, 0.62 * u, 0.0)
    _roof(pen, nave, colors, u)
    _roof(pen, House(at[0] - 1.5 * u, at[1], 0.55 * u, 0.62 * u, 0.0), colors, u)
    ink = Stroke(colors[1], 0.24 * u)
    x, y = at[0] - 1.5 * u, at[1] - 0.62 * u
    pen.line(((x, y), (x, y - 1.5 * u)), ink)
    pen.line(((x - 0.42 * u, y - 1.02 * u), (x + 0.42 * u, y - 1.02 * u)), ink)


def _farm(frame: Frame, pen: Pen, cube: Cube, colors: tuple[str, str, str]) -> None:
    """Three wings about a yard."""
    u = frame.size / 20
    x, y = frame.centre(cube)
    x, y = x - 3.4 * u, y + 2.6 * u
    turn = (share(*cube, 211) - 0.5) * 0.8
    c, s = cos(turn), sin(turn)
    for i, j, length, quarter in ((0.0, -1.5, 1.7, 0.0), (-1.75, 0.2, 1.2, pi / 2), (1.75, 0.2, 1.2, pi / 2)):
        _roof(
            pen,
            House(x + (i * c - j * s) * u, y + (i * s + j * c) * u, length * u, 0.55 * u, turn + quarter),
            colors,
            u,
        )


def _castle(frame: Frame, pen: Pen, cube: Cube, colors: tuple[str, str, str]) -> None:
    """Curtain walls with towers about a keep."""
    u = frame.size / 20
    x, y = frame.centre(cube)
    mark, dark, light = colors
    ring = [(x + 4.6 * u * cos(k * pi / 3 + 0.26), y + 4.1 * u * sin(k * pi / 3 + 0.26)) for k in range(6)]
    pen.shape([(a + 0.4 * u, b + 0.5 * u) for a, b in ring], dark, None, 0.35)
    pen.shape(ring, light, Stroke(dark, 1.15 * u, join="round"))
    pen.shape(ring, None, Stroke(mark, 0.7 * u, join="round"))
    for a, b in ring:
        pen.dot(a, b, 2.1 * u, dark)
        pen.dot(a, b, 1.65 * u, mark)
        pen.dot(a - 0.12 * u, b - 0.15 * u, 0.9 * u, light)
    _roof(pen, House(x - 0.3 * u, y - 0.6 * u, 1.5 * u, 1.2 * u, 0.26), colors, u)
    _roof(pen, House(x + 1.3 * u, y + 1.6 * u, 1.1 * u, 0.55 * u, 0.26), colors, u)


def _laager(frame: Frame, pen: Pen, cube: Cube, colors: tuple[str, str, str]) -> None:
    """A ring of wagons."""
    u = frame.size / 20
    x, y = frame.centre(cube)
    for k in range(12):
        t = k * pi / 6
        at = House(x + 5.2 * u * cos(t), y + 5.2 * u * sin(t), 1.05 * u, 0.55 * u, t + pi / 2)
        _roof(pen, at, colors, u)


def _long_bridge(frame: Frame, pen: Pen, net: Network, cube: Cube, colors: tuple[str, str, str]) -> None:
    """A bridge through the whole hex: parapets on both sides of its road, piers below."""
    u = frame.size / 20
    _, dark, light = colors
    streets = [net.streets[cube, d] for d in sorted(net.arms.get(cube, {}))[:2]]
    if len(streets) < 2:
        x, y = frame.centre(cube)
        streets = [[(x, y), (x + reach * u, y)] for reach in (-8, 8)]
    for street in streets:
        length = sum(dist(a, b) for a, b in pairwise(street)) * 0.84
        spots = [_along(street, length * n / 6) for n in range(7)]
        for side in (-1.1 * u, 1.1 * u):
            rail = [(x - s * side, y + c * side) for (x, y), (c, s) in spots]
            pen.line(rail, Stroke(dark, 0.42 * u, cap="round", join="round"))
            for px, py in (rail[1], rail[4], rail[6]):
                pen.dot(px, py, 0.95 * u, dark)
                pen.dot(px, py, 0.55 * u, light)
