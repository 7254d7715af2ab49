"""Schedules of victory points of a series in a package."""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.charts import ChartBook
from jdgtools.derived.protocols import Schedule, ScheduledPoints
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.package.model_play import PointSchedule, ScheduleEntry
from jdgtools.rules import Series


def schedules_of(
    battle: Battle, scenario: Scenario, series: Series, charts: ChartBook
) -> tuple[PointSchedule, ...]:
    """Return the schedules in force, with the points of the charts and options."""
    if not series.has("schedule"):
        return ()
    schedules: tuple[Schedule, ...] = series.hook("schedule", "SCHEDULES")
    overruled = {statement for rule in scenario.special_rules for statement in rule.overrules}
    return tuple(
        PointSchedule(
            schedule.chart,
            tuple(_entry(battle, scenario, charts, schedule, one) for one in schedule.entries),
        )
        for schedule in schedules
        if not overruled & set(charts.get(schedule.chart).rules)
    )


def _entry(
    battle: Battle, scenario: Scenario, charts: ChartBook, schedule: Schedule, one: ScheduledPoints
) -> ScheduleEntry:
    cell = charts.get(schedule.chart).cell(one.key)
    points, times = cell.value, ""
    if isinstance(points, Mapping):
        points, times = points.get("by"), schedule.times
    for option, keys in schedule.options.items():
        if one.key in keys and cell.kind != "battle":
            points = battle.option(option, scenario)  # type: ignore[assignment]
    return ScheduleEntry(
        id=one.key,
        event=one.event,
        piece=one.piece,
        arms=one.arms,
        footprint=one.footprint,
        fields=dict(one.fields),
        roles=one.roles,
        points=points if isinstance(points, int) else 0,
        times=times,
    )
