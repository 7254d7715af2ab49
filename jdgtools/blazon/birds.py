"""Birds and fish of heraldry, each in a box of 100 x 100."""

from __future__ import annotations

from jdgtools.blazon.beasts import mirror
from jdgtools.render.scene import Item
from jdgtools.render.shapes import PAPER, blob, curve, d, disc, fuse, limb, line, poly, solid

Items = tuple[Item, ...]


def _displayed_eagle() -> Items:
    """Draw the wings, legs and tail of an eagle."""
    wing = blob(
        (
            (46, 46), (43, 34), (36, 25), (28, 19), (21, 9), (12, 3), (4, 6), (4, 13), (10, 15, 1),
            (6, 19), (-1, 29, 1), (8, 27), (0, 43, 1), (11, 37), (4, 57, 1), (15, 47), (10, 68, 1),
            (21, 55), (18, 75, 1), (28, 60), (28, 78, 1), (35, 62), (44, 62),
        )
    )  # fmt: skip
    rays = curve("M14 24L20 32M17 36L25 41M22 47L30 49M26 16Q32 30 42 38", 1.6, PAPER)
    leg = fuse(
        limb(((44, 64), (35, 75), (29, 79)), (9, 6, 3.6)),
        poly((31, 76), (17, 78), (30, 81)),
        poly((27, 79), (20, 90), (31, 82)),
        poly((30, 79), (33, 91), (34, 78)),
    )
    half = (*fuse(wing), *rays, *leg)
    tail = blob(
        (
            (44, 64), (43, 74), (35, 84, 1), (41, 84), (36, 96, 1), (45, 91), (50, 100, 1), (55, 91),
            (64, 96, 1), (59, 84), (65, 84, 1), (57, 74), (56, 64),
        )
    )  # fmt: skip
    body = blob(((50, 30), (58, 36), (61, 48), (58, 62), (50, 72), (42, 62), (39, 48), (42, 36)))
    return (
        *half,
        *mirror(half),
        *fuse(tail, body),
        *curve("M50 78L50 92M45 80L42 88M55 80L58 88", 1.6, PAPER),
    )


def _scales() -> Items:
    return curve("M45 44Q50 48 55 44M44 52Q50 57 56 52M45 60Q50 64 55 60", 1.5, PAPER)


def eagle() -> Items:
    """Draw an eagle displayed."""
    head = blob(
        (
            (46, 36), (43, 30, 1), (45, 26), (41, 22), (40, 17), (31, 20, 1), (33, 12), (41, 8), (49, 5),
            (56, 9), (57, 16), (60, 22, 1), (57, 24), (61, 31, 1), (56, 32), (58, 38),
        )
    )  # fmt: skip
    return (
        *_displayed_eagle(),
        *fuse(head),
        *_scales(),
        *fuse(d("M41 17.500Q36 20 33 24Q39 23 43 19.500Z")),
        *solid(disc(46.5, 12.5, 1.9), color=PAPER),
        *curve("M41.500 16Q36 15 33.500 18", 1.1, PAPER),
    )


def double_eagle() -> Items:
    """Draw an eagle with two heads."""
    head = blob(
        (
            (49, 44), (43, 36), (41, 29), (37, 24), (36, 19), (27, 22, 1), (29, 14), (36, 9), (43, 8),
            (47, 13), (47, 20), (50, 27), (54, 36),
        )
    )  # fmt: skip
    half = (
        *fuse(head, d("M36 19.500Q32 22 29 26Q35 25 38 21.500Z")),
        *solid(disc(41, 14, 1.8), color=PAPER),
        *curve("M37 18Q32 17 29.500 20", 1.1, PAPER),
    )
    return (*_displayed_eagle(), *half, *mirror(half), *_scales())


def martlet() -> Items:
    """Draw a swallow without feet."""
    bird = blob(
        (
            (10, 28), (18, 19), (30, 17), (40, 24), (52, 32), (68, 38), (84, 40), (100, 34, 1), (88, 50),
            (99, 62, 1), (80, 60), (66, 66), (48, 72), (32, 68), (22, 56), (16, 42),
        )
    )  # fmt: skip
    return (
        *fuse(bird, poly((13, 23), (0, 31), (13, 34))),
        *fuse(blob(((32, 66), (44, 68), (44, 82), (38, 86), (32, 80)))),
        *curve("M34 36Q38 52 54 56Q68 58 86 50M40 42Q50 50 66 50", 2.2, PAPER),
        *solid(disc(19, 27, 2), color=PAPER),
    )


def raven() -> Items:
    """Draw a bird standing, wings closed."""
    bird = blob(
        (
            (14, 22), (21, 13), (31, 12), (38, 20), (44, 32), (58, 40), (74, 52), (98, 74, 1), (78, 70),
            (66, 72), (50, 72), (36, 66), (26, 54), (20, 40), (18, 30),
        )
    )  # fmt: skip
    return (
        *fuse(bird, poly((17, 17), (0, 25), (18, 28))),
        *line((44, 70), (42, 90), width=4),
        *line((54, 72), (56, 90), width=4),
        *line((32, 93), (42, 89), (46, 94), width=3.4),
        *line((46, 94), (56, 89), (61, 94), width=3.4),
        *curve("M36 38Q44 58 66 62Q76 64 86 66M44 44Q54 56 68 58", 2, PAPER),
        *solid(disc(24, 20, 2), color=PAPER),
    )


def dolphin() -> Items:
    """Draw a dolphin embowed."""
    body = blob(
        (
            (2, 62, 1), (8, 52), (18, 40), (34, 27), (44, 16, 1), (50, 22), (66, 26), (82, 40), (88, 58),
            (84, 74), (98, 82, 1), (84, 86), (76, 98, 1), (72, 84), (70, 70), (62, 58), (50, 54),
            (38, 58), (32, 72, 1), (28, 62), (18, 64), (10, 68, 1),
        )
    )  # fmt: skip
    return (
        *fuse(body),
        *solid(disc(20, 49, 2.4), color=PAPER),
        *curve("M4 61Q14 60 20 57M34 34Q42 44 38 54M50 34Q62 38 70 50M56 44Q66 50 72 62", 1.8, PAPER),
    )


def fish() -> Items:
    """Draw a fish upright, as barbels and luces are borne."""
    body = blob(
        (
            (50, 1), (58, 8), (63, 22), (65, 38), (74, 46, 1), (64, 54), (59, 70), (55, 82), (66, 99, 1),
            (50, 93), (34, 99, 1), (45, 82), (41, 70), (36, 54), (26, 46, 1), (35, 38), (37, 22),
            (42, 8),
        )
    )  # fmt: skip
    scales = "".join(
        f"M{x - 4} {y}Q{x} {y + 5} {x + 4} {y}" for y in (34, 46, 58) for x in (44, 52, 60) if x + y < 112
    )
    return (
        *fuse(body),
        *curve("M40 24Q50 32 60 24" + scales, 1.7, PAPER),
        *solid(disc(56, 13, 2), color=PAPER),
    )
