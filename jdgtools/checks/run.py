"""Runs checks over a battle and turns findings into diagnostics."""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.charts import ChartBook
from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.diagnostics.diagnostic import Diagnostic, Related
from jdgtools.model.battle import Battle
from jdgtools.model.context import Subject, describe
from jdgtools.model.scenario import Scenario
from jdgtools.rules import Series


def run_checks(
    battle: Battle,
    series: Series,
    charts: ChartBook,
    checks: Iterable[Check],
    faulty: frozenset[Subject] = frozenset(),
) -> list[Diagnostic]:
    """The diagnostics of all checks.

    Args:
        battle: the model, possibly with errors.
        series: its rules.
        charts: the charts with the battle's overrides.
        checks: what to run.
        faulty: subjects that already have an error; a finding about one of them, or that
            depends on one, is left out.
    """
    whole = CheckContext(battle, None, series, charts)
    scenarios = [CheckContext(battle, scenario, series, charts) for scenario in battle.scenarios]
    found: list[Diagnostic] = []
    for check in checks:
        for context in [whole] if check.scope == "battle" else scenarios:
            for finding in check.run(context):
                echo = not faulty.isdisjoint((finding.subject, *finding.depends))
                if not echo and not _allowed(check.code, context.scenario):
                    found.append(_diagnostic(check, finding, battle))
    return found


def _allowed(code: str, scenario: Scenario | None) -> bool:
    """Whether a special rule of the scenario makes the code legal."""
    return scenario is not None and any(code in rule.allows for rule in scenario.special_rules)


def _diagnostic(check: Check, finding: Finding, battle: Battle) -> Diagnostic:
    related = []
    for subject, text in finding.related:
        span = battle.span(*subject)
        if span is not None:
            related.append(Related(span, text))
    return Diagnostic(
        code=check.code,
        severity=finding.severity or check.severity,
        message=finding.message,
        span=battle.span(*finding.subject),
        expected=finding.expected,
        hint=finding.hint,
        rules=finding.rules or check.rules,
        subject=describe(finding.subject),
        related=tuple(related),
    )
