"""The ground of a map by the terrain effects chart of Jours de Gloire."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property

from jdgtools.charts.model import ChartLookupError, Value
from jdgtools.rules import MapRules, StepCost
from jdgtools.series.terrain_index import Edge, Mark, TerrainIndex

__all__ = ["Edge", "Ground", "Mark", "ground_of"]


class Ground(TerrainIndex):
    """Edges and chart cells; "the same road" (JDG-4.3.1-a) is read as `TerrainIndex` says."""

    def __init__(self, terrain: MapRules) -> None:
        super().__init__(terrain, "TBL-TEC-HEX", "TBL-TEC-HEXSIDE", "TBL-TEC-ROAD")
        self.memo: dict[object, StepCost] = {}
        """Steps already reckoned, by what they consist of, edges by identity."""

    @cached_property
    def step_kinds(self) -> tuple[Hashable, ...]:
        """Both terrains and the edge of every step: what costs and zones depend on; None = off the map."""
        kinds, found = self.map.terrain, []
        for index in range(self.grid.size):
            for direction in range(6):
                target = self.beyond(index, direction)
                edge = None if target is None else id(self.edge(index, direction))
                found.append(None if target is None else (kinds[index], kinds[target], edge))
        return tuple(found)

    def turned(self, mark: Mark) -> Mark:
        """Return the same line of the chart for a step the other way."""
        definition = self.rules.definition.terrain(mark.kind, "hexside")
        if definition is None or not definition.directed:
            return mark
        return Mark(mark.kind, "out" if mark.direction == "in" else "in")

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
            return self.rules.charts.get(chart).value(*keys)
        except ChartLookupError:
            return None


_last: tuple[Ground, ...] = ()


def ground_of(terrain: MapRules) -> Ground:
    """Return the prepared ground of these map rules.

    The last few asked for are kept, one for each scenario.
    """
    global _last
    kept = _last  # read once: exporters ask from several threads
    for ground in kept:
        if ground.rules is terrain:
            return ground
    made = Ground(terrain)
    _last = (made, *kept[:3])
    return made
