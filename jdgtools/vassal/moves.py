"""Changes to the pieces of a saved game: put elsewhere, turned, added, taken out.

Everything else in the game stays as it is, to the byte. A build needs this to write an imported module whose
scenario files have been edited.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.vassal.package import SaveFile
from jdgtools.vassal.savegame import AddPiece, SaveCommand, parse_command
from jdgtools.vassal.traits import BasicPiece, Deck, Piece, Rotator, Stack

_ADD = "+/"


class PieceMove(Struct, frozen=True):
    """What becomes of a piece."""

    place: tuple[int, int] | None = None
    """Pixel of its map where it lies then; None leaves it where it is."""
    degrees: float | None = None
    """Clockwise turn of its outermost rotator; None leaves it."""


class Addition(Struct, frozen=True):
    """A piece that a saved game does not have yet."""

    piece: Piece
    """The piece, its prototypes expanded."""
    map: str
    """Name of the map."""
    place: tuple[int, int]
    """Pixel of the map."""
    degrees: float | None = None
    """Clockwise turn of its outermost rotator; None leaves it."""


def with_moves(
    save: SaveFile,
    moves: Mapping[str, PieceMove],
    removed_ids: Collection[str] = (),
    additions: Sequence[Addition] = (),
) -> SaveFile:
    """Return a saved game with pieces moved, turned, taken out and added.

    Args:
        save: the saved game.
        moves: id of a piece -> what becomes of it. A piece that is moved leaves its stack. Those that come
            to one place make a stack there, in this order from the bottom, or lie down on the one there.
        removed_ids: pieces that are taken out.
        additions: pieces that come in, on top of those that lie there; a game without any piece takes none.

    Raises:
        InputRefused: a piece that is to change is damaged.
    """
    pieces = dict(pieces_of(save.root))
    leaving = {*removed_ids, *(i for i, m in moves.items() if m.place is not None)}
    stacks = {i: p.basic for i, p in pieces.items() if isinstance(p.basic, Stack)}
    arriving: dict[tuple[str, int, int], list[str]] = {}
    map_by_piece = {i: s.map for s in stacks.values() for i in s.pieces}
    for piece_id, move in moves.items():
        piece = pieces.get(piece_id)
        if piece is None or move.place is None or not isinstance(piece.basic, BasicPiece):
            continue
        # A piece of a stack need not say on which map it lies, or says where it lay before: the stack counts.
        name = map_by_piece.get(piece_id) or piece.basic.map
        if name:
            arriving.setdefault((name, *move.place), []).append(piece_id)
    number = max((int(i) for i in pieces if i.isascii() and i.isdecimal() and len(i) < 20), default=0)
    new_pieces: list[str] = []
    for addition in additions:
        number += 1
        new_piece = addition.piece.with_basic(map=addition.map)
        new_pieces.append(
            _with_move(new_piece, PieceMove(addition.place, addition.degrees)).format(str(number))
        )
        arriving.setdefault((addition.map, *addition.place), []).append(str(number))
        map_by_piece[str(number)] = addition.map
    texts: dict[str, str | None] = {}
    existing_stacks: dict[tuple[str, int, int], str] = {}
    for stack_id, stack in stacks.items():
        remaining = tuple(i for i in stack.pieces if i not in leaving)
        place = (stack.map or "", stack.x, stack.y)
        if remaining and place in arriving and place not in existing_stacks:
            existing_stacks[place] = stack_id
            remaining += tuple(i for i in arriving[place] if i in map_by_piece)
        if remaining != stack.pieces:
            new_stack = replace(pieces[stack_id], basic=stack.with_fields(pieces=remaining))
            texts[stack_id] = new_stack.format() if remaining else None
    for deck_id, piece in pieces.items():
        if isinstance(piece.basic, Deck) and not leaving.isdisjoint(piece.basic.pieces):
            cards = tuple(i for i in piece.basic.pieces if i not in leaving)
            texts[deck_id] = replace(piece, basic=piece.basic.with_fields(pieces=cards)).format()
    for piece_id in leaving & set(pieces):
        texts[piece_id] = None
    for piece_id, move in moves.items():
        if piece_id in pieces and piece_id not in removed_ids:
            texts[piece_id] = _with_move(pieces[piece_id], move).format()
    new_stacks: list[str] = []
    for (name, x, y), ids in arriving.items():
        stack_pieces = tuple(i for i in ids if i in map_by_piece)
        if stack_pieces and (name, x, y) not in existing_stacks:
            number += 1
            layers = [s.layer for s in stacks.values() if stack_pieces[0] in s.pieces]
            layers = layers or [s.layer for s in stacks.values() if s.map == name]
            layer = layers[0] if layers else None
            new_stacks.append(
                Piece((), Stack(name, x, y, pieces=stack_pieces, layer=layer)).format(str(number))
            )
    return replace(save, root=with_texts(save.root, texts, new_stacks, new_pieces))


def pieces_of(root: SaveCommand) -> Iterator[tuple[str, Piece]]:
    """Yield the pieces, stacks and decks that a game adds, with their ids."""
    for text in root.walk():
        if text.startswith(_ADD):
            command = parse_command(text)
            if isinstance(command, AddPiece):
                piece = command.piece
                yield piece.id, piece


def _with_move(piece: Piece, move: PieceMove) -> Piece:
    if move.place is not None:
        piece = piece.with_basic(x=move.place[0], y=move.place[1])
    if move.degrees is not None:
        for n, trait in enumerate(piece.traits):
            if isinstance(trait, Rotator):
                return piece.with_trait(n, position=rotator_state(trait, move.degrees))
    return piece


def rotator_state(rotator: Rotator, degrees: float) -> str:
    """Return the state of a rotator turned clockwise, or the nearest that it can have.

    Halfway between two it is the one counter-clockwise, so that facings halfway have a step each.
    """
    if rotator.facings > 1:
        return str(math.ceil(degrees % 360 * rotator.facings / 360 - 0.5) % rotator.facings)
    return str(-float(degrees % 360))


def with_texts(
    command: SaveCommand,
    texts: Mapping[str, str | None],
    new_stacks: list[str] | None = None,
    new_pieces: list[str] | None = None,
) -> SaveCommand:
    """Return a game with other texts of pieces.

    Args:
        command: the game.
        texts: id of a piece -> its text; None takes it out.
        new_stacks: texts that follow the last piece of the game; emptied when they are in.
        new_pieces: texts before its first piece, so that every stack knows them; emptied when they are in.
    """
    new_stacks, new_pieces = new_stacks or [], new_pieces or []
    subs: list[SaveCommand] = []
    last = -1
    for sub in command.subs:
        added_piece = parse_command(sub.text) if sub.text.startswith(_ADD) else None
        piece_id = added_piece.piece.id if isinstance(added_piece, AddPiece) else None
        if piece_id is not None and new_pieces:
            subs += [SaveCommand(text) for text in new_pieces]
            new_pieces.clear()
        text = texts.get(piece_id, sub.text) if piece_id is not None else sub.text
        inner = with_texts(sub, texts, new_stacks, new_pieces) if sub.subs else sub
        if text is not None:
            subs.append(inner if text == sub.text else SaveCommand(text, inner.subs))
        else:
            # Commands below a piece that goes stay: they need not speak of it.
            subs += inner.subs
        if piece_id is not None:
            last = len(subs)
    if last >= 0 and new_stacks:
        subs[last:last] = [SaveCommand(text) for text in new_stacks]
        new_stacks.clear()
    if len(subs) == len(command.subs) and all(a is b for a, b in zip(subs, command.subs, strict=True)):
        return command
    return SaveCommand(command.text, tuple(subs))
