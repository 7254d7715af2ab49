"""All lines of a map at once: one displacement (dq, dr), every origin, as shifted views of padded arrays.

Values per hex are laid out on the plane of axial coordinates, where a displacement is the same array shift
for every origin. A line of sight rule is then a few array operations per hex of the template, for all
origins together::

    plane = Plane(grid)
    height = plane.lay(heights, fill=-1)
    for dq, dr in displacements(grid):
        window, parts = plane.window(dq, dr), line_parts(dq, dr)
        for n, q, r in parts.hexes:
            np.maximum(highest, window.view(height, q, r), out=highest)

numpy is loaded only when these functions run.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from jdgtools.hexgrid.coords import DIRECTIONS
from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.walk import walk

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[Any]

Crossed = tuple[int, int, int]
"""A hexside as (q, r, d): hexside d of the hex at (q, r) from the origin."""


class LineParts(NamedTuple):
    """What lies between both ends of a line from (0, 0), as integers; n is the distance from the start."""

    distance: int
    hexes: tuple[tuple[int, int, int], ...]
    """(n, q, r) of every hex between the ends that the line runs through."""
    pairs: tuple[tuple[int, int, int, int, int], ...]
    """(n, q, r, q, r) of the two hexes on both sides of a hexside along which the line runs."""
    sides: tuple[tuple[int, int, int, int], ...]
    """(2n, q, r, d) of every hexside crossed in its inside; an odd first value is halfway between two
    hexes."""
    along: tuple[tuple[int, int, int, int], ...]
    """(2n, q, r, d) of every hexside along which the line runs; (q, r) is on the left."""
    corners: tuple[tuple[int, tuple[Crossed, ...], tuple[Crossed, ...]], ...]
    """(2n, left way, right way) of every corner met exactly; see ``line.Crossing``."""


def line_parts(dq: int, dr: int) -> LineParts:
    """Return the parts of the line from (0, 0) to (dq, dr); the facts of ``line_template`` for loops."""
    hexes, pairs, sides, along = [], [], [], []
    corners: list[tuple[int, tuple[Crossed, ...], tuple[Crossed, ...]]] = []
    moves = walk(dq, dr)
    total = max(abs(dq), abs(dr), abs(dq + dr))
    for i, (q, r, n, how, d) in enumerate(moves):
        if i:
            hexes.append((n, q, r))
        half = n + (moves[i + 1].distance if i + 1 < len(moves) else total)
        if how == "side":
            sides.append((half, q, r, d))
            continue
        e = (d + 1) % 6
        (lq, lr), (rq, rr) = DIRECTIONS[d], DIRECTIONS[e]
        lq, lr, rq, rr = q + lq, r + lr, q + rq, r + rr
        if how == "left":
            corners.append((half, ((q, r, d),), ((q, r, e), (rq, rr, (d + 5) % 6))))
        elif how == "right":
            corners.append((half, ((q, r, d), (lq, lr, (d + 2) % 6)), ((q, r, e),)))
        else:
            pairs.append((n + 1, lq, lr, rq, rr))
            corners.append((half - 1, ((q, r, d),), ((q, r, e),)))
            along.append((half, lq, lr, (d + 2) % 6))
            corners.append((half + 1, ((lq, lr, e),), ((rq, rr, d),)))
    return LineParts(total, tuple(hexes), tuple(pairs), tuple(sides), tuple(along), tuple(corners))


class Plane(Struct, frozen=True, dict=True):
    """The smallest rectangle of axial coordinates that holds a map; cells off the map are padding."""

    grid: HexGrid

    @cached_property
    def _bounds(self) -> tuple[int, int, int, int]:
        cubes = [self.grid.cube(i) for i in self.grid.hexes]
        low_q, low_r = min(c.q for c in cubes), min(c.r for c in cubes)
        return low_q, low_r, max(c.q for c in cubes) - low_q + 1, max(c.r for c in cubes) - low_r + 1

    @property
    def shape(self) -> tuple[int, int]:
        """Size along q and r."""
        return self._bounds[2:]

    @cached_property
    def index(self) -> Array:
        """Hex index of every cell (int32); -1 off the map."""
        import numpy as np

        cells = np.full(self.shape, -1, dtype=np.int32)
        low_q, low_r = self._bounds[:2]
        for i in self.grid.hexes:
            q, r = self.grid.cube(i)
            cells[q - low_q, r - low_r] = i
        return cells

    def lay(self, values: ArrayLike, fill: int = 0) -> Array:
        """Return values per hex (shape (size,)) in the plane's shape, with ``fill`` off the map."""
        import numpy as np

        flat = np.asarray(values)
        cells = np.full(self.shape, fill, dtype=flat.dtype)
        on_map = self.index >= 0
        cells[on_map] = flat[self.index[on_map]]
        return cells

    def lay_sides(self, values: ArrayLike, fill: int = 0) -> list[Array]:
        """Return values per hexside (shape (size, 6), set from both hexes) as six arrays by direction.

        Hexsides of the border are known from the hex off the map too, as far as it lies in the plane.
        """
        import numpy as np

        flat = np.asarray(values)
        cells = [self.lay(flat[:, d], fill) for d in range(6)]
        # A line along the border of the map sees a hexside from the hex off the map.
        for d in range(3):
            there, back = self.window(*DIRECTIONS[d]), self.window(*DIRECTIONS[d + 3])
            if min(there.shape) > 0:
                here, beyond = there.view(cells[d]), back.view(cells[d + 3])
                off_here, off_beyond = there.view(self.index) < 0, back.view(self.index) < 0
                here[off_here] = beyond[off_here]
                beyond[off_beyond] = here[off_beyond]
        return cells

    def window(self, dq: int, dr: int) -> OriginWindow:
        """Return the window of all cells whose cell (dq, dr) further on is in the plane too."""
        nq, nr = self.shape
        return OriginWindow(self, dq, dr, max(0, -dq), max(0, -dr), nq - abs(dq), nr - abs(dr))


class OriginWindow(Struct, frozen=True):
    """All origins of one displacement, as a rectangle of the plane."""

    plane: Plane
    dq: int
    dr: int
    q0: int
    r0: int
    nq: int
    nr: int

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of every view; an axis is 0 or less if the displacement does not fit the plane."""
        return self.nq, self.nr

    def view(self, cells: Array, q: int = 0, r: int = 0) -> Array:
        """Return the values at (q, r) from every origin, not copied; (q, r) must lie on the line."""
        a, b = self.q0 + q, self.r0 + r
        return cells[a : a + self.nq, b : b + self.nr]

    def on_map(self) -> Array:
        """Return which cells are pairs of hexes of the map (bool, the window's shape)."""
        index = self.plane.index
        both: Array = (self.view(index) >= 0) & (self.view(index, self.dq, self.dr) >= 0)
        return both

    def pairs(self) -> tuple[Array, Array, Array]:
        """Return origins, targets (hex indices), and the mask that picks their cells in this order."""
        index, mask = self.plane.index, self.on_map()
        return self.view(index)[mask], self.view(index, self.dq, self.dr)[mask], mask


@lru_cache(maxsize=8)
def plane_of(grid: HexGrid) -> Plane:
    """Return the plane of a grid, kept for the next call."""
    return Plane(grid)


def displacements(grid: HexGrid, reach: int | None = None) -> list[tuple[int, int]]:
    """Return all displacements between hexes of the map, one of each opposite pair, ascending.

    With a `reach` those between hexes that are at most so many hexes apart.
    """
    plane = plane_of(grid)
    nq, nr = plane.shape
    half = [(dq, dr) for dq in range(nq) for dr in range(1 - nr if dq else 1, nr)]
    if reach is not None:
        half = [(dq, dr) for dq, dr in half if max(dq, abs(dr), abs(dq + dr)) <= reach]
    return [(dq, dr) for dq, dr in half if plane.window(dq, dr).on_map().any()]


def targets(grid: HexGrid, dq: int, dr: int) -> tuple[Array, Array]:
    """Return the origins whose hex (dq, dr) further on is on the map, and those hexes (indices)."""
    plane = plane_of(grid)
    window = plane.window(dq, dr)
    if min(window.shape) <= 0:
        return plane.index[:0, 0], plane.index[:0, 0]
    return window.pairs()[:2]
