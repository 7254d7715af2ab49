"""Schedules of points and code of special rules in packages."""

from __future__ import annotations

from msgspec.structs import replace

from jdgtools.exporters.jdgpkg.schedules import schedules_of
from jdgtools.model.scenario import SpecialRule
from jdgtools.model.text import Text
from tests.unit.package.bundled import battle, packages


def test_points_for_losses_are_those_of_the_chart() -> None:
    """MP-15-a: every line of T-VP but that of a single man has an entry."""
    for _, package in packages("teaching-mpbs"):
        (schedule,) = package.victory.schedules
        chart = package.book.get(schedule.chart)
        assert {entry.id for entry in schedule.entries} == set(chart.axes[0].ids) - {"king_charles"}
        arms = {unit.arm for unit in package.units}
        assert arms <= {arm for entry in schedule.entries for arm in entry.arms}
        for entry in schedule.entries:
            value = chart.value(entry.id)
            if isinstance(value, dict):
                assert (entry.points, entry.times) == (value["by"], "rating")
            else:
                assert (entry.points, entry.times) == (value, "")
    for _, package in packages("rolica-1808"):
        assert package.victory.schedules == ()


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
