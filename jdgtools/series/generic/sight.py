"""Sight without rules: everything in play is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.rules import MapRules, Sight

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class OpenSight:
    """Lines of sight of the series; see `jdgtools.rules.SightRules`."""

    def sight(self, map_rules: MapRules, origin: int, target: int) -> Sight:
        """Return clear between any two hexes in play."""
        ground = map_rules.map
        clear = all(i in ground.grid and ground.playable[i] for i in (origin, target))
        return Sight(origin, target, clear, ground.grid.distance(origin, target), ())

    def all_pairs(self, map_rules: MapRules, reach: int | None = None) -> NDArray[np.bool_]:
        """Return array (hexes, hexes) of whether both are in play, however far apart they are."""
        import numpy as np

        ground = map_rules.map
        in_play = np.array(
            [i in ground.grid and ground.playable[i] for i in range(ground.grid.size)], dtype=bool
        )
        pairs: NDArray[np.bool_] = in_play[:, None] & in_play[None, :]
        return pairs


RULES = OpenSight()
