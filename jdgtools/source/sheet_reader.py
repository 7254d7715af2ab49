"""XLSX and ODS to the same table of nodes as CSV: line = row, column = number of the column.

Another process decodes the file, which may come from anybody (`untrusted/sheets.py`); `table.build_table`
makes nodes of the cells that come back.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.source.node import Node
from jdgtools.source.problem import problem
from jdgtools.source.span import Span, whole_file
from jdgtools.source.table import Row, TableCell, build_table, failed_formula
from jdgtools.source.text_reader import read_bytes

if TYPE_CHECKING:
    from jdgtools.untrusted.sheets import Cell as SheetCell
    from jdgtools.untrusted.sheets import Remark

_MEMORY = 512 * 1024 * 1024
"""What reading the cells of one file may hold, bytes."""
_SECONDS = 5.0
"""What it may compute; less after others that took longer."""


def read_sheet(path: Path, file: str, sheet: str | None = None) -> tuple[Node | None, list[Diagnostic]]:
    """Return the rows of one sheet as a list of maps.

    Whole numbers lose their `.0`; times become "12:30"; cells that became dates are reported.

    Args:
        path: the .xlsx or .ods file.
        file: path to show to the user.
        sheet: name of the sheet; the first one when None.
    """
    content, problems = read_bytes(path, file)
    return (None, problems) if content is None else parse_sheet(content, file, sheet)


def parse_sheet(content: bytes, file: str, sheet: str | None = None) -> tuple[Node | None, list[Diagnostic]]:
    """Return what `read_sheet` returns for the content of a file; another process decodes it."""
    from msgspec import msgpack

    from jdgtools.untrusted.decoding import decode_uncached
    from jdgtools.untrusted.isolated_process import Failure
    from jdgtools.untrusted.sheets import Sheet

    try:
        data = decode_uncached("sheets:cells", content, seconds=_SECONDS, memory=_MEMORY, sheet=sheet)
    except Failure as failure:
        text = str(failure)
        return None, [_damage(file, text if failure.reason == "error" else f"it {text}")]
    names, cells, remarks = msgpack.decode(data, type=Sheet)
    if sheet is not None and sheet not in names:
        return None, [_no_sheet(file, sheet, names)]
    problems: list[Diagnostic] = []
    table = build_table(_rows(cells, file, problems), file, problems)
    return table, [*problems, *(_remark(file, remark) for remark in remarks)]


def _damage(file: str, reason: str | None) -> Diagnostic:
    message = f"`{file}` cannot be read as a spreadsheet" + (f": {reason}" if reason else "")
    hint = "open it in the spreadsheet program and save it again as .xlsx, .ods or .csv, without a password"
    return problem("SRC040", whole_file(file), message, expected="an XLSX or ODS file", hint=hint)


def _no_sheet(file: str, name: str, names: list[str]) -> Diagnostic:
    from difflib import get_close_matches

    near = get_close_matches(name, names, 1)
    hint = f"did you mean `{near[0]}`?" if near else None
    expected = f"one of {name_list(names, 'or')}"
    message = f"`{file}` has no sheet `{name}`"
    return problem(
        "SRC041",
        whole_file(file),
        message,
        found=f"`{name}`",
        expected=expected,
        hint=hint,
    )


def _rows(cells: list[SheetCell], file: str, problems: list[Diagnostic]) -> Iterator[Row]:
    """Yield the rows of a sheet, empty ones too; cells that became dates are reported."""
    row: Row = []
    at = 1
    for line, col, kind, text in cells:
        while at < line:
            yield row
            row, at = [], at + 1
        if kind == "date":
            problems.append(_date(Span(file, line, col, line, col + 1), text[:10]))
        if kind == "formula":
            problems.append(_no_value(Span(file, line, col, line, col + 1)))
        elif kind == "error":
            problems.append(failed_formula(Span(file, line, col, line, col + 1), text))
            text = ""
        if text or kind in ("formula", "error"):
            row.append(TableCell(col - 1, text, line, col, line, col + 1, kind == "number"))
    yield row


def _no_value(span: Span) -> Diagnostic:
    message = "the cell holds a formula whose value is not in the file"
    hint = "open it in the spreadsheet program, let it compute and save it; or write the value itself"
    return problem("SRC051", span, message, found="a formula without a value", expected="a value", hint=hint)


def _date(span: Span, text: str) -> Diagnostic:
    message = f"the cell became a date: {text}"
    hint = "format the cell as text and write it again; spreadsheets turn ids such as 1/70 into dates"
    return problem("SRC043", span, message, found=f"date {text}", expected="a text or a number", hint=hint)


def _remark(file: str, remark: Remark) -> Diagnostic:
    """Return what a reader of the sheet does not see, or sees where it is not."""
    code, severity, message, hint = _REMARKS[remark.kind]
    message = message.format(remark.what)
    span = Span(file, remark.row, remark.column, remark.row, remark.column + 1)
    if "sheet" in remark.kind:
        span = whole_file(file)
    return problem(code, span, message, hint=hint, severity=severity)


_REMARKS = {
    "merged": (
        "SRC052",
        Severity.WARNING,
        "the cells {} are merged; what they show is read for the first of them alone",
        "undo the merge and write the value into each cell that it is meant for",
    ),
    "shown otherwise": (
        "SRC057",
        Severity.WARNING,
        "the cell shows {}",
        "write the number that is meant and format the cell as a plain number; "
        "ids and hexes with zeros before them as text",
    ),
    "hidden row": (
        "SRC053",
        Severity.INFO,
        "hidden rows are read like others: {}",
        "delete the rows, or begin them with `#`, if they are not meant",
    ),
    "hidden column": (
        "SRC053",
        Severity.INFO,
        "hidden columns are read like others: {}",
        "delete the columns if they are not meant",
    ),
    "hidden sheet": (
        "SRC054",
        Severity.WARNING,
        "the sheet that is read, `{}`, is hidden",
        "put the sheet that is meant in the first place",
    ),
    "other sheets": (
        "SRC054",
        Severity.INFO,
        "one sheet of a file is read, and others hold cells, too: {}",
        "put what is meant into the sheet that is read, or into a file of its own",
    ),
}
"""Kind of a remark -> code, severity, message, hint."""
