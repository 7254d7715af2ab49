"""Where pieces lie at the start by the module itself, read as if it were a saved game.

A module of VASSAL may put pieces on its boards without any saved game (at-start stacks). They become a
`Position`, so that whoever reads saved games reads these too.
"""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.errors import InputRefused
from jdgtools.importers.boards import MapView, ModuleBoard
from jdgtools.importers.grids import flag, number
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
                place = component.get("location") if _asks_for_hex(component) else ""
                note = f"its place {place[:60]!r} is no hex of" if place else "it lies on another board than"
                report.component("kept", component, f"{note} the map", map_view.name)
                continue
            if not slots:
                note = "it holds no piece that can be read"
                report.component("unread" if component.children else "kept", component, note, map_view.name)
                continue
            problem = _no_place(component, map_view, spot)
            if problem:
                where = f"{map_view.name} / {component.name}"
                report.say("unread", "PlaceOfStack", where, problem, len(slots))
            pieces += [PlacedPiece(s.piece, map_view.name, *spot, i) for i, s in enumerate(slots)]
            stacks.append((component, map_view.name))
    return [Position("At start", "", "", tuple(pieces))] if pieces else [], stacks


def _asks_for_hex(component: Component) -> bool:
    """Return whether a stack asks for its place by the name of a hex, not by a pixel."""
    return flag(component, "useGridLocation", False)


def _no_place(component: Component, view: MapView, spot: tuple[int, int]) -> str:
    """Return why a stack says no place of the map, as VASSAL passes over in silence; '' where it says one."""
    if _asks_for_hex(component):
        place = component.get("location")
        if any(find_name(board, place) == spot for board in view.boards if place):
            return ""
        which = f"{place[:60]!r} is none of the map" if place else "it names none"
        return f"it lies in a hex, and {which}; as in VASSAL its pixel counts"
    word = component.get("useGridLocation", "false")
    if word.lower() not in ("true", "false", ""):
        return f"useGridLocation is {word[:20]!r}, which VASSAL takes for false; its pixel counts"
    absent = [key for key in ("x", "y") if key not in component.attributes]
    if absent:
        return f"it says no {' and no '.join(absent)}; 0 is taken as in VASSAL"
    return "" if view.shows(*spot) else "its place is outside the map, where nobody sees it"


def _board_names(view: MapView) -> set[str]:
    """Return the names of the boards that a map may have."""
    return {part.get("name") for part in view.component.walk() if part.kind == "Board"}


def _spot(component: Component, view: MapView) -> tuple[int, int] | None:
    owner = component.get("owningBoard")
    boards: list[ModuleBoard] = [b for b in view.boards if not owner or b.name == owner]
    if not boards:
        return None
    board = boards[0]
    if _asks_for_hex(component) and component.get("location"):
        spot = find_name(board, component.get("location"))
        if spot is not None or board.grid is None or board.zones:
            # The zones of a board have names and grids of their own.
            return spot
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
