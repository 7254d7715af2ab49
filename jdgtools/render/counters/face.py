"""Draws one side of a counter: the parts of a `FaceSpec`, in its colours, become a `Scene`.

Names of colours are resolved here against the theme and the colours of the counter; lettering is fitted into
its box, and stripes at the edge go on into the bleed.
"""

from __future__ import annotations

import math
from functools import lru_cache

from msgspec.structs import replace

from jdgtools.render.colors import contrast, darken, lighten, readable_on
from jdgtools.render.counters.dress import figure_colors, hat_of, one_color
from jdgtools.render.counters.lettering import (
    DESCENT,
    LINE,
    SetText,
    abbreviations,
    min_font_size,
    set_text,
    text_depth,
)
from jdgtools.render.counters.palette import counter_theme
from jdgtools.render.counters.signs import SIGNS, sign
from jdgtools.render.counters.spec import (
    EDGE,
    ArtPicture,
    Band,
    Box,
    FaceSpec,
    Figure,
    Fill,
    Lettering,
    NameGroup,
    Part,
    Shield,
)
from jdgtools.render.counters.stripes import draw_pattern, plain_below, tone
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import (
    Circle,
    DrawingLayer,
    Group,
    Halo,
    Image,
    Item,
    Path,
    Point,
    Polygon,
    Rect,
    Scene,
    Stroke,
    Symbol,
    TextItem,
    Use,
    scaling,
)
from jdgtools.render.style import Theme
from jdgtools.render.svg_in import svg_symbol
from jdgtools.render.symbols import SymbolStyle, has_symbol, symbol
from jdgtools.render.text import cap_height, text_width, typographic

REACH = 5.0
"""How far areas that touch the edge of a face go on beyond it, face units: what a bleed shows."""
UNDERLINE = 0.07
"""Thickness of the line below a 6 or a 9, font sizes."""
SAFE_MM = 1.0
"""Least distance of lettering from the cut: what a knife or a die may miss by."""
_LEAST_BOX_MM = 1.9
"""A box that would be thinner than this after its margin was taken away is moved instead: 5 points fit."""
_OUTLINE = "#1c1712"
"""Contours of figures in colour."""
_LEAST_CONTOUR = 2.6
"""Least contrast of those contours with their ground; pale ones stand on darker grounds."""
MIN_UNDERLINE = 0.16
"""Least thickness of the line below a 6 or a 9, face units."""
UNDERLINE_GAP = 0.06
"""Distance of that line from the number, font sizes."""


def draw_face(spec: FaceSpec, size_mm: float = EDGE, theme: Theme | None = None) -> Scene:
    """Draw one side of a counter whose short edge is ``size_mm`` long; its lettering lies over all else.

    Stripes and bands that touch its edge go on beyond it. Whoever places the face cuts it, at its edge or
    further out.
    """
    painter = _Painter(spec, counter_theme(theme), size_mm / EDGE)
    ground, items = painter.draw_ground()
    return painter.scene([*items, *painter.draw_lettering()], ground)


def without_lettering(spec: FaceSpec, theme: Theme | None = None) -> FaceSpec:
    """Return the face without its lettering: counters of one kind share it."""
    theme = counter_theme(theme)
    parts = tuple(
        # Who wears it matters only where the theme dresses him otherwise.
        replace(part, wearer="") if isinstance(part, Figure) and not _dress_of(part, theme) else part
        for part in spec.parts
        if not isinstance(part, Lettering)
    )
    return FaceSpec("", spec.colors, parts, spec.hexes)


def draw_lettering(spec: FaceSpec, size_mm: float = EDGE, theme: Theme | None = None) -> Scene:
    """Draw the lettering of a face alone, on nothing: what `without_lettering` leaves out."""
    painter = _Painter(spec, counter_theme(theme), size_mm / EDGE)
    return painter.scene(painter.draw_lettering(), None)


def wording_by_rule(spec: FaceSpec, name: str, size_mm: float) -> str:
    """Return how a face prints a name where none of the wordings that a person wrote has room; '' elsewhere.

    Args:
        spec: the face.
        name: the name in full.
        size_mm: edge of the counter.
    """
    for part in _inside_cut(spec, size_mm / EDGE):
        if isinstance(part, Lettering) and part.wordings and part.wordings[0] == name:
            lines = _set(part, size_mm / EDGE).lines
            plain = " ".join(lines)
            by_author = map(typographic, part.wordings[: part.author_wordings])
            if all(plain.split() != wording.split() for wording in by_author):
                return plain if len(lines) < 2 or not lines[0].endswith("-") else ""
    return ""


def _inside_cut(spec: FaceSpec, scale: float) -> tuple[Part, ...]:
    """Return the parts of a face with the boxes of all lettering `SAFE_MM` inside the cut.

    Args:
        spec: the face.
        scale: mm of a face unit: on smaller counters the margin takes more of the face.
    """
    margin, least = SAFE_MM / scale, _LEAST_BOX_MM / scale

    def inside(start: float, size: float, edge: float) -> tuple[float, float]:
        low, high = max(start, margin), min(start + size, edge - margin)
        if high - low < min(size, least):
            low = min(max(start, margin), edge - margin - size)
            high = low + size
        return low, high - low

    def moved(box: Box) -> Box:
        left, width = inside(box[0], box[2], EDGE * spec.hexes)
        top, height = inside(box[1], box[3], EDGE)
        return left, top, width, height

    return tuple(
        replace(part, box=moved(part.box)) if isinstance(part, Lettering) else part for part in spec.parts
    )


def _set(part: Lettering, scale: float) -> SetText:
    """Fit lettering into its box; mm of a face unit are the scale."""
    _, _, width, height = part.box
    if part.is_turned:
        width, height = height, width
    least = min_font_size(scale, part.essential)
    if not part.essential:
        least = min(part.size, least)
    size = max(part.size, least)
    wordings, by_author = part.wordings, part.author_wordings
    group = part.companions
    if by_author > 1 and group and not _have_room(group, part.font, size, width, height, part.lines, least):
        wordings, by_author = wordings[1:], by_author - 1
    return set_text(wordings, part.font, size, width, height, part.lines, least, by_author)


@lru_cache(maxsize=512)
def _have_room(
    group: NameGroup, font: str, size: float, width: float, height: float, lines: int, least: float
) -> bool:
    """Return whether the full name of every unit of a group has room; see `set_text`."""
    return all(
        " ".join(set_text(abbreviations(name, short), font, size, width, height, lines, least, 2).lines)
        == typographic(name)
        for name, short in group.names
    )


def _dress_of(part: Figure, theme: Theme) -> str:
    """Return the dress that a theme gives to this very unit; '' = that of its nation."""
    return theme.text(f"counters.wears.{part.wearer}") if part.wearer else ""


class _Painter:
    """Draws the parts of one face with its colours."""

    def __init__(self, spec: FaceSpec, theme: Theme, scale: float) -> None:
        self.spec = spec
        self.theme = theme
        self.scale = scale
        self.size = (EDGE * spec.hexes, EDGE)
        self.ground = spec.colors.color or theme.color(f"counters.{spec.colors.key}")
        dark, light = theme.color("counters.dark"), theme.color("counters.light")
        self.ink = spec.colors.ink or _readable_ink(self.ground, dark, light)
        self.dark, self.light = dark, light

    def draw_ground(self) -> tuple[str, list[Item]]:
        """Return the colour of the ground and the items of all parts but lettering, in face units."""
        parts = [part for part in self.spec.parts if not isinstance(part, Lettering)]
        color = self.ground
        # A fill over the whole face is its ground: it is what must reach into the bleed of a print sheet.
        while parts and isinstance(base := parts[0], Fill) and base.box == (0.0, 0.0, *self.size):
            color, parts = self.color(base.color or "$ground"), parts[1:]
        return color, [item for part in parts for item in self.draw(part)]

    def draw_lettering(self) -> list[Item]:
        """Return the items of the lettering, in face units, with what keeps it readable on its ground."""
        stripes = [
            (self.edges(part.box), self.color(part.color))
            for part in self.spec.parts
            if isinstance(part, Fill) and part.pattern and part.color is not None
        ]
        items: list[Item] = []
        for part in _inside_cut(self.spec, self.scale):
            if isinstance(part, Lettering):
                texts = self._lettering(part)
                if stripes:
                    items += plain_below(texts, stripes)
                items += texts
                if part.rating and not part.is_turned:
                    items += _underlines(part, texts)
        return items

    def scene(self, items: list[Item], ground: str | None) -> Scene:
        """Return a scene of items in face units on a ground of that colour; None = on nothing."""
        width, height = self.size[0] * self.scale, self.size[1] * self.scale
        if self.scale != 1.0:
            items = [Group(tuple(items), scaling(self.scale))]
        if ground is not None:
            items = [Rect(0.0, 0.0, width, height, fill=ground), *items]
        return Scene(width, height, self.spec.title, (DrawingLayer("face", tuple(items)),))

    def draw(self, part: object) -> tuple[Item, ...]:
        """Return the items of a part, in face units."""
        if isinstance(part, Fill):
            return self._fill(part)
        if isinstance(part, Band):
            return (Polygon(_band(part, self.edges(part.box)), fill=self.color(part.color)),)
        if isinstance(part, Figure):
            return self._figure(part)
        if isinstance(part, Shield):
            from jdgtools.blazon import draw_shield

            return draw_shield(part.blazon, part.box, self.color(part.color) if part.color else "")
        if isinstance(part, ArtPicture):
            return _picture(part)
        if isinstance(part, Lettering):
            return self._lettering(part)
        raise TypeError(f"not a part of a face: {part!r}")

    def color(self, name: str) -> str:
        """Return the colour of a name, see ``spec``."""
        if name.startswith("#"):
            return name
        if name.startswith("?"):
            return _readable_ink(self.color(name[1:]), self.dark, self.light)
        if name.startswith("$"):
            return _shade(self.ground, self.ink, name)
        return self.theme.color(f"counters.{name}")

    def _fill(self, part: Fill) -> tuple[Item, ...]:
        x, y, width, height = part.box
        fill = None if part.color is None else self.color(part.color)
        stroke = None if part.outline is None else Stroke(self.color(part.outline), part.width)
        if part.shape in ("rect", "round"):
            rx = min(width, height) * 0.22 if part.shape == "round" else 0.0
            if part.shape == "rect" and stroke is None:
                left, top, right, bottom = self.edges(part.box)
                ground = Rect(left, top, right - left, bottom - top, fill=fill)
                if not part.pattern or fill is None:
                    return (ground,)
                mark = tone(fill, _readable_ink(fill, self.dark, self.light))
                return (ground, *draw_pattern(part.pattern, (left, top, right, bottom), part.box, mark))
            if part.shape == "rect" and stroke is not None and x - part.width / 2 <= 0.0:
                # A frame along the edge of the face goes on beyond it, as all that touches the edge does.
                x, y, width, height = x - REACH / 2, y - REACH / 2, width + REACH, height + REACH
                stroke = replace(stroke, width=part.width + REACH)
            return (Rect(x, y, width, height, fill=fill, stroke=stroke, rx=rx),)
        if part.shape == "ellipse":
            if width == height:
                return (Circle(x + width / 2, y + height / 2, width / 2, fill=fill, stroke=stroke),)
            path = _ellipse(part.box)
            return (Path(path.commands, fill, stroke),)
        points = tuple((x + px * width, y + py * height) for px, py in _SHAPES[part.shape])
        return (Polygon(points, fill=fill, stroke=stroke),)

    def edges(self, box: Box) -> tuple[float, float, float, float]:
        """Return the edges of a box, carried on beyond those of the face that it touches."""
        x, y, width, height = box
        return (
            x - REACH if x <= 0.0 else x,
            y - REACH if y <= 0.0 else y,
            x + width + (REACH if x + width >= self.size[0] else 0.0),
            y + height + (REACH if y + height >= self.size[1] else 0.0),
        )

    def _figure(self, part: Figure) -> tuple[Item, ...]:
        kind = self.theme.text("counters.symbols")
        style: SymbolStyle = "nato" if kind == "nato" else "figure"
        dress_of_figure = _dress_of(part, self.theme)
        dress = (dress_of_figure, *part.dress[-1:]) if dress_of_figure else part.dress
        ink, paper = self.color(part.ink), self.color(part.paper)
        colors = one_color(ink, paper)
        drawing: Symbol
        if part.symbol in SIGNS:
            drawing = sign(part.symbol)
        elif not has_symbol(part.symbol):
            drawing = sign("unknown")
        elif style == "figure" and dress:
            # The hat of a nation is that of its infantry; other arms wear it where their dress says so.
            of_nation = part.symbol in ("line_infantry", "light_infantry")
            hat = hat_of(self.theme, dress if of_nation or dress_of_figure else dress[:-1])
            drawing = symbol(part.symbol, style, hat)
            if kind == "figure":
                coat, facing = (self.color(name) if name else "" for name in part.livery)
                # On a black ground black contours are none, and black clothes would be nothing at all.
                is_lost = contrast(_OUTLINE, paper) < _LEAST_CONTOUR
                outline = self.light if is_lost else _OUTLINE
                colors = figure_colors(self.theme, dress, outline, paper, (coat, facing))
        else:
            drawing = symbol(part.symbol, style)
        return (Use.fit(drawing, *part.box, mirror=part.mirror, colors=colors),)

    def _lettering(self, part: Lettering) -> tuple[Item, ...]:
        x, y, width, height = part.box
        if part.is_turned:
            width, height = height, width
        text = _set(part, self.scale)
        across = {"start": 0.0, "middle": width / 2, "end": width}[part.align]
        color = self.color(part.color)
        # A halo only where the band would swallow pale lettering.
        is_lost = part.on_band and contrast(color, self.color("band")) < 4.5
        halo = Halo(self.ground, 0.4) if is_lost else None
        cap = cap_height(part.font, text.size)
        block = cap + (len(text.lines) - 1) * LINE * text.size
        # Capitals are centred, unless descenders have no room: then names without any are lifted as well, so
        # that neighbours stand on one line.
        first = (height - block) / 2 + cap
        depth = text_depth(text.lines) if part.rating else DESCENT
        if part.rating and not part.is_turned and reads_otherwise_turned(text.lines[-1]):
            depth = UNDERLINE_GAP + max(UNDERLINE, MIN_UNDERLINE / text.size)
        first = max(min(first, height - (block - cap) - depth * text.size), min(first, cap))
        items = []
        for index, line in enumerate(text.lines):
            down = first + index * LINE * text.size
            # Turned lettering starts at the lower left corner of its box.
            place = (x + down, y + width - across) if part.is_turned else (x + across, y + down)
            turn = -90.0 if part.is_turned else 0.0
            if line:
                items.append(
                    TextItem(
                        *place,
                        line,
                        text.size,
                        part.font,
                        part.align,
                        fill=color,
                        halo=halo,
                        rotate=turn,
                    )
                )
        return tuple(items)


def reads_otherwise_turned(text: str) -> bool:
    """Return whether a number is another number upside down: 6 and 9, and those made of 0, 1, 6, 8 and 9."""
    return text.isdigit() and set(text) <= set("01689") and not set(text).isdisjoint("69")


def _underlines(part: Lettering, items: tuple[Item, ...]) -> list[Item]:
    """Draw the lines below numbers that tell which way up they are read, inside the box of the numbers."""
    lines: list[Item] = []
    for text in items:
        if not isinstance(text, TextItem) or not reads_otherwise_turned(text.string):
            continue
        width = text_width(text.string, part.font, text.size)
        left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[part.align]
        thick = max(MIN_UNDERLINE, text.size * UNDERLINE)
        top = min(text.y + text.size * UNDERLINE_GAP, part.box[1] + part.box[3] - thick)
        lines.append(Rect(left, top, width, thick, fill=text.fill))
    return lines


@lru_cache(maxsize=256)
def _shade(ground: str, ink: str, name: str) -> str:
    if name == "$soft":
        return lighten(ground, 0.55)
    if name == "$figure":
        # Tinted by the nation, but always dark (or pale) enough to be read at a glance.
        figure_ink = darken(ground, 0.84)
        return figure_ink if contrast(figure_ink, ground) >= 5.5 else ink
    if name == "$deep":
        return darken(ground, 0.62)
    if name not in ("$ink", "$ground"):
        raise ValueError(f"a face names the colour `{name}`, which is none of those in spec.py")
    return ink if name == "$ink" else ground


@lru_cache(maxsize=1024)
def _readable_ink(ground: str, dark: str, light: str) -> str:
    return readable_on(ground, dark, light)


_SHAPES: dict[str, tuple[Point, ...]] = {
    "diamond": ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
    "hex": ((0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5)),
    "arrow": ((0.5, 0.0), (1.0, 1.0), (0.0, 1.0)),
}


@lru_cache(maxsize=256)
def _ellipse(box: Box) -> Path:
    x, y, width, height = box
    rx, ry = width / 2, height / 2
    out = PathBuilder().move_to(x, y + ry)
    out.arc_to(rx, ry, x + width, y + ry)
    out.arc_to(rx, ry, x, y + ry)
    return out.close().build()


def _band(part: Band, within: tuple[float, float, float, float]) -> tuple[Point, ...]:
    """Return the band of a box as far as it lies within an area: left, top, right, bottom."""
    x, y, width, height = part.box
    left, top, right, bottom = within
    if part.direction == "level":
        middle = y + height / 2
        low, high = middle - part.width / 2, middle + part.width / 2
        return ((left, low), (right, low), (right, high), (left, high))
    # From the lower left to the upper right corner of the box: points no further than half the width
    # from that line.
    length = math.hypot(width, height)
    ux, uy = height / length, width / length
    area: tuple[Point, ...] = ((left, top), (right, top), (right, bottom), (left, bottom))
    for side in (1.0, -1.0):
        area = _cut(area, side * ux, side * uy, side * (ux * x + uy * (y + height)) + part.width / 2)
    return area


def _cut(area: tuple[Point, ...], a: float, b: float, limit: float) -> tuple[Point, ...]:
    """Return the part of a convex area where ``a x + b y`` is no more than ``limit``."""
    corners: list[Point] = []
    for number, (x, y) in enumerate(area):
        before_x, before_y = area[number - 1]
        here, before = a * x + b * y - limit, a * before_x + b * before_y - limit
        if (here <= 0) != (before <= 0):
            share = before / (before - here)
            corners.append((before_x + (x - before_x) * share, before_y + (y - before_y) * share))
        if here <= 0:
            corners.append((x, y))
    return tuple(corners)


def _picture(part: ArtPicture) -> tuple[Item, ...]:
    if part.media_type == "image/svg+xml":
        drawing = svg_symbol(part.data)
        return () if drawing is None else (Use.fit(drawing, *part.box),)
    x, y, width, height = part.box
    px, py = part.pixels
    scale = min(width / px, height / py)
    w, h = px * scale, py * scale
    return (Image(x + (width - w) / 2, y + (height - h) / 2, w, h, part.data, part.media_type),)
