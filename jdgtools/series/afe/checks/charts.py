"""Checks of the charts as the battle has changed them (IV.1: CHK-11, CHK-13, CHK-14).

Any other table of the rules digest is whole by the form of the charts: a cell cannot be taken out.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import setup_view, whole_number
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.series.afe.checks.common import code_of

_E, _W = Severity.ERROR, Severity.WARNING
_DIE = (0, 9)
"""Lowest and highest face of the die (AFE-0.3-b)."""


@check(
    "AFE011",
    entry="CHK-11",
    name="melee-total-without-result",
    severity=_E,
    rules=("AFE-10.6-a", "AFE-10.5-m", "AFE-0.3-b"),
    rationale=(
        "The sum of the modifiers is limited, and the Melee Table has a line for every total that die and "
        "limit can give. A battle with a wider limit rolls totals that the table does not have."
    ),
    bad="charts:\n  - {chart: TBL-MELEE-LIMIT, key: [most], value: 9, note: Great charges.}",
    good="charts:\n  - {chart: TBL-MELEE-LIMIT, key: [most], value: 6, note: Tired horses.}",
    scope="battle",
)
def melee_total_without_result(ctx: CheckContext) -> Iterator[Finding]:
    """Yield the totals of melee that no line of the table holds, and a limit that no sum can keep."""
    limit, table = ctx.charts.get("TBL-MELEE-LIMIT"), ctx.charts.get("TBL-MELEE")
    least, most = limit.value("least"), limit.value("most")
    if not isinstance(least, int) or not isinstance(most, int):
        return
    end = "least" if _override(ctx, "TBL-MELEE-LIMIT", "least") else "most"
    subject = _override(ctx, "TBL-MELEE-LIMIT", end) or ("battle",)
    if least > most:
        yield Finding(
            subject,
            f"the sum of melee modifiers is at least {least} and at most {most}",
            expected="a limit from a smaller to a larger number",
        )
        return
    totals = range(least + _DIE[0], most + _DIE[1] + 1)
    empty = [total for total in totals if table.axis("total").find(total) is None]
    if empty:
        yield Finding(
            subject,
            f"modifiers from {least} to {most} give totals up to {totals[-1]} and down to {totals[0]}; "
            f"the Melee Table has no line for {empty[0]}"
            + (f" and {len(empty) - 1} more" if len(empty) > 1 else ""),
            expected="a limit within which every total has a line",
        )


def _override(ctx: CheckContext, chart: str, key: str) -> tuple[str, ...] | None:
    """Return the subject of the battle's change of a cell; None if it does not change it."""
    for override in ctx.battle.overrides:
        if key in override.keys and override.chart in (chart, ctx.charts.get(chart).group):
            return ("override", override.key, "value")
    return None


@check(
    "AFE013",
    entry="CHK-13",
    name="shooters-without-range",
    severity=_E,
    rules=("AFE-9.3-g", "AFE-9.3-e", "AFE-2.1-e"),
    rationale=(
        "The Fire Table gives range and modifiers by weapon. A unit that can fire needs one of its lines, "
        "and a line needs a modifier for every distance up to its maximum range."
    ),
    bad="id,type,missile,weapon\ngu-cl,light_cavalry,yes,",
    good="id,type,missile,weapon\ngu-cl,light_cavalry,yes,light",
)
def shooters_without_range(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units in play that can fire without a weapon, and weapons of theirs with gaps in their range."""
    alive = setup_view(ctx).in_play
    codes_before: set[str] = set()
    for unit in ctx.battle.units:
        if unit.id not in alive or unit.front.get("missile") is not True:
            continue
        weapon = unit.front.get("weapon")
        if not isinstance(weapon, str) or not weapon:
            if ("unit", unit.id, "weapon") not in ctx.battle.spans or weapon is None:
                yield Finding(
                    ("unit", unit.id, "weapon"),
                    f"unit `{unit.id}` of type {code_of(ctx, unit)} can fire, but has no `weapon`",
                    expected="`weapon`, a line of the Fire Table",
                    hint="`light` is for javelins, slings and short bows",
                )
            continue
        problem = _gap(ctx, weapon) if weapon not in codes_before else ""
        codes_before.add(weapon)
        if problem:
            subject = _override(ctx, "TBL-FIRE-WEAPON", weapon) or _override(ctx, "TBL-FIRE-RANGE", weapon)
            yield Finding(
                subject or ("unit", unit.id, "weapon"),
                f"weapon `{weapon}` of unit `{unit.id}` {problem}",
                expected="a modifier for every distance up to the maximum range, and none beyond",
            )


def _gap(ctx: CheckContext, weapon: str) -> str:
    """Return what is wrong with the range of a weapon, in words; '' if nothing is."""
    ranges, weapons = ctx.charts.get("TBL-FIRE-RANGE"), ctx.charts.get("TBL-FIRE-WEAPON")
    if weapon not in weapons.axis("weapon").ids or weapon not in ranges.axis("weapon").ids:
        return "has no line in the Fire Table"
    maximum = whole_number(weapons.value(weapon, "maximum"))
    if maximum is None:
        return "has no maximum range"
    cells = {d: ranges.lookup(weapon, d) for d in range(1, 10)}
    modifiers = {d: cell.value for d, cell in cells.items() if cell is not None and cell.value is not None}
    missing = [d for d in range(1, maximum + 1) if d not in modifiers]
    beyond = [d for d in modifiers if d > maximum]
    if missing:
        return f"has the maximum range {maximum}, but no modifier at {missing[0]}"
    return f"has the maximum range {maximum}, but a modifier at {beyond[0]}" if beyond else ""


@check(
    "AFE014",
    entry="CHK-14",
    name="chart-against-the-rules",
    severity=_W,
    rules=("AFE-10.9-EX1",),
    rationale=(
        "Most values of the charts are open, but some are printed in the rules; a battle that changes one of "
        "those contradicts them."
    ),
    bad="charts:\n  - {chart: TBL-TYPE, key: [Ch-m, Cl], value: 1, note: weaker}",
    good="charts:\n  - {chart: TBL-TYPE, key: [Ch-m, Mi], value: 1, note: weaker}",
    scope="battle",
    same_as=("GEN047",),
)
def chart_against_the_rules(ctx: CheckContext) -> Iterator[Finding]:
    """Yield overrides of cells whose value comes from the rules."""
    for override in ctx.battle.overrides:
        for chart in ctx.series.charts.charts.values():
            cell = chart.cells.get(override.keys)
            if override.chart not in (chart.id, chart.group) or cell is None:
                continue
            if cell.kind == "rules" and cell.value != override.value:
                refs = f" ({', '.join(cell.refs)})" if cell.refs else ""
                yield Finding(
                    ("override", override.key, "value"),
                    f"chart `{chart.id}`, {' / '.join(override.keys)}: the rules print {cell.value}{refs}",
                    expected=f"{cell.value}",
                )


CHECKS: tuple[Check, ...] = (melee_total_without_result, shooters_without_range, chart_against_the_rules)
"""CHK-11, CHK-13 and CHK-14."""
