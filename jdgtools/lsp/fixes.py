"""What an editor offers to do about a diagnostic: the mends of the desk as code actions."""

from __future__ import annotations

from lsprotocol.types import CodeAction, CodeActionKind, Range, TextEdit, WorkspaceEdit

from jdgtools.desk.mends import mends_of
from jdgtools.lsp.positions import Positions
from jdgtools.lsp.problems import file_uri
from jdgtools.lsp.projects import Project


def fixes_at(project: Project, path: str, where: Range) -> list[CodeAction]:
    """Return what can be done about the diagnostics of a file that touch a range."""
    document = project.documents.get(path)
    checked_document = project.session.documents.get(path)
    if document is None or checked_document is None or document.text != checked_document.text:
        return []  # the diagnostics speak of another text
    positions = Positions(document.text)
    actions: list[CodeAction] = []
    for problem in project.last_check.report:
        if problem.span is None or project.session.path_of(problem.span.file) != path:
            continue
        if not _touch(positions.span(problem.span), where):
            continue
        for mend in mends_of(project.documents, project.last_check, path, problem):
            change = mend.change
            edit_range = Positions(project.documents[change.path].text).range(change.start, change.end)
            actions.append(
                CodeAction(
                    mend.title,
                    CodeActionKind.QuickFix,
                    is_preferred=None if mend.accepts else mend.is_preferred,
                    edit=WorkspaceEdit({file_uri(project, change.path): [TextEdit(edit_range, change.text)]}),
                )
            )
    return actions


def _touch(one: Range, other: Range) -> bool:
    first = (one.start.line, one.start.character), (one.end.line, one.end.character)
    second = (other.start.line, other.start.character), (other.end.line, other.end.character)
    return first[0] <= second[1] and second[0] <= first[1]
