"""Terrain of the map as zones, so that pointing at any hex names its terrain and height.

Each zone is a patch of hexes alike. Its outline is the outer one alone: VASSAL takes the first
zone that holds a point, and patches come in the order of their area, so that one inside another wins.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, msgpack

from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.words import ModuleWords
from jdgtools.hexgrid.layout import Layout
from jdgtools.hexgrid.sides import Hexside
from jdgtools.model.definition import SeriesDef
from jdgtools.model.map import BattleMap
from jdgtools.vassal.build import zone
from jdgtools.vassal.components import Component

Outline = tuple[tuple[int, int], ...]
"""Corners in board pixels, clockwise."""
Zones = list[tuple[str, Outline]]
"""Names and outlines of zones, the smallest first."""


def terrain_zones(context: ModuleContext, layout: Layout, battle_map: BattleMap | None) -> list[Component]:
    """Return the zones of a board with a map, that of the battle or of a scenario; none without a map."""
    if battle_map is None:
        return []
    hover_zones = HoverZones(battle_map, context.series, context.language)
    inputs = (hover_zones, layout.size, layout.pitch, layout.origin)
    packed_zones = context.get_or_make(
        "terrain zones", inputs, lambda: msgpack.encode(hover_zones.zones(layout))
    )
    zones = msgpack.decode(packed_zones, type=Zones)
    return [zone(name, path, locationFormat="$gridLocation$", useParentGrid=True) for name, path in zones]


class HoverZones(Struct, frozen=True):
    """What a player reads where the pointer rests on a hex: terrain, height and name, as zones of a board."""

    map: BattleMap
    series: SeriesDef
    language: str

    def zones(self, layout: Layout) -> Zones:
        """Return the zones of all terrain.

        Args:
            layout: hexes of this map on the board.
        """
        levels = len({n for n in self.map.levels if n is not None}) > 1
        kinds = list(zip(self.map.playable, self.map.terrain, self.map.levels, strict=True))
        name_of_kind = {kind: self._name(kinds.index(kind), levels) for kind in dict.fromkeys(kinds)}
        names = [name_of_kind[kind] for kind in kinds]
        for place in self.map.places:
            # The terrain stays first: commands read it there.
            name = plain(place.name.get(self.language)).replace(";", ",")
            if names[place.hex] and name:
                names[place.hex] += f", {name}"
        zones = [(outline(layout, patch), names[patch[0]]) for patch in patches(layout, names)]
        return [(name, path) for path, name in sorted(zones, key=lambda f: (_area(f[0]), f[0]))]

    def _name(self, i: int, levels: bool) -> str:
        """Return terrain and, if the map has several levels, height of a hex; '' where it is out of play."""
        if not self.map.playable[i]:
            return ""
        terrain = self.series.terrain(self.map.terrain[i] or "", "hex")
        name = terrain.name.get(self.language) if terrain else ""
        level = self.map.levels[i]
        height = ModuleWords(self.language)("level_n", n=level) if levels and level is not None else ""
        return plain(", ".join(p for p in (name, height) if p)).replace(";", ",")


def patches(layout: Layout, names: list[str]) -> list[list[int]]:
    """Return connected hexes of the same name, each patch by its lowest hex; hexes without a name in none."""
    hexes_before: set[int] = set()
    all_patches: list[list[int]] = []
    for first, name in enumerate(names):
        if not name or first in hexes_before:
            continue
        hexes_before.add(first)
        patch = [first]
        for i in patch:
            for j in layout.grid.neighbours(i):
                if j is not None and j not in hexes_before and names[j] == name:
                    hexes_before.add(j)
                    patch.append(j)
        all_patches.append(patch)
    return all_patches


def outline(layout: Layout, patch: Iterable[int]) -> Outline:
    """Return the outer outline of connected hexes. At a corner of a hex grid no two outlines meet."""
    patch_hexes = set(patch)
    onward: dict[tuple[int, int], tuple[int, int]] = {}
    table = layout.grid.neighbour_table
    for i in sorted(patch_hexes):
        for d, j in enumerate(table[i]):
            if j is None or j not in patch_hexes:
                (x1, y1), (x2, y2) = layout.side_ends(Hexside(i, d))
                onward[round(x1), round(y1)] = round(x2), round(y2)
    loops: list[Outline] = []
    for start in sorted(onward):
        if start not in onward:
            continue
        loop = [start]
        while (point := onward.pop(loop[-1])) != start:
            loop.append(point)
        loops.append(tuple(loop))
    return max(loops, key=_area)


def _area(path: Outline) -> int:
    """Return twice the area that a path encloses."""
    edges = zip(path, (*path[1:], path[0]), strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges))
