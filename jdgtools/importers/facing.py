"""From degrees to the corner or hexside that a counter faces."""

from __future__ import annotations

from typing import Literal

from jdgtools.hexgrid.coords import Orientation
from jdgtools.hexgrid.names import CORNER_NAMES, DIRECTION_NAMES
from jdgtools.vassal.traits import Rotator


def can_face(rotator: Rotator) -> bool:
    """Return whether a counter turns to hexsides or corners; blocks turn by quarters to show their steps."""
    return rotator.facings == 1 or rotator.facings % 6 == 0


def facing_name(
    degrees: float, facing: Literal["corner", "hexside"], orientation: Orientation
) -> tuple[str, float]:
    """Return the name of the nearest facing, and by how many degrees the counter is off it.

    Args:
        degrees: clockwise from a counter that is printed facing the top of the map.
        facing: what a unit faces.
        orientation: of the hexes.
    """
    # Hexside 0 lies at 0 (flat) or 30 degrees (pointy), corner 0 half a step further.
    first = (0 if orientation == "flat" else 30) + (30 if facing == "corner" else 0)
    k = round((degrees - first) / 60)
    off = abs(degrees - first - 60 * k)
    names = (CORNER_NAMES if facing == "corner" else DIRECTION_NAMES)[orientation]
    return names[k % 6], off
