"""Edges of ordinaries and divisions that are not straight: engrailed, indented, wavy, embattled."""

from __future__ import annotations

import math
from itertools import pairwise

from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Command, Point

LINES: dict[str, str] = {
    "engrailed": "engrailed",
    "invected": "invected",
    "indented": "indented",
    "dancetty": "dancetty",
    "dancy": "dancetty",
    "wavy": "wavy",
    "undy": "wavy",
    "nebuly": "nebuly",
    "embattled": "embattled",
    "crenelly": "embattled",
    "raguly": "embattled",
}
"""Word -> kind of edge."""

_TOOTH: dict[str, tuple[float, float]] = {
    "engrailed": (12.0, 6.0),
    "invected": (12.0, 6.0),
    "indented": (9.0, 6.5),
    "dancetty": (22.0, 15.0),
    "wavy": (24.0, 8.0),
    "nebuly": (20.0, 13.0),
    "embattled": (17.0, 8.0),
}
"""Kind of edge -> length and height of a tooth."""
_WIDTH, _HEIGHT = 100.0, 118.0


def edge_path(points: tuple[Point, ...], line: str) -> tuple[Command, ...]:
    """Return the outline of an area with teeth on its edges but for those on the rim of the shield."""
    turns = sum(
        x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True)
    )
    outward = 1.0 if turns > 0 else -1.0
    out = PathBuilder().move_to(*points[0])
    for start, end in zip(points, (*points[1:], points[0]), strict=True):
        length = math.dist(start, end)
        if length < 16 or _on_rim(start, end):
            out.line_to(*end)
        else:
            _teeth(out, start, end, line, outward)
    return out.close().commands()


def _on_rim(a: Point, b: Point) -> bool:
    return (
        (a[0] <= 0 and b[0] <= 0)
        or (a[0] >= _WIDTH and b[0] >= _WIDTH)
        or (a[1] <= 0 and b[1] <= 0)
        or (a[1] >= _HEIGHT - 6 and b[1] >= _HEIGHT - 6)
    )


def _teeth(out: PathBuilder, start: Point, end: Point, line: str, outward: float) -> None:
    """Draw an edge with whole teeth, ``outward`` on the left (-1) or on the right (1)."""
    (x1, y1), (x2, y2) = start, end
    tooth, height = _TOOTH[line]
    length = math.dist(start, end)
    count = max(2, round(length / tooth))
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    nx, ny = uy * outward, -ux * outward
    step = length / count

    def at(along: float, away: float) -> Point:
        return x1 + ux * along + nx * away, y1 + uy * along + ny * away

    for k in range(count):
        a, b = k * step, (k + 1) * step
        middle = (a + b) / 2
        if line == "engrailed":
            out.quad_to(*at(middle, -height), *at(b, 0))
        elif line == "invected":
            out.quad_to(*at(middle, height), *at(b, 0))
        elif line in ("indented", "dancetty"):
            out.line_to(*at(middle, -height)).line_to(*at(b, 0))
        elif line in ("wavy", "nebuly"):
            out.quad_to(*at(a + step / 4, height), *at(middle, 0))
            out.quad_to(*at(b - step / 4, -height), *at(b, 0))
        else:
            quarter = step / 4
            for along, away in (
                (a + quarter, 0.0),
                (a + quarter, height),
                (b - quarter, height),
                (b - quarter, 0.0),
                (b, 0.0),
            ):
                out.line_to(*at(along, away))


def ring(line: str) -> tuple[Command, ...]:
    """Return the inner edge of a bordure, anticlockwise to cut a hole, its teeth towards the field."""
    tooth, height = _TOOTH[line]
    dots = _inner()
    count = max(12, round(sum(math.dist(a, b) for a, b in pairwise(dots)) / tooth))
    stops = [dots[round(k * (len(dots) - 1) / count)] for k in range(count)]
    out = PathBuilder().move_to(*stops[0])
    for k, (x1, y1) in enumerate(stops):
        x2, y2 = stops[(k + 1) % count]
        mx, my = (x1 + x2) / 2, (y1 + y2) / 2
        away = math.hypot(mx - 50, my - 48) or 1.0
        ox, oy = (mx - 50) / away * height, (my - 48) / away * height
        if line == "engrailed":
            out.quad_to(mx + ox, my + oy, x2, y2)
        elif line == "invected":
            out.quad_to(mx - ox, my - oy, x2, y2)
        elif line in ("wavy", "nebuly"):
            sign = 1 if k % 2 else -1
            out.quad_to(mx + sign * ox, my + sign * oy, x2, y2)
        elif line == "embattled":
            if k % 2:
                out.line_to(x1 + ox, y1 + oy).line_to(x2 + ox, y2 + oy)
            out.line_to(x2, y2)
        else:
            out.line_to(mx + ox, my + oy).line_to(x2, y2)
    return out.close().commands()


def _inner() -> list[Point]:
    """Return the inner edge of a bordure in short equal steps, anticlockwise; the last dot is the first."""
    rim: list[Point] = [(86.0, 14.0), (14.0, 14.0), (14.0, 54.0)]

    def bow(a: Point, b: Point, c: Point, e: Point) -> None:
        for n in range(1, 41):
            t = n / 40
            s = 1 - t
            rim.append(
                (
                    s * s * s * a[0] + 3 * s * s * t * b[0] + 3 * s * t * t * c[0] + t * t * t * e[0],
                    s * s * s * a[1] + 3 * s * s * t * b[1] + 3 * s * t * t * c[1] + t * t * t * e[1],
                )
            )

    bow((14.0, 54.0), (14.0, 76.0), (30.0, 92.0), (50.0, 102.0))
    bow((50.0, 102.0), (70.0, 92.0), (86.0, 76.0), (86.0, 54.0))
    rim.append((86.0, 14.0))
    dots: list[Point] = []
    for (x1, y1), (x2, y2) in pairwise(rim):
        parts = max(1, round(math.dist((x1, y1), (x2, y2))))
        dots += [(x1 + (x2 - x1) * n / parts, y1 + (y2 - y1) * n / parts) for n in range(parts)]
    return [*dots, rim[0]]
