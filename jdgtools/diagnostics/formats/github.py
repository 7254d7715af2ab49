"""Diagnostics as workflow commands that GitHub shows beside the lines of a change."""

from __future__ import annotations

from jdgtools.diagnostics.catalogue import find
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.formats import SourceLines
from jdgtools.diagnostics.formats.sarif import sentence
from jdgtools.diagnostics.formats.text import more_spans, number_of
from jdgtools.diagnostics.formats.writing import safe_lines
from jdgtools.diagnostics.groups import MessageGroup, in_bulk
from jdgtools.diagnostics.report import Report

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: Report, sources: SourceLines) -> str:
    """Return one command a line; the empty text when nothing is wrong."""
    bulk = in_bulk(report)
    lines = [_command(group) for group in bulk.groups]
    for rest in bulk.rest:
        title = _title(rest.code)
        words = f"and {number_of(rest.count)} more of {rest.code}"
        lines.append(f"::{_COMMANDS[rest.severity]} title={_property(title)}::{_data(words)}")
    return "".join(f"{line}\n" for line in lines)


def _title(code: str) -> str:
    doc = find(code)
    return f"{code} {doc.name}" if doc else code


def _command(group: MessageGroup) -> str:
    problem: Diagnostic = group.first
    fields: dict[str, object] = {}
    span = problem.span
    if span:
        fields = {"file": span.file, "line": span.line, "endLine": span.end_line, "col": span.col}
        if span.end_line == span.line and span.end_col > span.col:
            fields["endColumn"] = span.end_col
    fields["title"] = _title(problem.code)
    text = ",".join(f"{key}={_property(str(value))}" for key, value in fields.items())
    words = "\n".join([sentence(problem), *(line.strip() for line in more_spans(group.occurrences[1:]))])
    return f"::{_COMMANDS[problem.severity]} {text}::{_data(words)}"


def _data(text: str) -> str:
    """Return a message in which line ends and percent signs are escaped, without control characters."""
    data = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return safe_lines(data)


def _property(text: str) -> str:
    """Return a property value; the separators of properties are escaped too."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
