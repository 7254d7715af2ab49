"""All open water of the map as one drawing: rivers and streams along hexsides, lakes and the sea.

`landscape` gives the waters of the map by style (`courses`) and the hexes of lakes; `draw_water` returns
items. Rivers widen downstream, and every mouth is open, since banks are drawn before any water.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import pairwise
from typing import Protocol

from msgspec import Struct

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.colors import mix
from jdgtools.render.map import outline
from jdgtools.render.map.brush import Brush
from jdgtools.render.map.courses import midpoint
from jdgtools.render.map.frame import Lattice, MapFrame
from jdgtools.render.map.outline import round_corner
from jdgtools.render.map.pen import Pen, block_of
from jdgtools.render.map.rims import rims, ticks
from jdgtools.render.map.textures import water as lines_along_shores
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Item, Path, Point, Stroke
from jdgtools.render.style import Theme

_GROWTH = 9
"""Hexsides from the source on which a stream reaches its full width."""
_STEPS = 6
"""Widths between spring and full."""


class WaterCourse(Struct, frozen=True):
    """All hexsides of one kind of water."""

    style: str
    edges: tuple[tuple[Lattice, Lattice], ...]


def courses(frame: MapFrame, style_of: dict[str, str]) -> tuple[WaterCourse, ...]:
    """Return the waters of the map by style; ``style_of`` maps water kinds of hexsides to styles."""
    edges_by_style: dict[str, list[tuple[Lattice, Lattice]]] = {}
    for feature in frame.map.features:
        style = style_of.get(feature.kind)
        if style is not None:
            a, b = frame.side_keys(feature.side)
            edges_by_style.setdefault(style, []).append((a, b) if a < b else (b, a))
    return tuple(
        WaterCourse(style, tuple(dict.fromkeys(edges))) for style, edges in sorted(edges_by_style.items())
    )


def draw_water(
    frame: MapFrame,
    theme: Theme,
    waters: tuple[WaterCourse, ...],
    lakes: Mapping[str, frozenset[Cube]] | None = None,
    bare: frozenset[Cube] = frozenset(),
) -> tuple[Item, ...]:
    """Draw all waters as one: the banks of rivers and lakes first, then all water: every mouth is open.

    Args:
        frame: the map on paper.
        theme: colours.
        waters: rivers and streams along hexsides.
        lakes: hexes of open water by style, which rivers flow into.
        bare: hexes of lakes that a picture of the project shows.
    """
    lakes = lakes or {}
    pieces, channels = _pieces(frame, theme, waters, frozenset(cube for c in lakes.values() for cube in c))
    unit = frame.size / 20
    bank, light = theme.color("map.water.bank"), theme.color("map.water.light")
    cells_drawn = {style: cells - bare for style, cells in lakes.items()}
    shores, surfaces = _open_water(frame, theme, cells_drawn, Stroke(bank, _BANK * unit, join="round"))
    items: list[Item] = list(shores)
    for (_, width, _), builder in pieces.items():
        items.append(builder.build(None, Stroke(bank, width + _BANK * unit, cap="round", join="round")))
    items += surfaces
    for (color, width, _), builder in pieces.items():
        items.append(builder.build(None, Stroke(color, width, cap="round", join="round")))
    for (color, width, _), builder in channels.items():
        # Flat ends: round ones of a shine would lie upon each other and show as spots.
        is_shine = color == light
        share, opacity = (0.34, 0.55) if is_shine else (0.56, 1.0)
        stroke = Stroke(
            color, width * share, cap="butt" if is_shine else "round", join="round", opacity=opacity
        )
        items.append(builder.build(None, stroke))
    return tuple(items)


def widest(theme: Theme, waters: tuple[WaterCourse, ...]) -> dict[tuple[Lattice, Lattice], float]:
    """Return the width of the widest water of every hexside (the lower corner first), units."""
    widths: dict[tuple[Lattice, Lattice], float] = {}
    for course in waters:
        width = _width(theme, course.style)
        for edge in course.edges:
            widths[edge] = max(widths.get(edge, 0.0), width)
    return widths


def falls(frame: MapFrame, theme: Theme, lakes: Iterable[frozenset[Cube]]) -> tuple[Item, ...]:
    """Return ticks down the steps between two hexes of open water: falls, weirs, rapids of a broad river."""
    wet = frozenset[Cube]().union(*lakes)
    steps = {}
    for (a, b), step in rims(frame).steps.items() if wet else ():
        if all(cube in wet for cube in frame.hexes_at_corner(a) if cube in frame.hexes_at_corner(b)):
            steps[a, b] = step
    return ticks(frame, steps, theme.color("map.water.bank")) if steps else ()


def center_lines(
    frame: MapFrame, waters: tuple[WaterCourse, ...]
) -> Iterator[tuple[tuple[Lattice, Lattice], str, list[Point]]]:
    """Yield every hexside of water (the lower corner first), its style, and points along its middle, mm."""
    links: dict[Lattice, list[Lattice]] = {}
    style = {edge: course.style for course in waters for edge in course.edges}
    for a, b in style:
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    line = _Line(frame, links)
    for (a, b), name in style.items():
        points = [line.corner(a), line.entry(a, b), line.third(a, b), line.middle(a, b)]
        yield (a, b), name, [*points, line.third(b, a), line.entry(b, a), line.corner(b)]


_BANK = 0.36
"""Width of both banks of a water together, units; half of the line about a lake lies below its water."""


def _open_water(
    frame: MapFrame, theme: Theme, lakes: Mapping[str, frozenset[Cube]], bank: Stroke
) -> tuple[list[Item], list[Item]]:
    """Return the shores of lakes and the sea, and their surfaces with lines along the shores."""
    shores, surfaces = Pen(), list[Item]()
    for style, cells in sorted(lakes.items()):
        if not cells:
            continue
        fill = theme.color(f"map.terrain.{style}.fill")
        # Below a bridge lies the water of lakes; what the style calls a mark there is stone.
        is_bridge = theme.text(f"map.terrain.{style}.pattern") == "bridge"
        mark = theme.color(f"map.terrain.{'water' if is_bridge else style}.mark")
        pen = Pen()
        for part in outline.parts(frame, cells):
            shape = outline.area(frame, part).commands()
            shores.split(shape, bank)
            surfaces.append(Path(shape, fill))
            lines_along_shores(Brush(frame, pen, fill, mark, mark, fill, part, (), 1.0))
        surfaces += pen.items()
    return list(shores.items()), surfaces


_Edge = tuple[Lattice, Lattice]
_Pieces = dict[tuple[str, float, int], PathBuilder]
"""(colour, width, block of the sheet) -> all pieces of water of that look."""


def _pieces(
    frame: MapFrame, theme: Theme, waters: tuple[WaterCourse, ...], lakes: Set[Cube]
) -> tuple[_Pieces, _Pieces]:
    """Return all pieces of water, narrow ones first; and what is drawn upon it: shine, deep channels."""
    network = _WaterNetwork(frame, theme, waters, lakes)
    for edge in network.style:
        for a, b in (edge, edge[::-1]):
            network.draw_half(edge, a, b)
    for corner in sorted(network.links):
        _joint(frame, network.line, corner, network.run, network.widths, lakes)
    return (
        dict(sorted(network.pieces.items(), key=lambda pair: (pair[0][1], pair[0][0], pair[0][2]))),
        dict(sorted(network.channels.items())),
    )


class _WaterNetwork:
    """The waters along hexsides as a net of corners, and the pieces that are drawn of it.

    Args:
        frame: the map on paper.
        theme: colours and widths.
        waters: rivers and streams.
        lakes: hexes of open water.
    """

    def __init__(
        self, frame: MapFrame, theme: Theme, waters: tuple[WaterCourse, ...], lakes: Set[Cube]
    ) -> None:
        self.frame, self.lakes, self.unit = frame, lakes, frame.size / 20
        links: dict[Lattice, list[Lattice]] = {}
        self.style: dict[_Edge, str] = {}
        """Hexside, the lower corner first -> kind of water."""
        for course in waters:
            for a, b in course.edges:
                other = self.style.get((a, b))
                if other is None:
                    links.setdefault(a, []).append(b)
                    links.setdefault(b, []).append(a)
                # Of two waters on a hexside the wider is drawn: the narrower cannot cut it.
                if other is None or _width(theme, course.style) > _width(theme, other):
                    self.style[a, b] = course.style
        for edge in _ends_along_shores(frame, links, lakes):
            del self.style[edge]
        self.links = links
        """Corner -> the other ends of its hexsides with water."""
        shares = _shares(frame, links, self.style, lakes)
        self.widths = {
            edge: round(_width(theme, kind) * self.unit * share, 3)
            for (edge, kind), share in zip(self.style.items(), shares, strict=True)
        }
        self.fill, self.light, self.deep = (theme.color(f"map.water.{k}") for k in ("fill", "light", "deep"))
        self.pieces: _Pieces = {}
        self.channels: _Pieces = {}
        """What is drawn upon the middle of a water."""
        self.at_lakes = {c for c in links if any(cube in lakes for cube in frame.hexes_at_corner(c))}
        self.shallow = {
            corner
            for corner, others in links.items()
            if corner in self.at_lakes
            or _is_spring(frame, links, lakes, corner)
            # Where a deep river begins or ends: what goes on is shallow.
            or (len(others) > 1 and sum(self._is_deep(corner, other) for other in others) == 1)
        }
        self.line = _Line(frame, links)
        shining = Counter(corner for edge in self.style if self._shines(edge) for corner in edge)
        self.shine_ends = {
            corner
            for corner, count in shining.items()
            if count == 1 and not (len(links[corner]) == 1 and at_border(frame, corner))
        }
        """Corners in which a shine begins or ends; off the map it goes on."""

    def _shines(self, edge: _Edge) -> bool:
        is_broad = self.widths[edge] > 1.4 * self.unit
        return is_broad and not self._is_deep(*edge) and self.at_lakes.isdisjoint(edge)

    def _is_deep(self, a: Lattice, b: Lattice) -> bool:
        return self.style[_edge_key(a, b)] == "river_uncrossable"

    def draw_half(self, edge: _Edge, a: Lattice, b: Lattice) -> None:
        """Add the water from a corner to the middle of a hexside, widening if narrower water comes in."""
        line, links, width = self.line, self.links, self.widths[edge]
        curve = line.entry(a, b), line.third(a, b), line.middle(a, b)
        narrow = min((self.widths[_edge_key(a, c)] for c in links[a] if len(links[a]) == 2), default=math.inf)
        is_spring = _is_spring(self.frame, links, self.lakes, a)
        lake = _lake_along(self.frame, links, self.lakes, a)
        if is_spring:
            narrow = _POINT * width
            curve = line.corner(a), line.third(a, b), line.middle(a, b)
        elif lake is not None:
            # A blunt end upon the shore would stick out of the lake.
            narrow = _POINT * width
            curve = _toward(line.corner(a), self.frame.centre(lake)), line.third(a, b), line.middle(a, b)
        if narrow > width - _JUMP * self.unit:
            self.run(edge, curve, (width,))
        else:
            steps = _steps(self.frame)
            step = (width - narrow) / steps
            self.run(edge, curve, tuple(width - n * step for n in range(steps + 1)[::-1]), is_spring)

    def run(self, edge: _Edge, curve: _Curve, widths_at: tuple[float, ...], is_plain: bool = False) -> None:
        """Add a curve of a hexside's water, cut into as many parts as there are widths.

        Springs and mouths are plain: nothing is drawn upon the middle of the water.
        """
        block = block_of(self.frame.at(edge[0])[1])
        for width, (p, q, r) in zip(widths_at, _cut(*curve, len(widths_at)), strict=True):
            key = self.fill, round(width, 3), block
            self.pieces.setdefault(key, PathBuilder()).move_to(*p).quad_to(*q, *r)
        if not is_plain:
            self._channel(edge, curve)

    def _channel(self, edge: _Edge, curve: _Curve) -> None:
        """Add what is drawn upon the middle of a water, if there is anything: a shine, a deep channel."""
        is_deep = self._is_deep(*edge)
        if not is_deep and not self._shines(edge):
            return
        color, corners = (self.deep, self.shallow) if is_deep else (self.light, self.shine_ends)
        width, block = self.widths[edge], block_of(self.frame.at(edge[0])[1])
        ends = [self.frame.at(end) for end in edge if end in corners]
        if not ends:
            builder = self.channels.setdefault((color, width, block), PathBuilder())
            builder.move_to(*curve[0]).quad_to(*curve[1], *curve[2])
        elif not self.at_lakes.issuperset(edge):
            # A deep bed passes over into a shallow one: narrower and paler towards the shore, or the spring.
            # A shine runs out in a point.
            length = math.dist(self.frame.at(edge[0]), self.frame.at(edge[1]))
            for p, q, r in _cut(*curve, _TAPER):
                share = min(1.0, len(ends) * min(math.dist(q, end) for end in ends) / length)
                share = round(share * 2 * _TAPER) / (2 * _TAPER)
                if share > 0:
                    ink = mix(self.fill, color, share) if is_deep else color
                    breadth = 0.4 + 0.6 * share if is_deep else share
                    key = ink, round(width * breadth, 3), block
                    self.channels.setdefault(key, PathBuilder()).move_to(*p).quad_to(*q, *r)


_Curve = tuple[Point, Point, Point]
"""Start, control point and end of a quadratic curve."""
_POINT = 0.12
"""Width of a water at its spring, as a share of what it has half a hexside further."""
_JUMP = 0.25
"""Difference of widths, in units, from which on water widens step by step."""
_TAPER = 5
"""Steps in which a channel fades, and in which water widens on large maps."""
_FINE_TAPER = 14
"""Steps in which water widens on other maps: banks of fewer have a notch at each."""


def _steps(frame: MapFrame) -> int:
    return _TAPER if frame.is_large else _FINE_TAPER


def _cut(a: Point, b: Point, c: Point, parts: int) -> list[tuple[Point, Point, Point]]:
    """Cut a quadratic curve into parts of equal parameter."""

    def at(t: float) -> Point:
        s = 1 - t
        return s * s * a[0] + 2 * s * t * b[0] + t * t * c[0], s * s * a[1] + 2 * s * t * b[1] + t * t * c[1]

    curves = []
    for n in range(parts):
        t, u = n / parts, (n + 1) / parts
        # The control point of a part is where its tangents meet.
        control = tuple(
            (1 - t) * (1 - u) * a[k] + ((1 - t) * u + t * (1 - u)) * b[k] + t * u * c[k] for k in (0, 1)
        )
        curves.append((at(t), (control[0], control[1]), at(u)))
    return curves


_MOUTH, _FLARE = 0.3, 1.5
"""How far water flows into a lake, as a share of the way to the middle of its hex, and how wide it gets."""


def _is_spring(
    frame: MapFrame, links: dict[Lattice, list[Lattice]], lakes: Set[Cube], corner: Lattice
) -> bool:
    """Return whether a water begins in a corner: there is nothing else, neither lake nor way off the map."""
    return (
        len(links[corner]) == 1
        and not at_border(frame, corner)
        and not any(cube in lakes for cube in frame.hexes_at_corner(corner))
    )


def _lake_along(
    frame: MapFrame, links: dict[Lattice, list[Lattice]], lakes: Set[Cube], corner: Lattice
) -> Cube | None:
    """Return the lake hex along whose shore a water runs that ends in a corner; None = it does not."""
    if len(links[corner]) != 1:
        return None
    other = frame.hexes_at_corner(links[corner][0])
    return next((cube for cube in frame.hexes_at_corner(corner) if cube in lakes and cube in other), None)


def _ends_along_shores(frame: MapFrame, links: dict[Lattice, list[Lattice]], lakes: Set[Cube]) -> list[_Edge]:
    """Take away the ends of waters that run along the shore of a lake; return their hexsides.

    The lake is their water: a river has its mouth where it reaches the lake, and no notch in its bank beyond.
    A water that runs along a shore from end to end stays.
    """
    edges_along: list[_Edge] = []
    for end in [corner for corner in sorted(links) if len(links[corner]) == 1]:
        run = [end]
        while (n := _next_along_shore(frame, links, lakes, run)) is not None:
            run.append(n)
        if len(links[run[-1]]) == 1:
            continue
        for a, b in pairwise(run):
            links.pop(a)
            links[b].remove(a)
            edges_along.append(_edge_key(a, b))
    return edges_along


def _next_along_shore(
    frame: MapFrame, links: dict[Lattice, list[Lattice]], lakes: Set[Cube], run: list[Lattice]
) -> Lattice | None:
    """Return the corner to which a water along a shore goes on; None where it ends or leaves the shore."""
    corner = run[-1]
    onward = [other for other in links[corner] if other not in run[-2:-1]]
    if len(onward) != 1:
        return None
    side_hexes = {*frame.hexes_at_corner(corner)} & {*frame.hexes_at_corner(onward[0])}
    return None if lakes.isdisjoint(side_hexes) else onward[0]


def _toward(at: Point, lake: Point) -> Point:
    """Return the place in a lake to which a water flows from a corner on its shore."""
    return at[0] + (lake[0] - at[0]) * _MOUTH, at[1] + (lake[1] - at[1]) * _MOUTH


def _edge_key(a: Lattice, b: Lattice) -> _Edge:
    return (a, b) if a < b else (b, a)


class _Line:
    """The course of water through corners and thirds of hexsides, smoother than the outlines of areas."""

    def __init__(self, frame: MapFrame, links: dict[Lattice, list[Lattice]]) -> None:
        self.frame, self.links = frame, links
        self._thirds: dict[_Edge, Point] = {}

    def _raw(self, a: Lattice, b: Lattice) -> Point:
        """Return the third of a hexside next to ``a``."""
        return self.frame.natural_point((2 * a[0] + b[0], 2 * a[1] + b[1]))

    def corner(self, a: Lattice) -> Point:
        """Return where the water passes a corner; rounded unless several waters meet."""
        at, others = self.frame.natural_point(_third(a)), self.links[a]
        if len(others) != 2:
            return at
        return round_corner(at, self._raw(a, others[0]), self._raw(a, others[1]))

    def third(self, a: Lattice, b: Lattice) -> Point:
        """Return the third next to ``a``, drawn half way to what comes before and after it."""
        point = self._thirds.get((a, b))
        if point is None:
            x, y = self._raw(a, b)
            (ax, ay), (bx, by) = self.corner(a), self._raw(b, a)
            point = self._thirds[a, b] = x / 2 + (ax + bx) / 4, y / 2 + (ay + by) / 4
        return point

    def middle(self, a: Lattice, b: Lattice) -> Point:
        """Return the middle of a hexside of water."""
        return midpoint(self.third(a, b), self.third(b, a))

    def entry(self, a: Lattice, b: Lattice) -> Point:
        """Return where the water of a hexside takes over from what lies about its corner ``a``."""
        return midpoint(self.corner(a), self.third(a, b))


def _width(theme: Theme, style: str) -> float:
    return theme.number(f"map.water.{style}")


def _shares(
    frame: MapFrame, links: dict[Lattice, list[Lattice]], style: dict[_Edge, str], lakes: Set[Cube]
) -> Iterable[float]:
    """Yield for every hexside of water the share of its full width: springs begin narrow."""
    distance = {c: 0 for c in sorted(links) if _is_spring(frame, links, lakes, c)}
    queue = deque(distance)
    while queue:
        corner = queue.popleft()
        for other in sorted(links[corner]):
            if other not in distance:
                distance[other] = distance[corner] + 1
                queue.append(other)
    for a, b in style:
        steps = min(distance.get(a, _GROWTH), distance.get(b, _GROWTH))
        growth = round(min(1.0, steps / _GROWTH) * _STEPS) / _STEPS
        yield 0.45 + 0.55 * growth if style[a, b] == "stream" else 0.7 + 0.3 * growth


def at_border(frame: MapFrame, corner: Lattice) -> bool:
    """Return whether a corner lies on the border of the map."""
    return sum(1 for cube in frame.hexes_at_corner(corner) if cube in frame.map_hexes) < 3


class _Run(Protocol):
    """What adds a curve of a hexside's water."""

    def __call__(
        self, edge: _Edge, curve: _Curve, widths_at: tuple[float, ...], is_plain: bool = False
    ) -> None: ...


def _joint(
    frame: MapFrame,
    line: _Line,
    corner: Lattice,
    run: _Run,
    width: dict[_Edge, float],
    lakes: Set[Cube],
) -> None:
    """Draw what lies about a corner: a bend, a confluence, a mouth, or the way off the map."""
    at = line.corner(corner)
    ends = [(_edge_key(corner, other), line.entry(corner, other)) for other in sorted(line.links[corner])]
    if len(ends) == 2:
        (first, start), (second, end) = ends
        if width[first] > width[second]:
            (first, start), (second, end) = (second, end), (first, start)
        run(first, (start, at, end), (width[first],))
        return
    lake = next((cube for cube in frame.hexes_at_corner(corner) if cube in lakes), None)
    if len(ends) == 1:
        edge, start = ends[0]
        if _lake_along(frame, line.links, lakes, corner) is not None:
            return
        if lake is not None:
            # Wider and wider into the lake, whose water covers the banks.
            inside = _toward(at, frame.centre(lake))
            steps = _steps(frame)
            flare = (_FLARE - 1) / steps
            flares = tuple(width[edge] * (1 + n * flare) for n in range(steps + 1))
            run(edge, (start, at, inside), flares, is_plain=True)
        elif at_border(frame, corner):
            outer = _outside(frame, corner, line.links[corner][0], at)
            run(edge, (start, at, outer), (width[edge],))
        return
    *narrower, (main, below), (_, above) = sorted(ends, key=lambda end: width[end[0]])
    if all(width[edge] < width[main] for edge, _ in narrower):
        # The main stream runs on through its bend; what is narrower flows into it.
        run(main, (below, at, above), (width[main],))
        at, ends = midpoint(at, midpoint(above, below)), narrower
    for edge, start in ends:
        run(edge, (start, midpoint(start, at), at), (width[edge],))


def _outside(frame: MapFrame, corner: Lattice, other: Lattice, at: Point) -> Point:
    """Return a point well off the map, for a water that leaves it at a corner."""
    outer = [cube for cube in frame.hexes_at_corner(corner) if cube not in frame.map_hexes]
    inner = [cube for cube in frame.hexes_at_corner(corner) if cube in frame.map_hexes]
    if len(outer) == 1:
        x, y = frame.centre(outer[0])
    elif inner:
        cx, cy = frame.centre(inner[0])
        x, y = at[0] + (at[0] - cx), at[1] + (at[1] - cy)
    else:
        u, v = frame.at(corner), frame.at(other)
        x, y = at[0] + (u[0] - v[0]), at[1] + (u[1] - v[1])
    return at[0] + 2 * (x - at[0]), at[1] + 2 * (y - at[1])


def _third(key: Lattice) -> Lattice:
    return 3 * key[0], 3 * key[1]
