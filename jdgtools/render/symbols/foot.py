"""Soldiers on foot."""

from __future__ import annotations

from jdgtools.render.scene import Item
from jdgtools.render.symbols.shapes import PAPER, blob, curve, disc, lifted, limb, line, poly, shape, solid

Items = tuple[Item, ...]


def _legs_standing() -> Items:
    return solid(
        limb(((43, 62), (41, 78), (40, 94)), (13, 10, 7)),
        limb(((57, 62), (58, 78), (59, 94)), (13, 10, 7)),
        limb(((40, 94.5), (45, 95.5)), (7, 5)),
        limb(((59, 94.5), (66, 95.5)), (7, 5)),
    )


def _legs_striding() -> Items:
    return solid(
        limb(((44, 62), (36, 77), (25, 91)), (14, 10, 7)),
        limb(((55, 62), (64, 76), (66, 94)), (14, 10, 7)),
        limb(((25, 91.5), (29, 95)), (7, 5)),
        limb(((66, 94.5), (73, 95.5)), (7, 5)),
    )


def _torso(tails: bool = True) -> Items:
    body = blob(((35, 40), (41, 35), (59, 35), (66, 40), (65, 52), (62, 67), (38, 67), (35, 52)))
    skirt = poly((37, 60), (63, 60), (66, 75), (58, 72), (50, 66), (42, 72), (33, 77))
    return solid(body, skirt) if tails else solid(body)


def _head(x: float = 50, y: float = 26) -> Items:
    return solid(disc(x, y, 7.6))


def _crossbelts() -> Items:
    return (
        *line((39, 36), (62, 64), width=3.4, color=PAPER),
        *line((61, 36), (38, 64), width=3.4, color=PAPER),
    )


def _shako(plume: bool = True) -> Items:
    cap = blob(((41, 21, 1), (39.5, 7, 1), (50, 5.5), (60.5, 7, 1), (59, 21, 1)))
    visor = poly((41, 20), (60, 20), (66, 24.5), (58, 24))
    items = lifted(cap, visor, gap=1.2)
    return (*items, *solid(limb(((50, 7), (50, 1.8)), (5, 3.6)))) if plume else items


def _bearskin(plume: bool = False) -> Items:
    fur = blob(
        ((39.5, 23, 1), (36.5, 14), (39, 5), (50, 1.5), (61, 5), (63.5, 14), (60.5, 23, 1), (50, 20.5))
    )
    return (*lifted(fur, gap=1.2), *(solid(limb(((64, 12), (68, 3)), (5, 4))) if plume else ()))


def _musket_shouldered() -> Items:
    return (
        *line((66, 66), (73, 20), width=4.4, seam=1.6),
        *line((73, 20), (75.5, 2), width=2.0),
        *lifted(limb(((64, 41), (71.5, 52), (65, 61)), (9, 8.5, 7)), gap=1.4),
    )


def _pack() -> Items:
    return lifted(poly((24, 38), (35, 37), (35, 57), (24, 57)), gap=1.2)


def line_infantry() -> Items:
    """Standing soldier, shako, cross-belts, shouldered musket with bayonet."""
    return (
        *_legs_standing(),
        *_torso(),
        *_crossbelts(),
        *_head(),
        *_shako(),
        *_pack(),
        *_musket_shouldered(),
    )


def grenadiers() -> Items:
    """Tall bearskin, advancing with the bayonet."""
    return (
        *_legs_striding(),
        *_torso(),
        *_crossbelts(),
        *_head(),
        *_bearskin(),
        *_pack(),
        *line((38, 66), (52, 60.5), width=7.5, seam=1.4),
        *line((50, 61), (84, 47), width=4.4, seam=1.4),
        *line((84, 47), (100, 40.5), width=2.4),
        *lifted(limb(((63, 41), (73, 48), (72, 52)), (9, 8, 7)), gap=1.4),
        *lifted(limb(((38, 42), (36, 55), (49, 61)), (9, 8.5, 7)), gap=1.4),
    )


def guard() -> Items:
    """Bearskin with plume, arms presented, star beside."""
    star = _star(18, 20, 14)
    return (
        *_legs_standing(),
        *_torso(),
        *_crossbelts(),
        *_head(),
        *_bearskin(True),
        *_musket_shouldered(),
        *star,
    )


def _star(x: float, y: float, r: float) -> Items:
    from jdgtools.render.path import cos_sin

    points = []
    for k in range(10):
        c, s = cos_sin(36.0 * k - 90.0)
        radius = r if k % 2 == 0 else r * 0.42
        points.append((x + radius * c, y + radius * s))
    return solid(poly(*points))


def light_infantry() -> Items:
    """Skirmisher on one knee, firing."""
    return (
        # Kneeling: shin on the ground, other foot forward.
        *solid(
            limb(((36, 70), (38, 90)), (14, 10)),
            limb(((38, 91), (16, 93)), (9, 6)),
            limb(((40, 70), (60, 69), (61, 92)), (14, 11, 7)),
            limb(((61, 93), (69, 94.5)), (7, 5)),
            blob(((28, 48), (34, 43), (46, 43), (51, 50), (49, 62), (47, 75), (29, 75), (27, 60))),
        ),
        *line((33, 45), (47, 72), width=3.2, color=PAPER),
        *solid(disc(46, 35, 7.6)),
        *lifted(
            blob(((37, 30, 1), (35.5, 17, 1), (46, 15), (56, 17, 1), (55, 30, 1))),
            poly((37, 29), (56, 29), (62, 33), (54, 33)),
            gap=1.2,
        ),
        *solid(limb(((38, 16), (34, 4)), (6, 3))),
        *line((44, 49), (58, 43.5), width=5.6, seam=1.4),
        *line((57, 44), (88, 41), width=4.0, seam=1.2),
        *line((88, 41), (98, 40.2), width=2.0),
        *lifted(limb(((43, 50), (52, 58), (60, 47)), (9, 8, 6.5)), gap=1.2),
    )


def militia() -> Items:
    """Countryman in a broad hat with a long pike."""
    return (
        *_legs_striding(),
        *solid(blob(((36, 40), (42, 35), (58, 35), (65, 40), (66, 54), (70, 74), (30, 74), (34, 54)))),
        *line((37, 58), (64, 58), width=3.0, color=PAPER),
        *_head(),
        *lifted(
            blob(((30, 23), (41, 19), (42, 10), (50, 8), (58, 10), (59, 19), (70, 23), (50, 25))), gap=1.2
        ),
        *line((79, 95), (79, 16), width=3.4),
        *shape("M79 0L84 12L79 20L74 12Z"),
        *lifted(limb(((63, 41), (72, 51), (79, 46)), (9, 8, 7)), gap=1.4),
    )


__all__ = ["curve", "grenadiers", "guard", "light_infantry", "line_infantry", "militia"]
