"""Names of terrains that a designer or a module gives: ids of the series, or words of the battle's own."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct, field

from jdgtools.errors import InputRefused
from jdgtools.importers.draft import Values
from jdgtools.importers.ids import Ids
from jdgtools.model.definition import SeriesDef
from jdgtools.source.cell_text import plain_cell

MAX_OWN = 60
"""Most terrains of its own that a battle has."""
MAX_NAMED_HEXES = 100_000
"""Most hexes that a file of terrains may name."""
_GLYPHS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ijklmnopqrstuvwxyz+*=%&@~^"
"""Characters of terrains with a name in a text map; `a` to `h` are those of classes without one."""


class TerrainNames(Struct):
    """Gives every name of a terrain its id and its character in text maps, each once."""

    series: SeriesDef
    entries: dict[str, Values] = field(default_factory=dict)
    """Id -> entry of the vocabulary, for names that the series does not have."""
    glyphs: dict[str, str] = field(default_factory=dict)
    """Id -> character."""
    _ids: Ids = field(default_factory=Ids)
    _known_names: dict[str, str] = field(default_factory=dict)

    def take(self, name: str) -> str:
        """Return the id of a terrain; '' when the battle has too many of its own."""
        key = " ".join(name.replace("_", " ").split()).casefold()
        if key not in self._known_names:
            terrain_id = self._of_series(key) or self._add(" ".join(name.replace("_", " ").split()))
            if terrain_id and terrain_id not in self.glyphs:
                glyph = self._glyph(terrain_id)
                terrain_id = terrain_id if glyph else ""
                if glyph:
                    self.glyphs[terrain_id] = glyph
            self._known_names[key] = terrain_id
        return self._known_names[key]

    def _of_series(self, key: str) -> str:
        for terrain in self.series.terrains:
            names = (terrain.id, *(text for _, text in terrain.name.values))
            if terrain.kind == "hex" and key in (name.casefold() for name in names):
                return terrain.id
        return ""

    def _add(self, name: str) -> str:
        if len(self.entries) >= MAX_OWN:
            return ""
        clear = next((t.id for t in self.series.terrains if t.kind == "hex" and t.clear), "clear")
        for terrain in self.series.terrains:
            self._ids.keep(terrain.id)
        terrain_id = self._ids.take(name, "terrain")
        self.entries[terrain_id] = {"id": terrain_id, "name": name, "like": clear, "kind": "hex"}
        return terrain_id

    def _glyph(self, terrain_id: str) -> str:
        first = terrain_id[0].upper()
        return next((g for g in first + _GLYPHS if g not in self.glyphs.values()), "")


class KnownTerrain(Struct):
    """Terrain of hexes that something other than the board's colours says."""

    names: TerrainNames
    by_designer: dict[int, str] = field(default_factory=dict)
    """Hex -> terrain, from the designer's file."""
    tiles: dict[int, str] = field(default_factory=dict)
    """Hex -> terrain, from tiles that lie on the board."""

    def all_hexes(self) -> dict[int, str]:
        """Return hex -> terrain; what the designer says goes before tiles."""
        return {**self.tiles, **self.by_designer}


def read_named_hexes(path: Path, most: int = MAX_NAMED_HEXES) -> dict[str, tuple[str, str]]:
    """Return hex -> (terrain, where the file says it) of a file in which a designer names terrains.

    Args:
        path: CSV with the columns `hex` and `terrain`, or YAML with a hex and its terrain in each line.
        most: most hexes that are read.

    Raises:
        InputRefused: it cannot be read, or is no such table; with line.
    """
    terrain_by_hex: dict[str, tuple[str, str]] = {}
    for hex_id, terrain, where in _entries(path):
        if not hex_id or not terrain:
            raise InputRefused(f"{where}: expected a hex and the name of its terrain")
        if terrain_by_hex.get(hex_id, (terrain, ""))[0] != terrain:
            raise InputRefused(
                f"{where}: hex {hex_id[:40]} has another terrain at {terrain_by_hex[hex_id][1]}"
            )
        terrain_by_hex[hex_id] = (terrain, where)
        if len(terrain_by_hex) > most:
            raise InputRefused(f"{path.name}: more than {most} hexes")
    if not terrain_by_hex:
        raise InputRefused(f"{path.name}: it names the terrain of no hex")
    return terrain_by_hex


def _entries(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield (hex, terrain, place in the file)."""
    if path.suffix.lower() == ".csv":
        text = _content(path).decode("utf-8-sig", "replace")
        try:
            rows = csv.DictReader(io.StringIO(text), strict=True)
            if not {"hex", "terrain"} <= set(rows.fieldnames or ()):
                raise InputRefused(f"{path.name}:1: expected the columns `hex` and `terrain`")
            for row in rows:
                where = f"{path.name}:{rows.line_num}"
                cells = (plain_cell((row[name] or "").strip()) for name in ("hex", "terrain"))
                yield next(cells), next(cells), where
        except csv.Error as error:
            raise InputRefused(f"{path.name}: {error}") from None
        return
    from jdgtools.source.project import Sources

    _content(path)
    node, problems = Sources().load(path, path.name)
    for problem in problems:
        where = f"{problem.span.line}:{problem.span.col}: " if problem.span else ""
        raise InputRefused(f"{path.name}:{where}{problem.message}")
    if node is None or not node.is_map:
        raise InputRefused(f"{path.name}: expected a hex and its terrain in each line, such as `0305: wood`")
    for key, value in node.items():
        if key == "format":
            continue
        where = f"{path.name}:{value.span.line}"
        if not value.is_scalar:
            raise InputRefused(f"{where}: expected the name of a terrain")
        yield key, value.text, where


def _content(path: Path) -> bytes:
    from jdgtools.untrusted import FileRefused
    from jdgtools.untrusted.files import Missing, read_file

    try:
        return read_file(path, within=None, limit=8_000_000)
    except Missing:
        raise InputRefused(f"there is no file {path}") from None
    except FileRefused as refusal:
        raise InputRefused(f"{path.name} {refusal}") from None


def hexes_of(
    entries: Mapping[str, tuple[str, str]], indices: Mapping[str, int], names: TerrainNames
) -> dict[int, str]:
    """Return hex of the grid -> id of its terrain.

    Args:
        entries: what `read_named_hexes` gave.
        indices: number of every hex of the map -> the hex.
        names: gives the ids.

    Raises:
        InputRefused: the map has no such hex, or there are too many terrains.
    """
    terrains = {}
    for hex_id, (terrain, where) in entries.items():
        if hex_id not in indices:
            raise InputRefused(f"{where}: the map has no hex {hex_id[:40]}")
        terrain_id = names.take(terrain)
        if not terrain_id:
            raise InputRefused(f"{where}: more than {MAX_OWN} terrains that {names.series.id} does not have")
        terrains[indices[hex_id]] = terrain_id
    return terrains
