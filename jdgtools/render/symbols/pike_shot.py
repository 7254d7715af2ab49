"""Arms of the pike and shot age."""

from __future__ import annotations

from jdgtools.render.scene import Item
from jdgtools.render.symbols.foot import _head, _legs_standing, _legs_striding
from jdgtools.render.symbols.guns import placed
from jdgtools.render.symbols.mounted import horse, rider
from jdgtools.render.symbols.shapes import PAPER, blob, curve, disc, lifted, limb, line, poly, shape, solid

Items = tuple[Item, ...]


def _morion(x: float = 50, y: float = 22, s: float = 1.0) -> Items:
    brim = blob(
        (
            (x - 17 * s, y - 5 * s, 1),
            (x - 8 * s, y - 1 * s),
            (x + 8 * s, y - 1 * s),
            (x + 18 * s, y - 5 * s, 1),
            (x + 8 * s, y + 3.5 * s),
            (x - 8 * s, y + 3.5 * s),
        )
    )
    comb = blob(
        (
            (x - 9 * s, y, 1),
            (x - 8 * s, y - 12 * s),
            (x, y - 19 * s),
            (x + 8 * s, y - 12 * s),
            (x + 9 * s, y, 1),
        )
    )
    return (
        *lifted(comb, brim, gap=1.1),
        *curve(f"M{x - 6 * s} {y - 6 * s}Q{x} {y - 15 * s} {x + 6 * s} {y - 6 * s}", 1.6 * s, PAPER),
    )


def _broad_hat(x: float = 50, y: float = 22, s: float = 1.0) -> Items:
    hat = blob(
        (
            (x - 19 * s, y + 2 * s),
            (x - 9 * s, y - 4 * s),
            (x - 7 * s, y - 13 * s),
            (x + 6 * s, y - 13 * s),
            (x + 9 * s, y - 4 * s),
            (x + 19 * s, y - 1 * s),
            (x, y + 2 * s),
        )
    )
    feather = blob(
        (
            (x + 4 * s, y - 8 * s),
            (x - 8 * s, y - 19 * s),
            (x - 21 * s, y - 17 * s),
            (x - 25 * s, y - 7 * s, 1),
            (x - 17 * s, y - 11 * s),
            (x - 8 * s, y - 8 * s),
        )
    )
    return (*lifted(hat, gap=1.1), *lifted(feather, gap=1.1))


def _doublet() -> Items:
    return (
        *solid(blob(((34, 41), (41, 35), (59, 35), (67, 41), (64, 53), (63, 58), (37, 58), (36, 53)))),
        *solid(poly((37, 57), (63, 57), (69, 72), (31, 72))),
        *line((36, 59), (64, 59), width=2.6, color=PAPER),
    )


def _breeches() -> Items:
    return solid(
        blob(((33, 66), (50, 64), (67, 66), (69, 76), (62, 82), (51, 76), (49, 76), (38, 82), (31, 76)))
    )


def pikeman() -> Items:
    """Armoured man with morion and upright pike."""
    pike = (*line((77, 97), (77, 11), width=3.6), *shape("M77 0L81.500 9L77 15L72.500 9Z"))
    arm = lifted(limb(((63, 41), (72, 52), (77, 45)), (9, 8, 7)), gap=1.4)
    return (
        *_legs_standing(),
        *_breeches(),
        *_doublet(),
        *line((50, 37), (50, 57), width=2, color=PAPER),
        *_head(50, 27),
        *_morion(50, 22),
        *pike,
        *arm,
    )


def musketeers() -> Items:
    """Musketeer in a feathered hat, musket levelled on its rest."""
    return (
        *_legs_striding(),
        *_breeches(),
        *_doublet(),
        *line((39, 37), (61, 57), width=2.8, color=PAPER),
        *_head(47, 26),
        *_broad_hat(46, 22, 0.95),
        *line((80, 95), (80, 46), width=2.6),
        *curve("M76 39Q76 46 80 46Q84 46 84 39", 2.6),
        *line((43, 45), (60, 43), width=6.6, seam=1.2),
        *line((58, 43), (99, 38), width=4.2, seam=1.2),
        *lifted(limb(((61, 41), (70, 50), (77, 43)), (8.5, 7.5, 6)), gap=1.2),
        *lifted(limb(((41, 41), (41, 53), (54, 46)), (9, 8, 6)), gap=1.2),
    )


def pike_and_shot() -> Items:
    """Pikes upright in the middle, musketeers before them."""
    items: list[Item] = []
    for x, top in ((22.0, 6.0), (36.0, 2.0), (50.0, 0.0), (64.0, 2.0), (78.0, 6.0)):
        items += line((x, 60), (x, top + 9), width=2.8)
        items += solid(poly((x, top), (x + 3.6, top + 8), (x, top + 13), (x - 3.6, top + 8)))
    for x in (29.0, 71.0, 50.0):
        lead = x == 50.0
        y = 36.0 if lead else 34.0
        body = blob(
            (
                (x - 13, y + 22),
                (x - 7, y + 15),
                (x + 7, y + 15),
                (x + 13, y + 22),
                (x + 12, y + 40, 1),
                (x - 12, y + 40, 1),
            )
        )
        legs = (limb(((x - 6, y + 36), (x - 7, 95)), (10, 7)), limb(((x + 6, y + 36), (x + 7, 95)), (10, 7)))
        items += lifted(body, *legs, disc(x, y + 9, 6), gap=1.5)
        items += _morion(x, y + 6, 0.72) if lead else _broad_hat_plain(x, y + 5)
        if lead:
            items += line((x - 12, y + 31), (x + 12, y + 31), width=2.4, color=PAPER)
        else:
            items += line((x - 9, y + 17), (x + 9, y + 36), width=2.4, color=PAPER)
    return tuple(items)


def _broad_hat_plain(x: float, y: float) -> Items:
    return lifted(
        blob(
            (
                (x - 14, y + 1),
                (x - 6, y - 2),
                (x - 5, y - 9),
                (x + 5, y - 9),
                (x + 6, y - 2),
                (x + 14, y + 1),
                (x, y + 2),
            )
        ),
        gap=1.0,
    )


def cuirassiers() -> Items:
    """Rider in full armour with closed helmet, pistol raised."""
    helm = (
        *lifted(blob(((42, 16), (42, 7), (50, 3), (58, 8), (59.5, 15, 1), (56, 22), (44, 22))), gap=1.2),
        *line((50, 12.5), (60, 13.5), width=2.4, color=PAPER),
        *solid(blob(((50, 4), (42, -1), (34, 2), (30, 12, 1), (38, 8), (44, 8)))),
    )
    pistol = (
        *line((68, 24), (71, 3), width=4.2, seam=1.2),
        *line((67, 26), (61, 29), width=4),
        *lifted(limb(((55, 29), (65, 36), (67, 26)), (8.5, 7.5, 6)), gap=1.4),
    )
    bands = (
        *line((40, 34), (57, 34), width=1.8, color=PAPER),
        *line((40, 42), (56, 42), width=1.8, color=PAPER),
    )
    return (*horse(False), *rider(helm, (*bands, *pistol), plain=True))


def harquebusiers() -> Items:
    """Rider in pot helmet and buff coat, firing his carbine."""
    helm = lifted(
        blob(((42, 14, 1), (43, 5), (50, 2.5), (57, 5), (58, 12, 1), (63, 14, 1), (50, 14), (37, 23, 1))),
        gap=1.0,
    )
    carbine = (
        *line((48, 27), (60, 24.5), width=5.6, seam=1.2),
        *line((59, 25), (97, 13), width=3.8, seam=1.2),
        *lifted(limb(((53, 30), (62, 34), (66, 25)), (8, 7, 5.5)), gap=1.2),
    )
    return (*horse(True), *rider(helm, carbine))


def dragoons_1640() -> Items:
    """Mounted musketeer: broad hat, musket slung."""
    musket = (
        *line((57, 50), (80, 1), width=4.2, seam=1.3),
        *lifted(limb(((55, 29), (66, 38), (62, 42)), (8, 7.5, 6)), gap=1.3),
    )
    return (*horse(False), *rider(placed(_broad_hat(50, 20), 15, -1.5, 0.7), musket))


def general() -> Items:
    """Commander in a feathered hat, with his baton."""
    baton = (
        *line((76, 26), (90, 5), width=5.2, seam=1.0),
        *lifted(limb(((55, 29), (67, 33), (77, 23)), (8, 7.5, 6)), gap=1.3),
    )
    return (*horse(False), *rider(placed(_broad_hat(50, 20), 15, -1.5, 0.7), baton))
