"""Fields of units: cells of the order of battle."""

from __future__ import annotations

import re

from jdgtools.desk.documents import Documents
from jdgtools.desk.operations.refusal import Refused
from jdgtools.desk.structured_text import Value, set_key
from jdgtools.desk.table_text import Table
from jdgtools.desk.text_edit import Edit

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")


def set_unit(documents: Documents, unit: str, field: str, value: str) -> Edit:
    """Return the edit that gives a field of a unit another value.

    Args:
        documents: of the project.
        unit: its id.
        field: name of the column, such as `cohesion` or `strength_back`.
        value: as it is written in the table; empty = nothing.

    Raises:
        Refused: the unit stands in a spreadsheet, nowhere, or the table has no such column.
    """
    title = f"{field} of {unit}: {value}"
    for document in documents.of("oob"):
        assert document.node is not None
        if document.node.is_table:
            table = Table(document)
            row = table.row("id", unit)
            if row is not None:
                return Edit(title, (table.set_cell(row, field, value),))
            continue
        units = document.node if document.node.is_list else document.node.get("units")
        for node in units.elements() if units is not None else ():
            name = node.get("id")
            if name is not None and name.text.strip() == unit:
                plain: Value = int(value) if _NUMBER.fullmatch(value) else value
                return Edit(title, (set_key(document, node, field, plain),))
    sheets = sorted(path for path in documents.sheets if path.lower().endswith((".xlsx", ".ods")))
    if sheets:
        raise Refused(
            f"`{sheets[0]}` is a spreadsheet, which is shown and not written; save it as CSV to edit it"
        )
    raise Refused(f"no order of battle has a unit `{unit}`")
