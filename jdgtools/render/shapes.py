"""Shapes of which symbols and charges are made: limbs, smooth outlines, bars; in a box of 100 x 100, y down.

Functions return path commands or items; colours are placeholders (``$ink``, ``$paper`` …) that a `Use` fills
in.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from jdgtools.render.path import PathBuilder
from jdgtools.render.path_data import Command, parse_path
from jdgtools.render.scene import Item, Path, Stroke

INK = "$ink"
PAPER = "$paper"
TONE = "$tone"
"""Between ink and paper, nearer to the ink: horses, cloth, wood."""
LIGHT = "$light"
"""The palest colour: smoke, linen, steel."""

# What people wear and ride. A drawing in one colour fills these in from the four above, see `counters.dress`.
COAT = "$coat"
FRONT = "$front"
"""Lapels, or the breast of a coat that has none."""
FACING = "$facing"
"""Collar and cuffs; bars and crosses of the middle ages; sashes of the seventeenth century."""
TAILS = "$tails"
"""Turnbacks of the tails of a coat."""
TUNIC = "$tunic"
"""Tunics, surcoats and doublets: of the colour of the coat."""
LEGS = "$legs"
HOSE = "$hose"
"""Stockings, and trousers that are paler than the coat."""
GAITERS = "$gaiters"
BELTS = "$belts"
PACK = "$pack"
HAT = "$hat"
CORDS = "$cords"
PLUME = "$plume"
METAL = "$metal"
"""Brass plates and bronze barrels."""
STEEL = "$steel"
MAIL = "$mail"
SHIELD = "$shield"
BUFF = "$buff"
"""Leather coats of riders."""
SKIN = "$skin"
HAIR = "$hair"
WOOD = "$wood"
HORSE = "$horse"
FAR_HORSE = "$far_horse"
"""Legs of a horse that are in the shade of the others."""
MANE_COLOR = "$mane"
CLOTH = "$cloth"
"""Saddle cloths."""
CARRIAGE = "$carriage"
"""Painted wood of guns and wagons."""

Dots = Sequence[tuple[float, ...]]
"""Points (x, y), or (x, y, 1) for a sharp corner."""


_ROUND = 0.5522847498307936
"""Handle of the cubic curve that is a quarter of a circle, in radii."""


def disc(x: float, y: float, r: float) -> tuple[Command, ...]:
    """Return the circle, as curves: arcs would be turned into them for every file anew."""
    h = _ROUND * r
    return (
        ("M", x - r, y),
        ("C", x - r, y - h, x - h, y - r, x, y - r),
        ("C", x + h, y - r, x + r, y - h, x + r, y),
        ("C", x + r, y + h, x + h, y + r, x, y + r),
        ("C", x - h, y + r, x - r, y + h, x - r, y),
        ("Z",),
    )


def limb(points: Sequence[tuple[float, float]], widths: Sequence[float]) -> tuple[Command, ...]:
    """Return the outline of a bent, tapering bar with round ends and soft joints: legs, arms, barrels."""
    steps = [(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points)]
    lengths = [math.hypot(*step) for step in steps]
    ways = [(dx / length, dy / length) for (dx, dy), length in zip(steps, lengths, strict=True)]
    for index, ((ax, ay), (bx, by)) in enumerate(pairwise(ways), 1):
        if ax * bx + ay * by < 0.2:
            # Around so sharp a joint one outline would cross itself.
            return limb(points[: index + 1], widths[: index + 1]) + limb(points[index:], widths[index:])
    along = [ways[0]]
    for (ax, ay), (bx, by) in pairwise(ways):
        both = math.hypot(ax + bx, ay + by) or 1.0
        along.append(((ax + bx) / both, (ay + by) / both))
    along.append(ways[-1])
    out = PathBuilder()

    def side(order: Sequence[int], sign: float) -> None:
        for before, after in pairwise(order):
            length = lengths[min(before, after)] * 0.3 * sign
            (ax, ay), (bx, by) = along[before], along[after]
            x1, y1 = edge(before, sign)
            x2, y2 = edge(after, sign)
            out.curve_to(x1 + ax * length, y1 + ay * length, x2 - bx * length, y2 - by * length, x2, y2)

    def edge(index: int, sign: float) -> tuple[float, float]:
        (x, y), (tx, ty), r = points[index], along[index], widths[index] / 2 * sign
        return x + ty * r, y - tx * r

    def end(index: int, sign: float) -> None:
        (x, y), r = points[index], widths[index] / 2 * sign
        tx, ty = along[index][0] * r, along[index][1] * r
        nx, ny, k = ty, -tx, _ROUND
        out.curve_to(x + nx + k * tx, y + ny + k * ty, x + tx + k * nx, y + ty + k * ny, x + tx, y + ty)
        out.curve_to(x + tx - k * nx, y + ty - k * ny, x - nx + k * tx, y - ny + k * ty, x - nx, y - ny)

    last = len(points) - 1
    out.move_to(*edge(0, 1.0))
    side(range(last + 1), 1.0)
    end(last, 1.0)
    side(range(last, -1, -1), -1.0)
    end(0, -1.0)
    return out.close().commands()


def blob(points: Dots, tension: float = 0.36) -> tuple[Command, ...]:
    """Return the closed smooth outline through the points; points marked with a third number stay sharp."""
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
    """Return the closed outline with straight sides."""
    return PathBuilder().polygon(points).commands()


def ring(x: float, y: float, r: float, width: float, color: str = INK) -> Path:
    """Return the circle line."""
    return Path(disc(x, y, r), stroke=Stroke(color, width))


def solid(*parts: Sequence[Command], color: str = INK) -> tuple[Item, ...]:
    """Return the parts filled with one colour, each an item of its own."""
    return tuple(Path(tuple(part), fill=color) for part in parts)


def fuse(*parts: Sequence[Command], color: str = INK, edge: float = 0.0) -> tuple[Item, ...]:
    """Return the parts as one shape; ``edge`` > 0 draws its contour that far outwards, in ink."""
    commands = tuple(command for part in parts for command in clockwise(part))
    filled_path: tuple[Item, ...] = (Path(commands, fill=color),)
    return (Path(commands, stroke=Stroke(INK, 2 * edge, join="bevel")), *filled_path) if edge else filled_path


def clockwise(commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return the outlines without arcs, each turning clockwise: where two overlap, both are filled."""
    outlines: list[Command] = []
    start = 0
    for index, command in enumerate(commands):
        if command[0] == "Z":
            outlines += _clockwise(commands[start : index + 1])
            start = index + 1
    return tuple(outlines)


def _clockwise(outline: Sequence[Command]) -> Sequence[Command]:
    dots = [(float(c[n]), float(c[n + 1])) for c in outline for n in range(1, len(c), 2)]
    twice = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*dots, dots[0]]))
    if twice >= 0:
        return outline
    # Backwards: every command ends where the one before it ended.
    ends = [c[-2:] for c in outline[:-1]]
    reverse: list[Command] = [("M", *ends[-1])]
    for command, end in zip(reversed(outline[1:-1]), reversed(ends[:-1]), strict=True):
        controls = [command[n : n + 2] for n in range(len(command) - 4, 0, -2)]
        reverse.append((command[0], *(value for control in controls for value in control), *end))
    return (*reverse, outline[-1])


def trace(*parts: Sequence[Command], color: str = LIGHT, width: float = 1.8) -> tuple[Item, ...]:
    """Return each part filled, with a contour of ink of its own."""
    return tuple(Path(tuple(part), color, Stroke(INK, width, join="bevel")) for part in parts)


def seam(*parts: Sequence[Command], gap: float = 1.4, color: str = TONE) -> tuple[Item, ...]:
    """Return the edge around the parts together, drawn below them: it parts them from dark cloth behind."""
    commands = tuple(command for part in parts for command in part)
    return (Path(commands, stroke=Stroke(color, 2 * gap, join="bevel")),)


def d(data: str) -> tuple[Command, ...]:
    """Return the outline from SVG path data."""
    return parse_path(data)


def at(data: str, x: float, y: float, s: float = 1.0) -> tuple[Command, ...]:
    """Return the outline of SVG path data without arcs, ``s`` times as large, moved to (x, y)."""
    return tuple(
        (command[0], *((y if n % 2 else x) + s * float(v) for n, v in enumerate(command[1:])))
        for command in parse_path(data)
    )


def set_off(*parts: Sequence[Command], gap: float = 3.0, color: str = INK) -> tuple[Item, ...]:
    """Return the parts together, with a light seam around them that parts them from what lies behind."""
    seam = Stroke(PAPER, 2 * gap, join="round")
    return (*(Path(tuple(part), fill=PAPER, stroke=seam) for part in parts), *solid(*parts, color=color))


def line(
    *points: tuple[float, float],
    width: float,
    color: str = INK,
    cap: Literal["butt", "round"] = "butt",
    seam: float = 0.0,
) -> tuple[Item, ...]:
    """Return the bent line; ``seam`` > 0 puts a light edge on both sides of it."""
    path = PathBuilder().polyline(points)
    ink_path = path.build(stroke=Stroke(color, width, cap=cap, join="round"))
    if not seam:
        return (ink_path,)
    return path.build(stroke=Stroke(PAPER, width + 2 * seam, cap=cap, join="round")), ink_path


def curve(
    d: str, width: float, color: str = INK, cap: Literal["butt", "round"] = "round"
) -> tuple[Item, ...]:
    """Return the line from SVG path data."""
    return (Path.from_svg(d, stroke=Stroke(color, width, cap=cap, join="round")),)


def shape(d: str, color: str = INK) -> tuple[Item, ...]:
    """Return the filled shape from SVG path data."""
    return (Path.from_svg(d, fill=color),)
