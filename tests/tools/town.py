"""A town of many hexes, with roads that enter it. `python -m tests.tools.town THEME FILE.png` draws it."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image

from jdgtools.hexgrid.coords import Cube
from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap, Way
from jdgtools.render.backends.png import render_png
from jdgtools.render.map import buildings, ground, relief, ways
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.scene import DrawingLayer, Item, Scene
from jdgtools.render.themes import named_theme

GRID = HexGrid(9, 8)
TOWN = ((3, 3), (4, 3), (5, 3), (3, 4), (4, 4), (5, 4), (4, 5), (4, 2), (5, 2))
"""Hexes (column, row)."""
HAMLET = ((1, 6), (1, 7))
STYLES = {"road": "road", "trail": "trail"}


def town(style: str = "town") -> tuple[MapFrame, ways.Network, frozenset[Cube]]:
    """Return a map with a town of nine hexes and a place of two, its ways, and the hexes of both."""
    cells = {i for at in (*TOWN, *HAMLET) if (i := GRID.at(*at)) is not None}
    terrain = tuple(style if i in cells else "clear" for i in GRID.hexes)
    n = GRID.size
    rows = (("road", [(c, 4 if c % 2 == 0 else 3) for c in range(5)]), ("trail", [(5, r) for r in range(3)]))
    lines = tuple(Way(kind, tuple(i for at in run if (i := GRID.at(*at)) is not None)) for kind, run in rows)
    board = BattleMap(GRID, 200, 20.0, 20, terrain, (0,) * n, (True,) * n, (), lines)
    frame = MapFrame(board, Layout(GRID, 20.0, (3.0, 3.0)), margin=2.0)
    return frame, ways.network(frame, STYLES), frozenset(GRID.cube(i) for i in cells)


def houses(
    frame: MapFrame, net: ways.Network, cells: frozenset[Cube], style: str, theme: str
) -> tuple[Item, ...]:
    """Return what is built."""
    return buildings.draw_buildings(frame, named_theme(theme), net, {style: cells}).items


def main(theme_name: str = "classic", path: str = "town.png", style: str = "town") -> None:
    """Write the picture."""
    theme = named_theme(theme_name)
    frame, net, cells = town(style)
    by_style = ground.hexes_by_style(frame, lambda kind: kind or "clear", theme)
    layers = (
        DrawingLayer("ground", relief.tints(frame, theme)),
        DrawingLayer("terrain", ground.draw_areas(frame, theme, by_style)),
        DrawingLayer("ways", ways.draw_ways(frame, theme, net)),
        DrawingLayer("buildings", houses(frame, net, cells, style, theme_name)),
    )
    width, height = frame.layout.width + 6.0, frame.layout.height + 6.0
    png = render_png(Scene(width, height, "town", layers, background="#ffffff"), 150.0)
    Image.open(BytesIO(png)).convert("RGB").save(Path(path))


if __name__ == "__main__":
    main(*sys.argv[1:])
