"""Heights as they show on a drawn map: the mean colour of the ground of every level under every cover.

A strip of hexes for each cover, eight levels from left to right, four columns each, with the slopes between
them; drawn as on a printed map, but for grid and letters. `python -m tests.tools.relief THEME` prints a table.
"""

from __future__ import annotations

import sys
from io import BytesIO
from math import atan2, degrees
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.loading import load
from jdgtools.model.map import BattleMap, HexsideFeature
from jdgtools.render.backends.png import render_png
from jdgtools.render.map import ground, relief, shade, sides
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.landscape import Styles, landscape
from jdgtools.render.scene import Layer, Scene
from jdgtools.render.themes import named_theme

COVERS = ("clear", "brush", "light_wood", "wood", "heath", "rough", "clear_ploughed", "vineyard", "marsh")
LEVELS, WIDE, TALL = 8, 4, 6
"""How many levels; columns of each level and rows of each cover."""
SIZE = 15.0
"""From hexside to hexside, mm."""

Colors = dict[str, list[tuple[float, float, float]]]


def staircase(theme_name: str, falling: bool = False) -> tuple[Frame, Scene]:
    """Return a map of eight levels and all covers, and its drawing without grid and letters.

    Args:
        theme_name: how it is drawn.
        falling: whether the high ground lies on the left, towards the light.
    """
    theme = named_theme(theme_name)
    grid = HexGrid(LEVELS * WIDE, len(COVERS) * TALL)
    order = range(LEVELS)[::-1] if falling else range(LEVELS)
    levels = tuple(order[i % grid.columns // WIDE] for i in range(grid.size))
    terrain = tuple(COVERS[i // grid.columns // TALL] for i in range(grid.size))
    features = []
    for side in grid.sides():
        hexes = grid.side_hexes(side)
        if len(hexes) == 2 and levels[hexes[0]] != levels[hexes[1]]:
            features.append(HexsideFeature("slope", side, max(hexes, key=lambda i: levels[i])))
    by_side = {feature.side: (feature,) for feature in features}
    on = (True,) * grid.size
    board = BattleMap(grid, 200, SIZE, 20, terrain, levels, on, tuple(features), by_side=by_side)
    frame = Frame(board, Layout(grid, SIZE, (3.0, 3.0)), margin=2.0)
    by_style = ground.hexes_by_style(frame, lambda kind: kind or "clear", theme)
    layers = (
        Layer("ground", relief.tints(frame, theme)),
        Layer("terrain", ground.draw_areas(frame, theme, by_style)),
        Layer("shading", shade.shading(frame, theme)),
        Layer("slopes", sides.draw_sides(frame, theme, {"slope": "slope"}, sides.RELIEF)),
    )
    width, height = frame.layout.width + 6.0, frame.layout.height + 6.0
    return frame, Scene(width, height, "relief", layers, background="#ffffff")


def lab(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return CIE L*a*b* (D65) of sRGB pixels, one line for each."""
    part = pixels.reshape(-1, 3).astype(np.float64) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array(((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)))
    xyz = linear @ to_xyz.T / np.array((0.9505, 1.0, 1.089))
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.stack((116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])), axis=1)


def hex_colors(frame: Frame, scene: Scene, dpi: float = 100.0) -> dict[int, tuple[float, float, float]]:
    """Return the mean colour (L*, a*, b*) of the middle of every hex, two thirds of its width."""
    image = np.asarray(Image.open(BytesIO(render_png(scene, dpi))).convert("RGB"))
    scale, reach = image.shape[1] / scene.width, int(SIZE / 3 * image.shape[1] / scene.width)
    out = {}
    for i in frame.layout.grid.hexes:
        x, y = (round(value * scale) for value in frame.layout.centre(i))
        out[i] = tuple(lab(image[y - reach : y + reach, x - reach : x + reach]).mean(axis=0).tolist())
    return out


def colors_of_levels(theme_name: str, falling: bool = False) -> Colors:
    """Return by cover the mean colour of each level, the lowest first: whole strips, shaded sides too."""
    frame, scene = staircase(theme_name, falling)
    by_hex = hex_colors(frame, scene)
    columns = frame.layout.grid.columns
    out: Colors = {}
    for n, cover in enumerate(COVERS):
        out[cover] = []
        for level in range(LEVELS):
            at = [
                i
                for i in by_hex
                if i // columns // TALL == n
                and frame.map.levels[i] == level
                # Not the rows beside another cover.
                and 0 < i // columns % TALL < TALL - 1
            ]
            mean = np.array([by_hex[i] for i in at]).mean(axis=0)
            out[cover].append((float(mean[0]), float(mean[1]), float(mean[2])))
    return out


def colors_of_battle(name: str, theme_name: str, least: int = 4) -> dict[str, dict[int, NDArray[np.float64]]]:
    """Return the mean colour of a bundled battle's hexes by drawing style and level, without grid and letters.

    Args:
        name: of its folder.
        theme_name: how it is drawn.
        least: fewer hexes of a style and level than these say nothing.
    """
    loaded = load(Path(__file__).parents[2] / "scenarios" / name)
    assert loaded.battle is not None and loaded.battle.map is not None
    theme, board = named_theme(theme_name), loaded.battle.map
    frame = Frame(board, Layout(board.grid, SIZE, (3.0, 3.0)), margin=2.0)
    styles = Styles.of(loaded.battle, theme)
    layers = [
        x for x in landscape(frame, theme, styles)[0] if x.name in ("ground", "terrain", "shading", "slopes")
    ]
    scene = Scene(
        frame.layout.width + 6.0, frame.layout.height + 6.0, name, tuple(layers), background="#ffffff"
    )
    groups: dict[str, dict[int, list[tuple[float, float, float]]]] = {}
    for i, color in hex_colors(frame, scene).items():
        level, terrain = board.levels[i], board.terrain[i]
        if board.playable[i] and level is not None and terrain is not None:
            groups.setdefault(styles.hexes[terrain], {}).setdefault(level, []).append(color)
    return {
        style: {
            level: np.array(colors).mean(axis=0)
            for level, colors in sorted(levels.items())
            if len(colors) >= least
        }
        for style, levels in groups.items()
    }


def main(theme_name: str = "classic") -> None:
    """Print lightness and hue by level and cover."""
    for cover, levels in colors_of_levels(theme_name).items():
        words = (f"{x:5.1f}/{degrees(atan2(b, a)):4.0f}" for x, a, b in levels)
        steps = np.array(levels[1:]) - np.array(levels[:-1])
        print(f"{cover:15}", *words, " least step", round(float(np.sqrt((steps**2).sum(axis=1)).min()), 1))


if __name__ == "__main__":
    main(*sys.argv[1:])
