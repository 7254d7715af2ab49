"""Beasts of heraldry, facing left as heralds have them, each in a box of 100 x 100."""

from __future__ import annotations

import math

from jdgtools.render.horse import BODY, MANE
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Group, Item, Path, Stroke, compose, scaling, translation
from jdgtools.render.shapes import (
    INK,
    PAPER,
    at,
    blob,
    curve,
    d,
    disc,
    fuse,
    limb,
    line,
    poly,
    set_off,
    solid,
)

Items = tuple[Item, ...]


def mirror(items: Items) -> Items:
    """Return the items with left and right exchanged."""
    return (Group(items, compose(translation(100, 0), scaling(-1, 1))),)


def paw(x: float, y: float, degrees: float, size: float = 4.2) -> tuple[Command, ...]:
    """Return the outline of a foot with three claws that point to ``degrees``, clockwise from the right."""
    parts = disc(x, y, size)
    for turn in (-42, 0, 42):
        a = math.radians(degrees + turn)
        c, s = math.cos(a), math.sin(a)
        wide, far = size * 0.5, size * 2.1
        parts += poly(
            (x - s * wide, y + c * wide),
            (x + s * wide, y - c * wide),
            (x + c * far - s * wide * 0.3, y + s * far + c * wide * 0.3),
        )
    return parts


_RAMPANT_HIND = (
    limb(((60, 70), (53, 83), (62, 91), (52, 95)), (20, 11, 6.5, 5.5)),
    paw(51, 95, 180),
    limb(((54, 66), (38, 72), (33, 84), (24, 86)), (17, 9.5, 6.5, 5.5)),
    paw(23, 86, 180),
)


def _rampant_tail() -> Items:
    tuft = blob(
        ((88, 31), (79, 25, 1), (83, 20), (79, 11, 1), (87, 13), (90, 3, 1), (95, 12), (100, 11, 1), (98, 22))
    )
    return (*curve("M64 77C82 82 93 68 84 55C77 44 80 36 88 28", 4.4), *fuse(tuft))


def lion() -> Items:
    """Draw a lion rampant."""
    body = blob(
        (
            (38, 5, 1), (43, 9), (49, 4, 1), (49, 11), (57, 9, 1), (54, 16), (63, 17, 1), (57, 23),
            (66, 27, 1), (58, 31), (65, 38, 1), (57, 39), (62, 47, 1), (58, 50), (62, 58), (70, 65),
            (73, 75), (66, 82), (55, 80), (49, 70), (42, 63), (35, 56), (33, 51), (25, 51, 1), (31, 45),
            (24, 42, 1), (31, 38), (26, 33, 1), (33, 32),
        )
    )  # fmt: skip
    head = blob(
        (
            (36, 3, 1), (40, 8), (44, 15), (42, 26), (36, 32), (29, 30), (22, 29, 1), (19, 25),
            (28, 22, 1), (20, 21), (13, 18, 1), (13, 14), (18, 10), (26, 7), (31, 8),
        )
    )  # fmt: skip
    return (
        *_rampant_tail(),
        *fuse(body, head, *_RAMPANT_HIND),
        *set_off(limb(((40, 40), (27, 40), (17, 31), (10, 30)), (11, 8.5, 6.5, 5)), paw(10, 29, 200)),
        *set_off(limb(((42, 53), (30, 57), (20, 52), (12, 54)), (11, 8.5, 6.5, 5)), paw(11, 54, 180)),
        *fuse(d("M24 24.500Q17 25 13 23.500Q16 28 23 26.500Z")),
        *solid(disc(25.5, 14, 1.9), color=PAPER),
        *curve("M39 12Q45 20 40 31", 1.6, PAPER),
        *curve("M46 14Q53 24 48 38", 1.6, PAPER),
        *curve("M59 66Q56 74 58 79", 1.6, PAPER),
    )


def leopard() -> Items:
    """Draw a lion passant guardant."""
    mane = blob(
        (
            (22, 12, 1), (29, 15), (36, 12, 1), (38, 20), (45, 22, 1), (42, 29), (49, 35, 1), (43, 39),
            (47, 48, 1), (40, 48), (38, 57, 1), (31, 52), (23, 58, 1), (18, 51), (10, 52, 1), (12, 45),
            (5, 41, 1), (10, 36), (5, 29, 1), (12, 26), (11, 17, 1), (18, 17),
        )
    )  # fmt: skip
    body = blob(
        (
            (34, 34),
            (52, 38),
            (70, 36),
            (85, 36),
            (93, 46),
            (90, 58),
            (80, 62),
            (66, 56),
            (52, 59),
            (38, 62),
            (28, 58),
        )
    )
    return (
        *curve("M89 42Q100 34 94 22Q84 10 72 16Q62 22 66 10", 4.2),
        *fuse(blob(((66, 13), (59, 12, 1), (61, 6), (58, 0, 1), (66, 1), (73, -1, 1), (72, 6), (75, 11, 1)))),
        *fuse(
            body,
            limb(((36, 56), (38, 70), (34, 82), (27, 84)), (14, 9, 6.5, 5)),
            paw(26, 84.5, 180, 3.8),
            limb(((84, 52), (90, 68), (83, 80), (77, 84)), (18, 9.5, 6.5, 5)),
            paw(76, 84.5, 180, 3.8),
            limb(((74, 54), (66, 68), (68, 80), (61, 84)), (15, 9, 6.5, 5)),
            paw(60, 84.5, 180, 3.8),
        ),
        *set_off(limb(((30, 52), (20, 62), (11, 58), (6, 62)), (11, 8.5, 6, 5)), paw(6, 63, 160, 3.8)),
        *set_off(mane, gap=1.0),
        *solid(
            blob(((17, 24), (27, 21), (36, 24), (37, 34), (32, 43), (26.5, 47), (21, 43), (16, 34))),
            color=PAPER,
        ),
        *fuse(
            blob(((18.5, 25), (27, 23), (34.5, 25), (35, 33), (31, 41), (26.5, 44.5), (22, 41), (17.8, 33)))
        ),
        *solid(disc(23, 30, 1.9), disc(30.5, 30, 1.9), color=PAPER),
        *curve("M26.8 30L26.8 36M23.5 38.500Q26.8 41 30 38.5", 1.5, PAPER),
    )


def wolf() -> Items:
    """Draw a wolf rampant."""
    body = blob(
        (
            (40, 10, 1), (44, 16), (48, 26), (56, 34), (58, 48), (64, 58), (72, 66), (73, 76), (66, 82),
            (55, 80), (49, 70), (40, 62), (34, 52), (34, 40), (34, 32),
        )
    )  # fmt: skip
    head = blob(
        (
            (41, 1, 1),
            (44, 10),
            (46, 20),
            (42, 30),
            (34, 32),
            (24, 31, 1),
            (20, 28),
            (30, 24, 1),
            (18, 24),
            (8, 22, 1),
            (9, 18),
            (20, 14),
            (31, 9),
        )
    )
    tail = blob(
        (
            (66, 80),
            (82, 82),
            (92, 70),
            (94, 52),
            (88, 38),
            (96, 22, 1),
            (82, 32),
            (78, 46),
            (83, 60),
            (78, 70),
            (66, 72),
        )
    )
    return (
        *fuse(tail, body, head, *_RAMPANT_HIND),
        *set_off(limb(((41, 40), (27, 42), (18, 34), (11, 33)), (10, 8, 6, 5)), paw(11, 32, 200, 3.8)),
        *set_off(limb(((43, 53), (30, 58), (20, 54), (12, 56)), (10, 8, 6, 5)), paw(11, 56, 180, 3.8)),
        *solid(disc(28, 17, 1.8), color=PAPER),
        *curve("M59 66Q56 74 58 79", 1.6, PAPER),
    )


def griffin() -> Items:
    """Draw a griffin segreant: eagle before, lion behind."""
    body = blob(
        (
            (38, 8, 1), (44, 13), (52, 12, 1), (50, 20), (57, 22, 1), (53, 30), (57, 42), (62, 56),
            (70, 65), (73, 75), (66, 82), (55, 80), (49, 70), (41, 62), (34, 52), (33, 40), (33, 32),
        )
    )  # fmt: skip
    head = blob(
        (
            (37, 2, 1),
            (42, 10),
            (44, 20),
            (40, 31),
            (32, 31),
            (26, 27),
            (22, 25, 1),
            (14, 30, 1),
            (13, 22),
            (18, 13),
            (27, 9),
            (32, 9),
        )
    )
    wing = blob(
        (
            (50, 46), (52, 34), (60, 24), (68, 10), (76, 4, 1), (75, 12), (84, 7, 1), (81, 17),
            (91, 14, 1), (86, 25), (95, 25, 1), (88, 34), (95, 38, 1), (84, 43), (70, 47), (60, 53),
        )
    )  # fmt: skip
    return (
        *curve("M64 77C84 82 94 70 87 60", 4.2),
        *fuse(
            blob(((86, 64), (78, 61, 1), (82, 56), (79, 49, 1), (88, 51), (95, 47, 1), (94, 56), (98, 60, 1)))
        ),
        *fuse(body, head, *_RAMPANT_HIND),
        *set_off(wing, gap=1.2),
        *curve("M58 40Q70 32 78 15M62 46Q76 40 86 28", 1.5, PAPER),
        *set_off(limb(((40, 40), (27, 42), (18, 34), (11, 33)), (10, 7.5, 4.6, 3.6)), paw(11, 32, 200, 3.6)),
        *set_off(limb(((42, 53), (30, 58), (20, 54), (12, 56)), (10, 7.5, 4.6, 3.6)), paw(11, 56, 180, 3.6)),
        *solid(disc(26, 16.5, 1.9), color=PAPER),
    )


def _walking_beast(body: tuple[Command, ...], hooves: bool = True, slim: float = 1.0) -> Items:
    """Draw a beast that walks: its body with three legs on the ground and one raised."""
    w = slim
    feet = (
        (
            poly((25, 91), (31, 91), (32, 96), (23, 96)),
            poly((62, 91), (68, 91), (69, 96), (60, 96)),
            poly((83, 91), (89, 91), (90, 96), (81, 96)),
        )
        if hooves
        else (
            limb(((29, 93), (23, 94)), (6, 5)),
            limb(((66, 93), (60, 94)), (6, 5)),
            limb(((87, 93), (81, 94)), (6, 5)),
        )
    )
    return fuse(
        body,
        limb(((30, 60), (31, 76), (28, 92)), (14 * w, 7.5 * w, 5 * w)),
        limb(((24, 58), (12, 66), (14, 78), (10, 81)), (12 * w, 7.5 * w, 5 * w, 5 * w)),
        limb(((72, 56), (65, 72), (68, 82), (65, 92)), (15 * w, 8 * w, 5.4 * w, 5 * w)),
        limb(((83, 54), (88, 70), (86, 80), (86, 92)), (17 * w, 9 * w, 5.6 * w, 5 * w)),
        *feet,
    )


def bull() -> Items:
    """Draw a bull passant."""
    body = blob(
        (
            (6, 36), (10, 27), (19, 24), (26, 27), (36, 25), (48, 31), (66, 34), (82, 32), (92, 38),
            (92, 54), (86, 64), (70, 60), (52, 66), (38, 68), (26, 68), (20, 58), (16, 50), (8, 48),
            (3, 43),
        )
    )  # fmt: skip
    return (
        *curve("M11 26Q1 22 4 10M22 25Q32 22 29 10", 4.2),
        *curve("M91 38Q101 44 97 62Q93 72 98 80", 3.2),
        *_walking_beast(body),
        *fuse(blob(((26, 29), (35, 30), (33, 36), (25, 34)))),
        *solid(disc(13.5, 34, 1.9), color=PAPER),
        *line((4, 44), (9, 43.5), width=1.5, color=PAPER),
        *curve("M34 40Q28 52 34 62", 1.6, PAPER),
    )


def boar() -> Items:
    """Draw a boar passant with tusk and bristles."""
    body = blob(
        (
            (2, 53, 1), (9, 46), (17, 38), (24, 30), (28, 20, 1), (33, 26), (38, 17, 1), (42, 25),
            (48, 17, 1), (52, 25), (58, 19, 1), (62, 27), (68, 22, 1), (71, 30), (78, 27, 1), (80, 34),
            (90, 40), (94, 52), (88, 64), (70, 64), (52, 69), (36, 69), (24, 66), (16, 62), (6, 60),
            (1, 60, 1),
        )
    )  # fmt: skip
    return (
        *curve("M93 46Q101 42 99 52Q95 55 97 48", 2.6),
        *_walking_beast(body, slim=0.86),
        *fuse(poly((23, 33), (32, 24), (33, 37))),
        *solid(disc(18.5, 43.5, 1.9), color=PAPER),
        *solid(d("M10 58.500Q5 56 5.5 47.500Q9 52 14 54.500Z"), color=PAPER),
        *curve("M37 36Q30 48 36 62", 1.6, PAPER),
    )


def boar_head() -> Items:
    """Draw the head of a boar, cut straight behind the ears."""
    head = blob(
        (
            (2, 48, 1), (14, 42), (28, 34), (42, 28), (50, 12, 1), (58, 22), (66, 10, 1), (72, 20),
            (80, 12, 1), (88, 22, 1), (90, 84, 1), (76, 86), (62, 82), (46, 76), (30, 74), (16, 72, 1),
            (12, 66), (26, 64), (40, 59, 1), (22, 58), (6, 60), (1, 58, 1),
        )
    )  # fmt: skip
    return (
        *fuse(head),
        *fuse(d("M22 70Q14 62 16 46Q22 56 32 64Z")),
        *curve("M21 68Q15 60 16.5 50", 1.6, PAPER),
        *solid(disc(48, 42, 3.2), color=PAPER),
        *curve("M58 26Q56 36 64 42L72 30", 2.2, PAPER),
        *line((7, 50), (10, 56), width=2, color=PAPER),
    )


def _antlers(x: float, y: float) -> Items:
    left = at("M0 0Q-9 -11 -1 -24Z", x, y)[:-1]
    tines = at("M-5 -9Q-13 -10 -14 -18M-5.5 -15Q3 -16 5 -24", x, y)
    right = at("M5 0Q16 -9 13 -22M12.5 -8Q21 -9 22 -17", x, y)
    return (Path((*left, *tines, *right), stroke=Stroke(INK, 2.8, cap="round", join="round")),)


def stag() -> Items:
    """Draw a stag trippant."""
    body = blob(
        (
            (6, 36), (12, 29), (22, 25), (30, 24, 1), (29, 30), (32, 38), (42, 42), (60, 43), (78, 41),
            (90, 45), (92, 53), (86, 60), (70, 57), (52, 61), (38, 63), (27, 62), (22, 52), (20, 42),
            (13, 41), (7, 41),
        )
    )  # fmt: skip
    return (
        *_antlers(19, 26),
        *_walking_beast(body, slim=0.72),
        *fuse(poly((89, 44), (97, 40), (94, 50))),
        *solid(disc(16, 32.5, 1.7), color=PAPER),
    )


def stag_head() -> Items:
    """Draw a stag's head, seen from before."""
    face = blob(
        ((36, 44), (50, 40), (64, 44), (60, 62), (57, 78), (55, 92), (50, 96), (45, 92), (43, 78), (40, 62))
    )
    antler = curve("M57 44Q66 32 80 32Q94 30 92 8M71 33Q70 22 62 18M84 30Q82 18 74 10M90 22Q98 18 99 8", 4.2)
    return (
        *antler,
        *mirror(antler),
        *fuse(face, at("M0 0Q10 -8 20 0Q12 8 2 6Z", 62, 48), d("M38 54Q28 56 18 48Q28 40 38 48Z")),
        *solid(disc(44, 58, 2.2), disc(56, 58, 2.2), color=PAPER),
        *curve("M46 88Q50 92 54 88", 1.8, PAPER),
    )


def horse() -> Items:
    """Draw a horse passant."""
    outline = fuse(
        BODY,
        limb(((72, 62), (71.5, 77), (70, 92)), (12, 6, 4.8)),
        limb(((72, 60), (84.5, 65), (83, 78), (88, 82)), (14, 7.4, 5, 5)),
        limb(((30, 62), (36, 76), (30, 84), (32, 92)), (16, 8, 5.6, 4.8)),
        limb(((23, 59), (20.5, 73), (13, 81), (14, 92)), (19, 9.4, 6, 4.8)),
        *(poly((x - 3, 91), (x + 2.6, 91), (x + 5, 96), (x - 3, 96)) for x in (70, 32, 14)),
        blob(((16, 50), (8, 52), (3.5, 62), (4, 76), (1.5, 86, 1), (9, 79), (10.5, 67), (14, 59))),
    )
    details = (*curve("M57 45Q68 36 76 19", 1.5, PAPER), *solid(disc(86.3, 25.6, 1.7), color=PAPER))
    return mirror((*outline, *fuse(MANE), *details))


def bear() -> Items:
    """Draw a bear passant, muzzled."""
    body = blob(
        (
            (3, 42), (8, 34), (16, 27), (22, 20, 1), (28, 24), (40, 24), (56, 22), (74, 24), (90, 32),
            (94, 46), (89, 62), (72, 64), (52, 69), (36, 69), (24, 64), (16, 54), (8, 50), (3, 48),
        )
    )  # fmt: skip
    return (
        *_walking_beast(body, hooves=False, slim=1.22),
        *solid(disc(16.5, 34, 2), color=PAPER),
        *curve("M9 35Q13 42 12 49M4 45Q8 44 12 44", 1.7, PAPER),
        *curve("M37 38Q30 50 36 62", 1.6, PAPER),
    )
