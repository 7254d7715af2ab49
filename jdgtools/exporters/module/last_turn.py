"""The end of the last turn: the tracker goes on to the first one, which is no turn of the battle any more."""

from __future__ import annotations

from jdgtools.exporters.module.globals import Globals
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.scenario_number import TURN_NUMBER_NOW, by_scenario
from jdgtools.model.scenario import Scenario
from jdgtools.vassal.encoding import Key

LAST = "LastTurn"
"""Global property: 1 since the last turn of the scenario has begun."""


def ends_differ(context: ModuleContext) -> bool:
    """Return whether the scenarios begin or end in different turns."""
    return len({_ends(scenario) for scenario in context.battle.scenarios if scenario.turns}) > 1


def find_last_turn(context: ModuleContext, table: Globals) -> Key:
    """Return the command that finds out, as a turn begins, whether it is the last one."""
    last = _by_scenario(context, 1)
    return table.set(LAST, "last turn", f"{{{TURN_NUMBER_NOW}=={last}?1:0}}")


def is_over(context: ModuleContext) -> str:
    """Return a test whether the last turn has ended: the tracker has come to the first one again."""
    first, last = _by_scenario(context, 0), _by_scenario(context, 1)
    return f"({LAST}==1&&{TURN_NUMBER_NOW}=={first}&&{first}!={last})"


def _by_scenario(context: ModuleContext, which: int) -> str:
    ends = [_ends(s) if s.turns else (0, 0) for s in context.battle.scenarios]
    otherwise = (min((e[0] for e in ends), default=0), max((e[1] for e in ends), default=0))
    return by_scenario(context, [str(e[which]) for e in ends], str(otherwise[which]))


def _ends(scenario: Scenario) -> tuple[int, int]:
    """Return the numbers of the first and the last turn that are played."""
    numbers = [turn.number for turn in scenario.turns]
    return scenario.first_turn or min(numbers), scenario.last_turn or max(numbers)
