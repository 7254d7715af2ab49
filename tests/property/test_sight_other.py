"""All lines of sight at once equal the explained ones, on random maps: AFE-9.2 and MP-10.9."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jdgtools.charts import Override
from jdgtools.hexgrid import HexGrid
from jdgtools.rules import MapRules
from jdgtools.series.registry import find_series
from tests.small_maps import make_map

CHECK = settings(max_examples=60, deadline=None, derandomize=True)
KINDS = {
    "afe": (
        ["clear"] * 6 + ["light_wood", "wood", "village", "castle", "marsh", None],
        ["wall", "wall", "gate", "slope", "cliff", "hedge"],
        (
            (),
            (("TBL-TERRAIN-HEXSIDE", ("hedge", "in", "los"), "blocked"),),
            (("TBL-TERRAIN-HEX", ("wood", "los"), "open"),),
        ),
    ),
    "mpbs": (
        ["clear"] * 7 + ["woods", "orchard", "village", "marsh", None],
        ["slope_steep", "slope_steep", "slope_gentle", "hedge", "berm", "abatis", "stream"],
        (
            (),
            (("T-TEC-HEXSIDE", ("abatis", "in", "los"), "blocked"),),
            (("T-TEC-HEXSIDE", ("hedge", "in", "reciprocal"), False),),
        ),
    ),
}


def random_rules(series_id: str, seed: int) -> MapRules:
    """A map of up to 8 x 8 hexes with everything on it that the sight rules know."""
    r = random.Random(seed)
    series = find_series(series_id)
    hexes, sides, overrides = KINDS[series_id]
    grid = HexGrid(
        r.randint(1, 8),
        r.randint(2, 8),
        orientation=r.choice(["flat", "pointy"]),
        parity=r.choice(["odd", "even"]),
        ragged=r.random() < 0.3,
    )
    high = r.randint(0, 3)
    terrain = [r.choice(hexes) for _ in range(grid.size)]
    levels = [r.choice([None, *range(high + 1)]) for _ in range(grid.size)]
    features = [
        (r.choice(sides), r.choice(grid.hexes), r.randrange(6), r.random() < 0.5)
        for _ in range(r.randint(0, 2 * grid.size) if grid.hexes else 0)
    ]
    options = {o.id: o.default for o in series.definition.options}
    if series_id == "afe":
        options["los_height"] = r.choice(["nearer_higher", "nearer_higher", "literal"])
    charts, problems = series.charts.with_overrides(Override(*o) for o in r.choice(overrides))
    assert not problems
    made = make_map(grid, terrain, levels, features, series=series_id)
    return MapRules(made, charts, options, series.definition)


@pytest.mark.parametrize("series", sorted(KINDS))
@CHECK
@given(seed=st.integers(0, 2**32))
def test_all_pairs_equals_sight(series, seed):
    """AFE-9.2-b to AFE-9.2-h; MP-10.9.2-a to -c, MP-10.9.3B-c to -f, MP-10.9.4-a, -b, MP-10.9.5-a, -b."""
    terrain = random_rules(series, seed)
    rules = find_series(series).sight
    grid = terrain.map.grid
    found = rules.all_pairs(terrain)
    assert found.shape == (grid.size, grid.size)
    nearby = rules.all_pairs(terrain, 3)
    assert all(
        nearby[i, j] == (found[i, j] and grid.distance(i, j) <= 3) for i in grid.hexes for j in grid.hexes
    )
    wrong = [
        (grid.id(i), grid.id(j), sight)
        for i in grid.hexes
        for j in grid.hexes
        if (sight := rules.sight(terrain, i, j)).clear != found[i, j]
    ]
    assert not wrong[:1]
    holes = [i for i in range(grid.size) if i not in grid]
    assert not found[holes].any() and not found[:, holes].any()


@pytest.mark.parametrize("series", sorted(KINDS))
@CHECK
@given(seed=st.integers(0, 2**32))
def test_sight_is_mutual(series, seed):
    """MP-10.9.5-d; AFE-9.2-g and AFE-9.2-h are one rule seen from both ends, unless read as printed."""
    terrain = random_rules(series, seed)
    if terrain.options.get("los_height") != "literal":
        found = find_series(series).sight.all_pairs(terrain)
        assert (found == found.T).all()
