"""Charts of Musket & Pike as the options of a scenario leave them.

The printed chart of ratios rounds in favour of the defender; the option `ratio_exact` does away with that.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from jdgtools.charts import Axis, AxisKey, Chart, ChartBook

_RATIO = "T-CC-RATIO"
_EXACT = {"1:2": ((1, 4), True), "even": ((1, 2), True)}
"""Line of the chart -> the ratio from which it holds without rounding, and whether only above it (AMB-39)."""


def charts_in_force(charts: ChartBook, options: Mapping[str, object]) -> ChartBook:
    """Return the charts with what the options change in them (MP-11.3.4-a, AMB-39)."""
    if options.get("ratio_exact") is not True or _RATIO not in charts:
        return charts
    chart = charts.get(_RATIO)
    return replace(charts, charts={**charts.charts, _RATIO: _exact(chart)})


def _exact(chart: Chart) -> Chart:
    """Return the chart of ratios without rounding: 3:5 and 9:10 lie between 1:2 and 2:1."""
    axis = chart.axes[0]
    keys = tuple(map(_key, axis.keys))
    exact: Axis = replace(axis, keys=keys)
    return replace(chart, axes=(exact, *chart.axes[1:]))


def _key(key: AxisKey) -> AxisKey:
    ratio, exclusive = _EXACT.get(key.id, (key.ratio, key.exclusive))
    return replace(key, ratio=ratio, exclusive=exclusive)
