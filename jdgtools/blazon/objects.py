"""Things borne on shields, each in a box of 100 x 100."""

from __future__ import annotations

import math

from jdgtools.render.scene import Item
from jdgtools.render.shapes import PAPER, blob, curve, d, disc, fuse, limb, line, poly, solid

Items = tuple[Item, ...]


def sun() -> Items:
    """Draw a sun in splendour."""
    parts = [disc(50, 50, 23)]
    for k in range(16):
        a = math.tau * k / 16
        far, half = (49.0, 0.15) if k % 2 == 0 else (42.0, 0.11)
        parts.append(
            poly(
                (50 + 22 * math.sin(a - half), 50 - 22 * math.cos(a - half)),
                (50 + far * math.sin(a), 50 - far * math.cos(a)),
                (50 + 22 * math.sin(a + half), 50 - 22 * math.cos(a + half)),
            )
        )
    return (
        *fuse(*parts),
        *solid(disc(42.5, 46, 2.4), disc(57.5, 46, 2.4), color=PAPER),
        *curve("M50 46L48.500 53L51.500 53M42 59Q50 65 58 59", 2.2, PAPER),
    )


def tree() -> Items:
    """Draw an oak with its roots."""
    crown = (
        disc(50, 22, 20), disc(28, 32, 17), disc(72, 32, 17), disc(20, 50, 14), disc(80, 50, 14),
        disc(40, 50, 17), disc(60, 50, 17),
    )  # fmt: skip
    trunk = d("M45 56L55 56L56 82Q62 88 70 94Q60 92 55 91L50 98L45 91Q40 92 30 94Q38 88 44 82Z")
    leaves = curve(
        "M38 18Q44 24 40 30M60 20Q56 28 62 32M24 44Q30 48 28 54M74 44Q70 50 76 54M48 40Q54 44 50 50",
        2.2,
        PAPER,
    )
    return (*fuse(*crown, trunk), *leaves)


def hand() -> Items:
    """Draw an open hand."""
    fingers = (
        limb(((34, 56), (28, 16)), (11, 8)), limb(((45, 54), (43, 7)), (11.5, 8.5)),
        limb(((56, 54), (58, 9)), (11.5, 8.5)), limb(((66, 58), (72, 20)), (10.5, 7.5)),
        limb(((40, 82), (24, 66), (13, 50)), (14, 11, 8)),
    )  # fmt: skip
    palm = blob(
        ((29, 56), (50, 48), (72, 56), (72, 74), (64, 86), (64, 98, 1), (36, 98, 1), (36, 86), (29, 74))
    )
    return (
        *fuse(palm, *fingers),
        *curve("M36 64Q48 70 64 62M34 78Q44 78 50 70", 2, PAPER),
        *line((36, 91), (64, 91), width=2, color=PAPER),
    )


def arrow() -> Items:
    """Draw an arrow, point down."""
    return (
        *line((50, 10), (50, 84), width=6),
        *fuse(poly((50, 100), (35, 74), (50, 80), (65, 74))),
        *fuse(poly((50, 18), (36, 4), (36, 18), (50, 32), (64, 18), (64, 4))),
        *line((50, 8), (50, 30), width=2, color=PAPER),
    )


def anchor() -> Items:
    """Draw an anchor."""
    return (
        *curve("M50 1A8.500 8.500 0 1 1 49.900 1M12 62Q18 92 50 94Q82 92 88 62", 6.5),
        *line((50, 18), (50, 94), width=8),
        *line((28, 28), (72, 28), width=8, cap="round"),
        *fuse(poly((12, 48), (26, 66), (4, 70)), poly((88, 48), (96, 70), (74, 66))),
    )


def horn() -> Items:
    """Draw a hunting horn with its strings."""
    body = blob(
        (
            (4, 58, 1),
            (10, 70),
            (28, 82),
            (50, 86),
            (74, 80),
            (90, 64),
            (98, 44, 1),
            (82, 46, 1),
            (74, 58),
            (58, 66),
            (38, 64),
            (20, 56),
            (8, 50, 1),
        )
    )
    return (
        *curve("M24 62Q30 24 50 12Q70 24 74 60M50 12L50 4", 3.2),
        *fuse(body),
        *line((27, 58), (22, 76), width=3, color=PAPER),
        *line((72, 60), (80, 76), width=3, color=PAPER),
    )


def axe() -> Items:
    """Draw a battle axe, edge to the left."""
    blade = d("M48 12Q30 14 14 4Q4 28 14 54Q30 42 48 46Z")
    return (
        *line((52, 2), (52, 98), width=7, cap="round"),
        *fuse(blade),
        *fuse(poly((56, 16), (74, 28), (56, 40))),
    )


def bridge() -> Items:
    """Draw a bridge of three arches, embattled."""
    wall = poly(
        (0, 84), (0, 36), (0, 22), (12, 22), (12, 32), (22, 32), (22, 22), (34, 22), (34, 32), (44, 32),
        (44, 22), (56, 22), (56, 32), (66, 32), (66, 22), (78, 22), (78, 32), (88, 32), (88, 22),
        (100, 22), (100, 84),
    )  # fmt: skip
    arches = tuple(
        d(f"M{x} 84L{x} 68Q{x} 54 {x + 11} 54Q{x + 22} 54 {x + 22} 68L{x + 22} 84Z") for x in (8, 39, 70)
    )
    return (*fuse(wall), *solid(*arches, color=PAPER), *line((0, 44), (100, 44), width=2.4, color=PAPER))


def ship() -> Items:
    """Draw a lymphad: galley with mast, sail and flags."""
    return (
        *fuse(
            blob(
                (
                    (2, 46, 1),
                    (14, 58),
                    (30, 62),
                    (70, 62),
                    (86, 58),
                    (98, 46, 1),
                    (92, 70),
                    (80, 86),
                    (20, 86),
                    (8, 70),
                )
            )
        ),
        *line((50, 64), (50, 4), width=5),
        *fuse(d("M22 16L78 16Q70 34 76 50L24 50Q30 34 22 16Z")),
        *fuse(poly((50, 2), (72, 6), (50, 11))),
        *line((20, 15), (80, 15), width=4),
        *curve("M10 70Q30 76 50 74Q70 76 90 70", 2.6, PAPER),
        *curve("M36 18Q42 34 38 48M64 18Q58 34 62 48", 2.2, PAPER),
        *line((26, 70), (18, 98), width=3),
        *line((42, 74), (36, 98), width=3),
        *line((58, 74), (54, 98), width=3),
        *line((74, 72), (72, 98), width=3),
    )


def bouget() -> Items:
    """Draw a water bouget: two skins on a yoke."""
    skin = blob(((38, 22), (44, 40), (42, 60), (36, 80), (20, 90), (4, 82, 1), (14, 70), (20, 50), (24, 30)))
    other = tuple((c[0], *((100 - float(v)) if n % 2 == 0 else v for n, v in enumerate(c[1:]))) for c in skin)
    return (
        *fuse(skin),
        *fuse(other),
        *fuse(limb(((16, 20), (50, 30), (84, 20)), (9, 12, 9))),
        *fuse(disc(50, 20, 9)),
    )


def cup() -> Items:
    """Draw a covered cup."""
    return (
        *fuse(d("M18 40L82 40Q82 66 58 70L56 84Q70 88 74 98L26 98Q30 88 44 84L42 70Q18 66 18 40Z")),
        *fuse(d("M18 34Q22 18 46 16L44 8Q50 0 56 8L54 16Q78 18 82 34Z")),
        *line((30, 50), (70, 50), width=2.6, color=PAPER),
    )
