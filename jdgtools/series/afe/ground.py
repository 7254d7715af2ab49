"""The terrain of a map by the charts of Au fil de l'épée."""

from __future__ import annotations

from jdgtools.rules import MapRules
from jdgtools.series.terrain_index import TerrainIndex

_last: tuple[TerrainIndex, ...] = ()


def ground_of(rules: MapRules) -> TerrainIndex:
    """Return the prepared terrain of these map rules; the last one asked for is kept."""
    global _last
    last = _last  # read once: exporters ask from several threads
    if last and last[0].rules is rules:
        return last[0]
    index = TerrainIndex(rules, "TBL-TERRAIN-HEX", "TBL-TERRAIN-HEXSIDE", "TBL-TERRAIN-ROAD")
    _last = (index,)
    return index
