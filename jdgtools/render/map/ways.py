"""Roads and trails: smooth lines through the hexes that meet in shared points; trails wind more than roads.

A `Network` holds the points and curves of all ways; bridges, villages and names follow them too.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from msgspec import Struct, field

from jdgtools.hexgrid.coords import Cube, direction, neighbour
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.noise import swing
from jdgtools.render.map.pen import Pen
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Item, Point, Stroke
from jdgtools.render.style import Theme


class Network(Struct):
    """All ways of a map, ready to draw."""

    runs: list[tuple[str, tuple[Cube, ...]]] = field(default_factory=list)
    """(style, hexes in order) of every stretch, better ways first; a hexside is crossed once."""
    nodes: dict[Cube, Point] = field(default_factory=dict)
    """Where the ways of a hex meet, mm."""
    arms: dict[Cube, dict[int, str]] = field(default_factory=dict)
    """Hex -> direction of each way that leaves it -> style."""
    curves: list[list[Curve]] = field(default_factory=list)
    """The line of each run."""
    streets: dict[tuple[Cube, int], list[Point]] = field(default_factory=dict)
    """Hex and direction -> points along the way from the node to the hexside."""


Curve = tuple[Point, Point, Point, Point]
"""A cubic curve: start, two control points, end."""

_ORDER = {"road": 0, "trail": 1}
_BEND = {"road": 0.06}
"""How far nodes stray from the middle of their hex, as a share of the hex size."""
_WIND = {"road": 0.0}
"""How far a way strays halfway between node and hexside, likewise."""
_OTHER_BEND, _OTHER_WIND = 0.075, 0.032
_HANDLE = 0.38
"""Reach of the control points, as a share of the distance between two points."""


def network(frame: MapFrame, style_of: dict[str, str]) -> Network:
    """Return the ways of the map; ``style_of`` maps kinds of ways to styles."""
    net = Network()
    crossed_pairs: set[frozenset[Cube]] = set()
    ways = sorted(
        ((_ORDER.get(style_of.get(w.kind, w.kind), 9), n, w) for n, w in enumerate(frame.map.ways)),
        key=lambda entry: entry[:2],
    )
    grid = frame.layout.grid
    for _, _, way in ways:
        style = style_of.get(way.kind, way.kind)
        cubes = [grid.cube(i) for i in way.hexes]
        first, last = way.exits
        # Two hexes beyond the map, so that no end is seen on its rim.
        for _ in range(2 if cubes else 0):
            if first is not None:
                cubes.insert(0, neighbour(cubes[0], first))
            if last is not None:
                cubes.append(neighbour(cubes[-1], last))
        run: list[Cube] = cubes[:1]
        for a, b in pairwise(cubes):
            d = direction(b - a)
            if d is None or frozenset((a, b)) in crossed_pairs:
                _end(net, style, run)
                run = [b]
                continue
            crossed_pairs.add(frozenset((a, b)))
            net.arms.setdefault(a, {})[d] = style
            net.arms.setdefault(b, {})[(d + 3) % 6] = style
            run.append(b)
        _end(net, style, run)
    _join(net)
    for style, run_cubes in net.runs:
        for index, cube in enumerate(run_cubes):
            if cube not in net.nodes:
                net.nodes[cube] = _node(frame, run_cubes, index, _BEND.get(style, _OTHER_BEND))
    for style, run_cubes in net.runs:
        net.curves.append(_curves(_guides(frame, net, run_cubes, _WIND.get(style, _OTHER_WIND))))
        _record_streets(net, run_cubes, net.curves[-1])
    return net


def _end(net: Network, style: str, run: list[Cube]) -> None:
    if len(run) > 1:
        net.runs.append((style, tuple(run)))


def _join(net: Network) -> None:
    """Make one stretch of two of the same kind that meet where nothing else does."""
    ends: dict[Cube, list[int]] = {}
    for n, (_, run) in enumerate(net.runs):
        for cube in {run[0], run[-1]}:
            ends.setdefault(cube, []).append(n)
    runs: list[tuple[str, tuple[Cube, ...]] | None] = list(net.runs)
    joined_to = list(range(len(runs)))
    for cube, (n, *more) in sorted(ends.items()):
        if len(more) != 1 or len(net.arms[cube]) != 2:
            continue
        while joined_to[n] != n:
            n = joined_to[n]
        m = more[0]
        while joined_to[m] != m:
            m = joined_to[m]
        first, second = runs[n], runs[m]
        if n == m or first is None or second is None or first[0] != second[0]:
            continue
        a = first[1] if first[1][-1] == cube else first[1][::-1]
        b = second[1] if second[1][0] == cube else second[1][::-1]
        runs[n], runs[m], joined_to[m] = (first[0], a + b[1:]), None, n
    net.runs = [run for run in runs if run is not None]


def _gate(frame: MapFrame, a: Cube, b: Cube) -> Point:
    return frame.crossing(*frame.edge_keys(a, _towards(a, b)))


def _towards(a: Cube, b: Cube) -> int:
    d = direction(b - a)
    assert d is not None
    return d


def _node(frame: MapFrame, run: tuple[Cube, ...], index: int, reach: float) -> Point:
    """Return where a way passes nearest to the middle of its hex; sharp turns keep away from it."""
    cube = run[index]
    x, y = frame.centre(cube)
    x += swing(*cube, 5) * reach * frame.size
    y += swing(*cube, 6) * reach * frame.size
    if index in (0, len(run) - 1):
        return x, y
    ax, ay = _gate(frame, run[index - 1], cube)
    bx, by = _gate(frame, cube, run[index + 1])
    turn = (_towards(cube, run[index - 1]) - _towards(cube, run[index + 1])) % 6
    # A way that goes to and fro from hex to hex is a straight one that the hexes bend.
    centre = (0.0, 0.3, 0.2, 0.62)[min(turn, 6 - turn)]
    return x * centre + (ax + bx) / 2 * (1 - centre), y * centre + (ay + by) / 2 * (1 - centre)


def _guides(frame: MapFrame, net: Network, run: tuple[Cube, ...], wind: float) -> list[Point]:
    """Return what the line of a stretch runs through: nodes and gates, points between where it winds."""
    guides = [net.nodes[run[0]]]
    for a, b in pairwise(run):
        d = _towards(a, b)
        gate = _gate(frame, a, b)
        if wind:
            guides.append(_aside(net.nodes[a], gate, swing(6 * a[0] + d, a[1], 8) * wind * frame.size))
        guides.append(gate)
        if wind:
            far = swing(6 * b[0] + (d + 3) % 6, b[1], 8) * wind * frame.size
            guides.append(_aside(gate, net.nodes[b], far))
        guides.append(net.nodes[b])
    return guides


def _aside(a: Point, b: Point, far: float) -> Point:
    """Return the middle between two points, moved to the side."""
    dx, dy = _unit(a, b)
    return (a[0] + b[0]) / 2 - dy * far, (a[1] + b[1]) / 2 + dx * far


def _unit(a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy) or 1.0
    return dx / length, dy / length


def _curves(guides: list[Point]) -> list[Curve]:
    """Return a smooth line through points, at each parallel to the line from the last to the next."""
    last = len(guides) - 1
    along = [_unit(guides[max(0, n - 1)], guides[min(last, n + 1)]) for n in range(last + 1)]
    curves = []
    for n, (a, b) in enumerate(pairwise(guides)):
        reach = _HANDLE * hypot(b[0] - a[0], b[1] - a[1])
        (ax, ay), (bx, by) = along[n], along[n + 1]
        curves.append((a, (a[0] + ax * reach, a[1] + ay * reach), (b[0] - bx * reach, b[1] - by * reach), b))
    return curves


def _record_streets(net: Network, run: tuple[Cube, ...], curves: list[Curve]) -> None:
    """Record the points of each arm of the run."""
    per_arm = len(curves) // (2 * (len(run) - 1))
    for n, (a, b) in enumerate(pairwise(run)):
        d = _towards(a, b)
        at = 2 * n * per_arm
        net.streets[a, d] = _sample(curves[at : at + per_arm])
        net.streets[b, (d + 3) % 6] = _sample(curves[at + per_arm : at + 2 * per_arm])[::-1]


def _sample(curves: list[Curve]) -> list[Point]:
    points = [curves[0][0]]
    for a, p, q, b in curves:
        for t in (0.25, 0.5, 0.75, 1.0):
            s = 1 - t
            i, j, k, m = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
            points.append(
                (
                    i * a[0] + j * p[0] + k * q[0] + m * b[0],
                    i * a[1] + j * p[1] + k * q[1] + m * b[1],
                )
            )
    return points


def draw_ways(frame: MapFrame, theme: Theme, net: Network) -> tuple[Item, ...]:
    """Draw the casings of all ways, then the ways, the better ones on top."""
    unit = frame.size / 20
    casings, fills = Pen(), Pen()
    by_style: dict[str, list[Command]] = {}
    for (style, _), curves in zip(net.runs, net.curves, strict=True):
        commands = by_style.setdefault(style, [])
        commands.append(("M", *curves[0][0]))
        commands += [("C", *p, *q, *b) for _, p, q, b in curves]
    for style in sorted(by_style, key=lambda s: (-_ORDER.get(s, 9), s)):
        key = f"map.way.{style}"
        dash = tuple(part * unit for part in theme.numbers(f"{key}.dash"))
        width = theme.number(f"{key}.width") * unit
        casing = width + 2 * theme.number(f"{key}.edge") * unit
        below = Stroke(theme.color(f"{key}.casing"), casing, (), "round", "round", 0.75 if dash else 1.0)
        above = Stroke(theme.color(f"{key}.fill"), width, dash, "butt" if dash else "round", "round")
        for pen, stroke in ((casings, below), (fills, above)):
            if frame.is_large:
                pen.split(by_style[style], stroke)
            else:
                pen.path(0.0, stroke=stroke).extend(by_style[style])
    return (*casings.items(), *fills.items())


def points(frame: MapFrame, net: Network, run: tuple[Cube, ...]) -> list[Point]:
    """Return the line of one stretch as points: nodes and gates in turn."""
    line = [net.nodes[run[0]]]
    for before, cube in pairwise(run):
        line += [_gate(frame, before, cube), net.nodes[cube]]
    return line
