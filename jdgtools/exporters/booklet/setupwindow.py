"""The parts of the map that setup cards show: where they lie, and how large their hexes are on the page."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise

from msgspec import Struct

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.scenario import Placement
from jdgtools.render.scene import Point

_TALLEST = 150.0
_LARGEST = 15.0
"""Distance between opposite hexsides, mm, at most."""
_AROUND = (0.9, 0.15)
"""Ground shown beyond the hexes of the setup, in hexes: as a rule, and where room is short."""
_SHARE, _LARGEST_SHARE = 0.62, 0.72
"""Edge of a counter in a hex: as a rule, and at most."""
MIN_COUNTER = 8.0
"""Edge of the smallest counter, mm."""
_MIN_HEX = MIN_COUNTER / _LARGEST_SHARE
_LEAST_HIGH = 0.3
"""Height of a map in its widths, at least."""


class MapWindow(Struct, frozen=True):
    """Part of the map on paper."""

    layout: Layout
    """With the corner of the field at the origin, mm on the card."""
    left: float
    top: float
    width: float
    height: float

    def shows(self, index: int) -> bool:
        """Return whether a counter in a hex lies inside as a whole."""
        (x, y), half = self.layout.centre(index), _LARGEST_SHARE / 2 * self.layout.size
        return (
            self.left + half <= x <= self.left + self.width - half
            and self.top + half <= y <= self.top + self.height - half
        )

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom, in hexes from the corner of the field."""
        edges = (self.left, self.top, self.left + self.width, self.top + self.height)
        left, top, right, bottom = (edge / self.layout.size for edge in edges)
        return left, top, right, bottom

    @property
    def counter(self) -> float:
        """Edge of a counter, mm."""
        size = self.layout.size
        return min(_LARGEST_SHARE * size, max(_SHARE * size, MIN_COUNTER))


def setup_hexes(placements: Iterable[Placement]) -> frozenset[int]:
    """Return the hexes where pieces begin, or may begin."""
    return frozenset(index for p in placements for index in (*p.hexes, *p.area))


def windows(grid: HexGrid, hexes: Collection[int], width: float, share: float = 1.0) -> list[MapWindow]:
    """Return the parts of the map that hold the hexes, as large as fits, filled up to the width.

    Args:
        grid: of the map.
        hexes: those that must be seen.
        width: mm.
        share: how much smaller they are, as far as counters stay large enough.
    """
    unit = Layout(grid, 1.0)
    centres = {index: unit.centre(index) for index in sorted(hexes)}
    for around in _AROUND:
        left, top, right, bottom = _around(unit, centres.values(), around)
        size = min(_LARGEST, width / (right - left), _TALLEST / (bottom - top))
        if size >= _MIN_HEX or len(hexes) == 1:
            break
    else:
        axis = 0 if width / (right - left) < _TALLEST / (bottom - top) else 1
        parts = _halves(centres, axis)
        return [window for part in parts for window in windows(grid, part, width, share)]
    size = max(share * size, min(size, _MIN_HEX))
    # What room there is beside shows more of the map.
    left, right = _widen(left, right, width / size, unit.width)
    top, bottom = _widen(
        top, bottom, max(bottom - top, min(_LEAST_HIGH * width / size, unit.height)), unit.height
    )
    layout = Layout(grid, size)
    return [MapWindow(layout, left * size, top * size, (right - left) * size, (bottom - top) * size)]


def _around(unit: Layout, centres: Iterable[Point], around: float) -> tuple[float, float, float, float]:
    reach = 0.6 + around
    xs, ys = zip(*centres, strict=True)
    return (
        max(0.0, min(xs) - reach),
        max(0.0, min(ys) - reach),
        min(unit.width, max(xs) + reach),
        min(unit.height, max(ys) + reach),
    )


def _halves(centres: dict[int, Point], axis: int) -> tuple[list[int], list[int]]:
    """Cut hexes in two, where they stand apart: near the middle, at the widest gap."""
    places = sorted({point[axis] for point in centres.values()})
    low, high = places[0], places[-1]
    length = high - low

    def worth(low_end: float, high_end: float) -> float:
        aside = abs((low_end + high_end) / 2 - (low + high) / 2)
        return (high_end - low_end - aside) / length

    _, cut = max((worth(a, b), (a + b) / 2) for a, b in pairwise(places))
    before = [index for index, point in centres.items() if point[axis] < cut]
    return before, [index for index in centres if index not in set(before)]


def _widen(low: float, high: float, length: float, limit: float) -> tuple[float, float]:
    """Widen a span on both sides, inside 0..limit."""
    length = min(length, limit)
    if length <= high - low:
        return low, high
    start = min(max(0.0, (low + high - length) / 2), limit - length)
    return start, start + length
