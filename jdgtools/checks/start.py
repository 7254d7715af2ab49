"""Checks of how the armies stand at the start: hexes that they share, facings, contact, edges of retreat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check
from jdgtools.checks.setup import faceless_in, side_facing
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.hexgrid import DIRECTIONS, Cube, dot, step_towards
from jdgtools.model.map import BattleMap
from jdgtools.model.pieces import Unit
from jdgtools.model.scenario import Placement

_ARMY = 3
"""Fewer units may well look another way."""
_FEW = 6
"""One of so many may have been turned by mistake; of fewer, or where more look away, it may be meant."""
_NEAR = 6
"""Hexes around a unit without a friend in which it is alone, and in which it may stand among enemies."""


@general_check(
    "GEN078",
    name="no-turns",
    severity=Severity.ERROR,
    rationale="A game lasts the number of turns that its scenario gives; without one it cannot be played.",
    bad="turns: []",
    good='turns: {count: 10, start: "09:00", minutes: 30}',
)
def no_turns(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios without a turn."""
    if ctx.scenario is not None and not ctx.scenario.turns:
        yield Finding(
            ("scenario", ctx.scenario.id, "turns"),
            f"scenario `{ctx.scenario.id}` has no turns",
            expected="at least one turn",
            hint="write `turns: {count: 10}`, or list the turns",
            depends=(("turns", ctx.scenario.id, "count"),),
        )


@general_check(
    "GEN080",
    name="both-sides-in-one-hex",
    severity=Severity.ERROR,
    rationale="Units of the two armies do not share a hex: who fights, fights from the hex next to it.",
    bad="setup:\n  - {unit: a, hex: 0305}      # French\n  - {unit: b, hex: 0305}      # British",
    good="setup:\n  - {unit: a, hex: 0305}\n  - {unit: b, hex: 0505}",
)
def both_sides_in_one_hex(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes in which units of both sides start."""
    for index, units in sorted(ctx.unit_stacks.items()):
        first = units[0][0]
        enemy = next((u for u, _ in units if None not in (u.side, first.side) and u.side != first.side), None)
        if enemy is not None:
            yield Finding(
                (*ctx.placement_subject(enemy.id), "hex"),
                f"`{enemy.id}` of `{enemy.side}` starts in hex {ctx.hex_id(index)} with `{first.id}` of "
                f"`{first.side}`",
                expected="units of one side in a hex",
                hint="move one of them to another hex",
                related=((ctx.placement_subject(first.id), f"`{first.id}` starts here"),),
            )


@general_check(
    "GEN081",
    name="unit-without-facing",
    severity=Severity.ERROR,
    rationale="A unit that has a front faces somewhere from the first turn on: fire, attacks and zones of "
    "control ask for it.",
    bad="setup:\n  - {unit: a, hex: 0305}",
    good="setup:\n  - {unit: a, hex: 0305, facing: E}",
)
def unit_without_facing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units without a facing.

    Where the series does without, those that alone among others have none.
    """
    units = [pair for pair in _placed_units(ctx) if _has_front(ctx, *pair)]
    needs_facing = ctx.battle.series.facing_needed or any(p.facing is not None for _, p in units)
    for unit, placement in units if needs_facing else ():
        if placement.facing is None:
            what = "hexside" if ctx.battle.series.facing == "hexside" else "corner"
            yield Finding(
                (*ctx.placement_subject(unit.id), "facing"),
                f"`{unit.id}` starts without a facing",
                expected=f"`facing` with the {what} that it faces",
                hint="write for example `facing: NE`",
                depends=(side_facing(ctx, unit.side),),
            )


def _placed_units(ctx: CheckContext) -> list[tuple[Unit, Placement]]:
    """Return the units that start on the map, in the order of the setup."""
    placements = ctx.scenario.placements if ctx.scenario else ()
    return [
        (ctx.units[p.piece], p)
        for p in placements
        if p.kind == "unit" and p.piece in ctx.units and p.possible_hexes
    ]


def _has_front(ctx: CheckContext, unit: Unit, placement: Placement) -> bool:
    series = ctx.battle.series
    kind = series.unit_type(unit.type) if unit.type else None
    if kind is None or not kind.has_facing:
        return False
    return not faceless_in(ctx, placement)


@general_check(
    "GEN082",
    name="too-many-units-in-a-hex",
    severity=Severity.ERROR,
    rationale="No more units may stand in a hex than the rules of the series allow at most.",
    bad="setup:      # two units may share a hex\n  - {unit: a, hex: 0305}\n  - {unit: b, hex: 0305}\n"
    "  - {unit: c, hex: 0305}",
    good="setup:\n  - {unit: a, hex: 0305}\n  - {unit: b, hex: 0305}\n  - {unit: c, hex: 0306}",
)
def too_many_units_in_a_hex(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes with more units than the series ever allows."""
    limit = ctx.battle.series.stack_limit
    for index, units in sorted(ctx.unit_stacks.items()) if limit is not None else ():
        if limit is not None and len(units) > limit:
            yield Finding(
                (*ctx.placement_subject(units[limit][0].id), "hex"),
                f"{len(units)} units start in hex {ctx.hex_id(index)}: {name_list(u.id for u, _ in units)}",
                expected=f"at most {limit}",
                hint="move some of them to another hex",
            )


@general_check(
    "GEN083",
    name="armies-adjacent",
    severity=Severity.WARNING,
    rationale="Units that start next to enemies are in contact before anybody has moved, and whoever acts "
    "first attacks. Some scenarios want that; mostly a hex was mistyped.",
    bad="setup:\n  - {unit: a, hex: 0305}      # French\n  - {unit: b, hex: 0405}      # British",
    good="setup:\n  - {unit: a, hex: 0305}\n  - {unit: b, hex: 0505}",
)
def armies_adjacent(ctx: CheckContext) -> Iterator[Finding]:
    """Yield pairs of adjacent hexes with opposing units, once each, for series with zones of control."""
    if ctx.map is None or not ctx.series.has("zoc"):
        return
    for index, units in sorted(ctx.unit_stacks.items()):
        unit = units[0][0]
        for there in ctx.map.grid.neighbours(index):
            others = ctx.unit_stacks.get(there, ()) if there > index else ()
            enemies = [u for u, _ in others if None not in (u.side, unit.side) and u.side != unit.side]
            if enemies:
                yield Finding(
                    (*ctx.placement_subject(enemies[0].id), "hex"),
                    f"`{enemies[0].id}` starts in hex {ctx.hex_id(there)}, next to `{unit.id}` of the enemy "
                    f"in hex {ctx.hex_id(index)}",
                    expected="at least one hex between opposing units",
                    hint="move one of them a hex back, or accept it with the reason",
                    related=((ctx.placement_subject(unit.id), f"`{unit.id}` starts here"),),
                )


@general_check(
    "GEN084",
    name="army-faces-its-rear",
    severity=Severity.WARNING,
    rationale="An army of which no unit looks towards any enemy, or that looks towards its own rear as one "
    "man while no enemy is there yet, was set up the wrong way round: the map was turned, or the facings of "
    "the other side were copied.",
    bad="sides:\n  - {side: french, rout_edge: S}\nsetup:      # the British stand in the north\n"
    "  - {unit: a, hex: 0308, facing: S}\n  - {unit: b, hex: 0408, facing: S}\n"
    "  - {unit: c, hex: 0508, facing: S}",
    good="sides:\n  - {side: french, rout_edge: S}\nsetup:\n  - {unit: a, hex: 0308, facing: N}\n"
    "  - {unit: b, hex: 0408, facing: N}\n  - {unit: c, hex: 0508, facing: N}",
)
def army_faces_its_rear(ctx: CheckContext) -> Iterator[Finding]:
    """Yield sides of three or more units with a facing that all look away from all enemies."""
    scenario, battle_map = ctx.scenario, ctx.map
    if scenario is None or battle_map is None:
        return
    cubes = _cubes(ctx, battle_map)
    looks = _looks(ctx, battle_map)
    edges = {s.side: s.rout_edge for s in scenario.sides}
    for side, army in looks.items():
        enemies = [cube for other, positions in cubes.items() if other != side for cube in positions]
        rear = step_towards(edges.get(side), battle_map.grid.orientation)
        if len(army) < _ARMY:
            continue
        if enemies:
            sees_nobody = not any(
                dot(ahead, enemy - cube) > 0 for _, cube, ahead in army for enemy in enemies
            )
        else:
            # Within 45 degrees: twice the square of the product against those of the lengths.
            sees_nobody = rear is not None and all(
                dot(ahead, rear) > 0 and 2 * dot(ahead, rear) ** 2 >= dot(ahead, ahead) * dot(rear, rear)
                for _, _, ahead in army
            )
        if sees_nobody:
            yield Finding(
                (*ctx.placement_subject(army[0][0]), "facing"),
                f"all {len(army)} units of `{side}` with a facing start with their backs to the enemy"
                if enemies
                else f"all {len(army)} units of `{side}` with a facing look towards their rear, "
                f"the {edges[side]} edge",
                expected=f"units of `{side}` that face the enemy",
                hint="turn them round, or accept it for an army that marches off",
            )


@general_check(
    "GEN107",
    name="rout-towards-the-enemy",
    severity=Severity.WARNING,
    rationale="Routed units run to their own edge of the map. If every enemy stands nearer to that edge than "
    "the army itself, they run through the enemy: the two edges are exchanged.",
    bad="sides:      # the French stand in the north\n  - {side: france, rout_edge: S}\n"
    "  - {side: austria, rout_edge: N}",
    good="sides:\n  - {side: france, rout_edge: N}\n  - {side: austria, rout_edge: S}",
)
def rout_towards_the_enemy(ctx: CheckContext) -> Iterator[Finding]:
    """Yield sides of three or more units that all stand farther from their rout edge than any enemy."""
    scenario, battle_map = ctx.scenario, ctx.map
    if scenario is None or battle_map is None:
        return
    cubes = _cubes(ctx, battle_map)
    for entry in scenario.sides:
        rear = step_towards(entry.rout_edge, battle_map.grid.orientation)
        army = cubes.get(entry.side, [])
        enemies = [cube for other, positions in cubes.items() if other != entry.side for cube in positions]
        if rear is None or min(len(army), len(enemies)) < _ARMY:
            continue
        if max(dot(cube, rear) for cube in army) < min(dot(cube, rear) for cube in enemies):
            yield Finding(
                ("scenario-side", scenario.id, entry.side, "rout_edge"),
                f"`{entry.side}` routs to the {entry.rout_edge} edge, and all enemies stand nearer to it",
                expected=f"an edge in the rear of `{entry.side}`",
                hint="are the edges of the two sides exchanged?",
            )


@general_check(
    "GEN235",
    name="unit-with-its-back-to-the-enemy",
    severity=Severity.WARNING,
    rationale="Where an army faces the enemy, one unit with all enemies behind it, those who are still to "
    "come included, cannot fight whom it came for: its facing was copied from the other side, or mistyped.",
    bad="setup:      # the British stand in the north\n  - {unit: a, hex: 0308, facing: N}\n"
    "  - {unit: b, hex: 0408, facing: S}\n  - {unit: c, hex: 0508, facing: N}",
    good="setup:\n  - {unit: a, hex: 0308, facing: N}\n  - {unit: b, hex: 0408, facing: N}\n"
    "  - {unit: c, hex: 0508, facing: N}",
)
def unit_with_its_back_to_the_enemy(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that look away from all enemies, of sides of which nearly all others look towards some."""
    battle_map = ctx.map
    if ctx.scenario is None or battle_map is None:
        return
    places = _cubes(ctx, battle_map)
    for side, hexes in _entry_hexes(ctx).items():
        places.setdefault(side, []).extend(battle_map.grid.cube(index) for index in hexes)
    for side, army in _looks(ctx, battle_map).items():
        enemies = {cube for other, positions in places.items() if other != side for cube in positions}
        if not enemies:
            continue
        # How far enemies lie in each direction: of ten thousand units not each is held against each.
        farthest = {
            towards: max(dot(towards, enemy) for enemy in enemies) for towards in {x for _, _, x in army}
        }
        away = [name for name, cube, ahead in army if farthest[ahead] < dot(ahead, cube)]
        for name in away if len(away) * _FEW <= len(army) else ():
            yield Finding(
                (*ctx.placement_subject(name), "facing"),
                f"`{name}` starts with its back to all enemies, and {len(army) - len(away)} of "
                f"{len(army)} units of `{side}` do not",
                expected="a facing towards an enemy",
                hint="turn it round, or accept it for a unit that guards the rear",
            )


@general_check(
    "GEN236",
    name="unit-behind-the-enemy",
    severity=Severity.WARNING,
    rationale="A unit far from all its friends, with several enemies nearer to it than any of them, stands "
    "in their midst or in their rear: two digits of its hex were exchanged, or its side is wrong.",
    bad="setup:      # the British stand in rows 03 to 05\n  - {unit: a, hex: 0614, facing: N}\n"
    "  - {unit: b, hex: 0602, facing: N}",
    good="setup:\n  - {unit: a, hex: 0614, facing: N}\n  - {unit: b, hex: 0714, facing: N}",
)
def unit_behind_the_enemy(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units with three enemies within six hexes, and no friend within twice as many hexes as these."""
    battle_map = ctx.map
    if ctx.scenario is None or battle_map is None:
        return
    grid = battle_map.grid
    starts = [(unit, p.hexes[0]) for unit, p in _placed_units(ctx) if unit.side is not None and p.hexes]
    numbers = Counter(unit.side for unit, _ in starts)
    sides_at: dict[int, list[str | None]] = {}
    for unit, index in starts:
        sides_at.setdefault(index, []).append(unit.side)
    for unit, here in starts:
        if numbers[unit.side] <= _ARMY or len(starts) - numbers[unit.side] < _ARMY:
            continue
        if len(sides_at[here]) > 1:
            continue  # with a friend; with an enemy it is told of by that
        near = {
            index: sides_at[index] for index in grid.disc(here, _NEAR) if index in sides_at and index != here
        }
        enemies = sorted(
            grid.distance(here, index) for index, sides in near.items() for side in sides if side != unit.side
        )
        if len(enemies) < _ARMY or any(unit.side in sides for sides in near.values()):
            continue
        friend = min(
            grid.distance(here, index)
            for other, index in starts
            if other.side == unit.side and other is not unit
        )
        if friend >= 2 * enemies[_ARMY - 1]:
            yield Finding(
                (*ctx.placement_subject(unit.id), "hex"),
                f"`{unit.id}` starts in hex {ctx.hex_id(here)} with {_ARMY} enemies within "
                f"{enemies[_ARMY - 1]} hexes and its nearest friend {friend} hexes away",
                expected=f"a hex near the other units of `{unit.side}`",
                hint="are the digits of its hex exchanged?",
            )


def _cubes(ctx: CheckContext, battle_map: BattleMap) -> dict[str, list[Cube]]:
    """Return where the units of each side start."""
    cubes: dict[str, list[Cube]] = {}
    for unit, placement in _placed_units(ctx):
        if unit.side is not None and placement.hexes:
            cubes.setdefault(unit.side, []).append(battle_map.grid.cube(placement.hexes[0]))
    return cubes


def _looks(ctx: CheckContext, battle_map: BattleMap) -> dict[str, list[tuple[str, Cube, Cube]]]:
    """Return units with a facing by side: id, hex, and the direction in which each looks."""
    looks: dict[str, list[tuple[str, Cube, Cube]]] = {}
    for unit, placement in _placed_units(ctx):
        if placement.facing is None or unit.side is None or not placement.hexes:
            continue
        if _has_front(ctx, unit, placement):
            ahead = _ahead(placement.facing, ctx.battle.series.facing == "corner")
            cube = battle_map.grid.cube(placement.hexes[0])
            looks.setdefault(unit.side, []).append((unit.id, cube, ahead))
    return looks


def _entry_hexes(ctx: CheckContext) -> dict[str, list[int]]:
    """Return the hexes in which reinforcements of each side enter."""
    hexes: dict[str, list[int]] = {}
    for arrival in ctx.scenario.arrivals if ctx.scenario is not None else ():
        if arrival.side is not None:
            hexes.setdefault(arrival.side, []).extend(arrival.hexes)
    return hexes


def _ahead(facing: int, corner: bool) -> Cube:
    """Return the direction in which a unit looks; its length means nothing."""
    return DIRECTIONS[facing % 6] + DIRECTIONS[(facing + 1) % 6] if corner else DIRECTIONS[facing % 6]


CHECKS: tuple[Check, ...] = (
    no_turns,
    both_sides_in_one_hex,
    unit_without_facing,
    too_many_units_in_a_hex,
    armies_adjacent,
    army_faces_its_rear,
    rout_towards_the_enemy,
    unit_with_its_back_to_the_enemy,
    unit_behind_the_enemy,
)
