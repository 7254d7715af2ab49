"""Everything derived of a battle, or of one of its scenarios, each part computed when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.charts import ChartBook
from jdgtools.derived.adjacency import neighbour_array
from jdgtools.derived.los import sight_matrix
from jdgtools.derived.memo import get_or_make
from jdgtools.derived.occupancy import EMPTY, Occupancy
from jdgtools.derived.protocols import ZocRules, zoc_rules
from jdgtools.derived.reach import Reached, find_path, reach
from jdgtools.derived.steps import StepTable, step_table
from jdgtools.derived.zones import Zone, setup_zones, zoc_masks
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.rules import MapRules, Series, Sight

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Derived(Struct, frozen=True, dict=True):
    """What follows from a battle by the rules of its series."""

    battle: Battle
    series: Series
    terrain: MapRules
    scenario: Scenario | None = None

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """See `neighbour_array`."""
        return neighbour_array(self.terrain.map)

    def steps(self, movement_class: str, near_enemy: bool = False) -> StepTable:
        """Return costs of all steps of a movement class.

        Raises:
            ValueError: unknown movement class.
        """
        rules = self.series.movement
        return get_or_make(
            self.terrain,
            rules,
            ("steps", movement_class, near_enemy),
            lambda: step_table(rules, self.terrain, movement_class, near_enemy),
        )

    @property
    def los(self) -> NDArray[np.bool_]:
        """Whether the column hex is seen from the row hex; terrain alone."""
        return sight_matrix(self.series.sight, self.terrain)

    def sight(self, origin: int, target: int) -> Sight:
        """Return whether a hex is seen from another, and why."""
        return self.series.sight.sight(self.terrain, origin, target)

    @cached_property
    def zoc(self) -> ZocRules | None:
        """ZOC rules of the series; None if it has none."""
        return zoc_rules(self.series)

    def zoc_masks(self, movement_class: str) -> tuple[int, ...]:
        """See `zones.zoc_masks`; all 0 if the series has no ZOC."""
        rules = self.zoc
        if rules is None:
            return (0,) * self.terrain.map.grid.size
        return get_or_make(
            self.terrain,
            rules,
            ("zones", movement_class),
            lambda: zoc_masks(rules, self.terrain, movement_class),
        )

    @cached_property
    def zones(self) -> Mapping[str, tuple[Zone, ...]]:
        """Zones of control of the units set up in exact hexes; empty without a scenario or ZOC."""
        if self.zoc is None or self.scenario is None:
            return {}
        return setup_zones(self.zoc, self.terrain, self.battle, self.scenario)

    def occupancy(self, unit_id: str | None, start: int) -> Occupancy:
        """Return what the other units of the setup mean for a move from `start`.

        Nothing without a scenario.
        """
        if self.zoc is None or self.scenario is None or unit_id is None:
            return EMPTY
        return self.zoc.occupancy(self.terrain, self.battle, self.scenario, unit_id, start)

    def reach(
        self, start: int, budget: int, movement_class: str, unit_id: str | None = None,
        facing: int | None = None,
    ) -> dict[int, Reached]:  # fmt: skip
        """Return hexes that can be reached; with a unit, among the other units of the setup."""
        return reach(
            self.series.movement,
            self.terrain,
            start,
            budget,
            movement_class,
            self.occupancy(unit_id, start),
            facing,
        )

    def path(
        self, start: int, goal: int, movement_class: str, unit_id: str | None = None,
        facing: int | None = None,
    ) -> Reached | None:  # fmt: skip
        """Return the cheapest path; None if there is none."""
        return find_path(
            self.series.movement,
            self.terrain,
            start,
            goal,
            movement_class,
            self.occupancy(unit_id, start),
            facing,
        )


def derive(battle: Battle, series: Series, charts: ChartBook, scenario: Scenario | None = None) -> Derived:
    """Return what follows from a battle, with the options of a scenario in force.

    Raises:
        ValueError: the battle has no usable map.
    """
    return Derived(battle, series, MapRules.of(battle, charts, scenario), scenario)
