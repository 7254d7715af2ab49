"""Where something is written: a span of a source file, by line and column.

Every reader gives a span to every node; it goes through the model (`Battle.spans`) into the diagnostic that
speaks of it, so that a mistake found at the end still points at its line.
"""

from __future__ import annotations

from msgspec import Struct


class Span(Struct, frozen=True, eq=False, array_like=True, gc=False):
    """A stretch of text in one source file; lines and columns count from 1, in characters.

    The end is exclusive: `end_col` is the column after the last character. Spans sort by file,
    then position; the column name takes no part in comparisons.
    """

    file: str
    """Path as shown to the user, with forward slashes."""
    line: int
    """First line (spreadsheets: row number)."""
    col: int
    """First column (spreadsheets: number of the column, A = 1)."""
    end_line: int
    """Line of the end."""
    end_col: int
    """Column after the last character."""
    column: str | None = None
    """Name of the table column (CSV and spreadsheets); None elsewhere."""

    def _position(self) -> tuple[str, int, int, int, int]:
        return self.file, self.line, self.col, self.end_line, self.end_col

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        # Spelt out: a battle with many mistakes compares and hashes a million spans.
        return isinstance(other, Span) and (
            (self.line, self.col, self.end_line, self.end_col, self.file)
            == (other.line, other.col, other.end_line, other.end_col, other.file)
        )

    def __lt__(self, other: Span) -> bool:
        return self._position() < other._position()

    def __hash__(self) -> int:
        return hash((self.line, self.col, self.end_line, self.end_col, self.file))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.col}"

    def head(self) -> Span:
        """Return the empty span at the first character."""
        return Span(self.file, self.line, self.col, self.line, self.col, self.column)


def whole_file(file: str) -> Span:
    """Return the span for problems that concern a file as a whole: its first character."""
    return Span(file, 1, 1, 1, 1)
