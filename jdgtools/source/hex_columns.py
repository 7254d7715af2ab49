"""Hex numbers in tables that a spreadsheet program turned into numbers: 0305 became 305.

`table` marks such cells while it builds rows (`mark_short_numbers`). Once the grid of the map is known,
`model/build_setup.py` asks `hex_column_problems` for one message a column instead of one for every cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan
from jdgtools.source.node import Node
from jdgtools.source.problem import problem

HEX_COLUMN = re.compile(
    r"(?:^|[\W_])(?:hex(?:es)?|at|entry|entries|location|position|place|case|setup|start)(?:$|[\W_])",
    re.IGNORECASE,
)
"""Names of columns that hold hex ids, as whole words ("hex", "entry hex", "setup_at")."""


def mark_short_numbers(table: Node) -> None:
    """Set `numeric_cell` on digits in hex columns that are shorter than the usual ids of the column.

    In CSV a lost zero leaves no other trace; in spreadsheets numeric cells are marked already.
    """
    for name in table.key_spans:
        if not HEX_COLUMN.search(name):
            continue
        cells = [cell for row in table.elements() if (cell := row.get(name)) and cell.text.isdecimal()]
        usual = max((len(cell.text) for cell in cells), default=0)
        for cell in cells:
            if len(cell.text) < usual:
                cell.numeric_cell = True


def hex_column_problems(
    table: Node, columns: Collection[str], is_hex: Callable[[str], bool], width: int
) -> list[Diagnostic]:
    """Return one SRC042 diagnostic per column in which hex ids lost their leading zeros.

    Args:
        table: a table read from CSV or a spreadsheet.
        columns: names of the columns that hold hex ids.
        is_hex: whether a text is the id of a hex on the map.
        width: length of the ids on the map (4 for "0305").
    """
    problems: list[Diagnostic] = []
    for name in sorted(columns):
        cells = [cell for row in table.elements() if (cell := row.get(name))]
        cells_without_zero = [c for c in cells if _lost_zero(c.text, is_hex, width)]
        if not cells_without_zero:
            continue
        first = cells_without_zero[0]
        right = first.text.zfill(width)
        count = f" ({len(cells_without_zero)} cells)" if len(cells_without_zero) > 1 else ""
        related = tuple(RelatedSpan(cell.span, f"`{cell.text}` here") for cell in cells_without_zero[1:4])
        message = f"the hex column `{name}` became numbers: `{first.text}` lost its leading zero{count}"
        hint = f"format the column `{name}` as text in the spreadsheet and write `{right}` again"
        problems.append(
            problem(
                "SRC042",
                first.span,
                message,
                found=first.describe(),
                expected=f"`{right}`",
                hint=hint,
                related=related,
            )
        )
    return problems


def _lost_zero(text: str, is_hex: Callable[[str], bool], width: int) -> bool:
    return text.isdecimal() and len(text) < width and not is_hex(text) and is_hex(text.zfill(width))
