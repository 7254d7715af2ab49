"""Sight of Au fil de l'épée: section 9.2."""

from __future__ import annotations

import pytest

from jdgtools.series.afe.sight import RULES
from jdgtools.series.registry import find_series
from tests.small_maps import map_rules


def look(origin, target, **settings):
    """The line of sight; the explained answer and that of all pairs agree, every factor is founded."""
    rules = map_rules(series="afe", size=(8, 8), **settings)
    grid = rules.map.grid
    i, j = grid.index(origin), grid.index(target)
    sight = RULES.sight(rules, i, j)
    assert sight.clear == RULES.all_pairs(rules)[i, j]
    assert sight.distance == grid.distance(i, j)
    known = find_series("afe").statements
    assert all(f.rules and set(f.rules) <= known for f in sight.factors)
    return sight


def cited(sight):
    return {rule for factor in sight.factors for rule in factor.rules}


@pytest.mark.parametrize("kind", ["light_wood", "wood", "village", "town", "castle"])
def test_terrain_that_blocks(kind):
    """AFE-9.2-c, AFE-9.2-e: fire into it and out of it, not through it."""
    assert not look("0301", "0305", terrain=f"0303 {kind}").clear
    assert look("0301", "0305", terrain=f"0301 {kind}, 0305 {kind}").clear


def test_along_the_rim_of_the_map():
    """AFE-9.2-d: exactly along hexsides of which one hex is off the map."""
    assert look("0101", "0501", terrain="0201 village, 0401 village").clear
    assert look("0208", "0408", terrain="0308 village").clear


@pytest.mark.parametrize("kind", ["clear", "rough", "soft", "marsh", "laager", "bridge", "water"])
def test_terrain_that_does_not(kind):
    """AFE-9.2-c."""
    assert look("0301", "0305", terrain=f"0303 {kind}").clear


def test_along_a_hexside_is_free():
    """AFE-9.2-d, DV-30: even between two hexes of wood; and along a wall."""
    sight = look("0303", "0503", terrain="0402 wood, 0403 wood", features=[("wall", "0402", "S")])
    assert sight.clear and "AFE-9.2-d" in cited(sight)
    one_more = look("0303", "0703", terrain="0402 wood, 0503 wood")
    assert not one_more.clear, "the hex behind is run through"


def test_height_alone_does_not_block():
    """AFE-9.2-c."""
    assert look("0301", "0305", levels="0303 3").clear


def test_obstacle_below_both_ends():
    """AFE-9.2-f."""
    sight = look("0301", "0305", terrain="0303 wood", levels="0301 1, 0305 1")
    assert sight.clear and "AFE-9.2-f" in cited(sight)
    assert not look("0301", "0305", terrain="0303 wood", levels="0301 1, 0305 1, 0303 1").clear


@pytest.mark.parametrize(
    ("wood", "clear", "printed"), [("0302", True, False), ("0303", True, True), ("0304", False, True)]
)
def test_higher_firer(wood, clear, printed):
    """AFE-9.2-g, AMB-20: halfway or nearer to the firer; as printed nearer to the target."""
    settings = {"terrain": f"{wood} wood", "levels": "0301 1"}
    assert look("0301", "0305", **settings).clear is clear
    assert look("0301", "0305", **settings, options={"los_height": "literal"}).clear is printed


@pytest.mark.parametrize(("wood", "clear"), [("0302", False), ("0303", True), ("0304", True)])
def test_higher_target(wood, clear):
    """AFE-9.2-h: halfway or nearer to the target, in both readings."""
    settings = {"terrain": f"{wood} wood", "levels": "0305 1"}
    assert look("0301", "0305", **settings).clear is clear
    assert look("0301", "0305", **settings, options={"los_height": "literal"}).clear is clear


@pytest.mark.parametrize("kind", ["wall", "gate"])
def test_walls(kind):
    """AFE-9.2-c, AFE-9.1-k: a wall hides what is not beside it."""
    features = [(kind, "0303", "S")]
    assert not look("0301", "0306", features=features).clear
    assert look("0303", "0306", features=features).clear
    assert look("0301", "0304", features=features).clear
    high = look("0301", "0306", features=features, levels="0301 1, 0302 1, 0306 1")
    assert high.clear and "AFE-9.2-f" in cited(high)


def test_no_hex():
    """AFE-9.2-b."""
    with pytest.raises(ValueError, match="two hexes"):
        RULES.sight(map_rules(series="afe"), 0, 9999)
