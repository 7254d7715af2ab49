"""Signs of orders received, shock, charge, rout, tracks."""

from __future__ import annotations

import math
from collections.abc import Callable

from jdgtools.render.counters.signs.place import Items, question, turned
from jdgtools.render.scene import Group, Item, compose, rotation, translation
from jdgtools.render.symbols.people import arm, face, leg
from jdgtools.render.symbols.shapes import (
    LIGHT,
    PAPER,
    at,
    blob,
    curve,
    disc,
    fused,
    line,
    poly,
    ring,
    shape,
    solid,
)


def _letter_sheet() -> Items:
    return (
        *solid(poly((14, 22), (86, 22), (86, 80), (14, 80))),
        *solid(poly((19, 27), (81, 27), (81, 75), (19, 75)), color=PAPER),
        *line((18, 26), (50, 54), (82, 26), width=4.5),
    )


def _seal(x: float = 50, y: float = 58, r: float = 13) -> Items:
    points = [
        (
            x + (r if k % 2 else r * 0.82) * math.sin(k * math.tau / 24),
            y - (r if k % 2 else r * 0.82) * math.cos(k * math.tau / 24),
        )
        for k in range(24)
    ]
    return (*solid(poly(*points)), ring(x, y, r * 0.5, 2.4, PAPER))


def orders() -> Items:
    """Sealed letter: the reverse of order markers."""
    return (*_letter_sheet(), *_seal())


def orders_received() -> Items:
    """Letter with a tick."""
    tick = line((34, 60), (48, 74), (76, 38), width=11, seam=3.5)
    return (*_letter_sheet(), *tick)


def without_orders() -> Items:
    """Letter crossed out."""
    return (
        *_letter_sheet(),
        *line((20, 14), (80, 88), width=10, seam=3.5),
        *line((80, 14), (20, 88), width=10, seam=3.5),
    )


def arrow() -> Items:
    """Broad arrow up."""
    return solid(poly((50, 4), (88, 46), (64, 46), (64, 96), (36, 96), (36, 46), (12, 46)))


def renfort() -> Items:
    """Arrow onto the map from its edge."""
    return (
        *solid(poly((8, 8), (20, 8), (20, 92), (8, 92))),
        *solid(poly((30, 38), (62, 38), (62, 18), (95, 50), (62, 82), (62, 62), (30, 62))),
    )


def square() -> Items:
    """Hollow square with bayonets on all sides."""
    items: list[Item] = list(
        solid(poly((26, 26), (74, 26), (74, 74), (26, 74)))
        + solid(poly((38, 38), (62, 38), (62, 62), (38, 62)), color=PAPER)
    )
    for turn in range(4):
        spikes: Items = ()
        for x in (30, 43, 57, 70):
            spikes += solid(poly((x - 3.2, 27), (x, 4), (x + 3.2, 27)))
        items += turned(spikes, 90 * turn)
    return tuple(items)


def fired() -> Items:
    """Burst of smoke and flash."""
    points = []
    for k in range(20):
        r = 47 if k % 2 == 0 else 24
        a = k * math.tau / 20
        points.append((50 + r * math.sin(a), 50 - r * math.cos(a)))
    return (*solid(poly(*points)), *solid(disc(50, 50, 15), color=PAPER), *solid(disc(50, 50, 7)))


def _sabre(x1: float, y1: float, x2: float, y2: float, bulge: float) -> Items:
    mx, my = (x1 + x2) / 2 + bulge, (y1 + y2) / 2
    return curve(f"M{x1} {y1}Q{mx} {my} {x2} {y2}", 7.5)


def _crossed(blade: Items) -> Items:
    return (*turned(blade, 45), *turned(blade, -45))


def _sword() -> Items:
    return (
        *solid(poly((45.5, 64), (45.5, 14), (50, 2), (54.5, 14), (54.5, 64))),
        *line((34, 66), (66, 66), width=7, cap="round"),
        *line((50, 66), (50, 90), width=7),
        *solid(disc(50, 93, 6)),
    )


def _bayonet() -> Items:
    return (
        *solid(poly((47.4, 40), (47.4, 12), (50, 0), (52.6, 12), (52.6, 40))),
        *line((50, 36), (50, 70), width=7),
        *solid(poly((45, 68), (55, 68), (61, 98), (48, 98))),
    )


def shock() -> Items:
    """Crossed bayonets."""
    return (*turned(_bayonet(), 40), *turned(_bayonet(), -40))


def shock_check() -> Items:
    """Crossed bayonets and a question mark."""
    return (*shock(), *solid(disc(50, 26, 22), color=PAPER), *question(50, 26, 0.42))


def charge() -> Items:
    """Crossed sabres."""
    left = (*_sabre(22, 92, 86, 6, 24), *line((12, 76), (34, 98), width=6, cap="round"))
    right = (*_sabre(78, 92, 14, 6, -24), *line((88, 76), (66, 98), width=6, cap="round"))
    return (*left, *right)


def melee() -> Items:
    """Crossed swords."""
    return _crossed(_sword())


def rout() -> Items:
    """Man who runs away with nothing in his hands."""
    coat = blob(
        (
            *((44, 34), (51, 28), (62, 29), (68, 36), (67, 45), (59, 57)),
            *((58, 66, 1), (46, 64), (35, 71, 1), (41, 56)),
        )
    )
    return (
        *leg((46, 62), (32, 73), (11, 67), toe=(-3, 7)),
        *leg((53, 62), (71, 69), (68, 91)),
        *fused(coat),
        *line((41, 55), (59, 57), width=2.6, color=LIGHT),
        *face(63, 20, 1.1),
        *fused(at("M-8 -4Q-9 -13 0 -14Q8 -13.5 7 -5Z", 63, 20, 1.1)),
        *arm((61, 36), (76, 46), (90, 34)),
        *arm((49, 36), (33, 43), (24, 30)),
    )


def turn() -> Items:
    """Hourglass."""
    return (
        *line((20, 10), (80, 10), width=9, cap="round"),
        *line((20, 90), (80, 90), width=9, cap="round"),
        *curve("M28 14C28 38 46 42 46 50C46 58 28 62 28 86M72 14C72 38 54 42 54 50C54 58 72 62 72 86", 5),
        *shape("M34 26L66 26C64 36 54 42 50 48C46 42 36 36 34 26Z"),
        *shape("M50 60L68 84L32 84Z"),
    )


def victory_points() -> Items:
    """Laurel wreath with a star."""
    items: list[Item] = []
    for mirror in (1, -1):
        for k in range(6):
            a = math.radians(200 - 28 * k) if mirror == 1 else math.radians(160 + 28 * k)
            x, y = 50 + 38 * math.sin(a), 50 - 38 * math.cos(a)
            leaf = solid(blob(((0, -13, 1), (6, 0), (0, 11, 1), (-6, 0))))
            turned = math.degrees(a) - 62 if mirror == 1 else math.degrees(a) + 62
            items.append(Group(leaf, compose(translation(x, y), rotation(turned))))
    star = []
    for k in range(10):
        r = 22 if k % 2 == 0 else 9
        a = k * math.tau / 10
        star.append((50 + r * math.sin(a), 50 - r * math.cos(a)))
    return (*items, *solid(poly(*star)))


def unknown() -> Items:
    """Question mark, for symbols that nobody has drawn."""
    return question(50, 50, 1.0)


def rosette() -> Items:
    """Cockade: the reverse of activation markers."""
    return (
        *solid(disc(50, 50, 46)),
        *solid(disc(50, 50, 33), color=PAPER),
        *solid(disc(50, 50, 19)),
    )


DRAWINGS: dict[str, Callable[[], Items]] = {
    "orders": orders,
    "orders_received": orders_received,
    "without_orders": without_orders,
    "arrow": arrow,
    "renfort": renfort,
    "square": square,
    "fired": fired,
    "shock": shock,
    "shock_check": shock_check,
    "charge": charge,
    "melee": melee,
    "rout": rout,
    "turn": turn,
    "victory_points": victory_points,
    "unknown": unknown,
    "rosette": rosette,
}
"""Sign id -> its drawing."""
