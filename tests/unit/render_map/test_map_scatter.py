"""What is strewn over the ground: the same numbers one by one and all at once, in the right hexes."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import dist

import numpy as np
import pytest
import shapely

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap
from jdgtools.render.map import textures
from jdgtools.render.map.brush import Brush
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.gridlines import number_box
from jdgtools.render.map.ground import draw_areas
from jdgtools.render.map.noise import hash_pair, hashes, share, shares, swing, swings
from jdgtools.render.map.parcels import at, even_rows, pieces, plots
from jdgtools.render.map.pen import Pen
from jdgtools.render.map.scatter import centres, inside_hex, rows, scatter_points
from jdgtools.render.scene import Path, Stroke
from jdgtools.render.themes import named_theme


@pytest.fixture(params=["flat", "pointy"])
def frame(request) -> MapFrame:
    grid = HexGrid(7, 6, request.param, "even")
    n = grid.size
    the_map = BattleMap(grid, 200, 20.0, 20, ("wood",) * n, (0,) * n, (True,) * n)
    return MapFrame(the_map, Layout(grid, 20.0, (3.0, 11.0)))


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


def brush_of(frame: MapFrame, hexes: tuple[Cube, ...]) -> Brush:
    return Brush(frame, Pen(), "#ffffff", "#00ff00", "#004400", "#88ff88", frozenset(hexes), hexes, 1.0)


@pytest.mark.parametrize("salt", [41, 51, 61])
def test_parcels_divide_a_tract(frame, salt) -> None:
    """Convex pieces with balks between them, though none along hexsides within the tract."""
    hexes = tuple(frame.in_reading_order(frame.map_hexes))
    found = pieces(brush_of(frame, hexes), salt, 0.3)
    shapes = [shapely.Polygon(piece.corners) for piece in found]
    assert all(shape.is_valid and shape.convex_hull.area == pytest.approx(shape.area) for shape in shapes)
    for a, b in combinations(shapes, 2):
        assert a.intersection(b).area < 1e-6
    tract = shapely.union_all([shapely.Polygon(frame.polygon(cube)) for cube in hexes]).buffer(1e-6)
    covered = shapely.union_all([shape.buffer(1e-6) for shape in shapes])
    assert covered.within(tract.buffer(1e-5)) and covered.area > 0.8 * tract.area
    middle = [cube for cube in hexes if all(neighbour(cube, d) in hexes for d in range(6))]
    inner = shapely.union_all([shapely.Polygon(frame.polygon(cube)) for cube in middle])
    parts = shapely.get_parts(covered.intersection(inner))
    assert min(a.distance(b) for a, b in combinations(parts, 2)) == pytest.approx(0.6, abs=1e-4)
    # Pieces on either side of a hexside within the tract are one parcel.
    assert len(shapely.get_parts(covered)) < 0.7 * len(shapes)
    assert len({piece.turn % 3 for piece in found}) == 1 and len({piece.turn for piece in found}) == 2
    assert {piece.tone for piece in found} == {0, 1, 2}


def test_a_field_of_one_hex_does_not_have_its_shape(frame) -> None:
    """All corners are drawn in, some by much more than others."""
    spreads = []
    for cube in frame.in_reading_order(frame.map_hexes):
        divided = pieces(brush_of(frame, (cube,)), 61, 0.3)
        hull = shapely.union_all([shapely.Polygon(piece.corners) for piece in divided]).convex_hull
        gaps = sorted(hull.distance(shapely.Point(corner)) / frame.size for corner in frame.polygon(cube))
        assert gaps[0] > 0.04
        spreads.append(gaps[-1] - gaps[0])
    assert sum(spread > 0.06 for spread in spreads) > 0.8 * len(spreads)


@pytest.mark.parametrize("salt", [51, 61])
def test_plots_of_a_hex_are_rectangles_that_fill_most_of_it(frame, salt) -> None:
    """And hardly reach over its edge, though they follow none of its hexsides."""
    for cube in frame.in_reading_order(frame.map_hexes):
        shapes = [shapely.Polygon(plot.corners) for plot in plots(brush_of(frame, (cube,)), salt, 0.3)]
        the_hex = shapely.Polygon(frame.polygon(cube))
        covered = shapely.union_all(shapes)
        assert covered.area == pytest.approx(sum(shape.area for shape in shapes)), "they do not overlap"
        assert covered.intersection(the_hex).area > 0.5 * the_hex.area
        assert covered.difference(the_hex).area < 0.08 * the_hex.area
        for shape in shapes:
            assert shape.area == pytest.approx(shape.minimum_rotated_rectangle.area)


def test_plots_leave_the_hexes_of_others_free(frame) -> None:
    """Every second column: rows of parcels do not go on over what lies between."""
    hexes = tuple(cube for cube in frame.in_reading_order(frame.map_hexes) if cube[0] % 3 != 1)
    covered = shapely.union_all([shapely.Polygon(x.corners) for x in plots(brush_of(frame, hexes), 61, 0.3)])
    for cube in frame.map_hexes:
        the_hex = shapely.Polygon(frame.polygon(cube))
        share_of_hex = covered.intersection(the_hex).area / the_hex.area
        assert share_of_hex > 0.5 if cube in hexes else share_of_hex < 0.16, cube


@pytest.mark.parametrize("pattern", ["plough", "vineyard"])
def test_fields_have_no_outline_but_that_of_their_plots(frame, pattern) -> None:
    cube = frame.in_reading_order(frame.map_hexes)[17]
    style = {"plough": "clear_ploughed", "vineyard": "vineyard"}[pattern]
    items = draw_areas(frame, named_theme("classic"), {style: frozenset([cube])})
    fills = [i for i in items if isinstance(i, Path) and i.fill not in (None, "none")]
    assert fills and all({c[0] for c in item.commands} <= {"M", "L", "Z"} for item in fills)


@pytest.mark.parametrize("spacing", [0.9, 1.4])
def test_rows_go_on_from_hex_to_hex(frame, spacing) -> None:
    """Rows lie in their piece, and where they reach a hexside within the tract a row of the next hex begins."""
    hexes = tuple(frame.in_reading_order(frame.map_hexes))
    middle = frame.in_reading_order(frame.map_hexes)[len(hexes) // 2]
    inner = shapely.Polygon(frame.polygon(middle))
    ends = []
    for piece in pieces(brush_of(frame, hexes), 61, 0.3):
        shape = shapely.Polygon(piece.corners).buffer(1e-6)
        for across, first, last in even_rows(piece.corners, spacing, piece.turn):
            line = [at(piece.turn, first, across), at(piece.turn, last, across)]
            assert shapely.LineString(line).within(shape)
            ends += [(round(x, 3), round(y, 3)) for x, y in line]
    on_side = [p for p in ends if inner.exterior.distance(shapely.Point(p)) < 2e-3]
    shared = sum(count > 1 for count in Counter(on_side).values())
    assert len(on_side) > 20 and 2 * shared > 0.9 * len(on_side)


@pytest.mark.parametrize("pattern", ["orchard", "vineyard", "plough", "sheaves"])
def test_large_maps_have_undivided_fields(frame, pattern) -> None:
    grid = HexGrid(60, 60, frame.layout.grid.orientation)
    the_map = BattleMap(grid, 200, 10.0, 20, ("clear",) * 3600, (0,) * 3600, (True,) * 3600)
    large = MapFrame(the_map, Layout(grid, 10.0))
    assert large.is_large
    pen = Pen()
    hexes = tuple(large.in_reading_order(large.map_hexes))[:40]
    brush = Brush(large, pen, "#ffffff", "#00ff00", "#004400", "#88ff88", frozenset(hexes), hexes, 1.8)
    assert len(pieces(brush, 41, 0.3)) == len(hexes)
    getattr(textures, pattern)(brush)
    count = sum(c[0] == "M" for i in pen.items() if isinstance(i, Path) for c in i.commands)
    assert count > 10 * len(hexes), "no field is empty"


def test_tracts_are_divided_in_many_ways(frame) -> None:
    """Hexes that do not touch have directions of their own."""
    hexes = tuple(
        cube for cube in frame.in_reading_order(frame.map_hexes) if cube[0] % 2 == 0 and cube[1] % 2 == 0
    )
    turns = {piece.turn for cube in hexes for piece in pieces(brush_of(frame, (cube,)), 51, 0.3)}
    apart = {piece.turn for piece in pieces(brush_of(frame, hexes), 51, 0.3)}
    assert apart == turns and len(turns) == 6


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


@pytest.mark.parametrize("pattern", ["light_wood", "brush_land", "orchard", "sheaves", "rough", "heath"])
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


def test_no_sheaf_stands_upon_another(frame) -> None:
    """Rows of two plots met in a corner of both."""
    hexes = tuple(cube for cube in frame.in_reading_order(frame.map_hexes) if (cube[0] * 3 + cube[1] * 5) % 4)
    brush = brush_of(frame, hexes)
    textures.sheaves(brush)
    shapes = [item for item in brush.pen.items() if isinstance(item, Path) and item.fill == "#88ff88"]
    feet = [c[1:] for item in shapes for c in item.commands if c[0] == "M"]
    near = min(dist(a, b) for a, b in combinations(feet, 2))
    assert len(feet) > 300 and near > 1.6 * frame.size / 20


def test_no_vine_stands_between_a_number_and_its_numeral(frame) -> None:
    pen = Pen()
    hexes = tuple(frame.in_reading_order(frame.map_hexes))
    brush = Brush(frame, pen, "#ffffff", "#00ff00", "#004400", "#88ff88", frozenset(hexes), hexes, 1.0)
    textures.vineyard(brush)
    left, top, right, bottom = number_box(frame)
    right += 0.11 * frame.size
    rows = []
    for item in pen.items():
        if isinstance(item, Path) and item.stroke is not None and item.stroke.color == "#004400":
            rows += [(a[1:], b[1:]) for a, b in pairwise(item.commands) if (a[0], b[0]) == ("M", "L")]
    (x1, y1), (x2, y2) = np.array(rows).transpose(1, 2, 0)
    assert len(rows) > 10 * len(hexes)
    for t in np.linspace(0.0, 1.0, 60):
        x, y = x1 + (x2 - x1) * t, y1 + (y2 - y1) * t
        cx, cy = frame.centres_of(*frame.cubes_at(x, y))
        assert not np.any((left < x - cx) & (x - cx < right) & (top < y - cy) & (y - cy < bottom))


@pytest.mark.parametrize("pattern", ["marsh", "soft", "sand"])
def test_no_level_line_crosses_a_number(frame, pattern) -> None:
    """Beside a number it reads as a dash."""
    pen = Pen()
    hexes = tuple(frame.in_reading_order(frame.map_hexes))
    brush = Brush(frame, pen, "#ffffff", "#00ff00", "#004400", "#88ff88", frozenset(hexes), hexes, 1.0)
    getattr(textures, pattern)(brush)
    left, top, right, bottom = number_box(frame)
    middles = [frame.centre(cube) for cube in hexes]
    for item in pen.items():
        for start, end in pairwise(item.commands):
            if item.stroke is None or start[0] != "M" or len(end) < 3:
                continue
            if abs(end[-1] - start[-1]) >= abs(end[-2] - start[-2]) or abs(end[-2] - start[-2]) < 0.1:
                continue  # a grain, or a blade of grass
            x, y = (start[1] + end[-2]) / 2, (start[2] + end[-1]) / 2
            cx, cy = min(middles, key=lambda m: (m[0] - x) ** 2 + (m[1] - y) ** 2)
            assert not (left < x - cx < right and top < y - cy < bottom)


def test_no_tuft_of_open_ground_stands_beside_a_number(frame) -> None:
    pen = Pen()
    hexes = tuple(frame.in_reading_order(frame.map_hexes))
    brush = Brush(frame, pen, "#ffffff", "#00ff00", "#004400", "#88ff88", frozenset(hexes), hexes, 1.0)
    textures.meadow(brush)
    left, top, right, bottom = number_box(frame)
    middles = [frame.centre(cube) for cube in hexes]
    starts = [c[1:3] for item in pen.items() for c in item.commands if c[0] == "M"]
    assert len(starts) > len(hexes)
    for x, y in starts:
        cx, cy = min(middles, key=lambda m: (m[0] - x) ** 2 + (m[1] - y) ** 2)
        assert not (left - 0.4 < x - cx < right + 0.4 and top < y - cy < bottom)
