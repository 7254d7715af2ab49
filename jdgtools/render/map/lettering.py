"""Numbers, marks and names of a map, each where it covers nothing that must be seen.

`map_lettering` reserves what does not move in a `Space`: ways, waters, outlines, houses, arrows and stars.
Then the `Solver` seats numbers and names in the room that is left; names without a seat are the `left_out` of
the `MapLettering`, which the build reports.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from msgspec import Struct

from jdgtools.model.battle import Battle
from jdgtools.render.bounds import Box
from jdgtools.render.map import areas, marks, numbers, outline, place_names, water, ways
from jdgtools.render.map.along import samples
from jdgtools.render.map.context import MapContext
from jdgtools.render.map.feature_names import line_labels
from jdgtools.render.map.flags import reserve_flags
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.inks import LetteringInks
from jdgtools.render.map.landscape import Landscape, Styles, waters_of
from jdgtools.render.map.rims import rims
from jdgtools.render.map.setup_areas import AreaChoice, setup_areas, setup_labels, setup_shapes
from jdgtools.render.map.solver import MapLabel, Solver
from jdgtools.render.map.space import Space
from jdgtools.render.scene import DrawingLayer, Group, Item, Point
from jdgtools.render.style import Theme
from jdgtools.render.text import MM_PER_POINT, typographic

MIN_LETTERS = 5.0 * MM_PER_POINT
"""Letters on paper smaller than this are made larger where hexes are small, mm."""
_BUILDING_STYLES = ("castle", "laager", "village", "town", "farm")
"""Styles of terrain with something in the middle of its hex."""
_WAY_COST, _WATER_COST, _HEXSIDE_COST = 0.4, 0.35, 0.08
"""What it costs to cover a piece (about a tenth of a hex) of a way, of a water, of a slope or wall."""
_WORK_COST = 0.3
"""What it costs a name more to cover a piece of a wall, a work or a hedge: it would be cut in two."""
_SLOPES = ("hachure", "steep", "ridge", "ravine", "defile", "water")
"""Patterns of hexsides that are lie of the land, no works."""
_ROOF_COST = 0.5
"""What it costs to cover a house of a village or town."""
_COVER_COST, _LAKE_COST = 0.12, 0.5
"""What it costs to stand upon trees or fields, or upon a lake, for every hex of them."""


class MapLettering(Struct, frozen=True):
    """Numbers, marks and names of a map, in their places."""

    layers: list[DrawingLayer]
    """Only those with something in them, in the order of drawing."""
    left_out: list[MapLabel]
    """Names for which there is no room."""


def map_lettering(
    frame: MapFrame,
    context: MapContext,
    land: Landscape,
    has_numbers: bool,
    setup: AreaChoice = (),
    min_size: float = 0.0,
) -> MapLettering:
    """Return numbers, marks and names in their places, and the names for which there is no room.

    Args:
        frame: the map on paper.
        context: battle, theme and language.
        land: its ways, waters and houses.
        has_numbers: whether hexes carry their numbers.
        setup: scenarios whose setup areas are shown.
        min_size: size of the smallest letters that can be read, mm.
    """
    theme, language, battle = context.theme, context.language, context.battle
    space = Space(frame.size, min_size)
    styles = Styles.of(battle, theme).hexes
    inks = LetteringInks(frame, theme, styles)
    gates = marks.entry_arrows(frame, theme, battle)
    for gate in gates:
        for box in gate.boxes:
            space.add(box)
    _reserve_lines(frame, theme, land.net, land.rivers, space)
    _reserve_hexsides(frame, theme, waters_of(battle, theme), space)
    # Before the numbers: one that a line crosses has the ink for it.
    regions = areas.region_lines(frame, theme, space)
    solver = Solver(space)
    # Before stars and names: they find the numbers in their usual places, and may move them later.
    sides = Styles.of(battle, theme).sides
    rocks = {kind for kind, style in sides.items() if theme.text(f"map.side.{style}.pattern") == "cliff"}
    figures = numbers.number_labels(frame, theme, space, rocks) if has_numbers else []
    solver.seat(figures)
    _reserve_signs(frame, battle, land.roofs, space)
    scenario = battle.scenarios[0] if battle.scenarios else None
    stars = marks.draw_victory(frame, theme, scenario, space)
    reserve_flags(frame, battle, space)
    areas_to_show = setup_areas(battle, setup)
    shapes = setup_shapes(frame, theme, battle, areas_to_show, space)
    _reserve_rim(frame, space)
    _reserve_works(frame, theme, sides, space)
    _reserve_covers(frame, theme, styles, space)
    place_names.reserve_places(frame, space)
    roads = _named_ways(frame, language, land.net)
    names = [
        *marks.entry_labels(frame, theme, battle, language, space, gates, inks),
        *place_names.place_labels(frame, theme, language, space, inks, built_terrain(battle)),
        *line_labels(frame, theme, language, space, roads, waters_of(battle, theme), inks),
        *areas.region_labels(frame, theme, language, space, inks),
        *setup_labels(frame, theme, battle, areas_to_show, language, space, inks),
    ]
    solver.seat(names)
    solver.improve()
    left_out = solver.left_out()
    # Last: a level is told by its colour as well, a name is not.
    heights = numbers.numeral_labels(frame, theme, styles, {one.name: one for one in figures}, space)
    solver.seat(heights)
    parts: list[tuple[str, Sequence[Item]]] = [
        ("setup areas", (*shapes, *_items_of(names, "setup areas"))),
        ("regions", (*regions, *_items_of(names, "regions"))),
        ("numbers", numbers.number_texts(frame, theme, figures, inks)),
        ("heights", numbers.numeral_texts(frame, theme, heights, inks)),
        ("marks", (*stars, *(gate.drawing for gate in gates), *_items_of(names, "marks"))),
        ("names", (*place_names.peaks(frame, theme), *_items_of(names, "names"))),
    ]
    return MapLettering([DrawingLayer(name, tuple(items)) for name, items in parts if items], left_out)


def _items_of(labels: Sequence[MapLabel], kind: str) -> Iterator[Item]:
    """Yield the drawing of the labels of one layer, each as one item: a name is shown as a whole or not."""
    for label in labels:
        if label.kind == kind and (items := label.items()):
            yield items[0] if len(items) == 1 else Group(tuple(items))


def _reserve_lines(
    frame: MapFrame, theme: Theme, net: ways.Network, rivers: tuple[water.WaterCourse, ...], space: Space
) -> None:
    """Reserve ways and waters as wide as they are drawn."""
    unit = frame.size / 20
    for (style, _), line in zip(net.runs, net.curves, strict=True):
        key = f"map.way.{style}"
        half = (theme.number(f"{key}.width") / 2 + theme.number(f"{key}.edge")) * unit
        for curve in line:
            # Points, not pieces: the box of a slanting piece would reach as far as the way's own name.
            space.add_points(samples(curve, 5), half, _WAY_COST)
    widths = water.widest(theme, rivers)
    for edge, _, points in water.center_lines(frame, rivers):
        space.add_line(points, widths[edge] * unit / 2, _WATER_COST)


def _reserve_hexsides(frame: MapFrame, theme: Theme, waters: Container[str], space: Space) -> None:
    """Reserve slopes, walls and works along hexsides, and the strokes of steps where the theme draws them."""
    grid, levels = frame.layout.grid, frame.map.levels
    features = [feature for feature in frame.map.features if feature.kind not in waters]
    if frame.is_large:
        near = {i for place in frame.map.places for i in grid.disc(place.hex, 2)}
        features = [feature for feature in features if feature.side.a in near]
    sides = {feature.side: None for feature in features}
    if theme.number("map.relief.strokes") > 0 and not frame.is_large:
        for side in grid.sides():
            if len({levels[i] for i in grid.side_hexes(side)}) > 1:
                sides[side] = None
    steps = rims(frame).steps
    for side in sides:
        a, b = frame.side_keys(side)
        # Slopes follow the contour.
        step = steps.get((a, b)) or steps.get((b, a))
        natural = (*frame.natural_edge(a, b), frame.natural_edge(b, a)[0])
        for line in (natural,) if step is None else (natural, step.points):
            space.add_line(line, 0.1 * frame.size, _HEXSIDE_COST)


def _named_ways(frame: MapFrame, language: str, net: ways.Network) -> dict[str, list[Point]]:
    """Return the course of each named way."""
    courses: dict[str, list[Point]] = {}
    grid = frame.layout.grid
    for way in frame.map.ways:
        name = typographic(way.name.get(language)) if way.name is not None else ""
        if name and name not in courses and len(way.hexes) > 2:
            cubes = tuple(grid.cube(i) for i in way.hexes)
            if all(cube in net.nodes for cube in cubes):
                courses[name] = ways.points(frame, net, cubes)
    return courses


def built_terrain(battle: Battle) -> frozenset[str]:
    """Return the terrain with something in the middle of its hex."""
    return frozenset(
        t.id
        for t in battle.series.terrains
        if t.kind == "hex" and (t.building or t.style in _BUILDING_STYLES)
    )


def _reserve_signs(frame: MapFrame, battle: Battle, roofs: Sequence[Box], space: Space) -> None:
    """Reserve the middle of places with buildings, all houses, and the symbols of the project."""
    built_kinds = built_terrain(battle)
    for roof in roofs:
        space.add(roof, _ROOF_COST)
    hexes_with_roofs = {frame.layout.hex_at((x1 + x2) / 2, (y1 + y2) / 2) for x1, y1, x2, y2 in roofs}
    for place in frame.map.places:
        if place.rank not in ("city", "town", "village", "farm") and (
            frame.map.terrain[place.hex] not in built_kinds
        ):
            continue
        x, y = frame.layout.centre(place.hex)
        # Of settlements it is known where their houses stand.
        for share, weight in ((0.22, 2.5), (0.34, 0.6))[: 1 if place.hex in hexes_with_roofs else 2]:
            r = share * frame.size
            space.add((x - r, y - 0.8 * r, x + r, y + 0.8 * r), weight)
    for symbol in frame.map.art.symbols:
        for index in symbol.hexes:
            x, y = frame.layout.centre(index)
            x, y = x + symbol.offset[0] * frame.size, y + symbol.offset[1] * frame.size
            r = 0.4 * symbol.size * frame.size
            space.add((x - r, y - r, x + r, y + r), 2.5)


def _reserve_covers(frame: MapFrame, theme: Theme, styles: Mapping[str, str], space: Space) -> None:
    """Reserve ground with a texture lightly, and water: a name is easier to read beside it."""
    if frame.is_large:
        return
    r = 0.4 * frame.size
    costs: dict[str | None, float] = {
        kind: _LAKE_COST if theme.text(f"map.terrain.{style}.pattern") == "water" else _COVER_COST
        for kind, style in styles.items()
        if theme.color(f"map.terrain.{style}.fill") != "none"
    }
    for i in frame.layout.grid.hexes:
        cost = costs.get(frame.map.terrain[i])
        if cost is not None:
            x, y = frame.layout.centre(i)
            space.add((x - r, y - r, x + r, y + r), cost)


def _reserve_works(frame: MapFrame, theme: Theme, styles: Mapping[str, str], space: Space) -> None:
    """Reserve walls, works and hedges once more, for names: numbers and stars stand close to them."""
    if frame.is_large:
        return
    for feature in frame.map.features:
        pattern = theme.text(f"map.side.{styles.get(feature.kind, feature.kind)}.pattern")
        if pattern not in _SLOPES:
            a, b = frame.side_keys(feature.side)
            line = (*frame.natural_edge(a, b), frame.natural_edge(b, a)[0])
            space.add_line(line, 0.05 * frame.size, _WORK_COST)


def _reserve_rim(frame: MapFrame, space: Space) -> None:
    """Reserve the edge of the map: a name that lies across it is at home on neither side."""
    for loop in outline.trace(frame, frame.playable_hexes):
        for a, b in zip(loop, (*loop[1:], loop[0]), strict=True):
            (x1, y1), (x2, y2) = frame.at(a), frame.at(b)
            steps = [(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t) for t in (0.0, 0.33, 0.67)]
            space.add_points(steps, 0.05 * frame.size, 0.1)
