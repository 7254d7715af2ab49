"""How far items reach: the boxes that layouts, lettering and tests compare.

Line widths count; patterns are not opened, and a curve counts with its control points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from jdgtools.render.path_data import Command, cos_sin
from jdgtools.render.scene import (
    IDENTITY,
    Circle,
    Group,
    Image,
    Item,
    Path,
    Point,
    Rect,
    Scene,
    Stroke,
    Symbol,
    TextItem,
    Transform,
    Use,
    compose,
    rotation,
    scaling,
    translation,
)
from jdgtools.render.text import text_box

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, mm."""


def item_box(item: Item, transform: Transform = IDENTITY) -> Box | None:
    """Return the smallest box around an item (a little larger for curves); None when it is empty."""
    return _box(list(_points(item, transform)))


def items_box(items: Iterable[Item], transform: Transform = IDENTITY) -> Box | None:
    """Return the smallest box around several items."""
    return _box([point for item in items for point in _points(item, transform)])


def moved_box(box: Box, transform: Transform) -> Box:
    """Return the smallest box around a box in other coordinates, where up may be down."""
    corners_box = _box(list(_transform_points(_corners(box), transform)))
    assert corners_box is not None
    return corners_box


def overlap(first: Box, second: Box, gap: float = 0.0) -> bool:
    """Return whether two boxes share area, or come nearer than ``gap``."""
    return (
        first[0] < second[2] + gap
        and second[0] < first[2] + gap
        and first[1] < second[3] + gap
        and second[1] < first[3] + gap
    )


def inside(inner: Box, outer: Box, slack: float = 1e-6) -> bool:
    """Return whether a box lies within another."""
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def placed_texts(scene: Scene) -> list[tuple[TextItem, Transform, Box]]:
    """Return all lettering of the visible layers with its transform and its box on the page."""
    texts: list[tuple[TextItem, Transform, Box]] = []
    for layer in scene.layers:
        if not layer.is_hidden:
            _collect(layer.items, IDENTITY, texts)
    return texts


def _collect(items: Iterable[Item], at: Transform, texts: list[tuple[TextItem, Transform, Box]]) -> None:
    for item in items:
        if isinstance(item, Group):
            _collect(item.items, at if item.transform is None else compose(at, item.transform), texts)
        elif isinstance(item, Use):
            _collect(item.symbol.items, compose(at, use_transform(item)), texts)
        elif isinstance(item, TextItem):
            box = item_box(item, at)
            if box is not None:
                texts.append((item, at, box))


def use_transform(use: Use) -> Transform:
    """Return the transform from the symbol's coordinates to those of the ``Use``."""
    x, y, width, height = use.symbol.box
    scale = use.size / max(width, height)
    return compose(
        translation(use.x, use.y),
        rotation(use.rotate),
        scaling(-scale if use.mirror else scale, scale),
        translation(-x - width / 2, -y - height / 2),
    )


def _box(points: list[Point]) -> Box | None:
    if not points:
        return None
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def _points(item: Item, at: Transform) -> Iterator[Point]:
    """Yield the corners that enclose the item, in page coordinates."""
    if isinstance(item, Group):
        inner = at if item.transform is None else compose(at, item.transform)
        if _fills_clip(item):
            # As faces of counters are: nothing else can reach further.
            yield from _transform_points(_points(item.clip, IDENTITY), inner)  # type: ignore[arg-type]
            return
        box = _box([point for child in item.items for point in _points(child, IDENTITY)])
        clip = None if item.clip is None else _box(list(_points(item.clip, IDENTITY)))
        if box is not None and item.clip is not None:
            box = _common(box, clip)
        if box is not None:
            yield from _transform_points(_corners(box), inner)
    elif isinstance(item, Use):
        box = symbol_box(item.symbol)
        if box is not None:
            yield from _transform_points(_corners(box), compose(at, use_transform(item)))
    elif isinstance(item, TextItem):
        yield from _transform_points(text_box(item), at)
    elif isinstance(item, (Rect, Image)):
        box = (item.x, item.y, item.x + item.width, item.y + item.height)
        yield from _transform_points(
            _corners(_widen(box, item.stroke if isinstance(item, Rect) else None)), at
        )
    elif isinstance(item, Circle):
        box = (item.cx - item.r, item.cy - item.r, item.cx + item.r, item.cy + item.r)
        yield from _transform_points(_corners(_widen(box, item.stroke)), at)
    else:
        points = _path_points(item.commands) if isinstance(item, Path) else list(item.points)
        box = _box(points)
        if box is not None:
            # Of a turned shape the points themselves have the smaller box.
            is_turned = item.stroke is None and at is not IDENTITY
            yield from _transform_points(points if is_turned else _corners(_widen(box, item.stroke)), at)


_BOXES: dict[int, tuple[Symbol, Box | None]] = {}
"""Boxes of symbols by identity: to compare them would take as long as to measure them."""
MAX_BOXES = 1000


def symbol_box(symbol: Symbol) -> Box | None:
    """Return the box of a symbol in its own coordinates, measured once."""
    entry = _BOXES.get(id(symbol))
    if entry is None:
        if len(_BOXES) >= MAX_BOXES:
            _BOXES.clear()
        box = _box([point for child in symbol.items for point in _points(child, IDENTITY)])
        entry = _BOXES[id(symbol)] = (symbol, box)
    return entry[1]


def _common(first: Box, second: Box | None) -> Box | None:
    if second is None:
        return None
    box = (
        max(first[0], second[0]),
        max(first[1], second[1]),
        min(first[2], second[2]),
        min(first[3], second[3]),
    )
    return box if box[0] < box[2] and box[1] < box[3] else None


def _fills_clip(group: Group) -> bool:
    """Return whether a group begins with a ground that fills its clip."""
    clip, ground = group.clip, group.items[0] if group.items else None
    if not (isinstance(clip, Rect) and isinstance(ground, Rect)) or ground.fill is None:
        return False
    return inside(_rect_box(clip), _rect_box(ground))


def _rect_box(rect: Rect) -> Box:
    return rect.x, rect.y, rect.x + rect.width, rect.y + rect.height


def _widen(box: Box, stroke: Stroke | None) -> Box:
    half = stroke.width / 2 if stroke is not None else 0.0
    return box[0] - half, box[1] - half, box[2] + half, box[3] + half


def _corners(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _transform_points(points: Iterable[Point], at: Transform) -> Iterable[Point]:
    if at is IDENTITY:
        return points
    a, b, c, d, e, f = at
    return [(a * x + c * y + e, b * x + d * y + f) for x, y in points]


def _path_points(commands: Iterable[Command]) -> list[Point]:
    points: list[Point] = []
    x = y = 0.0
    for command in commands:
        if command[0] == "A":
            points += _arc_points(x, y, [float(value) for value in command[1:]])
        else:
            # Control points enclose a curve.
            points += zip(command[1::2], command[2::2], strict=True)  # type: ignore[arg-type]
        if len(command) > 1:
            x, y = float(command[-2]), float(command[-1])
    return points


def _arc_points(x: float, y: float, numbers: list[float]) -> Iterator[Point]:
    """Yield the points along an elliptical arc (SVG 1.1, appendix F.6.5)."""
    rx, ry, angle, large, sweep, x2, y2 = numbers
    yield x2, y2
    if rx == 0 or ry == 0 or (x, y) == (x2, y2):
        return
    c, s = cos_sin(angle)
    hx, hy = (x - x2) / 2, (y - y2) / 2
    px, py = c * hx + s * hy, -s * hx + c * hy
    stretch = math.sqrt((px / rx) ** 2 + (py / ry) ** 2)
    if stretch > 1:
        rx, ry = rx * stretch, ry * stretch
    share = max(0.0, 1 / ((px / rx) ** 2 + (py / ry) ** 2) - 1)
    root = math.sqrt(share) * (-1 if large == sweep else 1)
    cx, cy = root * rx * py / ry, -root * ry * px / rx
    start = math.atan2((py - cy) / ry, (px - cx) / rx)
    turn = math.atan2((-py - cy) / ry, (-px - cx) / rx) - start
    if sweep and turn < 0:
        turn += math.tau
    elif not sweep and turn > 0:
        turn -= math.tau
    mx, my = c * cx - s * cy + (x + x2) / 2, s * cx + c * cy + (y + y2) / 2
    for step in range(1, 24):
        t = start + turn * step / 24
        ex, ey = rx * math.cos(t), ry * math.sin(t)
        yield mx + c * ex - s * ey, my + s * ex + c * ey


__all__ = [
    "Box",
    "inside",
    "item_box",
    "items_box",
    "overlap",
    "placed_texts",
    "symbol_box",
    "use_transform",
]
