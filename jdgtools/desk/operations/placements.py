"""Where a scenario, or one that it extends, places a piece: in the list of its setup, or in a table."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.mentions import definition
from jdgtools.desk.operations.inherited_blocks import bases_of, plain
from jdgtools.desk.operations.membership import group_of
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import Value, remove_entry, text_of
from jdgtools.desk.table_text import CsvTable
from jdgtools.desk.text_edit import TextEdit
from jdgtools.loading.project import named_files
from jdgtools.source.node import Node


class WrittenPlacement(Struct, frozen=True):
    """Where the placement of a piece is written."""

    document: Document
    owner: Node
    """The list or table that holds it."""
    number: int
    """Of the entry in the list, from 0."""

    @property
    def node(self) -> Node:
        """The entry itself."""
        return self.owner.elements()[self.number]


def scenario_of(documents: Documents, scenario: str) -> Document:
    """Return the file of a scenario.

    Raises:
        EditRefused: there is none that can be read.
    """
    document = documents.scenario(scenario)
    if document is None or document.node is None or not document.node.is_map:
        raise EditRefused(f"there is no scenario `{scenario}` whose file can be read")
    return document


def kind_of_piece(documents: Documents, piece: str) -> str:
    """Return whether an id is that of a leader; all others are units."""
    return "leader" if definition(documents, "leader", piece) is not None else "unit"


def placement_of(documents: Documents, document: Document, piece: str) -> WrittenPlacement | None:
    """Return where a scenario places a piece itself; None where it does not.

    Raises:
        EditRefused: it stands in a spreadsheet.
    """
    return next((p for p in placements_of(documents, document) if piece_of(p.node) == piece), None)


def placements_of(documents: Documents, document: Document) -> Iterator[WrittenPlacement]:
    """Yield the placements that a scenario writes itself, in its list and in its tables.

    Raises:
        EditRefused: one of its tables is a spreadsheet.
    """
    assert document.node is not None
    setup = document.node.get("setup")
    if setup is not None:
        for number in range(len(setup.elements())):
            yield WrittenPlacement(document, setup, number)
    for table in tables_of(documents, document):
        assert table.node is not None
        for number in range(len(table.node.elements())):
            yield WrittenPlacement(table, table.node, number)


def tables_of(documents: Documents, document: Document) -> Iterator[Document]:
    """Yield the tables of placements that a scenario names.

    Raises:
        EditRefused: one of them is a spreadsheet.
    """
    assert document.node is not None
    for name, _ in named_files(document.node.get("setup_tables"), []):
        if name in documents.sheets:
            raise EditRefused(
                f"`{name}` is a spreadsheet, which is shown and not written; save it as CSV to edit it"
            )
        table = documents.get(name)
        if table is not None and table.node is not None and table.node.is_list:
            yield table


def inherited_placement(documents: Documents, document: Document, piece: str) -> WrittenPlacement | None:
    """Return where a scenario that this one extends places a piece; None where it does not hold here."""
    for base, removals in bases_of(documents, document):
        if {"setup", f"setup/{piece}"} & removals:
            return None
        if (placement := placement_of(documents, base, piece)) is not None:
            return placement
    return None


def inherited_group(documents: Documents, document: Document, piece: str) -> Node | None:
    """Return the group that places a unit in a scenario that this one extends; None where none does here."""
    for base, removals in bases_of(documents, document):
        if {"setup", f"setup/{piece}"} & removals:
            return None
        if (group := group_of(base, piece)) is not None:
            return group
    return None


def values_of(placement: WrittenPlacement) -> dict[str, Value]:
    """Return what a placement says, to be written elsewhere."""
    values = plain(placement.node)
    assert isinstance(values, dict)
    return values


def own_placement(documents: Documents, scenario: str, piece: str) -> WrittenPlacement:
    """Return where a scenario places a piece itself.

    Raises:
        EditRefused: it does not.
    """
    document = scenario_of(documents, scenario)
    placement = placement_of(documents, document, piece)
    if placement is None:
        raise EditRefused(f"`{document.path}` does not place `{piece}` itself")
    return placement


def removal(placement: WrittenPlacement) -> TextEdit:
    """Return what takes a placement away."""
    if placement.owner.is_table:
        return CsvTable(placement.document).remove_row(placement.node)
    return remove_entry(placement.document, placement.owner, placement.number)


def piece_of(node: Node) -> str:
    """Return the id of the unit or leader that an entry places; empty for a group."""
    return text_of(node.get("unit")) or text_of(node.get("leader"))
