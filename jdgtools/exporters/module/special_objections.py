"""Objections of special rules of the battle to checks, where the table can tell.

A rule forbids an attack or fire by some units, against some or over some hexsides (`no_combat`), or fire
beyond a distance (`fire_range`), in its scenarios and turns. The line names the rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import structs

from jdgtools.exporters.module.bans import ban_fact, ban_test, table_of_steps
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.predicate_terms import NO, PredicateReader, all_of, has_id, in_scenarios
from jdgtools.model.effects import RuleEffect
from jdgtools.model.module import CheckDef
from jdgtools.model.module_terms import some
from jdgtools.model.prohibitions import steps_over


class SpecialObjection(NamedTuple):
    """An objection of a special rule to a check."""

    when: str
    """Expression that is true when the action is not allowed."""
    title: str
    """The rule, in the language of the module."""


class _Ban(NamedTuple):
    """Effect of a special rule that forbids something, in some scenarios."""

    title: str
    effect: RuleEffect
    scenarios: list[int]


def special_objections(context: ModuleContext, check: CheckDef) -> list[SpecialObjection]:
    """Return the objections of special rules to a check, in the order of the scenarios."""
    objections = []
    for n, ban in enumerate(_bans(context), 1):
        test = _test(context, check, ban, n)
        if test:
            objections.append(SpecialObjection(test, ban.title))
    return objections


def special_ban_facts(context: ModuleContext) -> tuple[tuple[str, str], ...]:
    """Return the facts of the hexsides over which special rules forbid attacks: name, expression."""
    grid = context.battle.map.grid if context.battle.map is not None else None
    facts = []
    for n, ban in enumerate(_bans(context), 1):
        if grid is not None and ban.effect.sides:
            table = table_of_steps(context, frozenset(steps_over(grid, ban.effect.sides)))
            facts.append(ban_fact(context, _name(n), [table] * len(context.battle.scenarios), table))
    return tuple(facts)


def _bans(context: ModuleContext) -> list[_Ban]:
    """Return the effects that forbid something; the same one in several scenarios is one."""
    bans: list[_Ban] = []
    for n, title, effect in _effects(context):
        same_ban = next((b for b in bans if (b.title, b.effect) == (title, effect)), None)
        if same_ban is None:
            bans.append(_Ban(title, effect, [n]))
        else:
            same_ban.scenarios.append(n)
    return bans


def _effects(context: ModuleContext) -> Iterator[tuple[int, str, RuleEffect]]:
    for n, scenario in enumerate(context.battle.scenarios, 1):
        for rule in scenario.special_rules:
            for effect in rule.effects:
                if effect.kind in ("no_combat", "fire_range"):
                    yield n, plain(context.say(rule.title)), structs.replace(effect, key="")


def _name(n: int) -> str:
    return f"rule_{n}"


def _test(context: ModuleContext, check: CheckDef, ban: _Ban, n: int) -> str:
    """Return when a rule forbids a check, '' for never."""
    effect = ban.effect
    parts = [_action(context, check, effect)]
    if not parts[0]:
        return ""
    reader = PredicateReader(context, check)
    holds = all_of([in_scenarios(context, ban.scenarios), *reader.turns(effect)])
    if holds == NO:
        return ""
    over = f"[beside_target]&&{ban_test(context, _name(n))}" if effect.sides else ""
    who = "&&".join(part for part in (has_id(effect.units) if effect.units else "", over) if part)
    parts += [some("attackers", who)] if who else []
    parts += [some("hex", has_id(effect.against))] if effect.against else []
    return "&&".join([*parts, holds.certain]) if holds.certain != "true" else "&&".join(parts)


def _action(context: ModuleContext, check: CheckDef, effect: RuleEffect) -> str:
    """Return when a check is what an effect forbids, '' for never."""
    if effect.kind == "fire_range":
        distance = dict(context.rules.fact_numbers).get("distance", "Dist")
        return f"TN>0&&{distance}>{effect.number}" if check.combat == "fire" else ""
    kinds = ("melee",) if not effect.words else ("melee", "fire") if "both" in effect.words else effect.words
    return "TN>0" if check.combat in kinds else ""
