from __future__ import annotations

from math import dist, isclose, sqrt

import pytest

from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.layout import Layout

GRIDS = [
    HexGrid(5, 4, orientation, parity, ragged=ragged)
    for orientation in ("flat", "pointy")
    for parity in ("odd", "even")
    for ragged in (False, True)
]


@pytest.mark.parametrize("grid", GRIDS, ids=lambda g: f"{g.orientation}-{g.parity}-{g.ragged}")
def test_regular_hexes_fill_the_box(grid):
    layout = Layout(grid, 20.0, (3.0, 7.0))
    points = [p for i in grid.hexes for p in layout.polygon(i)]
    assert isclose(min(x for x, _ in points), 3.0) and isclose(min(y for _, y in points), 7.0)
    assert isclose(max(x for x, _ in points), 3.0 + layout.width)
    assert isclose(max(y for _, y in points), 7.0 + layout.height)
    for i in grid.hexes:
        centre = layout.centre(i)
        for k in range(6):
            assert isclose(dist(centre, layout.corner(i, k)), 20 / sqrt(3))
        for j in grid.neighbours(i):
            assert isclose(dist(centre, layout.centre(j)), 20.0)


@pytest.mark.parametrize("grid", GRIDS, ids=lambda g: f"{g.orientation}-{g.parity}-{g.ragged}")
def test_sides_and_corners_agree_with_the_grid(grid):
    layout = Layout(grid, 20.0)
    place: dict[object, tuple[float, float]] = {}
    for i in grid.hexes:
        for k in range(6):
            x, y = layout.corner(i, k)
            known = place.setdefault(grid.corner(i, k), (x, y))
            assert dist(known, (x, y)) < 1e-9
    for side in grid.sides():
        middle = layout.side_middle(side)
        assert isclose(dist(layout.centre(side.a), middle), 10.0)
        hexes = grid.side_hexes(side)
        if len(hexes) == 2:
            (x1, y1), (x2, y2) = (layout.centre(i) for i in hexes)
            assert dist(middle, ((x1 + x2) / 2, (y1 + y2) / 2)) < 1e-9


def test_directions_look_like_their_names():
    layout = Layout(HexGrid(9, 9), 10.0)
    grid = layout.grid
    x, y = layout.centre(grid.index("0505"))
    nx, ny = layout.centre(grid.neighbour(grid.index("0505"), 0))
    assert isclose(nx, x) and ny < y
    ex, ey = layout.corner(grid.index("0505"), 1)
    assert ex > x and isclose(ey, y)
    pointy = Layout(HexGrid(9, 9, "pointy"), 10.0)
    x, y = pointy.centre(40)
    ex, ey = pointy.centre(pointy.grid.neighbour(40, 1))
    assert ex > x and isclose(ey, y)
    nx, ny = pointy.corner(40, 5)
    assert isclose(nx, x) and ny < y


@pytest.mark.parametrize("grid", GRIDS, ids=lambda g: f"{g.orientation}-{g.parity}-{g.ragged}")
def test_hex_at(grid):
    for layout in (Layout(grid, 20.0, (3.0, 7.0)), Layout(grid, 20.0, (3.0, 7.0)).on_whole_pixels(3.7)):
        for i in grid.hexes:
            cx, cy = layout.centre(i)
            assert layout.hex_at(cx, cy) == i
            for px, py in layout.polygon(i):
                assert layout.hex_at(cx + 0.98 * (px - cx), cy + 0.98 * (py - cy)) == i
        assert layout.hex_at(-50, -50) is None


def test_straightened_centres_and_corners_are_whole_pixels():
    for grid in GRIDS:
        layout = Layout(grid, 20.0, (3.0, 7.0)).on_whole_pixels(3.7)
        for i in grid.hexes:
            for value in (*layout.centre(i), *(v for p in layout.polygon(i) for v in p)):
                assert isclose(value, round(value), abs_tol=1e-9)
