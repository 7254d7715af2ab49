"""Lettering of hexsides: rivers along their course; works, cliffs and bridges beside their own."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from jdgtools.render.map.frame import Frame, Lattice
from jdgtools.render.map.labels import Rank, along, best_spot, breaks, halo_of, road_names
from jdgtools.render.map.outline import round_corner
from jdgtools.render.map.space import Space
from jdgtools.render.scene import Item, Point, Text
from jdgtools.render.style import Theme

_WATER = Rank("serif-bold-italic", 3.0, "water")
_LAND = Rank("serif-italic", 3.0, "ink")
"""What is too short for a name along it is lettered like a small place."""
_MAX_COST = 2.5
"""A name that would cover more than this is left out: it would hide what the map is for."""


class _Feature(Struct, frozen=True):
    """All hexsides of one name."""

    name: str
    course: list[Point]
    width: float
    """In twentieths of a hex."""
    is_water: bool


def line_names(
    frame: Frame,
    theme: Theme,
    language: str,
    space: Space,
    roads: dict[str, list[Point]],
    waters: Container[str],
) -> list[Item]:
    """Return the names of waters along their course, of roads, and of what is too short beside its hexsides.

    Args:
        frame: the map on paper.
        theme: colours.
        language: of the names.
        space: room; what is used is taken.
        roads: name -> course of each named way.
        waters: kinds of hexsides that are water.
    """
    items: list[Item] = []
    short: list[_Feature] = []
    unit = frame.size / 20
    for feature in _features(frame, theme, language, waters):
        name, course, away = feature.name, feature.course, feature.width * unit / 2 + 0.5 * unit
        texts: list[Text] = []
        if feature.is_water and len(course) > 3:
            # The wider the water, the larger its name: from a brook's to that of a great river.
            size = (2.8 + 0.4 * feature.width) * unit
            texts = along(frame, theme, name, course, size, "serif-bold-italic", "water", away, space)
        if not texts:
            short.append(feature)
        items += texts
    items += road_names(frame, theme, space, roads)
    for feature in short:
        items += _short_name(frame, theme, feature, space)
    return items


def _short_name(frame: Frame, theme: Theme, feature: _Feature, space: Space) -> list[Text]:
    """Return the name near the middle of its hexsides, where it covers least; nothing where all is full."""
    rank = _WATER if feature.is_water else _LAND
    size = space.readable(rank.size * frame.size / 20)
    middle = feature.course[len(feature.course) // 2]
    spots = [
        (spot[0] + 0.8 * (len(lines) - 1), spot[1], spot[2])
        for lines in breaks(feature.name)
        if (spot := best_spot(frame, theme, rank, lines, size, middle, space, halo_of(frame, theme)))
    ]
    cost, texts, box = min(spots, key=lambda spot: spot[0], default=(_MAX_COST, [], (0.0, 0.0, 0.0, 0.0)))
    if cost >= _MAX_COST:
        return []
    space.add(box)
    return texts


def _features(frame: Frame, theme: Theme, language: str, waters: Container[str]) -> Iterator[_Feature]:
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
        yield _Feature(name, points, widths[name], name not in dry)


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
