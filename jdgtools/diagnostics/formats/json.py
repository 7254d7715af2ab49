"""Diagnostics as one JSON object, for programs."""

from __future__ import annotations

import json
from typing import Any

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.diagnostics.formats import SourceLines
from jdgtools.diagnostics.report import Report
from jdgtools.source.span import Span

VERSION = 1
"""Version of this format; grows when a field changes its meaning or goes away."""


def render(report: Report, sources: SourceLines) -> str:
    """Returns the report as JSON text, ending in a newline."""
    return json.dumps(to_data(report), ensure_ascii=False, indent=2) + "\n"


def to_data(report: Report) -> dict[str, Any]:
    """Returns the report as plain data: version, diagnostics, suppressed, counts."""
    hidden = [{**diagnostic_data(problem), "reason": entry.reason} for problem, entry in report.suppressed]
    return {
        "version": VERSION,
        "diagnostics": [diagnostic_data(problem) for problem in report],
        "suppressed": hidden,
        "counts": report.counts._asdict(),
    }


def diagnostic_data(problem: Diagnostic) -> dict[str, Any]:
    """Returns one diagnostic as plain data, every field present."""
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
        "related": [{"span": _span(one.span), "message": one.message} for one in problem.related],
    }


def _span(span: Span) -> dict[str, Any]:
    return {
        "file": span.file,
        "line": span.line,
        "col": span.col,
        "end_line": span.end_line,
        "end_col": span.end_col,
        "column": span.column,
    }
