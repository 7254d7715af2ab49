"""What a package says of single steps beside their cost, and of charts that an option changes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from jdgtools.derived import derive
from jdgtools.errors import InputRefused
from jdgtools.exporters.package import charts_in_force, package_of
from jdgtools.loading import load as load_battle
from jdgtools.package.consistency import check_consistency
from jdgtools.series.mpbs.footprint import right_of


@cache
def derived(name):
    found = load_battle(Path("scenarios") / name)
    scenario = found.battle.scenarios[0]
    return derive(found.battle, found.series, found.charts, scenario)


@cache
def package(name):
    found = load_battle(Path("scenarios") / name)
    return package_of(found.battle, found.series, found.charts, found.battle.scenarios[0])


def test_a_step_may_cost_two_formation_hits():
    """MP-7.3.2-b: one for the hex, one for the hexside; MP-7.3.1-f: gentle slopes at every second crossing."""
    battle, movement = derived("teaching-mpbs"), package("teaching-mpbs").movement
    rules, twice = battle.series.movement, 0
    for name, steps in movement.steps.items():
        by_hex, by_side = set(steps.disorders_hex), set(steps.disorders_side)
        assert by_hex | by_side == set(steps.disorders)
        for place, cost in enumerate(steps.cost):
            if cost >= 0:
                hits = rules.pair_hits(battle.map_rules, (divmod(place, 6),), name)
                assert (place in by_hex) + (place in by_side) == hits
                twice += hits == 2
                gentle = rules.gentle_slopes(battle.map_rules, *divmod(place, 6))
                assert (place in steps.disorders_second) == (gentle and name not in ("guns", "leader"))
    assert twice


def test_halves_that_step_together_pay_the_dearer_hex_and_the_dearer_hexside():
    """MP-7.1.2-a: the sum can be more than the dearer of the two steps."""
    battle, steps = derived("teaching-mpbs"), package("teaching-mpbs").movement.steps["heavy_infantry"]
    grid, rules, more = battle.map_rules.map.grid, battle.series.movement, 0
    sides = {place: c.value for c in steps.side_costs for place in c.steps}
    for left in grid.hexes:
        for facing in range(6):
            right = right_of(grid, left, facing)
            for direction in (facing, (facing + 1) % 6) if right is not None else ():
                places = 6 * left + direction, 6 * right + direction
                costs = [steps.cost[place] for place in places]
                if min(costs) < 0:
                    continue
                by_side = [sides.get(place, 0) for place in places]
                cost = max(c - s for c, s in zip(costs, by_side, strict=True)) + max(by_side)
                pair = ((left, direction), (right, direction))
                assert rules.pair(battle.map_rules, pair, "heavy_infantry").cost == cost
                more += cost > max(costs)
    assert more


def test_one_level_a_step_needs_no_lists():
    steps = package("teaching-jdg").movement.steps
    assert not any(s.disorders_hex or s.disorders_side or s.disorders_second for s in steps.values())


def test_gates_are_open_to_the_side_that_holds_the_place():
    """AFE-8.1-b, AFE-9.1-k: closed in `steps`, with a cost in `held_steps`, in both directions."""
    movement = package("teaching-afe").movement
    assert movement.held_steps
    for held in movement.held_steps:
        assert movement.cost("foot", *divmod(held.step, 6)) is None
        assert held.cost["foot"] > 0
    grid = package("teaching-afe").grid
    ends = {(h // 6, grid.neighbours[h]) for h in (held.step for held in movement.held_steps)}
    assert ends == {(b, a) for a, b in ends}


def test_a_gate_off_the_map_is_refused():
    good = package("teaching-afe")
    held = replace(good.movement.held_steps[0], step=6 * len(good.grid.ids))
    with pytest.raises(InputRefused, match="held_steps"):
        check_consistency(replace(good, movement=replace(good.movement, held_steps=(held,))), "package")


@pytest.mark.parametrize(
    ("ratio", "rounded", "exact"),
    [((3, 5), -1, 0), ((9, 10), -1, 0), ((4, 8), -1, -1), ((3, 8), -1, -1), ((2, 8), -2, -2), ((1, 3), -1, -1),
     ((3, 10), -2, -1), ((1, 5), -2, -2), ((7, 4), 0, 0), ((8, 4), 1, 1), ((8, 2), 2, 2)],
)  # fmt: skip
def test_ratios_as_the_option_wants_them(ratio, rounded, exact):
    """MP-11.3.4-a, EX-11.3.4-1, EX-11.3.4-2, AMB-39: the lines of the package are those in force."""
    battle = derived("teaching-mpbs")
    assert battle.map_rules.options["ratio_exact"] is True
    assert battle.map_rules.charts.get("T-CC-RATIO").lookup(ratio).value == rounded
    assert charts_in_force(battle).get("T-CC-RATIO").lookup(ratio).value == exact
    assert package("teaching-mpbs").book.get("T-CC-RATIO").lookup(ratio).value == exact
