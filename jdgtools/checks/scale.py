"""The scale of a battle against that of its series: size of a hex, men to a strength point."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check
from jdgtools.diagnostics.diagnostic import Severity


@general_check(
    "MAP078",
    name="hex-size-unlike-the-series",
    severity=Severity.WARNING,
    rationale="Ranges and movement are counted in hexes, for hexes of the size that the series is made for. "
    "On a map of half that size a musket shoots half as far as it did in history. Who wants another scale "
    "changes the charts of ranges too.",
    bad="# a series with hexes of 150 to 400 m\ngrid: {columns: 18, rows: 30, hex_metres: 100}",
    good="grid: {columns: 18, rows: 30, hex_metres: 200}",
    scope="battle",
)
def hex_size_unlike_the_series(ctx: CheckContext) -> Iterator[Finding]:
    """Maps whose hexes are smaller or larger than the series allows for, with its ranges unchanged."""
    series = ctx.battle.series
    if ctx.map is None or series.hex_metres is None or not ctx.map.hex_metres:
        return
    ranges = {c.id for c in ctx.charts if c.id in series.range_charts or c.group in series.range_charts}
    if any(o.chart in ranges or o.chart in series.range_charts for o in ctx.battle.overrides):
        return
    low, high = series.hex_metres
    if not low <= ctx.map.hex_metres <= high:
        yield Finding(
            ("map", "grid", "hex_metres"),
            f"a hex of {ctx.map.hex_metres} m is too {'small' if ctx.map.hex_metres < low else 'large'} for "
            f"the ranges of {series.title.get()}",
            expected=f"{low} to {high} m",
            hint="correct `hex_metres`, or change the ranges under `charts:` to the scale of the map",
        )


CHECKS: tuple[Check, ...] = (hex_size_unlike_the_series,)
