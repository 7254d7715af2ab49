"""What a content stream paints shapes with: colours, gradients, tiles; and drawings blended as a whole.

A gradient with opacity becomes a soft mask, a drawing with one opacity a transparency group (ISO 32000-1,
11.4, 11.5).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import ceil, floor
from typing import TypeAlias

from msgspec.structs import replace

from jdgtools.render.backends.pdf_document import OPAQUE, Content, GraphicsState
from jdgtools.render.backends.pdf_paint import Gradient, is_translucent, matrix, shading, soft_mask_shading
from jdgtools.render.backends.pdf_path import UNIT, number, whole
from jdgtools.render.backends.pdf_stream import ContentStream, milli
from jdgtools.render.bounds import Box, item_box, items_box
from jdgtools.render.scene import (
    IDENTITY,
    Circle,
    Item,
    LinearGradient,
    Paint,
    Path,
    Pattern,
    Polygon,
    Polyline,
    RadialGradient,
    Rect,
    Stroke,
    Transform,
    compose,
    rotation,
    translation,
)

MAX_TILES = 10_000
"""A pattern with more tiles shows its ground alone."""
_FAR = 1e5
_FILM = 0.6
"""Opacity up to which an area is one more tint of what lies below it, rather than a thing of its own."""
_WHOLE = re.compile(r"-?\d+")
Outlined: TypeAlias = Path | Polygon | Polyline | Circle | Rect


def _shorter(match: re.Match[str]) -> str:
    """Write a number of thousandths as one of units."""
    return number(int(match[0]) / UNIT, 3)


class Painter(ContentStream):
    """A stream that can fill and stroke paths."""

    def items(self, items: Iterable[Item]) -> None:
        """Draw items, the first lowest."""
        raise NotImplementedError

    def content_of(self, items: Iterable[Item]) -> Content:
        """Return the content of a form that is placed in these coordinates."""
        inner = type(self)(self.document, self.scale, IDENTITY, self.colors)
        inner.items(items)
        return inner.finish()

    def draw_transparency_group(self, items: tuple[Item, ...], state: GraphicsState) -> None:
        """Draw items as a whole: as a transparency group."""
        box = items_box(items)
        if box is not None:
            form = self.document.form(self.content_of(items), roomy(box), group=True)
            self.document.is_transparent = True
            self.place(form, state)

    def fill(self, shape: Outlined, fill: Paint, path: str, rule: str) -> None:
        """Fill a path; ``rule`` is "*" where overlapping parts cut holes."""
        self.set_opacity(fill, shape, OPAQUE if shape.opacity == 1.0 else GraphicsState(shape.opacity))
        if isinstance(fill, str):
            self.fill_color(fill, is_film=shape.opacity <= _FILM)
            self.out.append(f"{path}f{rule}")
            return
        self.save()
        self.out.append(f"{path}W{rule} n")
        if isinstance(fill, Pattern):
            box = item_box(shape)
            if box is not None:
                self._tiles(fill, box)
        else:
            body = shading(self._resolve(fill), self.document.inks)
            place = self.document.once(
                ("shading", body), None, lambda: self.document.objects.add(body.encode())
            )
            self.in_scene_units()
            self.out.append(f"/{self.name('Shading', 'S', place)} sh")
        self.restore()

    def stroke(self, shape: Outlined, stroke: Stroke, path: str) -> None:
        """Draw the line of a path."""
        opacity, thin = stroke.opacity * shape.opacity, self.thin(stroke.width)
        state = OPAQUE if opacity == 1.0 and not thin else GraphicsState(stroke=opacity, width=thin)
        self.set_opacity(stroke.color, shape, state)
        if isinstance(stroke.color, str):
            self.stroke_color(stroke.color)
            self.line(stroke)
            self.out.append(f"{path}S")
            return
        pattern = self.pattern(stroke.color)
        self.save()
        self.in_scene_units()
        self.out.append(f"/Pattern CS /{pattern} SCN")
        self.line(stroke, 1)
        self.out.append(f"{_WHOLE.sub(_shorter, path)}S")
        self.restore()

    def set_opacity(self, paint: Paint, item: Item, state: GraphicsState) -> None:
        """Set the opacities, also those of a gradient; those of areas or of lines must be 1."""
        if isinstance(paint, (LinearGradient, RadialGradient)) and is_translucent(paint):
            # All in one: poppler would leave out the others.
            opacity = state.fill * state.stroke
            stops = tuple((offset, color, opacity * alpha) for offset, color, alpha in paint.stops)
            place = self._add_soft_mask(replace(paint, stops=stops), roomy(item_box(item)))
            state = replace(state, fill=1.0, stroke=1.0, soft_mask=place)
        self.enter(state)

    def _add_soft_mask(self, gradient: Gradient, box: Box) -> int:
        ramp = self.document.objects.add(soft_mask_shading(gradient).encode())
        operators = f"{UNIT} 0 0 {UNIT} 0 0 cm /S sh\n".encode()
        content = Content(operators, f"<</Shading<</S {ramp} 0 R>>>>".encode())
        return self.document.form(content, box, extra="/Group<</S/Transparency/CS/DeviceGray/I true>>")

    def _resolve(self, gradient: Gradient) -> Gradient:
        return replace(gradient, stops=tuple((o, self.color(c), a) for o, c, a in gradient.stops))

    def pattern(self, paint: Gradient | Pattern) -> str:
        """Name of a pattern, for lines and letters."""
        objects = self.document.objects
        if isinstance(paint, Pattern):
            content = self.content_of(paint.items)
            at = compose(self.at, milli(_tile_transform(paint)))
            width, height = whole(paint.width), whole(paint.height)
            head = (
                f"/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 {width} {height}]/XStep {width}"
                f"/YStep {height}/Matrix[{matrix(at)}]/Resources"
            ).encode() + content.resources
            key: tuple[object, ...] = ("pattern", head, content.operators)
            place = self.document.once(key, None, lambda: objects.stream(head, content.operators))
        else:
            colors = shading(self._resolve(paint), self.document.inks, UNIT)
            body = f"<</PatternType 2/Matrix[{matrix(self.at)}]/Shading{colors}>>".encode()
            place = self.document.once(("pattern", body), None, lambda: objects.add(body))
        return self.name("Pattern", "P", place)

    def _tiles(self, pattern: Pattern, box: Box) -> None:
        """Cover a box with tiles, one by one: pdfium moves those of a tiling pattern to whole pixels."""
        transform = _tile_transform(pattern)
        cover_box = Rect(box[0], box[1], box[2] - box[0], box[3] - box[1])
        reach = item_box(cover_box, _inverse(transform))
        assert reach is not None
        columns = range(floor(reach[0] / pattern.width), ceil(reach[2] / pattern.width))
        rows = range(floor(reach[1] / pattern.height), ceil(reach[3] / pattern.height))
        self.move(transform)
        items = pattern.items
        first = items[0] if items else None
        if isinstance(first, Rect) and _is_ground(first, pattern):
            # The ground of all tiles in one piece, or seams would show.
            wide, high = len(columns) * pattern.width, len(rows) * pattern.height
            left, top = columns.start * pattern.width, rows.start * pattern.height
            self.items((replace(first, x=left, y=top, width=wide, height=high),))
            items = items[1:]
        if len(columns) * len(rows) > MAX_TILES:
            return
        size = (0.0, 0.0, pattern.width, pattern.height)
        content = self.content_of(items)
        key = ("tile", size, content.operators, content.resources)
        form = self.document.once(key, None, lambda: self.document.form(content, size))
        for row in rows:
            for column in columns:
                self.save()
                self.move(translation(column * pattern.width, row * pattern.height))
                self.place(form)
                self.restore()


def _tile_transform(pattern: Pattern) -> Transform:
    """Return the transform from the coordinates inside the tile to those of the item."""
    return compose(rotation(pattern.rotate), translation(pattern.x, pattern.y))


def _inverse(transform: Transform) -> Transform:
    a, b, c, d, e, f = transform
    det = a * d - b * c
    return (d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)


def _is_ground(rect: Rect, pattern: Pattern) -> bool:
    """Return whether the rectangle is the whole ground of a tile in one colour."""
    whole_tile = (rect.x, rect.y, rect.width, rect.height) == (0, 0, pattern.width, pattern.height)
    return whole_tile and isinstance(rect.fill, str) and rect.stroke is None and not rect.rx


def roomy(box: Box | None) -> Box:
    """Return the box with room for what boxes do not count: halos, mitres, letters that lean out."""
    if box is None:
        return (-_FAR, -_FAR, _FAR, _FAR)
    room = 0.05 * max(box[2] - box[0], box[3] - box[1])
    return box[0] - room, box[1] - room, box[2] + room, box[3] + room
