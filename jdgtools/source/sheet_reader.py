"""XLSX and ODS to the same table as CSV; line = row of the sheet, column = number of the column."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.source.node import Node
from jdgtools.source.problem import problem
from jdgtools.source.span import Span, whole_file
from jdgtools.source.table import Cell, Row, build_table
from jdgtools.source.text_reader import read_bytes

_MAX_INFLATED = 256 * 1024 * 1024
_MAX_CELLS = 2_000_000


def read_sheet(path: Path, file: str, sheet: str | None = None) -> tuple[Node | None, list[Diagnostic]]:
    """Returns the rows of one sheet as a list of maps.

    Whole numbers lose their `.0`; times become "12:30"; cells that became dates are reported.

    Args:
        path: the .xlsx or .ods file.
        file: path to show to the user.
        sheet: name of the sheet; the first one when None.
    """
    content, problems = read_bytes(path, file)
    return (None, problems) if content is None else parse_sheet(content, file, sheet)


def parse_sheet(content: bytes, file: str, sheet: str | None = None) -> tuple[Node | None, list[Diagnostic]]:
    """Like `read_sheet` for the content of a file."""
    size = _inflated(content)
    if size is None or size > _MAX_INFLATED:
        return None, [_damaged(file, None if size is None else "it inflates to more than 256 MiB")]
    if not _well_formed(content):
        return None, [_damaged(file, None)]
    rows, problems = _rows(content, file, sheet)
    if rows is None:
        return None, problems
    return build_table(_cells(rows, file, problems), file, problems), problems


def _inflated(content: bytes) -> int | None:
    """Returns the size of all parts after inflation, as the archive states it; None when it is no archive."""
    import io
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return None


def _well_formed(content: bytes) -> bool:
    """Whether the XML parts that hold cells are whole: the reader of sheets hangs on some broken ones."""
    import io
    import zipfile
    import zlib
    from xml.parsers import expat

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                if name == "content.xml" or (name.startswith("xl/") and name.endswith(".xml")):
                    with archive.open(name) as part:
                        expat.ParserCreate().ParseFile(part)
    except (expat.ExpatError, zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError, RuntimeError):
        return False
    return True


def _damaged(file: str, reason: str | None) -> Diagnostic:
    message = f"`{file}` cannot be read as a spreadsheet" + (f": {reason}" if reason else "")
    hint = "open it in the spreadsheet program and save it again as .xlsx, .ods or .csv, without a password"
    return problem("SRC040", whole_file(file), message, expected="an XLSX or ODS file", hint=hint)


def _rows(content: bytes, file: str, name: str | None) -> tuple[list[list[Any]] | None, list[Diagnostic]]:
    import io

    import python_calamine

    try:
        book = python_calamine.load_workbook(io.BytesIO(content))
        names = list(book.sheet_names)
        if not names:
            return None, [_damaged(file, "it has no sheet")]
        if name is not None and name not in names:
            return None, [_no_sheet(file, name, names)]
        table = book.get_sheet_by_name(name or names[0])
        if table.total_height * table.total_width > _MAX_CELLS:
            return None, [_damaged(file, f"the sheet has more than {_MAX_CELLS:,} cells")]
        return table.to_python(skip_empty_area=False), []
    except python_calamine.PasswordError:
        return None, [_damaged(file, "it is protected by a password")]
    except BaseException as error:
        # a panic of the underlying reader is no Exception; everything else must pass
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            return None, [_damaged(file, None)]
        raise


def _no_sheet(file: str, name: str, names: list[str]) -> Diagnostic:
    from difflib import get_close_matches

    near = get_close_matches(name, names, 1)
    listed = ", ".join(f"`{found}`" for found in names)
    hint = f"did you mean `{near[0]}`?" if near else None
    message = f"`{file}` has no sheet `{name}`"
    return problem(
        "SRC041", whole_file(file), message, found=f"`{name}`", expected=f"one of {listed}", hint=hint
    )


def _cells(rows: list[list[Any]], file: str, problems: list[Diagnostic]) -> Iterator[Row]:
    for line, values in enumerate(rows, start=1):
        row: Row = []
        for number, value in enumerate(values):
            if value == "" or value is None:
                continue
            col = number + 1
            if isinstance(value, datetime.date):
                span = Span(file, line, col, line, col + 1)
                problems.append(_date(span, value))
            text = _text(value)
            if text:
                numeric = type(value) in (int, float)
                row.append(Cell(number, text, line, col, line, col + 1, numeric))
        yield row


def _text(value: object) -> str:
    """Returns a cell as the text a designer sees or means."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ", "minutes").removesuffix(" 00:00")
    if isinstance(value, datetime.time):
        return value.strftime("%H:%M")
    if isinstance(value, datetime.timedelta):
        minutes = round(value.total_seconds() / 60)
        return f"{minutes // 60:02}:{minutes % 60:02}"
    return str(value)


def _date(span: Span, value: datetime.date) -> Diagnostic:
    shown = value.strftime("%Y-%m-%d")
    message = f"the cell became a date: {shown}"
    hint = "format the cell as text and write it again; spreadsheets turn ids such as 1/70 into dates"
    return problem("SRC043", span, message, found=f"date {shown}", expected="a text or a number", hint=hint)
