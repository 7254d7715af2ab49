"""The cells of a spreadsheet; this runs apart, see `isolated`.

The reader of sheets keeps a sheet as a rectangle with room for every cell up to the last one that holds
something, so the sheet is looked through before it.
"""

from __future__ import annotations

import datetime
import io
import re
import zipfile
import zlib
from xml.parsers import expat

from msgspec import msgpack

from jdgtools.untrusted import Refused

Cell = tuple[int, int, str, str]
"""Row and column from 1, kind, text that a designer sees.

Kinds: `text`, `number`, `boolean`, `date`, `time`; `error` for a formula that has failed (its text is the
mark, such as `#N/A`) and `formula` for one whose value was never stored (its text is empty).
"""
Sheet = tuple[list[str], list[Cell]]
"""Names of all sheets, and the cells of the chosen one that hold something, by row and column."""
MAX_INFLATED = 256 * 1024 * 1024
"""Bytes of all parts of a spreadsheet together."""
_Failed = dict[str, dict[tuple[int, int], tuple[str, str]]]
"""Name of the sheet or part -> row and column -> kind and text of a formula without a value."""
_MAX_MARK = 40
"""Characters of a value that are looked at for an error."""
MAX_CELLS = 2_000_000
"""Cells in the rectangle up to the last one that holds something, empty ones too."""


def cells(content: bytes, sheet: str | None = None) -> bytes:
    """A `Sheet` as msgpack; without cells if there is no sheet of the name.

    Args:
        content: the .xlsx or .ods file.
        sheet: name of the sheet; the first one when None.

    Raises:
        Refused: it is no spreadsheet, or damaged, or too large; the text is a clause of its own, or empty.
    """
    import python_calamine

    last, failed, eager = _last_cells(content)
    for row, column in last.values() if eager else ():
        _refuse_far(row, column)
    try:
        book = python_calamine.load_workbook(io.BytesIO(content))
        names = list(book.sheet_names)
        if not names:
            raise Refused("it has no sheet")
        if sheet is not None and sheet not in names:
            return msgpack.encode((names, []))
        chosen = sheet or names[0]
        _refuse_far(*last.get(chosen, (0, 0)))
        rows = book.get_sheet_by_name(chosen).to_python(skip_empty_area=False)
    except python_calamine.PasswordError:
        raise Refused("it is protected by a password") from None
    except (Refused, MemoryError):
        raise
    except BaseException:  # a panic of the reader is no Exception
        raise Refused(_cause(failed)) from None
    found = [
        (line, column, *_seen(value))
        for line, values in enumerate(rows, start=1)
        for column, value in enumerate(values, start=1)
        if value != "" and value is not None
    ]
    if formulas := failed.get(chosen):  # the reader gives nothing, or the mark as a text
        found = [cell for cell in found if cell[:2] not in formulas]
        found = sorted([*found, *((*at, *cell) for at, cell in formulas.items())])
    return msgpack.encode((names, found))


def _cause(failed: _Failed) -> str:
    """What the reader may have stumbled over: an error that is none of those it knows, such as `#SPILL!`."""
    for table in failed.values():
        for (row, column), (kind, text) in table.items():
            if kind == "error":
                return f"its cell {_letters(column)}{row} holds the error `{text}`"
    return ""


def _refuse_far(row: int, column: int) -> None:
    if row * column > MAX_CELLS:
        raise Refused(
            f"its cells reach as far as {_letters(column)}{row}, and at most {MAX_CELLS:,} are read; "
            "delete what stands far from the table, also blanks"
        )


def _seen(value: object) -> tuple[str, str]:
    """Kind of a cell, and its text as a designer sees or means it."""
    if isinstance(value, str):
        return "text", value.strip()
    if isinstance(value, bool):
        return "boolean", "true" if value else "false"
    if isinstance(value, float):
        return "number", str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, int):
        return "number", str(value)
    if isinstance(value, datetime.datetime):
        return "date", value.isoformat(" ", "minutes").removesuffix(" 00:00")
    if isinstance(value, datetime.date):
        return "date", str(value)
    if isinstance(value, datetime.time):
        return "time", value.strftime("%H:%M")
    if isinstance(value, datetime.timedelta):
        minutes = round(value.total_seconds() / 60)
        return "time", f"{minutes // 60:02}:{minutes % 60:02}"
    return "text", str(value)


class _Formula:
    """What is known of the cell whose XML is being read."""

    def __init__(
        self, error: bool = False, formula: bool = False, valued: bool = False, inside: bool = False
    ) -> None:
        self.error = error
        """Whether the spreadsheet program says that it holds an error."""
        self.formula = formula
        self.valued = valued
        """Whether it says of which type the value is: even an empty one was computed then."""
        self.inside = inside
        """Whether text that follows is the value."""
        self.text = ""


class _Bounds:
    """Follows the XML of sheets and keeps the last row and column that hold something."""

    def __init__(self) -> None:
        self.name = ""
        """Of the table, in ODS."""
        self.last: dict[str, tuple[int, int]] = {}
        self.sheets: list[tuple[str, str]] = []
        """Name and relation of each sheet, in XLSX."""
        self.targets: dict[str, str] = {}
        """Relation -> part of the archive."""
        self.failed: dict[str, dict[tuple[int, int], tuple[str, str]]] = {}
        """Formulas without a value, by name of the table: row and column -> kind and text of the cell."""
        self._row = self._rows = self._column = self._columns = 0
        self._at = (0, 0)
        self._cell = _Formula()
        self._notes = 0

    def parser(self) -> expat.XMLParserType:
        found = expat.ParserCreate()
        found.StartElementHandler = self._start
        found.EndElementHandler = self._end
        found.CharacterDataHandler = self._text
        found.buffer_text = True
        return found

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        kind = name.rpartition(":")[2]
        if kind == "c":
            self._at = _place(attributes.get("r", "")) or (self._row, self._at[1] + 1)
            self._cell = _Formula(error=attributes.get("t") == "e", valued=attributes.get("t") == "str")
        elif kind == "row":
            number = attributes.get("r", "")
            self._row = int(number) if number.isdecimal() and len(number) < 8 else self._row + 1
            self._at = (self._row, 0)
        elif kind == "f":
            self._cell.formula = True
        elif kind in ("v", "is"):
            self._hold(*self._at)
            self._cell.inside = True
        elif kind == "sheet":
            self.sheets.append((attributes.get("name", ""), attributes.get("r:id", "")))
        elif kind == "Relationship":
            self.targets[attributes.get("Id", "")] = attributes.get("Target", "")
        elif kind == "table":
            self.name, self._row, self._rows = attributes.get("table:name", ""), 0, 0
        elif kind == "table-row":
            self._row, self._column, self._columns = self._row + self._rows, 0, 0
            self._rows = _count(attributes.get("table:number-rows-repeated"))
        elif kind in ("table-cell", "covered-table-cell"):
            self._column += self._columns
            self._columns = _count(attributes.get("table:number-columns-repeated"))
            self._cell = _Formula(
                error=attributes.get("calcext:value-type") == "error",
                formula="table:formula" in attributes,
                valued="office:value-type" in attributes,
                inside=True,
            )
            if "office:value-type" in attributes:
                self._hold(self._row + self._rows, self._column + self._columns)

        elif kind == "annotation":
            self._notes += 1

    def _end(self, name: str) -> None:
        kind = name.rpartition(":")[2]
        if kind == "annotation":
            self._notes -= 1
        elif kind in ("v", "is"):
            self._cell.inside = False
        elif kind == "c":
            self._close(self._at)
        elif kind in ("table-cell", "covered-table-cell"):
            self._close((self._row + 1, self._column + 1))

    def _close(self, at: tuple[int, int]) -> None:
        """Keeps a cell at its end, if it is a formula without a value."""
        cell, text = self._cell, self._cell.text.strip()
        self._cell = _Formula()
        if cell.error:
            self.failed.setdefault(self.name, {})[at] = ("error", text or "#")
        elif cell.formula and text.startswith(("#", "Err:")):  # as older programs write it
            self.failed.setdefault(self.name, {})[at] = ("text", text)
        elif cell.formula and not cell.valued and not text:
            self.failed.setdefault(self.name, {})[at] = ("formula", "")
        else:
            return
        self._hold(*at)

    def _text(self, text: str) -> None:
        if self._cell.inside and not self._notes and len(self._cell.text) < _MAX_MARK:
            self._cell.text += text
        if self._columns and text.strip():
            self._hold(self._row + self._rows, self._column + self._columns)

    def _hold(self, row: int, column: int) -> None:
        before = self.last.get(self.name, (0, 0))
        self.last[self.name] = max(before[0], row), max(before[1], column)


def _last_cells(content: bytes) -> tuple[dict[str, tuple[int, int]], _Failed, bool]:
    """What the reader of sheets does not say.

    Returns:
        The last row and column that hold something, by name of the sheet; the formulas without a value;
        whether all sheets are read at once.

    Raises:
        Refused: no archive, too large, or XML that is not whole: the reader of sheets hangs on some of it.
    """
    book = _Bounds()
    parts: dict[str, tuple[int, int]] = {}
    failed: _Failed = {}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_INFLATED:
                raise Refused(f"it inflates to more than {MAX_INFLATED // 2**20} MiB")
            for name in archive.namelist():
                if name == "content.xml" or (name.startswith("xl/") and name.endswith((".xml", ".rels"))):
                    sheet = _Bounds() if name.startswith("xl/worksheets/") else book
                    with archive.open(name) as part:
                        sheet.parser().ParseFile(part)
                    parts[name] = sheet.last.get("", (0, 0))
                    failed[name] = sheet.failed.get("", {})
    except LookupError:
        raise Refused("its XML names an encoding that nobody knows") from None
    except (expat.ExpatError, zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError):
        raise Refused("") from None
    except (RuntimeError, NotImplementedError):  # parts with a password, or packed in a way of their own
        raise Refused("") from None
    for name, relation in book.sheets:
        target = book.targets.get(relation, "")
        path = target.removeprefix("/") if target[:1] == "/" else f"xl/{target}"
        book.last[name] = parts.get(path, (0, 0))
        book.failed[name] = failed.get(path, {})
    return book.last, book.failed, not book.sheets


def _place(reference: str) -> tuple[int, int] | None:
    """Row and column of a reference such as `XFD1048576`; None for what is none."""
    found = re.fullmatch(r"([A-Z]{1,3})([0-9]{1,7})", reference)
    if found is None:
        return None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - 64
    return int(found[2]), column


def _letters(column: int) -> str:
    found = ""
    while column:
        column, rest = divmod(column - 1, 26)
        found = chr(65 + rest) + found
    return found


def _count(text: str | None) -> int:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 10 else 1
