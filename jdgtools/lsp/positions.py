"""Offsets of a text and positions of the protocol, whose characters are counted in UTF-16."""

from __future__ import annotations

from lsprotocol.types import Position, Range

from jdgtools.source.lines import LineIndex
from jdgtools.source.span import Span


class Positions:
    """Converts places of one text.

    Args:
        text: as the editor shows it.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = LineIndex(text, "").starts

    def offset(self, position: Position) -> int:
        """Return the offset of a position; one beyond the end of its line or text is that end."""
        if position.line >= len(self._starts):
            return len(self.text)
        start = self._starts[position.line]
        end = self._end(position.line)
        at, units = start, 0
        while at < end and units < position.character:
            units += 2 if self.text[at] > "\uffff" else 1
            at += 1
        return at

    def position(self, offset: int) -> Position:
        """Return the position of an offset."""
        from bisect import bisect_right

        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset) - 1
        before = self.text[self._starts[line] : offset]
        return Position(line, len(before) + sum(sign > "\uffff" for sign in before))

    def range(self, start: int, end: int) -> Range:
        """Return the range between two offsets."""
        return Range(self.position(start), self.position(end))

    def span(self, span: Span) -> Range:
        """Return the range of a span of the project's own readers; it may lie beyond the text."""
        return self.range(self._of(span.line, span.col), self._of(span.end_line, span.end_col))

    def _of(self, line: int, col: int) -> int:
        if line > len(self._starts):
            return len(self.text)
        line = max(line, 1)
        return min(self._starts[line - 1] + max(col, 1) - 1, self._end(line - 1))

    def _end(self, line: int) -> int:
        """Return the offset of the end of a line, before its break."""
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.text)
        start = self._starts[line]
        while end > start and line + 1 < len(self._starts) and self.text[end - 1] in "\r\n":
            end -= 1
        return end
