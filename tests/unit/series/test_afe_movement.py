"""Movement of Au fil de l'épée: sections 3, 5.2.4 and 8."""

from __future__ import annotations

import re

import pytest

from jdgtools.hexgrid import HexGrid
from jdgtools.series.afe.movement import RULES
from jdgtools.series.registry import find_series
from tests.small_maps import map_rules

CLASSES = ("foot", "mounted", "artillery")


def step(from_, to, movement_class="foot", gates=False, **settings):
    """The step between two adjacent hexes, given by ids; every reason names a statement."""
    rules = map_rules(series="afe", **settings)
    grid = rules.map.grid
    origin, direction = grid.index(from_), grid.direction(grid.index(from_), grid.index(to))
    assert direction is not None
    ask = RULES.step_through_gates if gates else RULES.step
    found = ask(rules, origin, direction, movement_class)
    known = find_series("afe").statements
    for reason in found.reasons:
        ids = re.findall(r"AFE-[0-9A-Za-z.-]+", reason)
        assert ids and all(i in known for i in ids), reason
    return found


def cost(*args, **settings):
    return step(*args, **settings).cost


def test_every_hex_cell_is_used():
    """AFE-8.1-b, AFE-8.1-i: cost of every terrain and class is that of the table, NM is excluded."""
    chart = find_series("afe").charts.get("TBL-TERRAIN-HEX")
    for kind in chart.axis("terrain").ids:
        for name in CLASSES:
            cell = chart.value(kind, name)
            assert cost("0202", "0203", name, terrain=f"0203 {kind}") == (cell if cell != "NM" else None)


@pytest.mark.parametrize("direction", ["in", "out"])
def test_every_hexside_cell_is_used(direction):
    """AFE-8.1-b: hexsides add their cost, upwards and downwards; a closed gate opens to its own side."""
    chart = find_series("afe").charts.get("TBL-TERRAIN-HEXSIDE")
    for kind in chart.axis("hexside").ids:
        inner = ("0203", "N") if direction == "in" else ("0202", "S")
        for name in CLASSES:
            cell = chart.value(kind, direction, name)
            found = cost("0202", "0203", name, features=[(kind, *inner)])
            assert found == (1 + cell if isinstance(cell, int) else None), (kind, name)
            if cell == "own":
                assert cost("0202", "0203", name, gates=True, features=[(kind, *inner)]) == 1


def test_bridges_and_fords_replace_the_water():
    """AFE-8.1-b, AFE-8.1-i."""
    river = ("river", "0203", "N")
    assert cost("0202", "0203", features=[river]) is None
    assert cost("0202", "0203", features=[river, ("bridge_side", "0203", "N")]) == 1
    forded = step("0202", "0203", features=[river, ("ford", "0203", "N")])
    assert forded.cost == 2 and "over river" in " ".join(forded.reasons)


def test_roads():
    """AFE-8.1-b: 1 MP along a road whatever the terrain, except through a closed gate."""
    ways = [("road", "0202-0203")]
    for name in CLASSES:
        along = step("0202", "0203", name, terrain="0203 wood", features=[("hedge", "0203", "N")], ways=ways)
        assert (along.cost, along.way) == (1, "road")
    assert cost("0202", "0203", features=[("gate", "0203", "N")], ways=ways) is None
    assert cost("0202", "0203", gates=True, features=[("gate", "0203", "N")], ways=ways) == 1
    assert cost("0203", "0204", terrain="0204 wood", ways=ways) == 3, "the road does not go there"


def test_leaders_move_as_cavalry_by_the_class_table():
    """AMB-30, AFE-8.1-b."""
    assert cost("0202", "0203", "leader", terrain="0203 rough") == 2
    assert cost("0202", "0203", "leader", terrain="0203 wood") is None
    on_foot = [("TBL-CLASS", ("leader",), "foot")]
    assert cost("0202", "0203", "leader", terrain="0203 wood", overrides=on_foot) == 3


def test_off_the_map_and_unknown_classes():
    """AFE-8.1-b."""
    rules = map_rules(series="afe")
    assert RULES.step(rules, rules.map.grid.index("0101"), 0, "foot").cost is None
    with pytest.raises(ValueError, match="infantry"):
        RULES.step(rules, 0, 2, "infantry")


def test_front_and_rear():
    """AFE-3-b to AFE-3-e, AFE-8.1-e, AFE-8.1-f, DV-12, DV-13: the hexes of the charge example."""
    grid = HexGrid(20, 20, orientation="flat", parity="odd")
    here, faced = grid.index("1015"), grid.index("0916")
    facing = grid.direction(here, faced)
    assert facing is not None

    def ids(hexes):
        return {grid.id(h) for h in hexes}

    assert ids(RULES.front(grid, here, facing)) == {"0915", "0916", "1016"}
    assert [grid.id(h) for h in RULES.front(grid, here, facing)] == ["1016", "0916", "0915"], "clockwise"
    assert ids(RULES.rear(grid, here, facing)) == {"1014", "1115", "1116"}
    assert ids(RULES.front(grid, here, facing, artillery=True)) == {"0916"}
    assert ids(RULES.rear(grid, here, facing, artillery=True)) == {"0915", "1014", "1016", "1115", "1116"}
    corner = grid.index("0101")
    assert None not in RULES.front(grid, corner, 0)


def test_turning_leaving_stacking():
    """AFE-8.2-c, AFE-8.2-d, AFE-8.2-e, AFE-8.3-a, AFE-8.3-b, AFE-5.2.4-a, -b, AMB-19, AMB-27; DV-15 to DV-18."""
    rules = map_rules(series="afe")
    assert RULES.turn(rules, 2, in_enemy_front=True) == 4
    assert RULES.turn(rules, 1, in_enemy_front=True) + RULES.leave(True) + 1 == 4
    assert RULES.turn(rules, 3) == 3 and RULES.turn(rules, 3, leader=True) == 0
    assert RULES.turn(map_rules(series="afe", options={"facing_cost_normal": 0}), 3) == 0
    assert RULES.leave(True, leader=True) == 0 and RULES.leave(False) == 0
    assert RULES.stack(joins=True, leaves=False) + 1 == 2
    assert RULES.stack(joins=False, leaves=True) + 1 == 2


def test_the_moves_that_cost_does_not_limit():
    """AFE-8.1-i, AFE-8.3-c, AFE-8.3-f, DV-20, DV-21, DV-22: any cost, but not NM."""
    rules = map_rules(series="afe", terrain="0203 marsh", features=[("river", "0202", "N")])
    here = rules.map.grid.index("0202")
    assert RULES.may_advance(rules, here, 3, "foot") and RULES.may_withdraw(rules, here, 3, "foot")
    assert not RULES.may_advance(rules, here, 3, "mounted")
    assert not RULES.may_withdraw(rules, here, 0, "foot")
