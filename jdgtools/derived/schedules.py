"""Victory points for losses by the schedule of a series, with the amounts that are in force in a scenario.

The booklet, the module, the package and the checks read the same lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from jdgtools.charts import ChartBook
from jdgtools.derived.protocols import Schedule, ScheduledPoints
from jdgtools.model.battle import Battle
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.scenario import Scenario
from jdgtools.model.text import Text
from jdgtools.rules import Series


class ScheduleLine(Struct, frozen=True):
    """One line of a schedule as it counts in a scenario."""

    entry: ScheduledPoints
    chart: str
    """Chart that holds it."""
    name: Text
    """What happens, as the chart says it."""
    points: int
    times: str = ""
    """Rating of the leader whose size multiplies the points; '' = none."""

    def fits(self, piece: Unit | Leader) -> bool:
        """Return whether the line is about such a unit or leader."""
        entry = self.entry
        if isinstance(piece, Unit):
            if entry.piece != "unit" or (entry.arms and piece.arm not in entry.arms):
                return False
            if entry.footprint not in (None, piece.footprint):
                return False
        elif entry.piece != "leader" or (entry.roles and piece.role not in entry.roles):
            return False
        return all(piece.front.get(key, False) in values for key, values in entry.fields.items())


def schedules_of_series(series: Series) -> tuple[Schedule, ...]:
    """Return the schedules that a series has; none for most."""
    return tuple(series.hook("schedule", "SCHEDULES")) if series.has("schedule") else ()


def schedules_in_force(
    scenario: Scenario, series: Series, charts: ChartBook
) -> Iterator[tuple[Schedule, tuple[str, ...]]]:
    """Yield the schedules that count in a scenario, with the statements of their charts.

    A scenario takes a schedule out by `in_force: false`, or by a special rule that overrules a statement
    of its chart.
    """
    statements = {statement for rule in scenario.special_rules for statement in rule.overrules}
    for schedule in schedules_of_series(series) if scenario.schedule.in_force else ():
        rules = charts.get(schedule.chart).rules
        if not statements & set(rules):
            yield schedule, rules


def schedule_lines(
    battle: Battle, scenario: Scenario, series: Series, charts: ChartBook
) -> tuple[ScheduleLine, ...]:
    """Return the lines that count in a scenario: points of the scenario, the battle, an option or the chart.

    Of several lines with the same event the first that fits a piece counts.
    """
    return tuple(
        _line(battle, scenario, charts, schedule, entry)
        for schedule, _ in schedules_in_force(scenario, series, charts)
        for entry in schedule.entries
    )


def _line(
    battle: Battle, scenario: Scenario, charts: ChartBook, schedule: Schedule, entry: ScheduledPoints
) -> ScheduleLine:
    chart = charts.get(schedule.chart)
    cell = chart.cell(entry.key)
    points: object = cell.value
    times = ""
    if isinstance(points, Mapping):
        points, times = points.get("by"), schedule.times
    for option, keys in schedule.options.items():
        if entry.key in keys and cell.kind != "battle":
            points = battle.option(option, scenario)
    points = scenario.schedule.points.get(entry.key, points)
    name = chart.axes[0].key(entry.key).label
    return ScheduleLine(entry, schedule.chart, name, points if isinstance(points, int) else 0, times)


def lines_of_piece(lines: tuple[ScheduleLine, ...], piece: Unit | Leader) -> tuple[ScheduleLine, ...]:
    """Return the lines that are about a unit or leader: for every event the first that fits."""
    by_event: dict[str, ScheduleLine] = {}
    for line in lines:
        if line.fits(piece):
            by_event.setdefault(line.entry.event, line)
    return tuple(by_event.values())


def rating_size(line: ScheduleLine, piece: Unit | Leader) -> int:
    """Return what the points of a line are multiplied by: the size of a rating, else 1."""
    value = piece.front.get(line.times, 0) if line.times else 1
    return abs(value) if isinstance(value, int) else 0


def maximum_points(lines: tuple[ScheduleLine, ...], piece: Unit | Leader, strength: int) -> int:
    """Return the most points that the other side can get for a unit or leader.

    Args:
        lines: those of the scenario.
        piece: whom they are for.
        strength: strength points that it may lose while it stays on the map.
    """
    amounts = [0]
    for line in lines_of_piece(lines, piece):
        times = strength if line.entry.event == "strength_lost" else rating_size(line, piece)
        amounts.append(line.points * times)
    return max(amounts)
