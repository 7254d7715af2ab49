"""The geometry that all parts of a map drawing share: a lattice of integers over the hexes, and the field.

Every centre and corner of a hex lies on a lattice of integer pairs (u, v); drawing parts use them as keys, so
that a river, a wood's edge and a wall that follow the same hexside bend in the same way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.hexgrid.layout import Layout
from jdgtools.hexgrid.sides import Hexside
from jdgtools.model.art import NO_ART
from jdgtools.model.map import BattleMap
from jdgtools.render.map.noise import swing
from jdgtools.render.scene import Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

T = TypeVar("T")
Lattice = tuple[int, int]
"""A centre or corner of a hex: (u, v) in units of the lattice."""

_LARGE_MAP = 3000
_FLAT = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
_POINTY = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))


class MapFrame(Struct, frozen=True, dict=True, eq=False):
    """A map laid out on paper, mm, with a rim of ghost hexes that carry the landscape to the frame."""

    map: BattleMap
    layout: Layout
    margin: float = 0.0
    """How far the landscape reaches beyond the hexes, mm."""
    wobble: float = 0.055
    """How far natural outlines stray from the hexsides, as a share of the hex size."""
    rings: int = 2
    """Rings of ghost hexes."""
    _natural_points: dict[Lattice, Point] = field(default_factory=dict)
    _memory: dict[str, tuple[object, object]] = field(default_factory=dict)

    @cached_property
    def landform(self) -> MapFrame:
        """The same map without its terrain: one and the same frame while only terrain is painted over it.

        What is drawn of levels, hexsides and ways is asked of this frame, so that a stroke on the desk's page
        leaves it as it is.
        """
        if not self.map.terrain:
            return self
        bare = replace(self.map, terrain=(), places=(), regions=(), entries=(), art=NO_ART)
        for landform_id in tuple(_LANDFORMS):
            if landform_id.map == bare and landform_id._place == self._place:
                return landform_id
        landform = MapFrame(bare, *self._place)
        _LANDFORMS.append(landform)
        return landform

    @property
    def _place(self) -> tuple[Layout, float, float, int]:
        return self.layout, self.margin, self.wobble, self.rings

    def remember(self, what: str, inputs: object, make: Callable[[], T]) -> T:
        """Return what is made of this frame: made once while the inputs stay the same.

        Args:
            what: names what is made.
            inputs: everything beside the frame that it depends on; they are compared.
            make: makes it.
        """
        memory = self._memory.get(what)
        if memory is None or memory[0] != inputs:
            memory = self._memory[what] = inputs, make()
        return memory[1]  # type: ignore[return-value]

    @cached_property
    def size(self) -> float:
        """Distance between opposite hexsides, mm."""
        return self.layout.size

    @cached_property
    def is_large(self) -> bool:
        """Whether the map has so many hexes that details are drawn more sparingly."""
        return len(self.map_hexes) >= _LARGE_MAP

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the landscape, mm."""
        x, y = self.layout.origin
        m = self.margin
        return x - m, y - m, x + self.layout.width + m, y + self.layout.height + m

    @cached_property
    def flat(self) -> bool:
        """Whether the hexes have flat tops."""
        return self.layout.grid.orientation == "flat"

    @cached_property
    def _unit(self) -> Point:
        third, half = self.layout.step / 3, self.layout.size / 2
        return (third, half) if self.flat else (half, third)

    @cached_property
    def _lead(self) -> int:
        return 1 if self.layout.grid.is_shifted(0, 0) else 0

    @cached_property
    def corner_steps(self) -> tuple[Lattice, ...]:
        """Lattice steps from the centre of a hex to its corners 0..5."""
        return _FLAT if self.flat else _POINTY

    # --- the lattice --------------------------------------------------------------------------

    def centre_key(self, cube: Cube) -> Lattice:
        """Return the lattice point of a hex's centre."""
        q, r = cube
        if self.flat:
            return 3 * q + 2, 2 * r + q + self._lead + 1
        return q - r + self._lead + 1, 3 * (q + r) + 2

    def corner_key(self, cube: Cube, k: int) -> Lattice:
        """Return the lattice point of corner ``k`` of a hex."""
        u, v = self.centre_key(cube)
        du, dv = self.corner_steps[k % 6]
        return u + du, v + dv

    def edge_keys(self, cube: Cube, d: int) -> tuple[Lattice, Lattice]:
        """Return both ends of hexside ``d`` of a hex, clockwise."""
        return self.corner_key(cube, d - 1), self.corner_key(cube, d)

    def side_keys(self, side: Hexside) -> tuple[Lattice, Lattice]:
        """Return both ends of a hexside of the map, clockwise as seen from its hex ``a``."""
        return self.edge_keys(self.layout.grid.cube(side.a), side.d)

    def at(self, key: Lattice) -> Point:
        """Place of a lattice point, mm."""
        x, y = self.layout.origin
        return x + key[0] * self._unit[0], y + key[1] * self._unit[1]

    def centre(self, cube: Cube) -> Point:
        """Return the centre of any hex of the plane, mm."""
        return self.at(self.centre_key(cube))

    def polygon(self, cube: Cube, scale: float = 1.0) -> tuple[Point, ...]:
        """Return the corners of a hex, or of one scaled about its centre."""
        cx, cy = self.centre(cube)
        corners = (self.at(self.corner_key(cube, k)) for k in range(6))
        return tuple((cx + (x - cx) * scale, cy + (y - cy) * scale) for x, y in corners)

    # --- natural lines ------------------------------------------------------------------------

    def natural_point(self, third: Lattice) -> Point:
        """Place of a point of the lattice of thirds (3 u, 3 v), moved a little: the same for all who ask."""
        point = self._natural_points.get(third)
        if point is None:
            x, y = self.layout.origin
            reach = self.wobble * self.size
            u, v = third
            point = (
                x + u * self._unit[0] / 3 + swing(u, v, 1) * reach,
                y + v * self._unit[1] / 3 + swing(u, v, 2) * reach,
            )
            self._natural_points[third] = point
        return point

    def natural_edge(self, a: Lattice, b: Lattice) -> tuple[Point, Point, Point]:
        """Return the natural course of a hexside: its first end and two points at its thirds."""
        (ua, va), (ub, vb) = a, b
        return (
            self.natural_point((3 * ua, 3 * va)),
            self.natural_point((2 * ua + ub, 2 * va + vb)),
            self.natural_point((ua + 2 * ub, va + 2 * vb)),
        )

    def crossing(self, a: Lattice, b: Lattice) -> Point:
        """Return where a way or gaze crosses a hexside: its middle, moved along it a little."""
        (x1, y1), (x2, y2) = self.at(a), self.at(b)
        if a > b:
            x1, y1, x2, y2 = x2, y2, x1, y1
        t = 0.5 + 0.09 * swing(a[0] + b[0], a[1] + b[1], 3)
        return x1 + (x2 - x1) * t, y1 + (y2 - y1) * t

    def cubes_at(self, x: Floats, y: Floats) -> tuple[Ints, Ints]:
        """Return the hexes of the plane in which points lie: q and r of each."""
        import numpy as np

        x0, y0 = self.layout.origin
        size, step, radius = self.layout.size, self.layout.step, self.layout.radius
        if self.flat:
            q = (x - x0 - radius) / step
            r = ((y - y0 - size / 2) * 2 / size - self._lead - q) / 2
        else:
            row = (y - y0 - radius) / step
            q = ((x - x0 - size / 2) * 2 / size - self._lead + row) / 2
            r = row - q
        s = -q - r
        rq, rr, rs = np.rint(q), np.rint(r), np.rint(s)
        dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
        fix_q = (dq > dr) & (dq > ds)
        fix_r = ~fix_q & (dr > ds)
        rq, rr = np.where(fix_q, -rr - rs, rq), np.where(fix_r, -rq - rs, rr)
        return rq.astype(np.int64), rr.astype(np.int64)

    def centres_of(self, q: Ints, r: Ints) -> tuple[Floats, Floats]:
        """Return the centres of hexes of the plane, mm."""
        import numpy as np

        x0, y0 = self.layout.origin
        dx, dy = self._unit
        u, v = (
            (3 * q + 2, 2 * r + q + self._lead + 1)
            if self.flat
            else (q - r + self._lead + 1, 3 * (q + r) + 2)
        )
        return x0 + u.astype(np.float64) * dx, y0 + v.astype(np.float64) * dy

    # --- the hexes ----------------------------------------------------------------------------

    @cached_property
    def cells(self) -> dict[Cube, int]:
        """Every hex to draw -> the hex of the map whose landscape it shows (itself on the map)."""
        if self.landform is not self:
            return self.landform.cells
        grid = self.layout.grid
        cells = {grid.cube(i): i for i in grid.hexes}
        rim = list(cells)
        for _ in range(self.rings):
            fresh: dict[Cube, int] = {}
            for cube in rim:
                for d in range(6):
                    beyond = neighbour(cube, d)
                    if beyond not in cells and beyond not in fresh:
                        fresh[beyond] = cells[cube]
            cells.update(fresh)
            rim = list(fresh)
        return cells

    @cached_property
    def map_hexes(self) -> frozenset[Cube]:
        """Hexes of the map itself."""
        grid = self.layout.grid
        return frozenset(grid.cube(i) for i in grid.hexes)

    @cached_property
    def playable_hexes(self) -> frozenset[Cube]:
        """Hexes of the map that are in play."""
        grid = self.layout.grid
        return frozenset(grid.cube(i) for i in grid.hexes if self.map.playable[i])

    def hexes_at_corner(self, corner: Lattice) -> list[Cube]:
        """Return the three hexes of the plane that meet in a corner."""
        cubes = []
        for du, dv in self.corner_steps:
            u, v = corner[0] - du, corner[1] - dv
            if self.flat:
                q, r = (u - 2) // 3, v - self._lead - 1 - (u - 2) // 3
                cube = Cube(q, r // 2)
            else:
                total, difference = (v - 2) // 3, u - self._lead - 1
                q = (total + difference) // 2
                cube = Cube(q, total - q)
            if self.centre_key(cube) == (u, v):
                cubes.append(cube)
        return cubes

    @cached_property
    def _rank(self) -> dict[Cube, Lattice]:
        """Hexes to draw -> what they are ordered by."""
        return {cube: self.centre_key(cube)[::-1] for cube in self.cells}

    def in_reading_order(self, cubes: Iterable[Cube]) -> list[Cube]:
        """Return hexes in reading order: from top to bottom, from left to right."""
        return sorted(cubes, key=self._rank.__getitem__)


_LANDFORMS: deque[MapFrame] = deque(maxlen=4)
"""Those of the last maps: the desk draws the one that is edited, for landscape and for lettering."""


def forget_landforms() -> None:
    """Forget what is remembered of maps, so that the next drawing is made from nothing.

    Nothing of the program needs it; tests and measurements compare a first drawing with a second one.
    """
    _LANDFORMS.clear()
