"""Which scenario is played and which turn it is, as numbers that expressions ask for."""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.exporters.module.globals import Globals
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.model.scenario import Scenario

SCENARIO = "ScenarioNo"
"""Global property: number of the scenario that is played, from 1; 0 for none."""
TURN_NUMBER = "TurnNo"
"""Global property: number of the turn, as it was when a command last asked for it."""
_TURN = '(""+Turn+" ")'
TURN_NUMBER_NOW = f'Integer.parseInt({_TURN}.substring(0,{_TURN}.indexOf(" ")))'
"""Expression of the number of the turn, from the text that the tracker shows."""


def scenario_number(context: ModuleContext, scenario: Scenario | None) -> str:
    """Return the number of a scenario as its setup sets it."""
    return str(context.battle.scenarios.index(scenario) + 1) if scenario is not None else "0"


def add_scenario_number(context: ModuleContext, table: Globals) -> None:
    """Add the property to a table of properties; without a choice of scenarios it has its number at once."""
    table.add(SCENARIO, "1" if len(context.battle.scenarios) == 1 else "0")


def options_differ(context: ModuleContext) -> bool:
    """Return whether some scenario is played with other options than the battle."""
    battle = context.battle
    return any(s.options[o] != battle.option(o) for s in battle.scenarios for o in s.options)


def by_scenario(context: ModuleContext, values: Sequence[str], otherwise: str) -> str:
    """Return an expression of the value that belongs to the scenario that is played.

    Args:
        context: the module.
        values: one a scenario, as expressions.
        otherwise: value on an empty map, on which anything is played.
    """
    if all(value == otherwise for value in values):
        return otherwise
    if len(context.battle.scenarios) == 1:
        return values[0]
    steps = "".join(f"{SCENARIO}=={n}?{v}:" for n, v in enumerate(values, 1) if v != otherwise)
    return f"({steps}{otherwise})"


def turns_differ(context: ModuleContext) -> bool:
    """Return whether combined markers may be used in other turns in some scenario."""
    return any(scenario.marker_turns for scenario in context.battle.scenarios)
