"""What is strewn over the ground: the same numbers one by one and all at once, in the right hexes."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import atan2, pi

import numpy as np
import pytest
import shapely

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap
from jdgtools.render.map import textures
from jdgtools.render.map.brush import Brush
from jdgtools.render.map.fields import parcels
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.gridlines import number_box
from jdgtools.render.map.noise import hash_pair, hashes, share, shares, swing, swings
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.scatter import centres, corners_of, inside_hex, rows, rows_across, scatter_points
from jdgtools.render.scene import Path, Stroke


@pytest.fixture(params=["flat", "pointy"])
def frame(request) -> Frame:
    grid = HexGrid(7, 6, request.param, "even")
    n = grid.size
    the_map = BattleMap(grid, 200, 20.0, 20, ("wood",) * n, (0,) * n, (True,) * n)
    return Frame(the_map, Layout(grid, 20.0, (3.0, 11.0)))


def test_many_hashes_are_the_single_ones() -> None:
    pairs = [(a, b) for a in (-70_000, -3, 0, 1, 9, 123_456) for b in (-2, 0, 5, 99_999)]
    a, b = (np.array(part, dtype=np.int64) for part in zip(*pairs, strict=True))
    for salt in (0, 7, 301):
        assert hashes(a, b, salt).tolist() == [hash_pair(x, y, salt) for x, y in pairs]
        assert shares(a, b, salt).tolist() == [share(x, y, salt) for x, y in pairs]
        assert swings(a, b, salt).tolist() == [swing(x, y, salt) for x, y in pairs]


def test_spots_lie_in_the_hex_that_they_name(frame) -> None:
    hexes = sorted(frame.map_hexes)
    spots = scatter_points(frame, hexes, 2.5, 11)
    layout, grid = frame.layout, frame.layout.grid
    for x, y, own in zip(spots.x.tolist(), spots.y.tolist(), spots.hex.tolist(), strict=True):
        assert layout.hex_at(x, y) == grid.find(hexes[own])
    assert spots.y.tolist() == sorted(spots.y.tolist())
    # As many as the area has room for.
    per_hex = (20.0 * 20.0 * 0.866) / (2.5 * 2.5 * 0.866)
    assert len(spots.x) == pytest.approx(per_hex * len(hexes), rel=0.05)


def test_one_net_spans_the_map(frame) -> None:
    """A hex has the same spots whoever is asked with it: none twice, none missing along its edges."""
    hexes = sorted(frame.map_hexes)
    together = scatter_points(frame, hexes, 3.0, 5)
    places = set(zip(together.x.tolist(), together.y.tolist(), strict=True))
    assert len(places) == len(together.x)
    alone = set()
    for cube in hexes:
        one = scatter_points(frame, [cube], 3.0, 5)
        alone |= set(zip(one.x.tolist(), one.y.tolist(), strict=True))
    assert alone == places


def test_shrunken_hexes_keep_spots_off_the_edges(frame) -> None:
    hexes = sorted(frame.map_hexes)
    cx, cy = centres(frame, hexes)
    spots = scatter_points(frame, hexes, 2.0, 3, scale=0.8)
    for x, y, own in zip(spots.x, spots.y, spots.hex, strict=True):
        assert inside_hex(frame, x - cx[own], y - cy[own], 0.8001)


@pytest.mark.parametrize("turn", range(6))
def test_rows_end_at_the_edge(frame, turn) -> None:
    lines = rows(frame, 1.5, turn, 0.9)
    assert len(lines) >= 10
    for a, b in lines:
        for x, y in (a, b):
            assert inside_hex(frame, x, y, 0.9001) and not inside_hex(frame, x, y, 0.8999)


@pytest.mark.parametrize("plan", range(18))
def test_parcels_divide_a_hex(frame, plan) -> None:
    whole = shapely.Polygon(corners_of(frame))
    pieces = parcels(frame, plan, 0.3)
    shapes = [shapely.Polygon(piece.corners) for piece in pieces]
    assert len(shapes) == (2 if plan < 6 else 3)
    assert all(shape.is_valid and shape.area > 0.1 * whole.area for shape in shapes)
    assert all(shape.convex_hull.area == pytest.approx(shape.area) for shape in shapes)
    for a, b in combinations(shapes, 2):
        assert a.distance(b) == pytest.approx(0.6)
    covered = shapely.union_all(shapes)
    assert covered.within(whole) and covered.area > 0.7 * whole.area
    # Not all rows run in one direction, and parcels side by side differ in tone.
    assert {(piece.turn - plan) % 6 for piece in pieces} == {0, 3}
    assert len({piece.tone for piece in pieces}) == len(pieces)


@pytest.mark.parametrize("plan", range(18))
def test_fields_do_not_have_the_shape_of_their_hex(frame, plan) -> None:
    """What lies along the hexsides is ground, nowhere as wide as elsewhere: two corners are drawn in by much."""
    hull = shapely.union_all(
        [shapely.Polygon(piece.corners) for piece in parcels(frame, plan, 0.3)]
    ).convex_hull
    gaps = sorted(hull.distance(shapely.Point(corner)) / frame.size for corner in corners_of(frame))
    assert gaps[0] < 0.05 and gaps[-2] > 0.08 and gaps[-1] > 0.12, gaps


@pytest.mark.parametrize("pattern", ["orchard", "vineyard", "plough"])
def test_large_maps_have_undivided_fields(frame, pattern) -> None:
    grid = HexGrid(60, 60, frame.layout.grid.orientation)
    the_map = BattleMap(grid, 200, 10.0, 20, ("clear",) * 3600, (0,) * 3600, (True,) * 3600)
    large = Frame(the_map, Layout(grid, 10.0))
    assert large.is_large and all(len(parcels(large, plan, 0.3)) == 1 for plan in range(18))
    pen = Pen()
    hexes = tuple(large.in_reading_order(large.map_hexes))[:40]
    brush = Brush(large, pen, "#ffffff", "#00ff00", "#004400", "#88ff88", frozenset(hexes), hexes, 1.8)
    getattr(textures, pattern)(brush)
    count = sum(c[0] == "M" for i in pen.items() if isinstance(i, Path) for c in i.commands)
    assert count > 10 * len(hexes), "no field is empty"


@pytest.mark.parametrize("plan", [0, 7, 14])
def test_rows_stay_in_their_parcel(frame, plan) -> None:
    for piece in parcels(frame, plan, 0.3):
        shape = shapely.Polygon(piece.corners)
        lines = rows_across(piece.corners, 1.0, piece.turn)
        assert len(lines) > 4
        for a, b in lines:
            assert shapely.LineString((a, b)).within(shape.buffer(1e-6))
            assert shape.exterior.distance(shapely.Point(a)) < 1e-6


def test_hexes_are_divided_in_many_ways(frame) -> None:
    pen = Pen()
    hexes = tuple(frame.in_reading_order(frame.map_hexes))
    brush = Brush(frame, pen, "#ffffff", "#00ff00", "#004400", "#88ff88", frozenset(hexes), hexes, 1.0)
    textures.vineyard(brush)
    directions = set()
    for item in pen.items():
        assert isinstance(item, Path)
        for a, b in pairwise(item.commands):
            if item.stroke is not None and b[0] == "L":
                directions.add(round(atan2(b[2] - a[2], b[1] - a[1]) % pi, 3))
    assert len(directions) == 6


def test_stamps_are_collected_by_look_and_height() -> None:
    pen = Pen()
    x, y = np.array([1.0, 2.0, 3.0]), np.array([10.0, 100.0, 11.0])
    pen.stamp(x, y, (("M", 0.0, -1.0), ("L", 0.5, 1.0)), stroke=Stroke("#000000", 1.0), scale=y / 10)
    pen.raise_layer()
    pen.stamp(x[:1], y[:1], (("M", 0.0, 0.0), ("Z",)), stroke=Stroke("#000000", 1.0))
    paths = [item.commands for item in pen.items() if isinstance(item, Path)]
    assert paths == [
        (("M", 1.0, 9.0), ("L", 1.5, 11.0), ("M", 3.0, 11.0 - 1.1), ("L", 3.0 + 0.55, 11.0 + 1.1)),
        (("M", 2.0, 90.0), ("L", 7.0, 110.0)),
        (("M", 1.0, 10.0), ("Z",)),
    ]


@pytest.mark.parametrize("pattern", ["light_wood", "brush_land", "orchard", "rough", "heath"])
def test_numbers_stand_free_of_trees_and_stones(frame, pattern) -> None:
    pen = Pen()
    hexes = tuple(frame.in_reading_order(frame.map_hexes))
    brush = Brush(frame, pen, "#ffffff", "#00ff00", "#004400", "#88ff88", frozenset(hexes), hexes, 1.0)
    getattr(textures, pattern)(brush)
    left, top, right, bottom = number_box(frame)
    middles = [frame.centre(cube) for cube in hexes]
    count = 0
    for item in pen.items():
        assert isinstance(item, Path)
        crown = item.stroke is not None and item.stroke.color == "#00ff00" and item.stroke.width > 0.4
        if not crown and item.fill != "#88ff88":
            continue  # a shadow, a leaf or a blade of grass may touch a number
        for command in item.commands:
            if command[0] == "M":
                x, y = command[1], command[2]
                cx, cy = min(middles, key=lambda m: (m[0] - x) ** 2 + (m[1] - y) ** 2)
                count += 1
                assert not (left < x - cx < right and top < y - cy < bottom)
    assert count > 5 * len(hexes)
