"""The runner of checks: it turns what they find into diagnostics, each at its place.

A check yields findings, which name subjects of the model. The runner looks up where each subject was written,
leaves out findings that only repeat an error, and reports a check that raises as a defect of ours or of a
plug-in.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import TypeVar

from msgspec import Struct

from jdgtools.charts import ChartBook
from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan, Severity
from jdgtools.diagnostics.report import Report
from jdgtools.model.battle import Battle
from jdgtools.model.context import Subject
from jdgtools.model.subject_words import describe
from jdgtools.plugins import reason, whose_defect
from jdgtools.rules import Series

_T = TypeVar("_T")

CHECK_FAILED = "GEN041"
"""Code of a check that raised an exception."""


class CheckResult(Struct, frozen=True):
    """What a check has said: a diagnostic, with the finding that it was made of."""

    check: Check
    problem: Diagnostic
    subject: Subject = ()
    """Whom the finding is about; empty for a check that failed."""
    scenario: str | None = None
    """Id of the scenario that the check looked at; None for the battle."""
    about: tuple[Subject, ...] = ()
    """Whom else the finding names or depends on, the subject first."""


def run_checks(
    battle: Battle,
    series: Series,
    charts: ChartBook,
    checks: Iterable[Check],
    faulty: Container[Subject] = frozenset(),
) -> list[CheckResult]:
    """Return what all checks find, whether it is accepted or not.

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
    # What scenarios change of map and units is judged as the battle itself is.
    changed_scenarios = [
        CheckContext(context.battle, None, series, charts)
        for context in scenarios
        if context.battle is not battle
    ]
    results: list[CheckResult] = []
    for check in checks:
        # Of whom the check speaks in the battle itself: `_results` fills it, and asks it for changed maps.
        subjects_of_battle: set[Subject] = set()
        for context in (whole, *changed_scenarios) if check.scope == "battle" else scenarios:
            what = f"the check {check.code}"
            findings = _results(check, context, faulty, battle, subjects_of_battle)
            for result in guard_step(what, battle, series, findings):
                results.append(result if isinstance(result, CheckResult) else CheckResult(check, result))
    return results


def drop_repeated(report: Report, results: list[CheckResult]) -> None:
    """Take from a report what says again what it shows already.

    Two results are about one fact if one of their checks calls itself the same as the other (`Check.same_as`)
    and the subject of one of them is that of the other, or the whole of which the other is a part. The more
    severe one stays, and of two alike that of the check which says so. One that the battle accepts says
    nothing, so it takes nothing from the report either.
    """
    codes = {code for result in results for code in result.check.same_as}
    # Looked up, not compared one by one: there may be tens of thousands of each.
    at: dict[tuple[str, Subject], list[CheckResult]] = {}
    within: dict[tuple[str, Subject], list[CheckResult]] = {}
    for result in results:
        if result.problem.code in codes:
            at.setdefault((result.problem.code, result.subject), []).append(result)
            for whole in _wholes(result.subject):
                within.setdefault((result.problem.code, whole), []).append(result)
    pairs = [
        (result, other)
        for result in results
        for code in result.check.same_as
        for others in (
            at.get((code, result.subject), ()) if result.subject else (),
            within.get((code, result.subject), ()),
            *(at.get((code, whole), ()) for whole in _wholes(result.subject)),
        )
        for other in others
    ]
    if not pairs:
        return
    standing = set(report.standing)
    repetitions = []
    for result, other in pairs:
        weaker = result if other.problem.severity > result.problem.severity else other
        if {result.problem, other.problem} <= standing:
            repetitions.append(weaker.problem)
    report.drop(repetitions)


def _wholes(subject: Subject) -> list[Subject]:
    """Return the subjects that a subject is a part of."""
    return [subject[:length] for length in range(1, len(subject))]


def _results(
    check: Check,
    context: CheckContext,
    faulty: Container[Subject],
    battle: Battle,
    subjects_of_battle: set[Subject],
) -> Iterator[CheckResult]:
    """Yield what a check finds; of the same line nothing is said again with the numbers of a changed map.

    Args:
        check: to run.
        context: the battle, a scenario, or the battle with the map of a scenario that changes it.
        faulty: subjects that already have an error.
        battle: the battle itself.
        subjects_of_battle: receives the subjects of findings about the battle itself.
    """
    scenario = context.scenario.id if context.scenario else context.battle.in_force
    again = context.scenario is None and context.battle is not battle
    for finding in check.run(context):
        subject = finding.subject
        if subject in faulty or any(other in faulty for other in finding.depends):
            continue
        if not again:
            subjects_of_battle.add(subject)
        elif subject in subjects_of_battle and context.battle.span(*subject) == battle.span(*subject):
            continue
        about = (subject, *(other for other, _ in finding.related), *finding.depends)
        yield CheckResult(check, _diagnostic(check, finding, context.battle), subject, scenario, about)


def guard_step(
    what: str,
    battle: Battle,
    series: Series,
    problems: Iterable[_T] | Callable[[], Iterable[_T]],
) -> Iterator[_T | Diagnostic]:
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
            related.append(RelatedSpan(span, text))
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
