"""Large maps in parts and blocks: the same picture, so that a drawing in bands may skip most of it."""

from __future__ import annotations

from math import dist

import numpy as np

from jdgtools.hexgrid.coords import DIRECTIONS
from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap, HexsideFeature
from jdgtools.render.map import outline
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.hachures import Hachures, Strokes
from jdgtools.render.map.pen import Pen, block_of
from jdgtools.render.map.sides import RELIEF, draw_sides
from jdgtools.render.scene import Path, Stroke
from jdgtools.render.themes import named_theme

LINE = Stroke("#000000", 0.2)


def frame_of(columns: int, rows: int, orientation="flat", features=()) -> MapFrame:
    grid = HexGrid(columns, rows, orientation)
    n = grid.size
    the_map = BattleMap(grid, 200, 20.0, 20, ("clear",) * n, (0,) * n, (True,) * n, tuple(features))
    return MapFrame(the_map, Layout(grid, 20.0))


def test_a_split_line_is_the_same_line() -> None:
    commands = [("M", 1.0, 10.0), ("L", 2.0, 40.0), ("Q", 3.0, 50.0, 4.0, 60.0), ("C", 5, 5, 6, 6, 7.0, 70.0)]
    commands += [("L", 1.0, 10.0), ("Z",), ("M", 0.0, 200.0), ("L", 9.0, 201.0)]
    pen = Pen()
    pen.split(commands, LINE)
    pieces = [item.commands for item in pen.items() if isinstance(item, Path)]
    # Every piece keeps to one block, and begins where the piece before it ends.
    lines = [(c, piece[n - 1][-2:]) for piece in pieces for n, c in enumerate(piece) if c[0] != "M"]
    assert sorted(lines, key=str) == sorted(
        [
            (commands[1], (1.0, 10.0)),
            (commands[2], (2.0, 40.0)),
            (commands[3], (4.0, 60.0)),
            (commands[4], (7.0, 70.0)),
            (commands[7], (0.0, 200.0)),
        ],
        key=str,
    )
    for piece in pieces:
        assert len({block_of(c[-1]) for c in piece if c[0] != "M"}) == 1


def test_parts_of_a_large_map_cover_it_once_and_do_not_touch() -> None:
    frame = frame_of(60, 60)
    assert frame.is_large
    cells = frozenset(c for c in frame.map_hexes if (c[0] * 7 + c[1] * 3) % 5 < 2 or c[0] < 4)
    parts = outline.parts(frame, cells)
    assert len(parts) > 3
    assert sum(len(part) for part in parts) == len(cells) and frozenset().union(*parts) == cells
    for part in parts:
        for q, r in part:
            for dq, dr in DIRECTIONS:
                beyond = (q + dq, r + dr)
                assert beyond not in cells or beyond in part
    # The shapes together are the shape of the whole.
    whole = sorted(outline.area(frame, cells).commands(), key=str)
    assert sorted((c for part in parts for c in outline.area(frame, part).commands()), key=str) == whole


def test_small_maps_stay_whole() -> None:
    frame = frame_of(6, 6)
    assert outline.parts(frame, frame.map_hexes) == [frame.map_hexes]


def test_hachures_point_downhill_from_their_hexside() -> None:
    edge = ((0.0, 0.0), (4.0, 0.0), (8.0, 0.0), (12.0, 0.0))
    pen, hachures = Pen(), Hachures()
    look = Strokes(1.0, 2.0, 0.4, "#123456", lean=0.0, spread=0.0)
    hachures.add(edge, (3, 4), look)
    hachures.add(edge[::-1], (3, 4), look)
    hachures.draw(pen)
    chains = [item.commands for item in pen.items() if isinstance(item, Path)]
    strokes = np.array([[c[1], c[2]] for chain in chains for c in chain]).reshape(-1, 3, 2)
    assert len(strokes) == 24
    # The base lies on the hexside, the tip to the left of its course.
    assert np.allclose(strokes[:, :2, 1], 0.0)
    assert sorted(set(np.round(strokes[:, 2, 1], 9).tolist())) == [-2.0, 2.0]
    first = sorted((base + tip)[0] for base, tip in zip(strokes[:12, 0], strokes[:12, 1], strict=True))
    assert np.allclose(np.array(first) / 2, np.arange(12) + 0.5)
    assert np.allclose([dist(a, b) for a, b in strokes[:, :2]], 0.4)


def test_large_maps_have_fewer_and_broader_strokes() -> None:
    strokes_by_size = {}
    for columns in (10, 60):
        grid = HexGrid(columns, 60)
        frame = frame_of(columns, 60, features=[HexsideFeature("slope", grid.hexside(63, 3), 63)])
        (item,) = draw_sides(frame, named_theme("classic"), {"slope": "slope"}, RELIEF)
        assert isinstance(item, Path)
        strokes_by_size[columns] = item.commands
    assert len(strokes_by_size[60]) < 0.7 * len(strokes_by_size[10])
    (small, large) = (dist(c[0][1:], c[1][1:]) for c in (strokes_by_size[10], strokes_by_size[60]))
    assert large > 1.2 * small
