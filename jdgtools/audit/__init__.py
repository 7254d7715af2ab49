"""The audit of a series: what is wrong with the package of a game, before a battle trips over it.

`jdg check my-raid` judges a battle; `jdg check --series wall` judges the series that the battle is played
by. The audit loads every part of the package, holds every value against the type that its record declares,
compares the vocabulary with what jdgtools can draw and with itself, looks up each statement that is cited,
and calls every hook on two battles: the one that the series ships to start from, and a small one made of all
its words. At last it checks the battle to start from. Each finding names the file and the line of the package
that it comes from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jdgtools.audit.files import SeriesFiles
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.report import Report
from jdgtools.errors import SeriesBroken, UnknownSeries
from jdgtools.source.project import Sources

if TYPE_CHECKING:
    from jdgtools.rules import Series

__all__ = ["audit"]

OPTIONAL_HOOKS = {
    "faces": "FACES",
    "zoc": "RULES",
    "unit_moves": "RULES",
    "activation": "RULES",
    "effects": "EFFECTS",
    "schedule": "SCHEDULES",
    "stacking": "stack_limits",
    "chart_options": "charts_in_force",
}
"""Part of a series that its package may lack -> what its module calls the hook."""
PARTS = (
    "definition",
    "charts",
    "statements",
    "movement",
    "sight",
    "checks",
    "module",
    "starter",
    *OPTIONAL_HOOKS,
)
"""Parts of a series in the order in which they are loaded."""


def audit(series_id: str, sources: Sources | None = None) -> Report:
    """Return everything that is wrong with a series, each finding at its place in the package.

    Args:
        series_id: id of a built-in series or of one that an installed package announces.
        sources: gets the texts of the package's files, for output that quotes them.

    Raises:
        UnknownSeries: there is no such series.
    """
    from jdgtools.series.registry import find_series, series_ids

    report = Report()
    try:
        series = find_series(series_id)
    except SeriesBroken as error:
        files = SeriesFiles(error.package, sources or Sources())
        report.add(_unusable(error, files))
        return report
    if series is None:
        raise UnknownSeries(series_id, series_ids())
    files = SeriesFiles(series.package, sources or Sources())
    broken_parts = _broken_parts(series, files, report)
    if "definition" in broken_parts:
        return report  # nothing can be compared with a vocabulary that cannot be read
    from jdgtools.audit.forms import form_problems
    from jdgtools.audit.hooks import hook_problems
    from jdgtools.audit.starter import starter_problems
    from jdgtools.audit.statements import code_problems, list_problems, statement_problems, unlisted_checks
    from jdgtools.audit.template import template_problems
    from jdgtools.audit.values import value_problems
    from jdgtools.audit.vocabulary import vocabulary_problems

    unfit = value_problems(series, files, broken_parts)
    for problems in unfit.values():
        report.extend(problems)
    if "definition" in unfit:
        return report  # nor with values that its records do not allow
    broken_parts |= unfit.keys()
    form_mistakes = form_problems(series, files, broken_parts)
    for problems in form_mistakes.values():
        report.extend(problems)
    broken_parts |= form_mistakes.keys()
    report.extend(vocabulary_problems(series, files, broken_parts))
    if "statements" not in broken_parts:
        report.extend(list_problems(series, files))
    report.extend(statement_problems(series, files, broken_parts))
    if "checks" not in broken_parts:
        report.extend(code_problems(series, files))
        report.extend(unlisted_checks(series, files))
    report.extend(hook_problems(series, files, broken_parts))
    if not report.has_errors:  # else the battle would repeat what the series does wrong
        report.extend(template_problems(series, files))
        if "starter" not in broken_parts:
            report.extend(starter_problems(series, files))
    return report


def _broken_parts(series: Series, files: SeriesFiles, report: Report) -> frozenset[str]:
    """Load every part of the series; those that cannot be loaded are reported and returned."""
    parts = set()
    for part in PARTS:
        try:
            if part in OPTIONAL_HOOKS:
                if series.has(part):
                    series.hook(part, OPTIONAL_HOOKS[part])
            else:
                getattr(series, part)
        except SeriesBroken as error:
            parts.add(part)
            report.add(_unusable(error, files))
    return frozenset(parts)


def _unusable(error: SeriesBroken, files: SeriesFiles) -> Diagnostic:
    reason = str(error.__cause__)
    chart, file = re.search(r"chart (\S+):", reason), re.match(r"([\w-]+\.json):", reason)
    in_chart = files.span_of_text(chart[1], "charts") if chart else None
    if in_chart is None and file:
        in_chart = files.span_of_file(f"charts/{file[1]}") or files.span_of_text(file[1], "charts")
    return Diagnostic(
        "SER001",
        Severity.ERROR,
        str(error),
        in_chart or files.span_of_error(error.__cause__) or files.span_of_part(error.part),
        expected="a part that can be imported and holds what docs/new-series.md says",
    )
