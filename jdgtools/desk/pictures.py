"""The pictures of a map file, in which each hex is a character: where it stands, and what to write there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.desk.documents import Document
from jdgtools.source.lines import split_lines

if TYPE_CHECKING:
    from jdgtools.hexgrid import HexGrid


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


def cell_of(document: Document, key: str, grid: HexGrid, index: int) -> tuple[int, int] | None:
    """Return the offsets of the character of a hex in a picture; None where the picture does not reach it."""
    column, row = grid.offset(index)
    rows = cells_of(document, key)
    return rows[row][column] if row < len(rows) and column < len(rows[row]) else None
