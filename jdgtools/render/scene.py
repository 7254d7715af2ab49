"""The display list: what a drawing consists of, in millimetres, y downwards, free of any output format.

Every object here is a frozen value. Drawers build scenes from these items and never write SVG; the modules in
``render/backends`` turn scenes into SVG, PNG and PDF and round the coordinates, once.

Fast maps: a thousand hex outlines belong in *one* ``Path`` (``path.PathBuilder``), and a shape that occurs
again and again belongs in a ``Symbol`` placed by ``Use``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import Struct

from jdgtools.render.path_data import Command, cos_sin, parse_path

__all__ = [
    "IDENTITY",
    "Anchor",
    "Baseline",
    "Circle",
    "Command",
    "DrawingLayer",
    "Group",
    "Halo",
    "Image",
    "Item",
    "LinearGradient",
    "Paint",
    "Path",
    "Pattern",
    "Point",
    "Polygon",
    "Polyline",
    "RadialGradient",
    "Rect",
    "Scene",
    "Shape",
    "Stroke",
    "Symbol",
    "Tag",
    "TextItem",
    "Transform",
    "Use",
    "compose",
    "parse_path",
    "rotation",
    "scaling",
    "translation",
]

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]
Baseline: TypeAlias = Literal["alphabetic", "middle", "top", "bottom"]
Blend: TypeAlias = Literal["normal", "multiply", "screen", "overlay"]
Transform: TypeAlias = tuple[float, float, float, float, float, float]
"""Affine map (a, b, c, d, e, f) as in SVG: x' = a x + c y + e, y' = b x + d y + f."""

IDENTITY: Transform = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def translation(dx: float, dy: float) -> Transform:
    """Return the transform that moves by (dx, dy) mm."""
    return (1.0, 0.0, 0.0, 1.0, dx, dy)


def scaling(sx: float, sy: float | None = None) -> Transform:
    """Return the transform that scales about the origin; one factor scales both axes."""
    return (sx, 0.0, 0.0, sx if sy is None else sy, 0.0, 0.0)


def rotation(degrees: float, x: float = 0.0, y: float = 0.0) -> Transform:
    """Return the transform that turns clockwise (on paper) by ``degrees`` about the point (x, y)."""
    c, s = cos_sin(degrees)
    return (c, s, -s, c, x - c * x + s * y, y - s * x - c * y)


def compose(*transforms: Transform) -> Transform:
    """Return the transform that applies the last argument first, like the factors of a product."""
    a, b, c, d, e, f = IDENTITY
    for a2, b2, c2, d2, e2, f2 in transforms:
        a, b, c, d, e, f = (
            a * a2 + c * b2,
            b * a2 + d * b2,
            a * c2 + c * d2,
            b * c2 + d * d2,
            a * e2 + c * f2 + e,
            b * e2 + d * f2 + f,
        )
    return (a, b, c, d, e, f)


class LinearGradient(Struct, frozen=True):
    """Colour ramp along the line from (x1, y1) to (x2, y2), in the coordinates of the item that uses it."""

    x1: float
    y1: float
    x2: float
    y2: float
    stops: tuple[tuple[float, str, float], ...]
    """(offset 0..1, colour, opacity 0..1), by rising offset."""


class RadialGradient(Struct, frozen=True):
    """Colour ramp from the centre outwards."""

    cx: float
    cy: float
    r: float
    stops: tuple[tuple[float, str, float], ...]


class Pattern(Struct, frozen=True):
    """Tile that fills an area again and again, from (x, y) in the coordinates of the item."""

    width: float
    height: float
    items: tuple[Item, ...]
    rotate: float = 0.0
    """Degrees, clockwise."""
    x: float = 0.0
    y: float = 0.0


Paint: TypeAlias = str | LinearGradient | RadialGradient | Pattern
"""A colour ("#rrggbb"), a placeholder of a symbol ("$ink"), "none", or a gradient or pattern value."""


class Stroke(Struct, frozen=True):
    """How a line is drawn."""

    color: Paint
    width: float
    """Line width, mm."""
    dash: tuple[float, ...] = ()
    """Lengths of dashes and gaps, mm; empty = solid."""
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    opacity: float = 1.0


class Path(Struct, frozen=True):
    """Free shape; several subpaths are allowed."""

    commands: tuple[Command, ...]
    """Absolute commands ("M", x, y), ("L", x, y), ("Q", x1, y1, x, y), ("C", x1, y1, x2, y2, x, y),
    ("A", rx, ry, angle, large, sweep, x, y), ("Z",)."""
    fill: Paint | None = None
    stroke: Stroke | None = None
    opacity: float = 1.0
    even_odd: bool = False
    """True: overlapping subpaths cut holes."""

    @classmethod
    def from_svg(
        cls,
        d: str,
        fill: Paint | None = None,
        stroke: Stroke | None = None,
        opacity: float = 1.0,
        even_odd: bool = False,
    ) -> Path:
        """Return the path from SVG path data (all commands, relative ones too)."""
        return cls(parse_path(d), fill, stroke, opacity, even_odd)


class Polygon(Struct, frozen=True):
    """Closed shape with straight sides."""

    points: tuple[Point, ...]
    fill: Paint | None = None
    stroke: Stroke | None = None
    opacity: float = 1.0


class Polyline(Struct, frozen=True):
    """Open chain of straight lines."""

    points: tuple[Point, ...]
    stroke: Stroke | None = None
    fill: Paint | None = None
    opacity: float = 1.0


class Circle(Struct, frozen=True):
    """Circle about (cx, cy)."""

    cx: float
    cy: float
    r: float
    fill: Paint | None = None
    stroke: Stroke | None = None
    opacity: float = 1.0


class Rect(Struct, frozen=True):
    """Rectangle with its top left corner at (x, y); ``rx`` rounds the corners."""

    x: float
    y: float
    width: float
    height: float
    fill: Paint | None = None
    stroke: Stroke | None = None
    rx: float = 0.0
    opacity: float = 1.0


class Halo(Struct, frozen=True):
    """Outline behind lettering, so that it stays readable on busy ground."""

    color: str
    width: float
    """How far the halo reaches beyond the letters, mm."""
    opacity: float = 1.0


class TextItem(Struct, frozen=True):
    """One line of lettering."""

    x: float
    y: float
    string: str
    size: float
    """Font size (em), mm; 1 mm = 2.835 pt."""
    font: str = "sans"
    """Key of ``jdgtools.render.text.FONTS``: sans, sans-bold, sans-italic, serif, serif-italic, serif-bold,
    serif-bold-italic, serif-sc (small capitals)."""
    anchor: Anchor = "start"
    baseline: Baseline = "alphabetic"
    """What y names: the baseline, or middle / top of the capitals, or the bottom of descenders."""
    fill: Paint = "#000000"
    halo: Halo | None = None
    rotate: float = 0.0
    """Degrees, clockwise, about (x, y)."""
    letter_spacing: float = 0.0
    """Extra space after every letter, mm."""
    opacity: float = 1.0
    after: str = ""
    """A blank that parts it from the next lettering where a file is read aloud or copied; not seen."""


class Image(Struct, frozen=True):
    """Raster picture in the rectangle from (x, y)."""

    x: float
    y: float
    width: float
    height: float
    data: bytes
    """PNG or JPEG file."""
    media_type: Literal["image/png", "image/jpeg"] = "image/png"
    opacity: float = 1.0
    is_pixelated: bool = False

    def __repr__(self) -> str:
        place = f"{self.x!r}, {self.y!r}, {self.width!r}, {self.height!r}"
        return f"Image({place}, {len(self.data)} bytes, {self.media_type!r})"


class Symbol(Struct, frozen=True):
    """Drawing that is defined once and placed many times."""

    id: str
    """Letters, digits, "-" and "_"."""
    items: tuple[Item, ...]
    box: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    """x, y, width, height of the drawing in its own coordinates."""


class Use(Struct, frozen=True):
    """A symbol with the centre of its box at (x, y)."""

    symbol: Symbol
    x: float
    y: float
    size: float
    """Length of the longer side of the symbol's box on paper, mm."""
    rotate: float = 0.0
    """Degrees, clockwise, about (x, y)."""
    mirror: bool = False
    """Left and right exchanged."""
    colors: tuple[tuple[str, str], ...] = ()
    """Placeholder -> colour, for example (("$ink", "#202020"), ("$paper", "#ffffff"))."""
    opacity: float = 1.0

    @classmethod
    def fit(
        cls,
        symbol: Symbol,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        rotate: float = 0.0,
        mirror: bool = False,
        colors: tuple[tuple[str, str], ...] = (),
    ) -> Use:
        """Return the symbol as large as it fits a rectangle (before turning) with its corner at (x, y)."""
        box_width, box_height = symbol.box[2], symbol.box[3]
        scale = min(width / box_width, height / box_height)
        size = scale * max(box_width, box_height)
        return cls(symbol, x + width / 2, y + height / 2, size, rotate, mirror, colors)


class Tag(Struct, frozen=True):
    """What a part of a page is to those who have it read to them. Two equal tags are two parts."""

    role: str
    """Type of structure of PDF (ISO 32000-1, 14.8.4): P, H1, Table, TR, TH, TD, Figure …"""
    parent: Tag | None = None
    """Of which it is a part, if that is drawn in several groups; None = of that of the group around it."""
    alt: str = ""
    """What a picture shows, in words."""
    actual: str = ""
    """Signs that the drawing stands for."""
    scope: Literal["", "Row", "Column"] = ""
    """What the head of a table names."""


class Group(Struct, frozen=True):
    """Items moved, clipped or blended together."""

    items: tuple[Item, ...]
    transform: Transform | None = None
    clip: Shape | None = None
    """In the coordinates inside the group."""
    opacity: float = 1.0
    blend: Blend = "normal"
    name: str = ""
    """Shown to people who edit the SVG."""
    tag: Tag | None = None
    """For files that can be read aloud; such a group has neither opacity nor blending."""


def texts_alone(group: Group) -> tuple[TextItem, ...]:
    """Return the items of a group where all are texts, else nothing.

    Their halos lie below all of them: that of one letter cuts none beside it.
    """
    texts = tuple(item for item in group.items if isinstance(item, TextItem))
    return texts if len(texts) == len(group.items) else ()


Shape: TypeAlias = Path | Polygon | Circle | Rect
Item: TypeAlias = Path | Polygon | Polyline | Circle | Rect | TextItem | Image | Use | Group


class DrawingLayer(Struct, frozen=True):
    """Named level of a drawing; becomes a layer in Inkscape."""

    name: str
    items: tuple[Item, ...]
    is_hidden: bool = False
    opacity: float = 1.0
    blend: Blend = "normal"


class Scene(Struct, frozen=True):
    """A whole drawing or page."""

    width: float
    """mm."""
    height: float
    """mm."""
    title: str
    layers: tuple[DrawingLayer, ...]
    description: str = ""
    background: str | None = None
    """Colour of the whole sheet; None = transparent."""
    trim: tuple[float, float, float, float] | None = None
    """x, y, width, height of the page after cutting, for PDF TrimBox; None = the whole page."""
    bleed: tuple[float, float, float, float] | None = None
    """x, y, width, height that colour reaches to, for PDF BleedBox; only with ``trim``."""

    @classmethod
    def of(cls, width: float, height: float, items: Iterable[Item], title: str = "") -> Scene:
        """Return the scene with one layer, as for a counter face."""
        return cls(width, height, title, (DrawingLayer("drawing", tuple(items)),))

    def as_symbol(self, name: str) -> Symbol:
        """Return the content of the scene as a drawing that is defined once, not cut off at its edges."""
        return Symbol(name, self.as_group(clip=False).items, (0.0, 0.0, self.width, self.height))

    def as_group(self, x: float = 0.0, y: float = 0.0, clip: bool = True) -> Group:
        """Return the content of the scene with its corner at (x, y), to be placed in another scene."""
        items: list[Item] = []
        if self.background is not None:
            items.append(Rect(0.0, 0.0, self.width, self.height, fill=self.background))
        for layer in self.layers:
            if layer.is_hidden:
                continue
            if layer.opacity == 1.0 and layer.blend == "normal":
                items.extend(layer.items)
            else:
                items.append(Group(layer.items, opacity=layer.opacity, blend=layer.blend))
        edge = Rect(0.0, 0.0, self.width, self.height) if clip else None
        return Group(tuple(items), translation(x, y), edge, name=self.title)
