"""Logs and saved games of our own modules: what became of the pieces, step by step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from jdgtools.engine.core.explain import BoxedMarker, LoggedGame, PieceChange, Stand
from jdgtools.errors import InputRefused
from jdgtools.hexgrid.names import CORNER_NAMES, DIRECTION_NAMES
from jdgtools.importers.boards import read_maps
from jdgtools.importers.embedded_source import embedded_source, load_embedded
from jdgtools.importers.jdgtools_module import JdgtoolsModuleReader
from jdgtools.importers.positions import PlacedPiece, read_position
from jdgtools.importers.report import LossReport
from jdgtools.importers.turns import level_values, list_state, top_level
from jdgtools.importers.view import open_module, properties
from jdgtools.vassal.limits import DEFAULT
from jdgtools.vassal.package import SaveFile, read_module, read_save_file
from jdgtools.vassal.savegame import (
    AddPiece,
    ChangePiece,
    LogStep,
    MovePiece,
    ParsedCommand,
    SaveCommand,
    SetTurn,
    parse_command,
)
from jdgtools.vassal.traits import BasicPiece, Piece, Stack

if TYPE_CHECKING:
    from jdgtools.hexgrid import HexGrid

_LOG = "LOG\t"
_KINDS = ("unit", "leader")


def read_game(module: Path | bytes, log: Path | bytes) -> LoggedGame:
    """Return the game of a log or saved game, on the hexes of the module that it was played with.

    Raises:
        InputRefused: one of them is damaged, hostile or beyond a limit, or the module is none of ours.
    """
    game = _Game(module)
    save = read_save_file(log)
    try:
        return _game_of(game, save)
    except InputRefused as refusal:
        name = log.name if isinstance(log, Path) else "the log"
        raise InputRefused(f"{name}: {refusal}") from None


def _game_of(game: _Game, save: SaveFile) -> LoggedGame:
    """Return the game of a log that was read.

    Raises:
        InputRefused: it is of another module, or a command in it is damaged.
    """
    name = save.module_metadata.name if save.module_metadata else None
    if name and name != game.reader.view.root.get("name"):
        raise InputRefused(f"it belongs to the module {name!r}, not to this one")
    position = read_position(save, "log", "log", "", LossReport())
    game.placed_pieces = {piece_there.piece.id: piece_there for piece_there in position.pieces}
    start = dict(
        game.stand(piece_there) for piece_there in game.placed_pieces.values() if game.counts(piece_there)
    )
    turn = game.turn(position.turns)
    for text in save.root.walk():
        if isinstance(command := parse_command(text), AddPiece):
            game.run(command)
    changes: list[PieceChange] = []
    markers: list[BoxedMarker] = []
    for number, step in enumerate(_steps(save.root), 1):
        before = dict(game.stand(p) for p in game.placed_pieces.values() if game.counts(p))
        boxes, ids = game.boxes(), set(game.placed_pieces)
        for text in step.walk():
            logged_command = parse_command(text)
            for inner in logged_command.command.walk() if isinstance(logged_command, LogStep) else ():
                inner_command = parse_command(inner)
                if isinstance(inner_command, SetTurn):
                    turn = game.turn({inner_command.tracker: inner_command.state})
                game.run(inner_command, is_logged=True)
        after = dict(game.stand(p) for p in game.placed_pieces.values() if game.counts(p))
        for piece, stand in after.items():
            old = before.get(piece, Stand("", -1, {}))
            if stand != old:
                changes.append(PieceChange(number, turn, piece, old, stand))
        for piece_there in [p for i, p in game.placed_pieces.items() if i not in ids]:
            if (unit_marked := game.marked_unit(piece_there)) is not None:
                piece, axis, value = unit_marked
                stand = after[piece]
                changes.append(
                    PieceChange(
                        number, turn, piece, stand, stand._replace(states={**stand.states, axis: value})
                    )
                )
        for marker, box in game.boxes().items():
            if box and box != boxes.get(marker):
                markers.append(BoxedMarker(number, marker, box))
    return LoggedGame(game.turn(position.turns), start, changes, markers)


def _steps(command: SaveCommand) -> Iterator[SaveCommand]:
    """Yield the steps of a log: what a player did at once is logged below its first command."""
    if command.text.startswith(_LOG):
        yield command
        return
    for sub in command.subs:
        yield from _steps(sub)


class _Game:
    """The pieces of a game, while its commands run."""

    def __init__(self, source: Path | bytes) -> None:
        """Open the module that a game was played with.

        Raises:
            InputRefused: it is damaged, or none of ours.
        """
        module, report = read_module(source), LossReport()
        files = embedded_source(module)
        battle = load_embedded(files) if files else None
        if battle is None:
            raise InputRefused("the module holds no battle: `jdg build` did not make it")
        view = open_module(module, report, DEFAULT)
        maps = read_maps(module, report, DEFAULT, view.positions, cut=False)
        self.reader = JdgtoolsModuleReader(view, battle.series, maps, battle)
        self.markers = {
            value.marker: (axis.id, value.id)
            for axis in battle.series.state_axes
            for value in axis.values
            if value.marker
        }
        """Marker that is laid beside a unit -> axis and value of its state."""
        self.boards = {each.name: each.boards for each in maps}
        self.names = {name: box.id for box in battle.series.boxes for _, name in box.name.values}
        """Name of a box, in any language -> its id."""
        self.placed_pieces: dict[str, PlacedPiece] = {}
        self.stacks: dict[str, tuple[str, ...]] = {}
        """Id of a stack -> ids of its pieces."""

    def counts(self, placed_piece: PlacedPiece) -> bool:
        """Return whether a piece is a unit or a leader."""
        marks = properties(placed_piece.piece)
        return marks.get("Kind") in _KINDS and bool(marks.get("Id"))

    def stand(self, placed_piece: PlacedPiece) -> tuple[str, Stand]:
        """Return the id of a unit or leader, and where and how it stands."""
        marks = properties(placed_piece.piece)
        values = self.reader.placement(placed_piece, marks)
        board = self.reader.board
        at = (
            board.hex(placed_piece.x, placed_piece.y)
            if board and placed_piece.map == self.reader.map_name
            else None
        )
        grid = board.grid.grid if board and board.grid else None
        hex_id = grid.id(at) if grid is not None and at is not None else ""
        facing = _number(grid, self.reader.series.facing, str(values.get("facing", ""))) if grid else -1
        return marks["Id"], Stand(hex_id, facing, self.reader.state(marks["Kind"], marks, usual=True))

    def marked_unit(self, marker: PlacedPiece) -> tuple[str, str, str] | None:
        """Return the unit beside which a marker of a state lies, with the axis and value; None for others."""
        state = self.markers.get(properties(marker.piece).get("Id", ""))
        if state is None or self.counts(marker):
            return None
        at = (marker.map, marker.x, marker.y)
        units = [p for p in self.placed_pieces.values() if self.counts(p) and (p.map, p.x, p.y) == at]
        return (properties(units[0].piece)["Id"], *state) if units else None

    def boxes(self) -> dict[str, str]:
        """Return the boxes in which the markers of activation are; empty where one is in none."""
        boxes = {}
        for piece in self.placed_pieces.values():
            marks = properties(piece.piece)
            if marks.get("Kind") == "activation" and marks.get("Id"):
                boxes[marks["Id"]] = self._box(piece)
        return boxes

    def _box(self, placed_piece: PlacedPiece) -> str:
        """Return the id of the box of the series whose name the zone below a piece has."""
        for board in self.boards.get(placed_piece.map, ()):
            for zone in board.zones:
                if zone.holds(placed_piece.x - board.x, placed_piece.y - board.y):
                    return self.names.get(zone.name, "")
        return ""

    def turn(self, states: Mapping[str, str]) -> int:
        """Return the number of the turn at which the turn tracker stands; 0 where it says none."""
        level, state = top_level(self.reader.view.root), list_state(states)
        names = level_values(level) if level is not None else []
        name = names[state[0]] if state is not None and 0 <= state[0] < len(names) else ""
        number = re.match(r"\d{1,4}", name)
        return int(number[0]) if number else 0

    def run(self, command: ParsedCommand, is_logged: bool = False) -> None:
        """Carry out a command: pieces that move or change; new stacks, and pieces that come in."""
        if isinstance(command, AddPiece):
            piece = command.piece
            if isinstance(piece.basic, Stack):
                self.stacks[piece.id] = piece.basic.pieces
            elif is_logged and isinstance(piece.basic, BasicPiece) and piece.basic.map is not None:
                self.placed_pieces[piece.id] = PlacedPiece(
                    piece, piece.basic.map, piece.basic.x, piece.basic.y
                )
        elif isinstance(command, MovePiece):
            for piece_id in self.stacks.get(command.id, (command.id,)):
                if piece_id in self.placed_pieces:
                    old = self.placed_pieces[piece_id]
                    self.placed_pieces[piece_id] = replace(old, map=command.map, x=command.x, y=command.y)
        elif isinstance(command, ChangePiece) and command.id in self.placed_pieces:
            old = self.placed_pieces[command.id]
            piece = Piece.of_texts(old.piece.type_text(), command.state, command.id)
            self.placed_pieces[command.id] = replace(old, piece=piece)


def _number(grid: HexGrid, facing: str, name: str) -> int:
    """Return the number of a facing; -1 for none."""
    names = (CORNER_NAMES if facing == "corner" else DIRECTION_NAMES)[grid.orientation]
    return names.index(name) if name in names else -1
