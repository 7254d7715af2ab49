"""Ways of routed units to their edge of the map (10.4 of the rules digest), terrain alone."""

from __future__ import annotations

from functools import cached_property

from jdgtools.hexgrid.coords import DIRECTIONS
from jdgtools.rules import MapRules
from jdgtools.series.jdg.ground import Edge, Ground
from jdgtools.series.jdg.movement import RULES

Movers = tuple[tuple[str, int], ...]
"""(column of the terrain chart, movement points of the slowest disordered unit)."""


class RoutMap:
    """Which hexes lead to a map edge by steps that do not lead away from it (JDG-10.4-e, JDG-10.4-n).

    The column limit of one rout move (JDG-10.4-o) is left out: shifts of several turns add up.
    """

    def __init__(self, ground: Ground, rules: MapRules, edge: str) -> None:
        self.ground = ground
        self.rules = rules
        self.edge = edge
        self._passable: dict[tuple[str | None, Edge, Movers], bool] = {}

    def progress(self, direction: int, letter: str) -> int:
        """How far a step leads towards a map edge, in half hexes or columns; negative = away from it."""
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
        found = {i for i in board.grid.edge_hexes(self.edge) if board.playable[i]}
        for letter in self.edge:
            most = max(self.progress(d, letter) for d in range(6))
            straight = [d for d in range(6) if self.progress(d, letter) == most]
            for i in board.grid.hexes:
                ahead = [j for d in straight if (j := board.grid.neighbour(i, d)) is not None]
                if board.playable[i] and ahead and not any(board.playable[j] for j in ahead):
                    found.add(i)
        return frozenset(found)

    def reached(self, movers: Movers) -> frozenset[int]:
        """Hexes from which every one of the movers finds a way, step by affordable step."""
        board = self.ground.map
        table = board.grid.neighbour_table
        # Searched backwards from the edge: the hex behind is entered against the direction of the step.
        found, queue = set(self.exits), list(self.exits)
        while queue:
            target = queue.pop()
            for direction in self.forward:
                origin = table[target][(direction + 3) % 6]
                if origin is None or origin in found or not board.playable[origin]:
                    continue
                if self._passes(origin, direction, target, movers):
                    found.add(origin)
                    queue.append(origin)
        return frozenset(found)

    def _passes(self, origin: int, direction: int, target: int, movers: Movers) -> bool:
        edge = self.ground.edge(origin, direction)
        key = (self.ground.map.terrain[target], edge, movers)
        known = self._passable.get(key)
        if known is None:
            costs = [
                (RULES.step(self.rules, origin, direction, column).cost, most) for column, most in movers
            ]
            known = self._passable[key] = all(cost is not None and cost <= most for cost, most in costs)
        return known
