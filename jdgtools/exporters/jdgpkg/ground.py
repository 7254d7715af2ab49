"""The map in a package for a rules engine: grid, terrain, hexsides, ways, costs, zones, sight.

Every function returns one part of it, as the type that `jdgtools/package/model_map.py` declares. What follows
from the rules, such as costs of steps, comes from `jdgtools/derived`.
"""

from __future__ import annotations

from msgspec.structs import asdict

from jdgtools.derived import DerivedBattle
from jdgtools.derived.protocols import (
    GateMovement,
    NearEnemyMovement,
    PartedMovement,
    StepParts,
    every_step,
)
from jdgtools.derived.steps import StepTable
from jdgtools.model.definition import TerrainDef
from jdgtools.model.map import BattleMap
from jdgtools.model.text import Text
from jdgtools.package.model_map import (
    Drawing,
    EffectSteps,
    Flag,
    Grid,
    HeldStep,
    Movement,
    Region,
    SideFeature,
    Steps,
    Terrain,
    TerrainKind,
    Way,
)

_FLAGS: tuple[Flag, ...] = ("directed", "clear", "impassable", "water", "building")


def words(text: Text | None) -> dict[str, str]:
    """Return a text as language -> words; empty when there is none."""
    return {} if text is None else dict(text.values)


def grid_of(derived: DerivedBattle) -> Grid:
    """Return size, numbering, hex ids, neighbours and edges."""
    battle_map = derived.map_rules.map
    grid = battle_map.grid
    return Grid(
        columns=grid.columns,
        rows=grid.rows,
        orientation=grid.orientation,
        shifted=grid.parity,
        ragged=grid.ragged,
        numbering=asdict(grid.numbering),
        hex_metres=battle_map.hex_metres,
        level_metres=battle_map.level_metres,
        ids=tuple(grid.id(i) if i in grid else "" for i in range(grid.size)),
        in_play=tuple(1 if i in grid and battle_map.playable[i] else 0 for i in range(grid.size)),
        neighbours=tuple(derived.neighbours),
        edges={edge: tuple(grid.edge_hexes(edge)) for edge in ("N", "E", "S", "W")},
    )


def terrain_of(derived: DerivedBattle) -> Terrain:
    """Return kinds of terrain, the terrain and level of each hex, hexsides, ways."""
    battle_map, definition = derived.map_rules.map, derived.map_rules.definition
    hex_kinds = [t for t in definition.terrains if t.kind == "hex" and t.id in set(battle_map.terrain)]
    numbers = {t.id: i for i, t in enumerate(hex_kinds)}
    side_ids = {feature.kind for feature in battle_map.features}
    way_ids = {way.kind for way in battle_map.ways}
    return Terrain(
        kinds=tuple(map(_kind, hex_kinds)),
        hexes=tuple(numbers.get(kind or "", -1) for kind in battle_map.terrain),
        levels=tuple(level if level is not None else 0 for level in battle_map.levels),
        side_kinds=tuple(
            _kind(t) for t in definition.terrains if t.kind in ("hexside", "crossing") and t.id in side_ids
        ),
        sides=_sides(battle_map),
        way_kinds=tuple(_kind(t) for t in definition.terrains if t.kind == "path" and t.id in way_ids),
        ways=tuple(Way(w.key, w.kind, tuple(w.hexes), (w.exits[0], w.exits[1])) for w in battle_map.ways),
    )


def _kind(definition: TerrainDef) -> TerrainKind:
    return TerrainKind(
        id=definition.id,
        kind=definition.kind,
        name=words(definition.name),
        flags=tuple(flag for flag in _FLAGS if getattr(definition, flag)),
        like=definition.like,
    )


def _sides(battle_map: BattleMap) -> tuple[SideFeature, ...]:
    """Return every feature once, with the hex and direction that name its hexside first."""
    features = [SideFeature(f.side.a, f.side.d, f.kind, f.inside) for f in battle_map.features]
    return tuple(sorted(features, key=lambda f: (f.hex, f.direction, f.kind)))


def movement_of(derived: DerivedBattle) -> Movement:
    """Return the costs of all steps for every movement class."""
    rules = derived.series.movement
    near = isinstance(rules, NearEnemyMovement)
    return Movement(
        denominator=rules.denominator,
        classes=tuple(rules.classes),
        steps={name: _steps(derived.steps(name), _parts(derived, name)) for name in rules.classes},
        steps_near_enemy={name: _steps(derived.steps(name, True)) for name in rules.classes}
        if near
        else None,
        held_steps=_held_steps(derived),
    )


def _parts(derived: DerivedBattle, movement_class: str) -> tuple[StepParts, ...]:
    """Return what hex and hexside contribute to every step; empty where they do not count apart."""
    rules = derived.series.movement
    if not isinstance(rules, PartedMovement):
        return ()
    map_rules, step_parts = derived.map_rules, rules.step_parts

    def ask(index: int, direction: int) -> StepParts:
        return step_parts(map_rules, index, direction, movement_class)

    return tuple(every_step(rules, map_rules, ask, StepParts()))


def _held_steps(derived: DerivedBattle) -> tuple[HeldStep, ...]:
    """Return the steps that cost something else for the side that holds one of their hexes."""
    rules = derived.series.movement
    if not isinstance(rules, GateMovement):
        return ()
    map_rules, through_gates = derived.map_rules, rules.step_through_gates
    no_step = dict.fromkeys(rules.classes)

    def ask(index: int, direction: int) -> dict[str, int | None]:
        return {name: through_gates(map_rules, index, direction, name).cost for name in no_step}

    steps = []
    for step, costs in enumerate(every_step(rules, map_rules, ask, no_step)):
        if any(derived.steps(name).cost[step] != (-1 if c is None else c) for name, c in costs.items()):
            steps.append(HeldStep(step, {name: -1 if c is None else c for name, c in costs.items()}))
    return tuple(steps)


def _steps(table: StepTable, parts: tuple[StepParts, ...] = ()) -> Steps:
    """Return the steps of a movement class; a step is its index in the table, 6 * hex + direction."""
    ways: dict[str, list[int]] = {}
    for step, way in enumerate(table.way):
        if way:
            ways.setdefault(way, []).append(step)
    side_costs: dict[int, list[int]] = {}
    for step, part in enumerate(parts):
        if part.side_cost:
            side_costs.setdefault(part.side_cost, []).append(step)
    return Steps(
        cost=tuple(table.cost),
        ways={way: tuple(steps) for way, steps in sorted(ways.items())},
        disorders=tuple(step for step, disorders in enumerate(table.disorders) if disorders),
        disorders_hex=tuple(step for step, part in enumerate(parts) if part.hex),
        disorders_side=tuple(step for step, part in enumerate(parts) if part.side),
        disorders_second=tuple(step for step, part in enumerate(parts) if part.second),
        side_costs=tuple(EffectSteps(cost, tuple(steps)) for cost, steps in sorted(side_costs.items())),
    )


def zones_of(derived: DerivedBattle) -> dict[str, tuple[int, ...]] | None:
    """Return for every class the directions into which a ZOC reaches out of each hex; None without ZOC."""
    if derived.zoc is None:
        return None
    return {name: tuple(derived.zoc_masks(name)) for name in derived.series.movement.classes}


def regions_of(battle_map: BattleMap) -> tuple[Region, ...]:
    """Return the named sets of hexes."""
    return tuple(Region(r.id, words(r.name), tuple(sorted(r.hexes))) for r in battle_map.regions)


def drawing_of(battle_map: BattleMap) -> Drawing:
    """Return where the hexes lie in the picture of the map for the screen."""
    from jdgtools.exporters.shared_options import SCREEN_HEX
    from jdgtools.render.map.screen import screen_layout, screen_size

    grid = battle_map.grid
    layout = screen_layout(battle_map, SCREEN_HEX.default)
    x, y = layout.centre(0)
    centres = (layout.centre(i) if i in grid else (-1.0, -1.0) for i in range(grid.size))
    corners = (layout.corner(0, k) for k in range(6))
    return Drawing(
        *screen_size(layout),
        centres=tuple(round(value) for centre in centres for value in centre),
        corners=tuple(round(value) for u, v in corners for value in (u - x, v - y)),
    )
