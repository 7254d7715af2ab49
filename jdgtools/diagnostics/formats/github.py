"""Diagnostics as workflow commands that GitHub shows beside the lines of a change."""

from __future__ import annotations

from jdgtools.diagnostics.catalogue import find
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.formats import SourceLines
from jdgtools.diagnostics.formats.sarif import sentence
from jdgtools.diagnostics.report import Report

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: Report, sources: SourceLines) -> str:
    """Returns one command a line; the empty text when nothing is wrong."""
    return "".join(f"{_command(problem)}\n" for problem in report)


def _command(problem: Diagnostic) -> str:
    doc = find(problem.code)
    title = f"{problem.code} {doc.name}" if doc else problem.code
    fields: dict[str, object] = {}
    span = problem.span
    if span:
        fields = {"file": span.file, "line": span.line, "endLine": span.end_line, "col": span.col}
        if span.end_line == span.line and span.end_col > span.col:
            fields["endColumn"] = span.end_col
    fields["title"] = title
    text = ",".join(f"{key}={_property(str(value))}" for key, value in fields.items())
    return f"::{_COMMANDS[problem.severity]} {text}::{_data(sentence(problem))}"


def _data(text: str) -> str:
    """Returns a message in which line ends and percent signs are escaped."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Returns a property value; the separators of properties are escaped too."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
