"""Small signs printed on markers: orders, rout, charge, square …; drawn in a box of 100 x 100."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from jdgtools.render.scene import Group, Item, Symbol, compose, rotation, scaling, translation
from jdgtools.render.symbols.shapes import (
    INK,
    PAPER,
    blob,
    curve,
    disc,
    lifted,
    limb,
    line,
    poly,
    ring,
    shape,
    solid,
)

Items = tuple[Item, ...]
BOX = (0.0, 0.0, 100.0, 100.0)


def _turned(items: Items, degrees: float, x: float = 50, y: float = 50) -> Items:
    return (Group(items, rotation(degrees, x, y)),)


def _moved(items: Items, dx: float, dy: float) -> Items:
    return (Group(items, compose(translation(dx, dy))),)


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
        items += _turned(spikes, 90 * turn)
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
    return (*_turned(blade, 45), *_turned(blade, -45))


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
    return (*_turned(_bayonet(), 40), *_turned(_bayonet(), -40))


def shock_check() -> Items:
    """Crossed bayonets and a question mark."""
    return (*shock(), *solid(disc(50, 26, 22), color=PAPER), *_question(50, 26, 0.42))


def _question(x: float, y: float, s: float) -> Items:
    return (
        *curve(
            f"M{x - 22 * s} {y - 20 * s}Q{x - 22 * s} {y - 42 * s} {x} {y - 42 * s}"
            f"Q{x + 24 * s} {y - 42 * s} {x + 24 * s} {y - 20 * s}Q{x + 24 * s} {y - 4 * s} {x} {y + 4 * s}"
            f"L{x} {y + 16 * s}",
            14 * s,
        ),
        *solid(disc(x, y + 36 * s, 9 * s)),
    )


def charge() -> Items:
    """Crossed sabres."""
    left = (*_sabre(22, 92, 86, 6, 24), *line((12, 76), (34, 98), width=6, cap="round"))
    right = (*_sabre(78, 92, 14, 6, -24), *line((88, 76), (66, 98), width=6, cap="round"))
    return (*left, *right)


def melee() -> Items:
    """Crossed swords."""
    return _crossed(_sword())


def rout() -> Items:
    """Running man who has thrown his musket away."""
    return (
        *solid(disc(60, 14, 10.5)),
        *solid(limb(((56, 28), (44, 56)), (17, 14))),
        *solid(limb(((47, 56), (64, 66), (58, 90)), (12, 10, 7)), limb(((58, 91), (68, 92)), (7, 5))),
        *solid(limb(((43, 56), (32, 72), (8, 74)), (12, 10, 7)), limb(((8, 74), (5, 64)), (7, 5))),
        *solid(limb(((60, 30), (76, 42), (88, 32)), (8.5, 7.5, 6))),
        *solid(limb(((51, 29), (34, 32), (26, 48)), (8.5, 7.5, 6))),
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
    return _question(50, 50, 1.0)


def rosette() -> Items:
    """Cockade: the reverse of activation markers."""
    return (
        *solid(disc(50, 50, 46)),
        *solid(disc(50, 50, 33), color=PAPER),
        *solid(disc(50, 50, 19)),
    )


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
        items += _turned(pike, turn, 50, 98)
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
        *_moved(
            _turned(solid(poly((43, 34), (43, 14), (50, 2), (57, 14), (57, 26), (51, 38))), 24, 50, 20), 8, 0
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


def casualty() -> Items:
    """Skull."""
    return (
        *solid(
            blob(((10, 42), (18, 14), (50, 2), (82, 14), (90, 42), (80, 64), (72, 70), (28, 70), (20, 64)))
        ),
        *solid(poly((30, 66), (70, 66), (68, 94), (32, 94))),
        *solid(disc(33, 44, 11), disc(67, 44, 11), poly((50, 52), (57, 66), (43, 66)), color=PAPER),
        *line((42, 78), (42, 95), width=3.5, color=PAPER),
        *line((50, 78), (50, 95), width=3.5, color=PAPER),
        *line((58, 78), (58, 95), width=3.5, color=PAPER),
    )


def casualty_threshold() -> Items:
    """Skull over a line."""
    skull = _scaled(casualty(), 0.78, 11, 0)
    return (*skull, *line((4, 90), (96, 90), width=9))


def _scaled(items: Items, share: float, dx: float, dy: float) -> Items:
    return (Group(items, compose(translation(dx, dy), scaling(share))),)


def morale_shaken() -> Items:
    """Flag at half-mast."""
    return (
        *line((26, 2), (26, 98), width=8),
        *shape("M30 40C48 32 62 52 90 42L90 80C62 90 48 70 30 78Z"),
        *curve("M6 20Q12 12 18 20M34 16Q40 8 46 16", 5),
    )


def morale_broken() -> Items:
    """Broken flagstaff."""
    staff = (*line((50, 46), (50, 2), width=8), *shape("M54 4C66 0 74 12 92 6L92 34C74 40 66 28 54 32Z"))
    return (*line((26, 98), (26, 56), width=8), *_moved(_turned(staff, 62, 50, 46), -22, 12))


def formation_broken() -> Items:
    """Ranks in disarray."""
    items: Items = ()
    for x, y, turn in (
        (20, 24, 20),
        (52, 16, -14),
        (82, 30, 40),
        (26, 60, -30),
        (58, 54, 16),
        (84, 72, -12),
        (44, 86, 34),
    ):
        items += _turned(
            solid(poly((x - 10, y - 6), (x + 10, y - 6), (x + 10, y + 6), (x - 10, y + 6))), turn, x, y
        )
    return items


def formation_broken_morale_shaken() -> Items:
    """Disarray and a lowered flag."""
    return (*_scaled(formation_broken(), 0.62, 0, 36), *_scaled(morale_shaken(), 0.66, 36, 0))


def hedgehog() -> Items:
    """Pikes on all sides."""
    items: Items = solid(disc(50, 50, 20))
    for k in range(12):
        items += _turned(solid(poly((47, 36), (50, 0), (53, 36))), 30 * k)
    return items


def open_order() -> Items:
    """Files at wide distance."""
    items: Items = ()
    for row in range(3):
        for column in range(4 - row % 2):
            items += solid(disc(14 + 24 * column + 12 * (row % 2), 20 + 30 * row, 7.5))
    return items


def column() -> Items:
    """Narrow column with its head forward."""
    items: Items = solid(poly((50, 0), (72, 24), (28, 24)))
    for k in range(4):
        y = 32 + 17 * k
        items += solid(poly((34, y), (66, y), (66, y + 11), (34, y + 11)))
    return items


def _pistol() -> Items:
    return (
        *solid(limb(((96, 30), (40, 32)), (8, 11))),
        *solid(limb(((44, 32), (26, 40), (10, 72)), (14, 14, 17))),
        *curve("M40 40Q46 54 58 42", 4),
        *solid(poly((44, 28), (52, 14), (58, 18), (54, 28))),
    )


def first_pistol_used() -> Items:
    """One pistol."""
    return _moved(_pistol(), 0, 10)


def no_pistols() -> Items:
    """Pistol crossed out."""
    return (*first_pistol_used(), *line((14, 10), (90, 92), width=8, seam=3))


def salvo() -> Items:
    """Three muzzles firing."""
    items: Items = ()
    for x in (20, 50, 80):
        items += line((x, 98), (x, 46), width=10)
        items += solid(
            poly(
                (x, 0),
                (x + 6, 20),
                (x + 14, 14),
                (x + 9, 34),
                (x, 40),
                (x - 9, 34),
                (x - 14, 14),
                (x - 6, 20),
            )
        )
    return items


def momentum() -> Items:
    """Three chevrons forward."""
    items: Items = ()
    for y in (4, 34, 64):
        items += solid(poly((50, y), (90, y + 26), (90, y + 42), (50, y + 17), (10, y + 42), (10, y + 26)))
    return _scaled(items, 0.94, 3, 0)


def interception_done() -> Items:
    """Arrow that meets another."""
    return (
        *solid(poly((42, 46), (42, 60), (14, 60), (14, 74), (0, 53), (14, 32), (14, 46))),
        *solid(poly((58, 46), (58, 60), (86, 60), (86, 74), (100, 53), (86, 32), (86, 46))),
        *line((50, 14), (50, 92), width=6),
    )


def limbered_guns() -> Items:
    """Gun on the move: two wheels and a pole."""
    return (
        ring(28, 66, 20, 7),
        ring(76, 70, 15, 6),
        *solid(disc(28, 66, 5), disc(76, 70, 4)),
        *solid(limb(((6, 44), (46, 54)), (13, 9))),
        *line((36, 62), (100, 62), width=6),
    )


def captured_gun() -> Items:
    """Gun under a flag."""
    return (
        ring(44, 74, 19, 7),
        *solid(disc(44, 74, 5)),
        *solid(limb(((20, 66), (88, 52)), (14, 9))),
        *line((24, 58), (24, 2), width=5),
        *solid(poly((26, 4), (62, 4), (54, 15), (62, 26), (26, 26))),
    )


def disabled_gun() -> Items:
    """Gun with a broken wheel."""
    return (
        *curve("M30 92A24 24 0 0 1 26 60M60 56A24 24 0 0 1 62 92", 7),
        *solid(disc(46, 74, 5)),
        *solid(limb(((14, 48), (86, 66)), (14, 9))),
        *line((12, 8), (88, 94), width=7, seam=3),
        *line((88, 8), (12, 94), width=7, seam=3),
    )


SIGNS: dict[str, Callable[[], Items]] = {
    f.__name__: f
    for f in (
        orders,
        orders_received,
        without_orders,
        arrow,
        renfort,
        square,
        fired,
        shock,
        shock_check,
        charge,
        melee,
        rout,
        turn,
        victory_points,
        unknown,
        rosette,
        star,
        pikes_sign,
        crown_sign,
        burnt_document,
        resting,
        inactive,
        discouraged,
        mounted,
        dismounted,
        wounded,
        substitute_cinc,
        order_charge,
        order_make_ready,
        order_receive_charge,
        order_rally,
        no_continue,
        bypassed,
        replacement_ac,
        casualty,
        casualty_threshold,
        morale_shaken,
        morale_broken,
        formation_broken,
        formation_broken_morale_shaken,
        hedgehog,
        open_order,
        column,
        first_pistol_used,
        no_pistols,
        salvo,
        momentum,
        interception_done,
        limbered_guns,
        captured_gun,
        disabled_gun,
    )
}
"""Sign id -> its drawing."""


@cache
def sign(sign_id: str) -> Symbol:
    """Symbol of the sign; the same object every time.

    Raises:
        KeyError: no such sign.
    """
    return Symbol(f"sign-{sign_id}", SIGNS[sign_id](), BOX)


__all__ = ["INK", "SIGNS", "lifted", "sign"]
