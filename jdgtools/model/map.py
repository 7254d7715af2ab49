"""The map of a battle: terrain, levels, hexsides, ways, places, regions.

Hexes are indices into the grid (row-major, 0-based); `grid.id(index)` gives the printed
number. Missing information is None and has been reported by the builder or is left to a check.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from jdgtools.hexgrid import HexGrid, Hexside
from jdgtools.model.art import NO_ART, MapArt
from jdgtools.model.text import NO_TEXT, Text

if TYPE_CHECKING:
    from jdgtools.model.survey import Survey


class HexsideFeature(Struct, frozen=True):
    """A terrain feature on one hexside (slope, river, redoubt, bridge …)."""

    kind: str
    """Terrain id of kind `hexside` or `crossing`."""
    side: Hexside
    """Canonical identity of the hexside."""
    inside: int | None = None
    """Directed features: the hex on the inner, higher or defended side; None = undirected."""
    name: Text | None = None
    key: str = ""
    """Subject id of the source entry that made it, for diagnostics."""


class Way(Struct, frozen=True):
    """A road, trail or stream course: a chain of adjacent hexes through their centres."""

    kind: str
    """Terrain id of kind `path`."""
    hexes: tuple[int, ...]
    """In order; each adjacent to the next unless the source was wrong (then reported)."""
    name: Text | None = None
    key: str = ""
    exits: tuple[int | None, int | None] = (None, None)
    """Direction in which the way leaves the map at its first and last hex; None = ends there."""


class NamedPlace(Struct, frozen=True):
    """A named place: a label with a rank."""

    id: str
    name: Text
    hex: int
    rank: str = "village"
    """`city`, `town`, `village`, `farm`, `height`, `wood`, `water`, `area`: chooses the lettering."""
    height_metres: int | None = None
    """Spot height printed beside the name; None = none."""


class Region(Struct, frozen=True):
    """A named set of hexes, used by setups, victory conditions and special rules."""

    id: str
    name: Text
    hexes: frozenset[int]
    shown: bool = False
    """Whether the map outlines it."""


class EntryArea(Struct, frozen=True):
    """Hexes where a side's reinforcements enter or where units may leave."""

    id: str
    name: Text
    side: str | None
    hexes: tuple[int, ...]
    exit: bool = False
    """Whether units may leave the map here."""


class BattleMap(Struct, frozen=True, dict=True):
    """The map; arrays are indexed by hex index."""

    grid: HexGrid
    hex_metres: int
    hex_mm: float
    """Printed distance between opposite hexsides, mm."""
    level_metres: int
    """Height of one level, metres; 0 = not stated."""
    terrain: tuple[str | None, ...]
    """Terrain id of each hex; None = unknown or missing in the source."""
    levels: tuple[int | None, ...]
    """Level of each hex; None = missing in the source."""
    playable: tuple[bool, ...]
    features: tuple[HexsideFeature, ...] = ()
    ways: tuple[Way, ...] = ()
    places: tuple[NamedPlace, ...] = ()
    regions: tuple[Region, ...] = ()
    entries: tuple[EntryArea, ...] = ()
    north: float = 0.0
    """Direction of north, degrees clockwise from the top of the sheet."""
    credits: Text = NO_TEXT
    by_side: Mapping[Hexside, tuple[HexsideFeature, ...]] = field(default_factory=dict)
    """Features of each hexside."""
    survey: Survey | None = None
    """What GIS data said before this map's own words; None = the map has no `geometry:`."""
    art: MapArt = NO_ART
    """The designer's own pictures."""
    unknown_sides: tuple[Hexside, ...] = ()
    """Hexsides on which something lies whose kind nobody knows; sound maps have none. Drafts show them."""
    unknown_ways: tuple[tuple[int, ...], ...] = ()
    """Hexes of ways of unknown kinds, likewise."""

    def region(self, region_id: str) -> Region | None:
        """Return the region of that id, or None."""
        return next((r for r in self.regions if r.id == region_id), None)

    def entry(self, entry_id: str) -> EntryArea | None:
        """Return the entry area of that id, or None."""
        return next((e for e in self.entries if e.id == entry_id), None)

    def features_at(self, hex_index: int, direction: int) -> tuple[HexsideFeature, ...]:
        """Return features on the hexside of `hex_index` in `direction` (0..5)."""
        return self.by_side.get(self.grid.hexside(hex_index, direction), ())

    def is_edge(self, hex_index: int) -> bool:
        """Return whether a hex is in play and borders on what is not: beyond the grid, or out of play."""
        if not self.playable[hex_index]:
            return False
        around = self.grid.neighbour_table[hex_index]
        return any(there is None or not self.playable[there] for there in around)

    def edge_hexes(self, edge: str) -> frozenset[int]:
        """Return the outermost hexes in play towards an edge, one for each column or row.

        Args:
            edge: letters of N, E, S, W, as in `HexGrid.edge_hexes`.

        Raises:
            ValueError: another letter.
        """
        return frozenset(self.grid.edge_hexes(edge, self.playable))

    def hexes(self) -> range:
        """Return all hex indices."""
        return range(self.grid.columns * self.grid.rows)
