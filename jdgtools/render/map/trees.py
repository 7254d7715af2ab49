"""Textures of trees and bushes."""

from __future__ import annotations

from math import cos, sin, tau
from typing import TYPE_CHECKING

from jdgtools.render.map import outline
from jdgtools.render.map.brush import Brush, line, off_numbers, tufts
from jdgtools.render.map.scatter import Spots, centres
from jdgtools.render.path import Command
from jdgtools.render.scene import Stroke

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def crowns(brush: Brush, x: Floats, y: Floats, d: Floats, shadow: bool = True) -> None:
    """Trees seen from above: shadow to the south-east, crown, light from the north-west."""
    pen, u = brush.pen, brush.unit
    if shadow and not brush.frame.many:
        pen.dots(x, y, d, brush.dark, scale=1.1, shift=(0.16, 0.2), opacity=0.55)
    pen.dots(x, y, d, brush.dark)
    pen.dots(x, y, d, brush.mark, less=0.3 * u, shift=(-0.03, -0.03))
    pen.dots(x, y, d, brush.light, scale=0.42, shift=(-0.16, -0.18))


_NORMALS_FLAT = ((0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5))
_NORMALS_POINTY = ((0.5, -0.866), (1.0, 0.0), (0.5, 0.866), (-0.5, 0.866), (-1.0, 0.0), (-0.5, -0.866))


def _away_from_edges(brush: Brush, spots: Spots, rim: float) -> Spots:
    """Points that keep a distance from hexsides beyond which another terrain begins."""
    import numpy as np

    frame = brush.frame
    cx, cy = centres(frame, brush.hexes)
    dx, dy = spots.x - cx[spots.hex], spots.y - cy[spots.hex]
    limit = frame.size / 2 - rim
    keep = np.ones(len(dx), dtype=np.bool_)
    opened = outline.open_sides(brush.cells, brush.hexes)
    for d, (nx, ny) in enumerate(_NORMALS_FLAT if frame.flat else _NORMALS_POINTY):
        keep &= ~opened[spots.hex, d] | (dx * nx + dy * ny <= limit)
    return spots.where(keep)


def _trees(
    brush: Brush, spacing: float, sizes: tuple[float, float, float], salt: int, rim: float, keep: float = 1.0
) -> tuple[Spots, Floats]:
    """Places and diameters of trees."""
    import numpy as np

    u = brush.unit * brush.sparse
    spots = brush.strewn(spacing, salt)
    if keep < 1.0:
        spots = spots.where(spots.shares(salt + 3) <= keep)
    spots = _away_from_edges(brush, spots, rim * u)
    return spots, np.array(sizes)[(spots.shares(salt + 2) * 3).astype(np.int64)] * u


def wood(brush: Brush) -> None:
    """Closed wood: crown beside crown, some above others."""
    spots, d = _trees(brush, 2.35, (1.9, 2.25, 2.6), 11, 0.75)
    if brush.frame.many:
        crowns(brush, spots.x, spots.y, d)
        return
    upper = spots.shares(15) < 0.42
    crowns(brush, spots.x[~upper], spots.y[~upper], d[~upper])
    brush.pen.above()
    crowns(brush, spots.x[upper], spots.y[upper], d[upper])


def light_wood(brush: Brush) -> None:
    """Open wood: groups of trees with light between them."""
    spots, d = _trees(brush, 3.1, (1.6, 2.0, 2.4), 21, 1.3, 0.72)
    free = off_numbers(brush, spots, 1.0)
    crowns(brush, spots.x[free], spots.y[free], d[free])


def brush_land(brush: Brush) -> None:
    """Brush: small bushes, here and there, with tufts of grass."""
    import numpy as np

    u = brush.unit * brush.sparse
    spots = brush.strewn(2.85, 31, 0.96, 0.42)
    spots = spots.where(off_numbers(brush, spots, 0.5))
    pick = spots.shares(32)
    bush = pick < 0.5
    bushes(brush, spots.x[bush], spots.y[bush], np.round((0.75 + pick[bush]) * 4) / 4 * u)
    grass = (pick >= 0.5) & (pick < 0.72)
    tufts(brush, spots.x[grass], spots.y[grass], 0.55 * u, brush.mark)


def bushes(brush: Brush, x: Floats, y: Floats, d: Floats) -> None:
    """Bushes seen from above, with shadow and light."""
    pen = brush.pen
    pen.dots(x, y, d, brush.dark, scale=1.15, shift=(0.15, 0.22), opacity=0.75)
    pen.dots(x, y, d, brush.mark)
    if not brush.frame.many:
        pen.dots(x, y, d, brush.light, scale=0.45, shift=(-0.17, -0.18))


def palm(brush: Brush) -> None:
    """Palms: small stars of leaves."""
    import numpy as np

    u = brush.unit * brush.sparse
    spots = brush.strewn(3.1, 91, 0.9, 0.3)
    spots = spots.where(off_numbers(brush, spots, 0.8))
    brush.pen.dots(
        spots.x + 0.3 * u, spots.y + 0.4 * u, np.full(len(spots.x), 1.5 * u), brush.dark, opacity=0.4
    )
    turns = (spots.shares(92) * 3).astype(np.int64)
    for color, width, grow in ((brush.dark, 0.42, 1.0), (brush.mark, 0.24, 0.94)):
        for turn in range(3):
            here = turns == turn
            leaves: list[Command] = []
            for k in range(7):
                t = (k + turn / 3) * tau / 7
                leaves += line((0.0, 0.0), (cos(t), sin(t)))
            stroke = Stroke(color, width * u, cap="round")
            brush.pen.stamp(spots.x[here], spots.y[here], leaves, stroke=stroke, scale=1.15 * grow * u)
