"""The cells of a spreadsheet; this runs in the worker, see `isolated_process`.

The reader of sheets keeps a sheet as a rectangle with room for every cell up to the last one that holds
something, so the sheet is looked through before it.
"""

from __future__ import annotations

import datetime
import io
import math
import re
import zipfile
import zlib
from typing import NamedTuple, TypeVar
from xml.parsers import expat

from msgspec import msgpack

from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.sheet_parts import (
    MAX_TEXT,
    Book,
    Formats,
    OdsContent,
    PartReader,
    SharedTexts,
    SheetFacts,
    XlsxSheet,
    address,
    letters,
)

Cell = tuple[int, int, str, str]
"""Row and column from 1, kind, text that a designer sees.

Kinds: `text`, `number`, `boolean`, `date`, `time`; `error` for a formula that has failed (its text is the
mark, such as `#N/A`) and `formula` for one whose value was never stored (its text is empty).
"""


class Remark(NamedTuple):
    """What there is to say of a sheet besides its cells."""

    kind: str
    """`merged`, `shown otherwise`, `hidden row`, `hidden column`, `hidden sheet`, `other sheets`."""
    row: int
    column: int
    what: str
    """The cells, rows, columns or sheets that it is about; what a cell shows and holds."""


Sheet = tuple[list[str], list[Cell], list[Remark]]
"""Names of all sheets; the cells of the chosen one that hold something, by row and column; remarks."""
_P = TypeVar("_P", bound=PartReader)
MAX_INFLATED = 256 * 1024 * 1024
"""Bytes of all parts of a spreadsheet together."""
MAX_FILLED = 500_000
"""Cells that hold something: the command keeps them all, and a value for each."""
MAX_CELLS = 2_000_000
"""Cells in the rectangle up to the last one that holds something, empty ones too."""


def cells(content: bytes, sheet: str | None = None) -> bytes:
    """Return a `Sheet` as msgpack; without cells if there is no sheet of the name.

    Args:
        content: the .xlsx or .ods file.
        sheet: name of the sheet; the first one when None.

    Raises:
        FileRefused: it is no spreadsheet, or damaged, or too large; the text is a whole clause, or empty.
    """
    import python_calamine

    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise FileRefused("it is an old .xls file, or protected by a password")
    tables, eager = _survey(content)
    for table in tables.values() if eager else ():
        _refuse_far(*table.last)
    try:
        book = python_calamine.load_workbook(io.BytesIO(content))
        names = list(book.sheet_names)
        if not names:
            raise FileRefused("it has no sheet")
        if sheet is not None and sheet not in names:
            return msgpack.encode((names, [], []))
        sheet_name = sheet or names[0]
        table = tables.get(sheet_name, SheetFacts())
        _refuse_far(*table.last)
        rows = book.get_sheet_by_name(sheet_name).to_python(skip_empty_area=False)
    except python_calamine.PasswordError:
        raise FileRefused("it is protected by a password") from None
    except (FileRefused, MemoryError):
        raise
    except BaseException:  # a panic of the reader is no Exception
        raise FileRefused(_cause(tables)) from None
    cell_rows = [
        (line, column, *_kind_and_text(value))
        for line, values in enumerate(rows, start=1)
        for column, value in enumerate(values, start=1)
        if value != "" and value is not None
    ]
    lost_things = {
        (row + down, column + right): (kind, text)
        for (row, column, rows, columns), kind, text in table.failed_cells
        for down in range(rows)
        for right in range(columns)
    }
    if lost_things:  # the reader gives nothing, or another text
        cell_rows = [cell for cell in cell_rows if cell[:2] not in lost_things]
        cell_rows = sorted([*cell_rows, *((*at, *cell) for at, cell in lost_things.items())])
    if len(cell_rows) > MAX_FILLED:
        raise FileRefused(f"more than {MAX_FILLED:,} of its cells hold something")
    for line, column, _, text in cell_rows:
        if len(text) > MAX_TEXT:
            raise FileRefused(
                f"its cell {address(line, column)} holds {len(text):,} characters, "
                f"and at most {MAX_TEXT:,} are read"
            )
    return msgpack.encode(
        (names, cell_rows, _remarks(sheet_name, names if sheet is None else [], tables, cell_rows))
    )


def _remarks(
    choice: str, names: list[str], tables: dict[str, SheetFacts], cell_rows: list[Cell]
) -> list[Remark]:
    """Return what is said of a sheet besides its cells."""
    table = tables.get(choice, SheetFacts())
    first: dict[int, str] = {}
    columns = set()
    for row, column, _, text in cell_rows:
        first.setdefault(row, text)
        columns.add(column)
    rows = {row for row, text in first.items() if not text.startswith("#")}
    filled_cells = {cell[:2] for cell in cell_rows} if table.merged_areas else set()
    remarks = [
        Remark("merged", row, column, f"{address(row, column)}:{address(row + down - 1, column + right - 1)}")
        for row, column, down, right in table.merged_areas
        if down * right > 1 and row in rows and (row, column) in filled_cells
    ]
    for row, column, text_shown, value in table.shown_otherwise:
        if row in rows:
            text = f"`{text_shown}`" if text_shown else "no number"
            remarks.append(Remark("shown otherwise", row, column, f"{text}, and its value {value} is read"))
    for kind, ranges, there in (("row", table.hidden_rows, rows), ("column", table.hidden_columns, columns)):
        hidden_numbers = (
            [n for n in sorted(there) if any(low <= n <= high for low, high in ranges)] if ranges else []
        )
        if hidden_numbers:
            names_shown = [letters(n) if kind == "column" else str(n) for n in hidden_numbers]
            at = (min(first), hidden_numbers[0]) if kind == "column" else (hidden_numbers[0], 1)
            remarks.append(Remark(f"hidden {kind}", *at, _first_names(names_shown)))
    if table.is_hidden:
        remarks.append(Remark("hidden sheet", 1, 1, choice))
    others = [name for name in names if name != choice and tables.get(name, SheetFacts()).last != (0, 0)]
    if others:
        remarks.append(Remark("other sheets", 1, 1, _first_names([f"`{name}`" for name in others])))
    return remarks


def _first_names(names: list[str]) -> str:
    return ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")


def _cause(tables: dict[str, SheetFacts]) -> str:
    """Return what the reader may have stumbled over: an error that it does not know, such as `#SPILL!`."""
    for table in tables.values():
        for (row, column, _, _), kind, text in table.failed_cells:
            if kind == "error":
                return f"its cell {address(row, column)} holds the error `{text}`"
    return ""


def _refuse_far(row: int, column: int) -> None:
    if row * column > MAX_CELLS:
        raise FileRefused(
            f"its cells reach as far as {address(row, column)}, and at most {MAX_CELLS:,} are read; "
            "delete what stands far from the table, also blanks"
        )


def _kind_and_text(value: object) -> tuple[str, str]:
    """Return the kind of a cell (`text`, `number`, `date` …) and its text as a designer sees or means it."""
    if isinstance(value, str):
        lasting = _DURATION.fullmatch(value)
        if lasting is not None:
            hours, minutes, seconds = (float(part) for part in lasting.groups())
            return "time", _clock(round(hours * 3600 + minutes * 60 + seconds))
        return "text", value.strip()
    if isinstance(value, bool):
        return "boolean", "true" if value else "false"
    if isinstance(value, float):
        if not math.isfinite(value):  # a number with more digits than any cell has
            return "error", "#NUM!"
        return "number", str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, int):
        return "number", str(value)
    if isinstance(value, datetime.datetime):
        return "date", value.isoformat(" ", "minutes").removesuffix(" 00:00")
    if isinstance(value, datetime.date):
        return "date", str(value)
    if isinstance(value, datetime.time):
        seconds = value.hour * 3600 + value.minute * 60 + value.second + round(value.microsecond / 1e6)
        return "time", _clock(seconds)
    if isinstance(value, datetime.timedelta):
        return "time", _clock(round(value.total_seconds()))
    return "text", str(value)


_DURATION = re.compile(r"PT([0-9]{1,6})H([0-9]{1,2})M([0-9]{1,2}(?:[.][0-9]{1,9})?)S")
"""How ODS writes times of a day and more."""


def _clock(seconds: int) -> str:
    """Return hours and minutes, with the seconds if there are any."""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'-' * (seconds < 0)}{minutes // 60:02}:{minutes % 60:02}" + (f":{rest:02}" if rest else "")


def _part_names(entries: list[str]) -> dict[str, str]:
    """Return the parts of an archive: name as the reader looks for it -> name in the archive.

    Raises:
        FileRefused: one is there twice, so that the reader might take another one than was looked through.
    """
    names: dict[str, str] = {}
    for entry in entries:
        name = entry.lower().replace("\\", "/")
        if name in names:
            raise FileRefused(f"its part `{entry[:60]}` is there twice")
        names[name] = entry
    return names


def _survey(content: bytes) -> tuple[dict[str, SheetFacts], bool]:
    """Return what the reader of sheets does not say.

    Returns:
        What is known of each sheet, by its name; whether all sheets are read at once.

    Raises:
        FileRefused: no archive, too large, or XML that is not whole, on which its reader may hang.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_INFLATED:
                raise FileRefused(f"it inflates to more than {MAX_INFLATED // 2**20} MiB")
            names = _part_names(archive.namelist())

            def follow(part: _P) -> _P:
                if part.name.lower() in names:
                    with archive.open(names[part.name.lower()]) as stream:
                        part.parse(stream)
                return part

            if "content.xml" in names:
                return follow(OdsContent("content.xml")).tables, True
            book = follow(Book("xl/workbook.xml"))
            book.name = "xl/_rels/workbook.xml.rels"
            follow(book)
            follow(SharedTexts("xl/sharedStrings.xml"))
            formats = follow(Formats("xl/styles.xml")).codes
            sheets = {}
            for name, relation, is_hidden in book.sheets:
                sheets[name] = follow(XlsxSheet(book.targets.get(relation, ""), formats)).table
                sheets[name].is_hidden = is_hidden
            return sheets, False
    except LookupError:
        raise FileRefused("its XML names an encoding that nobody knows") from None
    except (expat.ExpatError, zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError):
        raise FileRefused("") from None
    except (RuntimeError, NotImplementedError):  # parts with a password, or packed in a way of their own
        raise FileRefused("") from None
