"""The board of an imported module as the map: its picture, laid under the hexes of the battle."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.model.art import LAYERS, LETTERING, BaseMap, ControlPoint, MapArt
from jdgtools.model.battle import means_imported
from jdgtools.vassal.folder import ImportRecord, read_import_record

if TYPE_CHECKING:
    from jdgtools.hexgrid import HexGrid
    from jdgtools.model.battle import Battle


def with_board_picture(battle: Battle, project: Path) -> Battle:
    """Return a battle whose map is drawn as the board of its imported module; others as they are.

    So is one whose author has laid a picture under the map, and one whose board has no picture.

    Args:
        battle: as its files mean it.
        project: its folder.
    """
    if battle.map is None or battle.map.art.base or not means_imported(battle.module):
        return battle
    try:
        import_record = read_import_record(project)
        boards = [
            (image, _control_points(battle.map.grid, import_record, x, y))
            for image, x, y in import_record.boards
        ]
    except (InputRefused, ValueError, TypeError):  # damaged: a build says so
        return battle
    bases = tuple(
        BaseMap(f"board {number}", image, points, (*LAYERS, *LETTERING), under=LAYERS[-1])
        for number, (image, points) in enumerate(boards, 1)
        if len(points) == 3
    )
    return replace(battle, map=replace(battle.map, art=MapArt(bases))) if bases else battle


def _control_points(
    grid: HexGrid, import_record: ImportRecord, left: float, top: float
) -> tuple[ControlPoint, ...]:
    """Return three corners of the grid and where they lie in a picture; fewer where the record lacks one."""
    last_column, last_row = grid.columns - 1, grid.rows - 1
    points = []
    for place in ((0, 0), (last_column, 0), (0, last_row)):
        index = grid.at(*place)
        pixel = import_record.hexes.get(grid.id(index)) if index is not None else None
        if index is not None and isinstance(pixel, list) and len(pixel) == 2:
            points.append(ControlPoint(index, None, (float(pixel[0]) - left, float(pixel[1]) - top)))
    return tuple(points)
