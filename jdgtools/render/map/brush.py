"""What drawing a texture needs (a `Brush`), and the strokes that several textures share.

A texture is drawn for all hexes of a terrain at once: arrays of points, stamped with the same few commands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.map import outline
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.gridlines import number_box
from jdgtools.render.map.mask import SheetMask, mask_of
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.scatter import Spots, centres, scatter_points
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Point, Stroke

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]


class Brush(Struct, frozen=True):
    """What a texture needs: the sheet, the colours of its terrain, and its hexes."""

    frame: MapFrame
    pen: Pen
    fill: str
    mark: str
    dark: str
    light: str
    cells: frozenset[Cube]
    """Hexes of this terrain."""
    hexes: tuple[Cube, ...]
    """The same, from top to bottom; of what has an edge of its own also the hexes about them."""
    sparse: float
    """Factor for distances, 1 on maps of ordinary size."""
    lanes: SheetMask | None = None
    """Where nothing may stand, for the strokes of slopes."""

    @property
    def unit(self) -> float:
        """A twentieth of a hex, mm: 1 mm at the usual size."""
        return self.frame.size / 20

    def scatter(self, spacing: float, salt: int, scale: float = 1.0, jitter: float = 0.34) -> Spots:
        """Return points scattered over all hexes; ``spacing`` in units, wider on large maps."""
        return scatter_points(self.frame, self.hexes, spacing * self.unit * self.sparse, salt, scale, jitter)

    def covers(self, spots: Spots, rim: float) -> Bools:
        """Return which points keep a distance (units) from the edge of the cover, as it is drawn."""
        frame = self.frame
        inwards = rim * self.sparse / 20
        lines = outline.cover_chains(frame, self.cells, inwards)
        square = frame.size / (_LARGE_SQUARES if frame.is_large else _SQUARES)
        return mask_of(lines, frame.box, square).covers(spots.x, spots.y)


_SQUARES, _LARGE_SQUARES = 32, 12
"""From hexside to hexside, where it is noted what lies within the edge of a cover."""


def off_numbers(brush: Brush, spots: Spots, room: float) -> Bools:
    """Return which points leave the numbers of their hexes free, with some room (units) about them."""
    cx, cy = centres(brush.frame, brush.hexes)
    dx, dy = spots.x - cx[spots.hex], spots.y - cy[spots.hex]
    left, top, right, bottom = number_box(brush.frame)
    room *= brush.unit * brush.sparse
    is_beside = (dx < left - room) | (dx > right + room)
    free: Bools = is_beside | (dy < top - room) | (dy > bottom + room)
    return free


def line(a: Point, b: Point) -> tuple[Command, Command]:
    """Return the commands of a straight line."""
    return ("M", *a), ("L", *b)


_TUFT: tuple[Command, ...] = (
    ("M", -0.55, -0.8),
    ("L", 0.0, 0.0),
    ("L", 0.55, -0.8),
    ("M", 0.0, 0.0),
    ("L", 0.0, -1.0),
)


def tufts(brush: Brush, x: Floats, y: Floats, height: float, color: str) -> None:
    """Draw tufts of grass or reeds, their feet at the points."""
    stroke = Stroke(color, 0.13 * brush.unit, cap="round")
    brush.pen.stamp(x, y, _TUFT, stroke=stroke, scale=height)
