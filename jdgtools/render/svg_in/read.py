"""Reads the tree of an SVG drawing as items of a scene; raises `UnsupportedDrawing` where both differ."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, cast

from jdgtools.render.bounds import Box
from jdgtools.render.path import PathBuilder
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Group, Item, Path, Rect, Stroke, Transform, compose, translation
from jdgtools.render.svg_in.extent import extent
from jdgtools.render.svg_in.paints import Element, ResolvedPaint, local, resolve_paint
from jdgtools.render.svg_in.values import (
    UnsupportedDrawing,
    length,
    lengths,
    number,
    path_data,
    properties,
    share,
    style_sheet,
    transform,
)

__all__ = ["UnsupportedDrawing", "read_drawing"]

_SVG = "http://www.w3.org/2000/svg"
_INVISIBLE = frozenset(
    ("title", "desc", "metadata", "defs", "linearGradient", "radialGradient", "clipPath", "style")
)
_INHERITED: dict[str, str] = {
    "fill": "#000000", "stroke": "none", "fill-opacity": "1", "stroke-opacity": "1", "fill-rule": "nonzero",
    "stroke-width": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-dasharray": "none",
    "stroke-dashoffset": "0", "color": "#000000", "visibility": "visible", "clip-rule": "nonzero",
    "paint-order": "normal", "marker": "none", "marker-start": "none", "marker-mid": "none",
    "marker-end": "none",
}  # fmt: skip
_ALLOWED_VALUES: dict[str, tuple[str, ...]] = {
    "filter": ("none",), "mask": ("none",), "mix-blend-mode": ("normal",), "vector-effect": ("none",),
    "paint-order": ("normal", "fill", "fill stroke", "fill stroke markers"), "marker": ("none",),
    "marker-start": ("none",), "marker-mid": ("none",), "marker-end": ("none",), "isolation": ("auto",),
    "transform-origin": ("0 0", "0", "0px 0px"), "transform-box": ("view-box",), "systemLanguage": (),
    "d": (), "requiredFeatures": (), "requiredExtensions": (),
}  # fmt: skip
"""Properties that must not say anything else."""
_NOT_INHERITED = frozenset(("transform", "opacity", "display", "clip-path"))
"""Properties that are not inherited."""
MAX_ITEMS = 3000
MAX_COMMANDS = 30_000
MAX_DEPTH = 40
MAX_UNIT_SHARE = 0.2
"""Largest share of the longer side, in per cent, that one unit of a shape's numbers may be."""
_Style: TypeAlias = Mapping[str, str]


def read_drawing(data: bytes) -> tuple[tuple[Item, ...], tuple[float, float, float, float]]:
    """Return the items of a drawing, and x, y, width, height of its page.

    Raises:
        UnsupportedDrawing: it has something that items cannot show.
        ValueError: it is no drawing at all.
    """
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise UnsupportedDrawing("XML") from error
    if root.tag != f"{{{_SVG}}}svg":
        raise UnsupportedDrawing("not an SVG drawing")
    reader = _DrawingReader(root)
    x, y, width, height = reader.page
    style = reader.style_of(root, _INHERITED)
    if _NOT_INHERITED & set(style):
        raise UnsupportedDrawing("root")
    items = reader.children(root, style, translation(0.0, 0.0), 0)
    box = (x, y, width, height)
    return (Group(items, clip=Rect(*box)),), box


class _DrawingReader:
    """Walks through one drawing."""

    def __init__(self, root: Element) -> None:
        self.by_id = {e.get("id"): e for e in root.iter() if isinstance(e.tag, str) and e.get("id")}
        sheets = [e.text or "" for e in root.iter(f"{{{_SVG}}}style")]
        self.rules = style_sheet("\n".join(sheets))
        self.page = _page(root)
        self.item_count = 0
        self.commands = 0

    def style_of(self, element: Element, outer: _Style) -> dict[str, str]:
        """Return all properties of an element, its own and those inherited."""
        properties_there = properties(local(element), dict(element.attrib), self.rules)
        for name, values_allowed in _ALLOWED_VALUES.items():
            if (
                name in properties_there
                and properties_there[name] not in values_allowed
                and not (name == "d" and local(element) == "path")
            ):
                raise UnsupportedDrawing(name)
        style = dict(outer)
        for name, value in properties_there.items():
            if value in ("inherit", "unset", "initial") or value.startswith("var("):
                raise UnsupportedDrawing(value)
            if name in _INHERITED:
                style[name] = value
        for name in _NOT_INHERITED:
            style.pop(name, None)
            if name in properties_there:
                style[name] = properties_there[name]
        return style

    def children(self, element: Element, style: _Style, at: Transform, depth: int) -> tuple[Item, ...]:
        """Return the items of all that an element contains."""
        if depth > MAX_DEPTH:
            raise UnsupportedDrawing("depth")
        return tuple(item for child in element for item in self.element(child, style, at, depth + 1))

    def element(self, element: Element, outer: _Style, at: Transform, depth: int) -> tuple[Item, ...]:
        """Return the items of an element; ``at`` leads from its coordinates to those of the page."""
        if not isinstance(element.tag, str) or element.tag[: len(_SVG) + 2] != f"{{{_SVG}}}":
            # Comments, and notes of editors in namespaces of their own.
            return ()
        tag = local(element)
        if tag in _INVISIBLE:
            return ()
        style = self.style_of(element, outer)
        if style.get("display") == "none":
            return ()
        own_transform = transform(style.get("transform", ""))
        at = compose(at, own_transform)
        if tag == "g":
            items = self.children(element, style, at, depth)
        elif tag == "use":
            items, shift = self.repeat_element(element, style, at, depth)
            own_transform = compose(own_transform, shift)
        else:
            items = self.shape(element, tag, style, at)
        return self.place_items(items, style, own_transform)

    def place_items(
        self, items: tuple[Item, ...], style: _Style, own_transform: Transform
    ) -> tuple[Item, ...]:
        """Clip, fade and move items as their element says."""
        if not items:
            return ()
        opacity = share(style.get("opacity", "1"))
        if "clip-path" in style and style["clip-path"] != "none":
            items = (Group(items, clip=self.clip(style["clip-path"])),)
        is_moved = own_transform != (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
        if opacity == 1.0 and not is_moved:
            return items
        return (Group(items, own_transform if is_moved else None, opacity=opacity),)

    def repeat_element(
        self, element: Element, style: _Style, at: Transform, depth: int
    ) -> tuple[tuple[Item, ...], Transform]:
        """Return the items that a ``use`` shows once more, and how far it moves them."""
        target = next((v for k, v in element.attrib.items() if k.rpartition("}")[2] == "href"), "")
        target_element = self.by_id.get(target.strip()[1:]) if target.strip().startswith("#") else None
        if target_element is None or local(target_element) in (*_INVISIBLE, "svg", "symbol"):
            raise UnsupportedDrawing("use")
        shift = translation(length(element.get("x", "0")), length(element.get("y", "0")))
        plain = {k: v for k, v in style.items() if k in _INHERITED}
        return self.element(target_element, plain, compose(at, shift), depth + 5), shift

    def shape(self, element: Element, tag: str, style: _Style, at: Transform) -> tuple[Item, ...]:
        """Fill and line of a shape."""
        commands = outline(element, tag)
        if style["visibility"] != "visible" or not commands:
            return ()
        self.item_count += 1
        self.commands += len(commands)
        size = max(math.hypot(at[0], at[1]), math.hypot(at[2], at[3])) / max(self.page[2:])
        if self.item_count > MAX_ITEMS or self.commands > MAX_COMMANDS or size > MAX_UNIT_SHARE:
            raise UnsupportedDrawing("size")
        even_odd = style["fill-rule"] == "evenodd"
        box = extent(commands)
        fill = None
        if tag != "line":
            fill = resolve_paint(style["fill"], style["color"], box, self.by_id, self.rules)
        line = resolve_paint(style["stroke"], style["color"], box, self.by_id, self.rules)
        items: list[Item] = []
        if fill is not None:
            items += _fill_shape(commands, fill, share(style["fill-opacity"]), even_odd, box)
        width = length(style["stroke-width"])
        if width < 0:
            raise UnsupportedDrawing("stroke-width")
        if line is not None and width > 0:
            if line.frame is not None:
                raise UnsupportedDrawing("stroke with an oval gradient")
            stroke = Stroke(
                line.paint,
                width,
                _dashes(style, width),
                cast(Literal["butt", "round", "square"], _one_of(style["stroke-linecap"], _CAPS)),
                cast(Literal["miter", "round", "bevel"], _one_of(style["stroke-linejoin"], _JOINS)),
                line.opacity * share(style["stroke-opacity"]),
            )
            items.append(Path(commands, None, stroke))
        return tuple(items)

    def clip(self, text: str) -> Path:
        """Return the one shape that clips."""
        name = text.strip()
        target = (
            self.by_id.get(name[5:-1].strip("'\" "))
            if name.startswith("url(#") and name.endswith(")")
            else None
        )
        if (
            target is None
            or local(target) != "clipPath"
            or target.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse"
        ):
            raise UnsupportedDrawing("clip-path")
        shapes = [child for child in target if isinstance(child.tag, str)]
        if len(shapes) != 1 or set(self.style_of(target, {})) & {"transform", "clip-path"}:
            raise UnsupportedDrawing("clip-path")
        style = self.style_of(shapes[0], _INHERITED)
        if {"transform", "clip-path", "display"} & set(style):
            raise UnsupportedDrawing("clip-path")
        return Path(outline(shapes[0], local(shapes[0])), "#000000", even_odd=style["clip-rule"] == "evenodd")


_CAPS = ("butt", "round", "square")
_JOINS = ("miter", "round", "bevel")


def _one_of(text: str, words: tuple[str, ...]) -> str:
    if text not in words:
        raise UnsupportedDrawing(text)
    return text


def _dashes(style: _Style, width: float) -> tuple[float, ...]:
    if style["stroke-dasharray"] == "none":
        return ()
    dashes = lengths(style["stroke-dasharray"])
    if min(dashes, default=0.0) < 0 or length(style["stroke-dashoffset"]) != 0:
        raise UnsupportedDrawing("dashes")
    if sum(dashes) <= width * 0.001:
        return ()
    return tuple(dashes if len(dashes) % 2 == 0 else dashes * 2)


def _fill_shape(
    commands: tuple[Command, ...], fill: ResolvedPaint, opacity: float, even_odd: bool, box: Box | None
) -> list[Item]:
    """Fill a shape; with an oval gradient as a hole through which a stretched round one is seen."""
    opacity *= fill.opacity
    if fill.frame is None:
        return [Path(commands, fill.paint, opacity=opacity, even_odd=even_odd)]
    if box is None:
        return []
    a, b, c, d, e, f = fill.frame
    det = a * d - b * c
    corners = [
        ((d * (x - e) - c * (y - f)) / det, (a * (y - f) - b * (x - e)) / det)
        for x in box[::2]
        for y in box[1::2]
    ]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    ground = Rect(left, top, right - left, bottom - top, fill=fill.paint)
    clip = Path(commands, "#000000", even_odd=even_odd)
    return [Group((Group((ground,), fill.frame),), clip=clip, opacity=opacity)]


def outline(element: Element, tag: str) -> tuple[Command, ...]:
    """Return the path of a shape; empty when it shows nothing.

    Raises:
        UnsupportedDrawing: it is no shape, or not one that can be drawn.
    """
    get = element.get
    if tag == "path":
        return path_data(get("d", "")) if get("d", "").strip() not in ("", "none") else ()
    if tag == "rect":
        return _rect(element)
    if tag in ("circle", "ellipse"):
        rx, ry = (
            (length(get("r", "0")),) * 2
            if tag == "circle"
            else (length(get("rx", "0")), length(get("ry", "0")))
        )
        if rx <= 0 or ry <= 0:
            return ()
        cx, cy = length(get("cx", "0")), length(get("cy", "0"))
        out = PathBuilder().move_to(cx + rx, cy).arc_to(rx, ry, cx, cy + ry).arc_to(rx, ry, cx - rx, cy)
        return out.arc_to(rx, ry, cx, cy - ry).arc_to(rx, ry, cx + rx, cy).close().commands()
    if tag == "line":
        ends = [length(get(name, "0")) for name in ("x1", "y1", "x2", "y2")]
        return PathBuilder().move_to(*ends[:2]).line_to(*ends[2:]).commands()
    if tag in ("polyline", "polygon"):
        values = [number(v) for v in get("points", "").replace(",", " ").split()]
        if len(values) % 2:
            raise UnsupportedDrawing("points")
        if len(values) < 4:
            return ()
        chain = PathBuilder().polyline(list(zip(values[::2], values[1::2], strict=True)))
        return (chain.close() if tag == "polygon" else chain).commands()
    raise UnsupportedDrawing(tag)


def _rect(element: Any) -> tuple[Command, ...]:
    get = element.get
    x, y, width, height = (length(get(name, "0")) for name in ("x", "y", "width", "height"))
    if width <= 0 or height <= 0:
        return ()
    rx, ry = get("rx", "auto"), get("ry", "auto")
    across = length(ry if rx == "auto" else rx) if (rx, ry) != ("auto", "auto") else 0.0
    down = length(rx if ry == "auto" else ry) if (rx, ry) != ("auto", "auto") else 0.0
    if across < 0 or down < 0:
        raise UnsupportedDrawing("rx")
    across, down = min(across, width / 2), min(down, height / 2)
    if across <= 0 or down <= 0:
        return (
            PathBuilder()
            .polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height)))
            .commands()
        )
    right, bottom = x + width, y + height
    out = (
        PathBuilder().move_to(x + across, y).line_to(right - across, y).arc_to(across, down, right, y + down)
    )
    out.line_to(right, bottom - down).arc_to(across, down, right - across, bottom)
    out.line_to(x + across, bottom).arc_to(across, down, x, bottom - down)
    return out.line_to(x, y + down).arc_to(across, down, x + across, y).close().commands()


def _page(root: Element) -> tuple[float, float, float, float]:
    """Return x, y, width and height of the page in user units.

    Raises:
        UnsupportedDrawing: page and ``viewBox`` have not the same proportions, or there is neither.
    """
    view = root.get("viewBox", "").replace(",", " ").split()
    sizes = [root.get(name) for name in ("width", "height")]
    lengths_of_page = [None if s is None or s.strip().endswith("%") else length(s) for s in sizes]
    if not view:
        if (
            lengths_of_page[0] is None
            or lengths_of_page[1] is None
            or min(lengths_of_page[0], lengths_of_page[1]) <= 0
        ):
            raise UnsupportedDrawing("size")
        return 0.0, 0.0, lengths_of_page[0], lengths_of_page[1]
    numbers = [number(v) for v in view]
    if len(numbers) != 4 or min(numbers[2:]) <= 0:
        raise UnsupportedDrawing("viewBox")
    x, y, width, height = numbers
    if (
        lengths_of_page[0]
        and lengths_of_page[1]
        and abs(lengths_of_page[0] / lengths_of_page[1] / (width / height) - 1) > 0.01
    ):
        raise UnsupportedDrawing("proportions")
    return x, y, width, height
