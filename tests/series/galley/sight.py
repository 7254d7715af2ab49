"""Who sees whom."""

from jdgtools.hexgrid import line
from jdgtools.rules import MapRules, Sight, SightFactor


class OarSight:
    """Lines of sight."""

    def sight(self, map_rules: MapRules, origin: int, target: int) -> Sight:
        """Rocks block, and spray beyond four hexes."""
        grid = map_rules.map.grid
        factors = []
        if (distance := grid.distance(origin, target)) > 4:
            spray = SightFactor((target,), "spray", True, "spray", ("OA-5-a",))
            return Sight(origin, target, False, distance, (spray,))
        for step in line(grid.cube(origin), grid.cube(target))[1:-1]:
            hexes = tuple(i for i in map(grid.find, step.hexes) if i is not None)
            blocks = bool(hexes) and all(map_rules.map.terrain[i] == "rock" for i in hexes)
            factors.append(SightFactor(hexes, "rock" if blocks else "", blocks, "rock", ("OA-5-a",)))
        return Sight(
            origin, target, not any(f.blocks for f in factors), grid.distance(origin, target), tuple(factors)
        )

    def all_pairs(self, map_rules: MapRules, reach: int | None = None):
        """All of them."""
        import numpy as np

        every = range(map_rules.map.grid.size)
        return np.array([[self.sight(map_rules, a, b).clear for b in every] for a in every])


RULES = OarSight()
