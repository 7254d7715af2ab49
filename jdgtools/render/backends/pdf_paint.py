"""Gradients of a PDF as text: functions, shadings and soft masks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from jdgtools.render.backends.pdf_color import PdfColours
from jdgtools.render.backends.pdf_path import number
from jdgtools.render.scene import LinearGradient, RadialGradient, Transform

Gradient: TypeAlias = LinearGradient | RadialGradient


def matrix(transform: Transform) -> str:
    """Return a transform as PDF numbers."""
    return " ".join(number(value, 9) for value in transform)


def shading(gradient: Gradient, inks: PdfColours, unit: int = 1) -> str:
    """Return the shading dictionary of the colours, without their opacity.

    Args:
        gradient: what to paint.
        inks: colours of the document.
        unit: units of the shading's coordinates per unit of the scene.
    """
    stops = [(offset, inks.operands(color)) for offset, color, _ in gradient.stops]
    return _shading(gradient, inks.space, stops, unit)


def soft_mask_shading(gradient: Gradient) -> str:
    """Return the shading dictionary of the opacity, as grey, in the scene's unit."""
    return _shading(gradient, "/DeviceGray", [(o, number(opacity)) for o, _, opacity in gradient.stops], 1)


def is_translucent(gradient: Gradient) -> bool:
    """Return whether the gradient is anywhere less than opaque."""
    return any(opacity != 1.0 for _, _, opacity in gradient.stops)


def _shading(gradient: Gradient, space: str, stops: Sequence[tuple[float, str]], unit: int) -> str:
    ends: tuple[float, ...]
    if isinstance(gradient, LinearGradient):
        kind, ends = 2, (gradient.x1, gradient.y1, gradient.x2, gradient.y2)
    else:
        at = (gradient.cx, gradient.cy)
        kind, ends = 3, (*at, 0.0, *at, gradient.r)
    coordinates = " ".join(number(value * unit) for value in ends)
    return (
        f"<</ShadingType {kind}/ColorSpace{space}/Coords[{coordinates}]"
        f"/Function{_ramp(stops)}/Extend[true true]>>"
    )


def _ramp(stops: Sequence[tuple[float, str]]) -> str:
    """Return a function 0..1 -> colour."""
    points = [(min(1.0, max(0.0, offset)), color) for offset, color in stops]
    points = [(0.0, points[0][1]), *points, (1.0, points[-1][1])]
    parts, bounds = [], []
    for (begin, first), (end, second) in pairwise(points):
        # Two stops at one place are an edge: there is nothing between them.
        if end - begin < 1e-6:
            continue
        parts.append(f"<</FunctionType 2/Domain[0 1]/C0[{first}]/C1[{second}]/N 1>>")
        bounds.append(number(end, 6))
    if len(parts) == 1:
        return parts[0]
    return (
        f"<</FunctionType 3/Domain[0 1]/Functions[{''.join(parts)}]/Bounds[{' '.join(bounds[:-1])}]"
        f"/Encode[{' '.join(['0 1'] * len(parts))}]>>"
    )
