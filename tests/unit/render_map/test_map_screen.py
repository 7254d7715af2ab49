"""The screen map's geometry is what VASSAL computes."""

from __future__ import annotations

import io

import pytest

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap
from jdgtools.render.backends.png import render_png
from jdgtools.render.map.draw import screen_map, screen_pixels
from jdgtools.render.map.screen import paper_layout, screen_layout, screen_size


def plain_map(grid: HexGrid) -> BattleMap:
    n = grid.size
    return BattleMap(grid, 200, 20.0, 20, ("clear",) * n, (0,) * n, (True,) * n)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("parity", ["odd", "even"])
@pytest.mark.parametrize("px", [47, 60, 96, 101])
def test_centres_are_where_vassal_puts_them(orientation, parity, px) -> None:
    grid = HexGrid(9, 7, orientation, parity)
    layout = screen_layout(plain_map(grid), px)
    dx, dy = layout.step, layout.size
    assert dx == int(dx) and dy == int(dy) and int(dy) % 2 == 0
    for i in grid.hexes:
        column, row = grid.offset(i)
        x, y = layout.centre(i)
        line, cell = (column, row) if orientation == "flat" else (row, column)
        along, across = (x, y) if orientation == "flat" else (y, x)
        # HexGrid: odd raw lines lie dy/2 further on; an even parity counts from a raw line before the first.
        lead = 0 if parity == "odd" else 1
        x0, y0 = int(layout.radius - lead * dx), int(layout.size / 2)
        raw = line + lead
        assert along == int(dx * raw + x0)
        assert across == int(dy * cell + (int(dy / 2) if raw % 2 else 0) + y0)


def test_size_in_pixels_is_whole_and_near_the_wish(teaching) -> None:
    layout = screen_pixels(teaching)
    assert layout.size == teaching.screen_hex_px
    assert (layout.width, layout.height) == screen_size(layout)


def test_drawing_has_the_proportions_of_its_pixels(rolica) -> None:
    layout = screen_pixels(rolica)
    scene = screen_map(rolica)
    assert scene.width / scene.height == pytest.approx(layout.width / layout.height)
    paper = paper_layout(layout, 20.0)
    for i in (0, 17, 100, 539):
        x, y = layout.centre(i)
        assert paper.centre(i) == pytest.approx((x * 20 / layout.size, y * 20 / layout.size))


def test_drawn_grid_lies_on_the_pixels_of_the_layout(teaching) -> None:
    from PIL import Image

    layout = screen_pixels(teaching)
    with Image.open(io.BytesIO(render_png(screen_map(teaching), size_px=screen_size(layout)))) as image:
        picture = image.convert("RGB")
    assert picture.size == screen_size(layout)
    grid = teaching.battle.map.grid
    # Across a hexside between clear hexes the line is darker than the ground on both sides.
    index = grid.index("0305")
    (x1, y1), (x2, y2) = layout.side_ends(grid.hexside(index, 5))
    x, y = x1 * 0.3 + x2 * 0.7, y1 * 0.3 + y2 * 0.7

    def light(px: float, py: float) -> int:
        return sum(picture.getpixel((int(px), int(py))))

    along = [light(x, y + d) for d in range(-8, 9)]
    assert min(along[6:11]) < min(along[0], along[16]) - 20


def test_layout_of_the_print_map_stays_regular(rolica) -> None:
    assert Layout(rolica.battle.map.grid, 20.0).pitch is None
