"""Names of pieces that a module asks for: in expressions, and as the slot of a piece that a command places.

Such a piece keeps its name: with another one the module would no longer find it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from jdgtools.vassal.components import Component

_NAME = r"(?:Basic|[Pp]iece)Name(?:[\\\"']*\))?\$?"
_EQUAL = re.compile(_NAME + r"\s*[=!]=?\s*(?:\\*\"([^\"\\]*)|([^\"&|;\\{}\t=~]+))")
"""`BasicName=="Foy"`, `PieceName = Foy`."""
_TURNED = re.compile(r"\\*\"([^\"\\]*)\\*\"\s*[=!]=\s*" + _NAME)
"""`"Foy"==BasicName`."""
_EQUALS = re.compile(_NAME + r"\.equals(?:IgnoreCase)?\(\\*\"([^\"\\]*)")
_PART = re.compile(_NAME + r"\.(?:contains|startsWith|endsWith|indexOf)\(\\*\"([^\"\\]+)")
_PATTERN = re.compile(_NAME + r"(?:\s*[=!]~\s*|\.matches\()\\*\"?([^\"&;\\{}\t)]+)")
_SLOT = re.compile(r"PieceSlot:([^;/\\\t]+)")
_MARKS = ("Name", "PieceSlot:")
MAX_PARTS = 500
"""Most parts and patterns of names that are compared with every name."""


class AskedNames(Struct, frozen=True):
    """What a module asks for by name."""

    names: frozenset[str]
    parts: tuple[str, ...]
    """Texts that a name is asked to have in it."""
    patterns: tuple[re.Pattern[str], ...]

    @classmethod
    def of_module(cls, root: Component) -> AskedNames:
        """Return what the components and traits of a module ask for."""
        names: set[str] = set()
        parts: dict[str, None] = {}
        patterns: dict[str, None] = {}
        for text in _texts(root):
            if not any(mark in text for mark in _MARKS):
                continue
            for expression in (_EQUAL, _TURNED, _EQUALS, _SLOT):
                names.update(n.strip() for match in expression.findall(text) for n in _groups(match))
            parts |= dict.fromkeys(_PART.findall(text))
            patterns |= dict.fromkeys(p.strip() for p in _PATTERN.findall(text))
        compiled_patterns = [_compile(pattern) for pattern in list(patterns)[:MAX_PARTS]]
        return cls(
            frozenset(names), tuple(parts)[:MAX_PARTS], tuple(p for p in compiled_patterns if p is not None)
        )

    def has(self, name: str) -> bool:
        """Return whether the module asks for a piece of this name."""
        if name.strip() in self.names or any(part in name for part in self.parts):
            return True
        return len(name) < 200 and any(pattern.fullmatch(name) for pattern in self.patterns)


def _groups(match: str | tuple[str, ...]) -> tuple[str, ...]:
    return (match,) if isinstance(match, str) else tuple(text for text in match if text)


def _texts(root: Component) -> Iterator[str]:
    for component in root.walk():
        yield component.text
        yield from component.attributes.values()


def _compile(pattern: str) -> re.Pattern[str] | None:
    """Return a pattern that names are compared with: words and alternatives; others are too much to run."""
    if len(pattern) > 300 or not re.fullmatch(r"[\w .,'|()-]*(?:\.\*)?[\w .,'|()-]*(?:\.\*)?", pattern):
        return None
    try:
        return re.compile(pattern)
    except re.error:
        return None
