"""Changes of mind about a whole battle: other numbers, another size, turned, mirrored, shifted.

A `GridChange` says which hex, hexside and corner of the old grid is which of the new one; `rewrite` makes the
edit of all texts that name one. Each change has an inverse; what cannot be carried over is refused before
anything is written.

- `grid_change`: the changes as maps from grid to grid
- `rewrite`: every number, direction, corner, facing and picture written anew
- `shift`: the setup of a scenario, moved over the map
"""

from jdgtools.desk.refactor.grid_change import (
    GridChange,
    crop,
    extend,
    mirror,
    quarter_turn,
    renumber,
    turn,
)
from jdgtools.desk.refactor.rewrite import rewrite
from jdgtools.desk.refactor.shift import shift_setup

__all__ = [
    "GridChange",
    "crop",
    "extend",
    "mirror",
    "quarter_turn",
    "renumber",
    "rewrite",
    "shift_setup",
    "turn",
]
