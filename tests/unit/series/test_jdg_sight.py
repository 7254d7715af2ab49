"""Sight of Jours de Gloire: rules 7.4, with every example."""

from __future__ import annotations

import pytest

from jdgtools.hexgrid import crossings, direction_name
from jdgtools.hexgrid.coords import DIRECTIONS
from jdgtools.series.jdg.sight import RULES, side_obstacle
from tests.small_maps import map_rules


def look(origin, target, **settings):
    """Whether the target is seen; the explained answer and that of all pairs must agree."""
    rules = map_rules(size=(9, 9), **settings)
    grid = rules.map.grid
    i, j = grid.index(origin), grid.index(target)
    sight = RULES.sight(rules, i, j)
    assert sight.clear == RULES.all_pairs(rules)[i, j]
    assert sight.distance == grid.distance(i, j)
    return sight


def cited(sight):
    return {rule for factor in sight.factors if factor.blocks for rule in factor.rules}


def all_cited(sight):
    return {rule for factor in sight.factors for rule in factor.rules}


@pytest.mark.parametrize("kind", ["village", "wood", "garden", "palm_grove", "town", "castle"])
def test_obstacle_hexes(kind):
    """JDG-7.4.1-b, JDG-7.4.1-EX1, AMB-54: village, wood, garden, palm grove; town and castle too."""
    sight = look("0301", "0305", terrain=f"0303 {kind}")
    assert not sight.clear
    assert "JDG-7.4.1-b" in cited(sight)


@pytest.mark.parametrize("kind", ["clear", "clear_ploughed", "vineyard", "brush", "marsh", "farm", "water"])
def test_open_hexes(kind):
    """JDG-7.4.1-b names what blocks; other terrain is open."""
    assert look("0301", "0305", terrain=f"0303 {kind}").clear


@pytest.mark.parametrize("kind", ["town", "castle"])
def test_town_and_castle_by_option(kind):
    """AMB-54: `los_town_castle_block` = false opens them; so does a cell of the battle's own chart."""
    assert look("0301", "0305", terrain=f"0303 {kind}", options={"los_town_castle_block": False}).clear
    opened = [("TBL-TEC-HEX", (kind, "los"), "open")]
    assert look("0301", "0305", terrain=f"0303 {kind}", overrides=opened).clear


def test_what_blocks_unless_adjacent():
    """JDG-7.4.1-d: not where firer or target stands next to it."""
    soft = {"overrides": [("TBL-TEC-HEX", ("wood", "los"), "blocked_unless_adjacent")]}
    assert look("0301", "0305", terrain="0302 wood", **soft).clear
    assert look("0301", "0305", terrain="0304 wood", **soft).clear
    assert not look("0301", "0305", terrain="0303 wood", **soft).clear
    # Between two hexes both of which would block.
    assert look("0301", "0501", terrain="0401 wood, 0402 wood", **soft).clear


def test_end_hexes_never_block():
    """JDG-7.4.1-EX3, AMB-54."""
    assert look("0301", "0304", terrain="0301 wood, 0304 village").clear


@pytest.mark.parametrize("kind", ["village", "wood", "town"])
def test_what_lies_off_the_map_is_no_obstacle(kind):
    """JDG-7.4-c, JDG-7.4.2-a: along the rim one hex of each hexside is off the map."""
    for origin, target, between in (("0101", "0301", "0201"), ("0101", "0501", "0201, 0401")):
        terrain = ", ".join(f"{one} {kind}" for one in between.split(", "))
        sight = look(origin, target, terrain=terrain)
        assert sight.clear and "JDG-7.4-c" in all_cited(sight)


def test_hex_higher_than_both_ends():
    """JDG-7.4.1-a; AMB-54: a hex higher than only one end is no obstacle by itself."""
    sight = look("0301", "0304", levels="0302 1")
    assert not sight.clear and cited(sight) == {"JDG-7.4.1-a"}
    assert look("0301", "0304", levels="0302 1, 0301 1").clear
    assert look("0301", "0304", levels="0302 1, 0304 1").clear
    assert not look("0301", "0304", levels="0302 2, 0304 1").clear


@pytest.mark.parametrize("kind", ["ridge", "steep_slope", "redoubt", "fortification", "cliff"])
def test_obstacle_hexsides(kind):
    """JDG-7.4.1-c."""
    sight = look("0301", "0306", features=[(kind, "0303", "S")])
    assert not sight.clear and "JDG-7.4.1-c" in cited(sight)


@pytest.mark.parametrize("kind", ["slope", "stream", "river", "wall", "hedge", "ravine", "bridge"])
def test_open_hexsides(kind):
    """JDG-7.4.1-c: others do not block; a slope is open (JDG-7.4.4-EX1)."""
    sight = look("0301", "0306", features=[(kind, "0303", "S")])
    assert sight.clear
    assert any(f.what == kind for f in sight.factors), "it is looked at all the same"


@pytest.mark.parametrize("kind", ["redoubt", "fortification"])
@pytest.mark.parametrize("end", ["0301", "0305"])
def test_redoubt_next_to_an_end(kind, end):
    """JDG-7.4.1-d: not if firer or target is adjacent to it; a ridge blocks there too."""
    side = (end, "S") if end == "0301" else (end, "N")
    sight = look("0301", "0305", features=[(kind, *side)])
    assert sight.clear and "JDG-7.4.1-d" in all_cited(sight)
    assert not look("0301", "0305", features=[("ridge", *side)]).clear


def corner_look(**settings):
    """A line to distance 2 in the direction of a corner: along the hexside of 0402 and 0403."""
    return look("0303", "0503", **settings)


def test_line_along_a_hexside():
    """JDG-7.4.2-EX1, JDG-7.4.2-a to -c: one wood, two woods, a ridge between two clear hexes."""
    rules = map_rules(size=(8, 8))
    left, right = (rules.map.grid.neighbour(rules.map.grid.index("0303"), d) for d in (1, 2))
    ids = [rules.map.grid.id(h) for h in (left, right)]
    assert corner_look().clear
    one = corner_look(terrain=f"{ids[0]} wood")
    assert one.clear and "JDG-7.4.2-a" in all_cited(one)
    two = corner_look(terrain=f"{ids[0]} wood, {ids[1]} village")
    assert not two.clear and "JDG-7.4.2-b" in cited(two)
    ridge = corner_look(features=[("ridge", ids[0], "S")])
    assert not ridge.clear and "JDG-7.4.2-c" in cited(ridge)
    # A wood and a higher hex are two blocking hexes as well.
    assert not corner_look(terrain=f"{ids[0]} wood", levels=f"{ids[1]} 1").clear


def test_line_through_a_corner_is_blocked_on_both_sides_only():
    """JDG-7.4.2-a in spirit: hexsides that only touch the line at a corner."""
    rules = map_rules(size=(8, 8))
    grid = rules.map.grid
    assert grid.direction(grid.index("0303"), grid.index("0403")) is not None
    assert corner_look(features=[("ridge", "0303", "NE")]).clear
    assert not corner_look(features=[("ridge", "0303", "NE"), ("ridge", "0303", "SE")]).clear


def corner_lines():
    """Lines exactly through a corner, along no hexside there: (from, to, touched hex, its hexsides, the other).

    The touched hex is met in this corner alone; the line crosses from one neighbour of it to the next.
    """
    grid = map_rules(size=(9, 9)).map.grid
    for target in ("0907", "0902", "0209", "0409"):
        a, b = grid.cube(grid.index("0101")), grid.cube(grid.index(target))
        for crossing in crossings(a, b):
            if crossing.kind == "corner" and len(crossing.left) != len(crossing.right):
                short, long = sorted((crossing.left, crossing.right), key=len)
                cube, direction = long[0]
                touched = grid.find(cube + DIRECTIONS[direction])
                if touched is not None:
                    yield "0101", target, grid.id(touched), long, short


def test_line_through_a_corner():
    """AMB-113: both sides must block; by option what stands on one side, hex or hexside, is enough."""
    grid = map_rules(size=(9, 9)).map.grid
    found = list(corner_lines())
    assert found
    either = {"los_through_corner": "either"}

    def ridge(way):
        cube, direction = way[0]
        return ("ridge", grid.id(grid.find(cube)), direction_name("flat", direction))

    for start, target, touched, long, short in found:
        for terrain in (f"{touched} wood", f"{touched} town"):
            assert look(start, target, terrain=terrain).clear
            sight = look(start, target, terrain=terrain, options=either)
            assert not sight.clear and "AMB-113" in cited(sight)
        assert not look(start, target, levels=f"{touched} 1", options=either).clear
        assert look(start, target, levels=f"{touched} 1").clear
        for way in (long, short):
            assert look(start, target, features=[ridge(way)]).clear
            sight = look(start, target, features=[ridge(way)], options=either)
            assert not sight.clear and "AMB-113" in cited(sight)
        sight = look(start, target, features=[ridge(long), ridge(short)])
        assert not sight.clear and "AMB-113" in cited(sight)


@pytest.mark.parametrize(("distance", "clear"), [(1, True), (2, True), (3, False)])
def test_firer_higher(distance, clear):
    """JDG-7.4.3-b, JDG-7.4.3-EX1: firer level 1, target level 0 at distance 4."""
    sight = look("0301", "0305", terrain=f"030{1 + distance} wood", levels="0301 1")
    assert sight.clear is clear
    assert clear is ("JDG-7.4.3-b" in all_cited(sight))


@pytest.mark.parametrize(("distance", "clear"), [(1, False), (2, True), (3, True)])
def test_target_higher(distance, clear):
    """JDG-7.4.3-c, JDG-7.4.3-EX2: firer level 0, target level 1 at distance 4."""
    sight = look("0301", "0305", terrain=f"030{1 + distance} wood", levels="0305 1")
    assert sight.clear is clear
    assert clear is ("JDG-7.4.3-c" in all_cited(sight))


@pytest.mark.parametrize("distance", [1, 2, 3])
def test_both_higher(distance):
    """JDG-7.4.3-a, JDG-7.4.3-EX3."""
    sight = look("0301", "0305", terrain=f"030{1 + distance} wood", levels="0301 1, 0305 2")
    assert sight.clear and "JDG-7.4.3-a" in all_cited(sight)


def test_higher_than_the_obstacle_is_needed():
    """JDG-7.4.3-b: the firer must be higher than the obstacle as well as than the target."""
    assert not look("0301", "0305", terrain="0302 wood", levels="0301 1, 0302 1").clear
    assert look("0301", "0305", terrain="0302 wood", levels="0301 2, 0302 1").clear


def test_height_of_an_obstacle_is_data():
    """JDG-7.4.3-a with a battle whose woods rise one level above their hex."""
    tall = [("TBL-TEC-HEX", ("wood", "height"), 1)]
    assert look("0301", "0305", terrain="0303 wood", levels="0301 1, 0305 1").clear
    assert not look("0301", "0305", terrain="0303 wood", levels="0301 1, 0305 1", overrides=tall).clear


@pytest.mark.parametrize(
    ("option", "higher", "clear"),
    [
        ("ignored", "0301", True),
        ("ignored", "0305", True),
        ("blocks_high", "0301", False),
        ("blocks_high", "0305", True),
        ("blocks_low", "0301", True),
        ("blocks_low", "0305", False),
    ],
)
def test_exactly_halfway(option, higher, clear):
    """AMB-55, JDG-7.4.3-b, JDG-7.4.3-c: `los_half`."""
    sight = look("0301", "0305", terrain="0303 wood", levels=f"{higher} 1", options={"los_half": option})
    assert sight.clear is clear


@pytest.mark.parametrize(("side", "clear"), [("0302", True), ("0303", False)])
def test_hexside_obstacles_are_measured_to_their_middle(side, clear):
    """AMB-55: the southern side of 0302 is at 1.5 of 4 hexes, that of 0303 at 2.5."""
    sight = look("0301", "0305", features=[("ridge", side, "S")], levels="0301 1")
    assert sight.clear is clear


def test_adjacent_hexes():
    """JDG-7.4.4-a, JDG-7.4.4-b, JDG-7.4.4-EX1, AMB-56."""
    assert look("0303", "0304", terrain="0303 wood, 0304 wood", levels="0303 3").clear
    assert look("0303", "0304", features=[("slope", "0303", "S")]).clear
    for kind in ("ridge", "steep_slope", "cliff"):
        sight = look("0303", "0304", features=[(kind, "0303", "S")], levels="0303 3")
        assert not sight.clear and cited(sight) == {"JDG-7.4.4-b"}
    for kind in ("redoubt", "fortification"):
        sight = look("0303", "0304", features=[(kind, "0303", "S")])
        assert sight.clear and "AMB-56" in all_cited(sight)


def test_every_hex_between_is_looked_at():
    """JDG-7.4-b: the answer names all hexes of the line, in order."""
    rules = map_rules(size=(8, 8))
    grid = rules.map.grid
    sight = RULES.sight(rules, grid.index("0301"), grid.index("0305"))
    assert [grid.id(f.hexes[0]) for f in sight.factors] == ["0301", "0302", "0303", "0304", "0305"]
    assert RULES.sight(rules, 3, 3).clear
    with pytest.raises(ValueError, match="two hexes of the map"):
        RULES.sight(rules, 0, 999)


def test_statements_exist():
    """Every statement that an answer cites is one of the digest."""
    from jdgtools.series.registry import find_series
    from tests.property.test_sight import random_rules

    known = find_series("jdg").statements
    for seed in range(12):
        rules = random_rules(seed)
        for i in rules.map.grid.hexes:
            sight = RULES.sight(rules, i, rules.map.grid.hexes[-1])
            assert all(r in known or r.startswith("AMB-") for f in sight.factors for r in f.rules)


def test_the_stricter_direction_of_a_hexside_decides():
    """JDG-7.4.1-c: at the edge of the map, and along a hexside, it does not matter from where one looks."""

    class Ground:
        def of_side(self, mark, _field):
            return {"up": "blocked_unless_adjacent", "down": "blocked"}[mark]

        def reverse(self, mark):
            return "down" if mark == "up" else "up"

    assert side_obstacle(Ground(), "up", either_way=True) == "blocked"
    assert side_obstacle(Ground(), "down", either_way=True) == "blocked"
    assert side_obstacle(Ground(), "up", either_way=False) == "blocked_unless_adjacent"
