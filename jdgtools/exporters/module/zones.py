"""Terrain of the map as zones, so that pointing at any hex names its terrain and height.

Each zone is a patch of hexes alike. Its outline is the outer one alone: the engine takes the first
zone that holds a point, and patches come in the order of their area, so that one inside another wins.
"""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.exporters.module.kit import Kit, plain
from jdgtools.hexgrid.layout import Layout
from jdgtools.hexgrid.sides import Side
from jdgtools.vassal.build import zone
from jdgtools.vassal.components import Component

Outline = tuple[tuple[int, int], ...]
"""Corners in board pixels, clockwise."""


def terrain_zones(kit: Kit, layout: Layout) -> list[Component]:
    """Return the zones of the board; none without a map."""
    battle_map = kit.battle.map
    if battle_map is None:
        return []
    levels = len({n for n in battle_map.levels if n is not None}) > 1
    alike = list(zip(battle_map.playable, battle_map.terrain, battle_map.levels, strict=True))
    known = {like: _name(kit, alike.index(like), levels) for like in dict.fromkeys(alike)}
    names = [known[like] for like in alike]
    found = [(outline(layout, patch), names[patch[0]]) for patch in patches(layout, names)]
    ordered = sorted(found, key=lambda f: (_area(f[0]), f[0]))
    return [zone(name, path, locationFormat="$gridLocation$", useParentGrid=True) for path, name in ordered]


def patches(layout: Layout, names: list[str]) -> list[list[int]]:
    """Return connected hexes of the same name, each patch by its lowest hex; hexes without a name in none."""
    seen: set[int] = set()
    found: list[list[int]] = []
    for first, name in enumerate(names):
        if not name or first in seen:
            continue
        seen.add(first)
        patch = [first]
        for i in patch:
            for j in layout.grid.neighbours(i):
                if j is not None and j not in seen and names[j] == name:
                    seen.add(j)
                    patch.append(j)
        found.append(patch)
    return found


def outline(layout: Layout, patch: Iterable[int]) -> Outline:
    """Return the outer outline of connected hexes. At a corner of a hex grid no two outlines meet."""
    own = set(patch)
    onward: dict[tuple[int, int], tuple[int, int]] = {}
    table = layout.grid.neighbour_table
    for i in sorted(own):
        for d, j in enumerate(table[i]):
            if j is None or j not in own:
                (x1, y1), (x2, y2) = layout.side_ends(Side(i, d))
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
    """Twice the area."""
    turned = zip(path, (*path[1:], path[0]), strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in turned))


def _name(kit: Kit, i: int, levels: bool) -> str:
    battle_map = kit.battle.map
    if battle_map is None or not battle_map.playable[i]:
        return ""
    terrain = kit.series.terrain(battle_map.terrain[i] or "", "hex")
    name = kit.say(terrain.name) if terrain else ""
    level = battle_map.levels[i]
    parts = [name, kit.words("level_n", n=level) if levels and level is not None else ""]
    return plain(", ".join(p for p in parts if p)).replace(";", ",")
