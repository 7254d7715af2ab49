"""Schedules of points and code of special rules in packages."""

from __future__ import annotations

from msgspec.structs import replace

from jdgtools.exporters.jdgpkg.schedules import schedules_of
from jdgtools.model.scenario import SpecialRule
from jdgtools.model.text import Text
from jdgtools.series.mpbs.definition import DEFINITION
from tests.unit.package.bundled import battle, packages


def test_points_for_losses_are_those_of_the_chart_or_of_the_scenario() -> None:
    """MP-15-a, MP-15-d: every line of T-VP has an entry."""
    own = {"cavalry_eliminated": 8, "wc_eliminated": 4}
    axes = {axis.id for axis in DEFINITION.state_axes}
    values = {value.id for axis in DEFINITION.state_axes for value in axis.values}
    for scenario, package in packages("teaching-mpbs"):
        if not scenario.schedule.in_force:
            assert scenario.id == "morning" and package.victory.schedules == ()
            continue
        assert dict(scenario.schedule.points) == own
        (schedule,) = package.victory.schedules
        chart = package.book.get(schedule.chart)
        assert {entry.id for entry in schedule.entries} == set(chart.axes[0].ids)
        for entry in schedule.entries:
            on_map = entry.event in ("strength_lost", "captured", "disabled")
            assert bool(entry.state) == on_map, entry
            assert not on_map or entry.state in (axes if entry.event == "strength_lost" else values)
        arms = {unit.arm for unit in package.units}
        assert arms <= {arm for entry in schedule.entries for arm in entry.arms}
        for entry in schedule.entries:
            value = chart.value(entry.id)
            if isinstance(value, dict):
                assert (entry.points, entry.times) == (own.get(entry.id, value["by"]), "rating")
            else:
                assert (entry.points, entry.times) == (own.get(entry.id, value), "")
    for _, package in packages("rolica-1808"):
        assert package.victory.schedules == ()


def test_a_sovereign_is_a_leader_without_ratings_whom_the_schedule_counts() -> None:
    """MP-15-a: who is present and commands nobody; in Au fil de l'épée he bears arms that no unit bears."""
    package = next(package for scenario, package in packages("teaching-mpbs") if scenario.id == "battle")
    archduke = next(x for x in package.leaders if x.id == "archduke")
    assert (archduke.role, archduke.command) == ("sovereign", None) and "rating" not in archduke.front
    entries = {entry.id: entry for entry in package.victory.schedules[0].entries}
    assert entries["king_charles"].roles == ("sovereign",) and entries["king_charles"].points == 50
    afe = next(package for scenario, package in packages("teaching-afe") if scenario.id == "battle")
    legate = next(x for x in afe.leaders if x.id == "legate")
    assert (legate.role, legate.command, dict(legate.front)) == ("sovereign", None, {"mp": 6})


def test_an_option_and_a_special_rule_change_the_schedule() -> None:
    """AMB-38 and MP-15-d."""
    loaded = battle("teaching-mpbs")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    scenario = loaded.battle.scenarios[0]
    cheap = replace(scenario, options={**scenario.options, "vp_single_gun_disabled": 5})
    (schedule,) = schedules_of(loaded.battle, cheap, loaded.series, loaded.charts)
    points = {entry.id: entry.points for entry in schedule.entries}
    assert (points["disabled_12-24"], points["disabled_4-8"], points["disabled_3"]) == (5, 5, 2)
    rule = SpecialRule("own", Text.of("Own points"), Text.of("Hexes alone count."), ("MP-15-a",))
    own = replace(scenario, special_rules=(*scenario.special_rules, rule))
    assert schedules_of(loaded.battle, own, loaded.series, loaded.charts) == ()


def test_code_of_a_special_rule_is_bound_to_its_text() -> None:
    rules = [rule for _, package in packages("rolica-1808") for rule in package.special_rules]
    assert all(rule.code == f"rolica-1808/{rule.id}" and len(rule.digest) == 16 for rule in rules)
    texts = {str(sorted(rule.text.items())) for rule in rules}
    assert len({rule.digest for rule in rules}) == len(texts)
