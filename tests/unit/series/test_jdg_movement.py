"""Movement and ZOC of Jours de Gloire: rules 4.3, 6.2.1, with every example."""

from __future__ import annotations

import re

import pytest

from jdgtools.hexgrid import parse_direction
from jdgtools.series.jdg.movement import RULES
from jdgtools.series.jdg.zoc import RULES as ZOC
from jdgtools.series.registry import find_series
from tests.small_maps import map_rules

CLASSES = ("infantry", "cavalry", "foot_artillery", "horse_artillery")
WOOD3 = ("TBL-TEC-HEX", ("wood", "infantry"), 3)


def step(from_, to, movement_class="infantry", near_enemy=False, **settings):
    """The step between two adjacent hexes, given by ids."""
    rules = map_rules(**settings)
    grid = rules.map.grid
    origin, direction = grid.index(from_), grid.direction(grid.index(from_), grid.index(to))
    assert direction is not None
    ask = RULES.step_near_enemy if near_enemy else RULES.step
    found = ask(rules, origin, direction, movement_class)
    known = find_series("jdg").statements
    for reason in found.reasons:
        ids = re.findall(r"(?:JDG|AMB)-[0-9A-Za-z.-]+", reason)
        assert ids, f"no statement: {reason}"
        assert all(i in known or i.startswith("AMB-") for i in ids), reason
    return found


def cost(*args, **settings):
    return step(*args, **settings).cost


def test_cost_depends_on_type_and_terrain():
    """JDG-4.3-a, JDG-4.3-b."""
    assert [cost("0202", "0203", c) for c in CLASSES] == [1, 1, 1, 1]
    wood = [step("0202", "0203", c, terrain="0203 wood") for c in CLASSES]
    assert [s.cost for s in wood] == [2, 3, None, None]
    assert [s.disorders for s in wood] == [False, True, False, False]


def test_every_chart_cell_is_used():
    """JDG-4.3-b: hex cost of every terrain and class is that of TBL-TEC, P and Z are prohibited."""
    charts = find_series("jdg").charts.get("TBL-TEC-HEX")
    for kind in charts.axis("terrain").ids:
        for name in RULES.classes:
            value = charts.value(kind, name)
            expected = value if isinstance(value, int) else None
            assert cost("0202", "0203", name, terrain=f"0203 {kind}") == expected, (kind, name)


@pytest.mark.parametrize("kind", ["stream", "river", "ravine", "ridge", "wall", "hedge", "slope", "redoubt"])
def test_hexside_cost_is_added(kind):
    """JDG-4.3-b: cost of the hex plus that of the hexside, in either direction of a directed one."""
    chart = find_series("jdg").charts.get("TBL-TEC-HEXSIDE")
    for name in RULES.classes:
        for inner, direction in ((True, "out"), (False, "in")):
            value = chart.value(kind, direction, name)
            expected = 1 + value if isinstance(value, int) else None
            found = step("0202", "0203", name, features=[(kind, "0202", "S", inner)])
            assert found.cost == expected, (name, direction)


@pytest.mark.parametrize(
    ("origin", "target", "kind", "name"),
    [
        ("0202", "0203", "redoubt", "redoubt inwards"),
        ("0203", "0202", "redoubt", "redoubt outwards"),
        ("0202", "0203", "steep_slope", "steep slope upwards"),
        ("0203", "0202", "steep_slope", "steep slope downwards"),
        ("0202", "0203", "stream", "stream"),
    ],
)
def test_a_reason_says_which_way_a_hexside_is_crossed(origin, target, kind, name):
    reasons = step(origin, target, features=[(kind, "0203", "N")]).reasons
    assert any(re.search(rf"\b{name}[:, ]", reason) for reason in reasons), reasons


def test_hexsides_add_up():
    """JDG-4.3-b: a stream at the foot of a slope costs both."""
    features = [("slope", "0203", "N"), ("stream", "0203", "N")]
    assert cost("0202", "0203", features=features) == 3
    assert cost("0203", "0202", features=features) == 2
    assert cost("0202", "0203", "foot_artillery", features=features) is None


def test_road_example():
    """JDG-4.3.1-EX1, JDG-4.3.1-a, JDG-4.3.1-b: wood of cost 3 along the road 1, otherwise 3."""
    road = {"terrain": "0203 wood", "ways": [("road", "0202-0203")], "overrides": [WOOD3]}
    along = step("0202", "0203", **road)
    assert (along.cost, along.way, along.disorders) == (1, "road", False)
    assert cost("0103", "0203", **road) == 3


@pytest.mark.parametrize(("way", "is_cheaper"), [("trail", True), ("road", False)])
def test_the_cost_of_the_hex_is_told_where_it_is_less_than_that_of_the_way(way, is_cheaper):
    """JDG-4.3.1-a: foot artillery pays 2 along a trail and 1 along a road, as in clear terrain."""
    along = step("0202", "0203", "foot_artillery", ways=[(way, "0202-0203")])
    assert along.cost == 1
    assert any("never more than the hex itself" in reason for reason in along.reasons) == is_cheaper


def test_road_example_next_to_an_enemy():
    """JDG-4.3.1-EX2, JDG-4.3.1-c: the normal cost for that last hex, with its hexside."""
    road = {"terrain": "0203 wood", "ways": [("road", "0202-0203")], "overrides": [WOOD3]}
    assert cost("0202", "0203", near_enemy=True, **road) == 3
    assert cost("0202", "0203", near_enemy=True, **road, features=[("stream", "0203", "N")]) == 4


def test_a_bridge_next_to_an_enemy():
    """JDG-4.3.1-c, HC-1.2: what a battle's chart adds for a bridge, there and for a bridge alone."""
    over = {"features": [("stream", "0203", "N"), ("bridge", "0203", "N")]}
    plain = cost("0202", "0203", near_enemy=True, **over)
    two = over | {"overrides": [("TBL-TEC-RULES", ("bridge_next_to_enemy",), 2)]}
    assert cost("0202", "0203", near_enemy=True, **two) == plain + 2
    assert cost("0202", "0203", **two) == cost("0202", "0203", **over)
    ford = {"features": [("stream", "0203", "N"), ("ford", "0203", "N")]}
    for crossing in (ford, {"features": [("stream", "0203", "N")]}):
        more = crossing | {"overrides": two["overrides"]}
        assert cost("0202", "0203", near_enemy=True, **more) == cost(
            "0202", "0203", near_enemy=True, **crossing
        )
    assert not any("bridge" in reason for reason in step("0202", "0203", near_enemy=True, **ford).reasons)


def test_artillery_along_a_road_over_a_slope():
    """JDG-4.3.1-EX3, JDG-4.3.1-e, JDG-4.3.1-f: 1 + 2 = 3 MP; off the road the Z stands (AMB-27)."""
    slope = [("slope", "0203", "N")]
    for name in ("foot_artillery", "horse_artillery"):
        assert cost("0202", "0203", name, features=slope) is None
        assert cost("0202", "0203", name, features=slope, ways=[("road", "0202-0203")]) == 3
    assert cost("0202", "0203", "foot_artillery", features=slope, ways=[("trail", "0202-0203")]) == 3


def test_cavalry_along_a_road_over_a_steep_slope():
    """JDG-4.3.1-d, JDG-4.3.1-f; without a road cavalry may not, infantry is disordered (JDG-8.7.1-EX1)."""
    steep = [("steep_slope", "0203", "N")]
    assert cost("0202", "0203", "cavalry", features=steep) is None
    assert cost("0202", "0203", "cavalry", features=steep, ways=[("trail", "0202-0203")]) == 3
    foot = step("0202", "0203", features=steep)
    assert (foot.cost, foot.disorders) == (3, True)
    by_road = step("0202", "0203", features=steep, ways=[("road", "0202-0203")])
    assert (by_road.cost, by_road.disorders) == (1, False)


@pytest.mark.parametrize(("name", "rule"), [("cavalry", "JDG-4.3.1-d"), ("foot_artillery", "JDG-4.3.1-e")])
def test_a_prohibition_is_lifted_by_the_rule_of_the_arm(name, rule):
    steep = [("steep_slope" if name == "cavalry" else "slope", "0203", "N")]
    along = step("0202", "0203", name, features=steep, ways=[("road", "0202-0203")])
    assert any(f"({rule}, JDG-4.3.1-f)" in reason for reason in along.reasons)


def test_z_along_a_road_next_to_an_enemy():
    """AMB-28: normal cost of the hex + 2, unless the option forbids it."""
    case = {"features": [("slope", "0203", "N")], "ways": [("road", "0202-0203")]}
    assert cost("0202", "0203", "foot_artillery", near_enemy=True, **case) == 3
    village = {"terrain": "0203 village"} | case
    assert cost("0202", "0203", "foot_artillery", near_enemy=True, **village) == 5
    off = {"z_lifted_next_to_enemy": False}
    assert cost("0202", "0203", "foot_artillery", near_enemy=True, options=off, **case) is None
    assert cost("0202", "0203", "foot_artillery", options=off, **case) == 3


def test_z_may_mean_disorder():
    """AMB-27: with `z_means` = disorder a Z does not prohibit but disorders."""
    found = step(
        "0202", "0203", "cavalry", features=[("ravine", "0203", "N")], options={"z_means": "disorder"}
    )
    assert (found.cost, found.disorders) == (1, True)


@pytest.mark.parametrize("ground", ["impassable", "water"])
@pytest.mark.parametrize("way", ["road", "trail"])
@pytest.mark.parametrize("name", CLASSES)
def test_impassable_hex_and_side_by_way(way, name, ground):
    """JDG-4.3.2-a, JDG-4.3.2-b: no entry, except by road, trail or bridge."""
    lake = {"terrain": f"0203 {ground}"}
    assert cost("0202", "0203", name, **lake) is None
    assert cost("0202", "0203", name, ways=[(way, "0202-0203")], **lake) in (1, 2)
    for kind in ("impassable", "cliff", "river_uncrossable", "defile"):
        side = {"features": [(kind, "0203", "N")]}
        assert cost("0202", "0203", name, **side) is None
        assert cost("0202", "0203", name, ways=[(way, "0202-0203")], **side) == 1


def test_prohibited_by_road_next_to_an_enemy():
    """JDG-4.3.1-c with JDG-4.3.2-b: a way through stays a way, at normal cost + 2, or 4 for a P hex."""
    road = [("road", "0202-0203")]
    assert cost("0202", "0203", near_enemy=True, features=[("cliff", "0203", "N")], ways=road) == 3
    assert cost("0202", "0203", near_enemy=True, terrain="0203 impassable", ways=road) == 4
    assert cost("0202", "0203", "foot_artillery", near_enemy=True, terrain="0203 wood", ways=road) == 4


def test_bridge_and_ford():
    """JDG-4.3.2-b: they replace the river in every column; a bridge lifts any impassable hexside."""
    river = ("river_uncrossable", "0203", "N")
    for name in CLASSES:
        assert cost("0202", "0203", name, features=[river, ("bridge", "0203", "N")]) == 1
        assert cost("0202", "0203", name, features=[river, ("bridge", "0203", "N")], near_enemy=True) == 1
        assert cost("0202", "0203", name, features=[river, ("ford", "0203", "N")]) == 2
        assert (
            cost("0202", "0203", name, features=[("impassable", "0203", "N"), ("bridge", "0203", "N")]) == 1
        )
        assert cost("0202", "0203", name, features=[("cliff", "0203", "N"), ("ford", "0203", "N")]) is None
    ford = step("0202", "0203", features=[river, ("ford", "0203", "N")])
    assert ford.disorders
    # A bridge does not take away the slope beside it.
    both = [river, ("bridge", "0203", "N"), ("slope", "0203", "N")]
    assert cost("0202", "0203", features=both) == 2
    assert cost("0202", "0203", "foot_artillery", features=both) is None


def test_trail_never_costs_more_than_the_hex():
    """JDG-4.3.1-a, the `lower` cost: foot artillery pays 2 along a trail, but 1 in clear terrain."""
    trail = [("trail", "0202-0203")]
    assert cost("0202", "0203", "foot_artillery", ways=trail) == 1
    assert cost("0202", "0203", "foot_artillery", terrain="0203 village", ways=trail) == 2


def test_the_better_way_is_taken():
    """JDG-4.3.1-a: where road and trail share a hexside the road counts."""
    found = step("0202", "0203", "foot_artillery", terrain="0203 village",
                 ways=[("trail", "0202-0203"), ("road", "0203-0202")])  # fmt: skip
    assert (found.cost, found.way) == (1, "road")


def test_two_bends_of_one_road_are_not_joined():
    """JDG-4.3.1-a: a road helps only where it leads through the hexside."""
    bend = [("road", "0202-0302-0303-0203")]
    case = {"terrain": "0203 wood", "ways": bend}
    assert cost("0303", "0203", **case) == 1
    assert cost("0202", "0203", **case) == 2


def test_commander():
    """JDG-2.5.1-h, AMB-10: the column of cavalry, or of infantry by option; never disordered."""
    wood = {"terrain": "0203 wood"}
    found = step("0202", "0203", "commander", **wood)
    assert (found.cost, found.disorders) == (3, False)
    option = {"cinc_terrain_column": "infantry"}
    assert cost("0202", "0203", "commander", options=option, **wood) == 2
    steep = [("steep_slope", "0203", "N")]
    assert cost("0202", "0203", "commander", features=steep) is None
    found = step("0202", "0203", "commander", features=steep, options=option)
    assert (found.cost, found.disorders) == (3, False)


def test_off_the_map_and_unknown():
    """JDG-4.4.1-j; a hex without terrain has no cost; a wrong class is misuse."""
    rules = map_rules(terrain="0203 -")
    grid = rules.map.grid
    assert RULES.step(rules, grid.index("0101"), parse_direction("N", "flat"), "infantry").cost is None
    assert cost("0202", "0203", terrain="0203 -") is None
    assert cost("0203", "0202", terrain="0203 -") == 1
    with pytest.raises(ValueError, match="unknown movement class"):
        RULES.step(rules, 0, 3, "navy")


def test_battle_may_change_any_cell():
    """The cost comes from the chart of the battle, not from the code."""
    assert cost("0202", "0203", overrides=[("TBL-TEC-HEX", ("clear", "infantry"), 4)]) == 4
    double = [("TBL-TEC-RULES", ("z_by_road",), 5)]
    assert cost("0202", "0203", "cavalry", features=[("steep_slope", "0203", "N")],
                ways=[("road", "0202-0203")], overrides=double) == 6  # fmt: skip


# --- zones of control -----------------------------------------------------------------------------


def entry(terrain, movement_class, *ways, **settings):
    """What hex 0203 costs a unit that comes from off the map."""
    rules = map_rules(terrain=f"0203 {terrain}", **settings)
    return RULES.entry(rules, rules.map.grid.index("0203"), movement_class, ways).cost


def test_entry_from_off_the_map():
    """JDG-5.2.2-b: the hex costs what a step into it costs, roads included (JDG-4.3.1-a, JDG-4.3.1-f)."""
    assert [entry("wood", c) for c in CLASSES] == [2, 3, None, None]
    assert entry("wood", "infantry", "road") == 1
    for kind in ("wood", "village", "marsh", "impassable"):
        for name in CLASSES:
            for ways in ((), ("road",), ("trail",), ("road", "trail")):
                chains = [(way, "0202-0203") for way in ways]
                across = step("0202", "0203", name, terrain=f"0203 {kind}", ways=chains)
                assert entry(kind, name, *ways) == across.cost, (kind, name, ways)


def zoc(from_, to, movement_class="infantry", **settings):
    rules = map_rules(**settings)
    grid = rules.map.grid
    direction = grid.direction(grid.index(from_), grid.index(to))
    return ZOC.reaches(rules, grid.index(from_), direction, movement_class)


def zoc_count(hex_id, movement_class="infantry", **settings):
    rules = map_rules(**settings)
    origin = rules.map.grid.index(hex_id)
    return sum(ZOC.reaches(rules, origin, d, movement_class)[0] for d in range(6))


def test_zoc_reaches_all_six_hexes():
    """JDG-6.2.1-a, JDG-6.2.1-b; JDG-6.2.1-EX1: one impassable hexside leaves five."""
    assert zoc_count("0303") == 6
    assert zoc_count("0303", features=[("impassable", "0303", "N")]) == 5


@pytest.mark.parametrize(
    ("arm", "state", "exerts"),
    [
        ("artillery", {}, False),
        ("infantry", {"square": "in_square"}, False),
        ("cavalry", {"level": "routed"}, False),
        ("cavalry", {"level": "disordered"}, True),
        ("infantry", {}, True),
    ],
)
def test_who_exerts_a_zoc(arm, state, exerts):
    """JDG-6.2.1-c, JDG-6.2.1-g, JDG-6.2.1-EX2."""
    found, why = ZOC.exerts(arm, state)
    assert found is exerts and "JDG-6.2.1-" in why


def test_zoc_and_impassable_hexsides():
    """JDG-6.2.1-d, AMB-45: a road restores it, by option not; also where Z bars this type alone."""
    road = [("road", "0202-0203")]
    side = {"features": [("impassable", "0203", "N")]}
    assert not zoc("0202", "0203", **side)[0]
    assert zoc("0202", "0203", ways=road, **side)[0]
    assert not zoc("0202", "0203", ways=road, options={"zoc_through_road_gap": False}, **side)[0]
    steep = {"features": [("steep_slope", "0203", "N")]}
    assert zoc("0202", "0203", "infantry", **steep)[0]
    assert not zoc("0202", "0203", "cavalry", **steep)[0]
    assert zoc("0202", "0203", "cavalry", ways=road, **steep)[0]
    for ground in ("impassable", "water"):
        assert not zoc("0202", "0203", terrain=f"0203 {ground}")[0]


@pytest.mark.parametrize("kind", ["cliff", "impassable", "defile"])
@pytest.mark.parametrize("way", ["road", "trail"])
def test_way_restores_the_zoc(kind, way):
    """JDG-6.2.1-d, AMB-45: a road or trail across a cliff restores the ZOC, as across any closed hexside."""
    side, road = {"features": [(kind, "0203", "N")]}, [(way, "0202-0203")]
    assert not zoc("0202", "0203", **side)[0]
    assert zoc("0202", "0203", ways=road, **side)[0]
    assert zoc("0203", "0202", ways=road, **side)[0]
    assert not zoc("0202", "0203", ways=road, options={"zoc_through_road_gap": False}, **side)[0]


def test_bridge_alone_restores_no_zoc():
    """AMB-45 names roads and trails: a bridge without one leaves a prohibited hexside closed."""
    side = {"features": [("river", "0203", "N"), ("bridge", "0203", "N"), ("steep_slope", "0203", "N")]}
    assert not zoc("0202", "0203", "cavalry", **side)[0]
    assert zoc("0202", "0203", "cavalry", ways=[("road", "0202-0203")], **side)[0]


def test_zoc_and_rivers():
    """JDG-6.2.1-e: not over a bridge or ford of an uncrossable river, with a road or without."""
    for crossing in ("bridge", "ford"):
        far = [("river_uncrossable", "0203", "N"), (crossing, "0203", "N")]
        assert not zoc("0202", "0203", features=far)[0]
        assert not zoc("0202", "0203", features=far, ways=[("road", "0202-0203")])[0]
        assert zoc("0202", "0203", features=[("river", "0203", "N"), (crossing, "0203", "N")])[0]
    assert zoc("0202", "0203", features=[("river", "0203", "N")])[0]


@pytest.mark.parametrize("kind", ["redoubt", "wall", "fortification"])
def test_zoc_of_works_is_one_way(kind):
    """JDG-6.2.1-f, JDG-6.2.1-h: not from outside to inside, road or not; from inside it reaches out."""
    works = {"features": [(kind, "0203", "N")]}
    road = [("road", "0202-0203")]
    assert not zoc("0202", "0203", **works)[0]
    assert not zoc("0202", "0203", ways=road, **works)[0]
    assert zoc("0203", "0202", **works)[0]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("redoubt", "from outside to inside of a redoubt, even by road (JDG-6.2.1-f)"),
        ("wall", "from outside to inside of a wall, even by road (JDG-6.2.1-f)"),
        ("river_uncrossable", "across uncrossable river (JDG-6.2.1-d)"),
    ],
)
def test_the_reason_why_a_zoc_ends_is_that_of_the_hexside(kind, words):
    assert zoc("0202", "0203", features=[(kind, "0203", "N")]) == (False, f"no ZOC {words}")


def test_zoc_of_castles_is_one_way():
    """JDG-6.2.1-f, JDG-6.2.1-h: into a castle hex not, out of it yes, within it yes."""
    assert not zoc("0202", "0203", terrain="0203 castle")[0]
    assert zoc("0203", "0202", terrain="0203 castle")[0]
    assert zoc("0202", "0203", terrain="0202 castle, 0203 castle")[0]
