"""Print sheets as scenes: faces with their bleed, cut marks, registration crosses, titles.

`layout` says where every piece lies; here it is drawn, front and back, or both on a page that is folded.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import (
    Circle,
    DrawingLayer,
    Group,
    Item,
    Path,
    Polyline,
    Rect,
    Scene,
    Stroke,
    Symbol,
    TextItem,
    Use,
    compose,
    rotation,
    scaling,
    translation,
)
from jdgtools.render.sheets.layout import CellBlock, CounterPiece, PiecePlacement, SheetPlan, plan_sheets
from jdgtools.render.sheets.spec import LABEL_BAND, TITLE_BAND, SheetSpec
from jdgtools.render.text import text_width, typographic

_INK = "#000000"
_QUIET = "#555555"
CROSS = 1.2
"""Half the width of a registration cross, mm."""


def impose(
    pieces: Sequence[CounterPiece],
    spec: SheetSpec,
    *,
    title: str = "",
    side_label: str = "",
    words: tuple[str, str, str] = ("sheet", "front", "back"),
) -> list[Scene]:
    """Return the pages to print: front and back of each sheet, or one page when it is folded.

    Args:
        pieces: what to lay out; a face's drawing may reach beyond its page, that part shows in the bleed.
        spec: paper and marks.
        title: stands in the upper margin of every page.
        side_label: small, in the lower margin: version, credits.
        words: "sheet", "front" and "back" in the reader's language.

    Raises:
        ValueError: a piece is larger than the printable area.
    """
    plans = plan_sheets(pieces, spec)
    pages: list[Scene] = []
    for index, plan in enumerate(plans):
        name = f"{words[0]} {index + 1}/{len(plans)}"
        if spec.fold:
            pages.append(_fold_page(plan, spec, title, name, side_label))
            continue
        pages.append(_page(plan, spec, title, f"{name}, {words[1]}", side_label, back=False))
        pages.append(_page(plan, spec, title, f"{name}, {words[2]}", side_label, back=True))
    return pages


def _page(plan: SheetPlan, spec: SheetSpec, title: str, name: str, label: str, *, back: bool) -> Scene:
    faces = _faces(plan, spec, back=back)
    marks: list[Item] = []
    if spec.cut != "none" and (not back or spec.cut_sides == "both"):
        marks.append(_cut_marks([b.on_back(spec) for b in plan.blocks] if back else plan.blocks, spec))
    if spec.corners or spec.proof:
        marks += _guides(plan.placements, spec, back=back)
    if spec.registration:
        marks += _crosses(spec)
    layers = [DrawingLayer("faces", faces), DrawingLayer("marks", tuple(marks))]
    if back:
        back_transform = correction(spec)
        if back_transform is not None:
            layers = [DrawingLayer(layer.name, (Group(layer.items, back_transform),)) for layer in layers]
    layers.append(DrawingLayer("titles", titles(spec, title, name, label)))
    trim, bleed = _boxes(plan, spec, back=back)
    whole = f"{title} {name}".strip()
    return Scene(spec.width, spec.height, whole, tuple(layers), background="#ffffff", trim=trim, bleed=bleed)


def _fold_page(plan: SheetPlan, spec: SheetSpec, title: str, name: str, label: str) -> Scene:
    middle = spec.width / 2
    marks: list[Item] = []
    if spec.cut != "none":
        marks.append(_cut_marks(plan.blocks, spec))
        if spec.cut_sides == "both":
            marks.append(_cut_marks([b.on_back(spec) for b in plan.blocks], spec))
    if spec.corners or spec.proof:
        marks += [*_guides(plan.placements, spec, back=False), *_guides(plan.placements, spec, back=True)]
    fold = Stroke(_QUIET, spec.mark_width, dash=(3.0, 1.5))
    # Beside the titles, from one end of the pieces to the other.
    low, high = spec.edge[1] + TITLE_BAND, spec.height - spec.edge[1] - LABEL_BAND
    marks.append(Polyline(((middle, low), (middle, high)), fold))
    faces = (*_faces(plan, spec, back=False), *_faces(plan, spec, back=True))
    layers = (
        DrawingLayer("faces", faces),
        DrawingLayer("marks", tuple(marks)),
        DrawingLayer("titles", titles(spec, title, name, label)),
    )
    return Scene(spec.width, spec.height, f"{title} {name}".strip(), layers, background="#ffffff")


JOINT = 0.1
"""How far the ground of a face goes below a neighbour that it touches, mm."""
_Window: TypeAlias = tuple[float, float, float, float]


def _boxes(plan: SheetPlan, spec: SheetSpec, *, back: bool) -> tuple[_Window | None, _Window | None]:
    """Return what a die cuts out of the page, and how far colour reaches; none when cut by hand."""
    if spec.grid is None:
        return None, None
    block = plan.blocks[0].on_back(spec) if back else plan.blocks[0]
    trim = (block.x, block.y, block.right - block.x, block.bottom - block.y)
    b = spec.bleed
    return trim, (trim[0] - b, trim[1] - b, trim[2] + 2 * b, trim[3] + 2 * b)


def correction(spec: SheetSpec) -> tuple[float, float, float, float, float, float] | None:
    """Return the transform that puts the back where the printer's front is; None = as it comes."""
    if spec.back_offset == (0.0, 0.0) and spec.back_scale == (1.0, 1.0):
        return None
    cx, cy = spec.width / 2, spec.height / 2
    dx, dy = spec.back_offset
    return compose(translation(cx + dx, cy + dy), scaling(*spec.back_scale), translation(-cx, -cy))


def _faces(plan: SheetPlan, spec: SheetSpec, *, back: bool) -> tuple[Item, ...]:
    faces: list[tuple[Symbol, PiecePlacement, float, float]] = []
    for place in plan.placements:
        symbol = place.piece.back if back else place.piece.front
        if symbol is not None:
            faces.append((symbol, place, *((place.back_x, place.back_y) if back else (place.x, place.y))))
    rooms = _rooms([(x, y, place.piece) for _, place, x, y in faces], spec.bleed)
    items: list[Item] = [
        # Where faces touch, no hairline of paper is left between them by a program that smooths edges.
        Rect(x - JOINT, y - JOINT, place.piece.width + 2 * JOINT, place.piece.height + 2 * JOINT, fill=color)
        for (symbol, place, x, y), room in zip(faces, rooms, strict=True)
        if spec.bleed and min(room) <= 0.0 and (color := _ground(symbol)) is not None
    ]
    for (symbol, place, x, y), room in zip(faces, rooms, strict=True):
        fill = _ground(symbol) if any(room) else None
        if fill is not None:
            left, top, right, bottom = room
            wide, high = place.piece.width + left + right, place.piece.height + top + bottom
            items.append(Rect(x - left, y - top, wide, high, fill=fill))
        items.append(_face(symbol, place, x, y, room, is_turned=back and place.back_turned))
    for index in _faces_under_bleed([(x, y, place.piece) for _, place, x, y in faces], rooms):
        symbol, place, x, y = faces[index]
        items.append(_face(symbol, place, x, y, (0.0,) * 4, is_turned=back and place.back_turned))
    return tuple(items)


_Room: TypeAlias = tuple[float, float, float, float]
"""How far a face may reach to the left, upwards, to the right and downwards."""


def _rooms(places: Sequence[tuple[float, float, CounterPiece]], bleed: float) -> list[_Room]:
    """Return the room for the bleed of every face: half the way to its neighbour."""
    if not bleed:
        return [(0.0, 0.0, 0.0, 0.0)] * len(places)
    rooms = [[bleed] * 4 for _ in places]
    spans = (
        [(x, x + piece.width, y) for x, y, piece in places],
        [(y, y + piece.height, x) for x, y, piece in places],
    )
    for axis, edges in enumerate(spans):
        lines: dict[float, list[int]] = {}
        for index, (_, _, across) in enumerate(edges):
            lines.setdefault(round(across, 3), []).append(index)
        for line in lines.values():
            for first, second in pairwise(sorted(line, key=[edge[0] for edge in edges].__getitem__)):
                half = min(bleed, max(0.0, (edges[second][0] - edges[first][1]) / 2))
                rooms[first][axis + 2] = rooms[second][axis] = half
    return [(room[0], room[1], room[2], room[3]) for room in rooms]


def _faces_under_bleed(
    places: Sequence[tuple[float, float, CounterPiece]], rooms: Sequence[_Room]
) -> list[int]:
    """Return the faces onto whose corner the bleed of a later face falls."""
    at = {(round(x, 3), round(y, 3)): index for index, (x, y, _) in enumerate(places)}
    xs, ys = (sorted(set(values)) for values in zip(*at, strict=True)) if at else ([], [])
    covered_indices = set()
    for index, (x, y, piece) in enumerate(places):
        left, top, right, bottom = rooms[index]
        column, row = bisect_left(xs, round(x, 3)), bisect_left(ys, round(y, 3))
        for dx, room_x in ((-1, left), (1, right)):
            for dy, room_y in ((-1, top), (1, bottom)):
                if not (room_x and room_y and 0 <= column + dx < len(xs) and 0 <= row + dy < len(ys)):
                    continue
                other = at.get((xs[column + dx], ys[row + dy]))
                if other is None or other > index:
                    continue
                ox, oy, second = places[other]
                wide = max(ox - x - piece.width, x - ox - second.width)
                high = max(oy - y - piece.height, y - oy - second.height)
                if wide < room_x and high < room_y:
                    covered_indices.add(other)
    return sorted(covered_indices)


def _face(
    symbol: Symbol, place: PiecePlacement, x: float, y: float, room: _Room, *, is_turned: bool
) -> Group:
    piece = place.piece
    left, top, right, bottom = room
    steps = [translation(x, y)]
    if is_turned:
        steps.append(rotation(180.0, piece.width / 2, piece.height / 2))
        left, top, right, bottom = right, bottom, left, top
    _, _, width, height = symbol.box
    if (width, height) != (piece.width, piece.height):
        steps.append(scaling(piece.width / width, piece.height / height))
    clip = Rect(-left, -top, width + left + right, height + top + bottom)
    face = Use(symbol, width / 2, height / 2, max(width, height))
    return Group((face,), compose(*steps), clip, name=symbol.id)


def _ground(face: Symbol) -> str | None:
    """Return the colour of a face: that of its first item if that covers all of it."""
    first = next(iter(face.items), None)
    if isinstance(first, Rect) and first.x <= 0 and first.y <= 0 and isinstance(first.fill, str):
        whole = first.x + first.width >= face.box[2] and first.y + first.height >= face.box[3]
        return first.fill if whole else None
    return None


def _cut_marks(blocks: Sequence[CellBlock], spec: SheetSpec) -> Path:
    builder = PathBuilder()
    for b in blocks:
        for x in b.cuts_x:
            for low, high in _ends(b.y, b.bottom, spec):
                builder.polyline(((x, low), (x, high)))
        for y in b.cuts_y:
            for low, high in _ends(b.x, b.right, spec):
                builder.polyline(((low, y), (high, y)))
    return builder.build(stroke=Stroke(_INK, spec.mark_width))


def _ends(low: float, high: float, spec: SheetSpec) -> tuple[tuple[float, float], ...]:
    """Return the stretches of a cut line that are drawn, for a block from ``low`` to ``high``."""
    near, far = spec.mark_span
    if spec.cut == "lines":
        return ((low - far, high + far),)
    return (low - far, low - near), (high + near, high + far)


def _crosses(spec: SheetSpec) -> list[Item]:
    line = Stroke(_INK, spec.mark_width)
    r = CROSS
    items: list[Item] = []
    # The corners fall on each other however the paper is turned, and no cut runs through them.
    inset_x, inset_y = spec.edge[0] + spec.room[0] + r, spec.edge[1] + spec.room[1] + r
    for x in (inset_x, spec.width - inset_x):
        for y in (inset_y, spec.height - inset_y):
            cross = PathBuilder().polyline(((x - r, y), (x + r, y))).polyline(((x, y - r), (x, y + r)))
            items.append(Circle(x, y, r * 0.6, stroke=line))
            items.append(cross.build(stroke=line))
    return items


def titles(spec: SheetSpec, title: str, name: str, label: str) -> tuple[Item, ...]:
    """Return the title and name of a page above everything else, a small line below."""
    aside = 2 * CROSS + 1.5 + spec.room[0] if spec.registration else 0.0
    left, right = spec.edge[0] + aside, spec.width - spec.edge[0] - aside
    high, low = spec.edge[1] + 3.0, spec.height - spec.edge[1] - 0.8
    items: list[Item] = []
    space = right - left
    title, label = typographic(title), typographic(label)
    if title:
        # A line too long for the paper is set smaller, never cut.
        size = 3.6 * min(1.0, 0.72 * space / max(text_width(title, "sans-bold", 3.6), 1.0))
        items.append(TextItem(left, high, title, size, "sans-bold", fill=_INK))
    items.append(TextItem(right, high, name, 2.8, "sans", "end", fill=_QUIET))
    if label:
        size = 2.2 * min(1.0, space / max(text_width(label, "sans", 2.2), 1.0))
        items.append(TextItem(left, low, label, size, "sans", fill=_QUIET))
    return tuple(items)


def _guides(places: Sequence[PiecePlacement], spec: SheetSpec, *, back: bool) -> list[Item]:
    """Return the arcs at rounded corners; on proofs the cut and the safe area too."""
    items: list[Item] = []
    arcs = PathBuilder()
    for place in places:
        if back and place.piece.back is None:
            continue
        x, y = (place.back_x, place.back_y) if back else (place.x, place.y)
        w, h, r, s = place.piece.width, place.piece.height, spec.corners, spec.safe
        if spec.proof:
            items.append(Rect(x, y, w, h, stroke=Stroke("#00a0e0", spec.mark_width), rx=r))
            if s:
                dashes = Stroke("#e00080", spec.mark_width, dash=(0.6, 0.4))
                items.append(Rect(x + s, y + s, w - 2 * s, h - 2 * s, stroke=dashes))
        elif r:
            for cx, sx in ((x, 1.0), (x + w, -1.0)):
                for cy, sy in ((y, 1.0), (y + h, -1.0)):
                    k = 0.5523 * r
                    arcs.move_to(cx, cy + sy * r)
                    arcs.curve_to(cx, cy + sy * (r - k), cx + sx * (r - k), cy, cx + sx * r, cy)
    if arcs.commands():
        items.append(arcs.build(stroke=Stroke(_INK, spec.mark_width)))
    return items


__all__ = ["CounterPiece", "correction", "impose", "titles"]
