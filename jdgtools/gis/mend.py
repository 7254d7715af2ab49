"""Mends areas whose outline crosses itself: they are cut at the crossings, as long as there are few."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

MAX_CROSSINGS = 200
"""Crossings of one area that are mended. More are no slip of the pen, and their number grows with the square
of the points: a scribble of a thousand points would take hours."""
_BATCH = 64


def mend_area(area: Any) -> list[Any] | None:
    """Return the parts of an area that crosses itself; None if it does so too often."""
    if crossings(area, MAX_CROSSINGS) > MAX_CROSSINGS:
        return None
    parts = shapely.get_parts(shapely.make_valid(area))
    return [q for p in parts for q in shapely.get_parts(p) if q.geom_type == "Polygon" and q.area > 0]


def crossings(area: Any, enough: int) -> int:
    """Return how often the rings of an area cross each other or themselves, counted to beyond `enough`."""
    count = 0
    ends = [np.array(ring.coords) for ring in (area.exterior, *area.interiors)]
    pieces = shapely.linestrings(np.concatenate([np.stack((p[:-1], p[1:]), axis=1) for p in ends]))
    tree = shapely.STRtree(pieces)
    for start in range(0, len(pieces), _BATCH):
        count += len(tree.query(pieces[start : start + _BATCH], predicate="crosses")[0])
        if count > 2 * enough:
            break
    return count // 2 if count <= 2 * enough else enough + 1
