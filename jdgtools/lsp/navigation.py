"""Where a thing is defined and mentioned, across all files of a project, and its rename."""

from __future__ import annotations

import re

from lsprotocol.types import Location, TextEdit, WorkspaceEdit

from jdgtools.desk.places import Mention, mention_at, references
from jdgtools.errors import InputRefused
from jdgtools.lsp.positions import Positions
from jdgtools.lsp.problems import file_uri
from jdgtools.lsp.projects import Project

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*\Z")


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
    """Return the id at an offset that can be renamed: one that the project itself defines."""
    mention = mention_at(project.documents, path, offset)
    if mention is None or mention.kind == "hex":
        return None
    known = references(project.documents, mention.kind, mention.id)
    return mention if any(place.definition for place in known) else None


def rename(project: Project, path: str, offset: int, name: str) -> WorkspaceEdit:
    """Return the edit that gives the thing at an offset another id everywhere.

    Raises:
        InputRefused: nothing that can be renamed is there, or the id is no good; the text says why.
    """
    mention = name_at(project, path, offset)
    if mention is None:
        raise InputRefused("nothing that this battle defines is here")
    if not _ID.match(name):
        raise InputRefused(f"`{name}` is no id: letters, digits, `-`, `_` and `.` alone")
    kinds = ("unit", "leader") if mention.kind in ("unit", "leader") else (mention.kind,)
    if any(place.definition for kind in kinds for place in references(project.documents, kind, name)):
        raise InputRefused(f"there is a {mention.kind} `{name}` already")
    changes: dict[str, list[TextEdit]] = {}
    for place in references(project.documents, mention.kind, mention.id):
        positions = Positions(project.documents[place.path].text)
        edit = TextEdit(positions.range(place.start, place.end), name)
        changes.setdefault(file_uri(project, place.path), []).append(edit)
    return WorkspaceEdit(changes)
