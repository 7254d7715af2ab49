"""Makes a table of nodes from rows of cells: the half that CSV and spreadsheets have in common.

`csv_reader` and `sheet_reader` cut their files into rows; `build_table` finds the header and makes a node of
every row, with a span for every cell. What a cell cannot mean, such as a failed formula, is reported here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan
from jdgtools.source.cell_text import plain_cell
from jdgtools.source.hex_columns import mark_short_numbers
from jdgtools.source.node import Node, core_value, excerpt
from jdgtools.source.problem import CONTROL, MAX_NODES, control_character, problem, too_many
from jdgtools.source.span import Span, whole_file

ERROR = re.compile(
    r"#(?:N/A|N/D!?|NV|GETTING_DATA|HIÁNYZIK|(?:NAME|NAZWA|NOM|NÉV|NOMBRE|NOME|¿NOMBRE)\?|¡(?:REF|VALOR|DIV/0|NUM|NULO)!"
    r"|(?:REF|DIV/0|VALUE|NUM|NULL|SPILL|CALC|BUSY|FIELD|CONNECT|BLOCKED|UNKNOWN|WERT|BEZUG|ZAHL|ÜBERLAUF|VALEUR|NOMBRE|NUL"
    r"|ARG|ADR|LICZBA|ZERO|DZIEL/0|ROZLANIE|HIV|ÉRTÉK|SZÁM|NULLA|ZÉRÓOSZTÓ|KIBONTÁS|RIF|VALORE|NULLO)!)|Err:[0-9]{3}"
)
"""How spreadsheet programs write that a formula has failed, in the languages of most of their users."""
_INVISIBLE = "\ufeff\u200b\u200c\u200d\u2060\u200e\u200f\u00ad"
"""Signs of no width that are pasted along with a text."""
_SPACES = re.compile(r"\s+")


class TableCell(NamedTuple):
    """A cell that is not empty, or whose formula has no value (then without a text)."""

    number: int
    """0-based number of its column."""
    text: str
    line: int
    col: int
    end_line: int
    end_col: int
    numeric: bool = False
    """Whether the spreadsheet holds a number rather than a text."""


Row = list[TableCell]
"""Cells of one row, from left to right, without empty ones."""


def build_table(rows: Iterable[Row], file: str, problems: list[Diagnostic]) -> Node | None:
    """Return the table whose header is the first row that is neither blank nor a `#` comment.

    None where there is none, or one of its cells is a formula that has failed; that was reported.

    Args:
        rows: all rows, blank ones included or not.
        file: path to show to the user.
        problems: receives the diagnostics.
    """
    content = (row for row in _readable_rows(rows, file, problems) if row and not row[0].text.startswith("#"))
    header = next(content, None)
    if header is None:
        message = "the table has no header row"
        hint = "write the names of the columns in the first row"
        problems.append(
            problem("SRC030", whole_file(file), message, expected="a row with column names", hint=hint)
        )
        return None
    if not all(cell.text for cell in header):
        # Which column it is nobody knows: every row would be said to lack what may well be there.
        return None
    names, spans = _header(header, file, problems)
    records: list[Node] = []
    nameless: set[int] = set()
    count = 0
    for row in content:
        count += max(len(row), len(names))  # of a cell that is empty may be said that it is missing
        if count > MAX_NODES:
            problems.append(too_many(Span(file, row[0].line, row[0].col, row[0].line, row[0].col)))
            return None
        records.append(_record(row, names, spans, file, problems, nameless))
    first = header[0]
    last = records[-1].span if records else None
    end = (last.end_line, last.end_col) if last else (header[-1].end_line, header[-1].end_col)
    table = Node("list", records, Span(file, first.line, first.col, *end), spans)
    mark_short_numbers(table)
    return table


def _readable_rows(rows: Iterable[Row], file: str, problems: list[Diagnostic]) -> Iterator[Row]:
    """Yield the rows without signs that nobody sees; what no cell may hold is reported.

    Cells that hold an error of the spreadsheet stay without a text, so that what is missing there has a place
    and is not reported a second time. A text file that a spreadsheet program has saved holds them too, and
    `#N/A` would begin a comment there.
    """
    for cells in rows:
        row = cells
        whole = "".join([cell.text for cell in row])
        if "'" in whole:
            row = [cell._replace(text=plain_cell(cell.text)) for cell in row]
        if not whole.isascii() and any(
            cell.text and (cell.text[0] in _INVISIBLE or cell.text[-1] in _INVISIBLE) for cell in row
        ):
            cells_stripped = [(cell, cell.text.strip(_INVISIBLE).strip()) for cell in row]
            row = [cell._replace(text=text) for cell, text in cells_stripped if text or not cell.text]
        if (whole.isprintable() or not CONTROL.search(whole)) and "#" not in whole and "Err:" not in whole:
            yield row  # nearly all rows: one look instead of two at each cell
            continue
        for cell in row:
            if CONTROL.search(cell.text):
                span = Span(file, cell.line, cell.col, cell.end_line, cell.end_col)
                problems.append(control_character(cell.text, span))
        error_cells = [cell for cell in row if ERROR.fullmatch(cell.text)]
        for cell in error_cells:
            span = Span(file, cell.line, cell.col, cell.end_line, cell.end_col)
            problems.append(failed_formula(span, cell.text))
        yield (
            [cell._replace(text="") if cell in error_cells else cell for cell in row] if error_cells else row
        )


def failed_formula(span: Span, mark: str) -> Diagnostic:
    """Return the diagnostic for a cell that holds an error such as `#N/A`."""
    message = f"the cell holds the error `{mark}` of a formula"
    hint = "mend the formula in the spreadsheet, or write the value itself"
    return problem("SRC050", span, message, found=f"`{mark}`", expected="a value", hint=hint)


def _header(row: Row, file: str, problems: list[Diagnostic]) -> tuple[dict[int, str], dict[str, Span]]:
    """Return column number -> name and name -> place of the header cell."""
    names: dict[int, str] = {}
    spans: dict[str, Span] = {}
    for cell in row:
        name = _SPACES.sub(" ", cell.text)
        span = Span(file, cell.line, cell.col, cell.end_line, cell.end_col, name)
        if name in spans:
            related = (RelatedSpan(spans[name], f"`{name}` stands here first"),)
            hint = "rename or delete one of the two columns; until then the first one counts"
            message = f"the column `{name}` stands twice in the header"
            problems.append(
                problem("SRC031", span, message, found=f"`{name}` again", hint=hint, related=related)
            )
            names[cell.number] = ""
        else:
            names[cell.number] = name
            spans[name] = span
    return names, spans


def _record(
    row: Row,
    names: dict[int, str],
    spans: dict[str, Span],
    file: str,
    problems: list[Diagnostic],
    nameless: set[int],
) -> Node:
    """Return the node of one row; one stray cell a row is reported, and each stray column once."""
    values: dict[str, Node] = {}
    stray: list[TableCell] = []
    for cell in row:
        number, text, line, col, end_line, end_col, numeric = cell
        name = names.get(number)
        if name:
            span = Span(file, line, col, end_line, end_col, name)
            values[name] = Node("scalar", core_value(text), span, {}, text, True, numeric)
        elif name is None:
            stray.append(cell)
    if stray and stray[0].number not in nameless:
        problems.append(_stray(stray, names, spans, file))
    nameless.update(cell.number for cell in stray)
    first, last = row[0], row[-1]
    return Node("map", values, Span(file, first.line, first.col, last.end_line, last.end_col), spans)


def _stray(cells: Row, names: dict[int, str], spans: dict[str, Span], file: str) -> Diagnostic:
    """Return the diagnostic for cells of one row that stand under no column name.

    The name to the left is a second place of it: it may stand above several columns.
    """
    first = cells[0]
    beyond = first.number > max(names)
    before = names.get(max((number for number in names if number < first.number), default=-1))
    related = (RelatedSpan(spans[before], "the column before it"),) if before else ()
    span = Span(file, first.line, first.col, first.end_line, first.end_col)
    more = f" and {len(cells) - 1} more stand" if len(cells) > 1 else " stands"
    message = f"the cell `{excerpt(first.text)}`{more} in a column without a name"
    hint = "name the column in the header, or delete the cell"
    if beyond:
        hint += "; a text that holds the separator must stand in quotes"
    expected = "no more cells" if beyond else "a column name"
    return problem(
        "SRC032",
        span,
        message,
        found=f"`{excerpt(first.text)}`",
        expected=expected,
        hint=hint,
        related=related,
    )
