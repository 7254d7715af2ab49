"""Offsets of a text to lines and columns."""

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

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, start: int, end: int, column: str | None = None) -> Span:
        """Return the span of the characters from `start` up to, not including, `end`."""
        line, col = self.place(start)
        end_line, end_col = self.place(end)
        return Span(self.file, line, col, end_line, end_col, column)
