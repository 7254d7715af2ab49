"""A map as a scene of named layers: the print map with its furniture, the screen map as the bare field.

`landscape` draws the ground, `lettering` here the numbers, marks and names in the room that is left, and
`Sheet` puts title, frame and furniture around them.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from jdgtools.hexgrid.layout import Layout
from jdgtools.model.battle import Battle
from jdgtools.model.map import BattleMap
from jdgtools.render.bounds import Box
from jdgtools.render.draft import draft_layer, unknown_ground, unknown_lines
from jdgtools.render.map import areas, gridlines, marks, outline, water, ways
from jdgtools.render.map.context import MapContext
from jdgtools.render.map.feature_names import line_names
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.landscape import Styles, landscape, waters_of
from jdgtools.render.map.place_names import place_names
from jdgtools.render.map.screen import paper_layout, screen_layout
from jdgtools.render.map.setup_areas import Shown, setup_areas, setup_names, setup_shapes
from jdgtools.render.map.sheet import MARGIN_SHARE, Sheet
from jdgtools.render.map.space import Space
from jdgtools.render.map.user_art import UserArt
from jdgtools.render.scene import Group, Item, Layer, Point, Scene, Text
from jdgtools.render.style import Theme
from jdgtools.render.text import MM_PER_POINT, text_bounds

Window: TypeAlias = tuple[float, float, float, float]
"""Part of a scene: x, y, width, height, mm."""


def lettering(
    frame: Frame,
    context: MapContext,
    net: ways.Network,
    rivers: tuple[water.Course, ...],
    numbered: bool,
    setup: Shown = (),
    min_size: float = 0.0,
) -> list[Layer]:
    """Return the layers of numbers, marks and names, each where it covers nothing that must be seen.

    Args:
        frame: the map on paper.
        context: battle, theme and language.
        net: its ways.
        rivers: its waters.
        numbered: whether hexes carry their numbers.
        setup: scenarios whose setup areas are shown.
        min_size: size of the smallest letters that can be read, mm.
    """
    theme, language, battle = context.theme, context.language, context.battle
    space = Space(frame.size, min_size)
    gates = marks.entry_arrows(frame, theme, battle)
    arrow_boxes: dict[int, tuple[Box, ...]] = {}
    for gate in gates:
        arrow_boxes[gate.index] = (*arrow_boxes.get(gate.index, ()), *gate.boxes)
        for box in gate.boxes:
            space.add(box)
    styles = Styles.of(battle, theme).hexes
    figures: tuple[Text, ...] = ()
    if numbered:
        covered = _covered_by_ways(frame, theme, net)
        figures = tuple(gridlines.numbers(frame, theme, arrow_boxes, styles, space.readable, covered))
    for text in figures:
        space.add(text_bounds(text))
    roads = _reserve_lines(frame, theme, language, net, rivers, space)
    built_terrain = {
        t.id
        for t in battle.series.terrains
        if t.kind == "hex" and (t.building or t.style in _BUILDING_STYLES)
    }
    for place in frame.map.places:
        if place.rank not in ("city", "town", "village", "farm") and (
            frame.map.terrain[place.hex] not in built_terrain
        ):
            continue
        x, y = frame.layout.centre(place.hex)
        r = 0.22 * frame.size
        space.add((x - r, y - 0.8 * r, x + r, y + 0.8 * r), 2.5)
    for symbol in frame.map.art.symbols:
        for index in symbol.hexes:
            x, y = frame.layout.centre(index)
            x, y = x + symbol.offset[0] * frame.size, y + symbol.offset[1] * frame.size
            r = 0.4 * symbol.size * frame.size
            space.add((x - r, y - r, x + r, y + r), 2.5)
    scenario = battle.scenarios[0] if battle.scenarios else None
    stars = marks.draw_victory(frame, theme, scenario, space)
    regions = areas.region_lines(frame, theme, space)
    areas_to_show = setup_areas(battle, setup)
    shapes = setup_shapes(frame, theme, battle, areas_to_show, space)
    _reserve_rim(frame, space)
    arrows = marks.draw_entries(frame, theme, battle, language, space, gates)
    names = place_names(frame, theme, language, space)
    names += line_names(frame, theme, language, space, roads, waters_of(battle, theme))
    grounds = areas.region_names(frame, theme, language, space)
    owners = setup_names(frame, theme, battle, areas_to_show, language, space)
    # Last: a level is told by its colour as well, a name is not.
    numerals = tuple(gridlines.level_numerals(frame, theme, styles, space))
    parts: list[tuple[str, tuple[Item, ...]]] = [
        ("setup areas", (*shapes, *owners)),
        ("regions", (*regions, *grounds)),
        ("numbers", figures),
        ("heights", numerals),
        ("marks", (*stars, *arrows)),
        ("names", tuple(names)),
    ]
    return [Layer(name, items) for name, items in parts if items]


MIN_LETTERS = 5.0 * MM_PER_POINT
"""Letters on paper smaller than this are made larger where hexes are small, mm."""
_BUILDING_STYLES = ("castle", "laager", "village", "town", "farm")
"""Styles of terrain with something in the middle of its hex."""


def _reserve_rim(frame: Frame, space: Space) -> None:
    """Reserve the edge of the map: a name that lies across it is at home on neither side."""
    for loop in outline.trace(frame, frame.playable_hexes):
        for a, b in zip(loop, (*loop[1:], loop[0]), strict=True):
            (x1, y1), (x2, y2) = frame.at(a), frame.at(b)
            steps = [(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t) for t in (0.0, 0.33, 0.67)]
            space.add_line(steps, 0.05 * frame.size, 0.1)


def _covered_by_ways(frame: Frame, theme: Theme, net: ways.Network) -> Space:
    """Return what ways cover, for the numbers of hexes."""
    covered = Space(frame.size)
    half = 0.5 * theme.number("map.way.road.width") * frame.size / 20
    for line in net.curves:
        for a, b, c, d in line:
            # Points of a cubic curve, nearer to each other than a way is wide.
            for n in range(12):
                t = n / 12
                s = 1 - t
                i, j, k, m = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
                x = i * a[0] + j * b[0] + k * c[0] + m * d[0]
                y = i * a[1] + j * b[1] + k * c[1] + m * d[1]
                covered.add((x - half, y - half, x + half, y + half), 1.0)
    return covered


def _reserve_lines(
    frame: Frame,
    theme: Theme,
    language: str,
    net: ways.Network,
    rivers: tuple[water.Course, ...],
    space: Space,
) -> dict[str, list[Point]]:
    """Reserve ways and waters, and return the course of each named way."""
    half = 0.03 * frame.size
    for _, run in net.runs:
        space.add_line(ways.points(frame, net, run), half, 0.35)
    for course in rivers:
        for a, b in course.edges:
            space.add_line(frame.natural_edge(a, b), half, 0.3)
    courses: dict[str, list[Point]] = {}
    grid = frame.layout.grid
    for way in frame.map.ways:
        name = way.name.get(language) if way.name is not None else ""
        if name and name not in courses and len(way.hexes) > 2:
            cubes = tuple(grid.cube(i) for i in way.hexes)
            if all(cube in net.nodes for cube in cubes):
                courses[name] = ways.points(frame, net, cubes)
    return courses


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


def map_windows(context: MapContext) -> tuple[Scene, Scene, Window]:
    """Print map, and the screen map as a window in a scene: the fastest way to pictures of both.

    Returns:
        The print map; a scene of which the window is the screen map; that window (x, y, width, height in mm).
    """
    drawing = _Drawing(context)
    return drawing.print_map(), *drawing.screen_source()


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
        self.art = UserArt(self.map.art, context.project)
        layers, self.net, self.rivers = landscape(
            self.frame,
            context.theme,
            Styles.of(context.battle, context.theme),
            art=self.art,
        )
        self.layers = [*layers, *self._unknown_ground()]

    def print_map(self) -> Scene:
        numbered = self.context.theme.flag("map.grid.numbers")
        setup = self.sheet.paper.setup
        letters = self._lettering(self.frame, numbered, setup, MIN_LETTERS)
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

    def _lettering(
        self, frame: Frame, numbered: bool, setup: Shown = (), min_size: float = 0.0
    ) -> list[Layer]:
        """Return the numbers, marks and names but for those that a base map brings along."""
        numbered = numbered and "numbers" not in self.art.replaced_layers
        letters = lettering(frame, self.context, self.net, self.rivers, numbered, setup, min_size)
        return [layer for layer in letters if layer.name not in self.art.replaced_layers]

    def screen_source(self) -> tuple[Scene, Window]:
        numbered = self.context.theme.flag("map.grid.screen_numbers")
        frame = replace(self.frame, margin=0.0)
        setup = self.sheet.paper.setup if self.context.theme.flag("map.mark.screen_setup") else ()
        layers = [*self.layers, *self._lettering(frame, numbered, setup)]
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
