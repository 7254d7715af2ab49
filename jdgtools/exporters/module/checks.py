"""Checks and charts as commands of a piece: roll, known modifiers, a question for the rest, the result.

A check against a rating passes when the roll with its modifiers does not exceed the rating in force.
A check with a chart looks the total up and says the result in words. The piece only says who it is
and calls the table; what is looked up, and every text, stands once in the module (`check_tools`), so
that pieces and saved games stay small.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from jdgtools.charts import Chart
from jdgtools.charts.words import value_text
from jdgtools.exporters.module.bans import ban_facts
from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.legality import (
    fact_words,
    legality_facts,
    legality_steps,
    legality_tools,
    spend_step,
)
from jdgtools.exporters.module.module_context import ModuleContext, ctrl, plain
from jdgtools.exporters.module.roles import ACT, DONE, RESULT, TELL_TARGET, UNMARK
from jdgtools.exporters.module.special_modifiers import (
    SpecialModifier,
    amount_name,
    amount_steps,
    answers_needed,
    asking_steps,
    deciding_steps,
    lacks_answer,
    special_modifiers,
    special_words,
    unless_replaced,
)
from jdgtools.exporters.module.special_objections import special_ban_facts
from jdgtools.exporters.module.terms import NEVER, chart, flag_test, number, resolve, state_test
from jdgtools.exporters.module.unit_lines import line_facts
from jdgtools.exporters.module.zone_terms import sine
from jdgtools.model.module import CheckDef, CheckModifier
from jdgtools.vassal.build import Value
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import GlobalHotKey, Trait, Trigger

_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_ACTING = 'SumMap("{name}","[map]","{{Acting==1}}")'
_TARGET = 'SumMap("{name}","[map]","{{Role==3}}")'
PLACES: tuple[tuple[str, str], ...] = (
    ("TN", 'CountMap("[map]","{Role==3}")'),
    ("TX", _TARGET.format(name="CurrentX")),
    ("TY", _TARGET.format(name="CurrentY")),
    ("TF", _TARGET.format(name="Facing_Degrees")),
    ("TArm", _TARGET.format(name="ArmNo")),
    ("AX", _ACTING.format(name="CurrentX")),
    ("AY", _ACTING.format(name="CurrentY")),
    ("AF", _ACTING.format(name="Facing_Degrees")),
    ("TSin", sine("TF")),
    ("TCos", sine("TF", 3)),
    ("ASin", sine("AF")),
    ("ACos", sine("AF", 3)),
    ("Dist", '(TN==0?0:Range(AX,AY,TX,TY,"[map]"))'),
)
"""Where the acting piece and the target are, which way they face, and how far they are apart."""


def run_key(check: CheckDef, ask: bool) -> Key:
    """Return the command that a piece sends to the table."""
    return Key.named(f"{check.id} {'asked' if ask else 'run'}")


def check_block(context: ModuleContext, check: CheckDef) -> list[Trait]:
    """Return the traits of a check: its commands in the menu, which call the table."""
    name = plain(context.say(check.name))
    key = ctrl(check.letter, True) if check.letter else Key.named(check.id)
    where = f'CurrentMap=="{plain(_map(context, check))}"'
    allowance_test = f"{{{where}&&{_allowed_test(context, check)}}}" if check.when else f"{{{where}}}"
    question = f"{name}{context.colon}{context.words('with_modifiers')}"
    traits: list[Trait] = []
    for ask in (False, True) if not check.chart else (True,):
        run = run_key(check, ask)
        plain_ask = ask and not check.chart
        traits.append(
            Trigger(
                name=run.name,
                menu=question if plain_ask else name,
                key=Key.named(f"{check.id} with modifiers") if plain_ask else key,
                filter=allowance_test,
                actions=(ACT, run, RESULT, DONE),
            )
        )
        traits.append(GlobalHotKey(menu="", key=run, sent=run))
    return traits


def check_tools(context: ModuleContext, table: Globals) -> list[Component]:
    """Return the steps of all checks; the properties that they set go into the table."""
    checks = _possible_checks(context)
    steps: list[Component] = []
    facts = dict((*PLACES, *legality_facts(context), *context.rules.facts, *_late_facts(context)))
    if any(c.target for c in checks):
        table.add("Target", "")
        table.add("TZone", "")
    for check in checks:
        name = plain(context.say(check.name))
        silent = table.set("Said", "say nothing", "")
        zero = table.set("Asked", "ask nothing", "0")
        open_ = table.set("Asked", "ask", "")
        question = plain(context.say(check.ask) if check.ask else context.words("modifiers"))
        ask = table.ask("Asked", f"{check.id} ask", f"{name}{context.colon}{question}")
        resolve_ = Key.named(f"{check.id} resolve")
        special = special_modifiers(context, check)
        look, results = _steps(context, check, special, table, facts)
        rulings, asking = asking_steps(context, check, special, table)
        # A player who closes a question leaves its answer empty: then there is no result.
        once: dict[str, Value] = {
            "doLoop": True,
            "loopType": "counted",
            "loopCount": f"{{{lacks_answer(answers_needed(special))}?0:1}}",
        }
        if not check.chart:
            steps.append(do_actions(run_key(check, False), [silent, zero, *look, *rulings, resolve_]))
        steps.append(do_actions(run_key(check, True), [silent, open_, *look, ask, *rulings, resolve_]))
        steps += asking
        steps.append(do_actions(resolve_, results, **once))
    steps += legality_tools(context, table)
    return steps


def _late_facts(context: ModuleContext) -> tuple[tuple[str, str], ...]:
    """Return the facts that use those of the series, or of places."""
    return (*line_facts(context), *ban_facts(context), *special_ban_facts(context))


def _possible_checks(context: ModuleContext) -> list[CheckDef]:
    """Return the checks that some piece of the battle can make."""
    battle = context.battle
    arms = {u.arm for u in battle.units}
    makers = {"unit": battle.units, "leader": battle.leaders, "activation": battle.activation}
    makers["command"] = battle.commands if context.axes("command") else ()
    return [
        c
        for c in context.rules.checks
        if makers[c.on] and (c.on != "unit" or not c.arms or arms & set(c.arms))
    ]


def _map(context: ModuleContext, check: CheckDef) -> str:
    usual_window = "command" if check.on in ("activation", "command") else "map"
    return context.words(check.window or usual_window)


def _steps(
    context: ModuleContext,
    check: CheckDef,
    special: list[SpecialModifier],
    table: Globals,
    facts: Mapping[str, str],
) -> tuple[list[Key], list[Key]]:
    """Return the commands before the question and those after it; what they set goes into the table.

    Args:
        context: the module.
        check: the check.
        special: modifiers of special rules that may be added to it.
        table: properties of the table with the commands that set them.
        facts: name of each fact that a check may need -> expression.
    """
    i = check.id
    die = context.series.dice[0]
    window = _map(context, check)

    def final(text: str) -> str:
        expression = text.replace("[map]", plain(window))
        return "{" + resolve(context, expression) + "}"

    modifiers = [m for m in check.modifiers if _text(m)]
    look, results = [TELL_TARGET] if check.target else [], []
    for name, expression in _needed_facts(context, check, modifiers, special, facts):
        # The same everywhere: one switch serves all checks.
        # A fact about pieces of another window is another one: a switch answers to every command of its name.
        key = f"fact {name}" if window == context.words("map") else f"fact {name} in {window}"
        look.append(table.set(name, key, final(expression)))
    look += deciding_steps(check, special, table, final)
    look += legality_steps(context, check, table)
    low = f"{die.low - 1:+d}" if die.low != 1 else ""
    results.append(table.set("Roll", "roll", f"{{Random({die.high - die.low + 1}){low}}}"))
    rating = check.rating or (_ACTING.format(name=f"r_{check.field}_now") if check.field else "0")
    results.append(table.set("Rating", f"{i} rating", final(rating)))
    results += amount_steps(context, check, special, table)
    for n, m in enumerate(modifiers, 1):
        value = unless_replaced(m, _value(context, m), special)
        results.append(table.set(f"M{n}", f"{i} m{n}", final(value)))
    sign = "-" if check.subtract else "+"
    names = [f"M{n}" for n in range(1, len(modifiers) + 1)]
    names += [amount_name(n) for n in range(1, len(special) + 1)]
    sum_of_answers = "+".join(names)
    results.append(table.set("Sum", f"{i} sum", f"{{{sum_of_answers or '0'}{sign}Asked}}"))
    limit = ""
    if check.limit:
        least, most = (number(chart(context, check.limit[0]).value(k)) for k in check.limit[1:])
        limit = f"(Sum<{least}?{least}:Sum>{most}?{most}:Sum)"
    addition = "+Rating" if check.chart and check.field else ""
    results.append(table.set("Total", f"{i} total", f"{{Roll{addition}+{limit or 'Sum'}}}"))
    results.append(
        table.set("Said", f"{i} said", final(_report(context, check, modifiers, special, bool(limit))))
    )
    results += [spend_step(check, n) for n in range(len(check.spends))]
    if check.target:
        results.append(UNMARK)
    return look, results


def _text(m: CheckModifier) -> str:
    return " ".join((m.when, m.value, m.axis, m.flag)) or "-"


def _needed_facts(
    context: ModuleContext,
    check: CheckDef,
    modifiers: list[CheckModifier],
    special: list[SpecialModifier],
    expressions: Mapping[str, str],
) -> list[tuple[str, str]]:
    """Return the facts that a check needs, each after those that it uses itself."""
    text = " ".join(
        (
            check.rating,
            *(f"{m.when} {m.value}" for m in modifiers),
            *(f"{m.holds.certain} {m.holds.possible}" for m in special),
            *(condition for condition, _ in (*check.tables, *check.instead)),
        )
    )
    needed_names: set[str] = {"TN"} if check.target else set()
    todo = [text, fact_words(context, check)]
    arm = "TArm" if context.rules.fronts else ""
    while todo:
        part = re.sub(r"\[(front|rear|\w+_flank)\]", f" TX TY TSin TCos {arm} ", todo.pop())
        part = re.sub(r"\[(ahead|aside)\]", " TX TY AX AY ASin ACos ", part)
        for word in _WORD.findall(part):
            if word in expressions and word not in needed_names:
                needed_names.add(word)
                todo.append(expressions[word])
    return [(name, expression) for name, expression in expressions.items() if name in needed_names]


def _value(context: ModuleContext, m: CheckModifier) -> str:
    if m.value:
        amount = m.value
    elif m.cell:
        amount = str(number(chart(context, m.cell[0]).value(*m.cell[1:])))
    else:
        amount = str(m.amount)
    parts = [f"({m.when})"] if m.when else []
    axis = context.series.axis(m.axis) if m.axis else None
    if axis is not None:
        parts.append(f'CountMap("[map]","{{Acting==1&&{state_test(axis, m.state)}}}")>0')
    parts += [flag_test(context, f) for f in (m.flag,) if f]
    parts += [f"!{flag_test(context, f)}" for f in (m.unless,) if f]
    return f"({'&&'.join(parts)}?{amount}:0)" if parts else amount


def _report(
    context: ModuleContext,
    check: CheckDef,
    modifiers: list[CheckModifier],
    special: list[SpecialModifier],
    is_limited: bool,
) -> str:
    w = context.words
    name = plain(context.say(check.name))
    parts = [f'"{name}"']
    if check.target:
        before, after = w("against", target="|").split("|")
        parts.append(f'(TN>0?" {before}"+Target{_text_after(after)}:"")')
    head = list(parts)
    parts.append(f'"{context.colon}{w("rolls")} "+Roll')
    if check.chart and check.field:
        parts.append(f'", {_field_name(context, check)} "+Rating')
    for n, m in enumerate(modifiers, 1):
        parts.append(f'(M{n}==0?"":", {plain(context.say(m.name))} "+(M{n}>0?"+":"")+M{n})')
    parts += special_words(context, special)
    asked_amount = "(-Asked)" if check.subtract else "Asked"
    parts.append(f'(Asked==0?"":", {w("entered")} "+({asked_amount}>0?"+":"")+{asked_amount})')
    if is_limited:
        applied_sum = "(Total-Roll-Rating)" if check.chart and check.field else "(Total-Roll)"
        parts.append(f'({applied_sum}==Sum?"":", {w("limited")} "+({applied_sum}>0?"+":"")+{applied_sum})')
    parts.append(f'", {w("total")} "+Total')
    if not check.chart:
        pass_text, fail_text = (plain(context.say(t)) if t else "" for t in (check.passed, check.failed))
        yes = f"{w('passed')} – {pass_text}" if pass_text else w("passed")
        no = f"{w('failed')} – {fail_text}" if fail_text else w("failed")
        lucky = "Roll==0||" if check.zero_passes else ""
        before, after = w("against_rating", rating="|").split("|")
        against = f'" {before}"+Rating+"{after}{context.colon}"'
        if "[needed " in check.rating:
            against = f'({NEVER}?"{context.colon}":{against})'
        parts.append(f'{against}+({lucky}Total<=Rating?"{yes}":"{no}")')
    else:
        parts.append(f'"{context.colon}"+{_results(context, check)}')
        if check.passed is not None:
            parts.append(f'" – {plain(context.say(check.passed))}"')
    report = "+".join(parts)
    for condition, text in reversed(check.instead):
        report = f'(({condition})?{"+".join(head)}+"{context.colon}{plain(context.say(text))}":{report})'
    return report


def _text_after(text: str) -> str:
    """Return what an expression says besides; nothing for no text."""
    return f'+"{text}"' if text else ""


def _field_name(context: ModuleContext, check: CheckDef) -> str:
    field = context.series.unit_field(check.field)
    return plain(context.say(field.name)) if field else check.field


def _results(context: ModuleContext, check: CheckDef) -> str:
    """Return the result in words: by condition which part of the chart, then by the total which row."""
    table = chart(context, check.chart)
    text = ""
    for condition, fixed_result in check.tables or (("", ()),):
        rows = _rows(context, check, table, {axis: _key(context, key) for axis, key in fixed_result})
        if not condition:
            return f"({text}{rows})"
        text += f"({condition})?{rows}:"
    return f'({text}"{context.words("no_effect")}")'


def _key(context: ModuleContext, key: str) -> str:
    if not key.startswith("@"):
        return key
    name, *cell = key[1:].split()
    return str(chart(context, name).value(*cell))


def _rows(context: ModuleContext, check: CheckDef, table: Chart, fixed_keys: dict[str, str]) -> str:
    rows = next(a for a in table.axes if a.match == "range" or a.keys[0].low is not None)
    steps, last = "", ""
    for key in rows.keys:
        text = plain(row_text(context, check, table, {**fixed_keys, rows.id: key.id}))
        last = text
        if key.high is not None:
            steps += f'Total<={key.high}?"{text}":'
    return f'({steps}"{last}")'


def row_text(context: ModuleContext, check: CheckDef, table: Chart, fixed_keys: dict[str, str]) -> str:
    """Return what a row says: its only cell, or every cell that is not empty with its column's name."""
    free = next((a for a in table.axes if a.id not in fixed_keys), None)
    if free is None:
        keys = tuple(fixed_keys[a.id] for a in table.axes)
        return cell_words(context, check, table, keys) or context.words("no_effect")
    parts = []
    for column in free.keys:
        keys = tuple({**fixed_keys, free.id: column.id}[a.id] for a in table.axes)
        text = cell_words(context, check, table, keys)
        if text:
            parts.append(f"{column.label.get(context.language)}{context.colon}{text}")
    return context.semicolon.join(parts) or context.words("no_effect")


def cell_words(context: ModuleContext, check: CheckDef, table: Chart, keys: tuple[str, ...]) -> str:
    """Return a cell in words, '' for no effect; a code without words stays as the chart prints it."""
    value = table.value(*keys)
    if value is None or value == ():
        return ""
    words = dict(check.words)
    kind = table.value_type(keys)
    items = value if isinstance(value, tuple) and kind.kind == "codes" else (value,)
    item_words = [
        context.say(words[v]) if isinstance(v, str) and v in words else value_text(v, kind, context.language)
        for v in items
    ]
    return ", ".join(item_words)


def _allowed_test(context: ModuleContext, check: CheckDef) -> str:
    axis = context.series.axis(check.when[0])
    if axis is None:
        return "true"
    return "(" + "||".join(state_test(axis, v) for v in check.when[1:]) + ")"
