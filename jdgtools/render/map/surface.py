"""The form of the ground as a raster of integers, from which contours and shading are made.

Integers are the same on every machine; floating-point rasters are not.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.map.contour import contours
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.noise import hashes
from jdgtools.render.map.outline import smooth
from jdgtools.render.path import PathBuilder
from jdgtools.render.path_data import Command

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Grid = NDArray[np.int64]

T = TypeVar("T")

LEVEL = 4096
"""Height of one level in the raster's own unit."""
_PIXELS_PER_HEX = 8
MAX_PIXELS = 500_000


class Surface(Struct, frozen=True, eq=False):
    """Heights of the ground about a map."""

    levels: Grid
    """Level of the hex under every pixel, times ``LEVEL``: rows, columns."""
    left: float
    """mm, as the following."""
    top: float
    step_x: float
    """From pixel to pixel."""
    step_y: float
    hex: int
    """Pixels from hexside to hexside."""

    @property
    def even(self) -> bool:
        """Whether all ground has one height."""
        return int(self.levels.min()) == int(self.levels.max())

    def contour(self, field: Grid, height: int) -> tuple[Command, ...]:
        """Return smooth lines on paper around all that is higher in a field of the same size."""
        builder = PathBuilder()
        for chain in contours(field, height):
            points = chain[::3] if len(chain) > 20 else chain[::2] if len(chain) > 12 else chain
            xs = self.left + (points[:, 0] + 0.5) * self.step_x
            ys = self.top + (points[:, 1] + 0.5) * self.step_y
            smooth(builder, xs.tolist(), ys.tolist())
        return builder.commands()


_RESULTS: OrderedDict[tuple[Hashable, ...], Any] = OrderedDict()
"""What was made last of the form of some ground."""
_MAX_RESULTS = 4


def made_once(ground: Surface, what: Hashable, make: Callable[[], T]) -> T:
    """Return what is made of a ground; while only terrain is painted over it, it is made once.

    Args:
        ground: the ground.
        what: names what is made, and everything beside the ground that it depends on.
        make: makes it.
    """
    place = (ground.left, ground.top, ground.step_x, ground.step_y, ground.hex)
    key = (what, ground.levels.shape, ground.levels.tobytes(), place)
    result: T | None = _RESULTS.pop(key, None)
    if result is None:
        result = make()
    _RESULTS[key] = result
    while len(_RESULTS) > _MAX_RESULTS:
        _RESULTS.popitem(last=False)
    return result


def level_of(frame: Frame) -> dict[Cube, int]:
    """Return the level of every hex to draw; a missing level counts as the lowest."""
    levels = frame.map.levels
    low = min((level for level in levels if level is not None), default=0)
    level_by_hex = {}
    for cube, index in frame.cells.items():
        level = levels[index]
        level_by_hex[cube] = low if level is None else level
    return level_by_hex


def surface(frame: Frame) -> Surface:
    """Return the ground of a map as far as it is drawn."""
    left, top, right, bottom = frame.box
    scale = (_PIXELS_PER_HEX // 2 if frame.is_large else _PIXELS_PER_HEX) / frame.size
    area = (right - left) * (bottom - top)
    scale = min(scale, (MAX_PIXELS / area) ** 0.5)
    width, height = max(4, round((right - left) * scale)), max(4, round((bottom - top) * scale))
    levels = _heights(frame, width, height)
    steps = (right - left) / width, (bottom - top) / height
    return Surface(levels, left, top, *steps, max(2, round(scale * frame.size)))


def _heights(frame: Frame, width: int, height: int) -> Grid:
    """Return the level of the hex under every pixel, times ``LEVEL``."""
    import numpy as np

    left, top, right, bottom = frame.box
    x0, y0 = frame.layout.origin
    lead = 1 if frame.layout.grid.shifted(0, 0) else 0
    xs = left + (np.arange(width) + 0.5) * ((right - left) / width) - x0
    ys = top + (np.arange(height) + 0.5) * ((bottom - top) / height) - y0
    x, y = np.meshgrid(xs, ys)
    size, step, radius = frame.layout.size, frame.layout.step, frame.layout.radius
    if frame.flat:
        q = (x - radius) / step
        r = ((y - size / 2) * 2 / size - lead - q) / 2
    else:
        row = (y - radius) / step
        q = ((x - size / 2) * 2 / size - lead + row) / 2
        r = row - q
    s = -q - r
    rq, rr, rs = np.rint(q), np.rint(r), np.rint(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    fix_q = (dq > dr) & (dq > ds)
    fix_r = ~fix_q & (dr > ds)
    rq, rr = np.where(fix_q, -rr - rs, rq), np.where(fix_r, -rq - rs, rr)
    levels = level_of(frame)
    low_q, low_r = min(c[0] for c in levels), min(c[1] for c in levels)
    high_q, high_r = max(c[0] for c in levels), max(c[1] for c in levels)
    table = np.zeros((high_q - low_q + 1, high_r - low_r + 1), dtype=np.int64)
    for (cq, cr), level in levels.items():
        table[cq - low_q, cr - low_r] = level
    iq = np.clip(rq.astype(np.int64) - low_q, 0, high_q - low_q)
    ir = np.clip(rr.astype(np.int64) - low_r, 0, high_r - low_r)
    heights: Grid = table[iq, ir] * LEVEL
    return heights


def blur(grid: Grid, radius: int, times: int = 3) -> Grid:
    """Return the grid averaged over its surroundings, ``times`` times."""
    import numpy as np

    for _ in range(times):
        for axis in (0, 1):
            ends = [(0, 0), (0, 0)]
            ends[axis] = (radius + 1, radius)
            total = np.cumsum(np.pad(grid, ends, mode="edge"), axis=axis)
            span = 2 * radius + 1
            if axis == 0:
                grid = (total[span:] - total[:-span]) // span
            else:
                grid = (total[:, span:] - total[:, :-span]) // span
    return grid


def folds(shape: tuple[int, ...], cell: int, height: int) -> Grid:
    """Return gentle irregular ground: numbers on a coarse net, spread over the pixels and smoothed."""
    import numpy as np

    u, v = np.meshgrid(np.arange(shape[1] // cell + 2), np.arange(shape[0] // cell + 2))
    net = (hashes(u, v, cell) >> np.uint32(16)).astype(np.int64) * height // 32768 - height
    full = np.repeat(np.repeat(net, cell, axis=0), cell, axis=1)[: shape[0], : shape[1]]
    return blur(full, max(1, cell // 2))
