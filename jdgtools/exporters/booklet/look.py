"""Colours and measures of the booklet; lengths are millimetres, sizes of type are points."""

from __future__ import annotations

PT = 25.4 / 72

ACCENT = "#6e2a1f"
INK = "#1f1b16"
QUIET = "#6b6459"
AWAY = "#8d8678"
"""Rows of a chart that this map does not need."""
RULE = "#cfc6b4"
TINT = "#efe8d8"
PALE = "#f8f4ea"
LIGHT = "#f6efe0"
"""Lettering on the accent colour."""

PAGE_WIDTH, PAGE_HEIGHT = 210.0, 297.0
MARGIN, TOP, BOTTOM = 13.0, 17.0, 15.0
WIDTH = PAGE_WIDTH - 2 * MARGIN
"""Of the text on a page."""
HEIGHT = PAGE_HEIGHT - TOP - BOTTOM
GUTTER = 6.0
"""Between two columns."""
COLUMN = (WIDTH - GUTTER) / 2
GAP = 4.2
"""Between blocks."""
HEAD = 15.0
"""Height of the heading of a part with the room below it."""

BODY = 8.6
CELL = 7.8
"""Type of tables."""
UPRIGHT = 7.4
"""Type of tables whose heads stand upright."""
REMARK = 7.2
INSET = 1.3
"""Left and right of the text in a cell."""
INSET_UPRIGHT = 0.9
