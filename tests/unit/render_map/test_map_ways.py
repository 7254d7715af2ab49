"""Ways keep to their hexes, meet smoothly, and carry their bridges and houses."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, degrees, dist

import pytest
import shapely
from msgspec.structs import replace

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap, HexsideFeature, Way
from jdgtools.render.colors import mix
from jdgtools.render.map import buildings, crossings, ground, water, ways
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.gridlines import number_box
from jdgtools.render.map.scatter import inside_hex
from jdgtools.render.scene import Path
from jdgtools.render.themes import named_theme

STYLES = {"road": "road", "trail": "trail"}


def frame_of(
    *lines: tuple[str, tuple[int, ...]], orientation="flat", terrain="clear", features=()
) -> MapFrame:
    grid = HexGrid(7, 7, orientation)
    n = grid.size
    by_side = {f.side: (f,) for f in features}
    the_map = BattleMap(
        grid,
        200,
        20.0,
        20,
        (terrain,) * n,
        (0,) * n,
        (True,) * n,
        tuple(features),
        tuple(Way(kind, hexes) for kind, hexes in lines),
        by_side=by_side,
    )
    return MapFrame(the_map, Layout(grid, 20.0))


def winding(orientation: str, kind: str) -> MapFrame:
    """A way that turns in every manner, over a straight one."""
    grid = HexGrid(7, 7, orientation)
    run = [grid.at(2, 1)]
    for d in (2, 3, 4, 3, 2, 1, 2):
        following = grid.neighbour(run[-1], d)
        assert following is not None
        run.append(following)
    straight = tuple(grid.at(3, row) for row in range(7)) if orientation == "flat" else tuple(range(21, 28))
    return frame_of((kind, tuple(run)), ("trail", straight), orientation=orientation)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("kind", ["road", "trail"])
def test_ways_stay_in_their_hexes(orientation, kind) -> None:
    frame = winding(orientation, kind)
    net = ways.network(frame, STYLES)
    assert net.streets
    for (cube, _), street in net.streets.items():
        cx, cy = frame.centre(cube)
        for x, y in street:
            assert inside_hex(frame, x - cx, y - cy, 1.02), cube


@pytest.mark.parametrize("kind", ["road", "trail"])
def test_lines_have_no_corners(kind) -> None:
    frame = winding("flat", kind)
    for line in ways.network(frame, STYLES).curves:
        for (_, _, before, joint), (start, after, _, _) in pairwise(line):
            assert joint == start
            turn = degrees(
                atan2(after[1] - joint[1], after[0] - joint[0])
                - atan2(joint[1] - before[1], joint[0] - before[0])
            )
            assert abs((turn + 180) % 360 - 180) < 0.01


def test_trails_wind_and_roads_hardly() -> None:
    lengths = {}
    for kind in ("road", "trail"):
        frame = frame_of((kind, tuple(range(3, 49, 7))))
        net = ways.network(frame, STYLES)
        street = [point for (_, d), points in sorted(net.streets.items()) if d == 3 for point in points]
        xs = [x for x, _ in street]
        lengths[kind] = max(xs) - min(xs)
    assert 0.3 < lengths["road"] < lengths["trail"] < 6.0


def test_two_ways_that_meet_end_to_end_are_one_line() -> None:
    grid = HexGrid(7, 7)
    a, b, c = grid.at(1, 3), grid.at(2, 3), grid.at(3, 3)
    net = ways.network(frame_of(("road", (a, b)), ("road", (c, b))), STYLES)
    assert [len(run) for _, run in net.runs] == [3]
    # Not where a third way leaves, nor where a trail begins.
    below = grid.neighbour(b, 3)
    assert below is not None
    assert (
        len(ways.network(frame_of(("road", (a, b)), ("road", (c, b)), ("trail", (b, below))), STYLES).runs)
        == 3
    )
    assert len(ways.network(frame_of(("road", (a, b)), ("trail", (c, b))), STYLES).runs) == 2
    # A ring of ways is still drawn whole.
    ring = grid.ring(grid.at(3, 3), 1)
    half = ("road", ring[:4]), ("road", (*ring[3:], ring[0]))
    assert sum(len(run) - 1 for _, run in ways.network(frame_of(*half), STYLES).runs) == 6


def test_bridges_follow_their_road() -> None:
    grid = HexGrid(7, 7)
    run = tuple(range(21, 28))
    features = [HexsideFeature("bridge", side) for a, b in pairwise(run) if (side := grid.side_between(a, b))]
    assert len(features) == 6
    frame = frame_of(("road", run), features=features)
    net = ways.network(frame, STYLES)
    theme = named_theme("classic")
    for feature in features:
        one = replace(frame.map, features=(feature,))
        items = crossings.draw_crossings(
            MapFrame(one, frame.layout), theme, net, {"bridge": "bridge"}, {"river": 2.5}
        )
        deck = next(i for i in items if isinstance(i, Path) and i.fill == theme.color("map.crossing.stone"))
        points = [(c[1], c[2]) for c in deck.commands if len(c) == 3]
        middle = sum(x for x, _ in points) / 4, sum(y for _, y in points) / 4
        ends = [((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in ((points[0], points[3]), points[1:3])]
        line = [p for street in net.streets.values() for p in street]
        # Both ends of the deck and its middle lie on the road.
        for end in (middle, *ends):
            assert min(dist(end, p) for p in line) < 0.9


def test_houses_stand_beside_the_streets() -> None:
    grid = HexGrid(7, 7)
    village = grid.at(3, 3)
    run = [grid.neighbour(village, 0), village, grid.neighbour(village, 2)]
    frame = frame_of(("road", tuple(run)))
    terrain = tuple("village" if i == village else "clear" for i in grid.hexes)
    frame = MapFrame(replace(frame.map, terrain=terrain), frame.layout)
    theme = named_theme("classic")
    net = ways.network(frame, STYLES)
    cells = {"village": frozenset([grid.cube(village)])}
    mark, dark = theme.color("map.terrain.village.mark"), theme.color("map.terrain.village.dark")
    roofs = (mark, mix(mark, dark, 0.3))
    items = buildings.draw_buildings(frame, theme, net, cells).items
    corners = [
        (c[1], c[2])
        for i in items
        if isinstance(i, Path) and i.fill in roofs
        for c in i.commands
        if len(c) == 3
    ]
    assert len(corners) >= 4 * 12
    street = [p for (cube, _), s in net.streets.items() if cube == grid.cube(village) for p in s]
    half_road = theme.number("map.way.road.width") / 2
    cx, cy = frame.layout.centre(village)
    for x, y in corners:
        assert min(dist((x, y), p) for p in street) > half_road
        assert inside_hex(frame, x - cx, y - cy, 1.0)


def test_open_water_runs_on_below_a_long_bridge() -> None:
    theme = named_theme("classic")
    grid = HexGrid(7, 7)
    bridge = grid.at(3, 3)
    lake = {i for d in (1, 2) if (i := grid.neighbour(bridge, d)) is not None}
    frame = frame_of(("road", tuple(range(21, 28))))
    terrain = tuple("bridge" if i == bridge else "water" if i in lake else "clear" for i in grid.hexes)
    frame = MapFrame(replace(frame.map, terrain=terrain), frame.layout)
    by_style = ground.hexes_by_style(frame, lambda kind: kind or "clear", theme)
    lakes = ground.lakes(theme, by_style)
    assert lakes == {"water": {grid.cube(i) for i in (*lake, bridge)}}
    fills = [
        item
        for item in water.draw_water(frame, theme, (), lakes)
        if isinstance(item, Path) and item.fill == theme.color("map.terrain.water.fill")
    ]
    # One shore around all three.
    assert len(fills) == 1 and sum(c[0] == "M" for c in fills[0].commands) == 1


def test_hexes_that_meet_in_a_corner() -> None:
    for orientation in ("flat", "pointy"):
        frame = frame_of(orientation=orientation)
        for cube in (Cube(2, 2), Cube(-3, 5)):
            for k in range(6):
                expected = {cube, neighbour(cube, k), neighbour(cube, k + 1)}
                assert set(frame.hexes_at_corner(frame.corner_key(cube, k))) == expected


@pytest.mark.parametrize("d", [0, 3])
def test_ways_that_leave_the_map_reach_its_frame(d) -> None:
    frame = frame_of()
    run = tuple(range(3, 49, 7)) if d == 3 else tuple(range(45, 2, -7))
    way = Way("road", run, exits=(None, d))
    frame = MapFrame(replace(frame.map, ways=(way,)), frame.layout, margin=2.4)
    ends = [point for line in ways.network(frame, STYLES).curves for curve in line for point in curve]
    low, high = min(y for _, y in ends), max(y for _, y in ends)
    assert high > frame.box[3] + 5.0 if d == 3 else low < frame.box[1] - 5.0


def test_gardens_and_trees_leave_streets_houses_and_number_free() -> None:
    grid = HexGrid(7, 7)
    village = grid.at(3, 3)
    run = [grid.neighbour(village, 0), village, grid.neighbour(village, 2)]
    frame = frame_of(("road", tuple(run)))
    terrain = tuple("village" if i == village else "clear" for i in grid.hexes)
    frame = MapFrame(replace(frame.map, terrain=terrain), frame.layout)
    theme = named_theme("classic")
    net = ways.network(frame, STYLES)
    items = buildings.draw_buildings(frame, theme, net, {"village": frozenset([grid.cube(village)])}).items
    mark, dark = theme.color("map.terrain.village.mark"), theme.color("map.terrain.village.dark")
    bed, crown = theme.color("map.terrain.garden.fill"), theme.color("map.terrain.light_wood.mark")
    houses, beds, trees = [], [], []
    for item in items:
        assert isinstance(item, Path)
        if item.fill in (mark, mix(mark, dark, 0.3)):
            houses += shapes_of(item)
        elif item.fill == bed:
            beds += shapes_of(item)
        elif item.stroke is not None and item.stroke.color == crown:
            trees += [
                shapely.Point(c[1:]).buffer(item.stroke.width / 2) for c in item.commands if c[0] == "M"
            ]
    assert len(houses) > 8 and len(beds) > 3 and trees
    cx, cy = frame.layout.centre(village)
    left, top, right, bottom = number_box(frame)
    number = shapely.box(cx + left, cy + top, cx + right, cy + bottom)
    streets = shapely.union_all(
        [shapely.LineString(s) for (c, _), s in net.streets.items() if c == grid.cube(village)]
    )
    for green in (*beds, *trees):
        assert green.distance(streets) > theme.number("map.way.road.width") / 2
        assert not green.intersects(number)
        assert not any(green.intersects(house.buffer(-0.1)) for house in houses)


def shapes_of(item: Path) -> list[shapely.Polygon]:
    rings: list[list[tuple[float, float]]] = []
    for command in item.commands:
        if command[0] == "M":
            rings.append([])
        if len(command) == 3:
            rings[-1].append((float(command[1]), float(command[2])))
    return [shapely.Polygon(ring) for ring in rings]


def test_crossings_lie_on_the_water_as_it_swings_and_fords_are_not_built() -> None:
    """At every hexside of a winding river: the middle of the crossing lies on the line of the water."""
    grid = HexGrid(7, 7)
    theme = named_theme("classic")
    sides = [grid.hexside(grid.at(3, row), d) for row in range(1, 6) for d in (1, 2)]
    for kind in ("ford", "bridge"):
        rivers = [HexsideFeature("river", side) for side in sides]
        for side in sides:
            frame = frame_of(features=[*rivers, HexsideFeature(kind, side)])
            courses = water.courses(frame, {"river": "river"})
            net = ways.network(frame, STYLES)
            items = crossings.draw_crossings(frame, theme, net, {kind: kind}, {"river": 2.5}, courses)
            built = theme.color("map.crossing.stone")
            assert any(isinstance(i, Path) and i.fill == built for i in items) == (kind == "bridge")
            paths = [i for i in items if isinstance(i, Path)]
            first = next(i for i in paths if i.fill == built or kind == "ford")
            points = [(c[1], c[2]) for c in first.commands if len(c) == 3]
            middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
            ends = frame.side_keys(side)
            (line,) = [p for edge, _, p in water.center_lines(frame, courses) if edge == tuple(sorted(ends))]
            river = shapely.LineString(line)
            assert river.distance(shapely.Point(middle)) < 0.02, (kind, side)
