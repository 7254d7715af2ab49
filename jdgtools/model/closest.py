"""The known name that a misspelt one may stand for: for hints such as "did you mean `morand`?"."""

from __future__ import annotations

from collections.abc import Iterable

_CUTOFF = 0.6
"""Names that are less alike are not near: `SequenceMatcher.ratio`."""


def closest(name: str, choices: Iterable[str], most: int = 2) -> list[str]:
    """Return the known names that look most like `name`; same letters in other case come first."""
    names = list(choices)
    same = [n for n in names if n.casefold() == name.casefold()]
    if same:
        return same[:most]
    letters = frozenset(name)
    names = [other for other in names if _may_be_near(name, letters, other)]
    if not names:
        return []
    import difflib

    return difflib.get_close_matches(name, names, n=most, cutoff=_CUTOFF)


def _may_be_near(name: str, letters: frozenset[str], names: str) -> bool:
    """Return whether two names can reach the cutoff by their lengths and letters alone.

    Comparing them costs fifty times as much, and of ten thousand wrong names hardly one is near.
    """
    length = len(name) + len(names)
    if 2.0 * min(len(name), len(names)) < _CUTOFF * length:
        return False
    return 2.0 * sum(map(letters.__contains__, names)) >= _CUTOFF * length
