"""Where pieces lie at the start by the module itself, read as if it were a saved game.

A module of VASSAL may put pieces on its boards without any saved game (at-start stacks). They become a
`Position`, so that whoever reads saved games reads these too.
"""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.errors import InputRefused
from jdgtools.importers.boards import MapView, ModuleBoard
from jdgtools.importers.grids import number
from jdgtools.importers.positions import PlacedPiece, Position
from jdgtools.importers.report import LossReport
from jdgtools.importers.view import ModuleView
from jdgtools.vassal.components import Component


def start_positions(
    view: ModuleView, maps: Sequence[MapView], report: LossReport
) -> tuple[list[Position], list[tuple[Component, str]]]:
    """Return the position of the at-start stacks, if they hold a piece, and these with their maps."""
    pieces: list[PlacedPiece] = []
    stacks: list[tuple[Component, str]] = []
    for map_view in maps:
        for component in map_view.component.children:
            if component.kind not in ("SetupStack", "DrawPile"):
                continue
            slots = view.contents.get(id(component), [])
            try:
                spot = _spot(component, map_view)
            except InputRefused as error:
                report.component("unread", component, str(error), map_view.name)
                continue
            owner = component.get("owningBoard")
            if spot is None and owner and owner not in _board_names(map_view):
                note = f"it lies on the board {owner[:60]!r}, which the module does not have"
                report.component("unread", component, note, map_view.name)
                continue
            if component.kind == "DrawPile":
                continue  # whoever lists the cards says the rest
            if spot is None:
                place = component.get("location") if component.get("useGridLocation") == "true" else ""
                note = f"its place {place[:60]!r} is no hex of" if place else "it lies on another board than"
                report.component("kept", component, f"{note} the map", map_view.name)
                continue
            pieces += [PlacedPiece(s.piece, map_view.name, *spot, i) for i, s in enumerate(slots)]
            stacks.append((component, map_view.name))
    return [Position("At start", "", "", tuple(pieces))] if pieces else [], stacks


def _board_names(view: MapView) -> set[str]:
    """Return the names of the boards that a map may have."""
    return {part.get("name") for part in view.component.walk() if part.kind == "Board"}


def _spot(component: Component, view: MapView) -> tuple[int, int] | None:
    owner = component.get("owningBoard")
    boards: list[ModuleBoard] = [b for b in view.boards if not owner or b.name == owner]
    if not boards:
        return None
    board = boards[0]
    if component.get("useGridLocation") == "true" and component.get("location"):
        return find_name(board, component.get("location"))
    return board.x + int(number(component, "x", 0)), board.y + int(number(component, "y", 0))


def find_name(board: ModuleBoard, name: str) -> tuple[int, int] | None:
    """Return the pixel of the hex that the module calls so, on the map."""
    if board.grid is None:
        return None
    index = board.grid.by_name.get(name)
    if index is None:
        return None
    x, y = board.grid.centre(index)
    return board.x + x, board.y + y
