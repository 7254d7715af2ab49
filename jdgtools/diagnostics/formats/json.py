"""Diagnostics as one JSON object, for programs."""

from __future__ import annotations

from typing import Any

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.diagnostics.formats import SourceLines
from jdgtools.diagnostics.formats.acceptances import entry_data
from jdgtools.diagnostics.formats.writing import json_text
from jdgtools.diagnostics.groups import MessageGroup, in_bulk
from jdgtools.diagnostics.report import Report
from jdgtools.source.span import Span

VERSION = 2
"""Version of this format; grows when a field changes its meaning or goes away.

2: one entry may stand for many places (`count`, `places`), and `more` counts what has no entry.
"""


def render(report: Report, sources: SourceLines) -> str:
    """Return the report as JSON text, ending in a newline."""
    return json_text(to_data(report))


def to_data(report: Report) -> dict[str, Any]:
    """Return the report as plain data: version, diagnostics, more, suppressed, counts."""
    bulk = in_bulk(report)
    return {
        "version": VERSION,
        "diagnostics": [_group_data(group) for group in bulk.groups],
        "more": [
            {"code": rest.code, "severity": rest.severity.label, "count": rest.count} for rest in bulk.rest
        ],
        "suppressed": _suppressions(report),
        "counts": report.counts._asdict(),
    }


def _suppressions(report: Report) -> list[dict[str, Any]]:
    return [{**diagnostic_data(one), **entry_data(entry)} for one, entry in report.suppressed_problems]


def _group_data(group: MessageGroup) -> dict[str, Any]:
    """Return one message with all its places; the fields of the first place stand beside it."""
    return {
        **diagnostic_data(group.first),
        "count": len(group.occurrences),
        "places": [_position(problem) for problem in group.occurrences] if len(group.occurrences) > 1 else [],
    }


def _position(problem: Diagnostic) -> dict[str, Any]:
    """Return what may differ between diagnostics that say the same."""
    return {
        "id": problem.id,
        "span": _span(problem.span) if problem.span else None,
        "subject": problem.subject,
        "related": _related_spans(problem),
    }


def diagnostic_data(problem: Diagnostic) -> dict[str, Any]:
    """Return one diagnostic as plain data, every field present."""
    return {
        "id": problem.id,
        "code": problem.code,
        "severity": problem.severity.label,
        "message": problem.message,
        "span": _span(problem.span) if problem.span else None,
        "found": problem.found,
        "expected": problem.expected,
        "hint": problem.hint,
        "rules": list(problem.rules),
        "subject": problem.subject,
        "related": _related_spans(problem),
    }


def _related_spans(problem: Diagnostic) -> list[dict[str, Any]]:
    return [{"span": _span(one.span), "message": one.message} for one in problem.related]


def _span(span: Span) -> dict[str, Any]:
    return {
        "file": span.file,
        "line": span.line,
        "col": span.col,
        "end_line": span.end_line,
        "end_col": span.end_col,
        "column": span.column,
    }
