"""Runs checks over a battle and turns findings into diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from jdgtools.charts import ChartBook
from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.diagnostics.diagnostic import Diagnostic, Related, Severity
from jdgtools.diagnostics.report import Report
from jdgtools.model.battle import Battle
from jdgtools.model.context import Subject, describe
from jdgtools.plugins import reason, whose_defect
from jdgtools.rules import Series

CHECK_FAILED = "GEN041"
"""Code of a check that raised an exception."""


def run_checks(
    battle: Battle,
    series: Series,
    charts: ChartBook,
    checks: Iterable[Check],
    faulty: frozenset[Subject] = frozenset(),
    report: Report | None = None,
) -> list[Diagnostic]:
    """Return the diagnostics of all checks, whether they are accepted or not.

    Args:
        battle: the model, possibly with errors.
        series: its rules.
        charts: the charts with the battle's overrides.
        checks: what to run.
        faulty: subjects that already have an error; a finding about one of them, or that
            depends on one, is left out.
        report: gets each diagnostic with the scenario that it was found in.
    """
    whole = CheckContext(battle, None, series, charts)
    scenarios = [CheckContext(battle, scenario, series, charts) for scenario in battle.scenarios]
    diagnostics: list[Diagnostic] = []
    for check in checks:
        for context in [whole] if check.scope == "battle" else scenarios:
            for problem in guarded(
                f"the check {check.code}", battle, series, _problems(check, context, faulty)
            ):
                diagnostics.append(problem)
                if report is not None:
                    report.add(problem, context.scenario.id if context.scenario else None)
    return diagnostics


def _problems(check: Check, context: CheckContext, faulty: frozenset[Subject]) -> Iterator[Diagnostic]:
    for finding in check.run(context):
        if faulty.isdisjoint((finding.subject, *finding.depends)):
            yield _diagnostic(check, finding, context.battle)


def guarded(
    what: str,
    battle: Battle,
    series: Series,
    problems: Iterable[Diagnostic] | Callable[[], Iterable[Diagnostic]],
) -> Iterator[Diagnostic]:
    """Yield what a step of the check yields; one that raises is a diagnostic, so that the others still speak.

    Args:
        what: the step, in words.
        battle: whose check it is.
        series: may be a plug-in that the failure comes from.
        problems: what the step yields, or what makes it.
    """
    try:
        yield from problems() if callable(problems) else problems
    except MemoryError:
        raise  # nothing after it would fare better
    except Exception as error:
        yield Diagnostic(
            CHECK_FAILED,
            Severity.ERROR,
            f"{what} failed: {reason(error)}; {whose_defect(error, series.package, series.id)}",
            battle.span("file"),
            expected="an answer; what it would have found is not known",
            hint="please report it with the battle; the other checks have been run",
        )


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
