"""A map as a scene of named layers: the print map with its furniture, the screen map as the bare field.

`landscape` draws the ground, `map_lettering` the numbers, marks and names in the room that is left, and
`MapSheet` puts title, frame and furniture around them. `map_scenes` gives both maps, which costs little more
than one; `print_map` and `screen_map` give one of them.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from jdgtools.hexgrid.layout import Layout
from jdgtools.model.battle import Battle
from jdgtools.model.map import BattleMap
from jdgtools.render.draft import draft_layer, unknown_ground, unknown_lines
from jdgtools.render.map.context import MapContext
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.landscape import Styles, landscape
from jdgtools.render.map.lettering import MIN_LETTERS, MapLettering, map_lettering
from jdgtools.render.map.screen import paper_layout, screen_layout
from jdgtools.render.map.sheet import MARGIN_SHARE, MapSheet
from jdgtools.render.map.user_art import UserArt
from jdgtools.render.scene import DrawingLayer, Group, Scene

Window: TypeAlias = tuple[float, float, float, float]
"""Part of a scene: x, y, width, height, mm."""


def screen_pixels(context: MapContext) -> Layout:
    """Return the screen map's layout in pixels."""
    return screen_layout(_map_of(context.battle), context.screen_hex_px)


def _map_of(battle: Battle) -> BattleMap:
    if battle.map is None:
        raise ValueError("a battle without a map cannot be drawn")
    return battle.map


def print_map(context: MapContext) -> Scene:
    """Return the map for paper with its furniture; the sheet grows with the map."""
    return _Drawing(context).print_map()


def screen_map(context: MapContext) -> Scene:
    """Return the field alone, exactly as large as its hexes; draw it with ``screen_size`` pixels."""
    return _Drawing(context).screen_map()


def print_map_and_missing(context: MapContext) -> tuple[Scene, tuple[str, ...]]:
    """Return the map for paper, and the names for which it has no room."""
    drawing = _Drawing(context)
    return drawing.print_map(), drawing.missing()


class MapScenes(NamedTuple):
    """Both maps of a battle, drawn from one landscape."""

    print_scene: Scene
    """The map for paper."""
    screen: Scene
    """As large as the map for paper; only a part of it is the map for the screen."""
    window: Window
    """The part of `screen` that is the map for the screen."""
    missing: tuple[str, ...]
    """Names and parts for which the map for paper has no room, each once."""


def map_scenes(context: MapContext) -> MapScenes:
    """Return both maps: the fastest way to pictures of both."""
    drawing = _Drawing(context)
    return MapScenes(drawing.print_map(), *drawing.screen_source(), drawing.missing())


def screen_window(context: MapContext) -> tuple[Scene, Window]:
    """Return a scene and the part of it that is the screen map; see `map_scenes`, which draws both maps."""
    return _Drawing(context).screen_source()


class _Drawing:
    """The landscape of a battle's map, and the two drawings that show it.

    The landscape is drawn at once; lettering is made when a drawing asks for it, and remembered, for both
    drawings may have the same.
    """

    def __init__(self, context: MapContext) -> None:
        self.sheet = MapSheet(context)
        # From here on with the hexes as large as the sheet has them.
        self.context = context = self.sheet.context
        self.map = _map_of(context.battle)
        layout = Layout(self.map.grid, self.map.hex_mm, self.sheet.origin)
        self.frame = MapFrame(self.map, layout, margin=MARGIN_SHARE * self.map.hex_mm)
        self.field = replace(self.frame, margin=0.0)
        self.art = UserArt(self.map.art, context.project)
        self.landscape = landscape(
            self.frame,
            context.theme,
            Styles.of(context.battle, context.theme),
            art=self.art,
        )
        self.layers = [*self.landscape.layers, *self._unknown_ground()]
        self._letterings: dict[tuple[bool, float], MapLettering] = {}
        """By what they depend on here: whether hexes are numbered, and the size of the smallest letters."""

    def print_map(self) -> Scene:
        has_numbers = self.context.theme.flag("map.grid.numbers")
        letters = self._letter_layers(self.lettering(has_numbers, MIN_LETTERS))
        scene = self.sheet.scene([*self.layers, *letters])
        if not self.context.draft:
            return scene
        words = draft_layer(self.context.draft, (0.0, 0.0, scene.width, scene.height))
        return replace(scene, layers=(*scene.layers, words))

    def _unknown_ground(self) -> list[DrawingLayer]:
        """Return signs where the ground, a hexside or a way is not understood; sound battles have none."""
        if not self.context.draft:
            return []
        grid, terrain, playable = self.map.grid, self.map.terrain, self.map.playable
        cubes = (grid.cube(i) for i in grid.hexes if terrain[i] is None and playable[i])
        places = ((self.frame.polygon(cube), self.frame.centre(cube)) for cube in cubes)
        layout, size = self.frame.layout, self.frame.size
        lines = [layout.side_ends(side) for side in self.map.unknown_sides]
        ways = (tuple(layout.centre(index) for index in way) for way in self.map.unknown_ways)
        layers = unknown_ground(places, size), unknown_lines([*lines, *ways], size)
        return [layer for layer in layers if layer is not None]

    def lettering(self, has_numbers: bool, min_size: float = 0.0) -> MapLettering:
        """Return the lettering; print map and screen map share it where their letters have the same size."""
        has_numbers = has_numbers and "numbers" not in self.art.replaced_layers
        if self.context.theme.number("map.grid.number_size") * self.frame.size >= min_size:
            # Numbers are the smallest letters: all can be read.
            min_size = 0.0
        key = has_numbers, min_size
        if key not in self._letterings:
            setup = self.sheet.paper.setup
            self._letterings[key] = map_lettering(
                self.field, self.context, self.landscape, has_numbers, setup, min_size
            )
        return self._letterings[key]

    def missing(self) -> tuple[str, ...]:
        """Return the names and parts for which the print map has no room, each once."""
        lettering = self.lettering(self.context.theme.flag("map.grid.numbers"), MIN_LETTERS)
        layers = self.art.replaced_layers
        names = [label.name for label in lettering.left_out if label.kind not in layers]
        return tuple(dict.fromkeys([*names, *self.sheet.left_out]))

    def _letter_layers(self, lettering: MapLettering) -> list[DrawingLayer]:
        """Return the numbers, marks and names but for those that a base map brings along."""
        return [layer for layer in lettering.layers if layer.name not in self.art.replaced_layers]

    def screen_source(self) -> tuple[Scene, Window]:
        """Return a scene and the part of it that is the screen map."""
        has_numbers = self.context.theme.flag("map.grid.screen_numbers")
        layers = [*self.layers, *self._letter_layers(self.lettering(has_numbers))]
        if not self.context.theme.flag("map.mark.screen_setup"):
            layers = [layer for layer in layers if layer.name != "setup areas"]
        title = self.context.battle.title.get(self.context.language)
        paper = self.context.theme.color("map.ground.0")
        layout = self.frame.layout
        if self.context.draft:
            (x, y), (width, height) = layout.origin, (layout.width, layout.height)
            layers.append(draft_layer(self.context.draft, (x, y, x + width, y + height)))
        scene = Scene(self.sheet.plan.width, self.sheet.plan.height, title, tuple(layers), background=paper)
        return scene, (*layout.origin, layout.width, layout.height)

    def screen_map(self) -> Scene:
        source, (x, y, width, height) = self.screen_source()
        target = paper_layout(screen_pixels(self.context), self.map.hex_mm)
        # Whole pixels make hexes not quite regular: the drawing is stretched by the same trifle.
        sx, sy = target.width / width, target.height / height
        at = (sx, 0.0, 0.0, sy, -x * sx, -y * sy)
        layers = tuple(DrawingLayer(layer.name, (Group(layer.items, at),)) for layer in source.layers)
        return Scene(target.width, target.height, source.title, layers, background=source.background)
