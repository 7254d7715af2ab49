"""What a scenario takes over from those that it extends, so that an edit can say one thing of it otherwise.

What is taken over stays where it is written: the scenario gets an entry of its own, which stands instead, or
a word under `without:`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.structured_text import Value, add_entry, text_of
from jdgtools.desk.text_edit import TextEdit
from jdgtools.schema.registry import schema
from jdgtools.source.node import Node


def bases_of(documents: Documents, document: Document) -> Iterator[tuple[Document, frozenset[str]]]:
    """Yield the scenarios that a scenario extends, the nearest first, each with what is taken away of it."""
    removals, paths = _without(document), {document.path}
    while document.node is not None and (name := text_of(document.node.get("extends"))):
        base = documents.scenario(name)
        if base is None or base.path in paths:
            return
        yield base, removals
        paths.add(base.path)
        document, removals = base, removals | _without(base)


def inherited_value(documents: Documents, document: Document, *keys: str) -> Node | None:
    """Return the value under keys of blocks that a scenario takes over; None where it takes over none."""
    for base, removals in bases_of(documents, document):
        if any("/".join(keys[:length]) in removals for length in range(1, len(keys) + 1)):
            return None
        node = base.node
        for key in keys:
            node = node.get(key) if node is not None and node.is_map else None
        if node is not None and not node.is_null:
            return node
    return None


def inherited_entries(documents: Documents, document: Document, key: str) -> dict[str, Node]:
    """Return the entries with an `id` of a list that a scenario takes over, by their ids."""
    return inherited_at(documents, document, (key,), joins=True)


def inherited_at(
    documents: Documents, document: Document, keys: tuple[str, ...], joins: bool, named_by: str = "id"
) -> dict[str, Node]:
    """Return the entries of a list under keys of blocks that a scenario takes over, by id, number or place.

    Args:
        documents: of the project.
        document: file of the scenario.
        keys: that lead to the list.
        joins: whether entries of several scenarios stand in the list; else the nearest has all of them.
        named_by: key that names an entry.
    """
    entries: dict[str, Node] = {}
    gone_words = {"/".join(keys[:length]) for length in range(1, len(keys) + 1)}
    for base, removals in bases_of(documents, document):
        node = base.node
        for key in keys:
            node = node.get(key) if node is not None and node.is_map else None
        if node is None or removals & gone_words:
            continue
        for number, entry in enumerate([node] if node.is_map else node.elements()):
            name = text_of(entry.get(named_by or "id")) or text_of(entry.get("number")) or f"#{number + 1}"
            if "/".join((*keys, name)) not in removals:
                entries.setdefault(name, entry)
        if entries and not joins:
            break
    return entries


def take_away(document: Document, *words: str) -> Iterator[TextEdit]:
    """Yield what lets a scenario be without things of those that it extends, such as `setup/fr-17`."""
    new = [word for word in dict.fromkeys(words) if word not in _without(document)]
    if not new or document.node is None:
        return
    names_node = document.node.get("without")
    if names_node is None or not names_node.elements():
        yield add_entry(document, document.node, list(new), "without")
        return
    for word in new:
        yield add_entry(document, names_node, word)


def in_order(changes: Iterable[TextEdit]) -> tuple[TextEdit, ...]:
    """Return changes of a scenario; keys that they add at one place get the order of the schema."""
    order = {key: number for number, key in enumerate(schema("scenario")["properties"])}
    return tuple(sorted(changes, key=lambda one: order.get(one.text.strip().partition(":")[0], -1)))


def plain(node: Node) -> Value:
    """Return what a node says, to be written elsewhere; empty cells of a table are left out."""
    if node.is_map:
        return {key: plain(child) for key, child in node.items() if not (child.is_scalar and child.is_null)}
    if node.is_list:
        return [plain(one) for one in node.elements()]
    return node.value if isinstance(node.value, bool) else node.text.strip()


def _without(document: Document) -> frozenset[str]:
    names_node = document.node.get("without") if document.node is not None else None
    return frozenset(text_of(one) for one in names_node.elements()) if names_node is not None else frozenset()
