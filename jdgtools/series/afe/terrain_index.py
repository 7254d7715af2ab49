"""The terrain index of a map by the charts of Au fil de l'épée."""

from __future__ import annotations

from jdgtools.rules import MapRules
from jdgtools.series.terrain_index import TerrainIndex, remember_last


def _make(map_rules: MapRules) -> TerrainIndex:
    return TerrainIndex(map_rules, "TBL-TERRAIN-HEX", "TBL-TERRAIN-HEXSIDE", "TBL-TERRAIN-ROAD")


index_of = remember_last(_make)
"""Returns the terrain index of the rules of a map."""
