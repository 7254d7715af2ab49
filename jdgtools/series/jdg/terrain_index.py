"""The terrain index of a map by the terrain effects chart of Jours de Gloire (TBL-TEC).

Movement, sight, zones of control and checks ask it what a step crosses and what the chart says of that.
"""

from __future__ import annotations

from jdgtools.charts.model import ChartLookupError, Value
from jdgtools.rules import MapRules
from jdgtools.series.terrain_index import HexsideMark, StepEdge, TerrainIndex, remember_last

__all__ = ["HexsideMark", "JdgTerrainIndex", "StepEdge", "index_of"]


class JdgTerrainIndex(TerrainIndex):
    """The terrain index with fronts; "the same road" (JDG-4.3.1-a): `TerrainIndex`."""

    def __init__(self, map_rules: MapRules) -> None:
        super().__init__(map_rules, "TBL-TEC-HEX", "TBL-TEC-HEXSIDE", "TBL-TEC-ROAD")

    def reverse(self, mark: HexsideMark) -> HexsideMark:
        """Return the same line of the chart for a step the other way."""
        definition = self.map_rules.definition.terrain(mark.kind, "hexside")
        if definition is None or not definition.directed:
            return mark
        return HexsideMark(mark.kind, "out" if mark.direction == "in" else "in")

    def front(self, hex_index: int, facing: int | None) -> tuple[int, ...]:
        """Return front hexes on the map of a unit that is neither routed nor in square (JDG-6.1.1-d to -f).

        Args:
            hex_index: where it stands.
            facing: corner that it faces; None = unknown, which leaves a front in buildings alone.
        """
        if self.of_hex(self.map.terrain[hex_index], "six_front") is True:
            return self.grid.neighbours(hex_index)
        return () if facing is None else self.grid.front(hex_index, facing)

    def value(self, chart: str, *keys: str) -> Value:
        """Return any other cell; None when there is none."""
        try:
            return self.map_rules.charts.get(chart).value(*keys)
        except ChartLookupError:
            return None


index_of = remember_last(JdgTerrainIndex)
"""Returns the terrain index of the rules of a map."""
