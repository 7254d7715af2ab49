"""The map of a setup card: the print map itself, cut out where a side begins, with its counters on it.

The hexes are as large as the page takes, and never so small that counters get smaller than can be read;
where a side stands too far apart for that, its card has several maps, one below the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec.structs import replace

from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.flowables import Element, Flowable, tag_drawing
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.exporters.booklet.setupwindow import MapWindow, windows
from jdgtools.exporters.map_excerpt import MapExcerpt
from jdgtools.model.map import BattleMap
from jdgtools.model.scenario import Placement
from jdgtools.render.bounds import item_box
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Group, Halo, Item, Path, Point, Rect, Stroke, Symbol, Tag, TextItem, Use
from jdgtools.render.scene import translation as moved
from jdgtools.render.text import text_width

_LOW = 0.1
"""How much lower than the middle of its hex a counter lies: the number stands above it."""
_HALO = Halo("#f7f0dc", 0.35, 0.9)
_BETWEEN = 2.0
"""Between two maps of a card, mm."""


def map_element(
    names: BookletNames,
    pictures: BookletPictures,
    placements: Sequence[Placement],
    color: str,
    alt: str,
    share: float = 1.0,
) -> Element:
    """Return the map of a setup card as an element; nothing when no piece starts on the map.

    Args:
        names: the battle.
        pictures: its counters and its ground.
        placements: the pieces of one side.
        color: of the side.
        alt: what the map shows, in words.
        share: how much smaller than usual it is.
    """

    def lay(width: float) -> list[Flowable]:
        maps = setup_maps(names, pictures, placements, color, width, share)
        return [replace(each, draw=tag_drawing(each.draw, Tag("Figure", alt=alt))) for each in maps]

    return lay


def setup_maps(
    names: BookletNames,
    pictures: BookletPictures,
    placements: Sequence[Placement],
    color: str,
    width: float,
    share: float = 1.0,
) -> list[Flowable]:
    """Draw the maps of a setup card: one as a rule, none when nothing starts on the map.

    Args:
        names: the battle.
        pictures: its counters and its ground.
        placements: the pieces of one side.
        color: of the side.
        width: in mm.
        share: how much smaller than usual they are, see `windows`.
    """
    the_map = names.battle.map
    hexes = {index for p in placements for index in (*p.hexes, *p.area)}
    if the_map is None or not hexes:
        return []
    excerpt = pictures.ground(names.context)
    flowables: list[Flowable] = []
    for window in windows(the_map.grid, hexes, width, share):
        here = [p for p in placements if any(map(window.shows, (*p.hexes, *p.area)))]
        occupied_hexes = {index for p in here for index in p.hexes}
        counters: list[Item] = []
        _pieces(names, pictures, here, window, color, counters)
        items = ground_items(excerpt, window, map(names.hex, occupied_hexes), counters)
        _areas(the_map, here, window, color, items)
        items += counters
        # Last: a number that a counter covers in part is read as another.
        _numbers(the_map, excerpt, window, occupied_hexes, pictures.smallest, items)
        flowables.append(_flowable(items, window, width, bool(flowables)))
    return flowables


def _flowable(items: Sequence[Item], window: MapWindow, width: float, follows: bool) -> Flowable:
    frame = Rect(window.left, window.top, window.width, window.height)
    picture = Group(tuple(items), None, frame)
    aside = (width - window.width) / 2

    def draw(x: float, y: float, out: list[Item]) -> None:
        out.append(Group((picture,), moved(x + aside - window.left, y - window.top)))
        edge = Rect(x + aside, y, window.width, window.height, stroke=Stroke(stylesheet.INK, 0.2))
        out.append(edge)

    return Flowable(window.height, draw, above=_BETWEEN if follows else 2.0, below=1.5, sticky=True)


def ground_items(
    excerpt: MapExcerpt, window: MapWindow, numbers: Iterable[str] = (), counters: Iterable[Item] = ()
) -> list[Item]:
    """Return the print map, moved and stretched to the window.

    Args:
        excerpt: the map.
        window: the part of it.
        numbers: hexes whose numbers are drawn later.
        counters: what will lie on it, and must not cut words off.
    """
    x, y = excerpt.origin
    scale = window.layout.size / excerpt.hex_mm
    left, top, width, height = excerpt.symbol.box
    picture = Use(excerpt.symbol, left + width / 2, top + height / 2, max(width, height))
    edges = window.bounds
    box = (
        x + edges[0] * excerpt.hex_mm,
        y + edges[1] * excerpt.hex_mm,
        x + edges[2] * excerpt.hex_mm,
        y + edges[3] * excerpt.hex_mm,
    )
    covered_numbers = [
        (x + left / scale, y + top / scale, x + right / scale, y + bottom / scale)
        for left, top, right, bottom in filter(None, map(item_box, counters))
    ]
    at = (scale, 0.0, 0.0, scale, -x * scale, -y * scale)
    return [Group((picture, *excerpt.lettering_in(box, tuple(numbers), covered_numbers)), at)]


def _areas(
    the_map: BattleMap, placements: Sequence[Placement], window: MapWindow, color: str, out: list[Item]
) -> None:
    """Draw where pieces may be put at choice: tinted, with a dashed border."""
    areas = {p.area for p in placements if p.area and not p.hexes}
    layout, grid = window.layout, the_map.grid
    for area in sorted(areas):
        inside = set(area)
        tint, border = PathBuilder(), PathBuilder()
        for index in area:
            first, *rest = layout.polygon(index)
            tint.move_to(*first)
            for corner in rest:
                tint.line_to(*corner)
            tint.close()
            for direction in range(6):
                if grid.neighbour(index, direction) not in inside:
                    border.move_to(*layout.corner(index, direction - 1))
                    border.line_to(*layout.corner(index, direction))
        out.append(Path(tint.build().commands, color, opacity=0.22))
        out.append(Path(border.build().commands, None, Stroke(color, 0.45, (1.2, 0.7), cap="round")))


def _numbers(
    the_map: BattleMap,
    excerpt: MapExcerpt,
    window: MapWindow,
    hexes: set[int],
    smallest: float,
    out: list[Item],
) -> None:
    """Draw the numbers of the hexes in which pieces start, where the map has them."""
    layout = window.layout
    scale = layout.size / excerpt.hex_mm
    size = max(0.11 * layout.size, smallest * stylesheet.PT)
    for index in sorted(hexes):
        number = the_map.grid.id(index)
        number_item = excerpt.number(number)
        x, y = layout.centre(index)
        if number_item is not None:
            x = (number_item.x - excerpt.origin[0]) * scale
        wide = text_width(number, "sans-semibold", size)
        x = min(max(x, window.left + wide / 2 + 0.3), window.left + window.width - wide / 2 - 0.3)
        top = max(y - 0.46 * layout.size, window.top + 0.3)
        out.append(TextItem(x, top, number, size, "sans-semibold", "middle", "top", stylesheet.INK, _HALO))


def _pieces(
    names: BookletNames,
    pictures: BookletPictures,
    placements: Sequence[Placement],
    window: MapWindow,
    color: str,
    out: list[Item],
) -> None:
    """Draw the counters as they lie on the map: turned by their facing, the top of a stack on top."""
    layout, edge = window.layout, window.counter
    stacks: dict[tuple[int, ...], list[Placement]] = {}
    for placement in placements:
        if placement.hexes:
            stacks.setdefault(placement.hexes, []).append(placement)
    for hexes, stack in sorted(stacks.items()):
        points = [layout.centre(index) for index in hexes]
        x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
        y += _LOW * layout.size
        from_below = sorted(stack, key=lambda p: -p.order)
        for depth, placement in enumerate(from_below):
            shift = 0.07 * layout.size * (depth - (len(from_below) - 1) / 2)
            at = (x + shift, y - shift)
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


def turn_of(names: BookletNames, placement: Placement, points: Sequence[Point]) -> float:
    """Return how far a counter is turned clockwise, degrees."""
    for (x1, y1), (x2, y2) in pairwise(points):
        return math.degrees(math.atan2(y2 - y1, x2 - x1))
    if placement.facing is None or names.battle.map is None:
        return 0.0
    first = 0.0 if names.battle.map.grid.orientation == "flat" else 30.0
    return first + 60.0 * placement.facing + (30.0 if names.battle.series.facing == "corner" else 0.0)
