"""Blazon -> drawing: a heater shield of 100 x 118, fitted into a box."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from msgspec.structs import replace

from jdgtools.blazon.charges import charge_symbol
from jdgtools.blazon.lines import edge_path
from jdgtools.blazon.model import Blazon, Charge, Field
from jdgtools.blazon.ordinaries import area_of, draw_ordinary, room_beside, spots_on
from jdgtools.blazon.parser import read_blazon
from jdgtools.blazon.vocabulary import CHARGES, TINCTURES
from jdgtools.render.scene import (
    Group,
    Item,
    Path,
    Pattern,
    Point,
    Polygon,
    Rect,
    Stroke,
    Symbol,
    Use,
    parse_path,
    scaling,
    translation,
)

Area: TypeAlias = tuple[float, float, float, float]
"""x, y, width, height that a charge may fill."""

WIDTH, HEIGHT = 100.0, 118.0
OUTLINE = Path(parse_path("M0 0L100 0L100 54C100 84 78 105 50 118C22 105 0 84 0 54Z"))
WHOLE: Area = (0.0, 0.0, WIDTH, HEIGHT)
_MIDDLE: Area = (10.0, 9.0, 80.0, 88.0)
_LINE = "#1b1a1c"
_RIM = "#f8f7f2"


def draw_shield(text: str, box: Area, color: str = "") -> tuple[Item, ...]:
    """Return the arms as large as they fit the box, centred; a plain shield of ``color`` without a text."""
    x, y, width, height = box
    symbol = shield_symbol(text) if text or not color else _plain_shield(color)
    return (Use.fit(symbol, x, y, width, height),)


@lru_cache(maxsize=256)
def shield_symbol(text: str) -> Symbol:
    """Return the symbol of the coat of arms, one object for each text."""
    items = (
        # A pale rim parts the shield from a ground of its own colour.
        Path(OUTLINE.commands, stroke=Stroke(_RIM, 10.0, join="round")),
        Group(_blazon(read_blazon(text), WHOLE), clip=OUTLINE),
        Path(OUTLINE.commands, stroke=Stroke(_LINE, 5.0, join="round")),
    )
    return Symbol("shield", items, (-5.0, -5.0, 110.0, 128.0))


@lru_cache(maxsize=64)
def _plain_shield(color: str) -> Symbol:
    path = Path(OUTLINE.commands, color, Stroke(_LINE, 5.0, join="round"))
    return Symbol("shield", (path,), (-5.0, -5.0, 110.0, 128.0))


def _blazon(blazon: Blazon, area: Area) -> tuple[Item, ...]:
    """Draw the blazon in an area of the proportions of a shield."""
    items: list[Item] = list(_field(blazon.field))
    for charge in blazon.charges:
        items += _charge(charge, blazon.field.tinctures[0], _room(blazon.charges, charge))
    if area == WHOLE:
        return tuple(items)
    x, y, width, height = area
    clip = Rect(0.0, 0.0, WIDTH, HEIGHT)
    inner = Group(tuple(items), scaling(width / WIDTH, height / HEIGHT), clip)
    return (Group((inner,), translation(x, y)),)


def _room(charges: tuple[Charge, ...], charge: Charge) -> Area:
    """Return the room for a common charge: what a chief or a bordure leaves."""
    x, y, width, height = _MIDDLE
    kinds = {c.kind for c in charges if c is not charge}
    above = any(c.place == "chief" for c in charges if c is not charge)
    if "chief" in kinds or above:
        x, y, width, height = 19.0, 38.0, 62.0, 64.0
    if "bordure" in kinds or "orle" in kinds:
        x, y, width, height = x + 8, y + 6, width - 16, height - 14
    return x, y, width, height


def _paint(tincture: str) -> str | Pattern:
    """Return the colour of a tincture, or the pattern of a fur."""
    if tincture == "ermine":
        tail = Path(parse_path("M7 3L9 7L8 8L10 15L7 13L4 15L6 8L5 7Z"), fill=TINCTURES["sable"])
        return Pattern(
            14.0,
            36.0,
            (
                Rect(0, 0, 14, 36, fill=TINCTURES["ermine"]),
                tail,
                Group((tail,), translation(-7, 18)),
                Group((tail,), translation(7, 18)),
            ),
        )
    if tincture == "vair":
        bell = Path(
            parse_path("M0 14L0 12Q5 12 5 6Q5 0 8 0Q11 0 11 6Q11 12 16 12L16 14Z"), fill=TINCTURES["azure"]
        )
        return Pattern(
            16.0,
            28.0,
            (
                Rect(0, 0, 16, 28, fill=TINCTURES["vair"]),
                bell,
                Group((bell,), translation(-8, 14)),
                Group((bell,), translation(8, 14)),
            ),
        )
    return TINCTURES[tincture]


def _plain(tincture: str, points: tuple[Point, ...], line: str = "") -> Polygon | Path:
    paint = _paint(tincture)
    return Path(edge_path(points, line), fill=paint) if line else Polygon(points, fill=paint)


def _field(field: Field) -> tuple[Item, ...]:
    """Draw the ground of the shield."""
    first = field.tinctures[0]
    second = field.tinctures[-1]
    base = Rect(0.0, 0.0, WIDTH, HEIGHT, fill=_paint(first))
    w, h, mid = WIDTH, HEIGHT, 52.0
    if field.kind == "quarters":
        # Lower quarters are drawn as if the shield did not narrow, then clipped.
        cells: tuple[Area, ...] = ((0, 0, 50.3, 56.3), (50, 0, 50, 56.3), (0, 56, 50.3, 62), (50, 56, 50, 62))
        return tuple(
            item
            for quarter, cell in zip(field.quarters, cells, strict=True)
            for item in _blazon(quarter, cell)
        )
    halves: dict[str, tuple[tuple[Point, ...], ...]] = {
        "per pale": (((w / 2, 0), (w, 0), (w, h), (w / 2, h)),),
        "per fess": (((0, mid), (w, mid), (w, h), (0, h)),),
        "per bend": (((0, 0), (w, 104), (w, h), (0, h)),),
        "per bend sinister": (((w, 0), (w, h), (0, h), (0, 104)),),
        "per chevron": (((w / 2, 44), (w, 88), (w, h), (0, h), (0, 88)),),
        "per saltire": (((0, 0), (w / 2, mid), (0, 104)), ((w, 0), (w, 104), (w / 2, mid))),
        "quarterly": (
            ((w / 2, 0), (w, 0), (w, mid), (w / 2, mid)),
            ((0, mid), (w / 2, mid), (w / 2, h), (0, h)),
        ),
    }
    if field.kind in halves:
        return (base, *(_plain(second, points, field.line) for points in halves[field.kind]))
    if field.kind == "plain":
        return (base, *_semy(field.semy, first))
    stripes = _stripes(field.kind, max(2, field.count))
    line = field.line if field.kind in ("barry", "paly", "bendy", "chevronny") else ""
    return (base, *(_plain(second, points, line) for points in stripes))


def _stripes(kind: str, count: int) -> list[tuple[Point, ...]]:
    """Return the pieces of the second tincture of a field of stripes or checks."""
    w, h = WIDTH, HEIGHT
    odd = range(1, count, 2)
    if kind == "barry":
        step = h * 0.94 / count
        return [((0, step * k), (w, step * k), (w, step * (k + 1)), (0, step * (k + 1))) for k in odd]
    if kind == "paly":
        step = w / count
        return [((step * k, 0), (step * (k + 1), 0), (step * (k + 1), h), (step * k, h)) for k in odd]
    if kind == "bendy":
        step = 2 * h / count
        edges = [-h + step * k for k in range(count + 1)]
        return [((0, a), (w, a + w), (w, b + w), (0, b)) for k, (a, b) in enumerate(pairwise(edges)) if k % 2]
    if kind == "chevronny":
        step = 1.6 * h / count
        tops = [-30 + step * k for k in range(count + 1)]
        return [
            ((w / 2, a), (w, a + 42), (w, b + 42), (w / 2, b), (0, b + 42), (0, a + 42))
            for k, (a, b) in enumerate(pairwise(tops))
            if k % 2
        ]
    if kind == "gyronny":
        rim: list[Point] = [(0, 0), (50, 0), (100, 0), (100, 52), (100, 118), (50, 118), (0, 118), (0, 52)]
        return [((50, 52), rim[k], rim[(k + 1) % 8]) for k in range(0, 8, 2)]
    size = w / count
    if kind == "chequy":
        rows = int(h / size) + 1
        return [
            (
                (size * c, size * r),
                (size * (c + 1), size * r),
                (size * (c + 1), size * (r + 1)),
                (size * c, size * (r + 1)),
            )
            for r in range(rows)
            for c in range(count)
            if (r + c) % 2
        ]
    rows = int(h / (size * 1.6)) + 2
    return [
        ((x, y - size * 0.8), (x + size / 2, y), (x, y + size * 0.8), (x - size / 2, y))
        for r in range(rows)
        for x, y in ((size * (c + 0.5), size * 1.6 * r) for c in range(count))
    ]


def _semy(semy: Charge | None, ground: str) -> tuple[Item, ...]:
    if semy is None:
        return ()
    spots = [
        (x + (13 if row % 2 else 0), y)
        for row, y in enumerate((10, 34, 58, 82, 106))
        for x in (-2, 24, 50, 76, 102)
    ]
    return tuple(_bearing(semy.kind, semy.tincture, ground, (x - 10, y - 11, 20, 22)) for x, y in spots)


def _charge(charge: Charge, ground: str, area: Area) -> list[Item]:
    """Draw an ordinary or a common charge with what it bears and what stands around it."""
    items: list[Item] = []
    if charge.kind not in _COMMON:
        if charge.between:
            around = charge.between[0]
            spots = room_beside(charge.kind, around.count)
            items += [
                _bearing(around.kind, around.tincture, ground, spot)
                for spot in spots
                if around.kind in _COMMON
            ]
        items += draw_ordinary(
            charge.kind, charge.count, _paint(charge.tincture), charge.line, charge.has_cotises
        )
        if charge.pattern is not None:
            area_ = area_of(charge.kind, charge.count, charge.line)
            items += () if area_ is None else (Group(_field(charge.pattern), clip=area_),)
        for bearing in charge.on:
            spots = spots_on(charge.kind, bearing.count)
            items += [
                _bearing(bearing.kind, bearing.tincture, charge.tincture, spot)
                for spot in spots
                if bearing.kind in _COMMON
            ]
        return items
    if charge.place in ("chief", "base"):
        area = (12.0, 8.0, 76.0, 26.0) if charge.place == "chief" else (26.0, 66.0, 48.0, 36.0)
        spots = _row(area, charge.count)
    elif charge.between:
        around = charge.between[0]
        spots = _grid(charge.count, charge.arrangement, (24.0, 28.0, 52.0, 52.0))
        corners = [
            (4.0, 4.0, 24.0, 24.0),
            (72.0, 4.0, 24.0, 24.0),
            (38.0, 84.0, 24.0, 24.0),
            (4.0, 50.0, 20.0, 20.0),
        ]
        items += [
            _bearing(around.kind, around.tincture, ground, c)
            for c in corners[: around.count]
            if around.kind in _COMMON
        ]
    else:
        spots = _grid(charge.count, charge.arrangement, area)
    if charge.arrangement == "saltire" and charge.count == 2:
        bearings = _bearing(charge.kind, charge.tincture, ground, area)
        return [*items, replace(bearings, rotate=38.0), replace(bearings, rotate=-38.0)]
    items += [_bearing(charge.kind, charge.tincture, ground, spot) for spot in spots]
    return items


_COMMON = frozenset(CHARGES.values())


_ORLE: tuple[Area, ...] = tuple(
    (x, y, 19.0, 19.0)
    for x, y in (
        *((5.0, 6.0), (28.5, 5.0), (52.5, 5.0), (76.0, 6.0), (77.0, 34.0)),
        *((69.0, 61.0), (52.0, 81.0), (29.0, 81.0), (12.0, 61.0), (4.0, 34.0)),
    )
)
"""Places along the edge, clockwise."""


def _bearing(kind: str, tincture: str, ground: str, spot: Area) -> Use:
    colors = (("$ink", TINCTURES[tincture]), ("$paper", TINCTURES[ground]))
    return Use.fit(charge_symbol(kind), *spot, colors=colors)


def _row(area: Area, count: int) -> list[Area]:
    x, y, width, height = area
    step = width / count
    return [(x + step * k + step * 0.04, y, step * 0.92, height) for k in range(count)]


def _column(area: Area, count: int) -> list[Area]:
    x, y, width, height = area
    step = height / count
    return [(x, y + step * k + step * 0.03, width, step * 0.94) for k in range(count)]


def _grid(count: int, arrangement: str, area: Area) -> list[Area]:
    """Return the places of several equal charges: two and one, three two one, or as arranged."""
    _, y, _, height = area
    if count == 1:
        return [area]
    if arrangement == "pale":
        return _column((14.0, 7.0, 72.0, 100.0), count)
    if arrangement == "orle":
        return [_ORLE[round(k * len(_ORLE) / count) % len(_ORLE)] for k in range(count)][: len(_ORLE)]
    if arrangement in ("fess", "pile"):
        return _row((6.0, y + height * 0.15, 88.0, height * 0.6), count)
    if arrangement == "bend":
        size = 90.0 / count
        return [(6 + size * k, 6 + size * k, size, size) for k in range(count)]
    if count == 2:
        return _column(area, 2)
    rows = {3: (2, 1), 4: (2, 2), 5: (2, 2, 1), 6: (3, 2, 1), 7: (3, 3, 1), 8: (3, 3, 2), 9: (3, 3, 2, 1)}
    layout = rows.get(count, (4, 3, 2, 1) if count <= 10 else (4, 4, 3, 1))
    tall = 100.0 / len(layout)
    wide = min(100.0 / max(layout), tall * 1.25)
    spots: list[Area] = []
    for row, cells in enumerate(layout):
        left = 50 - wide * cells / 2
        spots += [
            (left + wide * k + wide * 0.06, y - 9 + tall * row, wide * 0.88, tall * 0.94)
            for k in range(cells)
        ]
    return spots[:count]
