"""A game that was played elsewhere, such as in VASSAL: what became of its pieces, step by step of its log.

`Staff.explain` looks for the actions of the engine that lead to the same, and gives an `Explanation`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Stand(NamedTuple):
    """Where and how a piece stands."""

    hex: str
    """Id of its hex; empty where it is in none."""
    facing: int
    """Number of its facing; -1 = none."""
    states: Mapping[str, str]
    """Axis -> value of its states, with the usual ones."""


class PieceChange(NamedTuple):
    """A piece that was moved, turned, or got another state."""

    step: int
    """Number of the step of the log, from 1."""
    turn: int
    """Number of the turn; 0 = unknown."""
    piece: str
    before: Stand
    after: Stand


class BoxedMarker(NamedTuple):
    """An activation marker that was put into a box."""

    step: int
    """Number of the step of the log, from 1."""
    marker: str
    box: str
    """Id of the box, by the series."""


class LoggedGame(NamedTuple):
    """A game that was played elsewhere, as its log tells it."""

    turn: int
    """Number of the turn in which it begins; 0 = unknown."""
    start: Mapping[str, Stand]
    """Piece -> where and how it stood at first."""
    changes: Sequence[PieceChange]
    markers: Sequence[BoxedMarker] = ()
    """Activation markers that were moved, in order."""


class Explanation(NamedTuple):
    """What of a game was legal, up to the first change that was not."""

    actions: tuple[tuple[int, str], ...]
    """Steps with the actions that explain them, in order."""
    problem: str
    """The first change that no legal action explains, with what was expected; empty where there is none."""
