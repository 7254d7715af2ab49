"""What follows from a battle by its rules: neighbours, costs, reach, paths, zones, lines of sight.

Everything here is computed from a `Battle`, a `Series` and its charts, never stored back into the
model, and equal for equal input. `derive` is the door; numpy is loaded only for lines of sight.
"""

from __future__ import annotations

from jdgtools.derived.derive import DerivedBattle, derive
from jdgtools.derived.movers import MoveRefused
from jdgtools.derived.occupancy import EMPTY, Occupancy
from jdgtools.derived.reach import ReachedHex, find_path, reach

__all__ = ["EMPTY", "DerivedBattle", "MoveRefused", "Occupancy", "ReachedHex", "derive", "find_path", "reach"]
