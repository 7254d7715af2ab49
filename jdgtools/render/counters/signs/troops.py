"""Signs of losses, morale, formations and guns."""

from __future__ import annotations

from collections.abc import Callable

from jdgtools.render.counters.signs.place import Items, moved, scaled, turned
from jdgtools.render.scene import Group, compose, scaling, translation
from jdgtools.render.symbols.guns import field_gun, wheel
from jdgtools.render.symbols.shapes import PAPER, blob, curve, d, disc, limb, line, poly, shape, solid, traced


def casualty() -> Items:
    """Skull."""
    return (
        *solid(
            blob(((10, 42), (18, 14), (50, 2), (82, 14), (90, 42), (80, 64), (72, 70), (28, 70), (20, 64)))
        ),
        *solid(poly((30, 66), (70, 66), (68, 94), (32, 94))),
        *solid(disc(33, 44, 11), disc(67, 44, 11), poly((50, 52), (57, 66), (43, 66)), color=PAPER),
        *line((42, 78), (42, 95), width=3.5, color=PAPER),
        *line((50, 78), (50, 95), width=3.5, color=PAPER),
        *line((58, 78), (58, 95), width=3.5, color=PAPER),
    )


def casualty_threshold() -> Items:
    """Skull over a line."""
    skull = scaled(casualty(), 0.78, 11, 0)
    return (*skull, *line((4, 90), (96, 90), width=9))


def morale_shaken() -> Items:
    """Flag at half-mast."""
    return (
        *line((26, 2), (26, 98), width=8),
        *shape("M30 40C48 32 62 52 90 42L90 80C62 90 48 70 30 78Z"),
        *curve("M6 20Q12 12 18 20M34 16Q40 8 46 16", 5),
    )


def morale_broken() -> Items:
    """Broken flagstaff."""
    staff = (*line((50, 46), (50, 2), width=8), *shape("M54 4C66 0 74 12 92 6L92 34C74 40 66 28 54 32Z"))
    return (*line((26, 98), (26, 56), width=8), *moved(turned(staff, 62, 50, 46), -22, 12))


def formation_broken() -> Items:
    """Ranks in disarray."""
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
        items += turned(
            solid(poly((x - 10, y - 6), (x + 10, y - 6), (x + 10, y + 6), (x - 10, y + 6))), turn, x, y
        )
    return items


def formation_broken_morale_shaken() -> Items:
    """Disarray and a lowered flag."""
    return (*scaled(formation_broken(), 0.62, 0, 36), *scaled(morale_shaken(), 0.66, 36, 0))


def hedgehog() -> Items:
    """Pikes on all sides."""
    items: Items = solid(disc(50, 50, 20))
    for k in range(12):
        items += turned(solid(poly((47, 36), (50, 0), (53, 36))), 30 * k)
    return items


def open_order() -> Items:
    """Files at wide distance."""
    items: Items = ()
    for row in range(3):
        for column in range(4 - row % 2):
            items += solid(disc(14 + 24 * column + 12 * (row % 2), 20 + 30 * row, 7.5))
    return items


def column() -> Items:
    """Narrow column with its head forward."""
    items: Items = solid(poly((50, 0), (72, 24), (28, 24)))
    for k in range(4):
        y = 32 + 17 * k
        items += solid(poly((34, y), (66, y), (66, y + 11), (34, y + 11)))
    return items


def _pistol() -> Items:
    return (
        *solid(limb(((96, 30), (40, 32)), (8, 11))),
        *solid(limb(((44, 32), (26, 40), (10, 72)), (14, 14, 17))),
        *curve("M40 40Q46 54 58 42", 4),
        *solid(poly((44, 28), (52, 14), (58, 18), (54, 28))),
    )


def first_pistol_used() -> Items:
    """One pistol."""
    return moved(_pistol(), 0, 10)


def no_pistols() -> Items:
    """Pistol crossed out."""
    return (*first_pistol_used(), *line((14, 10), (90, 92), width=8, seam=3))


def salvo() -> Items:
    """Three muzzles firing."""
    items: Items = ()
    for x in (20, 50, 80):
        items += line((x, 98), (x, 46), width=10)
        items += solid(
            poly(
                (x, 0),
                (x + 6, 20),
                (x + 14, 14),
                (x + 9, 34),
                (x, 40),
                (x - 9, 34),
                (x - 14, 14),
                (x - 6, 20),
            )
        )
    return items


def momentum() -> Items:
    """Three chevrons forward."""
    items: Items = ()
    for y in (4, 34, 64):
        items += solid(poly((50, y), (90, y + 26), (90, y + 42), (50, y + 17), (10, y + 42), (10, y + 26)))
    return scaled(items, 0.94, 3, 0)


def interception_done() -> Items:
    """Arrow that meets another."""
    return (
        *solid(poly((42, 46), (42, 60), (14, 60), (14, 74), (0, 53), (14, 32), (14, 46))),
        *solid(poly((58, 46), (58, 60), (86, 60), (86, 74), (100, 53), (86, 32), (86, 46))),
        *line((50, 14), (50, 92), width=6),
    )


def limbered_guns() -> Items:
    """Gun hooked to its limber, muzzle to the rear."""
    gun = (Group(field_gun(40, 15, 26, 8), compose(translation(68, 20), scaling(-0.68, 0.68))),)
    return (*line((66, 74), (98, 64), width=4, cap="round"), *gun, *wheel(80, 70, 13, 8, 4))


def captured_gun() -> Items:
    """Gun under a flag."""
    flag = traced(d("M36 6C50 0 58 14 74 7L74 34C58 41 50 27 36 33Z"), width=3)
    return (*line((34, 1), (34, 70), width=5), *flag, *scaled(field_gun(42, 15, 26, 8), 0.86, 6, 19))


def disabled_gun() -> Items:
    """Gun crossed out."""
    return (
        *scaled(field_gun(42, 15, 26, 8), 0.94, 3, 2),
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
