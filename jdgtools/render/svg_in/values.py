"""Values in SVG: numbers, lengths, colours, transforms, path data, declarations."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from jdgtools.render.colors import to_hex
from jdgtools.render.path_data import Command, parse_path
from jdgtools.render.scene import IDENTITY, Transform, compose, rotation, scaling, translation


class UnsupportedDrawing(Exception):
    """The drawing uses something that a scene does not have."""


_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*(px|pt|pc|mm|cm|in)?\s*")
_UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_FAR = 1e7
_FUNCTION = re.compile(r"\s*,?\s*([a-zA-Z]+)\s*\(([^()]*)\)")
_DRAWN = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE.+\-,\s]*")
_STEP = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_ARC = re.compile(rf"\s*,?\s*({_NUMBER})" * 3 + r"\s*,?\s*([01])\s*,?\s*([01])" + rf"\s*,?\s*({_NUMBER})" * 2)


def number(text: str) -> float:
    """Return a finite number of a reasonable size.

    Raises:
        UnsupportedDrawing: it is none.
    """
    if re.fullmatch(_NUMBER, text) is None:
        raise UnsupportedDrawing(text)
    value = float(text)
    if not math.isfinite(value) or abs(value) > _FAR:
        raise UnsupportedDrawing(text)
    return value


def length(text: str) -> float:
    """Return a length in user units; percentages and font sizes are not known here.

    Raises:
        UnsupportedDrawing: it is none.
    """
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise UnsupportedDrawing(text)
    return number(match[1]) * _UNITS[match[2] or ""]


def lengths(text: str) -> list[float]:
    """Return the lengths separated by spaces or commas."""
    return [length(part) for part in text.replace(",", " ").split()]


def share(text: str) -> float:
    """Return an opacity or an offset: 0.5 or 50 %, kept between 0 and 1."""
    text = text.strip()
    value = number(text[:-1]) / 100 if text.endswith("%") else number(text)
    return min(1.0, max(0.0, value))


@lru_cache(maxsize=512)
def color(text: str) -> tuple[str, float]:
    """Return a colour as "#rrggbb" and its opacity.

    Raises:
        UnsupportedDrawing: it is none that this program knows.
    """
    from PIL.ImageColor import getrgb

    name = text.strip().lower()
    if name == "transparent":
        return "#000000", 0.0
    if name.startswith(("hsv", "hsb")):
        raise UnsupportedDrawing(text)
    match = _FUNCTION.fullmatch(name)
    if match is not None and match[1] in ("rgba", "hsla"):
        *parts, opacity = match[2].replace(",", " ").replace("/", " ").split() or [""]
        return color(f"{match[1][:3]}({','.join(parts)})")[0], share(opacity)
    try:
        rgb = getrgb(name)
    except (ValueError, OverflowError):
        raise UnsupportedDrawing(text) from None
    return to_hex(rgb[:3]), (rgb[3] / 255 if len(rgb) > 3 else 1.0)


def transform(text: str) -> Transform:
    """Return the transforms of an attribute as one.

    Raises:
        UnsupportedDrawing: it does not parse, or it makes everything vanish.
    """
    matrix, at = IDENTITY, 0
    for match in _FUNCTION.finditer(text):
        if match.start() != at:
            raise UnsupportedDrawing(text)
        at = match.end()
        matrix = compose(matrix, _one(match[1], [number(v) for v in match[2].replace(",", " ").split()]))
    a, b, c, d, e, f = matrix
    if text[at:].strip() or abs(a * d - b * c) < 1e-12 or max(map(abs, (a, b, c, d, e, f))) > _FAR:
        raise UnsupportedDrawing(text)
    return matrix


def _one(name: str, values: list[float]) -> Transform:
    match name, values:
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "translate", [x]:
            return translation(x, 0.0)
        case "translate", [x, y]:
            return translation(x, y)
        case "scale", [x]:
            return scaling(x)
        case "scale", [x, y]:
            return scaling(x, y)
        case "rotate", [degrees]:
            return rotation(degrees)
        case "rotate", [degrees, x, y]:
            return rotation(degrees, x, y)
        case "skewX", [degrees]:
            return (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)
        case "skewY", [degrees]:
            return (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0)
    raise UnsupportedDrawing(name)


def path_data(text: str) -> tuple[Command, ...]:
    """Return the commands of path data.

    Raises:
        UnsupportedDrawing: it does not parse; viewers would draw the part before the mistake.
    """
    if _DRAWN.fullmatch(text) is None or text.lstrip()[:1] not in ("M", "m"):
        raise UnsupportedDrawing("path data")
    parts = []
    for match in _STEP.finditer(text):
        letter, rest = match[1], match[2]
        if letter in "Aa":
            rest = _arcs(rest)
        elif re.sub(rf"{_NUMBER}|[\s,]", "", rest):
            raise UnsupportedDrawing("path data")
        parts.append(f"{letter} {rest}")
    commands = parse_path(" ".join(parts))
    if any(abs(float(value)) > _FAR for command in commands for value in command[1:]):
        raise UnsupportedDrawing("path data")
    return commands


def _arcs(text: str) -> str:
    """Return the numbers of arcs with spaces between them: flags need none in the file."""
    arcs, at = [], 0
    for match in _ARC.finditer(text):
        if match.start() != at:
            raise UnsupportedDrawing("arc")
        at = match.end()
        arcs.append(" ".join(match.groups()))
    if text[at:].strip(" ,\t\r\n") or not arcs:
        raise UnsupportedDrawing("arc")
    return " ".join(arcs)


def declarations(text: str) -> Iterator[tuple[str, str]]:
    """Yield the property and value of a ``style`` attribute or of a rule."""
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if colon:
            yield name.strip().lower(), value.replace("!important", "").strip()


def rule_blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the selectors and the declarations of each rule of a style sheet, without comments."""
    first, *others = text.split("/*")
    bare = first + "".join(part.partition("*/")[2] for part in others)
    for block in bare.replace("<!--", "").replace("-->", "").split("}"):
        heads, brace, body = block.partition("{")
        if heads.strip() or brace:
            yield heads, body


def style_sheet(text: str) -> dict[str, dict[str, str]]:
    """Return the rules by selector, which is an element's name or ``.class``.

    Raises:
        UnsupportedDrawing: a selector is more than that.
    """
    rules: dict[str, dict[str, str]] = {}
    for heads, body in rule_blocks(text):
        for head in heads.split(","):
            selector = head.strip()
            if not re.fullmatch(r"\.?[A-Za-z_][\w-]*", selector) or "{" in body or "!" in body:
                raise UnsupportedDrawing("style sheet")
            rules.setdefault(selector, {}).update(declarations(body))
    return rules


def properties(
    tag: str, attributes: Mapping[str, str], rules: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """Return what is said about an element itself: attributes, then the style sheet, then its own style."""
    values = {
        name: value.strip() for name, value in attributes.items() if ":" not in name and "{" not in name
    }
    values.update(rules.get(tag, {}))
    # Of two rules for classes the later one in the file wins, whatever the order of the classes.
    selectors = {f".{name}" for name in values.get("class", "").split()}
    for selector in [one for one in rules if one in selectors] if len(selectors) > 1 else selectors:
        values.update(rules.get(selector, {}))
    values.update(declarations(values.get("style", "")))
    return values
