"""Colours and measures of the booklet; lengths are millimetres, sizes of type are points."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

PT = 25.4 / 72

ACCENT = "#6e2a1f"
INK = "#1f1b16"
QUIET = "#6b6459"
AWAY = "#787162"
"""Rows of a chart that this map does not need."""
RULE = "#cfc6b4"
TINT = "#efe8d8"
PALE = "#f8f4ea"
LIGHT = "#f6efe0"
"""Lettering on the accent colour."""

TOP, BOTTOM = 17.0, 15.0
WIDTH = 184.0
"""Of the text on a page, whatever its paper."""
GUTTER = 6.0
"""Between two columns."""
COLUMN = (WIDTH - GUTTER) / 2
GAP = 4.2
"""Between blocks."""
HEAD = 15.0
"""Height of the heading of a chapter, in one line, with the room below it."""
CHAPTER_GAP = 6.0
"""Above the heading of a chapter that begins below another."""

BODY = 8.6
CELL = 7.8
"""Type of tables."""
UPRIGHT = 7.4
"""Type of tables whose heads stand upright."""
REMARK = 7.2
SMALLEST = 5.0
"""Numbers on maps; no type is printed smaller."""
SMALLEST_TEXT = 7.0
"""Everything else: what stands at the foot of a page."""
LEAST_SCALE = 0.72
"""How much smaller than usual a page may be printed: then that is no smaller than `SMALLEST`."""
INSET = 1.3
"""Left and right of the text in a cell."""
INSET_UPRIGHT = 0.9


class Paper(Struct, frozen=True):
    """A sheet of paper, upright, in millimetres of the drawing."""

    width: float
    height: float
    scale: float = 1.0
    """Millimetres on the sheet for one of the drawing: how much smaller than usual all is printed."""

    @property
    def text_width(self) -> float:
        """Of the text on a page; margins become smaller with it."""
        return WIDTH + self.width - self.width * self.scale

    @property
    def column(self) -> float:
        """Width of one of two columns."""
        return (self.text_width - GUTTER) / 2

    @property
    def margin(self) -> float:
        """Left and right of the text."""
        return (self.width - self.text_width) / 2

    @property
    def is_short(self) -> bool:
        """Whether less stands on a page than on A4: there charts have low rows, to stand together as well."""
        return self.room < A4.room

    def smaller(self, scale: float) -> Paper:
        """Return the same sheet with all that stands on it made smaller."""
        return Paper(self.width / scale, self.height / scale, self.scale * scale)

    @property
    def room(self) -> float:
        """Height of the text."""
        return self.height - TOP - BOTTOM


A4 = Paper(210.0, 297.0)
_PAPERS = {"a4": A4, "letter": Paper(215.9, 279.4), "legal": Paper(215.9, 355.6)}


def paper_of(names: Sequence[str]) -> Paper:
    """Return the first paper that a booklet can be printed on; A4 when there is none."""
    return next((_PAPERS[name] for name in names if name in _PAPERS), A4)
