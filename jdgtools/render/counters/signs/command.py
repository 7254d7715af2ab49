"""Signs of orders, leaders and men who mount or rest."""

from __future__ import annotations

import math
from collections.abc import Callable

from jdgtools.render.counters.signs.place import Items, moved, turned
from jdgtools.render.symbols.shapes import PAPER, blob, curve, disc, line, poly, ring, shape, solid


def star() -> Items:
    """Five-pointed star."""
    points = []
    for k in range(10):
        r = 48 if k % 2 == 0 else 19
        a = k * math.tau / 10
        points.append((50 + r * math.sin(a), 53 - r * math.cos(a)))
    return solid(poly(*points))


def pikes_sign() -> Items:
    """Three pike heads."""
    items: Items = ()
    for x, turn in ((50, -22), (50, 0), (50, 22)):
        pike = (*line((x, 98), (x, 24), width=6), *solid(poly((x, 0), (x + 8, 17), (x, 30), (x - 8, 17))))
        items += turned(pike, turn, 50, 98)
    return items


def crown_sign() -> Items:
    """Open crown."""
    return (
        *solid(poly((12, 84), (4, 26), (29, 56), (50, 14), (71, 56), (96, 26), (88, 84))),
        *solid(disc(4, 25, 6), disc(50, 12, 7), disc(96, 25, 6)),
    )


def burnt_document() -> Items:
    """Letter with a burnt corner: no orders arrive."""
    return (
        *solid(
            poly(
                (18, 6),
                (82, 6),
                (82, 52),
                (74, 48),
                (72, 60),
                (62, 57),
                (60, 70),
                (48, 66),
                (46, 80),
                (34, 74),
                (30, 90),
                (18, 84),
            )
        ),
        *line((28, 20), (72, 20), width=4.5, color=PAPER),
        *line((28, 33), (72, 33), width=4.5, color=PAPER),
        *line((28, 46), (62, 46), width=4.5, color=PAPER),
        *shape(
            "M66 98C54 94 52 82 62 72C62 78 66 78 66 72"
            "C66 66 70 62 76 58C74 68 86 74 84 86C83 93 76 98 66 98Z"
        ),
    )


def resting() -> Items:
    """Tent with a fire before it."""
    return (
        *solid(poly((50, 10), (94, 86), (6, 86))),
        *solid(poly((50, 34), (66, 86), (34, 86)), color=PAPER),
        *line((50, 14), (50, 2), width=4),
        *solid(poly((50, 0), (66, 5), (50, 10))),
        *line((0, 88), (100, 88), width=5),
    )


def inactive() -> Items:
    """Crossed-out drum: no activation."""
    return (ring(50, 50, 40, 12), *line((22, 78), (78, 22), width=12))


def discouraged() -> Items:
    """Broken sword."""
    return (
        *solid(poly((43, 58), (43, 40), (52, 46), (57, 36), (57, 58))),
        *line((28, 62), (72, 62), width=9, cap="round"),
        *line((50, 62), (50, 88), width=9),
        *solid(disc(50, 91, 7)),
        *moved(
            turned(solid(poly((43, 34), (43, 14), (50, 2), (57, 14), (57, 26), (51, 38))), 24, 50, 20), 8, 0
        ),
    )


def _horse_head() -> Items:
    return (
        *solid(
            blob(
                (
                    (30, 96, 1),
                    (28, 68),
                    (36, 46),
                    (38, 26),
                    (46, 14),
                    (50, 2, 1),
                    (56, 14),
                    (66, 22),
                    (78, 44),
                    (90, 58),
                    (88, 70),
                    (76, 72),
                    (66, 62),
                    (58, 62),
                    (62, 78),
                    (74, 96, 1),
                )
            )
        ),
        *solid(disc(60, 32, 2.6), color=PAPER),
        *curve("M34 72Q40 54 44 34", 3, PAPER),
    )


def mounted() -> Items:
    """Horse's head."""
    return _horse_head()


def dismounted() -> Items:
    """Horse's head crossed out."""
    return (*_horse_head(), *line((12, 12), (88, 92), width=8, seam=3))


def wounded() -> Items:
    """Drop of blood and a bandage cross."""
    return (
        *shape("M50 2C64 26 84 44 84 64C84 84 68 98 50 98C32 98 16 84 16 64C16 44 36 26 50 2Z"),
        *solid(
            poly((43, 46), (57, 46), (57, 84), (43, 84)),
            poly((31, 58), (69, 58), (69, 72), (31, 72)),
            color=PAPER,
        ),
    )


def substitute_cinc() -> Items:
    """Banner with a star."""
    banner = solid(poly((24, 6), (92, 6), (80, 29), (92, 52), (24, 52)))
    mark = []
    for k in range(10):
        r = 17 if k % 2 == 0 else 7
        a = k * math.tau / 10
        mark.append((52 + r * math.sin(a), 30 - r * math.cos(a)))
    return (*line((20, 2), (20, 98), width=8), *banner, *solid(poly(*mark), color=PAPER))


def order_charge() -> Items:
    """Arrow forward with a blade's edge."""
    return (
        *solid(poly((50, 2), (92, 44), (68, 44), (68, 60), (32, 60), (32, 44), (8, 44))),
        *solid(poly((32, 66), (68, 66), (68, 78), (32, 78)), poly((32, 84), (68, 84), (68, 94), (32, 94))),
    )


def order_make_ready() -> Items:
    """Drum with its sticks."""
    return (
        *solid(blob(((18, 40, 1), (50, 30), (82, 40, 1), (82, 84, 1), (50, 96), (18, 84, 1)))),
        *line((20, 50), (35, 86), (50, 56), (65, 86), (80, 50), width=4, color=PAPER),
        *line((30, 30), (8, 4), width=6, cap="round"),
        *line((70, 30), (92, 4), width=6, cap="round"),
    )


def order_receive_charge() -> Items:
    """Shield."""
    return (
        *shape("M10 8L90 8L90 48C90 74 72 88 50 98C28 88 10 74 10 48Z"),
        *shape("M20 18L50 18L50 86C34 78 20 68 20 48Z", PAPER),
    )


def order_rally() -> Items:
    """Flag."""
    return (
        *line((22, 2), (22, 98), width=8),
        *shape("M26 8C46 0 62 22 92 10L92 54C62 66 46 44 26 52Z"),
    )


def no_continue() -> Items:
    """Hand that stops: a bar in a disc."""
    return (*solid(disc(50, 50, 46)), *solid(poly((20, 42), (80, 42), (80, 58), (20, 58)), color=PAPER))


def bypassed() -> Items:
    """Arrow around a block."""
    return (
        *solid(poly((36, 40), (64, 40), (64, 74), (36, 74))),
        *curve("M16 92L16 44Q16 14 50 14Q84 14 84 44L84 70", 10, cap="butt"),
        *solid(poly((66, 66), (102, 66), (84, 94))),
    )


def replacement_ac() -> Items:
    """Star in a ring."""
    points = []
    for k in range(10):
        r = 30 if k % 2 == 0 else 12
        a = k * math.tau / 10
        points.append((50 + r * math.sin(a), 52 - r * math.cos(a)))
    return (ring(50, 50, 43, 8), *solid(poly(*points)))


DRAWINGS: dict[str, Callable[[], Items]] = {
    "star": star,
    "pikes_sign": pikes_sign,
    "crown_sign": crown_sign,
    "burnt_document": burnt_document,
    "resting": resting,
    "inactive": inactive,
    "discouraged": discouraged,
    "mounted": mounted,
    "dismounted": dismounted,
    "wounded": wounded,
    "substitute_cinc": substitute_cinc,
    "order_charge": order_charge,
    "order_make_ready": order_make_ready,
    "order_receive_charge": order_receive_charge,
    "order_rally": order_rally,
    "no_continue": no_continue,
    "bypassed": bypassed,
    "replacement_ac": replacement_ac,
}
"""Sign id -> its drawing."""
