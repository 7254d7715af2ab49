"""What an editor offers to do about a diagnostic: the word that was meant, or accepting a warning."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol.types import CodeAction, CodeActionKind, Range, TextEdit, WorkspaceEdit

from jdgtools.checks.acceptance import NEVER, name_of
from jdgtools.desk.documents import Document
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.lsp.positions import Positions
from jdgtools.lsp.problems import file_uri
from jdgtools.lsp.projects import Project

_MEANT = re.compile(r"did you mean (`[^`]+`(?: or `[^`]+`)*)\?")
_QUOTED = re.compile(r"`([^`]+)`")
REASON = "looked at, and meant so"
"""Reason of an acceptance until the author writes his own."""


def fixes_at(project: Project, path: str, where: Range) -> list[CodeAction]:
    """Return what can be done about the diagnostics of a file that touch a range."""
    document = project.documents.get(path)
    checked = project.session.documents.get(path)
    if document is None or checked is None or document.text != checked.text:
        return []  # the diagnostics speak of another text
    positions = Positions(document.text)
    actions: list[CodeAction] = []
    for problem in project.loaded.report:
        if problem.span is None or project.session.path_of(problem.span.file) != path:
            continue
        if _touch(positions.span(problem.span), where):
            actions += _meant(project, document, problem)
            actions += _acceptance(project, problem)
    return actions


def _touch(one: Range, other: Range) -> bool:
    first = (one.start.line, one.start.character), (one.end.line, one.end.character)
    second = (other.start.line, other.start.character), (other.end.line, other.end.character)
    return first[0] <= second[1] and second[0] <= first[1]


def _meant(project: Project, document: Document, problem: Diagnostic) -> Iterator[CodeAction]:
    """Yield the replacements of a word by those that a hint names."""
    hint = _MEANT.search(problem.hint or "")
    if hint is None or problem.span is None:
        return
    start, end = document.range(problem.span)
    written = document.text[start:end]
    wrong = [word for word in _QUOTED.findall(problem.message) if written.count(word) == 1]
    if not wrong:
        return
    at = start + written.index(wrong[0])
    place = Positions(document.text).range(at, at + len(wrong[0]))
    names = _QUOTED.findall(hint[1])
    for name in names:
        yield CodeAction(
            f"Change `{wrong[0]}` to `{name}`",
            CodeActionKind.QuickFix,
            is_preferred=len(names) == 1,
            edit=WorkspaceEdit({file_uri(project, document.path): [TextEdit(place, name)]}),
        )


def _acceptance(project: Project, problem: Diagnostic) -> Iterator[CodeAction]:
    """Yield the entry under `accepts:` that hides a warning."""
    battle = project.loaded.battle
    if problem.severity is Severity.ERROR or problem.span is None or battle is None or problem.code in NEVER:
        return
    documents = project.documents
    scenarios = project.loaded.report.scenarios_of(problem)
    target = documents.get(project.session.path_of(problem.span.file))
    if target is None or target.kind != "scenario":
        only = next(iter(scenarios)) if len(scenarios) == 1 else None
        target = documents.scenario(only) if only is not None else documents.battle
    if target is None or target.node is None or not target.path.lower().endswith((".yaml", ".yml")):
        return
    name = name_of(battle, problem)
    subject = f", for: {_quoted(name)}" if name else ""
    entry = f"{{code: {problem.code}{subject}, reason: {_quoted(REASON)}}}"
    edit = _appended(target, entry)
    if edit is not None:
        yield CodeAction(
            f"Accept {problem.code}{f' for {name}' if name else ''}",
            CodeActionKind.QuickFix,
            edit=WorkspaceEdit({file_uri(project, target.path): [edit]}),
        )


def _quoted(text: str) -> str:
    """Return a text as a value in braces."""
    if re.fullmatch(r"[\w][\w ./-]*", text) and not text.endswith(" "):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _appended(document: Document, entry: str) -> TextEdit | None:
    """Return the edit that puts an entry behind those under `accepts:`; None where that is not sure."""
    assert document.node is not None
    positions, newline = Positions(document.text), document.newline
    accepts = document.node.get("accepts")
    if accepts is None:
        lead = "" if document.text.endswith(("\n", "\r")) else newline
        text = f"{lead}{newline}accepts:{newline}  - {entry}{newline}"
        end = len(document.text)
        return TextEdit(positions.range(end, end), text)
    entries = accepts.elements()
    if not entries:
        return None
    start, end = document.range(entries[-1].span)
    line = document.text[: document.range(entries[0].span)[0]].rpartition("\n")[2]
    if not re.fullmatch(r" *- +", line):
        return None  # entries in brackets
    tail = document.text[start:end]
    end -= len(tail) - len(tail.rstrip())
    following = document.text.find("\n", end)
    end = len(document.text) if following < 0 else following - document.text[:following].endswith("\r")
    return TextEdit(positions.range(end, end), f"{newline}{line}{entry}")
