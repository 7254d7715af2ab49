"""The form of the ground as a raster of integers, from which contours and shading are made.

Integers are the same on every machine; floating-point rasters are not.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from jdgtools.render.map.contour import contours
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.levels import contours_of, level_of
from jdgtools.render.map.mask import inside
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
    """Level of the ground under every pixel, times ``LEVEL``: rows, columns."""
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
    """Return what is made of a ground; while its levels stay as they are, it is made once.

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


def surface(frame: MapFrame) -> Surface:
    """Return the ground of a map as far as it is drawn."""
    left, top, right, bottom = frame.box
    scale = (_PIXELS_PER_HEX // 2 if frame.is_large else _PIXELS_PER_HEX) / frame.size
    area = (right - left) * (bottom - top)
    scale = min(scale, (MAX_PIXELS / area) ** 0.5)
    width, height = max(4, round((right - left) * scale)), max(4, round((bottom - top) * scale))
    levels = _heights(frame, width, height)
    steps = (right - left) / width, (bottom - top) / height
    return Surface(levels, left, top, *steps, max(2, round(scale * frame.size)))


def _heights(frame: MapFrame, width: int, height: int) -> Grid:
    """Return the level of the ground under every pixel, times ``LEVEL``."""
    import numpy as np

    by_hex = level_of(frame)
    heights: Grid = np.full((height, width), min(by_hex.values()) * LEVEL, dtype=np.int64)
    left, top, right, bottom = frame.box
    for level, lines in contours_of(frame).items():
        curves = [line.curve() for line in lines]
        if curves:
            ends = np.concatenate([np.roll(curve, -1, axis=0) for curve in curves])
            points = np.stack((np.concatenate(curves), ends), axis=1)
            # In pixels, whose middles are whole numbers.
            points = (points - (left, top)) / ((right - left) / width, (bottom - top) / height) - 0.5
            heights[inside(points, width, height)] = level * LEVEL
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
