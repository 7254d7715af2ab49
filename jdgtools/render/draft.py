"""What a drawing of a battle with errors says of itself: a word across the sheet, signs on unknown ground."""

from __future__ import annotations

import math
from collections.abc import Iterable

from jdgtools.render.bounds import Box
from jdgtools.render.scene import DrawingLayer, Halo, Item, Path, Point, Polygon, Polyline, Stroke, TextItem
from jdgtools.render.text import text_width

COLOR = "#d0006f"
"""Of nothing else on a map or counter."""
_OPACITY = 0.2
_FONT = "sans-bold"


def draft_layer(words: str, box: Box) -> DrawingLayer:
    """Return words across a sheet, from its lower left to its upper right corner, over everything else.

    Args:
        words: what it says, such as "DRAFT".
        box: left, top, right and bottom of the sheet, mm.
    """
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    size = min(0.35 * math.hypot(width, height) / max(text_width(words, _FONT, 1.0), 1.0), 0.12 * height)
    across = TextItem(
        (left + right) / 2,
        (top + bottom) / 2,
        words,
        size,
        _FONT,
        "middle",
        "middle",
        COLOR,
        rotate=-math.degrees(math.atan2(height, width)),
        opacity=_OPACITY,
    )
    return DrawingLayer("draft", (across,))


def unknown_ground(polygons: Iterable[tuple[tuple[Point, ...], Point]], size: float) -> DrawingLayer | None:
    """Return signs over hexes whose terrain is not understood; None without such hexes.

    Args:
        polygons: corners and centre of each hex.
        size: distance between opposite hexsides, mm.
    """
    items: list[Item] = []
    for corners, (x, y) in polygons:
        items.append(Polygon(corners, "#ffffff", Stroke(COLOR, 0.05 * size), 0.85))
        (ax, ay), (bx, by), (cx, cy) = corners[0], corners[2], corners[4]
        cross = (("M", x, y), ("L", ax, ay), ("M", x, y), ("L", bx, by), ("M", x, y), ("L", cx, cy))
        items.append(Path(cross, stroke=Stroke(COLOR, 0.03 * size, opacity=0.6)))
        items.append(TextItem(x, y, "?", 0.5 * size, _FONT, "middle", "middle", COLOR))
    return DrawingLayer("unknown terrain", tuple(items)) if items else None


def unknown_lines(lines: Iterable[tuple[Point, ...]], size: float) -> DrawingLayer | None:
    """Return signs along hexsides and ways whose kind is not understood; None without such lines.

    Args:
        lines: points of each line, mm.
        size: distance between opposite hexsides, mm.
    """
    items: list[Item] = []
    for points in lines:
        (x1, y1), (x2, y2) = points[(len(points) - 1) // 2], points[len(points) // 2]
        if len(points) > 1:
            dash = (0.12 * size, 0.09 * size)
            items.append(Polyline(points, Stroke(COLOR, 0.09 * size, dash, opacity=0.75)))
        halo = Halo("#ffffff", 0.06 * size)
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        items.append(TextItem(*middle, "?", 0.3 * size, _FONT, "middle", "middle", COLOR, halo))
    return DrawingLayer("unknown lines", tuple(items)) if items else None
