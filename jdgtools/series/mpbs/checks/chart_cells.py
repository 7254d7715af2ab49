"""Checks of the charts in force (5.6 and 5.7: SC-93, SC-108): no cell that play needs is empty.

An empty cell of the series itself means something, for instance that an order allows no continuation. A
battle that empties a cell takes a value away, and nothing says what holds instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jdgtools.charts import Replacement
from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.series.mpbs.arms import DISMOUNTED, GUNS, HEAVY, HORSE, LIGHT
from jdgtools.series.mpbs.checks.common import words

_E = Severity.ERROR
_TERRAIN = ("T-TEC-HEX", "T-TEC-HEXSIDE", "T-TEC-ROAD")
_KINDS = (HEAVY, LIGHT, HORSE)


@check(
    "MPB093",
    entry="SC-93",
    name="terrain-chart-incomplete",
    severity=_E,
    rules=("MP-7.1.1-a", "MP-7.3.1-a"),
    rationale="Every terrain of the map has a line in the terrain chart: for each kind of unit its cost and "
    "whether it disorders the formation. Where a kind may go, the chart has to say what happens to it there.",
    bad="charts:\n  - {chart: T-TEC-HEX, key: [village, fh_cavalry], value: null}   # and there is a village",
    good="charts:\n  - {chart: T-TEC-HEX, key: [village, fh_cavalry], value: none}",
    scope="battle",
)
def terrain_chart_incomplete(ctx: CheckContext) -> Iterator[Finding]:
    """Yield terrain of the map without a line in the chart, and lines that leave a needed effect open."""
    if ctx.map is None:
        return
    sides = {feature.kind for feature in ctx.map.features}
    rows: list[tuple[str, tuple[str, ...]]] = [
        *(("T-TEC-HEX", (kind,)) for kind in sorted({t for t in ctx.map.terrain if t is not None})),
        *(("T-TEC-HEXSIDE", (kind, way)) for kind in sorted(sides) for way in ("in", "out")),
    ]
    for chart_id, row in rows:
        cells = ctx.charts.get(chart_id).cells
        if not any(keys[: len(row)] == row for keys in cells):
            yield Finding(
                ("map",),
                f"the terrain {words(row[0])} of the map has no line in {chart_id}",
                expected="a cost and an effect on formation for each kind of unit",
            )
            continue
        for kind in _KINDS:
            cost, hit = cells.get((*row, kind)), cells.get((*row, f"fh_{kind}"))
            if cost is not None and cost.value != "NM" and (hit is None or hit.value is None):
                yield _open_cell(ctx, chart_id, (*row, f"fh_{kind}"), (*row, kind))


def _open_cell(ctx: CheckContext, chart_id: str, keys: tuple[str, ...], cost: tuple[str, ...]) -> Finding:
    """Return the finding about an empty cell, at the change that made it needed or empty."""
    changes = [c for c in ctx.charts.replacements if c.chart == chart_id and c.keys in (keys, cost)]
    return Finding(
        ("override", changes[-1].key, "value") if changes else ("map",),
        f"{chart_id} does not say whether {words(keys[0])} disorders {words(cost[-1])}, which may go there",
        expected="none, hit or second_crossing",
        hint=f"write `{{chart: {chart_id}, key: [{', '.join(keys)}], value: none}}` under `charts:`",
    )


@check(
    "MPB108",
    entry="SC-108",
    name="chart-cell-empty",
    severity=_E,
    rules=("MP-2.2-b",),
    rationale="The charts are complete for the units in play: a roll or a question that comes up has an "
    "answer. A battle that empties a cell leaves one without.",
    bad="charts:\n  - {chart: T-ART-RANGE, key: [12-24, '5..6'], value: null}   # and there is such a gun",
    good="charts:\n  - {chart: T-ART-RANGE, key: [12-24, '5..6'], value: 0}",
    scope="battle",
)
def chart_cell_empty(ctx: CheckContext) -> Iterator[Finding]:
    """Yield changes that empty cells, as far as units of the battle could come to need them."""
    changes: dict[str, list[Replacement]] = {}
    for change in ctx.charts.replacements:
        is_emptied = change.after.value is None and change.before.value is not None
        if is_emptied and change.chart not in _TERRAIN and _concerns(ctx, change):
            changes.setdefault(change.key, []).append(change)
    for key, cells in changes.items():
        first, more = cells[0], len(cells) - 1
        yield Finding(
            ("override", key, "value"),
            f"{first.chart} has no value for {', '.join(first.keys)}"
            + (f" and {more} more cells of this change" if more else ""),
            expected="a value: units of the battle may come to need it",
        )


_ARMS: Mapping[str, tuple[str, ...]] = {
    "cavalry": (HORSE,),
    "cavalry_with_li": (HORSE,),
    "light_infantry": (LIGHT,),
    "muskets": (LIGHT,),
    "heavy_infantry": (HEAVY, DISMOUNTED),
    "hi_front": (HEAVY,),
    "hi_flank": (HEAVY,),
    "no_pikes": (HEAVY, DISMOUNTED),
    "no_pikes_front": (HEAVY, DISMOUNTED),
    "no_pikes_flank": (HEAVY, DISMOUNTED),
    "hedgehog": (HEAVY,),
    "target_hedgehog": (HEAVY,),
    "target_artillery": (GUNS,),
    "artillery": (GUNS,),
    "limbered": (GUNS,),
    "unlimbered": (GUNS,),
}
"""Key of a chart -> arms that it concerns; other keys concern everybody."""


def _concerns(ctx: CheckContext, change: Replacement) -> bool:
    """Return whether a cell speaks of units that the battle has."""
    units = ctx.battle.units
    arms = {unit.arm for unit in units}
    if change.chart.startswith("T-ART-") and GUNS not in arms:
        return False
    if change.chart == "T-ART-RANGE":
        return any(unit.arm == GUNS and unit.front.get("gun_class") == change.keys[0] for unit in units)
    if change.chart == "T-THRESHOLD":
        return any(
            (str(unit.front.get("strength")), str(unit.front.get("morale"))) == change.keys for unit in units
        )
    return all(arms.intersection(_ARMS.get(name, arms)) for name in change.keys)


CHECKS: tuple[Check, ...] = (terrain_chart_incomplete, chart_cell_empty)
"""SC-93 and SC-108."""
