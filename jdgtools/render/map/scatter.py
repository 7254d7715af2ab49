"""Points scattered over hexes, evenly or in rows: all hexes at once, and the same points every time.

Trees, bushes, tufts and stones stand on them. The points belong to one net over the whole map, so that
neighbouring hexes fit together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.noise import share, shares, swings
from jdgtools.render.scene import Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

_C15, _S15, _C45 = 0.9659258262890683, 0.25881904510252074, 0.7071067811865476
TURNS = ((_C15, _S15), (_C45, _C45), (_S15, _C15), (-_S15, _C15), (-_C45, _C45), (-_C15, _S15))
"""Directions of rows that suit hexes, 30 degrees apart: cosine and sine."""
NORMALS = (
    ((0.5, -0.866), (1.0, 0.0), (0.5, 0.866), (-0.5, 0.866), (-1.0, 0.0), (-0.5, -0.866)),
    ((0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5)),
)
"""Outwards from the hexsides by direction: of pointy hexes, of flat ones."""


class Spots(Struct, frozen=True):
    """Many points, from top to bottom, with their place in a net that spans the whole map."""

    x: Floats
    """mm."""
    y: Floats
    column: Ints
    row: Ints
    hex: Ints
    """Which of the hexes that were asked for the point lies in."""

    def where(self, keep: Bools) -> Spots:
        """Return the points for which ``keep`` is true."""
        return Spots(self.x[keep], self.y[keep], self.column[keep], self.row[keep], self.hex[keep])

    def shares(self, salt: int) -> Floats:
        """Return a number from 0 to 1 for each point."""
        return shares(self.column, self.row, salt)


def centres(frame: MapFrame, hexes: Sequence[Cube]) -> tuple[Floats, Floats]:
    """Return the centres of hexes, mm."""
    import numpy as np

    keys = np.array([frame.centre_key(cube) for cube in hexes], dtype=np.float64).reshape(-1, 2)
    (x0, y0), (x1, y1) = frame.at((0, 0)), frame.at((1, 1))
    return x0 + keys[:, 0] * (x1 - x0), y0 + keys[:, 1] * (y1 - y0)


def inside_hex(frame: MapFrame, dx: float, dy: float, scale: float) -> bool:
    """Return whether a point at (dx, dy) from a hex's centre lies in the hex shrunk by ``scale``."""
    if not frame.flat:
        dx, dy = dy, dx
    half = frame.size / 2 * scale
    dx, dy = abs(dx), abs(dy)
    return dy <= half and dx * 0.8660254 + dy * 0.5 <= half


_OFF = 0.15
"""How far beyond the landscape there are still points, in hex sizes."""


def scatter_points(
    frame: MapFrame,
    hexes: Sequence[Cube],
    spacing: float,
    salt: int,
    scale: float = 1.0,
    jitter: float = 0.34,
) -> Spots:
    """Return points about ``spacing`` mm apart in hexes.

    They belong to one net over the whole map, so that neighbouring hexes fit together.

    Args:
        frame: the map on paper.
        hexes: where.
        spacing: of the net, mm.
        salt: another number, another net.
        scale: hexes shrunk by this factor take the points.
        jitter: how far points stray from the net, as a share of the spacing.
    """
    import numpy as np

    cx, cy = centres(frame, hexes)
    reach, rise = frame.size * 0.6, spacing * 0.866
    rows = np.floor((cy - reach) / rise).astype(np.int64)[:, None] + np.arange(int(2 * reach / rise) + 2)
    lead = (rows & 1) * (spacing / 2)
    first = np.floor((cx[:, None] - reach - lead) / spacing).astype(np.int64)
    columns = first[:, :, None] + np.arange(int(2 * reach / spacing) + 2)
    row = np.broadcast_to(rows[:, :, None], columns.shape).ravel()
    owner = np.broadcast_to(np.arange(len(cx))[:, None, None], columns.shape).ravel()
    column = columns.ravel()
    x = column * spacing + (row & 1) * (spacing / 2)
    y = row * rise
    # Most of the square around a hex is not the hex: numbers are drawn only for what may end up in it.
    near = _inside(frame, x - cx[owner], y - cy[owner], frame.size / 2 * scale + 1.4 * jitter * spacing)
    # Nor for what lies off the sheet, beyond the reach of a tree.
    left, top, right, bottom = frame.box
    off = _OFF * frame.size
    near &= (x > left - off) & (x < right + off) & (y > top - off) & (y < bottom + off)
    x, y, column, row, owner = x[near], y[near], column[near], row[near], owner[near]
    x = x + swings(column, row, salt) * (jitter * spacing)
    y = y + swings(column, row, salt + 1) * (jitter * spacing)
    inside = np.flatnonzero(_inside(frame, x - cx[owner], y - cy[owner], frame.size / 2 * scale))
    inside = inside[np.argsort(y[inside], kind="stable")]
    return Spots(x[inside], y[inside], column[inside], row[inside], owner[inside])


def _inside(frame: MapFrame, dx: Floats, dy: Floats, half: float) -> Bools:
    if not frame.flat:
        dx, dy = dy, dx
    dx, dy = abs(dx), abs(dy)
    inside: Bools = (dy <= half) & (dx * 0.8660254 + dy * 0.5 <= half)
    return inside


def turn_of(cube: Cube, salt: int) -> int:
    """Return a direction of rows for a hex: which of ``TURNS``."""
    return int(share(cube[0], cube[1], salt) * len(TURNS))


def rows(frame: MapFrame, spacing: float, turn: int, scale: float = 1.0) -> list[tuple[Point, Point]]:
    """Return parallel lines across a hex about the origin, ``spacing`` mm apart, cut at its outline."""
    return rows_across([(x * scale, y * scale) for x, y in corners_of(frame)], spacing, turn)


def rows_across(corners: Sequence[Point], spacing: float, turn: int) -> list[tuple[Point, Point]]:
    """Return parallel lines across a convex shape, ``spacing`` mm apart, in a direction of ``TURNS``."""
    c, s = TURNS[turn]
    across = [y * c - x * s for x, y in corners]
    low, high = min(across), max(across)
    count = int((high - low) // spacing)
    first = (low + high) / 2 - (count - 1) * spacing / 2
    lines = []
    for n in range(count):
        t = first + n * spacing
        cuts: list[float] = []
        for k in range(len(corners)):
            a, b = across[k - 1], across[k]
            if (a > t) != (b > t):
                f = (t - a) / (b - a)
                x = corners[k - 1][0] + (corners[k][0] - corners[k - 1][0]) * f
                y = corners[k - 1][1] + (corners[k][1] - corners[k - 1][1]) * f
                cuts.append(x * c + y * s)
        if len(cuts) == 2:
            left, right = sorted(cuts)
            lines.append(((left * c - t * s, left * s + t * c), (right * c - t * s, right * s + t * c)))
    return lines


def corners_of(frame: MapFrame) -> list[Point]:
    """Return the corners of a hex about the origin."""
    cube = next(iter(frame.map_hexes))
    x, y = frame.centre(cube)
    return [(px - x, py - y) for px, py in frame.polygon(cube)]
