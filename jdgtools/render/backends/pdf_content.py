"""Items of a scene -> operators of a PDF content stream."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil, floor
from typing import Any, TypeAlias

from jdgtools.render.backends.pdf_document import Content, Document, State
from jdgtools.render.backends.pdf_fonts import Run, glyph_outline, shaped
from jdgtools.render.backends.pdf_images import put_image
from jdgtools.render.backends.pdf_paint import Gradient, is_veiled, matrix, shading, veil
from jdgtools.render.backends.pdf_path import UNIT, number, outline, whole
from jdgtools.render.backends.svg import DEFAULT_COLORS
from jdgtools.render.bounds import Box, item_box, items_box, use_transform
from jdgtools.render.path import cos_sin
from jdgtools.render.scene import (
    IDENTITY,
    Circle,
    Group,
    Image,
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
    Text,
    Transform,
    Use,
    compose,
    rotation,
    translation,
)
from jdgtools.render.text import baseline_offset, text_width

_CAPS = {"butt": "0 J", "round": "1 J", "square": "2 J"}
_JOINS = {"miter": "0 j", "round": "1 j", "bevel": "2 j"}
_THIN = 1.0
"""Lines narrower than this, mm on paper, may be narrower than a pixel."""
_FAR = 1e5
_MOST_TILES = 10_000
"""A pattern with more tiles shows its ground alone."""
Outlined: TypeAlias = Path | Polygon | Polyline | Circle | Rect


class Canvas:
    """Writes one content stream.

    Args:
        document: what the stream belongs to.
        scale: mm on paper per unit of the scene.
        base: transform from the units of the stream to those in which it is placed; patterns hang there.
        colors: colours of placeholders.
    """

    def __init__(
        self,
        document: Document,
        scale: float = 1.0,
        base: Transform = IDENTITY,
        colors: Mapping[str, str] = DEFAULT_COLORS,
    ) -> None:
        self.document = document
        self.out: list[str] = []
        self._scale = scale
        self._at = base
        self._colors = colors
        self._has_letters = False
        self._state: dict[str, str] = {}
        self._saved: list[tuple[dict[str, str], Transform, float]] = []
        self._used: dict[str, dict[str, int]] = {}
        self._draw: dict[type[Any], Callable[[Any], None]] = {
            Path: self._shape,
            Polygon: self._shape,
            Polyline: self._shape,
            Circle: self._shape,
            Rect: self._shape,
            Text: self._text,
            Image: self._image,
            Use: self._use,
            Group: self._group,
        }

    # -- frame ---------------------------------------------------------------------------------------------

    def items(self, items: Iterable[Item]) -> None:
        """Draws items, the first lowest."""
        draw = self._draw
        for item in items:
            draw[type(item)](item)

    def finish(self) -> Content:
        """What was written."""
        # Alike in all streams; a form inherits it from where it is placed.
        text = "4 M\n" + "\n".join(self.out) + "\n"
        return Content(text.encode("ascii"), self.resources(), self._has_letters)

    def resources(self) -> bytes:
        """Dictionary of what the stream names."""
        kinds = []
        for kind, names in sorted(self._used.items()):
            entries = "".join(f"/{name} {place} 0 R" for name, place in sorted(names.items()))
            kinds.append(f"/{kind}<<{entries}>>")
        return f"<<{''.join(kinds)}>>".encode()

    def name(self, kind: str, prefix: str, place: int) -> str:
        """Name in this stream of the object with that number."""
        name = f"{prefix}{place}"
        self._used.setdefault(kind, {})[name] = place
        return name

    def save(self) -> None:
        """Keeps the graphics state."""
        self._saved.append((self._state.copy(), self._at, self._scale))
        self.out.append("q")

    def restore(self) -> None:
        """Goes back to the graphics state that was kept last."""
        self._state, self._at, self._scale = self._saved.pop()
        self.out.append("Q")

    def move(self, transform: Transform) -> None:
        """Goes on in other coordinates, until `restore`."""
        a, b, c, d, e, f = transform
        self._at = compose(self._at, _milli(transform))
        self._scale *= abs(a * d - b * c) ** 0.5
        place = f"{number(e * UNIT, 0)} {number(f * UNIT, 0)}"
        self.out.append(f"{' '.join(number(v, 6) for v in (a, b, c, d))} {place} cm")

    def place(self, form: int, state: State = State()) -> None:  # noqa: B008 (frozen)
        """Draws a form."""
        self._enter(state)
        self._has_letters |= form in self.document.lettered
        self.out.append(f"/{self.name('XObject', 'X', form)} Do")

    # -- graphics state ------------------------------------------------------------------------------------

    def _set(self, slot: str, operator: str) -> None:
        if self._state.get(slot) != operator:
            self._state[slot] = operator
            self.out.append(operator)

    def _enter(self, state: State) -> None:
        place = self.document.state(state)
        self._set("state", f"/{self.name('ExtGState', 'G', place)} gs")

    def _color(self, color: str) -> str:
        if not color.startswith("$"):
            return color
        try:
            return self._colors[color]
        except KeyError:
            raise ValueError(f"no colour given for {color!r}") from None

    def _paint(self, paint: Paint, *, line: bool) -> None:
        """Sets what areas or lines are painted with."""
        slot = "stroke" if line else "fill"
        inks = self.document.inks
        if isinstance(paint, str):
            color = self._color(paint)
            self._set(slot, inks.stroke(color) if line else inks.fill(color))
            return
        place = self._tile(paint) if isinstance(paint, Pattern) else self._ramp(paint)
        name = self.name("Pattern", "P", place)
        self._set(slot, f"/Pattern CS /{name} SCN" if line else f"/Pattern cs /{name} scn")

    def _ramp(self, gradient: Gradient) -> int:
        """Number of a pattern of the gradient, for lines and letters."""
        colors = shading(self._resolved(gradient), self.document.inks, UNIT)
        body = f"<</PatternType 2/Matrix[{matrix(self._at)}]/Shading{colors}>>"
        return self.document.once(("pattern", body), None, lambda: self.document.objects.add(body.encode()))

    def _resolved(self, gradient: Gradient) -> Gradient:
        return replace(gradient, stops=tuple((o, self._color(c), a) for o, c, a in gradient.stops))

    def _tile(self, pattern: Pattern) -> int:
        """Number of a pattern of tiles, for lines and letters."""
        content = self._of(pattern.items)
        at = compose(self._at, _milli(_tile_transform(pattern)))
        width, height = whole(pattern.width), whole(pattern.height)
        head = (
            f"/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 {width} {height}]/XStep {width}"
            f"/YStep {height}/Matrix[{matrix(at)}]/Resources"
        ).encode() + content.resources
        return self.document.once(
            ("tile", head, content.operators),
            None,
            lambda: self.document.objects.stream(head, content.operators),
        )

    def _of(self, items: Iterable[Item]) -> Content:
        """Content of a form that is placed in these coordinates."""
        canvas = Canvas(self.document, self._scale, IDENTITY, self._colors)
        canvas.items(items)
        return canvas.finish()

    def _line(self, stroke: Stroke) -> None:
        """Sets how lines are drawn, but for colour and opacity."""
        self._set("width", f"{whole(stroke.width)} w")
        self._set("cap", _CAPS[stroke.cap])
        self._set("join", _JOINS[stroke.join])
        dash = " ".join(str(whole(length)) for length in stroke.dash)
        self._set("dash", f"[{dash}] 0 d")

    def _thin(self, width: float) -> float:
        """Class of a line's width on paper; 0 for those that no renderer makes wider."""
        on_paper = width * self._scale
        return float(f"{on_paper:.2g}") if on_paper < _THIN else 0.0

    # -- items ---------------------------------------------------------------------------------------------

    def _shape(self, shape: Outlined) -> None:
        fill = None if shape.fill == "none" else shape.fill
        stroke = None if shape.stroke is None or shape.stroke.color == "none" else shape.stroke
        if fill is None and stroke is None:
            return
        if shape.opacity != 1.0 and fill is not None and stroke is not None:
            # Faded together: the area must not shine through its line.
            self._faded((replace(shape, opacity=1.0),), State(shape.opacity, shape.opacity))
            return
        path = outline(shape)
        if not path:
            return
        rule = "*" if isinstance(shape, Path) and shape.even_odd else ""
        thin = self._thin(stroke.width) if stroke is not None else 0.0
        ramps = [
            p for p in (fill, stroke and stroke.color) if isinstance(p, (LinearGradient, RadialGradient))
        ]
        if fill is not None and stroke is not None and (thin or stroke.opacity != 1.0 or ramps):
            self._fill(shape, fill, path, rule)
            self._stroke(shape, stroke, path, thin)
        elif fill is not None and stroke is not None:
            self._enter(State())
            self._paint(fill, line=False)
            self._paint(stroke.color, line=True)
            self._line(stroke)
            self.out.append(f"{path}B{rule}")
        elif fill is not None:
            self._fill(shape, fill, path, rule)
        elif stroke is not None:
            self._stroke(shape, stroke, path, thin)

    def _fill(self, shape: Outlined, fill: Paint, path: str, rule: str) -> None:
        self._veiled(fill, shape, State(shape.opacity, 1.0))
        if isinstance(fill, str):
            self._paint(fill, line=False)
            self.out.append(f"{path}f{rule}")
            return
        self.save()
        self.out.append(f"{path}W{rule} n")
        if isinstance(fill, Pattern):
            self._tiles(fill, item_box(shape))
        else:
            body = shading(self._resolved(fill), self.document.inks)
            key = ("shading", body)
            place = self.document.once(key, None, lambda: self.document.objects.add(body.encode()))
            # In the scene's own unit: poppler takes transforms for singular that make things tiny.
            self.out.append(f"{UNIT} 0 0 {UNIT} 0 0 cm /{self.name('Shading', 'S', place)} sh")
        self.restore()

    def _tiles(self, pattern: Pattern, box: Box | None) -> None:
        """Covers a box with tiles, one by one: pdfium moves those of a tiling pattern to whole pixels."""
        transform = _tile_transform(pattern)
        a, b, c, d, e, f = transform
        det = a * d - b * c
        inverse = (d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)
        corners = (
            None if box is None else item_box(Rect(box[0], box[1], box[2] - box[0], box[3] - box[1]), inverse)
        )
        if corners is None:
            return
        columns = range(floor(corners[0] / pattern.width), ceil(corners[2] / pattern.width))
        rows = range(floor(corners[1] / pattern.height), ceil(corners[3] / pattern.height))
        self.move(transform)
        items = pattern.items
        first = items[0] if items else None
        if isinstance(first, Rect) and isinstance(first.fill, str) and _covers(first, pattern):
            # The ground of all tiles in one piece, or seams would show.
            wide, high = len(columns) * pattern.width, len(rows) * pattern.height
            left, top = columns.start * pattern.width, rows.start * pattern.height
            self.items((replace(first, x=left, y=top, width=wide, height=high),))
            items = items[1:]
        if len(columns) * len(rows) > _MOST_TILES:
            columns = rows = range(0)
        box = (0.0, 0.0, pattern.width, pattern.height)
        content = self._of(items)
        key = ("tile", box, content.operators, content.resources)
        form = self.document.once(key, None, lambda: self.document.form(content, box))
        for row in rows:
            for column in columns:
                self.save()
                self.move(translation(column * pattern.width, row * pattern.height))
                self.place(form)
                self.restore()

    def _stroke(self, shape: Outlined, stroke: Stroke, path: str, thin: float) -> None:
        self._veiled(stroke.color, shape, State(1.0, stroke.opacity * shape.opacity, width=thin))
        self._paint(stroke.color, line=True)
        self._line(stroke)
        self.out.append(f"{path}S")

    def _veiled(self, paint: Paint, item: Item, state: State) -> None:
        """Sets the opacities, also those of a gradient."""
        if isinstance(paint, (LinearGradient, RadialGradient)) and is_veiled(paint):
            state = replace(state, veil=self._veil(paint, _roomy(item_box(item))))
        self._enter(state)

    def _veil(self, gradient: Gradient, box: Box) -> int:
        objects = self.document.objects
        ramp = objects.add(veil(gradient).encode())
        operators = f"{UNIT} 0 0 {UNIT} 0 0 cm /S sh\n".encode()
        content = Content(operators, f"<</Shading<</S {ramp} 0 R>>>>".encode())
        gray = "/Group<</S/Transparency/CS/DeviceGray/I true>>"
        return self.document.form(content, box, extra=gray)

    def _faded(self, items: tuple[Item, ...], state: State, box: Box | None = None) -> None:
        """Draws items as a whole."""
        box = box or items_box(items)
        if box is None:
            return
        self.document.is_transparent = True
        self.place(self.document.form(self._of(items), _roomy(box), group=True), state)

    def _text(self, text: Text) -> None:
        runs = shaped(text.string, text.font, text.letter_spacing == 0)
        if not any(run.glyphs for run in runs):
            return
        if text.halo is not None:
            self._halo(text)
        self._letters(text, halo=False)

    def _halo(self, text: Text) -> None:
        halo = text.halo
        assert halo is not None
        opacity = halo.opacity * text.opacity
        if opacity == 1.0:
            self._letters(text, halo=True)
            return
        width = text_width(text.string, text.font, text.size, text.letter_spacing)
        reach = text.size + halo.width
        # A square about the letters that holds them however they are turned would be large: turn it too.
        left = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
        top = baseline_offset(text) - text.size
        corners = Rect(left - reach / 2, top - halo.width, width + reach, 1.4 * text.size + 2 * halo.width)
        c, s = cos_sin(text.rotate)
        box = item_box(corners, (c, s, -s, c, text.x, text.y))
        assert box is not None
        canvas = Canvas(self.document, self._scale, IDENTITY, self._colors)
        canvas._letters(text, halo=True)
        self.document.is_transparent = True
        form = self.document.form(canvas.finish(), box, group=True)
        self.place(form, State(opacity, opacity))

    def _letters(self, text: Text, *, halo: bool) -> None:
        """Shows the letters, or their halo."""
        self._has_letters = True
        width = 0.0
        if halo and text.halo is not None:
            width = 2 * text.halo.width
            color = self._color(text.halo.color)
            self._enter(State(1.0, 1.0, width=self._thin(width)))
            self._paint(color, line=False)
            self._paint(color, line=True)
        else:
            self._veiled(text.fill, text, State(text.opacity, 1.0))
            self._paint(text.fill, line=False)
        runs = shaped(text.string, text.font, text.letter_spacing == 0)
        count = sum(len(run.glyphs) for run in runs)
        length = sum(run.width for run in runs) * text.size + text.letter_spacing * max(0, count - 1)
        right = {"start": 0.0, "middle": -length / 2, "end": -length}[text.anchor]
        down = baseline_offset(text)
        c, s = cos_sin(text.rotate)
        x, y = text.x + c * right - s * down, text.y + s * right + c * down
        show = self._outlines if self.document.outlines else self._strings
        show(text, runs, (c, s, s, -c, x, y), width)

    def _strings(self, text: Text, runs: Sequence[Run], at: Transform, width: float) -> None:
        """Shows glyphs as text."""
        if width:
            self._line(Stroke("", width, join="round"))
        self._set("mode", f"{2 if width else 0} Tr")
        self._set("spacing", f"{whole(text.letter_spacing)} Tc")
        size = whole(text.size)
        parts = []
        for run in runs:
            use = self.document.font(run.file)
            parts.append(f"/{self.name('Font', 'F', use.number)} {size} Tf {use.show(run.glyphs, size)}")
        turn = " ".join(number(value, 6) for value in at[:4])
        self.out.append(f"BT {turn} {whole(at[4])} {whole(at[5])} Tm {' '.join(parts)} ET")

    def _outlines(self, text: Text, runs: Sequence[Run], at: Transform, width: float) -> None:
        """Shows glyphs as shapes, in thousandths of their size."""
        size = text.size
        a, b, c, d, x, y = at
        self.save()
        self.move((a * size, b * size, c * size, d * size, x, y))
        if width:
            self._line(Stroke("", width / size, join="round"))
        paint = "B" if width else "f"
        step = round(text.letter_spacing / size * 1000)
        for run in runs:
            for glyph, advance, dx, dy, _ in run.glyphs:
                shape = glyph_outline(run.file, glyph)
                if dx or dy:
                    self.out.append(
                        f"1 0 0 1 {dx} {dy} cm {shape}{paint} 1 0 0 1 {advance + step - dx} {-dy} cm"
                    )
                elif shape:
                    self.out.append(f"{shape}{paint} 1 0 0 1 {advance + step} 0 cm")
                else:
                    self.out.append(f"1 0 0 1 {advance + step} 0 cm")
        self.restore()

    def _image(self, image: Image) -> None:
        mode = self.document.inks.mode
        key = ("image", image.data, image.pixelated)
        picture = self.document.once(key, None, lambda: put_image(self.document.objects, image, mode))
        self.save()
        self._enter(State(image.opacity, 1.0))
        left, foot = whole(image.x), whole(image.y + image.height)
        self.out.append(f"{whole(image.width)} 0 0 {-whole(image.height)} {left} {foot} cm")
        self.out.append(f"/{self.name('XObject', 'X', picture)} Do")
        self.restore()

    def _use(self, use: Use) -> None:
        if use.opacity != 1.0:
            self._faded((replace(use, opacity=1.0),), State(use.opacity, use.opacity))
            return
        colors = {**self._colors, **{key: self._color(value) for key, value in use.colors}}
        transform = use_transform(use)
        self.save()
        self.move(transform)
        key = (tuple(sorted(colors.items())), float(f"{self._scale:.3g}"))
        form = self.document.once(
            ("symbol", id(use.symbol), *key), use.symbol, lambda: self._symbol(use, colors)
        )
        self.place(form)
        self.restore()

    def _symbol(self, use: Use, colors: Mapping[str, str]) -> int:
        symbol = use.symbol
        outer, self._colors = self._colors, colors
        content = self._of(symbol.items)
        self._colors = outer
        box = items_box(symbol.items) or (0.0, 0.0, 0.0, 0.0)
        # Equal symbols that are different objects become one form.
        key = ("form", symbol.id, content.operators, content.resources)
        return self.document.once(key, None, lambda: self.document.form(content, _roomy(box)))

    def _group(self, group: Group) -> None:
        if group.opacity != 1.0 or group.blend != "normal":
            state = State(group.opacity, group.opacity, group.blend)
            self._faded((replace(group, opacity=1.0, blend="normal"),), state)
            return
        if group.transform is None and group.clip is None:
            self.items(group.items)
            return
        self.save()
        if group.transform is not None:
            self.move(group.transform)
        if group.clip is not None:
            rule = "*" if isinstance(group.clip, Path) and group.clip.even_odd else ""
            # Nothing is inside an empty shape.
            self.out.append(f"{outline(group.clip) or '0 0 0 0 re '}W{rule} n")
        self.items(group.items)
        self.restore()


def _milli(transform: Transform) -> Transform:
    """The transform between coordinates in thousandths."""
    a, b, c, d, e, f = transform
    return (a, b, c, d, e * UNIT, f * UNIT)


def _tile_transform(pattern: Pattern) -> Transform:
    """From the coordinates inside the tile to those of the item."""
    return compose(rotation(pattern.rotate), translation(pattern.x, pattern.y))


def _covers(ground: Rect, pattern: Pattern) -> bool:
    """Whether the rectangle is the whole ground of a tile."""
    whole_tile = (ground.x, ground.y, ground.width, ground.height) == (0, 0, pattern.width, pattern.height)
    return whole_tile and ground.stroke is None and not ground.rx


def _roomy(box: Box | None) -> Box:
    """The box with room for what boxes do not count: halos, mitres, letters that lean out."""
    if box is None:
        return (-_FAR, -_FAR, _FAR, _FAR)
    room = 0.05 * max(box[2] - box[0], box[3] - box[1])
    return box[0] - room, box[1] - room, box[2] + room, box[3] + room
