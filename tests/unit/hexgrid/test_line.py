from __future__ import annotations

import pytest

from jdgtools.hexgrid import HexGrid, crossings, line, line_template
from jdgtools.hexgrid.coords import DIRECTIONS, Cube, length

O = Cube(0, 0)  # noqa: E741


def test_same_hex_and_neighbour():
    assert [s.hexes for s in line(O, O)] == [(O,)]
    assert crossings(O, O) == ()
    (only,) = crossings(O, DIRECTIONS[4])
    assert only.kind == "side" and only.left == only.right == ((O, 4),) and only.half_distance == 1


def test_line_to_a_corner_runs_along_the_hexside_between_two_hexes():
    """JDG-7.4.2-EX1: target at distance 2 in the direction of a corner."""
    for k in range(6):
        a, b = DIRECTIONS[k], DIRECTIONS[(k + 1) % 6]
        steps = line(O, a + b)
        assert [s.hexes for s in steps] == [(O,), (min(a, b), max(a, b)), (a + b,)]
        assert [s.distance for s in steps] == [0, 1, 2]
        assert steps[1].tied and not steps[0].tied
        events = crossings(O, a + b)
        assert [e.kind for e in events] == ["corner", "along", "corner"]
        assert [e.half_distance for e in events] == [1, 2, 3]
        assert events[0].left == ((O, k),) and events[0].right == ((O, (k + 1) % 6),)
        ((left, d),) = events[1].left
        assert left == a and left + DIRECTIONS[d] == b
        assert events[1].sides == ((left, d),)


def test_straight_line_crosses_only_middles():
    for d in range(6):
        events = crossings(O, DIRECTIONS[d] * 4)
        assert [e.kind for e in events] == ["side"] * 4
        assert [e.left for e in events] == [((DIRECTIONS[d] * n, d),) for n in range(4)]


def test_line_exactly_through_a_corner_touches_a_third_hex():
    steps, events = line(O, Cube(5, -1)), crossings(O, Cube(5, -1))
    assert [s.hexes[0] for s in steps] == [(0, 0), (1, 0), (2, 0), (3, -1), (4, -1), (5, -1)]
    assert [e.kind for e in events] == ["side", "corner", "side", "corner", "side"]
    # The left way leads round through (2, -1), a hex that the line only touches.
    assert events[1].left == ((Cube(1, 0), 1), (Cube(2, -1), 3))
    assert events[1].right == ((Cube(1, 0), 2),)
    assert Cube(2, -1) not in {h for s in steps for h in s.hexes}


def test_a_clipped_hex_counts():
    """Any part of a hex counts (MP-10.9.5-a): six steps over a distance of 4, two of them at distance 2."""
    steps = line(O, Cube(4, -1))
    assert [s.distance for s in steps] == [length(s.hexes[0]) for s in steps]
    assert [s.hexes[0] for s in steps] == [(0, 0), (1, 0), (2, -1), (2, 0), (3, -1), (4, -1)]


def test_template_is_cached_and_moves():
    assert line_template(3, 4) is line_template(3, 4)
    assert line_template(3, 4).distance == 7
    a = Cube(-7, 11)
    moved = [tuple(h - a for h in s.hexes) for s in line(a, a + Cube(3, 4))]
    assert moved == [s.hexes for s in line_template(3, 4).steps]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_two_columns_away_on_a_printed_map(orientation):
    grid = HexGrid(9, 9, orientation)
    if orientation == "flat":
        tied = line(grid.cube(grid.index("0305")), grid.cube(grid.index("0505")))[1]
        expected = {"0404", "0405"}
    else:
        tied = line(grid.cube(grid.index("0503")), grid.cube(grid.index("0505")))[1]
        expected = {"0404", "0504"}
    assert {grid.id(grid.find(h)) for h in tied.hexes} == expected
