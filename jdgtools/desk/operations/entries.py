"""Lists of a battle and its scenarios that are filled in as forms: formations, leaders, turns, awards, rules.

An entry is named by its id, a turn by its number, and what has neither by its place in the list, `#1` the
first. A field is named by the keys that lead to it from the entry: `("markers", "morand-1", "rating")`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.operations.ids import check_id, free_id
from jdgtools.desk.operations.inherited_blocks import inherited_at, plain, take_away
from jdgtools.desk.operations.placements import scenario_of
from jdgtools.desk.operations.player_texts import own_language, set_text, set_words
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.operations.rename import rename
from jdgtools.desk.operations.take_out_mentions import take_out_mentions
from jdgtools.desk.places import Mention, mentions, references
from jdgtools.desk.structured_text import (
    Value,
    add_entry,
    copied_entry,
    differences,
    flow_text,
    is_json,
    remove_entry,
    replace_scalar,
    set_key,
    text_of,
)
from jdgtools.desk.text_edit import Edit, TextEdit, apply
from jdgtools.schema.registry import schema
from jdgtools.schema.shapes import PlaceShape, shape_of
from jdgtools.source.load import parse_text
from jdgtools.source.node import Node

Way: TypeAlias = tuple[str, ...]
_WHOLE = re.compile(r"-?[0-9]{1,6}")
_CLOCK = re.compile(r"([0-9]{1,2}):([0-9]{2})")
_DAY = 24 * 60
NEW = "+"
"""Name of the element that a list in an entry has not yet."""


class EntryList(Struct, frozen=True):
    """A list of which a form shows the entries."""

    file: Literal["battle", "scenario", "map"]
    keys: Way
    """From the root of the file; none = the file itself is the only entry."""
    kind: str = ""
    """What an entry defines, as `places` calls it; empty = it has no id."""
    words: str = ""
    """What stands before the id of an entry in the keys of language files."""
    named_by: str = ""
    """Key that names an entry without an id, by which scenarios join them; empty = its place does."""

    @property
    def is_joined(self) -> bool:
        """Whether entries of a scenario and of that which it extends stand in one list."""
        return bool(self.kind or self.named_by)

    def name_of(self, entry: Node, number: int) -> str:
        """Return how an entry is named: by its id or what names it, its number, or its place in the list."""
        return (text_of(entry.get(self.named_by)) if self.named_by else "") or name_of(entry, number)


LISTS: dict[str, EntryList] = {
    "commands": EntryList("battle", ("commands",), "command", "command"),
    "leaders": EntryList("battle", ("leaders",), "leader", "leader"),
    "turns": EntryList("scenario", ("turns",), "", "turn"),
    "awards": EntryList("scenario", ("victory", "awards"), "award", "award"),
    "automatic": EntryList("scenario", ("victory", "automatic"), "automatic", "automatic"),
    "levels": EntryList("scenario", ("victory", "levels"), "", "level"),
    "reinforcements": EntryList("scenario", ("reinforcements",), "arrival", "arrival"),
    "battle": EntryList("battle", (), "battle"),
    "scenario": EntryList("scenario", (), "scenario"),
    "options": EntryList("battle", (), "battle"),
    "scenario-options": EntryList("scenario", (), "scenario"),
    "theme": EntryList("battle", (), "battle"),
    "amounts": EntryList("battle", (), "battle"),
    "battle-markers": EntryList("battle", (), "battle"),
    "orders": EntryList("scenario", (), "scenario"),
    "scenario-markers": EntryList("scenario", (), "scenario"),
    "scenario-sides": EntryList("scenario", ("sides",), named_by="side"),
    "changed-hexes": EntryList("scenario", (), "scenario"),
    "schedule": EntryList("scenario", (), "scenario"),
    "changed-hexsides": EntryList("scenario", ("map", "hexsides")),
    "changed-ways": EntryList("scenario", ("map", "ways")),
    "removed-ground": EntryList("scenario", ("map", "remove")),
    "accepts": EntryList("battle", ("accepts",)),
    "scenario-accepts": EntryList("scenario", ("accepts",)),
    "own-terrains": EntryList("battle", ("vocabulary", "terrains"), "terrain", "terrain"),
    "own-unit-types": EntryList("battle", ("vocabulary", "unit_types"), "unit_type", "unit-type"),
    "own-markers": EntryList("battle", ("vocabulary", "markers"), "marker", "marker-kind"),
    "own-states": EntryList("battle", ("vocabulary", "states"), "state", "state"),
    "own-flags": EntryList("battle", ("vocabulary", "turn_flags"), "turn_flag", "turn-flag"),
    "optional-rules": EntryList("battle", ("vocabulary", "optional_rules"), "optional_rule", "optional-rule"),
    "map": EntryList("map", (), "", "map"),
    "nationalities": EntryList("battle", ("nationalities",), "nationality", "nationality"),
    "sides": EntryList("battle", ("sides",), "side", "side"),
    "combined": EntryList("battle", ("combined_markers",), "activation", "marker"),
    "charts": EntryList("battle", ("charts",), "", "chart"),
    "places": EntryList("map", ("places",), "place", "place"),
    "regions": EntryList("map", ("regions",), "region", "region"),
    "entries": EntryList("map", ("entries",), "entry", "entry"),
    "ways": EntryList("map", ("ways",), "way", "way"),
    "rivers": EntryList("map", ("rivers",), "hexside", "hexside"),
    "rules": EntryList("scenario", ("special_rules",), "rule", "rule"),
    "battle-rules": EntryList("battle", ("special_rules",), "rule", "rule"),
}
"""The lists, by the name under which a form is asked for."""


LISTS_TO_ADD_TO = frozenset(
    {"commands", "leaders", "turns", "awards", "automatic", "levels", "nationalities", "combined", "charts"}
    | {"rules", "battle-rules", "own-terrains", "own-unit-types", "own-markers", "own-states", "own-flags"}
    | {"optional-rules"}
)
"""Lists to which a form adds entries; others have two, or tools of their own."""


class ProjectList(Struct, frozen=True):
    """A list of a project, and where it is written."""

    name: str
    entries: EntryList
    document: Document
    owner: Node | None
    """None where the file says nothing of it."""
    scenario: str

    @property
    def elements(self) -> list[Node]:
        """The entries that the file writes; turns in short are one entry."""
        if self.owner is None:
            return []
        return [self.owner] if self.owner.is_map else self.owner.elements()

    @property
    def shape(self) -> PlaceShape:
        """What the schema says of one entry."""
        shape = shape_of([(self.entries.file, schema(self.entries.file))])
        for key in self.entries.keys:
            shape = shape.below(key)
        return shape if self.owner is not None and self.owner.is_map else shape.element(0)

    def number(self, entry: str) -> int | None:
        """Return the number of an entry in the list, from 0; None where the file has none of the name."""
        return next((n for n, one in enumerate(self.elements) if self.entries.name_of(one, n) == entry), None)


def find_list(documents: Documents, name: str, scenario: str = "") -> ProjectList:
    """Return a list of the battle or of a scenario.

    Raises:
        EditRefused: there is no such list, or its file cannot be read.
    """
    entries = LISTS.get(name)
    if entries is None:
        raise EditRefused(f"there is no list `{name}`; there are: {', '.join(LISTS)}")
    document = {"battle": documents.battle, "map": documents.map}.get(entries.file)
    if entries.file == "scenario":
        document = scenario_of(documents, scenario)
    if document is None or document.node is None or not document.node.is_map:
        raise EditRefused(f"there is no {entries.file} file that can be read; mend its errors first")
    node: Node | None = document.node
    for key in entries.keys:
        node = node.get(key) if node is not None and node.is_map else None
    in_short = name == "turns" or not entries.keys
    if node is not None and ((node.is_scalar and not node.is_null) or (node.is_map and not in_short)):
        raise EditRefused(f"`{entries.keys[-1]}` of `{document.path}` is no list; mend that first")
    return ProjectList(name, entries, document, node, scenario)


def name_of(entry: Node, number: int) -> str:
    """Return how an entry is named: by its id, its number, or its place in the list."""
    return text_of(entry.get("id")) or text_of(entry.get("number")) or f"#{number + 1}"


def taken_over(documents: Documents, project_list: ProjectList) -> dict[str, Node]:
    """Return the entries that a scenario takes over from those that it extends, by their names."""
    if project_list.entries.file != "scenario" or not project_list.entries.keys:
        return {}
    entries = project_list.entries
    here = {entries.name_of(one, number) for number, one in enumerate(project_list.elements)}
    if not entries.is_joined and here:
        return {}  # such a list is taken over whole or not at all
    others = inherited_at(documents, project_list.document, entries.keys, entries.is_joined, entries.named_by)
    return {name: node for name, node in others.items() if name not in here}


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
    known = find_list(documents, name, scenario)
    title = f"{' '.join(field)} of {entry}: {value}"[:200]
    number = known.number(entry)
    has_id = number is None or known.elements[number].get("id") is not None
    if field == ("id",) and known.entries.kind and has_id:
        return rename(documents, known.entries.kind, entry, value.strip())
    if number is None:
        return Edit(title, (_own_entry(documents, known, entry, field, value),))
    node, shape, keys = known.elements[number], known.shape, list(field)
    if not keys:
        raise EditRefused("no field is named")
    if name == "commands" and len(keys) == 3 and (keys[0], keys[2]) == ("markers", "id"):
        return rename(documents, "activation", keys[1], value.strip())
    if not value.strip() and (tables := _tables_to(node, keys)):
        return Edit(title, (_no_value(known, tables, keys),))
    is_open = False
    while len(keys) > 1:
        inner = _child(node, keys[0])
        if inner is None or (inner.is_scalar and inner.is_null):
            break
        shape = shape.element(0) if node.is_list else shape.below(keys[0])
        is_open |= _is_open(shape)
        node, keys = inner, keys[1:]
    if field == ("id",):
        check_id(value.strip())
    words = key_of_text(known, known.elements[number], entry, field)
    changes = list(_set(documents, known, words, (node, shape, keys, is_open), value, language))
    if name == "charts" and field in (("chart",), ("key",)) and changes:
        changes += _notes_of_cell(documents, known, number, changes)
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


def _tables_to(node: Node, keys: list[str]) -> list[Node]:
    """Return the tables that lead to a key in a table of an entry; none where there is no such key."""
    tables = [node]
    for key in keys[:-1]:
        inner = tables[-1].get(key)
        if inner is None or not inner.is_map:
            return []
        tables.append(inner)
    return tables if len(keys) > 1 and tables[-1].get(keys[-1]) is not None else []


def _no_value(project_list: ProjectList, tables: list[Node], keys: list[str]) -> TextEdit:
    """Return what takes a value out of a table, and the table with its last one."""
    depth = len(tables) - 1
    while depth and len(tables[depth].value) == 1:
        depth -= 1
    return remove_entry(project_list.document, tables[depth], keys[depth])


def _set(
    documents: Documents,
    project_list: ProjectList,
    words: str,
    where: tuple[Node, PlaceShape, list[str], bool],
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
        is_open |= _is_open(inner)
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
    new = value_of(inner, value) if inner.parts else _any_value(value)
    is_new_text = _is_text(inner) and isinstance(new, str) and old is None
    if is_new_text and language != own_language(documents):
        new = {language: new}
    for deeper in reversed(keys[1:]):
        new = [new] if deeper == NEW else {deeper: new}
    if _is_text(inner) and isinstance(new, str) and old is not None and len(keys) == 1:
        yield set_text(documents, document, node, key, words, language, new)
    elif old is None:
        yield add_entry(document, node, new, key, order=_order(shape))
    else:
        yield from differences(document, old, new)


def _is_open(shape: PlaceShape) -> bool:
    """Return whether any key may stand in a table."""
    return any(part.get("additionalProperties") is True for _, part in shape.parts)


def _set_element(
    documents: Documents,
    project_list: ProjectList,
    words: str,
    where: tuple[Node, PlaceShape, str],
    value: str,
    language: str,
) -> Iterator[TextEdit]:
    """Yield what sets an element of a list by its place in it, `#1` the first, or adds one."""
    node, shape, name = where
    inner, document = shape.element(0), project_list.document
    old = _child(node, name)
    if name == NEW:
        if value:
            new = value_of(inner, value)
            is_foreign = _is_text(inner) and language != own_language(documents)
            yield add_entry(document, node, {language: new} if is_foreign else new)
    elif old is None:
        raise EditRefused(f"there is no `{name}`")
    elif not value:
        raise EditRefused("an entry of a list cannot be empty; delete it")
    elif _is_text(inner):
        yield set_words(documents, document, old, words, language, value)
    else:
        yield from differences(document, old, value_of(inner, value))


def new_entry(
    documents: Documents, name: str, title: str, like: str = "", new_id: str = "", scenario: str = ""
) -> Edit:
    """Return the edit that adds an entry like another one to a list.

    Args:
        documents: of the project.
        name: of the list.
        title: name of the new one for players; not asked of a turn.
        like: name of the entry that it is like but for id and name; empty = the last one.
        new_id: its id; empty = one that is made of the title.
        scenario: whose list it is; of the battle's lists empty.

    Raises:
        EditRefused: there is no such list or entry, the id is taken or none, or no entry can be made so.
    """
    known = find_list(documents, name, scenario)
    title = " ".join(title.split())
    if name == "turns":
        return _new_turn(documents, known)
    if name == "reinforcements":
        raise EditRefused(
            "a reinforcement begins with a unit: choose the unit, and the turn in which it arrives"
        )
    if name not in LISTS_TO_ADD_TO:
        raise EditRefused("no entry is added here; places, areas, ways and changes of the map have tools")
    if not title:
        raise EditRefused("a new entry needs a name")
    values: dict[str, Value] = {}
    if known.entries.kind:
        used = _ids(documents, known)
        new_id = new_id or free_id(title, used, f"{known.entries.kind}-{len(known.elements) + 1}")
        check_id(new_id)
        if new_id in used:
            raise EditRefused(f"another entry has the id `{new_id}` already")
        values["id"] = new_id
    if name in ("rules", "battle-rules", "optional-rules"):
        values |= {"title": title, "text": title}
    elif name == "own-states":
        others: Value = {"id": f"not-{new_id}", "name": f"not {title}"}
        values |= {"name": title, "values": [others, {"id": new_id, "name": title}]}
    elif name == "charts":
        if not known.elements:
            raise EditRefused("choose the chart and its cell first")
        values["note"] = title
    else:
        values["name"] = title
    return Edit(f"new: {title}", (_added_like(documents, known, like, values),))


def new_chart_value(documents: Documents, chart: str, key: Sequence[str], value: str) -> Edit:
    """Return the edit with which the battle says of a chart's cell what the chart itself says.

    Args:
        documents: of the project.
        chart: its id.
        key: of the cell, one for each axis.
        value: as it is typed into a field.

    Raises:
        EditRefused: the battle changes the cell already.
    """
    known = find_list(documents, "charts")
    for one in known.elements:
        cell = one.get("key")
        words = [text_of(part) for part in cell.elements()] if cell is not None else []
        if text_of(one.get("chart")) == chart and words == list(key):
            raise EditRefused("the battle changes this cell already; choose it in the list")
    new: dict[str, Value] = {"chart": chart, "key": list(key), "value": _any_value(value) if value else ""}
    return Edit(f"a value of {chart}", (_new_element(known, new),))


def new_marker(documents: Documents, command: str) -> Edit:
    """Return the edit that gives a formation one activation marker more, like its last one.

    Raises:
        EditRefused: there is no such formation.
    """
    known = find_list(documents, "commands")
    number = known.number(command)
    if number is None:
        raise EditRefused(f"no formation of this project has the id `{command}`")
    entry = known.elements[number]
    markers = entry.get("markers")
    used = {one.id for one in mentions(documents) if one.kind == "activation" and one.definition}
    new_id = next(f"{command}-{n}" for n in range(1, len(used) + 2) if f"{command}-{n}" not in used)
    title = f"new marker {new_id}"
    if markers is not None and markers.elements():
        last = len(markers.elements()) - 1
        return Edit(title, (copied_entry(known.document, markers, last, {"id": new_id}),))
    codes = documents.series.activation_codes if documents.series is not None else ()
    marker: dict[str, Value] = {"id": new_id, **({"code": codes[0][0]} if codes else {}), "rating": 5}
    if markers is not None:
        return Edit(title, (add_entry(known.document, markers, marker),))
    order = _order(known.shape)
    return Edit(title, (add_entry(known.document, entry, [marker], "markers", order=order),))


def remove_listed(documents: Documents, name: str, entry: str, field: Way = (), scenario: str = "") -> Edit:
    """Return the edit that takes an entry out of a list, or an entry of a list in it, such as a marker.

    Its texts in language files go with it.

    Raises:
        EditRefused: there is no such entry, or something else names it.
    """
    known = find_list(documents, name, scenario)
    number = known.number(entry)
    title = f"no {' '.join((entry, *field))}"
    if number is None:
        if entry in taken_over(documents, known) and known.entries.kind:
            word = "/".join((*known.entries.keys, entry))
            return Edit(title, tuple(take_away(known.document, word)))
        raise _nothing(documents, known, entry)
    owner = known.owner
    assert owner is not None
    if not known.entries.keys and not field:
        raise EditRefused("this is a file, and no entry of a list")
    if owner.is_map and known.entries.keys:
        raise EditRefused("the turns are written in short; give them another number")
    if field[:1] == ("sources",) and any(_numbers_sources(one) for one in documents.of("strings")):
        raise EditRefused("language files name the sources by number; take it out under “Whole file”")
    node = known.elements[number]
    holder = _holder(known) if known.entries.keys else (node, "")
    for key in field:
        inner = _child(node, key)
        if inner is None or (node.is_map and not inner.is_list):
            raise EditRefused(f"`{entry}` has no `{key}`")
        if node.is_list:
            owner, number = node, node.elements().index(inner)
        else:
            holder = (node, key)
        node = inner
    if name == "turns" and len(owner.elements()) == 1:
        raise EditRefused("a scenario has one turn at least")
    if not field and len(owner.elements()) == 1 and known.document.node is not None:
        # Nothing is left to be listed.
        keys = list(known.entries.keys)
        change = _no_value(known, _tables_to(known.document.node, keys) or [known.document.node], keys)
    elif len(owner.elements()) == 1 and len(holder[0].value) > 1:
        change = remove_entry(known.document, *holder)
    else:
        change = remove_entry(known.document, owner, number)
    changes = [change, *_leave(documents, known.document, node)]
    if name == "turns" and number == len(owner.elements()) - 1:
        changes += _last_turn(known, entry, name_of(owner.elements()[number - 1], number - 1))
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


def value_of(shape: PlaceShape, text: str) -> Value:
    """Return what is typed into a field as the value that the schema asks for there.

    Raises:
        EditRefused: it is none.
    """
    types = shape.types
    is_plain = "string" in types and text[:1] not in ("[", "{") and "," not in text
    if not is_plain and ("array" in types or ("object" in types and not _is_text(shape))):
        listed_ = "array" in types and not text.startswith("[")
        node, problems = parse_text(f"[{text}]" if listed_ else text, "value.yaml", ".yaml")
        fits = node is not None and ("array" if node.is_list else "object") in types
        if node is None or problems or node.is_scalar or not fits:
            raise EditRefused(f"“{text[:60]}” is no value for this field: brackets as in YAML are missing")
        return plain(node)
    if types == {"boolean"}:
        if text not in ("true", "false"):
            raise EditRefused(f"“{text[:60]}” is neither true nor false")
        return text == "true"
    if "integer" in types:
        if _WHOLE.fullmatch(text):
            return int(text)
        if types == {"integer"}:
            raise EditRefused(f"“{text[:60]}” is no whole number")
        if "boolean" in types and text in ("true", "false"):
            return text == "true"
    return text


def _any_value(text: str) -> Value:
    """Return what is typed where any value may stand: a number, yes or no, a list, or else a text."""
    if text[:1] in ("[", "{"):
        node, problems = parse_text(text, "value.yaml", ".yaml")
        if node is None or problems:
            raise EditRefused(f"“{text[:60]}” is no value for this field: brackets as in YAML are missing")
        return plain(node)
    if text in ("true", "false"):
        return text == "true"
    return int(text) if _WHOLE.fullmatch(text) else text


def _is_text(shape: PlaceShape) -> bool:
    return any(part.get("x-prose") for _, part in shape.parts)


def _order(shape: PlaceShape) -> list[str]:
    return list(dict.fromkeys(key for _, part in shape.parts for key in part.get("properties", ())))


def _child(node: Node, word: str) -> Node | None:
    if node.is_map:
        return node.get(word)
    return next((one for n, one in enumerate(node.elements()) if name_of(one, n) == word), None)


def _ids(documents: Documents, project_list: ProjectList) -> set[str]:
    """Return the ids that a new entry may not have: those of its neighbours, also in other scenarios."""
    kinds = ("leader", "unit") if project_list.entries.kind == "leader" else (project_list.entries.kind,)
    return {one.id for one in mentions(documents) if one.kind in kinds and one.definition}


def _nothing(documents: Documents, project_list: ProjectList, entry: str) -> EditRefused:
    where = f"`{project_list.document.path}`"
    if entry in taken_over(documents, project_list):
        return EditRefused(f"{where} takes this list over from another scenario; change it there")
    if not project_list.entries.keys:
        return EditRefused(f"{where} is not that of `{entry}`")
    return EditRefused(f"{where} has no `{entry}` under `{project_list.entries.keys[-1]}`")


def _own_entry(
    documents: Documents, project_list: ProjectList, entry: str, field: Way, value: str
) -> TextEdit:
    """Return what gives a scenario an entry of its own in place of one that it takes over."""
    others = taken_over(documents, project_list)
    is_side = project_list.entries.named_by == "side" and any(
        one.definition and (one.kind, one.id) == ("side", entry) for one in mentions(documents)
    )
    if not (entry in others or is_side) or not project_list.entries.is_joined or len(field) not in (1, 2):
        raise _nothing(documents, project_list, entry)
    values, shape = plain(others[entry]) if entry in others else {"side": entry}, project_list.shape
    assert isinstance(values, dict)
    inner, table = shape.below(field[0]), values
    if len(field) == 2:
        known_values = values.get(field[0], {})
        if "object" not in inner.types or not isinstance(known_values, Mapping):
            raise _nothing(documents, project_list, entry)
        inner, table = inner.below(field[1]), dict(known_values)
        values[field[0]] = table
    if not inner.parts:
        raise EditRefused(f"an entry of this list has no field `{'/'.join(field)}`")
    if value.strip():
        table[field[-1]] = value_of(inner, value.strip())
    else:
        table.pop(field[-1], None)
    values = {key: one for key, one in values.items() if one != {}}
    return _new_element(project_list, {key: values[key] for key in _order(shape) if key in values})


def _new_element(project_list: ProjectList, values: Mapping[str, Value]) -> TextEdit:
    """Return what adds an entry to a list, and the list with the keys above it where it is not there."""
    document = project_list.document
    if project_list.owner is not None and not project_list.owner.is_null:
        return add_entry(document, project_list.owner, values)
    node, keys = document.node, list(project_list.entries.keys)
    assert node is not None
    while len(keys) > 1 and (inner := node.get(keys[0])) is not None and inner.is_map:
        node, keys = inner, keys[1:]
    new: Value = [values]
    for key in reversed(keys[1:]):
        new = {key: new}
    return (
        add_entry(document, node, new, keys[0])
        if node.get(keys[0]) is None
        else set_key(document, node, keys[0], new)
    )


def _added_like(
    documents: Documents, project_list: ProjectList, like: str, values: dict[str, Value]
) -> TextEdit:
    """Return what adds an entry with some values, which says all else as another one does."""
    elements = project_list.elements
    number = project_list.number(like) if like else len(elements) - 1
    if project_list.entries.kind in ("rule", "optional_rule", "state"):
        return _new_element(project_list, values)
    if number is not None and number >= 0 and project_list.owner is not None:
        return copied_entry(project_list.document, project_list.owner, number, values)
    others = taken_over(documents, project_list)
    model = others.get(like) or next(iter(others.values()), None)
    if model is not None:
        rest = plain(model)
        assert isinstance(rest, dict)
    else:
        rest = _first_of_list(documents, project_list)
    return _new_element(project_list, {**{key: values.get(key, old) for key, old in rest.items()}, **values})


def _first_of_list(documents: Documents, project_list: ProjectList) -> dict[str, Value]:
    """Return what the first entry of a list says for want of a model."""
    series = documents.series
    if project_list.name == "own-terrains" and series is not None:
        plains = [one for one in series.terrains if one.kind == "hex" and one.clear] or list(series.terrains)
        return {"id": "", "name": "", "like": plains[0].id}
    if project_list.name == "own-unit-types" and series is not None:
        return {"id": "", "name": "", "like": series.unit_types[0].id}
    if project_list.entries.keys[0] == "vocabulary":
        return {"id": "", "name": ""}
    root = documents.battle.node if documents.battle is not None else None
    sides = root.get("sides") if root is not None else None
    ids = [text_of(one.get("id")) for one in (sides.elements() if sides is not None else ())]
    if not ids:
        raise EditRefused("the battle has no sides")
    when: Value = {"eliminated": {"side": ids[-1]}}
    if project_list.name == "awards":
        return {"id": "", "name": "", "side": ids[0], "points": 1, "each": True, "when": when}
    if project_list.name == "automatic":
        return {"id": "", "name": "", "side": ids[0], "when": when}
    if project_list.name in ("commands", "leaders"):
        return {"id": "", "name": "", "side": ids[0]}
    return {"name": ""}


def _new_turn(documents: Documents, project_list: ProjectList) -> Edit:
    """Return the edit that adds a turn after the last one, as much later as that is after the one before."""
    owner = project_list.owner
    if owner is None or not (owner.is_map or owner.elements()):
        raise (
            _nothing(documents, project_list, "turns")
            if taken_over(documents, project_list)
            else EditRefused("the scenario has no turns; write one first")
        )
    if owner.is_map:
        count = text_of(owner.get("count"))
        if not _WHOLE.fullmatch(count):
            raise EditRefused("the number of turns cannot be read")
        return Edit("a turn more", (set_key(project_list.document, owner, "count", int(count) + 1),))
    numbers = [text_of(one.get("number")) for one in owner.elements()]
    if not all(_WHOLE.fullmatch(one) for one in numbers):
        raise EditRefused("the numbers of the turns cannot be read")
    values: dict[str, Value] = {"number": int(numbers[-1]) + 1}
    clock = [_minutes(text_of(one.get("time"))) for one in owner.elements()[-2:]]
    if len(clock) == 2 and clock[0] is not None and clock[1] is not None:
        later = (2 * clock[1] - clock[0]) % _DAY
        values["time"] = f"{later // 60:02}:{later % 60:02}"
    last = _last_turn(project_list, numbers[-1], str(values["number"]))
    return Edit("a turn more", (add_entry(project_list.document, owner, values), *last))


def _last_turn(project_list: ProjectList, old: str, new: str) -> list[TextEdit]:
    """Return what makes another turn the last one of a scenario that names the old one."""
    root = project_list.document.node
    last = root.get("last_turn") if root is not None else None
    return (
        [replace_scalar(project_list.document, last, new)]
        if last is not None and text_of(last) == old
        else []
    )


def _minutes(text: str) -> int | None:
    parts = _CLOCK.fullmatch(text)
    return int(parts[1]) * 60 + int(parts[2]) if parts else None


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
    line = documents[mention.path].lines.place(mention.start)[0]
    return f"{mention.path}, line {line} names `{mention.id}`; take that away first"
