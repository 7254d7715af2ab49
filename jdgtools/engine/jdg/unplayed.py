"""What the engine does not play, by statement: choices that players do not get, and details left out.

`jdg engine-check` prints it. A rule that would be forced on a player and is not played stops the game with
`Unplayed`; a choice stands here.
"""

from __future__ import annotations

from typing import NamedTuple


class Gap(NamedTuple):
    """Statements that are not played, and what is missing."""

    statements: str
    what: str


GAPS = (
    Gap("JDG-5.2.2-b", "the units of an entering stack do not enter together at the cost of one"),
    Gap("JDG-5.1.2-d", "the order of units in a stack is not changed by choice"),
    Gap("JDG-8.8.1-p", "artillery does not enter a hex from which the defender has withdrawn"),
    Gap("JDG-10.4-q", "two routed units separate by one hex less alone, not by a shift of columns"),
)
"""Choices that the engine does not offer, and details of rules that it plays otherwise."""
