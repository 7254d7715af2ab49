"""What lines of sight of all series share: two hexes of the map, and units that may stand between them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from jdgtools.rules import MapRules, Sight

NOBODY: Mapping[int, str] = {}


class SeriesSight(ABC):
    """How a series judges lines of sight: over terrain, and past units where they are asked about."""

    @abstractmethod
    def line(self, map_rules: MapRules, origin: int, target: int, units: Mapping[int, str]) -> Sight:
        """Return whether `target` is seen from `origin`, both hexes of the map, and why.

        Args:
            map_rules: map, charts and options.
            origin: index of the hex that looks.
            target: index of the hex that is looked at.
            units: hex -> words for the unit in it, which may block; none in the two ends.
        """

    def sight(self, map_rules: MapRules, origin: int, target: int) -> Sight:
        """Return whether `target` is seen from `origin` over terrain alone, and why.

        Raises:
            ValueError: one of them is no hex of the map.
        """
        return self.sight_among(map_rules, origin, target, NOBODY)

    def sight_among(self, map_rules: MapRules, origin: int, target: int, units: Mapping[int, str]) -> Sight:
        """Return as `sight`, past the units of some hexes.

        Raises:
            ValueError: one of the ends is no hex of the map.
        """
        grid = map_rules.map.grid
        if origin not in grid or target not in grid:
            raise ValueError("a line of sight joins two hexes of the map")
        return self.line(map_rules, origin, target, units)
