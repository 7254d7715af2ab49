"""Signs of orders, leaders and men who mount or rest."""

from __future__ import annotations

import math
from collections.abc import Callable

from jdgtools.render.counters.signs.place import Items, rotate_items, shift_items
from jdgtools.render.shapes import (
    LIGHT,
    PAPER,
    TONE,
    blob,
    curve,
    d,
    disc,
    fuse,
    line,
    poly,
    ring,
    shape,
    solid,
    trace,
)


def star() -> Items:
    """Draw a five-pointed star."""
    points = []
    for k in range(10):
        r = 48 if k % 2 == 0 else 19
        a = k * math.tau / 10
        points.append((50 + r * math.sin(a), 53 - r * math.cos(a)))
    return solid(poly(*points))


def pikes_sign() -> Items:
    """Draw three pike heads."""
    items: Items = ()
    for x, turn in ((50, -22), (50, 0), (50, 22)):
        pike = (*line((x, 98), (x, 24), width=6), *solid(poly((x, 0), (x + 8, 17), (x, 30), (x - 8, 17))))
        items += rotate_items(pike, turn, 50, 98)
    return items


def crown_sign() -> Items:
    """Open crown."""
    return (
        *solid(poly((12, 84), (4, 26), (29, 56), (50, 14), (71, 56), (96, 26), (88, 84))),
        *solid(disc(4, 25, 6), disc(50, 12, 7), disc(96, 25, 6)),
    )


def burnt_document() -> Items:
    """Draw a letter with a burnt corner: no orders arrive."""
    burnt = (
        *((18, 6), (82, 6), (82, 52), (74, 48), (72, 60), (62, 57), (60, 70)),
        *((48, 66), (46, 80), (34, 74), (30, 90), (18, 84)),
    )
    flame = (
        "M66 98C54 94 52 82 62 72C62 78 66 78 66 72C66 66 70 62 76 58C74 68 86 74 84 86C83 93 76 98 66 98Z"
    )
    return (
        *trace(poly(*burnt), width=4.5),
        *line((28, 20), (72, 20), width=4),
        *line((28, 33), (72, 33), width=4),
        *line((28, 46), (60, 46), width=4),
        *shape(flame),
        *shape("M66 94C60 92 60 86 65 81C65 85 70 84 70 79C75 83 76 92 66 94Z", LIGHT),
    )


def resting() -> Items:
    """Draw a tent with a pennon."""
    return (
        *line((50, 14), (50, 2), width=4),
        *solid(poly((50, 0), (68, 5), (50, 10))),
        *trace(poly((50, 13), (93, 86), (7, 86)), width=5),
        *fuse(poly((50, 30), (65, 86), (35, 86))),
        *line((50, 14), (26, 86), width=2.2),
        *line((50, 14), (74, 86), width=2.2),
        *line((0, 88), (100, 88), width=5),
    )


def inactive() -> Items:
    """Draw a crossed-out drum: no activation."""
    return (ring(50, 50, 40, 12), *line((22, 78), (78, 22), width=12))


def broken_sword() -> Items:
    """Draw a broken sword."""
    point = trace(poly((41, 36), (41, 14), (50, 0), (59, 14), (59, 28), (51, 41)), width=4)
    return (
        *trace(poly((41, 62), (41, 42), (52, 49), (59, 37), (59, 62)), width=4),
        *line((22, 65), (78, 65), width=9, cap="round"),
        *line((50, 65), (50, 90), width=9),
        *solid(disc(50, 92, 7.5)),
        *shift_items(rotate_items(point, 26, 50, 20), 12, -2),
    )


def _horse_head() -> Items:
    head = blob(
        (
            *((24, 97, 1), (25, 74), (31, 52), (38, 34), (45, 18), (48, 2, 1), (56, 13)),
            *((66, 22), (77, 42), (89, 57), (88, 69), (77, 73), (67, 65), (59, 64), (61, 79), (74, 97, 1)),
        )
    )
    mane = blob(
        (
            *((47, 4, 1), (51, 16), (47, 26), (46, 36, 1), (42, 38), (42, 50, 1), (37, 52), (38, 66, 1)),
            *((32, 68), (33, 84, 1), (20, 80), (22, 58), (30, 34), (40, 16)),
        )
    )
    return (
        *fuse(head, color=TONE, edge=2.2),
        *fuse(mane),
        *line((67, 27), (57, 62), width=3),
        *line((80, 48), (69, 66), width=3),
        *fuse(disc(60, 31, 3)),
        *fuse(disc(83, 62, 2)),
    )


def horse_head() -> Items:
    """Draw a horse's head."""
    return _horse_head()


def crossed_horse_head() -> Items:
    """Draw a horse's head crossed out."""
    return (*_horse_head(), *line((12, 12), (88, 92), width=8, seam=3))


def blood_and_bandage() -> Items:
    """Draw a drop of blood and a bandage cross."""
    return (
        *shape("M50 2C64 26 84 44 84 64C84 84 68 98 50 98C32 98 16 84 16 64C16 44 36 26 50 2Z"),
        *fuse(
            poly((43, 46), (57, 46), (57, 84), (43, 84)),
            poly((31, 58), (69, 58), (69, 72), (31, 72)),
            color=LIGHT,
        ),
    )


def substitute_cinc() -> Items:
    """Draw a banner with a star."""
    banner = trace(poly((22, 6), (93, 6), (80, 29), (93, 52), (22, 52)), width=5)
    mark = []
    for k in range(10):
        r = 18 if k % 2 == 0 else 7.4
        a = k * math.tau / 10
        mark.append((51 + r * math.sin(a), 30 - r * math.cos(a)))
    return (*banner, *line((20, 2), (20, 98), width=8), *solid(poly(*mark)))


def order_charge() -> Items:
    """Draw an arrow forward with a blade's edge."""
    return (
        *solid(poly((50, 2), (92, 44), (68, 44), (68, 60), (32, 60), (32, 44), (8, 44))),
        *solid(poly((32, 66), (68, 66), (68, 78), (32, 78)), poly((32, 84), (68, 84), (68, 94), (32, 94))),
    )


def order_make_ready() -> Items:
    """Draw a drum with its sticks."""
    return (
        *line((34, 36), (8, 4), width=6, cap="round"),
        *line((66, 36), (92, 4), width=6, cap="round"),
        *trace(blob(((18, 42, 1), (50, 32), (82, 42, 1), (82, 82, 1), (50, 94), (18, 82, 1))), width=5),
        *line((20, 54), (35, 88), (50, 60), (65, 88), (80, 54), width=4),
        *curve("M18 42Q50 58 82 42", 6, cap="butt"),
        *curve("M18 80Q50 100 82 80", 6, cap="butt"),
    )


def order_receive_charge() -> Items:
    """Draw a shield."""
    return (
        *trace(d("M12 9L88 9L88 48C88 73 71 87 50 96C29 87 12 73 12 48Z"), width=7),
        *shape("M50 9L88 9L88 48C88 73 71 87 50 96Z"),
    )


def order_rally() -> Items:
    """Draw a flag."""
    return (
        *trace(d("M25 8C46 0 62 22 93 10L93 54C62 66 46 44 25 52Z"), width=4.5),
        *shape("M25 22C46 14 62 36 93 24L93 40C62 52 46 30 25 38Z"),
        *line((22, 2), (22, 98), width=7),
    )


def no_continue() -> Items:
    """Draw a hand that stops: a bar in a disc."""
    return (*solid(disc(50, 50, 46)), *solid(poly((20, 42), (80, 42), (80, 58), (20, 58)), color=PAPER))


def arrow_around_block() -> Items:
    """Draw an arrow around a block."""
    return (
        *solid(poly((36, 40), (64, 40), (64, 74), (36, 74))),
        *curve("M16 92L16 44Q16 14 50 14Q84 14 84 44L84 70", 10, cap="butt"),
        *solid(poly((66, 66), (102, 66), (84, 94))),
    )


def replacement_ac() -> Items:
    """Draw a star in a ring."""
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
    "discouraged": broken_sword,
    "mounted": horse_head,
    "dismounted": crossed_horse_head,
    "wounded": blood_and_bandage,
    "substitute_cinc": substitute_cinc,
    "order_charge": order_charge,
    "order_make_ready": order_make_ready,
    "order_receive_charge": order_receive_charge,
    "order_rally": order_rally,
    "no_continue": no_continue,
    "bypassed": arrow_around_block,
    "replacement_ac": replacement_ac,
}
"""Sign id -> its drawing."""
