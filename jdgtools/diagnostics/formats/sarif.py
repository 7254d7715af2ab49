"""Diagnostics as SARIF 2.1.0, for code scanning services and editors."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from jdgtools import __version__
from jdgtools.diagnostics.catalogue import find
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.formats import SourceLines
from jdgtools.diagnostics.report import Report
from jdgtools.source.span import Span

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(report: Report, sources: SourceLines) -> str:
    """Returns the report as SARIF text, ending in a newline."""
    hidden = report.suppressed
    codes = sorted({problem.code for problem in [*report, *(one for one, _ in hidden)]})
    index = {code: number for number, code in enumerate(codes)}
    results = [_result(problem, index) for problem in report]
    for problem, entry in hidden:
        cover = [{"kind": "external", "justification": entry.reason}]
        results.append({**_result(problem, index), "suppressions": cover})
    driver = {"name": "jdgtools", "version": __version__, "rules": [_rule(code) for code in codes]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def sentence(problem: Diagnostic) -> str:
    """Returns message, expectation and hint on up to three lines, for formats without own fields."""
    parts = [problem.message]
    if problem.expected:
        parts.append(f"Expected: {problem.expected}")
    if problem.hint:
        parts.append(f"Hint: {problem.hint}")
    if problem.rules:
        parts.append(f"Rule: {', '.join(problem.rules)}")
    return "\n".join(parts)


def _rule(code: str) -> dict[str, Any]:
    doc = find(code)
    if doc is None:
        return {"id": code}
    return {
        "id": code,
        "name": "".join(word.capitalize() for word in doc.name.split("-")),
        "shortDescription": {"text": doc.name.replace("-", " ")},
        "fullDescription": {"text": " ".join(doc.rationale.split())},
        "help": {"text": f"Bad:\n{doc.bad.strip()}\n\nGood:\n{doc.good.strip()}"},
        "defaultConfiguration": {"level": _LEVELS[doc.severity]},
    }


def _result(problem: Diagnostic, index: dict[str, int]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": index[problem.code],
        "level": _LEVELS[problem.severity],
        "message": {"text": sentence(problem)},
        "locations": [_location(problem.span)] if problem.span else [],
        "partialFingerprints": {"jdgtools/v1": problem.fingerprint},
    }
    if problem.related:
        found["relatedLocations"] = [
            {**_location(one.span), "id": number, "message": {"text": one.message}}
            for number, one in enumerate(problem.related, start=1)
        ]
    extra = {"subject": problem.subject, "rules": list(problem.rules)}
    found["properties"] = {key: value for key, value in extra.items() if value}
    return found


def _location(span: Span) -> dict[str, Any]:
    region = {"startLine": span.line, "startColumn": span.col}
    if (span.end_line, span.end_col) > (span.line, span.col):
        region |= {"endLine": span.end_line, "endColumn": span.end_col}
    return {"physicalLocation": {"artifactLocation": {"uri": quote(span.file)}, "region": region}}
