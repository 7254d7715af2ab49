"""Checks of charts (G.11 of the rules digest): CHK-113 to CHK-119, and with `components` to CHK-124."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from jdgtools.charts.model import Axis, AxisKey, Chart, Value
from jdgtools.charts.row_split import parse_ratio, parse_span, span_text
from jdgtools.checks.base import CheckContext, Finding, allowance, check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.context import Subject
from jdgtools.series.jdg.checks import components
from jdgtools.series.jdg.checks.common import cell_subject

_FIRE, _FIRE_DRM = "TBL-FIRE", "TBL-FIRE-DRM"
_SHOCK, _SHOCK_DRM, _RATIO = "TBL-SHOCK", "TBL-SHOCK-DRM", "TBL-RATIO"
_HEX = "TBL-TEC-HEX"


def _or_allow(code: str, chart: str) -> str:
    """Return the other way out: the battle has a table of its own, and a rule of it says so."""
    return f"or let a special rule of battle.yaml say `{allowance(code, f'chart {chart}')}`"


def chart_of(ctx: CheckContext, chart: str) -> Chart | None:
    """Return a chart of the battle; None when the series has none of that id."""
    return ctx.charts.get(chart) if chart in ctx.charts else None


def _row_subject(ctx: CheckContext, chart: str, key: AxisKey) -> Subject:
    """Return the battle's change that made or changed a row; else the battle."""
    for override in ctx.battle.overrides:
        if override.chart != chart or not override.keys:
            continue
        name = override.keys[0]
        same_ratio = key.ratio is not None and parse_ratio(name) == key.ratio
        if name == key.id or same_ratio or (key.ratio is None and _covers(parse_span(name), key)):
            return ("override", override.key)
    return _changes(ctx, chart)


def _covers(span: tuple[int | None, int | None] | None, key: AxisKey) -> bool:
    """Return whether a span of totals holds the whole row."""
    if span is None:
        return False
    low, high = span
    return (low is None or (key.low is not None and low <= key.low)) and (
        high is None or (key.high is not None and key.high <= high)
    )


def _changes(ctx: CheckContext, chart: str) -> Subject:
    """Return the last of the battle's changes of a chart; else the battle."""
    keys = [o.key for o in ctx.battle.overrides if o.chart == chart]
    return ("override", keys[-1]) if keys else ("battle", "charts")


def _modifier(value: int) -> str:
    """Return a modifier as charts print it: "+2", "0", "-1"."""
    return f"{value:+d}" if value else "0"


# --- totals -----------------------------------------------------------------------------------------


def _uncovered_totals(chart: Chart) -> Iterator[str]:
    """Yield totals of the first axis, in words, that no row holds."""
    axis: Axis = chart.axes[0]
    rows = axis.keys
    if axis.match != "range" or not rows:
        yield "all totals"
        return
    if rows[0].low is not None and axis.below != "clamp":
        yield f"totals below {rows[0].low}"
    for before, row in pairwise(rows):
        if before.high is None or row.low is None:
            yield f"totals between the rows {before.id} and {row.id}"
        elif row.low > before.high + 1:
            low, high = before.high + 1, row.low - 1
            yield f"total {low}" if low == high else f"totals {low} to {high}"
    if rows[-1].high is not None and axis.above != "clamp":
        yield f"totals above {rows[-1].high}"


def _coverage(ctx: CheckContext, chart_id: str) -> Iterator[Finding]:
    chart = chart_of(ctx, chart_id)
    if chart is None:
        yield Finding(
            ("battle", "charts"),
            f"the series has no chart {chart_id}",
            expected=f"{chart_id} with a row for every total",
            hint="add the chart to the data of the series",
        )
        return
    for totals in _uncovered_totals(chart):
        yield Finding(
            _changes(ctx, chart_id),
            f"{chart_id} has no row for {totals}",
            expected="a row for every total that the die, the strength and the modifiers can give",
            hint=f"add the missing row to {chart_id}",
        )


def _empty_rows(chart: Chart) -> list[AxisKey]:
    """Return rows without any result."""
    columns = chart.axes[1].ids if len(chart.axes) > 1 else ("",)
    return [
        row
        for row in chart.axes[0].keys
        if not any(chart.value(*((row.id, column) if column else (row.id,))) for column in columns)
    ]


@check(
    "JDG113",
    entry="CHK-113",
    name="fire-table-with-holes",
    severity=Severity.ERROR,
    rules=("JDG-7.5-a",),
    scope="battle",
    rationale="A fire roll is the die plus strength plus modifiers. Each total that can come up, low or "
    "high, needs a row in TBL-FIRE. A row without a result above a row that has one is a hole as well: more "
    "fire would do less.",
    bad='charts:\n  - {chart: TBL-FIRE, key: ["14..16"], value: [], note: No effect.}',
    good='charts:\n  - {chart: TBL-FIRE, key: ["14..16"], value: [DIS, FB], note: Close quarters.}',
)
def fire_table_with_holes(ctx: CheckContext) -> Iterator[Finding]:
    """Yield totals that TBL-FIRE does not cover, and empty rows above rows with a result."""
    yield from _coverage(ctx, _FIRE)
    chart = chart_of(ctx, _FIRE)
    if chart is None:
        return
    rows, empty = chart.axes[0].keys, _empty_rows(chart)
    full = [row for row in rows if row not in empty]
    for row in empty:
        if full and rows.index(row) > rows.index(full[0]):
            yield Finding(
                (*_row_subject(ctx, _FIRE, row), "value"),
                f"{_FIRE} has no result for total {span_text(row.low, row.high)}, but one for "
                f"{span_text(full[0].low, full[0].high)}",
                expected="a result for every total above the first that has one",
                hint=f"give it at least the result of the row below, {_or_allow('JDG113', _FIRE)}",
            )


@check(
    "JDG114",
    entry="CHK-114",
    name="shock-table-with-holes",
    severity=Severity.ERROR,
    rules=("JDG-8.5-a",),
    scope="battle",
    rationale="A shock or charge is the die plus modifiers. Each total that can come up, far below zero and "
    "far above nine, needs a row in TBL-SHOCK. A row at either end without any result for attacker and "
    "defender would leave the clearest defeat and the clearest victory without effect.",
    bad='charts:\n  - {chart: TBL-SHOCK, key: ["16..", defender], value: [], note: No effect.}',
    good='charts:\n  - {chart: TBL-SHOCK, key: ["16..", defender], value: [ROUT], note: Few losses.}',
)
def shock_table_with_holes(ctx: CheckContext) -> Iterator[Finding]:
    """Yield totals that TBL-SHOCK does not cover, and ends of it without a result."""
    yield from _coverage(ctx, _SHOCK)
    chart = chart_of(ctx, _SHOCK)
    if chart is None or len(chart.axes) < 2:
        return
    for row, loser in ((chart.axes[0].keys[0], "attacker"), (chart.axes[0].keys[-1], "defender")):
        if loser in chart.axes[1].ids and not chart.value(row.id, loser):
            yield Finding(
                cell_subject(ctx, _SHOCK, row.id, loser)
                if any(o.keys == (row.id, loser) for o in ctx.battle.overrides)
                else (*_row_subject(ctx, _SHOCK, row), "value"),
                f"{_SHOCK} has no result for the {loser} at total {span_text(row.low, row.high)}",
                expected=f"a result for the {loser} at that end of the table",
                hint=f"give the {loser} a result such as ROUT, {_or_allow('JDG114', _SHOCK)}",
            )


# --- ratios -----------------------------------------------------------------------------------------


@check(
    "JDG115",
    entry="CHK-115",
    name="ratio-table-out-of-order",
    severity=Severity.ERROR,
    rules=("JDG-8.6.1-d", "JDG-8.6.1-EX1", "JDG-8.6.1-EX2"),
    scope="battle",
    rationale="TBL-RATIO turns strength into a modifier. Its lines stand in order, it has at least the lines "
    "2:1, 1:1 and 1:1.5 that the worked examples need, and a better ratio never gives a worse modifier.",
    bad='charts:\n  - {chart: TBL-RATIO, key: ["3:1"], value: 1, note: Numbers count less.}   # 2:1 gives +2',
    good='charts:\n  - {chart: TBL-RATIO, key: ["3:1"], value: 2, note: Numbers count less.}',
)
def ratio_table_out_of_order(ctx: CheckContext) -> Iterator[Finding]:
    """Yield lines of TBL-RATIO that are missing or out of order."""
    chart = chart_of(ctx, _RATIO)
    rows = chart.axes[0].keys if chart else ()
    for name, ratio in (("2:1", (2, 1)), ("1:1", (1, 1)), ("1:1.5", (2, 3))):
        if all(row.ratio != ratio for row in rows):
            yield Finding(
                _changes(ctx, _RATIO),
                f"{_RATIO} has no line {name}",
                expected="lines for 2:1, 1:1 and 1:1.5 at least",
                hint=f"add the line {name}",
            )
    for before, row in pairwise(rows) if chart else ():
        if chart is None or before.ratio is None or row.ratio is None:
            continue
        if row.ratio[0] * before.ratio[1] <= before.ratio[0] * row.ratio[1]:
            yield Finding(
                _row_subject(ctx, _RATIO, row),
                f"{_RATIO} lists {row.id} after {before.id}",
                expected="lines from the worst ratio to the best",
                hint="put the lines in order",
            )
        low, high = chart.value(before.id), chart.value(row.id)
        if isinstance(low, int) and isinstance(high, int) and high < low:
            overridden = [r for r in (row, before) if _row_subject(ctx, _RATIO, r)[0] == "override"]
            yield Finding(
                (*_row_subject(ctx, _RATIO, overridden[0] if overridden else row), "value"),
                f"{_RATIO} gives {_modifier(high)} at {row.id}, "
                f"but {_modifier(low)} at the worse {before.id}",
                expected="a modifier that never falls as the ratio rises",
                hint=f"give {row.id} at least {_modifier(low)}, or {before.id} at most {_modifier(high)}, "
                f"{_or_allow('JDG115', _RATIO)}",
            )


_EXAMPLES = (
    (8, 3, "2:1", (2, 1), "JDG-8.6.1-EX1"),
    (5, 6, "1:1.5", (2, 3), "JDG-8.6.1-EX2"),
)


@check(
    "JDG116",
    entry="CHK-116",
    name="ratio-example-not-reproduced",
    severity=Severity.ERROR,
    rules=("JDG-8.6.1-EX1", "JDG-8.6.1-EX2"),
    scope="battle",
    rationale="The rules round ratios in favour of the defender and print two examples: 8 against 3 is 2:1, "
    "and 5 against 6 is 1:1.5. A table with further lines in between would answer otherwise.",
    bad='charts:\n  - {chart: TBL-RATIO, key: ["2.5:1"], value: 3, note: A finer table.}',
    good='charts:\n  - {chart: TBL-RATIO, key: ["6:1"], value: 6, note: A longer table.}',
)
def ratio_example_not_reproduced(ctx: CheckContext) -> Iterator[Finding]:
    """Yield printed examples of ratios that the table does not reproduce."""
    chart = chart_of(ctx, _RATIO)
    if chart is None or chart.axes[0].match != "ratio":
        return
    for attacker, defender, name, ratio, example in _EXAMPLES:
        row = chart.axes[0].find((attacker, defender))
        if row is not None and row.ratio != ratio:
            yield Finding(
                _row_subject(ctx, _RATIO, row),
                f"{_RATIO} makes {row.id} of {attacker} SP against {defender}",
                expected=f"{name}, as in the printed example",
                hint=f"take the line {row.id} out, {_or_allow('JDG116', _RATIO)}",
                rules=(example,),
            )


# --- modifiers --------------------------------------------------------------------------------------

Demand = tuple[str, str, int | None, str, tuple[str, ...]]
"""(line, column, value that the rules give, name of the line, statements). None = any value, but some; 0 =
no modifier, whether the chart says 0 or nothing."""

_FIRE_LINES: tuple[Demand, ...] = (
    ("combined_battery", "normal", 2, "combined battery", ("JDG-7.3-e",)),
    ("reaction_fire", "reaction", -1, "reaction fire", ("JDG-9.3.2-c",)),
    ("reaction_from_square", "reaction", -1, "reaction fire from a square", ("JDG-9.3.2-b", "JDG-9.3.2-c")),
    ("dense_target", "normal", None, "dense target", ("JDG-7.1-h",)),
    ("dense_target", "counter_battery", 0, "dense target in counter-battery fire", ("JDG-7.1-h",)),
    ("effective_range", "normal", None, "effective range", ("JDG-7.3-h",)),
    ("long_range", "normal", None, "maximum range", ("JDG-7.3-h",)),
)
_SHOCK_LINES: tuple[Demand, ...] = (
    ("cavalry_shock", "shock", -2, "shock by cavalry", ("JDG-9.1-EX1",)),
    ("out_of_six_front", "shock", -1, "attack out of a hex with six front hexes", ("JDG-6.1.2-e",)),
    ("routed_defender", "shock", 2, "routed defender", ("JDG-10.2-s",)),
    ("charge_square", "charge", -2, "charge against a square", ("JDG-9.3.2-a",)),
    ("pursuit", "charge", -1, "each further charge in pursuit", ("JDG-9.5.2-p",)),
    ("rear_attack", "shock", None, "rear attack", ("JDG-6.1.2-d",)),
    ("rear_attack", "charge", None, "rear attack", ("JDG-6.1.2-d",)),
    ("charge_bonus", "charge", None, "charge bonus", ("JDG-9.4-d",)),
)


def _lines(ctx: CheckContext, chart_id: str, demands: tuple[Demand, ...], code: str) -> Iterator[Finding]:
    chart = chart_of(ctx, chart_id)
    for line, column, rule_value, name, rules in demands:
        cell = chart.cells.get((line, column)) if chart else None
        value = None if cell is None else _plain(cell.value)
        if rule_value == 0 and not value:
            continue
        if value is None or (rule_value is not None and value != rule_value):
            expected_value = (
                f"{_modifier(rule_value)}, which the rules give" if rule_value is not None else "a modifier"
            )
            yield Finding(
                cell_subject(ctx, chart_id, line, column),
                f"{chart_id} has no line for {name} ({line}, {column})"
                if cell is None or value is None
                else f"{chart_id} gives {_modifier(value)} for {name} ({line}, {column})",
                expected=expected_value,
                hint=f"take this change out or {_remedy(line, rule_value)}, {_or_allow(code, chart_id)}",
                rules=rules,
            )


def _remedy(line: str, value: int | None) -> str:
    """Return how the line is written as the rules want it."""
    if value is None:
        return "give it a number"
    return f"write `value: {f'{{rule: each, value: {value}, free: 1}}' if line == 'pursuit' else value}`"


def _plain(value: Value) -> int | None:
    """Return the number of a line: a plain one, or that of each occasion."""
    if isinstance(value, Mapping):
        value = value.get("value") if value.get("rule") == "each" else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


@check(
    "JDG117",
    entry="CHK-117",
    name="fire-modifier-missing",
    severity=Severity.ERROR,
    rules=("JDG-7.3-e", "JDG-9.3.2-b", "JDG-9.3.2-c", "JDG-7.1-h", "JDG-7.3-h"),
    scope="battle",
    rationale="The rules fix three modifiers of fire (combined battery +2, reaction fire -1, a further -1 "
    "out of a square) and send the player to the chart for three others: dense target, effective range, "
    "maximum range. Counter-battery fire uses all but dense target. A chart without them, or with other "
    "values, contradicts the text.",
    bad="charts:\n  - {chart: TBL-FIRE-DRM, key: [combined_battery, normal], value: 1, note: Less.}",
    good="charts:\n  - {chart: TBL-FIRE-DRM, key: [close_range, normal], value: 3, note: More canister.}",
    same_as=("GEN047",),
)
def fire_modifier_missing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield lines of TBL-FIRE-DRM that the rules demand."""
    yield from _lines(ctx, _FIRE_DRM, _FIRE_LINES, "JDG117")


@check(
    "JDG118",
    entry="CHK-118",
    name="shock-modifier-missing",
    severity=Severity.ERROR,
    rules=(
        "JDG-9.1-EX1",
        "JDG-6.1.2-e",
        "JDG-10.2-s",
        "JDG-9.3.2-a",
        "JDG-9.5.2-p",
        "JDG-6.1.2-d",
        "JDG-9.4-d",
    ),
    scope="battle",
    rationale="The rules fix five modifiers of shock and charge (cavalry shock -2, attack out of a six-front "
    "hex -1, routed target +2, charge against a square -2, each further pursuit -1) and speak of a rear "
    "attack and of a charge bonus. A chart without them, or with other values, contradicts the text.",
    bad="charts:\n  - {chart: TBL-SHOCK-DRM, key: [routed_defender, shock], value: 4, note: More.}",
    good="charts:\n  - {chart: TBL-SHOCK-DRM, key: [charge_bonus, charge], value: 3, note: Great horsemen.}",
    same_as=("GEN047",),
)
def shock_modifier_missing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield lines of TBL-SHOCK-DRM that the rules demand."""
    yield from _lines(ctx, _SHOCK_DRM, _SHOCK_LINES, "JDG118")


@check(
    "JDG119",
    entry="CHK-119",
    name="village-without-its-defence",
    severity=Severity.ERROR,
    rules=("JDG-9.1-EX1",),
    scope="battle",
    rationale="A printed example gives the attacker of a village -1. It is the one terrain modifier of "
    "combat that the rules name, and the whole terrain chart is measured by it.",
    bad="charts:\n  - {chart: TBL-TEC, key: [village, shock_drm_defender], value: -2, note: Walls.}",
    good="charts:\n  - {chart: TBL-TEC, key: [town, shock_drm_defender], value: -3, note: Walls.}",
    same_as=("GEN047",),
)
def village_without_its_defence(ctx: CheckContext) -> Iterator[Finding]:
    """Yield a village that does not give its defender -1."""
    demand: Demand = ("village", "shock_drm_defender", -1, "the defender in a village", ("JDG-9.1-EX1",))
    yield from _lines(ctx, _HEX, (demand,), "JDG119")


CHECKS = (
    fire_table_with_holes,
    shock_table_with_holes,
    ratio_table_out_of_order,
    ratio_example_not_reproduced,
    fire_modifier_missing,
    shock_modifier_missing,
    village_without_its_defence,
    *components.CHECKS,
)
