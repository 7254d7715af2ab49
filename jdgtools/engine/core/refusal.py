"""Why the engine stops: what it refuses to load, and what it does not play."""

from __future__ import annotations

_MAX_MESSAGE = 500


class EngineRefused(Exception):
    """A package, log or position that the engine does not take; the message is one line for the user."""

    def __init__(self, message: str) -> None:
        """Cut a message that quotes megabytes of a file."""
        super().__init__(message if len(message) <= _MAX_MESSAGE else f"{message[: _MAX_MESSAGE - 1]}…")


class RuleNotPlayed(Exception):
    """The game has come to a rule that the engine does not play; it stops there rather than skip the rule."""

    def __init__(self, statement: str, what: str) -> None:
        """Name the statement of the rules, and in a few words what it demands."""
        super().__init__(f"{statement} is not played yet: {what}")
        self.statement = statement
        self.what = what
