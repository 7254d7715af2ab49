"""Ids of the format from names that a module gives: `2nd Light (KGL)` becomes `2nd-light-kgl`.

`Ids` gives each only once and numbers what would be equal.
"""

from __future__ import annotations

import re
import unicodedata

_LETTERS = str.maketrans({"ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "’": ""})
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,59}")


def slug(text: str, default: str = "x") -> str:
    """Return an id of small letters, digits and hyphens made from a name."""
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS).replace("'", ""))
    plain = plain.encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:40].strip("-") or default


def is_id(text: str) -> bool:
    """Return whether a text may be an id as it is."""
    return _ID.fullmatch(text) is not None


class Ids:
    """Gives ids, every one only once."""

    def __init__(self) -> None:
        """Start with none given."""
        self._used: set[str] = set()
        self._next: dict[str, int] = {}

    def take(self, text: str, default: str = "x") -> str:
        """Return an id made from a text, with a number when it is taken."""
        base = slug(text, default)
        return self.keep(base)

    def keep(self, name: str) -> str:
        """Return this id, with a number when it is taken."""
        free, base = name, name[:52]
        while free.lower() in self._used:
            # Remembered: ten thousand counters of one name must not be counted through every time.
            n = self._next.get(base, 2)
            free = f"{base}-{n}"
            self._next[base] = n + 1
        self._used.add(free.lower())
        return free
