"""Checks of the cells of charts that a battle changes: may it, and does the change do anything?"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.charts import Replacement
from jdgtools.checks.base import CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.source.node import as_written


@check(
    "GEN047",
    name="chart-cell-of-the-rules-changed",
    severity=Severity.ERROR,
    rules=(),
    rationale="Most chart values are design, and a battle may have its own. A value that the text of the "
    "rules gives is a rule: players know it, and the rulebook still says it. A battle changes it only "
    "together with a special rule that overrules the statement, so that it is printed where players look. "
    "The rule stands in battle.yaml, or in every scenario, because the charts belong to all of them.",
    bad="charts:\n  - {chart: TBL-SHOCK-DRM, key: [cavalry_shock, shock], value: 0}",
    good="charts:\n  - {chart: TBL-SHOCK-DRM, key: [cavalry_shock, shock], value: 0}\nspecial_rules:\n"
    "  - {id: lances, text: Cavalry has no penalty., overrules: [JDG-9.1-EX1]}",
    scope="battle",
)
def chart_cell_of_the_rules_changed(ctx: CheckContext) -> Iterator[Finding]:
    """Yield cells of kind `rules` with another value, and no special rule that overrules what they cite."""
    rules_overruling = [
        {name for rule in scenario.special_rules for name in rule.overrules}
        for scenario in ctx.battle.scenarios
    ] or [{name for rule in ctx.battle.special_rules for name in rule.overrules}]
    for override, changes in _by_override(ctx).items():
        statements: dict[str, None] = {}
        cells = []
        for change in changes:
            refs = [ref for ref in change.before.refs if ref in ctx.series.statements]
            free = all(names.intersection(refs) for names in rules_overruling)
            if change.before.kind == "rules" and change.before.value != change.after.value and not free:
                statements.update(dict.fromkeys(refs))
                cells.append(change)
        if cells:
            first, more = cells[0], len(cells) - 1
            yield Finding(
                ("override", override, "value"),
                f"the rules give `{as_written(first.before.value)}` "
                f"for {', '.join(first.keys)} in {first.chart}"
                + (f" and {more} more cells of this change" if more else "")
                + f"; the battle says `{as_written(first.after.value)}`",
                expected="a special rule that overrules the statement, in battle.yaml or in every scenario",
                hint=f"add a rule under `special_rules:` with `overrules: [{next(iter(statements), '…')}]`, "
                "or take the change out",
                rules=tuple(statements),
            )


@check(
    "GEN048",
    name="chart-change-without-effect",
    severity=Severity.WARNING,
    rules=(),
    rationale="A change of a chart that writes the value which the series has in any case changes nothing. "
    "The note below it would tell the players of a difference that is none; often another cell is meant.",
    bad="charts:\n  - {chart: TBL-TEC, key: [garden, infantry], value: 2}   # the series says 2",
    good="charts:\n  - {chart: TBL-TEC, key: [garden, infantry], value: 3}",
    scope="battle",
)
def chart_change_without_effect(ctx: CheckContext) -> Iterator[Finding]:
    """Yield changes of which every cell has had its value before."""
    for override, changes in _by_override(ctx).items():
        if all(change.before.value == change.after.value for change in changes):
            first = changes[0]
            yield Finding(
                ("override", override, "value"),
                f"{first.chart} has `{as_written(first.after.value)}` "
                f"for {', '.join(first.keys)} in any case",
                expected="a value other than that of the series",
                hint="is another cell meant? else take the change out",
            )


def _by_override(ctx: CheckContext) -> dict[str, list[Replacement]]:
    """Return key of a change -> the cells that it replaces."""
    changes: dict[str, list[Replacement]] = {}
    for change in ctx.charts.replacements:
        changes.setdefault(change.key, []).append(change)
    return changes
