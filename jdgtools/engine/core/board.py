"""What lies on the table in a position, in the ids of the battle, for those who show it.

States of the engine are numbers; the engine of a series makes a `Board` of one (`Staff.board`), which the
terminal and the page show without knowing the series.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class BoardPiece(NamedTuple):
    """A piece with where and how it lies."""

    piece: str
    side: int
    hex: str
    """Id of its hex; empty where it is in none."""
    where: str
    """`map`, or why it is not there: `waiting`, `eliminated`, `exited`, `fled`."""
    facing: int
    """-1 = none."""
    order: int
    """Place in its stack, from 0 at the top; -1 = it has none."""
    states: Mapping[str, str]
    """Axis -> value of its states, without the usual ones."""
    marks: tuple[str, ...]
    """What else is known of it: `active`, `hidden` (its orders lie face down)."""


class Board(NamedTuple):
    """A position to be shown."""

    turn: int
    phase: str
    """Letter of the phase of the turn."""
    points: tuple[int, int]
    """Of both sides, if the game ended now."""
    pieces: tuple[BoardPiece, ...]
    holders: Mapping[str, int]
    """Hex that victory asks for -> side that holds it."""
    cup: tuple[str, ...]
    """Activation markers in the cup."""
    active: str
    """Activation marker in use; empty where there is none."""
    turning: str
    """Piece that moves, or takes a facing; empty where there is none."""


class ActionPart(NamedTuple):
    """One thing that an action or an event speaks of."""

    kind: str
    """`piece`, `hex`, `marker`, `facing`, `side` or `number`; of the last two the number."""
    text: str
    """Its id, or the number."""


class Subject(NamedTuple):
    """What the question of a decision is about."""

    actors: tuple[ActionPart, ...]
    """Who acts or answers: pieces of the side that is asked, or the activation marker in use."""
    enemies: tuple[ActionPart, ...]
    """Pieces of the other side that make the question arise, or that it is directed against."""
