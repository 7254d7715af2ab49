"""A map with every case of water, and what is water on its picture.

Rivers into a lake and out of it, along its shore and between two of its hexes; an island; a confluence; springs;
a stream that becomes a river; one that cannot be crossed and ends in the sea.
`python -m tests.tools.waters THEME FILE.png` draws it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap, HexsideFeature
from jdgtools.render.colors import mix, parse_color
from jdgtools.render.map import ground, relief, water
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.scene import DrawingLayer, Scene
from jdgtools.render.themes import named_theme
from tests.drawings import drawn_pixels
from tests.tools.relief import lab

SIZE = 15.0
"""From hexside to hexside, mm."""
DPI = 160.0
GRID = HexGrid(18, 12)
LAKE = (
    (5, 4),
    (6, 4),
    (7, 4),
    (4, 5),
    (8, 5),
    (5, 6),
    (6, 6),
    (7, 6),
    (4, 4),
    (5, 5),
    (7, 5),
    (6, 3),
    (8, 4),
)
"""Hexes (column, row) about an island."""
ISLAND = (6, 5)
SEA = (*((17, row) for row in range(5, 12)), (16, 10), (16, 11))
WOOD = ((3, 4), (3, 5), (5, 3), (9, 4), (9, 5), (15, 10), (16, 9))
STYLES = {"stream": "stream", "river": "river", "river_uncrossable": "river_uncrossable"}


def _down(kind: str, column: int, rows: range) -> list[HexsideFeature]:
    """Return water down the right side of the hexes of a column."""
    return [HexsideFeature(kind, GRID.hexside(GRID.at(column, row), d)) for row in rows for d in (1, 2)]


def _side(kind: str, column: int, row: int, d: int) -> HexsideFeature:
    return HexsideFeature(kind, GRID.hexside(GRID.at(column, row), d))


def features() -> tuple[HexsideFeature, ...]:
    """Return all water along hexsides."""
    return (
        *_down("river", 6, range(3)),
        *_down("river", 6, range(7, 12)),
        # A tributary from its spring, a confluence with the river below the lake.
        *_down("stream", 8, range(7, 9)),
        _side("stream", 8, 8, 3),
        _side("stream", 7, 8, 2),
        _side("stream", 7, 8, 3),
        # Along the shore, and through the lake.
        _side("river", 4, 5, 4),
        _side("river", 4, 5, 5),
        _side("river", 4, 4, 4),
        _side("river", 7, 5, 0),
        _side("river", 5, 4, 3),
        # From a spring, wider and wider, past the middle of the map.
        *_down("stream", 11, range(1, 6)),
        *_down("river", 11, range(6, 12)),
        # Into the sea.
        *_down("river_uncrossable", 13, range(6)),
        *(_side("river_uncrossable", 14, 6, d) for d in (4, 3, 2)),
        _side("river_uncrossable", 15, 6, 0),
        *(_side("river_uncrossable", 16, 6, d) for d in (5, 0)),
    )


def picture(
    theme_name: str,
    all_features: tuple[HexsideFeature, ...] | None = None,
    wood: Iterable[tuple[int, int]] = WOOD,
    lakes: Iterable[tuple[int, int]] = (*LAKE, *SEA),
) -> tuple[MapFrame, Image.Image]:
    """Return the map, by default that of this module, and its picture without grid and letters."""
    theme = named_theme(theme_name)
    terrain = ["clear"] * GRID.size
    for style, cells in (("wood", wood), ("water", lakes)):
        for column, row in cells:
            terrain[GRID.at(column, row)] = style
    if all_features is None:
        all_features = features()
    by_side = {feature.side: (feature,) for feature in all_features}
    n = GRID.size
    board = BattleMap(
        GRID, 200, SIZE, 20, tuple(terrain), (0,) * n, (True,) * n, all_features, by_side=by_side
    )
    frame = MapFrame(board, Layout(GRID, SIZE, (3.0, 3.0)), margin=2.0)
    by_style = ground.hexes_by_style(frame, lambda kind: kind or "clear", theme)
    layers = (
        DrawingLayer("ground", relief.tints(frame, theme)),
        DrawingLayer("terrain", ground.draw_areas(frame, theme, by_style)),
        DrawingLayer(
            "water",
            water.draw_water(frame, theme, water.courses(frame, STYLES), ground.lakes(theme, by_style)),
        ),
    )
    scene = Scene(frame.layout.width + 6.0, frame.layout.height + 6.0, "waters", layers, background="#ffffff")
    return frame, Image.fromarray(drawn_pixels(scene, DPI))


def wet(theme_name: str, image: Image.Image) -> NDArray[np.bool_]:
    """Return which pixels are water: nearer to one of its colours than to its banks or the ground."""
    theme = named_theme(theme_name)
    waters = [theme.color(f"map.water.{key}") for key in ("fill", "deep", "light")]
    # The line along the shore.
    waters.append(mix(waters[0], theme.color("map.terrain.water.mark"), 0.6))
    others = [theme.color("map.water.bank"), theme.color("map.ground.0"), "#ffffff"]
    others += [theme.color(f"map.terrain.wood.{key}") for key in ("mark", "dark", "light")]
    colors = lab(np.array([parse_color(c) for c in (*waters, *others)], dtype=np.uint8))
    pixels = np.asarray(image)
    # A picture has far fewer colours than pixels.
    packed = pixels.astype(np.uint32) @ np.array((1 << 16, 1 << 8, 1), dtype=np.uint32)
    drawn, places = np.unique(packed, return_inverse=True)
    found = lab(np.stack((drawn >> 16, drawn >> 8 & 255, drawn & 255), axis=1).astype(np.uint8))
    distance = np.stack([np.linalg.norm(found - color, axis=1) for color in colors])
    is_wet: NDArray[np.bool_] = (distance.argmin(axis=0) < len(waters))[places].reshape(packed.shape)
    return is_wet


def flooded(is_wet: NDArray[np.bool_], x: float, y: float) -> NDArray[np.bool_]:
    """Return what is joined by water with a place, mm from the corner of the picture, to two pixels."""
    mask = Image.fromarray(np.where(is_wet[::2, ::2], 255, 0).astype(np.uint8)).copy()
    ImageDraw.floodfill(mask, (round(x * DPI / 25.4 / 2), round(y * DPI / 25.4 / 2)), 128)
    full: NDArray[np.bool_] = (np.asarray(mask) == 128).repeat(2, axis=0).repeat(2, axis=1)
    return full[: is_wet.shape[0], : is_wet.shape[1]]


def main(theme_name: str = "classic", path: str = "waters.png") -> None:
    """Write the picture."""
    picture(theme_name)[1].save(Path(path))


if __name__ == "__main__":
    main(*sys.argv[1:])
