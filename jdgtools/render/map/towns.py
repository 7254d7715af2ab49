"""What makes one settlement of several hexes: streets from hex to hex, one church, a dense middle.

`buildings` asks it for the streets of each village or town before it puts houses there.
"""

from __future__ import annotations

from collections.abc import Callable

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.render.bounds import Box
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.houses import Street
from jdgtools.render.map.streets import Banks, StreetPlan, add_town
from jdgtools.render.map.ways import Network
from jdgtools.render.scene import Point

_DENSE = 4
"""Hexes about a hex, of the same settlement, from which on it is built up like a town."""
_STRAIGHT = 0.7
"""How far the lanes of a hex with two of them keep to the line between both hexsides."""


def street_plan(
    frame: MapFrame,
    net: Network,
    cells: frozenset[Cube],
    is_town: bool,
    number: Callable[[Cube], Box],
    banks: Banks,
) -> StreetPlan:
    """Return the streets of all settlements of one style, without the roads that pass through them.

    Args:
        frame: the map.
        net: its ways.
        cells: hexes of the settlements.
        is_town: whether all are towns; else those are that have a dense hex.
        number: the box of the number of a hex, which streets of towns leave free.
        banks: of the hexes; no street leads into water.
    """
    plan = StreetPlan()
    for settlement in settlements(frame, cells):
        if is_town or any(is_dense(cells, cube) for cube in settlement):
            around = [neighbour(cube, d) for cube in settlement for d in range(6)]
            numbers = [number(cube) for cube in dict.fromkeys((*settlement, *around)) if cube in frame.cells]
            add_town(plan, frame, net, frozenset(settlement), church_hex(cells, settlement), numbers, banks)
            continue
        for cube in settlement:
            dry_lanes = [
                lane for lane in lanes(frame, net, cells, cube) if not _is_wet(frame, banks, cube, lane[1])
            ]
            plan.of_hex[cube] = dry_lanes
            plan.lines.extend(dry_lanes)
    return plan


def _is_wet(frame: MapFrame, banks: Banks, cube: Cube, end: Point) -> bool:
    """Return whether a lane ends on a hexside with water."""
    x, y = frame.centre(cube)
    limit = 0.45 * frame.size
    return any((end[0] - x) * bx + (end[1] - y) * by > limit for bx, by in banks.get(cube, ()))


def lanes(frame: MapFrame, net: Network, cells: frozenset[Cube], cube: Cube) -> list[Street]:
    """Return the lanes from the middle of a hex of a village to the hexes of it that no way leads to.

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
    ends = [frame.crossing(*frame.edge_keys(cube, d)) for d in open_ways]
    node = net.nodes.get(cube, frame.centre(cube))
    if cube not in net.nodes and len(ends) == 2:
        # Else a row of hexes has a lane that zigzags.
        between = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
        node = (
            node[0] + (between[0] - node[0]) * _STRAIGHT,
            node[1] + (between[1] - node[1]) * _STRAIGHT,
        )
    return [[node, end] for end in ends]


def is_dense(cells: frozenset[Cube], cube: Cube) -> bool:
    """Return whether a hex lies so deep in its settlement that it is built up like a town."""
    return sum(neighbour(cube, d) in cells for d in range(6)) >= _DENSE


def inner_sides(frame: MapFrame, cells: frozenset[Cube], cube: Cube) -> list[Point]:
    """Return the directions, of length 1, from a hex to the hexsides with the same settlement beyond."""
    x, y = frame.centre(cube)
    others = [frame.centre(other) for d in range(6) if (other := neighbour(cube, d)) in cells]
    return [((ox - x) / frame.size, (oy - y) / frame.size) for ox, oy in others]


def church_hex(cells: frozenset[Cube], settlement: list[Cube]) -> Cube:
    """Return the hex of a settlement with its church: where most of it lies about it."""
    return max(settlement, key=lambda cube: sum(neighbour(cube, d) in cells for d in range(6)))


def churches(frame: MapFrame, cells: frozenset[Cube]) -> frozenset[Cube]:
    """Return the hexes with a church, one for each settlement."""
    return frozenset(church_hex(cells, settlement) for settlement in settlements(frame, cells))


def settlements(frame: MapFrame, cells: frozenset[Cube]) -> list[list[Cube]]:
    """Return the hexes of each settlement, in reading order."""
    left, settlements_of_style = set(cells), []
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
        settlements_of_style.append(frame.in_reading_order(settlement))
    return settlements_of_style
