"""Waters: wider downstream without steps, open where they meet, flowing into lakes."""

from __future__ import annotations

from itertools import pairwise
from math import dist

from msgspec.structs import replace

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap, HexsideFeature
from jdgtools.render.map import water
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.scene import Path
from jdgtools.render.themes import named_theme

GRID = HexGrid(3, 14)
THEME = named_theme("classic")
STYLES = {"stream": "stream", "river": "river"}


def frame_of(rows: dict[int, str]) -> MapFrame:
    """Water down the right side of the middle column, of a kind for each row."""
    n = GRID.size
    features = tuple(
        HexsideFeature(kind, GRID.hexside(GRID.at(1, row), d)) for row, kind in rows.items() for d in (1, 2)
    )
    the_map = BattleMap(GRID, 200, 20.0, 20, ("clear",) * n, (0,) * n, (True,) * n, features)
    return MapFrame(the_map, Layout(GRID, 20.0))


def fills(frame: MapFrame, lakes=None, ink: str = "fill") -> list[Path]:
    color = THEME.color(f"map.water.{ink}")
    items = water.draw_water(frame, THEME, water.courses(frame, STYLES), lakes)
    return [i for i in items if isinstance(i, Path) and i.stroke is not None and i.stroke.color == color]


def widths_by_height(paths: list[Path]) -> list[tuple[float, float]]:
    return sorted((c[-1], p.stroke.width) for p in paths if p.stroke for c in p.commands if c[0] == "Q")


def test_water_widens_downstream_without_steps() -> None:
    rows = {n: "stream" if n < 6 else "river" for n in range(1, 14)}
    found = widths_by_height(fills(frame_of(rows)))
    widths = [width for _, width in found]
    assert widths[0] < 0.6 and widths[-1] > 1.7
    for (_, upper), (_, lower) in pairwise(found):
        assert -0.01 < lower - upper < 0.3, found


def test_water_of_one_width_is_not_cut_up() -> None:
    frame = frame_of(dict.fromkeys(range(14), "river"))
    looks = {round(p.stroke.width, 2) for p in fills(frame) if p.stroke}
    assert looks == {2.5}


def test_water_flows_into_a_lake_where_it_ends() -> None:
    frame = frame_of(dict.fromkeys(range(9), "river"))
    below = GRID.cube(GRID.at(1, 9))
    plain, mouth = fills(frame), fills(frame, {"water": frozenset([below])})
    # As wide as ever: without the lake its end would count as a spring.
    widths = [{p.stroke.width for p in paths if p.stroke} for paths in (plain, mouth)]
    assert min(widths[0]) < 0.5 and min(widths[1]) == 2.5
    # Its last piece ends in the lake.
    reach = [
        min(dist(c[-2:], frame.centre(below)) for p in paths for c in p.commands) for paths in (plain, mouth)
    ]
    assert reach[1] < 0.45 * 20 < reach[0]
    # It ends where it reaches the lake: along the shore its bank had a notch.
    beside = GRID.cube(GRID.at(2, 9))
    along = fills(frame, {"water": frozenset([beside])})
    assert min(p.stroke.width for p in along if p.stroke) == 2.5
    x, y = frame.layout.side_middle(frame.map.features[-1].side)
    near = [min(dist(c[-2:], (x, y)) for p in paths for c in p.commands) for paths in (plain, along)]
    assert near[0] < 2 < 4 < near[1]
    # A lake elsewhere changes nothing.
    assert fills(frame, {"water": frozenset([GRID.cube(GRID.at(0, 0))])}) == plain


def test_the_shine_of_a_river_begins_and_ends_in_a_point() -> None:
    rows = {n: "stream" if n < 4 else "river" for n in range(9)}
    lakes = {"water": frozenset({GRID.cube(GRID.at(1, 9))})}
    widths = [width for _, width in widths_by_height(fills(frame_of(rows), lakes, "light"))]
    broadest = max(widths)
    assert widths[0] < 0.4 * broadest and widths[-1] < 0.4 * broadest, widths
    assert widths[len(widths) // 2] == broadest
    off_map = dict.fromkeys(range(14), "river")
    assert len({width for _, width in widths_by_height(fills(frame_of(off_map), None, "light"))}) == 1


def test_of_two_waters_on_a_hexside_the_wider_is_drawn() -> None:
    """A stream that runs on along a river was a narrow piece in it."""
    frame = frame_of(dict.fromkeys(range(14), "river"))
    features = (*frame.map.features, *(replace(f, kind="stream") for f in frame.map.features[8:12]))
    both = MapFrame(replace(frame.map, features=features), frame.layout)
    widths = [{width for _, width in widths_by_height(fills(one))} for one in (both, frame)]
    assert widths[0] == widths[1] == {2.5}


def test_banks_of_springs_and_mouths_have_no_notches() -> None:
    """Pieces of water that widens differ by so little that no bank shows where one ends."""
    frame = frame_of(dict.fromkeys(range(1, 9), "river"))
    for lakes in ({}, {"water": frozenset([GRID.cube(GRID.at(1, 9))])}):
        widths = sorted({p.stroke.width for p in fills(frame, lakes) if p.stroke})
        assert len(widths) > 10
        assert max(b - a for a, b in pairwise(widths)) < 0.2, widths


def test_banks_lie_below_all_water() -> None:
    frame = frame_of(dict.fromkeys(range(4), "river") | {9: "stream"})
    items = [i for i in water.draw_water(frame, THEME, water.courses(frame, STYLES)) if isinstance(i, Path)]
    colors = [i.stroke.color for i in items if i.stroke]
    bank, fill = THEME.color("map.water.bank"), THEME.color("map.water.fill")
    assert max(n for n, c in enumerate(colors) if c == bank) < min(
        n for n, c in enumerate(colors) if c == fill
    )
