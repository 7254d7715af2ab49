"""Knights, sergeants, archers and peasants."""

from __future__ import annotations

from jdgtools.render.scene import Item
from jdgtools.render.symbols.foot import _head, _legs_standing, _legs_striding
from jdgtools.render.symbols.mounted import horse, rider
from jdgtools.render.symbols.shapes import PAPER, blob, curve, disc, lifted, limb, line, poly, shape, solid

Items = tuple[Item, ...]


def _great_helm(x: float = 50, y: float = 15, s: float = 1.0) -> Items:
    pot = poly(
        (x - 7.5 * s, y - 10 * s),
        (x + 7 * s, y - 10 * s),
        (x + 8.5 * s, y + 1 * s),
        (x + 5 * s, y + 9 * s),
        (x - 6 * s, y + 9 * s),
        (x - 8 * s, y),
    )
    slit = line((x - 1 * s, y - 2.5 * s), (x + 8.6 * s, y - 2.5 * s), width=2.6 * s, color=PAPER)
    cross = line((x + 3.5 * s, y - 9 * s), (x + 3.5 * s, y + 8 * s), width=1.6 * s, color=PAPER)
    return (*lifted(pot, gap=1.2), *slit, *cross)


def _kettle_hat(x: float = 50, y: float = 22, s: float = 1.0) -> Items:
    hat = blob(
        (
            (x - 17 * s, y + 1 * s),
            (x - 9 * s, y - 5 * s),
            (x - 7 * s, y - 13 * s),
            (x, y - 16 * s),
            (x + 7 * s, y - 13 * s),
            (x + 9 * s, y - 5 * s),
            (x + 17 * s, y + 1 * s),
            (x, y),
        )
    )
    return lifted(hat, gap=1.2)


def _kite_shield(x: float, y: float, s: float = 1.0) -> Items:
    edge = blob(
        (
            (x - 12 * s, y - 16 * s, 1),
            (x, y - 18.5 * s),
            (x + 12 * s, y - 16 * s, 1),
            (x + 10.5 * s, y + 2 * s),
            (x, y + 20 * s, 1),
            (x - 10.5 * s, y + 2 * s),
        )
    )
    return (
        *lifted(edge, gap=1.8),
        *line((x, y - 14 * s), (x, y + 13 * s), width=3 * s, color=PAPER),
        *line((x - 8 * s, y - 6 * s), (x + 8 * s, y - 6 * s), width=3 * s, color=PAPER),
    )


def _tunic(mail: bool = False) -> Items:
    body = blob(((35, 41), (41, 35), (59, 35), (66, 41), (65, 54), (68, 76, 1), (32, 76, 1), (35, 54)))
    items = solid(body)
    if mail:
        for y in (44.0, 52.0, 68.0):
            items = (*items, *line((39, y), (61, y), width=1.8, color=PAPER))
    return (*items, *line((36, 59), (65, 59), width=2.8, color=PAPER))


def _caparison() -> Items:
    cloth = blob(
        (
            (14, 53),
            (27, 47),
            (42, 50),
            (55, 47),
            (64, 37),
            (73, 25),
            (81, 19),
            (90, 29),
            (89, 41),
            (84, 44),
            (82, 60),
            (79, 82, 1),
            (70, 78),
            (60, 83, 1),
            (57, 72),
            (44, 72),
            (40, 84, 1),
            (28, 80),
            (12, 86, 1),
            (11, 66),
        )
    )
    return (
        *solid(cloth),
        *solid(disc(84.5, 29, 1.9), color=PAPER),
        *line((12, 79), (39, 77), width=2.4, color=PAPER),
        *line((60, 77), (79, 75.500), width=2.4, color=PAPER),
    )


def knights() -> Items:
    """Knight in great helm on a covered horse, lance couched, shield."""
    lance = (*line((30, 45), (99, 19), width=3.4, seam=1.4),)
    return (
        *horse(False),
        *_caparison(),
        *rider(_great_helm(50, 14), plain=True),
        *lance,
        *_kite_shield(53, 40, 0.72),
    )


def mounted_sergeants() -> Items:
    """Rider in a kettle hat with an upright spear and a round shield."""
    spear = (
        *line((36, 72), (30, 12), width=3.2, seam=1.4),
        *lifted(poly((29.5, 0), (34.5, 9), (30.5, 16), (25.5, 10)), gap=0.8),
    )
    shield = (*lifted(disc(54, 37, 11.5), gap=1.8), *solid(disc(54, 37, 4), color=PAPER))
    return (*horse(False), *rider(_kettle_hat(50, 11, 0.74), (*spear, *shield), plain=True))


def men_at_arms() -> Items:
    """Armoured man on foot with sword and shield."""
    sword = (*line((74, 50), (88, 4), width=4.2, seam=1.2), *line((67, 42), (84, 48), width=3.4))
    arm = lifted(limb(((63, 41), (73, 53), (76, 48)), (9, 8, 7)), gap=1.4)
    return (
        *_legs_striding(),
        *_tunic(True),
        *_great_helm(50, 25, 1.25),
        *sword,
        *arm,
        *_kite_shield(34, 56, 1.05),
    )


def foot_sergeants() -> Items:
    """Spearman in a kettle hat behind his shield."""
    spear = (*line((77, 96), (77, 14), width=3.4), *shape("M77 0L82 10L77 17L72 10Z"))
    arm = lifted(limb(((63, 41), (72, 52), (77, 46)), (9, 8, 7)), gap=1.4)
    return (
        *_legs_standing(),
        *_tunic(),
        *_head(),
        *_kettle_hat(50, 22),
        *spear,
        *arm,
        *_kite_shield(36, 56, 1.05),
    )


def archers() -> Items:
    """Longbowman at full draw."""
    return (
        *_legs_striding(),
        *_tunic(),
        *_head(47, 25),
        *lifted(blob(((38.5, 25, 1), (40, 16), (48, 13), (55, 17), (56, 23, 1))), gap=1.0),
        *curve("M76 5Q101 42 76 82", 4.6),
        *line((76, 5), (40, 41), (76, 82), width=1.5),
        *line((37, 41), (94, 42), width=2.6, seam=1.2),
        *shape("M99 42L90 37.500L90 46.500Z"),
        *lifted(limb(((61, 40), (75, 42), (87, 43)), (8.5, 7, 6)), gap=1.2),
        *lifted(limb(((41, 40), (27, 39), (39, 42)), (9, 8, 6)), gap=1.2),
        *line((30, 38), (24, 62), width=7.5, seam=1.0),
    )


def crossbows() -> Items:
    """Crossbowman taking aim."""
    return (
        *_legs_striding(),
        *_tunic(True),
        *_head(49, 27),
        *_kettle_hat(49, 23, 0.95),
        *line((50, 46), (92, 42), width=6.0, seam=1.4),
        *curve("M74 18Q99 24 92 42Q102 60 78 68", 4.8),
        *line((74, 18), (66, 44.5), (78, 68), width=1.6),
        *lifted(limb(((60, 41), (66, 53), (76, 46)), (9, 8, 6)), gap=1.2),
        *lifted(limb(((42, 41), (44, 56), (56, 48)), (9, 8, 6)), gap=1.2),
    )


def pikes() -> Items:
    """Pikemen shoulder to shoulder, points forward."""
    items: list[Item] = []
    for x, y in ((71.0, 12.0), (47.0, 9.0), (23.0, 12.0)):
        body = blob(
            (
                (x - 10, y + 42),
                (x - 5, y + 37),
                (x + 7, y + 37),
                (x + 12, y + 42),
                (x + 11, y + 64, 1),
                (x - 9, y + 64, 1),
            )
        )
        legs = (
            limb(((x - 3, y + 60), (x - 8, 94)), (10, 6.5)),
            limb(((x + 5, y + 60), (x + 9, 94)), (10, 6.5)),
        )
        cap = blob(
            ((x - 8.5, y + 27, 1), (x - 6, y + 20), (x + 1, y + 17), (x + 8, y + 20), (x + 10.5, y + 27, 1))
        )
        items += lifted(body, *legs, disc(x + 1, y + 29, 6.6), gap=1.3)
        items += lifted(cap, gap=0.9)
    for x, y in ((14.0, 71.0), (36.0, 71.0), (58.0, 71.0)):
        items += line((x, y), (x + 33, y - 58), width=3.2, seam=1.3)
        items += lifted(poly((x + 40, y - 70), (x + 37, y - 56), (x + 29.5, y - 60)), gap=0.6)
    return tuple(items)


def peasants() -> Items:
    """Hooded peasant with a pitchfork."""
    fork = (
        *line((79, 95), (79, 30), width=3.6),
        *curve("M70 6L70 20Q70 29 79 29Q88 29 88 20L88 6", 3.4),
        *line((79, 30), (79, 6), width=3.2, cap="round"),
    )
    hood = blob(
        (
            (38, 34),
            (38, 22),
            (45, 14),
            (34, 9, 1),
            (52, 11),
            (61, 20),
            (60, 27, 1),
            (55, 22),
            (51, 25),
            (54, 34),
        )
    )
    return (
        *_legs_striding(),
        *_tunic(),
        *solid(disc(54, 26, 6)),
        *lifted(hood, gap=1.0),
        *fork,
        *lifted(limb(((63, 41), (72, 52), (79, 47)), (9, 8, 7)), gap=1.4),
    )


def handgunners() -> Items:
    """Man with a hand gun, smoke at its mouth."""
    smoke = solid(disc(88, 33, 6), disc(94, 25, 5), disc(84, 24, 5), disc(91, 15, 4))
    return (
        *_legs_striding(),
        *_tunic(),
        *_head(47, 26),
        *_kettle_hat(47, 22, 0.9),
        *line((30, 52), (62, 44), width=4.4, seam=1.2),
        *line((60, 44.5), (80, 39.5), width=9, seam=1.2),
        *smoke,
        *lifted(limb(((60, 41), (60, 54), (66, 46)), (9, 8, 6)), gap=1.2),
        *lifted(limb(((41, 41), (33, 52), (41, 51)), (9, 8, 6)), gap=1.2),
    )


def banner_lord() -> Items:
    """Knight with a great banner."""
    banner = (
        *line((38, 74), (31, 0), width=3.4, seam=1.4),
        *lifted(poly((31, 2), (2, 3), (4, 12), (1, 20), (5, 30), (34.5, 29)), gap=1.0),
        *line((5, 16), (32, 15.5), width=2.8, color=PAPER),
        *line((18, 3), (20, 29), width=2.8, color=PAPER),
    )
    arm = lifted(limb(((43, 30), (37, 41), (35, 41)), (8, 7, 6.5)), gap=1.4)
    return (*horse(False), *_caparison(), *rider(_great_helm(52, 14), (*banner, *arm), plain=True))
