"""Changes of mind about a whole battle: other numbers, another size, turned, mirrored, shifted.

A `GridChange` says which hex, hexside and corner of the old grid is which of the new one; `rewrite` makes the
edit of all texts that name one. Each change has an inverse; what cannot be carried over is refused before
anything is written.

- `grid_change`: the changes as maps from grid to grid
- `rewrite`: every number, direction, corner, facing and picture written anew
- `formations`: one split in two, two made one
- `scale`: metres of a hex, what a strength point stands for
- `shift`: the setup of a scenario, moved over the map
"""

from jdgtools.desk.refactor.formations import add_formation, merge_formations, split_formation
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
from jdgtools.desk.refactor.scale import MAX_LEVEL_METRES, MAX_METRES, factor_of, scale_map, scale_strengths
from jdgtools.desk.refactor.shift import move_together, shift_setup

__all__ = [
    "MAX_LEVEL_METRES",
    "MAX_METRES",
    "GridChange",
    "add_formation",
    "crop",
    "extend",
    "factor_of",
    "merge_formations",
    "mirror",
    "move_together",
    "quarter_turn",
    "renumber",
    "rewrite",
    "scale_map",
    "scale_strengths",
    "shift_setup",
    "split_formation",
    "turn",
]
