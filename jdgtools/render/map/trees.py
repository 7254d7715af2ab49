"""Textures of trees and bushes: woods, open woods, brush, palms, seen from above."""

from __future__ import annotations

from math import cos, sin, tau
from typing import TYPE_CHECKING

from jdgtools.render.map.brush import Brush, line, off_numbers, tufts
from jdgtools.render.map.noise import drift
from jdgtools.render.map.scatter import Spots
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Stroke

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]


def crowns(brush: Brush, x: Floats, y: Floats, d: Floats) -> None:
    """Draw trees seen from above: outline and shadow, crown, light from the north-west."""
    pen, u = brush.pen, brush.unit
    pen.dots(x, y, d, brush.dark, scale=1.16, shift=(0.11, 0.14))
    pen.dots(x, y, d, brush.mark, less=0.2 * u, shift=(-0.03, -0.03))
    pen.dots(x, y, d, brush.light, scale=0.46, shift=(-0.15, -0.17))


def within(brush: Brush, spots: Spots, rim: float, fringe: float = 0.0) -> Spots:
    """Return the points that keep a distance (units) from the edge of the cover, and off lanes for slopes.

    Args:
        brush: the terrain.
        spots: the points.
        rim: the distance.
        fringe: how far inwards from there every other point is left out: ground that ends little by little.
    """
    keep = brush.covers(spots, rim)
    if fringe and not brush.frame.is_large:
        keep &= brush.covers(spots, rim + fringe) | (spots.shares(_FRINGE) < 0.5)
    if brush.lanes is not None:
        keep &= ~brush.lanes.covers(spots.x, spots.y)
    return spots.where(keep)


_FRINGE = 17
"""Salt."""


def wood(brush: Brush) -> None:
    """Draw closed wood: one mass of crowns with a scalloped edge and its shadow."""
    import numpy as np

    u = brush.unit * brush.sparse
    spots = within(brush, brush.scatter(2.05, 11, 1.0, 0.3), 0.35)
    sizes = np.array((2.0, 2.3, 2.6)) * u
    d = sizes[(spots.shares(13) * 3).astype(np.int64)]
    pen = brush.pen
    if brush.frame.is_large:
        crowns(brush, spots.x, spots.y, d)
        return
    # The shadow of the edge, its dark outline, then the lit crowns.
    rim = ~brush.covers(spots, 2.6)
    pen.dots(spots.x[rim], spots.y[rim], d[rim], brush.dark, scale=1.1, shift=(0.24, 0.3), opacity=0.5)
    pen.dots(spots.x[rim], spots.y[rim], d[rim], brush.dark, scale=1.06)
    upper = spots.shares(15) < 0.4
    for storey in (~upper, upper):
        x, y, wide = spots.x[storey], spots.y[storey], d[storey]
        pen.raise_layer()
        pen.dots(x, y, wide, brush.dark, shift=(0.07, 0.09))
        pen.dots(x, y, wide, brush.mark, less=0.3 * u, shift=(-0.03, -0.04))
        pen.dots(x, y, wide, brush.light, scale=0.44, shift=(-0.15, -0.17))


def light_wood(brush: Brush) -> None:
    """Open wood: groups of trees with light between them."""
    import numpy as np

    u = brush.unit * brush.sparse
    spots = within(brush, brush.scatter(2.25, 21), 1.2)
    spots = spots.where(off_numbers(brush, spots, 1.0))
    # Trees stand together where the ground suits them; the largest in the middle of a group.
    dense = drift(spots.x, spots.y, 3.3 * u, 23)
    has_tree = dense > (0.0 if brush.frame.is_large else -0.22)
    spots, dense = spots.where(has_tree), dense[has_tree]
    sizes = np.array((1.6, 2.0, 2.4)) * u
    order = np.minimum(2, (np.maximum(dense, 0.0) * 3.2 + spots.shares(22)).astype(np.int64))
    crowns(brush, spots.x, spots.y, sizes[order])


def brush_land(brush: Brush) -> None:
    """Draw brush: bushes in thickets, with tufts of grass between them."""
    import numpy as np

    u = brush.unit * brush.sparse
    spots = within(brush, brush.scatter(2.3, 31, 1.0, 0.42), 0.9)
    spots = spots.where(off_numbers(brush, spots, 0.5))
    pick = spots.shares(32)
    dense = 0.75 * drift(spots.x, spots.y, 3.6 * u, 33) + 0.6 * pick
    bush = dense > (0.36 if brush.frame.is_large else 0.27)
    bushes(brush, spots.x[bush], spots.y[bush], np.round((0.9 + 0.9 * pick[bush]) * 3) / 3 * u)
    if brush.frame.is_large:
        return
    grass = (dense < 0.12) & (pick < 0.25)
    tufts(brush, spots.x[grass], spots.y[grass], 0.55 * u, brush.mark)


def bushes(brush: Brush, x: Floats, y: Floats, d: Floats) -> None:
    """Draw bushes seen from above, with shadow; the larger ones with light."""
    pen = brush.pen
    pen.dots(x, y, d, brush.dark, scale=1.12, shift=(0.14, 0.2))
    pen.dots(x, y, d, brush.mark)
    if not brush.frame.is_large:
        large = d > 1.1 * brush.unit
        pen.dots(x[large], y[large], d[large], brush.light, scale=0.48, shift=(-0.15, -0.17))


def palm(brush: Brush) -> None:
    """Draw palms: small stars of leaves."""
    import numpy as np

    u = brush.unit * brush.sparse
    spots = within(brush, brush.scatter(3.1, 91, 1.0, 0.3), 1.2)
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
