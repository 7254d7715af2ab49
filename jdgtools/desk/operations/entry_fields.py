"""A field of an entry in a form gets another value, or none.

The value may stand deep in the entry, in a table or a list that the file does not have yet, and a text for
players in one of several languages. See `lists` for how an entry and a field are named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jdgtools.desk.documents import Documents
from jdgtools.desk.mentions import mentions
from jdgtools.desk.operations.field_values import allows_any_key, any_value, is_text, key_order, value_of
from jdgtools.desk.operations.ids import check_id
from jdgtools.desk.operations.inherited_blocks import plain
from jdgtools.desk.operations.lists import (
    ProjectList,
    Way,
    add_element,
    child_of,
    find_list,
    no_such_entry,
    taken_over,
)
from jdgtools.desk.operations.player_texts import own_language, set_text, set_words
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.operations.rename import rename
from jdgtools.desk.structured_text import add_entry, differences, flow_text, is_json, remove_entry, text_of
from jdgtools.desk.text_edit import Edit, TextEdit, apply
from jdgtools.schema.shapes import NodeShape
from jdgtools.source.node import Node

NEW = "+"
"""Name of the element that a list in an entry has not yet."""


def set_field(
    documents: Documents, name: str, entry: str, field: Way, value: str, language: str, scenario: str = ""
) -> Edit:
    """Return the edit that gives a field of an entry another value; empty takes the field away.

    Args:
        documents: of the project.
        name: of the list.
        entry: its name.
        field: keys that lead to it.
        value: as it is typed; lists and conditions as YAML writes them in brackets.
        language: of a text for players.
        scenario: whose list it is; of the battle's lists empty.

    Raises:
        EditRefused: there is no such list, entry or field, or the value is none for it.
    """
    project_list = find_list(documents, name, scenario)
    title = f"{' '.join(field)} of {entry}: {value}"[:200]
    number = project_list.number(entry)
    has_id = number is None or project_list.elements[number].get("id") is not None
    if field == ("id",) and project_list.entries.kind and has_id:
        return rename(documents, project_list.entries.kind, entry, value.strip())
    if number is None:
        return Edit(title, (_own_entry(documents, project_list, entry, field, value),))
    node, shape, keys = project_list.elements[number], project_list.shape, list(field)
    if not keys:
        raise EditRefused("no field is named")
    if name == "commands" and len(keys) == 3 and (keys[0], keys[2]) == ("markers", "id"):
        return rename(documents, "activation", keys[1], value.strip())
    if not value.strip() and (tables := tables_to(node, keys)):
        return Edit(title, (take_out_value(project_list, tables, keys),))
    is_open = False
    while len(keys) > 1:
        inner = child_of(node, keys[0])
        if inner is None or (inner.is_scalar and inner.is_null):
            break
        shape = shape.element(0) if node.is_list else shape.below(keys[0])
        is_open |= allows_any_key(shape)
        node, keys = inner, keys[1:]
    if field == ("id",):
        check_id(value.strip())
    words = key_of_text(project_list, project_list.elements[number], entry, field)
    changes = list(_set(documents, project_list, words, (node, shape, keys, is_open), value, language))
    if name == "charts" and field in (("chart",), ("key",)) and changes:
        changes += _notes_of_cell(documents, project_list, number, changes)
    return Edit(title, tuple(changes))


def _notes_of_cell(
    documents: Documents, project_list: ProjectList, number: int, changes: list[TextEdit]
) -> Iterator[TextEdit]:
    """Yield what lets the notes of a chart's cell in language files be those of the cell that it becomes."""
    there = documents.with_texts(apply(documents.texts, Edit("", tuple(changes))))
    after = find_list(there, project_list.name).elements[number]
    old = key_of_text(project_list, project_list.elements[number], "", ("note",))
    new = key_of_text(project_list, after, "", ("note",))
    for strings in documents.of("strings"):
        table = strings.node.get("strings") if strings.node is not None else None
        if table is None or not table.is_map or table.get(old) is None or table.get(new) is not None:
            continue
        start, end = strings.range(table.key_span(old))
        at = strings.text.find(old, start, end)
        if at >= 0:
            is_quoted = at > 0 and strings.text[at - 1] in "\"'"
            start, end = (at - 1, at + len(old) + 1) if is_quoted else (at, at + len(old))
            yield TextEdit(strings.path, start, end, flow_text(new, is_json(strings)))


def key_of_text(project_list: ProjectList, node: Node, entry: str, field: Way) -> str:
    """Return the key of a text of an entry in language files, such as `scenario.battle.award.hill.name`."""
    if field == ("back", "name"):
        field = ("back_name",)
    if field[0] == "sources":
        field = ("source", *(one.lstrip("#") for one in field[1:]))
    key = node.get("key")
    if project_list.name == "charts" and key is not None:
        entry = ".".join((text_of(node.get("chart")), *map(text_of, key.elements())))
    of_file = project_list.entries.file == "map" and not project_list.entries.keys
    here = [project_list.entries.words] if project_list.entries.keys or of_file else []
    if project_list.entries.file == "scenario":
        here.insert(0, f"scenario.{project_list.scenario}")
    return ".".join((*here, *((entry,) if project_list.entries.keys else ()), *field))


def tables_to(node: Node, keys: list[str]) -> list[Node]:
    """Return the tables that lead to a key in a table of an entry; none where there is no such key."""
    tables = [node]
    for key in keys[:-1]:
        inner = tables[-1].get(key)
        if inner is None or not inner.is_map:
            return []
        tables.append(inner)
    return tables if len(keys) > 1 and tables[-1].get(keys[-1]) is not None else []


def take_out_value(project_list: ProjectList, tables: list[Node], keys: list[str]) -> TextEdit:
    """Return what takes a value out of a table, and the table with its last one."""
    depth = len(tables) - 1
    while depth and len(tables[depth].value) == 1:
        depth -= 1
    return remove_entry(project_list.document, tables[depth], keys[depth])


def _set(
    documents: Documents,
    project_list: ProjectList,
    words: str,
    where: tuple[Node, NodeShape, list[str], bool],
    value: str,
    language: str,
) -> Iterator[TextEdit]:
    """Yield what sets the value of keys below a node; the last of `where` is whether any may stand there."""
    node, shape, keys, is_open = where
    value = value.replace("\r\n", "\n")
    value = value.strip() if "\n" not in value else value.strip("\n")
    if node.is_list and len(keys) == 1:
        yield from _set_element(documents, project_list, words, (node, shape, keys[0]), value, language)
        return
    if not node.is_map:
        raise EditRefused(f"there is no `{keys[0]}`")
    document, key = project_list.document, keys[0]
    inner, old = shape.below(key), node.get(key)
    for deeper in keys[1:]:
        if ("array" in inner.types) != (deeper == NEW):
            raise EditRefused(f"there is no `{deeper}`")
        is_open |= allows_any_key(inner)
        inner = inner.element(0) if deeper == NEW else inner.below(deeper)
    if not inner.parts and not is_open:
        raise EditRefused(f"an entry of this list has no field `{'/'.join(keys)}`")
    if not value:
        if old is None or len(keys) > 1:
            return
        if any(key in part.get("required", ()) for _, part in shape.parts):
            raise EditRefused(f"`{key}` cannot be empty")
        yield remove_entry(document, node, key)
        return
    new = value_of(inner, value) if inner.parts else any_value(value)
    is_new_text = is_text(inner) and isinstance(new, str) and old is None
    if is_new_text and language != own_language(documents):
        new = {language: new}
    for deeper in reversed(keys[1:]):
        new = [new] if deeper == NEW else {deeper: new}
    if is_text(inner) and isinstance(new, str) and old is not None and len(keys) == 1:
        yield set_text(documents, document, node, key, words, language, new)
    elif old is None:
        yield add_entry(document, node, new, key, order=key_order(shape))
    else:
        yield from differences(document, old, new)


def _set_element(
    documents: Documents,
    project_list: ProjectList,
    words: str,
    where: tuple[Node, NodeShape, str],
    value: str,
    language: str,
) -> Iterator[TextEdit]:
    """Yield what sets an element of a list by its place in it, `#1` the first, or adds one."""
    node, shape, name = where
    inner, document = shape.element(0), project_list.document
    old = child_of(node, name)
    if name == NEW:
        if value:
            new = value_of(inner, value)
            is_foreign = is_text(inner) and language != own_language(documents)
            yield add_entry(document, node, {language: new} if is_foreign else new)
    elif old is None:
        raise EditRefused(f"there is no `{name}`")
    elif not value:
        raise EditRefused("an entry of a list cannot be empty; delete it")
    elif is_text(inner):
        yield set_words(documents, document, old, words, language, value)
    else:
        yield from differences(document, old, value_of(inner, value))


def _own_entry(
    documents: Documents, project_list: ProjectList, entry: str, field: Way, value: str
) -> TextEdit:
    """Return what gives a scenario an entry of its own in place of one that it takes over."""
    others = taken_over(documents, project_list)
    is_side = project_list.entries.named_by == "side" and any(
        one.definition and (one.kind, one.id) == ("side", entry) for one in mentions(documents)
    )
    if not (entry in others or is_side) or not project_list.entries.is_joined or len(field) not in (1, 2):
        raise no_such_entry(documents, project_list, entry)
    values, shape = plain(others[entry]) if entry in others else {"side": entry}, project_list.shape
    assert isinstance(values, dict)
    inner, table = shape.below(field[0]), values
    if len(field) == 2:
        known_values = values.get(field[0], {})
        if "object" not in inner.types or not isinstance(known_values, Mapping):
            raise no_such_entry(documents, project_list, entry)
        inner, table = inner.below(field[1]), dict(known_values)
        values[field[0]] = table
    if not inner.parts:
        raise EditRefused(f"an entry of this list has no field `{'/'.join(field)}`")
    if value.strip():
        table[field[-1]] = value_of(inner, value.strip())
    else:
        table.pop(field[-1], None)
    values = {key: one for key, one in values.items() if one != {}}
    return add_element(project_list, {key: values[key] for key in key_order(shape) if key in values})
