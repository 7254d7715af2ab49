"""Maps that are cut and extended: hexes keep their numbers and their neighbours."""

from __future__ import annotations

from typing import Any

import pytest

from jdgtools.desk.refactor.grid_change import crop, extend
from jdgtools.hexgrid import HexGrid, Numbering


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize(
    "numbering",
    [
        {},
        {"descending_columns": True},
        {"descending_rows": True},
        {"stagger": "odd-columns"},
        {"stagger": "even-columns"},
        {"stagger": "odd-rows"},
        {"stagger": "even-rows"},
    ],
    ids=str,
)
@pytest.mark.parametrize("sides", [{"west": 1}, {"north": 1}, {"west": 2, "north": 1, "east": 1}], ids=str)
def test_hexes_that_stay_keep_numbers_and_neighbours(
    orientation: Any, numbering: dict[str, Any], sides: dict[str, int]
) -> None:
    numbers = Numbering(first_column=9, first_row=9, **numbering)
    grid = HexGrid(columns=6, rows=6, orientation=orientation, numbering=numbers)
    for change in (crop(grid, sides), extend(grid, sides)):
        kept = {old: new for old, new in enumerate(change.hexes) if new is not None}
        assert kept and all(grid.id(old) == change.new.id(new) for old, new in kept.items())
        steps = {grid.cube(old) - change.new.cube(new) for old, new in kept.items()}
        assert len(steps) == 1, "all hexes move by one step"
