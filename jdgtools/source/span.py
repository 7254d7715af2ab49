"""Where a value was written: file, line and column."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Span:
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
    column: str | None = field(default=None, compare=False)
    """Name of the table column (CSV and spreadsheets); None elsewhere."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.col}"

    def head(self) -> Span:
        """Returns the empty span at the first character."""
        return Span(self.file, self.line, self.col, self.line, self.col, self.column)


def whole_file(file: str) -> Span:
    """Returns the span for problems that concern a file as a whole: its first character."""
    return Span(file, 1, 1, 1, 1)
