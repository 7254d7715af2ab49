"""The button that says who is out of command agrees with the checks of the library, position by position."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from jdgtools.checks.base import CheckContext
from jdgtools.exporters.context import BuildContext
from jdgtools.model.pieces import Unit
from jdgtools.model.scenario import Placement, Scenario
from jdgtools.series.afe.checks.position import out_of_command_at_start
from jdgtools.series.jdg.checks.command_setup import group_out_of_command_range
from jdgtools.series.jdg.checks.common import setup_of
from jdgtools.series.mpbs.checks.command import out_of_command
from tests.tools.module_table import ModuleTable, UnitAt
from tests.unit.exporters_vassal.conftest import built_once, context

POSITIONS = 12


def found_by(check: Callable[[CheckContext], object], ctx: CheckContext) -> set[str]:
    """Return the pieces that a check names."""
    return {finding.subject[-1] for finding in check(ctx)}  # type: ignore[attr-defined]


def groups_out_of_range(ctx: CheckContext) -> set[str]:
    """Return the units of all tactical groups whose nearest unit the check of Jours de Gloire names."""
    nearest = found_by(group_out_of_command_range.run, ctx)
    groups = [g for c in ctx.battle.commands for g in setup_of(ctx).groups(c.id)]
    return {p.id for group in groups if nearest & {p.id for p in group} for p in group}


LIBRARY: dict[str, Callable[[CheckContext], set[str]]] = {
    "jdg": groups_out_of_range,
    "afe": lambda ctx: found_by(out_of_command_at_start.run, ctx),
    "mpbs": lambda ctx: found_by(out_of_command.run, ctx),
}


def scattered(made: BuildContext, dice: random.Random) -> Scenario:
    """Return a scenario with units of some commands and all leaders somewhere in one part of the map."""
    battle = made.battle
    assert battle.map is not None
    grid = battle.map.grid
    closed = {t.id for t in battle.series.terrains if t.kind == "hex" and t.impassable}
    scenario, centre = battle.scenarios[0], dice.choice(list(grid.hexes))
    free = [
        i
        for i in grid.hexes
        if grid.distance(i, centre) <= 9 and battle.map.playable[i] and battle.map.terrain[i] not in closed
    ]
    placed = {p.piece for p in scenario.placements if p.hexes}
    leaders = [x for x in battle.leaders if x.id in placed]
    led = [c.id for c in battle.commands if c.leader in placed or any(x.command == c.id for x in leaders)]
    led = led or [c.id for c in battle.commands]
    chosen = set(dice.sample(led, min(len(led), 4)))
    units = [u for u in battle.units if u.command in chosen][:14]
    placements, held = [], set[int]()
    for unit in units:
        for _ in range(50):
            index, facing = dice.choice(free), dice.randrange(6)
            hexes = _hexes(made, unit, index, facing)
            if set(hexes) <= set(free) and not set(hexes) & held:
                held |= set(hexes)
                placements.append(Placement(unit.id, "unit", hexes, facing=facing))
                break
    seats = [i for i in free if i not in held]
    placements += [Placement(x.id, "leader", (dice.choice(seats),)) for x in leaders]
    return replace(scenario, placements=tuple(placements))


def _hexes(made: BuildContext, unit: Unit, index: int, facing: int) -> tuple[int, ...]:
    """Return the hexes of a unit, the left half first (MP-6.1-c)."""
    assert made.battle.map is not None
    right = made.battle.map.grid.neighbour(index, (facing + 2) % 6) if unit.footprint > 1 else None
    return (index,) if right is None else (index, right)


@pytest.mark.parametrize(
    "name", ["teaching-jdg", "rolica-1808", "teaching-afe", "bouvines-1214", "teaching-mpbs", "edgehill-1642"]
)
def test_module_and_library_name_the_same_units(name: str) -> None:
    made, dice = context(name), random.Random(1642)
    battle, build = made.battle, built_once(name)
    assert battle.map is not None
    names = {u.id: u.name.get("en") for u in battle.units}
    table, missed_units, reached_units = ModuleTable(made, build), 0, 0
    for _ in range(POSITIONS):
        scenario = scattered(made, dice)
        moved = replace(battle, scenarios=(scenario,))
        expected = LIBRARY[battle.series.id](CheckContext(moved, scenario, made.series, made.charts))
        units = [p for p in scenario.placements if p.kind == "unit"]
        hexes = {p.piece: battle.map.grid.id(p.hexes[0]) for p in scenario.placements}
        table.place([UnitAt(p.piece, hexes[p.piece], faces=p.facing or 0) for p in units])
        for p in scenario.placements:
            if p.kind == "leader":
                table.place_leader(p.piece, hexes[p.piece])
        table.button("Command range")
        told = " | ".join(table.lines())
        said = {p.piece for p in units if f"{names[p.piece]} {hexes[p.piece]}" in told}
        assert said == expected, (hexes, told)
        missed_units += len(said)
        reached_units += len(units) - len(said)
    assert min(missed_units, reached_units) >= POSITIONS
