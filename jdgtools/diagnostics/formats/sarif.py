"""Diagnostics as SARIF 2.1.0, for code scanning services and editors."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from jdgtools import __version__
from jdgtools.diagnostics.catalogue import find
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.formats import SourceLines
from jdgtools.diagnostics.formats.writing import json_text, whole_characters
from jdgtools.diagnostics.groups import Bulk, MessageGroup, in_bulk
from jdgtools.diagnostics.report import Report, Suppression
from jdgtools.diagnostics.shortening import brief
from jdgtools.source.span import Span

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(report: Report, sources: SourceLines) -> str:
    """Return the report as SARIF text, ending in a newline."""
    bulk = in_bulk(report)
    suppressed_problems = report.suppressed_problems
    problems = [group.first for group in bulk.groups] + [problem for problem, _ in suppressed_problems]
    codes = sorted({problem.code for problem in problems})
    index = {code: number for number, code in enumerate(codes)}
    results = [_result(group, index) for group in bulk.groups]
    results += [_suppressed_result(problem, entry, index) for problem, entry in suppressed_problems]
    driver = {"name": "jdgtools", "version": __version__, "rules": [_rule(code) for code in codes]}
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": results,
        **_more(bulk),
    }
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    # Readers of SARIF are strict: half a character pair would make them refuse the whole log.
    return whole_characters(json_text(log))


def _more(bulk: Bulk) -> dict[str, Any]:
    """Return the properties of a run that count what has no result of its own."""
    counts = [{"code": rest.code, "level": _LEVELS[rest.severity], "count": rest.count} for rest in bulk.rest]
    return {"properties": {"more": counts}} if counts else {}


def _suppressed_result(problem: Diagnostic, entry: Suppression, index: dict[str, int]) -> dict[str, Any]:
    return {**_result(MessageGroup((problem,)), index), "suppressions": [_suppression(entry)]}


def _suppression(entry: Suppression) -> dict[str, Any]:
    """Return the suppression object of SARIF 2.1.0 (3.35) for an entry."""
    if entry.span is None:
        return {"kind": "external", "justification": entry.reason}
    return {
        "kind": "inSource",
        "justification": f"{entry.by}: {entry.reason}" if entry.by else entry.reason,
        "location": location_data(entry.span),
    }


def sentence(problem: Diagnostic) -> str:
    """Return message, expectation and hint on up to three lines, for formats without own fields."""
    parts = [brief(problem.message)]
    if problem.expected:
        parts.append(f"Expected: {problem.expected}")
    if problem.hint:
        parts.append(f"Hint: {brief(problem.hint)}")
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


def _result(group: MessageGroup, index: dict[str, int]) -> dict[str, Any]:
    problem = group.first
    result: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": index[problem.code],
        "level": _LEVELS[problem.severity],
        "message": {"text": sentence(problem)},
        "locations": [location_data(one.span) for one in group.occurrences if one.span],
        "partialFingerprints": {"jdgtools/v1": problem.fingerprint},
    }
    if len(group.occurrences) > 1:
        result["occurrenceCount"] = len(group.occurrences)
    related = [one for occurrence in group.occurrences for one in occurrence.related]
    if related:
        result["relatedLocations"] = [
            {**location_data(one.span), "id": number, "message": {"text": one.message}}
            for number, one in enumerate(related, start=1)
        ]
    subjects = list(dict.fromkeys(one.subject for one in group.occurrences if one.subject))
    extra: dict[str, Any] = {"subject": problem.subject, "rules": list(problem.rules)}
    if len(subjects) > 1:
        extra["subjects"] = subjects
    result["properties"] = {key: value for key, value in extra.items() if value}
    return result


def location_data(span: Span) -> dict[str, Any]:
    """Return a place as a location object of SARIF."""
    region = {"startLine": span.line, "startColumn": span.col}
    if (span.end_line, span.end_col) > (span.line, span.col):
        region |= {"endLine": span.end_line, "endColumn": span.end_col}
    # A path need not be UTF-8: its raw bytes are percent-encoded like all others.
    uri = quote(span.file.encode("utf-8", "surrogateescape" if _escapes(span.file) else "surrogatepass"))
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


def _escapes(file: str) -> bool:
    """Return whether every odd character of a path stands for a raw byte, as Python reads paths on POSIX."""
    return all("\udc80" <= char <= "\udcff" for char in file if "\ud800" <= char <= "\udfff")
