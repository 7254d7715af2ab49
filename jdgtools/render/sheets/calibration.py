"""A sheet to measure a printer with: lines on the front, rulers on the back, read against the light."""

from __future__ import annotations

from msgspec import Struct

from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Circle, DrawingLayer, Group, Item, Path, Scene, Stroke, TextItem
from jdgtools.render.sheets.impose import correction, titles
from jdgtools.render.sheets.spec import SheetSpec
from jdgtools.render.text import wrap

REACH = 5
"""Rulers go from -5 mm to +5 mm."""
_INSET = 30.0
"""From the edge of the paper to the nearest station, mm."""
_INK = "#000000"
_LINE = Stroke(_INK, 0.15)
_FINE = Stroke(_INK, 0.1)
_MARGINS = (2, 3, 4, 5, 6, 8, 10, 12)
"""Distances from the edge, mm, at which lines tell how far the printer prints."""


class CalibrationWords(Struct, frozen=True):
    """Texts of the sheet in one language."""

    title: str
    front: str
    back: str
    on_front: tuple[str, ...]
    """Paragraphs on the front: how to print, the ruler of 100 mm, the margins."""
    on_back: tuple[str, ...]
    """Paragraphs on the back: how to read, what to write."""
    stations: tuple[str, str, str, str]
    """Names of the readings: left, right, top, bottom."""
    in_force: str
    """Said before the correction that the sheet was printed with."""


def stations(spec: SheetSpec) -> dict[str, tuple[float, float]]:
    """Return where the four readings are taken: left and right for x, top and bottom for y."""
    middle, centre = spec.width / 2, spec.height / 2
    return {
        "left": (_INSET, centre),
        "right": (spec.width - _INSET, centre),
        "top": (middle, _INSET),
        "bottom": (middle, spec.height - _INSET),
    }


def calibration_pages(spec: SheetSpec, words: CalibrationWords, label: str = "") -> list[Scene]:
    """Return the front and back of the sheet for a paper."""
    front = [*_lines(spec), *_corners(spec), *_measures(spec), *_text(spec, words.on_front, 62.0)]
    rulers = tuple(_rulers(spec, words.stations))
    notes = list(words.on_back)
    dx, dy = spec.back_offset
    sx, sy = spec.back_scale
    back_transform = correction(spec)
    if back_transform is not None:
        notes.append(f"{words.in_force} offset: [{dx:g}, {dy:g}], scale: [{sx:g}, {sy:g}]")
        rulers = (Group(rulers, back_transform),)
    back = _text(spec, notes, 62.0)
    pages = []
    for name, layers in (
        (words.front, (DrawingLayer("lines", tuple(front)),)),
        (words.back, (DrawingLayer("rulers", rulers), DrawingLayer("text", tuple(back)))),
    ):
        heading = DrawingLayer("titles", titles(spec, words.title, name, label))
        whole = f"{words.title}: {name}"
        pages.append(Scene(spec.width, spec.height, whole, (*layers, heading), background="#ffffff"))
    return pages


def _lines(spec: SheetSpec) -> list[Item]:
    """Draw on the front an upright line through left and right, a level one through top and bottom."""
    path = PathBuilder()
    half = 14.0
    for name, (x, y) in stations(spec).items():
        if name in ("left", "right"):
            path.polyline(((x, y - half), (x, y + half)))
        else:
            path.polyline(((x - half, y), (x + half, y)))
    cx, cy = spec.width / 2, spec.height / 2
    path.polyline(((cx - 6, cy), (cx + 6, cy))).polyline(((cx, cy - 6), (cx, cy + 6)))
    return [path.build(stroke=_LINE), Circle(cx, cy, 3, stroke=_LINE)]


def _rulers(spec: SheetSpec, names: tuple[str, str, str, str]) -> list[Item]:
    """Draw on the back rulers about the same points, positive to the right and down."""
    path = PathBuilder()
    items: list[Item] = []
    for (station, (x, y)), name in zip(stations(spec).items(), names, strict=True):
        level = station in ("left", "right")
        for half in range(-2 * REACH, 2 * REACH + 1):
            step, long = half / 2, 4.0 if half == 0 else 2.6 if half % 2 == 0 else 1.5
            if level:
                path.polyline(((x + step, y), (x + step, y - long)))
            else:
                path.polyline(((x, y + step), (x + long, y + step)))
            if half % 4 == 0 and half:
                sign = f"{'+' if half > 0 else '−'}{abs(half) // 2}"
                if level:
                    items.append(TextItem(x + step, y - 3.2, sign, 1.5, "sans", "middle"))
                else:
                    items.append(TextItem(x + 3.2, y + step, sign, 1.5, "sans", baseline="middle"))
        ends = ((x - REACH, y), (x + REACH, y)) if level else ((x, y - REACH), (x, y + REACH))
        path.polyline(ends)
        where = (x, y + 19.0) if level else (x - 17.0, y + 1.2)
        items.append(TextItem(*where, name, 3.2, "sans-bold", "middle" if level else "end"))
    cx, cy = spec.width / 2, spec.height / 2
    path.polyline(((cx - 6, cy), (cx + 6, cy))).polyline(((cx, cy - 6), (cx, cy + 6)))
    return [path.build(stroke=_FINE), Circle(cx, cy, 3, stroke=_FINE), *items]


def _corners(spec: SheetSpec) -> list[Item]:
    """Return the lines along all edges that show how near to them the printer prints."""
    w, h = spec.width, spec.height
    path = PathBuilder()
    items: list[Item] = []
    size = 5.0
    for index, d in enumerate(_MARGINS):
        off = size * (index - len(_MARGINS) / 2)
        # Clear of title and stations.
        x, y = w * 0.66 + off, h * 0.25 + off
        path.polyline(((x, d), (x + size, d))).polyline(((x, h - d), (x + size, h - d)))
        path.polyline(((d, y), (d, y + size))).polyline(((w - d, y), (w - d, y + size)))
        middle = size / 2
        items.append(TextItem(x + middle, d + 2.0, str(d), 1.8, "sans", "middle"))
        items.append(TextItem(x + middle, h - d - 0.6, str(d), 1.8, "sans", "middle"))
        items.append(TextItem(d + 0.6, y + middle, str(d), 1.8, "sans", baseline="middle"))
        items.append(TextItem(w - d - 0.6, y + middle, str(d), 1.8, "sans", "end", baseline="middle"))
    return [path.build(stroke=_FINE), *items]


def _measures(spec: SheetSpec) -> list[Item]:
    """Return two rulers of 100 mm."""
    x, y = spec.width / 2 - 50.0, spec.height - 52.0
    path: PathBuilder = PathBuilder().polyline(((x, y), (x + 100, y)))
    items: list[Item] = []
    left, top = 47.0, spec.height / 2 - 50.0
    path.polyline(((left, top), (left, top + 100)))
    for mm in range(101):
        long = 3.5 if mm % 10 == 0 else 2.4 if mm % 5 == 0 else 1.4
        path.polyline(((x + mm, y), (x + mm, y - long))).polyline(((left, top + mm), (left + long, top + mm)))
        if mm % 10 == 0:
            items.append(TextItem(x + mm, y + 2.6, str(mm), 2.2, "sans", "middle"))
            items.append(TextItem(left - 0.8, top + mm, str(mm), 2.2, "sans", "end", baseline="middle"))
    ruler: Path = path.build(stroke=_FINE)
    return [ruler, *items]


def _text(spec: SheetSpec, paragraphs: tuple[str, ...] | list[str], top: float) -> list[Item]:
    left, width, size = 60.0, spec.width - 120.0, 3.3
    items: list[Item] = []
    y = top
    for paragraph in paragraphs:
        font = "sans"
        for line in wrap(paragraph, font, size, width):
            if spec.height / 2 - 8 < y < spec.height / 2 + 12:
                # The cross in the middle stays free.
                y = spec.height / 2 + 12
            items.append(TextItem(left, y, line, size, font))
            y += 1.35 * size
        y += 0.7 * size
    return items
