"""A unit that goes: its row, and what every file says of it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.mentions import references
from jdgtools.desk.operations.membership import leave_group
from jdgtools.desk.operations.order_of_battle import row_of
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import remove_entries, remove_entry
from jdgtools.desk.table_text import CsvTable
from jdgtools.desk.text_edit import Edit, TextEdit
from jdgtools.source.node import Node


class _PathStep(Struct, frozen=True):
    """An entry of a list or map on the way from the root of a file to a place in it."""

    node: Node
    number: int
    """Of the entry, from 0."""
    key: str
    """Of a map; empty in a list."""
    at_key: bool
    """Whether the place is the key itself."""


def remove_unit(documents: Documents, unit: str) -> Edit:
    """Return the edit that takes a unit out of the order of battle, and out of every file that speaks of it.

    Args:
        documents: of the project.
        unit: its id.

    Raises:
        EditRefused: the unit stands in a spreadsheet or nowhere, or something is about it alone: an award.
    """
    row = row_of(documents, unit)
    start, end = row.document.range(row.node.span)
    entries: dict[int, tuple[Document, Node, set[int]]] = {}
    groups: list[tuple[Document, Node]] = []

    def take(document: Document, node: Node, number: int) -> None:
        entries.setdefault(id(node), (document, node, set()))[2].add(number)

    for mention in references(documents, "unit", unit):
        document = documents[mention.path]
        if document.kind == "lock" or (document is row.document and start <= mention.start < end):
            continue
        way = list(_way(document, mention.start))
        keys = [step.key for step in way if step.key]
        if keys == ["setup", "units"]:
            groups.append((document, way[1].node.elements()[way[1].number]))
            continue
        step = _entry_about(way, keys)
        if step is None:
            line = document.lines.line_and_column(mention.start)[0]
            raise EditRefused(f"{mention.path}, line {line}, is about `{unit}` alone; change that first")
        take(document, step.node, step.number)
    take(row.document, row.owner, row.owner.elements().index(row.node))
    changes = [change for one in entries.values() for change in _take_out(*one)]
    changes += [
        one for document, group in groups for one in leave_group(documents, document, group, unit, None)
    ]
    return Edit(f"no unit {unit}", tuple(changes))


def _entry_about(way: list[_PathStep], keys: list[str]) -> _PathStep | None:
    """Return the entry that goes with a unit; None where what speaks of it cannot be without it."""
    if not way:
        return None
    if way[-1].at_key:
        return way[-1]
    rows = [step for step in way if not step.key]
    is_one_of_several = not way[-1].key and len(way[-1].node.elements()) > 1
    if way[0].node.is_table or keys == ["setup", "unit"]:
        return rows[0]
    if keys == ["accepts", "for"]:
        return way[-1] if is_one_of_several else rows[0]
    if keys[0] == "reinforcements" and keys[-1] in ("units", "leaders"):
        arrival = rows[0].node.elements()[rows[0].number]
        pieces = [one for key in ("units", "leaders") for one in _pieces(arrival.get(key))]
        return rows[0] if len(pieces) == 1 else way[-1]
    if keys == ["without"] and len(way[-1].node.elements()) == 1:
        return way[0]
    return way[-1] if is_one_of_several or keys in (["unused"], ["without"]) else None


def _pieces(node: Node | None) -> Iterator[Node]:
    for one in node.elements() if node is not None else ():
        yield from _pieces(one) if one.is_list else [one]


def _way(document: Document, offset: int) -> Iterator[_PathStep]:
    """Yield the entries in which an offset lies, the outermost first."""
    node = document.node
    while node is not None and not node.is_scalar:
        inner = None
        names = [key for key, _ in node.items()] if node.is_map else [""] * len(node.elements())
        children = [child for _, child in node.items()] if node.is_map else node.elements()
        for number, (key, child) in enumerate(zip(names, children, strict=True)):
            at_key = bool(key) and _holds(document.range(node.key_span(key)), offset)
            if at_key or _holds(document.range(child.span), offset):
                yield _PathStep(node, number, key, at_key)
                inner = None if at_key else child
                break
        node = inner


def _holds(span: tuple[int, int], offset: int) -> bool:
    return span[0] <= offset < span[1]


def _take_out(document: Document, node: Node, numbers: set[int]) -> list[TextEdit]:
    if node.is_table:
        return [CsvTable(document).remove_row(node.elements()[number]) for number in sorted(numbers)]
    if node is document.node and node.is_map:
        names = list(node.value)
        return [remove_entry(document, node, names[number]) for number in sorted(numbers)]
    return remove_entries(document, node, numbers)
