"""Symbols of soldiers on foot of the age of Napoleon, and the parts that they share."""

from __future__ import annotations

import math

from jdgtools.render.scene import Item
from jdgtools.render.shapes import (
    INK,
    LIGHT,
    TONE,
    at,
    blob,
    curve,
    d,
    disc,
    fused,
    limb,
    line,
    poly,
    traced,
)
from jdgtools.render.symbols.people import arm, face, leg, musket, pack

Items = tuple[Item, ...]


def coatee(lean: float = 0.0, color: str = INK) -> Items:
    """Draw a short coat with tails behind, in profile; ``lean`` moves the shoulders forward."""
    s = lean
    return fused(
        blob(
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
        ),
        color=color,
        edge=0.0 if color == INK else 1.0,
    )


def belts(lean: float = 0.0) -> Items:
    """Draw white belts crossed on the chest, and a waist seam."""
    s = lean
    return (
        *line((45 + s, 35), (58, 59), width=2.7, color=LIGHT),
        *line((58 + s, 36), (43, 61), width=2.7, color=LIGHT),
    )


def marching(color: str = TONE, boot: float = 0.45) -> Items:
    """Draw the legs of a man who marches."""
    return (
        *leg((46, 63), (42, 78), (32, 90), color=color, boot=boot, toe=(6, 4.6)),
        *leg((53, 63), (60, 77), (60.5, 92), color=color, boot=boot),
    )


def standing(color: str = TONE, boot: float = 0.45) -> Items:
    """Draw the legs of a man who stands."""
    return (
        *leg((47, 63), (45.5, 78), (44, 92), color=color, boot=boot),
        *leg((53, 63), (55, 78), (55.5, 92), color=color, boot=boot),
    )


def lunging(color: str = TONE, boot: float = 0.45) -> Items:
    """Draw the legs of a man who thrusts forward."""
    return (
        *leg((45, 63), (33, 76), (18, 90), color=color, boot=boot, toe=(5, 4.8)),
        *leg((53, 63), (68, 73), (66, 92), color=color, boot=boot),
    )


def shako(x: float = 52, y: float = 19, plume: bool = True) -> Items:
    """Draw a felt cap with peak, plate, cord and plume; (x, y) is the middle of its lower edge."""
    cap = at("M-7.5 1L-9 -14.5Q0 -17 9 -14.5L7.6 1Z", x, y)
    peak = poly((x + 2, y - 0.5), (x + 7.4, y - 0.5), (x + 13, y + 3.2), (x + 5, y + 2.2))
    return (
        *(fused(limb(((x + 5.5, y - 13), (x + 5.5, y - 17.8)), (3.4, 5.2))) if plume else ()),
        *fused(cap),
        *fused(peak),
        *curve(f"M{x - 8.4} {y - 10}Q{x - 1} {y - 3.5} {x + 8} {y - 10}", 1.6, LIGHT),
        *fused(disc(x + 4.4, y - 4, 2.3), color=LIGHT),
    )


def bearskin(x: float = 52, y: float = 19, plume: bool = False) -> Items:
    """Draw a tall fur cap with a brass plate."""
    fur = blob(
        (
            (x - 8.5, y + 2.5, 1),
            (x - 12, y - 6),
            (x - 10, y - 16),
            (x, y - 20.5),
            (x + 10, y - 15.5),
            (x + 10.5, y - 6),
            (x + 7.5, y + 1.5, 1),
            (x, y),
        )
    )
    plate = at("M3 0.5L4 -8Q8.5 -9 9.5 -5L7.5 0.5Z", x, y)
    plumes = fused(limb(((x - 9, y - 9), (x - 13.5, y - 17.5)), (4.4, 5.6))) if plume else ()
    return (*plumes, *fused(fur), *fused(plate, color=LIGHT))


def line_infantry() -> Items:
    """Draw a fusilier on the march: shako, cross-belts, knapsack, musket on the shoulder."""
    return (
        *musket((66, 57), (21, 8), (12.5, -0.5)),
        *marching(),
        *coatee(),
        *belts(),
        *pack(41.5, 38),
        *face(52, 25.5),
        *shako(),
        *arm((50, 40), (57.5, 51), (65, 55)),
    )


def grenadiers() -> Items:
    """Draw a tall bearskin, charging with the bayonet."""
    return (
        *lunging(),
        *coatee(3),
        *belts(3),
        *pack(44, 38),
        *face(56, 25.5),
        *bearskin(55.5, 19),
        *musket((38, 64), (86, 47), (101, 41.5)),
        *arm((50, 40), (44, 53), (52, 59.5)),
        *arm((60, 41), (69, 50), (74, 51.5)),
    )


def guard() -> Items:
    """Draw a guardsman at attention: plumed bearskin, long coat, musket at his shoulder, star."""
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
    epaulette = traced(d("M43.5 38.500Q46 33.5 52 35L52.5 39.500L43.5 41.500Z"), width=1.2)
    return (
        *standing(LIGHT),
        *fused(coat),
        *belts(),
        *line((40.5, 59), (59.5, 59), width=2.2, color=LIGHT),
        *pack(41, 38),
        *face(52, 25.5),
        *bearskin(plume=True),
        *musket((68, 73), (73, 16), (74.5, -0.5)),
        *arm((50, 41), (59, 54), (68, 60)),
        *epaulette,
        *traced(_star(17, 22, 14), width=1.8),
    )


def _star(x: float, y: float, r: float) -> tuple[tuple[str | float, ...], ...]:
    points = []
    for k in range(10):
        radius = r if k % 2 == 0 else r * 0.42
        points.append((x + radius * math.sin(k * math.pi / 5), y - radius * math.cos(k * math.pi / 5)))
    return poly(*points)


def light_infantry() -> Items:
    """Draw a skirmisher on one knee, taking aim."""
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
    return (
        *leg((36, 74), (37.5, 91), (18, 93), widths=(13, 9, 6.4), toe=(-4, -5), boot=0.9),
        *leg((43, 74), (62, 72.5), (60.5, 91.5), widths=(13, 9.5, 6.4), boot=0.6),
        *fused(coat),
        *line((31, 49), (49, 68), width=2.7, color=LIGHT),
        *traced(poly((20, 60), (30, 58), (31, 70), (21, 72)), color=TONE, width=1.6),
        *face(44.5, 37),
        *shako(43.5, 31, plume=False),
        *fused(d("M36.5 16Q29.5 9 32.5 0Q37 6 41 15Z")),
        *musket((44, 54), (87, 44), (100, 41)),
        *arm((42, 53), (53, 59), (62, 49.5), width=7.6),
        *arm((36, 54), (41, 62), (50, 54.5), width=7.6),
    )


def militia() -> Items:
    """Draw a countryman in a round hat with a pike and a long coat."""
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
    hat = d("M34 19.500Q42 17 44 17L45 8.500Q52 5 59.5 8.500L60.5 17Q65 17 71 20Q52 25 34 19.500Z")
    return (
        *marching(LIGHT, 0.0),
        *fused(coat, color=TONE, edge=1.1),
        *line((40.5, 57.5), (60, 57.5), width=3.0),
        *line((51, 36), (54, 56), width=1.8),
        *line((46, 36), (37, 58), width=2.2, color=LIGHT),
        *fused(limb(((37, 60), (35, 66)), (8, 11)), color=LIGHT, edge=1.1),
        *face(52, 25.5),
        *fused(hat),
        *line((44.8, 15.6), (60.2, 15.6), width=1.8, color=LIGHT),
        *line((76, 96), (76, 14), width=3.2),
        *traced(d("M76 -0.500L81 10L76 18L71 10Z"), width=1.6),
        *arm((52, 40), (62, 52), (75, 47), color=TONE),
    )
