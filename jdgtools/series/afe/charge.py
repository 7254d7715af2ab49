"""The row of a charge, who may meet it, and where its pursuit may turn (AFE-10.2, AFE-10.3, AFE-10.9).

A unit faces a hexside; its centre front hex lies in that direction.
"""

from __future__ import annotations

from jdgtools.hexgrid import HexGrid

MAX_CHARGE_POINTS = 4
"""Movement points that a charge may spend until it reaches its target (AFE-10.2-d)."""


def charge_row(grid: HexGrid, hex_index: int, facing: int) -> tuple[int, ...]:
    """Return the hexes in which the target of a charge may stand, nearest first.

    They lie straight ahead through the centre front hex, for a charge does not turn at its start
    (AFE-10.2-g, AFE-10.2-i). It advances one hex at least (AFE-10.2-d), so the first hex is no target, and
    one hex for a movement point at best. Ends at the edge of the map.
    """
    row: list[int] = []
    here = grid.neighbour(hex_index, facing % 6)
    while here is not None and len(row) < MAX_CHARGE_POINTS:
        here = grid.neighbour(here, facing % 6)
        if here is not None:
            row.append(here)
    return tuple(row)


def may_be_countercharged(grid: HexGrid, hex_index: int, facing: int, charger: int) -> bool:
    """Return whether a charge comes through a front hex of its target (AFE-10.3-c).

    Args:
        grid: the map.
        hex_index: hex of the target.
        facing: its facing.
        charger: hex from which the charge strikes.
    """
    direction = grid.direction(hex_index, charger)
    return direction is not None and (direction - facing) % 6 in (5, 0, 1)


def pursuit_targets(
    grid: HexGrid, hex_index: int, facing: int, forced: frozenset[int] = frozenset()
) -> dict[int, int]:
    """Return the facings that a charger may take as it advances -> its centre front hex.

    It turns by one hexside at most (AFE-10.9-c, AFE-10.9-e); momentum and dispersal strike the enemy in the
    centre front hex, and without one there is none (AFE-10.9-h).

    Args:
        grid: the map.
        hex_index: hex into which it advances.
        facing: before the advance.
        forced: hexes with enemies; one of them must be faced if it can be (option `momentum_facing_forced`,
            AMB-60). Empty = the facing is free.
    """
    facings = ((facing + turn) % 6 for turn in (-1, 0, 1))
    targets = {f: there for f in facings if (there := grid.neighbour(hex_index, f)) is not None}
    faced = {f: there for f, there in targets.items() if there in forced}
    return faced or targets
