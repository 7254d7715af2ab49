"""Modifiers of special rules, as far as the bundled battles of Jours de Gloire have them."""

from __future__ import annotations

from typing import Any, NamedTuple

from jdgtools.charts import predicates
from jdgtools.package.model_effects import ModifierRule
from tests.referee.shadow import Shadow

LEVELS = ("ordered", "disordered", "routed")
AS_IF_NEAR = {"hill-paths": ("ferguson", "bowes"), "lanes": ("brenier", "solignac")}
"""Special rules -> formations that enter as if an enemy were within five hexes."""
BOLD = "too-early"
"""Special rule: a natural 9 of the leader lets a group act as with orders."""


class Scene(NamedTuple):
    """What a rule may ask about."""

    groups: dict[str, tuple[str, ...]]
    facts: dict[str, Any]
    hex_index: int


def holds(when: Any, scene: Scene, shadow: Shadow, flags: set[str]) -> bool:
    """Return whether a predicate is true of a scene."""
    name = type(when).__name__
    if name == "AlwaysHolds":
        return True
    if name == "AllHold":
        return all(holds(part, scene, shadow, flags) for part in when.parts)
    if name == "AnyHolds":
        return any(holds(part, scene, shadow, flags) for part in when.parts)
    if name == "NoneHolds":
        return not any(holds(part, scene, shadow, flags) for part in when.parts)
    if name == "OnTurn":
        return bool(flags & set(when.flags))
    if name == "OnTerrain":
        return shadow.ground.package.terrain.at(scene.hex_index) in when.terrains
    if name == "FactHolds":
        value = scene.facts[when.fact]
        if when.words:
            return value in when.words
        return (when.low is None or value >= when.low) and (when.high is None or value <= when.high)
    if name == "UnitCount":
        units = [
            unit
            for unit in scene.groups[when.of]
            if (not when.arms or shadow.arm(unit) in when.arms)
            and (not when.types or shadow.ground.units[unit].type in when.types)
            and ("level" not in when.state or LEVELS[shadow.level[unit]] in when.state["level"])
        ]
        if when.high is not None and when.high < when.low:
            return len(units) <= when.high
        return len(units) >= when.low and (when.high is None or len(units) <= when.high)
    raise NotImplementedError(name)


def modifiers(shadow: Shadow, chart: str, column: str, scene: Scene, turn: int, actors: set[str]) -> int:
    """Return what the special rules of the scenario add to a roll."""
    total = 0
    flags = shadow.ground.flags.get(turn, set())
    for rule in shadow.ground.package.special_rules:
        for effect in rule.effects:
            if (
                isinstance(effect, ModifierRule)
                and effect.chart == chart
                and effect.column in ("", column)
                and (not effect.units or actors & set(effect.units))
                and (effect.low is None or turn >= effect.low)
                and (effect.high is None or turn <= effect.high)
                and (not effect.flags or flags & set(effect.flags))
                and holds(effect.when, scene, shadow, flags)
            ):
                total += effect.value
    return total


__all__ = ["Scene", "holds", "modifiers", "predicates"]
