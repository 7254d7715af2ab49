from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from jdgtools.hexgrid import DIRECTIONS, HexGrid
from jdgtools.hexgrid.lines_np import displacements, plane_of, targets
from tests.plain_sight import clear_lines


def no_walls(grid):
    return np.zeros((grid.size, 6), dtype=bool)


def with_solid(grid, *names):
    return np.array([i in {grid.index(n) for n in names} for i in range(grid.size)])


def test_numpy_is_loaded_only_on_use():
    modules = "jdgtools.hexgrid, jdgtools.hexgrid.lines_np, jdgtools.hexgrid.layout"
    code = f"import sys, {modules}; print('numpy' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"


def test_one_of_two_hexes_beside_the_line_does_not_block():
    """JDG-7.4.2-EX1."""
    grid = HexGrid(9, 9)
    a, b = grid.index("0305"), grid.index("0505")
    assert clear_lines(grid, with_solid(grid, "0404"), no_walls(grid))[a, b]
    assert not clear_lines(grid, with_solid(grid, "0404", "0405"), no_walls(grid))[a, b]
    walls = no_walls(grid)
    walls[grid.index("0404"), 3] = walls[grid.index("0405"), 0] = True
    assert not clear_lines(grid, with_solid(grid), walls)[a, b]


def test_ends_do_not_block_and_nothing_off_the_map_does():
    grid = HexGrid(5, 5)
    clear = clear_lines(grid, np.ones(grid.size, dtype=bool), no_walls(grid))
    along_the_border = {("0101", "0301"), ("0301", "0501"), ("0205", "0405")}
    for i in grid.hexes:
        for j in grid.hexes[i:]:
            expected = grid.distance(i, j) < 2 or (grid.id(i), grid.id(j)) in along_the_border
            assert clear[i, j] == clear[j, i] == expected


def test_line_along_the_border_sees_border_hexsides():
    grid = HexGrid(4, 3)
    walls = no_walls(grid)
    walls[grid.index("0201"), 0] = True  # the line from 0101 to 0301 runs along it
    a, b = grid.index("0101"), grid.index("0301")
    assert clear_lines(grid, with_solid(grid, "0201"), no_walls(grid))[a, b]
    assert not clear_lines(grid, with_solid(grid), walls)[a, b]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_laid_out_values_shift_together(orientation):
    grid = HexGrid(6, 5, orientation, "even", ragged=True)
    plane = plane_of(grid)
    laid = plane.lay(np.arange(grid.size) * 10, fill=-1)
    for d, (dq, dr) in enumerate(((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))):
        window = plane.window(dq, dr)
        origins, ends, mask = window.pairs()
        assert (window.view(laid)[mask] == origins * 10).all()
        assert (window.view(laid, dq, dr)[mask] == ends * 10).all()
        assert [grid.neighbour(int(i), d) for i in origins] == ends.tolist()
        back = targets(grid, -dq, -dr)
        assert sorted(zip(*back, strict=True)) == sorted(zip(ends, origins, strict=True))
    assert all(len(targets(grid, dq, dr)[0]) for dq, dr in displacements(grid))
    assert len(targets(grid, 50, 0)[0]) == 0


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_border_hexsides_are_laid_from_both_sides(orientation):
    grid = HexGrid(5, 4, orientation)
    plane = plane_of(grid)
    values = np.arange(grid.size * 6).reshape(grid.size, 6) + 1
    laid = plane.lay_sides(values)
    checked = set()
    for d, step in enumerate(DIRECTIONS):
        window = plane.window(*step)
        off_map = window.view(plane.index) < 0
        beyond = window.view(plane.index, *step)
        for cell in zip(*np.nonzero(off_map & (beyond >= 0)), strict=True):
            assert window.view(laid[d])[cell] == values[beyond[cell], (d + 3) % 6]
            checked.add(d)
        on_map = ~off_map
        assert (window.view(laid[d])[on_map] == values[window.view(plane.index)[on_map], d]).all()
    assert len(checked) >= 4
