"""Symbols of soldiers on foot of the age of Napoleon, and the parts that they share.

What a man wears on his head depends on his nation (`hats`).
"""

from __future__ import annotations

import math

from jdgtools.render.scene import Group, Item, translation
from jdgtools.render.shapes import (
    BELTS,
    COAT,
    FACING,
    FRONT,
    HOSE,
    LEGS,
    PACK,
    PLUME,
    TAILS,
    WOOD,
    at,
    blob,
    d,
    fuse,
    limb,
    line,
    poly,
    trace,
)
from jdgtools.render.symbols.hats import HATS
from jdgtools.render.symbols.people import arm, face, leg, musket, pack

Items = tuple[Item, ...]


def coatee(lean: float = 0.0) -> Items:
    """Draw a short coat with tails behind, in profile; ``lean`` moves the shoulders forward."""
    s = lean
    body = blob(
        (
            (42 + s, 38),
            (46 + s, 33.5),
            (55 + s, 33.5),
            (60 + s, 39),
            (61.5 + s * 0.7, 46),
            (58.5, 57),
            (59.5, 66, 1),
            (50, 65.5),
            (44, 72),
            (34, 80, 1),
            (37, 70),
            (41, 60),
            (40.5 + s * 0.6, 48),
        )
    )
    breast = poly(
        (54.5 + s, 34.2), (59.6 + s, 39.2), (60.9 + s * 0.7, 46), (58, 57), (53, 57), (54 + s * 0.6, 46)
    )
    return (
        *fuse(body, color=COAT, edge=1.0),
        *fuse(breast, color=FRONT),
        *fuse(poly((35, 79.2), (37.6, 70.4), (43.6, 66.5), (46.5, 68.3), (43.4, 71.8)), color=TAILS),
        *line((46.5 + s, 34.2), (55.5 + s, 34.0), width=3.4, color=FACING),
    )


def belts(lean: float = 0.0) -> Items:
    """Draw belts crossed on the chest."""
    s = lean
    return (
        *line((45 + s, 35), (58, 59), width=2.7, color=BELTS),
        *line((58 + s, 36), (43, 61), width=2.7, color=BELTS),
    )


def marching(color: str = LEGS, boot: float = 0.45) -> Items:
    """Draw the legs of a man who marches."""
    return (
        *leg((46, 63), (42, 78), (32, 90), color=color, boot=boot, toe=(6, 4.6)),
        *leg((53, 63), (60, 77), (60.5, 92), color=color, boot=boot),
    )


def standing(color: str = LEGS, boot: float = 0.45) -> Items:
    """Draw the legs of a man who stands."""
    return (
        *leg((47, 63), (45.5, 78), (44, 92), color=color, boot=boot),
        *leg((53, 63), (55, 78), (55.5, 92), color=color, boot=boot),
    )


def lunging(color: str = LEGS, boot: float = 0.45) -> Items:
    """Draw the legs of a man who thrusts forward."""
    return (
        *leg((45, 63), (33, 76), (18, 90), color=color, boot=boot, toe=(5, 4.8)),
        *leg((53, 63), (68, 73), (66, 92), color=color, boot=boot),
    )


def shift(items: Items, x: float, y: float = 0.0) -> Items:
    """Return the drawing moved to another place."""
    return (Group(items, translation(x, y)),)


def line_infantry(hat: str = "shako") -> Items:
    """Draw three fusiliers on the march: cross-belts, knapsacks, muskets on the shoulder."""
    man = (
        *musket((66, 57), (21, 8), (12.5, -0.5)),
        *marching(),
        *coatee(),
        *belts(),
        *pack(41.5, 38),
        *face(52, 25.5),
        *HATS[hat](52, 19),
        *arm((50, 40), (57.5, 51), (65, 55), cuff=FACING),
    )
    return (*shift(man, 60, -1), *shift(man, 30, -0.5), *man)


def grenadiers(hat: str = "bearskin") -> Items:
    """Draw two tall men who charge with the bayonet."""
    man = (
        *lunging(),
        *coatee(3),
        *belts(3),
        *pack(44, 38),
        *_epaulette(3),
        *face(56, 25.5),
        *HATS[hat](55.5, 19),
        *musket((38, 64), (86, 47), (101, 41.5)),
        *arm((50, 40), (44, 53), (52, 59.5), cuff=FACING),
        *arm((60, 41), (69, 50), (74, 51.5), cuff=FACING),
    )
    return (*shift(man, -32, -1), *man)


def _epaulette(lean: float = 0.0) -> Items:
    x = lean
    return fuse(at("M43.5 38.5Q46 33.5 52 35L52.5 39.5L43.5 41.5Z", x, 0.0), color=PLUME, edge=0.7)


def guard(hat: str = "bearskin") -> Items:
    """Draw two guardsmen at attention: long coats, muskets at the shoulder; a star."""
    coat = blob(
        (
            (42, 38),
            (46, 33.5),
            (55, 33.5),
            (60, 39),
            (61.5, 47),
            (59, 57),
            (62.5, 76, 1),
            (38, 78, 1),
            (40.5, 58),
            (40, 47),
        )
    )
    man = (
        *standing(HOSE),
        *fuse(coat, color=COAT, edge=1.0),
        *fuse(poly((54.5, 34.2), (59.6, 39.2), (60.9, 47), (58.4, 57), (53, 57), (54, 46)), color=FRONT),
        *belts(),
        *line((46.5, 34.2), (55.5, 34.0), width=3.4, color=FACING),
        *pack(41, 38),
        *face(52, 25.5),
        *HATS[hat](52, 19),
        *musket((68, 73), (73, 16), (74.5, -0.5)),
        *arm((50, 41), (59, 54), (68, 60), cuff=FACING),
        *_epaulette(),
    )
    return (*shift(man, 32, -0.5), *man, *trace(_star(12, 18, 13), width=1.8))


def _star(x: float, y: float, r: float) -> tuple[tuple[str | float, ...], ...]:
    points = []
    for k in range(10):
        radius = r if k % 2 == 0 else r * 0.42
        points.append((x + radius * math.sin(k * math.pi / 5), y - radius * math.cos(k * math.pi / 5)))
    return poly(*points)


def light_infantry(hat: str = "shako") -> Items:
    """Draw two skirmishers who take aim, one on his knee before the other."""
    coat = blob(
        (
            (30, 52),
            (34, 47),
            (44, 46),
            (50, 52),
            (51.5, 60),
            (48, 70),
            (50, 78, 1),
            (38, 79),
            (27, 88, 1),
            (29, 74),
            (28.5, 62),
        )
    )
    kneeling = (
        *leg((36, 74), (37.5, 91), (18, 93), widths=(13, 9, 6.4), toe=(-4, -5), boot=0.9),
        *leg((43, 74), (62, 72.5), (60.5, 91.5), widths=(13, 9.5, 6.4), boot=0.6),
        *fuse(coat, color=COAT, edge=1.0),
        *fuse(poly((44.2, 47.4), (49.4, 52.4), (50.6, 60), (48, 68), (44, 66)), color=FRONT),
        *line((35.5, 47.2), (44, 47), width=3.2, color=FACING),
        *line((31, 49), (49, 68), width=2.7, color=BELTS),
        *trace(poly((20, 60), (30, 58), (31, 70), (21, 72)), color=PACK, width=1.6),
        *face(44.5, 37),
        *HATS[hat](43.5, 31),
        *musket((44, 54), (87, 44), (100, 41)),
        *arm((42, 53), (53, 59), (62, 49.5), cuff=FACING, width=7.6),
        *arm((36, 54), (41, 62), (50, 54.5), cuff=FACING, width=7.6),
    )
    upright = (
        *marching(),
        *coatee(2),
        *line((47, 35), (59, 58), width=2.7, color=BELTS),
        *pack(43.5, 38, 0.9),
        *face(55, 25.5),
        *HATS[hat](54, 19),
        *musket((52, 42), (93, 34.5), None),
        *arm((52, 40), (58, 50), (70, 39.5), cuff=FACING),
        *arm((47, 41), (50, 52), (58, 42.5), cuff=FACING),
    )
    return (*shift(upright, -33, -1), *shift(kneeling, 14, 1))


def militia(hat: str = "round_hat") -> Items:
    """Draw countrymen in long coats, one with a pike and one with an old musket."""
    coat = blob(
        (
            (42, 38),
            (46, 33.5),
            (55, 33.5),
            (60, 39),
            (61.5, 47),
            (59.5, 58),
            (66, 78, 1),
            (50, 76),
            (35, 81, 1),
            (40, 58),
            (40, 47),
        )
    )
    man = (
        *marching(HOSE, 0.0),
        *fuse(coat, color=COAT, edge=1.1),
        *line((40.5, 57.5), (60, 57.5), width=3.0),
        *line((51, 36), (54, 56), width=1.8),
        *line((46, 36), (37, 58), width=2.2, color=BELTS),
        *fuse(limb(((37, 60), (35, 66)), (8, 11)), color=HOSE, edge=1.1),
        *face(52, 25.5),
        *HATS[hat](52, 19),
    )
    pike = (
        *line((76, 96), (76, 14), width=3.2, color=WOOD),
        *trace(d("M76 -0.5L81 10L76 18L71 10Z"), width=1.6),
    )
    return (
        *shift((*musket((66, 57), (21, 8), None), *man, *arm((50, 40), (57.5, 51), (65, 55))), -30, -1),
        *man,
        *pike,
        *arm((52, 40), (62, 52), (75, 47)),
    )
