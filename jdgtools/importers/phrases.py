"""Parts of sentences that the import says: a number with its noun."""

from __future__ import annotations


def count_of(count: int, noun: str) -> str:
    """Return a number with its noun: `1 unit`, `7 units`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
