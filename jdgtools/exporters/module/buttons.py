"""The buttons of a module: dice, cup, ends of activation and turn, inventory, notes.

`assemble` puts them into the tool bar. What a button presses is a key of `module_context`, which traits of
pieces answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jdgtools.exporters.module.boxes import Box, has_cup
from jdgtools.exporters.module.checks import check_tools
from jdgtools.exporters.module.command_warnings import command_warning_buttons
from jdgtools.exporters.module.cup import COUNT_ACTIVE, end_of_activation
from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.groups import group_buttons, group_properties
from jdgtools.exporters.module.initiative import command_button, initiative_button
from jdgtools.exporters.module.last_turn import (
    BATTLE_ENDS,
    BEGIN,
    BEGIN_ENDING,
    END_ENDING,
    LEAVE_END,
    SAY_OVER,
    STEP_OVER_END,
    is_over,
)
from jdgtools.exporters.module.legality import marks, renew_step
from jdgtools.exporters.module.module_context import ModuleContext, ctrl
from jdgtools.exporters.module.morale import morale_button
from jdgtools.exporters.module.objectives import objective_hexes
from jdgtools.exporters.module.orders import REMOVE
from jdgtools.exporters.module.place_names import place_names_button
from jdgtools.exporters.module.prototypes import END_ACTIVATION, END_TURN
from jdgtools.exporters.module.roles import NO_ROLE, TELL_TARGET, UNMARK, UNTARGET
from jdgtools.exporters.module.scenario_number import add_scenario_number, options_differ
from jdgtools.exporters.module.stack_warnings import stack_warning_buttons
from jdgtools.exporters.module.states import reset_key
from jdgtools.exporters.module.track import has_turn_marker, track_button, turn_marker_button
from jdgtools.exporters.module.turn import NEXT, NEXT_TURN, PREVIOUS, QUIET, TurnTrack
from jdgtools.exporters.module.turn_begin import has_end_step, turn_buttons
from jdgtools.exporters.module.turn_words import turn_phrase
from jdgtools.exporters.module.victory import (
    TELL_VICTORY,
    TURN_POINTS,
    has_victory,
    look_filter,
    victory_tools,
)
from jdgtools.vassal.build import Value, dice_button, make
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key

_QUIET_ON, _QUIET_OFF = Key.named("quiet on"), Key.named("quiet off")
NEXT_ACTIVATION = Key.named("next activation")
BATTLE_IS_OVER, TURN_ENDS = Key.named("battle is over"), Key.named("turn ends")
"""The two answers to End turn: it is said that no turn is left, or the turn ends."""
NEXT_BEGINS = Key.named("the next turn begins")
"""Command that begins the turn to which the tracker has stepped, if there is one."""
TELL_OVER = Key.named("tell that the battle is over")
"""Command that says so when the turn that the tracker has stepped over was the last one."""
TELL_RESULT = Key.named("tell result")
"""Command that says the points when the turn that has ended was the last one."""


def tools(context: ModuleContext, boxes: Mapping[str, Box], steps: Sequence[Component]) -> list[Component]:
    """Return buttons: dice, cup, ends of activation and turn, inventory, notes.

    Args:
        context: the module.
        boxes: its boxes.
        steps: buttons and steps that set properties, from `shared`.
    """
    w = context.words
    buttons: list[Component] = []
    for die in context.series.dice:
        sides = die.high - die.low + 1
        buttons.append(
            dice_button(
                context.say(die.name) if len(context.series.dice) > 1 else f"{die.low}–{die.high}",
                dice=die.count,
                sides=sides,
                plus=die.low - 1,
                text=f"{die.count if die.count > 1 else ''}d{sides} ({die.low}–{die.high})"
                if die.count == 1
                else die.id,
                tooltip=context.say(die.name),
                reportTotal=die.count > 1,
                reportFormat=f"$PlayerName${context.colon}$name$ = $result$",
                hotkey=Key.ctrl("0") if die is context.series.dice[0] else None,
            )
        )
    buttons += steps
    buttons += group_buttons(context)
    buttons += [*command_button(context), *morale_button(context)]
    buttons += _end_buttons(context, boxes)
    buttons.append(
        make(
            "Inventory",
            {
                "name": w("inventory"),
                "text": w("inventory"),
                "tooltip": w("inventory"),
                "include": '{Kind=="unit"||Kind=="leader"}',
                "groupBy": ["Side", "Formation"],
                "leafFormat": f"$PieceName$ – $LocationName${context.colon}$Info$",
                "sortFormat": "$PieceName$",
                "hotkey": ctrl("L", True),
            },
        )
    )
    buttons.append(make("NotesWindow", {"buttonText": w("notes"), "tooltip": w("notes")}))
    return buttons


def _command(
    name: str, key: Key, key_to_send: Key, filter_: str, report: str = "", **more: Value
) -> Component:
    values: dict[str, Value] = {
        "name": name,
        "tooltip": name,
        "buttonText": "",
        "buttonHotkey": key,
        "hotkey": key_to_send,
        "filter": filter_,
        "reportFormat": report,
        "reportSingle": True,
        "singleMap": False,
        "deckCount": "0",
    }
    return make("GlobalKeyCommand", {**values, **more})


def module_properties(table: Globals) -> Component:
    """Return the global properties: one that keeps the turn tracker silent, those of the checks."""
    return make("GlobalProperties", {}, table.components())


def global_buttons(context: ModuleContext, boxes: Mapping[str, Box]) -> tuple[Globals, list[Component]]:
    """Return the properties of the table, and the buttons and steps that set them."""
    table = Globals()
    table.set(QUIET, _QUIET_ON.name, "1")
    table.set(QUIET, _QUIET_OFF.name, "0")
    group_properties(context, table)
    steps = [
        *turn_buttons(context, boxes, table),
        *initiative_button(context, table),
        *stack_warning_buttons(context, table),
        *command_warning_buttons(context, table),
        *_check_buttons(context, table),
        *victory_tools(context, table),
        *place_names_button(context, table),
    ]
    if options_differ(context):
        add_scenario_number(context, table)
    if objective_hexes(context):
        steps.append(_command(*look_filter()))
    steps.append(_command(*track_button()))
    if has_turn_marker(context, boxes):
        steps.append(_command(*turn_marker_button()))
    return table, steps


def _check_buttons(context: ModuleContext, table: Globals) -> list[Component]:
    """Return the buttons that checks press: their steps, and the marks of attackers and target."""
    steps = check_tools(context, table)
    if not any(c.target for c in context.rules.checks):
        return steps
    marks = (
        ("unmark attackers", UNMARK, NO_ROLE, "{Role==2}"),
        ("unmark target", UNTARGET, NO_ROLE, "{Role==3}"),
        ("tell target", TELL_TARGET, TELL_TARGET, "{Role==3}"),
    )
    return [*(_command(*mark) for mark in marks), *steps]


def _next_turn(context: ModuleContext) -> list[Component]:
    """Return the steps to the first phase of the next turn: all but the last are silent."""
    phases = TurnTrack(context).phases
    if len(phases) < 2:
        return [do_actions(NEXT_TURN, [NEXT])]
    silent = Key.named("to last phase")
    loop: dict[str, Value] = {
        "doLoop": True,
        "loopType": "while",
        "whileExpression": f'{{Phase!="{phases[-1]}"}}',
    }
    return [
        do_actions(silent, [NEXT], **loop),
        do_actions(NEXT_TURN, [_QUIET_ON, silent, _QUIET_OFF, LEAVE_END, NEXT]),
    ]


def _next_activation(context: ModuleContext) -> list[Component]:
    """Return the steps back to the first step of the phase of activations, which are silent."""
    phase = context.rules.activation_phase
    step_names = [s.name for s in TurnTrack(context).steps if s.phase == phase]
    back = Key.named("back to activation")
    loop: dict[str, Value] = {
        "doLoop": True,
        "loopType": "while",
        "whileExpression": "{" + "||".join(f'Phase=="{name}"' for name in step_names[1:]) + "}",
    }
    return [
        do_actions(back, [PREVIOUS], **loop),
        do_actions(NEXT_ACTIVATION, [_QUIET_ON, back, _QUIET_OFF]),
    ]


def _turn_ends(context: ModuleContext, title: str, steps: Sequence[Key]) -> list[Component]:
    """Return what the end of a turn does; when the battle is over it only says so."""
    over = is_over(context)
    steps_of_end = [*steps, TELL_RESULT] if has_victory(context) else steps
    buttons = [
        do_actions(
            BATTLE_IS_OVER,
            [],
            doReport=True,
            reportFormat=turn_phrase(context, "over"),
            **_times(f"{over}?1:0"),
        ),
        do_actions(TURN_ENDS, steps_of_end, doReport=True, reportFormat=title, **_times(f"{over}?0:1")),
    ]
    if has_victory(context):
        buttons.append(do_actions(TELL_RESULT, [TELL_VICTORY], **_times(f"{over}?1:0")))
    return buttons


def _step_over_end(context: ModuleContext, title: str, steps: Sequence[Key]) -> list[Component]:
    """Return what the end of a turn does when the tracker shows the next turn already."""
    of_turn = [key for key in steps if key != NEXT_TURN]
    result = [TELL_RESULT] if has_victory(context) else []
    keys_pressed = [BEGIN_ENDING, *of_turn, LEAVE_END, END_ENDING, NEXT_BEGINS, TELL_OVER, *result]
    over = is_over(context)
    return [
        do_actions(STEP_OVER_END, keys_pressed, doReport=True, reportFormat=title),
        do_actions(NEXT_BEGINS, [BEGIN], **_times(f"{over}?0:1")),
        do_actions(TELL_OVER, [BATTLE_ENDS, BATTLE_IS_OVER, SAY_OVER], **_times(f"{over}?1:0")),
    ]


def _times(count: str) -> dict[str, Value]:
    """Return what makes a button do its actions so many times as an expression says."""
    return {"doLoop": True, "loopType": "counted", "loopCount": f"{{{count}}}"}


def _end_buttons(context: ModuleContext, boxes: Mapping[str, Box]) -> list[Component]:
    w = context.words
    buttons: list[Component] = []
    steps: dict[str, list[Key]] = {"activation": [], "turn": []}
    of_activation = context.rules.activation_resets
    # The end of a turn ends the last activation as well.
    of_turn = tuple(dict.fromkeys((*context.rules.turn_resets, *of_activation)))
    for when, axes in (("activation", of_activation), ("turn", of_turn)):
        for axis in axes:
            key = Key.named(f"{when} {axis}")
            steps[when].append(key)
            buttons.append(_command(f"{when} {axis}", key, reset_key(axis), f"{{{axis}>1}}"))
    for keys in steps.values():
        keys += [renew_step(mark) for mark in marks(context)]
    if context.battle.activation and "active" in boxes and "used" in boxes:
        key = Key.named("activation marker used")
        steps["activation"].append(key)
        where = f'{{Kind=="activation"&&CurrentZone=="{boxes["active"].title}"}}'
        buttons.append(_command("activation marker used", key, Key.named("to used"), where))
    if context.rules.activation_phase and steps["activation"]:
        steps["activation"].append(NEXT_ACTIVATION)
        buttons += _next_activation(context)
    if any(c.target for c in context.rules.checks):
        steps["activation"] += [UNMARK, UNTARGET]
    if context.rules.turn_removes:
        key = Key.named("turn orders")
        steps["turn"].append(key)
        buttons.append(_command("turn orders", key, REMOVE, '{Kind=="order"}'))
    if any(s.awards for s in context.battle.scenarios):
        steps["turn"].append(TURN_POINTS)
    steps["turn"].append(NEXT_TURN)
    buttons += _next_turn(context)
    for when, hotkey in (("activation", END_ACTIVATION), ("turn", END_TURN)):
        if not steps[when]:
            continue
        title = w(f"end_{when}")
        report: dict[str, Value] = {"doReport": True, "reportFormat": title}
        if when == "activation" and has_cup(context):
            # The button speaks before it presses anything: the number must be counted by a step of its own.
            say = Key.named("say end of activation")
            buttons.append(do_actions(say, [], doReport=True, reportFormat=end_of_activation(title, context)))
            steps[when] = [COUNT_ACTIVE, say, *steps[when]]
            report = {}
        if when == "turn":
            buttons += _turn_ends(context, title, steps[when])
            if has_end_step(context):
                buttons += _step_over_end(context, title, steps[when])
            report, steps[when] = {}, [BATTLE_IS_OVER, TURN_ENDS]
        buttons.append(
            make(
                "DoActionButton",
                {
                    "name": title,
                    "text": title,
                    "tooltip": title,
                    "hotkey": hotkey,
                    **report,
                    "doHotkey": True,
                    "hotkeys": [k.format() for k in steps[when]],
                },
            )
        )
    return buttons
