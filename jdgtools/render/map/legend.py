"""The legend of a map: for everything that the map uses a name and a true piece of map.

A piece of map is a `BattleMap` of one hex, or of nine, drawn by the function that draws the map.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from msgspec import Struct

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.battle import Battle
from jdgtools.model.definition import TerrainDef
from jdgtools.model.map import BattleMap, HexsideFeature, Way
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import DrawingLayer, Group, Item, Path, Rect, Stroke, compose, scaling, translation
from jdgtools.render.style import Theme

Painter = Callable[[MapFrame], list[DrawingLayer]]
"""Draws the landscape of a small map."""


class LegendEntry(Struct, frozen=True):
    """One line of the legend."""

    id: str
    kind: str
    """Kind of terrain."""
    name: str
    swatch: tuple[Item, ...]
    """In a box of ``SWATCH`` mm with its corner at the origin."""


SWATCH = (15.0, 12.0)
_SCALE = 0.62
"""Swatches are drawn a little smaller than the map."""


GROUPS = {"hex": "ground", "hexside": "hexsides", "path": "ways", "crossing": "ways", "": "marks"}
"""Kind of terrain -> group of the legend, in the legend's order; marks have no kind."""


def group_entries(kinds: Sequence[str]) -> list[tuple[int, str]]:
    """Return numbers and groups of entries in the order of their groups; '' where all are of one group."""
    order = list(dict.fromkeys(GROUPS.values()))
    kinds_by_group = sorted(range(len(kinds)), key=lambda n: (order.index(GROUPS[kinds[n]]), n))
    several = len({GROUPS[kind] for kind in kinds}) > 1
    return [(n, GROUPS[kinds[n]] if several else "") for n in kinds_by_group]


def columns(
    groups: Sequence[str], count: int, entry: float, name: float, room: float = 0.0
) -> tuple[list[int], float]:
    """Return how many entries stand in each of at most ``count`` columns, and their height.

    Args:
        groups: of the entries; its name stands above the first of each group, and of each column.
        count: of columns.
        entry: height of an entry.
        name: height of the name of a group; there is none for ''.
        room: height that there is; where it is enough, no group is divided.
    """
    starts = [n for n, group in enumerate(groups) if n == 0 or groups[n - 1] != group]
    lengths = [end - start for start, end in pairwise([*starts, len(groups)])]
    whole = _fill([groups[n] for n in starts], lengths, count, entry, name)
    if whole[1] <= room + 1e-9:
        return whole
    return _fill(groups, [1] * len(groups), count, entry, name)


def _fill(
    groups: Sequence[str], lengths: Sequence[int], count: int, entry: float, name: float
) -> tuple[list[int], float]:
    """Return the entries in each column, and the least height, of runs of entries that stay whole."""
    limit = entry * sum(lengths) / count
    while True:
        counts, height, over, highest = [0], 0.0, float("inf"), 0.0
        for n, (group, length) in enumerate(zip(groups, lengths, strict=True)):
            run = entry * length
            high = run + (name if group and (n == 0 or groups[n - 1] != group) else 0.0)
            if counts[-1] and height + high > limit + 1e-9:
                over = min(over, height + high)
                counts.append(0)
                height, high = 0.0, run + (name if group else 0.0)
            counts[-1] += length
            height += high
            highest = max(highest, height)
        if len(counts) <= count:
            return counts, highest
        limit = over


def used_terrains(battle: Battle) -> tuple[TerrainDef, ...]:
    """Return the terrain types that the map shows: hexes, hexsides, ways, crossings."""
    battle_map = battle.map
    if battle_map is None:
        return ()
    keys = {
        ("hex", t) for t, playable in zip(battle_map.terrain, battle_map.playable, strict=True) if playable
    }
    for feature in battle_map.features:
        keys |= {("hexside", feature.kind), ("crossing", feature.kind)}
    keys |= {("path", way.kind) for way in battle_map.ways}
    return tuple(t for t in battle.series.terrains if (t.kind, t.id) in keys)


def entries(battle: Battle, theme: Theme, language: str, paint: Painter) -> tuple[LegendEntry, ...]:
    """Return the legend's entries for terrain."""
    battle_map = battle.map
    if battle_map is None:
        return ()
    terrains = used_terrains(battle)
    water = next((t.id for t in terrains if t.kind == "hexside" and t.water), "")
    way = next((t.id for t in terrains if t.kind == "path"), "")
    rows = []
    for terrain in terrains:
        if terrain.kind == "hex":
            swatch = _hex_swatch(battle_map, theme, terrain.id, paint)
        else:
            swatch = _line_swatch(battle_map, theme, terrain, water, way, paint)
        name = terrain.name.get(language)
        rows.append(LegendEntry(terrain.id, terrain.kind, name[:1].upper() + name[1:], swatch))
    return tuple(rows)


def _small_map(like: BattleMap, columns: int, rows: int, terrain: str | None) -> BattleMap:
    grid = HexGrid(columns, rows, like.grid.orientation)
    count = columns * rows
    return BattleMap(
        grid, like.hex_metres, 20.0, like.level_metres, (terrain,) * count, (0,) * count, (True,) * count
    )


def _hex_swatch(like: BattleMap, theme: Theme, terrain: str, paint: Painter) -> tuple[Item, ...]:
    small = _small_map(like, 1, 1, terrain)
    frame = MapFrame(small, Layout(small.grid, 20.0), rings=0)
    cube = small.grid.cube(0)
    outline = PathBuilder().polygon(frame.polygon(cube)).build("#000000")
    line = Stroke(theme.color("map.rim.line"), 0.3, join="round")
    scale = SWATCH[1] / 20.0 * (1.0 if frame.flat else 0.87)
    x, y = frame.centre(cube)
    at = compose(translation(SWATCH[0] / 2, SWATCH[1] / 2), scaling(scale), translation(-x, -y))
    content = (*_items(paint(frame)), Path(outline.commands, None, line))
    return (Group(content, at, outline),)


def _line_swatch(
    like: BattleMap, theme: Theme, terrain: TerrainDef, water: str, way: str, paint: Painter
) -> tuple[Item, ...]:
    small = _small_map(like, 3, 3, "clear")
    grid = small.grid
    middle = 4
    d = 3 if grid.orientation == "flat" else 1
    across = (1, 4, 7) if grid.orientation == "flat" else (3, 4, 5)
    side = grid.hexside(middle, d)
    features: list[HexsideFeature] = []
    ways: list[Way] = []
    on_side = terrain.kind in ("hexside", "crossing")
    if terrain.kind == "path":
        ways.append(Way(terrain.id, (3, 4, 5) if grid.orientation == "flat" else (1, 4, 7)))
    elif terrain.kind == "hexside":
        # The neighbouring sides as well, so that the line has somewhere to come from.
        for index, direction in _run(grid, middle, d):
            feature_side = grid.hexside(index, direction)
            features.append(HexsideFeature(terrain.id, feature_side, index if terrain.directed else None))
    else:
        if water:
            features += [HexsideFeature(water, grid.hexside(i, k)) for i, k in _run(grid, middle, d)]
        features.append(HexsideFeature(terrain.id, side))
        if way:
            ways.append(Way(way, across))
    by_side: dict[object, tuple[HexsideFeature, ...]] = {}
    for feature in features:
        by_side[feature.side] = (*by_side.get(feature.side, ()), feature)
    small_map = BattleMap(
        grid,
        like.hex_metres,
        20.0,
        like.level_metres,
        small.terrain,
        small.levels,
        small.playable,
        tuple(features),
        tuple(ways),
        by_side=by_side,  # type: ignore[arg-type]
    )
    frame = MapFrame(small_map, Layout(grid, 20.0), rings=1)
    x, y = frame.layout.side_middle(side) if on_side else _on_way(frame, middle)
    at = compose(translation(SWATCH[0] / 2, SWATCH[1] / 2), scaling(_SCALE), translation(-x, -y))
    box = Rect(0.0, 0.0, SWATCH[0], SWATCH[1], rx=1.2)
    rim = Rect(0.0, 0.0, SWATCH[0], SWATCH[1], None, Stroke(theme.color("map.rim.line"), 0.2), rx=1.2)
    return Group((Group(_items(paint(frame)), at),), clip=box), rim


def _on_way(frame: MapFrame, middle: int) -> tuple[float, float]:
    """Return where a way that bends in the middle hex passes."""
    x, y = frame.layout.centre(middle)
    return (x, y - frame.size / 8) if frame.flat else (x - frame.size / 8, y)


def _run(grid: HexGrid, middle: int, d: int) -> tuple[tuple[int, int], ...]:
    """Return the hexsides in a line about side ``d`` of a hex, each as the hex on its near side sees it."""
    before = grid.neighbour(middle, d - 1)
    sides = [(middle, d), (middle, (d + 1) % 6)]
    if before is not None:
        sides.insert(0, (before, (d + 1) % 6))
    return tuple(sides)


def _items(layers: list[DrawingLayer]) -> tuple[Item, ...]:
    return tuple(item for layer in layers if layer.name != "outside" for item in layer.items)


__all__ = ["GROUPS", "SWATCH", "LegendEntry", "columns", "entries", "group_entries", "used_terrains"]
