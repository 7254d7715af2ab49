"""Villages, towns, castles, farms: houses along the roads of their hex, seen from above.

Every house is tried against those that stand already, the streets, the water and the number of the hex.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import partial
from itertools import pairwise
from math import atan2, cos, dist, hypot, pi, sin, tau
from typing import NamedTuple

from msgspec import Struct

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.render.bounds import Box
from jdgtools.render.colors import distance, is_color, mix
from jdgtools.render.map import towns
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.gridlines import number_rooms
from jdgtools.render.map.ground import lakes
from jdgtools.render.map.houses import (
    Colors,
    Green,
    House,
    Street,
    along,
    behind,
    church,
    church_box,
    garden_plot,
    off_box,
    off_street,
    roof,
    room_beside,
    single_tree,
)
from jdgtools.render.map.noise import share
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.scatter import inside_hex
from jdgtools.render.map.signs import draw_signs, wet_sides
from jdgtools.render.map.streets import BANK, SQUARE, Banks, StreetPlan
from jdgtools.render.map.ways import Network
from jdgtools.render.scene import Item, Point, Stroke
from jdgtools.render.style import Theme

_TOWN_ROWS, _VILLAGE_ROWS = (1.5, 3.1), (1.6, 3.5)
"""Distances of houses from the middle of their street."""
_GREAT = 1.5
"""The church of a settlement of many hexes, in sizes of another one."""
_DOWN = 0.9
"""Downwards (of a direction of length 1): there the next hex has its number."""


class Buildings(NamedTuple):
    """What is built on the map."""

    items: tuple[Item, ...]
    """Its drawing."""
    roofs: tuple[Box, ...]
    """The houses and churches of villages and towns, mm."""


def draw_buildings(
    frame: MapFrame, theme: Theme, net: Network, by_style: dict[str, frozenset[Cube]]
) -> Buildings:
    """Draw all buildings of the map; say where the houses of settlements stand."""
    pen = Pen()
    roofs: list[Box] = []
    # Where a place may still have a sign; villages have their church.
    bare: set[Cube] = set()
    green = Green.of(theme)
    open_water = frozenset[Cube]().union(*lakes(theme, by_style).values())
    for style, cells in by_style.items():
        pattern = theme.text(f"map.terrain.{style}.pattern")
        key = f"map.terrain.{style}"
        colors = theme.color(f"{key}.mark"), theme.color(f"{key}.dark"), theme.color(f"{key}.light")
        is_settlement = pattern in ("village", "town")
        church_cells = towns.churches(frame, cells) if is_settlement else frozenset()
        plan = StreetPlan()
        banks: Banks = {}
        if is_settlement:
            banks = {cube: _banks(frame, theme, cube, open_water) for cube in frame.in_reading_order(cells)}
            number = partial(_number, frame, net)
            plan = towns.street_plan(frame, net, cells, pattern == "town", number, banks)
            _draw_streets(frame, theme, pen, plan)
        houses_by_hex: dict[Cube, list[House]] = {}
        for cube in frame.in_reading_order(cells):
            if is_settlement:
                site = _Site(
                    is_town=pattern == "town" or towns.is_dense(cells, cube),
                    is_dense=towns.is_dense(cells, cube),
                    has_church=cube in church_cells,
                    banks=banks[cube],
                    inner=towns.inner_sides(frame, cells, cube),
                    lanes=plan.of_hex.get(cube, []),
                    beyond=[lane for d in range(6) for lane in plan.of_hex.get(neighbour(cube, d), ())],
                    square=plan.squares.get(cube),
                    squares=[
                        at for d in range(6) if (at := plan.squares.get(neighbour(cube, d))) is not None
                    ],
                    near=[house for d in range(6) for house in houses_by_hex.get(neighbour(cube, d), ())],
                )
                settled_hex = _settlement(frame, pen, net, cube, colors, green, site)
                houses_by_hex[cube] = settled_hex.houses
                roofs += settled_hex.roofs()
            elif pattern == "farm":
                _farm(frame, pen, cube, colors, green)
            elif pattern == "castle":
                _castle(frame, pen, net, cube, colors)
            elif pattern == "bridge":
                _long_bridge(frame, pen, net, cube, colors)
            elif pattern == "laager":
                _laager(frame, pen, cube, colors)
            if pattern not in ("village", "town"):
                bare.add(cube)
    draw_signs(frame, theme, pen, net, bare)
    return Buildings(pen.items(), tuple(roofs))


_LEAST_STEP, _EDGE = 10.0, 0.45
"""Step of colour (L*a*b*) from the ground of towns to their streets, and the opacity of edges below it."""


def _draw_streets(frame: MapFrame, theme: Theme, pen: Pen, plan: StreetPlan) -> None:
    """Draw the streets of settlements and their squares."""
    color, casing = theme.color("map.way.road.fill"), theme.color("map.way.road.casing")
    u = frame.size / 20
    grounds = [theme.color(f"map.terrain.{style}.fill") for style in ("village", "town")]
    if any(is_color(ground) and distance(color, ground) < _LEAST_STEP for ground in grounds):
        # On ground as pale as they are, streets need an edge to be seen.
        for line in plan.lines:
            pen.line(line, Stroke(casing, u, cap="round", join="round", opacity=_EDGE))
        pen.raise_layer()
    for line in plan.lines:
        pen.line(line, Stroke(color, 0.7 * u, cap="round", join="round", opacity=0.9))
    for x, y in plan.squares.values():
        pen.dot(x, y, 1.7 * SQUARE * u, color, 0.9)
    pen.raise_layer()


_ROUNDED = 1.25
"""How much nearer to the middle of a hex its water lies at a corner than at a hexside."""


def _banks(frame: MapFrame, theme: Theme, cube: Cube, open_water: Set[Cube]) -> list[Point]:
    """Return the directions from the middle of a hex to its hexsides with water, of length 1.

    These are the hexsides along which water runs, and those with a lake or the sea beyond. Where two of them
    meet, water is rounded into the hex: the direction to the corner is there as well, and longer.
    """
    shores = [d for d in range(6) if neighbour(cube, d) in open_water]
    wet = set(shores).union(wet_sides(frame, theme, frame.cells[cube]))
    ends = {d: [frame.at(key) for key in frame.edge_keys(cube, d)] for d in sorted(wet)}
    places = [((ax + bx) / 2, (ay + by) / 2, 1.0) for (ax, ay), (bx, by) in ends.values()]
    places += [(*corner, _ROUNDED) for d, (_, corner) in ends.items() if (d + 1) % 6 in wet]
    x, y = centre = frame.centre(cube)
    return [
        ((px - x) * scale / far, (py - y) * scale / far)
        for px, py, scale in places
        for far in [dist(centre, (px, py))]
    ]


class _Site(Struct, frozen=True):
    """What a hex of a settlement is built on."""

    is_town: bool
    """Whether houses stand close."""
    is_dense: bool
    """Whether it lies so deep in the settlement that there are houses behind houses."""
    has_church: bool
    banks: list[Point]
    """Directions to the hexsides with water, of length 1, and longer ones to the corners between two."""
    inner: list[Point]
    """The same to those with the same settlement beyond."""
    lanes: list[Street]
    """Streets that are no ways."""
    beyond: list[Street]
    """Those of the hexes about it."""
    square: Point | None
    """Middle of the square before the church; None where the church stands beside a street."""
    squares: list[Point]
    """Those of the hexes about it."""
    near: list[House]
    """What stands there already."""


def _settlement(
    frame: MapFrame, pen: Pen, net: Network, cube: Cube, colors: Colors, green: Green, site: _Site
) -> _SettlementHex:
    """Draw the houses, gardens and trees of a hex, and return what is built there."""
    u = frame.size / 20
    hex_ = _SettlementHex(frame, net, cube, site)
    rows = hex_.build_rows()
    for n, plot in enumerate(hex_.build_gardens(rows)):
        garden_plot(pen, plot, green, u, share(cube[0] * 31 + n, cube[1], 203))
    for n, tree in hex_.build_trees():
        single_tree(pen, (tree.x, tree.y), (1.5 + 0.5 * share(cube[0], n, 206)) * u, green)
    slate = mix(colors[0], colors[1], 0.3), colors[1], mix(colors[2], colors[1], 0.25)
    for house, _ in sorted(rows, key=lambda one: one[0].y):
        old = share(int(house.x * 16), int(house.y * 16), 207) < 0.3
        roof(pen, house, slate if old else colors, u)
    if site.has_church:
        church(pen, hex_.church_at, colors, u * hex_.church_size)
    return hex_


class _SettlementHex:
    """A hex of a settlement while it is built: its streets, what has to stay free, what stands there."""

    def __init__(self, frame: MapFrame, net: Network, cube: Cube, site: _Site) -> None:
        self.frame, self.cube, self.site, self.unit = frame, cube, site, frame.size / 20
        self.centre = frame.centre(cube)
        node = net.nodes.get(cube, self.centre)
        self.streets = _streets(frame, net, cube, site, node)
        # Neither on the church nor on the number of the hex.
        self.number = _number(frame, net, cube)
        self.church_at = site.square or room_beside(self.streets, node, self.unit)
        self.church_size = _GREAT if site.is_dense else 1.0
        self.church_yard = [(self.church_at, 1.9 * self.unit * self.church_size)] if site.has_church else []
        squares = (square for square in (site.square, *site.squares) if square is not None)
        self.church_yard += [(square, SQUARE * self.unit) for square in squares]
        # No house stands on a street of another hex.
        self.passing = self.streets + site.beyond
        self.houses: list[House] = []
        """All that is built, gardens and trees too."""
        self.rows: list[tuple[House, int]] = []
        """The houses, each with its side of the street, -1 or 1."""

    def roofs(self) -> list[Box]:
        """Return the boxes of the houses and the church, mm."""
        boxes = [house.box() for house, _ in self.rows]
        if self.site.has_church:
            boxes.append(church_box(self.church_at, self.unit * self.church_size))
        return boxes

    def build_rows(self) -> list[tuple[House, int]]:
        """Build houses in lanes along the streets; return each with its side of the street, -1 or 1."""
        lanes = _TOWN_ROWS if self.site.is_town else _VILLAGE_ROWS
        for lane_index, lane in enumerate(lanes):
            for street_index, street in enumerate(self.streets):
                for side in (-1, 1):
                    for house in self._row(lane_index, lane, street_index, street, side):
                        if self._stands(house, 0.82):
                            self.houses.append(house)
                            self.rows.append((house, side))
        return self.rows

    def _row(
        self, lane_index: int, lane: float, street_index: int, street: list[Point], side: int
    ) -> Iterator[House]:
        """Yield houses along one side of a street, with gaps between some, whether or not there is room."""
        cube, town, u = self.cube, self.site.is_town, self.unit
        length = sum(dist(a, b) for a, b in pairwise(street))
        built_up = (0.99, 0.99) if self.site.is_dense else (0.74, 0.2) if town else (0.86, 0.42)
        t = (0.3 if town else 0.9 + 0.6 * lane_index) * u
        n = 0
        while t < length - (0.6 if town else 1.4) * u and n < 16:
            pick = share(
                cube[0] * 97 + street_index * 13 + lane_index, cube[1] * 89 + n * 2 + (side > 0), 202
            )
            n += 1
            half = (0.62 + 0.5 * pick) * u
            t += half
            if pick > built_up[lane_index]:
                t += half + 0.3 * u
                continue
            off = side * (lane + 0.25 * pick) * u
            (x, y), (c, s) = along(street, t)
            angle = atan2(s, c) + 0.16 * (pick - 0.5)
            yield House(x - off * s, y + off * c, half, (0.5 + 0.16 * pick) * u, angle)
            t += half + (0.22 if town else 0.55) * u

    def build_gardens(self, rows: list[tuple[House, int]]) -> list[House]:
        """Lay out a garden behind each house where there is room for it; return the gardens."""
        plots = []
        for house, side in rows:
            plot = behind(house, side, (1.0 if self.site.is_dense else 1.5) * self.unit, self.unit)
            if self._stands(plot, 0.86):
                self.houses.append(plot)
                plots.append(plot)
        return plots

    def build_trees(self) -> Iterator[tuple[int, House]]:
        """Yield trees about the village where nothing else stands, each with its number on the ring."""
        cube, u = self.cube, self.unit
        for n in range(0 if self.site.is_dense else 14):
            t, reach = n * tau / 14, (6.4 + 1.9 * share(cube[0] * 17 + n, cube[1], 204)) * u
            tree = House(
                self.centre[0] + reach * cos(t), self.centre[1] + reach * sin(t), 0.9 * u, 0.9 * u, 0.0
            )
            if share(cube[0] * 17 + n, cube[1], 205) < 0.6 and self._stands(tree, 0.88):
                self.houses.append(tree)
                yield n, tree

    def _stands(self, house: House, share_of_hex: float) -> bool:
        """Return whether something may stand here: dry, off the number, within its share of the hex, free."""
        frame, site, u = self.frame, self.site, self.unit
        dx, dy = house.x - self.centre[0], house.y - self.centre[1]
        dry = all(dx * bx + dy * by < frame.size / 2 - BANK * u for bx, by in site.banks)
        clear = off_box((house.x, house.y), self.number) > hypot(house.length, house.width)
        if not (dry and clear and inside_hex(frame, dx, dy, 0.97)):
            return False
        if not inside_hex(frame, dx, dy, share_of_hex):
            # Beyond lies the same settlement: no gap between its hexes, but on the number below.
            edge = frame.size / 2 * share_of_hex
            if not any(dx * x + dy * y > edge and y < _DOWN for x, y in site.inner):
                return False
        return _free(house, [*site.near, *self.houses], self.church_yard, self.passing, u)


def _streets(frame: MapFrame, net: Network, cube: Cube, site: _Site, node: Point) -> list[list[Point]]:
    """Return the roads and lanes of a hex; where there are none, a street through its middle."""
    streets = [net.streets[cube, d] for d in sorted(net.arms.get(cube, {}))]
    streets += site.lanes
    if streets:
        return streets
    u, turn = frame.size / 20, share(*cube, 201) * pi
    return [
        [node, (node[0] + 5 * u * cos(turn + k * pi), node[1] + 5 * u * sin(turn + k * pi))] for k in (0, 1)
    ]


def _number(frame: MapFrame, net: Network, cube: Cube) -> Box:
    """Return where the number of a hex stands, mm; where an arrow stands as well, all its places."""
    rooms = list(number_rooms(frame, frame.centre(cube)))
    usual, reach = rooms[0], 1.1 * frame.size / 20
    if any(frame.cells[cube] in entry.hexes for entry in frame.map.entries):
        return min(box[0] for box in rooms), usual[1], max(box[2] for box in rooms), usual[3]
    roads = [net.streets[cube, d] for d in net.arms.get(cube, {})]
    for left, top, right, bottom in rooms:
        places = [(left + (right - left) * n / 4, (top + bottom) / 2) for n in range(5)]
        if all(off_street(place, road) > reach for place in places for road in roads):
            return left, top, right, bottom
    return usual


def _free(
    house: House,
    houses: list[House],
    obstacles: list[tuple[Point, float]],
    streets: list[list[Point]],
    u: float,
) -> bool:
    at = house.x, house.y
    if any(hypot(at[0] - x, at[1] - y) < r + house.length for (x, y), r in obstacles):
        return False
    if any(off_street(at, street) < house.width + 0.62 * u for street in streets):
        return False
    return all(hypot(at[0] - h.x, at[1] - h.y) > 0.82 * (house.length + h.length) + 0.15 * u for h in houses)


def _farm(frame: MapFrame, pen: Pen, cube: Cube, colors: Colors, green: Green) -> None:
    """Draw three wings about a yard, with a garden and a few trees."""
    u = frame.size / 20
    x, y = frame.centre(cube)
    x, y = x - 3.4 * u, y + 2.6 * u
    turn = (share(*cube, 211) - 0.5) * 0.8
    c, s = cos(turn), sin(turn)

    def spot(i: float, j: float) -> Point:
        return x + (i * c - j * s) * u, y + (i * s + j * c) * u

    for n, i in enumerate((-1.25, 1.25)):
        at = spot(i, -3.2)
        garden_plot(pen, House(*at, 1.1 * u, 0.9 * u, turn), green, u, share(cube[0] * 31 + n, cube[1], 212))
    for n, (i, j) in enumerate(((-3.1, -2.6), (-3.3, -0.4), (3.2, -1.9), (3.0, 1.3))):
        single_tree(pen, spot(i, j), (1.4 + 0.5 * share(cube[0] * 17 + n, cube[1], 213)) * u, green)
    for i, j, length, quarter in ((0.0, -1.5, 1.7, 0.0), (-1.75, 0.2, 1.2, pi / 2), (1.75, 0.2, 1.2, pi / 2)):
        roof(pen, House(*spot(i, j), length * u, 0.55 * u, turn + quarter), colors, u)


def _castle(frame: MapFrame, pen: Pen, net: Network, cube: Cube, colors: Colors) -> None:
    """Draw curtain walls with towers and a gate about a keep and a hall."""
    u = frame.size / 20
    x, y = frame.centre(cube)
    mark, dark, light = colors
    ring = []
    for k in range(7):
        t, reach = k * tau / 7 + 0.26, 4.4 + 0.9 * share(6 * cube[0] + k, cube[1], 231)
        ring.append((x + reach * u * cos(t), y + 0.92 * reach * u * sin(t)))
    pen.shape([(a + 0.45 * u, b + 0.6 * u) for a, b in ring], dark, None, 0.35)
    pen.shape(ring, light, Stroke(dark, 1.35 * u, join="round"))
    pen.shape(ring, None, Stroke(mark, 0.9 * u, join="round"))
    # Battlements: a dashed line upon the wall.
    pen.shape(ring, None, Stroke(light, 0.42 * u, (0.42 * u, 0.36 * u), join="round"))
    gate = _gate_of(net, cube, ring)
    for n, (a, b) in enumerate(ring):
        if n == gate:
            continue
        pen.dot(a, b, 2.2 * u, dark)
        pen.dot(a, b, 1.75 * u, mark)
        pen.dot(a - 0.12 * u, b - 0.15 * u, 1.0 * u, light)
    (a, b), inner = ring[gate], atan2(y - ring[gate][1], x - ring[gate][0])
    roof(pen, House(a, b, 0.85 * u, 1.25 * u, inner), colors, u)
    roof(pen, House(x + 1.4 * u, y + 1.5 * u, 1.45 * u, 0.62 * u, 0.3), colors, u)
    keep = House(x - 0.9 * u, y - 0.8 * u, 1.25 * u, 1.2 * u, 0.12)
    pen.shape([(a + 0.45 * u, b + 0.6 * u) for a, b in keep.corners()], dark, None, 0.45)
    pen.shape(keep.corners(), mark, Stroke(dark, 0.3 * u, join="round"))
    inner_wall = House(keep.x, keep.y, 0.72 * u, 0.68 * u, 0.12)
    pen.shape(inner_wall.corners(), light, Stroke(dark, 0.14 * u, join="round"))
    for a, b in keep.corners():
        pen.dot(a, b, 0.95 * u, dark)
        pen.dot(a, b, 0.62 * u, mark)


def _gate_of(net: Network, cube: Cube, ring: list[Point]) -> int:
    """Return the corner of a castle's wall that is nearest to its road; the lowest without one."""
    streets = [net.streets[cube, d] for d in sorted(net.arms.get(cube, {}))]
    if not streets:
        return max(range(len(ring)), key=lambda n: ring[n][1])
    return min(range(len(ring)), key=lambda n: min(off_street(ring[n], street) for street in streets))


def _laager(frame: MapFrame, pen: Pen, cube: Cube, colors: Colors) -> None:
    """Draw a ring of wagons."""
    u = frame.size / 20
    x, y = frame.centre(cube)
    for k in range(12):
        t = k * pi / 6
        at = House(x + 5.2 * u * cos(t), y + 5.2 * u * sin(t), 1.05 * u, 0.55 * u, t + pi / 2)
        roof(pen, at, colors, u)


def _long_bridge(frame: MapFrame, pen: Pen, net: Network, cube: Cube, colors: Colors) -> None:
    """Draw a bridge through the whole hex: parapets on both sides of its road, piers below."""
    u = frame.size / 20
    _, dark, light = colors
    streets = [net.streets[cube, d] for d in sorted(net.arms.get(cube, {}))[:2]]
    if len(streets) < 2:
        x, y = frame.centre(cube)
        streets = [[(x, y), (x + reach * u, y)] for reach in (-8, 8)]
    for street in streets:
        length = sum(dist(a, b) for a, b in pairwise(street)) * 0.84
        spots = [along(street, length * n / 6) for n in range(7)]
        for side in (-1.1 * u, 1.1 * u):
            rail = [(x - s * side, y + c * side) for (x, y), (c, s) in spots]
            pen.line(rail, Stroke(dark, 0.42 * u, cap="round", join="round"))
            for px, py in (rail[1], rail[4], rail[6]):
                pen.dot(px, py, 0.95 * u, dark)
                pen.dot(px, py, 0.55 * u, light)
