"""The texts of a battle for another grid: only what names a hex, a direction or a corner changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.hex_words import HexWord, hex_words
from jdgtools.desk.mentions import hex_spans, pairs_of
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.pictures import legend_of, picture_edit, signs_of
from jdgtools.desk.refactor.drawn_ground import (
    hand_edits,
    line_edits,
    refuse_fixed_ground,
    rotation_edits,
)
from jdgtools.desk.refactor.grid_change import GridChange
from jdgtools.desk.structured_text import remove_entry, remove_last, set_key
from jdgtools.desk.text_edit import Edit, TextEdit
from jdgtools.hexgrid import HexGrid, NameProblem, Numbering
from jdgtools.hexgrid.names import corner_name, direction_name, parse_corner, parse_direction
from jdgtools.source.node import Node

PICTURES = ("terrain", "levels", "playable")
"""Keys of map.yaml in which each hex is a character."""
_TURNED = "# the map was turned"
"""Tells the direction of north that a change has written from one of the author's."""
_STAGGERS = {"odd-columns": "even", "even-columns": "odd", "odd-rows": "even", "even-rows": "odd"}
"""Designers count columns and rows from 1, the numbering from 0."""


def rewrite(documents: Documents, change: GridChange, fill: str | None = None) -> Edit:
    """Return the edit that carries a project over to another grid.

    Args:
        documents: of the project; their grid is the old one.
        change: from the old grid to the new one.
        fill: terrain of new hexes; None = that of the first character of the legend.

    Raises:
        EditRefused: a text names a hex that is cut off, the ground comes from elsewhere, or a table is a
            spreadsheet.
    """
    document = documents.map
    if document is None or document.node is None:
        raise EditRefused("the project has no map file that can be read; mend its errors first")
    _refuse_other_ground(documents, document.node, change)
    changes: dict[TextEdit, None] = {}
    mentions_beyond: list[str] = []
    for one in documents.values():
        if one.node is None or one.kind in ("strings", "lock", "other", "oob"):
            continue
        for span, with_offsets in hex_spans(one):
            if with_offsets and one.kind == "map" and change.moves_ground:
                changes.update(dict.fromkeys(line_edits(one, span, change)))
                continue
            words = hex_words(one.written_at(span), change.old, with_offsets)
            changes.update(dict.fromkeys(_rename_in(one, one.range(span)[0], words, change, mentions_beyond)))
        changes.update(dict.fromkeys(_compass(one, documents, change)))
    if mentions_beyond:
        mentions_shown = ", ".join(mentions_beyond[:5]) + (
            f" and {len(mentions_beyond) - 5} more places" if len(mentions_beyond) > 5 else ""
        )
        raise EditRefused(f"hexes that are cut off are named: {mentions_shown}; take these entries out first")
    edits = [*changes, *_pictures(documents, document, change, fill), *_grid(document, change)]
    edits += [*hand_edits(document, change, documents.series), *rotation_edits(document, change)]
    return Edit(change.title, tuple(edit for edit in edits if _changes(documents, edit)))


def _changes(documents: Documents, edit: TextEdit) -> bool:
    return documents[edit.path].text[edit.start : edit.end] != edit.text


def _refuse_other_ground(documents: Documents, root: Node, change: GridChange) -> None:
    tables = [path for path in documents.sheets if path.lower().endswith((".xlsx", ".ods"))]
    setups = {name for one in documents.of("scenario") for name in _names(one.node, "setup_tables")}
    if change.moves_names and (sheets := sorted(setups.intersection(tables))):
        raise EditRefused(
            f"`{sheets[0]}` names hexes and is a spreadsheet, which is not written: save it as CSV"
        )
    battle = documents.battle
    if battle is not None and battle.node is not None and (module := battle.node.get("module")) is not None:
        raise EditRefused(
            f"the map belongs to an imported module (`module: {module.text}`), whose grid stays"
        )
    if not change.moves_ground:
        return
    refuse_fixed_ground(root, change)


def _names(node: Node | None, key: str) -> list[str]:
    child = node.get(key) if node is not None else None
    nodes = [] if child is None else child.elements() if child.is_list else [child]
    return [one.text for one in nodes if one.is_scalar]


def _rename_in(
    document: Document, start: int, words: list[HexWord], change: GridChange, lost_ids: list[str]
) -> Iterator[TextEdit]:
    """Yield the replacements of hexes, directions and corners in a text that begins at an offset."""
    orientation = change.new.orientation
    for word in words:
        first, last = start + word.start, start + word.end
        if word.kind == "hex":
            index = change.hexes[word.hex]
            if index is None:
                line = document.lines.line_and_column(first)[0]
                lost_ids.append(f"`{document.text[first:last]}` in {document.path}, line {line}")
                continue
            new = change.new.id(index)
        elif word.kind == "direction":
            new = direction_name(orientation, change.direction(word.value))
        else:
            new = corner_name(orientation, change.corner(word.value))
        if new != document.text[first:last].upper():
            yield TextEdit(document.path, first, last, new)


def _compass(document: Document, documents: Documents, change: GridChange) -> Iterator[TextEdit]:
    """Yield the replacements of facings, of directions over the edge of the map, and of its edges."""
    if not (change.sixths or change.is_mirrored or change.old.orientation != change.new.orientation):
        return
    corners = _faces_corners(documents)
    assert document.node is not None
    for path, key, node in pairs_of(document.node):
        text = node.text.strip() if node.is_scalar else ""
        if not text:
            continue
        owner = path[-1] if path else ""
        new = None
        if key == "facing":
            new = _turned_name(text, corners, change)
        elif key in ("from", "to") and owner == "ways":
            new = _turned_name(text, False, change)
        elif key == "corner" and owner == "points":
            new = _turned_name(text, True, change)
        elif key == "rout_edge":
            new = change.edges(text)
        if new is not None and new != text.upper():
            start, end = document.range(node.span)
            at = document.text.find(text, start, end)
            if at >= 0:
                yield TextEdit(document.path, at, at + len(text), new)


def _faces_corners(documents: Documents) -> bool:
    return documents.series is None or documents.series.facing == "corner"


def _turned_name(text: str, is_corner: bool, change: GridChange) -> str | None:
    """Return a direction or corner in the new grid; None where the text is none."""
    orientation = change.new.orientation
    if is_corner:
        value = parse_corner(text, change.old.orientation)
        return None if isinstance(value, NameProblem) else corner_name(orientation, change.corner(value))
    value = parse_direction(text, change.old.orientation)
    return None if isinstance(value, NameProblem) else direction_name(orientation, change.direction(value))


def _pictures(
    documents: Documents, document: Document, change: GridChange, fill: str | None
) -> Iterator[TextEdit]:
    """Yield the pictures of the map with their characters in the places of the new grid."""
    assert document.node is not None
    if not change.moves_ground:
        return
    old, new = change.old, change.new
    for key in PICTURES:
        signs = signs_of(document, key)
        if not signs:
            continue
        if len(signs) != old.rows or any(len(row) != old.columns for row in signs):
            raise EditRefused(f"the picture `{key}` has not {old.rows} lines of {old.columns} characters")
        empty = _fill_sign(documents, key, signs, fill)
        rows = [[empty] * new.columns for _ in range(new.rows)]
        for i in old.hexes:
            index = change.hexes[i]
            if index is not None:
                (c, r), (column, row) = old.offset(i), new.offset(index)
                rows[row][column] = signs[r][c]
        if key == "levels":
            _lead_on(rows, new, change)
        yield picture_edit(document, key, rows, new, old)


def _lead_on(rows: list[list[str]], grid: HexGrid, change: GridChange) -> None:
    """Give new hexes the level of the nearest old one: the ground goes on as it was at the edge."""
    old = {grid.offset(index) for index in change.hexes if index is not None}
    columns, lines = {c for c, _ in old}, {r for _, r in old}
    for row in range(grid.rows):
        for column in range(grid.columns):
            if (column, row) not in old:
                near = (min(max(column, min(columns)), max(columns)), min(max(row, min(lines)), max(lines)))
                rows[row][column] = rows[near[1]][near[0]]


def _fill_sign(documents: Documents, key: str, signs: list[list[str]], fill: str | None) -> str:
    """Return the character of new hexes: of the terrain that is asked for, else the usual one."""
    if key != "terrain":
        return next((sign for row in signs for sign in row if sign != "#"), ".")
    signs_by_terrain: dict[str, str] = {}
    for sign, terrain in legend_of(documents).items():
        signs_by_terrain.setdefault(terrain, sign)
    if fill is not None and fill not in signs_by_terrain:
        raise EditRefused(f"the legend of the map has no character for `{fill}`")
    return signs_by_terrain[fill] if fill is not None else next(iter(signs_by_terrain.values()), signs[0][0])


def _grid(document: Document, change: GridChange) -> Iterator[TextEdit]:
    """Yield the replacements in the block `grid:`.

    Keys that a former change has added go when they come to say what holds without them.
    """
    assert document.node is not None
    node = document.node.get("grid")
    assert node is not None
    values = _grid_values(change.new)
    new = {key: value for key, value in values.items() if value != _grid_values(change.old)[key]}
    north = node.get("north")
    angle = north.as_float() if north is not None else 0.0
    if angle is not None and change.north(angle) != angle:
        yield _north(document, node, change.north(angle))
    numbering = {
        key: value
        for key, value in _numbering_values(change.new.numbering).items()
        if value != _numbering_values(change.old.numbering)[key]
    }
    old = node.get("numbering")
    if numbering and (old is None or not old.is_map):
        new["numbering"] = numbering
    elif numbering and old is not None and _usual_at_end(old, numbering) == len(old.value):
        new["numbering"] = {}
    elif numbering and old is not None:
        yield from _set_keys(document, old, numbering)
    if new.get("numbering") == {} and not _usual_at_end(node, new):
        assert old is not None
        yield from _set_keys(document, old, numbering)
        del new["numbering"]
    yield from _set_keys(document, node, new)


def _north(document: Document, node: Node, angle: float) -> TextEdit:
    """Return what says where north is; a line that a former change has added goes when that is up again."""
    degrees = int(angle) if angle.is_integer() else angle
    old = node.get("north")
    edit = set_key(document, node, "north", degrees)
    if old is None:
        is_line = edit.text.endswith(document.newline)
        text = edit.text.rstrip("\r\n") + f"   {_TURNED}{document.newline}" if is_line else edit.text
        return TextEdit(edit.path, edit.start, edit.end, text)
    end = document.range(old.span)[1]
    if degrees == 0 and document.text[end:].lstrip(" ").startswith(_TURNED):
        return remove_entry(document, node, "north")
    return edit


def _usual_at_end(node: Node, values: dict[str, Any]) -> int:
    """Return how many keys at the end of a map get a value that holds without them as well."""
    usual = {"numbering": {}, **_numbering_values(Numbering())}
    count = 0
    for key in reversed(list(node.value)):
        if key not in values or usual.get(key) != values[key]:
            break
        count += 1
    return count


def _set_keys(document: Document, node: Node, values: dict[str, Any]) -> Iterator[TextEdit]:
    """Yield the replacements that set several keys of one map; new ones are added by a single one."""
    count = _usual_at_end(node, values)
    if 0 < count < len(node.value):
        yield remove_last(document, node, count)
        values = {key: value for key, value in values.items() if key not in list(node.value)[-count:]}
    edits_of_keys: list[TextEdit] = []
    for key, value in values.items():
        edit = set_key(document, node, key, value)
        if node.get(key) is None:
            edits_of_keys.append(edit)
        else:
            yield edit
    if edits_of_keys:
        text = "".join(edit.text for edit in edits_of_keys)
        yield TextEdit(document.path, edits_of_keys[0].start, edits_of_keys[0].end, text)


def _grid_values(grid: HexGrid) -> dict[str, Any]:
    return {
        "columns": grid.columns,
        "rows": grid.rows,
        "orientation": grid.orientation,
        "shifted": "even" if grid.parity == "odd" else "odd",
    }


def _numbering_values(numbering: Numbering) -> dict[str, Any]:
    values = structs.asdict(numbering)
    values["letters"] = values["letters"] or "none"
    values["stagger"] = _STAGGERS.get(values["stagger"] or "", "none")
    return values
