"""Digits in the pictures of counters: the designer names shapes once, then counters are read.

`--suggest` sorts the shapes of all counters into clusters (`shapes`), shows each as a picture, and writes a
table with a column for its digit. With the table filled in, every shape of a counter is compared with the
named ones; digits that stand together are a number, numbers at one height of all counters are a row. What is
read depends on the module's own print: height and colour of its rows, and how many numbers a row has. A
counter that differs from that, or has in the row a shape that nobody has named, is not read, and is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.importers.counter_figures import CounterFigures, joined_ways, with_figures_of
from jdgtools.importers.counter_numbers import JOIN_GAP, Number
from jdgtools.importers.digit_rows import PLACE_REACH, Band, DigitRow, find_rows, main_bands, stands_at
from jdgtools.importers.digit_table import BRACKETS, NamedShape
from jdgtools.importers.number_places import is_outline, stand_together
from jdgtools.importers.shape_clusters import SAME_HEIGHT
from jdgtools.importers.shapes import InkShape, Print

OPEN_FILE = "digits-open.csv"
BRACKET_HEIGHT = 1.3
"""Times that a bracket beside a number may be higher than the figures of its row may be."""
PART_REACH = 0.07
"""`PLACE_REACH` of numbers that are only some of their row."""
BLOT = 0.25
"""Share of a number's place from which ink that is no shape may hide one."""
FIGURE = 0.5
"""Width of a figure, as a share of its height."""
NEIGHBOUR = 0.6
"""The same of the place beside a figure, where another figure of its number would be."""
NEIGHBOUR_WITH_MORE = 0.3
"""`NEIGHBOUR` of a number with which another way to look at it shows something that may be a figure."""
EDGE = 0.06
"""Share of the picture at its edges where ink is the counter's frame."""


class Reading(Struct, frozen=True):
    """What the pictures of a module say."""

    rows: tuple[DigitRow, ...]
    values: Mapping[str, Mapping[str, str]]
    """Picture -> `digits:ROW,NUMBER` -> number; rows and numbers from 1."""
    unread: tuple[tuple[str, int, str], ...]
    """(picture, row, why it is not read)."""


def read_digits(pictures: Mapping[str, Print | None], table: Sequence[NamedShape]) -> Reading:
    """Return what the counters say.

    Args:
        pictures: name of a picture -> what is printed on it; None where it could not be decoded.
        table: the shapes that the designer has named.
    """
    counters = _counters(pictures, table)
    rows = find_rows({name: counter.numbers for name, counter in counters.items()})
    values: dict[str, dict[str, str]] = {}
    unread: list[tuple[str, int, str]] = []
    for name, counter in counters.items():
        problems: dict[Band, list[tuple[str, int, str]]] = {}
        read: set[Band] = set()
        for n, row in enumerate(rows, 1):
            inside = counter.inside(row)
            band = [r for r in rows if r.band == row.band]
            problem = _problem(row, band, counter)
            if problem:
                problems.setdefault(row.band, []).append((name, n, problem))
            elif inside and row.band not in read:
                read.add(row.band)
                values.setdefault(name, {}).update(
                    {f"digits:{n},{k}": x.text for k, x in enumerate(inside, 1)}
                )
        for band_key in problems.keys() - read:
            # No row has these numbers alone: they may be some of a row that has more.
            for n, row in enumerate(rows, 1):
                band = [r for r in rows if r.band == band_key]
                columns = _columns(row, band, counter) if row in band else ()
                if columns:
                    read.add(band_key)
                    texts = [x.text for x in counter.inside(row)]
                    keys = (f"digits:{n},{k}" for k in columns)
                    values.setdefault(name, {}).update(zip(keys, texts, strict=True))
                    break
        # Of rows that stand at one height a counter has one.
        unread += [reasons[0] for key, reasons in problems.items() if key not in read]
    return Reading(tuple(rows), values, tuple(_without_alternatives(unread, rows, counters, values)))


def _without_alternatives(
    unread: Iterable[tuple[str, int, str]],
    rows: Sequence[DigitRow],
    counters: Mapping[str, CounterFigures],
    values: Mapping[str, Mapping[str, str]],
) -> Iterator[tuple[str, int, str]]:
    """Yield what is not read, without rows that a counter need not have.

    Where no counter has both of two rows (those of one side have their numbers at the foot), shapes at the
    height of the one, such as letters of a name, are no number on a counter that has the other.
    """
    read = {name: {int(key[7:].partition(",")[0]) for key in texts} for name, texts in values.items()}
    together = {(a, b) for on_one in read.values() for a in on_one for b in on_one}
    for name, n, why in unread:
        row = rows[n - 1]
        if counters[name].inside(row) or all((n, other) in together for other in read.get(name, ())):
            yield name, n, why


def blocking_shapes(
    pictures: Mapping[str, Print | None], table: Sequence[NamedShape]
) -> list[tuple[bool, dict[str, list[InkShape]]]]:
    """Return what keeps every row from being read, those at the height of the main row first.

    On pictures where the row has other numbers, on those without any where most have some, and of the main
    row on all where most have numbers; all others are drawings and letters, as far as anybody knows. A shape
    is in the way of the first row that needs it.

    Returns:
        Whether the row stands at that height, and picture -> shapes to be named.
    """
    counters = _counters(pictures, table)
    rows = find_rows({name: counter.numbers for name, counter in counters.items()})
    usual = 2 * sum(bool(counter.numbers) for counter in counters.values()) > len(counters)
    main_rows = [row for band in main_bands(rows) for row in band]
    blocking: list[tuple[bool, dict[str, list[InkShape]]]] = []
    earlier: set[tuple[str, InkShape]] = set()
    for row in sorted(rows, key=lambda row: row not in main_rows):
        is_main = row in main_rows
        of_row: dict[str, list[InkShape]] = {}
        for name, counter in counters.items():
            if counter.inside(row) or (usual and (is_main or not counter.numbers)):
                new = [s for s in _strange([row], counter) if (name, s) not in earlier]
                earlier.update((name, s) for s in new)
                if new:
                    of_row[name] = new
        blocking.append((is_main, of_row))
    return blocking


def _counters(pictures: Mapping[str, Print | None], table: Sequence[NamedShape]) -> dict[str, CounterFigures]:
    """Return what the table says of every counter, looked at in the way that serves its rows best.

    That is the way in which the most numbers are read; of equals the first. What the first look
    at all counters says of their rows is what the second one goes by.
    """
    ways = {
        name: [CounterFigures.read(way, table) for way in counter_print.ways()]
        if counter_print
        else [CounterFigures.read(None, table)]
        for name, counter_print in pictures.items()
    }
    ways = {name: [*of_counter, *joined_ways(of_counter)] for name, of_counter in ways.items()}
    counters = {name: of_counter[0] for name, of_counter in ways.items()}
    for _ in range(2):
        bands = main_bands(find_rows({name: counter.numbers for name, counter in counters.items()}))
        if not bands:
            break
        counters = {name: max(of_counter, key=lambda c: _use(c, bands)) for name, of_counter in ways.items()}
    return {name: with_figures_of(ways[name], counter) for name, counter in counters.items()}


def _use(counter: CounterFigures, bands: Sequence[Sequence[DigitRow]]) -> tuple[int, int, int, float]:
    """Return how well a counter is read, to be compared.

    Numbers that are read; numbers there may be at the height of most once shapes are named, how many of these
    need no name, and how little ink hangs together in the others.
    """
    read = 0
    for band in bands:
        numbers = len(counter.inside(band[0]))
        if any(row.numbers == numbers and not _problem(row, band, counter) for row in band):
            read += numbers
    numbers, strange = len(counter.inside(bands[0][0])), _strange(bands[0], counter)
    ink = sum(shape.width * shape.height for shape in strange)
    return (read, numbers + len(strange), numbers, -ink)


def _columns(row: DigitRow, band: Sequence[DigitRow], counter: CounterFigures) -> tuple[int, ...]:
    """Return which numbers of a row a counter has that lacks some of them; () where that is not sure.

    Two at least, each nearer to its place than to any other, and nothing where the others would stand.
    """
    numbers = counter.inside(row)
    if not 2 <= len(numbers) < row.numbers:
        return ()
    columns = []
    for number in numbers:
        near = sorted((abs(number.centre - place), k) for k, place in enumerate(row.places, 1))
        if near[0][0] > PART_REACH or near[0][0] > near[1][0] / 2:
            return ()
        columns.append(near[0][1])
    part = replace(row, numbers=len(numbers), places=tuple(row.places[k - 1] for k in columns))
    return () if len({*columns}) < len(columns) or _problem(part, band, counter) else tuple(columns)


def _strange(band: Sequence[DigitRow], counter: CounterFigures) -> list[InkShape]:
    """Return the shapes in doubt that may be figures: as high, and where a row has numbers or beside one.

    Args:
        band: rows that stand at one height.
        counter: the counter.
    """
    numbers = counter.inside(band[0])
    least = min(row.heights[0] for row in band) / SAME_HEIGHT
    most = max(row.heights[1] for row in band) * SAME_HEIGHT

    def may_be_figure(shape: InkShape) -> bool:
        middle, centre = shape.top + shape.height / 2, shape.left + shape.width / 2
        if not (band[0].top <= middle <= band[0].bottom and least <= shape.height <= BRACKET_HEIGHT * most):
            return False
        gaps = (abs(centre - n.centre) - (shape.width + n.width) / 2 for n in numbers)
        if any(gap < 0.35 * shape.height for gap in gaps):
            return True
        return shape.height <= most and any(
            abs(centre - place) <= PLACE_REACH for row in band for place in row.places
        )

    return [shape for shape in counter.doubtful if may_be_figure(shape)]


def _hides_number(band: Sequence[DigitRow], counter: CounterFigures) -> bool:
    """Return whether ink that is no digit lies where a row of that height has a number, or at a figure."""
    numbers, print_of_counter = counter.inside(band[0]), counter.print
    high = numbers[0].height
    # A 1 is narrow; what may be hidden is as wide as any figure.
    wide = max(high * FIGURE, numbers[0].width / sum(sign.isdecimal() for sign in numbers[0].text))
    # A counter with as many numbers as any at its height has all of its own; what stands where another layout
    # has one is print.
    for row in band:
        for place in row.places if row.numbers > len(numbers) else ():
            if any(abs(place - n.centre) <= PLACE_REACH for n in numbers):
                continue
            if print_of_counter.rest_in(
                place - wide / 2, numbers[0].middle - high / 2, wide, high
            ) > BLOT or any(
                abs(s.left + s.width / 2 - place) <= wide / 2
                and abs(s.top + s.height / 2 - numbers[0].middle) <= high / 2
                for s in counter.others
            ):
                return True
    if any(_is_beside(shape, n) for shape in counter.others for n in numbers):
        return True
    return any(
        _ink_beside(n, wide, print_of_counter, NEIGHBOUR_WITH_MORE if n in counter.with_more else NEIGHBOUR)
        for n in numbers
        if not n.is_boxed
    )


def _is_beside(shape: InkShape, number: Number) -> bool:
    """Return whether a shape that is no digit, as high as a figure, may be a figure and something else.

    It stands at a number where another figure would be, or in its place; not what is just the number's box.
    """
    if number.is_boxed and is_outline(shape, number):
        return False
    gap = abs(shape.left + shape.width / 2 - number.centre) - (shape.width + number.width) / 2
    level = abs(shape.top + shape.height / 2 - number.middle)
    return gap < 0.35 * number.height and level < number.height / 2 and shape.height > 0.7 * number.height


def _ink_beside(number: Number, wide: float, print_: Print, share: float) -> bool:
    """Return whether ink that is no shape fills a share of where a number may have a figure more."""
    for side in (-1, 1):
        left = number.centre + side * (number.width / 2 + 0.6 * wide) - 0.4 * wide
        if left < EDGE or left + 0.8 * wide > 1 - EDGE:
            continue
        top = number.middle - 0.4 * number.height
        if print_.rest_in(left, top, 0.8 * wide, 0.8 * number.height) > share:
            return True
    return False


def _is_of(shape: InkShape, row: DigitRow, numbers: Sequence[Number]) -> bool:
    """Return whether a shape is in a row: at its height, and as large or beside a number of it."""
    if not row.top <= shape.top + shape.height / 2 <= row.bottom:
        return False
    gaps = (abs(shape.left + shape.width / 2 - n.centre) - (shape.width + n.width) / 2 for n in numbers)
    return shape.height >= row.heights[0] / SAME_HEIGHT or any(gap < JOIN_GAP * shape.height for gap in gaps)


def _problem(row: DigitRow, band: Sequence[DigitRow], counter: CounterFigures) -> str:
    """Return why the numbers of a counter in a row are not taken; '' for none, or if it has no such row.

    Args:
        row: the row.
        band: the row and all that stand at the same height.
        counter: the counter.
    """
    numbers = counter.inside(row)
    strange = _strange(band, counter)
    if not numbers and not strange:
        return ""
    if strange:
        return "a shape that is not named, or like two"
    if any(_is_of(shape, row, numbers) for shape in counter.missing):
        return "a figure that is not seen in every way to look at it"
    if any(n in counter.contrary for n in numbers):
        return "a figure that is another one in another way to look at it"
    if len(numbers) != row.numbers:
        return f"{len(numbers)} numbers, usual are {row.numbers}"
    if not stands_at([n.centre for n in numbers], row.places):
        return "a number stands elsewhere than on most counters"
    if any(n.text.count(BRACKETS[0]) != n.text.count(BRACKETS[1]) for n in numbers):
        return "one bracket of a number"
    if _hides_number(band, counter):
        return "ink that is no digit, where others have a number"
    level = [n for n in counter.numbers if row.top <= n.middle <= row.bottom and not row.holds(n)]
    if any(stand_together(n, other) for n in numbers for other in level):
        return "a figure of another size beside a number"
    colours = sorted({n.colour for n in numbers} - set(row.colours))
    return f"a number in {', '.join(colours)}" if colours else ""
