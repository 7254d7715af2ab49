"""From the metres of the data to the metres of the sheet: x to the right, y down, hexes of true size."""

from __future__ import annotations

from functools import cached_property
from math import cos, radians, sin

import numpy as np
import shapely
from msgspec import Struct

from jdgtools.gis.settings import Settings
from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.layout import Layout, Point

_QUARTERS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}


class SurveyFrame(Struct, frozen=True, dict=True):
    """The sheet in metres and the way to it."""

    layout: Layout
    """Hexes in metres; the upper left corner of the map is (0, 0)."""
    at: Point
    """A point of the data …"""
    on: Point
    """… and the same point on the sheet."""
    turn: tuple[float, float]
    """Cosine and sine of the direction of the data's north on the sheet, clockwise from the top."""

    @classmethod
    def of(cls, settings: Settings, grid: HexGrid) -> SurveyFrame:
        """Return the frame that the anchor, the scale and the rotation give."""
        layout = Layout(grid, float(settings.metres))
        anchor_hex = settings.anchor_hex
        on = (0.0, layout.height) if anchor_hex is None else layout.centre(anchor_hex)
        angle = settings.rotation % 360.0
        turn = _QUARTERS.get(angle) or (cos(radians(angle)), sin(radians(angle)))
        return cls(layout, settings.anchor or (0.0, 0.0), on, turn)

    def to_sheet(self, points: np.ndarray) -> np.ndarray:
        """Return points of the data (n, 2 or more) on the sheet (n, 2), to the millimetre."""
        east, north = points[:, 0] - self.at[0], points[:, 1] - self.at[1]
        c, s = self.turn
        sheet = np.column_stack((self.on[0] + east * c + north * s, self.on[1] + east * s - north * c))
        # Rounded so that the last digits of sine and cosine, which differ by machine, decide nothing.
        sheet_rounded: np.ndarray = np.round(sheet, 3)
        return sheet_rounded

    def to_data(self, points: np.ndarray) -> np.ndarray:
        """Return points of the sheet (n, 2) as points of the data."""
        x, y = points[:, 0] - self.on[0], points[:, 1] - self.on[1]
        c, s = self.turn
        return np.column_stack((self.at[0] + x * c + y * s, self.at[1] + x * s - y * c))

    @property
    def size(self) -> float:
        """Distance of opposite hexsides, metres."""
        return self.layout.size

    @property
    def hex_area(self) -> float:
        """Area of a hex, square metres."""
        return self.layout.size * self.layout.step

    @cached_property
    def hexes(self) -> np.ndarray:
        """The hexes as polygons, by hex index."""
        polygons: np.ndarray = shapely.polygons(self.corners)
        return polygons

    @cached_property
    def tree(self) -> shapely.STRtree:
        """Finds hexes by place."""
        return shapely.STRtree(self.hexes)

    @cached_property
    def corners(self) -> np.ndarray:
        """The corners of all hexes, shape (hexes, 6, 2)."""
        first = np.array(self.layout.polygon(0)) - np.array(self.layout.centre(0))
        corners: np.ndarray = self.centres[:, None, :] + first[None, :, :]
        return corners

    @cached_property
    def centres(self) -> np.ndarray:
        """The centres of all hexes, shape (hexes, 2)."""
        return np.array([self.layout.centre(i) for i in range(self.layout.grid.size)])

    def hexes_at(self, points: np.ndarray) -> np.ndarray:
        """Return the hex that holds each place of the sheet, shape (n, 2); -1 off the map."""
        layout = self.layout
        grid = layout.grid
        flat = grid.orientation == "flat"
        along, across = (points[:, 0], points[:, 1]) if flat else (points[:, 1], points[:, 0])
        lines, cells = (grid.columns, grid.rows) if flat else (grid.rows, grid.columns)
        best, gap = np.full(len(points), -1), np.full(len(points), np.inf)
        line = np.rint((along - layout.radius) / layout.step).astype(int)
        for offset in (0, -1, 1):
            n = line + offset
            lead = np.where((n & 1) == (grid.parity == "odd"), layout.size / 2, 0.0)
            cell = np.floor((across - lead) / layout.size).astype(int)
            u = along - layout.radius - n * layout.step
            v = across - lead - (cell + 0.5) * layout.size
            away = u * u + v * v
            on = (n >= 0) & (n < lines) & (cell >= 0) & (cell < cells)
            index = cell * grid.columns + n if flat else n * grid.columns + cell
            closer = away < gap - 1e-9
            gap = np.where(closer, away, gap)
            best = np.where(closer, np.where(on, index, -1), best)
        return best
