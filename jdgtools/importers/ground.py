"""Terrain and levels of our own modules: the zones that name them under the mouse say them hex by hex."""

from __future__ import annotations

import re
from collections.abc import Mapping

from jdgtools.importers.boards import ModuleBoard
from jdgtools.importers.draft import Values
from jdgtools.importers.words import SeriesWords
from jdgtools.importers.yamltext import LiteralBlock
from jdgtools.importers.zone_finder import ZoneFinder
from jdgtools.model.text import Text

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LEVEL = re.compile(r"(?:level |niveau |poziom )?(-?\d{1,2})(?:\. szint)?")
"""A level, as the names of zones have it in the languages of the module."""


def zone_terrain(board: ModuleBoard, words: SeriesWords) -> tuple[Values, Mapping[str, int]] | None:
    """Return legend, terrain, levels and playable area of a map file, and names unknown to the series.

    A terrain of the battle's own stands as open ground in the file; its name has the number of its hexes.
    None when no zone names a terrain of the series, or one has no such name at all: nothing is guessed here.
    """
    if board.grid is None or not board.zones:
        return None
    grid = board.grid.grid
    hex_terrains = [(t.id, t.name) for t in words.series.terrains if t.kind == "hex"]
    ids = {terrain_id for terrain_id, _ in hex_terrains}
    terrains: list[str] = []
    levels: list[str] = []
    finder = ZoneFinder()
    read: dict[str, tuple[str, str] | None] = {}
    strange: dict[str, int] = {}
    for i in range(grid.size):
        x, y = board.grid.centre(i)
        zone = finder.at(board, x, y)
        if finder.left < 0:
            return None
        if i not in grid or zone is None:
            terrains.append("")
            levels.append("0")
            continue
        if zone.name not in read:
            read[zone.name] = _read(zone.name, hex_terrains, words)
        description = read[zone.name]
        if description is None:
            return None
        if description[0] not in ids:
            strange[description[0]] = strange.get(description[0], 0) + 1
        terrains.append(description[0])
        levels.append(description[1])
    used = [t for t, _ in hex_terrains if t in terrains]
    if not used:
        return None
    glyphs = _glyphs(used, words)
    # A hex out of play has no terrain in the module; it must still have one in the file.
    spare = next((t.id for t in words.series.terrains if t.clear and t.kind == "hex"), used[0])
    if spare not in glyphs:
        glyphs = _glyphs([*used, spare], words)
    values: Values = {"legend": {g: t for t, g in glyphs.items()}}
    values["terrain"] = _rows([glyphs[t if t in ids else spare] for t in terrains], grid.columns)
    values["levels"] = _rows(levels, grid.columns)
    if "" in terrains:
        values["playable"] = _rows(["." if t else "#" for t in terrains], grid.columns)
    return values, strange


def _read(name: str, names: list[tuple[str, Text]], words: SeriesWords) -> tuple[str, str] | None:
    """Return terrain and level (a character of the picture) of a zone's name such as `wood, level 1, Mill`.

    The terrain is an id, or the name itself where the series has no such terrain. What follows are names of
    places.
    """
    parts = name.split(", ")
    heads = ((", ".join(parts[:n]), parts[n:]) for n in range(len(parts), 0, -1))
    terrain_id, rest = next(
        ((known_id, rest) for head, rest in heads if (known_id := words.find(names, head))),
        (parts[0], parts[1:]),
    )
    number = _LEVEL.fullmatch(rest[0]) if rest else None
    if number is None:
        return (terrain_id, "0") if words.series.terrain(terrain_id, "hex") else None
    level = int(number[1])
    if level == -1:
        return terrain_id, "-"
    return (terrain_id, "0123456789abcdefghijklmnopqrstuvwxyz"[level]) if 0 <= level < 36 else None


def _glyphs(used: list[str], words: SeriesWords) -> dict[str, str]:
    """Return a character for every terrain: the series' own, or a letter that is free."""
    glyphs: dict[str, str] = {}
    for terrain_id in used:
        definition = words.series.terrain(terrain_id, "hex")
        glyph = definition.glyph if definition else ""
        if len(glyph) != 1 or glyph in glyphs.values() or glyph.isspace():
            glyph = next(c for c in _LETTERS if c not in glyphs.values())
        glyphs[terrain_id] = glyph
    return glyphs


def _rows(cells: list[str], columns: int) -> LiteralBlock:
    return LiteralBlock(tuple(" ".join(cells[at : at + columns]) for at in range(0, len(cells), columns)))
