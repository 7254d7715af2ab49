"""Tables of steps, neighbours and sight agree with the rules that they hold."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from jdgtools.derived import derive, memo
from jdgtools.derived.adjacency import neighbour_array
from jdgtools.derived.los import packed_bits, row_bytes, sight_matrix
from jdgtools.derived.protocols import (
    FacedMovement,
    GateMovement,
    NearEnemyMovement,
    PartedMovement,
    zoc_rules,
)
from jdgtools.derived.reach import find_path, reach
from jdgtools.derived.steps import step_table
from jdgtools.derived.zones import zoc_masks
from jdgtools.exporters.jdgpkg.ground import movement_of
from jdgtools.loading import check
from jdgtools.rules import MapRules, StepCost
from jdgtools.series.registry import find_series
from tests.property.test_sight import random_rules
from tests.small_maps import make_map, map_rules

SERIES = find_series("jdg")
SCENARIOS = Path(__file__).parents[3] / "scenarios"


def test_step_table_is_the_rules_step_by_step():
    """JDG-4.3-b for every hex, direction and class."""
    for seed in range(6):
        terrain = random_rules(seed)
        for name in SERIES.movement.classes:
            for near, ask in ((False, SERIES.movement.step), (True, SERIES.movement.step_near_enemy)):
                table = step_table(SERIES.movement, terrain, name, near)
                for index in terrain.map.grid.hexes:
                    for direction in range(6):
                        found = ask(terrain, index, direction, name)
                        assert table[index, direction] == (-1 if found.cost is None else found.cost)
                        open_ = found.cost is not None
                        assert table.disorders[6 * index + direction] == (open_ and found.disorders)
                        assert table.way[6 * index + direction] == (found.way if open_ else "")


@pytest.mark.parametrize("name", ["edgehill-1642", "bouvines-1214", "bremule-1119", "teaching-afe"])
def test_steps_of_a_kind_have_one_answer(name: str) -> None:
    """MP-7.1.1-a, AFE-8.1-b: tables ask for one step of each kind, rules answer alike for all of it."""
    loaded = check(SCENARIOS / name)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    rules = loaded.series.movement
    derived = derive(loaded.battle, loaded.series, loaded.charts, loaded.battle.scenarios[0])
    steps, map_rules = movement_of(derived), derived.map_rules
    places = [(6 * i + d, i, d) for i in map_rules.map.grid.hexes for d in range(6)]
    held = {}
    for mover in rules.classes:
        table = steps.steps[mover]
        for place, index, direction in places:
            closed = map_rules.why_closed(index, direction, mover)
            cost = None if closed else rules.step(map_rules, index, direction, mover).cost
            assert table.cost[place] == (-1 if cost is None else cost)
            if isinstance(rules, GateMovement):
                through = rules.step_through_gates(map_rules, index, direction, mover).cost
                if through != cost:
                    held.setdefault(place, {})[mover] = -1 if through is None else through
        if isinstance(rules, PartedMovement):
            parts = {p: rules.step_parts(map_rules, i, d, mover) for p, i, d in places}
            assert table.disorders_hex == tuple(p for p, part in parts.items() if part.hex)
            assert table.disorders_side == tuple(p for p, part in parts.items() if part.side)
            assert table.disorders_second == tuple(p for p, part in parts.items() if part.second)
            dear = {p: s.value for s in table.side_costs for p in s.steps}
            assert dear == {p: part.side_cost for p, part in parts.items() if part.side_cost}
    assert held.keys() == {held_step.step for held_step in steps.held_steps}
    for held_step in steps.held_steps:
        assert held[held_step.step].items() <= held_step.cost.items()


def test_the_step_table_names_the_way():
    rules = map_rules(ways=[("road", "0202-0203")], terrain="0203 wood")
    here = rules.map.grid.index("0202")
    table = step_table(SERIES.movement, rules, "infantry")
    ways = [table.way[6 * here + direction] for direction in range(6)]
    assert sorted(ways) == ["", "", "", "", "", "road"]
    assert table.way[6 * here + rules.map.grid.direction(here, rules.map.grid.index("0203"))] == "road"


def test_zone_masks_are_the_rules_side_by_side():
    """JDG-6.2.1-b for every hex, direction and class."""
    rules = zoc_rules(SERIES)
    assert rules is not None
    for seed in range(6):
        terrain = random_rules(seed)
        for name in SERIES.movement.classes:
            for index, mask in enumerate(zoc_masks(rules, terrain, name)):
                inside = index in terrain.map.grid
                reached = [inside and rules.reaches(terrain, index, d, name)[0] for d in range(6)]
                assert mask == sum(1 << d for d in range(6) if reached[d])


def test_neighbours_leave_out_what_is_not_in_play():
    terrain = map_rules()
    grid = terrain.map.grid
    playable = [True] * grid.size
    playable[grid.index("0203")] = False
    cut = make_map(grid, list(terrain.map.terrain), list(terrain.map.levels), playable=playable)
    found = neighbour_array(cut)
    assert len(found) == 6 * grid.size
    assert grid.index("0203") not in found
    assert set(found[6 * grid.index("0203") :][:6]) == {-1}
    for index in grid.hexes:
        for direction in range(6):
            other = found[6 * index + direction]
            assert other == -1 or found[6 * other + (direction + 3) % 6] == index


def test_bits_of_sight_are_where_the_page_says():
    """Row i begins at byte i * row_bytes; column j is bit j % 8, least significant first."""
    terrain = random_rules(3)
    matrix = sight_matrix(SERIES.sight, terrain)
    data, size = packed_bits(matrix), terrain.map.grid.size
    width = row_bytes(size)
    assert len(data) == size * width
    for i in range(size):
        for j in range(size):
            assert bool(data[i * width + j // 8] >> (j % 8) & 1) == matrix[i, j]


def test_sight_is_kept_for_equal_options_only():
    terrain = random_rules(5)
    same = MapRules(terrain.map, terrain.charts, dict(terrain.options), terrain.definition)
    other = MapRules(terrain.map, terrain.charts, terrain.options | {"los_half": "x"}, terrain.definition)
    assert sight_matrix(SERIES.sight, terrain) is sight_matrix(SERIES.sight, same)
    assert sight_matrix(SERIES.sight, terrain) is not sight_matrix(SERIES.sight, other)


class Ship:
    """A series of ships: ahead only, turning costs one a point."""

    classes = ("ship",)
    denominator = 2

    def step(self, terrain, origin, direction, movement_class):
        return StepCost(2, reasons=("sails (SHIP-1)",))

    def step_faced(self, terrain, origin, facing, direction, movement_class):
        return (
            self.step(terrain, origin, direction, movement_class) if facing == direction else StepCost(None)
        )

    def turn_faced(self, terrain, hex_index, facing, to, movement_class):
        return StepCost(1, reasons=("turns (SHIP-2)",)) if (to - facing) % 6 in (1, 5) else StepCost(None)


def test_movement_that_depends_on_facing():
    """A series may move by facing: the search then runs over hexes and facings."""
    terrain, ship = map_rules(size=(8, 8)), Ship()
    assert isinstance(ship, FacedMovement) and not isinstance(ship, NearEnemyMovement)
    grid = terrain.map.grid
    start = grid.index("0404")
    ahead = find_path(ship, terrain, start, grid.index("0402"), "ship", facing=0)
    assert (ahead.cost, len(ahead.path)) == (4, 2)
    astern = find_path(ship, terrain, start, grid.index("0405"), "ship", facing=0)
    assert astern.cost == 5
    assert [leg.origin == leg.target for leg in astern.path].count(True) == 3
    assert find_path(ship, terrain, start, grid.index("0405"), "ship").cost == 2, "without a facing"
    assert set(reach(ship, terrain, start, 2, "ship", facing=0)) == {start, grid.index("0403")}


def test_a_table_that_two_threads_ask_for_is_made_once():
    terrain, made = map_rules(), []

    def make() -> object:
        time.sleep(0.05)
        made.append(object())
        return made[-1]

    with ThreadPoolExecutor(2) as pool:
        tables = list(pool.map(lambda _: memo.get_or_make(terrain, SERIES, "asked twice", make), range(2)))
    assert tables[0] is tables[1] is made[0]
    assert len(made) == 1
