"""A map as a scene of named layers: the print map with its furniture, the screen map as the bare field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from jdgtools.hexgrid.layout import Layout
from jdgtools.model.battle import Battle
from jdgtools.model.map import BattleMap
from jdgtools.render.map import buildings, crossings, gridlines, ground, relief, sides, water, ways
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.screen import paper_layout, screen_layout
from jdgtools.render.scene import Group, Item, Layer, Rect, Scene
from jdgtools.render.style import Theme


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
    by_style = ground.styles(frame, lambda kind: styles.hexes.get(kind or "", kind or "clear"), theme)
    net = ways.network(frame, styles.ways)
    waters = {k: s for k, s in styles.sides.items() if theme.text(f"map.side.{s}.pattern") == "water"}
    dry = {k: s for k, s in styles.sides.items() if k not in waters}
    widths = {k: theme.number(f"map.water.{s}") * frame.size / 20 for k, s in waters.items()}
    rivers = water.courses(frame, waters)
    parts: list[tuple[str, tuple[Item, ...]]] = [
        ("ground", relief.tints(frame, theme)),
        ("shading", relief.shading(frame, theme)),
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
    return [Layer(name, (Group(items, clip=clip),)) for name, items in parts if items]


def screen_map(context: MapContext) -> Scene:
    """The field alone, exactly as large as its hexes; draw it with ``screen_size`` pixels."""
    battle = context.battle
    battle_map = _map_of(battle)
    layout = screen_pixels(context)
    return _scene_of(context, battle_map, paper_layout(layout, battle_map.hex_mm))


def screen_pixels(context: MapContext) -> Layout:
    """The screen map's layout in pixels."""
    return screen_layout(_map_of(context.battle), context.options.screen_hex_px)


def _map_of(battle: Battle) -> BattleMap:
    if battle.map is None:
        raise ValueError("a battle without a map cannot be drawn")
    return battle.map


def _scene_of(context: MapContext, battle_map: BattleMap, layout: Layout) -> Scene:
    frame = Frame(battle_map, layout)
    layers = field_layers(frame, context.theme, Styles.of(context.battle))
    title = context.battle.title.get(context.language)
    return Scene(
        layout.width, layout.height, title, tuple(layers), background=context.theme.color("map.ground.0")
    )


def print_map(context: MapContext) -> Scene:
    """The map for paper."""
    battle_map = _map_of(context.battle)
    return _scene_of(context, battle_map, Layout(battle_map.grid, battle_map.hex_mm))
