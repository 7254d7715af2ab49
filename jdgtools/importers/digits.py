"""Digits in the pictures of counters: the designer names shapes once, then counters are read.

`--suggest` sorts the shapes of all counters into clusters (`shapes`), shows each as a picture, and writes a
table with a column for its digit. With the table filled in, every shape of a counter is compared with the
named ones; digits that stand together are a number, numbers at one height of all counters are a row. What is
read depends on the module's own print: height and colour of its rows, and how many numbers a row has. A
counter that differs from that, or has in the row a shape that nobody has named, is not read, and is named.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from jdgtools.errors import InputRefused
from jdgtools.importers.shapes import ALIKE, SIDE, Shape, nearest

DIGITS_FILE = "digits.csv"
OPEN_FILE = "digits-open.csv"
MAX_TABLE = 2_000_000
"""Bytes of a table of shapes."""
MAX_NAMED = 400
"""Shapes of a table."""
NO_DIGIT = "-"
MARGIN = 1.4
"""Times that the second best digit must be farther away than the best."""
ROW_SHARE = 0.1
"""Share of the counters with digits that a row must stand on."""
COLOUR_SHARE = 0.05
"""The same of the colour of its figures."""
ROW_GAP = 0.05
"""Empty height between two rows, as a share of the picture."""
WIDE = 0.9
"""Width from which a figure is more than one, as a share of its height."""
PLACE_REACH = 0.12
"""How far from its usual place a number may stand, as a share of the width."""
PLACE_CELL = 0.05
"""Shares of the width by which places are counted."""
_COLUMNS = ("shape", "picture", "counters", "height", "digit", "mask")


class NamedShape(Struct, frozen=True):
    """A row of the table: a shape and what the designer says that it is."""

    mask: bytes
    height: float
    digit: str
    """One or two figures, `-` for no digit, '' where nobody has said."""


class Number(Struct, frozen=True):
    """A number on a counter."""

    text: str
    centre: float
    """Its middle, as a share of the picture from the left."""
    middle: float
    """Height of its middle, as a share of the picture from the top."""
    height: float
    colour: str


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

    def line(self) -> str:
        """Return it in words."""
        band = f"{100 * self.top:.0f} to {100 * self.bottom:.0f} % from the top"
        many = "1 number" if self.numbers == 1 else f"{self.numbers} numbers"
        places = " and ".join(f"{100 * x:.0f}" for x in self.places)
        return (
            f"{many} in {' or '.join(self.colours)}, {band}, at {places} % from the left, "
            f"on {self.counters} counters"
        )


class Reading(Struct, frozen=True):
    """What the pictures of a module say."""

    rows: tuple[DigitRow, ...]
    values: Mapping[str, Mapping[str, str]]
    """Picture -> `digits:ROW,NUMBER` -> number; rows and numbers from 1."""
    unread: tuple[tuple[str, int, str], ...]
    """(picture, row, why it is not read)."""


def colour_word(rgb: tuple[int, int, int]) -> str:
    """Return a plain name of an ink's colour."""
    high, low = max(rgb), min(rgb)
    if high - low < 60:
        return "black" if high < 110 else "white" if low > 170 else "grey"
    names = {0: ("red", "yellow"), 1: ("green", "yellow"), 2: ("blue", "violet")}
    first = rgb.index(high)
    if first != 2 and rgb[0] > 0.75 * high and rgb[1] > 0.75 * high:
        return "yellow"
    return names[first][0]


def table_rows(data: bytes, name: str) -> list[NamedShape]:
    """Return the shapes of a table.

    Raises:
        InputRefused: it is no such table, with its line.
    """
    try:
        reader = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True)
        rows = list(reader)
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputRefused(f"{name}: not a table of shapes: {error}") from None
    if not rows or {"digit", "mask", "height"} - set(reader.fieldnames or ()):
        raise InputRefused(f"{name}: a table of shapes has the columns {', '.join(_COLUMNS)}")
    if len(rows) > MAX_NAMED:
        raise InputRefused(f"{name}: {len(rows)} shapes, {MAX_NAMED} are read")
    shapes = []
    for line, row in enumerate(rows, 2):
        digit = (row["digit"] or "").strip()
        if digit and digit != NO_DIGIT and not (digit.isascii() and digit.isdecimal() and len(digit) <= 2):
            raise InputRefused(
                f"{name}:{line}: digit {digit[:20]!r}: expected 0 to 99, `-` for no digit, or nothing"
            )
        try:
            mask, height = bytes.fromhex(row["mask"] or ""), float(row["height"] or "")
        except ValueError:
            mask, height = b"", 0.0
        if len(mask) != SIDE * SIDE or not 0 < height < 1:
            raise InputRefused(
                f"{name}:{line}: height and mask must stay as `jdg import --suggest` wrote them"
            )
        shapes.append(NamedShape(mask, height, digit))
    return shapes


def read_table(path: Path) -> list[NamedShape]:
    """Return the shapes of a table in a file.

    Raises:
        InputRefused: it cannot be read, or is no such table.
    """
    from jdgtools.untrusted import FileRefused
    from jdgtools.untrusted.files import read_file

    try:
        data = read_file(path, within=None, limit=MAX_TABLE)
    except FileRefused as refused:
        raise InputRefused(f"{path.name} {refused}") from None
    return table_rows(data, path.name)


def read_digits(pictures: Mapping[str, Sequence[Shape] | None], table: Sequence[NamedShape]) -> Reading:
    """Return what the counters say.

    Args:
        pictures: name of a picture -> its shapes; None where it could not be decoded.
        table: the shapes that the designer has named.
    """
    numbers: dict[str, list[Number]] = {}
    doubtful: dict[str, list[Shape]] = {}
    for name, shapes in pictures.items():
        figures, doubtful[name] = _classify(shapes or (), table)
        numbers[name] = _join_digits(figures)
    rows = _rows(numbers)
    values: dict[str, dict[str, str]] = {}
    unread: list[tuple[str, int, str]] = []
    for name in pictures:
        problems: dict[tuple[float, float], list[tuple[str, int, str]]] = {}
        read: set[tuple[float, float]] = set()
        for n, row in enumerate(rows, 1):
            inside = [x for x in numbers[name] if row.top <= x.middle <= row.bottom]
            problem = _problem(row, inside, doubtful[name])
            if problem:
                problems.setdefault((row.top, row.bottom), []).append((name, n, problem))
            elif inside:
                read.add((row.top, row.bottom))
                values.setdefault(name, {}).update(
                    {f"digits:{n},{k}": x.text for k, x in enumerate(inside, 1)}
                )
        # Of rows that stand at one height a counter has one.
        unread += [reasons[0] for band, reasons in problems.items() if band not in read]
    return Reading(tuple(rows), values, tuple(_without_alternatives(unread, rows, numbers, values)))


def _without_alternatives(
    unread: Iterable[tuple[str, int, str]],
    rows: Sequence[DigitRow],
    numbers: Mapping[str, Sequence[Number]],
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
        has_numbers = any(row.top <= x.middle <= row.bottom for x in numbers[name])
        if has_numbers or all((n, other) in together for other in read.get(name, ())):
            yield name, n, why


def blocking_shapes(
    pictures: Mapping[str, Sequence[Shape] | None], table: Sequence[NamedShape]
) -> dict[str, list[Shape]]:
    """Return picture -> the shapes that keep a row of numbers on it from being read, until they are named.

    On pictures where the row has other numbers, and on those without any where most have some; all others are
    drawings and letters, as far as anybody knows.
    """
    numbers: dict[str, list[Number]] = {}
    doubtful: dict[str, list[Shape]] = {}
    for name, shapes in pictures.items():
        figures, doubtful[name] = _classify(shapes or (), table)
        numbers[name] = _join_digits(figures)
    rows = _rows(numbers)
    usual = 2 * sum(map(bool, numbers.values())) > len(numbers)
    blocking = {}
    for name in pictures:
        bands = [
            row
            for row in rows
            if (usual and not numbers[name]) or any(row.top <= x.middle <= row.bottom for x in numbers[name])
        ]
        inside = [s for s in doubtful[name] if any(r.top <= s.top + s.height / 2 <= r.bottom for r in bands)]
        if inside:
            blocking[name] = inside
    return blocking


def _classify(
    shapes: Sequence[Shape], table: Sequence[NamedShape]
) -> tuple[list[tuple[str, Shape]], list[Shape]]:
    """Return (digit, shape) of what the table names, and the shapes that may be digits and are in doubt."""
    import numpy as np

    masks = np.frombuffer(b"".join(t.mask for t in table), dtype=np.uint8).reshape(len(table), SIDE * SIDE)
    heights = np.array([t.height for t in table])
    figures, doubtful = [], []
    for shape in shapes:
        order = nearest(shape, masks, heights)
        best = table[order[0][1]].digit if order else ""
        others = [d for d, n in order if table[n].digit != best]
        near = bool(order) and order[0][0] <= ALIKE
        if near and best and (not others or others[0] >= MARGIN * order[0][0]):
            if best != NO_DIGIT:
                figures.append((best, shape))
        else:
            doubtful.append(shape)
    return figures, doubtful


def _join_digits(figures: Sequence[tuple[str, Shape]]) -> list[Number]:
    """Return the numbers of a counter from left to right; digits that touch or nearly touch are one.

    A figure as wide as high has a dash or the like at its side, which parts it from the next one.
    """
    groups: list[list[tuple[str, Shape]]] = []
    for digit, shape in sorted(figures, key=lambda f: f[1].left):
        for group in groups:
            last = group[-1][1]
            gap = shape.left - last.left - last.width
            level = abs((shape.top + shape.height / 2) - (last.top + last.height / 2))
            wide = max(last.width / last.height, shape.width / shape.height) > WIDE
            if not wide and gap < 0.35 * last.height and level < 0.3 * last.height:
                group.append((digit, shape))
                break
        else:
            groups.append([(digit, shape)])
    return [
        Number(
            "".join(digit for digit, _ in group),
            (group[0][1].left + group[-1][1].left + group[-1][1].width) / 2,
            group[0][1].top + group[0][1].height / 2,
            group[0][1].height,
            colour_word(group[0][1].rgb),
        )
        for group in groups
    ]


def _rows(numbers: Mapping[str, Sequence[Number]]) -> list[DigitRow]:
    """Return the rows that many counters share, those of most counters first."""
    every = sorted(
        ((x.middle, name, x) for name, of_counter in numbers.items() for x in of_counter),
        key=lambda e: e[:2],
    )
    bands: list[list[tuple[str, Number]]] = []
    last = -1.0
    for middle, name, number in every:
        if middle - last > ROW_GAP:
            bands.append([])
        bands[-1].append((name, number))
        last = middle
    counters = sum(bool(x) for x in numbers.values())
    rows = []
    for band in bands:
        counts = Counter(name for name, _ in band)
        if len(counts) < max(2, ROW_SHARE * counters):
            continue
        usual = Counter(counts.values()).most_common(1)[0][0]
        colours = Counter(x.colour for _, x in band)
        usual_colours = sorted(c for c, n in colours.items() if n >= COLOUR_SHARE * len(band))
        heights = sorted(x.height for _, x in band)
        reach = heights[len(heights) // 2] / 4
        for places, standing in _layouts(band, usual, max(2, ROW_SHARE * counters)):
            rows.append(
                DigitRow(
                    round(band[0][1].middle - reach, 4), round(band[-1][1].middle + reach, 4), usual,
                    tuple(usual_colours), standing, places,
                )
            )  # fmt: skip
    return sorted(rows, key=lambda r: (-r.counters, r.top))


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


def stands_at(centres: Sequence[float], places: Sequence[float]) -> bool:
    """Return whether numbers stand at the places of a row."""
    return all(abs(x - place) <= PLACE_REACH for x, place in zip(centres, places, strict=True))


def _problem(row: DigitRow, numbers: Sequence[Number], doubtful: Sequence[Shape]) -> str:
    """Return why the numbers of a counter in a row are not taken; '' for none, or if it has no such row."""
    strange = [s for s in doubtful if row.top <= s.top + s.height / 2 <= row.bottom]
    if not numbers and not strange:
        return ""
    if strange:
        return "a shape that is not named, or like two"
    if len(numbers) != row.numbers:
        return f"{len(numbers)} numbers, usual are {row.numbers}"
    if not stands_at([n.centre for n in numbers], row.places):
        return "a number stands elsewhere than on most counters"
    colours = sorted({n.colour for n in numbers} - set(row.colours))
    return f"a number in {', '.join(colours)}" if colours else ""
