"""How a picture lies on the grid by three control points: an affine map, and whether it makes sense.

A designer's scan is laid under the hexes with it (`pictures`, `user_art`); `appearance/map_art.py` reports
control points that would turn or stretch it beyond reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot

from msgspec import Struct

from jdgtools.hexgrid.layout import Layout
from jdgtools.model.art import ControlPoint
from jdgtools.render.scene import Point, Transform

_FLAT = 0.002
"""A triangle whose height is less than this share of its longest side counts as a line."""


def place_of(layout: Layout, point: ControlPoint) -> Point:
    """Return where a control point lies on the map, mm."""
    return layout.centre(point.hex) if point.corner is None else layout.corner(point.hex, point.corner)


def affine(source: Sequence[Point], target: Sequence[Point]) -> Transform | None:
    """Return the map that takes three points to three others; None when either three lie in a line."""
    if len(source) != 3 or len(target) != 3 or _in_line(source) or _in_line(target):
        return None
    (x0, y0), (x1, y1), (x2, y2) = source
    (u0, v0), (u1, v1), (u2, v2) = target
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    a = ((u1 - u0) * (y2 - y0) - (u2 - u0) * (y1 - y0)) / area
    c = ((u2 - u0) * (x1 - x0) - (u1 - u0) * (x2 - x0)) / area
    b = ((v1 - v0) * (y2 - y0) - (v2 - v0) * (y1 - y0)) / area
    d = ((v2 - v0) * (x1 - x0) - (v1 - v0) * (x2 - x0)) / area
    return a, b, c, d, u0 - a * x0 - c * y0, v0 - b * x0 - d * y0


def apply_transform(at: Transform, point: Point) -> Point:
    """Return the place to which an affine map takes a point."""
    a, b, c, d, e, f = at
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def inverse(at: Transform) -> Transform | None:
    """Return the map that undoes another; None when that makes a line of the plane."""
    a, b, c, d, e, f = at
    area = a * d - b * c
    if not area:
        return None
    ia, ib, ic, id_ = d / area, -b / area, -c / area, a / area
    return ia, ib, ic, id_, -(ia * e + ic * f), -(ib * e + id_ * f)


def fit_transform(layout: Layout, points: Sequence[ControlPoint]) -> Transform | None:
    """Return the transform from pixels of a picture to mm on the map; None when the points do not say it."""
    return affine([p.pixel for p in points], [place_of(layout, p) for p in points])


def _in_line(points: Sequence[Point]) -> bool:
    (x0, y0), (x1, y1), (x2, y2) = points
    area = abs((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0))
    longest = max(hypot(x1 - x0, y1 - y0), hypot(x2 - x0, y2 - y0), hypot(x2 - x1, y2 - y1))
    return area <= _FLAT * longest * longest


class Distortion(Struct, frozen=True):
    """How an affine map distorts a picture."""

    is_mirrored: bool
    stretch: float
    """How much longer than wide a square becomes, 1 = not at all."""
    slant: float
    """How far the right angle of a square opens or closes, degrees."""


def shape_of(at: Transform) -> Distortion:
    """Return the stretch and slant of an affine map."""
    a, b, c, d, _, _ = at
    across, down = hypot(a, b), hypot(c, d)
    between = degrees(atan2(a * d - b * c, a * c + b * d))
    longer, shorter = max(across, down), min(across, down)
    return Distortion(a * d - b * c < 0, longer / shorter if shorter else 1e9, abs(abs(between) - 90.0))
