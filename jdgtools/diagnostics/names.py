"""Names in the texts of messages."""

from __future__ import annotations

from collections.abc import Iterable

MAX_LISTED = 12
"""Names that a message lists; of more it says how many there are."""


def name_list(names: Iterable[str], last: str = "and") -> str:
    """Return names in backticks: "`a`, `b` and `c`"; of many the first ones; '' for none."""
    return word_list((f"`{name}`" for name in names), last)


def word_list(words: Iterable[str], last: str = "and") -> str:
    """Return words as a sentence lists them: "a, b and c"; of many the first ones: "a, b, … and 358 more"."""
    listed = list(words)
    if len(listed) > MAX_LISTED:
        listed[MAX_LISTED:] = [f"{len(listed) - MAX_LISTED} more"]
    return "".join(listed) if len(listed) < 2 else f"{', '.join(listed[:-1])} {last} {listed[-1]}"
