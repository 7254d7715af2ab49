"""How much of the hexagons shows through a cover: how its drawing differs along hexsides from elsewhere.

A level map of one cover is drawn without grid and letters. The drawing is folded, hex upon hex, so that what
is scattered becomes even and what repeats in every hex remains. `python -m tests.tools.covers THEME` prints a
table.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap
from jdgtools.render.map import ground, relief
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.scene import DrawingLayer, Scene
from jdgtools.render.themes import named_theme
from tests.drawings import drawn_pixels
from tests.tools.relief import lab

COVERS = (
    *("clear", "brush", "light_wood", "wood", "heath", "rough", "soft", "sand", "marsh"),
    *("clear_ploughed", "vineyard", "sheaves", "orchard", "garden", "palm_grove"),
)
SIZE = 15.0
_COLUMNS = 14
_BAND = 0.05
"""Half of the band along hexsides, in hex sizes."""


class Hexagons(NamedTuple):
    """Lightness (L*) of a cover about hexsides between two of its hexes."""

    along: float
    """How much the band along the hexsides differs from the whole of the hex."""
    within: float
    """How much bands of the same width within the hex differ from it: the most of them."""


def hexagons(theme_name: str, cover: str) -> Hexagons:
    """Return what shows of the hexagons of a cover: mean lightness of bands at even distances from hexsides."""
    theme = named_theme(theme_name)
    grid = HexGrid(_COLUMNS, _COLUMNS)
    on, n = (True,) * grid.size, grid.size
    frame = MapFrame(
        BattleMap(grid, 200, SIZE, 20, (cover,) * n, (0,) * n, on, ()),
        Layout(grid, SIZE, (3.0, 3.0)),
        margin=2.0,
    )
    by_style = ground.hexes_by_style(frame, lambda kind: kind or "clear", theme)
    layers = (
        DrawingLayer("ground", relief.tints(frame, theme)),
        DrawingLayer("terrain", ground.draw_areas(frame, theme, by_style)),
    )
    width, height = frame.layout.width + 6.0, frame.layout.height + 6.0
    scene = Scene(width, height, cover, layers, background="#ffffff")
    image = drawn_pixels(scene, 150.0)
    lightness = lab(image)[:, 0].reshape(image.shape[:2])
    scale, values, depths = image.shape[1] / width, [], []
    reach = np.arange(-0.6 * SIZE, 0.6 * SIZE, 1.0 / scale)
    dx, dy = np.meshgrid(reach, reach)
    normals = ((0.0, 1.0), (0.866, 0.5), (0.866, -0.5))
    # How far a point lies within its hexagon, in hex sizes; the number of the hex is not in question.
    depth = 0.5 - np.max([np.abs(dx * x + dy * y) for x, y in normals], axis=0) / SIZE
    inner = depth >= 0.0
    for i in grid.hexes:
        if not (0 < i % _COLUMNS < _COLUMNS - 1 and 0 < i // _COLUMNS < _COLUMNS - 1):
            continue
        x, y = frame.layout.centre(i)
        rows, columns = ((y + dy[inner]) * scale).astype(int), ((x + dx[inner]) * scale).astype(int)
        values.append(lightness[rows, columns])
        depths.append(depth[inner])
    light, deep = np.concatenate(values), np.concatenate(depths)
    mean = float(light.mean())
    bands = [float(light[(deep >= d) & (deep < d + _BAND)].mean()) - mean for d in np.arange(0.0, 0.3, _BAND)]
    return Hexagons(abs(bands[0]), max(abs(band) for band in bands[1:]))


if __name__ == "__main__":
    for name in COVERS:
        print(f"{name:16}", *(f"{value:6.2f}" for value in hexagons(sys.argv[1], name)))
