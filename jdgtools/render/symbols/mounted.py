"""Horses and riders."""

from __future__ import annotations

from jdgtools.render.scene import Item
from jdgtools.render.symbols.shapes import PAPER, blob, curve, disc, lifted, limb, line, poly, solid

Items = tuple[Item, ...]


def horse(light: bool = True) -> Items:
    """Horse, heading right; ``light`` = galloping, else at a trot."""
    body = blob(
        (
            (16, 54),
            (27, 48),
            (42, 51),
            (55, 48),
            (63, 39),
            (71, 28),
            (79, 21),
            (80.5, 14, 1),
            (85, 21),
            (90, 29),
            (96, 39),
            (94.5, 44),
            (89, 44),
            (83, 39),
            (80, 44),
            (77, 54),
            (73, 63),
            (62, 67),
            (46, 70),
            (33, 68),
            (23, 70),
            (15, 64),
        )
    )
    if light:
        legs = solid(
            limb(((70, 60), (83, 66), (93, 75)), (12, 7, 4.5)),
            limb(((93, 75), (97, 75.5)), (5, 4)),
            limb(((66, 62), (76, 75), (72, 86), (76, 89)), (12, 7, 4.5, 5)),
            limb(((24, 60), (22, 74), (10, 81), (4, 92)), (20, 9, 6, 4.5)),
            limb(((28, 62), (33, 77), (22, 85), (19, 95)), (18, 8, 5.5, 4.5)),
        )
        tail = solid(limb(((17, 55), (8, 54), (1.5, 64)), (6, 6.5, 2)))
    else:
        legs = solid(
            limb(((70, 60), (83, 66), (81, 79), (85, 82)), (12, 7.5, 5, 5.5)),
            limb(((66, 62), (66, 78), (64.5, 93), (69, 95)), (13, 8, 5, 5.5)),
            limb(((24, 60), (20, 75), (13, 83), (11, 94), (16, 95.5)), (20, 10, 6.5, 5, 5.5)),
            limb(((29, 62), (36, 77), (30, 85), (32, 94), (37, 95.5)), (18, 9, 6, 5, 5.5)),
        )
        tail = solid(limb(((17, 55), (9, 60), (7, 78)), (6, 7.5, 2.5)))
    return (*tail, *legs, *solid(body))


def rider(head: Items, arm: Items = (), *, cuirass: bool = False, plain: bool = False) -> Items:
    """Seated rider without hat; ``head`` is headgear, ``arm`` what he holds."""
    torso = blob(((39, 27), (44, 22), (54, 22), (59, 27), (57, 38), (55, 50), (40, 50), (39, 38)))
    leg = limb(((48, 50), (60, 57), (55, 70)), (12, 9.5, 7))
    foot = limb(((55, 71), (62, 73)), (6, 4.5))
    plate = (
        line((40, 42), (56, 42), width=2.6, color=PAPER)
        if cuirass
        else line((41, 25), (55, 44), width=3.0, color=PAPER)
    )
    if plain:
        plate = ()
    return (*lifted(torso, leg, foot, gap=2.0), *plate, *solid(disc(50, 15, 6.4)), *head, *arm)


def _sabre_arm() -> Items:
    return (
        *lifted(limb(((55, 28), (66, 29), (71, 20)), (8, 7, 6)), gap=1.4),
        *curve("M70 21Q79 13 95 9", 3.4),
        *curve("M66 18Q70 16.5 74 21", 2.2),
    )


def _shako() -> Items:
    cap = blob(((42.5, 11, 1), (41.5, 2.5, 1), (58.5, 2.5, 1), (57.5, 11, 1)))
    return lifted(cap, poly((42.5, 10.5), (58, 10.5), (63, 14), (56, 13.5)), gap=1.0)


def _busby() -> Items:
    fur = blob(((42, 12, 1), (41, 1.5, 1), (50, 0.5), (59, 1.5, 1), (58, 12, 1)))
    return (*lifted(fur, gap=1.0), *solid(poly((41, 2), (33, 9), (37, 13), (42, 8))))


def _crested() -> Items:
    bowl = blob(((42, 13.5, 1), (43, 6), (50, 3.5), (57, 6), (58, 13.5, 1)))
    crest = blob(((58, 3), (52, -0.5), (42, 1.5), (36, 9), (33, 22, 1), (40, 17), (42, 9), (50, 5)))
    return (*lifted(bowl, poly((56, 11.5), (63, 14), (57, 14)), gap=1.0), *solid(crest))


def _czapka() -> Items:
    return lifted(poly((43, 12), (46, 6), (40, 1), (61, 1), (55, 6), (58, 12)), gap=1.0)


def _bicorne() -> Items:
    return lifted(blob(((36, 14, 1), (41, 6), (50, 0.5), (59, 6), (66, 14, 1), (50, 10.5))), gap=1.0)


def light_cavalry() -> Items:
    """Hussar at the gallop, sabre out."""
    return (*horse(), *rider(_busby(), _sabre_arm()))


def heavy_cavalry() -> Items:
    """Cuirassier: crested helmet, breastplate, straight sword pointed ahead, horse at a trot."""
    sword = (
        *line((66, 27), (98, 6), width=3.6, seam=1.2),
        *line((65, 21), (71, 30), width=2.6),
        *lifted(limb(((54, 28), (60, 33), (67, 26)), (8.5, 7.5, 6)), gap=1.4),
    )
    return (*horse(False), *rider(_crested(), sword, cuirass=True))


def dragoons() -> Items:
    """Crested helmet and carbine on the thigh."""
    carbine = (
        *line((58, 46), (76, 4), width=4.4, seam=1.2),
        *lifted(limb(((55, 28), (66, 36), (62, 42)), (8.5, 7.5, 6)), gap=1.4),
    )
    return (*horse(False), *rider(_crested(), carbine))


def lancers() -> Items:
    """Square-topped cap and levelled lance with pennon."""
    lance = (
        *line((40, 74), (25, 1), width=3.2, seam=1.4),
        *lifted(poly((26, 4), (0, 6), (7, 12), (2, 19), (28.5, 18)), gap=1.0),
        *lifted(limb(((43, 29), (36, 40), (33, 42)), (8, 7, 6.5)), gap=1.4),
    )
    return (*horse(), *rider(_czapka(), lance))


def commander() -> Items:
    """General in a cocked hat, pointing."""
    point = lifted(limb(((55, 28), (68, 25), (80, 19)), (8.5, 7, 5)), gap=1.4)
    return (*horse(False), *rider(_bicorne(), point))
