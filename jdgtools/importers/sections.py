"""Boards that show a part of the battle's map: smaller boards for smaller scenarios, with the map's numbers.

A module may lay out its whole map for the campaign and a board with the western half for a short scenario.
The hexes of such a board have the numbers of the whole map, beginning somewhere inside it, so a piece on hex
5276 of the board stands on hex 5276 of the map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from jdgtools.importers.boards import MapView, ModuleBoard, lay_out
from jdgtools.importers.grids import FittedGrid
from jdgtools.vassal.limits import Limits
from jdgtools.vassal.package import Module
from jdgtools.vassal.savegame import PlacedBoard

MIN_HEXES = 12
"""Hexes that a board must share with the map before their numbers prove anything."""
MIN_SHARE = 0.95
"""Share of a board's hexes whose numbers the map must have; beyond its edge lie half hexes."""


class Section(Struct, frozen=True):
    """A laid out board and the map's hexes on it."""

    board: ModuleBoard
    hexes: Mapping[int, int]
    """Hex of the board -> hex of the map."""

    def pixels(self, field: FittedGrid) -> dict[str, list[int]]:
        """Return number of the map's hex -> pixel of the window, for the hexes on the board.

        Args:
            field: the map's grid.
        """
        grid = self.board.grid
        if grid is None:
            return {}
        centres = {index: grid.centre(i) for i, index in self.hexes.items() if i not in grid.outside}
        return {
            field.grid.id(index): [self.board.x + x, self.board.y + y] for index, (x, y) in centres.items()
        }


def sections(
    window: MapView, field: FittedGrid, layout: Sequence[PlacedBoard], module: Module, limits: Limits
) -> tuple[Section, ...]:
    """Return the boards of a layout that show parts of the map; none where a board with hexes shows none.

    Args:
        window: the map window.
        field: the grid of the battle's map.
        layout: how its boards are laid out.
        module: holds the pictures, whose sizes say where boards lie.
        limits: of pictures.
    """
    boards = [b for b in lay_out(module, window, layout, limits) if b.grid is not None]
    parts = [Section(board, hexes) for board in boards if (hexes := _hexes(board, field))]
    return tuple(parts) if len(parts) == len(boards) else ()


def has_sections(window: MapView, field: FittedGrid, module: Module, limits: Limits) -> bool:
    """Return whether the numbers of a board of the window begin inside the map, as no other map's would."""
    for name in window.spare:
        for part in sections(window, field, [PlacedBoard(name)], module, limits):
            column, row = (
                min(axis) for axis in zip(*map(field.grid.offset, part.hexes.values()), strict=True)
            )
            if column > 1 or row > 1:
                return True
    return False


def _hexes(board: ModuleBoard, field: FittedGrid) -> dict[int, int]:
    """Return hex of a board -> hex of the map with its number; {} where they are not the same field."""
    part = board.grid
    if part is None or part.engine.sideways != field.engine.sideways:
        return {}
    inside = [i for i in part.grid.hexes if i not in part.outside]
    names = {i: part.engine.name(*part.raw(i)) for i in inside}
    hexes = {i: field.by_name[name] for i, name in names.items() if name in field.by_name}
    if len(hexes) < max(MIN_HEXES, MIN_SHARE * len(inside)):
        return {}
    # Equal numbers alone prove little: what is next to a hex on the board must be next to it on the map.
    for i, index in hexes.items():
        around = {hexes[n] for n in part.grid.neighbours(i) if n in hexes}
        if not around <= set(field.grid.neighbours(index)):
            return {}
    return hexes
