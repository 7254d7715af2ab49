"""One thing that a user may choose for a build: declared once, by the exporter that reads it.

The declaration is all there is: the command line makes a switch of it, the reference page a line, a build
checks values with it, and `options[OPTION]` is the value, of the type of its default. Nothing here knows how
a command line works.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from jdgtools.errors import ExitCode, JdgError

T_co = TypeVar("T_co", covariant=True)


class OptionRefused(JdgError):
    """A value that a build cannot use; the text names the option, what is wrong and what is expected."""

    code = ExitCode.USAGE

    def __init__(self, flag: str, reason: str) -> None:
        """Say which switch of the command line it is, such as `--dpi`, and why its value is refused."""
        super().__init__(f"{flag}: {reason}")
        self.flag = flag
        self.reason = reason

    def __reduce__(self) -> tuple[type[OptionRefused], tuple[str, str]]:
        """Return what makes it again in another process."""
        return OptionRefused, (self.flag, self.reason)


class Option(Struct, Generic[T_co], frozen=True):
    """The declaration of an option."""

    name: str
    """Key among the values of `BuildOptions`, an identifier such as `map_paper`."""
    default: T_co
    """Value where the user chooses none."""
    help: str
    """What it does, in one sentence."""
    kind: Literal["flag", "text", "int", "number", "path", "words"] = "text"
    """What a value is: a bool, a str, an int, a float, a `pathlib.Path`, or a tuple of words (on the command
    line with commas between them)."""
    choices: tuple[str, ...] = ()
    """The texts that are allowed; empty = any."""
    low: float | None = None
    """Least number."""
    high: float | None = None
    """Largest number."""
    repeated: bool = False
    """Whether it may be given more than once; its value is a tuple."""
    switch: str = ""
    """How it is written on the command line; empty = `--` and the name with dashes."""
    metavar: str = ""
    """What stands for the value in the help; empty = its kind."""
    default_text: str = ""
    """The default in words, where its value would say nothing to a user."""

    @property
    def flag(self) -> str:
        """How it is written on the command line, such as `--map-paper`."""
        return self.switch or f"--{self.name.replace('_', '-')}"

    @property
    def shown_default(self) -> str:
        """The default in words; empty where there is none to speak of."""
        if self.default_text or self.default in (None, "", (), False):
            return self.default_text
        return str(self.default)

    def check(self, value: Any) -> None:
        """Refuse a value that the declaration does not allow; the default is always allowed.

        Raises:
            OptionRefused: the value is of another kind, out of range, or none of the choices.
        """
        if value == self.default:
            return
        # A text is a sequence too, of its letters; nobody means those.
        if self.repeated and (isinstance(value, str) or not isinstance(value, Sequence)):
            raise OptionRefused(self.flag, f"{value!r} is no tuple of values")
        values: Sequence[Any] = value if self.repeated else (value,)
        for one in values:
            reason = self._problem(one)
            if reason:
                raise OptionRefused(self.flag, reason)

    def _problem(self, value: Any) -> str:
        """Return what is wrong with one value, in words; '' = nothing."""
        kinds: dict[str, tuple[type, ...]] = {
            "flag": (bool,),
            "text": (str,),
            "int": (int,),
            "number": (int, float),
            "path": (Path, str),
            "words": (tuple, list),
        }
        fits: bool = isinstance(value, kinds[self.kind]) and (self.kind == "flag") == isinstance(value, bool)
        if not fits:
            return f"{value!r} is no {_KINDS[self.kind]}"
        if self.kind == "words" and not all(isinstance(word, str) for word in value):
            return f"{value!r} is no {_KINDS[self.kind]}"
        if self.choices and value not in self.choices:
            return f"{value!r} is none of {', '.join(self.choices)}"
        # Written so that a number that is none (NaN) is refused as well.
        low = -inf if self.low is None else self.low
        high = inf if self.high is None else self.high
        if self.kind in ("int", "number") and not low <= value <= high:
            return f"{value!r} is not in the range {self.range}"
        return ""

    @property
    def range(self) -> str:
        """The numbers that are allowed, in words; empty = any."""
        if self.low is None and self.high is None:
            return ""
        if self.high is None:
            return f"from {self.low:g}"
        return f"up to {self.high:g}" if self.low is None else f"{self.low:g} to {self.high:g}"


_KINDS = {
    "flag": "bool",
    "text": "text",
    "int": "whole number",
    "number": "number",
    "path": "path",
    "words": "tuple of words",
}
