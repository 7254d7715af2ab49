"""The ordinaries of heraldry (bend, fess, chief, cross …), drawn on a shield of 100 x 118.

`draw_ordinary` gives the drawing; other functions give the areas on and beside it in which small charges
find room.
"""

from __future__ import annotations

from typing import TypeAlias

from jdgtools.blazon.lines import edge_path, ring
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Item, Paint, Path, Point, Polygon, Stroke, parse_path

Area: TypeAlias = tuple[float, float, float, float]
_INNER = "M12 12L88 12L88 54C88 78 71 93 50 104C29 93 12 78 12 54Z"


def draw_ordinary(
    kind: str, count: int, paint: Paint, line: str = "", has_cotises: bool = False
) -> list[Item]:
    """Return the drawing of an ordinary in its place; several bars, pallets or bendlets stand side by side.

    Args:
        kind: value of ``words.ORDINARIES``.
        count: how many.
        paint: its colour.
        line: kind of its edges, value of ``lines.LINES``.
        has_cotises: whether it has a narrow strip at each side.
    """
    if kind == "bordure":
        outline = "M0 0L100 0L100 54C100 84 78 105 50 118C22 105 0 84 0 54Z"
        if line:
            return [Path((*parse_path(outline), *ring(line)), fill=paint, even_odd=True)]
        return [Path(parse_path(outline), stroke=Stroke(paint, 26.0))]
    if kind == "orle":
        return [Path(parse_path(_INNER), stroke=Stroke(paint, 8.0))]
    if kind == "inescutcheon":
        return [Path(parse_path("M32 34L68 34L68 54C68 66 60 74 50 79C40 74 32 66 32 54Z"), fill=paint)]
    if kind == "flaunches":
        d = "M0 0L8 0Q36 50 8 100L0 100ZM100 0L92 0Q64 50 92 100L100 100Z"
        return [Path(parse_path(d), fill=paint)]
    cotises = [Polygon(points, fill=paint) for points in _COTISES.get(kind, ())] if has_cotises else []
    if line:
        return [*cotises, *(Path(edge_path(points, line), fill=paint) for points in _outlines(kind, count))]
    return [*cotises, *(Polygon(points, fill=paint) for points in _shapes(kind, count))]


def area_of(kind: str, count: int, line: str = "") -> Path | None:
    """Return the outline of an ordinary that can be filled with stripes or checks; None for the others."""
    shapes = _outlines(kind, count)
    if len(shapes) != 1:
        return None
    straight = Polygon(shapes[0])
    return (
        Path(edge_path(straight.points, line))
        if line
        else Path(PathBuilder().polygon(straight.points).commands())
    )


_COTISES: dict[str, tuple[tuple[Point, ...], ...]] = {
    "bend": (((27, 0), (33, 0), (100, 70), (100, 77)), ((0, 27), (0, 33), (82, 118), (88, 118))),
    "bend sinister": (((73, 0), (67, 0), (0, 70), (0, 77)), ((100, 27), (100, 33), (18, 118), (12, 118))),
    "fess": (((0, 26), (100, 26), (100, 31), (0, 31)), ((0, 73), (100, 73), (100, 78), (0, 78))),
    "pale": (((24, 0), (29, 0), (29, 118), (24, 118)), ((71, 0), (76, 0), (76, 118), (71, 118))),
    "chevron": (
        ((50, 22), (100, 66), (100, 72), (50, 28), (0, 72), (0, 66)),
        ((50, 68), (100, 112), (100, 118), (50, 74), (0, 118), (0, 112)),
    ),
}
"""Strips beside an ordinary."""


def _outlines(kind: str, count: int) -> list[tuple[Point, ...]]:
    """Return the same as ``_shapes``, but a cross in one piece."""
    if kind != "cross":
        return _shapes(kind, count)
    w, h = 100.0, 118.0
    return [
        (
            (38, 0),
            (62, 0),
            (62, 38),
            (w, 38),
            (w, 62),
            (62, 62),
            (62, h),
            (38, h),
            (38, 62),
            (0, 62),
            (0, 38),
            (38, 38),
        )
    ]


def _shapes(kind: str, count: int) -> list[tuple[Point, ...]]:
    w, h = 100.0, 118.0
    if kind == "label":
        bar: tuple[Point, ...] = ((0, 16), (w, 16), (w, 23), (0, 23))
        points = max(3, count)
        step = w / points
        drops = [(step * (k + 0.5)) for k in range(points)]
        return [bar, *(((x - 5, 20), (x + 5, 20), (x + 7, 42), (x - 7, 42)) for x in drops)]
    if kind == "cross":
        return [((38, 0), (62, 0), (62, h), (38, h)), ((0, 38), (w, 38), (w, 62), (0, 62))]
    if kind == "saltire":
        return [
            ((0, 0), (15, 0), (w, 92), (w, 108), (85, 108), (0, 15)),
            ((w, 0), (85, 0), (0, 92), (0, 108), (15, 108), (w, 15)),
        ]
    if kind == "pall":
        return [
            ((0, 0), (16, 0), (62, 50), (62, h), (38, h), (38, 56), (0, 16)),
            ((w, 0), (84, 0), (50, 36), (50, 62), (w, 16)),
        ]
    if kind in ("bar", "pallet", "bendlet", "chevronel"):
        return [points for k in range(count) for points in _narrow(kind, k, count)]
    single: dict[str, tuple[Point, ...]] = {
        "chief": ((0, 0), (w, 0), (w, 34), (0, 34)),
        "base": ((0, 86), (w, 86), (w, h), (0, h)),
        "fess": ((0, 36), (w, 36), (w, 68), (0, 68)),
        "pale": ((34, 0), (66, 0), (66, h), (34, h)),
        "bend": ((0, 0), (18, 0), (w, 86), (w, 104), (w, 112), (90, 112), (0, 18)),
        "bend sinister": ((w, 0), (82, 0), (0, 86), (0, 112), (10, 112), (w, 18)),
        "chevron": ((50, 34), (w, 78), (w, 106), (50, 62), (0, 106), (0, 78)),
        "pile": ((20, 0), (80, 0), (50, 100)),
        "canton": ((0, 0), (38, 0), (38, 38), (0, 38)),
    }
    return [single[kind]] if kind in single else []


def _narrow(kind: str, index: int, count: int) -> list[tuple[Point, ...]]:
    """Return one of several bars, pallets, bendlets or chevronels."""
    w, h = 100.0, 118.0
    if kind == "bar":
        step = 104.0 / (2 * count + 1)
        top = step * (2 * index + 1)
        return [((0, top), (w, top), (w, top + step), (0, top + step))]
    if kind == "pallet":
        step = w / (2 * count + 1)
        left = step * (2 * index + 1)
        return [((left, 0), (left + step, 0), (left + step, h), (left, h))]
    if kind == "bendlet":
        step = 140.0 / (2 * count + 1)
        shift = -70 + step * (2 * index + 1)
        return [((0, shift), (w, shift + w), (w, shift + w + step), (0, shift + step))]
    step = 84.0 / (2 * count)
    top = 10 + step * 2 * index
    return [
        (
            (50, top),
            (w, top + 44),
            (w, top + 44 + step),
            (50, top + step),
            (0, top + 44 + step),
            (0, top + 44),
        )
    ]


def spots_on(kind: str, count: int) -> list[Area]:
    """Return where small charges lie on the ordinary."""
    if kind == "chief":
        size = min(26.0, 92.0 / count)
        left = 50 - size * 1.15 * count / 2
        return [(left + size * 1.15 * k + size * 0.07, 4.0, size, 26.0) for k in range(count)]
    if kind == "fess":
        size = min(26.0, 92.0 / count)
        left = 50 - size * 1.15 * count / 2
        return [(left + size * 1.15 * k + size * 0.07, 39.0, size, 26.0) for k in range(count)]
    if kind == "pale":
        return [(37.0, 6.0 + 32.0 * k, 26.0, 28.0) for k in range(min(count, 3))]
    if kind == "bend":
        step = 72.0 / max(1, count)
        first = 14 + step / 2
        return [(first + step * k - 9, first + step * k - 9, 18.0, 18.0) for k in range(count)]
    if kind == "cross":
        middle = [(41.0, 41.0, 18.0, 18.0)]
        arms = [
            (41.0, 8.0, 18.0, 18.0),
            (8.0, 41.0, 18.0, 18.0),
            (74.0, 41.0, 18.0, 18.0),
            (41.0, 80.0, 18.0, 18.0),
        ]
        return (middle if count in (1, 5) else []) + (
            arms[:count] if count < 5 else arms if count > 1 else []
        )
    if kind == "canton":
        return [(6.0, 6.0, 26.0, 26.0)]
    if kind == "inescutcheon":
        return [(38.0, 40.0, 24.0, 24.0)]
    if kind == "chevron":
        places = [(42.0, 40.0, 16.0, 16.0), (12.0, 72.0, 16.0, 16.0), (72.0, 72.0, 16.0, 16.0)]
        return places[:count]
    if kind == "bordure":
        ring = [(3, 3), (45, 2), (87, 3), (88, 34), (84, 64), (66, 88), (24, 88), (6, 64), (2, 34)]
        return [(float(x), float(y), 10.0, 10.0) for x, y in ring[: max(count, 8)]]
    return [(38.0, 38.0, 24.0, 24.0)] if count == 1 else []


def room_beside(kind: str, count: int) -> list[Area]:
    """Return where charges stand that have the ordinary between them."""
    if kind in ("bend", "bendlet"):
        spots = [(58.0, 10.0, 32.0, 32.0), (12.0, 54.0, 32.0, 32.0)]
        if count > 2:
            spots = [
                (44, 6, 22, 22),
                (70, 10, 22, 22),
                (74, 36, 22, 22),
                (6, 44, 22, 22),
                (12, 70, 22, 22),
                (34, 84, 22, 22),
            ]
        return [(float(a), float(b), float(c), float(d)) for a, b, c, d in spots[: max(2, count)]]
    if kind in ("fess", "bar"):
        if count > 4:
            above = [(8.0 + 29 * k, 6.0, 26.0, 26.0) for k in range(3)]
            return [*above, (19.0, 71.0, 22.0, 22.0), (59.0, 71.0, 22.0, 22.0), (39.0, 90.0, 22.0, 22.0)][
                :count
            ]
        return [(14.0, 5.0, 28.0, 28.0), (58.0, 5.0, 28.0, 28.0), (36.0, 72.0, 28.0, 28.0)][:count]
    if kind in ("chevron", "chevronel"):
        return [(6.0, 12.0, 28.0, 28.0), (66.0, 12.0, 28.0, 28.0), (36.0, 74.0, 28.0, 28.0)][:count]
    if kind in ("cross", "saltire"):
        corners = [
            (5.0, 5.0, 28.0, 28.0),
            (67.0, 5.0, 28.0, 28.0),
            (8.0, 66.0, 26.0, 26.0),
            (66.0, 66.0, 26.0, 26.0),
        ]
        if kind == "saltire":
            corners = [
                (38.0, 4.0, 24.0, 24.0),
                (4.0, 40.0, 24.0, 24.0),
                (72.0, 40.0, 24.0, 24.0),
                (38.0, 80.0, 24.0, 24.0),
            ]
        return corners[: max(count, 4) if count >= 4 else count]
    if kind == "pale":
        return [(4.0, 34.0, 26.0, 30.0), (70.0, 34.0, 26.0, 30.0)][:count]
    return []
