"""Figures that stand together on a counter are a number."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.importers.digit_table import BRACKETS, MINUS, PLUS
from jdgtools.importers.shapes import InkShape

SAME_INK = 100
"""Difference of a channel up to which two figures have one colour."""
SAME_SIZE = 1.25
"""Times that one of them may be as high as the other."""
WIDE = 0.9
"""Width from which a figure is more than one, as a share of its height."""


JOIN_GAP = 0.35
"""Gap up to which figures are of one number, as a share of their height."""


class Number(Struct, frozen=True):
    """A number on a counter."""

    text: str
    centre: float
    """Its middle, as a share of the picture from the left."""
    middle: float
    """Height of its middle, as a share of the picture from the top."""
    height: float
    width: float
    colour: str
    is_boxed: bool
    """Whether a box or patch encloses it."""


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


def join_digits(figures: Sequence[tuple[str, InkShape]], dashes: Sequence[InkShape]) -> list[Number]:
    """Return the numbers of a counter from left to right; digits that touch or nearly touch are one.

    A figure as wide as high has a dash or the like at its side, which parts it from the next one. A dash
    close before a number that has no other one on its left is its sign.
    """
    groups: list[list[tuple[str, InkShape]]] = []
    for digit, shape in sorted(figures, key=lambda f: f[1].left):
        for group in groups:
            last = group[-1][1]
            level = abs((shape.top + shape.height / 2) - (last.top + last.height / 2))
            wide = max(last.width / last.height, shape.width / shape.height) > WIDE and group[-1][0] != PLUS
            ends = digit in (BRACKETS[0], PLUS) or group[-1][0] == BRACKETS[1]
            close = _gap(last, shape) < JOIN_GAP * last.height and level < 0.2 * last.height
            plain = digit.isdecimal() and group[-1][0].isdecimal()
            same = _of_one_print(last, shape) and (not plain or _of_one_size(last, shape))
            if not ends and not wide and close and same:
                group.append((digit, shape))
                break
        else:
            groups.append([(digit, shape)])
    numbers = [_number(group) for group in groups if any(digit.isdecimal() for digit, _ in group)]
    return [_with_sign(number, numbers, dashes) for number in numbers]


def _of_one_print(a: InkShape, b: InkShape) -> bool:
    """Return whether two figures may be of one number: of one colour, and not one of them alone in a box."""
    return a.is_boxed == b.is_boxed and max(abs(x - y) for x, y in zip(a.rgb, b.rgb, strict=True)) < SAME_INK


def _of_one_size(a: InkShape, b: InkShape) -> bool:
    """Return whether two figures are about as high: a small one that is raised is a number of its own."""
    return max(a.height, b.height) < SAME_SIZE * min(a.height, b.height)


def _gap(left: InkShape, right: InkShape) -> float:
    """Return how far a shape is from the one on its left."""
    return right.left - left.left - left.width


def _with_sign(number: Number, numbers: Sequence[Number], dashes: Sequence[InkShape]) -> Number:
    """Return a number with the dash before it as its sign, unless the dash parts it from another one."""
    left = number.centre - number.width / 2
    for dash in dashes:
        gap = left - dash.left - dash.width
        level = abs(dash.top + dash.height / 2 - number.middle)
        between = any(
            -0.5 * number.height < dash.left - (n.centre + n.width / 2) < 1.5 * number.height
            and abs(n.middle - number.middle) < number.height
            for n in numbers
        )
        if -0.1 * number.height < gap < 0.4 * number.height and level < 0.25 * number.height and not between:
            return replace(number, text=MINUS + number.text)
    return number


def _number(group: Sequence[tuple[str, InkShape]]) -> Number:
    """Return the number of figures that stand together; with brackets and a plus; its place is theirs."""
    shapes = [shape for digit, shape in group if digit.isdecimal()]
    left, right = shapes[0].left, shapes[-1].left + shapes[-1].width
    return Number(
        "".join(digit for digit, _ in group),
        (left + right) / 2,
        shapes[0].top + shapes[0].height / 2,
        shapes[0].height,
        right - left,
        colour_word(shapes[0].rgb),
        any(shape.is_boxed for shape in shapes),
    )
