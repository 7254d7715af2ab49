"""All lines of sight at once equal the explained one, on random maps (JDG-7.4)."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from jdgtools.charts import Override
from jdgtools.hexgrid import HexGrid
from jdgtools.rules import MapRules
from jdgtools.series.jdg.sight import RULES
from jdgtools.series.registry import find_series
from tests.small_maps import make_map

CHECK = settings(max_examples=80, deadline=None, derandomize=True)
SERIES = find_series("jdg")
HEXES = ["clear"] * 6 + ["wood", "wood", "village", "town", "castle", "garden", "brush", None]
SIDES = ["ridge", "steep_slope", "slope", "redoubt", "fortification", "wall", "stream", "cliff", "bridge"]
OVERRIDES = (
    (),
    (("TBL-TEC-HEX", ("wood", "height"), 1), ("TBL-TEC-HEX", ("garden", "los"), "blocked_unless_adjacent")),
    (("TBL-TEC-HEXSIDE", ("redoubt", "in", "los"), "open"),),
    (("TBL-TEC-HEXSIDE", ("wall", "out", "los"), "blocked"),),
)


def random_rules(seed: int) -> MapRules:
    """A map of up to 8 x 8 hexes with everything on it that the sight rules know."""
    r = random.Random(seed)
    grid = HexGrid(
        r.randint(1, 8),
        r.randint(2, 8),
        orientation=r.choice(["flat", "pointy"]),
        parity=r.choice(["odd", "even"]),
        ragged=r.random() < 0.3,
    )
    high = r.randint(0, 3)
    terrain = [r.choice(HEXES) for _ in range(grid.size)]
    levels = [r.choice([None, *range(high + 1)]) for _ in range(grid.size)]
    features = [
        (r.choice(SIDES), r.choice(grid.hexes), r.randrange(6), r.random() < 0.5)
        for _ in range(r.randint(0, 2 * grid.size) if grid.hexes else 0)
    ]
    options = {o.id: o.default for o in SERIES.definition.options} | {
        "los_town_castle_block": r.random() < 0.5,
        "los_through_corner": r.choice(["both", "either"]),
        "los_half": r.choice(["ignored", "ignored", "blocks_low", "blocks_high"]),
    }
    charts, problems = SERIES.charts.with_overrides(Override(*o) for o in r.choice(OVERRIDES))
    assert not problems
    return MapRules(make_map(grid, terrain, levels, features), charts, options, SERIES.definition)


@CHECK
@given(st.integers(0, 2**32))
def test_all_pairs_equals_sight(seed):
    """JDG-7.4-b, JDG-7.4.1-a to -d, JDG-7.4.2-a to -c, JDG-7.4.3-a to -c, JDG-7.4.4-a, -b."""
    terrain = random_rules(seed)
    grid = terrain.map.grid
    found = RULES.all_pairs(terrain)
    assert found.shape == (grid.size, grid.size)
    nearby = RULES.all_pairs(terrain, 3)
    assert all(
        nearby[i, j] == (found[i, j] and grid.distance(i, j) <= 3) for i in grid.hexes for j in grid.hexes
    )
    wrong = [
        (grid.id(i), grid.id(j), sight)
        for i in grid.hexes
        for j in grid.hexes
        if (sight := RULES.sight(terrain, i, j)).clear != found[i, j]
    ]
    assert not wrong[:1]
    holes = [i for i in range(grid.size) if i not in grid]
    assert not found[holes].any() and not found[:, holes].any()


@CHECK
@given(st.integers(0, 2**32))
def test_sight_is_mutual_where_nothing_is_one_way(seed):
    """JDG-7.4.3-b and JDG-7.4.3-c are one rule seen from both ends."""
    terrain = random_rules(seed)
    one_way = any(f.kind in ("wall", "redoubt") for f in terrain.map.features)
    if terrain.options["los_half"] == "ignored" and not one_way:
        found = RULES.all_pairs(terrain)
        assert (found == found.T).all()
