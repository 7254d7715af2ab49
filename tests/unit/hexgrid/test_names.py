from __future__ import annotations

import pytest

from jdgtools.hexgrid import (
    DIRECTIONS,
    NameProblem,
    corner_name,
    direction_name,
    dot,
    parse_corner,
    parse_direction,
    step_towards,
)


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
    assert isinstance(found, NameProblem)
    assert found.message == "`E` is not a hexside of a flat-topped hex: use N, NE, SE, S, SW or NW"
    found = parse_corner("E", "pointy")
    assert isinstance(found, NameProblem) and found.message.endswith("use NE, SE, S, SW, NW or N")
    assert isinstance(parse_corner("6", "flat"), NameProblem)
    assert isinstance(parse_corner("", "flat"), NameProblem)


@pytest.mark.parametrize(
    ("edge", "orientation", "nearest"),
    [
        ("N", "flat", {0}),
        ("E", "flat", {1, 2}),
        ("NE", "flat", {1}),
        ("N", "pointy", {0, 5}),
        ("E", "pointy", {1}),
        ("SW", "pointy", {3}),
    ],
)
def test_a_step_towards_an_edge_is_nearest_to_the_directions_that_lead_there(edge, orientation, nearest):
    step = step_towards(edge, orientation)
    assert step is not None
    far = [dot(step, d) for d in DIRECTIONS]
    assert {d for d in range(6) if far[d] == max(far)} == nearest


def test_no_step_leads_to_what_is_no_edge():
    assert step_towards(None, "flat") is None and step_towards("X", "pointy") is None
