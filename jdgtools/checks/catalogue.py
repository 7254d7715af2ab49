"""The documents of all diagnostic codes: readers, schemas, model, and the checks of every series."""

from __future__ import annotations

from jdgtools.checks.base import Check
from jdgtools.diagnostics.catalogue import CodeDoc, all_docs, register


def document(check: Check) -> CodeDoc:
    """The document of a check."""
    return CodeDoc(
        check.code,
        check.name,
        check.severity,
        check.rationale,
        check.bad,
        check.good,
        check.rules,
        check.since,
    )


def all_documents() -> list[CodeDoc]:
    """Every code that jdgtools can give, sorted by code."""
    import jdgtools.model.docs  # noqa: F401 - registers the documents of REF, MAP and GEN
    from jdgtools.checks.generic import GENERIC, STRICT
    from jdgtools.series.registry import find_series, series_ids

    series = [find_series(name) for name in series_ids()]
    for check in [*GENERIC, *STRICT, *(c for s in series if s for c in s.checks)]:
        register(document(check))
    return all_docs()
