"""The documents of all diagnostic codes: readers, schemas, model, and the checks of every series."""

from __future__ import annotations

from jdgtools.checks.base import Check
from jdgtools.diagnostics.catalogue import CodeDoc, all_docs, register


def document(check: Check) -> CodeDoc:
    """Return the document of a check."""
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


def all_documents(with_plugins: bool = True) -> list[CodeDoc]:
    """Return every code that jdgtools can give, sorted by code.

    Args:
        with_plugins: with the checks of series that other packages have installed.
    """
    import jdgtools.model.docs
    import jdgtools.model.docs_gis  # noqa: F401 - both register the documents of REF, MAP and GEN
    from jdgtools.checks.generic import GENERIC, STRICT
    from jdgtools.series.registry import find_series, series_ids

    all_series = [s for s in map(find_series, series_ids()) if s is not None]
    built_in = [s for s in all_series if s.package.startswith("jdgtools.")]
    for check in [*GENERIC, *STRICT, *(c for s in built_in for c in s.checks)]:
        register(document(check))
    docs = {doc.code: doc for doc in all_docs()}
    if with_plugins:
        for check in (c for s in all_series if s not in built_in for c in s.checks):
            # A code that is taken keeps its meaning, whatever others say.
            docs.setdefault(check.code, document(check))
    return [docs[code] for code in sorted(docs)]
