"""Rivers and streams along hexsides: natural courses that widen downstream and join smoothly."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from jdgtools.render.map.frame import Frame, Lattice
from jdgtools.render.map.outline import rounded
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Item, Point, Stroke
from jdgtools.render.style import Theme

_GROWTH = 9
"""Hexsides from the source on which a stream reaches its full width."""
_STEPS = 6
"""Widths between spring and full."""


@dataclass(frozen=True, slots=True)
class Course:
    """All hexsides of one kind of water."""

    style: str
    edges: tuple[tuple[Lattice, Lattice], ...]


def courses(frame: Frame, style_of: dict[str, str]) -> tuple[Course, ...]:
    """The waters of the map by style; ``style_of`` maps water kinds of hexsides to styles."""
    found: dict[str, list[tuple[Lattice, Lattice]]] = {}
    for feature in frame.map.features:
        style = style_of.get(feature.kind)
        if style is not None:
            a, b = frame.side_keys(feature.side)
            found.setdefault(style, []).append((a, b) if a < b else (b, a))
    return tuple(Course(style, tuple(dict.fromkeys(edges))) for style, edges in sorted(found.items()))


def draw_water(frame: Frame, theme: Theme, found: tuple[Course, ...]) -> tuple[Item, ...]:
    """Banks first, then all waters, so that confluences are open."""
    pieces = _pieces(frame, theme, found)
    unit = frame.size / 20
    bank, light = theme.color("map.water.bank"), theme.color("map.water.light")
    items: list[Item] = []
    for (_, width), builder in pieces.items():
        items.append(builder.build(None, Stroke(bank, width + 0.36 * unit, cap="round", join="round")))
    for (color, width), builder in pieces.items():
        items.append(builder.build(None, Stroke(color, width, cap="round", join="round")))
    for (_, width), builder in pieces.items():
        if width > 1.4 * unit:
            shine = Stroke(light, width * 0.34, cap="round", join="round", opacity=0.55)
            items.append(builder.build(None, shine))
    return tuple(items)


def _pieces(frame: Frame, theme: Theme, found: tuple[Course, ...]) -> dict[tuple[str, float], PathBuilder]:
    """(colour, width) -> all pieces of water of that look, narrow ones first."""
    unit = frame.size / 20
    links: dict[Lattice, list[Lattice]] = {}
    style: dict[tuple[Lattice, Lattice], str] = {}
    for course in found:
        for a, b in course.edges:
            if (a, b) not in style:
                links.setdefault(a, []).append(b)
                links.setdefault(b, []).append(a)
            style[a, b] = course.style
    widths = {
        edge: _width(theme, kind) * unit * share
        for (edge, kind), share in zip(style.items(), _shares(frame, links, style), strict=True)
    }
    pieces: dict[tuple[str, float], PathBuilder] = {}

    def piece(edge: tuple[Lattice, Lattice]) -> PathBuilder:
        deep = theme.color("map.water.deep" if style[edge] == "river_uncrossable" else "map.water.fill")
        return pieces.setdefault((deep, round(widths[edge], 3)), PathBuilder())

    for a, b in style:
        _, p, q = frame.bent_edge(a, b)
        path = piece((a, b))
        start, middle, end = _half(frame.bent(_third(a)), p), _half(p, q), _half(q, frame.bent(_third(b)))
        path.move_to(*start).quad_to(*p, *middle).quad_to(*q, *end)
    for corner in sorted(links):
        _joint(frame, corner, links[corner], piece)
    return dict(sorted(pieces.items(), key=lambda pair: (pair[0][1], pair[0][0])))


def _width(theme: Theme, style: str) -> float:
    return theme.number(f"map.water.{style}")


def _shares(
    frame: Frame, links: dict[Lattice, list[Lattice]], style: dict[tuple[Lattice, Lattice], str]
) -> Iterable[float]:
    """For every hexside of water the share of its full width: springs inside the map begin narrow."""
    distance = {c: 0 for c in sorted(links) if len(links[c]) == 1 and not at_border(frame, c)}
    queue = deque(distance)
    while queue:
        corner = queue.popleft()
        for other in sorted(links[corner]):
            if other not in distance:
                distance[other] = distance[corner] + 1
                queue.append(other)
    for a, b in style:
        steps = min(distance.get(a, _GROWTH), distance.get(b, _GROWTH))
        grown = round(min(1.0, steps / _GROWTH) * _STEPS) / _STEPS
        yield 0.45 + 0.55 * grown if style[a, b] == "stream" else 0.7 + 0.3 * grown


def at_border(frame: Frame, corner: Lattice) -> bool:
    """Whether a corner lies on the border of the map."""
    return sum(1 for cube in frame.meeting(corner) if cube in frame.own) < 3


def _joint(
    frame: Frame,
    corner: Lattice,
    others: list[Lattice],
    piece: Callable[[tuple[Lattice, Lattice]], PathBuilder],
) -> None:
    """What lies about a corner: a bend, a confluence, a spring, or the way off the map."""
    at = frame.bent(_third(corner))
    ends = []
    for other in sorted(others):
        edge = (corner, other) if corner < other else (other, corner)
        near = frame.bent((2 * corner[0] + other[0], 2 * corner[1] + other[1]))
        ends.append((edge, _half(at, near)))
    if len(ends) == 2:
        (first, start), (_, end) = ends
        before, after = ((2 * x - at[0], 2 * y - at[1]) for x, y in (start, end))
        at = rounded(at, before, after)
        piece(first).move_to(*start).quad_to(*at, *end)
        return
    if len(ends) == 1 and at_border(frame, corner):
        edge, start = ends[0]
        piece(edge).move_to(*start).quad_to(*at, *_outside(frame, corner, others[0], at))
        return
    for edge, start in ends:
        piece(edge).move_to(*start).line_to(*at)


def _outside(frame: Frame, corner: Lattice, other: Lattice, at: Point) -> Point:
    """A point well off the map, for a water that leaves it at a corner."""
    outer = [cube for cube in frame.meeting(corner) if cube not in frame.own]
    inner = [cube for cube in frame.meeting(corner) if cube in frame.own]
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


def _half(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
