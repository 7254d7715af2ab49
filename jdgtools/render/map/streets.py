"""Streets of towns: one plan for each town, along its main road, with a square for the church.

Streets run side by side along the main road and bend alike; shorter ones lead from each to the next,
staggered. None lies on the number of a hex.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import atan2, ceil, cos, dist, pi, sin

from msgspec import Struct, field

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.render.bounds import Box
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.houses import Street, off_box, off_street
from jdgtools.render.map.noise import share, swing
from jdgtools.render.map.scatter import inside_hex
from jdgtools.render.map.ways import Network
from jdgtools.render.scene import Point

_BLOCK = 5.6, 8.2
"""Depth and length of a block of houses, in twentieths of the hex size, as all that follows."""
SQUARE = 3.0
"""Radius of the square."""
_NEAR_ROAD = 2.3
"""No street runs along a road nearer than this."""
_BEND, _LONG = 1.1, 26.0
"""How far streets stray, and over what length."""
_EDGE = 0.86
"""Streets end in the outer hexes of a town at this share of the hex."""


BANK = 3.1
"""Neither streets nor houses lie nearer to the middle of water."""
Banks = dict[Cube, list[Point]]
"""Hex -> directions from its middle to its hexsides with water, of length 1, longer ones to the corners."""


class StreetPlan(Struct, frozen=True):
    """The streets of towns."""

    lines: list[Street] = field(default_factory=list)
    """As they are drawn."""
    of_hex: dict[Cube, list[Street]] = field(default_factory=dict)
    """Parts of them in each hex, without roads."""
    squares: dict[Cube, Point] = field(default_factory=dict)
    """Hex of the church -> middle of its square."""


def add_town(
    plan: StreetPlan,
    frame: MapFrame,
    net: Network,
    town: frozenset[Cube],
    middle: Cube,
    numbers: Sequence[Box],
    banks: Banks,
) -> None:
    """Add the streets of one town to a plan.

    Args:
        plan: of all towns.
        frame: the map.
        net: its ways.
        town: hexes that lie side by side.
        middle: the one with the church.
        numbers: boxes that stay free.
        banks: of its hexes.
    """
    u = frame.size / 20
    roads = [
        net.streets[cube, d] for cube in frame.in_reading_order(town) for d in sorted(net.arms.get(cube, {}))
    ]
    turn = _direction(roads, middle)
    x, y = net.nodes.get(middle, frame.centre(middle))
    c, s = cos(turn), sin(turn)

    def spot(a: float, b: float) -> Point:
        """Return the place of a point along and across the town, with the bends that all streets share."""
        a, b = a + _BEND * sin(2 * pi * b / _LONG + 1.0), b + _BEND * sin(2 * pi * a / _LONG)
        return x + (a * c - b * s) * u, y + (a * s + b * c) * u

    corners = [spot(i * _BLOCK[1] / 2, j * (SQUARE + 0.9)) for i in (1, -1) for j in (1, -1)]

    def wetness(at: Point) -> float:
        """Return how far a square about a point would reach over a bank, mm; 0 where it is dry."""
        dx, dy = at[0] - frame.centre(middle)[0], at[1] - frame.centre(middle)[1]
        return max([0.0, *(dx * bx + dy * by - (9.0 - SQUARE) * u for bx, by in banks.get(middle, ()))])

    square = max(corners, key=lambda at: (-wetness(at), min(off_box(at, box) for box in numbers)))
    plan.squares[middle] = square

    def hex_of(at: Point, has_roads: bool) -> Cube | None:
        """Return the hex of the town in which a street may pass a point."""
        cube = min(town, key=lambda one: dist(at, frame.centre(one)))
        dx, dy = at[0] - frame.centre(cube)[0], at[1] - frame.centre(cube)[1]
        if not inside_hex(frame, dx, dy, 1.0) or dist(at, square) < SQUARE * u:
            return None
        if not inside_hex(frame, dx, dy, _EDGE) and not _leads_on(frame, town, cube, (dx, dy)):
            return None
        if any(dx * bx + dy * by > (10.0 - BANK) * u for bx, by in banks.get(cube, ())):
            return None
        if any(off_box(at, box) < 0.7 * u for box in numbers):
            return None
        if has_roads and any(off_street(at, road) < _NEAR_ROAD * u for road in roads):
            return None
        return cube

    reach = max(dist((x, y), frame.centre(cube)) for cube in town) / u + 12.0
    for line, is_long in _grid(reach, middle):
        points = [spot(a, b) for a, b in line]
        cubes = [hex_of(at, is_long) for at in points]
        for is_open, run in groupby(zip(points, cubes, strict=True), key=lambda one: one[1] is not None):
            part = list(run)
            if is_open and len(part) > 3:
                plan.lines.append([at for at, _ in part])
                _divide(plan, part)


def _direction(roads: Sequence[Street], middle: Cube) -> float:
    """Return the direction of most road within a town, radians; of a town without a road, any."""
    along, across = 0.0, 0.0
    for street in roads:
        for a, b in pairwise(street):
            length, angle = dist(a, b), 2 * atan2(b[1] - a[1], b[0] - a[0])
            along, across = along + length * cos(angle), across + length * sin(angle)
    if abs(along) + abs(across) < 1e-9:
        return share(*middle, 201) * pi
    return atan2(across, along) / 2


def _leads_on(frame: MapFrame, town: frozenset[Cube], cube: Cube, off: Point) -> bool:
    """Return whether the town goes on beyond the hexside nearest to a point, given from its hex's centre."""
    x, y = frame.centre(cube)
    ends = [(frame.centre(neighbour(cube, d)), neighbour(cube, d)) for d in range(6)]
    _, beyond = max(ends, key=lambda one: (one[0][0] - x) * off[0] + (one[0][1] - y) * off[1])
    return beyond in town


def _grid(reach: float, middle: Cube) -> Iterator[tuple[list[Point], bool]]:
    """Yield streets as points along and across the town, each with whether it is a long one."""
    depth, length = _BLOCK
    rows, steps = ceil(reach / depth), ceil(reach)
    for k in range(-rows, rows + 1):
        yield [(float(a), k * depth) for a in range(-steps, steps + 1)], True
        first = swing(middle[0] + 7 * k, middle[1], 209) * length / 2
        for m in range(-rows, rows + 1):
            a = first + (m + 0.25 * swing(k, m, 210)) * length
            yield [(a, k * depth + depth * n / 6) for n in range(7)], False


def _divide(plan: StreetPlan, part: Sequence[tuple[Point, Cube | None]]) -> None:
    """Add a street to the hexes that it passes, to each with the first point beyond."""
    start = 0
    for n in range(1, len(part) + 1):
        if n == len(part) or part[n][1] != part[start][1]:
            cube = part[start][1]
            piece = [at for at, _ in part[start : n + 1]]
            if cube is not None and len(piece) > 1:
                plan.of_hex.setdefault(cube, []).append(piece)
            start = n
