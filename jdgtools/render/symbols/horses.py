"""Horses, heading right, and the saddles on them, as parts of symbols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from jdgtools.render.horse import BODY, MANE
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Group, Item, rotation
from jdgtools.render.shapes import (
    CLOTH,
    FAR_HORSE,
    HORSE,
    INK,
    LIGHT,
    MANE_COLOR,
    blob,
    curve,
    disc,
    fuse,
    limb,
    line,
)

Items = tuple[Item, ...]
Outline: TypeAlias = tuple[Command, ...]

REARED = 19.0
"""How far a rearing horse is turned, degrees."""
_HAUNCH = (23.0, 62.0)


def _hoof(x: float, y: float, forward: float = 2.4) -> Items:
    return fuse(
        (
            ("M", x - 2.4, y - 3),
            ("L", x + 2.2, y - 3),
            ("L", x + forward + 2.2, y + 1.6),
            ("L", x - 2.8, y + 1.6),
            ("Z",),
        )
    )


def trotting() -> Items:
    """Draw a horse at a collected trot: one foreleg raised."""
    far = (
        limb(((72, 62), (71.5, 77), (70, 92)), (12, 6, 4.6)),
        limb(((30, 62), (36, 76), (30, 84), (31, 92)), (16, 8, 5.4, 4.4)),
    )
    near = (
        limb(((72, 60), (84.5, 65), (83, 78), (85.5, 80)), (14, 7.4, 4.8, 4.4)),
        limb(((23, 59), (20.5, 73), (13, 81), (13.5, 91.5)), (19, 9.4, 6, 4.6)),
    )
    tail = blob(((16, 50), (8, 52), (3.5, 62), (4, 76), (1.5, 86, 1), (9, 79), (10.5, 67), (14, 59)))
    hooves = (*_hoof(70, 93.5), *_hoof(31.5, 93.5), *_hoof(13.5, 93.5))
    foreleg = fuse(limb(((84.5, 80.5), (88, 83.5)), (5.6, 5.6)))
    return _horse(far, near, tail, (*hooves, *foreleg))


def standing() -> Items:
    """Draw a horse at the halt: all four hooves on the ground, the tail hanging."""
    far = (
        limb(((71, 61), (77.5, 76), (77.5, 91)), (12, 6, 4.6)),
        limb(((31, 62), (37.5, 76), (34.5, 84), (37, 91)), (16, 8, 5.4, 4.4)),
    )
    near = (
        limb(((71, 60), (70, 77), (69, 91.5)), (14, 7, 4.8)),
        limb(((23, 59), (19.5, 74), (23.5, 83), (21.5, 91.5)), (19, 9.4, 6, 4.6)),
    )
    tail = blob(((16, 50), (9.5, 53), (7.5, 63), (9, 74), (7, 84, 1), (13, 77), (13.5, 66), (16, 58)))
    hooves = tuple(item for x in (77.5, 37, 69, 21.5) for item in _hoof(x, 93.5))
    return _horse(far, near, tail, hooves)


def galloping() -> Items:
    """Draw a horse at full stretch."""
    far = (
        limb(((69, 61), (79, 72), (76, 83), (80, 87)), (12, 6.6, 4.6, 4.8)),
        limb(((29, 61), (34, 75), (24, 83), (21, 92)), (16, 7.6, 5.2, 4.6)),
    )
    near = (
        limb(((71, 60), (84, 64.5), (94, 73)), (14, 7, 4.6)),
        limb(((23, 59), (20, 71), (9.5, 78), (4.5, 88)), (20, 9, 5.8, 4.6)),
    )
    tail = blob(((16, 50), (9, 48.5), (2, 52), (-0.5, 62, 1), (4, 58.5), (3, 67, 1), (9, 60), (14.5, 58)))
    hooves = fuse(
        limb(((95, 74), (98.5, 77)), (5, 5)),
        limb(((4, 90), (6.5, 93.5)), (5, 4.4)),
        limb(((21, 93), (24, 95.5)), (5, 4)),
    )
    return _horse(far, near, tail, hooves)


def rearing() -> Items:
    """Draw a saddled horse that stands up on its hind legs, the forelegs folded.

    It is drawn on level ground and turned about its haunch: the hind legs reach backwards until then.
    """
    far = (
        limb(((73, 59), (88.5, 58), (91, 68), (87.5, 73)), (12, 6.6, 4.6, 4.4)),
        limb(((30, 62), (34.5, 74.5), (22, 80.5), (17.5, 90.5)), (16, 8, 5.4, 4.4)),
    )
    near = (
        limb(((71, 60), (84, 65.5), (80.5, 77), (76, 79.5)), (14, 7.4, 4.8, 4.4)),
        limb(((23, 59), (24, 72.5), (10.5, 77.5), (5, 86.5)), (19, 9.4, 6, 4.6)),
    )
    tail = blob(((16, 50), (8, 53), (1.5, 61), (-6, 70), (-16, 76, 1), (-4, 75.5), (6, 67), (14, 59)))
    hooves = fuse(
        limb(((4.5, 88), (6.5, 91)), (5, 4.6)),
        limb(((17, 92), (19, 95)), (5, 4.4)),
        limb(((87, 73.5), (83.5, 76)), (5, 4.8)),
        limb(((75.5, 80), (71.5, 80.5)), (5, 4.8)),
    )
    horse = (*_horse(far, near, tail, hooves), *cloth(LIGHT))
    return (Group(horse, rotation(-REARED, *_HAUNCH)),)


def _horse(far: Sequence[Outline], near: Sequence[Outline], tail: Outline, hooves: Items) -> Items:
    """Draw a horse of its far and near legs, its tail and its hooves."""
    return (
        *fuse(*far, color=FAR_HORSE, edge=0.8),
        *fuse(tail, color=MANE_COLOR, edge=0.6),
        *fuse(BODY, *near, color=HORSE, edge=1.3),
        *hooves,
        *fuse(MANE, color=MANE_COLOR, edge=0.6),
        *_bridle(),
    )


def _bridle() -> Items:
    return (
        *line((88.5, 24), (85, 38.5), width=1.5),
        *line((93.8, 33), (89.5, 41.5), width=1.5),
        *curve("M91.5 38Q76 44 64 45", 1.3),
        *fuse(disc(86.3, 25.6, 1.2)),
    )


def cloth(color: str = CLOTH) -> Items:
    """Draw a saddle cloth with a pale hem."""
    outline = blob(((35, 47, 1), (60, 45.5, 1), (61, 57), (55, 62), (44, 60.5), (27, 69, 1), (30, 55)))
    hem = "M31.5 62.5Q43 55.5 54 58Q57.5 57 57.5 50"
    cover = fuse(outline, color=color, edge=0.9)
    return (*cover, *curve(hem, 1.7, LIGHT if color == CLOTH else INK, cap="butt"))
