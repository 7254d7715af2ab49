"""The map part of a package: grid, terrain, hexsides, ways, costs, zones, sight."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from jdgtools.derived import Derived
from jdgtools.derived.los import packed, row_bytes
from jdgtools.derived.protocols import NearEnemyMovement
from jdgtools.derived.steps import StepTable
from jdgtools.model.definition import TerrainDef
from jdgtools.model.map import BattleMap
from jdgtools.model.text import Text

Plain = dict[str, Any]


def text(value: Text | None) -> Plain:
    """A text as language -> words; empty when there is none."""
    return {} if value is None else dict(value.values)


def grid_part(derived: Derived) -> Plain:
    """Size, numbering, hex ids, neighbours, edges."""
    battle_map = derived.terrain.map
    grid = battle_map.grid
    return {
        "columns": grid.columns,
        "rows": grid.rows,
        "orientation": grid.orientation,
        "shifted": grid.parity,
        "ragged": grid.ragged,
        "numbering": asdict(grid.numbering),
        "hex_metres": battle_map.hex_metres,
        "level_metres": battle_map.level_metres,
        "ids": [grid.id(i) if i in grid else "" for i in range(grid.size)],
        "in_play": [int(i in grid and battle_map.playable[i]) for i in range(grid.size)],
        "neighbours": list(derived.neighbours),
        "edges": {edge: list(grid.edge_hexes(edge)) for edge in "NESW"},
    }


def terrain_part(derived: Derived) -> Plain:
    """Kinds of terrain, the terrain and level of each hex, hexsides, ways."""
    battle_map, definition = derived.terrain.map, derived.terrain.definition
    kinds = [t for t in definition.terrains if t.kind == "hex" and t.id in set(battle_map.terrain)]
    number = {t.id: i for i, t in enumerate(kinds)}
    return {
        "kinds": [_kind(t) for t in kinds],
        "hexes": [number.get(kind or "", -1) for kind in battle_map.terrain],
        "levels": [level if level is not None else 0 for level in battle_map.levels],
        "side_kinds": [_kind(t) for t in definition.terrains if t.kind in ("hexside", "crossing")
                       and any(f.kind == t.id for f in battle_map.features)],
        "sides": _sides(battle_map),
        "way_kinds": [_kind(t) for t in definition.terrains if t.kind == "path"
                      and any(w.kind == t.id for w in battle_map.ways)],
        "ways": [
            {"id": w.key, "kind": w.kind, "hexes": list(w.hexes), "exits": list(w.exits)}
            for w in battle_map.ways
        ],
    }  # fmt: skip


def _kind(definition: TerrainDef) -> Plain:
    flags = ("directed", "clear", "impassable", "water", "building")
    return {
        "id": definition.id,
        "kind": definition.kind,
        "name": text(definition.name),
        "flags": [flag for flag in flags if getattr(definition, flag)],
    }


def _sides(battle_map: BattleMap) -> list[Plain]:
    """Every feature once, with the hex and direction that name its hexside first."""
    found = [
        {"hex": f.side.a, "direction": f.side.d, "kind": f.kind, "inside": f.inside}
        for f in battle_map.features
    ]
    return sorted(found, key=lambda f: (f["hex"], f["direction"], f["kind"]))


def movement_part(derived: Derived) -> Plain:
    """Costs of all steps for every movement class."""
    rules = derived.series.movement
    near = isinstance(rules, NearEnemyMovement)
    return {
        "denominator": rules.denominator,
        "classes": list(rules.classes),
        "steps": {name: _steps(derived.steps(name)) for name in rules.classes},
        "steps_near_enemy": {name: _steps(derived.steps(name, True)) for name in rules.classes}
        if near
        else None,
    }


def _steps(table: StepTable) -> Plain:
    ways: dict[str, list[int]] = {}
    for place, way in enumerate(table.way):
        if way:
            ways.setdefault(way, []).append(place)
    return {
        "cost": list(table.cost),
        "ways": dict(sorted(ways.items())),
        "disorders": [place for place, disorders in enumerate(table.disorders) if disorders],
    }


def zones_part(derived: Derived) -> Plain | None:
    """For every class the directions into which a ZOC reaches out of each hex; None without ZOC."""
    if derived.zoc is None:
        return None
    return {name: list(derived.zoc_masks(name)) for name in derived.series.movement.classes}


def sight_part(derived: Derived) -> Plain:
    """Lines of sight over terrain alone, as bits."""
    size = derived.terrain.map.grid.size
    return {"size": size, "row_bytes": row_bytes(size), "bits": packed(derived.los)}


def places_part(derived: Derived) -> Plain:
    """Regions and entry areas."""
    battle_map = derived.terrain.map
    return {
        "regions": [{"id": r.id, "name": text(r.name), "hexes": sorted(r.hexes)} for r in battle_map.regions],
        "entries": [
            {"id": e.id, "name": text(e.name), "side": e.side, "hexes": list(e.hexes), "exit": e.exit}
            for e in battle_map.entries
        ],
    }
