"""Where a thing is defined and mentioned, across all files of a project, and its rename."""

from __future__ import annotations

from lsprotocol.types import Location, TextEdit, WorkspaceEdit

from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.operations.rename import rename as rename_in_texts
from jdgtools.desk.places import Mention, mention_at, references
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
        from jdgtools.desk.places import lines_of_hex

        places = lines_of_hex(project.documents, mention.id)
        if definition:  # a hex is defined where the map draws it
            places = [place for place in places if place.kind == "picture"][:1]
    else:
        places = references(project.documents, mention.kind, mention.id)
        if definition:
            places = [place for place in places if place.definition]
    return [_location(project, place) for place in places]


def _location(project: Project, place: Mention) -> Location:
    text = project.documents[place.path].text
    return Location(file_uri(project, place.path), Positions(text).range(place.start, place.end))


def name_at(project: Project, path: str, offset: int) -> Mention | None:
    """Return the id at an offset that can be renamed: one that the project itself defines.

    A unit may stand in a spreadsheet: its renaming is refused with that reason.
    """
    mention = mention_at(project.documents, path, offset)
    if mention is None or mention.kind == "hex":
        return None
    mentions = references(project.documents, mention.kind, mention.id)
    in_sheet = mention.kind == "unit" and bool(project.documents.sheets)
    return mention if in_sheet or any(place.definition for place in mentions) else None


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
        place = Positions(project.documents[change.path].text).range(change.start, change.end)
        changes.setdefault(file_uri(project, change.path), []).append(TextEdit(place, change.text))
    return WorkspaceEdit(changes)
