"""Expressions of a module follow the options of the scenario that is played."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.scenario_number import SCENARIO, options_differ
from jdgtools.exporters.module.terms import resolve
from jdgtools.model.battle import Battle
from tests.tools.vassal_expressions import Scope, evaluate
from tests.unit.exporters_vassal.conftest import context, module_context_of


def battle_with(**of_scenarios: dict[str, object]) -> Battle:
    battle = context("teaching-mpbs").battle
    return replace(
        battle,
        scenarios=tuple(
            replace(s, options={**s.options, **of_scenarios.get(s.id, {})}) for s in battle.scenarios
        ),
    )


def module_context(battle: Battle) -> ModuleContext:
    made = module_context_of("teaching-mpbs")
    return ModuleContext(battle, made.rules, "en", hex_px=48, counter_px=40, charts=made.charts)


@pytest.mark.parametrize("term", ["[option ratio_exact]", "[option flank_bonus_limit]"])
def test_an_option_that_no_scenario_changes_is_a_plain_value(term: str) -> None:
    assert SCENARIO not in resolve(module_context(battle_with()), term)


def test_close_combat_rounds_in_the_scenario_that_has_no_exact_ratios() -> None:
    """MP-11.3.4-a, AMB-39: 9:10 is even with exact ratios, which the battle has, and 1:2 without."""
    battle = battle_with(morning={"ratio_exact": False})
    made = module_context(battle)
    assert options_differ(made)
    [check] = [c for c in made.rules.checks if c.id == "close_combat"]
    [ratio] = [m.value for m in check.modifiers if "T-CC-RATIO" in str(m.value)]
    expression = resolve(made, str(ratio))
    expression = f"{{{expression}}}"
    for number, scenario in enumerate(battle.scenarios, 1):
        expected = -1 if scenario.id == "morning" else 0
        assert evaluate(expression, Scope({SCENARIO: str(number), "AS": "9", "DS": "10"}.get)) == expected
    assert evaluate(expression, Scope({SCENARIO: "0", "AS": "9", "DS": "10"}.get)) == 0
