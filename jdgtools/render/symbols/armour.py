"""Helmets and shields of the middle ages, as parts of symbols."""

from __future__ import annotations

from jdgtools.render.scene import Item
from jdgtools.render.shapes import FACING, MAIL, SHIELD, STEEL, at, disc, fuse, line, poly, trace

Items = tuple[Item, ...]


def great_helm(x: float, y: float, s: float = 1.0) -> Items:
    """Draw a barrel helm with sight and breaths; (x, y) is its middle."""
    pot = poly(
        (x - 8 * s, y - 10 * s),
        (x + 6.5 * s, y - 10.5 * s),
        (x + 9.5 * s, y - 1 * s),
        (x + 6.5 * s, y + 10 * s),
        (x - 7 * s, y + 10 * s),
        (x - 9 * s, y),
    )
    return (
        *trace(pot, color=STEEL, width=1.8 * s),
        *line((x - 1 * s, y - 2.6 * s), (x + 9 * s, y - 2.6 * s), width=2.4 * s),
        *line((x + 3.6 * s, y - 10 * s), (x + 3.6 * s, y + 9 * s), width=1.4 * s),
        *fuse(
            *(
                disc(x + dx * s, y + dy * s, 0.9 * s)
                for dx, dy in ((-3.5, 2.5), (-3.5, 5.8), (-0.3, 2.5), (-0.3, 5.8))
            )
        ),
    )


def kettle_hat(x: float, y: float, s: float = 1.0) -> Items:
    """Draw an iron hat with a broad brim; (x, y) is the middle of its brim."""
    crown = at("M-8.5 0Q-8.5 -13 0 -13.5Q8.5 -13 8.5 0Z", x, y, s)
    brim = at("M-16 2.4Q-9 -2.6 0 -2.8Q9 -2.6 16 2.4Q0 4.6 -16 2.4Z", x, y, s)
    return (
        *trace(crown, color=MAIL, width=1.6 * s),
        *line((x, y - 13 * s), (x, y - 3 * s), width=1.2 * s),
        *fuse(brim, color=MAIL, edge=0.9 * s),
    )


def coif(x: float, y: float, s: float = 1.0) -> Items:
    """Draw a mail hood around a face about (x, y)."""
    mail = at("M-9 12L-8 -3Q-6 -10 1 -10Q7 -9 7 -4L2.4 -4L1.2 8L8 13Z", x, y, s)
    return fuse(mail, color=MAIL, edge=0.9)


def shield(x: float, y: float, s: float = 1.0) -> Items:
    """Draw a heater shield with a cross."""
    edge = at("M-12 -16Q0 -18.5 12 -16Q13 8 0 20Q-13 8 -12 -16Z", x, y, s)
    return (
        *trace(edge, color=SHIELD, width=2.6 * s),
        *line((x, y - 15.5 * s), (x, y + 17 * s), width=4.4 * s, color=FACING),
        *line((x - 11 * s, y - 5 * s), (x + 11 * s, y - 5 * s), width=4.4 * s, color=FACING),
    )
