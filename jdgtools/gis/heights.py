"""Heights of hexes from contour lines, spot heights or a height grid; levels from heights.

The height of a hex is the median of seven samples: its centre and the points half way to its corners. With a
height grid it is the median of all grid points in the hex, or of the seven samples where there are too few.

Between contours the height of a point is interpolated by its distances to the nearest contour and to the
nearest one of the next height below or above, or the nearest spot height, that is in sight: no line of the
nearest height lies between. With none in sight the point lies beyond its contour (a top, a hollow) and rises
or falls on by the slope outside, at most by half a step of the contours.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from msgspec import Struct

from jdgtools.gis.frame import SurveyFrame
from jdgtools.gis.grid_file import HeightGrid


class Heights(Struct, frozen=True):
    """What is known of the ground's height, on the sheet."""

    contours: Sequence[tuple[float, np.ndarray]] = ()
    """(height in metres, points) of each line."""
    spots: Sequence[tuple[float, float, float]] = ()
    """x, y, height."""
    grid: HeightGrid | None = None


def samples(frame: SurveyFrame) -> np.ndarray:
    """Return seven points of each hex, shape (hexes, 7, 2): the centre, then half way to each corner."""
    centres = frame.centres[:, None, :]
    return np.concatenate((centres, (centres + frame.corners) / 2), axis=1)


def hex_heights(heights: Heights, frame: SurveyFrame) -> np.ndarray:
    """Return the height of each hex in metres, to the centimetre; NaN where nothing is known."""
    points = samples(frame)
    count = len(points)
    if heights.grid is not None:
        metres = _of_grid(heights.grid, frame, points)
    elif heights.contours:
        metres = np.median(_between(heights, points.reshape(-1, 2)).reshape(count, 7), axis=1)
    elif heights.spots:
        metres = _of_spots(heights.spots, frame, points)
    else:
        metres = np.full(count, np.nan)
    return np.round(metres, 2)


def _of_grid(grid: HeightGrid, frame: SurveyFrame, points: np.ndarray) -> np.ndarray:
    """Return medians of the grid's values; grids coarser than the hexes are sampled."""
    inside = _medians(frame, frame.to_sheet(grid.points()), grid.values.ravel(), least=4)
    data = frame.to_data(points.reshape(-1, 2))
    grid_samples = grid.at(data).reshape(len(points), 7)
    samples_or_zero = np.where(np.isnan(grid_samples).all(axis=1)[:, None], 0.0, grid_samples)
    median = np.where(np.isnan(grid_samples).all(axis=1), np.nan, np.nanmedian(samples_or_zero, axis=1))
    return np.where(np.isnan(inside), median, inside)


def _of_spots(
    spots: Sequence[tuple[float, float, float]], frame: SurveyFrame, points: np.ndarray
) -> np.ndarray:
    """Return the median of the spot heights in each hex, or the one nearest to the centre."""
    array = np.array(spots)
    metres = _medians(frame, array[:, :2], array[:, 2], least=1)
    tree = shapely.STRtree(shapely.points(array[:, :2]))
    nearest = array[tree.nearest(shapely.points(points[:, 0])), 2]
    return np.where(np.isnan(metres), nearest, metres)


def _medians(frame: SurveyFrame, places: np.ndarray, values: np.ndarray, least: int) -> np.ndarray:
    """Return the median by hex of the values at places of the sheet; NaN with fewer than `least`."""
    medians = np.full(frame.layout.grid.size, np.nan)
    has_height = ~np.isnan(values)
    places, values = places[has_height], values[has_height]
    hexes = frame.hexes_at(places)
    hexes, values = hexes[hexes >= 0], values[hexes >= 0]
    order = np.lexsort((values, hexes))
    hexes, values = hexes[order], values[order]
    starts = np.nonzero(np.diff(hexes, prepend=-1))[0]
    for start, end in zip(starts, np.append(starts, len(hexes))[1:], strict=True):
        if end - start >= least:
            medians[hexes[start]] = np.median(values[start:end])
    return medians


# --- contours ----------------------------------------------------------------------------------------


class _Contours:
    """The contours of one height."""

    def __init__(self, height: float, lines: Sequence[np.ndarray]) -> None:
        self.height = height
        ends = np.concatenate([np.stack((line[:-1], line[1:]), axis=1) for line in lines])
        self.pieces = shapely.linestrings(ends)
        self.tree = shapely.STRtree(self.pieces)

    def nearest(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (distance, nearest point on a line) of shapely points."""
        which = self.tree.nearest(points)
        link = shapely.shortest_line(self.pieces[which], points)
        return shapely.length(link), shapely.get_point(link, 0)

    def between(self, ones: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Return whether a contour lies between each pair of shapely points."""
        pairs = np.stack((shapely.get_coordinates(ones), shapely.get_coordinates(others)), axis=1)
        hit = self.tree.query(shapely.linestrings(pairs), predicate="intersects")[0]
        is_hidden = np.zeros(len(ones), dtype=bool)
        is_hidden[hit] = True
        return is_hidden


def _between(heights: Heights, points: np.ndarray) -> np.ndarray:
    """Return the height of each point from contours and spot heights."""
    by_height: dict[float, list[np.ndarray]] = {}
    for height, line in heights.contours:
        by_height.setdefault(height, []).append(line)
    steps = [_Contours(height, by_height[height]) for height in sorted(by_height)]
    places = shapely.points(points)
    pieces = np.concatenate([s.pieces for s in steps])
    owner = np.concatenate([np.full(len(s.pieces), n) for n, s in enumerate(steps)])
    which = shapely.STRtree(pieces).nearest(places)
    nearest, near = owner[which], shapely.distance(pieces[which], places)
    spots = np.array(heights.spots) if heights.spots else None
    metres = np.empty(len(points))
    for n, lines in enumerate(steps):
        rows = np.nonzero(nearest == n)[0]
        if len(rows):
            others = [steps[k] for k in (n - 1, n + 1) if 0 <= k < len(steps)]
            metres[rows] = _from(lines, others, spots, places[rows], near[rows])
    return metres


def _from(
    lines: _Contours,
    others: Sequence[_Contours],
    spots: np.ndarray | None,
    places: np.ndarray,
    near: np.ndarray,
) -> np.ndarray:
    """Return heights of points whose nearest contours are `own`, at the distances `near`."""
    targets: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    for other in others:
        far, goal = other.nearest(places)
        targets.append((np.full(len(places), other.height), far, goal))
    if spots is not None:
        marks = shapely.points(spots[:, :2])
        which = shapely.STRtree(marks).nearest(places)
        targets.append((spots[which, 2], shapely.distance(marks[which], places), marks[which]))
    best = np.full(len(places), np.inf)
    metres = np.full(len(places), lines.height)
    beyond_at, beyond = np.full(len(places), np.inf), np.full(len(places), lines.height)
    for height, far, goal in targets:
        is_hidden = lines.between(places, goal) & (near > 1e-6)
        closer = ~is_hidden & (far < best)
        best = np.where(closer, far, best)
        part = near / np.maximum(near + far, 1e-9)
        metres = np.where(closer, lines.height + (height - lines.height) * part, metres)
        # Hidden: the point lies on the other side of its contour; the ground goes on as it does there.
        slope = (lines.height - height) / np.maximum(far - near, 1e-9)
        half = np.abs(lines.height - height) / 2
        further = lines.height + np.clip(slope * near, -half, half)
        closer = is_hidden & (far < beyond_at)
        beyond_at = np.where(closer, far, beyond_at)
        beyond = np.where(closer, further, beyond)
    return np.where(np.isinf(best), beyond, metres)


# --- levels ------------------------------------------------------------------------------------------


def level_of(height: float, base: float, interval: float) -> tuple[int, float, int]:
    """Return (level, distance to the nearest other level in levels, that level).

    Level n holds the heights from base + n * interval up to, not including, the next.
    """
    steps_above = round((height - base) / interval, 6)
    level = int(np.floor(steps_above))
    up = level + 1 - steps_above
    down = steps_above - level
    return (level, round(down, 6), level - 1) if down <= up else (level, round(up, 6), level + 1)
