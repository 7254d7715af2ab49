"""What a scenario puts on the map: arrows of entries and exits, stars on victory hexes.

`lettering` and `furniture` draw them on the print map and in its legend; `victory_hexes` says which hexes
they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import atan2, cos, degrees, pi, sin

from msgspec import Struct

from jdgtools.hexgrid.coords import neighbour
from jdgtools.model.battle import Battle
from jdgtools.model.map import EntryArea
from jdgtools.model.scenario import Scenario
from jdgtools.model.victory import Condition
from jdgtools.render.bounds import Box, inside
from jdgtools.render.colors import contrast, darken, lighten, luminance
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.inks import LetteringInks, name_inks
from jdgtools.render.map.solver import MapLabel, Seat, Seats
from jdgtools.render.map.space import Space
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import (
    Group,
    Halo,
    Item,
    Path,
    Point,
    Stroke,
    TextItem,
    compose,
    rotation,
    translation,
)
from jdgtools.render.style import Theme
from jdgtools.render.text import text_width, typographic


def side_color(
    battle: Battle, theme: Theme, side_id: str | None, on: str | None = None, min_contrast: float = 4.5
) -> str:
    """Return the colour of a side, made to contrast with ``on``; a neutral one for nobody."""
    side = battle.side(side_id)
    color = side.colour if side is not None and side.colour else theme.color("map.mark.neutral")
    if on is None:
        return color
    change = lighten if luminance(on) < 0.3 else darken
    for step in range(10):
        variant = change(color, step * 0.1)
        if contrast(variant, on) >= min_contrast:
            return variant
    return change(color, 1.0)


def word_color(battle: Battle, theme: Theme, side_id: str | None) -> str:
    """Return the colour of a side for words on the map: plain on their halo and on the lowest ground."""
    halo, ground = theme.color("map.label.halo"), theme.color("map.ground.0")
    on_halo = side_color(battle, theme, side_id, halo)
    # At night the ground is lighter than the halos: what contrasts with these alone is dim.
    on_ground = side_color(battle, theme, side_id, ground, 3.6)
    return max(on_halo, on_ground, key=lambda color: contrast(color, halo))


def sign_color(battle: Battle, theme: Theme, side_id: str | None) -> str:
    """Return the colour of a side for arrows and lines on the map, plain to see on its lowest ground."""
    return side_color(battle, theme, side_id, theme.color("map.ground.0"), 2.4)


def victory_hexes(scenario: Scenario) -> dict[int, int | None]:
    """Return the victory points for holding each hex; None where it counts together with others."""
    points_by_hex: dict[int, int | None] = {}
    for award in scenario.awards:
        for condition in _holding_conditions(award.when):
            alone = len(condition.hexes) == 1 or award.each
            for index in condition.hexes:
                points = award.points if alone and award.when is condition else None
                points_by_hex[index] = max(points or 0, points_by_hex.get(index) or 0) or None
    for automatic in scenario.automatic:
        for condition in _holding_conditions(automatic.when):
            for index in condition.hexes:
                points_by_hex.setdefault(index, None)
    return points_by_hex


def _holding_conditions(condition: Condition) -> Iterator[Condition]:
    if condition.kind == "holds":
        yield condition
    for part in condition.parts:
        yield from _holding_conditions(part)


MAX_STARS = 12
"""More victory hexes than this in one map are an area, not places: no star in each."""


def draw_victory(frame: MapFrame, theme: Theme, scenario: Scenario | None, space: Space) -> list[Item]:
    """Draw a gold star, with the points where they belong to the single hex."""
    items: list[Item] = []
    hexes = victory_hexes(scenario) if scenario is not None else {}
    if len(hexes) > MAX_STARS:
        hexes = {index: points for index, points in hexes.items() if points is not None}
    r = min(space.readable(0.105 * frame.size), 0.12 * frame.size)
    for group in map(sorted, frame.map.grid.connected_groups(hexes)):
        boxes = {index: [(x - r, y - r, x + r, y + r) for x, y in _spots(frame, index)] for index in group}
        # Of hexes side by side most stars stand alike: it is seen at once which hexes have one.
        sums = [sum(min(space.cost(of_hex[n]), _BAD) for of_hex in boxes.values()) for n in _SPOT_NUMBERS]
        usual = min(_SPOT_NUMBERS, key=lambda n: (sums[n], n))
        for index in group:
            costs = [space.cost(box) + _UNLIKE * (n != usual) for n, box in enumerate(boxes[index])]
            best = min(_SPOT_NUMBERS, key=lambda n: (costs[n], n))
            space.add(boxes[index][best])
            items.append(star(theme, *_spots(frame, index)[best], r, hexes[index]))
    return items


_STAR_SPOTS = (
    (0.3, 0.26),
    (-0.3, 0.26),
    (0.36, -0.12),
    (-0.36, -0.12),
    (0.23, 0.2),
    (-0.23, 0.2),
    (0.42, 0.06),
    (-0.42, 0.06),
)
"""Where a star may stand about the middle of its hex, in hex sizes."""
_SPOT_NUMBERS = range(len(_STAR_SPOTS))
_UNLIKE, _BAD = 0.2, 2.0
"""What it costs a star to stand otherwise than most, and what no spot can be worse than for one of them."""


def _spots(frame: MapFrame, index: int) -> list[Point]:
    x, y = frame.layout.centre(index)
    return [(x + dx * frame.size, y + dy * frame.size) for dx, dy in _STAR_SPOTS]


def star(theme: Theme, x: float, y: float, r: float, points: int | None) -> Group:
    """Return a gold star about (x, y) with its points, if any."""
    shape = PathBuilder().polygon(
        [
            (x + r * k * sin(n * 0.6283185), y - r * k * cos(n * 0.6283185))
            for n, k in enumerate((1.0, 0.52) * 5)
        ]
    )
    ink = theme.color("map.mark.victory_ink")
    items: list[Item] = [shape.build(theme.color("map.mark.victory"), Stroke(ink, 0.13 * r, join="round"))]
    if points is not None:
        halo = Halo(ink, 0.1 * r)
        items.append(
            TextItem(x, y + 0.06 * r, str(points), 0.95 * r, "sans-bold", "middle", "middle", "#ffffff", halo)
        )
    return Group(tuple(items))


def entry_side(frame: MapFrame, area: EntryArea, index: int) -> int | None:
    """Return the side through which units enter a hex: that of a way that leaves, else an outer one."""
    cube = frame.layout.grid.cube(index)
    outer = [d for d in range(6) if neighbour(cube, d) not in frame.map_hexes]
    for way in frame.map.ways:
        for end, d in zip((way.hexes[:1], way.hexes[-1:]), way.exits, strict=True):
            if end == (index,) and d is not None:
                return d
    if not outer:  # at the edge of the playable map, not of the drawn one
        around = enumerate(frame.map.grid.neighbour_table[index])
        outer = [d for d, there in around if there is None or not frame.map.playable[there]]
    if not outer:
        return None
    runs = [d for d in outer if (d + 1) % 6 in outer and (d - 1) % 6 in outer]
    return (runs or outer)[len(runs or outer) // 2]


class EntryArrow(Struct, frozen=True):
    """An arrow of an entry or exit in one of its hexes."""

    area: EntryArea
    index: int
    """Hex."""
    drawing: Group
    middle: Point
    boxes: tuple[Box, Box]
    """Shaft and head, mm."""


def entry_arrows(frame: MapFrame, theme: Theme, battle: Battle) -> list[EntryArrow]:
    """Return the arrows where reinforcements enter and where units may leave, coloured for the side."""
    arrows = []
    for area in frame.map.entries:
        color = sign_color(battle, theme, area.side)
        for index in area.hexes:
            d = entry_side(frame, area, index)
            if d is None:
                continue
            cube = frame.layout.grid.cube(index)
            x, y = frame.centre(cube)
            a, b = (frame.at(key) for key in frame.edge_keys(cube, d))
            gate = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            mid = (gate[0] * 0.72 + x * 0.28, gate[1] * 0.72 + y * 0.28)
            drawing, boxes = _arrow(frame, theme, (x, y), gate, color, area.exit)
            arrows.append(EntryArrow(area, index, drawing, mid, boxes))
    return arrows


_NAME_SPOTS = sorted(
    ((i * i * 2 + j * j) * 0.05, i * 0.12, j * 0.08) for i in range(-6, 7) for j in range(-6, 7)
)
"""Places of a name about its arrow: cost, and where its middle lies in hex sizes."""


def entry_labels(
    frame: MapFrame,
    theme: Theme,
    battle: Battle,
    language: str,
    space: Space,
    arrows: Sequence[EntryArrow],
    inks: LetteringInks,
) -> list[MapLabel]:
    """Return the name of each entry area, beside the first of its arrows."""
    labels = []
    area_ids: set[int] = set()
    for arrow in arrows:
        name = typographic(arrow.area.name.get(language))
        if id(arrow.area) not in area_ids and name:
            area_ids.add(id(arrow.area))
            size = space.readable(0.12 * frame.size)
            seats = Seats(_entry_seats(frame, name, size, arrow.middle))
            color = word_color(battle, theme, arrow.area.side)
            draw = _entry_drawer(frame, theme, name, size, color, inks)
            labels.append(MapLabel("marks", name, seats, draw, 0.015 * frame.size))
    return labels


def _entry_seats(frame: MapFrame, name: str, size: float, middle: Point) -> Iterator[Seat]:
    s = frame.size
    width = text_width(name, "sans-bold", size)
    left, top, right, bottom = frame.box
    field = (left + 0.02 * s, top + 0.02 * s, right - 0.02 * s, bottom - 0.02 * s)
    for far, dx, dy in _NAME_SPOTS:
        x, y = middle[0] + dx * s, middle[1] + dy * s
        box = (x - width / 2, y - size * 0.4, x + width / 2, y + size * 0.62)
        if inside(box, field):
            yield Seat(far, far, (box,), (x, y))


def _entry_drawer(
    frame: MapFrame, theme: Theme, name: str, size: float, color: str, inks: LetteringInks
) -> Callable[[Seat], tuple[TextItem, ...]]:
    def draw(seat: Seat) -> tuple[TextItem, ...]:
        (ink,) = inks.choose(seat.boxes, name_inks(theme, color, 0.9))
        halo = ink.rim(0.022 * frame.size)
        x, y = seat.form
        return (TextItem(x, y, name, size, "sans-bold", "middle", "middle", ink.color, halo),)

    return draw


def _arrow(
    frame: MapFrame, theme: Theme, centre: Point, gate: Point, color: str, leaving: bool
) -> tuple[Group, tuple[Box, Box]]:
    """Return an arrow from the gate into the hex or out of it, and the boxes of shaft and head."""
    s = frame.size
    angle = atan2(centre[1] - gate[1], centre[0] - gate[0])
    # The head lies lower than the number of the hex: of one that leaves over the upper side too.
    upward = leaving and gate[1] < centre[1] - 0.45 * s
    deep = (0.47 if upward else 0.25 if leaving else 0.025) * s
    at = (gate[0] + deep * cos(angle), gate[1] + deep * sin(angle))
    if leaving:
        angle += pi
    c, d = cos(angle), sin(angle)

    def box(corners: Sequence[Point]) -> Box:
        # The light rim about the arrow counts.
        xs = [at[0] + (x * c - y * d) * s for x, y in corners]
        ys = [at[1] + (x * d + y * c) * s for x, y in corners]
        rim = 0.012 * s
        return min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim

    drawing = Group((arrow(theme, s, color),), compose(translation(*at), rotation(degrees(angle))))
    return drawing, (box((*_ARROW[:2], *_ARROW[5:])), box(_ARROW[2:5]))


_ARROW = (
    (-0.02, -0.05),
    (0.12, -0.05),
    (0.12, -0.115),
    (0.27, 0.0),
    (0.12, 0.115),
    (0.12, 0.05),
    (-0.02, 0.05),
)
"""Corners of an arrow from the origin to the right, in hex sizes."""


def arrow(theme: Theme, size: float, color: str) -> Path:
    """Return an arrow from the origin to the right, for hexes of that size."""
    shape = PathBuilder().polygon([(x * size, y * size) for x, y in _ARROW])
    return shape.build(color, Stroke(theme.color("map.mark.paper"), 0.022 * size, join="round"))
