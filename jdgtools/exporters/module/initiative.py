"""Initiative: both sides roll, the ratings of the commanders in chief are added, the chat says who has it."""

from __future__ import annotations

from jdgtools.charts.words import value_text
from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.states import CHECK_COMMAND
from jdgtools.exporters.module.terms import chart, state_test
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key


def initiative_button(context: ModuleContext, table: Globals) -> list[Component]:
    """Return the button of the initiative; none for a series without, or with fewer than two sides."""
    rule = context.rules.initiative
    if rule is None or len(context.battle.sides) < 2:
        return []
    die = next(d for d in context.series.dice if d.id == rule.die)
    faces = die.high - die.low + 1
    one = f"Random({faces}){die.low - 1:+d}" if die.low != 1 else f"Random({faces})"
    steps: list[Key] = []
    for n in (1, 2):
        steps.append(table.set(f"I{n}", f"initiative roll {n}", "{" + "+".join([one] * die.count) + "}"))
        name = f"r_{rule.field}_now"
        where = f"Chief==1&&SideNo=={n}"
        best = "".join(f"{_some(context, f'{where}&&{name}>={k}')}?{k}:" for k in range(9, 0, -1))
        worst = "".join(f"{_some(context, f'{where}&&{name}=={k}')}?{k}:" for k in range(-1, -6, -1))
        nobody = f"{_some(context, f'{where}&&{name}==0')}?0:"
        steps.append(table.set(f"B{n}", f"initiative bonus {n}", f"{{{best}{nobody}{worst}0}}"))
    title = plain(context.say(rule.name))
    return [
        do_actions(Key.named("initiative say"), [], doReport=True, reportFormat=_report(context, title)),
        do_actions(
            Key.named("initiative"),
            [*steps, Key.named("initiative say")],
            text=title,
            tooltip=title,
            name=title,
        ),
    ]


def command_button(context: ModuleContext) -> list[Component]:
    """Return the button that puts every unit on the map in or out of command."""
    rule = context.rules.command_check
    axis = context.series.axis(rule.axis) if rule else None
    if rule is None or axis is None:
        return []
    title = plain(context.say(rule.name))
    outside = f'CountMap("{plain(context.words("map"))}","{{Unit==1&&{state_test(axis, rule.outside)}}}")'
    name = next(plain(context.say(v.name)) for v in axis.values if v.id == rule.outside)
    warning = context.rules.command_warning
    nobody = f'{outside}==0?"{plain(context.say(warning.in_reach))}":' if warning else ""
    report_key = Key.named("say command")
    press = Key.named("command of all")
    return [
        make(
            "GlobalKeyCommand",
            {
                "name": press.name,
                "tooltip": press.name,
                "buttonText": "",
                "buttonHotkey": press,
                "hotkey": CHECK_COMMAND,
                "filter": f'{{Unit==1&&CurrentMap=="{plain(context.words("map"))}"}}',
                "reportSingle": True,
                "singleMap": False,
                "deckCount": "0",
            },
        ),
        do_actions(
            report_key,
            [],
            doReport=True,
            reportFormat=f'{{"{title}{context.colon}"+({nobody}"{name}{context.colon}"+{outside})}}',
        ),
        do_actions(Key.named("command check"), [press, report_key], text=title, tooltip=title, name=title),
    ]


def _some(context: ModuleContext, test: str) -> str:
    return f'CountMap("{plain(context.words("map"))}","{{{test}}}")>0'


def _report(context: ModuleContext, title: str) -> str:
    rule = context.rules.initiative
    w = context.words
    sides = [plain(context.say(s.name)) for s in context.battle.sides[:2]]
    parts = []
    for n, side in enumerate(sides, 1):
        bonus = f'(B{n}==0?"":(B{n}>0?" +":" ")+B{n}+" = "+(I{n}+B{n}))'
        parts.append(f'"{", " if n > 1 else context.colon}{side} {w("rolls")} "+I{n}+{bonus}')
    rolls = "+".join(parts)
    tie = plain(context.say(rule.tie)) if rule and rule.tie else w("nobody")
    result = f'(I1+B1>I2+B2?"{sides[0]}":I1+B1<I2+B2?"{sides[1]}":"{tie}")'
    text = f'{{"{title}"+{rolls}+" – "+{result}'
    if rule and rule.chart:
        text += f'+" – "+{_case(context)}'
    return text + "}"


def _case(context: ModuleContext) -> str:
    """Return an expression of what the chart says about the difference."""
    rule = context.rules.initiative
    assert rule is not None
    table = chart(context, rule.chart)
    words = dict(rule.words)
    steps, last = "", ""
    for key in table.axes[0].keys:
        value = table.value(key.id)
        text = words.get(str(value))
        value_words = (
            context.say(text) if text else value_text(value, table.value_type((key.id,)), context.language)
        )
        last = plain(value_words)
        if key.high is not None:
            steps += f'Math.abs(I1+B1-I2-B2)<={key.high}?"{last}":'
    return f'({steps}"{last}")'
