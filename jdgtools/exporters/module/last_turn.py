"""The end of the battle: from the last turn the tracker goes on to the first, which is not played again."""

from __future__ import annotations

from jdgtools.exporters.module.globals import Globals
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.scenario_number import TURN_NUMBER, TURN_NUMBER_NOW, by_scenario
from jdgtools.vassal.encoding import Key

BEGIN = Key.named("turn begins")
"""Command that does what is to do as a turn begins."""
LAST = "LastTurn"
"""Global property: 1 since the last turn of the scenario has begun."""
NOT_LAST = Key.named("not the last turn")
"""Command that forgets that the last turn had begun."""
OVER = "BattleOver"
"""Global property: 1 since the last turn of the scenario has ended."""
BATTLE_ENDS = Key.named("battle ends")
"""Command that notes that the last turn has ended."""
LAST_AGAIN = Key.named("last turn again")
"""Command that forgets it: somebody has stepped back to the last turn."""
AT_END = "TurnAtEnd"
"""Global property: number of the turn whose last step the tracker has come to; NOT_AT_END elsewhere."""
NOT_AT_END = "-1"
REACH_END, LEAVE_END = Key.named("last step of the turn"), Key.named("last step is left")
"""Commands that note that the tracker stands at the last step of a turn, or no longer."""
STEP_OVER_END = Key.named("step over the end of the turn")
"""Command that does what the end of a turn does when the tracker has stepped over it."""
ENDING = "TurnEnding"
"""Global property: number of the turn whose end is being done after a step over it; NOT_AT_END else."""
BEGIN_ENDING, END_ENDING = Key.named("a turn is ended"), Key.named("a turn has ended")
"""Commands that set it and forget it."""
OVER_TOLD = "OverSaid"
"""Global property: 1 when the step over the end of the last turn has said that the battle is over."""
SAY_OVER, SAY_OVER_AGAIN = Key.named("it is said that the battle is over"), Key.named("it may be said again")
"""Commands that set it and forget it."""


def ends_differ(context: ModuleContext) -> bool:
    """Return whether the scenarios begin or end in different turns."""
    return len(set(_ends(context))) > 1


def find_last_turn(context: ModuleContext, table: Globals) -> Key:
    """Return the command that finds out, as a turn begins, whether it is the last one."""
    table.set(OVER, BATTLE_ENDS.name, "1")
    table.set(OVER, LAST_AGAIN.name, "0")
    if has_two_turns(context):
        table.set(LAST, NOT_LAST.name, "0")
    return table.set(LAST, "last turn", f"{{{TURN_NUMBER_NOW}=={_first_and_last(context)[1]}?1:0}}")


def follow_end_of_turn(table: Globals) -> None:
    """Add the property that tells a step over the end of a turn from a step back to a beginning."""
    table.add(AT_END, NOT_AT_END)
    table.set(AT_END, REACH_END.name, f"{{{TURN_NUMBER_NOW}}}")
    table.set(AT_END, LEAVE_END.name, NOT_AT_END)
    table.set(ENDING, BEGIN_ENDING.name, f"{{{AT_END}}}")
    table.set(ENDING, END_ENDING.name, NOT_AT_END)
    table.set(OVER_TOLD, SAY_OVER.name, "1")
    table.set(OVER_TOLD, SAY_OVER_AGAIN.name, "0")


def comes_over_end(context: ModuleContext) -> str:
    """Return a test whether the tracker, at the first step of a turn, has come from the end of another."""
    last = _first_and_last(context)[1]
    next_turn = f"{AT_END}=={TURN_NUMBER_NOW}-1"
    return f"({OVER}!=1&&({next_turn}||({AT_END}=={last}&&{comes_to_first_turn(context)})))"


def has_two_turns(context: ModuleContext) -> bool:
    """Return whether some scenario has two turns: from the last one a step back leads to the first one."""
    return any(last - first == 1 for first, last in _ends(context))


def comes_to_first_turn(context: ModuleContext) -> str:
    """Return a test whether the tracker has come from the last turn to the first one."""
    first, last = _first_and_last(context)
    return f"({LAST}==1&&{TURN_NUMBER_NOW}=={first}&&{first}!={last})"


def is_over(context: ModuleContext) -> str:
    """Return a test whether the last turn has ended, wherever the tracker has gone on to since."""
    return f"({comes_to_first_turn(context)}||({OVER}==1&&!{is_last_turn(context)}))"


def is_last_turn(context: ModuleContext) -> str:
    """Return a test whether the tracker shows the last turn."""
    return f"({TURN_NUMBER_NOW}=={_first_and_last(context)[1]})"


def set_turn_number(context: ModuleContext, table: Globals) -> Key:
    """Return the command that reads the number of the turn: that of the last one when the battle is over.

    While a turn is ended it is the number of that turn, wherever the tracker has gone on to.
    """
    table.add(ENDING, NOT_AT_END)
    table.add(OVER_TOLD)
    now = f"{is_over(context)}?{_first_and_last(context)[1]}:{TURN_NUMBER_NOW}"
    number = f"{ENDING}!={NOT_AT_END}?{ENDING}:{now}"
    return table.set(TURN_NUMBER, "number of the turn", f"{{{number}}}")


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
    turns_by_scenario = [scenario.played_turns() for scenario in context.battle.scenarios]
    return [(min(turns, default=0), max(turns, default=0)) for turns in turns_by_scenario]
