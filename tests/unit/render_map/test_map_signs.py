"""Mills, churches and castles: signs of single buildings, each in its hex and where it belongs."""

from __future__ import annotations

from math import dist

import pytest
from msgspec.structs import replace

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap, HexsideFeature, NamedPlace, Way
from jdgtools.model.text import Text
from jdgtools.render.bounds import items_box
from jdgtools.render.map import ground, ways
from jdgtools.render.map.buildings import draw_buildings
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.scatter import inside_hex
from jdgtools.render.scene import Item, Path
from jdgtools.render.themes import named_theme

GRID = HexGrid(5, 5)
MIDDLE = GRID.at(2, 2)
THEME = named_theme("classic")


def drawn(rank: str, terrain="clear", features=(), lines=()) -> tuple[MapFrame, tuple[Item, ...]]:
    n = GRID.size
    by_side = {f.side: (f,) for f in features}
    kinds = tuple(terrain if i == MIDDLE else "clear" for i in GRID.hexes)
    places = (NamedPlace("p", Text.of("There"), MIDDLE, rank),) if rank else ()
    the_map = BattleMap(
        GRID, 200, 20.0, 20, kinds, (0,) * n, (True,) * n, features, lines, places, by_side=by_side
    )
    frame = MapFrame(the_map, Layout(GRID, 20.0))
    by_style = ground.hexes_by_style(frame, lambda kind: kind or "clear", THEME)
    return frame, draw_buildings(frame, THEME, ways.network(frame, {"road": "road"}), by_style).items


def middle(items: tuple[Item, ...]) -> tuple[float, float]:
    left, top, right, bottom = items_box(items) or (0.0, 0.0, 0.0, 0.0)
    return (left + right) / 2, (top + bottom) / 2


@pytest.mark.parametrize("rank", ["mill", "church"])
def test_signs_stand_in_their_hex(rank) -> None:
    frame, items = drawn(rank)
    assert items and not drawn("area")[1]
    x, y = frame.layout.centre(MIDDLE)
    for item in items:
        assert isinstance(item, Path)
        for command in item.commands:
            if len(command) == 3:
                assert inside_hex(frame, command[1] - x, command[2] - y, 0.9)


def test_signs_leave_the_road_free() -> None:
    road = (Way("road", tuple(GRID.at(2, row) for row in range(5))),)
    frame, items = drawn("church", lines=road)
    x, y = middle(items)
    assert 2.0 < dist((x, y), frame.layout.centre(MIDDLE)) < 7.0
    assert items != drawn("church")[1]


@pytest.mark.parametrize("d", range(6))
def test_a_mill_beside_water_stands_at_the_water(d) -> None:
    side = GRID.hexside(MIDDLE, d)
    frame, items = drawn("mill", features=(HexsideFeature("stream", side),))
    bank, centre = frame.layout.side_middle(side), frame.layout.centre(MIDDLE)
    assert dist(middle(items), bank) < dist(middle(items), centre)
    # A wall is no water: the mill has sails and stands in the middle.
    dry = drawn("mill", features=(HexsideFeature("wall", side),))[1]
    assert dry == drawn("mill")[1]


def test_a_village_keeps_its_one_church() -> None:
    assert drawn("church", terrain="village")[1] == drawn("", terrain="village")[1]


def test_the_gate_of_a_castle_faces_its_road() -> None:
    for run in ((2, 3, 4), (0, 1, 2)):
        lines = (Way("road", tuple(GRID.at(2, row) for row in run)),)
        frame, items = drawn("", terrain="castle", lines=lines)
        roofs = THEME.color("map.terrain.castle.mark")
        # The gatehouse is the roof nearest to where the road leaves the hex.
        street = ways.network(frame, {"road": "road"}).streets[GRID.cube(MIDDLE), 3 if run[0] == 2 else 0]
        corners = [
            (c[1], c[2])
            for item in items
            if isinstance(item, Path) and item.fill == roofs
            for c in item.commands
            if len(c) == 3
        ]
        assert min(dist(corner, point) for corner in corners for point in street) < 1.5


def test_castles_differ() -> None:
    frame, items = drawn("", terrain="castle")
    moved = replace(frame.map, terrain=tuple("castle" if i == MIDDLE + 1 else "clear" for i in GRID.hexes))
    other = MapFrame(moved, frame.layout)
    by_style = ground.hexes_by_style(other, lambda kind: kind or "clear", THEME)
    first, second = items_box(items), items_box(draw_buildings(other, THEME, ways.Network(), by_style).items)
    assert first is not None and second is not None
    assert abs((first[2] - first[0]) - (second[2] - second[0])) > 0.01


@pytest.mark.parametrize("d", range(6))
def test_houses_keep_away_from_the_water(d) -> None:
    side = GRID.hexside(MIDDLE, d)
    frame, items = drawn("", terrain="town", features=(HexsideFeature("river", side),))
    (x, y), (mx, my) = frame.layout.centre(MIDDLE), frame.layout.side_middle(side)
    roofs = THEME.color("map.terrain.town.mark")
    far = [
        ((c[1] - x) * (mx - x) + (c[2] - y) * (my - y)) / 10.0
        for item in items
        if isinstance(item, Path) and item.fill == roofs
        for c in item.commands
        if len(c) == 3
    ]
    assert len(far) > 30 and max(far) < 10.0 - 1.9
