"""From degrees to the corner or hexside that a counter faces."""

from __future__ import annotations

import math
from functools import cache
from typing import Literal

from msgspec.structs import replace

from jdgtools.hexgrid.coords import Orientation
from jdgtools.hexgrid.names import CORNER_NAMES, DIRECTION_NAMES
from jdgtools.importers.view import clockwise_degrees
from jdgtools.vassal.moves import rotator_state
from jdgtools.vassal.traits import Rotator

Facing = Literal["corner", "hexside"]


def can_face(rotator: Rotator) -> bool:
    """Return whether a counter turns to hexsides or corners; blocks turn by quarters to show their steps."""
    return rotator.facings == 1 or rotator.facings % 6 == 0


def facing_name(degrees: float, facing: Facing, orientation: Orientation) -> tuple[str, float]:
    """Return the name of the nearest facing, and by how many degrees the counter is off it.

    Halfway between two it is the one clockwise, so that six steps of 60 degrees are six facings in any case.

    Args:
        degrees: clockwise from a counter that is printed facing the top of the map.
        facing: what a unit faces.
        orientation: of the hexes.
    """
    # Hexside 0 lies at 0 (flat) or 30 degrees (pointy), corner 0 half a step further.
    first = (0 if orientation == "flat" else 30) + (30 if facing == "corner" else 0)
    k = math.floor((degrees - first) / 60 + 0.5)
    off = abs(degrees - first - 60 * k)
    names = (CORNER_NAMES if facing == "corner" else DIRECTION_NAMES)[orientation]
    return names[k % 6], off


@cache
def facings_shown(steps: int, facing: Facing, orientation: Orientation) -> tuple[str, ...]:
    """Return the facings that a counter of so many steps can have, as an import reads them again."""
    first = (0 if orientation == "flat" else 30) + (30 if facing == "corner" else 0)
    names = (CORNER_NAMES if facing == "corner" else DIRECTION_NAMES)[orientation]
    facings = []
    for k, name in enumerate(names):
        rotator = Rotator(facings=steps)
        rotator = replace(rotator, position=rotator_state(rotator, first + 60 * k))
        if facing_name(clockwise_degrees(rotator), facing, orientation)[0] == name:
            facings.append(name)
    return tuple(facings)
