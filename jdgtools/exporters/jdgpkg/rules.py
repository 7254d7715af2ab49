"""The members of a package with special rules, and with effects of rules and combined markers.

The words are for people, the digest for an engine that has code for these words, the effects for any
engine. Types: `package/model_play.py` and `model_effects.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jdgtools.exporters.jdgpkg.ground import words
from jdgtools.hexgrid import Hexside
from jdgtools.model import effects as model
from jdgtools.model.battle import Battle
from jdgtools.model.prohibitions import steps_over
from jdgtools.model.scenario import Scenario
from jdgtools.package.digests import words_digest
from jdgtools.package.model_effects import (
    ArrivalRule,
    ChangeOfSide,
    Effect,
    ExitRule,
    FireRange,
    FreeWithdrawal,
    HexsideRule,
    ModifierRule,
    NoCombat,
    NoEntry,
    NoForcedMarch,
    StackLimit,
)
from jdgtools.package.model_play import SpecialRule


def special_rules_of(battle: Battle, scenario: Scenario) -> tuple[SpecialRule, ...]:
    """Return the rules of the scenario and the statements that they overrule."""
    return tuple(
        SpecialRule(
            id=rule.id,
            title=words(rule.title),
            text=words(rule.text),
            overrules=tuple(rule.overrules),
            code=f"{battle.id}/{rule.id}",
            digest=words_digest(words(rule.text)),
            effects=effects_of(battle, rule.effects),
            in_words=rule.in_words,
        )
        for rule in scenario.special_rules
    )


def effects_of(battle: Battle, effects: Iterable[model.RuleEffect]) -> tuple[Effect, ...]:
    """Return effects with the members that their kinds have."""
    return tuple(_effect(battle, effect) for effect in effects)


def _effect(battle: Battle, effect: model.RuleEffect) -> Effect:
    units, hexes = effect.units, effect.hexes
    low, high, flags = effect.low, effect.high, effect.flags
    # The schema of the source has judged the words.
    effect_words: Any = effect.words
    match effect.kind:
        case "stack_limit":
            return StackLimit(units, effect.number or 1, effect_words, hexes)
        case "no_entry":
            if effect.outside and battle.map is not None:
                ground = battle.map
                hexes = tuple(i for i in effect.barred_hexes(ground.grid) if ground.playable[i])
            return NoEntry(units, hexes, low, high, flags)
        case "no_combat":
            combat: Any = effect_words[0] if effect_words else "melee"
            return NoCombat(units, effect.against, combat, _steps(battle, effect.sides), low, high, flags)
        case "hexsides":
            return HexsideRule(_steps(battle, effect.sides), effect_words[0], low, high, flags)
        case "modifier":
            value, name = effect.number or 0, words(effect.name)
            return ModifierRule(
                units,
                effect.chart,
                effect.column,
                value,
                name,
                effect.when,
                effect.replaces,
                low,
                high,
                flags,
            )
        case "fire_range":
            return FireRange(units, effect.number or 1, low, high, flags)
        case "no_forced_march":
            return NoForcedMarch(units, low, high, flags)
        case "exit":
            return ExitRule(units, hexes, low, high, effect.cost, effect.number or 0, flags)
        case "free_withdrawal":
            return FreeWithdrawal(units, low, high, flags)
        case "arrival":
            return ArrivalRule(effect.arrivals, effect_words)
        case "change_side":
            return ChangeOfSide(
                effect.command or "", effect.side or "", effect.low or 0, units, effect.joins or ""
            )


def _steps(battle: Battle, sides: Iterable[Hexside]) -> tuple[int, ...]:
    """Return the steps over hexsides in both directions, in order."""
    return steps_over(battle.map.grid, sides) if battle.map is not None else ()
