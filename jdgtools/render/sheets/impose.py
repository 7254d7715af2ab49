"""Draws print sheets: faces, bleed, cut marks, registration crosses, titles."""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.render.scene import (
    Circle,
    Group,
    Item,
    Layer,
    Path,
    PathBuilder,
    Polyline,
    Rect,
    Scene,
    Stroke,
    Text,
    compose,
    rotation,
    scaling,
    translation,
)
from jdgtools.render.sheets.layout import Block, Piece, Placement, SheetPlan, plan_sheets
from jdgtools.render.sheets.spec import SheetSpec

_INK = "#000000"
_QUIET = "#555555"


def impose(
    pieces: Sequence[Piece],
    spec: SheetSpec,
    *,
    title: str = "",
    side_label: str = "",
    words: tuple[str, str, str] = ("sheet", "front", "back"),
) -> list[Scene]:
    """Pages to print: front and back of each sheet in turn, or one page each when the sheet is folded.

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
            pages.append(_folded(plan, spec, title, name, side_label))
            continue
        pages.append(_page(plan, spec, title, f"{name}, {words[1]}", side_label, back=False))
        pages.append(_page(plan, spec, title, f"{name}, {words[2]}", side_label, back=True))
    return pages


def _page(plan: SheetPlan, spec: SheetSpec, title: str, name: str, label: str, *, back: bool) -> Scene:
    faces = _faces(plan, spec, back=back)
    marks: list[Item] = []
    if spec.cut != "none" and (not back or spec.cut_sides == "both"):
        marks.append(_cut_marks(_turned(plan.blocks, spec) if back else plan.blocks, spec))
    if spec.registration:
        marks += _crosses(spec)
    layers = [Layer("faces", faces), Layer("marks", tuple(marks))]
    if back:
        correction = _correction(spec)
        if correction is not None:
            layers = [Layer(layer.name, (Group(layer.items, correction),)) for layer in layers]
    layers.append(Layer("titles", _titles(spec, title, name, label)))
    return Scene(spec.width, spec.height, f"{title} {name}".strip(), tuple(layers), background="#ffffff")


def _folded(plan: SheetPlan, spec: SheetSpec, title: str, name: str, label: str) -> Scene:
    middle = spec.width / 2
    marks: list[Item] = []
    if spec.cut != "none":
        marks.append(_cut_marks(plan.blocks, spec))
        if spec.cut_sides == "both":
            marks.append(_cut_marks(_turned(plan.blocks, spec), spec))
    fold = Stroke(_QUIET, spec.mark_width, dash=(3.0, 1.5))
    marks.append(Polyline(((middle, 0.0), (middle, spec.height)), fold))
    faces = (*_faces(plan, spec, back=False), *_faces(plan, spec, back=True))
    layers = (
        Layer("faces", faces),
        Layer("marks", tuple(marks)),
        Layer("titles", _titles(spec, title, name, label)),
    )
    return Scene(spec.width, spec.height, f"{title} {name}".strip(), layers, background="#ffffff")


def _correction(spec: SheetSpec) -> tuple[float, float, float, float, float, float] | None:
    if spec.back_offset == (0.0, 0.0) and spec.back_scale == (1.0, 1.0):
        return None
    cx, cy = spec.width / 2, spec.height / 2
    dx, dy = spec.back_offset
    return compose(translation(cx + dx, cy + dy), scaling(*spec.back_scale), translation(-cx, -cy))


def _faces(plan: SheetPlan, spec: SheetSpec, *, back: bool) -> tuple[Item, ...]:
    grounds: list[Item] = []
    faces: list[Item] = []
    for place in plan.placements:
        scene = place.piece.back if back else place.piece.front
        if scene is None:
            continue
        x, y = (place.back_x, place.back_y) if back else (place.x, place.y)
        if spec.bleed:
            fill = _ground(scene)
            if fill is not None:
                b, piece = spec.bleed, place.piece
                grounds.append(Rect(x - b, y - b, piece.width + 2 * b, piece.height + 2 * b, fill=fill))
        faces.append(_face(scene, place, x, y, spec, turned=back and place.back_turned))
    # All grounds lie below all faces: a bleed never covers a neighbour.
    return (*grounds, *faces)


def _face(scene: Scene, place: Placement, x: float, y: float, spec: SheetSpec, *, turned: bool) -> Group:
    piece = place.piece
    steps = [translation(x, y)]
    if turned:
        steps.append(rotation(180.0, piece.width / 2, piece.height / 2))
    if (scene.width, scene.height) != (piece.width, piece.height):
        steps.append(scaling(piece.width / scene.width, piece.height / scene.height))
    inner = scene.as_group(clip=False)
    # Half the gutter at most: the other half is the neighbour's.
    b = min(spec.bleed, spec.gutter / 2)
    clip = Rect(-b, -b, scene.width + 2 * b, scene.height + 2 * b)
    return Group(inner.items, compose(*steps), clip, name=scene.title)


def _ground(scene: Scene) -> str | None:
    """Colour of the whole face: its background, or its first item when that is a rectangle over all of it."""
    if scene.background is not None:
        return scene.background
    first = next((item for layer in scene.layers for item in layer.items), None)
    if isinstance(first, Rect) and first.x <= 0 and first.y <= 0 and isinstance(first.fill, str):
        whole = first.x + first.width >= scene.width and first.y + first.height >= scene.height
        return first.fill if whole else None
    return None


def _turned(blocks: Sequence[Block], spec: SheetSpec) -> list[Block]:
    """The blocks as they lie on the back."""
    turned = []
    for b in blocks:
        sideways = spec.fold or spec.turns_sideways
        x = spec.width - b.right if sideways else b.x
        y = b.y if sideways else spec.height - b.bottom
        turned.append(Block(x, y, b.columns, b.rows, b.width, b.height, b.gutter))
    return turned


def _cut_marks(blocks: Sequence[Block], spec: SheetSpec) -> Path:
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
    """Stretches of a cut line that are drawn, for a block from ``low`` to ``high``."""
    near, far = spec.mark_span
    if spec.cut == "lines":
        return ((low - far, high + far),)
    return (low - far, low - near), (high + near, high + far)


def _crosses(spec: SheetSpec) -> list[Item]:
    line = Stroke(_INK, spec.mark_width)
    r = 1.2
    items: list[Item] = []
    # The middles of the edges fall on each other however the paper is turned.
    for x, y in (
        (spec.width / 2, 4.0),
        (spec.width / 2, spec.height - 4.0),
        (4.0, spec.height / 2),
        (spec.width - 4.0, spec.height / 2),
    ):
        cross = PathBuilder().polyline(((x - r, y), (x + r, y))).polyline(((x, y - r), (x, y + r)))
        items.append(Circle(x, y, r * 0.6, stroke=line))
        items.append(cross.build(stroke=line))
    return items


def _titles(spec: SheetSpec, title: str, name: str, label: str) -> tuple[Item, ...]:
    left, right = spec.margin_side, spec.width - spec.margin_side
    items: list[Item] = []
    if title:
        items.append(Text(left, 7.0, title, 3.6, "sans-bold", fill=_INK))
    items.append(Text(right, 7.0, name, 2.8, "sans", "end", fill=_QUIET))
    if label:
        items.append(Text(left, spec.height - 4.0, label, 2.2, "sans", fill=_QUIET))
    return tuple(items)


__all__ = ["Piece", "impose"]
