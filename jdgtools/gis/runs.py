"""The hexes along a line, with where the line enters and leaves each.

Roads, rivers and walls of GIS data are lines in metres. What becomes of them on the map (`gis/ways.py`,
`gis/courses.py`, `gis/cover.py`) is decided by the hexes that they run through, in their order.
"""

from __future__ import annotations

import numpy as np
import shapely
from msgspec import Struct

from jdgtools.gis.frame import SurveyFrame

_TINY = 1e-6
"""Metres; shorter stretches are nothing."""


class HexRun(Struct, frozen=True):
    """A stretch of a line within one hex."""

    hex: int
    points: tuple[tuple[float, float], ...]
    """From where it enters to where it leaves, at least two."""
    start: float
    """Distance along the line, metres."""
    end: float

    @property
    def length(self) -> float:
        """Length within the hex, metres."""
        return self.end - self.start


class Runs:
    """Finds the hexes along lines."""

    def __init__(self, frame: SurveyFrame) -> None:
        self.centres = frame.centres
        self.half = frame.size / 2
        self.tree = frame.tree
        flat = frame.layout.grid.orientation == "flat"
        # Normals of the three pairs of hexsides.
        s = 3**0.5 / 2
        self.normals = np.array([(0, 1), (s, 0.5), (s, -0.5)] if flat else [(1, 0), (0.5, s), (0.5, -s)])
        self._runs: dict[int, tuple[np.ndarray, list[HexRun]]] = {}

    def along(self, line: np.ndarray) -> list[HexRun]:
        """Return the runs of a line in order; stretches off the map are absent.

        A stretch along a hexside belongs to the hex of the lower index.
        """
        remembered_runs = self._runs.get(id(line))
        if remembered_runs is None:
            remembered_runs = self._runs[id(line)] = (line, self._find(line))
        return remembered_runs[1]

    def _find(self, line: np.ndarray) -> list[HexRun]:
        a, b = line[:-1], line[1:]
        lengths = np.hypot(*(b - a).T)
        marks = np.concatenate(([0.0], np.cumsum(lengths)))
        boxes = shapely.box(
            np.minimum(a[:, 0], b[:, 0]), np.minimum(a[:, 1], b[:, 1]),
            np.maximum(a[:, 0], b[:, 0]), np.maximum(a[:, 1], b[:, 1]),
        )  # fmt: skip
        segment, hexes = self.tree.query(boxes)
        if not len(segment):
            return []
        # A hex is where three bands meet; each band leaves an interval of the segment.
        from_centre = a[segment] - self.centres[hexes]
        along = (b - a)[segment]
        near, far = np.zeros(len(segment)), np.ones(len(segment))
        for normal in self.normals:
            at, step = from_centre @ normal, along @ normal
            flat = np.abs(step) < 1e-12
            with np.errstate(divide="ignore", invalid="ignore"):
                one, other = (-self.half - at) / step, (self.half - at) / step
            outside = flat & (np.abs(at) > self.half + 1e-9)
            near = np.maximum(near, np.where(flat, np.where(outside, 2.0, 0.0), np.minimum(one, other)))
            far = np.minimum(far, np.where(flat, np.where(outside, -1.0, 1.0), np.maximum(one, other)))
        keep = (far - near) * lengths[segment] > _TINY
        segment, hexes, near, far = segment[keep], hexes[keep], near[keep], far[keep]
        start = np.round(marks[segment] + near * lengths[segment], 6)
        end = np.round(marks[segment] + far * lengths[segment], 6)
        order = np.lexsort((hexes, start, segment))
        return self._join(line, marks, [(int(hexes[n]), float(start[n]), float(end[n])) for n in order])

    @staticmethod
    def _join(line: np.ndarray, marks: np.ndarray, stretches: list[tuple[int, float, float]]) -> list[HexRun]:
        joined_runs: list[tuple[int, float, float]] = []
        last_end = -1.0
        for hex_index, start, end in stretches:
            start = max(start, last_end)  # what lies on a hexside is taken once
            if end - start <= _TINY:
                continue
            if joined_runs and joined_runs[-1][0] == hex_index and start - joined_runs[-1][2] <= 1e-3:
                joined_runs[-1] = (hex_index, joined_runs[-1][1], end)
            else:
                joined_runs.append((hex_index, start, end))
            last_end = end
        if not joined_runs:
            return []
        ends = np.array([(start, end) for _, start, end in joined_runs])
        end_points = np.column_stack([np.interp(ends.ravel(), marks, line[:, k]) for k in (0, 1)]).tolist()
        # The vertices strictly between both ends of each run.
        first = np.searchsorted(marks, ends[:, 0] + _TINY, side="right").tolist()
        last = np.searchsorted(marks, ends[:, 1] - _TINY, side="left").tolist()
        vertices = line.tolist()
        return [
            HexRun(
                hex_index,
                tuple(map(tuple, (end_points[2 * n], *vertices[first[n] : last[n]], end_points[2 * n + 1]))),
                start,
                end,
            )
            for n, (hex_index, start, end) in enumerate(joined_runs)
        ]
