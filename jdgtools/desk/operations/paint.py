"""Terrain and levels of hexes: characters of the pictures in map.yaml, or entries of its tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.pictures import cell_of, legend_of
from jdgtools.desk.structured_text import Value, add_entry, flow_text, is_json, line_before
from jdgtools.desk.text_edit import Edit, TextEdit
from jdgtools.hexgrid import HexGrid
from jdgtools.source.node import Node

_SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+*=%^&$"
_LEVELS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Characters of the levels 0 to 35."""


def paint_terrain(documents: Documents, hexes: Iterable[str], terrain: str) -> Edit:
    """Return the edit that gives hexes a terrain.

    Args:
        documents: of the project.
        hexes: their numbers.
        terrain: id of a hex terrain of the series or of the battle; the legend gets a character for it where
            it has none.

    Raises:
        EditRefused: there is no map with a picture that could be painted, or a hex is not on it.
    """
    numbers = list(dict.fromkeys(hexes))
    document, grid = map_of(documents)
    if not numbers:
        return Edit(f"paint nothing as {terrain}")
    assert document.node is not None
    title = f"paint {_count(numbers)} as {terrain}"
    signs = legend_of(documents)
    sign = next((key for key, value in signs.items() if value == terrain), None)
    changes: list[TextEdit] = []
    if sign is None:
        sign = _free_sign(documents, terrain, signs)
        changes.append(_legend_entry(document, signs, sign, terrain))
    single = document.node.get("hexes")
    for number in numbers:
        index = hex_index(grid, number)
        entry = _entry_of(single, grid, index)
        if entry is not None:
            changes.append(TextEdit(document.path, *document.range(entry.span), terrain))
            continue
        changes.append(_paint_cell(document, "terrain", grid, index, sign))
    return Edit(title, tuple(changes))


def paint_level(documents: Documents, hexes: Iterable[str], level: int) -> Edit:
    """Return the edit that gives hexes a level, from -1 to 35.

    Raises:
        EditRefused: there is no picture of levels, a hex is not on it, or it has no character for the level.
    """
    numbers = list(dict.fromkeys(hexes))
    document, grid = map_of(documents)
    if not -1 <= level < len(_LEVELS):
        raise EditRefused(
            f"a picture has characters for the levels -1 to {len(_LEVELS) - 1}, not for {level}"
        )
    sign = "-" if level < 0 else _LEVELS[level]
    changes = [_paint_cell(document, "levels", grid, hex_index(grid, number), sign) for number in numbers]
    return Edit(f"level {level} in {_count(numbers)}", tuple(changes))


def map_of(documents: Documents) -> tuple[Document, HexGrid]:
    """Return the map file and its grid.

    Raises:
        EditRefused: there is none, or it cannot be read.
    """
    document, grid = documents.map, documents.grid
    if document is None or grid is None:
        raise EditRefused("the project has no map file that can be read; mend its errors first")
    return document, grid


def hex_index(grid: HexGrid, number: str) -> int:
    """Return the hex of a number.

    Raises:
        EditRefused: it is not on the map.
    """
    index = grid.index(number)
    if index is None:
        raise EditRefused(f"hex `{number}` is not on the map: {grid.problem(number)}")
    return index


def _count(numbers: list[str]) -> str:
    return f"hex {numbers[0]}" if len(numbers) == 1 else f"{len(numbers)} hexes"


def _entry_of(table: Node | None, grid: HexGrid, index: int) -> Node | None:
    """Return the value of a hex in a table hex -> terrain, which stands over the picture."""
    for key, child in table.items() if table is not None else ():
        if grid.index(key) == index:
            return child
    return None


def _paint_cell(document: Document, key: str, grid: HexGrid, index: int, sign: str) -> TextEdit:
    cell = cell_of(document, key, grid, index)
    if cell is None:
        raise EditRefused(
            f"`{document.path}` has no picture `{key}` with a character for hex {grid.id(index)}"
        )
    return TextEdit(document.path, *cell, sign)


def _free_sign(documents: Documents, terrain: str, names: Mapping[str, str]) -> str:
    """Return a character for a terrain: that of the series, else a letter of its name, where one is free."""
    picture = documents.map.node.get("terrain") if documents.map and documents.map.node else None
    used = {*names, *(picture.text if picture is not None and picture.is_scalar else "")}
    terrains = documents.series.terrains if documents.series is not None else ()
    glyphs = [one.glyph for one in terrains if one.id == terrain and one.kind == "hex" and one.glyph]
    usual = [sign for glyph in glyphs for sign in (glyph.lower(), glyph)]
    for sign in (*usual, *(one for one in (*terrain, *terrain.upper(), *_SIGNS) if one not in "_/.-")):
        if sign not in used:
            return str(sign)
    raise EditRefused("every character of the legend is used; write one into it by hand")


def _legend_entry(document: Document, names: Mapping[str, str], sign: str, terrain: str) -> TextEdit:
    """Return the edit that puts a character into the legend, in the manner in which it is written.

    A legend stands in the place of the characters of the series: a first one names all that the picture uses.
    """
    assert document.node is not None
    legend = document.node.get("legend")
    if legend is not None and legend.is_map:
        return add_entry(document, legend, terrain, sign)
    if is_json(document) or legend is not None:
        raise EditRefused(f"write a legend into `{document.path}` first: `legend: {{{sign}: {terrain}}}`")
    picture = document.node.get("terrain")
    picture_text = picture.text if picture is not None and picture.is_scalar else ""
    used: dict[str, Value] = {key: value for key, value in names.items() if key in picture_text}
    return line_before(document, "terrain", f"legend: {flow_text({**used, sign: terrain}, False)}")
