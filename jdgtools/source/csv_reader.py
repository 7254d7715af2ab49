"""CSV to a table of nodes, with the physical line and column of every cell.

`_CsvReader` cuts the text into rows of cells; `build_table` makes nodes of them, as of a spreadsheet's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, pairwise

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.source.lines import LineIndex
from jdgtools.source.node import Node, excerpt
from jdgtools.source.problem import problem
from jdgtools.source.span import Span
from jdgtools.source.table import ERROR, Row, TableCell, build_table

MAX_LINE_LENGTH = 100_000
"""Characters of one line of a table."""
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')
_SEP_LINE = re.compile(r"sep=([,;\t])$", re.IGNORECASE)
_OTHER_SEP_LINE = re.compile(r"sep=(\S)$", re.IGNORECASE)
_SEPARATORS = ("", ",", ";", "\t")
"""What may separate cells, and the end of a line."""
_new_cell = tuple.__new__
"""Makes a `TableCell` of all its fields: as `TableCell(...)`, at half the price."""
_NOT_QUOTED = re.compile(r'"[^"]*"?')


def read_csv(text: str, file: str, delimiter: str | None = None) -> tuple[Node | None, list[Diagnostic]]:
    """Return the rows of a CSV text as a list of maps, one per record.

    Empty cells are absent keys; blank rows and rows that begin with `#` are skipped.

    Args:
        text: the whole text, without byte order mark.
        file: path to show to the user.
        delimiter: comma, semicolon or tab; found from the header when None.
    """
    problems: list[Diagnostic] = []
    reader = _CsvReader(text, file, problems)
    for number, (start, after) in enumerate(pairwise(chain(reader.index.starts, (len(text) + 1,))), 1):
        if after - start <= MAX_LINE_LENGTH:
            continue
        length = reader.line_end(start)[0] - start
        if length > MAX_LINE_LENGTH:
            span = Span(file, number, 1, number, 2)
            message = f"a line of {length:,} characters is too long for a table"
            expected = f"at most {MAX_LINE_LENGTH:,} characters"
            hint = "this looks like another kind of file, or line ends were lost"
            return None, [problem("SRC005", span, message, expected=expected, hint=hint)]
    table = build_table(reader.rows(delimiter), file, problems)
    return table, problems


def sniff(header: str) -> str:
    """Return the delimiter of a header line: the most frequent of comma, semicolon and tab."""
    header_text = _NOT_QUOTED.sub("", header)
    return max(_SEPARATORS[1:], key=header_text.count)


def _is_failed_formula(line: str) -> bool:
    """Return whether a line begins with the error of a formula, such as `#N/A`, and so is no comment."""
    mark = ERROR.match(line)
    return mark is not None and line[mark.end() : mark.end() + 1].strip() in _SEPARATORS


class _CsvReader:
    """Cuts a text into rows of cells.

    A line without quotation marks is a row (`simple_row`); a cell in quotation marks may hold separators and
    line ends (`quoted_row`). A position is an offset in the whole text.
    """

    def __init__(self, text: str, file: str, problems: list[Diagnostic]) -> None:
        self.text = text
        self.index = LineIndex(text, file)
        self.problems = problems
        self.width = 0
        """Columns of the header; 0 = it has not been read."""
        self.has_sep_line = False
        """Whether the table itself says what separates its cells: names may hold all other signs."""
        self.sign_of_all: str | None = None
        """What separates the cells of a table that no reader cuts, such as `|`; None = it is cut well."""

    def line_end(self, start: int) -> tuple[int, int]:
        """Return the end of the line's text and the start of the next line."""
        line = self.index.line_and_column(start)[0]
        starts, text = self.index.starts, self.text
        if line == len(starts):
            return len(text), len(text) + 1
        after = starts[line]
        return after - (2 if text[start:after].endswith("\r\n") else 1), after

    def rows(self, delimiter: str | None) -> Iterator[Row]:
        """Yield the rows, without blank and comment lines."""
        at = 0
        while at <= len(self.text):
            end, after = self.line_end(at)
            line = self.text[at:end]
            text = line.strip()
            if not text or (text.startswith("#") and not _is_failed_formula(text)):
                at = after
                continue
            if delimiter is None:
                sep_line = _SEP_LINE.match(line.rstrip(" \r"))
                if sep_line:
                    delimiter, self.has_sep_line = sep_line.group(1), True
                    at = after
                    continue
                delimiter = sniff(line)
            if '"' in line:
                row, at = self.quoted_row(at, delimiter)
            else:  # a quoted cell says itself what belongs to it
                sign = self.other_separator(line, delimiter)
                if sign is not None:
                    self.report_separator(line, at, sign, delimiter)
                    if _OTHER_SEP_LINE.match(text) and not self.width:
                        at = after
                        continue
                    line = line.replace(sign, delimiter)  # the row is read as it was meant
                row, at = self.simple_row(line, at, delimiter), after
            if row:
                self.width = self.width or row[-1].number + 1
                yield row

    def other_separator(self, line: str, delimiter: str) -> str | None:
        """Return the sign that stands in a line where cells should be separated; None = all is well.

        A row lacks as many cells as it has of the sign. Before a blank it belongs to a text.
        """
        text = line.strip()
        has_delimiter = delimiter in line
        if not self.width and (sep_line := _OTHER_SEP_LINE.match(text)):
            return sep_line[1]
        missing = self.width - 1 - line.count(delimiter)
        for sign in (*_SEPARATORS[1:], "|", "^"):
            if sign == delimiter or (has_delimiter and f"{sign} " in text):
                continue
            if text.count(sign) == missing > 0:
                return sign
            if not self.width and sign in text and not (has_delimiter and self.has_sep_line):
                return sign
        return None

    def report_separator(self, line: str, at: int, sign: str, delimiter: str) -> None:
        """Report a sign that separates cells of a row; where that of all cells is another one, once."""
        if sign == self.sign_of_all:
            return
        text, has_delimiter = line.strip(), delimiter in line
        start = at + line.index(sign if has_delimiter else text)
        span = self.index.span(start, start + (1 if has_delimiter else len(text)))
        sign_shown, header_sign = ("a tab" if s == "\t" else f"`{s}`" for s in (sign, delimiter))
        cells = ("two cells" if text.count(sign) == 1 else "some cells") if has_delimiter else "the cells"
        message = f"{sign_shown} separates {cells} of this row"
        hint = "save the table anew with one of these between the cells, and the same in all rows"
        if self.width:
            expected = f"{header_sign}, as in the header"
        elif has_delimiter:
            expected = f"{header_sign}, as between the other names"
        else:
            expected = "a comma, a semicolon or a tab (in .tsv a tab)"
            self.sign_of_all = sign
        if has_delimiter:
            hint = f"write {header_sign}, or put a text that holds {sign_shown} in quotes"
        self.problems.append(problem("SRC055", span, message, found=sign_shown, expected=expected, hint=hint))

    def simple_row(self, line: str, start: int, delimiter: str) -> Row:
        """Return the cells of a line without quotation marks."""
        number = self.index.line_and_column(start)[0]
        row: Row = []
        first = 1
        for column, raw in enumerate(line.split(delimiter)):
            after = first + len(raw) + 1
            text = raw.strip()
            if text:
                if text != raw:
                    first += len(raw) - len(raw.lstrip())
                # A table may have hundreds of thousands.
                row.append(
                    _new_cell(TableCell, (column, text, number, first, number, first + len(text), False))
                )
            first = after
        return row

    def quoted_row(self, at: int, delimiter: str) -> tuple[Row, int]:
        """Return the cells of a record with quotation marks and the start of the next record."""
        row: Row = []
        column = 0
        text = self.text
        while True:
            while text[at : at + 1] in (" ", "\t") and text[at] != delimiter:
                at += 1
            is_quoted = text[at : at + 1] == '"'
            if is_quoted:
                match = _QUOTED.match(text, at)
                if match is None or self.swallows_next_cell(at, match.end(), delimiter):
                    self.report_unclosed(at)
                    content = self.intended_text(at, column, delimiter)
                    end = at + 1 + len(content)
                else:
                    content, end = match.group(1).replace('""', '"'), match.end()
            else:
                content, end = "", at
            stop = self.cell_end(end, delimiter)
            rest = text[end:stop].strip()
            if is_quoted and rest:
                self.report_text_after_quote(end, stop)
            elif not is_quoted:
                content, end = rest, at + len(rest)
            if content.strip():
                line, col = self.index.line_and_column(at)
                end_line, end_col = self.index.line_and_column(end)
                row.append(TableCell(column, content.strip(), line, col, end_line, end_col))
            column += 1
            if text[stop : stop + 1] != delimiter:
                return row, self.line_end(stop)[1]
            at = stop + 1

    def cell_end(self, at: int, delimiter: str) -> int:
        """Return the offset of the next delimiter or line end."""
        end = self.line_end(at)[0]
        index = self.text.find(delimiter, at, end)
        return end if index < 0 else index

    def swallows_next_cell(self, at: int, end: int, delimiter: str) -> bool:
        """Return whether a mark that ends a cell opens another: text after it, a line or separator before."""
        before = self.text[max(at + 1, end - 4) : end - 1].rstrip(" ")
        over = end > self.line_end(at)[0] or before.endswith(delimiter)
        return over and bool(self.text[end : self.cell_end(end, delimiter)].strip())

    def intended_text(self, at: int, column: int, delimiter: str) -> str:
        """Return what a cell that is never closed was to hold: what leaves a line that fits the header."""
        pieces = self.text[at + 1 : self.line_end(at)[0]].split(delimiter)
        surplus = column + len(pieces) - self.width if self.width else 0
        return delimiter.join(pieces[: max(0, surplus) + 1])

    def report_unclosed(self, at: int) -> None:
        """Report a quotation mark that opens a cell and is never closed."""
        message = "a quotation mark opens a cell and is never closed"
        hint = 'close the cell with `"`; a quotation mark inside a cell is written `""`'
        span = self.index.span(at, at + 1)
        self.problems.append(problem("SRC033", span, message, expected='a closing `"`', hint=hint))

    def report_text_after_quote(self, start: int, end: int) -> None:
        """Report text between the closing quotation mark of a cell and the delimiter."""
        quotation = excerpt(self.text[start:end].strip())
        message = f"found `{quotation}` after the closing quotation mark of a cell"
        hint = 'put the whole cell in quotes; a quotation mark inside it is written `""`'
        span = self.index.span(start, end)
        self.problems.append(
            problem("SRC034", span, message, found=f"`{quotation}`", expected="the separator", hint=hint)
        )
