"""The member of a package that says what losses are worth by the schedule of the series.

`play.py` calls it. Amounts of charts, options and the scenario are filled in already, so that an engine
only adds up. Types: `package/model_play.py`.
"""

from __future__ import annotations

from jdgtools.charts import ChartBook
from jdgtools.derived.schedules import ScheduleLine, schedule_lines, schedules_in_force
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.package.model_play import PointSchedule, ScheduleEntry
from jdgtools.rules import Series


def schedules_of(
    battle: Battle, scenario: Scenario, series: Series, charts: ChartBook
) -> tuple[PointSchedule, ...]:
    """Return the schedules in force, with the points of the charts, of options and of the scenario."""
    lines = schedule_lines(battle, scenario, series, charts)
    return tuple(
        PointSchedule(schedule.chart, tuple(_entry(line) for line in lines if line.chart == schedule.chart))
        for schedule, _ in schedules_in_force(scenario, series, charts)
    )


def _entry(line: ScheduleLine) -> ScheduleEntry:
    entry = line.entry
    return ScheduleEntry(
        id=entry.key,
        event=entry.event,
        piece=entry.piece,
        arms=entry.arms,
        footprint=entry.footprint,
        fields=dict(entry.fields),
        roles=entry.roles,
        points=line.points,
        times=line.times,
        state=entry.state,
    )
