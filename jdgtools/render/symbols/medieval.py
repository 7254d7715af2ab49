"""Symbols of the middle ages: knights, sergeants, archers and peasants."""

from __future__ import annotations

from jdgtools.render.scene import Item
from jdgtools.render.shapes import (
    FACING,
    HAT,
    HOSE,
    INK,
    LIGHT,
    MAIL,
    SHIELD,
    TONE,
    TUNIC,
    WOOD,
    at,
    blob,
    curve,
    d,
    disc,
    fuse,
    limb,
    line,
    poly,
    trace,
)
from jdgtools.render.symbols.armour import coif, great_helm, kettle_hat, shield
from jdgtools.render.symbols.foot import lunging, marching, standing
from jdgtools.render.symbols.horses import cloth, trotting
from jdgtools.render.symbols.people import arm, face
from jdgtools.render.symbols.riders import arm as riders_arm
from jdgtools.render.symbols.riders import rider_body

Items = tuple[Item, ...]


def tunic(color: str = TUNIC, hem: float = 76) -> Items:
    """Draw a belted tunic in profile."""
    body = blob(
        (
            (42, 38),
            (46, 33.5),
            (55, 33.5),
            (60, 39),
            (61.5, 47),
            (59, 57),
            (64, hem, 1),
            (50, hem - 2),
            (36, hem + 2, 1),
            (40.5, 57),
            (40, 47),
        )
    )
    belt = INK if color != INK else LIGHT
    return (
        *fuse(body, color=color, edge=0.0 if color == INK else 1.1),
        *line((40.3, 58), (59.3, 57), width=2.8, color=belt),
    )


def _mail(*rows: tuple[float, float, float]) -> Items:
    """Draw rows of mail rings: height, left, right."""
    items: Items = ()
    for y, left, right in rows:
        wave = f"M{left} {y}"
        x = left
        while x < right:
            wave += f"Q{x + 1.5} {y + 2.4} {x + 3} {y}"
            x += 3
        items += curve(wave, 1.1, cap="butt")
    return items


def caparison(color: str = SHIELD, bars: bool = True) -> Items:
    """Draw a cloth that covers the horse, with dark bars and a dagged hem."""
    cloth_ = blob(
        (
            (79, 10, 1),
            (83.5, 17),
            (88.5, 22),
            (93.5, 31),
            (98, 38),
            (97, 43),
            (92, 45, 1),
            (86.5, 42),
            (82, 47),
            (80.5, 56),
            (83, 66),
            (83.5, 84, 1),
            (78, 78, 1),
            (73, 84, 1),
            (67, 78, 1),
            (61, 83, 1),
            (57, 74),
            (50, 71.5),
            (43, 73),
            (40, 85, 1),
            (34, 79, 1),
            (28, 86, 1),
            (21, 80, 1),
            (11, 87, 1),
            (9.5, 68),
            (12, 54),
            (22, 46.5),
            (34, 48.5),
            (47, 50),
            (57, 46.5),
            (64, 37),
            (70, 26),
            (76, 17.5),
        )
    )
    stripes: Items = ()
    if bars:
        stripes = (
            *fuse(d("M19 48L27 47.500L22 80.500L11 87L10.5 80Q14 62 19 48Z"), color=FACING),
            *fuse(d("M34 48.500L41 49.800L38.5 81L34 79L30.5 83.500Q34 66 34 48.500Z"), color=FACING),
            *fuse(d("M62.5 40L69.5 28L77 60L77.5 79L73 84L69.5 80.500Q69 62 62.5 40Z"), color=FACING),
        )
    return (
        *fuse(cloth_, color=color, edge=1.3),
        *stripes,
        *fuse(disc(87, 27, 1.6)),
        *curve("M82 45.500Q86 41 89 35", 1.3),
    )


def _under() -> Items:
    """Draw what shows of the legs below a caparison."""
    return fuse(
        limb(((70, 78), (70, 92.5)), (7, 5)),
        limb(((72, 93.5), (69.5, 93.5)), (5.4, 5.4)),
        limb(((79, 76), (84, 82), (83, 89)), (7, 5, 4.6)),
        limb(((84, 90), (86, 91)), (5, 5)),
        limb(((17, 78), (14, 84), (15, 92.5)), (7, 5.4, 5)),
        limb(((17, 93.5), (15, 93.5)), (5.4, 5.4)),
        limb(((34, 78), (31, 85), (32, 92.5)), (7, 5.4, 5)),
        limb(((34, 93.5), (32, 93.5)), (5.4, 5.4)),
    )


def _mail_coat(head: Items) -> Items:
    """Draw a rider in surcoat and mail leg."""
    torso = blob(
        (
            (41, 27),
            (45, 23),
            (54, 23),
            (58.5, 28),
            (57.5, 37),
            (54.5, 46),
            (57, 53),
            (39, 54),
            (38.5, 45),
            (40, 36),
        )
    )
    return (
        *fuse(torso, color=TUNIC, edge=1.0),
        *line((40, 45), (55, 44.5), width=2.0),
        *fuse(limb(((48, 50), (60, 56), (56, 69)), (10, 8.4, 6)), color=MAIL, edge=1.0),
        *fuse(limb(((56, 71), (63, 72.5)), (5, 3.4))),
        *head,
    )


def knights() -> Items:
    """Draw a knight in great helm on a covered horse, lance couched, shield."""
    return (
        *_under(),
        *caparison(),
        *_mail_coat(great_helm(51, 13, 0.92)),
        *line((28, 46), (100, 22), width=3.0, seam=1.0),
        *fuse(d("M100.5 21.800L91 21.500L92.5 26.500Z")),
        *shield(53, 40, 0.72),
    )


def mounted_sergeants() -> Items:
    """Draw a rider in a kettle hat with an upright spear and a round shield."""
    return (
        *trotting(),
        *cloth(LIGHT),
        *line((38, 72), (31, 10), width=2.8, seam=1.0),
        *trace(d("M30 -1L35 8L31.5 15L26.5 9Z"), width=1.4),
        *rider_body(kettle_hat(51, 11.5, 0.8), coat=TUNIC, breeches=MAIL, belt=False),
        *trace(disc(55, 38, 11.5), color=SHIELD, width=2.4),
        *fuse(disc(55, 38, 3.6), color=FACING),
        *riders_arm((43.5, 28.5), (37, 37), (34.5, 41), color=MAIL, cuff=""),
    )


def banner_lord() -> Items:
    """Draw a knight with a great banner."""
    banner = poly((32, 1), (1, 2.5), (4.5, 9.5), (1, 16), (4.5, 23), (1.5, 31), (35.5, 30))
    return (
        *_under(),
        *caparison(),
        *line((40, 74), (31.5, -1), width=3.0),
        *trace(banner, color=SHIELD, width=2.0),
        *line((3.5, 16.3), (34, 15.6), width=4.6, color=FACING),
        *line((17.5, 1.8), (19.5, 30.5), width=4.6, color=FACING),
        *_mail_coat(great_helm(53, 13, 0.92)),
        *riders_arm((44, 29), (38.5, 39), (36.5, 42), color=MAIL, cuff=""),
    )


def men_at_arms() -> Items:
    """Draw an armoured man on foot with sword and shield."""
    return (
        *lunging(MAIL, 0.0),
        *tunic(),
        *_mail((43, 42, 60), (49, 41, 61), (54, 41, 59)),
        *great_helm(53, 23, 1.2),
        # Leaning back: a blade that leans forward reads as a stroke before the letters beside it.
        *line((77, 50), (66, 1), width=4.0),
        *line((75.2, 42), (72.8, 31), width=1.2, color=LIGHT),
        *line((67.5, 45.5), (84, 42), width=3.2),
        *arm((56, 41), (67, 54), (76, 50), color=MAIL),
        *shield(37, 57, 1.08),
    )


def foot_sergeants() -> Items:
    """Draw a spearman in a kettle hat behind his shield."""
    return (
        *standing(HOSE, 0.0),
        *tunic(),
        *_mail((43, 44, 60), (49, 44, 60)),
        *coif(52, 24.5),
        *face(53, 24.5, 0.9, hair=False),
        *kettle_hat(52, 18.5, 1.05),
        *line((77, 96), (77, 14), width=3.2, color=WOOD),
        *trace(d("M77 -0.500L82 10L77 18L72 10Z"), width=1.6),
        *arm((55, 41), (65, 53), (76, 48), color=MAIL),
        *shield(37, 57, 1.08),
    )


def archers() -> Items:
    """Draw a longbowman at full draw."""
    quiver = trace(poly((29, 50), (36, 48), (41, 68), (34, 70)), color=LIGHT, width=1.8)
    return (
        *marching(HOSE, 0.0),
        *quiver,
        *line((30.5, 50), (28, 42), width=1.4),
        *line((33.5, 49), (32.5, 41), width=1.4),
        *tunic(),
        *face(52, 24.5),
        *trace(
            d("M43 20.500Q43 10 52 10.500Q59.5 11 60 19Q64 19.5 66 22.500Q52 19 43 20.500Z"),
            color=HAT,
            width=1.6,
        ),
        *curve("M74 2Q106 42 76 86", 4.0, WOOD),
        *line((74.5, 2.5), (44, 41), (76.5, 85.5), width=1.3),
        *line((42, 41), (93, 40), width=2.0),
        *fuse(d("M101 39.800L91 35.800L91 43.800Z")),
        *arm((57, 40), (72, 41), (89, 40.5), color=TUNIC),
        *arm((46, 41), (30, 38), (43, 41), color=TUNIC),
    )


def crossbows() -> Items:
    """Draw a crossbowman taking aim."""
    return (
        *marching(HOSE, 0.0),
        *tunic(),
        *_mail((43, 42, 60), (49, 41, 61)),
        *trace(poly((32, 58), (41, 57), (41, 73), (33, 74)), width=1.8),
        *coif(51, 25),
        *face(52, 25, 0.9, hair=False),
        *kettle_hat(51, 19, 1.02),
        *line((46, 47), (94, 41), width=5.4),
        *line((50, 45), (92, 39.6), width=1.3, color=LIGHT),
        *curve("M75 14Q101 20 93 41Q104 60 80 70", 4.4),
        *line((75.5, 14.5), (67, 43), (80, 69.5), width=1.3),
        *arm((56, 41), (68, 53), (79, 45), color=TUNIC),
        *arm((46, 42), (47, 57), (58, 48), color=TUNIC),
    )


def pikes() -> Items:
    """Draw pikemen shoulder to shoulder, points forward."""
    items: Items = ()
    for x, y in ((74.0, 11.0), (48.0, 7.0), (22.0, 11.0)):
        body = blob(
            (
                (x - 10, y + 42),
                (x - 5, y + 36),
                (x + 6, y + 36),
                (x + 11, y + 42),
                (x + 10.5, y + 52),
                (x + 12, y + 67, 1),
                (x - 11, y + 67, 1),
                (x - 9.5, y + 52),
            )
        )
        left = limb(((x - 4, y + 62), (x - 8.5, 92)), (10, 6.4))
        right = limb(((x + 4, y + 62), (x + 8.5, 92)), (10, 6.4))
        shoes = fuse(
            limb(((x - 8.5, 93.5), (x - 4, 94.5)), (5.6, 4)),
            limb(((x + 8.5, 93.5), (x + 13, 94.5)), (5.6, 4)),
        )
        cap = at("M-8 25Q-8 15 0.5 14.5Q8.5 15 9 24L12 27Q0 23.5 -8 25Z", x, y)
        items += (
            *fuse(left, right, color=HOSE, edge=1.1),
            *shoes,
            *fuse(body, color=TUNIC, edge=1.2),
            *line((x - 9.6, y + 56), (x + 10.6, y + 56), width=2.4),
            *face(x + 0.5, y + 29, 0.82, hair=False),
            *trace(cap, color=MAIL, width=1.6),
        )
    for x, y in ((12.0, 74.0), (36.0, 72.0), (60.0, 74.0)):
        items += line((x, y), (x + 35, y - 62), width=2.8, seam=0.9)
        items += fuse(poly((x + 40, y - 72), (x + 38.5, y - 59), (x + 31.5, y - 63)))
    return items


def peasants() -> Items:
    """Draw a hooded peasant with a pitchfork."""
    hood = blob(
        (
            (39, 39),
            (41, 24),
            (38, 16),
            (31, 15, 1),
            (44, 8.5),
            (55, 10),
            (61, 18, 1),
            (56, 17),
            (54, 24),
            (55, 32),
            (60, 37, 1),
            (50, 41),
        )
    )
    return (
        *marching(HOSE, 0.0),
        *tunic(hem=73),
        *face(53, 24.5, 0.95, hair=False),
        *fuse(hood, color=HAT, edge=1.0),
        *line((78, 96), (78, 30), width=3.2, color=WOOD),
        *curve("M69 3L69.5 20Q70 30 78 30Q86 30 86.5 20L87 3", 3.0),
        *line((78, 30), (78, 1), width=3.0),
        *arm((56, 43), (66, 54), (77, 49), color=TUNIC),
        *arm((47, 44), (56, 62), (77, 66), color=TUNIC),
    )


def handgunners() -> Items:
    """Draw a man with a hand gun, smoke at its mouth."""
    smoke = (disc(90, 33, 6.5), disc(95.2, 26, 4.6), disc(86, 23.5, 5.6), disc(93, 15, 4.6), disc(87, 8, 3.2))
    return (
        *marching(HOSE, 0.0),
        *tunic(),
        *face(51, 25),
        *kettle_hat(50, 19, 0.98),
        *line((28, 55), (62, 45.5), width=4.0),
        *fuse(*smoke, color=LIGHT, edge=1.2),
        *trace(poly((58, 42.5), (83, 35.5), (85, 41.5), (60, 49.5)), color=TONE, width=1.8),
        *line((63, 41), (65, 48), width=1.5),
        *arm((55, 41), (60, 55), (66, 48), color=TUNIC),
        *arm((45, 42), (36, 52), (43, 51), color=TUNIC),
    )
