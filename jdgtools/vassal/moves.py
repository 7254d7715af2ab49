"""Puts pieces of a saved game elsewhere, turns them, takes them out; everything else stays as it is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.vassal.package import SaveFile
from jdgtools.vassal.savegame import AddPiece, Command, typed
from jdgtools.vassal.traits import BasicPiece, Piece, Rotator, Stack

_ADD = "+/"


class Move(Struct, frozen=True):
    """What becomes of a piece."""

    place: tuple[int, int] | None = None
    """Pixel of its map where it lies then; None leaves it where it is."""
    degrees: float | None = None
    """Clockwise turn of its outermost rotator; None leaves it."""


def retouched(save: SaveFile, moves: Mapping[str, Move], gone: Collection[str] = ()) -> SaveFile:
    """Return a saved game with pieces moved, turned and taken out.

    Args:
        save: the saved game.
        moves: id of a piece -> what becomes of it. A piece that is moved leaves its stack. Those that come
            to one place make a stack there, in this order from the bottom, or lie down on the one there.
        gone: ids of pieces that are taken out.

    Raises:
        InputRefused: a piece that is to change is damaged.
    """
    pieces = dict(_pieces(save.root))
    away = {*gone, *(i for i, m in moves.items() if m.place is not None)}
    stacks = {i: p.basic for i, p in pieces.items() if isinstance(p.basic, Stack)}
    arriving: dict[tuple[str, int, int], list[str]] = {}
    for piece_id, move in moves.items():
        piece = pieces.get(piece_id)
        if (
            piece is not None
            and move.place is not None
            and isinstance(piece.basic, BasicPiece)
            and piece.basic.map
        ):
            arriving.setdefault((piece.basic.map, *move.place), []).append(piece_id)
    stacked = {i for s in stacks.values() for i in s.pieces}
    texts: dict[str, str | None] = {}
    there: dict[tuple[str, int, int], str] = {}
    for stack_id, stack in stacks.items():
        left = tuple(i for i in stack.pieces if i not in away)
        place = (stack.map or "", stack.x, stack.y)
        if left and place in arriving and place not in there:
            there[place] = stack_id
            left += tuple(i for i in arriving[place] if i in stacked)
        if left != stack.pieces:
            changed = replace(pieces[stack_id], basic=stack.changed(pieces=left))
            texts[stack_id] = changed.format() if left else None
    for piece_id in away & set(pieces):
        texts[piece_id] = None
    for piece_id, move in moves.items():
        if piece_id in pieces and piece_id not in gone:
            texts[piece_id] = _changed(pieces[piece_id], move).format()
    number = max((int(i) for i in pieces if i.isascii() and i.isdecimal()), default=0)
    new: list[str] = []
    for (name, x, y), ids in arriving.items():
        own = tuple(i for i in ids if i in stacked)
        if own and (name, x, y) not in there:
            number += 1
            layer = next(s.layer for s in stacks.values() if own[0] in s.pieces)
            new.append(Piece((), Stack(name, x, y, pieces=own, layer=layer)).format(str(number)))
    return replace(save, root=_rewritten(save.root, texts, new))


def _pieces(root: Command) -> Iterator[tuple[str, Piece]]:
    for text in root.walk():
        if text.startswith(_ADD):
            command = typed(text)
            if isinstance(command, AddPiece):
                piece = command.piece
                yield piece.id, piece


def _changed(piece: Piece, move: Move) -> Piece:
    if move.place is not None:
        piece = piece.with_basic(x=move.place[0], y=move.place[1])
    if move.degrees is not None:
        for n, trait in enumerate(piece.traits):
            if isinstance(trait, Rotator):
                return piece.with_trait(n, position=turned_to(trait, move.degrees))
    return piece


def turned_to(rotator: Rotator, degrees: float) -> str:
    """Return the state of a rotator turned clockwise, or the nearest that it can have."""
    if rotator.facings > 1:
        return str(round(degrees % 360 * rotator.facings / 360) % rotator.facings)
    return str(-float(degrees % 360))


def _rewritten(command: Command, texts: Mapping[str, str | None], new: list[str]) -> Command:
    """Return the tree with other texts of pieces; new stacks follow the last piece that the game adds."""
    subs: list[Command] = []
    last = -1
    for sub in command.subs:
        found = typed(sub.text) if sub.text.startswith(_ADD) else None
        own = found.piece.id if isinstance(found, AddPiece) else None
        text = texts.get(own, sub.text) if own is not None else sub.text
        inner = _rewritten(sub, texts, new) if sub.subs else sub
        if text is None:
            # Commands below a piece that goes stay: they need not speak of it.
            subs += inner.subs
            continue
        subs.append(inner if text == sub.text else Command(text, inner.subs))
        if own is not None:
            last = len(subs)
    if last >= 0 and new:
        subs[last:last] = [Command(text) for text in new]
        new.clear()
    if len(subs) == len(command.subs) and all(a is b for a, b in zip(subs, command.subs, strict=True)):
        return command
    return Command(command.text, tuple(subs))
