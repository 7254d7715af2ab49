"""The three kinds of node: somebody decides, chance decides, the game is over."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Action: TypeAlias = tuple[int, ...]
"""A verb and its arguments, all whole numbers; the engine of the series gives it its text."""


class DecisionNode(NamedTuple):
    """A player chooses one of the actions, which are sorted, complete and never empty."""

    side: int
    kind: str
    actions: tuple[Action, ...]


class ChanceNode(NamedTuple):
    """Chance chooses a place of the weights; the engine itself never rolls.

    The result is `low` + place: the number that a player reads on the die.
    """

    kind: str
    weights: tuple[int, ...]
    low: int = 0


class EndNode(NamedTuple):
    """The end of a game: who has won, and by what."""

    winner: int
    """Side, or -1 for a draw."""
    cause: str
    """Id of the automatic victory, `points` or `level`."""
    points: tuple[int, int]


Node: TypeAlias = DecisionNode | ChanceNode | EndNode


class Event(NamedTuple):
    """Something that happened, and the statements of the rules that made it happen."""

    kind: str
    pieces: tuple[int, ...]
    numbers: tuple[int, ...]
    rules: tuple[str, ...]
    lines: tuple[tuple[str, str], ...] = ()
    """Charts and the lines of them that counted, the row of the result first."""
