"""Front, flank and rear of one-hex and two-hex units, and the wheel (MP-6.1, MP-6.2.1).

A unit faces corner k, between directions k and k + 1. A two-hex unit is (left half, right half), seen
towards its facing, so the right half lies in direction k + 2 of the left one. In Column the head is the
right half, and the direction from the left half (the tail) to it is the facing (MP-6.3.4-d, AMB-19).
"""

from __future__ import annotations

from typing import NamedTuple

from jdgtools.hexgrid import HexGrid


class Zones(NamedTuple):
    """Hexes around a unit that are on the map; each group clockwise."""

    front: tuple[int, ...]
    flank: tuple[int, ...]
    rear: tuple[int, ...]


class Wheel(NamedTuple):
    """A turn of a two-hex unit by 60 degrees."""

    mover: int
    """The hex of the half that moves forward; the other half is the pivot."""
    direction: int
    """Direction 0..5 in which it moves."""
    halves: tuple[int, int]
    """Left and right half afterwards."""
    facing: int
    """Corner faced afterwards."""


def zones(grid: HexGrid, hexes: tuple[int, ...], facing: int) -> Zones:
    """Return front, flank and rear hexes of a unit in one or two hexes (MP-6.1-b, MP-6.1-c, EX-6.1-1)."""
    if len(hexes) == 1:
        groups = [[(hexes[0], t) for t in turns] for turns in ((0, 1), (2, 5), (3, 4))]
    else:
        left, right = hexes
        groups = [
            [(left, 0), (left, 1), (right, 1)],
            [(right, 2), (left, 5)],
            [(right, 3), (right, 4), (left, 4)],
        ]
    hexes_of_groups = (
        tuple(there for h, t in group if (there := grid.neighbour(h, (facing + t) % 6)) is not None)
        for group in groups
    )
    return Zones(*hexes_of_groups)


def right_of(grid: HexGrid, left: int, facing: int) -> int | None:
    """Return where the right half of a two-hex unit lies (MP-6.1-c); None off the map."""
    return grid.neighbour(left, (facing + 2) % 6)


def facing_of(grid: HexGrid, left: int, right: int) -> int | None:
    """Return the one facing of a two-hex unit with these halves, in this order.

    None if they are not adjacent.
    """
    direction = grid.direction(left, right)
    return None if direction is None else (direction - 2) % 6


def wheel(grid: HexGrid, halves: tuple[int, int], facing: int, to_right: bool) -> Wheel | None:
    """Return the wheel of a two-hex unit to the right (clockwise) or left; None if it would leave the map.

    One half moves forward into the central front hex, the other is the pivot (MP-6.2.1-c).
    """
    left, right = halves
    centre = grid.neighbour(left, (facing + 1) % 6)
    if centre is None:
        return None
    if to_right:
        return Wheel(left, (facing + 1) % 6, (centre, right), (facing + 1) % 6)
    return Wheel(right, facing, (left, centre), (facing - 1) % 6)
