"""Where a thing is defined and mentioned, across all files of a project, and its rename."""

from __future__ import annotations

from lsprotocol.types import Location, TextEdit, WorkspaceEdit

from jdgtools.desk.mentions import Mention, mention_at, references
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.operations.rename import rename as rename_in_texts
from jdgtools.errors import InputRefused
from jdgtools.lsp.positions import Positions
from jdgtools.lsp.problems import file_uri
from jdgtools.lsp.projects import Project


def locations(project: Project, path: str, offset: int, definition: bool) -> list[Location]:
    """Return the places of the thing at an offset of a file.

    Args:
        project: the project.
        path: of the file.
        offset: in its text.
        definition: where it is defined alone; else where it is mentioned as well.
    """
    mention = mention_at(project.documents, path, offset)
    if mention is None:
        return []
    if mention.kind == "hex":
        from jdgtools.desk.mentions import lines_of_hex

        targets = lines_of_hex(project.documents, mention.id)
        if definition:  # a hex is defined where the map draws it
            targets = [target for target in targets if target.kind == "picture"][:1]
    else:
        targets = references(project.documents, mention.kind, mention.id)
        if definition:
            targets = [target for target in targets if target.definition]
    return [_location(project, target) for target in targets]


def _location(project: Project, target: Mention) -> Location:
    text = project.documents[target.path].text
    return Location(file_uri(project, target.path), Positions(text).range(target.start, target.end))


def name_at(project: Project, path: str, offset: int) -> Mention | None:
    """Return the id at an offset that can be renamed: one that the project itself defines.

    A unit may stand in a spreadsheet: its renaming is refused with that reason.
    """
    mention = mention_at(project.documents, path, offset)
    if mention is None or mention.kind == "hex":
        return None
    mentions = references(project.documents, mention.kind, mention.id)
    in_sheet = mention.kind == "unit" and bool(project.documents.sheets)
    return mention if in_sheet or any(target.definition for target in mentions) else None


def rename(project: Project, path: str, offset: int, name: str) -> WorkspaceEdit:
    """Return the edit that gives the thing at an offset another id everywhere.

    Raises:
        InputRefused: nothing that can be renamed is there, or the id is no good; the text says why.
    """
    mention = name_at(project, path, offset)
    if mention is None:
        raise InputRefused("nothing that this battle defines is here")
    try:
        edit = rename_in_texts(project.documents, mention.kind, mention.id, name)
    except EditRefused as refusal:
        raise InputRefused(str(refusal)) from None
    changes: dict[str, list[TextEdit]] = {}
    for change in edit.changes:
        edit_range = Positions(project.documents[change.path].text).range(change.start, change.end)
        changes.setdefault(file_uri(project, change.path), []).append(TextEdit(edit_range, change.text))
    return WorkspaceEdit(changes)
