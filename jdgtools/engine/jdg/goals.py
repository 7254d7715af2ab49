"""What a side of a battle wants: hexes to take and to guard, and how well it stands."""

from __future__ import annotations

from functools import cached_property

from jdgtools.engine.core.nodes import EndNode
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.victory import final_points
from jdgtools.engine.jdg.words import CAVALRY, ROUTED
from jdgtools.engine.jdg.zones import enemies_in, friends_in, threats_to

THREAT = 7
"""Hexes from which an enemy threatens a victory hex."""
GUARDS = 2
"""Units that stay with a victory hex that is threatened."""
NEAR = 8
"""Hexes around a victory hex in which the forces are compared."""
CHARGE_REACH = 3
"""Hexes within which cavalry of the enemy makes a square worth forming."""
BAD_ODDS = 0.67
"""Own strength to that of the enemy, below which it is better to be elsewhere."""


ALONE = 9.0
"""Odds where no enemy is near; more is not counted."""
MAX_GOALS = 256
"""Sets of hexes to go to whose distances are remembered."""


class Goals:
    """What a side wants at a decision: hexes to take, hexes to guard; worked out when it is asked for."""

    def __init__(self, g: Match, s: GameState, side: int) -> None:
        """Begin with nothing worked out."""
        self.g, self.s, self.side = g, s, side
        self._nearest: dict[int, int] = {}
        self._odds: dict[tuple[int, int], float] = {}

    @cached_property
    def enemies(self) -> list[int]:
        """Hexes of the enemy's units."""
        return sorted({self.s.place[u] for u in self.g.t.of_side[1 - self.side] if self.s.place[u] >= 0})

    @cached_property
    def hexes(self) -> list[int]:
        """Hexes to go to: those of victory that the enemy holds and those of the side that it can hold.

        Where there are none, the enemy.
        """
        remembered_hexes = self.g.victory_hexes
        of_the_enemy = [h for h in remembered_hexes if self.s.holder[h] != self.side]
        return (
            of_the_enemy
            or [h for h in remembered_hexes if self.tenable(h)]
            or self._refuge(remembered_hexes)
            or self.enemies
        )

    def _refuge(self, hexes: tuple[int, ...]) -> list[int]:
        """Return the victory hexes that are farthest from the enemy."""
        t = self.g.t
        far = {h: min((t.distance(h, e) for e in self.enemies), default=0) for h in hexes}
        return [h for h in hexes if far[h] == max(far.values())]

    @cached_property
    def guards(self) -> dict[int, int]:
        """Unit -> the victory hex with which it stays, since the enemy is near and not too strong."""
        t, s = self.g.t, self.s
        guards: dict[int, int] = {}
        free = [u for u in t.of_side[self.side] if s.place[u] >= 0 and s.level[u] < ROUTED]
        for goal in self.g.victory_hexes:
            if (
                s.holder[goal] == self.side
                and not t.disc(goal, THREAT).isdisjoint(self.enemies)
                and self.tenable(goal)
            ):
                far = t.distances_from(goal)
                for unit in sorted(free, key=lambda u: far[s.place[u]])[:GUARDS]:
                    guards[unit] = goal
                    free.remove(unit)
        return guards

    @cached_property
    def near(self) -> frozenset[int]:
        """Hexes next to an enemy."""
        return threats_to(self.g.t, self.s, self.side).near

    def nearest_enemy(self, hex_index: int) -> int:
        """Return the hex of the enemy unit that is nearest to a hex; the hex itself without any."""
        nearest = self._nearest.get(hex_index)
        if nearest is None:
            t, s = self.g.t, self.s
            hexes = [s.place[u] for u in t.of_side[1 - self.side] if s.place[u] >= 0]
            nearest = min(hexes, key=lambda h: t.distance(hex_index, h), default=hex_index)
            self._nearest[hex_index] = nearest
        return nearest

    def tenable(self, hex_index: int) -> bool:
        """Return whether the side is strong enough around a hex to hold it."""
        t, s = self.g.t, self.s
        disc, place, level, strength = t.disc(hex_index, NEAR), s.place, s.level, t.strength
        mine, theirs = (
            sum(
                [strength[u][level[u] > 0] for u in t.of_side[side] if place[u] in disc and level[u] < ROUTED]
            )
            for side in (self.side, 1 - self.side)
        )
        return mine >= BAD_ODDS * theirs

    def cavalry_near(self, hex_index: int) -> bool:
        """Return whether cavalry of the enemy could charge a hex soon."""
        t, s = self.g.t, self.s
        return any(
            t.arm[u] == CAVALRY
            and s.place[u] >= 0
            and s.level[u] < ROUTED
            and t.distance(s.place[u], hex_index) <= CHARGE_REACH
            for u in t.of_side[1 - self.side]
        )

    @cached_property
    def _distances(self) -> dict[int, int]:
        """What is known of distances to the hexes to go to; many positions have the same."""
        remembered_distances = self.g.goal_distances
        if len(remembered_distances) >= MAX_GOALS:
            remembered_distances.clear()
        return remembered_distances.setdefault(tuple(self.hexes), {})

    def distance(self, hex_index: int) -> int:
        """Return the distance from a hex to the nearest of the hexes to go to; 0 where there is none."""
        distances = self._distances
        distance = distances.get(hex_index)
        if distance is None:
            between = self.g.t.distance
            distance = min([between(hex_index, goal) for goal in self.hexes], default=0)
            distances[hex_index] = distance
        return distance

    def odds(self, unit: int, target: int) -> float:
        """Return own strength around the enemies of a hex with a unit in it, to theirs.

        ALONE without any; the unit is of the side that decides.
        """
        if target not in self.near:
            return ALONE
        key = (unit, target)
        if key not in self._odds:
            self._odds[key] = self._odds_near(unit, target)
        return self._odds[key]

    def _odds_near(self, unit: int, target: int) -> float:
        t, s = self.g.t, self.s
        side = self.side
        around = t.neighbours[6 * target : 6 * target + 6]
        enemies = {h for h in around if enemies_in(t, s, h, side)}
        friends = {unit, *s.stacks[target]}
        for hex_index in enemies:
            for near in t.neighbours[6 * hex_index : 6 * hex_index + 6]:
                if near >= 0:
                    friends.update(friends_in(t, s, near, side))
        mine = sum(t.strength[u][s.level[u] > 0] for u in friends if s.level[u] < ROUTED)
        theirs = sum(
            t.strength[u][s.level[u] > 0] for h in enemies for u in s.stacks[h] if s.level[u] < ROUTED
        )
        return min(ALONE, mine / max(theirs, 1))


def estimate(g: Match, s: GameState, side: int) -> float:
    """Return how well a side stands, in victory points; a game won counts 50."""
    t = g.t
    if isinstance(s.node, EndNode):
        points = s.node.points
        result = 0 if s.node.winner < 0 else 50 if s.node.winner == side else -50
        return float(result + points[side] - points[1 - side])
    points = final_points(g, s)
    value = float(points[side] - points[1 - side])
    for each, sign in ((side, 1), (1 - side, -1)):
        for unit in t.of_side[each]:
            if s.place[unit] >= 0:
                value += sign * t.strength[unit][0] * (0.5, 0.3, 0.1)[s.level[unit]]
        goals = Goals(g, s, each)
        value -= (
            sign
            * 0.05
            * sum(
                goals.distance(s.place[u]) for u in t.of_side[each] if s.place[u] >= 0 and s.level[u] < ROUTED
            )
        )
    return value
