"""The neighbours of all hexes of a map as one array of whole numbers, six a hex.

The neighbour of hex `i` in direction `d` stands at `6 * i + d`; -1 where no hex is in play.
`DerivedBattle.neighbours` holds it.
"""

from __future__ import annotations

from jdgtools.model.map import BattleMap


def neighbour_array(battle_map: BattleMap) -> tuple[int, ...]:
    """Return the index of the neighbour of hex i in direction d at place 6 * i + d; -1 = none in play."""
    grid, playable = battle_map.grid, battle_map.playable
    neighbours = []
    for index in range(grid.size):
        usable = index in grid and playable[index]
        for other in grid.neighbour_table[index]:
            neighbours.append(other if usable and other is not None and playable[other] else -1)
    return tuple(neighbours)
