"""Ways of routed units to their edge of the map (10.4 of the rules digest), terrain alone."""

from __future__ import annotations

from functools import cached_property

from jdgtools.hexgrid.coords import DIRECTIONS
from jdgtools.rules import MapRules
from jdgtools.series.jdg.movement import RULES
from jdgtools.series.jdg.terrain_index import JdgTerrainIndex

Movers = tuple[tuple[str, int], ...]
"""(column of the terrain chart, movement points of the slowest disordered unit)."""


class RoutMap:
    """Which hexes lead to a map edge by steps that do not lead away from it (JDG-10.4-e, JDG-10.4-n).

    The column limit of one rout move (JDG-10.4-o) is left out: shifts of several turns add up.
    """

    def __init__(self, ground: JdgTerrainIndex, map_rules: MapRules, edge: str) -> None:
        self.ground = ground
        self.map_rules = map_rules
        self.edge = edge
        self._passable: dict[tuple[str | None, str | None, int, Movers], bool] = {}
        """Whether the movers can pay for a step, by what it consists of: most steps of a map are alike."""

    def progress(self, direction: int, letter: str) -> int:
        """Return how far a step leads towards a map edge, in half hexes or columns.

        Negative = away from it.
        """
        q, r = DIRECTIONS[direction]
        if self.ground.map.grid.orientation == "flat":
            across, down = q, 2 * r + q
        else:
            across, down = q - r, q + r
        return {"N": -down, "S": down, "W": -across, "E": across}[letter]

    @cached_property
    def forward(self) -> tuple[int, ...]:
        """Directions of steps that do not lead away from the edge."""
        return tuple(d for d in range(6) if all(self.progress(d, letter) >= 0 for letter in self.edge))

    @cached_property
    def exits(self) -> frozenset[int]:
        """Hexes in play from which the next hex towards the edge is off the map."""
        board = self.ground.map
        exits = {i for i in board.grid.edge_hexes(self.edge) if board.playable[i]}
        for letter in self.edge:
            most = max(self.progress(d, letter) for d in range(6))
            straight = [d for d in range(6) if self.progress(d, letter) == most]
            for i in board.grid.hexes:
                ahead = [j for d in straight if (j := board.grid.neighbour(i, d)) is not None]
                if board.playable[i] and ahead and not any(board.playable[j] for j in ahead):
                    exits.add(i)
        return frozenset(exits)

    def reached_hexes(self, movers: Movers, goals: frozenset[int] | None = None) -> frozenset[int]:
        """Return hexes from which every one of the movers finds a way, step by affordable step.

        Args:
            movers: who moves.
            goals: hexes that are known to lead to the edge; None = search from the edge itself.
        """
        board = self.ground.map
        table = board.grid.neighbour_table
        # Searched backwards from the edge: the hex behind is entered against the direction of the step.
        hexes_reached = set(self.exits if goals is None else goals)
        queue = list(self.exits) if goals is None else self._border(goals)
        while queue:
            target = queue.pop()
            for direction in self.forward:
                origin = table[target][(direction + 3) % 6]
                if origin is None or origin in hexes_reached or not board.playable[origin]:
                    continue
                if self._passes(origin, direction, target, movers):
                    hexes_reached.add(origin)
                    queue.append(origin)
        return frozenset(hexes_reached)

    def _border(self, goals: frozenset[int]) -> list[int]:
        """Return hexes of a set that can be entered from outside it by a step forward, ascending."""
        table = self.ground.map.grid.neighbour_table
        outside = (i for i in self.ground.map.grid.hexes if i not in goals)
        ahead = {table[i][d] for i in outside for d in self.forward}
        return sorted(i for i in ahead if i is not None and i in goals)

    def _passes(self, origin: int, direction: int, target: int, movers: Movers) -> bool:
        if self.map_rules.why_closed(origin, direction, ""):
            return False
        kinds = self.ground.map.terrain
        # Equal edges of a map are one object.
        key = (kinds[origin], kinds[target], id(self.ground.edge(origin, direction)), movers)
        is_affordable = self._passable.get(key)
        if is_affordable is None:
            is_affordable = self._passable[key] = self._affordable(origin, direction, movers)
        return is_affordable

    def _affordable(self, origin: int, direction: int, movers: Movers) -> bool:
        costs = (
            (RULES.step(self.map_rules, origin, direction, column).cost, most) for column, most in movers
        )
        return all(cost is not None and cost <= most for cost, most in costs)
