"""Tiles that a module lays on its board, hex by hex, for the terrain: woods, villages, hills as pieces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field

from jdgtools.errors import InputRefused
from jdgtools.importers.draft import Draft
from jdgtools.importers.grids import FittedGrid
from jdgtools.importers.guess import MOVES
from jdgtools.importers.listing import ListedPiece
from jdgtools.importers.report import LossReport
from jdgtools.importers.svg import svg_size
from jdgtools.importers.terrain_names import KnownTerrain
from jdgtools.vassal.limits import Limits, image_size
from jdgtools.vassal.package import Module

_WORDS = re.compile(
    r"\b(terrain|tiles?|hex(es)?|landscape|ground|woods?|forests?|hills?|ridges?|mountains?|towns?|villages?|"
    r"city|cities|farms?|fields?|marsh(es)?|swamps?|lakes?|rivers?|streams?|orchards?|vineyards?|clear|rough|"
    r"bois|forêts?|collines?|marais|gelände|wald|wälder|hügel|sumpf|bosque|colina)\b",
    re.I,
)
_NO_TILES = re.compile(
    r"\b(control|markers?|smoke|fire|rout\w*|disorder\w*|disrupt\w*|status|turn|vp|victory|target|casualt\w+|"
    r"supply|ammo|dummy|activat\w+|event|weather|labels?|headings?|banners?|highlights?|outlines?|arrows?|"
    r"buttons?|notes?|text)\b",
    re.I,
)
MIN_DIFFERENT = 3
"""Scenarios with other tiles each from which the map is what they have in common."""
SMALLEST, LARGEST = 0.72, 1.5
"""Width and height of a tile, parts of those of a hex."""
MANY = 30
"""Pieces as large as a hex in hexes of one setup that are tiles whatever they are called."""


class TileFinder(Struct):
    """Tells tiles from other markers and remembers which hexes they cover in each scenario."""

    module: Module
    limits: Limits
    fitted_grid: FittedGrid
    layouts: dict[str, dict[int, tuple[int, str]]] = field(default_factory=dict)
    """Scenario -> hex -> (height in the stack, name) of the tile on top."""
    covered_tiles: int = 0
    """Tiles under others."""
    _tiles: dict[tuple[str, str], bool] = field(default_factory=dict)
    """Name and picture of a marker -> whether it is as large as a hex and called no marker."""
    _many: set[tuple[str, str]] = field(default_factory=set)

    def learn(self, setups: Iterable[Iterable[ListedPiece]]) -> None:
        """Look at the markers that lie in hexes, setup by setup, before the first is judged."""
        for entries in setups:
            large = [entry.face for entry in entries if self._is_large(entry)]
            if len(large) >= MANY:
                self._many.update(large)

    def is_tile(self, entry: ListedPiece) -> bool:
        """Return whether a marker in a hex is a tile: as large as a hex, and called so or one of many."""
        if not self._is_large(entry):
            return False
        values = entry.values
        texts = [entry.name, values.get("path", ""), values.get("prototype", ""), *values]
        return entry.face in self._many or any(_WORDS.search(t.replace("_", " ")) for t in texts)

    def lay(self, scenario: str, index: int, height: int, entry: ListedPiece) -> None:
        """Remember a tile in a hex of a scenario; of several the one on top counts."""
        layout = self.layouts.setdefault(scenario, {})
        self.covered_tiles += index in layout
        if index not in layout or layout[index][0] <= height:
            layout[index] = (height, entry.name)

    def settle(self, draft: Draft, known_terrain: KnownTerrain, clear: str, report: LossReport) -> None:
        """Write the tiles that most scenarios have into the map, and what differs into the scenarios.

        Args:
            draft: its scenarios get the terrain that is not the map's.
            known_terrain: gets the map's.
            clear: the terrain of a hex without a tile.
            report: what is not taken over goes there.
        """
        if not self.layouts:
            return
        layouts = {
            scenario: {
                i: terrain for i, (_, name) in layout.items() if (terrain := known_terrain.names.take(name))
            }
            for scenario, layout in self.layouts.items()
        }
        lost_tiles = sum(len(self.layouts[s]) - len(layouts[s]) for s in layouts)
        if lost_tiles:
            report.lack(f"terrain: {lost_tiles} tiles, of more kinds than a battle has terrains")
        known_terrain.tiles = _common(list(layouts.values()))
        bare = 0
        for scenario in draft.scenarios:
            if scenario.id not in layouts:
                bare += 1
                continue
            scenario.terrain = self._difference(known_terrain.tiles, layouts[scenario.id], clear)
        if bare:
            report.doubt(
                f"terrain: {bare} setups lay out no tiles; they have the terrain that tiles show elsewhere"
            )
        if self.covered_tiles:
            report.doubt(f"terrain: {self.covered_tiles} tiles lie under others, which count")

    def _difference(self, base: Mapping[int, str], layout: Mapping[int, str], clear: str) -> dict[str, str]:
        differences = {}
        for i in sorted({*base, *layout}):
            if base.get(i) != layout.get(i):
                differences[self.fitted_grid.grid.id(i)] = layout.get(i, clear)
        return differences

    def _is_large(self, entry: ListedPiece) -> bool:
        if entry.face not in self._tiles:
            self._tiles[entry.face] = (
                entry.kind == "marker"
                and MOVES not in entry.values
                and not _NO_TILES.search(entry.name.replace("_", " "))
                and self._has_size(entry.face[1])
            )
        return self._tiles[entry.face]

    def _has_size(self, image: str) -> bool:
        data = self.module.image(image) if image else None
        if data is None:
            return False
        try:
            size = svg_size(data) if image.lower().endswith(".svg") else image_size(data, image, self.limits)
        except InputRefused:
            return False
        engine = self.fitted_grid.engine
        hexagon = (engine.dx * 4 / 3, engine.dy)
        hexagon = (hexagon[1], hexagon[0]) if engine.sideways else hexagon
        return all(SMALLEST <= s / h <= LARGEST for s, h in zip(size, hexagon, strict=True))


def _common(layouts: Sequence[Mapping[int, str]]) -> dict[int, str]:
    """Return the layout that most scenarios have; where each has another one, the tiles that most have.

    Scenarios of one battle share their field, as a rule. In a module with a battle for each scenario the map
    is what they have in common, not the field of one of them.
    """
    counts = Counter(tuple(sorted(layout.items())) for layout in layouts)
    best, number = max(counts.items(), key=lambda item: (item[1], len(item[0])))
    if 2 * number >= len(layouts) or len(layouts) < MIN_DIFFERENT:
        return dict(best)
    tiles = Counter((i, terrain) for layout in layouts for i, terrain in layout.items())
    return {i: terrain for (i, terrain), n in sorted(tiles.items()) if 2 * n > len(layouts)}
