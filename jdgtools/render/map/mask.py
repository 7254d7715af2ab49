"""Parts of the sheet as small squares, which say at once of many points which lie upon them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.render.bounds import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]


class SheetMask(Struct, frozen=True, eq=False):
    """A part of the sheet."""

    squares: Bools
    """Which squares belong to it: rows, columns."""
    left: float
    """mm, as the following."""
    top: float
    square: float

    def covers(self, x: Floats, y: Floats) -> Bools:
        """Return which points lie upon it; those beyond the sheet as the nearest square of its edge."""
        import numpy as np

        rows, columns = self.squares.shape
        column = np.floor((x - self.left) / self.square).astype(np.int64)
        row = np.floor((y - self.top) / self.square).astype(np.int64)
        upon: Bools = self.squares[np.clip(row, 0, rows - 1), np.clip(column, 0, columns - 1)]
        return upon


def mask_of(lines: Sequence[tuple[Floats, Floats]], box: Box, square: float) -> SheetMask:
    """Return what lies within closed lines (x, y), an odd number of times.

    Args:
        lines: their corners, mm.
        box: the sheet, mm.
        square: edge of a square, mm.
    """
    import numpy as np

    left, top, right, bottom = box
    width, height = int((right - left) / square) + 1, int((bottom - top) / square) + 1
    if not lines:
        return SheetMask(np.zeros((height, width), dtype=np.bool_), left, top, square)
    starts = np.concatenate([np.stack(line, axis=1) for line in lines])
    ends = np.concatenate([np.roll(np.stack(line, axis=1), -1, axis=0) for line in lines])
    # In squares, whose middles are whole numbers.
    edges = (np.stack((starts, ends), axis=1) - (left, top)) / square - 0.5
    return SheetMask(inside(edges, width, height), left, top, square)


def inside(edges: Floats, width: int, height: int) -> Bools:
    """Return which pixels lie within closed lines, an odd number of times.

    Args:
        edges: both ends (column, row) of all their straight parts; the middles of pixels are whole numbers.
        width: columns.
        height: rows.
    """
    import numpy as np

    (x0, y0), (x1, y1) = edges[:, 0].T, edges[:, 1].T
    first, last = np.ceil(np.minimum(y0, y1)), np.ceil(np.maximum(y0, y1))
    counts = (last - first).astype(np.int64)
    edge = np.repeat(np.arange(len(counts)), counts)
    row = first[edge] + np.arange(len(edge)) - np.repeat(np.cumsum(counts) - counts, counts)
    column = x0[edge] + (row - y0[edge]) * ((x1[edge] - x0[edge]) / (y1[edge] - y0[edge]))
    on_map = (row >= 0) & (row < height)
    at = row[on_map].astype(np.int64) * (width + 1)
    at += np.clip(np.ceil(column[on_map]), 0, width).astype(np.int64)
    # Every line that is crossed on the way from the left changes sides.
    crossings = np.bincount(at, minlength=height * (width + 1)).reshape(height, width + 1)
    return (np.cumsum(crossings, axis=1)[:, :width] & 1).astype(np.bool_)
