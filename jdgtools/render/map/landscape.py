"""The landscape of a map as layers, from the ground up to the grid, without lettering and marks.

`Styles` says how each terrain of the series is drawn; the legend draws its small pieces of map with the same
function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from jdgtools.hexgrid.coords import Cube
from jdgtools.hexgrid.sides import Hexside
from jdgtools.model.battle import Battle
from jdgtools.model.definition import TerrainDef
from jdgtools.render.bounds import Box
from jdgtools.render.map import (
    banks,
    buildings,
    crossings,
    gridlines,
    ground,
    relief,
    rims,
    shade,
    shapes,
    sides,
    water,
    water_gates,
    ways,
)
from jdgtools.render.map.frame import Lattice, MapFrame
from jdgtools.render.map.user_art import UserArt
from jdgtools.render.scene import DrawingLayer, Item, Point
from jdgtools.render.style import Theme


class Styles(Struct, frozen=True):
    """Ids of the series' terrain -> drawing styles, by kind."""

    hexes: dict[str, str]
    sides: dict[str, str]
    ways: dict[str, str]
    crossings: dict[str, str]

    @classmethod
    def of(cls, battle: Battle, theme: Theme) -> Styles:
        """Return the styles of the battle's series; unknown ones are drawn by what the rules call them."""
        by_kind: dict[str, dict[str, str]] = {"hex": {}, "hexside": {}, "path": {}, "crossing": {}}
        drawn_styles = {"hex": set(theme.keys("map.terrain")), "hexside": set(theme.keys("map.side"))}
        spare = [name for name in theme.keys("map.terrain") if name.startswith(_OTHER)]
        plain = 0
        for terrain in battle.series.terrains:
            style = terrain.style or terrain.id
            if style not in drawn_styles.get(terrain.kind, {style}):
                style = _stand_in(terrain) or style
                if style not in drawn_styles[terrain.kind] and terrain.kind == "hex":
                    # A colour of its own, so that two of them can be told apart.
                    style, plain = spare[plain % len(spare)], plain + 1
            by_kind[terrain.kind][terrain.id] = style
        return cls(by_kind["hex"], by_kind["hexside"], by_kind["path"], by_kind["crossing"])


_OF_TERRAIN = ("terrain", "water", "crossings", "buildings")
"""Layers that show the terrain of hexes; the others stay as they are while it is painted."""
_OTHER = "other_"
"""Styles of hex terrain that no drawing knows begin with this."""


def waters_of(battle: Battle, theme: Theme) -> frozenset[str]:
    """Return the kinds of hexside terrain that are drawn as water."""
    return frozenset(_waters(Styles.of(battle, theme), theme))


def _waters(styles: Styles, theme: Theme) -> dict[str, str]:
    return {k: s for k, s in styles.sides.items() if theme.text(f"map.side.{s}.pattern") == "water"}


def _stand_in(terrain: TerrainDef) -> str:
    """Return the style of a terrain without one of its own, by its properties; '' if they say nothing."""
    if terrain.kind == "hex":
        if terrain.clear:
            return "clear"
        if terrain.building:
            return "village"
        return "water" if terrain.water else "impassable" if terrain.impassable else ""
    if terrain.water:
        return "river"
    return "impassable" if terrain.impassable else ""


class Landscape(NamedTuple):
    """The landscape of a map, without lettering."""

    layers: list[DrawingLayer]
    """Ground to grid, in the order of drawing."""
    net: ways.Network
    rivers: tuple[water.WaterCourse, ...]
    roofs: tuple[Box, ...]
    """Houses of settlements, mm."""


def landscape(
    frame: MapFrame, theme: Theme, styles: Styles, shading: bool = True, art: UserArt | None = None
) -> Landscape:
    """Return the layers of landscape and grid, the ways, the waters, and where houses stand.

    Args:
        frame: the map on paper.
        theme: colours.
        styles: drawing styles of the series' terrain.
        shading: whether light and shadow lie on the hills.
        art: the pictures of the project.
    """
    art = art or UserArt()
    by_style = ground.hexes_by_style(frame, lambda kind: styles.hexes.get(kind or "", kind or "clear"), theme)
    terrain_hexes = without_hexes(by_style, art.bare_hexes(frame))
    building_hexes = without_hexes(terrain_hexes, art.unbuilt_hexes(frame))
    landform = frame.landform
    net = landform.remember("network", styles.ways, lambda: ways.network(landform, styles.ways))
    waters = _waters(styles, theme)
    dry = {k: s for k, s in styles.sides.items() if k not in waters}
    widths = {k: theme.number(f"map.water.{s}") * frame.size / 20 for k, s in waters.items()}
    bank_of = banks.banks(frame, widths)
    rivers = landform.remember("courses", waters, lambda: water.courses(landform, waters))
    lakes = ground.lakes(theme, by_style)
    buildings_drawn = buildings.Buildings((), ())
    if "buildings" not in art.replaced_layers:
        buildings_drawn = buildings.draw_buildings(frame, theme, net, building_hexes)
    wall_corners, town_walls, wall_ends = _walls(frame, theme, dry, bank_of, by_style, rivers, widths)
    makers: tuple[tuple[str, Callable[[], tuple[Item, ...]]], ...] = (
        ("ground", lambda: relief.tints(landform, theme)),
        (
            "terrain",
            lambda: (
                *shapes.draw_areas(
                    frame, theme, terrain_hexes, lambda kind: styles.hexes.get(kind, kind), town_walls
                ),
                *art.terrain(frame),
            ),
        ),
        ("shading", lambda: shade.shading(landform, theme) if shading else ()),
        ("slopes", lambda: _slopes(landform, theme, dry, rivers)),
        (
            "water",
            lambda: (
                *water.draw_water(frame, theme, rivers, lakes, art.bare_hexes(frame)),
                *water.falls(frame, theme, lakes.values()),
            ),
        ),
        ("ways", lambda: ways.draw_ways(landform, theme, net)),
        (
            "crossings",
            lambda: crossings.draw_crossings(frame, theme, net, styles.crossings, widths, rivers),
        ),
        ("buildings", lambda: (*buildings_drawn.items, *art.symbols(frame))),
        (
            "hexsides",
            lambda: sides.draw_sides(
                landform, theme, dry, None, sides.RELIEF, wall_corners, bank_of, wall_ends
            ),
        ),
        ("outside", lambda: gridlines.draw_rim(landform, theme)),
        ("grid", lambda: gridlines.draw_grid(landform, theme)),
    )
    bases = art.bases(frame)
    layers: list[DrawingLayer] = []
    # Not clipped to the field: clipping costs a picture of the whole sheet for every layer. What reaches
    # beyond is covered by the sheet (``sheet.py``), or lies off the picture.
    for name, make in makers:
        layers += [layer for under, layer in bases if under == name]
        if name in art.replaced_layers:
            continue
        inputs = theme, styles, shading, wall_corners, wall_ends
        items = make() if name in _OF_TERRAIN else landform.remember(name, inputs, make)
        if items:
            layers.append(DrawingLayer(name, items))
    return Landscape(layers, net, rivers, buildings_drawn.roofs)


def _slopes(
    frame: MapFrame, theme: Theme, style_of: dict[str, str], rivers: tuple[water.WaterCourse, ...]
) -> tuple[Item, ...]:
    """Return slopes and crags, ravines and ridges, and strokes or ticks on all other steps of the ground."""
    steps = steps_of(frame, theme, style_of, rivers)
    return (
        *rims.strokes(frame, theme, sides.sloping_sides(frame, theme, style_of), steps),
        *sides.draw_sides(frame, theme, style_of, sides.RELIEF, steps=steps),
    )


def steps_of(
    frame: MapFrame, theme: Theme, style_of: dict[str, str], rivers: tuple[water.WaterCourse, ...]
) -> rims.Steps:
    """Return the steps of the ground: on the rims, or beyond the water, ravine or ridge that lies there."""
    steps = rims.rims(frame).steps
    if not steps:
        return steps
    lines = sides.ravine_lines(frame, theme, style_of)
    widths = water.widest(theme, rivers)
    for edge, _, points in water.center_lines(frame, rivers):
        lines[edge] = points, widths[edge] / 2 * frame.size / 20
    return rims.clear_steps(steps, lines)


def _walls(
    frame: MapFrame,
    theme: Theme,
    style_of: dict[str, str],
    bank_of: dict[Hexside, float],
    by_style: dict[str, frozenset[Cube]],
    rivers: tuple[water.WaterCourse, ...],
    widths: dict[str, float],
) -> tuple[dict[Lattice, Point], banks.TownWalls, water_gates.WallEnds]:
    """Return where corners of walls along water lie, what walls ask of the ground, and where they end.

    See `banks` and `water_gates`.
    """
    walls = {k for k, s in style_of.items() if theme.text(f"map.side.{s}.pattern") in sides.WALLS}
    built_hexes = frozenset(
        cube for s, cells in by_style.items() if ground.is_built(theme, s) for cube in cells
    )
    if not any(feature.kind in walls for feature in frame.map.features):
        return {}, banks.NO_WALLS, {}
    lines = {edge: points for edge, _, points in water.center_lines(frame, rivers)}
    corners = banks.wall_corners(frame, walls, bank_of, built_hexes, lines)
    within = banks.within_walls(frame, walls, built_hexes, corners)
    ends = water_gates.water_gates(frame, walls, lines, widths, corners, built_hexes)
    return corners, banks.TownWalls(banks.outside_walls(frame, walls, built_hexes), within), ends


def without_hexes(by_style: dict[str, frozenset[Cube]], hexes: frozenset[Cube]) -> dict[str, frozenset[Cube]]:
    """Return the hexes by style without some of them."""
    if not hexes:
        return by_style
    rest = {style: cells - hexes for style, cells in by_style.items()}
    return {style: cells for style, cells in rest.items() if cells}
