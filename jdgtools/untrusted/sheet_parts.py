"""What the reader of sheets does not say: how far they reach, formulas that failed, merged and hidden cells.

The parts of a spreadsheet are followed as XML. What the reader would lose there (raw characters, comments
within a value, other encodings, cells twice) is refused, since nothing would tell of the loss.
"""

from __future__ import annotations

import re
from typing import IO
from xml.parsers import expat

from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.shown_numbers import BUILT_IN_FORMATS, shown_text, shows_another_number

Area = tuple[int, int, int, int]
"""First row and column (from 1), number of rows and of columns."""
MAX_TEXT = 32_767
"""Characters of a cell, as many as spreadsheet programs allow."""
_MAX_RANGES = 100_000
"""Hidden columns and numbers shown otherwise that are kept for one sheet, and formats of a file."""
_ESCAPED_DIGIT = re.compile(rb"<(?:\w+:)?v>[^<]*(&#(?:x0*3[0-9]|0*(?:4[89]|5[0-7]));)")
_PIECE = 1 << 20
_MAX_TAG = 4 << 20
"""Bytes of an element's name and attributes, or of a comment."""
_UTF8 = ("utf-8", "utf8", "us-ascii", "ascii")


class SheetFacts:
    """What the XML of one sheet says beside the values of its cells: extent, hidden rows, cells not given."""

    def __init__(self) -> None:
        self.last = (0, 0)
        """Last row and last column that hold something."""
        self.failed_cells: list[tuple[Area, str, str]] = []
        """Cells whose value the reader does not give, with their kind and text."""
        self.merged_areas: list[Area] = []
        self.hidden_rows: list[tuple[int, int]] = []
        """First and last of the hidden rows that hold something."""
        self.hidden_columns: list[tuple[int, int]] = []
        self.is_hidden = False
        self.shown_otherwise: list[tuple[int, int, str, str]] = []
        """Row and column of a number, what the program shows in its place, and the number."""

    def hold(self, row: int, column: int) -> None:
        """Note that a cell holds something."""
        self.last = max(self.last[0], row), max(self.last[1], column)

    def note_shown(self, at: tuple[int, int], value: float, text: str) -> None:
        """Note what is shown for a number, if it is another one."""
        if len(self.shown_otherwise) < _MAX_RANGES and shows_another_number(value, text):
            self.shown_otherwise.append((*at, text[:40], f"{value:.15g}"))


class _Cell:
    """The cell whose XML is being read."""

    form: str | None = None
    """Format code by which a number is shown; None where it is shown as it is."""
    number: float | None = None
    """Its value, if it is a number beside a text that shows it."""

    def __init__(self, error: bool = False, formula: bool = False, has_type: bool = False) -> None:
        self.error = error
        """Whether the spreadsheet program says that it holds an error."""
        self.formula = formula
        self.has_type = has_type
        """Whether it says of which type the value is: even an empty one was computed then."""
        self.text_is_value = False
        """Whether the text is the value; else an attribute is."""
        self.corrects_reader = False
        """Whether the text here counts, because the reader of sheets gives another one."""
        self.text = ""


class PartReader:
    """Follow the XML of one part of a spreadsheet."""

    numbers = False
    """Whether it holds numbers as content: the reader loses digits that are escaped."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._cell: _Cell | None = None
        self._at = (0, 0)

    def parse(self, stream: IO[bytes]) -> None:
        """Follow the content to its end.

        Raises:
            FileRefused: it holds what the reader would lose.
            expat.ExpatError: it is no XML.
        """
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.XmlDeclHandler = self._refuse_encoding
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.CommentHandler = self._refuse_markup
        parser.StartCdataSectionHandler = self._refuse_markup
        parser.ProcessingInstructionHandler = self._refuse_markup
        parser.buffer_text = True
        before, length = b"", 0
        while piece := stream.read(_PIECE):
            if not before and piece[:2] in (b"\xff\xfe", b"\xfe\xff"):
                self._refuse_encoding("1.0", "UTF-16", 0)
            digit = _ESCAPED_DIGIT.search(before + piece)
            if digit is not None and self.numbers:
                raise FileRefused(f"its part `{self.name}` holds digits as `{digit[1].decode()}`")
            parser.Parse(piece)
            length += len(piece)
            # Some versions of expat look through an unfinished tag again with every piece.
            if length - max(0, parser.CurrentByteIndex) > _MAX_TAG:
                raise FileRefused(f"its part `{self.name}` holds a tag of more than {_MAX_TAG >> 20} MiB")
            before = piece[-100:]
        parser.Parse(b"", True)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        """Take the beginning of an element."""

    def _end(self, name: str) -> None:
        """Take the end of an element."""

    def _text(self, text: str) -> None:
        """Take characters."""

    def _refuse_encoding(self, _: str, encoding: str | None, __: int) -> None:
        if encoding is not None and encoding.lower() not in _UTF8:
            raise FileRefused(f"its part `{self.name}` is written in {encoding[:40]}, and only UTF-8 is read")

    def _refuse_doctype(self, *_: object) -> None:
        raise FileRefused(f"its part `{self.name}` brings a document type of its own")

    def _refuse_markup(self, *_: object) -> None:
        if self._cell is not None:
            where = f"cell {address(*self._at)}" if self._at[1] else f"part `{self.name}`"
            raise FileRefused(
                f"its {where} holds comments or raw characters, which no spreadsheet program writes"
            )


class Book(PartReader):
    """The list of sheets of an XLSX file, and which part each of them is."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.sheets: list[tuple[str, str, bool]] = []
        """Name, relation, whether it is hidden."""
        self.targets: dict[str, str] = {}
        """Relation -> part of the archive, in small letters."""

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        kind = _local(name)
        if kind == "sheet":
            relation = next((v for k, v in attributes.items() if k.endswith(":id")), "")
            is_hidden = attributes.get("state", "visible") != "visible"
            self.sheets.append((attributes.get("name", ""), relation, is_hidden))
        elif kind == "Relationship":
            target = attributes.get("Target", "")
            path = target[1:] if target[:1] == "/" else f"xl/{target}"
            self.targets[attributes.get("Id", "")] = path.lower()


class SharedTexts(PartReader):
    """The texts that the cells of an XLSX file share."""

    def _start(self, name: str, _: dict[str, str]) -> None:
        if _local(name) == "si":
            self._cell = _Cell()

    def _end(self, name: str) -> None:
        if _local(name) == "si":
            self._cell = None


class Formats(PartReader):
    """The forms in which the cells of an XLSX file show their numbers."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.codes: list[str] = []
        """Format code of each style of cells; empty where numbers are shown as they are."""
        self._code_by_number = dict(BUILT_IN_FORMATS)
        self._is_inside = False

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        kind = _local(name)
        if kind == "numFmt" and len(self._code_by_number) < _MAX_RANGES:
            self._code_by_number[_count(attributes.get("numFmtId"))] = attributes.get("formatCode", "")[:255]
        elif kind == "cellXfs":
            self._is_inside = True
        elif kind == "xf" and self._is_inside and len(self.codes) < _MAX_RANGES:
            self.codes.append(self._code_by_number.get(_count(attributes.get("numFmtId", "0")), ""))

    def _end(self, name: str) -> None:
        if _local(name) == "cellXfs":
            self._is_inside = False


class XlsxSheet(PartReader):
    """One sheet of an XLSX file."""

    numbers = True

    def __init__(self, name: str, formats: list[str]) -> None:
        super().__init__(name)
        self._forms = {str(style): code for style, code in enumerate(formats) if code}
        """Style of a cell -> its format code."""
        self.table = SheetFacts()
        self._row = 0
        self._is_hidden = False
        self._before = (0, 0)
        self._inside = False
        self._is_text = False

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        kind = _local(name)
        if kind == "c":
            self._at = _place(attributes.get("r", "")) or (self._row, self._at[1] + 1)
            if self._at <= self._before:
                raise FileRefused(f"its cell {address(*self._at)} stands twice, or after a later one")
            self._before = self._at
            self._cell = _Cell(error=attributes.get("t") == "e")
            self._is_text = attributes.get("t") == "str"
            if attributes.get("t", "n") == "n":
                self._cell.form = self._forms.get(attributes.get("s", ""))
        elif kind == "row":
            number = attributes.get("r", "")
            self._row = int(number) if number.isdecimal() and len(number) < 8 else self._row + 1
            self._at = (self._row, 0)
            self._is_hidden = attributes.get("hidden") in ("1", "true")
        elif self._cell is not None and kind == "f":
            self._cell.formula = True
        elif self._cell is not None and kind in ("v", "is"):
            self._hold()
            self._inside = True
            # An empty text is a value, if it is there at all.
            self._cell.has_type = self._is_text
        elif kind == "mergeCell":
            first, _, last = attributes.get("ref", "").partition(":")
            start, stop = _place(first), _place(last)
            if start and stop and stop >= start:
                self.table.merged_areas.append((*start, stop[0] - start[0] + 1, stop[1] - start[1] + 1))
        elif kind == "col" and attributes.get("hidden") in ("1", "true"):
            _add(self.table.hidden_columns, _count(attributes.get("min")), _count(attributes.get("max")))

    def _end(self, name: str) -> None:
        kind = _local(name)
        if kind in ("v", "is"):
            self._inside = False
        elif kind == "c" and self._cell is not None:
            cell, text = self._cell, self._cell.text.strip()
            self._cell = None
            failure = _failure(cell, text)
            if failure is not None:
                self.table.failed_cells.append(((*self._at, 1, 1), *failure))
                self._hold()
            value = _number(text) if cell.form is not None else None
            if cell.form is not None and value is not None:
                text_shown = shown_text(value, cell.form)
                if text_shown is not None:
                    self.table.note_shown(self._at, value, text_shown)

    def _text(self, text: str) -> None:
        if self._inside and self._cell is not None and len(self._cell.text) < MAX_TEXT:
            self._cell.text += text

    def _hold(self) -> None:
        self.table.hold(*self._at)
        if self._is_hidden and self.table.hidden_rows[-1:] != [(self._row, self._row)]:
            self.table.hidden_rows.append((self._row, self._row))


class OdsContent(PartReader):
    """All sheets of an ODS file."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.tables: dict[str, SheetFacts] = {}
        self._table: SheetFacts | None = None
        self._row = self._rows = self._column = self._columns = self._place = 0
        self._is_hidden = False
        self._spans = (1, 1)
        self._aside = 0
        """How many elements are open whose text is no part of the value: notes, drawings."""
        self._paragraphs = 0
        self._style = ""
        self._hidden_styles: set[str] = set()

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        kind = _local(name)
        if self._aside or kind == "annotation" or name.startswith("draw:"):
            self._aside += 1
            if self._cell is not None and self._cell.text_is_value:
                self._cell.corrects_reader = True
        elif kind == "table":
            if self._cell is not None:
                raise FileRefused(f"its cell {address(*self._at)} holds a table")
            self._table = self.tables.setdefault(attributes.get("table:name", ""), SheetFacts())
            self._table.is_hidden = attributes.get("table:style-name", "") in self._hidden_styles
            self._row = self._rows = self._place = 0
        elif kind == "style":
            self._style = attributes.get("style:name", "")
        elif kind == "table-properties" and attributes.get("table:display") == "false":
            self._hidden_styles.add(self._style)
        elif kind == "table-column":
            columns = _count(attributes.get("table:number-columns-repeated"))
            if self._table is not None and _is_collapsed(attributes):
                _add(self._table.hidden_columns, self._place + 1, self._place + columns)
            self._place += columns
        elif kind == "table-row":
            self._row, self._column, self._columns = self._row + self._rows, 0, 0
            self._rows = _count(attributes.get("table:number-rows-repeated"))
            self._is_hidden = _is_collapsed(attributes)
        elif kind in ("table-cell", "covered-table-cell"):
            self._open(attributes)
        elif self._cell is not None:
            self._write(kind, attributes)

    def _end(self, name: str) -> None:
        if self._aside:
            self._aside -= 1
        elif _local(name) == "table":
            self._table = None
        elif _local(name) in ("table-cell", "covered-table-cell"):
            self._close()

    def _text(self, text: str) -> None:
        if (
            self._cell is not None
            and self._paragraphs
            and not self._aside
            and len(self._cell.text) < MAX_TEXT
        ):
            self._cell.text += text

    def _open(self, attributes: dict[str, str]) -> None:
        self._column += self._columns
        self._columns = _count(attributes.get("table:number-columns-repeated"))
        self._at = self._row + 1, self._column + 1
        if not self._rows * self._columns:
            raise FileRefused(f"its cell {address(*self._at)} is repeated 0 times")
        kind = attributes.get("office:value-type")
        cell = _Cell(
            error=attributes.get("calcext:value-type") == "error",
            formula="table:formula" in attributes,
            has_type=kind is not None,
        )
        cell.text_is_value = kind == "string"
        if kind in ("float", "percentage", "currency"):
            cell.number = _number(attributes.get("office:value", ""))
        kind_of_value = {"boolean": "boolean", "date": "date", "time": "time"}.get(kind or "", "")
        # The reader looks at the attributes alone where the value is no text.
        cell.corrects_reader = (
            kind != "string" and f"office:{kind_of_value + '-' * bool(kind_of_value)}value" not in attributes
        )
        self._paragraphs = 0
        self._spans = (
            _count(attributes.get("table:number-rows-spanned")),
            _count(attributes.get("table:number-columns-spanned")),
        )
        self._cell = cell
        if kind is not None:
            self._hold()

    def _write(self, kind: str, attributes: dict[str, str]) -> None:
        assert self._cell is not None
        if kind == "p":
            self._cell.text += "\n" * (self._paragraphs > 0)
            self._paragraphs += 1
        elif kind == "s":
            self._cell.text += " " * min(_count(attributes.get("text:c")), MAX_TEXT)
        elif kind in ("tab", "line-break"):
            self._cell.text += "\t" if kind == "tab" else "\n"
            # The reader drops it, and two words become one.
            self._cell.corrects_reader = self._cell.corrects_reader or self._cell.text_is_value

    def _close(self) -> None:
        cell = self._cell
        if cell is None or self._table is None:
            self._cell = None
            return
        self._cell = None
        text = cell.text.strip()
        failure = _failure(cell, text) or (("text", text) if cell.corrects_reader and text else None)
        if failure is not None:
            self._table.failed_cells.append(((*self._at, self._rows, self._columns), *failure))
            self._hold()
        elif cell.number is not None and self._paragraphs:
            self._table.note_shown(self._at, cell.number, text)
        if self._spans != (1, 1) and (cell.has_type or failure is not None):
            self._table.merged_areas.append((*self._at, *self._spans))

    def _hold(self) -> None:
        if self._table is not None:
            self._table.hold(self._row + self._rows, self._column + self._columns)
            rows = (self._row + 1, self._row + self._rows)
            if self._is_hidden and self._table.hidden_rows[-1:] != [rows]:
                self._table.hidden_rows.append(rows)


def _failure(cell: _Cell, text: str) -> tuple[str, str] | None:
    """Return the kind and text of a formula without a value; None for every other cell."""
    if cell.error:
        return "error", text[:40] or "#"
    if cell.formula and text.startswith(("#", "Err:")):  # as older programs write it
        return "text", text
    if cell.formula and not cell.has_type and not text:
        return "formula", ""
    return None


def _number(text: str) -> float | None:
    """Return the value of a number as it stands in the file; None for what is none."""
    try:
        return float(text) if len(text) < 40 else None
    except ValueError:
        return None


def address(row: int, column: int) -> str:
    """Return the address of a cell, such as `XFD1048576`."""
    return f"{letters(column)}{row}"


def letters(column: int) -> str:
    """Return the letters of a column (from 1)."""
    name = ""
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def _place(reference: str) -> tuple[int, int] | None:
    """Return the row and column of a reference such as `XFD1048576`; None for what is none."""
    match = re.fullmatch(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})", reference.upper())
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return int(match[2]), column


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _is_collapsed(attributes: dict[str, str]) -> bool:
    return attributes.get("table:visibility", "visible") != "visible"


def _add(ranges: list[tuple[int, int]], first: int, last: int) -> None:
    if len(ranges) < _MAX_RANGES:
        ranges.append((first, last))


def _count(text: str | None) -> int:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 10 else 1
