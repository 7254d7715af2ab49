"""Roads and trails: smooth lines through the hexes, meeting in shared points."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from jdgtools.hexgrid.coords import Cube, direction, neighbour
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.noise import swing
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Item, Point, Stroke
from jdgtools.render.style import Theme


@dataclass(slots=True)
class Network:
    """All ways of a map, ready to draw."""

    runs: list[tuple[str, tuple[Cube, ...]]] = field(default_factory=list)
    """(style, hexes in order) of every stretch, better ways first; a hexside is crossed once."""
    nodes: dict[Cube, Point] = field(default_factory=dict)
    """Where the ways of a hex meet, mm."""
    arms: dict[Cube, dict[int, str]] = field(default_factory=dict)
    """Hex -> direction of each way that leaves it -> style."""


_ORDER = {"road": 0, "trail": 1}


def network(frame: Frame, style_of: dict[str, str]) -> Network:
    """The ways of the map; ``style_of`` maps kinds of ways to styles."""
    net = Network()
    used: set[frozenset[Cube]] = set()
    ways = sorted(
        ((_ORDER.get(style_of.get(w.kind, w.kind), 9), n, w) for n, w in enumerate(frame.map.ways)),
        key=lambda entry: entry[:2],
    )
    grid = frame.layout.grid
    for _, _, way in ways:
        style = style_of.get(way.kind, way.kind)
        cubes = [grid.cube(i) for i in way.hexes]
        first, last = way.exits
        if first is not None and cubes:
            cubes.insert(0, neighbour(cubes[0], first))
        if last is not None and cubes:
            cubes.append(neighbour(cubes[-1], last))
        run: list[Cube] = cubes[:1]
        for a, b in pairwise(cubes):
            d = direction(b - a)
            if d is None or frozenset((a, b)) in used:
                _end(net, style, run)
                run = [b]
                continue
            used.add(frozenset((a, b)))
            net.arms.setdefault(a, {})[d] = style
            net.arms.setdefault(b, {})[(d + 3) % 6] = style
            run.append(b)
        _end(net, style, run)
    for _, run_cubes in net.runs:
        for index, cube in enumerate(run_cubes):
            if cube not in net.nodes:
                net.nodes[cube] = _node(frame, run_cubes, index)
    return net


def _end(net: Network, style: str, run: list[Cube]) -> None:
    if len(run) > 1:
        net.runs.append((style, tuple(run)))


def _gate(frame: Frame, a: Cube, b: Cube) -> Point:
    d = direction(b - a)
    assert d is not None
    return frame.crossing(*frame.edge_keys(a, d))


def _bend(frame: Frame, cube: Cube) -> Point:
    x, y = frame.centre(cube)
    reach = 0.045 * frame.size
    return x + swing(*cube, 5) * reach, y + swing(*cube, 6) * reach


def _node(frame: Frame, run: tuple[Cube, ...], index: int) -> Point:
    """Where the first way through a hex passes nearest to its middle."""
    x, y = _bend(frame, run[index])
    if index in (0, len(run) - 1):
        return x, y
    ax, ay = _gate(frame, run[index - 1], run[index])
    bx, by = _gate(frame, run[index], run[index + 1])
    return x / 2 + (ax + bx) / 4, y / 2 + (ay + by) / 4


def course(frame: Frame, net: Network, run: tuple[Cube, ...]) -> PathBuilder:
    """The line of one stretch."""
    path = PathBuilder().move_to(*net.nodes[run[0]])
    for index in range(1, len(run)):
        before, cube = run[index - 1], run[index]
        path.line_to(*_gate(frame, before, cube)) if index == 1 else None
        if index == len(run) - 1:
            path.line_to(*net.nodes[cube])
            break
        ax, ay = _gate(frame, before, cube)
        bx, by = _gate(frame, cube, run[index + 1])
        x, y = net.nodes[cube]
        # The control point that leads the curve through the node.
        path.quad_to(2 * x - (ax + bx) / 2, 2 * y - (ay + by) / 2, bx, by)
    return path


def draw_ways(frame: Frame, theme: Theme, net: Network) -> tuple[Item, ...]:
    """Casings of all ways, then the ways, the better ones on top."""
    unit = frame.size / 20
    items: list[Item] = []
    by_style: dict[str, PathBuilder] = {}
    for style, run in net.runs:
        by_style.setdefault(style, PathBuilder()).extend(course(frame, net, run).commands())
    worst_first = sorted(by_style, key=lambda s: (-_ORDER.get(s, 9), s))
    for style in worst_first:
        key = f"map.way.{style}"
        width = (theme.number(f"{key}.width") + 2 * theme.number(f"{key}.edge")) * unit
        opacity = 0.75 if theme.numbers(f"{key}.dash") else 1.0
        stroke = Stroke(theme.color(f"{key}.casing"), width, (), "round", "round", opacity)
        items.append(by_style[style].build(None, stroke))
    for style in worst_first:
        key = f"map.way.{style}"
        dash = tuple(part * unit for part in theme.numbers(f"{key}.dash"))
        cap = "butt" if dash else "round"
        stroke = Stroke(theme.color(f"{key}.fill"), theme.number(f"{key}.width") * unit, dash, cap, "round")  # type: ignore[arg-type]
        items.append(by_style[style].build(None, stroke))
    return tuple(items)


def points(frame: Frame, net: Network, run: tuple[Cube, ...]) -> list[Point]:
    """The line of one stretch as points: nodes and gates in turn."""
    found = [net.nodes[run[0]]]
    for before, cube in pairwise(run):
        found += [_gate(frame, before, cube), net.nodes[cube]]
    return found
