"""Parts of people: faces, legs, packs, muskets; figures face right and stand on y = 96."""

from __future__ import annotations

from jdgtools.render.scene import Item
from jdgtools.render.shapes import (
    COAT,
    GAITERS,
    HAIR,
    HOSE,
    INK,
    LEGS,
    PACK,
    SKIN,
    WOOD,
    at,
    disc,
    fuse,
    limb,
    line,
    poly,
    seam,
    trace,
)

Items = tuple[Item, ...]


def face(x: float, y: float, s: float = 1.0, hair: bool = True) -> Items:
    """Draw a head in profile about (x, y): pale face, dark hair behind."""
    front = at("M-5 -6L6.2 -6Q7 -2.5 6.6 -1L9 2.4L7 3.4Q7.6 8 3.4 8.4L1.4 8.2L1.4 12L-6 12L-6 2Z", x, y, s)
    back = at("M-7 -6L1.6 -6L0.8 2.6Q-2 3 -2.6 7L-5.4 7Q-9 1 -7 -6Z", x, y, s)
    return (*trace(front, color=SKIN, width=1.5 * s), *(fuse(back, color=HAIR, edge=0.4) if hair else ()))


def leg(
    *points: tuple[float, float],
    color: str = LEGS,
    widths: tuple[float, ...] = (12.0, 9.0, 6.4),
    toe: tuple[float, float] = (7.0, 3.6),
    boot: float = 0.0,
) -> Items:
    """Draw a leg and a shoe; ``boot`` is the share of the shin that gaiter or boot covers."""
    outline = limb(points, widths)
    (kx, ky), (ax, ay) = points[-2], points[-1]
    shoe = limb(((ax, ay + 1.4), (ax + toe[0], ay + toe[1])), (widths[-1] * 0.98, 3.6))
    items = (*fuse(outline, color=color, edge=1.0), *fuse(shoe))
    if not boot:
        return items
    start = (ax + (kx - ax) * boot, ay + (ky - ay) * boot)
    across = widths[-1] + (widths[-2] - widths[-1]) * boot
    gaiter = limb((start, (ax, ay)), (across + 0.4, widths[-1] + 0.4))
    return (*items, *fuse(gaiter, color=GAITERS, edge=0.8))


def arm(
    *points: tuple[float, float], color: str = COAT, cuff: str = "", width: float = 8.0, gap: float = 1.3
) -> Items:
    """Draw an arm through its joints, parted from what is behind it, with its cuff and a pale hand."""
    widths = (width, width * 0.86, width * 0.7)[: len(points)]
    shape = limb(points, widths)
    x, y = points[-1]
    sleeve = fuse(shape, color=color) if color == INK else fuse(shape, color=color, edge=0.9)
    (ex, ey), wrist = points[-2], widths[-1]
    band: Items = ()
    if cuff:
        begin, end = ((x + (ex - x) * share, y + (ey - y) * share) for share in (0.42, 0.2))
        band = line(begin, end, width=wrist + 0.6, color=cuff)
    return (*seam(shape, gap=gap), *sleeve, *band, *trace(disc(x, y, 3.0), color=SKIN, width=1.4))


def musket(
    butt: tuple[float, float], muzzle: tuple[float, float], blade: tuple[float, float] | None
) -> Items:
    """Draw a musket from butt to muzzle, with its bayonet when ``blade`` says where it ends."""
    (x1, y1), (x2, y2) = butt, muzzle
    lock = (x1 + (x2 - x1) * 0.33, y1 + (y2 - y1) * 0.33)
    stock = limb((butt, (x1 + (x2 - x1) * 0.14, y1 + (y2 - y1) * 0.14), lock), (7.2, 5.0, 4.2))
    return (
        *line(butt, muzzle, width=3.6, seam=1.3),
        *fuse(stock, color=WOOD, edge=0.7),
        *(line(muzzle, blade, width=1.9) if blade else ()),
    )


def pack(x: float, y: float, s: float = 1.0) -> Items:
    """Draw a knapsack with a rolled coat, its right upper corner at (x, y)."""
    bag = poly((x - 11 * s, y + 1 * s), (x, y), (x, y + 17 * s), (x - 11 * s, y + 17 * s))
    return (
        *trace(bag, color=PACK, width=1.8),
        *line((x - 6 * s, y + 1 * s), (x - 6 * s, y + 17 * s), width=1.5, color=HOSE),
        *fuse(
            limb(((x - 10 * s, y - 1.5 * s), (x - 1 * s, y - 2 * s)), (5 * s, 5 * s)), color=HOSE, edge=1.1
        ),
    )
