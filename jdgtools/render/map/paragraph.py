"""Texts in a given room: broken into lines, set smaller, and only then cut short."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from jdgtools.render.text import fit, text_width, wrap


def shorten(text: str, font: str, size: float, width: float, spacing: float = 0.0) -> str:
    """Shorten a text to a width: as much of its beginning as fits with an ellipsis."""
    if text_width(text, font, size, spacing) <= width:
        return text
    # Half of the rest is cut away or given back each time.
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(text[:middle].rstrip() + "…", font, size, spacing) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def one_line(
    text: str, font: str, width: float, sizes: Sequence[float], spacing: float = 0.0
) -> tuple[str, float]:
    """Return the text and the first size at which it fits a width; cut short at the last size.

    Args:
        text: the lettering.
        font: font key.
        width: room, mm.
        sizes: mm, the largest first.
        spacing: between letters, mm.
    """
    size = fit(text, font, width - spacing * len(text), sizes)
    if size is not None:
        return text, size
    return shorten(text, font, sizes[-1], width, spacing), sizes[-1]


def block(
    text: str, font: str, width: float, sizes: Sequence[float], max_lines: int
) -> tuple[list[str], float]:
    """Return at most so many lines and the first size at which they fit; cut short at the last."""
    for size in sizes:
        lines = wrap(text, font, size, width)
        if len(lines) <= max_lines and all(text_width(line, font, size) <= width for line in lines):
            return lines, size
    if len(lines) > max_lines:
        lines = [*lines[: max_lines - 1], " ".join(lines[max_lines - 1 :])]
    return [shorten(line, font, size, width) for line in lines], size


class Paragraph(Struct, frozen=True, dict=True):
    """A text that will be set in lines."""

    text: str
    font: str
    size: float
    """mm."""

    @cached_property
    def _words(self) -> list[tuple[str, float]]:
        return [(word, text_width(word, self.font, self.size)) for word in self.text.split()]

    def lines(self, width: float) -> list[str]:
        """Return the lines of at most that width, mm; a longer word stands alone on its line, cut short."""
        space = text_width(" ", self.font, self.size)
        rows: list[list[str]] = []
        row_width = 0.0
        for word, long in self._words:
            if long > width:
                word = shorten(word, self.font, self.size, width)
                long = text_width(word, self.font, self.size)
            if rows and row_width + space + long <= width:
                rows[-1].append(word)
                row_width += space + long
            else:
                rows.append([word])
                row_width = long
        return [" ".join(line) for line in rows]
