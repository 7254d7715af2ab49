"""Lettering of hexsides: rivers along their course; works, cliffs and bridges beside their own."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import pairwise
from math import dist

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.render.map.along import LetterStyle, NameCourse, draw_along, seats_along
from jdgtools.render.map.frame import Lattice, MapFrame
from jdgtools.render.map.inks import LetteringInks
from jdgtools.render.map.labels import NameForm, Rank, bounds, dearer, draw_name, seats_about
from jdgtools.render.map.outline import round_corner
from jdgtools.render.map.solver import MapLabel, Seat, Seats
from jdgtools.render.map.space import Space
from jdgtools.render.scene import Point, TextItem
from jdgtools.render.style import Theme
from jdgtools.render.text import typographic

_WATER = Rank("serif-bold-italic", 3.0, "water")
_LAND = Rank("serif-italic", 3.0, "ink")
"""What is too short for a name along it is lettered like a small place."""
_MAX_COST = 6.0
"""A name that would cover more than this is left out: it would hide what the map is for."""


_ASIDE = 1.5
"""What it costs to stand beside a course instead of along it."""
_PLACES = ((0.5, 0.0), (0.25, 0.2), (0.75, 0.2))
"""Where along its course water may have its name beside it, as shares of its length, and what that costs."""
_ACROSS, _BEYOND = 2.0, 2.0
"""What it costs water to have its name across its course, or beyond its ends."""
_PARTS = (0.0, 0.25, 0.5, 0.75)
"""Where between the points of its course that is asked."""
_CROWD, _CROWD_REACH = 2.4, 1.5
"""What it costs water to have its name at a bridge or work that has one, and within how many hex sizes."""


class _NamedHexsides(Struct, frozen=True):
    """All hexsides of one name."""

    name: str
    course: list[Point]
    width: float
    """In twentieths of a hex."""
    is_water: bool


def line_labels(
    frame: MapFrame,
    theme: Theme,
    language: str,
    space: Space,
    roads: Mapping[str, Sequence[Point]],
    waters: Container[str],
    inks: LetteringInks,
) -> list[MapLabel]:
    """Return the names of waters along their course, of roads, and of what is too short beside its hexsides.

    Args:
        frame: the map on paper.
        theme: colours.
        language: of the names.
        space: says what size can be read.
        roads: name -> course of each named way.
        waters: kinds of hexsides that are water.
        inks: colours.
    """
    labels: list[MapLabel] = []
    unit = frame.size / 20
    features = list(_features(frame, theme, language, waters))
    others = [_middle(feature.course) for feature in features if not feature.is_water]
    for feature in features:
        # The wider the water, the larger its name: from a brook's to that of a great river.
        style = LetterStyle("serif-bold-italic", (2.8 + 0.4 * feature.width) * unit, "water")
        course = NameCourse(tuple(feature.course), feature.width * unit / 2 + 0.5 * unit)
        is_long = feature.is_water and len(course.points) > 3
        along = seats_along(frame, feature.name, course, style, space) if is_long else ()
        labels.append(_label(frame, theme, feature, style, Seats(along), space, inks, others))
    for name, points in roads.items():
        style = LetterStyle("serif-italic", 2.7 * unit, "road")
        seats = Seats(seats_along(frame, name, NameCourse(tuple(points), 1.4 * unit), style, space))
        draw = _along_drawer(frame, theme, style, inks)
        labels.append(MapLabel("names", name, seats, draw, 0.01 * frame.size, _MAX_COST))
    return labels


def _label(
    frame: MapFrame,
    theme: Theme,
    feature: _NamedHexsides,
    style: LetterStyle,
    along: Seats,
    space: Space,
    inks: LetteringInks,
    others: Sequence[Point],
) -> MapLabel:
    """Return the name of hexsides: along them, or beside them where they are too short or crooked."""
    rank = _WATER if feature.is_water else _LAND
    has_course = next(iter(along), None) is not None
    aside = _ASIDE if has_course else 0.0
    places: list[Iterator[Seat]] = [
        dearer(seats_about(frame, rank, feature.name, _middle(feature.course, share), space), aside + price)
        for share, price in (_PLACES if feature.is_water else _PLACES[:1])
    ]
    if feature.is_water:
        places = [_off_course(one, feature.course) for one in places]
    seats = Seats(merge(along, *places, key=lambda seat: seat.at_least))
    if feature.is_water:
        seats = Seats(_away_from(seats, others, _CROWD_REACH * frame.size))
    max_cost = _MAX_COST + aside

    def draw(seat: Seat) -> tuple[TextItem, ...]:
        if isinstance(seat.form, NameForm):
            return draw_name(frame, theme, rank, seat, inks)
        return draw_along(frame, theme, style, seat, inks)

    return MapLabel("names", feature.name, seats, draw, 0.02 * frame.size, max_cost)


def _middle(course: Sequence[Point], share: float = 0.5) -> Point:
    """Return the point of a course at a share of it."""
    return course[int(share * len(course))]


def _off_course(seats: Iterable[Seat], course: Sequence[Point]) -> Iterator[Seat]:
    """Yield seats beside a water; those across it, and those beyond its ends, cost more."""
    steps = ((a, b, t) for a, b in pairwise(course) for t in _PARTS)
    spots = [(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t) for (x1, y1), (x2, y2), t in steps]
    ends = {0, len(spots) - 1}
    for seat in seats:
        left, top, right, bottom = bounds(seat.boxes)
        middle = (left + right) / 2, (top + bottom) / 2
        is_across = any(left < x < right and top < y < bottom for x, y in spots)
        is_beyond = min(range(len(spots)), key=lambda n: dist(spots[n], middle), default=-1) in ends
        price = _ACROSS if is_across else _BEYOND if is_beyond else 0.0
        yield replace(seat, price=seat.price + price) if price else seat


def _away_from(seats: Iterable[Seat], others: Sequence[Point], reach: float) -> Iterator[Seat]:
    """Yield seats; those that begin, end or have their middle near other names cost more, the nearer."""
    for seat in seats:
        left, top, right, bottom = bounds(seat.boxes)
        spots = [(x, (top + bottom) / 2) for x in (left, (left + right) / 2, right)]
        off = min((dist(spot, other) for spot in spots for other in others), default=reach)
        yield replace(seat, price=seat.price + _CROWD * (1.0 - off / reach)) if off < reach else seat


def _along_drawer(
    frame: MapFrame, theme: Theme, style: LetterStyle, inks: LetteringInks
) -> Callable[[Seat], tuple[TextItem, ...]]:
    return lambda seat: draw_along(frame, theme, style, seat, inks)


def _features(
    frame: MapFrame, theme: Theme, language: str, waters: Container[str]
) -> Iterator[_NamedHexsides]:
    """Yield what has a name, in the order of the map."""
    by_name: dict[str, list[tuple[Lattice, Lattice]]] = {}
    widths: dict[str, float] = {}
    dry: set[str] = set()
    for feature in frame.map.features:
        if feature.name is not None and (name := feature.name.get(language)):
            by_name.setdefault(name, []).append(frame.side_keys(feature.side))
            width = theme.number(f"map.water.{feature.kind}")
            widths[name] = max(widths.get(name, 0.0), width)
            if feature.kind not in waters:
                dry.add(name)
    for name, edges in by_name.items():
        points: list[Point] = []
        for a, b in pairwise(_longest_chain(edges)):
            points += frame.natural_edge(a, b)
        for n in range(3, len(points), 3):
            points[n] = round_corner(points[n], points[n - 1], points[n + 1])
        yield _NamedHexsides(typographic(name), points, widths[name], name not in dry)


def _longest_chain(edges: Sequence[tuple[Lattice, Lattice]]) -> list[Lattice]:
    links: dict[Lattice, list[Lattice]] = {}
    for a, b in edges:
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)

    def farthest(start: Lattice) -> list[Lattice]:
        before: dict[Lattice, Lattice | None] = {start: None}
        queue = [start]
        for key in queue:
            for other in sorted(links[key]):
                if other not in before:
                    before[other] = key
                    queue.append(other)
        chain: list[Lattice] = []
        at: Lattice | None = queue[-1]
        while at is not None:
            chain.append(at)
            at = before[at]
        return chain

    return farthest(farthest(min(links))[0])
