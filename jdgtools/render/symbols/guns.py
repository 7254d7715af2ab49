"""Guns and wagons."""

from __future__ import annotations

import math

from jdgtools.render.scene import Group, Item, compose, scaling, translation
from jdgtools.render.symbols.mounted import light_cavalry
from jdgtools.render.symbols.shapes import PAPER, blob, disc, lifted, limb, line, poly, ring, solid

Items = tuple[Item, ...]


def wheel(x: float, y: float, r: float, spokes: int = 10, rim: float = 6.0) -> Items:
    """Spoked wheel on light ground, so that it stands before whatever is behind it."""
    items: list[Item] = [*solid(disc(x, y, r + 1.6), color=PAPER)]
    for k in range(spokes):
        angle = math.tau * (k + 0.5) / spokes
        items += line(
            (x, y), (x + (r - 2) * math.cos(angle), y + (r - 2) * math.sin(angle)), width=rim * 0.42
        )
    return (*items, ring(x, y, r - rim / 2, rim), *solid(disc(x, y, r * 0.24)))


def placed(items: Items, x: float, y: float, scale: float) -> Items:
    """The drawing, smaller, with its corner at (x, y)."""
    return (Group(items, compose(translation(x, y), scaling(scale))),)


def _gun(length: float, girth: float, wheel_radius: float, spokes: int = 10) -> Items:
    """Field gun on its carriage, muzzle to the right, standing on y = 92."""
    x, y = 47.0, 92.0 - wheel_radius
    rise = 0.14
    top = y - wheel_radius * 0.42

    def along(t: float) -> tuple[float, float]:
        return x + t, top - rise * t

    barrel = limb((along(-26), along(length * 0.4), along(length)), (girth * 1.25, girth, girth * 0.78))
    muzzle = limb((along(length - 1), along(length + 2.5)), (girth, girth * 1.02))
    knob = solid(disc(*along(-26 - girth * 0.9), girth * 0.32))
    trail = limb(((x + 8, y - 6), (x - 20, y + 8), (8, 89)), (11, 10, 6))
    return (
        *solid(trail, limb(((8, 89.5), (3, 89.5)), (5, 5))),
        *lifted(barrel, muzzle, gap=1.2),
        *knob,
        *wheel(x, y, wheel_radius, spokes),
    )


def foot_artillery() -> Items:
    """Field gun."""
    return _gun(46, 14, 27)


def light_gun() -> Items:
    """Small piece on low wheels, with its gunner's linstock."""
    return placed(_gun(40, 11, 20, 8), 4, 4, 0.96)


def heavy_gun() -> Items:
    """Heavy piece behind gabions."""
    gabions: list[Item] = []
    for x in (66.0, 82.0):
        gabions += lifted(
            blob(((x, 66, 1), (x + 14, 66, 1), (x + 15.5, 79), (x + 14, 93, 1), (x, 93, 1), (x - 1.5, 79))),
            gap=1.6,
        )
        for y in (73.0, 80.0, 87.0):
            gabions += line((x - 0.5, y), (x + 14.5, y), width=1.8, color=PAPER)
    return placed((*_gun(42, 20, 26, 12), *gabions), 4, 2, 0.95)


def horse_artillery() -> Items:
    """Gun, and behind it a galloping horseman."""
    gun = placed(_gun(40, 15, 28, 8), -1, 28, 0.75)
    return (*placed(light_cavalry(), 34, 0, 0.64), *gun)


def baggage() -> Items:
    """Covered wagon."""
    cover = blob(((12, 56, 1), (8, 26, 1), (26, 19), (50, 17), (74, 19), (92, 26, 1), (88, 56, 1)))
    hoops: list[Item] = []
    for x, top in ((30.0, 20.0), (50.0, 18.0), (70.0, 20.0)):
        hoops += line((x, top), (50 + (x - 50) * 0.92, 56), width=2.4, color=PAPER)
    return (
        *solid(cover),
        *hoops,
        *solid(poly((8, 59), (92, 59), (87, 74), (13, 74))),
        *line((88, 70), (99, 79), width=4, cap="round"),
        *wheel(28, 77, 16, 8, 5),
        *wheel(72, 77, 16, 8, 5),
    )
