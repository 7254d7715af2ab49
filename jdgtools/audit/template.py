"""Whether the battle that a series ships to start from is right: `jdg check` of it must find nothing.

Whoever writes `jdg new` begins with that battle, so a slip in it is one in every battle of the series.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from jdgtools.audit.files import SeriesFiles
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.loading import check
from jdgtools.rules import Series
from jdgtools.source.span import whole_file
from jdgtools.starting import CannotStart, template_folder


def template_problems(series: Series, files: SeriesFiles) -> Iterator[Diagnostic]:
    """Yield the errors and warnings of the battle to start from, under their own codes.

    Args:
        series: without errors of its own: whatever its hooks raise would be found in the battle again.
        files: where its files stand.
    """
    try:
        folder = template_folder(series.id)
    except CannotStart:
        return
    loaded = check(folder)
    if loaded.series is not None and loaded.series.id != series.id:
        yield Diagnostic(
            "SER016",
            Severity.ERROR,
            f"the battle to start from is one of the series `{loaded.series.id}`",
            files.span_in_template(whole_file((folder / "battle.yaml").as_posix()), None),
            expected=f"`series: {series.id}`",
        )
        return
    for problem in loaded.report:
        if problem.severity is Severity.INFO or problem.span is None:
            continue
        span = files.span_in_template(problem.span, loaded.sources.lines(problem.span.file))
        yield replace(problem, span=span, related=())
