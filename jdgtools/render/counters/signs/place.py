"""Turning, shifting and scaling parts of signs, and the question mark that several of them share."""

from __future__ import annotations

from jdgtools.render.scene import Group, Item, compose, rotation, scaling, translation
from jdgtools.render.shapes import curve, disc, solid

Items = tuple[Item, ...]


def rotate_items(items: Items, degrees: float, x: float = 50, y: float = 50) -> Items:
    """Turn a drawing clockwise about (x, y)."""
    return (Group(items, rotation(degrees, x, y)),)


def shift_items(items: Items, dx: float, dy: float) -> Items:
    """Shift a drawing."""
    return (Group(items, compose(translation(dx, dy))),)


def question(x: float, y: float, s: float) -> Items:
    """Draw a question mark about (x, y); ``s`` = 1 fills the box."""
    return (
        *curve(
            f"M{x - 22 * s} {y - 20 * s}Q{x - 22 * s} {y - 42 * s} {x} {y - 42 * s}"
            f"Q{x + 24 * s} {y - 42 * s} {x + 24 * s} {y - 20 * s}Q{x + 24 * s} {y - 4 * s} {x} {y + 4 * s}"
            f"L{x} {y + 16 * s}",
            14 * s,
        ),
        *solid(disc(x, y + 36 * s, 9 * s)),
    )


def scale_items(items: Items, share: float, dx: float, dy: float) -> Items:
    """Scale a drawing, then shift it."""
    return (Group(items, compose(translation(dx, dy), scaling(share))),)
