"""The end of the last turn: the tracker goes on to the first one, which is no turn of the battle any more."""

from __future__ import annotations

from jdgtools.exporters.module.globals import Globals
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.scenario_number import TURN_NUMBER_NOW, by_scenario
from jdgtools.vassal.encoding import Key

LAST = "LastTurn"
"""Global property: 1 since the last turn of the scenario has begun."""
NOT_LAST = Key.named("not the last turn")
"""Command that forgets that the last turn had begun."""


def ends_differ(context: ModuleContext) -> bool:
    """Return whether the scenarios begin or end in different turns."""
    return len(set(_ends(context))) > 1


def find_last_turn(context: ModuleContext, table: Globals) -> Key:
    """Return the command that finds out, as a turn begins, whether it is the last one."""
    if has_two_turns(context):
        table.set(LAST, NOT_LAST.name, "0")
    return table.set(LAST, "last turn", f"{{{TURN_NUMBER_NOW}=={_first_and_last(context)[1]}?1:0}}")


def has_two_turns(context: ModuleContext) -> bool:
    """Return whether some scenario has two turns: from the last one a step back leads to the first one."""
    return any(last - first == 1 for first, last in _ends(context))


def is_over(context: ModuleContext) -> str:
    """Return a test whether the last turn has ended: the tracker has come to the first one again."""
    first, last = _first_and_last(context)
    return f"({LAST}==1&&{TURN_NUMBER_NOW}=={first}&&{first}!={last})"


def is_first_turn(context: ModuleContext) -> str:
    """Return a test whether the first turn is played."""
    return f"{TURN_NUMBER_NOW}=={_first_and_last(context)[0]}"


def _first_and_last(context: ModuleContext) -> tuple[str, str]:
    """Return expressions of the first and the last turn; on an empty map those of all scenarios together."""
    firsts, lasts = zip(*_ends(context) or [(0, 0)], strict=True)
    return (
        by_scenario(context, [str(n) for n in firsts], str(min(firsts))),
        by_scenario(context, [str(n) for n in lasts], str(max(lasts))),
    )


def _ends(context: ModuleContext) -> list[tuple[int, int]]:
    """Return the numbers of the first and the last turn of every scenario."""
    played = [scenario.played_turns() for scenario in context.battle.scenarios]
    return [(min(turns, default=0), max(turns, default=0)) for turns in played]
