"""Shapes that symbols are drawn with: limbs, smooth outlines, bars; in a box of 100 x 100, y down."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from jdgtools.render.path import Command, PathBuilder
from jdgtools.render.scene import Item, Path, Stroke

INK = "$ink"
PAPER = "$paper"

Dots = Sequence[tuple[float, ...]]
"""Points (x, y), or (x, y, 1) for a sharp corner."""


def limb(points: Sequence[tuple[float, float]], widths: Sequence[float]) -> tuple[Command, ...]:
    """Outline of a bent, tapering bar with round joints: legs, arms, barrels."""
    out = PathBuilder()
    for (x, y), width in zip(points, widths, strict=True):
        out.circle(x, y, width / 2)
    for index in range(len(points) - 1):
        (x1, y1), (x2, y2) = points[index], points[index + 1]
        length = math.hypot(x2 - x1, y2 - y1)
        nx, ny = -(y2 - y1) / length / 2, (x2 - x1) / length / 2
        a, b = widths[index], widths[index + 1]
        # Turning like the circles, so that the overlap counts as inside.
        out.polygon(
            (
                (x1 - nx * a, y1 - ny * a),
                (x2 - nx * b, y2 - ny * b),
                (x2 + nx * b, y2 + ny * b),
                (x1 + nx * a, y1 + ny * a),
            )
        )
    return out.commands()


def blob(points: Dots, tension: float = 0.36) -> tuple[Command, ...]:
    """Closed smooth outline through the points; points marked with a third number stay sharp."""
    out = PathBuilder().move_to(points[0][0], points[0][1])
    count = len(points)

    def handle(index: int) -> tuple[float, float]:
        if len(points[index]) > 2:
            return 0.0, 0.0
        before, after = points[index - 1], points[(index + 1) % count]
        return (after[0] - before[0]) * tension / 2, (after[1] - before[1]) * tension / 2

    for index in range(count):
        here, there = points[index], points[(index + 1) % count]
        (ax, ay), (bx, by) = handle(index), handle((index + 1) % count)
        out.curve_to(here[0] + ax, here[1] + ay, there[0] - bx, there[1] - by, there[0], there[1])
    return out.close().commands()


def poly(*points: tuple[float, float]) -> tuple[Command, ...]:
    """Closed outline with straight sides."""
    return PathBuilder().polygon(points).commands()


def disc(x: float, y: float, r: float) -> tuple[Command, ...]:
    """Circle."""
    return PathBuilder().circle(x, y, r).commands()


def ring(x: float, y: float, r: float, width: float, color: str = INK) -> Path:
    """Circle line."""
    return PathBuilder().circle(x, y, r).build(stroke=Stroke(color, width))


def solid(*parts: Sequence[Command], color: str = INK) -> tuple[Item, ...]:
    """The parts filled with one colour, each an item of its own so that turning directions do not matter."""
    return tuple(Path(tuple(part), fill=color) for part in parts)


def lifted(*parts: Sequence[Command], gap: float = 3.0, color: str = INK) -> tuple[Item, ...]:
    """The parts together, with a light seam around them that parts them from what lies behind."""
    seam = Stroke(PAPER, 2 * gap, join="round")
    return (*(Path(tuple(part), fill=PAPER, stroke=seam) for part in parts), *solid(*parts, color=color))


def line(
    *points: tuple[float, float],
    width: float,
    color: str = INK,
    cap: Literal["butt", "round"] = "butt",
    seam: float = 0.0,
) -> tuple[Item, ...]:
    """Bent line; ``seam`` > 0 puts a light edge on both sides of it."""
    path = PathBuilder().polyline(points)
    own = path.build(stroke=Stroke(color, width, cap=cap, join="round"))
    if not seam:
        return (own,)
    return path.build(stroke=Stroke(PAPER, width + 2 * seam, cap=cap, join="round")), own


def curve(
    d: str, width: float, color: str = INK, cap: Literal["butt", "round"] = "round"
) -> tuple[Item, ...]:
    """Line from SVG path data."""
    return (Path.from_svg(d, stroke=Stroke(color, width, cap=cap, join="round")),)


def shape(d: str, color: str = INK) -> tuple[Item, ...]:
    """Filled shape from SVG path data."""
    return (Path.from_svg(d, fill=color),)
