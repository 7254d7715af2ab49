"""Contours of a field of whole numbers by marching squares: lines about all ground above a height.

`surface` makes the shading of heights with it: a field goes in, closed chains of points come out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Corners of a cell that are high (1 upper left, 2 upper right, 4 lower right, 8 lower left) -> its segments,
# from side to side (0 top, 1 right, 2 bottom, 3 left), the high ground on the right.
_SEGMENTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 3),),
    2: ((1, 0),),
    4: ((2, 1),),
    8: ((3, 2),),
    3: ((1, 3),),
    6: ((2, 0),),
    12: ((3, 1),),
    9: ((0, 2),),
    14: ((3, 0),),
    13: ((0, 1),),
    11: ((1, 2),),
    7: ((2, 3),),
    5: ((0, 3), (2, 1)),
    10: ((1, 0), (3, 2)),
}


def contours(field: NDArray[np.int64], level: int) -> list[NDArray[np.float64]]:
    """Return the closed chains of points around all ground above ``level``; the border counts as low.

    Args:
        field: heights.
        level: between two heights: ground of this height is low.

    Returns:
        For every chain an array of (column, row), one line per point.
    """
    import numpy as np

    if int(field.max()) <= level:
        return []
    low = int(field.min()) - 1
    padded_field = np.pad(field, 1, constant_values=min(low, level - 1))
    high = padded_field > level
    rows, columns = padded_field.shape
    case = high[:-1, :-1] * 1 + high[:-1, 1:] * 2 + high[1:, 1:] * 4 + high[1:, :-1] * 8
    cell_rows, cell_columns = np.nonzero((case > 0) & (case < 15))
    kinds = case[cell_rows, cell_columns].tolist()
    base = (cell_rows * columns + cell_columns).tolist()
    upright = rows * columns
    following: dict[int, int] = {}
    for at, kind in zip(base, kinds, strict=True):
        sides = (at, upright + at + 1, at + columns, upright + at)
        for start, end in _SEGMENTS[kind]:
            following[sides[start]] = sides[end]
    keys: list[int] = []
    ends: list[int] = []
    while following:
        first, key = following.popitem()
        keys.append(first)
        while key != first:
            keys.append(key)
            key = following.pop(key)
        ends.append(len(keys))
    points = _places(padded_field.ravel(), columns, upright, np.array(keys), level)
    return [chain for chain in np.split(points, ends[:-1]) if len(chain) > 6]


def _places(
    flat: NDArray[np.int64], columns: int, upright: int, keys: NDArray[np.int64], level: int
) -> NDArray[np.float64]:
    """Return where the contour crosses sides between two pixels."""
    import numpy as np

    down = keys >= upright
    at = np.where(down, keys - upright, keys)
    row, column = np.divmod(at, columns)
    a, b = flat[at], flat[at + np.where(down, columns, 1)]
    t = np.clip((level + 0.5 - a) / (b - a), 0.0, 1.0)
    return np.stack((column - 1.0 + np.where(down, 0.0, t), row - 1.0 + np.where(down, t, 0.0)), axis=1)
