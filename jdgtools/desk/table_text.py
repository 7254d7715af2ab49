"""Cells and rows of CSV texts: the replacements that set a cell, add a row and take one away.

Separator, quotes, blank lines and comments stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from jdgtools.desk.documents import Document
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.text_edit import TextEdit
from jdgtools.source.cell_text import plain_cell, stored_cell
from jdgtools.source.csv_reader import sniff
from jdgtools.source.node import Node


class TableRow(Struct, frozen=True):
    """One row of a table, or its header."""

    cells: tuple[tuple[int, int], ...]
    """Offsets of the cells, quotes and blanks included, empty ones too."""
    end: int
    """Offset of the line end."""


class CsvTable:
    """A CSV or TSV text that is edited in place: where its rows, columns and cells stand.

    Args:
        document: a text that was read as a table.

    Raises:
        EditRefused: it is no table with a header.
    """

    def __init__(self, document: Document) -> None:
        node = document.node
        if node is None or not node.is_table:
            raise EditRefused(f"`{document.path}` is not a table that can be read; mend its errors first")
        self.document = document
        self.node = node
        first = min(span.line for span in node.key_spans.values())
        start = document.lines.starts[first - 1]
        header = document.text[start:].split("\n", 1)[0].rstrip("\r")
        before = document.text[:start].strip().lower()
        heading = before[-1:] if before.startswith("sep=") else ""
        self.separator = "\t" if document.path.lower().endswith(".tsv") else heading or sniff(header)
        self.header = self.record(first)
        self.columns = {self._text(cell): number for number, cell in enumerate(self.header.cells)}

    def record(self, line: int) -> TableRow:
        """Return the row that begins in a line, counted from 1."""
        text, at = self.document.text, self.document.lines.starts[line - 1]
        cells = []
        while True:
            start, in_quotes = at, False
            while at < len(text):
                sign = text[at]
                if sign == '"' and (in_quotes or not text[start:at].strip()):
                    in_quotes = not in_quotes
                elif not in_quotes and (sign == self.separator or sign in "\r\n"):
                    break
                at += 1
            cells.append((start, at))
            if text[at : at + 1] != self.separator:
                return TableRow(tuple(cells), at)
            at += 1

    def row(self, key: str, value: str) -> Node | None:
        """Return the row that has a value in a column."""
        for row in self.node.elements():
            cell = row.get(key)
            if cell is not None and cell.text.strip() == value:
                return row
        return None

    def set_cell(self, row: Node, column: str, value: str) -> TextEdit:
        """Return the replacement of a cell's text.

        Raises:
            EditRefused: the table has no such column.
        """
        number = self.columns.get(column)
        if number is None:
            raise EditRefused(f"`{self.document.path}` has no column `{column}`; add it to the header first")
        record = self.record(row.span.line)
        new = self.quote(value)
        missing = number - len(record.cells) + 1
        if missing > 0:
            return TextEdit(self.document.path, record.end, record.end, self.separator * missing + new)
        start, end = record.cells[number]
        text = self.document.text[start:end]
        if text.strip():
            start, end = start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())
            if text.strip().startswith('"'):
                new = '"' + stored_cell(value).replace('"', '""') + '"'
        return TextEdit(self.document.path, start, end, new)

    def add_row(self, values: Mapping[str, str], below: Node | None = None) -> TextEdit:
        """Return what is put below a row, by default the last one.

        Raises:
            EditRefused: the table has no column for one of the values.
        """
        missing = [name for name in values if name not in self.columns]
        if missing:
            raise EditRefused(
                f"`{self.document.path}` has no column `{missing[0]}`; add it to the header first"
            )
        cells = [self.quote(values.get(name, "")) for name in self.columns]
        rows = self.node.elements()
        above = below or (rows[-1] if rows else None)
        end = self.record(above.span.line).end if above is not None else self.header.end
        return TextEdit(self.document.path, end, end, self.document.newline + self.separator.join(cells))

    def remove_row(self, row: Node) -> TextEdit:
        """Return what takes a row out, with its line end."""
        start, end = self.row_range(row)
        text = self.document.text
        if text[end : end + 2] == "\r\n":
            return TextEdit(self.document.path, start, end + 2, "")
        if end < len(text):
            return TextEdit(self.document.path, start, end + 1, "")
        before = 2 if text[start - 2 : start] == "\r\n" else 1
        return TextEdit(self.document.path, start - before, end, "")

    def row_range(self, row: Node) -> tuple[int, int]:
        """Return the offsets of a row without its line end."""
        record = self.record(row.span.line)
        return record.cells[0][0], record.end

    def quote(self, value: str) -> str:
        """Return a text as a cell holds it, in quotes where it must be."""
        value = stored_cell(value)
        if any(sign in value for sign in (self.separator, '"', "\n", "\r")) or value != value.strip():
            return '"' + value.replace('"', '""') + '"'
        return value

    def _text(self, cell: tuple[int, int]) -> str:
        text = self.document.text[cell[0] : cell[1]].strip()
        if text.startswith('"'):
            text = text.strip('"').replace('""', '"')
        return " ".join(plain_cell(text).split())
