"""From an offset in a text to its line and column, and back to lines as an editor counts them.

Readers work with offsets (characters from 0); a `Span` has lines and columns (from 1). Every reader makes
one `LineIndex` of its text.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from jdgtools.source.span import Span

_BREAK = re.compile(r"\r\n|\n|\r")


def split_lines(text: str) -> list[str]:
    """Return the lines of a text as an editor counts them: breaks are LF, CRLF and CR alone."""
    return _BREAK.split(text) if "\r" in text else text.split("\n")


class LineIndex:
    """Finds line and column (from 1) of an offset (from 0) of one text."""

    __slots__ = ("file", "starts")

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.starts = [0, *(match.end() for match in _BREAK.finditer(text))]

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, start: int, end: int, column: str | None = None) -> Span:
        """Return the span of the characters from `start` up to, not including, `end`."""
        line, col = self.line_and_column(start)
        end_line, end_col = self.line_and_column(end)
        return Span(self.file, line, col, end_line, end_col, column)
