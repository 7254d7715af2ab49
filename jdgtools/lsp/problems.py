"""The diagnostics of a battle as an editor shows them, by file."""

from __future__ import annotations

from lsprotocol.types import (
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    Location,
    Range,
)

from jdgtools.diagnostics.diagnostic import Diagnostic as Problem
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.shortening import brief
from jdgtools.lsp.positions import Positions
from jdgtools.lsp.projects import Project
from jdgtools.source.span import Span

SOURCE = "jdg"
_SEVERITIES = {
    Severity.ERROR: DiagnosticSeverity.Error,
    Severity.WARNING: DiagnosticSeverity.Warning,
    Severity.INFO: DiagnosticSeverity.Information,
}
MAX_PROBLEMS = 500
"""Diagnostics of a file that are shown: nobody reads more at once."""


def problems_by_file(project: Project) -> dict[str, list[Diagnostic]]:
    """Return what is wrong with each file of a project, by path; every file that was read has an entry."""
    files: dict[str, list[Diagnostic]] = {path: [] for path in project.session.texts}
    root = next(iter(files), "battle.yaml")
    positions = {path: Positions(text) for path, text in project.session.texts.items()}
    for problem in project.last_check.report:
        path = project.session.path_of(problem.span.file) if problem.span is not None else root
        problems_shown = files.setdefault(path, [])
        if len(problems_shown) < MAX_PROBLEMS:
            problems_shown.append(_diagnostic(project, problem, path, positions))
    return files


def _diagnostic(project: Project, problem: Problem, path: str, positions: dict[str, Positions]) -> Diagnostic:
    related = [
        DiagnosticRelatedInformation(
            Location(file_uri(project, other), _range(positions, other, one.span)), one.message
        )
        for one in problem.related
        for other in (project.session.path_of(one.span.file),)
    ]
    return Diagnostic(
        _range(positions, path, problem.span),
        message_of(problem),
        _SEVERITIES[problem.severity],
        problem.code,
        source=SOURCE,
        related_information=related or None,
        data={"id": problem.id},
    )


def message_of(problem: Problem) -> str:
    """Return a diagnostic in words: what was found, what is expected, how to mend it, by which rule."""
    lines = [brief(problem.message)]
    if problem.expected:
        lines.append(f"expected {problem.expected}")
    if problem.hint:
        lines.append(f"hint: {brief(problem.hint)}")
    if problem.rules:
        lines.append(f"rule: {', '.join(problem.rules)}")
    return "\n".join(lines)


def _range(positions: dict[str, Positions], path: str, span: Span | None) -> Range:
    """Return a place; the beginning of the file where it has no text."""
    text = positions.get(path) or Positions("")
    return text.span(span) if span is not None else text.range(0, 0)


def file_uri(project: Project, path: str) -> str:
    """Return the address of a file of a project."""
    return (project.folder / path).as_uri()
