"""What the table of named shapes says of a counter, from all ways to look at it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.importers.counter_numbers import Number, join_digits
from jdgtools.importers.digit_rows import DigitRow
from jdgtools.importers.digit_table import MIXED, NO_DIGIT, SIGN, NamedShape
from jdgtools.importers.number_places import (
    contradict,
    has_more,
    is_outline,
    lies_in_number,
    lies_in_shape,
    may_continue,
    stand_apart,
)
from jdgtools.importers.shape_clusters import AKIN, ALIKE, holes_of, nearest, same_holes
from jdgtools.importers.shapes import SIDE, InkShape, Print

MARGIN = 1.4
"""Times that the second best digit must be farther away than the best."""
FAR_MARGIN = 1.6
"""The same of a digit that is less like the best, and has its holes."""
LINE = 0.15
"""Width up to which a shape is a side of a box, as a share of its height."""


class CounterFigures(Struct, frozen=True):
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
    def read(cls, print_: Print | None, table: Sequence[NamedShape]) -> CounterFigures:
        """Compare what is printed on a counter with the named shapes."""
        print_ = print_ or Print(())
        figures, doubtful, others = _classify(print_.shapes, table)
        digits = [(digit, shape) for digit, shape in figures if digit.isdecimal()]
        return cls(join_digits(figures, print_.dashes), doubtful, others, print_, digits)

    def inside(self, row: DigitRow) -> list[Number]:
        """Return the numbers at the height of a row."""
        return [x for x in self.numbers if row.holds(x)]


def joined_ways(ways: Sequence[CounterFigures]) -> list[CounterFigures]:
    """Return each way to look at a counter with the numbers that it lacks and the others show.

    A frame may touch one figure where strokes are not told from it, a box another where they are. A number
    that would stand close to one of the way's own, or in a shape with room for a figure more, stays out.
    """
    candidates = []
    for way in ways if len(ways) > 1 else ():
        numbers = list(way.numbers)
        for other in ways:
            numbers += [n for n in other.numbers if all(stand_apart(n, number) for number in numbers)]
        additions = numbers[len(way.numbers) :]
        if additions:
            doubtful = [s for s in way.doubtful if not any(is_outline(s, n) for n in additions)]
            numbers.sort(key=lambda n: n.centre - n.width / 2)
            candidates.append(replace(way, numbers=numbers, doubtful=doubtful))
    return candidates


def with_figures_of(ways: Sequence[CounterFigures], counter: CounterFigures) -> CounterFigures:
    """Return a counter with what speaks against its numbers in the other ways to look at it."""
    numbers = counter.numbers
    figures = [figure for way in ways for figure in way.figures]
    doubtful = [shape for way in ways for shape in way.doubtful]
    missing = [s for digit, s in figures if not any(_shows(n, digit, s) for n in numbers)]
    contrary = [n for n in numbers if any(contradict(n, other) for way in ways for other in way.numbers)]
    with_more = [n for n in numbers if any(has_more(shape, n) for shape in doubtful)]
    neighbours = [
        *(shape for shape in doubtful if _may_be_next(shape, numbers)),
        *(shape for shape in doubtful if any(has_more(shape, n) for n in numbers if n.is_boxed)),
        *(shape for way in ways for shape in way.others if _may_be_half(shape, numbers)),
    ]
    return replace(
        counter,
        doubtful=[*dict.fromkeys([*counter.doubtful, *neighbours])],
        missing=missing,
        contrary=contrary,
        with_more=with_more,
    )


def _shows(number: Number, digit: str, shape: InkShape) -> bool:
    """Return whether a number has the figure that another way shows."""
    return lies_in_number(shape, number) or (number.text == digit and lies_in_shape(number, shape))


def _may_be_next(shape: InkShape, numbers: Sequence[Number]) -> bool:
    """Return whether a shape may be a further figure of a number, and is not the box of one."""
    return any(may_continue(shape, n) for n in numbers) and not any(lies_in_shape(n, shape) for n in numbers)


def _may_be_half(shape: InkShape, numbers: Sequence[Number]) -> bool:
    """Return whether a shape that was named as no digit may be half of the next figure in a box.

    Around a number in its box no ink is looked for; the sides of the box are narrower than any half.
    """
    return shape.width > LINE * shape.height and any(may_continue(shape, n) for n in numbers if n.is_boxed)


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
