"""The layout of source files: pictures and tables aligned, nothing sorted, no comment and no word touched.

`format_texts` says what a formatter would change; formatted texts are left as they are. `upgrade` replaces
words of older versions of the format by those of today.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.pictures import cells_of, picture_edit, signs_of
from jdgtools.desk.refactor.rewrite import PICTURES
from jdgtools.desk.structured_text import remove_entry, replace_scalar
from jdgtools.desk.table_text import CsvTable
from jdgtools.desk.text_edit import Edit, TextEdit, smallest
from jdgtools.source.node import Node

_BLANKS = re.compile(r"[ \t]+(?=[\r\n])")
_UPGRADES = {("module", "kept"): "imported"}
"""Key of battle.yaml and its old word -> the word of today."""


def format_texts(documents: Documents) -> Edit:
    """Return the edit that lays the texts of a project out.

    Rows of a picture begin in one column, every second one of pointed hexes half a hex further right where
    they do so already, with one blank between all characters or none. Rows of a CSV table have as many cells
    as the header, without blanks around them. Lines end alike and without blanks, the last one too.
    """
    changes = [change for document in documents.values() for change in _format_table(document, documents)]
    return smallest(documents.texts, Edit("format", tuple(changes)))


def upgrade(documents: Documents) -> Edit:
    """Return the edit that brings a project of an older version of the format up to date.

    It replaces words, and takes out keys that never did anything; its title names them.
    """
    battle = documents.battle
    changes, words = list[TextEdit](), list[str]()
    if battle is not None and battle.node is not None:
        for (key, old), new in _UPGRADES.items():
            node = battle.node.get(key)
            if node is not None and node.is_scalar and node.text.strip() == old:
                changes.append(replace_scalar(battle, node, new))
                words.append(f"`{key}: {old}` is `{key}: {new}` now")
        theme = battle.node.get("theme")
        colours = theme.get("colours") if theme is not None and theme.is_map else None
        if theme is not None and colours is not None and colours.is_map and not list(colours.items()):
            changes.append(remove_entry(battle, theme, "colours"))
            words.append("`theme: {colours: {}}` said nothing, and is gone")
    return Edit(", ".join(words), tuple(changes))


def _format_table(document: Document, documents: Documents) -> Iterator[TextEdit]:
    if document.kind in ("lock", "other") or document.node is None:
        return
    changes: list[TextEdit] = []
    texts = [document.range(node.span) for node in _long_texts(document.node)]
    if document.kind == "map":
        changes += _pictures(document, documents)
    if document.node.is_table:
        changes += _table(document)
    yield from changes
    left_alone = [*texts, *((change.start, change.end) for change in changes)]
    yield from _line_ends(document, left_alone)


def _pictures(document: Document, documents: Documents) -> Iterator[TextEdit]:
    """Yield the pictures whose rows do not stand as they should; ragged ones are left to the check."""
    grid = documents.grid
    assert document.node is not None
    for key in PICTURES:
        node, signs = document.node.get(key), signs_of(document, key)
        if node is None or node.indent is None or grid is None or len(signs) != grid.rows:
            continue
        if all(len(row) == grid.columns for row in signs) and _is_drawn_in_lines(document, key):
            edit = picture_edit(document, key, signs, grid, grid)
            yield TextEdit(edit.path, edit.start, edit.end, _BLANKS.sub("", edit.text))


def _is_drawn_in_lines(document: Document, key: str) -> bool:
    """Return whether each row of a picture has a line of its own."""
    lines = [document.lines.line_and_column(row[0][0])[0] for row in cells_of(document, key)]
    return len(set(lines)) == len(lines)


def _table(document: Document) -> Iterator[TextEdit]:
    """Yield the rows of a table that are not as long as its header, or have blanks around their cells."""
    try:
        table = CsvTable(document)
    except EditRefused:
        return
    assert document.node is not None
    header = min(span.line for span in document.node.key_spans.values())
    width = len(table.header.cells)
    for line in [header, *(row.span.line for row in document.node.elements())]:
        record = table.record(line)
        cells = [document.text[start:end].strip(" \t") for start, end in record.cells]
        while len(cells) > width and not cells[-1]:
            cells.pop()
        cells += [""] * (width - len(cells))
        yield TextEdit(document.path, record.cells[0][0], record.end, table.separator.join(cells))


def _long_texts(node: Node) -> Iterator[Node]:
    """Yield the texts that go over several lines, whose blanks may belong to them."""
    if node.is_scalar:
        if node.span.end_line > node.span.line:
            yield node
        return
    for child in (*node.elements(), *(child for _, child in node.items())):
        yield from _long_texts(child)


def _line_ends(document: Document, left_alone: list[tuple[int, int]]) -> Iterator[TextEdit]:
    """Yield what makes all lines end alike, outside of texts that are left as they are."""
    text, newline = document.text, document.newline
    left_alone = sorted(left_alone)
    number = 0
    end = len(text.rstrip())
    for match in re.finditer(r"[ \t]*(?:\r\n|\r|\n)", text[:end]):
        while number < len(left_alone) and left_alone[number][1] <= match.start():
            number += 1
        if number < len(left_alone) and left_alone[number][0] < match.end():
            continue
        if match.group() != newline:
            yield TextEdit(document.path, match.start(), match.end(), newline)
    if text[end:] != newline and not any(start < len(text) and stop > end for start, stop in left_alone):
        yield TextEdit(document.path, end, len(text), newline)
