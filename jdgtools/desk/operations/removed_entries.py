"""An entry leaves a list that is filled in as forms, with its texts in language files.

What something else names stays; the refusal says where it is named.
"""

from __future__ import annotations

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.mentions import Mention, mentions, references
from jdgtools.desk.operations.entry_fields import tables_to, take_out_value
from jdgtools.desk.operations.inherited_blocks import take_away
from jdgtools.desk.operations.lists import (
    ProjectList,
    Way,
    child_of,
    find_list,
    name_of,
    no_such_entry,
    taken_over,
)
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.operations.take_out_mentions import take_out_mentions
from jdgtools.desk.operations.turns import move_last_turn
from jdgtools.desk.structured_text import remove_entry
from jdgtools.desk.text_edit import Edit, TextEdit
from jdgtools.source.node import Node


def remove_listed(documents: Documents, name: str, entry: str, field: Way = (), scenario: str = "") -> Edit:
    """Return the edit that takes an entry out of a list, or an entry of a list in it, such as a marker.

    Its texts in language files go with it.

    Raises:
        EditRefused: there is no such entry, or something else names it.
    """
    project_list = find_list(documents, name, scenario)
    number = project_list.number(entry)
    title = f"no {' '.join((entry, *field))}"
    if number is None:
        if entry in taken_over(documents, project_list) and project_list.entries.kind:
            word = "/".join((*project_list.entries.keys, entry))
            return Edit(title, tuple(take_away(project_list.document, word)))
        raise no_such_entry(documents, project_list, entry)
    owner = project_list.owner
    assert owner is not None
    if not project_list.entries.keys and not field:
        raise EditRefused("this is a file, and no entry of a list")
    if owner.is_map and project_list.entries.keys:
        raise EditRefused("the turns are written in short; give them another number")
    if field[:1] == ("sources",) and any(_numbers_sources(one) for one in documents.of("strings")):
        raise EditRefused("language files name the sources by number; take it out under “Whole file”")
    node = project_list.elements[number]
    holder = _holder(project_list) if project_list.entries.keys else (node, "")
    for key in field:
        inner = child_of(node, key)
        if inner is None or (node.is_map and not inner.is_list):
            raise EditRefused(f"`{entry}` has no `{key}`")
        if node.is_list:
            owner, number = node, node.elements().index(inner)
        else:
            holder = (node, key)
        node = inner
    if name == "turns" and len(owner.elements()) == 1:
        raise EditRefused("a scenario has one turn at least")
    if not field and len(owner.elements()) == 1 and project_list.document.node is not None:
        # Nothing is left to be listed.
        keys = list(project_list.entries.keys)
        change = take_out_value(
            project_list, tables_to(project_list.document.node, keys) or [project_list.document.node], keys
        )
    elif len(owner.elements()) == 1 and len(holder[0].value) > 1:
        change = remove_entry(project_list.document, *holder)
    else:
        change = remove_entry(project_list.document, owner, number)
    changes = [change, *_leave(documents, project_list.document, node)]
    if name == "turns" and number == len(owner.elements()) - 1:
        changes += move_last_turn(project_list, entry, name_of(owner.elements()[number - 1], number - 1))
    return Edit(title, tuple(changes))


def _numbers_sources(strings: Document) -> bool:
    table = strings.node.get("strings") if strings.node is not None else None
    return table is not None and any(key.startswith("source.") for key, _ in table.items())


def _holder(project_list: ProjectList) -> tuple[Node, str]:
    """Return the map in which a list stands, and its key there."""
    node = project_list.document.node
    for key in project_list.entries.keys[:-1]:
        node = node.get(key) if node is not None else None
    assert node is not None
    return node, project_list.entries.keys[-1]


def _leave(documents: Documents, document: Document, node: Node) -> list[TextEdit]:
    """Return what takes the texts of an entry and of all that it defines out of language files.

    Raises:
        EditRefused: something else names one of them.
    """
    start, end = document.range(node.span)
    inside = [m for m in mentions(documents) if m.path == document.path and start <= m.start < end]
    names = [(m.kind, m.id) for m in inside if m.definition]
    changes: list[TextEdit] = []
    for kind, id_ in dict.fromkeys(names):
        others = [m for m in references(documents, kind, id_) if m not in inside]
        if any(m.definition for m in others):
            continue  # another scenario has an entry of that name
        for mention in others:
            if documents[mention.path].kind not in ("strings", "lock"):
                raise EditRefused(_named_by(documents, mention))
        changes += take_out_mentions(documents, kind, id_)
    return changes


def _named_by(documents: Documents, mention: Mention) -> str:
    line = documents[mention.path].lines.line_and_column(mention.start)[0]
    return f"{mention.path}, line {line} names `{mention.id}`; take that away first"
