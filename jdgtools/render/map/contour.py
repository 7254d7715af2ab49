"""Contours of a field of integers (marching squares)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.render.scene import Point

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


def contours(field: NDArray[np.int64], level: int) -> list[list[Point]]:
    """Closed chains of points (column, row) around all ground above ``level``; the border counts as low."""
    import numpy as np

    if int(field.max()) <= level:
        return []
    low = int(field.min()) - 1
    padded = np.pad(field, 1, constant_values=min(low, level - 1))
    high = padded > level
    rows, columns = padded.shape
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
    flat = padded.reshape(-1).tolist()
    chains: list[list[Point]] = []
    while following:
        first = next(iter(following))
        chain = []
        key = first
        while True:
            chain.append(_place(flat, columns, upright, key, level))
            key = following.pop(key)
            if key == first:
                break
        if len(chain) > 6:
            chains.append(chain)
    return chains


def _place(flat: list[int], columns: int, upright: int, key: int, level: int) -> Point:
    """Where the contour crosses a side between two pixels."""
    down = key >= upright
    at = key - upright if down else key
    row, column = divmod(at, columns)
    a, b = flat[at], flat[at + (columns if down else 1)]
    t = (level + 0.5 - a) / (b - a)
    t = min(1.0, max(0.0, t))
    return (column - 1.0, row - 1.0 + t) if down else (column - 1.0 + t, row - 1.0)
