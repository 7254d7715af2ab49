"""Splitting rows of a chart, so that a battle can replace a single total or add a ratio.

A row that stands for the totals 9 to 11 is split into 9, 10 and 11 when a battle overrides 10 alone. That
changes no result: each piece of a row holds the cells of the row. The cells that an override names are
changed afterwards, in `overrides`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from math import gcd

from msgspec.structs import replace

from jdgtools.charts.model import Axis, AxisKey, Chart
from jdgtools.model.text import Text

Span = tuple[int | None, int | None]
"""First and last total; None = no end on that side."""
_SPAN = re.compile(r"(?P<low>-?\d+)?(?P<dots>\.\.)?(?P<high>-?\d+)?")
_RATIO = re.compile(r"(?P<a>\d+)(?:\.(?P<ad>\d))?:(?P<b>\d+)(?:\.(?P<bd>\d))?")


def parse_span(text: str) -> Span | None:
    """Return (low, high) of `10`, `9..11`, `..8` or `17..`; None when the text is not a span."""
    match = _SPAN.fullmatch(text.strip())
    if match is None or (match["low"] is None and match["high"] is None):
        return None
    low = None if match["low"] is None else int(match["low"])
    high = None if match["high"] is None else int(match["high"])
    if match["dots"] is None:
        return None if high is not None else (low, low)
    return None if low is not None and high is not None and high < low else (low, high)


def parse_ratio(text: str) -> tuple[int, int] | None:
    """Return whole numbers (first, second) of `3:1`, `1:1.5` or `2.5:1`.

    None when the text is not a ratio.
    """
    match = _RATIO.fullmatch(text.strip())
    if match is None:
        return None
    first = int(match["a"]) * 10 + int(match["ad"] or 0)
    second = int(match["b"]) * 10 + int(match["bd"] or 0)
    if first == 0 or second == 0:
        return None
    common = gcd(first, second)
    return first // common, second // common


def span_fits(axis: Axis, span: Span) -> bool:
    """Return whether the rows of a range axis cover the span."""
    first, last = axis.keys[0], axis.keys[-1]
    low_fits = first.low is None or (span[0] is not None and span[0] >= first.low)
    high_fits = last.high is None or (span[1] is not None and span[1] <= last.high)
    return low_fits and high_fits


def span_text(low: int | None, high: int | None) -> str:
    """Return the span as it is printed: `≤ 8`, `9–11`, `12`, `≥ 17`."""
    if low is None:
        return f"≤ {high}"
    if high is None:
        return f"≥ {low}"
    return str(low) if low == high else f"{low}–{high}"


def cut_rows(
    chart: Chart, axis_index: int, spans: Sequence[Span]
) -> tuple[Chart, dict[str, tuple[str, ...]]]:
    """Return the chart with rows cut at the ends of the spans, and row id -> ids of its pieces.

    The first piece of a row keeps its id; the others are named by their span (`11..13`).
    """
    axis = chart.axes[axis_index]
    edges = sorted({s[0] for s in spans if s[0] is not None} | {s[1] + 1 for s in spans if s[1] is not None})
    keys: list[AxisKey] = []
    pieces: dict[str, tuple[str, ...]] = {}
    for key in axis.keys:
        inside = [
            edge
            for edge in edges
            if (key.low is None or edge > key.low) and (key.high is None or edge <= key.high)
        ]
        lows = [key.low, *inside]
        highs = [*(edge - 1 for edge in inside), key.high]
        parts = [_piece(key, low, high, n) for n, (low, high) in enumerate(zip(lows, highs, strict=True))]
        keys += parts if inside else [key]
        pieces[key.id] = tuple(part.id for part in parts) if inside else (key.id,)
    return _with_keys(chart, axis_index, tuple(keys), pieces), pieces


def _piece(key: AxisKey, low: int | None, high: int | None, number: int) -> AxisKey:
    name = f"{'' if low is None else low}..{'' if high is None else high}"
    return replace(
        key,
        id=key.id if number == 0 else name,
        label=Text.of(span_text(low, high)),
        low=low,
        high=high,
    )


def add_ratios(
    chart: Chart, axis_index: int, ratios: Sequence[tuple[str, tuple[int, int]]]
) -> tuple[Chart, dict[str, tuple[str, ...]]]:
    """Return the chart with further ratio lines, named as written, and line id -> ids of its pieces.

    A new line starts with the cells of the line that has applied to it so far.
    """
    axis = chart.axes[axis_index]
    keys = list(axis.keys)
    pieces: dict[str, tuple[str, ...]] = {key.id: (key.id,) for key in keys}
    for name, ratio in ratios:
        if any(key.ratio == ratio for key in keys):
            continue
        below = [key for key in keys if key.ratio and ratio[0] * key.ratio[1] > key.ratio[0] * ratio[1]]
        source = below[-1] if below else keys[0]
        origin = next(old for old, parts in pieces.items() if source.id in parts)
        pieces[origin] = (*pieces[origin], name)
        keys.insert(len(below), replace(source, id=name, label=Text.of(name), ratio=ratio, refs=()))
    return _with_keys(chart, axis_index, tuple(keys), pieces), pieces


def _with_keys(
    chart: Chart, axis_index: int, keys: tuple[AxisKey, ...], pieces: dict[str, tuple[str, ...]]
) -> Chart:
    origin = {part: old for old, parts in pieces.items() for part in parts}
    axes = tuple(
        replace(axis, keys=keys) if index == axis_index else axis for index, axis in enumerate(chart.axes)
    )
    cells = {
        at: chart.cells[(*at[:axis_index], origin[at[axis_index]], *at[axis_index + 1 :])]
        for at in product(*(axis.ids for axis in axes))
    }
    return replace(chart, axes=axes, cells=cells)
