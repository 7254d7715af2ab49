"""Walls of towns and the waters that flow through them."""

from __future__ import annotations

import pytest
import shapely

from jdgtools.hexgrid.layout import Layout
from jdgtools.render.map import sides, water
from jdgtools.render.map.frame import MapFrame, forget_landforms
from jdgtools.render.map.landscape import Styles, landscape
from jdgtools.render.map.sides import DrawnEdge
from jdgtools.render.scene import Point
from jdgtools.render.themes import named_theme
from tests.tools.stress_maps import context


@pytest.mark.parametrize(("name", "gates"), [("two banks", 3), ("walled", 3), ("fortress", 3)])
def test_a_wall_opens_for_a_river_that_flows_through_it(name: str, gates: int, monkeypatch) -> None:
    """It ends on both banks, and a grating hangs between; no wall lies upon the water."""
    built: list[DrawnEdge] = []
    gratings: list[tuple[Point, Point]] = []
    monkeypatch.setitem(sides.PATTERNS, "wall", built.append)
    monkeypatch.setattr(sides, "draw_gate", lambda _, a, b, *rest: gratings.append((a, b)))
    found = context(name)
    theme, board = named_theme("classic"), found.battle.map
    assert board is not None
    forget_landforms()
    frame = MapFrame(board, Layout(board.grid, 20.0))
    rivers = landscape(frame, theme, Styles.of(found.battle, theme))[2]
    lines = shapely.MultiLineString([line for _, _, line in water.center_lines(frame, rivers)])
    assert len(gratings) == gates
    assert all(shapely.LineString(ends).crosses(lines) for ends in gratings)
    for edge in built:
        assert shapely.LineString(edge.points).distance(lines) > 0.3, edge.points
