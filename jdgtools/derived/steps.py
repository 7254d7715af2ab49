"""The cost of every step of a map for a movement class, asked of the series once and kept as a table.

Reach, paths and packages all need the same numbers: for each hex and direction, what a step costs, or that it
is closed. The hooks of the series (`jdgtools/rules.py`) say it; `derived/derive.py` asks for a table a class.
"""

from __future__ import annotations

from msgspec import Struct

from jdgtools.derived.protocols import NearEnemyMovement, every_step
from jdgtools.rules import MapRules, MovementRules, StepCost


class StepTable(Struct, frozen=True):
    """Costs of all steps; place 6 * hex + direction."""

    cost: tuple[int, ...]
    """In 1/denominator movement points; -1 = prohibited or off the map."""
    way: tuple[str, ...]
    """Terrain id of the road, trail or crossing that is used; '' = across country."""
    disorders: tuple[bool, ...]

    def __getitem__(self, step: tuple[int, int]) -> int:
        """Return the cost of the step (hex, direction)."""
        return self.cost[6 * step[0] + step[1]]


def step_table(
    rules: MovementRules, map_rules: MapRules, movement_class: str, near_enemy: bool = False
) -> StepTable:
    """Return the costs of all steps of a class, without those that special rules close to everybody.

    Args:
        rules: movement rules of the series.
        map_rules: map, charts and options.
        movement_class: one of `rules.classes`.
        near_enemy: costs into hexes adjacent to an enemy unit; the same where the series has no such rule.
    """
    step = rules.step
    if near_enemy and isinstance(rules, NearEnemyMovement):
        step = rules.step_near_enemy

    def ask(index: int, direction: int) -> StepCost | None:
        if map_rules.why_closed(index, direction, movement_class):
            return None
        return step(map_rules, index, direction, movement_class)

    costs = list(every_step(rules, map_rules, ask, None))
    return StepTable(
        tuple(-1 if s is None or s.cost is None else s.cost for s in costs),
        tuple("" if s is None or s.cost is None else s.way for s in costs),
        tuple(s is not None and s.cost is not None and s.disorders for s in costs),
    )
