"""Gaps of the engine, by statement: choices that players do not get, and details left out.

`jdg engine-check` prints them. A rule that would be forced on a player and is not played stops the game with
`RuleNotPlayed`; a choice stands here.
"""

from __future__ import annotations

from typing import NamedTuple


class Gap(NamedTuple):
    """Statements that are not played, and what is missing."""

    statements: str
    what: str


GAPS: tuple[Gap, ...] = ()
"""Choices that the engine does not offer, and details of rules that it plays otherwise."""
