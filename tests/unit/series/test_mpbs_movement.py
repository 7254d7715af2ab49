"""Movement, facing and footprints of the Musket & Pike Battle Series: sections 6.1, 6.2 and 7."""

from __future__ import annotations

import json
import re

import pytest

from jdgtools.cli.main import run
from jdgtools.hexgrid import HexGrid
from jdgtools.loading import load
from jdgtools.series.mpbs.footprint import facing_of, right_of, wheel, zones
from jdgtools.series.mpbs.movement import RULES
from jdgtools.series.registry import find_series
from tests.checks.cases import base_folder
from tests.small_maps import map_rules

COLUMNS = ("heavy_infantry", "light_infantry", "cavalry", "guns")
HITS = ("heavy_infantry", "light_infantry", "cavalry")


def ask(from_, to, **settings):
    rules = map_rules(series="mpbs", **settings)
    grid = rules.map.grid
    direction = grid.direction(grid.index(from_), grid.index(to))
    assert direction is not None
    return rules, grid.index(from_), direction


def step(from_, to, movement_class="heavy_infantry", **settings):
    """The step between two adjacent hexes; every reason names a statement."""
    found = RULES.step(*ask(from_, to, **settings), movement_class)
    known = find_series("mpbs").statements
    for reason in found.reasons:
        ids = re.findall(r"MP-[0-9A-Za-z.-]+", reason)
        assert ids and all(i in known for i in ids), reason
    return found


def cost(*args, **settings):
    return step(*args, **settings).cost


def hits(from_, to, movement_class="heavy_infantry", **settings):
    rules, *asked = ask(from_, to, **settings)
    found = RULES.pair_hits(rules, (tuple(asked),), movement_class)
    assert (found > 0) == step(from_, to, movement_class, **settings).disorders
    return found


def test_every_hex_cell_is_used():
    """MP-7.1.1-a, MP-7.3.1-a, MP-7.3.3-c: costs and formation hits of every terrain."""
    chart = find_series("mpbs").charts.get("T-TEC-HEX")
    for kind in chart.axis("terrain").ids:
        terrain = f"0203 {kind}"
        for name in COLUMNS:
            cell = chart.value(kind, name)
            assert cost("0202", "0203", name, terrain=terrain) == (cell if cell != "NM" else None)
        for name in HITS:
            if chart.value(kind, name) != "NM":
                expected = int(chart.value(kind, f"fh_{name}") == "hit")
                assert hits("0202", "0203", name, terrain=terrain) == expected
        assert not step("0202", "0203", "guns", terrain=terrain).disorders


@pytest.mark.parametrize("direction", ["in", "out"])
def test_every_hexside_cell_is_used(direction):
    """MP-7.1.1-a, MP-7.3.1-a, upwards and downwards."""
    chart = find_series("mpbs").charts.get("T-TEC-HEXSIDE")
    for kind in chart.axis("hexside").ids:
        features = [(kind, *(("0203", "N") if direction == "in" else ("0202", "S")))]
        for name in COLUMNS:
            cell = chart.value(kind, direction, name)
            expected = 1 + cell if cell != "NM" else None
            assert cost("0202", "0203", name, features=features) == expected, (kind, name)
            if name in HITS and cell != "NM":
                hit = int(chart.value(kind, direction, f"fh_{name}") == "hit")
                assert hits("0202", "0203", name, features=features) == hit


def test_slope_and_stream_cost_four_over_two_hexes():
    """EX-6.3-1, EX-7.3.1-2: heavy infantry pays 4 MP; cavalry takes two hits."""
    features = [("slope_steep", "0202", "S"), ("stream", "0203", "S")]
    assert cost("0202", "0203", features=features) + cost("0203", "0204", features=features) == 4
    both = [hits(a, b, "cavalry", features=features) for a, b in (("0202", "0203"), ("0203", "0204"))]
    assert sum(both) == 2
    assert hits("0202", "0203", terrain="0203 woods", features=[("stream", "0203", "N")]) == 2


def test_gentle_slopes():
    """MP-7.3.1-f, EX-7.3.1-3: no hit at the first crossing; an engine counts the second."""
    features = [("slope_gentle", "0203", "N")]
    assert hits("0202", "0203", features=features) == 0
    assert RULES.gentle_slopes(*ask("0202", "0203", features=features))
    assert not RULES.gentle_slopes(*ask("0202", "0203"))
    along = {"features": features, "ways": [("road", "0202-0203")]}
    assert not RULES.gentle_slopes(*ask("0202", "0203", **along))


def test_roads():
    """MP-7.1.1-a: the road's own line replaces hex and hexside, not a river without a crossing."""
    ways = [("road", "0202-0203")]
    along = step("0202", "0203", terrain="0203 woods", features=[("hedge", "0203", "N")], ways=ways)
    assert (along.cost, along.way, along.disorders) == (1, "road", False)
    assert cost("0202", "0203", features=[("river", "0203", "N")], ways=ways) is None
    assert cost("0202", "0203", features=[("river", "0203", "N"), ("ford", "0203", "N")], ways=ways) == 1
    assert cost("0202", "0203", features=[("river", "0203", "N"), ("ford", "0203", "N")]) == 2
    # What can be crossed does not stop a road, nor does what cannot, unless it is water.
    assert cost("0202", "0203", features=[("stream", "0203", "N")], ways=ways) == 1
    for column in COLUMNS:
        for kind in find_series("mpbs").charts.get("T-TEC-HEXSIDE").axis("hexside").ids:
            if kind != "river":
                assert cost("0202", "0203", column, features=[(kind, "0203", "N")], ways=ways) == 1, kind
    shut = [("T-TEC-HEXSIDE", ("hedge", "in", "cavalry"), "NM")]
    hedge = {"features": [("hedge", "0203", "N")], "overrides": shut}
    assert cost("0202", "0203", "cavalry", **hedge) is None
    assert cost("0202", "0203", "cavalry", **hedge, ways=ways) == 1


def test_leaders_go_as_light_infantry_where_cavalry_may_not():
    """MP-7.1.1-d, MP-5.1.2-f."""
    assert cost("0202", "0203", "leader", terrain="0203 woods") == 4
    castle = step("0202", "0203", "leader", terrain="0203 castle")
    assert castle.cost == 2 and "MP-7.1.1-d" in castle.reasons[0]
    assert all(cost("0202", "0203", "leader", terrain=f"0203 {t}") is None for t in ("impassable", "water"))
    assert not step("0202", "0203", "leader", terrain="0203 woods").disorders


def test_regimental_artillery():
    """MP-7.3.4-a: the costs of guns, the hits of heavy infantry."""
    stream = [("stream", "0203", "N")]
    assert cost("0202", "0203", "heavy_infantry_guns", features=stream) == 3
    assert hits("0202", "0203", "heavy_infantry_guns", features=stream) == 1
    assert cost("0202", "0203", "heavy_infantry_guns", terrain="0203 woods") is None


def test_regimental_artillery_moves_by_the_column_of_guns(capsys):
    """MP-7.3.4-a: the class of a unit is that of its type, with regimental artillery that of guns too."""
    loaded = load(base_folder("teaching-mpbs"))
    battle = loaded.battle
    classes = {u.id: find_series("mpbs").movement_class(battle.series, u) for u in battle.units}
    assert classes["un-yellow"] == "heavy_infantry_guns"
    assert (classes["un-old"], classes["em-kurz"], classes["un-horn"]) == (*["heavy_infantry"] * 2, "cavalry")
    ask_for = ["query", "reach", str(base_folder("teaching-mpbs")), "--unit", "un-yellow", "--mp", "4"]
    with pytest.raises(SystemExit):
        run([*ask_for, "--format", "json"])
    assert json.loads(capsys.readouterr().out)["class"] == "heavy_infantry_guns"


def test_two_halves():
    """MP-7.1.2-a, MP-7.1.2-b, MP-7.3.2-a, EX-7.1.2-1: the dearest terrain; an obstacle together once."""
    rules = map_rules(
        series="mpbs", terrain="0303 rough", features=[("stream", "0203", "N"), ("stream", "0303", "N")]
    )
    grid = rules.map.grid
    south = [(grid.index("0202"), 3), (grid.index("0302"), 3)]
    assert RULES.pair(rules, south, "heavy_infantry").cost == 3
    apart = [RULES.step(rules, *one, "heavy_infantry").cost for one in south]
    assert apart == [2, 3], "one after the other each pays the stream"
    wood = map_rules(series="mpbs", terrain="0303 orchard")
    both = RULES.pair(wood, south, "heavy_infantry")
    assert (both.cost, both.disorders) == (2, True)
    closed = map_rules(series="mpbs", terrain="0303 impassable")
    assert RULES.pair(closed, south, "heavy_infantry").cost is None


def test_dearest_hex_and_dearest_hexside_of_a_pair():
    """MP-7.1.2-a, MP-7.1.2-b: halves over different ground pay the dearer hex and the dearer hexside, once."""
    grid = map_rules(series="mpbs").map.grid
    south = [(grid.index("0202"), 3), (grid.index("0302"), 3)]
    for marked in ("0203", "0303"):
        one = map_rules(series="mpbs", features=[("stream", marked, "N")])
        costs = [RULES.step(one, *half, "heavy_infantry").cost for half in south]
        assert min(costs) < max(costs)
        assert RULES.pair(one, south, "heavy_infantry").cost == max(costs)
        assert RULES.pair(one, south[::-1], "heavy_infantry").cost == max(costs)
    # The dearer hex of one half and the dearer hexside of the other add up.
    for wood, stream in (("0203", "0303"), ("0303", "0203")):
        rules = map_rules(series="mpbs", terrain=f"{wood} woods", features=[("stream", stream, "N")])
        plain = map_rules(series="mpbs", terrain=f"{wood} woods")
        half = south[0 if wood == "0203" else 1]
        dearer = RULES.step(plain, *half, "light_infantry").cost
        wet = map_rules(series="mpbs", features=[("stream", stream, "N")])
        other = RULES.step(wet, *south[1 if wood == "0203" else 0], "light_infantry").cost - 1
        assert RULES.pair(rules, south, "light_infantry").cost == dearer + other


def test_zones_of_one_and_two_hexes():
    """MP-6.1-b, MP-6.1-c, EX-6.1-1: unit facing the vertex between directions 0 and 1."""
    grid = HexGrid(7, 7, orientation="flat")
    here = grid.index("0404")
    around = [grid.neighbour(here, d) for d in range(6)]
    one = zones(grid, (here,), 0)
    assert set(one.front) == {around[0], around[1]}
    assert set(one.flank) == {around[2], around[5]} and set(one.rear) == {around[3], around[4]}
    right = right_of(grid, here, 0)
    assert right == around[2] and facing_of(grid, here, right) == 0
    two = zones(grid, (here, right), 0)
    assert set(two.front) == {around[0], around[1], grid.neighbour(right, 1)}
    assert grid.neighbour(right, 0) == around[1], "the central front hex is in front of both halves"
    assert set(two.rear) == {around[4], around[3], grid.neighbour(right, 3)}
    assert set(two.flank) == {around[5], grid.neighbour(right, 2)}
    assert [len(group) for group in two] == [3, 2, 3]


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("to_right", [True, False])
def test_wheel(facing, to_right):
    """MP-6.2.1-c, EX-6.2.1-1: one half is the pivot, the other enters the central front hex; 2 MP."""
    rules = map_rules(series="mpbs", size=(7, 7))
    grid = rules.map.grid
    left = grid.index("0404")
    right = right_of(grid, left, facing)
    turned = wheel(grid, (left, right), facing, to_right)
    assert turned is not None and turned.facing == (facing + (1 if to_right else -1)) % 6
    assert right_of(grid, turned.halves[0], turned.facing) == turned.halves[1]
    assert (turned.halves[1] == right) if to_right else (turned.halves[0] == left)
    entered = grid.neighbour(turned.mover, turned.direction)
    assert entered in turned.halves and entered in zones(grid, (left, right), facing).front
    assert RULES.wheel(rules, turned).cost == 2
    assert facing_of(grid, left, left) is None


def test_wheel_off_the_map():
    """MP-6.2.1-c."""
    grid = HexGrid(3, 3, orientation="flat")
    left = grid.index("0101")
    assert wheel(grid, (left, grid.index("0201")), 5, True) is None
    rules = map_rules(series="mpbs", size=(3, 3), terrain="0202 impassable")
    turned = wheel(grid, (grid.index("0102"), grid.index("0103")), 1, True)
    assert turned is None or RULES.wheel(rules, turned).cost is None


@pytest.mark.parametrize(
    ("kind", "corners", "two_hex", "column", "expected"),
    [
        ("cavalry", 1, False, False, 1),
        ("light_infantry", 2, False, False, 2),
        ("heavy_infantry", 1, False, False, 2),
        ("dismounted_cavalry", 2, False, False, 4),
        ("heavy_infantry", 1, True, False, None),
        ("heavy_infantry", 1, True, True, 2),
        ("cavalry", 3, False, False, 2),
        ("heavy_infantry", 3, False, False, 2),
        ("heavy_infantry", 3, True, False, 2),
        ("leader", 2, False, False, 0),
        ("cavalry", 0, False, False, 0),
    ],
)
def test_turning(kind, corners, two_hex, column, expected):
    """MP-6.2.1-a to -d, MP-6.2.2-a, EX-6.2.2-1, MP-6.1-d, AMB-75."""
    assert RULES.turn(kind, corners, two_hex, column) == expected


def test_off_the_map_and_unknown_classes():
    """MP-7.1.1-a."""
    rules = map_rules(series="mpbs")
    assert RULES.step(rules, rules.map.grid.index("0101"), 0, "cavalry").cost is None
    with pytest.raises(ValueError, match="knights"):
        RULES.step(rules, 0, 2, "knights")
    with pytest.raises(ValueError, match="knights"):
        RULES.pair_hits(rules, ((0, 2),), "knights")


@pytest.mark.parametrize("movement_class", COLUMNS)
def test_who_enters_the_map_along_a_road_pays_for_the_road(movement_class):
    rules = map_rules(terrain="0203 woods", series="mpbs")
    inside = rules.map.grid.index("0203")
    by_road, without = (RULES.entry(rules, inside, movement_class, ways) for ways in (("road",), ()))
    assert (by_road.way, without.way) == ("road", "")
    assert by_road.cost == 1 and without.cost != 1
