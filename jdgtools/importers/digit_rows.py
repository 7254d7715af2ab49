"""Rows of numbers on counters: what stands at one height of many counters, in figures of one size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from jdgtools.importers.counter_numbers import Number
from jdgtools.importers.shape_clusters import SAME_HEIGHT

ROW_SHARE = 0.05
"""Share of the counters with digits that a row must stand on."""
COLOUR_SHARE = 0.05
"""Share of the counters of a row that a colour of its figures must stand on."""
MAIN_SHARE = 0.3
"""Share of the numbers at the height of most that stand at one of the heights that are asked for first."""
ROW_GAP = 0.05
"""Empty height between two rows, as a share of the picture."""
OTHER_SIZE = 1.3
"""Times that figures are higher than the next smaller ones of their level where they are another size."""
IN_LINE = 0.4
"""How far the middles of smaller figures are from those of larger ones of their row, as a share of these."""
PLACE_REACH = 0.12
"""How far from its usual place a number may stand, as a share of the width."""
PLACE_CELL = 0.05
"""Shares of the width by which places are counted."""

Band = tuple[float, float, float, float]


class DigitRow(Struct, frozen=True):
    """A row of numbers that stands at the same height of many counters."""

    top: float
    bottom: float
    """Where the middles of its numbers are, as shares of the height."""
    numbers: int
    """How many it has."""
    colours: tuple[str, ...]
    counters: int
    places: tuple[float, ...]
    """Where the middle of each number usually is, as a share of the width from the left."""
    heights: tuple[float, float]
    """Least and greatest height of its numbers."""

    @property
    def band(self) -> Band:
        """What rows share of which a counter has one: where they are, and how large their numbers."""
        return (self.top, self.bottom, *self.heights)

    def holds(self, number: Number) -> bool:
        """Return whether a number stands at this height and is about as large."""
        least, most = self.heights[0] / SAME_HEIGHT, self.heights[1] * SAME_HEIGHT
        return self.top <= number.middle <= self.bottom and least < number.height < most

    def line(self) -> str:
        """Return it in words."""
        band = f"{100 * self.top:.0f} to {100 * self.bottom:.0f} % from the top"
        many = "1 number" if self.numbers == 1 else f"{self.numbers} numbers"
        places = " and ".join(f"{100 * x:.0f}" for x in self.places)
        return (
            f"{many} in {' or '.join(self.colours)}, {band}, at {places} % from the left, "
            f"on {self.counters} counters"
        )


def find_rows(numbers: Mapping[str, Sequence[Number]]) -> list[DigitRow]:
    """Return the rows that many counters share, those of most counters first."""
    every = sorted(
        ((x.middle, name, x) for name, of_counter in numbers.items() for x in of_counter),
        key=lambda e: e[:2],
    )
    levels: list[list[tuple[str, Number]]] = []
    last = -1.0
    for middle, name, number in every:
        if middle - last > ROW_GAP:
            levels.append([])
        levels[-1].append((name, number))
        last = middle
    counters = sum(bool(x) for x in numbers.values())
    rows = []
    for band in (band for level in levels for band in _by_size(level)):
        counts = Counter(name for name, _ in band)
        least = max(2, ROW_SHARE * counters)
        if len(counts) < least:
            continue
        colours = Counter(colour for _, colour in {(name, x.colour) for name, x in band})
        usual_colours = sorted(c for c, n in colours.items() if n >= COLOUR_SHARE * len(counts))
        heights = sorted(x.height for _, x in band)
        reach = heights[len(heights) // 2] / 4
        for usual in sorted(set(counts.values())):
            for places, standing in _layouts(band, usual, least):
                rows.append(
                    DigitRow(
                        round(band[0][1].middle - reach, 4), round(band[-1][1].middle + reach, 4), usual,
                        tuple(usual_colours), standing, places, (heights[0], heights[-1]),
                    )
                )  # fmt: skip
    return sorted(rows, key=lambda r: (-r.counters, r.top))


def _by_size(level: Sequence[tuple[str, Number]]) -> list[list[tuple[str, Number]]]:
    """Return numbers of one level by their size: those of small print above or below are no ratings.

    Smaller ones in the line of the large ones (in a box between them, or raised) are with these.
    """
    sizes = sorted({number.height for _, number in level})
    limits = [0.0, *(b for a, b in pairwise(sizes) if b > OTHER_SIZE * a), 1.0]
    bands: list[tuple[float, list[tuple[str, Number]]]] = []
    for low, high in pairwise(limits):
        band = [x for x in level if low <= x[1].height < high]
        distance = abs(_middle(bands[-1][1]) - _middle(band)) if bands else 1.0
        if distance <= IN_LINE * _median([x.height for _, x in band]):
            low, _ = bands.pop()
            band = [x for x in level if low <= x[1].height < high]
        bands.append((low, band))
    return [band for _, band in bands]


def _middle(band: Sequence[tuple[str, Number]]) -> float:
    """Return where most of the numbers have their middle."""
    return _median([number.middle for _, number in band])


def _median(values: Sequence[float]) -> float:
    """Return the middle one of some values."""
    return sorted(values)[len(values) // 2]


def _layouts(
    band: Sequence[tuple[str, Number]], usual: int, least: float
) -> Iterator[tuple[tuple[float, ...], int]]:
    """Yield where the numbers of a row stand, from left to right, and on how many counters, the most first.

    Counters of another kind may have as many numbers at another place, such as leaders beside a portrait:
    theirs are a row of their own.
    """
    by_counter: dict[str, list[float]] = {}
    for name, number in band:
        by_counter.setdefault(name, []).append(number.centre)
    left = [tuple(sorted(centres)) for centres in by_counter.values() if len(centres) == usual]
    while len(left) >= least:
        cells = Counter(tuple(round(x / PLACE_CELL) for x in centres) for centres in left)
        cell = min(cells, key=lambda c: (-cells[c], c))
        middle = tuple(x * PLACE_CELL for x in cell)
        near = [centres for centres in left if stands_at(centres, middle)]
        if len(near) < least:
            return
        places = tuple(sorted(column)[len(column) // 2] for column in zip(*near, strict=True))
        yield places, len(near)
        left = [centres for centres in left if not stands_at(centres, places) and centres not in near]


def main_bands(rows: Sequence[DigitRow]) -> list[list[DigitRow]]:
    """Return the rows at each height at which counters have their ratings, the most numbers first.

    The two sides may have them at two heights.
    """
    bands: dict[Band, list[DigitRow]] = {}
    for row in rows:
        bands.setdefault(row.band, []).append(row)
    weights = {key: max(r.numbers * r.counters for r in band) for key, band in bands.items()}
    order = sorted(bands, key=lambda key: -weights[key])
    return [bands[key] for key in order if weights[key] >= MAIN_SHARE * weights[order[0]]]


def stands_at(centres: Sequence[float], places: Sequence[float]) -> bool:
    """Return whether numbers stand at the places of a row."""
    return all(abs(x - place) <= PLACE_REACH for x, place in zip(centres, places, strict=True))
