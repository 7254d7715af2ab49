"""The member of a package that says what terrain does over each step: modifiers of fire and combat.

`package_of` calls `effects_of`; the series answers by its hook `effects` for every step of the map. Types:
`package/model_map.py`.
"""

from __future__ import annotations

from jdgtools.derived import DerivedBattle
from jdgtools.derived.protocols import StepEffect, StepEffects, effects_of_steps
from jdgtools.package.model_map import Effect, EffectSteps

_Value = int | str | bool


def effects_of(derived: DerivedBattle) -> tuple[Effect, ...]:
    """Return the effects of every step; none where the series has no such rules."""
    if not derived.series.has("effects"):
        return ()
    rules: StepEffects = derived.series.hook("effects", "EFFECTS")
    of_steps = enumerate(effects_of_steps(rules, derived.map_rules))
    rows = [(step, values) for step, values in of_steps if values is not None]
    return tuple(
        _effect(effect, [(step, values[number]) for step, values in rows])
        for number, effect in enumerate(rules.effects)
    )


def _effect(effect: StepEffect, values: list[tuple[int, _Value]]) -> Effect:
    # A key of its own for each type: True and 1 are equal.
    steps: dict[tuple[str, _Value], list[int]] = {}
    for step, value in values:
        steps.setdefault((type(value).__name__, value), []).append(step)
    steps.pop((type(effect.default).__name__, effect.default), None)
    others = tuple(EffectSteps(key[1], tuple(steps[key])) for key in sorted(steps, key=str))
    return Effect(effect.id, effect.sentence, effect.default, others)
