"""Items of a scene -> operators of a PDF content stream."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from jdgtools.render.backends.pdf_document import Content, Document, State
from jdgtools.render.backends.pdf_fonts import shaped
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
    translation,
)
from jdgtools.render.text import baseline_offset, text_width

_CAPS = {"butt": "0 J", "round": "1 J", "square": "2 J"}
_JOINS = {"miter": "0 j", "round": "1 j", "bevel": "2 j"}
_THIN = 1.0
"""Lines narrower than this, mm on paper, may be narrower than a pixel."""
_FAR = 1e5
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
        return Content(text.encode("ascii"), self.resources())

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
        self._at = compose(self._at, (a, b, c, d, e * UNIT, f * UNIT))
        self._scale *= abs(a * d - b * c) ** 0.5
        place = f"{number(e * UNIT, 0)} {number(f * UNIT, 0)}"
        self.out.append(f"{' '.join(number(v, 6) for v in (a, b, c, d))} {place} cm")

    def place(self, form: int, state: State = State()) -> None:  # noqa: B008 (frozen)
        """Draws a form."""
        self._enter(state)
        self.out.append(f"/{self.name('XObject', 'X', form)} Do")

    def inner(self) -> Canvas:
        """Canvas of a form that is placed in these coordinates."""
        return Canvas(self.document, self._scale, IDENTITY, self._colors)

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
        resolved = replace(gradient, stops=tuple((o, self._color(c), a) for o, c, a in gradient.stops))
        colors = shading(resolved, self.document.inks)
        body = f"<</PatternType 2/Matrix[{matrix(self._at)}]/Shading{colors}>>"
        return self.document.once(("pattern", body), None, lambda: self.document.objects.add(body.encode()))

    def _tile(self, pattern: Pattern) -> int:
        canvas = self.inner()
        canvas.items(pattern.items)
        content = canvas.finish()
        c, s = cos_sin(pattern.rotate)
        turned = compose(self._at, (c, s, -s, c, 0.0, 0.0), translation(pattern.x * UNIT, pattern.y * UNIT))
        width, height = whole(pattern.width), whole(pattern.height)
        head = (
            f"/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 {width} {height}]/XStep {width}"
            f"/YStep {height}/Matrix[{matrix(turned)}]/Resources"
        ).encode() + content.resources
        return self.document.once(
            ("tile", head, content.operators),
            None,
            lambda: self.document.objects.stream(head, content.operators),
        )

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
        self._paint(fill, line=False)
        self.out.append(f"{path}f{rule}")

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
        pattern = objects.add(f"<</PatternType 2/Shading{veil(gradient)}>>".encode())
        corner = f"{whole(box[0])} {whole(box[1])} {whole(box[2] - box[0])} {whole(box[3] - box[1])}"
        content = Content(
            f"/Pattern cs /P scn {corner} re f\n".encode(), f"<</Pattern<</P {pattern} 0 R>>>>".encode()
        )
        gray = "/Group<</S/Transparency/CS/DeviceGray/I true>>"
        return self.document.form(content, box, extra=gray)

    def _faded(self, items: tuple[Item, ...], state: State, box: Box | None = None) -> None:
        """Draws items as a whole."""
        box = box or items_box(items)
        if box is None:
            return
        canvas = self.inner()
        canvas.items(items)
        self.document.is_transparent = True
        self.place(self.document.form(canvas.finish(), _roomy(box), group=True), state)

    def _text(self, text: Text) -> None:
        runs = shaped(text.string, text.font, text.letter_spacing == 0)
        if not any(run.glyphs for run in runs):
            return
        if text.halo is not None:
            self._halo(text)
        self._letters(text, 0)

    def _halo(self, text: Text) -> None:
        halo = text.halo
        assert halo is not None
        opacity = halo.opacity * text.opacity
        if opacity == 1.0:
            self._letters(text, 2)
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
        canvas = self.inner()
        canvas._letters(text, 2)
        self.document.is_transparent = True
        form = self.document.form(canvas.finish(), box, group=True)
        self.place(form, State(opacity, opacity))

    def _letters(self, text: Text, mode: int) -> None:
        """Shows the text: mode 0 its letters, 2 its halo."""
        runs = shaped(text.string, text.font, text.letter_spacing == 0)
        size = whole(text.size)
        if mode == 2 and text.halo is not None:
            color = self._color(text.halo.color)
            self._enter(State(1.0, 1.0, width=self._thin(2 * text.halo.width)))
            self._paint(color, line=False)
            self._paint(color, line=True)
            self._line(Stroke(color, 2 * text.halo.width, join="round"))
        else:
            self._veiled(text.fill, text, State(text.opacity, 1.0))
            self._paint(text.fill, line=False)
        spacing = whole(text.letter_spacing)
        self._set("mode", f"{mode} Tr")
        self._set("spacing", f"{spacing} Tc")
        count = sum(len(run.glyphs) for run in runs)
        width = sum(run.width for run in runs) * text.size + text.letter_spacing * max(0, count - 1)
        right = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
        down = baseline_offset(text)
        c, s = cos_sin(text.rotate)
        x, y = whole(text.x + c * right - s * down), whole(text.y + s * right + c * down)
        turn = f"{number(c, 6)} {number(s, 6)} {number(s, 6)} {number(-c, 6)}"
        parts = []
        for run in runs:
            use = self.document.font(run.file)
            parts.append(f"/{self.name('Font', 'F', use.number)} {size} Tf {use.show(run.glyphs, size)}")
        self.out.append(f"BT {turn} {x} {y} Tm {' '.join(parts)} ET")

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
        canvas = Canvas(self.document, self._scale, IDENTITY, colors)
        canvas.items(symbol.items)
        content = canvas.finish()
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


def _roomy(box: Box | None) -> Box:
    """The box with room for what boxes do not count: halos, mitres, letters that lean out."""
    if box is None:
        return (-_FAR, -_FAR, _FAR, _FAR)
    room = 0.05 * max(box[2] - box[0], box[3] - box[1])
    return box[0] - room, box[1] - room, box[2] + room, box[3] + room
