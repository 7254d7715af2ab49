"""What is left of a text that is too long to be read: its two ends, `…` between them, and how long it was."""

from __future__ import annotations

import re

MAX_TEXT = 2000
"""Most characters of a text of a diagnostic; what is longer loses its middle."""
MAX_NAME = 120
"""Longest name or value that a sentence shows whole, characters."""
_ROOM = 40
"""Characters of a text that are left for `…` and for how long it was."""
_QUOTED = re.compile(r"`([^`]*)`")
"""Every name in backticks: of a sentence with two, what stands between them is none."""


def shorten(text: str) -> str:
    """Return `MAX_TEXT` characters of a text at the most: long names lose their middles, then the text."""
    short = text if len(text) <= MAX_TEXT else brief(text)
    return short if len(short) <= MAX_TEXT else _ends(short, MAX_TEXT - _ROOM) + _length(text)


def brief(text: str) -> str:
    """Return a sentence in which names of more than `MAX_NAME` characters have lost their middles."""
    return _QUOTED.sub(_brief_name, text) if len(text) > MAX_NAME else text


def brief_name(name: str) -> str:
    """Return a name of which no more is left than a sentence shows."""
    return _ends(name, MAX_NAME) if _is_long(name) else name


def _is_long(name: str) -> bool:
    # What was shortened is longer by its `…`, and is not shortened again.
    return len(name) > MAX_NAME + 1


def _brief_name(match: re.Match[str]) -> str:
    name = match[1]
    return f"`{brief_name(name)}`{_length(name)}" if _is_long(name) else match[0]


def _ends(text: str, limit: int) -> str:
    return f"{text[: limit // 2]}…{text[-(limit // 2) :]}"


def _length(text: str) -> str:
    return f" ({len(text):,} characters)"
