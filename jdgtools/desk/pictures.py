"""The pictures of a map file, in which each hex is a character: where it stands, and what to write there."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.text_edit import TextEdit
from jdgtools.source.lines import split_lines

if TYPE_CHECKING:
    from jdgtools.hexgrid import HexGrid

_INDICATOR = re.compile(r"(?<=\|)[1-9]")


def legend_of(documents: Documents) -> dict[str, str]:
    """Return what characters of the terrain picture mean: those of its legend, else those of the series."""
    node = documents.map.node if documents.map is not None else None
    legend = node.get("legend") if node is not None else None
    entries = {
        sign: one.text for sign, one in (legend.items() if legend is not None else ()) if one.is_scalar
    }
    if entries or documents.series is None:
        return entries
    return {one.glyph: one.id for one in documents.series.terrains if one.kind == "hex" and one.glyph}


def cells_of(document: Document, key: str) -> list[list[tuple[int, int]]]:
    """Return where the characters of a picture stand: rows of (start, end) offsets in the text of the file.

    Args:
        document: the map file.
        key: `terrain`, `levels` or `playable`.

    Returns:
        A list for each line of the picture that is not blank; empty where there is no such picture, or where
        it is written so that its characters cannot be told apart (a quoted text with escapes).
    """
    node = document.node.get(key) if document.node is not None else None
    if node is None or not node.is_scalar:
        return []
    rows: list[list[tuple[int, int]]] = []
    for number, line in enumerate(split_lines(node.text)):
        row = []
        for column, sign in enumerate(line):
            if sign.isspace():
                continue
            span = node.char_span(number, column)
            start = document.offset(span.line, span.col)
            if document.text[start : start + 1] != sign:
                return _written_cells(document, key)
            row.append((start, start + 1))
        if row:
            rows.append(row)
    return rows


def _written_cells(document: Document, key: str) -> list[list[tuple[int, int]]]:
    r"""Return the cells of a picture in a quoted text, whose lines are divided by `\n` (JSON projects)."""
    node = document.node.get(key) if document.node is not None else None
    assert node is not None
    start, end = document.range(node.span)
    rows: list[list[tuple[int, int]]] = [[]]
    at = start + 1
    while at < end - 1:
        sign = document.text[at]
        if sign == "\\":
            if document.text[at + 1] != "n":
                return []
            rows.append([])
            at += 2
            continue
        if not sign.isspace():
            rows[-1].append((at, at + 1))
        at += 1
    return [row for row in rows if row]


def signs_of(document: Document, key: str) -> list[list[str]]:
    """Return the characters of a picture, row by row; empty where there is none that can be told apart."""
    return [[document.text[start] for start, _ in row] for row in cells_of(document, key)]


def picture_edit(
    document: Document, key: str, rows: list[list[str]], grid: HexGrid, old: HexGrid
) -> TextEdit:
    """Return the replacement of a whole picture by other characters, laid out as it was.

    Args:
        document: the map file.
        key: of a picture that `cells_of` finds.
        rows: characters, row by row.
        grid: of these characters; shifted rows of pointed hexes begin further right where those of the
            picture did, and where it was one of flat-topped hexes.
        old: grid of the picture.
    """
    node = document.node.get(key) if document.node is not None else None
    cells = cells_of(document, key)
    end = cells[-1][-1][1]
    has_spaces = any(b[0] - a[1] > 0 for row in cells for a, b in pairwise(row))
    sign = " " if has_spaces else ""
    if node is None or node.indent is None:  # a quoted text
        return TextEdit(document.path, cells[0][0][0], end, r"\n".join(sign.join(row) for row in rows))
    leans = _leans(document, cells) if old.orientation == "pointy" else has_spaces
    leans = leans and grid.orientation == "pointy"
    columns = [document.lines.line_and_column(row[0][0])[1] - 1 for row in cells]
    first = min(columns)
    lines = [
        f"{' ' * first}{' ' if leans and grid.is_shifted(0, number) else ''}{sign.join(row)}"
        for number, row in enumerate(rows)
    ]
    # YAML takes the blanks of the first line for the indentation unless the head says how many there are.
    start, _ = document.range(node.span)
    body = document.lines.starts[node.span.line]
    head = _INDICATOR.sub("", document.text[start:body])
    if leans and grid.is_shifted(0, 0):
        head = head.replace("|", f"|{first}", 1)
    return TextEdit(document.path, start, end, head + document.newline.join(lines))


def _leans(document: Document, cells: list[list[tuple[int, int]]]) -> bool:
    """Return whether some rows of a picture begin further right than others."""
    return len({document.lines.line_and_column(row[0][0])[1] for row in cells}) > 1


def cell_of(document: Document, key: str, grid: HexGrid, index: int) -> tuple[int, int] | None:
    """Return the offsets of the character of a hex in a picture; None where the picture does not reach it."""
    column, row = grid.offset(index)
    rows = cells_of(document, key)
    return rows[row][column] if row < len(rows) and column < len(rows[row]) else None
