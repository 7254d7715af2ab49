from __future__ import annotations

import pytest

from jdgtools.hexgrid import HexGrid, Numbering, corner_name, direction_name, opposite


def names(grid, hexes):
    return [grid.id(i) for i in hexes]


def around(grid, text):
    i = grid.index(text)
    return {direction_name(grid.orientation, d): grid.id(grid.neighbour(i, d)) for d in range(6)}


def test_neighbours_as_printed_on_maps():
    assert around(HexGrid(9, 9), "0303") == {
        "N": "0302",
        "NE": "0402",
        "SE": "0403",
        "S": "0304",
        "SW": "0203",
        "NW": "0202",
    }
    assert around(HexGrid(9, 9), "0403") == {
        "N": "0402",
        "NE": "0503",
        "SE": "0504",
        "S": "0404",
        "SW": "0304",
        "NW": "0303",
    }
    assert around(HexGrid(9, 9, parity="even"), "0303") == {
        "N": "0302",
        "NE": "0403",
        "SE": "0404",
        "S": "0304",
        "SW": "0204",
        "NW": "0203",
    }
    assert around(HexGrid(9, 9, "pointy"), "0303") == {
        "NE": "0302",
        "E": "0403",
        "SE": "0304",
        "SW": "0204",
        "W": "0203",
        "NW": "0202",
    }
    assert around(HexGrid(9, 9, "pointy", "even"), "0303") == {
        "NE": "0402",
        "E": "0403",
        "SE": "0404",
        "SW": "0304",
        "W": "0203",
        "NW": "0302",
    }


def test_neighbours_off_the_map():
    grid = HexGrid(4, 4)
    assert grid.neighbour(0, 0) is None
    assert names(grid, grid.neighbours(0)) == ["0201", "0102"]
    assert 15 in grid and 16 not in grid and -1 not in grid


def test_ragged_grid_leaves_holes():
    grid = HexGrid(5, 4, ragged=True)
    assert grid.size == 20 and len(grid.hexes) == 18
    assert grid.index("0204") is None and grid.index("0304") is not None
    assert "shorter" in str(grid.problem("0204"))
    assert names(grid, grid.edge_hexes("S")) == ["0104", "0203", "0304", "0403", "0504"]
    pointy = HexGrid(4, 3, "pointy", "even", ragged=True)
    for each in (grid, pointy):
        assert [i for i in range(-each.size, 2 * each.size) if i in each] == list(each.hexes)
    assert [pointy.id(i) for i in pointy.edge_hexes("E")] == ["0301", "0402", "0303"]


def test_names_are_made_once():
    grid = HexGrid(5, 4)
    assert grid.id(7) is grid.id(7)


def test_index_and_problem():
    grid = HexGrid(18, 30, numbering=Numbering(letters="column"))
    assert grid.index("c05") == grid.index("C05") == grid.at(2, 4)
    assert grid.problem("C05") is None
    assert "column S is beyond" in str(grid.problem("S01"))


@pytest.mark.parametrize("settings", [{"columns": 0, "rows": 3}, {"columns": 3, "rows": 0}])
def test_misuse_raises(settings):
    with pytest.raises(ValueError, match="at least one"):
        HexGrid(**settings)
    with pytest.raises(ValueError, match="two hexes"):
        HexGrid(12, 12, numbering=Numbering(leading_zeros=False))


def test_cone_counts_and_rays():
    grid = HexGrid(21, 21)
    i = grid.index("1111")
    for k in range(6):
        for r in range(1, 6):
            ring = [j for j in grid.cone(i, k, 5) if grid.distance(i, j) == r]
            assert len(ring) == r + 1  # JDG-CONV-f
        assert grid.front(i, k) == (grid.neighbour(i, k), grid.neighbour(i, k + 1))
    assert len(grid.arc(i, (5, 0, 1), 3)) == 3 + 5 + 7
    assert len(grid.arc(i, (2,), 4)) == 4
    # Facing corner E of a flat hex: fronts NE and SE; two hexes due east lies on the axis of the cone.
    assert corner_name("flat", 1) == "E"
    assert grid.index("1311") in grid.cone(i, 1, 2)


def test_cone_at_the_edge_of_the_map():
    grid = HexGrid(5, 5)
    i = grid.index("0101")
    assert grid.cone(i, 5, 4) == ()  # north-west: nothing there
    # Facing E: both front rays, NE and SE, and what lies between; the NE ray leaves the map at once.
    assert names(grid, grid.cone(i, 1, 3)) == ["0201", "0301", "0302", "0401", "0402"]


def test_hexside_identity():
    grid = HexGrid(6, 5)
    sides = list(grid.sides())
    assert len(sides) == len(set(sides))
    seen = {grid.hexside(i, d) for i in grid.hexes for d in range(6)}
    assert seen == set(sides)
    for side in sides:
        hexes = grid.side_hexes(side)
        if len(hexes) == 2:
            assert grid.hexside(hexes[1], opposite(side.d)) == side
            assert grid.side_between(*hexes) == grid.side_between(*reversed(hexes)) == side
    assert grid.side_between(0, 29) is None


def test_corner_identity():
    grid = HexGrid(6, 5, "pointy")
    inner = grid.index("0303")
    for k in range(6):
        corner = grid.corner(inner, k)
        assert len(grid.corner_hexes(corner)) == 3
        assert len(grid.corner_sides(corner)) == 3
        assert {grid.corner(i, m) for i in grid.corner_hexes(corner) for m in range(6)} & {corner}
    corners = {grid.corner(i, k) for i in grid.hexes for k in range(6)}
    sides = list(grid.sides())
    assert len(corners) - len(sides) + len(grid.hexes) == 1  # Euler, for a map without holes
    for side in sides:
        for end in grid.side_ends(side):
            assert side in grid.corner_sides(end)


def test_edges():
    grid = HexGrid(3, 4)
    assert names(grid, grid.edge_hexes("N")) == ["0101", "0201", "0301"]
    assert names(grid, grid.edge_hexes("E")) == ["0301", "0302", "0303", "0304"]
    assert names(grid, grid.edge_hexes("ne")) == ["0101", "0201", "0301", "0302", "0303", "0304"]
    assert len(grid.edge_hexes("NESW")) == 10
    with pytest.raises(ValueError, match="map edge"):
        grid.edge_hexes("X")


def test_ring_order_and_disc():
    grid = HexGrid(9, 9)
    i = grid.index("0505")
    assert grid.ring(i, 1) == grid.neighbours(i)
    assert grid.ring(i, 0) == (i,)
    assert grid.disc(i, 2)[0] == i and len(grid.disc(i, 2)) == 19
    assert names(grid, grid.ring(i, 2))[0] == "0503"


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("parity", ["odd", "even"])
def test_no_neighbour_is_a_hole_of_a_ragged_grid(orientation, parity):
    grid = HexGrid(6, 5, orientation, parity, ragged=True)
    assert all(set(grid.neighbours(i)) <= set(grid.hexes) for i in grid.hexes)
