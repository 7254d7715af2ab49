"""Modifiers of special rules in the checks of a module: added where the table can decide, else asked for.

A special rule or a combined marker says by predicates when its modifier counts. Where the table can decide
it (`predicate_terms`) the modifier is added, and the result names it with its rule. Where it cannot – a fact
that only players know, no marked target, a combined marker – a question of its own asks whether the rule
applies, after that for other modifiers; closed, it ends the roll as that does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import structs

from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.predicate_terms import (
    NO,
    UNKNOWN,
    ConditionTerms,
    PredicateReader,
    all_of,
    in_scenarios,
)
from jdgtools.exporters.module.terms import chart
from jdgtools.model.effects import RuleEffect
from jdgtools.model.module import CheckDef, CheckModifier
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key

_IN_FORCE, _NOT_IN_FORCE = '"1"', '"0"'


class SpecialModifier(NamedTuple):
    """A modifier of a special rule or combined marker in a check."""

    title: str
    """Rule or marker, in the language of the module."""
    name: str
    amount: int
    holds: ConditionTerms
    replaces: tuple[str, ...]
    """Lines of the chart that are not added while it is."""
    replaced_names: tuple[str, ...]


def special_modifiers(context: ModuleContext, check: CheckDef) -> list[SpecialModifier]:
    """Return the modifiers of special rules that may be added to a check, in the order of the scenarios."""
    effects: list[tuple[str, RuleEffect, list[int]]] = []
    for n, scenario in enumerate(context.battle.scenarios, 1):
        for rule in scenario.special_rules:
            for effect in rule.effects:
                if effect.kind == "modifier":
                    _note(effects, plain(context.say(rule.title)), structs.replace(effect, key=""), n)
    rules = [(title, effect, in_scenarios(context, numbers)) for title, effect, numbers in effects]
    rules += [
        (plain(context.say(marker.name)), effect, UNKNOWN)
        for marker in context.battle.activation
        for effect in marker.effects
        if effect.kind == "modifier"
    ]
    modifiers = (
        _modifier(context, check, *rule) for rule in rules if rule[1].chart in drm_charts(context, check)
    )
    return [m for m in modifiers if m.holds != NO]


def _note(
    effects: list[tuple[str, RuleEffect, list[int]]], title: str, effect: RuleEffect, scenario: int
) -> None:
    """Note the effect of a rule for a scenario; the same one in another scenario is one effect."""
    for known_title, other, scenarios in effects:
        if (known_title, other) == (title, effect):
            scenarios.append(scenario)
            return
    effects.append((title, effect, [scenario]))


def drm_charts(context: ModuleContext, check: CheckDef) -> list[str]:
    """Return the charts of modifiers that a check uses."""
    ids = dict.fromkeys(m.cell[0] for m in check.modifiers if m.cell)
    return [i for i in ids if chart(context, i).kind == "modifiers"]


def _modifier(
    context: ModuleContext, check: CheckDef, title: str, effect: RuleEffect, in_play: ConditionTerms
) -> SpecialModifier:
    reader = PredicateReader(context, check)
    conditions = [in_play, *reader.turns(effect), reader.column(effect), reader.acts(effect)]
    table = chart(context, effect.chart)
    labels = {key.id: plain(key.label.get(context.language)) for key in table.axes[0].keys}
    line_names = {m.line_id: plain(context.say(m.name)) for m in check.modifiers}
    return SpecialModifier(
        title,
        plain(context.say(effect.name)),
        effect.number or 0,
        all_of([*conditions, reader.read(effect.when)]),
        effect.replaces,
        tuple(line_names.get(line, labels.get(line, line)) for line in effect.replaces),
    )


def amount_name(n: int) -> str:
    """Return the property with what the n-th special modifier adds, from 1."""
    return f"Special{n}"


def _rule_name(n: int) -> str:
    return f"Rule{n}"


def deciding_steps(
    check: CheckDef, modifiers: Sequence[SpecialModifier], table: Globals, final: Callable[[str], str]
) -> list[Key]:
    """Return the commands that say of each modifier whether it counts, or that players must say it."""
    steps = []
    for n, modifier in enumerate(modifiers, 1):
        certain, possible = modifier.holds
        text = f"{certain}?{_IN_FORCE}:{_NOT_IN_FORCE}"
        if not modifier.holds.is_decidable:
            text = f'{certain}?{_IN_FORCE}:{possible}?"":{_NOT_IN_FORCE}'
        table.add(_rule_name(n), "")
        steps.append(table.set(_rule_name(n), f"{check.id} rule {n}", final(text)))
    return steps


def asking_steps(
    context: ModuleContext, check: CheckDef, modifiers: Sequence[SpecialModifier], table: Globals
) -> tuple[list[Key], list[Component]]:
    """Return the commands that ask whether rules apply which the table cannot judge, and what they press."""
    keys, tools = [], []
    name = plain(context.say(check.name))
    answer_names = ["Asked"]
    for n, modifier in enumerate(modifiers, 1):
        if modifier.holds.is_decidable:
            continue
        question = (
            f"{name}{context.colon}{modifier.title}{context.colon}{modifier.name} {modifier.amount:+d} – "
            f"{context.words('does_rule_apply')}"
        )
        ask = table.choose(_rule_name(n), f"{check.id} rule {n} ask", question, _answers(context))
        key = Key.named(f"{check.id} rule {n} asked")
        test = f'{lacks_answer(answer_names)}||!GetString("{_rule_name(n)}").equals("")?0:1'
        tools.append(do_actions(key, [ask], doLoop=True, loopType="counted", loopCount=f"{{{test}}}"))
        keys.append(key)
        answer_names.append(_rule_name(n))
    return keys, tools


def answers_needed(modifiers: Sequence[SpecialModifier]) -> list[str]:
    """Return the properties of the answers to all questions of a check; an empty one ends the roll."""
    return ["Asked", *(_rule_name(n) for n, m in enumerate(modifiers, 1) if not m.holds.is_decidable)]


def lacks_answer(names: Iterable[str]) -> str:
    """Return whether a question has been closed."""
    return "||".join(f'GetString("{name}").equals("")' for name in names)


def _answers(context: ModuleContext) -> tuple[str, str]:
    return plain(context.words("rule_applies")), plain(context.words("rule_does_not_apply"))


def amount_steps(
    context: ModuleContext, check: CheckDef, modifiers: Sequence[SpecialModifier], table: Globals
) -> list[Key]:
    """Return the commands that set what each special modifier adds."""
    yes = _answers(context)[0]
    steps = []
    for n, modifier in enumerate(modifiers, 1):
        rule = f'GetString("{_rule_name(n)}")'
        value = f'{{{rule}.equals("1")||{rule}.equals("{yes}")?{modifier.amount}:0}}'
        steps.append(table.set(amount_name(n), f"{check.id} special {n}", value))
    return steps


def unless_replaced(m: CheckModifier, value: str, modifiers: Sequence[SpecialModifier]) -> str:
    """Return the value of a line: 0 while a special modifier is added in its place."""
    names = [amount_name(n) for n, s in enumerate(modifiers, 1) if m.line_id and m.line_id in s.replaces]
    return f"({'&&'.join(f'{name}==0' for name in names)}?{value}:0)" if names else value


def special_words(context: ModuleContext, modifiers: Sequence[SpecialModifier]) -> list[str]:
    """Return expressions of what the result says of each modifier: amount, rule, what it replaces."""
    yes, no = _answers(context)
    parts = []
    for n, s in enumerate(modifiers, 1):
        amount, rule = amount_name(n), f'GetString("{_rule_name(n)}")'
        place = f", {context.words('in_place_of')} {', '.join(s.replaced_names)}" if s.replaced_names else ""
        words = f'", {s.name} {s.amount:+d} ({s.title}"'
        text = f'({amount}==0?"":{words}+"{place})")'
        if not s.holds.is_decidable:
            text = (
                f'({rule}.equals("{no}")?", {s.name} ({s.title}{context.colon}{no})":'
                f'{amount}==0?"":{words}+({rule}.equals("{yes}")?"{context.colon}{yes}":"")+"{place})")'
            )
        parts.append(text)
    return parts
