"""Which slots of a module show one counter again: name, picture and the numbers of its properties agree."""

from __future__ import annotations

from collections.abc import Container, Sequence

from jdgtools.importers.listing import ListedPiece
from jdgtools.importers.pictures import faces
from jdgtools.importers.view import Slot, properties
from jdgtools.vassal.traits import Piece

Face = tuple[str, str]
"""Name and front picture of a counter."""


def face_of(piece: Piece, name: str) -> Face:
    """Return name and front picture of a piece."""
    return name, faces(piece)[0]


def counter_again(slot: Slot, same: Sequence[ListedPiece], ids: Container[str]) -> ListedPiece | None:
    """Return the counter that a slot shows once more; None for a new one.

    Args:
        slot: of a palette, or of a stack at the start.
        same: the counters of its name and picture, in the order of the module.
        ids: ids of those that its folder of the palette, or another stack, shows.
    """
    if same and same[0].kind == "marker":
        return same[0]
    equal = _equal(slot, same)
    if slot.holder is not None and not equal:
        # A counter at the start may have been changed there: by its face it is one of the palette.
        equal = same
    return next((entry for entry in equal if entry.id not in ids), None)


def first_equal(slot: Slot, same: Sequence[ListedPiece]) -> ListedPiece | None:
    """Return the first counter that a slot agrees with in all; None if there is none."""
    return next(iter(_equal(slot, same)), None)


def _equal(slot: Slot, same: Sequence[ListedPiece]) -> Sequence[ListedPiece]:
    numbers = _numbers(slot.piece)
    return [entry for entry in same if entry.slot and _numbers(entry.slot.piece) == numbers]


def _numbers(piece: Piece) -> list[tuple[str, str]]:
    return sorted((k, v) for k, v in properties(piece).items() if v.isdecimal() and k[0] != "#")
