"""How large the boards of a module are: by their pictures, or by what lies on them where one is missing."""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.errors import InputRefused
from jdgtools.importers.grids import number
from jdgtools.importers.kinds import is_hex_grid
from jdgtools.importers.svg import svg_size
from jdgtools.vassal.components import Component
from jdgtools.vassal.limits import Limits, image_size
from jdgtools.vassal.package import Module

MAX_SIZE = 30_000
"""Most pixels of an edge of a board without its picture."""


def picture_size(module: Module, board: Component, limits: Limits) -> tuple[int, int]:
    """Return width and height of a board by its picture, pixels.

    Raises:
        InputRefused: the picture is missing or cannot be read.
    """
    image = board.get("image")
    if not image:
        return int(number(board, "width", 500)), int(number(board, "height", 500))
    data = module.image(image)
    if data is None:
        raise InputRefused(f"its picture {image[:60]!a} {module.missing_picture(image)}")
    if image.lower().endswith(".svg"):
        return svg_size(data)
    return image_size(data, ascii(image[:60]), limits)


def size_without_picture(board: Component, points: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return the size of a board whose picture is missing: it holds its zones and what lies on it.

    Args:
        board: the board.
        points: where pieces lie on it, pixels.

    Raises:
        InputRefused: a number of it is none that a map can have.
    """
    corners = [*points]
    for zone in (c for c in board.walk() if c.kind == "Zone"):
        for text in zone.get("path").split(";"):
            x, _, y = text.partition(",")
            if x.strip("-").isdecimal() and y.strip("-").isdecimal() and len(text) < 20:
                corners.append((int(x), int(y)))
    grid = next((c for c in board.walk() if is_hex_grid(c)), None)
    margin = int(number(grid, "dy", 64.0) / 2) if grid is not None else 0
    inside = [(x, y) for x, y in corners if 0 < x < MAX_SIZE and 0 < y < MAX_SIZE]
    if not inside:
        return int(number(board, "width", 500)), int(number(board, "height", 500))
    return max(x for x, _ in inside) + margin, max(y for _, y in inside) + margin
