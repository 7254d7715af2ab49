"""Seats of a name along a river or road: on a calm arc beside its course, never across it.

For every stretch as long as the name the arc that fits it best is moved to one side, as far as the course
strays from it: it bends with the course as a whole and not with each of its turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, dist, hypot

from msgspec import Struct

from jdgtools.render.bounds import inside
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.inks import LetteringInks, name_inks
from jdgtools.render.map.labels import HALO, SHRINKING, bounds, inner
from jdgtools.render.map.solver import Seat
from jdgtools.render.map.space import Space
from jdgtools.render.scene import Point, TextItem
from jdgtools.render.style import Theme
from jdgtools.render.text import text_along, text_bounds, text_width

_PITCH = 0.25
"""Between two seats along the course, in hex sizes."""
_OFF_MIDDLE = 0.4
"""What it costs to stand at an end of the course instead of its middle."""
_OFF_COURSE = 3.0
"""What it costs to stand away from the course, for every hex size."""
_BEND = 2.0
"""What bending costs, for each radian or so between the first letter and the last."""
_MAX_RISE = 0.3
"""An arc may rise above its chord by this share of it."""
_LEAN = 0.21
"""How far letters may lean beyond the vertical: sine of the angle."""
_STEP = 0.12
"""Distance of the points of a course, in hex sizes."""
_LONG = 5.0
"""A course this many times as long as its name is long."""
_SCALES = (1.0, 0.8)


class NameCourse(Struct, frozen=True):
    """What a name stands along."""

    points: tuple[Point, ...]
    """mm."""
    away: float
    """Between the middle of the line and the letters, mm."""


class LetterStyle(Struct, frozen=True):
    """How the letters of a name along a course look."""

    font: str
    size: float
    """mm."""
    ink: str
    """Key in the theme section ``map.label``."""


def seats_along(
    frame: MapFrame, name: str, course: NameCourse, style: LetterStyle, space: Space
) -> Iterator[Seat]:
    """Yield the seats of a name along a course, on both its sides; none where the course is too short."""
    points = _even(course.points, _STEP * frame.size)
    step, field = _STEP * frame.size, inner(frame)
    length = step * (len(points) - 1)
    tries = []
    for scale in _SCALES:
        size = space.readable(style.size * scale)
        # Beside a long river the letters stand further apart.
        is_wide = style.ink == "water" and length > _LONG * text_width(name, style.font, size)
        spacing = (0.28 if is_wide else 0.08) * size
        count = ceil(text_width(name, style.font, size, spacing) * 1.05 / step) + 1
        starts = range(0, len(points) - count + 1, max(1, round(_PITCH / _STEP)))
        middle = (len(points) - count) / 2
        for start in starts:
            price = SHRINKING * (1.0 - scale) * 0.2
            price += _OFF_MIDDLE * abs(start - middle) / max(1.0, middle)
            tries += [(price, start, side, count, size, spacing) for side in (-1, 1)]
    for at_least, start, side, count, size, spacing in sorted(tries):
        arc = _arc(points[start : start + count], side, course.away + 0.36 * size)
        if arc is None:
            continue
        line, off, bend = arc
        letters = text_along(line, name, style.font, size, letter_spacing=spacing, offset=0.33 * size)
        boxes = tuple(text_bounds(letter) for letter in letters)
        if not letters or not all(inside(box, field) for box in boxes):
            continue
        price = at_least + _OFF_COURSE * off / frame.size + _BEND * bend
        yield Seat(at_least, price, boxes, letters)


def draw_along(
    frame: MapFrame, theme: Theme, style: LetterStyle, seat: Seat, inks: LetteringInks
) -> tuple[TextItem, ...]:
    """Return the letters of a name on a seat of `seats_along`."""
    (ink,) = inks.choose([bounds(seat.boxes)], name_inks(theme, theme.color(f"map.label.{style.ink}")))
    halo = ink.rim(HALO * frame.size)
    letters: tuple[TextItem, ...] = seat.form
    return tuple(
        TextItem(t.x, t.y, t.string, t.size, t.font, t.anchor, t.baseline, ink.color, halo, t.rotate)
        for t in letters
    )


def _arc(points: Sequence[Point], side: int, away: float) -> tuple[list[Point], float, float] | None:
    """Return the line for letters beside a stretch, in reading direction; None where it bends too much.

    Args:
        points: of the stretch, at even distances.
        side: on which side of the course, as it reads: -1 = above, 1 = below.
        away: distance from the course, mm.

    Returns:
        The line, how much further than ``away`` it lies from the stretch, and how much it bends.
    """
    points = _readable(points)
    arc = _arc_beside(points, side, away)
    if arc is None or _is_upright(arc[0]):
        return arc
    # Steep at one end: it may be read the other way.
    arc = _arc_beside(points[::-1], side, away)
    return arc if arc is not None and _is_upright(arc[0]) else None


def _is_upright(line: Sequence[Point]) -> bool:
    """Return whether no letter of a line leans over much further than those of a vertical one."""
    # Without the ends, which are there for arcs on the inner side of a bend.
    steps = pairwise(line[2:-2])
    return all(bx - ax >= -_LEAN * dist((ax, ay), (bx, by)) for (ax, ay), (bx, by) in steps)


def _arc_beside(points: Sequence[Point], side: int, away: float) -> tuple[list[Point], float, float] | None:
    """Return the line beside a stretch in its own direction; see `_arc`."""
    (x0, y0), (x1, y1) = points[0], points[-1]
    length = hypot(x1 - x0, y1 - y0)
    if length < 0.7 * sum(dist(a, b) for a, b in pairwise(points)):
        return None
    c, s = (x1 - x0) / length, (y1 - y0) / length
    across = [(x - x0) * c + (y - y0) * s for x, y in points]
    down = [(y - y0) * c - (x - x0) * s for x, y in points]
    # Least squares: mean, slope and curvature, each by itself since the polynomials are orthogonal.
    half = length / 2
    t = [u / half - 1.0 for u in across]
    n = len(t)
    t_mean = sum(t) / n
    square = [(u - t_mean) * (u - t_mean) for u in t]
    spread = sum(square) / n
    curve = [q - spread for q in square]
    mean = sum(down) / n
    slope = sum((u - t_mean) * v for u, v in zip(t, down, strict=True)) / sum(square)
    bow = sum(q * v for q, v in zip(curve, down, strict=True)) / (sum(q * q for q in curve) or 1.0)
    if abs(bow) > 2 * _MAX_RISE * half:
        return None

    def height(u: float) -> float:
        return mean + slope * (u - t_mean) + bow * ((u - t_mean) * (u - t_mean) - spread)

    strays = max(side * (v - height(u)) for u, v in zip(t, down, strict=True))
    offset = side * (max(0.0, strays) + away)
    line = []
    # A little longer than the stretch: an arc on the inner side of a bend is shorter.
    for k in range(-2, 27):
        u = k / 12 - 1.0
        a, d = half * (u + 1.0), height(u) + offset
        line.append((x0 + a * c - d * s, y0 + a * s + d * c))
    return line, max(0.0, strays), 4 * abs(bow) / half


def _even(points: Sequence[Point], step: float) -> list[Point]:
    """Return the course as points at even distances."""
    even_points = [points[0]]
    rest = step
    for a, b in pairwise(points):
        length = dist(a, b)
        length_done = 0.0
        while length - length_done >= rest:
            length_done += rest
            t = length_done / length
            even_points.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
            rest = step
        rest -= length - length_done
    return even_points


def _readable(line: Sequence[Point]) -> list[Point]:
    """Return the line in the direction in which letters stand upright; steep lines read upwards."""
    dx, dy = line[-1][0] - line[0][0], line[-1][1] - line[0][1]
    if abs(dx) < 0.3 * abs(dy):
        return list(line) if dy < 0 else list(line[::-1])
    return list(line) if dx > 0 else list(line[::-1])


def samples(curve: tuple[Point, Point, Point, Point], parts: int) -> list[Point]:
    """Return points along a cubic curve from its first to its last guide."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = curve
    points = []
    for n in range(parts + 1):
        t = n / parts
        s = 1 - t
        i, j, k, m = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        points.append((i * ax + j * bx + k * cx + m * dx, i * ay + j * by + k * cy + m * dy))
    return points
