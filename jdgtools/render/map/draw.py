"""A map as a scene of named layers: the print map with its furniture, the screen map as the bare field.

`landscape` draws the ground, `lettering` the numbers, marks and names in the room that is left, and
`Sheet` puts title, frame and furniture around them.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from jdgtools.hexgrid.layout import Layout
from jdgtools.model.battle import Battle
from jdgtools.model.map import BattleMap
from jdgtools.render.draft import draft_layer, unknown_ground, unknown_lines
from jdgtools.render.map.context import MapContext
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.landscape import Styles, landscape
from jdgtools.render.map.lettering import MIN_LETTERS, Lettered, lettering
from jdgtools.render.map.screen import paper_layout, screen_layout
from jdgtools.render.map.sheet import MARGIN_SHARE, Sheet
from jdgtools.render.map.user_art import UserArt
from jdgtools.render.scene import Group, Layer, Scene

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


def map_windows(context: MapContext) -> tuple[Scene, Scene, Window]:
    """Print map, and the screen map as a window in a scene: the fastest way to pictures of both.

    Returns:
        The print map; a scene of which the window is the screen map; that window (x, y, width, height in mm).
    """
    return maps_and_missing(context)[:3]


def maps_and_missing(context: MapContext) -> tuple[Scene, Scene, Window, tuple[str, ...]]:
    """Return what `map_windows` returns, and the names for which the print map has no room."""
    drawing = _Drawing(context)
    return drawing.print_map(), *drawing.screen_source(), drawing.missing()


def screen_window(context: MapContext) -> tuple[Scene, Window]:
    """Return a scene and the part of it that is the screen map; see `map_windows`, which draws both maps."""
    return _Drawing(context).screen_source()


class _Drawing:
    """The landscape of a battle's map, and the two drawings that show it."""

    def __init__(self, context: MapContext) -> None:
        self.sheet = Sheet(context)
        # From here on with the hexes as large as the sheet has them.
        self.context = context = self.sheet.context
        self.map = _map_of(context.battle)
        layout = Layout(self.map.grid, self.map.hex_mm, self.sheet.origin)
        self.frame = Frame(self.map, layout, margin=MARGIN_SHARE * self.map.hex_mm)
        self.field = replace(self.frame, margin=0.0)
        self.art = UserArt(self.map.art, context.project)
        layers, self.net, self.rivers = landscape(
            self.frame,
            context.theme,
            Styles.of(context.battle, context.theme),
            art=self.art,
        )
        self.layers = [*layers, *self._unknown_ground()]
        self._lettered: dict[tuple[bool, float], Lettered] = {}

    def print_map(self) -> Scene:
        numbered = self.context.theme.flag("map.grid.numbers")
        letters = self._layers(self.lettered(numbered, MIN_LETTERS))
        scene = self.sheet.scene([*self.layers, *letters])
        if not self.context.draft:
            return scene
        words = draft_layer(self.context.draft, (0.0, 0.0, scene.width, scene.height))
        return replace(scene, layers=(*scene.layers, words))

    def _unknown_ground(self) -> list[Layer]:
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

    def lettered(self, numbered: bool, min_size: float = 0.0) -> Lettered:
        """Return the lettering; print map and screen map share it where their letters have the same size."""
        numbered = numbered and "numbers" not in self.art.replaced_layers
        if self.context.theme.number("map.grid.number_size") * self.frame.size >= min_size:
            # Numbers are the smallest letters: all can be read.
            min_size = 0.0
        key = numbered, min_size
        if key not in self._lettered:
            setup = self.sheet.paper.setup
            self._lettered[key] = lettering(
                self.field, self.context, self.net, self.rivers, numbered, setup, min_size
            )
        return self._lettered[key]

    def missing(self) -> tuple[str, ...]:
        """Return the names for which the print map has no room, each once."""
        lettered = self.lettered(self.context.theme.flag("map.grid.numbers"), MIN_LETTERS)
        layers = self.art.replaced_layers
        return tuple(dict.fromkeys(label.name for label in lettered.left_out if label.kind not in layers))

    def _layers(self, lettered: Lettered) -> list[Layer]:
        """Return the numbers, marks and names but for those that a base map brings along."""
        return [layer for layer in lettered.layers if layer.name not in self.art.replaced_layers]

    def screen_source(self) -> tuple[Scene, Window]:
        numbered = self.context.theme.flag("map.grid.screen_numbers")
        layers = [*self.layers, *self._layers(self.lettered(numbered))]
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
        layers = tuple(Layer(layer.name, (Group(layer.items, at),)) for layer in source.layers)
        return Scene(target.width, target.height, source.title, layers, background=source.background)
