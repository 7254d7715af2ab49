"""What a module does by itself in a turn: it says who is due, gathers the markers, fills the cup.

The turn tracker presses the commands when it comes to the first step of a turn, and to the phase in which the
cup is filled; the buttons do the same at any time.
"""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.exporters.module.arrivals import (
    ANNOUNCE,
    arrival_buttons,
    arrival_groups,
    arrival_steps,
    arrival_traits,
    say_keys,
)
from jdgtools.exporters.module.boxes import Box, has_cup
from jdgtools.exporters.module.cup import FILL, GATHER, combined_keys, cup_buttons, with_cup_traits
from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.last_turn import (
    BATTLE_ENDS,
    BEGIN,
    LAST_AGAIN,
    NOT_LAST,
    OVER,
    OVER_TOLD,
    REACH_END,
    SAY_OVER_AGAIN,
    STEP_OVER_END,
    comes_over_end,
    comes_to_first_turn,
    ends_differ,
    find_last_turn,
    follow_end_of_turn,
    has_two_turns,
    is_first_turn,
    is_last_turn,
    is_over,
    set_turn_number,
)
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.scenario_number import add_scenario_number, turns_differ
from jdgtools.exporters.module.track import MARK_TURN, has_turn_marker
from jdgtools.exporters.module.turn import QUIET, TurnTrack
from jdgtools.exporters.module.wings import wing_buttons, with_wing_traits
from jdgtools.vassal.build import Value, make
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import Piece

FACTS = Key.named("turn facts")
"""Command that reads the number of the turn and finds out who is due in it."""


def with_turn_traits(context: ModuleContext, pieces: Mapping[str, Piece]) -> dict[str, Piece]:
    """Return all pieces; markers know the cup, reinforcements the group with which they come."""
    names = {name for arrival in arrival_groups(context) for name in arrival.pieces}
    keys = {f"{kind}:{name}" for kind in ("unit", "leader") for name in names}
    keys |= {f"unit:{entry.key}" for entry in context.battle.scenario_units if entry.unit.id in names}
    with_cup = with_wing_traits(context, with_cup_traits(context, pieces))
    return {
        k: Piece((*arrival_traits(), *p.traits), p.basic) if k in keys else p for k, p in with_cup.items()
    }


def turn_buttons(context: ModuleContext, boxes: Mapping[str, Box], table: Globals) -> list[Component]:
    """Return the buttons of the turn and the steps that they press; their properties go into the table."""
    steps = [set_turn_number(context, table), find_last_turn(context, table), *arrival_steps(context, table)]
    if has_end_step(context):
        follow_end_of_turn(table)
    if ends_differ(context):
        add_scenario_number(context, table)
    keys_pressed = [FACTS, *([MARK_TURN] if has_turn_marker(context, boxes) else []), *say_keys(context)]
    buttons = [do_actions(FACTS, steps), *arrival_buttons(context, FACTS)]
    if has_cup(context):
        if turns_differ(context):
            add_scenario_number(context, table)
        buttons += cup_buttons(context, boxes, table, FACTS)
        keys_pressed = [GATHER, *keys_pressed, *combined_keys(context)]
    return [do_actions(BEGIN, keys_pressed), *buttons, *wing_buttons(context, table)]


def tracker_hotkeys(context: ModuleContext, boxes: Mapping[str, Box]) -> list[Component]:
    """Return what the turn tracker presses when it comes to a step."""
    steps = TurnTrack(context).steps
    if not steps:
        return []
    moments = [("turn begins", BEGIN, steps[0].name)]
    cup_step = next((s.name for s in steps if s.phase == context.rules.cup_phase), "")
    if cup_step and has_cup(context):
        moments.append(("cup", FILL, cup_step))
    if len(steps) > 1 and _comes_at_once(context):
        # A game begins in its first turn: no turn has ended that would have told who is due in it.
        moments.append(("first turn", ANNOUNCE, steps[1].name))
    goes_on = f"{QUIET}!=1&&!{is_over(context)}"
    tests = {"first turn": f"&&{is_first_turn(context)}"}
    at_first = f'Phase=="{steps[0].name}"'
    if has_end_step(context):
        # Who steps on from the last step has not pressed End turn: that is done first, and begins the turn.
        tests["turn begins"] = f"&&!{comes_over_end(context)}"
    hotkeys = [_hotkey("said", SAY_OVER_AGAIN, f"{OVER_TOLD}==1")] if has_end_step(context) else []
    hotkeys += [
        _hotkey(name, key, f'{goes_on}{tests.get(name, "")}&&Phase=="{step}"') for name, key, step in moments
    ]
    comes = f"{QUIET}!=1&&{OVER}!=1&&{comes_to_first_turn(context)}"
    ends = f"{comes}{tests.get('turn begins', '')}"
    hotkeys.append(_hotkey("battle ends", BATTLE_ENDS, f"{ends}&&{at_first}"))
    hotkeys.append(_hotkey("last turn again", LAST_AGAIN, f"{OVER}==1&&{is_last_turn(context)}"))
    if has_two_turns(context) and len(steps) > 1:
        # Who steps back from the second turn comes to the end of the first one, and the battle is not over.
        hotkeys.append(_hotkey("step back", NOT_LAST, f'{comes}&&Phase=="{steps[-1].name}"'))
    if has_end_step(context):
        over = f"{QUIET}!=1&&{comes_over_end(context)}&&{at_first}"
        hotkeys.append(_hotkey("last step", REACH_END, f'{QUIET}!=1&&Phase=="{steps[-1].name}"'))
        # All that it does is one step of Undo. The tracker's own step, logged after it, is what Undo takes
        # back first: so the tracker must not be moved here.
        hotkeys.append(_hotkey("turn ends", STEP_OVER_END, over))
    return hotkeys


def has_end_step(context: ModuleContext) -> bool:
    """Return whether a turn has a last step that is not its first as well."""
    return len(TurnTrack(context).steps) > 1


def _comes_at_once(context: ModuleContext) -> bool:
    """Return whether some group may come in the first turn of its scenario."""
    return any(
        (arrival.turn or 0) <= min(scenario.played_turns(), default=0)
        for scenario in context.battle.scenarios
        for arrival in scenario.arrivals
    )


def _hotkey(name: str, key: Key, test: str) -> Component:
    """Return what the tracker presses when a test holds after a step."""
    values: dict[str, Value] = {"name": name, "hotkey": key, "match": f"{{{test}}}", "reportFormat": ""}
    return make("TurnGlobalHotkey", values)
