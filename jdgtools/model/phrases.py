"""Phrases that the program itself says to players, in the languages of its series.

A module with such words has a table with a column for each language and makes a `Phrases` of it; exporters
and the pages of the desk ask it for a phrase by its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

LANGUAGES = ("en", "fr", "pl", "hu")
"""Languages that all tables have, in the order of their columns."""
Row: TypeAlias = tuple[str, str, str, str]

_POINTS: dict[str, tuple[str, ...]] = {
    "en": ("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
    "fr": ("N", "NE", "E", "SE", "S", "SO", "O", "NO"),
    "pl": ("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
    "hu": ("É", "ÉK", "K", "DK", "D", "DNy", "Ny", "ÉNy"),
}


def supported_language(language: str) -> str:
    """Return the language, or English for one that the tables do not have."""
    return language if language in LANGUAGES else LANGUAGES[0]


class Phrases:
    """A table of phrases by key. What is in braces is filled in, by number or by name."""

    def __init__(self, table: Mapping[str, Row]) -> None:
        self._table = dict(table)

    def __call__(self, key: str, language: str, *values: object, **placeholders: object) -> str:
        """Return the phrase in a language, English where the language is not known.

        Raises:
            KeyError: there is no such phrase.
        """
        phrase = self._table[key][LANGUAGES.index(supported_language(language))]
        return phrase.format(*values, **placeholders) if values or placeholders else phrase

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of all phrases."""
        return tuple(self._table)


def colon(language: str) -> str:
    """Return what stands between a name and what is said of it; French has a blank before the colon."""
    return " : " if language == "fr" else ": "


def semicolon(language: str) -> str:
    """Return what stands between two things that are said of one; French has a blank before it."""
    return " ; " if language == "fr" else "; "


def listing(names: Iterable[str], language: str) -> str:
    """Return names one after the other: with semicolons where one of them has a comma of its own."""
    entries = list(names)
    return (semicolon(language) if any(", " in entry for entry in entries) else ", ").join(entries)


def compass_points(language: str) -> tuple[str, ...]:
    """Return the eight points of the compass, clockwise from north."""
    return _POINTS[supported_language(language)]


def compass(name: str, language: str) -> str:
    """Return a point of the compass such as `NW` with its letters in a language; other names as they are."""
    points = _POINTS["en"]
    return compass_points(language)[points.index(name)] if name in points else name
