"""Where hexes lie on paper, in mm: x to the right, y down. For drawing only; rules never use these floats."""

from __future__ import annotations

from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.hexgrid.coords import Cube
from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.sides import Hexside

Point = tuple[float, float]

# Corners 0..5 from the centre: flat in thirds of the pitch and halves of the size, pointy the other way
# round.
_FLAT_CORNERS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
_POINTY_CORNERS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))


class Layout(Struct, frozen=True):
    """The drawing geometry of a grid. Hexes are regular unless a ``pitch`` says otherwise."""

    grid: HexGrid
    size: float
    """Distance between opposite hexsides; also between adjacent centres in a column (flat) or row
    (pointy)."""
    origin: Point = (0.0, 0.0)
    """Upper left corner of the bounding box of the whole grid."""
    pitch: float | None = None
    """Distance between neighbouring columns (flat) or rows (pointy); None for size * sqrt(3) / 2."""

    @property
    def step(self) -> float:
        """The pitch in use."""
        return self.size * sqrt(3) / 2 if self.pitch is None else self.pitch

    @property
    def radius(self) -> float:
        """Distance from the centre to the corners at both ends of the long axis."""
        return self.step * 2 / 3

    @property
    def width(self) -> float:
        """Width of the bounding box of all hexes."""
        return self._extent()[0]

    @property
    def height(self) -> float:
        """Height of the bounding box of all hexes."""
        return self._extent()[1]

    def on_whole_pixels(self, per_mm: float) -> Layout:
        """Return the same layout in pixels, rounded so that every centre and hexside middle is a whole pixel.

        Args:
            per_mm: pixels per millimetre. The size becomes the nearest even number, the pitch a whole number.
        """
        size = max(2, 2 * round(self.size * per_mm / 2))
        pitch = max(3, 3 * round(self.step * per_mm / 3))  # thirds of it are the corners
        x, y = self.origin
        return replace(
            self,
            size=float(size),
            pitch=float(pitch),
            origin=(float(round(x * per_mm)), float(round(y * per_mm))),
        )

    def centre(self, i: int) -> Point:
        """Return the centre of hex ``i``."""
        return self.centre_of(self.grid.cube(i))

    def centre_of(self, cube: Cube) -> Point:
        """Return the centre of any hex of the plane, also off the map."""
        q, r = cube
        lead = 1 if self.grid.is_shifted(0, 0) else 0  # hex 0 lies half a hex further on
        if self.grid.orientation == "flat":
            along, across = q * self.step, (2 * r + q + lead) * self.size / 2
            return self.origin[0] + self.radius + along, self.origin[1] + self.size / 2 + across
        along, across = (q + r) * self.step, (q - r + lead) * self.size / 2
        return self.origin[0] + self.size / 2 + across, self.origin[1] + self.radius + along

    def corner(self, i: int, k: int) -> Point:
        """Return the position of corner ``k`` of hex ``i``."""
        x, y = self.centre(i)
        if self.grid.orientation == "flat":
            u, v = _FLAT_CORNERS[k % 6]
            return x + u * self.step / 3, y + v * self.size / 2
        u, v = _POINTY_CORNERS[k % 6]
        return x + u * self.size / 2, y + v * self.step / 3

    def polygon(self, i: int) -> tuple[Point, ...]:
        """Return the six corners of hex ``i``, clockwise from corner 0."""
        return tuple(self.corner(i, k) for k in range(6))

    def side_ends(self, side: Hexside) -> tuple[Point, Point]:
        """Return both ends of a hexside, clockwise as seen from its hex ``a``."""
        return self.corner(side.a, side.d - 1), self.corner(side.a, side.d)

    def side_middle(self, side: Hexside) -> Point:
        """Return the middle of a hexside."""
        (x1, y1), (x2, y2) = self.side_ends(side)
        return (x1 + x2) / 2, (y1 + y2) / 2

    def hex_at(self, x: float, y: float) -> int | None:
        """Return the hex that holds a point (on a hexside, either hex); None off the map."""
        return self.grid.find(self.cube_at(x, y))

    def cube_at(self, x: float, y: float) -> Cube:
        """Return the cube coordinates of the hex that holds a point, also beyond the map."""
        lead = 1 if self.grid.is_shifted(0, 0) else 0
        x, y = x - self.origin[0], y - self.origin[1]
        if self.grid.orientation == "flat":
            q = (x - self.radius) / self.step
            r = ((y - self.size / 2) * 2 / self.size - lead - q) / 2
        else:
            row = (y - self.radius) / self.step
            q = ((x - self.size / 2) * 2 / self.size - lead + row) / 2
            r = row - q
        return _nearest(q, r)

    def _extent(self) -> Point:
        grid = self.grid
        flat = grid.orientation == "flat"
        lines, cells = (grid.columns, grid.rows) if flat else (grid.rows, grid.columns)
        has_shifted = lines > 1 or grid.is_shifted(0, 0)
        reach = cells + (0.5 if has_shifted and not grid.ragged else 0.0)
        long, short = (lines - 1) * self.step + 2 * self.radius, reach * self.size
        return (long, short) if flat else (short, long)


def _nearest(q: float, r: float) -> Cube:
    """Return round to the nearest hex.

    The component with the largest error gives way (the sum stays zero).
    """
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return Cube(rq, rr)
