"""What a step costs."""

from jdgtools.rules import MapRules, StepCost


class OarMovement:
    """Movement of the series."""

    classes = ("oar", "sail")
    denominator = 1

    def step(self, map_rules: MapRules, origin: int, direction: int, movement_class: str) -> StepCost:
        """The cost of a step."""
        ground = map_rules.map
        target = ground.grid.neighbour(origin, direction)
        if target is None or not ground.playable[target]:
            return StepCost(None, reasons=("off the map",))
        kinds = {f.kind for f in ground.by_side.get(ground.grid.hexside(origin, direction), ())}
        way = "gap" if "gap" in kinds else ""
        if "boom" in kinds and not way:
            return StepCost(None, reasons=("a boom (OA-3-b)",))
        kind = ground.terrain[target] or "open"
        cost = map_rules.charts.get("OARS-MOVE").value(kind, movement_class)
        if not isinstance(cost, int):
            return StepCost(None, reasons=(f"{kind} is closed (OA-3-a)",))
        if map_rules.options["current"]:
            cost += 1
        return StepCost(cost, way, reasons=(f"enters {kind}: {cost} (OA-3-a)",))


RULES = OarMovement()
