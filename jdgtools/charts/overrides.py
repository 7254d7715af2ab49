"""A battle's own chart cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from jdgtools.charts.model import NO_TEXT, Cell, Chart, Value
from jdgtools.charts.plain import value_from_plain
from jdgtools.model.text import Text

ProblemKind = Literal["unknown-chart", "key-count", "unknown-key", "wrong-value", "doubled"]


@dataclass(frozen=True, slots=True)
class Override:
    """One cell as a battle wants it."""

    chart: str
    """Chart id, or the name of the group when the keys tell which of its charts is meant."""
    keys: tuple[str, ...]
    """Key ids, one per axis."""
    value: Any
    """Plain value: number, text, true/false, None, list or mapping."""
    note: Text = NO_TEXT
    span: Any = None
    """Where it is written; handed back unread in a problem."""


@dataclass(frozen=True, slots=True)
class ChartProblem:
    """What is wrong with one override; the caller makes a diagnostic of it."""

    kind: ProblemKind
    override: Override
    found: str
    """The offending text."""
    expected: str
    """What would have been accepted, in words."""
    candidates: tuple[str, ...] = ()
    """Did you mean: the nearest ids, best first."""
    axis: int = -1
    """Index of the offending key."""

    @property
    def span(self) -> Any:
        """Where the override is written."""
        return self.override.span


def apply_overrides(
    charts: Mapping[str, Chart], overrides: Iterable[Override]
) -> tuple[dict[str, Chart], tuple[ChartProblem, ...]]:
    """Charts with the overrides applied, in the same order, and the problems in source order."""
    changed: dict[str, dict[tuple[str, ...], Cell]] = {}
    problems: list[ChartProblem] = []
    for override in overrides:
        chart = _find_chart(charts, override)
        problem = chart if isinstance(chart, ChartProblem) else _check(chart, override)
        if isinstance(chart, ChartProblem) or problem is not None:
            problems += [problem] if problem is not None else []
            continue
        cells = changed.setdefault(chart.id, {})
        if override.keys in cells:
            problems.append(
                ChartProblem("doubled", override, ", ".join(override.keys), "one override for each cell")
            )
            continue
        cells[override.keys] = Cell(value_from_plain(override.value), "battle", (), override.note)
    result = {
        chart_id: replace(chart, cells={**chart.cells, **changed[chart_id]}) if chart_id in changed else chart
        for chart_id, chart in charts.items()
    }
    return result, tuple(problems)


def _find_chart(charts: Mapping[str, Chart], override: Override) -> Chart | ChartProblem:
    chart = charts.get(override.chart)
    if chart is not None:
        return chart
    group = [chart for chart in charts.values() if chart.group == override.chart]
    fitting = [chart for chart in group if _misfits(chart, override.keys) == ()]
    if fitting:
        return fitting[0]
    if group:
        return min(
            group, key=lambda chart: (len(_misfits(chart, override.keys) or ()), list(charts).index(chart.id))
        )
    known = list(charts) + [chart.group for chart in charts.values() if chart.group]
    return ChartProblem(
        "unknown-chart", override, override.chart, "a chart of the series", _near(override.chart, known)
    )


def _misfits(chart: Chart, keys: tuple[str, ...]) -> tuple[int, ...] | None:
    """Indices of keys that the chart does not have; None when their number is wrong."""
    if len(keys) != len(chart.axes):
        return None
    return tuple(i for i, axis in enumerate(chart.axes) if keys[i] not in axis.ids)


def _check(chart: Chart, override: Override) -> ChartProblem | None:
    if len(override.keys) != len(chart.axes):
        names = ", ".join(axis.id for axis in chart.axes)
        return ChartProblem(
            "key-count",
            override,
            f"{len(override.keys)} keys",
            f"{len(chart.axes)} keys for {chart.id}: {names}",
        )
    for index, axis in enumerate(chart.axes):
        key = override.keys[index]
        if key not in axis.ids:
            return ChartProblem(
                "unknown-key", override, key, f"a key of {chart.id}, {axis.id}", _near(key, axis.ids), index
            )
    type_ = chart.value_type(override.keys)
    try:
        value: Value = value_from_plain(override.value)
        fits = type_.accepts(value)
    except ValueError:
        fits = False
    if not fits:
        return ChartProblem("wrong-value", override, repr(override.value), type_.expected(), type_.choices)
    return None


def _near(found: str, known: Sequence[str]) -> tuple[str, ...]:
    from difflib import get_close_matches  # slow import, needed for mistakes only

    return tuple(get_close_matches(found, list(dict.fromkeys(known)), n=3, cutoff=0.5))
