"""Names in the texts of messages: lists of them, in quotes or without, with an "and" before the last.

Every check that speaks of several units or hexes uses these, so that lists look alike and long ones end.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

MAX_LISTED = 12
"""Names that a message lists; of more it says how many there are."""


def name_list(names: Iterable[str], last: str = "and", total: int | None = None) -> str:
    """Return names in backticks: "`a`, `b` and `c`"; of many the first ones; '' for none.

    Args:
        names: in the order of the message.
        last: before the last one.
        total: how many there are, where `names` are only the first `MAX_LISTED`; None = they are all.
    """
    return word_list((f"`{name}`" for name in names), last, total)


def first_names(names: Sequence[str], most: int = 8, separator: str = ", ") -> str:
    """Return the first names of a list as they are, and how many more there are: "a, b and 358 more"."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return separator.join(names[:most]) + more


def odd_letter(name: str) -> str | None:
    """Return words for the first sign of an id that is no ASCII: it may look like one, or be invisible."""
    for number, sign in enumerate(name, 1):
        if not sign.isascii():
            return (
                f"sign {number} of `{name}` is U+{ord(sign):04X}, {unicodedata.name(sign, 'unnamed').lower()}"
            )
    return None


def word_list(words: Iterable[str], last: str = "and", total: int | None = None) -> str:
    """Return words as a sentence lists them: "a, b and c"; of many the first ones: "a, b, … and 358 more"."""
    names = list(words)
    total = len(names) if total is None else total
    if total > MAX_LISTED:
        names[MAX_LISTED:] = [f"{total - MAX_LISTED} more"]
    return "".join(names) if len(names) < 2 else f"{', '.join(names[:-1])} {last} {names[-1]}"
