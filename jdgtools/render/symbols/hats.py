"""What soldiers of the age of Napoleon wear on their heads, as parts of symbols."""

from __future__ import annotations

from collections.abc import Callable

from jdgtools.render.scene import Group, Item, compose, scaling, translation
from jdgtools.render.shapes import (
    CORDS,
    HAT,
    INK,
    METAL,
    PACK,
    PLUME,
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

Items = tuple[Item, ...]

# Hats of men on foot: (x, y) is the middle of the lower edge.


def shako(x: float = 52, y: float = 19) -> Items:
    """Draw a low felt cap that widens upwards, with peak, plate, cord and a ball of wool on top."""
    cap = at("M-7.2 1L-11 -13Q0 -16 11 -13L7.4 1Z", x, y)
    return (
        *fuse(disc(x + 2, y - 17.4, 3.6), color=PLUME, edge=0.7),
        *fuse(cap, color=HAT, edge=0.8),
        *_peak(x, y),
        *curve(f"M{x - 9.4} {y - 9.6}Q{x - 1} {y - 3} {x + 9} {y - 9.6}", 1.7, CORDS),
        *fuse(disc(x + 4.4, y - 4, 2.4), color=METAL),
    )


def stovepipe(x: float = 52, y: float = 19) -> Items:
    """Draw a tall straight felt cap with a large plate and the plume before it."""
    cap = at("M-7 1L-6.6 -19.5Q0 -21 6.2 -19.5L7 1Z", x, y)
    return (
        *fuse(cap, color=HAT, edge=0.8),
        *fuse(limb(((x + 6.6, y - 12), (x + 7.1, y - 20.5)), (3.6, 5.2)), color=PLUME, edge=0.7),
        *_peak(x, y),
        *fuse(poly((x + 1, y - 10), (x + 6.6, y - 10.4), (x + 6.8, y - 3), (x + 1, y - 2.6)), color=METAL),
    )


def barretina(x: float = 52, y: float = 19) -> Items:
    """Draw a cap whose front rises above its crown, with a plume at its side."""
    cap = at("M-7.6 1L-7.8 -10.5L1.5 -11.5L3 -20Q7.5 -22 10 -19.5L7.6 1Z", x, y)
    return (
        *fuse(limb(((x - 3.5, y - 8), (x - 5, y - 20.5)), (3.2, 5.0)), color=PLUME, edge=0.7),
        *fuse(cap, color=HAT, edge=0.8),
        *_peak(x, y),
        *line((x + 4.2, y - 19), (x + 3, y - 10.8), width=1.5, color=CORDS),
        *fuse(poly((x + 3.2, y - 9.6), (x + 8, y - 10), (x + 7.2, y - 2.6), (x + 3.2, y - 2.2)), color=METAL),
    )


def kasket(x: float = 52, y: float = 19) -> Items:
    """Draw a low leather cap with an upright plate before it."""
    cap = at("M-8.4 1.5Q-9.6 -7 -5 -10.5Q0 -12.6 4 -11L4.6 -17.5L8.6 -16L8 1.2Z", x, y)
    return (
        *fuse(cap, color=HAT, edge=0.8),
        *_peak(x, y),
        *fuse(poly((x + 4.6, y - 16), (x + 7.8, y - 14.8), (x + 7.4, y - 3), (x + 4, y - 3)), color=METAL),
        *line((x - 8.4, y - 0.6), (x + 4, y - 1.4), width=1.6, color=CORDS),
    )


def raupenhelm(x: float = 52, y: float = 19) -> Items:
    """Draw a leather helmet with a thick crest of wool from back to front."""
    bowl = at("M-8 1Q-9 -9 0 -10Q8.5 -9.5 8 1Z", x, y)
    crest = at("M-10 -2Q-12 -13 -4 -17.5Q5 -20 11 -13.5Q12 -10 8.5 -9Q4 -13 -2 -11Q-7 -8 -7.6 -1Z", x, y)
    return (
        *fuse(bowl, color=HAT, edge=0.8),
        *_peak(x, y),
        *fuse(crest, color=PLUME, edge=0.8),
        *fuse(disc(x + 4, y - 3.6, 2.3), color=METAL),
    )


def bicorne(x: float = 52, y: float = 19) -> Items:
    """Draw a cocked hat worn across, with its edge and a tuft."""
    hat = at("M-16 2.5Q-14 -7.5 -6 -9.5Q0 -13.5 6.5 -9.5Q14 -6.5 16.5 2.5Q8 -2 0 -1.6Q-8 -2 -16 2.5Z", x, y)
    edge = f"M{x - 13.5} {y - 1.6}Q{x - 7} {y - 7} {x} {y - 9.4}Q{x + 7.5} {y - 7} {x + 13.8} {y - 1.6}"
    return (
        *fuse(limb(((x + 3, y - 8), (x + 3.4, y - 14)), (3, 4.6)), color=PLUME, edge=0.7),
        *fuse(hat, color=HAT, edge=0.8),
        *curve(edge, 1.4, CORDS),
        *fuse(disc(x + 2, y - 5, 1.8), color=METAL),
    )


def round_hat(x: float = 52, y: float = 19) -> Items:
    """Draw a round hat with a brim that curls."""
    hat = at("M-18 0.5Q-10 -2 -8 -2L-7 -10.5Q0 -14 7.5 -10.5L8.5 -2Q13 -2 19 1Q0 6 -18 0.5Z", x, y)
    return (
        *fuse(hat, color=HAT, edge=0.8),
        *line((x - 7.6, y - 3.6), (x + 8, y - 3.6), width=2.0, color=CORDS),
    )


def _peak(x: float, y: float) -> Items:
    return fuse(poly((x + 2, y - 0.5), (x + 7.4, y - 0.5), (x + 13, y + 3.2), (x + 5, y + 2.2)))


def bearskin(x: float = 52, y: float = 19) -> Items:
    """Draw a tall fur cap with a brass plate and a plume at its side."""
    fur = blob(
        (
            (x - 8.5, y + 2.5, 1),
            (x - 12, y - 6),
            (x - 10, y - 16),
            (x, y - 20.5),
            (x + 10, y - 15.5),
            (x + 10.5, y - 6),
            (x + 7.5, y + 1.5, 1),
            (x, y),
        )
    )
    plate = at("M3 0.5L4 -8Q8.5 -9 9.5 -5L7.5 0.5Z", x, y)
    return (
        *fuse(limb(((x - 8, y - 9), (x - 12.5, y - 19)), (4.4, 5.6)), color=PLUME, edge=0.7),
        *fuse(fur, color=HAT, edge=0.6),
        *fuse(plate, color=METAL),
        *curve(f"M{x - 8} {y - 15}Q{x + 2} {y - 8} {x + 9.6} {y - 12}", 1.5, CORDS),
    )


# Hats of riders, who sit always at the same place.


def busby() -> Items:
    """Draw a fur cap with a bag and a plume."""
    fur = blob(((43.5, 12.5, 1), (42, 5), (43.5, 0), (51, -1), (58.5, 0), (60, 5), (58.5, 12, 1), (51, 10.8)))
    bag = poly((43, 0.5), (35.5, 8), (38, 12.5), (43.5, 8))
    plume = limb(((56, 1.5), (58, -6)), (3, 4.4))
    return (
        *fuse(plume, color=PLUME, edge=0.6),
        *fuse(fur, color=HAT, edge=0.7),
        *trace(bag, color=PLUME, width=1.2),
    )


def crested_helmet() -> Items:
    """Draw a helmet with a high comb, a tuft before it, a short tail and a tall plume."""
    bowl = d("M43.5 13Q43 3.5 51 3Q58.5 3.5 59 11.500L62.5 13.500L43.5 13.500Z")
    crest = d(
        "M61 4.500L62.5 -1.500Q53 -4.5 46.5 -1Q39.5 3 39 11L38.5 19.500"
        "Q43 16 43 10Q45.5 5 50 3.6Q56 2.5 61 4.500Z"
    )
    return (
        *fuse(limb(((44.5, 6), (40.7, -5.4)), (3.0, 4.6)), color=PLUME, edge=0.7),
        *trace(bowl, color=METAL, width=1.4),
        *line((43.4, 12.4), (60, 12.4), width=2.2, color=CORDS),
        *fuse(crest, color=HAT, edge=0.6),
    )


def dragoon_helmet() -> Items:
    """Draw a low helmet with a turban of fur and a horse's tail that flies."""
    bowl = d("M43.5 13Q43 4 51 3.5Q58.5 4 59 11.500L63.5 14.500L43.5 13.500Z")
    tail = d(
        "M58 3.5Q54 -0.5 47 1Q41.5 2.5 38 7.5Q33 13.5 22.5 12.500"
        "Q27 16.5 24 21.500Q37 20 42 11.5Q45.5 5.5 58 3.5Z"
    )
    return (
        *trace(bowl, color=METAL, width=1.4),
        *fuse(tail, color=HAT, edge=0.6),
        *line((43.2, 11.6), (60, 11.4), width=4.2, color=INK),
        *line((43.6, 11.6), (59.6, 11.4), width=2.4, color=PACK),
    )


def tarleton() -> Items:
    """Draw a leather helmet with a peak, a turban and a fur crest from front to back."""
    bowl = d("M43 13Q42.5 4.5 51 4Q59 4.5 59 11.5L64.5 14.5L43 13.5Z")
    crest = blob(
        ((62, 9), (62.5, 3), (57, -2), (48, -2.5), (42, 2), (40.5, 10), (43.5, 6.5), (51, 2.5), (57.5, 4.5))
    )
    plume = limb(((46, 4), (45.5, -6)), (2.8, 4))
    return (
        *fuse(plume, color=PLUME, edge=0.6),
        *fuse(bowl, color=HAT, edge=0.7),
        *line((43.2, 10.8), (59.4, 10.4), width=2.6, color=CORDS),
        *fuse(crest, color=HAT, edge=0.7),
    )


def czapka() -> Items:
    """Draw a cap with a square top."""
    top = poly((44.5, 11.5), (48, 6), (42, -0.6), (62, -0.6), (56.5, 6), (59, 11.5))
    return (
        *fuse(top, color=PLUME, edge=0.8),
        *line((45, 9.6), (59, 9.6), width=2.0, color=CORDS),
        *fuse(poly((57, 10.5), (64, 14), (57, 13))),
        *curve("M44 0Q39.5 -1 38.5 5", 2.4),
    )


def _of_foot(hat: Callable[[float, float], Items]) -> Callable[[], Items]:
    """Return the hat of men on foot, as large as a rider is."""
    return lambda: (Group(hat(0.0, 0.0), compose(translation(51, 11.5), scaling(0.86))),)


HATS: dict[str, Callable[[float, float], Items]] = {
    "barretina": barretina,
    "bearskin": bearskin,
    "bicorne": bicorne,
    "kasket": kasket,
    "raupenhelm": raupenhelm,
    "round_hat": round_hat,
    "shako": shako,
    "stovepipe": stovepipe,
}
"""Hats of men on foot -> the drawing, given the middle of its lower edge."""

RIDERS_HATS: dict[str, Callable[[], Items]] = {
    **{name: _of_foot(hat) for name, hat in HATS.items()},
    "busby": busby,
    "crested_helmet": crested_helmet,
    "czapka": czapka,
    "dragoon_helmet": dragoon_helmet,
    "tarleton": tarleton,
}
"""Hats of riders -> the drawing."""
