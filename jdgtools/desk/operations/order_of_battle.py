"""Units of the order of battle: their fields, and new ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import takewhile

from msgspec import Struct

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.mentions import definition
from jdgtools.desk.operations.ids import check_id
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import Value, add_entry, remove_entry, set_key
from jdgtools.desk.table_text import CsvTable
from jdgtools.desk.text_edit import Edit
from jdgtools.source.node import Node

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")


class UnitRow(Struct, frozen=True):
    """Where a unit is written."""

    document: Document
    owner: Node
    """The table or list that holds it."""
    node: Node


def unit_fields(documents: Documents, unit: str) -> dict[str, str]:
    """Return the fields of a unit as they are written, by column; empty ones of a table too.

    Raises:
        EditRefused: as for `set_unit`.
    """
    row = row_of(documents, unit)
    fields = {key: child.text for key, child in row.node.items() if child.is_scalar}
    if row.document.node is not None and row.document.node.is_table:
        return {column: fields.get(column, "") for column in CsvTable(row.document).columns if column}
    return fields


def set_unit(documents: Documents, unit: str, field: str, value: str) -> Edit:
    """Return the edit that gives a field of a unit another value.

    Args:
        documents: of the project.
        unit: its id.
        field: name of the column, such as `cohesion` or `strength_back`.
        value: as it is written in the table; empty = nothing.

    Raises:
        EditRefused: the unit stands in a spreadsheet, nowhere, or the table has no such column.
    """
    title = f"{field} of {unit}: {value}"
    row = row_of(documents, unit)
    if row.owner.is_table:
        return Edit(title, (CsvTable(row.document).set_cell(row.node, field, value),))
    if not value and row.node.get(field) is not None:
        return Edit(title, (remove_entry(row.document, row.node, field),))
    return Edit(title, (set_key(row.document, row.node, field, _plain(value)),))


def add_unit(documents: Documents, unit: str, name: str, like: str) -> Edit:
    """Return the edit that adds a unit to the table in which a similar one stands, below its formation there.

    Args:
        documents: of the project.
        unit: its id.
        name: as it is printed; empty = the id.
        like: id of the unit whose side, command, type and ratings it gets.

    Raises:
        EditRefused: the id is taken or none, or the similar unit stands in a spreadsheet or nowhere.
    """
    check_id(unit)
    is_used = any(_find(document, unit) is not None for document in documents.of("oob"))
    if is_used or definition(documents, "leader", unit) is not None:
        raise EditRefused(f"another unit or leader has the id `{unit}` already")
    row = row_of(documents, like)
    values: dict[str, str] = {key: child.text for key, child in row.node.items() if child.is_scalar}
    for field in ("short", "piece"):  # of the similar unit alone
        values.pop(field, None)
    values |= {"id": unit, "name": " ".join(name.split()) or unit}
    title = f"new unit {unit}"
    if row.owner.is_table:
        table = CsvTable(row.document)
        cells = {key: values[key] for key in table.columns if key in values}
        return Edit(title, (table.add_row(cells, _last_beside(row)),))
    entry: Mapping[str, Value] = {key: _plain(value) for key, value in values.items()}
    return Edit(title, (add_entry(row.document, row.owner, entry),))


def _last_beside(row: UnitRow) -> Node:
    """Return the last of the units that follow a unit in its table and have its side and formation."""

    def group(node: Node) -> list[str]:
        return [one.text.strip() if one is not None else "" for one in map(node.get, ("side", "command"))]

    rows = row.owner.elements()
    after = rows[rows.index(row.node) :]
    return list(takewhile(lambda one: group(one) == group(row.node), after))[-1]


def row_of(documents: Documents, unit: str) -> UnitRow:
    """Return where a unit is written.

    Raises:
        EditRefused: in a spreadsheet, or nowhere.
    """
    for document in documents.of("oob"):
        row = _find(document, unit)
        if row is not None:
            return row
    sheets = sorted(path for path in documents.sheets if path.lower().endswith((".xlsx", ".ods")))
    if sheets:
        raise EditRefused(
            f"`{sheets[0]}` is a spreadsheet, which is shown and not written; save it as CSV to edit it"
        )
    raise EditRefused(f"no order of battle has a unit `{unit}`")


def _find(document: Document, unit: str) -> UnitRow | None:
    """Return where a file has a unit; None where it has none."""
    node = document.node
    if node is None:
        return None
    owner = node if node.is_list else node.get("units")
    for entry in owner.elements() if owner is not None else ():
        name = entry.get("id")
        if owner is not None and name is not None and name.text.strip() == unit:
            return UnitRow(document, owner, entry)
    return None


def _plain(value: str) -> Value:
    return int(value) if _NUMBER.fullmatch(value) else value
