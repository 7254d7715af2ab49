"""Shapes as PDF path operators, in thousandths of the scene's unit: whole numbers, quick to write, short."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from jdgtools.render.scene import Circle, Command, Path, Point, Polygon, Polyline, Rect

UNIT = 1000
"""Units of a content stream per unit of the scene."""
_KAPPA = 0.5522847498307936
"""Handle of the cubic curve that is a quarter of a circle, in radii."""
_MANY = 64
"""Numbers from which on the overhead of arrays pays."""
_ENOUGH = 20_000
"""Numbers for which numpy is worth its import, if nothing else has needed it."""


@lru_cache(8192)  # the same few widths and turns again and again
def number(value: float, digits: int = 4) -> str:
    """Return the number with a few decimals, as short as possible."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def whole(value: float) -> int:
    """Return a length in whole thousandths."""
    return round(value * UNIT)


def outline(shape: Path | Polygon | Polyline | Circle | Rect, *, exact: bool = False) -> str:
    """Return the operators that make the shape the current path.

    Args:
        shape: what to draw.
        exact: viewers move the edges of what they know for a rectangle to whole pixels, so that neighbours
            meet without a seam; pdfium even widens it. This hides from them that it is one.
    """
    if isinstance(shape, Circle):
        return _ellipse(shape.cx, shape.cy, shape.r)
    if isinstance(shape, Rect):
        return _rectangle(shape, exact)
    if exact:
        corners = level_corners(shape)
        if corners:
            return _split(corners)
    if isinstance(shape, Path):
        return path_operators(shape.commands)
    if not shape.points:
        return ""
    form = "%d %d m " + "%d %d l " * (len(shape.points) - 1)
    flat = _round([value for point in shape.points for value in point])
    return form % flat + ("h " if isinstance(shape, Polygon) else "")


def level_corners(shape: Path | Polygon | Polyline) -> list[Point]:
    """Return the corners of a closed shape that viewers may take for a level rectangle; else none."""
    if isinstance(shape, Path):
        if len(shape.commands) > 6:
            return []
        kinds = [command[0] for command in shape.commands]
        if kinds[-1:] != ["Z"] or kinds[:-1] not in (["M", *"LLL"], ["M", *"LLLL"]):
            return []
        points = [(float(c[1]), float(c[2])) for c in shape.commands[:-1]]
    elif isinstance(shape, Polygon):
        points = list(shape.points)
    else:
        return []
    if len(points) == 5 and points[0] == points[4]:
        points.pop()
    if len(points) != 4:
        return []
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
    level = (y0, x1, y2, x3) == (y1, x2, y3, x0)
    upright = (x0, y1, x2, y3) == (x1, y2, x3, y0)
    return points if level or upright else []


def _split(corners: Sequence[Point]) -> str:
    """Return a closed chain that begins in the middle of an edge."""
    (x0, y0), (x1, y1) = corners[:2]
    chain = [((x0 + x1) / 2, (y0 + y1) / 2), *corners[1:], corners[0]]
    flat = _round([value for point in chain for value in point])
    return ("%d %d m " + "%d %d l " * (len(chain) - 1) + "h ") % flat


def path_operators(commands: Sequence[Command]) -> str:
    """Return the operators of path commands."""
    form: list[str] = []
    # Any: a command's type allows a letter everywhere.
    values: list[Any] = []
    start = 0
    is_closed = False
    for command in commands:
        kind = command[0]
        if kind == "L":
            form.append("%d %d l ")
            values += command[1:]
        elif kind == "M":
            form.append("%d %d m ")
            start = len(values)
            values += command[1:]
            is_closed = False
        elif kind == "Z":
            form.append("h ")
            is_closed = True
        elif kind == "C":
            form.append("%d %d %d %d %d %d c ")
            values += command[1:]
        else:
            x0, y0 = (values[start], values[start + 1]) if is_closed else (values[-2], values[-1])
            if kind == "Q":
                _, x1, y1, x, y = command
                form.append("%d %d %d %d %d %d c ")
                values += (
                    (x0 + 2 * x1) / 3,
                    (y0 + 2 * y1) / 3,
                    (x + 2 * x1) / 3,  # type: ignore[operator]
                    (y + 2 * y1) / 3,  # type: ignore[operator]
                    x,
                    y,
                )
            else:
                for curve in arc_curves((x0, y0), *command[1:]):  # type: ignore[arg-type]
                    form.append("%d %d l " if len(curve) == 2 else "%d %d %d %d %d %d c ")
                    values += curve
            is_closed = False
    return "".join(form) % _round(values)


def _round(values: Sequence[float]) -> tuple[int, ...]:
    if len(values) < (_MANY if "numpy" in sys.modules else _ENOUGH):
        return tuple([round(value * UNIT) for value in values])
    import numpy as np

    return tuple(np.rint(np.array(values, dtype=np.float64) * UNIT).astype(np.int64).tolist())


def _ellipse(cx: float, cy: float, r: float) -> str:
    k = r * _KAPPA
    values = (
        *(cx - r, cy),
        *(cx - r, cy - k, cx - k, cy - r, cx, cy - r),
        *(cx + k, cy - r, cx + r, cy - k, cx + r, cy),
        *(cx + r, cy + k, cx + k, cy + r, cx, cy + r),
        *(cx - k, cy + r, cx - r, cy + k, cx - r, cy),
    )
    return ("%d %d m " + "%d %d %d %d %d %d c " * 4 + "h ") % _round(values)


def _rectangle(rect: Rect, exact: bool) -> str:
    x, y, w, h = rect.x, rect.y, rect.width, rect.height
    values: tuple[float, ...]
    r = min(rect.rx, w / 2, h / 2)
    if r <= 0:
        if not exact:
            return " ".join(map(str, _round((x, y, w, h)))) + " re "
        return _split(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
    k = r * (1 - _KAPPA)
    values = (
        *(x + r, y, x + w - r, y, x + w - k, y, x + w, y + k, x + w, y + r),
        *(x + w, y + h - r, x + w, y + h - k, x + w - k, y + h, x + w - r, y + h),
        *(x + r, y + h, x + k, y + h, x, y + h - k, x, y + h - r),
        *(x, y + r, x, y + k, x + k, y, x + r, y),
    )
    side = "%d %d l %d %d %d %d %d %d c "
    return ("%d %d m " + side * 4 + "h ") % _round(values)


def arc_curves(
    begin: Point, rx: float, ry: float, angle: float, large: float, sweep: float, x: float, y: float
) -> Iterable[tuple[float, ...]]:
    """Yield the cubic curves (x1, y1, x2, y2, x, y) of an elliptical arc; (x, y) for a straight line.

    The arithmetic is that of SVG 1.1, appendix F.6.
    """
    x0, y0 = begin
    rx, ry = abs(rx), abs(ry)
    if (x0, y0) == (x, y):
        return
    if rx == 0 or ry == 0:
        yield x, y
        return
    phi = math.radians(angle)
    c, s = math.cos(phi), math.sin(phi)
    dx, dy = (x0 - x) / 2, (y0 - y) / 2
    u, v = c * dx + s * dy, c * dy - s * dx
    stretch = (u / rx) ** 2 + (v / ry) ** 2
    if stretch > 1:
        rx, ry = rx * math.sqrt(stretch), ry * math.sqrt(stretch)
    part = (rx * v) ** 2 + (ry * u) ** 2
    root = math.sqrt(max(0.0, ((rx * ry) ** 2 - part) / part))
    if bool(large) == bool(sweep):
        root = -root
    cu, cv = root * rx * v / ry, -root * ry * u / rx
    cx, cy = c * cu - s * cv + (x0 + x) / 2, s * cu + c * cv + (y0 + y) / 2
    first = math.atan2((v - cv) / ry, (u - cu) / rx)
    turn = math.atan2((-v - cv) / ry, (-u - cu) / rx) - first
    if sweep and turn < 0:
        turn += 2 * math.pi
    elif not sweep and turn > 0:
        turn -= 2 * math.pi
    count = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / count
    k = 4 / 3 * math.tan(step / 4)
    for n in range(count):
        a, b = first + n * step, first + (n + 1) * step
        ends = (
            (math.cos(a) - k * math.sin(a), math.sin(a) + k * math.cos(a)),
            (math.cos(b) + k * math.sin(b), math.sin(b) - k * math.cos(b)),
            (math.cos(b), math.sin(b)),
        )
        points = [(c * rx * p - s * ry * q + cx, s * rx * p + c * ry * q + cy) for p, q in ends]
        if n == count - 1:
            points[2] = (x, y)
        yield tuple(value for point in points for value in point)
