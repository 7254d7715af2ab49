"""Common charges, each in a box of 100 x 100: "$ink" is its tincture, "$paper" the ground behind it."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from jdgtools.blazon import beasts, birds, objects
from jdgtools.render.scene import Group, Item, Symbol, compose, rotation, scaling, translation
from jdgtools.render.shapes import PAPER, curve, disc, line, poly, ring, shape, solid

Items = tuple[Item, ...]
BOX = (0.0, 0.0, 100.0, 100.0)


def star(points: int, inner: float, x: float = 50, y: float = 52, r: float = 48) -> Items:
    """Draw a star with straight rays."""
    dots = []
    for k in range(2 * points):
        size = r if k % 2 == 0 else r * inner
        angle = math.pi * k / points
        dots.append((x + size * math.sin(angle), y - size * math.cos(angle)))
    return solid(poly(*dots))


def fleur_de_lys() -> Items:
    """Draw a fleur-de-lys."""
    side = shape(
        "M45 62C44 44 34 32 20 32C6 32 2 46 8 56C12 62 22 62 23 54C17 54 15 46 22 44C32 44 34 54 36 62Z"
    )
    return (
        *shape("M50 2C66 20 68 38 56 62L44 62C32 38 34 20 50 2Z"),
        *side,
        Group(side, compose(translation(100, 0), scaling(-1, 1))),
        *solid(poly((28, 62), (72, 62), (72, 70), (28, 70))),
        *shape("M44 70L56 70C56 82 60 90 50 98C40 90 44 82 44 70Z"),
        *shape("M40 70C38 82 32 88 22 86C28 82 32 76 32 70ZM60 70C62 82 68 88 78 86C72 82 68 76 68 70Z"),
    )


def mullet() -> Items:
    """Draw a five-pointed star."""
    return star(5, 0.382)


def estoile() -> Items:
    """Draw a star of many rays."""
    return star(8, 0.45, y=50)


def crosslet() -> Items:
    """Draw a cross with crossed ends."""
    arm = solid(poly((44, 2), (56, 2), (56, 50), (44, 50)), poly((34, 14), (66, 14), (66, 25), (34, 25)))
    return tuple(Group(arm, rotation(90 * k, 50, 50)) for k in range(4))


def cross_couped() -> Items:
    """Draw a cross that does not reach the edge."""
    return solid(poly((39, 4), (61, 4), (61, 96), (39, 96)), poly((4, 39), (96, 39), (96, 61), (4, 61)))


def cross_patty() -> Items:
    """Draw a cross with widening arms."""
    arm = shape("M30 3L70 3Q56 28 55 50L45 50Q44 28 30 3Z")
    return tuple(Group(arm, rotation(90 * k, 50, 50)) for k in range(4))


def roundel() -> Items:
    """Draw a disc."""
    return solid(disc(50, 50, 46))


def annulet() -> Items:
    """Draw a ring."""
    return (ring(50, 50, 37, 18),)


def crescent() -> Items:
    """Draw a crescent with its horns up."""
    return shape("M20 8A46 46 0 1 0 80 8A37 37 0 1 1 20 8Z")


def billet() -> Items:
    """Draw an upright brick."""
    return solid(poly((26, 4), (74, 4), (74, 96), (26, 96)))


def lozenge() -> Items:
    """Draw a diamond."""
    return solid(poly((50, 2), (86, 50), (50, 98), (14, 50)))


def mascle() -> Items:
    """Draw a diamond with a hole."""
    return (*lozenge(), *solid(poly((50, 28), (66, 50), (50, 72), (34, 50)), color=PAPER))


def escallop() -> Items:
    """Draw a scallop shell."""
    ribs: Items = ()
    for k in range(-2, 3):
        ribs += line((50, 84), (50 + 20 * k, 26 + 5 * abs(k)), width=3, color=PAPER)
    return (*shape("M40 80L6 44Q4 16 50 8Q96 16 94 44L60 80L70 94L30 94Z"), *ribs)


def rose() -> Items:
    """Draw a rose of five petals."""
    petals: list[Item] = []
    for k in range(5):
        petals.append(Group(solid(disc(50, 24, 20)), rotation(72 * k, 50, 50)))
    return (*petals, *solid(disc(50, 50, 20)), *solid(disc(50, 50, 12), color=PAPER), *solid(disc(50, 50, 6)))


def castle() -> Items:
    """Draw a castle of three towers."""
    return (
        *solid(
            poly(
                (10, 96),
                (10, 34),
                (4, 34),
                (4, 18),
                (12, 18),
                (12, 25),
                (18, 25),
                (18, 18),
                (26, 18),
                (26, 25),
                (32, 25),
                (32, 34),
                (28, 34),
                (28, 52),
                (38, 52),
                (38, 22),
                (33, 22),
                (33, 4),
                (41, 4),
                (41, 11),
                (46, 11),
                (46, 4),
                (54, 4),
                (54, 11),
                (59, 11),
                (59, 4),
                (67, 4),
                (67, 22),
                (62, 22),
                (62, 52),
                (72, 52),
                (72, 34),
                (68, 34),
                (68, 25),
                (74, 25),
                (74, 18),
                (82, 18),
                (82, 25),
                (88, 25),
                (88, 18),
                (96, 18),
                (96, 34),
                (90, 34),
                (90, 96),
            )
        ),
        *shape("M40 96L40 76Q50 64 60 76L60 96Z", PAPER),
    )


def tower() -> Items:
    """Draw a single tower."""
    return (
        *solid(
            poly(
                (28, 96),
                (28, 36),
                (20, 36),
                (20, 10),
                (32, 10),
                (32, 20),
                (43, 20),
                (43, 10),
                (57, 10),
                (57, 20),
                (68, 20),
                (68, 10),
                (80, 10),
                (80, 36),
                (72, 36),
                (72, 96),
            )
        ),
        *shape("M41 96L41 74Q50 62 59 74L59 96Z", PAPER),
    )


def sword() -> Items:
    """Draw a sword, point up."""
    return (
        *solid(poly((44, 68), (44, 14), (50, 1), (56, 14), (56, 68))),
        *line((28, 70), (72, 70), width=9, cap="round"),
        *line((50, 70), (50, 92), width=9),
        *solid(disc(50, 93, 7)),
    )


def key() -> Items:
    """Draw a key, bit up."""
    return (
        ring(50, 80, 13, 9),
        *line((50, 68), (50, 4), width=9),
        *solid(poly((52, 6), (76, 6), (76, 34), (66, 34), (66, 26), (60, 26), (60, 34), (52, 34))),
    )


def crown() -> Items:
    """Draw an open crown."""
    return (
        *solid(poly((10, 84), (4, 26), (28, 56), (50, 16), (72, 56), (96, 26), (90, 84))),
        *solid(disc(4, 24, 6), disc(50, 13, 7), disc(96, 24, 6)),
        *line((14, 74), (86, 74), width=4, color=PAPER),
    )


def wheel() -> Items:
    """Draw a wheel of eight spokes."""
    spokes: Items = ()
    for k in range(4):
        spokes += (Group(line((50, 8), (50, 92), width=7), rotation(45 * k, 50, 50)),)
    return (ring(50, 50, 40, 12), *spokes, *solid(disc(50, 50, 11)))


def maunch() -> Items:
    """Draw a sleeve."""
    return shape(
        "M20 6L64 6Q88 20 92 44L70 50Q66 40 58 36L56 60Q76 70 78 96L52 96Q52 84 44 78"
        "Q20 74 14 50Q26 60 36 58Q38 36 26 26Q18 20 20 6Z"
    )


def heart() -> Items:
    """Draw a heart."""
    return shape("M50 94C10 64 2 46 4 28C8 6 40 2 50 26C60 2 92 6 96 28C98 46 90 64 50 94Z")


def trefoil() -> Items:
    """Draw a leaf of three."""
    return (
        *solid(disc(50, 24, 21), disc(26, 56, 21), disc(74, 56, 21), disc(50, 46, 12)),
        *curve("M50 46Q52 78 62 96", 6),
    )


def shield() -> Items:
    """Draw a small shield."""
    return shape("M8 6L92 6L92 48C92 74 72 88 50 98C28 88 8 74 8 48Z")


DRAWINGS: dict[str, Callable[[], Items]] = {
    "lion": beasts.lion,
    "leopard": beasts.leopard,
    "eagle": birds.eagle,
    "fleur-de-lys": fleur_de_lys,
    "mullet": mullet,
    "estoile": estoile,
    "crosslet": crosslet,
    "cross couped": cross_couped,
    "cross patty": cross_patty,
    "roundel": roundel,
    "annulet": annulet,
    "crescent": crescent,
    "billet": billet,
    "lozenge": lozenge,
    "mascle": mascle,
    "escallop": escallop,
    "rose": rose,
    "martlet": birds.martlet,
    "castle": castle,
    "tower": tower,
    "sword": sword,
    "key": key,
    "crown": crown,
    "wheel": wheel,
    "maunch": maunch,
    "bull": beasts.bull,
    "heart": heart,
    "trefoil": trefoil,
    "shield": shield,
    "wolf": beasts.wolf,
    "griffin": beasts.griffin,
    "boar": beasts.boar,
    "boar head": beasts.boar_head,
    "stag": beasts.stag,
    "stag head": beasts.stag_head,
    "horse": beasts.horse,
    "bear": beasts.bear,
    "double eagle": birds.double_eagle,
    "raven": birds.raven,
    "dolphin": birds.dolphin,
    "fish": birds.fish,
    "sun": objects.sun,
    "tree": objects.tree,
    "hand": objects.hand,
    "arrow": objects.arrow,
    "anchor": objects.anchor,
    "horn": objects.horn,
    "axe": objects.axe,
    "bridge": objects.bridge,
    "ship": objects.ship,
    "bouget": objects.bouget,
    "cup": objects.cup,
}
"""Charge -> its drawing; one for each value of ``words.CHARGES``."""


@cache
def charge_symbol(kind: str) -> Symbol:
    """Return the symbol of the charge; the same object every time.

    Raises:
        KeyError: no such charge.
    """
    if kind == "leopard":
        # Walking beasts are long: three of them fill a shield.
        shapes = (Group(DRAWINGS[kind](), scaling(1.35, 0.9)),)
        return Symbol("charge-leopard", shapes, (2.0, -2.0, 132.0, 82.0))
    return Symbol("charge-" + kind.replace(" ", "-"), DRAWINGS[kind](), BOX)
