"""A contour runs over the hexes as one calm line, and yet every hex lies on its own side of it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from jdgtools.hexgrid.grid import HexGrid, Orientation
from jdgtools.hexgrid.layout import Layout
from jdgtools.loading import load
from jdgtools.model.map import BattleMap
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.levels import contours_of, level_of
from jdgtools.render.map.rims import rims
from jdgtools.render.map.surface import LEVEL, surface

SIZE = 20.0
BATTLES = ["rolica-1808", "vimeiro-1808", "bremule-1119", "bouvines-1214", "edgehill-1642"]


def ground(levels: list[int], columns: int, orientation: Orientation = "flat") -> MapFrame:
    grid = HexGrid(columns, len(levels) // columns, orientation)
    terrain = ("clear",) * grid.size
    board = BattleMap(grid, 200, SIZE, 20, terrain, tuple(levels), (True,) * grid.size)
    return MapFrame(board, Layout(grid, SIZE), margin=0.9 * SIZE)


def frames() -> list[tuple[str, MapFrame]]:
    maps = [(name, load(Path("scenarios") / name).battle.map) for name in BATTLES]  # type: ignore[union-attr]
    found = [(name, MapFrame(m, Layout(m.grid, m.hex_mm), margin=0.9 * m.hex_mm)) for name, m in maps if m]
    for orientation in ("flat", "pointy"):
        # The worst that may come: no two neighbours need be alike.
        random = Random(5)
        levels = [random.randrange(4) for _ in range(14 * 12)]
        found.append((f"random {orientation}", ground(levels, 14, orientation)))  # type: ignore[arg-type]
    return found


FRAMES = frames()


def area(frame: MapFrame, level: int) -> BaseGeometry:
    """All ground of a level and more."""
    parts = [shapely.make_valid(shapely.Polygon(line.curve())) for line in contours_of(frame)[level]]
    whole = shapely.Polygon()
    for part in parts:
        whole = shapely.symmetric_difference(whole, part)
    return whole


@pytest.mark.parametrize(("name", "frame"), FRAMES, ids=[name for name, _ in FRAMES])
def test_every_hex_has_its_centre_on_its_own_side(name: str, frame: MapFrame) -> None:
    by_hex = level_of(frame)
    without_lettering = surface(frame)
    for level in contours_of(frame):
        high = area(frame, level)
        for cube in frame.map_hexes:
            centre = shapely.Point(frame.centre(cube))
            assert high.contains(centre) == (by_hex[cube] >= level), (name, cube, level)
            assert high.boundary.distance(centre) > 0.2 * frame.size, (name, cube, level)
    for cube in frame.map_hexes:
        x, y = frame.centre(cube)
        column, row = (
            (x - without_lettering.left) / without_lettering.step_x,
            (y - without_lettering.top) / without_lettering.step_y,
        )
        assert without_lettering.levels[int(row), int(column)] == by_hex[cube] * LEVEL, (
            "tints and light agree"
        )


@pytest.mark.parametrize(("name", "frame"), FRAMES, ids=[name for name, _ in FRAMES])
def test_a_slope_is_seen_at_its_hexside(name: str, frame: MapFrame) -> None:
    """Its part of the contour passes near it, and is long enough for strokes."""
    for (a, b), step in rims(frame).steps.items():
        side, points = shapely.LineString((frame.at(a), frame.at(b))), np.array(step.points)
        assert side.distance(shapely.Point(points[3])) < 0.3 * frame.size
        assert max(side.distance(shapely.Point(at)) for at in points) < 0.36 * frame.size
        assert shapely.LineString(points).length > 0.4 * side.length, name


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_contour_does_not_bulge_with_every_hex(orientation: Orientation) -> None:
    """Along the hexes of a row or column that stand out and back by half a hex, the line stays within a fifth."""
    rows = [n // 16 for n in range(16 * 12)] if orientation == "flat" else [n % 16 for n in range(16 * 12)]
    frame = ground([int(row < 6) for row in rows], 16, orientation)
    across = 1 if orientation == "flat" else 0
    corners: list[float] = []
    line: list[float] = []
    left, top, right, bottom = frame.box
    for (a, b), step in rims(frame).steps.items():
        points = np.array(step.points)
        x, y = points[3]
        if left + 3 * SIZE < x < right - 3 * SIZE and top + 3 * SIZE < y < bottom - 3 * SIZE:
            corners += [frame.at(a)[across], frame.at(b)[across]]
            line += points[:, across].tolist()
    assert max(corners) - min(corners) == pytest.approx(0.5 * SIZE)
    assert max(line) - min(line) < 0.34 * SIZE
    assert float(np.std(line)) < 0.11 * SIZE


def test_pixels_of_a_hill_with_a_hollow() -> None:
    """A ring of high ground: the surface has the hollow, too, and the ground without it is even."""
    columns = 9
    middle = 4 * columns + 4
    frame = ground([int(n % columns in range(2, 7) and n // columns in range(2, 7)) for n in range(81)], 9)
    hollow = ground(
        [int(n != middle and n % 9 in range(2, 7) and n // 9 in range(2, 7)) for n in range(81)], 9
    )
    assert len(contours_of(frame)[1]) == 1 and len(contours_of(hollow)[1]) == 2
    full, holed = surface(frame), surface(hollow)
    assert int((full.levels > 0).sum() - (holed.levels > 0).sum()) > 20
    assert surface(ground([3] * 81, 9)).even
