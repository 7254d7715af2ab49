"""A game that was played elsewhere, told by what became of its pieces; an engine explains it."""

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


class Change(NamedTuple):
    """A piece that was moved, turned, or got another state."""

    step: int
    """Number of the step of the log, from 1."""
    turn: int
    """Number of the turn; 0 = unknown."""
    piece: str
    before: Stand
    after: Stand


class Boxed(NamedTuple):
    """A marker of activation that was put into a box."""

    step: int
    """Number of the step of the log, from 1."""
    marker: str
    box: str
    """Id of the box, by the series."""


class Played(NamedTuple):
    """A game that was played elsewhere."""

    turn: int
    """Number of the turn in which it begins; 0 = unknown."""
    start: Mapping[str, Stand]
    """Piece -> where and how it stood at first."""
    changes: Sequence[Change]
    markers: Sequence[Boxed] = ()
    """Markers of activation that were moved."""


class Explanation(NamedTuple):
    """What of a game is legal."""

    actions: tuple[tuple[int, str], ...]
    """Steps with the actions that explain them, in order."""
    problem: str
    """The first change that no legal action explains, with what was expected; empty where there is none."""
