"""A settlement of several hexes is one: its lanes join the roads that enter, and it has one church."""

from __future__ import annotations

from functools import partial
from math import cos, dist, hypot, sin, tau

import pytest
import shapely
from msgspec.structs import replace

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap, HexsideFeature, Way
from jdgtools.render.map import banks, buildings, ground, outline, sides, towns
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.houses import House, off_box, off_street
from jdgtools.render.map.scatter import inside_hex
from jdgtools.render.map.streets import SQUARE, StreetPlan
from jdgtools.render.map.ways import Network
from jdgtools.render.scene import DrawingLayer, Scene
from jdgtools.render.themes import named_theme
from tests.drawings import drawn_pixels
from tests.tools.town import HAMLET, TOWN, houses, town


def _plan(frame, net, cells, style: str) -> StreetPlan:
    return towns.street_plan(frame, net, cells, style == "town", partial(buildings._number, frame, net), {})


@pytest.mark.parametrize("style", ["town", "village"])
def test_streets_lead_from_every_hex_to_every_other_and_to_the_roads(style: str) -> None:
    frame, net, cells = town(style)
    plan = _plan(frame, net, cells, style)
    grid = frame.layout.grid
    town_hexes = {cube for cube in cells if grid.find(cube) in {grid.at(*at) for at in TOWN}}
    roads = [net.streets[cube, d] for cube in town_hexes for d in net.arms.get(cube, {})]
    streets = [*roads, *plan.lines]
    # Streets that meet, from the road on.
    reached, ahead = {0}, [0]
    while ahead:
        here = streets[ahead.pop()]
        for n, other in enumerate(streets):
            ends = [off_street(at, other) for at in here] + [off_street(at, here) for at in other]
            if n not in reached and min(ends) < 0.6 * frame.size / 20:
                reached.add(n)
                ahead.append(n)
    connected = [streets[n] for n in reached]
    for cube in town_hexes:
        x, y = frame.centre(cube)
        assert any(inside_hex(frame, a - x, b - y, 1.0) for street in connected for a, b in street)
    assert len(reached) > 0.7 * len([line for line in plan.lines if _is_in(frame, town_hexes, line)])


def _is_in(frame, cubes, line) -> bool:
    return any(inside_hex(frame, line[0][0] - x, line[0][1] - y, 1.0) for x, y in map(frame.centre, cubes))


def test_a_town_has_a_square_for_its_church_and_streets_leave_numbers_free() -> None:
    frame, net, cells = town("town")
    plan = _plan(frame, net, cells, "town")
    boxes = [buildings._number(frame, net, cube) for cube in cells]
    points = [at for line in plan.lines for at in line]
    assert len(points) > 300 and len(plan.squares) == 2
    assert all(off_box(at, box) > 0.0 for at in points for box in boxes)
    assert all(
        dist(at, square) > SQUARE * frame.size / 20 for at in points for square in plan.squares.values()
    )


@pytest.mark.parametrize("style", ["town", "village"])
def test_no_street_leads_into_water(style: str) -> None:
    frame, net, cells = town(style)
    grid = frame.layout.grid
    west, east = grid.cube(grid.at(1, 6)), grid.cube(grid.at(4, 3))
    pairs = ((west, 3), (east, 2 if neighbour(east, 2) in cells else 1))
    banks = {}
    for cube, side in pairs:
        (x, y), (ox, oy) = frame.centre(cube), frame.centre(neighbour(cube, side))
        away = (ox - x) / frame.size, (oy - y) / frame.size
        banks[cube] = [away]
        banks[neighbour(cube, side)] = [(-away[0], -away[1])]
    number = partial(buildings._number, frame, net)
    plan = towns.street_plan(frame, net, cells, style == "town", number, banks)
    dry_plan = towns.street_plan(frame, net, cells, style == "town", number, {})

    def crossing_count(lines) -> int:
        """How many streets have points near the middle of a hexside with water."""
        near = 0
        for cube, side in pairs:
            (ax, ay), (bx, by) = (frame.at(key) for key in frame.edge_keys(cube, side))
            bank = [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (0.25, 0.75)]
            near += sum(min(off_street(at, bank) for at in line) < 0.1 * frame.size for line in lines)
        return near

    assert crossing_count(plan.lines) == 0 < crossing_count(dry_plan.lines)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_harbour_is_built_on_dry_land(orientation, monkeypatch: pytest.MonkeyPatch) -> None:
    """No street, house or garden lies in a lake that reaches into a town."""
    grid = HexGrid(7, 6, orientation)
    bay = {i for at in ((3, 4), (3, 3), (2, 4), (4, 4), (3, 5)) if (i := grid.at(*at)) is not None}
    town_hexes = {i for c in range(1, 6) for r in range(1, 5) if (i := grid.at(c, r)) is not None} - bay
    terrain = tuple("water" if i in bay else "town" if i in town_hexes else "clear" for i in grid.hexes)
    board = BattleMap(grid, 200, 20.0, 20, terrain, (0,) * grid.size, (True,) * grid.size)
    frame = MapFrame(board, Layout(grid, 20.0, (3.0, 3.0)), margin=2.0)
    by_style = {
        style: frozenset(grid.cube(i) for i in cells)
        for style, cells in (("town", town_hexes), ("water", bay))
    }
    built: list[House] = []
    plans: list[StreetPlan] = []
    monkeypatch.setattr(buildings, "roof", lambda pen, house, colors, u: built.append(house))
    monkeypatch.setattr(buildings, "garden_plot", lambda pen, plot, green, u, pick: built.append(plot))
    monkeypatch.setattr(buildings, "_draw_streets", lambda frame, theme, pen, plan: plans.append(plan))
    buildings.draw_buildings(frame, named_theme("classic"), Network(), by_style)
    x, y, (shore_part,) = outline.natural_chains(frame, outline.trace(frame, by_style["water"]))
    water = shapely.Polygon(list(zip(x[shore_part], y[shore_part], strict=True)))
    streets = shapely.MultiLineString([line for plan in plans for line in plan.lines])
    houses_there = shapely.MultiPolygon([shapely.Polygon(house.corners()) for house in built])
    assert water.area > 3 * 20 * 20 and len(built) > 60
    assert streets.intersection(water).length < 0.5
    assert max(part.intersection(water).area / part.area for part in houses_there.geoms) < 0.2


def test_the_lane_of_a_row_of_village_hexes_does_not_zigzag() -> None:
    """On flat tops the middles of a row from west to east stand now higher, now lower."""
    frame, _, _ = town("village")
    grid = frame.layout.grid
    row = frozenset(grid.cube(grid.at(column, 3)) for column in range(2, 7))
    here = [lane for cube in frame.in_reading_order(row) for lane in towns.lanes(frame, Network(), row, cube)]
    heights = [y for cube in row for _, y in [frame.centre(cube)]]
    inner_nodes = [lane[0][1] for lane in here if sum(lane[0] == other[0] for other in here) == 2]
    assert len(inner_nodes) == 6
    assert max(inner_nodes) - min(inner_nodes) < 0.5 * (max(heights) - min(heights))


@pytest.mark.parametrize("style", ["town", "village"])
def test_no_house_stands_on_a_street_and_each_settlement_has_one_church(style: str, monkeypatch) -> None:
    frame, net, cells = town(style)
    built, sacred = [], []
    monkeypatch.setattr(buildings, "roof", lambda pen, house, colors, u: built.append(house))
    monkeypatch.setattr(buildings, "church", lambda pen, at, colors, u: sacred.append(at))
    houses(frame, net, cells, style, "classic")
    assert len(sacred) == 2 and len(built) > 8 * (len(TOWN) + len(HAMLET))
    streets = list(_plan(frame, net, cells, style).lines)
    streets += [net.streets[cube, d] for cube in cells for d in net.arms.get(cube, {})]
    for house in built:
        assert min(off_street((house.x, house.y), street) for street in streets) > house.width


def test_a_town_grows_thinner_outwards_and_has_no_gaps_between_its_hexes(monkeypatch) -> None:
    frame, net, cells = town("town")
    built: list[House] = []
    monkeypatch.setattr(buildings, "roof", lambda pen, house, colors, u: built.append(house))
    houses(frame, net, cells, "town", "classic")
    grid = frame.layout.grid

    def count(cube) -> int:
        x, y = frame.centre(cube)
        return sum(inside_hex(frame, house.x - x, house.y - y, 1.0) for house in built)

    town_hexes = [grid.cube(grid.at(*at)) for at in TOWN]
    dense = [count(cube) for cube in town_hexes if towns.is_dense(cells, cube)]
    outer = [count(cube) for cube in town_hexes if not towns.is_dense(cells, cube)]
    assert sum(dense) / len(dense) > 1.2 * sum(outer) / len(outer)
    # Along the hexsides between hexes of the town, but for those above a number.
    beside = 0
    for cube in town_hexes:
        x, y = frame.centre(cube)
        for dx, dy in towns.inner_sides(frame, frozenset(town_hexes), cube):
            depths = (((h.x - x) * dx + (h.y - y) * dy) / frame.size for h in built)
            beside += sum(0.42 < depth < 0.5 for depth in depths) > 0
    assert beside > 20


def test_the_middle_of_a_large_village_is_dense() -> None:
    frame, _, cells = town("village")
    dense = {cube for cube in cells if towns.is_dense(cells, cube)}
    grid = frame.layout.grid
    assert grid.cube(grid.at(4, 3)) in dense
    assert not any(grid.cube(grid.at(*at)) in dense for at in HAMLET)


def test_the_wall_of_a_town_has_a_tower_at_every_corner(monkeypatch) -> None:
    frame, _, _ = town("town")
    grid = frame.layout.grid
    here = grid.at(4, 3)
    features = tuple(HexsideFeature("wall", grid.hexside(here, d)) for d in (1, 2, 3))
    walled = MapFrame(replace(frame.map, features=features), frame.layout)
    towers: list[tuple[float, float]] = []
    monkeypatch.setattr(sides, "_tower", lambda pen, at, look, unit: towers.append(at))
    theme = named_theme("classic")
    assert sides.draw_sides(walled, theme, {"wall": "town_wall"}, None)
    corners = {walled.at(walled.corner_key(grid.cube(here), k)) for k in range(4)}
    assert len(towers) == 4 and set(towers) == corners
    towers.clear()
    assert sides.draw_sides(walled, theme, {"wall": "wall"}, None) and not towers


def test_a_wall_beside_a_river_stands_on_the_bank_of_the_town() -> None:
    frame, _, cells = town("town")
    grid = frame.layout.grid
    south = grid.cube(grid.at(4, 5))
    sides_along = [grid.hexside(grid.at(4, 5), d) for d in (2, 3, 4)]
    features = tuple(HexsideFeature(kind, side) for side in sides_along for kind in ("wall", "river"))
    by_side = {side: tuple(f for f in features if f.side == side) for side in sides_along}
    walled = MapFrame(replace(frame.map, features=features, by_side=by_side), frame.layout)
    moved = banks.wall_corners(walled, {"wall"}, banks.banks(walled, {"river": 2.4}), cells)
    x, y = walled.centre(south)
    far = 2.4 / 2 + banks._SHORE * walled.size / 20
    for side in sides_along:
        (x1, y1), (x2, y2) = (moved[key] for key in walled.side_keys(side))
        # The line through both corners lies nearer to the middle of the town's hex than the hexside does.
        off = abs((x2 - x1) * (y1 - y) - (y2 - y1) * (x1 - x)) / hypot(x2 - x1, y2 - y1)
        assert off == pytest.approx(walled.size / 2 - far, abs=1e-6)
    assert len(moved) == 4
    assert not banks.wall_corners(walled, {"wall"}, {}, cells)


def test_a_town_ends_at_its_walls() -> None:
    """Without walls its ground goes on a little beyond a corner that juts into it."""
    frame, _, cells = town("town")
    grid, theme = frame.layout.grid, named_theme("classic")
    features = tuple(
        HexsideFeature("wall", side)
        for side in grid.sides()
        if len({grid.cube(index) in cells for index in grid.side_hexes(side)}) == 2
    )
    walled = MapFrame(replace(frame.map, features=features), frame.layout)
    outside = banks.outside_walls(walled, {"wall"}, cells)
    assert outside and not outside & cells

    def stained(beyond: frozenset[Cube]) -> int:
        areas = ground.draw_areas(walled, theme, {"town": cells}, banks.TownWalls(beyond))
        scene = Scene(frame.layout.width, frame.layout.height, "", (DrawingLayer("town", areas),))
        pixels = drawn_pixels(replace(scene, background="#ffffff"), 100.0)
        count = 0
        for cube in outside:
            x, y = frame.centre(cube)
            reach = frame.size * 0.475
            for k in range(60):
                at = x + reach * cos(k * tau / 60), y + reach * sin(k * tau / 60)
                column, row = (int(v * 100 / 25.4) for v in at)
                inside = 0 <= row < pixels.shape[0] and 0 <= column < pixels.shape[1]
                count += bool(inside and (pixels[row, column] < 250).any())
        return count

    assert stained(frozenset()) > 0 == stained(outside)


def test_the_ground_of_a_town_fills_its_walls_and_no_wood_grows_within() -> None:
    """Without walls its outline is round, and the wood beside it reaches into its corners."""
    frame, _, cells = town("town")
    grid, theme = frame.layout.grid, named_theme("classic")
    woods = frozenset(cube for cube in frame.map_hexes if cube not in cells)
    features = tuple(
        HexsideFeature("wall", side)
        for side in grid.sides()
        if len({grid.cube(index) in cells for index in grid.side_hexes(side)}) == 2
    )
    walled = MapFrame(replace(frame.map, features=features), frame.layout)
    within = banks.within_walls(walled, {"wall"}, cells, {})
    corners = []
    for cube in cells:
        for k in range(6):
            around = set(frame.hexes_at_corner(frame.corner_key(cube, k)))
            if around <= frame.map_hexes and around & cells == {cube}:
                corners.append((cube, frame.at(frame.corner_key(cube, k))))
    assert len(corners) > 9

    def colors(style: str, hexes: frozenset[Cube], walls: banks.TownWalls) -> list[tuple[int, ...]]:
        areas = ground.draw_areas(walled, theme, {style: hexes}, walls)
        width, height = frame.layout.width + 6.0, frame.layout.height + 6.0
        scene = Scene(width, height, "", (DrawingLayer("area", areas),))
        pixels = drawn_pixels(replace(scene, background="#ffffff"), 100.0)
        spots = []
        for cube, (x, y) in corners:
            cx, cy = frame.centre(cube)
            # Just within the corner.
            column, row = (round((a + (b - a) * 0.06) * 100 / 25.4) for a, b in ((x, cx), (y, cy)))
            spots.append(tuple(int(part) for part in pixels[row, column]))
        return spots

    walls = banks.TownWalls(frozenset(), within)
    assert len(set(colors("town", cells, walls))) == 1 < len(set(colors("town", cells, banks.TownWalls())))
    white = {(255, 255, 255)}
    assert set(colors("wood", woods, walls)) == white != set(colors("wood", woods, banks.TownWalls()))


def test_a_hedge_beside_a_brook_stands_on_one_bank() -> None:
    frame, _, _ = town("town")
    grid, theme = frame.layout.grid, named_theme("classic")
    along = [grid.hexside(grid.at(2, row), d) for row in (2, 3, 4) for d in (1, 2)]
    features = tuple(HexsideFeature(kind, side) for side in along for kind in ("hedge", "stream"))
    wet = MapFrame(replace(frame.map, features=features), frame.layout)
    bank_of = banks.banks(wet, {"stream": 2.0})
    far = 1.0 + banks._SHORE * wet.size / 20
    assert bank_of == dict.fromkeys(along, far)

    def bushes(**more) -> list[tuple[float, float]]:
        items = sides.draw_sides(wet, theme, {"hedge": "hedge"}, None, **more)
        ends = [command[-2:] for item in items for command in item.commands if command[0] == "M"]
        return sorted(ends, key=lambda at: (at[1], at[0]))

    def middle(spots: list[tuple[float, float]]) -> float:
        return sum(x for x, _ in spots) / len(spots)

    # The line goes to and fro, and never changes sides.
    moved, there = bushes(bank_of=bank_of), bushes()
    assert 0.7 * far < abs(middle(moved) - middle(there)) < 1.3 * far


def test_a_ravine_has_whole_brinks_where_a_slope_meets_it() -> None:
    frame, _, _ = town("town")
    grid, theme = frame.layout.grid, named_theme("classic")
    here = grid.at(2, 3)
    bed = [grid.hexside(here, d) for d in (1, 2, 3)]
    slope = grid.hexside(grid.neighbour(here, 1), 3)
    features = (*(HexsideFeature("ravine", side) for side in bed), HexsideFeature("slope", slope, here))
    cut = MapFrame(replace(frame.map, features=features), frame.layout)
    brinks = [
        path
        for item in sides.draw_sides(cut, theme, {"ravine": "ravine", "slope": "slope"}, ("ravine",))
        for path in _chains(item.commands)
        if len(path) == 7
    ]
    assert len(brinks) == 6
    ends = [end for path in brinks for end in (path[0], path[-1])]
    near = [min(dist(a, b) for m, b in enumerate(ends) if m != n) for n, a in enumerate(ends)]
    # Two brinks, each of three pieces: their outer ends are free.
    assert sum(gap < 0.02 * frame.size for gap in near) == 8


def _chains(commands) -> list[list[tuple[float, float]]]:
    chains: list[list[tuple[float, float]]] = []
    for command in commands:
        if command[0] == "M":
            chains.append([])
        if command[0] != "Z":
            chains[-1].append(command[-2:])
    return chains


@pytest.mark.parametrize("style", ["wall", "hedge", "redoubt", "ditch"])
def test_a_way_leads_through_a_gap(style: str) -> None:
    """Without the way the middle of the hexside is closed."""
    frame, _, _ = town("town")
    grid = frame.layout.grid
    here = grid.at(4, 3)
    there = grid.neighbour(here, 1)
    assert there is not None
    features = (HexsideFeature("wall", grid.hexside(here, 1)),)
    theme, (x, y) = named_theme("classic"), frame.crossing(*frame.edge_keys(grid.cube(here), 1))

    def is_closed(ways: tuple[Way, ...]) -> bool:
        walled = MapFrame(replace(frame.map, features=features, ways=ways), frame.layout)
        items = sides.draw_sides(walled, theme, {"wall": style}, None)
        layers = (DrawingLayer("sides", items),)
        scene = Scene(frame.layout.width, frame.layout.height, "", layers, background="#ffffff")
        pixels, reach = drawn_pixels(scene, 254.0), frame.size / 32
        box = (slice(round(10 * (at - reach)), round(10 * (at + reach))) for at in (y, x))
        return bool((pixels[tuple(box)] < 200).any())

    assert is_closed(()) and not is_closed((Way("road", (here, there), key="way"),))
