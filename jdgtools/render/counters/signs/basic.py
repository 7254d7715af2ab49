"""Signs of orders received, shock, charge, rout, tracks."""

from __future__ import annotations

import math
from collections.abc import Callable

from jdgtools.render.counters.signs.place import Items, question, rotate_items, scale_items, shift_items
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Group, Item, compose, rotation, scaling, translation
from jdgtools.render.shapes import (
    LIGHT,
    PAPER,
    TONE,
    at,
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
from jdgtools.render.symbols.armour import kettle_hat
from jdgtools.render.symbols.hats import shako
from jdgtools.render.symbols.medieval import knights
from jdgtools.render.symbols.people import arm, face, leg, musket


def _letter_sheet() -> Items:
    return (
        *trace(poly((14, 22), (86, 22), (86, 80), (14, 80)), width=5),
        *line((16, 78), (40, 52), width=2.6),
        *line((84, 78), (60, 52), width=2.6),
        *line((16, 24), (50, 56), (84, 24), width=4.5),
    )


def _seal(x: float = 50, y: float = 58, r: float = 13) -> Items:
    points = [
        (
            x + (r if k % 2 else r * 0.82) * math.sin(k * math.tau / 24),
            y - (r if k % 2 else r * 0.82) * math.cos(k * math.tau / 24),
        )
        for k in range(24)
    ]
    return (*solid(poly(*points)), ring(x, y, r * 0.5, 2.4, LIGHT))


def orders() -> Items:
    """Draw a sealed letter: the reverse of order markers."""
    return (*_letter_sheet(), *_seal())


def _mark(*points: tuple[float, float], width: float) -> Items:
    """Draw a bold stroke with a pale edge."""
    return (*line(*points, width=width + 7, color=LIGHT), *line(*points, width=width))


def orders_received() -> Items:
    """Draw a letter with a tick."""
    return (*_letter_sheet(), *_mark((34, 58), (48, 72), (80, 30), width=11))


def without_orders() -> Items:
    """Draw a letter crossed out."""
    strokes = ((20, 14), (80, 88)), ((80, 14), (20, 88))
    wide = tuple(item for ends in strokes for item in line(*ends, width=17, color=LIGHT))
    return (*_letter_sheet(), *wide, *(item for ends in strokes for item in line(*ends, width=10)))


def arrow() -> Items:
    """Draw a broad arrow up."""
    return solid(poly((50, 4), (88, 46), (64, 46), (64, 96), (36, 96), (36, 46), (12, 46)))


def renfort() -> Items:
    """Draw an arrow onto the map from its edge."""
    return (
        *solid(poly((8, 8), (20, 8), (20, 92), (8, 92))),
        *solid(poly((30, 38), (62, 38), (62, 18), (95, 50), (62, 82), (62, 62), (30, 62))),
    )


def square() -> Items:
    """Draw a hollow square from above, on a corner: men with levelled bayonets, the colours within."""
    items: Items = ()
    for turn in range(4):
        rank: Items = ()
        for x in (30.0, 40.0, 50.0, 60.0, 70.0):
            rank += solid(poly((x - 2.2, 20), (x, 2), (x + 2.2, 20)))
            rank += fuse(disc(x, 23, 4.7))
        items += rotate_items(rank, 90 * turn + 45)
    flag = solid(d("M44 34C51 29 58 39 66 33L66 52C58 58 51 48 44 53Z"))
    return (*items, *line((44, 33), (44, 70), width=4.2), *flag)


def smoke_and_flash() -> Items:
    """Draw a burst of smoke and flash."""

    def burst(outer: float, inner: float) -> tuple[Command, ...]:
        points = []
        for k in range(20):
            r = outer if k % 2 == 0 else inner
            a = k * math.tau / 20
            points.append((50 + r * math.sin(a), 50 - r * math.cos(a)))
        return poly(*points)

    return (*fuse(burst(48, 25)), *fuse(burst(31, 17), color=LIGHT), *fuse(disc(50, 50, 6)))


def _larger(items: Items, share: float = 1.2) -> Items:
    """Enlarge a drawing about the middle of its box: what stands across it has room in the corners."""
    away = 50 * (1 - share)
    return (Group(items, compose(translation(away, away), scaling(share))),)


def _cross_blades(blade: Items, degrees: float = 45) -> Items:
    return _larger((*rotate_items(blade, degrees), *rotate_items(blade, -degrees)))


def _sword() -> Items:
    return (
        *trace(poly((44.5, 66), (44.5, 15), (50, 3), (55.5, 15), (55.5, 66)), width=3),
        *line((50, 20), (50, 64), width=1.6),
        *line((34, 67), (66, 67), width=7, cap="round"),
        *line((50, 67), (50, 89), width=7),
        *solid(disc(50, 91, 6)),
    )


def _bayonet() -> Items:
    return (
        *trace(poly((47, 34), (46.6, 12), (50, 1), (53.4, 12), (53, 34)), width=2.6),
        *line((50, 33), (50, 72), width=6),
        *trace(poly((46, 58), (54, 58), (55, 72), (61, 98), (47, 98), (46, 72)), color=TONE, width=3),
    )


def shock() -> Items:
    """Draw crossed bayonets."""
    return shift_items(_cross_blades(_bayonet(), 40), -2, -3)


def shock_check() -> Items:
    """Draw crossed bayonets and a question mark."""
    return (*shock(), *solid(disc(50, 24, 22), color=PAPER), *question(50, 24, 0.44))


def charge() -> Items:
    """Draw crossed sabres."""
    sabre = (
        *trace(d("M23 83C50 70 76 40 86 2C88 40 68 76 31 92Z"), width=3.4),
        *curve("M33 93Q40 78 21 78", 4),
        *line((27, 88), (12, 99), width=7, cap="round"),
    )
    return (*sabre, Group(sabre, compose(translation(100, 0), scaling(-1, 1))))


def lance_charge() -> Items:
    """Draw a knight on a covered horse, his lance couched."""
    return knights()


def melee() -> Items:
    """Draw crossed swords."""
    return _cross_blades(_sword())


def _runner(below: Items, belts: Items, cap: Items) -> Items:
    """Draw a soldier who runs: between what lies behind him and the cap that flies off."""
    coat = blob(
        (
            *((44, 34), (51, 28), (62, 29), (68, 36), (67, 45), (59, 57)),
            *((58, 66, 1), (46, 64), (35, 71, 1), (41, 56)),
        )
    )
    drawing = (
        *below,
        *leg((46, 62), (32, 73), (11, 67), toe=(-3, 7)),
        *leg((53, 62), (71, 69), (68, 91)),
        *fuse(coat),
        *fuse(poly((35, 70), (40, 58), (30, 62), (20, 78), (31, 73))),
        *belts,
        *face(63, 20, 1.1),
        *fuse(at("M-8 -4Q-8.5 -9 0 -9.5Q7 -9 7 -5Z", 63, 20, 1.1)),
        *rotate_items(cap, -38, 33, 10),
        *arm((61, 36), (76, 46), (90, 34)),
        *arm((49, 36), (33, 43), (24, 30)),
    )
    # What flies off flies high: all of it stays in the box.
    return scale_items(drawing, 0.93, 3, 8)


def rout() -> Items:
    """Draw a soldier who runs: his cap flies off, his musket lies behind him."""
    belts = (
        *line((46, 33), (63, 56), width=2.7, color=LIGHT),
        *line((61, 30), (42, 58), width=2.7, color=LIGHT),
    )
    return _runner(musket((42, 94.5), (6, 96), (0, 96)), belts, shako(33, 15))


def rout_of_old() -> Items:
    """Draw a man who runs: his iron hat flies off, his sword lies behind him."""
    sword = (
        *trace(poly((15, 93), (40, 93), (47, 95), (40, 97), (15, 97)), width=1.6),
        *line((14, 90), (14, 100), width=3, cap="round"),
        *line((4, 95), (13, 95), width=3.4, cap="round"),
    )
    return _runner(sword, line((41, 56), (60, 58), width=3.2, color=LIGHT), kettle_hat(33, 15, 1.1))


def banner() -> Items:
    """Draw a banner of many tails that hangs from a cross-bar: an oriflamme, a royal standard."""
    cloth = "M26 16L74 16L74 78L66 94L58 78L50 94L42 78L34 94L26 78Z"
    return (
        *solid(disc(50, 5, 4.5)),
        *line((50, 6), (50, 16), width=5),
        *trace(d(cloth), width=4),
        *line((18, 16), (82, 16), width=6, cap="round"),
        *solid(poly((46, 26), (54, 26), (54, 72), (46, 72))),
        *solid(poly((32, 40), (68, 40), (68, 48), (32, 48))),
    )


def smoke() -> Items:
    """Draw a rolling cloud of smoke."""
    puffs = ((30, 60, 19), (50, 44, 23), (72, 58, 18), (51, 68, 18))
    return (
        *(item for x, y, r in puffs for item in solid(disc(x, y, r + 4))),
        *(item for x, y, r in puffs for item in solid(disc(x, y, r), color=LIGHT)),
        *curve("M36 46Q44 36 54 41Q60 45 54 52", 4),
        *curve("M24 60Q30 53 37 58", 4),
        *curve("M62 58Q70 50 79 57", 4),
        *line((24, 92), (78, 92), width=4, cap="round"),
    )


def turn() -> Items:
    """Draw an hourglass."""
    glass = "M26 14C26 38 45 42 45 50C45 58 26 62 26 86L74 86C74 62 55 58 55 50C55 42 74 38 74 14Z"
    return (
        *trace(d(glass), width=5),
        *shape("M34 28L66 28C64 37 54 42 50 48C46 42 36 37 34 28Z"),
        *shape("M50 60L68 84L32 84Z"),
        *line((20, 10), (80, 10), width=9, cap="round"),
        *line((20, 90), (80, 90), width=9, cap="round"),
    )


def victory_points() -> Items:
    """Draw a laurel wreath with a star."""
    items: list[Item] = []
    for mirror in (1, -1):
        for k in range(6):
            a = math.radians(200 - 28 * k) if mirror == 1 else math.radians(160 + 28 * k)
            x, y = 50 + 38 * math.sin(a), 50 - 38 * math.cos(a)
            leaf = trace(blob(((0, -14, 1), (6.5, 0), (0, 12, 1), (-6.5, 0))), color=TONE, width=2.6)
            leaf_angle = math.degrees(a) - 62 if mirror == 1 else math.degrees(a) + 62
            items.append(Group(leaf, compose(translation(x, y), rotation(leaf_angle))))
    star = []
    for k in range(10):
        r = 22 if k % 2 == 0 else 9
        a = k * math.tau / 10
        star.append((50 + r * math.sin(a), 50 - r * math.cos(a)))
    return (*items, *solid(poly(*star)))


def unknown() -> Items:
    """Draw a question mark, for symbols that nobody has drawn."""
    return question(50, 50, 1.0)


def rosette() -> Items:
    """Draw a cockade: the reverse of activation markers."""
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
    "fired": smoke_and_flash,
    "shock": shock,
    "shock_check": shock_check,
    "charge": charge,
    "lance_charge": lance_charge,
    "melee": melee,
    "rout": rout,
    "rout_of_old": rout_of_old,
    "banner": banner,
    "smoke": smoke,
    "turn": turn,
    "victory_points": victory_points,
    "unknown": unknown,
    "rosette": rosette,
}
"""Sign id -> its drawing."""
