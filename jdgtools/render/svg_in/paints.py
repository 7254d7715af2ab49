"""Fills and strokes of SVG as paints of a scene: colours and gradients."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from jdgtools.render.bounds import Box
from jdgtools.render.scene import LinearGradient, Paint, RadialGradient, Transform, compose
from jdgtools.render.svg_in.values import (
    UnsupportedDrawing,
    color,
    length,
    number,
    properties,
    share,
    transform,
)

Element: TypeAlias = Any
MAX_LINKS = 8
MAX_STOPS = 100
"""Colours of one gradient: every shape reads them again."""


class ResolvedPaint(Struct, frozen=True):
    """A paint and its opacity; ``frame`` leads from the coordinates of an oval gradient to the shape's."""

    paint: Paint
    opacity: float = 1.0
    frame: Transform | None = None


def resolve_paint(
    text: str,
    current: str,
    box: Box | None,
    by_id: Mapping[str, Element],
    rules: Mapping[str, Mapping[str, str]],
) -> ResolvedPaint | None:
    """Return the paint that a ``fill`` or ``stroke`` names; None for none.

    Args:
        text: value of the property.
        current: value of ``color``.
        box: of the shape without its line: left, top, right, bottom.
        by_id: elements of the drawing.
        rules: of its style sheet.

    Raises:
        UnsupportedDrawing: it names anything but a colour or a gradient.
    """
    text = text.strip()
    if text == "none":
        return None
    if text.lower() == "currentcolor":
        text = current
    if not text.startswith("url("):
        plain, opacity = color(text)
        return ResolvedPaint(plain, opacity)
    name, _, rest = text[4:].partition(")")
    if rest.strip():
        raise UnsupportedDrawing(text)
    element = by_id.get(name.strip(" '\"")[1:])
    if element is None or box is None:
        raise UnsupportedDrawing(text)
    return _gradient(element, box, by_id, rules)


def _gradient(
    element: Element, box: Box, by_id: Mapping[str, Element], rules: Mapping[str, Mapping[str, str]]
) -> ResolvedPaint:
    kind = local(element)
    if kind not in ("linearGradient", "radialGradient"):
        raise UnsupportedDrawing(kind)
    chain = _chain(element, by_id)
    attributes: dict[str, str] = {}
    for link in reversed(chain):
        # Where it lies is taken over from a gradient of the same kind alone.
        attributes.update((k, v) for k, v in link.attrib.items() if local(link) == kind or k in _SHARED)
    if attributes.get("spreadMethod", "pad") != "pad":
        raise UnsupportedDrawing("spreadMethod")
    stops = next((stops_of_link for link in chain if (stops_of_link := _stops(link, rules))), ())
    if not stops:
        raise UnsupportedDrawing("gradient without stops")
    if len(stops) == 1:
        return ResolvedPaint(stops[0][1], stops[0][2])
    at = transform(attributes.get("gradientTransform", ""))
    relative = attributes.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    if relative:
        left, top, right, bottom = box
        if right - left < 1e-9 or bottom - top < 1e-9:
            raise UnsupportedDrawing("gradient over a line")
        at = compose((right - left, 0.0, 0.0, bottom - top, left, top), at)

    def coordinate(name: str, default: float) -> float:
        value = attributes.get(name)
        if value is None:
            if not relative and default:
                raise UnsupportedDrawing(name)
            return default
        if value.strip().endswith("%"):
            if not relative:
                raise UnsupportedDrawing(value)
            return number(value.strip()[:-1]) / 100
        return length(value)

    if kind == "linearGradient":
        ends = coordinate("x1", 0.0), coordinate("y1", 0.0), coordinate("x2", 1.0), coordinate("y2", 0.0)
        return ResolvedPaint(_linear(*ends, at, stops))
    cx, cy, r = coordinate("cx", 0.5), coordinate("cy", 0.5), coordinate("r", 0.5)
    focus = (
        coordinate("fx", 0.0) if "fx" in attributes else cx,
        coordinate("fy", 0.0) if "fy" in attributes else cy,
    )
    if math.dist(focus, (cx, cy)) > 1e-6 or length(attributes.get("fr", "0")) != 0 or r <= 0:
        raise UnsupportedDrawing("focus")
    return _radial(cx, cy, r, at, stops)


_SHARED = frozenset(("gradientUnits", "gradientTransform", "spreadMethod"))
_Stops: TypeAlias = tuple[tuple[float, str, float], ...]


def _chain(element: Element, by_id: Mapping[str, Element]) -> list[Element]:
    """Return the gradient and those that it refers to."""
    links = [element]
    while True:
        target = next((v for k, v in links[-1].attrib.items() if k.rpartition("}")[2] == "href"), "")
        if not target:
            return links
        following = by_id.get(target.strip()[1:])
        if following is None or len(links) > MAX_LINKS:
            raise UnsupportedDrawing("href")
        links.append(following)


def _stops(element: Element, rules: Mapping[str, Mapping[str, str]]) -> _Stops:
    stops: list[tuple[float, str, float]] = []
    for child in element:
        if not isinstance(child.tag, str):
            continue
        if local(child) != "stop":
            if local(child) in ("title", "desc"):
                continue
            raise UnsupportedDrawing(local(child))
        stop_properties = properties("stop", dict(child.attrib), rules)
        offset = max(share(stop_properties.get("offset", "0")), stops[-1][0] if stops else 0.0)
        plain, opacity = color(stop_properties.get("stop-color", "#000000"))
        if len(stops) == MAX_STOPS:
            raise UnsupportedDrawing("stops")
        stops.append((offset, plain, opacity * share(stop_properties.get("stop-opacity", "1"))))
    return tuple(stops)


def _linear(x1: float, y1: float, x2: float, y2: float, at: Transform, stops: _Stops) -> Paint:
    """Return the ramp in the coordinates of the shape: lines of one colour stay lines."""
    gx, gy = x2 - x1, y2 - y1
    if math.hypot(gx, gy) < 1e-12:
        return stops[-1][1]
    a, b, c, d, e, f = at
    size = gx * gx + gy * gy
    det = a * d - b * c
    # The ramp's value as a linear function of the place, and the way along which it grows.
    nx, ny = (d * gx - b * gy) / det / size, (a * gy - c * gx) / det / size
    steep = nx * nx + ny * ny
    px, py = a * x1 + c * y1 + e, b * x1 + d * y1 + f
    return LinearGradient(px, py, px + nx / steep, py + ny / steep, stops)


def _radial(cx: float, cy: float, r: float, at: Transform, stops: _Stops) -> ResolvedPaint:
    a, b, c, d, e, f = at
    scale = math.hypot(a, b)
    if abs(scale - math.hypot(c, d)) < 1e-6 * scale and abs(a * c + b * d) < 1e-6 * scale * scale:
        return ResolvedPaint(RadialGradient(a * cx + c * cy + e, b * cx + d * cy + f, r * scale, stops))
    return ResolvedPaint(RadialGradient(cx, cy, r, stops), frame=at)


def local(element: Element) -> str:
    """Return the name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]
