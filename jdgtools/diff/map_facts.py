"""The map of a project as tables: what lies in hexes, on hexsides and ways; places, regions, entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from jdgtools.diff.facts import Fact, FactLayer, FactTable, Reference, Values, add_text, refer
from jdgtools.hexgrid import HexGrid, Hexside
from jdgtools.model.definition import SeriesDef
from jdgtools.model.map import BattleMap, HexsideFeature


def map_tables(battle_map: BattleMap, language: str) -> Iterator[FactTable]:
    """Yield what a map says of itself, its named ways, places, regions and entry areas."""
    grid = battle_map.grid
    sheet: Values = {
        "columns": grid.columns,
        "rows": grid.rows,
        "hexes": f"{grid.orientation}-topped",
        "shifted": grid.parity,
        "ragged": grid.ragged,
        "first hex": grid.id(grid.hexes[0]) if grid.hexes else None,
        "last hex": grid.id(grid.hexes[-1]) if grid.hexes else None,
        "metres of a hex": battle_map.hex_metres,
        "millimetres of a hex": battle_map.hex_mm,
        "metres of a level": battle_map.level_metres,
        "north": battle_map.north,
    }
    add_text(sheet, "credits", battle_map.credits, language)
    yield FactTable("map", "", {"map": Fact("map", "", sheet)})
    ways: dict[str, Fact] = {}
    for way in battle_map.ways:
        if way.name:
            values: Values = {"kind": way.kind}
            add_text(values, "name", way.name, language)
            name = way.name.get(language)
            ways[name] = Fact(name, name, values)
    yield FactTable("named ways", "", ways)
    places = {}
    for place in battle_map.places:
        values = {
            "hex": Reference("hex", grid.id(place.hex)),
            "rank": place.rank,
            "metres": place.height_metres,
        }
        add_text(values, "name", place.name, language)
        places[place.id] = Fact(place.id, place.name.get(language), values)
    yield FactTable("places", "place", places)
    regions = {}
    for region in battle_map.regions:
        values = {"hexes": refer("hex", hex_names(grid, sorted(region.hexes))), "on the map": region.shown}
        add_text(values, "name", region.name, language)
        regions[region.id] = Fact(region.id, region.name.get(language), values)
    yield FactTable("regions", "region", regions)
    entries = {}
    for entry in battle_map.entries:
        values = {
            "side": Reference("side", entry.side) if entry.side else None,
            "hexes": refer("hex", hex_names(grid, entry.hexes)),
            "exit": entry.exit,
        }
        add_text(values, "name", entry.name, language)
        entries[entry.id] = Fact(entry.id, entry.name.get(language), values)
    yield FactTable("entry areas", "entry", entries)


def map_layers(battle_map: BattleMap, series: SeriesDef) -> Iterator[FactLayer]:
    """Yield what lies in the hexes of a map and between them."""
    grid = battle_map.grid
    terrain, levels, closed_hexes = {}, {}, {}
    for index in grid.hexes:
        name = grid.id(index)
        terrain[name] = terrain_name(series, battle_map.terrain[index])
        level = battle_map.levels[index]
        if level is not None:
            levels[name] = str(level)
        if not battle_map.playable[index]:
            closed_hexes[name] = "out of play"
    yield FactLayer("terrain", terrain)
    yield FactLayer("level", levels)
    yield FactLayer("in play", closed_hexes)
    sides: dict[str, list[str]] = {}
    for feature in battle_map.features:
        sides.setdefault(side_name(grid, feature.side), []).append(_feature_name(series, grid, feature))
    yield FactLayer("hexsides", {name: _joined_texts(words) for name, words in sides.items()})
    steps: dict[str, list[str]] = {}
    for way in battle_map.ways:
        for one, other in pairwise(way.hexes):
            low, high = min(one, other), max(one, other)
            steps.setdefault(f"{grid.id(low)}-{grid.id(high)}", []).append(terrain_name(series, way.kind))
        for index, direction in zip(way.hexes[:1] + way.hexes[-1:], way.exits, strict=False):
            if direction is not None:
                words = steps.setdefault(side_name(grid, grid.hexside(index, direction)), [])
                words.append(f"{terrain_name(series, way.kind)} off the map")
    yield FactLayer("ways", {name: _joined_texts(words) for name, words in steps.items()})


def _feature_name(series: SeriesDef, grid: HexGrid, feature: HexsideFeature) -> str:
    inside = f" (inside {grid.id(feature.inside)})" if feature.inside is not None else ""
    return terrain_name(series, feature.kind) + inside


def _joined_texts(words: Iterable[str]) -> str:
    return ", ".join(sorted(set(words)))


def side_name(grid: HexGrid, side: Hexside) -> str:
    """Return the hexes on both sides of a hexside; at the border of the map the hex and the direction."""
    from jdgtools.hexgrid import hexside_name

    hexes = grid.side_hexes(side)
    if len(hexes) == 2:
        return "-".join(hex_names(grid, sorted(hexes)))
    return hexside_name(grid, *side)


def hex_names(grid: HexGrid, hexes: Iterable[int]) -> list[str]:
    """Return the numbers of hexes."""
    return [grid.id(index) for index in hexes]


def terrain_name(series: SeriesDef, terrain: str | None) -> str:
    """Return what players call a terrain, in English; its id where the series does not know it."""
    if terrain is None:
        return "unknown"
    definition = series.terrain(terrain)
    return definition.name.get("en") if definition is not None else terrain
