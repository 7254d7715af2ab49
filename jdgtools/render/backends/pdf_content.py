"""Items of a scene -> operators of a PDF content stream.

`Canvas` is the last of four classes, each of which adds something to a content stream: its state
(`pdf_stream`), paint (`pdf_fill`), lettering (`pdf_text`), and here shapes, pictures, symbols and groups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from jdgtools.render.backends.pdf_document import OPAQUE, GraphicsState
from jdgtools.render.backends.pdf_fill import Outlined, roomy
from jdgtools.render.backends.pdf_images import put_image
from jdgtools.render.backends.pdf_path import UNIT, level_corners, outline, whole
from jdgtools.render.backends.pdf_structure import MarkedContent
from jdgtools.render.backends.pdf_text import Letterer
from jdgtools.render.bounds import Box, item_box, symbol_box, use_transform
from jdgtools.render.scene import (
    Circle,
    Group,
    Image,
    Item,
    Path,
    Polygon,
    Polyline,
    Rect,
    Symbol,
    Tag,
    TextItem,
    Use,
    compose,
    scaling,
    texts_alone,
)


class Canvas(Letterer):
    """A stream that can draw every item of a scene."""

    marks: list[MarkedContent] | None = None
    """Sequences of a file that can be read aloud, see `begin_marks`; None = there are none."""
    _tags: tuple[Tag, ...] = ()
    _count = 0
    """Sequences that have content."""
    _begun = ""
    """Operator that began the present sequence."""
    _box: Box | None = None
    """About the picture that the present tag is of."""

    def begin_marks(self) -> None:
        """Note from here on what belongs to which tag; all else is decoration."""
        self.marks = []
        self._begin_sequence()

    def end_marks(self) -> list[MarkedContent]:
        """Return what was noted."""
        self._end_sequence()
        assert self.marks is not None
        return self.marks

    def place_marked(self, form: int) -> None:
        """Draw a form that has sequences of its own."""
        self._end_sequence()
        self.place(form)
        self._begin_sequence()

    def _begin_sequence(self) -> None:
        assert self.marks is not None
        self._begun = "/Artifact BMC"
        if self._tags and self._tags[-1].role == "TR":
            # The tint and the lines of a row; its words are in its cells.
            self.marks.append(MarkedContent(None, self._tags))
        elif self._tags:
            self._begun = f"/{self._tags[-1].role} <</MCID {self._count}>> BDC"
            self.marks.append(MarkedContent(self._count, self._tags, self._box))
            self._count += 1
        self.out.append(self._begun)

    def _end_sequence(self) -> None:
        if self.out[-1] != self._begun:
            self.out.append("EMC")
            return
        # Nothing is in it.
        self.out.pop()
        if self.marks and self.marks[-1].number is not None and self._tags:
            self.marks[-1] = MarkedContent(None, self._tags, self._box)
            self._count -= 1

    def _tag(self, group: Group, tag: Tag) -> None:
        outer, outer_box = self._tags, self._box
        self._end_sequence()
        self._tags, self._box = (*outer, tag), None
        if tag.role == "Figure":
            self._box = item_box(group, compose(self.at, scaling(UNIT)))
        self._begin_sequence()
        self.group(replace(group, tag=None))
        self._end_sequence()
        self._tags, self._box = outer, outer_box
        self._begin_sequence()

    def items(self, items: Iterable[Item]) -> None:
        """Draw items, the first lowest."""
        for item in items:
            DRAW[type(item)](self, item)

    def shape(self, shape: Outlined) -> None:
        """Draw a path, a polygon, a chain, a circle or a rectangle."""
        fill = None if shape.fill == "none" else shape.fill
        stroke = None if shape.stroke is None or shape.stroke.color == "none" else shape.stroke
        if shape.opacity != 1.0 and fill is not None and stroke is not None:
            # Blended together: the area must not shine through its line.
            self.draw_transparency_group(
                (replace(shape, opacity=1.0),), GraphicsState(shape.opacity, shape.opacity)
            )
            return
        path = self.path(shape) if fill is not None or stroke is not None else ""
        if not path:
            return
        rule = "*" if isinstance(shape, Path) and shape.even_odd else ""
        if (
            isinstance(fill, str)
            and stroke is not None
            and isinstance(stroke.color, str)
            and stroke.opacity == 1.0
            and not self.thin(stroke.width)
        ):
            # One operator for both: the path is written once.
            self.enter(OPAQUE)
            self.fill_color(fill)
            self.stroke_color(stroke.color)
            self.line(stroke)
            self.out.append(f"{path}B{rule}")
            return
        if fill is not None:
            self.fill(shape, fill, path, rule)
        if stroke is not None:
            self.stroke(shape, stroke, path)

    def path(self, shape: Outlined) -> str:
        """Return the operators that make the shape the current path."""
        if isinstance(shape, Rect) or (isinstance(shape, (Path, Polygon)) and level_corners(shape)):
            self.is_particular = True
            return outline(shape, exact=self.document.pictures)
        return outline(shape)

    def image(self, image: Image) -> None:
        """Draw a picture; the same picture is in the document once."""
        key = ("image", image.data, image.is_pixelated)
        document = self.document
        picture = document.once(key, None, lambda: put_image(document.objects, image, document.mode))
        self.save()
        self.enter(GraphicsState(image.opacity))
        left, foot = whole(image.x), whole(image.y + image.height)
        self.out.append(f"{whole(image.width)} 0 0 {-whole(image.height)} {left} {foot} cm")
        self.out.append(f"/{self.name('XObject', 'X', picture)} Do")
        self.restore()

    def use(self, use: Use) -> None:
        """Draw a symbol; the same symbol in the same colours and size is in the document once."""
        if use.opacity != 1.0:
            self.draw_transparency_group(
                (replace(use, opacity=1.0),), GraphicsState(use.opacity, use.opacity)
            )
            return
        colors = {**self.colors, **{key: self.color(value) for key, value in use.colors}}
        self.save()
        self.move(use_transform(use))
        # Values are usually shared objects: looking them up by identity spares hashing deep trees. Only in
        # pictures does the size change how a symbol is written.
        form = self.document.drawn_symbols.get(id(use.symbol))
        if form is not None:
            self.place(form[1])
        else:
            pictures = self.document.pictures
            size = f"{self.scale:.3g}" if pictures else ""
            key = (pictures, id(use.symbol), tuple(sorted(colors.items())), size)
            self.place(self.document.once(key, use.symbol, lambda: self.symbol(use.symbol, colors)))
        self.restore()

    def symbol(self, symbol: Symbol, colors: Mapping[str, str]) -> int:
        """Add a form that draws the symbol in these colours; return its number."""
        outer, self.colors = self.colors, colors
        content = self.content_of(symbol.items)
        self.colors = outer
        # Equal symbols that are different objects become one form.
        key = ("form", symbol.id, content.operators, content.resources)
        box = symbol_box(symbol) or (0.0, 0.0, 0.0, 0.0)
        return self.document.once(key, None, lambda: self.document.form(content, roomy(box)))

    def group(self, group: Group) -> None:
        """Draw items moved, clipped or blended together."""
        if group.tag is not None and self.marks is not None:
            self._tag(group, group.tag)
            return
        if group.opacity != 1.0 or group.blend != "normal":
            state = GraphicsState(group.opacity, group.opacity, group.blend)
            self.draw_transparency_group((replace(group, opacity=1.0, blend="normal"),), state)
            return
        if group.transform is None and group.clip is None:
            self._items_of(group)
            return
        self.save()
        if group.transform is not None:
            self.move(group.transform)
        if group.clip is not None:
            rule = "*" if isinstance(group.clip, Path) and group.clip.even_odd else ""
            # Nothing is inside an empty shape.
            self.out.append(f"{self.path(group.clip) or '0 0 0 0 re '}W{rule} n")
        self._items_of(group)
        self.restore()

    def _items_of(self, group: Group) -> None:
        if texts := texts_alone(group):
            self.texts(texts)
        else:
            self.items(group.items)


DRAW: dict[type[Any], Callable[[Canvas, Any], None]] = {
    Path: Canvas.shape,
    Polygon: Canvas.shape,
    Polyline: Canvas.shape,
    Circle: Canvas.shape,
    Rect: Canvas.shape,
    TextItem: Canvas.text,
    Image: Canvas.image,
    Use: Canvas.use,
    Group: Canvas.group,
}
"""How a canvas draws the items of each kind."""
