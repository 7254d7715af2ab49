"""Parts of sentences that the import says: a number with its noun, the first of many names."""

from __future__ import annotations

from collections.abc import Sequence


def count_of(count: int, noun: str) -> str:
    """Return a number with its noun: `1 unit`, `7 units`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def first_names(names: Sequence[str], most: int = 8, separator: str = ", ") -> str:
    """Return the first names of a list, whole, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return separator.join(names[:most]) + more
