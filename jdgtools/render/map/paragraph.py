"""A text broken into lines of many widths: its words are measured once."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from jdgtools.render.text import text_width


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
        """Lines of at most that width, mm; a longer word stands alone on its line."""
        space = text_width(" ", self.font, self.size)
        found: list[list[str]] = []
        used = 0.0
        for word, long in self._words:
            if found and used + space + long <= width:
                found[-1].append(word)
                used += space + long
            else:
                found.append([word])
                used = long
        return [" ".join(line) for line in found]
