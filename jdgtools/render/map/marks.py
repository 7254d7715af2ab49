"""What a scenario puts on the map: entry and exit arrows, victory hexes, regions that are shown."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, sin

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.model.battle import Battle
from jdgtools.model.map import EntryArea
from jdgtools.model.scenario import Scenario
from jdgtools.model.victory import Condition
from jdgtools.render.colors import contrast, darken, lighten, luminance
from jdgtools.render.map import outline
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.space import Space
from jdgtools.render.scene import (
    Group,
    Halo,
    Item,
    Path,
    PathBuilder,
    Point,
    Stroke,
    Text,
    compose,
    rotation,
    translation,
)
from jdgtools.render.style import Theme
from jdgtools.render.text import text_width


def side_color(battle: Battle, theme: Theme, side_id: str | None, on: str | None = None) -> str:
    """The colour of a side; a neutral one for nobody; made readable on the colour ``on`` if one is given."""
    side = battle.side(side_id)
    color = side.colour if side is not None and side.colour else theme.color("map.mark.neutral")
    if on is None:
        return color
    change = lighten if luminance(on) < 0.3 else darken
    for step in range(10):
        shown = change(color, step * 0.1)
        if contrast(shown, on) >= 4.5:
            return shown
    return change(color, 1.0)


def victory_hexes(scenario: Scenario) -> dict[int, int | None]:
    """Hex -> victory points for holding it (None = it counts together with others)."""
    found: dict[int, int | None] = {}
    for award in scenario.awards:
        for condition in _holding(award.when):
            alone = len(condition.hexes) == 1 or award.each
            for index in condition.hexes:
                points = award.points if alone and award.when is condition else None
                found[index] = max(points or 0, found.get(index) or 0) or None
    for automatic in scenario.automatic:
        for condition in _holding(automatic.when):
            for index in condition.hexes:
                found.setdefault(index, None)
    return found


def _holding(condition: Condition) -> Iterator[Condition]:
    if condition.kind == "holds":
        yield condition
    for part in condition.parts:
        yield from _holding(part)


_FEW = 8
"""More victory hexes than this in one map are an area, not places: no star in each."""


def draw_victory(frame: Frame, theme: Theme, scenario: Scenario | None, space: Space) -> list[Item]:
    """A gold star, with the points where they belong to the single hex."""
    items: list[Item] = []
    hexes = victory_hexes(scenario) if scenario is not None else {}
    if len(hexes) > _FEW:
        hexes = {index: points for index, points in hexes.items() if points is not None}
    s = frame.size
    for index, points in sorted(hexes.items()):
        x, y = frame.layout.centre(index)
        spots = [
            (x + dx * s, y + dy * s) for dx, dy in ((0.3, 0.26), (-0.3, 0.26), (0.36, -0.12), (-0.36, -0.12))
        ]
        r = 0.105 * s
        boxes = [(px - r, py - r, px + r, py + r) for px, py in spots]
        best = min(range(len(spots)), key=lambda n: (space.cost(boxes[n]), n))
        space.add(boxes[best])
        px, py = spots[best]
        items.append(star(theme, px, py, r, points))
    return items


def star(theme: Theme, x: float, y: float, r: float, points: int | None) -> Group:
    """A gold star about (x, y) with its points, if any."""
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
            Text(x, y + 0.06 * r, str(points), 0.95 * r, "sans-bold", "middle", "middle", "#ffffff", halo)
        )
    return Group(tuple(items))


def entry_side(frame: Frame, area: EntryArea, index: int) -> int | None:
    """The side of a hex through which units enter or leave: that of a way that leaves, else an outer side."""
    cube = frame.layout.grid.cube(index)
    outer = [d for d in range(6) if neighbour(cube, d) not in frame.own]
    for way in frame.map.ways:
        for end, d in zip((way.hexes[:1], way.hexes[-1:]), way.exits, strict=True):
            if end == (index,) and d is not None:
                return d
    if not outer:
        return None
    runs = [d for d in outer if (d + 1) % 6 in outer and (d - 1) % 6 in outer]
    return (runs or outer)[len(runs or outer) // 2]


def draw_entries(frame: Frame, theme: Theme, battle: Battle, language: str, space: Space) -> list[Item]:
    """Arrows where reinforcements enter and where units may leave, coloured for the side, with the name."""
    items: list[Item] = []
    s = frame.size
    for area in frame.map.entries:
        for n, index in enumerate(area.hexes):
            d = entry_side(frame, area, index)
            if d is None:
                continue
            cube = frame.layout.grid.cube(index)
            x, y = frame.centre(cube)
            a, b = (frame.at(key) for key in frame.edge_keys(cube, d))
            gate = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            items.append(_arrow(frame, theme, (x, y), gate, side_color(battle, theme, area.side), area.exit))
            mid = (gate[0] * 0.72 + x * 0.28, gate[1] * 0.72 + y * 0.28)
            space.add((mid[0] - 0.13 * s, mid[1] - 0.13 * s, mid[0] + 0.13 * s, mid[1] + 0.13 * s))
            if n == 0:
                items += _entry_name(frame, theme, battle, area, language, mid, space)
    return items


def _entry_name(
    frame: Frame, theme: Theme, battle: Battle, area: EntryArea, language: str, mid: Point, space: Space
) -> list[Item]:
    from jdgtools.render.bounds import inside

    s = frame.size
    name = area.name.get(language)
    size = 0.12 * s
    width = text_width(name, "sans-bold", size)
    left, top, right, bottom = frame.box
    inner = (left + 0.02 * s, top + 0.02 * s, right - 0.02 * s, bottom - 0.02 * s)
    best: tuple[float, Point] | None = None
    for i in range(-6, 7):
        for j in range(-6, 7):
            x, y = mid[0] + i * 0.12 * s, mid[1] + j * 0.08 * s
            box = (x - width / 2, y - size * 0.4, x + width / 2, y + size * 0.62)
            cost = space.cost(box, 0.015 * s) + (i * i * 2 + j * j) * 0.05
            if inside(box, inner) and cost != float("inf") and (best is None or cost < best[0]):
                best = cost, (x, y)
    if not name or best is None:
        return []
    x, y = best[1]
    space.add((x - width / 2, y - size * 0.4, x + width / 2, y + size * 0.62))
    halo = Halo(theme.color("map.label.halo"), 0.022 * s, 0.9)
    return [
        Text(
            x,
            y,
            name,
            size,
            "sans-bold",
            "middle",
            "middle",
            side_color(battle, theme, area.side, halo.color),
            halo,
        )
    ]


def _arrow(frame: Frame, theme: Theme, centre: Point, gate: Point, color: str, leaving: bool) -> Group:
    """An arrow from the gate into the hex, or out of it."""
    s = frame.size
    angle = atan2(centre[1] - gate[1], centre[0] - gate[0])
    turn = degrees(angle)
    at = gate
    if leaving:
        turn += 180
        at = (gate[0] + 0.25 * s * cos(angle), gate[1] + 0.25 * s * sin(angle))
    return Group((arrow(theme, s, color),), compose(translation(*at), rotation(turn)))


def arrow(theme: Theme, size: float, color: str) -> Path:
    """An arrow from the origin to the right, for hexes of that size."""
    corners = (
        (-0.02, -0.05),
        (0.12, -0.05),
        (0.12, -0.115),
        (0.27, 0),
        (0.12, 0.115),
        (0.12, 0.05),
        (-0.02, 0.05),
    )
    shape = PathBuilder().polygon([(x * size, y * size) for x, y in corners])
    return shape.build(color, Stroke(theme.color("map.mark.paper"), 0.022 * size, join="round"))


def region_stroke(theme: Theme, size: float) -> Stroke:
    """The line about a region that the map shows."""
    color, opacity = theme.color("map.mark.region"), theme.number("map.mark.region_opacity")
    return Stroke(color, 0.035 * size, (0.16 * size, 0.08 * size), "round", "round", opacity)


def draw_regions(frame: Frame, theme: Theme, language: str, space: Space) -> list[Item]:
    """Outlines of the regions that the map shows, with their names inside, near the top."""
    items: list[Item] = []
    s = frame.size
    grid = frame.layout.grid
    for region in frame.map.regions:
        if not region.shown or not region.hexes:
            continue
        cells = {grid.cube(i) for i in region.hexes}
        builder = PathBuilder()
        for loop in outline.trace(frame, cells):
            outline.curve(builder, softened(outline.inset(frame, loop, 0.055 * s)))
        items.append(builder.build(None, region_stroke(theme, s)))
        name = region.name.get(language)
        if name:
            ink = theme.color("map.mark.region")
            items += lettered(frame, theme, name, cells, space, 0.15 * s, "serif-bold-italic", ink)
    return items


def softened(points: list[Point]) -> list[Point]:
    """Each side cut in four, so that the curve through the points keeps to the sides."""
    found: list[Point] = []
    for n, (x, y) in enumerate(points):
        nx, ny = points[(n + 1) % len(points)]
        found += [(x + (nx - x) * t, y + (ny - y) * t) for t in (0.12, 0.5, 0.88)]
    return found


def lettered(
    frame: Frame,
    theme: Theme,
    name: str,
    cells: set[Cube],
    space: Space,
    size: float,
    font: str,
    ink: str,
) -> list[Item]:
    """The name of an area where it covers least, near the middle of its hexes; nothing without room for it.

    Args:
        frame: the map on paper.
        theme: for the halo.
        name: what to letter.
        cells: hexes of the area.
        space: what must not be covered.
        size: of the letters, mm.
        font: key of the font.
        ink: colour of the letters.
    """
    s = frame.size
    spacing = 0.06 * size
    width = text_width(name, font, size, spacing)
    centres = [frame.centre(c) for c in frame.ordered(cells)]
    mx = sum(x for x, _ in centres) / len(centres)
    my = sum(y for _, y in centres) / len(centres)
    left, top, right, bottom = frame.box
    best: tuple[float, Point] | None = None
    for cx, cy in centres:
        for i in (-0.5, -0.25, 0.0, 0.25, 0.5):
            for j in (-0.25, -0.12, 0.0, 0.12, 0.25, 0.36, 0.43):
                x, y = cx + i * s, cy + j * s
                box = (x - width / 2, y - size * 0.4, x + width / 2, y + size * 0.6)
                if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
                    continue
                far = abs(x - mx) / s + abs(y - my) / s
                cost = space.cost(box, 0.02 * s) + far * 0.3
                if cost != float("inf") and (best is None or cost < best[0]):
                    best = cost, (x, y)
    if best is None:
        return []
    x, y = best[1]
    space.add((x - width / 2, y - size * 0.4, x + width / 2, y + size * 0.6))
    halo = Halo(theme.color("map.label.halo"), 0.022 * s, 0.8)
    return [Text(x, y, name, size, font, "middle", "middle", ink, halo, letter_spacing=spacing)]
