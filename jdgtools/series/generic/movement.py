"""Steps without rules: every step costs one point, only impassable hexes are closed."""

from __future__ import annotations

from jdgtools.rules import MapRules, StepCost


class AnyMovement:
    """Movement of the series; see `jdgtools.rules.MovementRules`."""

    classes: tuple[str, ...] = ("any",)
    denominator = 1

    def step(self, map_rules: MapRules, origin: int, direction: int, movement_class: str) -> StepCost:
        """Return the cost of the step from hex `origin` in `direction` (0..5)."""
        if movement_class not in self.classes:
            raise ValueError(f"unknown movement class {movement_class!r}")
        ground = map_rules.map
        target = ground.grid.neighbour(origin, direction)
        if target is None or not ground.playable[target]:
            return StepCost(None, reasons=("off the map",))
        kind = map_rules.definition.terrain(ground.terrain[target] or "", "hex")
        if kind is not None and kind.impassable:
            return StepCost(None, reasons=("impassable",))
        return StepCost(1, reasons=("no rules: every step costs 1",))


RULES = AnyMovement()
