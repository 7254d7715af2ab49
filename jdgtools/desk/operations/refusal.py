"""The error of an operation that cannot be made an edit of the texts."""

from __future__ import annotations

import re

from jdgtools.errors import ExitCode, JdgError
from jdgtools.source.node import excerpt

_QUOTED = re.compile(r"`[^`]*`|\S{200,}")
"""What a message quotes of the input: between signs, or without."""
_LONGEST = 120
"""Characters of it that are shown; names of files and lists of ids are shorter."""


class EditRefused(JdgError):
    """The texts cannot be edited so; the message says why and what to do.

    Args:
        message: what it quotes of an input may be of any length.
    """

    code = ExitCode.USAGE

    def __init__(self, message: str) -> None:
        super().__init__(_QUOTED.sub(lambda match: _cut(match[0]), message))


def _cut(quote: str) -> str:
    if len(quote) <= _LONGEST:
        return quote
    return f"`{excerpt(quote[1:-1], _LONGEST)}`" if quote[0] == "`" else excerpt(quote, _LONGEST)
