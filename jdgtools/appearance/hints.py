"""The hint of a misspelt name: the known one that is most like it."""

from __future__ import annotations

from collections.abc import Iterable


def nearest_hint(word: str, names: Iterable[str]) -> str | None:
    """Return a hint with the known word most like the given one; None when there is none like it."""
    from difflib import get_close_matches  # slow import, needed for mistakes only

    near = get_close_matches(word, list(names), 1)
    return f"did you mean `{near[0]}`?" if near else None
