"""The battle's map from several boards of one map that lie side by side and continue each other's hexes."""

from __future__ import annotations

from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.importers.boards import BoardZone, MapView, ModuleBoard
from jdgtools.importers.grids import fit
from jdgtools.importers.joined_grids import join_grids
from jdgtools.importers.report import LossReport


def join_boards(
    view: MapView, best: ModuleBoard, report: LossReport
) -> tuple[ModuleBoard, tuple[ModuleBoard, ...]]:
    """Return a board as large as all boards of its map whose hexes continue its own, and these boards.

    Args:
        view: the map.
        best: its board with hexes that counts most.
        report: what cannot be joined goes there.
    """
    boards = [best, *(b for b in view.boards if b is not best and b.grid is not None)]
    if len(boards) == 1 or best.grid is None:
        return best, (best,)
    left, top = min(b.x for b in boards), min(b.y for b in boards)
    width = max(b.x + b.width for b in boards) - left
    height = max(b.y + b.height for b in boards) - top
    grids = [(b.grid.engine, b.x - left, b.y - top) for b in boards if b.grid is not None]
    joined_grid = join_grids(grids, width, height)
    if joined_grid is None:
        return best, (best,)
    members = tuple(boards[n] for n in joined_grid[1])
    try:
        fitted_grid = fit(joined_grid[0])
    except InputRefused as error:
        report.doubt(f"the boards of {view.name!r} are not joined: {error}")
        return best, (best,)
    boxes = tuple((b.x, b.y, b.width, b.height) for b in members)
    zones = tuple(_move_zone(zone, b.x - left, b.y - top) for b in members for zone in b.zones)
    names = " + ".join(b.name for b in members)
    report.doubt(f"the map is one field of the boards {names}: their hexes continue each other")
    field = ModuleBoard(
        best.component, names, best.image, left, top, width, height, fitted_grid, zones, boxes
    )
    return field, members


def _move_zone(zone: BoardZone, x: int, y: int) -> BoardZone:
    left, top, right, bottom = zone.box
    path = tuple((a + x, b + y) for a, b in zone.path)
    return replace(zone, path=path, box=(left + x, top + y, right + x, bottom + y))
