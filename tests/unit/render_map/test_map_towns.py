"""A settlement of several hexes is one: its lanes join the roads that enter, and it has one church."""

from __future__ import annotations

import pytest

from jdgtools.hexgrid.coords import neighbour
from jdgtools.render.map import buildings, towns
from jdgtools.render.map.houses import House, off_street
from jdgtools.render.map.scatter import inside_hex
from tests.tools.town import HAMLET, TOWN, houses, town


@pytest.mark.parametrize("style", ["town", "village"])
def test_streets_lead_from_every_hex_to_every_other_and_to_the_roads(style: str) -> None:
    frame, net, cells = town(style)
    links: dict[object, set[object]] = {}
    for cube in cells:
        for d in net.arms.get(cube, {}):
            links.setdefault(cube, set()).add(neighbour(cube, d))
        for lane in towns.lanes(frame, net, cells, cube):
            # Both halves of a lane meet on the hexside, and end where the ways of the hexes meet.
            assert lane[0] == net.nodes.get(cube, frame.centre(cube))
            beyond = [
                other
                for d in range(6)
                if (other := neighbour(cube, d)) in cells
                and any(lane[1] == back[1] for back in towns.lanes(frame, net, cells, other))
            ]
            assert len(beyond) == 1
            links.setdefault(cube, set()).add(beyond[0])
    grid = frame.layout.grid
    town_hexes = {cube for cube in cells if grid.find(cube) in {grid.at(*at) for at in TOWN}}
    reached, ahead = set(), [next(iter(town_hexes))]
    while ahead:
        here = ahead.pop()
        reached.add(here)
        ahead += [cube for cube in links.get(here, ()) if cube not in reached]
    # All hexes of the town, and the first hexes of the road and the trail outside it, nothing of the hamlet.
    roads = {cube for cube in net.nodes if cube not in cells and any(cube in to for to in links.values())}
    assert len(roads) == 2
    assert reached == town_hexes | roads


@pytest.mark.parametrize("style", ["town", "village"])
def test_no_house_stands_on_a_street_and_each_settlement_has_one_church(style: str, monkeypatch) -> None:
    frame, net, cells = town(style)
    built, sacred = [], []
    monkeypatch.setattr(buildings, "roof", lambda pen, house, colors, u: built.append(house))
    monkeypatch.setattr(buildings, "church", lambda pen, at, colors, u: sacred.append(at))
    houses(frame, net, cells, style, "classic")
    assert len(sacred) == 2 and len(built) > 8 * (len(TOWN) + len(HAMLET))
    streets = [lane for cube in cells for lane in towns.lanes(frame, net, cells, cube)]
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
