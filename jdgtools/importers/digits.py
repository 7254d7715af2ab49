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

from jdgtools.importers.counter_numbers import JOIN_GAP, Number, join_digits
from jdgtools.importers.digit_rows import PLACE_REACH, Band, DigitRow, find_rows, main_bands, stands_at
from jdgtools.importers.digit_table import BRACKETS, MIXED, NO_DIGIT, SIGN, NamedShape
from jdgtools.importers.shape_clusters import (
    AKIN,
    ALIKE,
    SAME_HEIGHT,
    holes_of,
    nearest,
    same_holes,
)
from jdgtools.importers.shapes import SIDE, InkShape, Print

OPEN_FILE = "digits-open.csv"
MARGIN = 1.4
"""Times that the second best digit must be farther away than the best."""
FAR_MARGIN = 1.6
"""The same of a digit that is less like the best, and has its holes."""
BRACKET_HEIGHT = 1.3
"""Times that a bracket beside a number may be higher than the figures of its row may be."""
PART_REACH = 0.07
"""The same of numbers that are only some of their row."""
BLOT = 0.25
"""Share of a number's place from which ink that is no shape may hide one."""
FIGURE = 0.5
"""Width of a figure, as a share of its height."""
NEIGHBOUR = 0.6
"""The same of the place beside a figure, where another figure of its number would be."""
ROOM = 0.25
"""Width in which a figure may be hidden beside another, as a share of its height."""
MORE = 0.5
"""Width beside a figure from which another way to look at it shows more than its number."""
BOX_MORE = 1.0
"""The same of a figure in a box, which is wider than the figure."""
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
    counters: Mapping[str, _Counter],
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


def _counters(pictures: Mapping[str, Print | None], table: Sequence[NamedShape]) -> dict[str, _Counter]:
    """Return what the table says of every counter, looked at in the way that serves its rows best.

    That is the way in which the most numbers are read; of equals the first. What the first look
    at all counters says of their rows is what the second one goes by.
    """
    ways = {
        name: [_Counter.read(way, table) for way in counter_print.ways()]
        if counter_print
        else [_Counter.read(None, table)]
        for name, counter_print in pictures.items()
    }
    ways = {name: [*of_counter, *_joined_ways(of_counter)] for name, of_counter in ways.items()}
    counters = {name: of_counter[0] for name, of_counter in ways.items()}
    for _ in range(2):
        bands = main_bands(find_rows({name: counter.numbers for name, counter in counters.items()}))
        if not bands:
            break
        counters = {name: max(of_counter, key=lambda c: _use(c, bands)) for name, of_counter in ways.items()}
    return {name: _with_figures_of(ways[name], counter) for name, counter in counters.items()}


def _use(counter: _Counter, bands: Sequence[Sequence[DigitRow]]) -> tuple[int, int, int, float]:
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


def _with_figures_of(ways: Sequence[_Counter], counter: _Counter) -> _Counter:
    """Return a counter with the figures that another way to look at it alone shows."""
    missing = [
        shape
        for way in ways
        for digit, shape in way.figures
        if not any(
            _is_in(shape, number) or (number.text == digit and _is_inside(number, shape))
            for number in counter.numbers
        )
    ]
    neighbours = [
        shape
        for way in ways
        for shape in way.doubtful
        if any(_may_continue(shape, number) for number in counter.numbers)
        and not any(_is_inside(number, shape) for number in counter.numbers)
    ]
    contrary = [n for n in counter.numbers if any(_contradict(n, o) for way in ways for o in way.numbers)]
    boxed_numbers = [n for n in counter.numbers if n.is_boxed]
    neighbours += [s for way in ways for s in way.doubtful if any(_has_more(s, n) for n in boxed_numbers)]
    with_more = [n for n in counter.numbers if any(_has_more(s, n) for way in ways for s in way.doubtful)]
    doubtful = dict.fromkeys([*counter.doubtful, *neighbours])
    return replace(counter, doubtful=[*doubtful], missing=missing, contrary=contrary, with_more=with_more)


def _contradict(number: Number, other: Number) -> bool:
    """Return whether two ways to look at a number show other figures; a lower one is a part of it."""
    across, down = abs(number.centre - other.centre), abs(number.middle - other.middle)
    digits, other_digits = ("".join(c for c in n.text if c.isdecimal()) for n in (number, other))
    return (
        len(digits) == len(other_digits)
        and digits != other_digits
        and across <= max(number.width, other.width) / 2
        and down <= max(number.height, other.height) / 2
        and number.height < SAME_HEIGHT * other.height
    )


def _has_more(shape: InkShape, number: Number) -> bool:
    """Return whether a shape is a number and so much beside it that this may be a figure."""
    more = shape.width - number.width
    return (
        _is_inside(number, shape)
        and more >= (BOX_MORE if number.is_boxed else MORE) * number.height
        and number.height <= shape.height <= 2 * number.height
    )


def _may_continue(shape: InkShape, number: Number) -> bool:
    """Return whether a shape may be the next figure of a number: beside it, as high, and at its height."""
    gap = abs(shape.left + shape.width / 2 - number.centre) - (shape.width + number.width) / 2
    level = abs(shape.top + shape.height / 2 - number.middle)
    low, high = sorted((shape.height, number.height))
    return 0 <= gap < JOIN_GAP * high and level < 0.2 * high < high <= SAME_HEIGHT * low


def _joined_ways(ways: Sequence[_Counter]) -> list[_Counter]:
    """Return each way to look at a counter with the numbers that it lacks and the others show.

    A frame may touch one figure where strokes are not told from it, a box another where they are. A number
    that would stand close to one of the way's own, or in a shape with room for a figure more, stays out.
    """
    candidates = []
    for way in ways if len(ways) > 1 else ():
        numbers = list(way.numbers)
        for other in ways:
            numbers += [n for n in other.numbers if all(_stand_apart(n, known) for known in numbers)]
        additions = numbers[len(way.numbers) :]
        if additions:
            doubtful = [s for s in way.doubtful if not any(_is_outline(s, n) for n in additions)]
            numbers.sort(key=lambda n: n.centre - n.width / 2)
            candidates.append(replace(way, numbers=numbers, doubtful=doubtful))
    return candidates


def _stand_apart(a: Number, b: Number) -> bool:
    """Return whether two numbers are at different places, with no figure of theirs beside the other."""
    gap = abs(a.centre - b.centre) - (a.width + b.width) / 2
    return gap >= JOIN_GAP * min(a.height, b.height) or abs(a.middle - b.middle) >= (a.height + b.height) / 2


def _stand_together(a: Number, b: Number) -> bool:
    """Return whether half of the smaller of two numbers is at the height of the other, and close to it."""
    gap = abs(a.centre - b.centre) - (a.width + b.width) / 2
    high = max(a.height, b.height)
    return gap < JOIN_GAP * high and abs(a.middle - b.middle) < high / 2


def _is_outline(shape: InkShape, number: Number) -> bool:
    """Return whether a shape is a number with what touches it, and has no room for a figure more."""
    return _is_inside(number, shape) and shape.width - number.width <= ROOM * number.height


def _is_inside(number: Number, shape: InkShape) -> bool:
    """Return whether the middle of a number is within a shape."""
    across = abs(shape.left + shape.width / 2 - number.centre)
    down = abs(shape.top + shape.height / 2 - number.middle)
    return across <= shape.width / 2 and down <= shape.height / 2


def _is_in(shape: InkShape, number: Number) -> bool:
    """Return whether the middle of a shape is within a number."""
    across = abs(shape.left + shape.width / 2 - number.centre)
    down = abs(shape.top + shape.height / 2 - number.middle)
    return across <= number.width / 2 and down <= number.height / 2


class _Counter(Struct, frozen=True):
    """What a table of shapes says of a counter."""

    numbers: Sequence[Number]
    doubtful: Sequence[InkShape]
    """Shapes that nobody has named, or that are like two."""
    others: Sequence[InkShape]
    """Shapes that are no digits."""
    print: Print
    figures: Sequence[tuple[str, InkShape]] = ()
    """Shapes that are figures, and which."""
    missing: Sequence[InkShape] = ()
    """Figures that another way to look at the counter shows, and this one does not."""
    contrary: Sequence[Number] = ()
    """Numbers that another way shows with other figures."""
    with_more: Sequence[Number] = ()
    """Numbers with which another way shows something that may be a figure."""

    @classmethod
    def read(cls, print_: Print | None, table: Sequence[NamedShape]) -> _Counter:
        """Compare what is printed on a counter with the named shapes."""
        print_ = print_ or Print(())
        figures, doubtful, others = _classify(print_.shapes, table)
        digits = [(digit, shape) for digit, shape in figures if digit.isdecimal()]
        return cls(join_digits(figures, print_.dashes), doubtful, others, print_, digits)

    def inside(self, row: DigitRow) -> list[Number]:
        """Return the numbers at the height of a row."""
        return [x for x in self.numbers if row.holds(x)]


def _classify(
    shapes: Sequence[InkShape], table: Sequence[NamedShape]
) -> tuple[list[tuple[str, InkShape]], list[InkShape], list[InkShape]]:
    """Return (digit, shape) of what the table names, shapes in doubt, and those that are no digits."""
    import numpy as np

    masks = np.frombuffer(b"".join(t.mask for t in table), dtype=np.uint8).reshape(len(table), SIDE * SIDE)
    heights = np.array([t.height for t in table])
    figures, doubtful, others = [], [], []
    for shape in shapes:
        order = nearest(shape, masks, heights)
        best = table[order[0][1]].digit if order else ""
        rivals = [d for d, n in order if table[n].digit != best]
        near = bool(order) and (
            order[0][0] <= ALIKE
            or (
                order[0][0] <= AKIN
                and best.isdecimal()
                and same_holes(holes_of(shape.mask), holes_of(table[order[0][1]].mask))
                and (not rivals or rivals[0] >= FAR_MARGIN * order[0][0])
            )
        )
        if best == MIXED:
            best = ""
        if near and best and (not rivals or rivals[0] >= MARGIN * order[0][0]):
            if best == NO_DIGIT:
                others.append(shape)
            elif best != SIGN:
                figures.append((best, shape))
        else:
            doubtful.append(shape)
    return figures, doubtful, others


def _columns(row: DigitRow, band: Sequence[DigitRow], counter: _Counter) -> tuple[int, ...]:
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


def _strange(band: Sequence[DigitRow], counter: _Counter) -> list[InkShape]:
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


def _hides_number(band: Sequence[DigitRow], counter: _Counter) -> bool:
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
    if number.is_boxed and _is_outline(shape, number):
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


def _problem(row: DigitRow, band: Sequence[DigitRow], counter: _Counter) -> str:
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
    if any(_stand_together(n, other) for n in numbers for other in level):
        return "a figure of another size beside a number"
    colours = sorted({n.colour for n in numbers} - set(row.colours))
    return f"a number in {', '.join(colours)}" if colours else ""
