"""The form of the land, which is drawn once while terrain is painted over it."""

from __future__ import annotations

from msgspec.structs import replace

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap
from jdgtools.render.map.frame import MapFrame, forget_landforms

GRID = HexGrid(4, 3, "flat")
LAYOUT = Layout(GRID, 20.0)


def _board(kind: str) -> BattleMap:
    n = GRID.size
    return BattleMap(GRID, 200, 20.0, 20, (kind,) * n, (0,) * n, (True,) * n)


def test_another_terrain_lies_on_the_same_land():
    forget_landforms()
    land = MapFrame(_board("wood"), LAYOUT, margin=3.0).landform
    assert MapFrame(_board("marsh"), LAYOUT, margin=3.0).landform is land
    assert land.landform is land and not land.map.terrain


def test_other_levels_or_another_place_on_the_sheet_are_another_land():
    forget_landforms()
    board = _board("wood")
    land = MapFrame(board, LAYOUT, margin=3.0).landform
    others = (
        MapFrame(board, LAYOUT, margin=4.0),
        MapFrame(board, LAYOUT, margin=3.0, wobble=0.0),
        MapFrame(board, Layout(GRID, 20.0, (5.0, 0.0)), margin=3.0),
        MapFrame(replace(board, levels=(1,) * GRID.size), LAYOUT, margin=3.0),
    )
    for other in others:
        assert other.landform is not land
        assert (other.landform.margin, other.landform.layout) == (other.margin, other.layout)


def test_what_is_remembered_is_made_anew_from_other_inputs():
    frame = MapFrame(_board("wood"), LAYOUT)
    made: list[int] = []

    def ask(inputs: int) -> int:
        def make() -> int:
            made.append(inputs)
            return inputs

        return frame.remember("tints", inputs, make)

    assert [ask(n) for n in (1, 1, 2, 2, 1)] == [1, 1, 2, 2, 1]
    assert made == [1, 2, 1]
