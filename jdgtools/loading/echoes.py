"""Problems that only repeat another problem: each mistake is reported once, where it was made.

A value that cannot be read is missing in the model, and rules then miss it once more. Of what the files gave,
the functions here drop such repetitions from the report; `FaultySubjects` tells the runner of checks whom it
must not judge again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, cast

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.report import Report
from jdgtools.source.span import Span

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.model.context import Subject

_MEANT = "did you mean `"
_EMPTY = ("SCH005", "SCH012")
"""Codes of the schema that speak of empty texts, among others."""
_EMPTY_TEXT = "an empty text"


def drop_empty_values(report: Report, better: Iterable[Diagnostic]) -> None:
    """Drop what the schema said of empty values where a better message says what is known there."""
    empty = [p for code in _EMPTY for p in report.of(code) if p.found == _EMPTY_TEXT]
    if not empty:
        return
    # Looked up by where they begin: there may be tens of thousands of each.
    starts: dict[tuple[str, int, int], Severity] = {}
    for problem in better:
        if problem.span is not None and problem.code not in _EMPTY:
            start = (problem.span.file, problem.span.line, problem.span.col)
            starts[start] = max(problem.severity, starts.get(start, problem.severity))
    report.drop([p for p in empty if any(starts.get(start, -1) >= p.severity for start in _value_starts(p))])


def _value_starts(empty: Diagnostic) -> Iterator[tuple[str, int, int]]:
    """Yield where a problem with an empty value may begin: there, or behind the key of the value."""
    span = empty.span
    if span is None:
        return
    yield span.file, span.line, span.col
    if span.line == span.end_line:
        for behind in range(1, _COLON + 1):
            yield span.file, span.line, span.end_col + behind


_COLON = 3
"""Columns between the end of a key and its value: a colon, a blank and a quotation mark."""


def drop_columns_under_merged(report: Report) -> None:
    """Drop columns without a name beside a heading over several columns: that is no second mistake."""
    from jdgtools.model.context import MERGED

    merged_spans = {problem.span for problem in report.of("REF016") if problem.found == MERGED}
    if merged_spans:
        under = [p for p in report.of("SRC032") if any(other.span in merged_spans for other in p.related)]
        report.drop(under)


def drop_said_by_schema(report: Report) -> None:
    """Drop what the schema has said already: a misspelt key of a piece, a hexside twice in one list.

    Where a name is unknown it is not said, too, that it has letters that none may have.
    """
    forms = report.of("SCH005")
    if forms:
        unknown_spans = {problem.span for problem in report.standing if problem.code.startswith("REF")}
        report.drop([p for p in forms if p.span in unknown_spans])
    nameless, twice = report.of("GEN006"), report.of("MAP095")
    if not nameless and not twice:
        return
    misspelt = {(p.span.file, p.span.line): p.span for p in report.of("SCH001") if p.span is not None}
    doubled_spans = {problem.span for problem in report.of("SCH008")}
    report.drop(p for p in nameless if p.span is not None and _holds(p.span, misspelt))
    report.drop(p for p in twice if p.span in doubled_spans)


def _holds(span: Span, others: Mapping[tuple[str, int], Span]) -> bool:
    """Tell whether one of some places, by file and line, lies within a place."""
    return any(
        (line > span.line or other.col >= span.col)
        and (line < span.end_line or other.end_col <= span.end_col)
        for line in range(span.line, span.end_line + 1)
        if (other := others.get((span.file, line))) is not None
    )


class FaultySubjects:
    """The subjects about which something was said, or whose own place already has an error.

    They are not judged again. A subject is looked up when a check names it: there may be half a million.
    """

    def __init__(self, battle: Battle, report: Report, subjects: frozenset[Subject]) -> None:
        """Take the errors of a report as they are now.

        Args:
            battle: knows the places of the subjects.
            report: of reading the battle.
            subjects: subjects about which something was said.
        """
        self._spans = battle.spans
        errors = [problem for problem in report.standing if problem.severity is Severity.ERROR]
        self._error_spans = {problem.span for problem in errors if problem.span is not None}
        self._subjects = subjects | _with_misspelt_keys(battle, report)

    def __contains__(self, subject: object) -> bool:
        if subject in self._subjects:
            return True
        # A battle with warnings alone is asked half a million times: no place is looked up for nothing.
        return bool(self._error_spans) and self._spans.get(cast("Subject", subject)) in self._error_spans


def _with_misspelt_keys(battle: Battle, report: Report) -> set[Subject]:
    """Return what holds a misspelt key, and the key under its right name."""
    from jdgtools.model.subject_spans import subjects_around

    subjects: set[Subject] = set()
    # A misspelt key is missing under its right name: what holds it is not said to lack it.
    misspelt = [p for p in report.of("SCH001") if p.span is not None and (p.hint or "").startswith(_MEANT)]
    holders = subjects_around(battle.spans, [p.span for p in misspelt if p.span is not None])
    for problem in misspelt:
        key_meant = (problem.hint or "").removeprefix(_MEANT).partition("`")
        holder = holders.get(problem.span) if problem.span is not None else None
        if holder is not None and key_meant[1]:
            subjects |= {holder, (*holder, key_meant[0])}
            if holder[0] == "arrival":
                subjects.add(("scenario", holder[1], "reinforcements"))  # it may have named pieces
    return subjects
