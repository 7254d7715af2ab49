"""The rout edge of a side: which directions lead there (AFE-12.2.1-b, AMB-32)."""

from __future__ import annotations

from jdgtools.hexgrid import DIRECTIONS, HexGrid
from jdgtools.hexgrid.names import CORNER_NAMES, DIRECTION_NAMES

EDGES = ("N", "E", "S", "W")


def directions_towards(grid: HexGrid, edge: str | None) -> tuple[int, ...]:
    """Return the hex directions that shorten the way to an edge most, one or two; () for no edge."""
    directions, corners = DIRECTION_NAMES[grid.orientation], CORNER_NAMES[grid.orientation]
    if edge not in EDGES:
        return ()
    if edge in directions:
        return (directions.index(edge),)
    corner = corners.index(edge)
    return (corner, (corner + 1) % len(DIRECTIONS))
