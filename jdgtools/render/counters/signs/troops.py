"""Signs of losses, morale, formations and guns."""

from __future__ import annotations

from collections.abc import Callable

from jdgtools.render.counters.signs.place import Items, rotate_items, scale_items, shift_items
from jdgtools.render.scene import Group, compose, scaling, translation
from jdgtools.render.shapes import (
    TONE,
    blob,
    curve,
    d,
    disc,
    fuse,
    limb,
    line,
    poly,
    shape,
    solid,
    trace,
)
from jdgtools.render.symbols.guns import field_gun, wheel


def casualty() -> Items:
    """Draw a skull."""
    bone = ((10, 42), (18, 14), (50, 2), (82, 14), (90, 42), (80, 64), (72, 70), (28, 70), (20, 64))
    return (
        *trace(poly((31, 64), (69, 64), (67, 93), (33, 93)), width=5),
        *trace(blob(bone), width=5),
        *fuse(disc(33, 44, 11.5), disc(67, 44, 11.5), poly((50, 52), (57, 66), (43, 66))),
        *line((42, 76), (42, 93), width=3.2),
        *line((50, 76), (50, 93), width=3.2),
        *line((58, 76), (58, 93), width=3.2),
    )


def casualty_threshold() -> Items:
    """Draw a skull over a line."""
    skull = scale_items(casualty(), 0.78, 11, 0)
    return (*skull, *line((4, 90), (96, 90), width=9))


def morale_shaken() -> Items:
    """Draw a flag at half-mast."""
    return (
        *trace(d("M28 40C48 32 62 52 92 42L92 82C62 92 48 72 28 80Z"), width=4.5),
        *shape("M28 53C48 45 62 65 92 55L92 69C62 79 48 59 28 67Z"),
        *line((26, 2), (26, 98), width=7),
        *curve("M6 20Q12 12 18 20M34 16Q40 8 46 16", 5),
    )


def morale_broken() -> Items:
    """Draw a broken flagstaff, the flag on the ground."""
    fallen_colours = (
        *line((50, 46), (50, 0), width=7),
        *trace(d("M52 2C68 -4 78 12 98 4L98 36C78 44 68 28 52 34Z"), width=4.5),
        *shape("M52 12C68 6 78 22 98 14L98 26C78 34 68 18 52 24Z"),
    )
    drawing = (
        *shift_items(rotate_items(fallen_colours, 78, 50, 46), -28, 2),
        *line((22, 98), (22, 50), width=7),
        *fuse(poly((18, 52), (20, 40), (22, 48), (25, 42), (26, 52))),
    )
    return scale_items(drawing, 1.4, -15, -41)


def formation_broken() -> Items:
    """Draw ranks in disarray."""
    items: Items = ()
    for x, y, turn in (
        (20, 24, 20),
        (52, 16, -14),
        (82, 30, 40),
        (26, 60, -30),
        (58, 54, 16),
        (84, 72, -12),
        (44, 86, 34),
    ):
        items += rotate_items(
            solid(poly((x - 10, y - 6), (x + 10, y - 6), (x + 10, y + 6), (x - 10, y + 6))), turn, x, y
        )
    return items


def formation_broken_morale_shaken() -> Items:
    """Draw disarray and a lowered flag."""
    return (*scale_items(formation_broken(), 0.62, 0, 36), *scale_items(morale_shaken(), 0.66, 36, 0))


def hedgehog() -> Items:
    """Draw pikes on all sides."""
    items: Items = solid(disc(50, 50, 20))
    for k in range(12):
        items += rotate_items(solid(poly((47, 36), (50, 0), (53, 36))), 30 * k)
    return items


def open_order() -> Items:
    """Draw files at wide distance."""
    items: Items = ()
    for row in range(3):
        for column in range(4 - row % 2):
            items += solid(disc(14 + 24 * column + 12 * (row % 2), 20 + 30 * row, 7.5))
    return items


def column() -> Items:
    """Draw a narrow column with its head forward."""
    items: Items = solid(poly((50, 0), (72, 24), (28, 24)))
    for k in range(4):
        y = 32 + 17 * k
        items += solid(poly((34, y), (66, y), (66, y + 11), (34, y + 11)))
    return items


def _pistol() -> Items:
    return (
        *trace(limb(((94, 30), (42, 32)), (8, 10)), width=3.4),
        *trace(limb(((56, 34), (28, 41), (12, 72)), (11, 14, 17)), color=TONE, width=3.4),
        *curve("M42 42Q48 56 60 44", 4),
        *solid(poly((44, 28), (52, 14), (58, 18), (54, 28))),
    )


def first_pistol_used() -> Items:
    """Draw one pistol."""
    return shift_items(_pistol(), 0, 10)


def no_pistols() -> Items:
    """Draw a pistol crossed out."""
    return (*first_pistol_used(), *line((14, 10), (90, 92), width=8, seam=3))


def salvo() -> Items:
    """Draw three muzzles firing."""
    flame = ((0, 0), (6, 20), (14, 14), (9, 34), (0, 40), (-9, 34), (-14, 14), (-6, 20))
    items: Items = ()
    for x in (20, 50, 80):
        items += trace(poly((x - 5.5, 98), (x - 5, 47), (x + 5, 47), (x + 5.5, 98)), color=TONE, width=3.4)
        items += trace(poly(*((x + dx, 1 + dy) for dx, dy in flame)), width=3.4)
    return items


def momentum() -> Items:
    """Draw three chevrons forward."""
    items: Items = ()
    for y in (4, 34, 64):
        items += solid(poly((50, y), (90, y + 26), (90, y + 42), (50, y + 17), (10, y + 42), (10, y + 26)))
    return scale_items(items, 0.94, 3, 0)


def interception_done() -> Items:
    """Draw an arrow that meets another."""
    return (
        *solid(poly((42, 46), (42, 60), (14, 60), (14, 74), (0, 53), (14, 32), (14, 46))),
        *solid(poly((58, 46), (58, 60), (86, 60), (86, 74), (100, 53), (86, 32), (86, 46))),
        *line((50, 14), (50, 92), width=6),
    )


def limbered_guns() -> Items:
    """Draw a gun hooked to its limber, muzzle to the rear."""
    gun = (Group(field_gun(40, 15, 26, 8), compose(translation(68, 20), scaling(-0.68, 0.68))),)
    return (*line((66, 74), (98, 64), width=4, cap="round"), *gun, *wheel(80, 70, 13, 8, 4))


def captured_gun() -> Items:
    """Draw a gun under a flag."""
    flag = trace(d("M36 6C50 0 58 14 74 7L74 34C58 41 50 27 36 33Z"), width=3)
    return (*line((34, 1), (34, 70), width=5), *flag, *scale_items(field_gun(42, 15, 26, 8), 0.86, 6, 19))


def disabled_gun() -> Items:
    """Draw a gun crossed out."""
    return (
        *scale_items(field_gun(42, 15, 26, 8), 0.94, 3, 2),
        *line((10, 10), (92, 92), width=8, seam=3),
        *line((92, 10), (10, 92), width=8, seam=3),
    )


DRAWINGS: dict[str, Callable[[], Items]] = {
    "casualty": casualty,
    "casualty_threshold": casualty_threshold,
    "morale_shaken": morale_shaken,
    "morale_broken": morale_broken,
    "formation_broken": formation_broken,
    "formation_broken_morale_shaken": formation_broken_morale_shaken,
    "hedgehog": hedgehog,
    "open_order": open_order,
    "column": column,
    "first_pistol_used": first_pistol_used,
    "no_pistols": no_pistols,
    "salvo": salvo,
    "momentum": momentum,
    "interception_done": interception_done,
    "limbered_guns": limbered_guns,
    "captured_gun": captured_gun,
    "disabled_gun": disabled_gun,
}
"""Sign id -> its drawing."""
