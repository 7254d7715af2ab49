"""Exceptions and exit codes of jdgtools.

Bad battles never raise: they yield diagnostics (`jdgtools.diagnostics`). An exception here
means that a caller misused the API, that a file could not be written, or that a foreign
file (a module, a saved game) was refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes of the command `jdg`."""

    OK = 0
    """Everything is fine."""
    BATTLE_ERRORS = 1
    """The battle has at least one diagnostic of severity error."""
    USAGE = 2
    """The command line itself is wrong."""
    INPUT_REFUSED = 3
    """A file is missing, unreadable, damaged or beyond a safety limit."""
    OUTPUT_FAILED = 4
    """An output could not be written (read-only folder, full disk)."""
    INTERNAL = 5
    """A defect of jdgtools or of a plug-in; please report it to whoever the message names."""
    OUT_OF_MEMORY = 6
    """The computer has not enough memory for this battle or file."""
    INTERRUPTED = 130
    """Stopped from the keyboard."""


class JdgError(Exception):
    """Base of all exceptions that jdgtools raises on purpose; `code` is the exit code it means."""

    code: ExitCode = ExitCode.INTERNAL


class InputRefused(JdgError):
    """A foreign file cannot be read or is beyond a safety limit; the text is one clear line."""

    code = ExitCode.INPUT_REFUSED


class SeriesBroken(InputRefused):
    """A package promises a game series and does not deliver a part of it; the text says which and why."""

    def __init__(self, message: str, package: str = "", part: str = "") -> None:
        """Say what is wrong with the `part` (such as `movement`) of the series in `package`."""
        super().__init__(message)
        self.package = package
        self.part = part


class UnknownSeries(JdgError):
    """No package brings a series of that id; the text names those that are known."""

    code = ExitCode.USAGE

    def __init__(self, series_id: str, known_ids: Iterable[str]) -> None:
        """Say which id it is, or that one is needed, and what the `known_ids` are."""
        problem = f"there is no series `{series_id}`" if series_id else "name a series"
        super().__init__(f"{problem}; known are {', '.join(f'`{name}`' for name in known_ids)}")


class PluginBroken(InputRefused):
    """An installed package does not deliver what it announces; the text names the package and says why."""

    def __init__(self, message: str, name: str = "", module: str = "") -> None:
        """Say what is wrong with what is announced as `name` and stands in `module`."""
        super().__init__(message)
        self.name = name
        self.module = module


class PluginFailed(JdgError):
    """The code of an installed package raised while it worked; the text names the package and the line."""

    code = ExitCode.INTERNAL


class BattleHasErrors(JdgError, ValueError):
    """A battle with errors shall become what needs one without; the text names it. Nothing was written."""

    code = ExitCode.BATTLE_ERRORS


class OutputFailed(JdgError):
    """An output could not be written; nothing half written is left behind."""

    code = ExitCode.OUTPUT_FAILED


class OutOfMemory(JdgError, RuntimeError):
    """A part of the work was ended for lack of memory."""

    code = ExitCode.OUT_OF_MEMORY
