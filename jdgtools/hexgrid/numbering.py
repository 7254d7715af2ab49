"""Hex numbers as printed on a map: text <-> (column, row), both 0-based.

Every scheme is data; it covers what a VASSAL hex grid numbering can say, except labels below zero.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from msgspec import Struct

_A = ord("A")
_LONGEST_NUMBER = 9
"""Digits of a number in a name; no map has so many hexes."""
_MAX_DIGITS = 6
"""Most digits of a number of the scheme."""
_MAX_SEPARATOR = 3
"""Most characters between the two parts."""


class Numbering(Struct, frozen=True):
    """How the hexes of a map are named. The default prints ``0101`` for the first hex, column first."""

    order: Literal["column-row", "row-column"] = "column-row"
    """Which part of the name comes first."""
    first_column: int = 1
    """Label of the leftmost column; with letters 1 is A."""
    first_row: int = 1
    """Label of the top row."""
    digits: int = 2
    """Width to which numbers are padded."""
    leading_zeros: bool = True
    """Whether numbers are padded with zeros; with False ``digits`` has no effect."""
    letters: Literal["column", "row", "both"] | None = None
    """Which parts are letters."""
    separator: str = ""
    """Text between both parts."""
    descending_columns: bool = False
    """Labels fall from left to right, beginning with ``first_column``."""
    descending_rows: bool = False
    """Labels fall from top to bottom, beginning with ``first_row``."""
    letter_style: Literal["sequence", "doubled"] = "sequence"
    """After Z: ``sequence`` goes AA, AB, AC; ``doubled`` goes AA, BB, CC (as VASSAL does)."""
    stagger: Literal["odd-columns", "even-columns", "odd-rows", "even-rows"] | None = None
    """Columns whose row label (or rows whose column label) is one step further on, counted from 0."""
    column_digits: int | None = None
    """Width of column numbers where it differs: 1 = never padded; None = as ``digits`` says."""
    row_digits: int | None = None
    """Width of row numbers where it differs."""

    def format(self, column: int, row: int) -> str:
        """Return the name of the hex in 0-based ``column`` and ``row``; they need not lie on a map."""
        c, r = self.labels(column, row)
        column_text = self._part(c, self._axes_with_letters[0], self._widths[0])
        row_text = self._part(r, self._axes_with_letters[1], self._widths[1])
        first, second = (column_text, row_text) if self.order == "column-row" else (row_text, column_text)
        return f"{first}{self.separator}{second}"

    def labels(self, column: int, row: int) -> tuple[int, int]:
        """Return the numeric labels of column and row of one hex."""
        across = 1 if self.stagger and self.stagger.endswith("rows") and row % 2 == self._odd else 0
        down = 1 if self.stagger and self.stagger.endswith("columns") and column % 2 == self._odd else 0
        c, r = column + across, row + down
        return (
            self.first_column - c if self.descending_columns else self.first_column + c,
            self.first_row - r if self.descending_rows else self.first_row + r,
        )

    def parse(self, text: str, columns: int | None = None, rows: int | None = None) -> tuple[int, int] | None:
        """Return 0-based column and row of a name; None if it names no hex, or two, within the given size.

        Letters may be in either case. Without a size, names longer than usual may be ambiguous (``12345``).
        """
        return _only_place(self._readings(text), columns, rows)

    def problem(self, text: str, columns: int, rows: int) -> str | None:
        """Return why ``text`` names no hex of a map of that size; None if it does name one."""
        readings = self._readings(text)
        if _only_place(readings, columns, rows) is not None:
            return None
        example = f"the first hex is `{self.format(0, 0)}`"
        if not readings:
            loose = _only_place(self._readings(text, strict=False), columns, rows)
            if loose is not None:
                return f"write it as `{self.format(*loose)}`"
            return f"this is not a hex number of this map ({example})"
        column, row = next((p for p in readings if p[0] >= -1 and p[1] >= -1), readings[0])
        for name, value, size, letters in (
            ("column", column, columns, self.letters in ("column", "both")),
            ("row", row, rows, self.letters in ("row", "both")),
        ):
            if not 0 <= value < size:
                label = self.labels(column, row)[0 if name == "column" else 1]
                part_shown = self._part(label, letters, 1)
                if value < 0:
                    return f"{name} {part_shown} lies before the map's first {name} ({example})"
                return f"{name} {part_shown} is beyond the map's {size} {name}s ({example})"
        return f"this can be read in more than one way ({example})"

    def find_problem(self, columns: int, rows: int) -> str | None:
        """Return why this numbering does not suit a map of that size (double or negative names)."""
        if (self.leading_zeros and self.digits < 1) or min(self._widths) < 1:
            return "`digits` must be at least 1"
        if max(self._widths) > _MAX_DIGITS:
            return f"`digits` must be at most {_MAX_DIGITS}"
        if len(self.separator) > _MAX_SEPARATOR:
            return f"the separator may have at most {_MAX_SEPARATOR} characters"
        if re.search(r"[A-Za-z0-9,\s]", self.separator):
            return "the separator may not hold letters, digits, commas or spaces"
        places: dict[str, tuple[int, int]] = {}
        for row in range(rows):
            for column in range(columns):
                for label, letters in zip(self.labels(column, row), self._axes_with_letters, strict=True):
                    if label < (1 if letters else 0):
                        return f"column {column + 1}, row {row + 1} would get the label {label}"
                name = self.format(column, row)
                if name in places:
                    c, r = places[name]
                    return (
                        f"`{name}` would name two hexes: column {c + 1}, row {r + 1} and "
                        f"column {column + 1}, row {row + 1}; use a separator or more digits"
                    )
                places[name] = (column, row)
        return None

    @property
    def pattern(self) -> str:
        """A regular expression for the longest text that may be a name of this scheme."""
        column, row = ("[A-Za-z]+" if letters else "[0-9]+" for letters in self._axes_with_letters)
        first, second = (column, row) if self.order == "column-row" else (row, column)
        return first + re.escape(self.separator) + second

    @property
    def _axes_with_letters(self) -> tuple[bool, bool]:
        return self.letters in ("column", "both"), self.letters in ("row", "both")

    @property
    def _odd(self) -> int:
        return 1 if self.stagger and self.stagger.startswith("odd") else 0

    @property
    def _widths(self) -> tuple[int, int]:
        """Digits of column and row numbers."""
        usual = self.digits if self.leading_zeros else 1
        return (
            usual if self.column_digits is None else self.column_digits,
            usual if self.row_digits is None else self.row_digits,
        )

    def _part(self, label: int, letters: bool, width: int) -> str:
        return _letters(label, self.letter_style) if letters else str(label).zfill(width)

    def _readings(self, text: str, strict: bool = True) -> list[tuple[int, int]]:
        """Return all (column, row) whose name is the text; not strict: also with missing or surplus zeros."""
        text = text.strip().upper()
        sep = self.separator.upper()
        column_letters, row_letters = self._axes_with_letters
        column_width, row_width = self._widths
        places: list[tuple[int, int]] = []
        for cut in range(1, len(text) - len(sep)):
            if not text.startswith(sep, cut):
                continue
            parts = (text[:cut], text[cut + len(sep) :])
            column_text, row_text = parts if self.order == "column-row" else (parts[1], parts[0])
            c = self._label(column_text, column_letters, column_width, strict)
            r = None if c is None else self._label(row_text, row_letters, row_width, strict)
            if c is not None and r is not None:
                places.append(self._place(c, r))
        return places

    def _place(self, c: int, r: int) -> tuple[int, int]:
        column = self.first_column - c if self.descending_columns else c - self.first_column
        row = self.first_row - r if self.descending_rows else r - self.first_row
        if self.stagger and self.stagger.endswith("rows") and row % 2 == self._odd:
            column -= 1
        if self.stagger and self.stagger.endswith("columns") and column % 2 == self._odd:
            row -= 1
        return column, row

    def _label(self, part: str, letters: bool, width: int, strict: bool) -> int | None:
        if letters:
            return _letter_value(part, self.letter_style)
        if len(part) > _LONGEST_NUMBER or not (part.isascii() and part.isdigit()):
            return None
        value = int(part)
        return value if not strict or self._part(value, False, width) == part else None


def _only_place(
    places: list[tuple[int, int]], columns: int | None, rows: int | None
) -> tuple[int, int] | None:
    """Return the one column and row within the given size; None if there is none, or more than one."""
    within = [p for p in places if _within(p[0], columns) and _within(p[1], rows)]
    return within[0] if len(within) == 1 else None


def _within(value: int, size: int | None) -> bool:
    return size is None or 0 <= value < size


@lru_cache(maxsize=4096)
def _letters(label: int, style: str) -> str:
    """Return 1 -> A, 26 -> Z, 27 -> AA; labels below 1 give a text that no name has."""
    if label < 1:
        return f"<{label}>"
    if style == "doubled":
        return chr(_A + (label - 1) % 26) * ((label - 1) // 26 + 1)
    text = ""
    while label:
        label, rest = divmod(label - 1, 26)
        text = chr(_A + rest) + text
    return text


def _letter_value(text: str, style: str) -> int | None:
    if not re.fullmatch(r"[A-Z]{1,6}", text):
        return None
    if style == "doubled":
        return (len(text) - 1) * 26 + ord(text[0]) - _A + 1 if len(set(text)) == 1 else None
    value = 0
    for letter in text:
        value = value * 26 + ord(letter) - _A + 1
    return value
