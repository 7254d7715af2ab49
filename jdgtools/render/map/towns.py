"""What makes one settlement of several hexes: lanes from hex to hex, one church, a dense middle.

`buildings` asks it for each hex of a village or town before it puts houses there.
"""

from __future__ import annotations

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.ways import Network
from jdgtools.render.scene import Point

_DENSE = 4
"""Hexes about a hex, of the same settlement, from which on it is built up like a town."""


def lanes(frame: MapFrame, net: Network, cells: frozenset[Cube], cube: Cube) -> list[list[Point]]:
    """Return the lanes from the middle of a hex to the hexes of its settlement that no way leads to.

    The hexside below the number of a hex has none, unless it is the only way to the neighbour.
    """
    arms = net.arms.get(cube, {})
    directions = [d for d in range(6) if neighbour(cube, d) in cells]
    open_ways = [d for d in directions if d not in arms]
    if frame.flat:

        def is_reached(hex_: Cube) -> bool:
            return any(d not in (0, 3) and neighbour(hex_, d) in cells for d in range(6))

        # Through the upper and lower hexsides only where one of both hexes has no other neighbour.
        open_ways = [
            d
            for d in open_ways
            if d not in (0, 3) or not (is_reached(cube) and is_reached(neighbour(cube, d)))
        ]
    node = net.nodes.get(cube, frame.centre(cube))
    return [[node, frame.crossing(*frame.edge_keys(cube, d))] for d in open_ways]


def is_dense(cells: frozenset[Cube], cube: Cube) -> bool:
    """Return whether a hex lies so deep in its settlement that it is built up like a town."""
    return sum(neighbour(cube, d) in cells for d in range(6)) >= _DENSE


def inner_sides(frame: MapFrame, cells: frozenset[Cube], cube: Cube) -> list[Point]:
    """Return the directions, of length 1, from a hex to the hexsides with the same settlement beyond."""
    x, y = frame.centre(cube)
    others = [frame.centre(other) for d in range(6) if (other := neighbour(cube, d)) in cells]
    return [((ox - x) / frame.size, (oy - y) / frame.size) for ox, oy in others]


def churches(frame: MapFrame, cells: frozenset[Cube]) -> frozenset[Cube]:
    """Return the hexes with a church: one for each settlement, where most of it lies about it."""
    left, church_hexes = set(cells), set()
    for first in frame.in_reading_order(cells):
        if first not in left:
            continue
        left.discard(first)
        settlement = [first]
        for cube in settlement:
            for d in range(6):
                beyond = neighbour(cube, d)
                if beyond in left:
                    left.discard(beyond)
                    settlement.append(beyond)
        in_order = frame.in_reading_order(settlement)
        church_hexes.add(max(in_order, key=lambda cube: sum(neighbour(cube, d) in cells for d in range(6))))
    return frozenset(church_hexes)
