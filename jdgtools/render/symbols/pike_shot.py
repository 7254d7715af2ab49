"""Symbols of the age of pike and shot, and the parts that they share."""

from __future__ import annotations

from jdgtools.render.scene import Item
from jdgtools.render.shapes import (
    BELTS,
    BUFF,
    FACING,
    HAT,
    HOSE,
    INK,
    LIGHT,
    PLUME,
    STEEL,
    TUNIC,
    WOOD,
    at,
    blob,
    curve,
    d,
    fuse,
    limb,
    line,
    poly,
    trace,
)
from jdgtools.render.symbols.horses import cloth, galloping, standing, trotting
from jdgtools.render.symbols.people import arm, face, leg
from jdgtools.render.symbols.riders import arm as riders_arm
from jdgtools.render.symbols.riders import rider_body

Items = tuple[Item, ...]


def morion(x: float, y: float, s: float = 1.0) -> Items:
    """Draw a helmet with a comb and a brim that rises at both ends; (x, y) is the middle of its brim."""
    bowl = at("M-9 0Q-9 -13 0 -14Q9 -13 9 0Z", x, y, s)
    comb = at("M-9.5 -9Q0 -27 9.5 -9Q0 -15.5 -9.5 -9Z", x, y, s)
    brim = at("M-17 -6Q0 3 18 -6Q8 5 0 4.5Q-8 5 -17 -6Z", x, y, s)
    return (
        *trace(bowl, color=STEEL, width=1.5 * s),
        *fuse(comb, color=STEEL, edge=0.9 * s),
        *fuse(brim, color=STEEL, edge=0.9 * s),
    )


def broad_hat(x: float, y: float, s: float = 1.0, feather: bool = True) -> Items:
    """Draw a broad felt hat, its feather trailing; (x, y) is the middle of its brim."""
    hat = at("M-18 3Q-12 -2 -9 -3L-7.5 -12Q0 -15.5 7 -12L9 -3Q14 -4 20 -1Q2 4 -18 3Z", x, y, s)
    plume = at("M5 -5Q-2 -20 -16 -17.5Q-26 -14 -26 -3Q-22 -8 -17 -7.5Q-8 -9 5 -5Z", x, y, s)
    return (
        *fuse(hat, color=HAT, edge=0.7),
        *line((x - 8.6 * s, y - 4.6 * s), (x + 8.6 * s, y - 4.6 * s), width=1.8 * s, color=FACING),
        *(trace(plume, color=PLUME, width=1.5 * s) if feather else ()),
    )


def doublet(color: str = TUNIC, lean: float = 0.0) -> Items:
    """Draw a doublet with short skirts and a falling collar."""
    s = lean
    body = blob(
        (
            (42 + s, 38),
            (46 + s, 33.5),
            (55 + s, 33.5),
            (60 + s, 39),
            (61.5 + s * 0.7, 47),
            (59, 57),
            (63, 69, 1),
            (50, 67),
            (37, 70, 1),
            (41, 57),
            (40 + s * 0.6, 47),
        )
    )
    return (
        *fuse(body, color=color, edge=0.0 if color == INK else 1.1),
        *line((40.8, 58), (59.4, 57), width=2.2, color=INK if color != INK else LIGHT),
    )


def collar(x: float = 50.0) -> Items:
    """Draw a falling collar."""
    return trace(at("M-6 34L6 33.5L9 39.5Q1 41.5 -8.5 40Z", x, 0.0), width=1.3)


def _legs(stride: bool) -> Items:
    """Draw stockings and shoes below wide breeches."""
    if stride:
        legs = (
            *leg((45, 66), (37, 78), (25, 91), color=HOSE, toe=(6, 4)),
            *leg((54, 66), (65, 76), (64.5, 92), color=HOSE),
        )
        knees = (limb(((45, 66), (37.5, 77)), (15, 12)), limb(((54, 66), (64, 75.5)), (15, 12.5)))
    else:
        legs = (
            *leg((46, 66), (44.5, 80), (43.5, 92), color=HOSE),
            *leg((55, 66), (56.5, 80), (57, 92), color=HOSE),
        )
        knees = (limb(((46, 66), (44.5, 77)), (14, 13)), limb(((55, 66), (56.5, 77)), (14, 13)))
    return (*legs, *fuse(*knees, color=TUNIC, edge=1.1))


def pikeman() -> Items:
    """Draw an armoured man with morion and upright pike."""
    plate = blob(
        ((42.5, 39), (46.5, 34.5), (54.5, 34.5), (60, 40), (61, 47), (58, 56, 1), (42, 57, 1), (40.5, 47))
    )
    tasset = poly((41, 58), (60, 57), (64, 70), (51, 67), (37, 71))
    return (
        *_legs(False),
        *trace(tasset, color=STEEL, width=1.8),
        *trace(plate, color=STEEL, width=1.8),
        *line((44, 37), (60, 54), width=3.4, color=FACING),
        *line((54, 35), (56.5, 56), width=1.3),
        *face(52, 25.5),
        *morion(51.5, 20.5),
        *line((77, 96), (77, 12), width=3.0, color=WOOD),
        *fuse(d("M77 -1.500L81 7.500L77 14L73 7.500Z")),
        *arm((52, 41), (63, 53), (76, 47), color=TUNIC),
    )


def musketeers() -> Items:
    """Draw a musketeer in a feathered hat, musket levelled on its rest."""
    return (
        *_legs(True),
        *doublet(),
        *line((44, 37), (60, 58), width=2.2, color=BELTS),
        *face(50, 25.5),
        *collar(49),
        *broad_hat(49, 20, 0.98),
        *line((82, 96), (80.5, 46), width=2.4),
        *curve("M76.5 38Q76 46 80.5 46Q85 46 84.5 37", 2.4),
        *fuse(d("M41 45.500L60 41.500L61 45.500L52 48L42 53Z")),
        *line((56, 43.8), (101, 37), width=3.8),
        *arm((58, 41), (68, 51), (76, 42.5), color=TUNIC),
        *arm((46, 42), (45, 56), (55, 48), color=TUNIC),
    )


def pike_and_shot() -> Items:
    """Draw pikes upright in the middle, musketeers before them."""
    items: Items = ()
    for x, top in ((22.0, 6.0), (36.0, 2.0), (50.0, -1.0), (64.0, 2.0), (78.0, 6.0)):
        items += line((x, 60), (x, top + 9), width=2.4, color=WOOD)
        items += fuse(poly((x, top), (x + 3.4, top + 8), (x, top + 13), (x - 3.4, top + 8)))
    for x in (27.0, 73.0, 50.0):
        lead = x == 50.0
        y = 36.0 if lead else 33.0
        body = blob(
            (
                (x - 12, y + 23),
                (x - 6, y + 16),
                (x + 7, y + 16),
                (x + 13, y + 23),
                (x + 12, y + 32),
                (x + 14, y + 44, 1),
                (x - 13, y + 44, 1),
                (x - 11, y + 32),
            )
        )
        legs = (
            limb(((x - 5, y + 40), (x - 6.5, 92)), (10, 6.6)),
            limb(((x + 6, y + 40), (x + 7.5, 92)), (10, 6.6)),
        )
        shoes = fuse(
            limb(((x - 6.5, 94), (x - 2, 94.8)), (5.6, 4)), limb(((x + 7.5, 94), (x + 12, 94.8)), (5.6, 4))
        )
        items += (*fuse(*legs, color=HOSE, edge=1.1), *shoes)
        items += fuse(body, color=STEEL if lead else TUNIC, edge=1.2)
        items += face(x + 0.5, y + 9.5, 0.8, hair=not lead)
        if lead:
            items += line((x - 11.4, y + 33), (x + 12.4, y + 33), width=2.2)
            items += line((x + 1, y + 17), (x + 1, y + 33), width=1.3)
            items += morion(x, y + 6.5, 0.78)
        else:
            items += line((x - 7, y + 18), (x + 11, y + 37), width=2.6, color=FACING)
            items += broad_hat(x, y + 5.5, 0.76, feather=False)
    return items


def _pot(x: float = 51, y: float = 12) -> Items:
    """Draw a lobster-tailed pot with cheek guard and peak."""
    bowl = at("M-8 1Q-8 -10.5 0 -11Q8 -10.5 8.5 0L13 2.5L-8 1.5Z", x, y)
    tail = at("M-7.5 -2L-15.5 10.5L-7 9.5L-4 1Z", x, y)
    return (
        *trace(tail, color=STEEL, width=1.4),
        *trace(bowl, color=STEEL, width=1.5),
        *line((x - 10.4, y + 2.2), (x - 6, y + 4.6), width=1.1),
        *line((x + 8, y + 1), (x + 8.6, y + 9), width=1.5),
    )


def cuirassiers() -> Items:
    """Draw a rider at the halt in full armour with closed helmet and tall plume, sword held upright."""
    helm = (
        *trace(
            blob(((43, 16), (42.5, 7), (50, 2.5), (58, 7), (61, 15, 1), (57, 23), (44, 23.5))),
            color=STEEL,
            width=1.7,
        ),
        *line((51, 12.5), (60.5, 13.5), width=2.2),
        *line((51, 17.5), (59, 19), width=1.1),
    )
    plume = blob(((49, 4), (44, 0.5), (35, 1), (29, 6), (25.5, 15, 1), (30, 25, 1), (35, 15), (41, 8.5)))
    plate = blob(
        ((41, 27.5), (45, 23.8), (54, 23.8), (58.5, 28.5), (58, 37), (54.5, 45.5), (41, 46), (39.5, 36))
    )
    tasset = limb(((47, 48.5), (59.5, 54)), (12.5, 9.5))
    return (
        *standing(),
        *cloth(),
        *rider_body((), belt=False),
        *fuse(tasset, color=STEEL, edge=1.1),
        *line((50, 43.5), (47, 54), width=1.2),
        *line((55, 46.5), (52, 57), width=1.2),
        *trace(plate, color=STEEL, width=1.7),
        *line((42, 29), (56, 43), width=3.0, color=FACING),
        *line((40, 35), (58, 34), width=1.2),
        *line((40.5, 41), (56.5, 40), width=1.2),
        *trace(plume, color=PLUME, width=1.5),
        *helm,
        *line((68.5, 27), (71.5, 1.5), width=3.2, seam=0.9),
        *line((63.5, 25), (73.5, 26.2), width=2.2),
        *riders_arm((55, 29), (64, 37), (68, 29.5), color=STEEL, cuff=""),
    )


def harquebusiers() -> Items:
    """Draw a rider in pot helmet and buff coat, firing his carbine."""
    return (
        *galloping(),
        *cloth(),
        *rider_body(_pot(), coat=BUFF, breeches=TUNIC, belt=False),
        *line((42, 26.5), (56, 44), width=3.2, color=FACING),
        *fuse(d("M47 26.500L60 22.500L61.5 26.500L54 29L49 32.500Z")),
        *line((58, 25), (99, 13), width=3.2, seam=0.9),
        *riders_arm((52, 30), (62, 35), (67.5, 25), color=BUFF),
    )


def dragoons_1640() -> Items:
    """Draw a mounted musketeer at the halt: broad hat, reins in hand, musket slung across his back."""
    return (
        *standing(),
        *line((28, 0), (56, 50), width=3.4, seam=0.9),
        *cloth(LIGHT),
        *rider_body(broad_hat(51, 11.5, 0.8, feather=False), coat=TUNIC, belt=True),
        *fuse(limb(((56, 47), (61, 58)), (4.6, 7.4)), color=WOOD, edge=0.9),
        *riders_arm((54, 28.5), (58, 38.5), (67, 40), color=TUNIC),
    )


def general() -> Items:
    """Draw a commander in a feathered hat, with his baton and a sash."""
    return (
        *trotting(),
        *cloth(LIGHT),
        *rider_body(broad_hat(51, 12.4, 0.74), coat=TUNIC),
        *line((75, 28), (92, 6), width=4.6, seam=0.9),
        *riders_arm((55, 28.5), (67, 32), (77, 25), color=TUNIC),
    )
