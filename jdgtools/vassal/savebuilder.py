"""Saved games written command by command: pieces, stacks, decks, boards, turn, properties, players.

A `SaveBuilder` collects what a game consists of and writes it as VASSAL itself would, so that a player
opens it like any game of his own. Ids count up from 1 in the order of the calls: the same calls give the
same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from jdgtools.vassal.encoding import encode
from jdgtools.vassal.obfuscation import KEY
from jdgtools.vassal.pack import PackedContent
from jdgtools.vassal.piece_templates import (
    Chunks,
    PieceTemplates,
    SharedText,
    full_text,
    pack_save,
    with_states,
)
from jdgtools.vassal.savegame import (
    BEGIN_SAVE,
    END_SAVE,
    ESC,
    SETUP_STACK,
    AddPlayer,
    PlacedBoard,
    SaveCommand,
    SetBoards,
    SetPropertyValue,
    SetTurn,
    write_save,
)
from jdgtools.vassal.traits.piece import Deck, Piece, Stack


class SaveBuilder:
    """The commands of one saved game, as far as they have been added."""

    def __init__(
        self,
        first_id: int = 1,
        prototypes: Mapping[str, Piece] | None = None,
        finish: Callable[[str], str] = lambda text: text,
    ) -> None:
        """Start an empty game whose ids count up from `first_id`.

        Args:
            first_id: first id.
            prototypes: definitions by name; pieces are then expanded while they are written. Without
                them the pieces must be expanded already.
            finish: changes the text of every command; see `PieceTemplates`.
        """
        self._next = first_id
        self._used: set[str] = set()
        self._templates = None if prototypes is None else PieceTemplates(prototypes, finish)
        self._finish = finish
        self._pieces: list[Chunks] = []
        self._rest: list[str] = []

    def another(self) -> SaveBuilder:
        """Return an empty game with the same prototypes, whose texts are made once for both."""
        game = SaveBuilder(finish=self._finish)
        game._templates = self._templates
        return game

    def _new_id(self, piece_id: str | None) -> str:
        if piece_id is None:
            while str(self._next) in self._used:
                self._next += 1
            piece_id = str(self._next)
        if piece_id in self._used:
            raise ValueError(f"piece id {piece_id!r} is used twice")
        if not piece_id or piece_id == "null":
            raise ValueError(f"{piece_id!r} cannot be a piece id")
        self._used.add(piece_id)
        return piece_id

    def piece(
        self,
        piece: Piece,
        map_name: str | None,
        x: int,
        y: int,
        piece_id: str | None = None,
        values: Mapping[str, str] | None = None,
        facing: str | None = None,
    ) -> str:
        """Add a piece at a pixel of a map (None for no map) and return its id.

        Args:
            piece: the piece with its gpid.
            map_name: name of the map.
            x: pixel.
            y: pixel.
            piece_id: id of the piece; None = the next free number.
            values: values of its dynamic properties by name.
            facing: state of its rotators; None leaves them as they are.

        Raises:
            InputRefused: its prototypes cannot be expanded.
        """
        new_id = self._new_id(piece_id)
        placed_piece = piece.with_basic(map=map_name, x=x, y=y)
        if self._templates is not None:
            self._pieces.append(self._templates.chunks(placed_piece, new_id, values or {}, facing))
            return new_id
        self._pieces.append([self._finish(with_states(placed_piece, values or {}, facing).format(new_id))])
        return new_id

    def stack(
        self,
        map_name: str,
        x: int,
        y: int,
        piece_ids: Sequence[str],
        layer: int | None = None,
        stack_id: str | None = None,
    ) -> str:
        """Add a stack of pieces added before, bottom first, and return its id."""
        self._check(piece_ids)
        new_id = self._new_id(stack_id)
        stack = Stack(map_name, x, y, pieces=tuple(piece_ids), layer=layer)
        self._pieces.append([self._finish(Piece((), stack).format(new_id))])
        return new_id

    def pile(self, pieces: Iterable[Piece], map_name: str, x: int, y: int) -> list[str]:
        """Add pieces at one place with their stack, bottom first, and return the pieces' ids."""
        ids = [self.piece(p, map_name, x, y) for p in pieces]
        self.stack(map_name, x, y, ids)
        return ids

    def deck(self, deck: Deck, piece_ids: Sequence[str], deck_id: str | None = None) -> str:
        """Add a deck of pieces added before, bottom first (the last is drawn first), and return its id.

        `deck` holds its map, place and `face_down`; its name ties it to the module's DrawPile.
        """
        self._check(piece_ids)
        new_id = self._new_id(deck_id)
        whole = Piece((), deck.with_fields(pieces=tuple(piece_ids)))
        self._pieces.append([self._finish(whole.format(new_id))])
        return new_id

    def _check(self, piece_ids: Sequence[str]) -> None:
        unknown = [i for i in piece_ids if i not in self._used]
        if unknown:
            raise ValueError(f"no piece has the id {unknown[0]!r}")

    def player(self, player_id: str, name: str, side: str) -> None:
        """Seat a player."""
        self._rest.append(AddPlayer(player_id, name, side).format())

    def global_property(self, name: str, value: str, container: str = "Module") -> None:
        """Set a global property of the module, a map (its name) or a zone (`map:zone`)."""
        self._rest.append(SetPropertyValue(name, value, container).format())

    def boards(self, map_name: str, boards: Iterable[PlacedBoard | str]) -> None:
        """Lay out the boards of a map; a bare name is a board at column 0, row 0."""
        placed_boards = tuple(PlacedBoard(b) if isinstance(b, str) else b for b in boards)
        self._rest.append(SetBoards(map_name, placed_boards).format())

    def turn(self, state: str, tracker: str = "TurnTracker0") -> None:
        """Set a turn tracker (see `turn_state`)."""
        self._rest.append(SetTurn(tracker, state).format())

    def command(self, text: str) -> None:
        """Add any other command verbatim."""
        self._rest.append(text)

    def tree(self, setup_stack: bool = True) -> SaveCommand:
        """Return the command tree, shaped as VASSAL shapes it.

        Args:
            setup_stack: whether the command goes in that a module with stacks or decks needs.
        """
        pieces = [SaveCommand(full_text(chunks)) for chunks in self._pieces]
        rest = [SaveCommand(text) for text in self._others(setup_stack)]
        return SaveCommand(BEGIN_SAVE, (*([SaveCommand("", tuple(pieces))] if pieces else []), *rest))

    def _others(self, setup_stack: bool) -> list[str]:
        rest = [self._finish(text) for text in self._rest]
        return [*rest, *([SETUP_STACK] if setup_stack else []), END_SAVE]

    def data(self, key: int = KEY) -> bytes:
        """Return the bytes of the entry `savedGame`."""
        return write_save(self.tree(), key)

    def pack(self, setup_stack: bool = True) -> PackedContent:
        """Return the entry `savedGame` of `tree`, compressed: quick and small however many pieces."""
        if not self._pieces or any(ESC in text for text in self._texts()):
            return pack_save([self.tree(setup_stack).format()])
        # The pieces are a sequence inside the sequence: their delimiters are escaped once.
        chunks: Chunks = [BEGIN_SAVE + ESC]
        for piece in self._pieces:
            chunks.append("\\" + ESC)
            chunks += piece
        chunks.append(
            SaveCommand("", tuple(SaveCommand(text) for text in self._others(setup_stack))).format()
        )
        return pack_save(chunks)

    def _texts(self) -> Iterator[str]:
        """Yield the texts of all pieces, what they share once."""
        shared_texts: set[SharedText] = set()
        for chunks in self._pieces:
            for chunk in chunks:
                if isinstance(chunk, str):
                    yield chunk
                elif chunk not in shared_texts:
                    shared_texts.add(chunk)
                    yield chunk.text


def list_level(
    current: int,
    size: int,
    sub: int = 0,
    first: int = 0,
    inactive: Iterable[int] = (),
    children: Sequence[str] = (),
) -> str:
    """Return the state of a list level of a turn tracker.

    Args:
        current: index of the entry shown.
        size: number of entries.
        sub: index of the current child level.
        first: index of the first entry.
        inactive: indexes of entries that are skipped.
        children: states of the child levels.
    """
    off = set(inactive)
    active = encode(["false" if i in off else "true" for i in range(size)], ",")
    return encode((str(current), str(sub), str(first), active, *children), ";")


def turn_state(levels: Sequence[str], current: int = 0) -> str:
    """Return the state of a turn tracker from the states of its top levels."""
    return encode((str(current), *levels), "|")
