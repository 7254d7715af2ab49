"""Morale of commands: a button looks at the units of every command and turns its card."""

from __future__ import annotations

from jdgtools.exporters.module.globals import do_actions
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.terms import resolve, state_test
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import Trait, Trigger

_CHECK = Key.named("check morale")


def numbers_commands(context: ModuleContext) -> bool:
    """Return whether units need the number of their command."""
    rules = context.rules
    if rules.command_check or rules.morale_check or rules.command_warning:
        return True
    return any("CmdNo" in expression for _, expression in rules.facts)


def morale_block(context: ModuleContext) -> list[Trait]:
    """Return what turns the card of a command; empty for a series without such a check."""
    rule = context.rules.morale_check
    axis = context.series.axis(rule.axis) if rule else None
    units = context.series.axis(rule.unit_axis) if rule else None
    if rule is None or axis is None or units is None:
        return []
    units_of_command = resolve(context, f"Unit==1&&[arms {' '.join(rule.arms)}]&&CmdNo==$CmdNo$")
    table, losses = (plain(context.words(name)) for name in ("map", "losses"))
    standing = f'CountMap("{table}","{{{units_of_command}&&{state_test(units, rule.standing)}}}")'
    lost_units = f"{{{units_of_command}&&CurrentZone==LostBox}}"
    all_units = f'CountMap("{table}","{{{units_of_command}}}")+CountMap("{losses}","{lost_units}")'
    falls = f"({standing}==0&&{all_units}>0)"
    toggle = Key.named(f"{axis.id} toggle")
    down = state_test(axis, rule.value)
    tests = (("falls", f"{{{falls}&&!({down})}}"), ("rises", f"{{!{falls}&&{down}}}"))
    return [Trigger(name=n, menu="", key=_CHECK, filter=test, actions=(toggle,)) for n, test in tests]


def morale_button(context: ModuleContext) -> list[Component]:
    """Return the button; none without the check or without commands."""
    rule = context.rules.morale_check
    axis = context.series.axis(rule.axis) if rule else None
    if rule is None or axis is None or not context.battle.commands:
        return []
    title = plain(context.say(rule.name))
    press = Key.named("morale of all")
    send = make(
        "GlobalKeyCommand",
        {
            "name": press.name,
            "tooltip": press.name,
            "buttonText": "",
            "buttonHotkey": press,
            "hotkey": _CHECK,
            "filter": '{Kind=="command"}',
            "reportSingle": False,
            "singleMap": False,
            "deckCount": "0",
        },
    )
    keys, parts = [press], [send]
    if rule.nobody is not None:
        nobody = Key.named("say morale")
        fallen_test = f'Kind==\\"command\\"&&{state_test(axis, rule.value)}'
        count = f'CountMap("{plain(context.words("command"))}","{{{fallen_test}}}")'
        text = f'{{{count}==0?"{title}{context.colon}{plain(context.say(rule.nobody))}":""}}'
        keys.append(nobody)
        parts.append(do_actions(nobody, [], doReport=True, reportFormat=text))
    button = do_actions(
        Key.named("morale"), keys, text=title, tooltip=title, name=title, doReport=True, reportFormat=title
    )
    return [*parts, button]
