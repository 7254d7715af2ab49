"""Sight of the Musket & Pike Battle Series: section 10.9."""

from __future__ import annotations

import pytest

from jdgtools.series.mpbs.sight import RULES
from jdgtools.series.registry import find_series
from tests.small_maps import map_rules

HIGH = "0301 1, 0302 1"
STEEP = ("slope_steep", "0302", "S")
GENTLE = ("slope_gentle", "0302", "S")


def look(origin, target, **settings):
    """The line of sight: the same explained and among all pairs, and from both ends."""
    rules = map_rules(series="mpbs", size=(9, 9), **settings)
    grid = rules.map.grid
    i, j = grid.index(origin), grid.index(target)
    sight = RULES.sight(rules, i, j)
    found = RULES.all_pairs(rules)
    assert sight.clear == found[i, j] == found[j, i] == RULES.sight(rules, j, i).clear
    assert sight.distance == grid.distance(i, j)
    known = find_series("mpbs").statements
    cited = {rule for f in sight.factors for rule in f.rules}
    assert all(f.rules for f in sight.factors) and {r for r in cited if not r.startswith("AMB-")} <= known
    return sight


def clear(*args, **settings):
    return look(*args, **settings).clear


@pytest.mark.parametrize("kind", ["orchard", "woods", "village", "town", "castle"])
def test_area_obstacles(kind):
    """MP-10.9.2-a: into and out of it, not through it."""
    assert not clear("0301", "0305", terrain=f"0303 {kind}")
    assert clear("0301", "0305", terrain=f"0301 {kind}, 0305 {kind}")


@pytest.mark.parametrize("kind", ["clear", "rough", "marsh", "bridge", "impassable", "water"])
def test_open_ground(kind):
    """MP-10.9.2-a."""
    assert clear("0301", "0305", terrain=f"0303 {kind}")


@pytest.mark.parametrize("kind", ["orchard", "village"])
def test_what_lies_off_the_map_is_no_obstacle(kind):
    """MP-10.9.2-a: along the rim one hex of each hexside is off the map."""
    for origin, target in (("0101", "0301"), ("0101", "0501"), ("0209", "0409")):
        terrain = f"0201 {kind}, 0401 {kind}, 0309 {kind}"
        sight = look(origin, target, terrain=terrain)
        assert sight.clear and any("off the map" in factor.text for factor in sight.factors)


def test_any_part_of_a_hex():
    """MP-10.9.5-a: a hex clipped near its corner blocks."""
    rules = map_rules(series="mpbs", size=(9, 9))
    grid = rules.map.grid
    clipped = [
        (i, j, k)
        for i in (grid.index("0305"),)
        for j in grid.hexes
        for k in grid.hexes
        if grid.distance(i, k) + grid.distance(k, j) == grid.distance(i, j) and k not in (i, j)
    ]
    found = 0
    for i, j, k in clipped:
        ids = [grid.id(h) for h in (i, j, k)]
        through = any(k in f.hexes for f in RULES.sight(rules, i, j).factors)
        tied = any(k in f.hexes and len(f.hexes) == 2 for f in RULES.sight(rules, i, j).factors)
        if through and not tied and found < 25:
            found += 1
            assert not clear(ids[0], ids[1], terrain=f"{ids[2]} woods")
    assert found == 25


def test_along_a_hexside_both_must_block():
    """MP-10.9.5-b."""
    assert clear("0303", "0503", terrain="0402 woods")
    assert clear("0303", "0503", terrain="0403 woods")
    assert not clear("0303", "0503", terrain="0402 woods, 0403 woods")


def test_elevation_between():
    """MP-10.9.2-b, MP-10.9.2-c, EX-10.9.2-1: only if higher than both ends, and bounded by steep slopes."""
    sides = [("slope_steep", "0303", "N"), ("slope_steep", "0303", "S")]
    assert not clear("0301", "0305", levels="0303 1", features=sides)
    assert clear("0301", "0305", levels="0303 1", features=[(f"slope_{'gentle'}", *s[1:]) for s in sides])
    assert clear("0301", "0305", levels="0301 1, 0303 2, 0305 3", features=sides)


def test_dead_hex_below_a_steep_slope():
    """MP-10.9.3B-c, AMB-37, EX-10.9-1: hidden from above, except from the hex at the top of the slope."""
    below = look("0301", "0303", levels=HIGH, features=[STEEP])
    assert not below.clear and "MP-10.9.3B-c" in {r for f in below.factors if f.blocks for r in f.rules}
    assert clear("0302", "0303", levels=HIGH, features=[STEEP])
    assert clear("0301", "0304", levels=HIGH, features=[STEEP]), "one hex only"
    assert clear("0301", "0303", levels=HIGH, features=[GENTLE]), "MP-10.9.4-c"


def test_what_stands_in_a_dead_hex():
    """MP-10.9.3B-d: it is overlooked by a line that passes through."""
    assert clear("0301", "0304", terrain="0303 woods", levels=HIGH, features=[STEEP])
    assert not clear("0301", "0304", terrain="0303 woods", levels=HIGH, features=[GENTLE])


def test_shadow_seen_from_a_steep_height():
    """MP-10.9.4-a, MP-10.9.3B-f: an obstacle hides the one hex just behind it."""
    settings = {"terrain": "0304 woods", "levels": HIGH}
    assert not clear("0301", "0305", **settings, features=[STEEP])
    assert clear("0301", "0306", **settings, features=[STEEP])
    assert not clear("0301", "0306", **settings, features=[GENTLE]), "gentle slopes are flat, MP-10.9.4-c"


def test_obstacle_below_both_ends():
    """MP-10.9.4-b: lower than both, behind steep slopes."""
    settings = {"terrain": "0304 woods", "levels": f"{HIGH}, 0306 1, 0307 1"}
    assert clear("0301", "0307", **settings, features=[STEEP, ("slope_steep", "0306", "N")])
    assert not clear("0301", "0307", **settings, features=[GENTLE, ("slope_gentle", "0306", "N")])


@pytest.mark.parametrize("kind", ["hedge", "berm", "elevated_road"])
def test_reciprocal_hexsides(kind):
    """MP-10.9.3A-a, MP-14.4-b: sight reaches the hex beside it, no farther; a steep height sees over it."""
    settings = {"features": [(kind, "0303", "S")]}
    assert not clear("0301", "0305", **settings)
    assert clear("0301", "0304", **settings) and clear("0303", "0306", **settings)
    assert clear("0301", "0305", levels=HIGH, features=[*settings["features"], STEEP])


@pytest.mark.parametrize("kind", ["stream", "river", "abatis", "entrenchment", "fortified_line", "redoubt"])
def test_open_hexsides(kind):
    """MP-10.9.3A-a: obstacles by the chart."""
    assert clear("0301", "0306", features=[(kind, "0303", "S")])


def test_along_an_obstacle():
    """AMB-37: along an obstacle hexside counts as crossing it."""
    hedge = [("hedge", "0402", "S")]
    assert not clear("0303", "0503", features=hedge)
    assert clear("0303", "0503")


def test_no_hex():
    """MP-10.9.5-a."""
    with pytest.raises(ValueError, match="two hexes"):
        RULES.sight(map_rules(series="mpbs"), 0, 9999)
