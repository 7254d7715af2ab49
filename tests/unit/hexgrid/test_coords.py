from __future__ import annotations

import pytest

from jdgtools.hexgrid import coords
from jdgtools.hexgrid.coords import DIRECTIONS, Cube


def test_six_unit_vectors_run_clockwise_and_cancel():
    assert len(set(DIRECTIONS)) == 6
    for d, step in enumerate(DIRECTIONS):
        assert coords.rotate(step) == DIRECTIONS[(d + 1) % 6]
        assert step + DIRECTIONS[coords.opposite(d)] == Cube(0, 0)
        assert coords.length(step) == 1 and coords.direction(step) == d


def test_operators_are_vector_arithmetic():
    a, b = Cube(3, -2), Cube(1, 4)
    assert a + b == Cube(4, 2)
    assert a - b == Cube(2, -6)
    assert a * 3 == Cube(9, -6)
    assert -a == Cube(-3, 2)
    assert a.q + a.r + a.s == 0


@pytest.mark.parametrize(("step", "n"), [((0, 0), 0), ((3, 0), 3), ((2, 2), 4), ((3, -1), 3), ((-4, 1), 4)])
def test_length(step, n):
    assert coords.length(Cube(*step)) == n


def test_ray_names_straight_steps_only():
    assert coords.ray(Cube(0, -5)) == 0
    assert coords.ray(Cube(4, 0)) == 2
    assert coords.ray(Cube(2, 1)) is None
    assert coords.ray(Cube(0, 0)) is None
    assert coords.direction(Cube(0, -2)) is None


def test_parts_recompose():
    for d in range(6):
        for q in range(-4, 5):
            for r in range(-4, 5):
                p, s = coords.parts(Cube(q, r), d)
                assert DIRECTIONS[d] * p + DIRECTIONS[(d + 1) % 6] * s == Cube(q, r)


def test_dot_is_that_of_the_plane():
    for d, step in enumerate(DIRECTIONS):
        found = [coords.dot(step, DIRECTIONS[(d + turn) % 6]) for turn in range(6)]
        assert found == [2, 1, -1, -2, -1, 1]
    assert coords.dot(DIRECTIONS[0], DIRECTIONS[1] + DIRECTIONS[2]) == 0, "N and E of a flat-topped map"
