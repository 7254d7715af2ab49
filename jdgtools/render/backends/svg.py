"""A scene as SVG text for people who edit it: named layers, millimetres, the same bytes every time.

Coordinates are rounded here and nowhere else; equal symbols, gradients and clips are written once.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from jdgtools.render.scene import (
    Circle,
    DrawingLayer,
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
    Scene,
    Stroke,
    Symbol,
    TextItem,
    Use,
    texts_alone,
)
from jdgtools.render.text import FONT_FOLDER, FONTS, baseline_offset, text_width

DEFAULT_COLORS = {"$ink": "#000000", "$paper": "#ffffff", "$tone": "#5c5c5c", "$light": "#ffffff"}
_COMMAND_FORMS = {
    letter: letter + "~".join(["%.3f"] * count) + "|"
    for letter, count in (("M", 2), ("L", 2), ("Q", 4), ("C", 6), ("A", 7))
} | {"Z": "Z"}
"""How a command is written: a mark behind every number, another behind the last."""
_UNSAFE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def number(value: float) -> str:
    """Return the number with at most three decimals, as short as possible."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escape(text: str) -> str:
    """Return the text for XML content and attributes; characters that XML forbids become U+FFFD."""
    text = _UNSAFE.sub("\ufffd", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def render_svg(scene: Scene, *, embed_fonts: bool = False) -> str:
    """Return the SVG document of a scene.

    Args:
        scene: what to draw.
        embed_fonts: carry the font files along, for programs that cannot find the bundled fonts.

    Raises:
        ValueError: a symbol placeholder has no colour.
    """
    writer = _write(scene.layers, _SvgWriter())
    width, height = number(scene.width), number(scene.height)
    head = [
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
    ]
    if scene.title:
        head.append(f"<title>{escape(scene.title)}</title>")
    if scene.description:
        head.append(f"<desc>{escape(scene.description)}</desc>")
    if embed_fonts:
        head.append(_font_style(writer.fonts))
    if writer.defs:
        head += ["<defs>", *writer.defs, "</defs>"]
    if scene.background is not None:
        head.append(f'<rect width="{width}" height="{height}" fill="{escape(scene.background)}"/>')
    return "\n".join([*head, *writer.out, "</svg>", ""])


def _write(layers: Iterable[DrawingLayer], writer: _SvgWriter) -> _SvgWriter:
    for layer in layers:
        writer.layer(layer)
    return writer


def _font_style(keys: Iterable[str]) -> str:
    rules = []
    for face in dict.fromkeys(FONTS[key] for key in sorted(keys)):
        data = base64.b64encode((FONT_FOLDER / face.file).read_bytes()).decode()
        rules.append(
            f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};font-style:{face.style};'
            f"src:url(data:font/ttf;base64,{data})}}"
        )
    return f"<style>{''.join(dict.fromkeys(rules))}</style>"


class _SvgWriter:
    """Collects body lines and definitions; equal definitions are written once."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.defs: list[str] = []
        self.fonts: set[str] = set()
        self._ids: dict[Any, str] = {}
        # Values are usually shared objects: looking them up by identity first spares hashing deep trees.
        self._by_identity: dict[tuple[Any, ...], tuple[Any, str]] = {}
        self._used_names: set[str] = set()
        self._colors: Mapping[str, str] = DEFAULT_COLORS
        self._draw: dict[type[Any], Callable[[Any], None]] = {
            Path: self._path,
            Polygon: self._polygon,
            Polyline: self._polygon,
            Circle: self._circle,
            Rect: self._rect,
            TextItem: self._text,
            Image: self._image,
            Use: self._use,
            Group: self._group,
        }

    def layer(self, layer: DrawingLayer) -> None:
        slug = re.sub(r"[^a-z0-9]+", "-", layer.name.lower()).strip("-") or "layer"
        hidden_style = ' style="display:none"' if layer.is_hidden else ""
        self.out.append(
            f'<g id="{self._unique("layer-" + slug)}" inkscape:groupmode="layer" '
            f'inkscape:label="{escape(layer.name)}"{hidden_style}{_effects(layer.opacity, layer.blend)}>'
        )
        self.items(layer.items)
        self.out.append("</g>")

    def items(self, items: Iterable[Item]) -> None:
        draw = self._draw
        for item in items:
            draw[type(item)](item)

    def _unique(self, base: str) -> str:
        name, count = base, 1
        while name in self._used_names:
            count += 1
            name = f"{base}-{count}"
        self._used_names.add(name)
        return name

    def _define(self, key: tuple[Any, ...], base: str, write: Callable[[str], str]) -> str:
        """Return the id of a definition; ``write`` makes it the first time."""
        identity = (key[0], id(key[1]), *key[2:])
        entry = self._by_identity.get(identity)
        if entry is not None:
            return entry[1]
        name = self._ids.get(key)
        if name is None:
            name = self._ids[key] = self._unique(base)
            self.defs.append(write(name))
        self._by_identity[identity] = (key[1], name)
        return name

    def _capture(self, items: Iterable[Item]) -> str:
        outer, self.out = self.out, []
        self.items(items)
        inner, self.out = self.out, outer
        return "\n".join(inner)

    def _color(self, color: str) -> str:
        if not color.startswith("$"):
            return escape(color)
        try:
            return escape(self._colors[color])
        except KeyError:
            raise ValueError(f"no colour given for {color!r}") from None

    def _paint(self, paint: Paint) -> str:
        if isinstance(paint, str):
            return self._color(paint)
        colors = tuple(sorted(self._colors.items()))
        if isinstance(paint, Pattern):
            name = self._define(("pattern", paint, colors), "pattern", lambda n: self._pattern(n, paint))
        else:
            name = self._define(("gradient", paint, colors), "gradient", lambda n: self._gradient(n, paint))
        return f"url(#{name})"

    def _pattern(self, name: str, p: Pattern) -> str:
        turn = f' patternTransform="rotate({number(p.rotate)})"' if p.rotate else ""
        return (
            f'<pattern id="{name}" patternUnits="userSpaceOnUse" x="{number(p.x)}" y="{number(p.y)}" '
            f'width="{number(p.width)}" height="{number(p.height)}"{turn}>\n'
            f"{self._capture(p.items)}\n</pattern>"
        )

    def _gradient(self, name: str, g: LinearGradient | RadialGradient) -> str:
        stops = "".join(
            f'<stop offset="{number(offset)}" stop-color="{self._color(color)}"'
            + (f' stop-opacity="{number(opacity)}"' if opacity != 1.0 else "")
            + "/>"
            for offset, color, opacity in g.stops
        )
        if isinstance(g, LinearGradient):
            ends = f'x1="{number(g.x1)}" y1="{number(g.y1)}" x2="{number(g.x2)}" y2="{number(g.y2)}"'
            return (
                f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" {ends}>{stops}</linearGradient>'
            )
        ends = f'cx="{number(g.cx)}" cy="{number(g.cy)}" r="{number(g.r)}"'
        return f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" {ends}>{stops}</radialGradient>'

    def _paint_attributes(self, fill: Paint | None, stroke: Stroke | None, opacity: float) -> str:
        text = f' fill="{self._paint(fill)}"' if fill is not None else ' fill="none"'
        if stroke is not None:
            text += f' stroke="{self._paint(stroke.color)}" stroke-width="{number(stroke.width)}"'
            if stroke.dash:
                text += f' stroke-dasharray="{" ".join(map(number, stroke.dash))}"'
            if stroke.cap != "butt":
                text += f' stroke-linecap="{stroke.cap}"'
            if stroke.join != "miter":
                text += f' stroke-linejoin="{stroke.join}"'
            # A path with one of fill and stroke needs no group, which would cost a picture of its size.
            stroke_opacity = stroke.opacity * opacity if fill is None else stroke.opacity
            if stroke_opacity != 1.0:
                text += f' stroke-opacity="{number(stroke_opacity)}"'
        if opacity != 1.0 and fill is not None:
            text += f' {"opacity" if stroke is not None else "fill-opacity"}="{number(opacity)}"'
        return text

    def _path(self, p: Path) -> None:
        rule = ' fill-rule="evenodd"' if p.even_odd else ""
        self.out.append(
            f'<path d="{path_data(p)}"{self._paint_attributes(p.fill, p.stroke, p.opacity)}{rule}/>'
        )

    def _polygon(self, p: Polygon | Polyline) -> None:
        tag = "polygon" if type(p) is Polygon else "polyline"
        chain = " ".join([f"{number(x)},{number(y)}" for x, y in p.points])
        self.out.append(f'<{tag} points="{chain}"{self._paint_attributes(p.fill, p.stroke, p.opacity)}/>')

    def _circle(self, c: Circle) -> None:
        place = f'cx="{number(c.cx)}" cy="{number(c.cy)}" r="{number(c.r)}"'
        self.out.append(f"<circle {place}{self._paint_attributes(c.fill, c.stroke, c.opacity)}/>")

    def _rect(self, r: Rect) -> None:
        place = f'x="{number(r.x)}" y="{number(r.y)}" width="{number(r.width)}" height="{number(r.height)}"'
        if r.rx:
            place += f' rx="{number(r.rx)}"'
        self.out.append(f"<rect {place}{self._paint_attributes(r.fill, r.stroke, r.opacity)}/>")

    def _text(self, t: TextItem) -> None:
        self._texts((t,))

    def _texts(self, texts: Iterable[TextItem]) -> None:
        """Write texts, the halos of all of them below the letters of all."""
        parts = [self._text_parts(t) for t in texts]
        for n in (0, 1):
            self.out += [part[n] for part in parts if part[n]]

    def _text_parts(self, t: TextItem) -> tuple[str, str]:
        """Return the halo of a text, '' without one, and its letters."""
        self.fonts.add(t.font)
        face = FONTS[t.font]
        x, anchor = t.x, t.anchor
        if t.letter_spacing and anchor != "start":
            # Renderers disagree whether the space after the last letter belongs to the line.
            width = text_width(t.string, t.font, t.size, t.letter_spacing)
            x, anchor = x - width / (2 if anchor == "middle" else 1), "start"
        look = f' font-family="{face.css_family}" font-size="{number(t.size)}"'
        if face.stretch:
            look += f' font-stretch="{face.stretch}"'
        if face.weight != 400:
            look += f' font-weight="{face.weight}"'
        if face.style != "normal":
            look += f' font-style="{face.style}"'
        if face.small_caps:
            look += ' font-variant="small-caps"'
        if anchor != "start":
            look += f' text-anchor="{anchor}"'
        if t.letter_spacing:
            look += f' letter-spacing="{number(t.letter_spacing)}"'
        if t.rotate:
            look += f' transform="rotate({number(t.rotate)} {number(t.x)} {number(t.y)})"'
        if "  " in t.string or t.string != t.string.strip():
            look += ' xml:space="preserve"'
        where = f'<text x="{number(x)}" y="{number(t.y + baseline_offset(t))}"{look}'
        body = f">{escape(t.string)}</text>"
        halo = ""
        if t.halo is not None:
            # A text of its own below the letters: some renderers ignore paint-order.
            color, width = self._color(t.halo.color), 2 * t.halo.width
            glow = self._paint_attributes(
                color, Stroke(color, width, join="round"), t.halo.opacity * t.opacity
            )
            halo = f"{where}{glow}{body}"
        opacity = f' opacity="{number(t.opacity)}"' if t.opacity != 1.0 else ""
        return halo, f'{where} fill="{self._paint(t.fill)}"{opacity}{body}'

    def _image(self, i: Image) -> None:
        place = f'x="{number(i.x)}" y="{number(i.y)}" width="{number(i.width)}" height="{number(i.height)}"'
        extra = ' image-rendering="optimizeSpeed"' if i.is_pixelated else ""
        if i.opacity != 1.0:
            extra += f' opacity="{number(i.opacity)}"'
        data = base64.b64encode(i.data).decode()
        self.out.append(
            f'<image {place} preserveAspectRatio="none"{extra} '
            f'xlink:href="data:{i.media_type};base64,{data}"/>'
        )

    def _use(self, u: Use) -> None:
        colors = {**self._colors, **{key: self._color(value) for key, value in u.colors}}
        key = ("symbol", u.symbol, tuple(sorted(colors.items())))
        name = self._define(key, "symbol-" + u.symbol.id, lambda n: self._symbol(n, u.symbol, colors))
        bx, by, bw, bh = u.symbol.box
        scale = u.size / max(bw, bh)
        across = -scale if u.mirror else scale
        steps = f"translate({number(u.x)} {number(u.y)})"
        if u.rotate:
            steps += f" rotate({number(u.rotate)})"
        steps += f" scale({across:.6g}" + (f" {scale:.6g})" if u.mirror else ")")
        cx, cy = bx + bw / 2, by + bh / 2
        if cx or cy:
            steps += f" translate({-cx:.6g} {-cy:.6g})"
        opacity = f' opacity="{number(u.opacity)}"' if u.opacity != 1.0 else ""
        self.out.append(f'<use xlink:href="#{name}" transform="{steps}"{opacity}/>')

    def _symbol(self, name: str, symbol: Symbol, colors: Mapping[str, str]) -> str:
        outer, self._colors = self._colors, colors
        try:
            return f'<g id="{name}">\n{self._capture(symbol.items)}\n</g>'
        finally:
            self._colors = outer

    def _group(self, g: Group) -> None:
        look = _effects(g.opacity, g.blend)
        if g.name:
            look += f' inkscape:label="{escape(g.name)}"'
        if g.transform is not None:
            a, b, c, d, e, f = g.transform
            if (a, b, c, d) == (1.0, 0.0, 0.0, 1.0):
                look += f' transform="translate({number(e)} {number(f)})"'
            else:
                matrix = " ".join(f"{v:.6g}" for v in (a, b, c, d))
                look += f' transform="matrix({matrix} {number(e)} {number(f)})"'
        if g.clip is not None:
            clip = g.clip
            name = self._define(("clip", clip), "clip", lambda n: self._clip(n, clip))
            look += f' clip-path="url(#{name})"'
        self.out.append(f"<g{look}>")
        if texts := texts_alone(g):
            self._texts(texts)
        else:
            self.items(g.items)
        self.out.append("</g>")

    def _clip(self, name: str, shape: Item) -> str:
        # Whether a clipping shape has a fill does not matter to SVG, but a renderer may skip fill="none".
        body = self._capture([shape]).replace(' fill="none"', "").replace("fill-rule", "clip-rule")
        return f'<clipPath id="{name}">{body}</clipPath>'


def path_data(path: Path) -> str:
    """Return the SVG path data of a path, rounded."""
    form: list[str] = []
    values: list[str | float] = []
    for command in path.commands:
        form.append(_COMMAND_FORMS[str(command[0])])
        values += command[1:]
    # All numbers in one go, then their idle zeros: quicker than one number after the other.
    text = ("".join(form) % tuple(values)).replace("-0.000", "0.000")
    for mark, between in (("~", " "), ("|", "")):
        for zeros in (".000", "00", "0", ""):
            text = text.replace(zeros + mark, between)
    return text


def _effects(opacity: float, blend: str) -> str:
    text = f' opacity="{number(opacity)}"' if opacity != 1.0 else ""
    return text + (f' style="mix-blend-mode:{blend}"' if blend != "normal" else "")
