"""What can be wrong with what a series cites, and with the codes of its checks.

A diagnostic names the statements of the rules that it rests on, and a cell of a chart names where its value
comes from. Both are worth something only if the statement exists. A code of a check keeps its meaning for
ever, so no two checks may have the same one, whoever wrote them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from msgspec import Struct

from jdgtools.audit.files import SeriesFiles
from jdgtools.checks.base import Check
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.errors import SeriesBroken
from jdgtools.model.closest import closest
from jdgtools.rules import Series
from jdgtools.source.span import Span


def statement_problems(
    series: Series, files: SeriesFiles, broken_parts: frozenset[str] = frozenset()
) -> Iterator[Diagnostic]:
    """Yield the statements that a part of the series cites and `statements.txt` does not list."""
    if "statements" in broken_parts:
        return
    yield from unlisted_statements(series, _citations(series, files, broken_parts))


def unlisted_statements(
    series: Series, citations: Iterable[tuple[str, Callable[[], Span | None]]]
) -> Iterator[Diagnostic]:
    """Yield those of cited statements that `statements.txt` does not list, each once.

    Args:
        series: whose list is read.
        citations: statements, each with what finds its place.
    """
    listed_statements, cited_statements = series.statements, set()
    for statement, find_span in citations:
        if statement in listed_statements or statement in cited_statements:
            continue
        cited_statements.add(statement)
        near = closest(statement, listed_statements, 1)
        yield Diagnostic(
            "SER010",
            Severity.ERROR,
            f"the statement `{statement}` is cited and not listed",
            find_span(),
            expected="a line of `statements.txt`",
            hint=f"did you mean `{near[0]}`?" if near else None,
            rules=(statement,),
        )


def list_problems(series: Series, files: SeriesFiles) -> Iterator[Diagnostic]:
    """Yield the statements that `statements.txt` lists twice: the first sentence is lost."""
    before: set[str] = set()
    for number, line in enumerate(files.lines_of("statements.txt"), 1):
        statement = line.partition(" ")[0]
        if statement in before:
            yield Diagnostic(
                "SER008",
                Severity.ERROR,
                f"the statement `{statement}` is listed twice",
                files.span_of_file("statements.txt", number),
                expected="an id of its own for each",
                rules=(statement,),
            )
        elif statement:
            before.add(statement)


def _citations(
    series: Series, files: SeriesFiles, broken_parts: frozenset[str]
) -> Iterator[tuple[str, Callable[[], Span | None]]]:
    """Yield every statement that a part cites, with what finds its place."""
    records = (series.definition, *(() if "module" in broken_parts else (series.module,)))
    for record in records:
        for statement in citations(record):
            yield statement, partial(files.span_of_word, statement)
    for check in () if "checks" in broken_parts else series.checks:
        for statement in check.rules:
            yield statement, partial(files.span_of_function, check.run.__code__, statement)
    if "charts" not in broken_parts:
        prefix = series.definition.statement_prefix
        for chart in series.charts:
            for statement in citations(chart):
                # A cell may also cite a source of the index or an ambiguity.
                if statement.startswith(prefix) and statement not in series.charts.sources:
                    yield statement, partial(files.span_of_text, statement, "charts")


def citations(value: Any) -> Iterator[str]:
    """Yield every statement that a record and the records inside it cite."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            inner = getattr(value, name)
            if name in ("rules", "refs") and isinstance(inner, tuple):
                yield from inner
            else:
                yield from citations(inner)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from citations(inner)
    elif isinstance(value, (tuple, list)):
        for inner in value:
            yield from citations(inner)


def code_problems(series: Series, files: SeriesFiles) -> Iterator[Diagnostic]:
    """Yield the codes of checks that are taken, by the series itself, by another one or by jdgtools."""
    owners = _owners_of_codes(series)
    prefixes = {code[:3]: owner for code, owner in owners.items()}
    codes: set[str] = set()
    names: set[str] = set()
    for check in series.checks:
        if check.name in names:
            yield Diagnostic(
                "SER008",
                Severity.ERROR,
                f"two checks of the series have the name `{check.name}`",
                files.span_of_function(check.run.__code__, check.name),
                expected="a name of its own for each",
                subject=check.name,
            )
        names.add(check.name)
        owner = owners.get(check.code)
        expected = "a code of its own: it keeps its meaning for ever"
        if check.code in codes:
            message = f"two checks of the series have the code `{check.code}`"
        elif owner is not None:
            message = f"the code `{check.code}` of the check `{check.name}` is taken by {owner}"
        elif check.code[:3] in prefixes:
            message = f"the code `{check.code}` begins like those of {prefixes[check.code[:3]]}"
            expected = "a prefix of three letters that no other series has"
        else:
            codes.add(check.code)
            continue
        codes.add(check.code)
        span = files.span_of_function(check.run.__code__, check.code)
        yield Diagnostic("SER011", Severity.ERROR, message, span, expected=expected, subject=check.name)


def unlisted_checks(series: Series, files: SeriesFiles) -> Iterator[Diagnostic]:
    """Yield the checks that stand in a module of the series and not in `CHECKS`: they are never run."""
    listed_checks = {id(check.run) for check in series.checks}
    modules = [name for name in list(sys.modules) if f"{name}.".startswith(f"{series.package}.checks.")]
    for module in sorted(modules):
        for check in vars(sys.modules[module]).values():
            if isinstance(check, Check) and id(check.run) not in listed_checks:
                listed_checks.add(id(check.run))
                yield Diagnostic(
                    "SER018",
                    Severity.WARNING,
                    f"the check `{check.code}` (`{check.name}`) is not among `CHECKS`",
                    files.span_of_function(check.run.__code__, check.code),
                    expected="every check of the series in the tuple `CHECKS`",
                    subject=check.name,
                )


def _owners_of_codes(series: Series) -> dict[str, str]:
    """Return code -> who gives it, of every code that is not of the series itself."""
    import jdgtools.model.docs
    import jdgtools.model.docs_gis  # noqa: F401 - both register documents
    from jdgtools.checks.generic import GENERIC, STRICT
    from jdgtools.diagnostics.catalogue import all_docs
    from jdgtools.series.registry import find_series, series_ids

    others: dict[str, str] = {}
    for series_id in series_ids():
        if series_id == series.id:
            continue
        try:
            other = find_series(series_id)
            checks = other.checks if other is not None else ()
        except SeriesBroken:
            continue  # its own audit says so
        others |= {check.code: f"the series `{series_id}`" for check in checks}
    mine = (
        {(check.code, check.name) for check in series.checks}
        if series.package.startswith("jdgtools.")
        else set()
    )
    owners = {
        doc.code: "jdgtools"
        for doc in all_docs()
        if doc.code not in others and (doc.code, doc.name) not in mine
    }
    return owners | others | {check.code: "jdgtools" for check in (*GENERIC, *STRICT)}
