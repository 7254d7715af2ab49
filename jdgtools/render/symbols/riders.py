"""Symbols of riders of the age of Napoleon, and the parts that they share."""

from __future__ import annotations

from jdgtools.render.scene import Group, Item, compose, rotation, translation
from jdgtools.render.shapes import (
    BELTS,
    COAT,
    CORDS,
    FACING,
    HOSE,
    INK,
    LEGS,
    LIGHT,
    PAPER,
    PLUME,
    SKIN,
    STEEL,
    WOOD,
    blob,
    curve,
    d,
    disc,
    fuse,
    limb,
    line,
    poly,
    seam,
    trace,
)
from jdgtools.render.symbols.hats import RIDERS_HATS
from jdgtools.render.symbols.horses import cloth, galloping, rearing, standing, trotting
from jdgtools.render.symbols.people import face

Items = tuple[Item, ...]


def arm(*points: tuple[float, float], color: str = COAT, cuff: str = FACING, hand: bool = True) -> Items:
    """Draw an arm through its joints, parted from the coat behind it, with its cuff and a pale hand."""
    shape = limb(points, (7.6, 6.4, 5.2)[: len(points)])
    x, y = points[-1]
    sleeve = fuse(shape, color=color, edge=0.0 if color == INK else 0.9)
    ex, ey = points[-2]
    begin, end = ((x + (ex - x) * share, y + (ey - y) * share) for share in (0.45, 0.2))
    band = line(begin, end, width=5.8, color=cuff) if cuff else ()
    hand_ = trace(disc(x, y, 2.5), color=SKIN, width=1.2) if hand else ()
    return (*seam(shape, gap=1.1), *sleeve, *band, *hand_)


def rider_body(head: Items, *, coat: str = COAT, breeches: str = HOSE, belt: bool = True) -> Items:
    """Draw a rider without arms, facing right: boot, thigh, coat, face and what he wears on his head."""
    thigh = limb(((47, 48), (60, 53.5), (58.5, 60)), (11, 8.6, 7))
    boot = fuse(limb(((59, 58), (55.5, 70)), (7.4, 5.4)), limb(((55, 71.5), (61.5, 73)), (5, 3.6)))
    torso = blob(
        (
            (41, 27),
            (45, 22.5),
            (54, 22.5),
            (58, 27.5),
            (57.5, 37),
            (54.5, 47),
            (56, 52),
            (40, 52.5),
            (38.5, 45),
            (40, 36),
        )
    )
    sash = line((42, 26), (55.5, 44), width=2.6, color=BELTS) if belt else ()
    collar = line((46.2, 23.2), (54.4, 23.2), width=2.4, color=FACING)
    return (
        *fuse(torso, color=coat, edge=0.0 if coat == INK else 0.9),
        *fuse(thigh, color=breeches, edge=1.0),
        *boot,
        *sash,
        *collar,
        *face(51, 15.5, 0.86),
        *head,
    )


def _sabre() -> Items:
    return (
        *curve("M71 19.5Q82 15 90 4", 5.2, PAPER, cap="butt"),
        *curve("M71 19.5Q82 15 90 4", 3.2),
        *curve("M67 17.500Q71.5 15.5 74.5 20", 1.9),
        *arm((55, 28), (65.5, 30), (71, 20)),
    )


def light_cavalry(hat: str = "busby") -> Items:
    """Draw a hussar at the gallop, sabre raised, pelisse flying."""
    pelisse = blob(((44, 26), (36, 27), (29, 33), (26, 44, 1), (34, 42), (40, 45, 1), (43, 36)))
    braid = tuple(
        i for y in (27.5, 32.0, 36.5, 41.0) for i in line((46.5, y), (56, y - 0.6), width=1.4, color=CORDS)
    )
    return (
        *galloping(),
        *cloth(),
        *trace(pelisse, color=COAT, width=1.6),
        *rider_body(RIDERS_HATS[hat](), belt=False),
        *braid,
        *_sabre(),
    )


def heavy_cavalry(hat: str = "crested_helmet") -> Items:
    """Draw a cuirassier: crested helmet, steel breastplate, straight sword held high."""
    plate = blob(
        ((42, 27.5), (46, 24), (53.5, 24), (58.5, 29), (58.5, 37), (55, 44.5), (42, 44.5), (40.5, 36))
    )
    sword = (*line((66, 14), (97, -5), width=3.2, seam=0.9), *curve("M64.500 8.500Q71 10 70.500 16.500", 2.2))
    return (
        *trotting(),
        *cloth(),
        *rider_body(RIDERS_HATS[hat](), belt=False),
        *trace(plate, color=STEEL, width=1.6),
        *curve("M52 26Q55.5 33 53.5 43.5", 1.2),
        *sword,
        *arm((54, 28), (63.5, 26), (66, 14.5)),
    )


def dragoons(hat: str = "dragoon_helmet") -> Items:
    """Draw a low helmet with a flying tail and a carbine upright on the thigh, the horse at the halt."""
    carbine = (
        *line((66, 34), (69.5, -5), width=3.2, seam=0.9),
        *line((64.5, 52), (66.2, 33), width=5.0, color=WOOD),
    )
    return (
        *standing(),
        *cloth(LIGHT),
        *rider_body(RIDERS_HATS[hat](), breeches=LEGS),
        *carbine,
        *arm((54.5, 28.5), (60, 38), (66, 36)),
    )


def lancers(hat: str = "czapka") -> Items:
    """Draw a square-topped cap and lance with a forked pennon."""
    pennon = poly((30, 0.5), (6, 2.5), (12.5, 8.2), (8, 15.5), (32.5, 13))
    return (
        *line((45, 78), (29, -1), width=2.6, seam=1.2),
        *trace(pennon, width=1.6),
        *fuse(d("M30 1L6 3L12.5 8.200L31.5 7Z"), color=PLUME),
        *galloping(),
        *cloth(),
        *rider_body(RIDERS_HATS[hat]()),
        *line((45, 78), (35.5, 31), width=2.6, seam=1.0),
        *arm((44, 28.5), (38, 38), (37, 39.5)),
    )


def commander(hat: str = "bicorne") -> Items:
    """Draw a general in a cocked hat who points the way, his horse rearing."""
    epaulette = trace(d("M40.5 26Q44.5 22.5 48.5 25L48 28.500L40.5 29Z"), color=CORDS, width=1.0)
    rider = (
        *rider_body(RIDERS_HATS[hat]()),
        *epaulette,
        *arm((55, 28), (66.5, 27), (78.5, 23)),
    )
    # He leans forward as the horse rises.
    return (*rearing(), Group(rider, compose(translation(-6.4, -8.4), rotation(-7.0, 50.0, 52.0))))
