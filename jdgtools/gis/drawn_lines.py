"""Lines that the map file draws itself, hex by hex: `lines:` of a layer, instead of a GIS file.

A line goes `through` points: a hex stands for its centre, `0305/NE` for the middle of a hexside, `0305+30-20`
for the place 30 hundredths of a hex's width to the right of the centre and 20 above it.
"""

from __future__ import annotations

import re

from msgspec import Struct

from jdgtools.hexgrid import HexGrid, NameProblem, parse_direction
from jdgtools.hexgrid.layout import Layout, Point
from jdgtools.model.hex_reader import HexReader
from jdgtools.source.node import Node
from jdgtools.source.span import Span

_OFFSET = re.compile(r"(.+?)([+-]\d{1,3})([+-]\d{1,3})\Z", re.ASCII)
_EXPECTED = "hexes, hexsides such as 0305/NE, or places in hexes such as 0305+30-20"


class DrawnLine(Struct, frozen=True):
    """One line of a layer."""

    points: tuple[Point, ...]
    """In hex widths from the upper left corner of the map: to the right, down. A single one is a point."""
    is_closed: bool
    """Whether its end meets its beginning: it is the outline of an area."""
    properties: tuple[tuple[str, str | float], ...]
    """Name of a property -> its value, as features of a file have them."""
    span: Span


def read_lines(reader: HexReader, node: Node) -> tuple[DrawnLine, ...]:
    """Return the lines of a layer that can be understood; others have been reported (MAP081)."""
    assert reader.grid is not None
    lines = []
    for child in node.elements() if node.is_list else ():
        through = child.get("through")
        if through is None or not through.is_scalar:
            continue  # the schema has said so
        points = _points(reader, through, reader.grid)
        is_closed = reader.ctx.flag(child.get("closed"))
        if points is None:
            continue
        if is_closed and len(points) < 3:
            reader.ctx.problem(
                "MAP081",
                through,
                f"an area needs three points, this has {len(points)}",
                expected="three or more points",
                hint="take `closed` away for a line",
            )
            continue
        lines.append(DrawnLine(points, is_closed, _properties(child), child.span))
    return tuple(lines)


def _points(reader: HexReader, node: Node, grid: HexGrid) -> tuple[Point, ...] | None:
    """Return the points of a line; None after a diagnostic."""
    layout = Layout(grid, 1.0)
    points: list[Point] = []
    for word in node.text.replace(",", " ").split():
        point = _point(word, layout)
        if point is None:
            reader.ctx.problem(
                "MAP081",
                node,
                f"`{word[:40]}` is no point of a line on this map",
                expected=_EXPECTED,
                hint="the numbers are hundredths of a hex's width, to the right and down",
            )
            return None
        if not points or point != points[-1]:
            points.append(point)
    return tuple(points) or None


def _point(word: str, layout: Layout) -> Point | None:
    """Return the point that a word names; None if it names none."""
    grid = layout.grid
    index = grid.index(word)
    if index is not None:
        return layout.centre(index)
    name, slash, direction = word.partition("/")
    if slash:
        index, d = grid.index(name), parse_direction(direction, grid.orientation)
        if index is None or isinstance(d, NameProblem):
            return None
        (ax, ay), (bx, by) = layout.corner(index, d - 1), layout.corner(index, d)
        return (ax + bx) / 2, (ay + by) / 2
    match = _OFFSET.match(word)
    index = grid.index(match.group(1)) if match else None
    if match is None or index is None:
        return None
    x, y = layout.centre(index)
    return x + int(match.group(2)) / 100, y + int(match.group(3)) / 100


def _properties(node: Node) -> tuple[tuple[str, str | float], ...]:
    """Return what a line says beside its course; names in several languages as `name:fr`."""
    values: list[tuple[str, str | float]] = []
    for key, child in node.items():
        if key in ("through", "closed"):
            continue
        if child.is_map:
            values += [(f"{key}:{language}", text.text) for language, text in child.items() if text.is_scalar]
        elif child.is_scalar and not child.is_null:
            number = child.as_float()
            values.append((key, child.text if number is None else number))
    return tuple(values)
