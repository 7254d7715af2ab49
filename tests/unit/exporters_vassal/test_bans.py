"""Attacks over a hexside that one scenario alone closes."""

from __future__ import annotations

import pytest

from jdgtools.derived import derive
from jdgtools.derived.step_bans import banned_steps
from tests.tools.legality import module_table
from tests.tools.module_table import UnitAt
from tests.unit.exporters_vassal.conftest import context

BRIDGE = ("0616", "0517")
BATTLE = "bouvines-1214"


@pytest.mark.parametrize(("scenario", "is_barred"), [("historical", False), ("broken-bridge", True)])
def test_the_module_knows_the_bridges_of_the_scenario_that_is_played(scenario: str, is_barred: bool) -> None:
    made = context(BATTLE)
    number, played = next((n, s) for n, s in enumerate(made.battle.scenarios, 1) if s.id == scenario)
    derived = derive(made.battle, made.series, made.charts, played)
    grid = derived.map_rules.map.grid
    origin, target = map(grid.index, BRIDGE)
    direction = grid.direction(origin, target)
    assert direction is not None
    assert (6 * origin + direction in banned_steps(derived, "melee_foot")) == is_barred
    table = module_table(BATTLE)
    table.place(
        [
            UnitAt("fr-burgundy", BRIDGE[0], direction, "acting"),
            UnitAt("al-flanders-1", BRIDGE[1], 0, "target"),
        ]
    )
    table.globals["ScenarioNo"] = str(number)
    assert ("AFE-9.1-k" in str(table.run("melee", die=5)["Unlawful"])) == is_barred
