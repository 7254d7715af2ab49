"""How numbers and shapes on a counter stand to each other."""

from __future__ import annotations

from jdgtools.importers.counter_numbers import JOIN_GAP, Number
from jdgtools.importers.shape_clusters import SAME_HEIGHT
from jdgtools.importers.shapes import InkShape

ROOM = 0.25
"""Width in which a figure may be hidden beside another, as a share of its height."""
MORE = 0.5
"""Width beside a figure from which another way to look at it shows more than its number."""
BOX_MORE = 1.0
"""The same of a figure in a box, which is wider than the figure."""


def contradict(number: Number, other: Number) -> bool:
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


def has_more(shape: InkShape, number: Number) -> bool:
    """Return whether a shape is a number and so much beside it that this may be a figure."""
    more = shape.width - number.width
    return (
        lies_in_shape(number, shape)
        and more >= (BOX_MORE if number.is_boxed else MORE) * number.height
        and number.height <= shape.height <= 2 * number.height
    )


def may_continue(shape: InkShape, number: Number) -> bool:
    """Return whether a shape may be the next figure of a number: beside it, as high, and at its height."""
    gap = abs(shape.left + shape.width / 2 - number.centre) - (shape.width + number.width) / 2
    level = abs(shape.top + shape.height / 2 - number.middle)
    low, high = sorted((shape.height, number.height))
    return 0 <= gap < JOIN_GAP * high and level < 0.2 * high < high <= SAME_HEIGHT * low


def stand_apart(a: Number, b: Number) -> bool:
    """Return whether two numbers are at different places, with no figure of theirs beside the other."""
    gap = abs(a.centre - b.centre) - (a.width + b.width) / 2
    return gap >= JOIN_GAP * min(a.height, b.height) or abs(a.middle - b.middle) >= (a.height + b.height) / 2


def stand_together(a: Number, b: Number) -> bool:
    """Return whether half of the smaller of two numbers is at the height of the other, and close to it."""
    gap = abs(a.centre - b.centre) - (a.width + b.width) / 2
    high = max(a.height, b.height)
    return gap < JOIN_GAP * high and abs(a.middle - b.middle) < high / 2


def is_outline(shape: InkShape, number: Number) -> bool:
    """Return whether a shape is a number with what touches it, and has no room for a figure more."""
    return lies_in_shape(number, shape) and shape.width - number.width <= ROOM * number.height


def lies_in_shape(number: Number, shape: InkShape) -> bool:
    """Return whether the middle of a number is within a shape."""
    across = abs(shape.left + shape.width / 2 - number.centre)
    down = abs(shape.top + shape.height / 2 - number.middle)
    return across <= shape.width / 2 and down <= shape.height / 2


def lies_in_number(shape: InkShape, number: Number) -> bool:
    """Return whether the middle of a shape is within a number."""
    across = abs(shape.left + shape.width / 2 - number.centre)
    down = abs(shape.top + shape.height / 2 - number.middle)
    return across <= number.width / 2 and down <= number.height / 2
