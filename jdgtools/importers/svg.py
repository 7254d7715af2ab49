"""Boards drawn as SVG: their size as the engine reads it, and their pixels, drawn by the worker."""

from __future__ import annotations

import re
from xml.parsers import expat

from jdgtools.errors import InputRefused
from jdgtools.render.backends.svg_pixels import svg_png
from jdgtools.untrusted import FileRefused

MAX_BYTES = 8_000_000
"""Largest SVG that is read."""
MAX_PIXELS = 16_000_000
"""Largest SVG board that is drawn to draft its terrain."""
_SECONDS = 5
"""What drawing may take."""
_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(px|pt|pc|mm|cm|in|%)?\s*")
_UNITS = {"px": 1.0, "": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


class _Enough(Exception):
    """The root element has been read."""


def svg_size(data: bytes) -> tuple[int, int]:
    """Return width and height in pixels: those given, else those of the view box, as the engine does.

    Raises:
        InputRefused: it is too large, damaged, declares entities, or says no size.
    """
    root = _root(data)
    box = [float(v) for v in re.findall(r"[+-]?\d+\.?\d*(?:[eE][+-]?\d+)?", root.get("viewBox", ""))][:4]
    inside = box[2:] if len(box) == 4 and box[2] > 0 and box[3] > 0 else []
    attributes = [
        _length(root.get(key, ""), inside[i] if inside else None) for i, key in enumerate(("width", "height"))
    ]
    if inside:
        sizes = [inside[i] if v is None else v for i, v in enumerate(attributes)]
    else:
        # The engine makes a drawing with one length a square.
        sizes_there = [v for v in attributes if v is not None]
        sizes = [sizes_there[0] if v is None else v for v in attributes] if sizes_there else [0.0, 0.0]
    width, height = (int(v) if 0 < v < 100_000 else 0 for v in sizes)
    if not width or not height:
        raise InputRefused("the SVG says no size that a board can have")
    return width, height


def _root(data: bytes) -> dict[str, str]:
    if len(data) > MAX_BYTES:
        raise InputRefused(f"the SVG has {len(data)} bytes, {MAX_BYTES} are read")
    roots: list[dict[str, str]] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        if name.rpartition(":")[2] != "svg":
            raise InputRefused("the picture is named SVG and is none")
        roots.append(attributes)
        raise _Enough

    def entity(*_: object) -> None:
        raise InputRefused("the SVG declares entities")

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(data, True)
    except _Enough:
        return roots[0]
    except (expat.ExpatError, ValueError) as error:
        raise InputRefused(f"the SVG is damaged: {str(error)[:60]}") from None
    raise InputRefused("the SVG is empty")


def _length(text: str, whole: float | None) -> float | None:
    match = _LENGTH.fullmatch(text)
    if match is None:
        return None
    value, unit = float(match[1]), match[2] or ""
    if unit == "%":
        return None if whole is None else value / 100 * whole
    return value * _UNITS[unit]


def svg_pixels(data: bytes, width: int, height: int) -> bytes:
    """Return the drawing as PNG of that size; a process of its own draws it, with little time and memory.

    Raises:
        InputRefused: it has too many pixels, cannot be drawn, or takes too long.
    """
    if width * height > MAX_PIXELS:
        raise InputRefused(f"the SVG has {width} x {height} pixels, {MAX_PIXELS} are drawn")
    _root(data)
    try:
        return svg_png(data, width, height, seconds=_SECONDS)
    except FileRefused as error:
        raise InputRefused(f"the SVG {error}") from None
