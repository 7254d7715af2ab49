"""Lists of a battle and its scenarios that are filled in as forms: formations, leaders, turns, awards, rules.

An entry is named by its id, a turn by its number, and what has neither by its place in the list, `#1` the
first. A field is named by the keys that lead to it from the entry: `("markers", "morand-1", "rating")`.
`entry_fields` sets such a field, `new_entries` adds an entry, `removed_entries` takes one out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.operations.inherited_blocks import inherited_at
from jdgtools.desk.operations.placements import scenario_of
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import Value, add_entry, set_key, text_of
from jdgtools.desk.text_edit import TextEdit
from jdgtools.schema.registry import schema
from jdgtools.schema.shapes import NodeShape, shape_of
from jdgtools.source.node import Node

Way: TypeAlias = tuple[str, ...]
"""Keys that lead to a place, from the root of a file or from an entry."""


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
    def shape(self) -> NodeShape:
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


def no_such_entry(documents: Documents, project_list: ProjectList, entry: str) -> EditRefused:
    """Return the refusal of an entry that a list does not have, or only takes over."""
    where = f"`{project_list.document.path}`"
    if entry in taken_over(documents, project_list):
        return EditRefused(f"{where} takes this list over from another scenario; change it there")
    if not project_list.entries.keys:
        return EditRefused(f"{where} is not that of `{entry}`")
    return EditRefused(f"{where} has no `{entry}` under `{project_list.entries.keys[-1]}`")


def child_of(node: Node, word: str) -> Node | None:
    """Return what stands in a table under a key, or in a list under the name of an entry."""
    if node.is_map:
        return node.get(word)
    return next((one for n, one in enumerate(node.elements()) if name_of(one, n) == word), None)


def add_element(project_list: ProjectList, values: Mapping[str, Value]) -> TextEdit:
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
