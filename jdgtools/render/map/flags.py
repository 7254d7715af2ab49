"""Where the flags of a module stand on victory hexes, so that no name lies below one or below its number."""

from __future__ import annotations

from jdgtools.model.battle import Battle
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.marks import victory_hexes
from jdgtools.render.map.space import Space

FLAG_PLACE = {"flat": (-0.41, -0.05), "pointy": (-0.09, 0.52)}
"""Centre of a flag from that of its hex, in hex heights: at a corner, clear of counters and of badges."""
NUMBER_PLACE = {"flat": (0.04, 0.12), "pointy": (0.17, 0.02)}
"""Centre of the number of a flag from that of the flag, in hex heights: nothing lies on a counter's name."""
_FLAG, _NUMBER = (0.16, 0.16), (0.12, 0.08)
"""Half the width and height of a flag and of its number, in hex heights."""
_COST = 0.9
"""What it costs a name to lie below one; it stays where it fits nowhere else, since paper has no flags."""


def reserve_flags(frame: MapFrame, battle: Battle, space: Space) -> None:
    """Reserve the flags of all scenarios, with their numbers."""
    orientation = frame.layout.grid.orientation
    across, down = FLAG_PLACE[orientation]
    right, below = NUMBER_PLACE[orientation]
    for index in sorted({index for scenario in battle.scenarios for index in victory_hexes(scenario)}):
        x, y = frame.layout.centre(index)
        for dx, dy, (half, high) in ((across, down, _FLAG), (across + right, down + below, _NUMBER)):
            left, top = x + (dx - half) * frame.size, y + (dy - high) * frame.size
            space.add((left, top, left + 2 * half * frame.size, top + 2 * high * frame.size), _COST)
