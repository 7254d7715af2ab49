"""A small map over a setup card: the ground in the colours of the map, the pieces where they start."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.flowables import Element, Flowable
from jdgtools.exporters.booklet.names import Names
from jdgtools.exporters.booklet.pictures import Pictures
from jdgtools.exporters.booklet.stylesheet import PT
from jdgtools.hexgrid import Side
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap
from jdgtools.model.scenario import Placement
from jdgtools.render.bounds import Box, overlap
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Group, Halo, Item, Path, Point, Polyline, Rect, Stroke, Symbol, Text, Use
from jdgtools.render.scene import translation as moved
from jdgtools.render.style import Theme
from jdgtools.render.text import text_width

_TALLEST = 50.0
_LARGEST = 10.5
"""Distance between opposite hexsides, mm, at most."""
_AROUND = 1.0
"""Ground shown beyond the pieces, in hexes."""
_SHARE, _SHARE_NUMBERED = 0.62, 0.56
"""Edge of a counter in a hex, and where the number of the hex stands above it."""
_LOW = 0.13
"""How much lower it lies then."""
_HALO = Halo("#f7f0dc", 0.35, 0.85)
_NUMBERED = 5.2
"""Hexes smaller than this have no room for a number."""
_PRINT = 4.6 * PT
_NAMED = ("city", "town", "village", "height")
"""Ranks of the places whose names are printed."""
_ASIDE = 0.3
"""How far up or down a name may stand from the middle of its hex, in hexes."""


class _Window(Struct, frozen=True):
    """Part of the map on paper."""

    layout: Layout
    left: float
    top: float
    width: float
    height: float
    centres: Sequence[Point]
    """Of all hexes."""
    corners: Sequence[Point]
    """From the centre of any hex."""

    def polygon(self, index: int) -> tuple[Point, ...]:
        """Return the corners of a hex."""
        x, y = self.centres[index]
        return tuple([(x + dx, y + dy) for dx, dy in self.corners])

    def ends(self, side: Side) -> tuple[Point, Point]:
        """Return both ends of a hexside."""
        x, y = self.centres[side.a]
        (x1, y1), (x2, y2) = self.corners[side.d - 1], self.corners[side.d % 6]
        return (x + x1, y + y1), (x + x2, y + y2)

    def holds(self, box: Box) -> bool:
        """Return whether a box lies wholly inside."""
        left, top, right, bottom = box
        return (
            left > self.left + 0.5
            and right < self.left + self.width - 0.5
            and top > self.top + 0.5
            and bottom < self.top + self.height - 0.5
        )

    def sees(self, point: Point) -> bool:
        """Return whether a hex with that centre may show."""
        reach = self.layout.size
        return (
            self.left - reach < point[0] < self.left + self.width + reach
            and self.top - reach < point[1] < self.top + self.height + reach
        )


def map_element(names: Names, pictures: Pictures, placements: Sequence[Placement], color: str) -> Element:
    """Return the map of a setup card as an element; nothing when no piece starts on the map.

    Args:
        names: the battle.
        pictures: its counters.
        placements: the pieces of one side.
        color: of the side.
    """

    def lay(width: float) -> list[Flowable]:
        flowable = setup_map(names, pictures, placements, color, width)
        return [] if flowable is None else [flowable]

    return lay


def setup_map(
    names: Names, pictures: Pictures, placements: Sequence[Placement], color: str, width: float
) -> Flowable | None:
    """Draw the map of a setup card as one flowable; None when nothing starts on the map.

    Args:
        names: the battle.
        pictures: its counters.
        placements: the pieces of one side.
        color: of the side.
        width: in mm.
    """
    the_map = names.battle.map
    hexes = {index for p in placements for index in (*p.hexes, *p.area)}
    if the_map is None or not hexes:
        return None
    window = _window(the_map, names.centres, hexes, width)
    theme = names.context.theme
    items: list[Item] = [Rect(window.left, window.top, window.width, window.height, fill="#ffffff")]
    _ground(the_map, names, theme, window, items)
    _ways(the_map, names, theme, window, items)
    _areas(the_map, placements, window, color, items)
    _labels(the_map, names, window, hexes, items)
    _pieces(names, pictures, placements, window, color, items)
    # Last: a number that a counter covers in part is read as another.
    _numbers(the_map, window, hexes, items)
    frame = Rect(window.left, window.top, window.width, window.height)
    picture = Group(tuple(items), None, frame)

    def draw(x: float, y: float, out: list[Item]) -> None:
        out.append(Group((picture,), moved(x - window.left, y - window.top)))
        out.append(Rect(x, y, window.width, window.height, stroke=Stroke(stylesheet.INK, 0.2)))

    return Flowable(window.height, draw, above=2.0, below=1.0, sticky=True)


def _window(the_map: BattleMap, unit_centres: Sequence[Point], hexes: set[int], width: float) -> _Window:
    """Return as much of the map as holds the hexes, as large as fits, filled up to the width.

    Args:
        the_map: the map.
        unit_centres: centres of its hexes with hexsides 1 apart.
        hexes: those that must be seen.
        width: mm.
    """
    unit = Layout(the_map.grid, 1.0)
    centres = [unit_centres[index] for index in sorted(hexes)]
    reach = 0.6 + _AROUND
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    left, right = max(0.0, min(xs) - reach), min(unit.width, max(xs) + reach)
    top, bottom = max(0.0, min(ys) - reach), min(unit.height, max(ys) + reach)
    size = min(_LARGEST, width / (right - left), _TALLEST / (bottom - top))
    # What room there is beside shows more of the map.
    left, right = _widened(left, right, width / size, unit.width)
    top, bottom = _widened(top, bottom, max(bottom - top, min(0.42 * width / size, unit.height)), unit.height)
    layout = Layout(the_map.grid, size)
    x, y = layout.centre(0)
    corners = [(px - x, py - y) for px, py in layout.polygon(0)]
    points = [(px * size, py * size) for px, py in unit_centres]
    place = (left * size, top * size, (right - left) * size, (bottom - top) * size)
    return _Window(layout, *place, points, corners)


def _widened(low: float, high: float, length: float, limit: float) -> tuple[float, float]:
    """Widen a span on both sides, inside 0..limit."""
    length = min(length, limit)
    if length <= high - low:
        return low, high
    start = min(max(0.0, (low + high - length) / 2), limit - length)
    return start, start + length


def _ground(the_map: BattleMap, names: Names, theme: Theme, window: _Window, out: list[Item]) -> None:
    """Draw hexes in their colours, hexsides as lines, buildings as dots."""
    styles = {t.id: t.style or t.id for t in names.battle.series.terrains}
    fills: dict[str, PathBuilder] = {}
    grid = PathBuilder()
    houses: dict[str, PathBuilder] = {}
    layout = window.layout
    for index in the_map.hexes():
        centre = window.centres[index]
        if not window.sees(centre) or not the_map.playable[index]:
            continue
        kind, level = the_map.terrain[index], the_map.levels[index]
        style = styles.get(kind or "", kind or "")
        color = theme.color(f"map.terrain.{style}.fill") if style else "none"
        if color == "none":
            color = theme.color("map.ground.unknown" if level is None else f"map.ground.{level}")
        corners = window.polygon(index)
        _add(fills.setdefault(color, PathBuilder()), corners)
        _add(grid, corners)
        if style and theme.text(f"map.terrain.{style}.pattern") in ("village", "town", "castle", "farm"):
            mark = theme.color(f"map.terrain.{style}.mark")
            r = 0.11 * layout.size
            for dx, dy in ((-0.2, -0.18), (0.14, -0.24), (0.22, 0.12), (-0.12, 0.2)):
                x, y = centre[0] + dx * layout.size, centre[1] + dy * layout.size
                square = ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))
                _add(houses.setdefault(mark, PathBuilder()), square)
    # A line of its colour closes the hair between neighbours.
    out += [Path(b.build().commands, c, Stroke(c, 0.06)) for c, b in fills.items()]
    out.append(Path(grid.build().commands, None, Stroke("#4a3d2b", 0.08, opacity=0.35)))
    _sides(the_map, styles, theme, window, out)
    out += [Path(b.build().commands, c) for c, b in houses.items()]


def _add(path: PathBuilder, points: Iterable[Point]) -> None:
    first = True
    for x, y in points:
        if first:
            path.move_to(x, y)
        else:
            path.line_to(x, y)
        first = False
    path.close()


def _sides(
    the_map: BattleMap, styles: dict[str, str], theme: Theme, window: _Window, out: list[Item]
) -> None:
    """Draw slopes, then waters over them."""
    layout = window.layout
    dry: dict[str, PathBuilder] = {}
    wet: dict[tuple[str, float], PathBuilder] = {}
    for feature in the_map.features:
        if not theme.has(f"map.side.{styles.get(feature.kind, feature.kind)}.color"):
            continue
        if not window.sees(window.centres[feature.side.a]):
            continue
        style = styles.get(feature.kind, feature.kind)
        if style not in theme.keys("map.side"):
            continue
        color = theme.color(f"map.side.{style}.color")
        (x1, y1), (x2, y2) = window.ends(feature.side)
        if theme.text(f"map.side.{style}.pattern") == "water":
            wide = max(0.35, theme.number(f"map.water.{style}") * layout.size / 20)
            wet.setdefault((color, wide), PathBuilder()).move_to(x1, y1).line_to(x2, y2)
            continue
        path = dry.setdefault(color, PathBuilder())
        path.move_to(x1, y1).line_to(x2, y2)
        if feature.inside is not None:
            # Teeth downhill, or outwards.
            cx, cy = window.centres[feature.inside]
            mx, my = (x1 + x2) / 2, (y1 + y2) / 2
            away = math.hypot(mx - cx, my - cy)
            ux, uy = (mx - cx) / away, (my - cy) / away
            for share in (0.2, 0.5, 0.8):
                tx, ty = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
                path.move_to(tx, ty).line_to(tx + ux * 0.11 * layout.size, ty + uy * 0.11 * layout.size)
    line = min(0.3, 0.045 * layout.size)
    out += [Path(b.build().commands, None, Stroke(c, line, opacity=0.8)) for c, b in dry.items()]
    out += [
        Path(b.build().commands, None, Stroke(color, wide, cap="round", join="round"))
        for (color, wide), b in wet.items()
    ]


def _ways(the_map: BattleMap, names: Names, theme: Theme, window: _Window, out: list[Item]) -> None:
    styles = {t.id: t.style or t.id for t in names.battle.series.terrains}
    layout = window.layout
    for way in the_map.ways:
        points = [window.centres[index] for index in way.hexes]
        for end, direction in zip((0, -1), way.exits, strict=True):
            if direction is not None and points:
                (x1, y1), (x2, y2) = (
                    layout.corner(way.hexes[end], direction - 1),
                    layout.corner(way.hexes[end], direction),
                )
                points.insert(0 if end == 0 else len(points), ((x1 + x2) / 2, (y1 + y2) / 2))
        if len(points) < 2 or not any(map(window.sees, points)):
            continue
        style = styles.get(way.kind, way.kind)
        wide = max(0.25, theme.number(f"map.way.{style}.width") * layout.size / 20)
        dash = tuple(max(0.5, d * layout.size / 20) for d in theme.numbers(f"map.way.{style}.dash"))
        fill, casing = theme.color(f"map.way.{style}.fill"), theme.color(f"map.way.{style}.casing")
        if not dash:
            out.append(Polyline(tuple(points), Stroke(casing, wide + 0.24, cap="round", join="round")))
        out.append(Polyline(tuple(points), Stroke(fill, wide, dash, join="round")))


def _areas(
    the_map: BattleMap, placements: Sequence[Placement], window: _Window, color: str, out: list[Item]
) -> None:
    """Draw where pieces may be put at choice: tinted, with a dashed border."""
    areas = {p.area for p in placements if p.area and not p.hexes}
    layout, grid = window.layout, the_map.grid
    for area in sorted(areas):
        inside = set(area)
        tint, border = PathBuilder(), PathBuilder()
        for index in area:
            _add(tint, window.polygon(index))
            for direction in range(6):
                if grid.neighbour(index, direction) not in inside:
                    border.move_to(*layout.corner(index, direction - 1))
                    border.line_to(*layout.corner(index, direction))
        out.append(Path(tint.build().commands, color, opacity=0.22))
        out.append(Path(border.build().commands, None, Stroke(color, 0.45, (1.2, 0.7), cap="round")))


def _labels(the_map: BattleMap, names: Names, window: _Window, hexes: set[int], out: list[Item]) -> None:
    """Draw names of places that no piece covers, the more important first, where there is room."""
    size = 6.4 * PT
    large = window.layout.size
    # Where counters and their numbers lie.
    boxes: list[Box] = [
        (x - 0.36 * large, y - 0.5 * large, x + 0.36 * large, y + 0.45 * large)
        for x, y in (window.centres[index] for index in sorted(hexes))
    ]
    places = [place for rank in _NAMED for place in the_map.places if place.rank == rank]
    for place in places:
        name = place.name.get(names.language)
        if not name or place.hex in hexes:
            continue
        font = "serif-bold" if place.rank != "height" else "serif-italic"
        half = text_width(name, font, size) / 2
        x, middle = window.centres[place.hex]
        for y in (middle, middle - _ASIDE * large, middle + _ASIDE * large):
            box = (x - half, y - 0.6 * size, x + half, y + 0.6 * size)
            if window.holds(box) and not any(overlap(box, other) for other in boxes):
                boxes.append(box)
                out.append(Text(x, y, name, size, font, "middle", "middle", stylesheet.INK, _HALO))
                break


def _numbers(the_map: BattleMap, window: _Window, hexes: set[int], out: list[Item]) -> None:
    """Draw the numbers of the hexes in which pieces start."""
    layout = window.layout
    if layout.size < _NUMBERED:
        return
    for index in sorted(hexes):
        x = window.centres[index][0]
        top = min(layout.corner(index, k)[1] for k in range(6))
        down = 0.6 if the_map.grid.orientation == "flat" else 0.2 * layout.size
        number = the_map.grid.id(index)
        out.append(
            Text(x, top + down, number, _PRINT, "sans-semibold", "middle", "top", stylesheet.INK, _HALO)
        )


def _pieces(
    names: Names,
    pictures: Pictures,
    placements: Sequence[Placement],
    window: _Window,
    color: str,
    out: list[Item],
) -> None:
    """Draw the counters as they lie on the map: turned by their facing, the top of a stack on top."""
    layout = window.layout
    stacks: dict[tuple[int, ...], list[Placement]] = {}
    for placement in placements:
        if placement.hexes:
            stacks.setdefault(placement.hexes, []).append(placement)
    has_numbers = layout.size >= _NUMBERED
    edge = (_SHARE_NUMBERED if has_numbers else _SHARE) * layout.size
    low = _LOW * layout.size if has_numbers else 0.0
    for hexes, stack in sorted(stacks.items()):
        points = [window.centres[index] for index in hexes]
        x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
        from_below = sorted(stack, key=lambda p: -p.order)
        for depth, placement in enumerate(from_below):
            shift = 0.07 * layout.size * (depth - (len(from_below) - 1) / 2)
            at = (x + shift, y + low - shift)
            symbol = pictures.symbol(placement.piece)
            if symbol is None:
                out.append(Rect(at[0] - edge / 2, at[1] - edge / 2, edge, edge, fill=color))
                continue
            out.append(_counter(symbol, at, edge, turn_of(names, placement, points)))


def _counter(symbol: Symbol, at: Point, edge: float, turn: float) -> Item:
    wide = edge * symbol.box[2] / symbol.box[3]
    rim = Rect(-wide / 2, -edge / 2, wide, edge, stroke=Stroke(stylesheet.INK, 0.12))
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return Group((Use(symbol, 0.0, 0.0, max(wide, edge)), rim), (c, s, -s, c, *at))


def turn_of(names: Names, placement: Placement, points: Sequence[Point]) -> float:
    """Return how far a counter is turned clockwise, degrees."""
    for (x1, y1), (x2, y2) in pairwise(points):
        return math.degrees(math.atan2(y2 - y1, x2 - x1))
    if placement.facing is None or names.battle.map is None:
        return 0.0
    first = 0.0 if names.battle.map.grid.orientation == "flat" else 30.0
    return first + 60.0 * placement.facing + (30.0 if names.battle.series.facing == "corner" else 0.0)
