"""Steps over which something is forbidden: the step itself to a movement class, or an attack."""

from __future__ import annotations

from jdgtools.derived.derive import DerivedBattle
from jdgtools.derived.protocols import StepEffects


def banned_steps(derived: DerivedBattle, ban: str) -> frozenset[int]:
    """Return the steps (6 * hex + direction) between hexes in play over which a ban holds.

    Args:
        derived: the battle or one of its scenarios.
        ban: a movement class of the series: its units may not take the step. Or an effect of the series
            (`derived.protocols.StepEffects`): over the step it is true, or a word in place of a number.

    Raises:
        KeyError: the series has neither a class nor an effect of this name.
    """
    grid = derived.map_rules.map.grid
    if ban in derived.series.movement.classes:
        costs = derived.steps(ban).cost
        return frozenset(step for step, cost in enumerate(costs) if cost < 0 and step // 6 in grid)
    rules: StepEffects = derived.series.hook("effects", "EFFECTS")
    numbers = {effect.id: n for n, effect in enumerate(rules.effects)}
    number = numbers[ban]
    is_number = not isinstance(rules.effects[number].default, str)
    steps = set()
    for index in grid.hexes:
        for direction in range(6):
            values = rules.of_step(derived.map_rules, index, direction)
            value = None if values is None else values[number]
            if value is True or (is_number and isinstance(value, str)):
                steps.add(6 * index + direction)
    return frozenset(steps)
