"""A map as a scene of named layers: the print map with its furniture, the screen map as the bare field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from jdgtools.hexgrid.layout import Layout
from jdgtools.model.battle import Battle
from jdgtools.model.map import BattleMap
from jdgtools.render.map import buildings, crossings, gridlines, ground, labels, marks, relief, shade, sides, water, ways
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.space import Space
from jdgtools.render.map.screen import paper_layout, screen_layout
from jdgtools.render.bounds import Box
from jdgtools.render.scene import Group, Item, Layer, Point, Rect, Scene, Text
from jdgtools.render.style import Theme
from jdgtools.render.text import text_box


class MapOptions(Protocol):
    """What drawings read of the options of a build."""

    @property
    def screen_hex_px(self) -> int:
        """Distance between opposite hexsides on the screen map, pixels."""
        ...


class MapContext(Protocol):
    """What drawings read of a build; ``exporters.base.BuildContext`` is one."""

    @property
    def battle(self) -> Battle:
        """The battle."""
        ...

    @property
    def language(self) -> str:
        """Language of the lettering."""
        ...

    @property
    def theme(self) -> Theme:
        """Colours and measures."""
        ...

    @property
    def options(self) -> MapOptions:
        """What the user chose."""
        ...


@dataclass(frozen=True, slots=True)
class Styles:
    """Ids of the series' terrain -> drawing styles, by kind."""

    hexes: dict[str, str]
    sides: dict[str, str]
    ways: dict[str, str]
    crossings: dict[str, str]

    @classmethod
    def of(cls, battle: Battle) -> Styles:
        """Styles of the battle's series."""
        by_kind: dict[str, dict[str, str]] = {"hex": {}, "hexside": {}, "path": {}, "crossing": {}}
        for terrain in battle.series.terrains:
            by_kind[terrain.kind][terrain.id] = terrain.style or terrain.id
        return cls(by_kind["hex"], by_kind["hexside"], by_kind["path"], by_kind["crossing"])


def field_layers(frame: Frame, theme: Theme, styles: Styles) -> list[Layer]:
    """Layers of the landscape and the grid, without lettering and marks."""
    return _landscape(frame, theme, styles)[0]


def _landscape(frame: Frame, theme: Theme, styles: Styles) -> tuple[list[Layer], ways.Network, tuple[water.Course, ...]]:
    by_style = ground.styles(frame, lambda kind: styles.hexes.get(kind or "", kind or "clear"), theme)
    net = ways.network(frame, styles.ways)
    waters = {k: s for k, s in styles.sides.items() if theme.text(f"map.side.{s}.pattern") == "water"}
    dry = {k: s for k, s in styles.sides.items() if k not in waters}
    widths = {k: theme.number(f"map.water.{s}") * frame.size / 20 for k, s in waters.items()}
    rivers = water.courses(frame, waters)
    parts: list[tuple[str, tuple[Item, ...]]] = [
        ("ground", relief.tints(frame, theme)),
        ("shading", shade.shading(frame, theme)),
        ("terrain", ground.draw_areas(frame, theme, by_style)),
        ("slopes", sides.draw_sides(frame, theme, dry, sides.RELIEF)),
        ("water", water.draw_water(frame, theme, rivers)),
        ("ways", ways.draw_ways(frame, theme, net)),
        ("crossings", crossings.draw_crossings(frame, theme, net, styles.crossings, widths)),
        ("buildings", buildings.draw_buildings(frame, theme, net, by_style)),
        ("hexsides", sides.draw_sides(frame, theme, dry, None, but=sides.RELIEF)),
        ("outside", gridlines.draw_rim(frame, theme)),
        ("grid", gridlines.draw_grid(frame, theme)),
    ]
    left, top, right, bottom = frame.box
    clip = Rect(left, top, right - left, bottom - top)
    layers = [Layer(name, (Group(items, clip=clip),)) for name, items in parts if items]
    return layers, net, rivers


def lettering(
    frame: Frame, context: MapContext, net: ways.Network, rivers: tuple[water.Course, ...], numbered: bool
) -> list[Layer]:
    """Layers of numbers, marks and names, each placed where it covers nothing that must be seen."""
    theme, language, battle = context.theme, context.language, context.battle
    space = Space(frame.size)
    figures = tuple(gridlines.numbers(frame, theme)) if numbered else ()
    for text in figures:
        space.add(text_bounds(text))
    roads = _take_lines(frame, theme, language, net, rivers, space)
    for place in frame.map.places:
        if place.rank in ("city", "town", "village", "farm"):
            x, y = frame.layout.centre(place.hex)
            r = 0.22 * frame.size
            space.add((x - r, y - 0.8 * r, x + r, y + 0.8 * r), 2.5)
    scenario = battle.scenarios[0] if battle.scenarios else None
    stars = marks.draw_victory(frame, theme, scenario, space)
    arrows = marks.draw_entries(frame, theme, battle, language, space)
    names = labels.place_names(frame, theme, language, space)
    names += labels.line_names(frame, theme, language, space, roads)
    regions = marks.draw_regions(frame, theme, language, space)
    parts: list[tuple[str, tuple[Item, ...]]] = [
        ("regions", tuple(regions)),
        ("numbers", figures),
        ("marks", (*stars, *arrows)),
        ("names", tuple(names)),
    ]
    return [Layer(name, items) for name, items in parts if items]


def _take_lines(
    frame: Frame,
    theme: Theme,
    language: str,
    net: ways.Network,
    rivers: tuple[water.Course, ...],
    space: Space,
) -> dict[str, list[Point]]:
    """Marks ways and waters as dear to cover, and returns the course of each named way."""
    half = 0.03 * frame.size
    for _, run in net.runs:
        space.add_line(ways.points(frame, net, run), half, 0.35)
    for course in rivers:
        for a, b in course.edges:
            space.add_line(frame.bent_edge(a, b), half, 0.3)
    named: dict[str, list[Point]] = {}
    grid = frame.layout.grid
    for way in frame.map.ways:
        name = way.name.get(language) if way.name is not None else ""
        if name and name not in named and len(way.hexes) > 2:
            cubes = tuple(grid.cube(i) for i in way.hexes)
            if all(cube in net.nodes for cube in cubes):
                named[name] = ways.points(frame, net, cubes)
    return named


def text_bounds(text: Text) -> Box:
    """Smallest upright box around a text."""
    corners = text_box(text)
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    return min(xs), min(ys), max(xs), max(ys)


def screen_map(context: MapContext) -> Scene:
    """The field alone, exactly as large as its hexes; draw it with ``screen_size`` pixels."""
    battle = context.battle
    battle_map = _map_of(battle)
    layout = screen_pixels(context)
    frame = Frame(battle_map, paper_layout(layout, battle_map.hex_mm))
    layers, net, rivers = _landscape(frame, context.theme, Styles.of(battle))
    layers += lettering(frame, context, net, rivers, context.theme.flag("map.grid.screen_numbers"))
    title = battle.title.get(context.language)
    paper = context.theme.color("map.ground.0")
    return Scene(frame.layout.width, frame.layout.height, title, tuple(layers), background=paper)


def screen_pixels(context: MapContext) -> Layout:
    """The screen map's layout in pixels."""
    return screen_layout(_map_of(context.battle), context.options.screen_hex_px)


def _map_of(battle: Battle) -> BattleMap:
    if battle.map is None:
        raise ValueError("a battle without a map cannot be drawn")
    return battle.map


def print_map(context: MapContext) -> Scene:
    """The map for paper, with everything around it that players need; the sheet grows with the map."""
    from jdgtools.render.map.sheet import sheet

    battle_map = _map_of(context.battle)
    layout = Layout(battle_map.grid, battle_map.hex_mm)
    frame = Frame(battle_map, layout, margin=0.12 * battle_map.hex_mm)
    layers, net, rivers = _landscape(frame, context.theme, Styles.of(context.battle))
    layers += lettering(frame, context, net, rivers, context.theme.flag("map.grid.numbers"))
    return sheet(context, frame, layers)
