"""Rivers and streams along hexsides: natural courses that widen downstream and join smoothly."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Set

from msgspec import Struct

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.map.courses import midpoint
from jdgtools.render.map.frame import Frame, Lattice
from jdgtools.render.map.outline import round_corner
from jdgtools.render.map.pen import block_of
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Item, Point, Stroke
from jdgtools.render.style import Theme

_GROWTH = 9
"""Hexsides from the source on which a stream reaches its full width."""
_STEPS = 6
"""Widths between spring and full."""


class Course(Struct, frozen=True):
    """All hexsides of one kind of water."""

    style: str
    edges: tuple[tuple[Lattice, Lattice], ...]


def courses(frame: Frame, style_of: dict[str, str]) -> tuple[Course, ...]:
    """Return the waters of the map by style; ``style_of`` maps water kinds of hexsides to styles."""
    edges_by_style: dict[str, list[tuple[Lattice, Lattice]]] = {}
    for feature in frame.map.features:
        style = style_of.get(feature.kind)
        if style is not None:
            a, b = frame.side_keys(feature.side)
            edges_by_style.setdefault(style, []).append((a, b) if a < b else (b, a))
    return tuple(
        Course(style, tuple(dict.fromkeys(edges))) for style, edges in sorted(edges_by_style.items())
    )


def draw_water(
    frame: Frame, theme: Theme, waters: tuple[Course, ...], lakes: Set[Cube] = frozenset()
) -> tuple[Item, ...]:
    """Draw the banks first, then all waters, so that confluences are open.

    Args:
        frame: the map on paper.
        theme: colours.
        waters: what to draw.
        lakes: hexes of open water, into which waters flow where they end.
    """
    pieces, mouths, banks = _pieces(frame, theme, waters, lakes)
    unit = frame.size / 20
    bank, light = theme.color("map.water.bank"), theme.color("map.water.light")
    items: list[Item] = []
    for (_, width, _), builder in pieces.items():
        items.append(builder.build(None, Stroke(bank, width + 0.36 * unit, cap="round", join="round")))
    for (_, width, _), builder in banks.items():
        items.append(builder.build(None, Stroke(bank, width + 0.36 * unit)))
    for (color, width, _), builder in (*pieces.items(), *mouths.items()):
        items.append(builder.build(None, Stroke(color, width, cap="round", join="round")))
    for (_, width, _), builder in pieces.items():
        if width > 1.4 * unit:
            # Flat ends: round ones would lie upon each other and show as spots.
            shine = Stroke(light, width * 0.34, join="round", opacity=0.55)
            items.append(builder.build(None, shine))
    return tuple(items)


_Edge = tuple[Lattice, Lattice]
_Pieces = dict[tuple[str, float, int], PathBuilder]
"""(colour, width, block of the sheet) -> all pieces of water of that look."""


def _pieces(
    frame: Frame, theme: Theme, waters: tuple[Course, ...], lakes: Set[Cube]
) -> tuple[_Pieces, _Pieces, _Pieces]:
    """Return all pieces of water, narrow ones first; mouths, where it flows into a lake; their banks."""
    unit = frame.size / 20
    links: dict[Lattice, list[Lattice]] = {}
    style: dict[_Edge, str] = {}
    for course in waters:
        for a, b in course.edges:
            if (a, b) not in style:
                links.setdefault(a, []).append(b)
                links.setdefault(b, []).append(a)
            style[a, b] = course.style
    widths = {
        edge: round(_width(theme, kind) * unit * share, 3)
        for (edge, kind), share in zip(style.items(), _shares(frame, links, style, lakes), strict=True)
    }
    colors = {
        kind: theme.color("map.water.deep" if kind == "river_uncrossable" else "map.water.fill")
        for kind in style.values()
    }
    pieces: _Pieces = {}
    mouths: _Pieces = {}
    banks: _Pieces = {}

    def look(edge: _Edge) -> tuple[str, float, int]:
        return colors[style[edge]], widths[edge], block_of(frame.at(edge[0])[1])

    def piece(edge: _Edge) -> PathBuilder:
        return pieces.setdefault(look(edge), PathBuilder())

    line = _Line(frame, links)
    for edge in style:
        for a, b in (edge, edge[::-1]):
            # From the corner to the middle of the hexside, widening if narrower water comes in.
            start, third, middle = line.entry(a, b), line.third(a, b), line.middle(a, b)
            narrow = min((widths[_edge_key(a, c)] for c in links[a] if len(links[a]) == 2), default=math.inf)
            if narrow > widths[edge] - _JUMP * unit:
                piece(edge).move_to(*start).quad_to(*third, *middle)
                continue
            color, width, block = look(edge)
            for n, (p, q, r) in enumerate(_cut(start, third, middle, _TAPER)):
                between = round(narrow + (width - narrow) * (n + 1) / (_TAPER + 1), 3)
                pieces.setdefault((color, between, block), PathBuilder()).move_to(*p).quad_to(*q, *r)
    for corner in sorted(links):
        _joint(frame, line, corner, piece, widths)
        lake = next((cube for cube in frame.hexes_at_corner(corner) if cube in lakes), None)
        if lake is not None and len(links[corner]) == 1:
            edge = _edge_key(corner, links[corner][0])
            (x, y), (cx, cy) = line.corner(corner), frame.centre(lake)
            # Of the lake's own colour: open from shore to shore, and no tongue in the lake.
            mouth = mouths.setdefault((theme.color(_LAKE), *look(edge)[1:]), PathBuilder())
            mouth.move_to(x, y).line_to(x + (cx - x) * _MOUTH, y + (cy - y) * _MOUTH)
            # Its banks end where the shore is, which is rounded.
            bank = banks.setdefault(look(edge), PathBuilder())
            bank.move_to(x, y).line_to(x + (cx - x) * _SHORE, y + (cy - y) * _SHORE)
    return (
        dict(sorted(pieces.items(), key=lambda pair: (pair[0][1], pair[0][0], pair[0][2]))),
        dict(sorted(mouths.items())),
        dict(sorted(banks.items())),
    )


_JUMP = 0.25
"""Difference of widths, in units, from which on water widens step by step."""
_TAPER = 5
"""Steps."""


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


_LAKE = "map.terrain.water.fill"
"""Key of the colour of lakes."""
_MOUTH = 0.2
"""How far water flows into a lake, as a share of the way to the middle of its hex."""
_SHORE = 0.13
"""How far the banks of a mouth reach, likewise."""


def _edge_key(a: Lattice, b: Lattice) -> _Edge:
    return (a, b) if a < b else (b, a)


class _Line:
    """The course of water through corners and thirds of hexsides, smoother than the outlines of areas."""

    def __init__(self, frame: Frame, links: dict[Lattice, list[Lattice]]) -> None:
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
    frame: Frame, links: dict[Lattice, list[Lattice]], style: dict[_Edge, str], lakes: Set[Cube]
) -> Iterable[float]:
    """Yield for every hexside of water the share of its full width: springs begin narrow."""
    ends = [c for c in sorted(links) if len(links[c]) == 1 and not at_border(frame, c)]
    distance = {c: 0 for c in ends if not any(cube in lakes for cube in frame.hexes_at_corner(c))}
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


def at_border(frame: Frame, corner: Lattice) -> bool:
    """Return whether a corner lies on the border of the map."""
    return sum(1 for cube in frame.hexes_at_corner(corner) if cube in frame.map_hexes) < 3


def _joint(
    frame: Frame,
    line: _Line,
    corner: Lattice,
    piece: Callable[[_Edge], PathBuilder],
    width: dict[_Edge, float],
) -> None:
    """Draw what lies about a corner: a bend, a confluence, a spring, or the way off the map."""
    at = line.corner(corner)
    ends = [(_edge_key(corner, other), line.entry(corner, other)) for other in sorted(line.links[corner])]
    if len(ends) == 2:
        (first, start), (second, end) = ends
        piece(min(first, second, key=width.__getitem__)).move_to(*start).quad_to(*at, *end)
        return
    if len(ends) == 1 and at_border(frame, corner):
        edge, start = ends[0]
        piece(edge).move_to(*start).quad_to(*at, *_outside(frame, corner, line.links[corner][0], at))
        return
    for edge, start in ends:
        piece(edge).move_to(*start).line_to(*at)


def _outside(frame: Frame, corner: Lattice, other: Lattice, at: Point) -> Point:
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
