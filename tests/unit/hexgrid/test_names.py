from __future__ import annotations

import pytest

from jdgtools.hexgrid import Problem, corner_name, direction_name, parse_corner, parse_direction


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_names_round_trip(orientation):
    for n in range(6):
        assert parse_direction(direction_name(orientation, n), orientation) == n
        assert parse_corner(corner_name(orientation, n).lower(), orientation) == n
        assert parse_direction(str(n), orientation) == n


@pytest.mark.parametrize(("text", "d"), [("north-east", 1), ("Southwest", 4), ("NO", 5), ("so", 4), ("n", 0)])
def test_aliases(text, d):
    assert parse_direction(text, "flat") == d


def test_errors_list_what_is_allowed():
    found = parse_direction("E", "flat")
    assert isinstance(found, Problem)
    assert found.message == "`E` is not a hexside of a flat-topped hex: use N, NE, SE, S, SW or NW"
    found = parse_corner("E", "pointy")
    assert isinstance(found, Problem) and found.message.endswith("use NE, SE, S, SW, NW or N")
    assert isinstance(parse_corner("6", "flat"), Problem)
    assert isinstance(parse_corner("", "flat"), Problem)
