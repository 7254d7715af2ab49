"""Steps over which something is forbidden: the step itself to a movement class, or an attack."""

from __future__ import annotations

from jdgtools.derived.derive import DerivedBattle
from jdgtools.derived.protocols import StepEffects, effects_of_steps


def banned_steps(derived: DerivedBattle, ban: str) -> frozenset[int]:
    """Return the steps (6 * hex + direction) between hexes in play over which a ban holds.

    Args:
        derived: the battle or one of its scenarios.
        ban: a movement class of the series: its units may not take the step. Or a terrain of hexes: the step
            leads into such a hex or out of one. Or an effect of the series
            (`derived.protocols.StepEffects`): over the step it is true, or a word in place of a number.

    Raises:
        KeyError: the series has neither a class nor a terrain nor an effect of this name.
    """
    if derived.battle.series.terrain(ban, "hex") is not None:
        return _beside_terrain(derived, ban)
    if ban in derived.series.movement.classes:
        grid, costs = derived.map_rules.map.grid, derived.steps(ban).cost
        return frozenset(step for step, cost in enumerate(costs) if cost < 0 and step // 6 in grid)
    rules: StepEffects = derived.series.hook("effects", "EFFECTS")
    numbers = {effect.id: n for n, effect in enumerate(rules.effects)}
    number = numbers[ban]
    is_number = not isinstance(rules.effects[number].default, str)
    steps = set()
    for step, values in enumerate(effects_of_steps(rules, derived.map_rules)):
        value = None if values is None else values[number]
        if value is True or (is_number and isinstance(value, str)):
            steps.add(step)
    return frozenset(steps)


def _beside_terrain(derived: DerivedBattle, terrain: str) -> frozenset[int]:
    """Return the steps into hexes of a terrain, or of one like it, and out of them."""
    battle_map = derived.map_rules.map
    kinds = {t.id for t in derived.battle.series.terrains if t.kind == "hex" and terrain in (t.id, t.like)}
    of_kind = {i for i in battle_map.grid.hexes if battle_map.terrain[i] in kinds}
    steps = set()
    for index in battle_map.grid.hexes:
        for direction in range(6):
            target = battle_map.grid.neighbour(index, direction)
            if target is not None and (index in of_kind or target in of_kind):
                steps.add(6 * index + direction)
    return frozenset(steps)
