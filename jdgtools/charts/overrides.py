"""The values that a battle writes over the charts of its series (`charts:` in battle.yaml).

`apply_overrides` takes the charts of the series and the overrides of a battle, and gives the charts that the
battle is played with, what is wrong with an override, and which cells were replaced.

A key of an override is the id of a row or column. On an axis of totals it may instead be a span of totals
(`10`, `9..11`, `..8`, `17..`), on an axis of ratios a new ratio (`5:2`, `2.5:1`): `row_split` then cuts the
rows, so that a battle can enter any table of the same form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.charts.model import NO_TEXT, Axis, Cell, Chart
from jdgtools.charts.plain import value_from_plain
from jdgtools.charts.row_split import add_ratios, cut_rows, parse_ratio, parse_span, span_fits
from jdgtools.model.text import Text

ProblemKind = Literal["unknown-chart", "key-count", "unknown-key", "wrong-value", "doubled"]


class Override(Struct, frozen=True):
    """A value that a battle gives to one cell, or to all cells of a span of totals."""

    chart: str
    """Chart id, or the name of the group when the keys tell which of its charts is meant."""
    keys: tuple[str, ...]
    """One key per axis."""
    value: Any
    """Plain value: number, text, true/false, None, list or mapping."""
    note: Text = NO_TEXT
    span: Any = None
    """Where it is written; handed back unread in a problem."""


class ChartProblem(Struct, frozen=True):
    """One thing that is wrong with an override; `loading.charts` makes a diagnostic of it."""

    kind: ProblemKind
    override: Override
    found: str
    """What the battle writes."""
    expected: str
    """What would have been accepted, in words."""
    candidates: tuple[str, ...] = ()
    """Nearest ids, best first, for "did you mean"."""
    axis: int = -1
    """Index of the offending key; -1 when no single key is wrong."""

    @property
    def span(self) -> Any:
        """Place of the override in the source."""
        return self.override.span


class Replacement(Struct, frozen=True):
    """A cell of the series that an override has replaced."""

    chart: str
    """Id of the chart, also where the override names its group."""
    keys: tuple[str, ...]
    """Of the cell as it is now: the row may have been cut."""
    before: Cell
    """What the series gave there."""
    after: Cell
    key: str
    """Which override it was: its `span`."""


def apply_overrides(
    charts: Mapping[str, Chart], overrides: Iterable[Override]
) -> tuple[dict[str, Chart], tuple[ChartProblem, ...], tuple[Replacement, ...]]:
    """Return the charts as a battle changes them, what is wrong with its overrides, and the cells replaced.

    Args:
        charts: id -> chart of the series; neither it nor a chart is changed.
        overrides: in the order of the source. One that is wrong is left out, the others count.

    Returns:
        Id -> chart, the problems in the order of the source, and one `Replacement` for each cell.
    """
    from jdgtools.diagnostics.groups import MAX_TOLD  # an engine reads charts without the checks

    valid: dict[str, list[tuple[int, Override]]] = {}
    problems: list[tuple[int, ChartProblem]] = []
    for number, override in enumerate(overrides):
        with_near = len(problems) < MAX_TOLD  # of more it is not guessed what was meant
        chart = _find_chart(charts, override, with_near)
        problem = chart if isinstance(chart, ChartProblem) else _check(chart, override, with_near)
        if isinstance(chart, ChartProblem) or problem is not None:
            problems += [(number, problem)] if problem is not None else []
        else:
            valid.setdefault(chart.id, []).append((number, override))
    result = dict(charts)
    replacements: list[Replacement] = []
    for chart_id, overrides_in_order in valid.items():
        result[chart_id] = _apply(charts[chart_id], overrides_in_order, problems, replacements)
    problems.sort(key=lambda pair: pair[0])
    return result, tuple(problem for _, problem in problems), tuple(replacements)


def _apply(
    chart: Chart,
    numbered_overrides: Sequence[tuple[int, Override]],
    problems: list[tuple[int, ChartProblem]],
    replacements: list[Replacement],
) -> Chart:
    """Return a chart with its overrides in it; add to `problems` and `replacements` what comes to light."""
    overrides = [override for _, override in numbered_overrides]
    split, pieces = chart, []
    for index in range(len(chart.axes)):
        split, parts = _split_axis(split, index, [override.keys[index] for override in overrides])
        pieces.append(parts)
    cells = dict(split.cells)
    overridden: set[tuple[str, ...]] = set()
    for number, override in numbered_overrides:
        rows = [_rows(split.axes[i], pieces[i], key) for i, key in enumerate(override.keys)]
        targets = list(product(*rows))
        if overridden.intersection(targets):
            keys = ", ".join(override.keys)
            problems.append((number, ChartProblem("doubled", override, keys, "one override for each cell")))
            continue
        overridden.update(targets)
        cell = Cell(value_from_plain(override.value), "battle", (), override.note)
        replacements += [
            Replacement(chart.id, at, split.cells[at], cell, str(override.span)) for at in targets
        ]
        cells.update(dict.fromkeys(targets, cell))
    return replace(split, cells=cells)


def _split_axis(chart: Chart, index: int, keys: Sequence[str]) -> tuple[Chart, dict[str, tuple[str, ...]]]:
    """Return the chart with rows of its own for every key on an axis, and row id -> ids of its pieces."""
    axis = chart.axes[index]
    new = [key for key in dict.fromkeys(keys) if key not in axis.ids]
    if axis.match == "range":
        return cut_rows(chart, index, [span for span in map(parse_span, new) if span is not None])
    if axis.match == "ratio":
        ratios = [(key, ratio) for key in new if (ratio := parse_ratio(key)) is not None]
        return add_ratios(chart, index, ratios)
    return chart, {key_id: (key_id,) for key_id in axis.ids}


def _rows(axis: Axis, pieces: Mapping[str, tuple[str, ...]], key: str) -> tuple[str, ...]:
    """Return ids of the rows (after cutting) that a key of an override means."""
    if axis.match == "ratio":
        ratio = parse_ratio(key)
        return tuple(row.id for row in axis.keys if key == row.id or (ratio and row.ratio == ratio))
    if key in pieces:
        return pieces[key]
    low, high = parse_span(key) or (None, None)
    return tuple(
        row.id
        for row in axis.keys
        if (low is None or (row.low is not None and row.low >= low))
        and (high is None or (row.high is not None and row.high <= high))
    )


def _find_chart(charts: Mapping[str, Chart], override: Override, with_near: bool) -> Chart | ChartProblem:
    chart = charts.get(override.chart)
    if chart is not None:
        return chart
    group = [chart for chart in charts.values() if chart.group == override.chart]
    if group:
        # The chart that knows most of the keys; the first one in doubt.
        return min(group, key=lambda chart: len(tuple(_unfit_keys(chart, override.keys))))
    chart_names = [name for chart in charts.values() for name in (chart.id, chart.group) if name]
    near = _near(override.chart, chart_names) if with_near else ()
    return ChartProblem("unknown-chart", override, override.chart, "a chart of the series", near)


def _unfit_keys(chart: Chart, keys: tuple[str, ...]) -> Iterator[int]:
    """Yield indices of the keys that the chart does not have, or that are missing or too many."""
    for index in range(max(len(keys), len(chart.axes))):
        if index >= len(keys) or index >= len(chart.axes) or not _fits(chart.axes[index], keys[index]):
            yield index


def _fits(axis: Axis, key: str) -> bool:
    if key in axis.ids:
        return True
    if axis.match == "range":
        span = parse_span(key)
        return span is not None and span_fits(axis, span)
    return axis.match == "ratio" and parse_ratio(key) is not None


def _check(chart: Chart, override: Override, with_near: bool) -> ChartProblem | None:
    keys = override.keys
    if len(keys) != len(chart.axes):
        expected = f"{len(chart.axes)} keys for {chart.id}: " + ", ".join(axis.id for axis in chart.axes)
        return ChartProblem("key-count", override, f"{len(keys)} keys", expected)
    for index in _unfit_keys(chart, keys):
        axis = chart.axes[index]
        extra = {"range": " or a span of totals", "ratio": " or a ratio", "key": ""}[axis.match]
        expected = f"a key of {chart.id}, {axis.id}{extra}"
        near = _near(keys[index], axis.ids) if with_near else ()
        return ChartProblem("unknown-key", override, keys[index], expected, near, index)
    # A cut row has the type of its column, so any row of the axis will do.
    ids = tuple(
        key if key in axis.ids else axis.keys[0].id for key, axis in zip(keys, chart.axes, strict=True)
    )
    type_ = chart.value_type(ids)
    try:
        fits = type_.accepts(value_from_plain(override.value))
    except ValueError:
        fits = False
    if fits:
        return None
    text = str(override.value)
    near = _near(text, type_.choices) if with_near else ()
    return ChartProblem("wrong-value", override, text, type_.expectation(), near)


def _near(word: str, choices: Sequence[str]) -> tuple[str, ...]:
    from difflib import get_close_matches  # slow import, needed for mistakes only

    names = {name.casefold(): name for name in choices}
    return tuple(names[near] for near in get_close_matches(word.casefold(), list(names), n=3, cutoff=0.5))
