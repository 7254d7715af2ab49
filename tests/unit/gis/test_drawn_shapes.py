"""Surveyed outlines on the drawn map: followed as far as nobody doubts which hex is what."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely

from jdgtools.hexgrid.layout import Layout
from jdgtools.render.map import ground, shapes
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.pen import Pen
from jdgtools.render.themes import named_theme
from tests.unit.gis.helpers import battle, feature, map_of

BLOB = [[[120, 90], [330, 60], [420, 210], [300, 380], [180, 330], [60, 240], [120, 90]]]


def made(folder: Path, orientation: str, shapes: bool = True) -> MapFrame:
    found = map_of(
        battle(
            folder,
            f"anchor: {{at: [0, 0]}}\nlayers: [{{terrain: wood}}]\nshapes: {str(shapes).lower()}",
            [feature("Polygon", BLOB)],
            grid=f"{{columns: 6, rows: 5, orientation: {orientation}, hex_metres: 100}}",
        )
    )
    return MapFrame(found, Layout(found.grid, 20.0, (8.0, 8.0)), margin=8.0)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_the_outline_stays_with_its_hexes_and_covers_their_middles(orientation: str, tmp_path: Path) -> None:
    frame = made(tmp_path, orientation)
    grid = frame.map.grid
    woods = frozenset(
        c for c, i in frame.cells.items() if frame.map.terrain[i] == "wood" and c in frame.map_hexes
    )
    assert len(woods) > 3
    assert frame.map.survey is not None
    drawn = shapes.area(frame, woods, frame.map.survey.shapes)
    for i in grid.hexes:
        hexagon = shapely.Polygon(frame.polygon(grid.cube(i)))
        share = shapely.intersection(drawn, hexagon).area / hexagon.area
        middle = shapely.Point(frame.centre(grid.cube(i)))
        assert shapely.contains(drawn, middle) == (grid.cube(i) in woods)
        assert share > 0.3 if grid.cube(i) in woods else share < 0.45
    surveyed = shapely.Polygon(frame.map.survey.shapes[0].on(frame.layout)[0])
    both = shapely.intersection(drawn, surveyed).area / shapely.union(drawn, surveyed).area
    hexes = shapely.union_all([shapely.Polygon(frame.polygon(c)) for c in woods])
    by_hexes = shapely.intersection(hexes, surveyed).area / shapely.union(hexes, surveyed).area
    assert both > by_hexes, "the drawing is nearer to the ground than the hexes are"


def test_trees_stand_within_the_outline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = made(tmp_path, "flat")
    theme = named_theme("classic")
    woods = frozenset(c for c, i in frame.cells.items() if frame.map.terrain[i] == "wood")
    assert frame.map.survey is not None
    drawn = shapely.buffer(shapes.area(frame, woods, frame.map.survey.shapes), 0.01)
    spots: list[bool] = []
    dots = Pen.dots

    def noted(self, x, y, *rest, **more):  # type: ignore[no-untyped-def]
        spots.extend(shapely.contains_xy(drawn, x, y))
        return dots(self, x, y, *rest, **more)

    monkeypatch.setattr(Pen, "dots", noted)
    assert shapes.draw_areas(frame, theme, {"wood": woods}, lambda kind: kind)
    assert len(spots) > 200 and all(spots)


def test_without_shapes_the_drawing_is_that_of_the_hexes(tmp_path: Path) -> None:
    frame = made(tmp_path, "flat", shapes=False)
    theme = named_theme("classic")
    woods = {"wood": frozenset(c for c, i in frame.cells.items() if frame.map.terrain[i] == "wood")}
    assert shapes.draw_areas(frame, theme, woods, lambda kind: kind) == ground.draw_areas(frame, theme, woods)
