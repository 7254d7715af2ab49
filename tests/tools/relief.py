"""Heights as they show on a drawn map: the mean colour of the ground of every level under every cover.

A strip of hexes for each cover, eight levels from left to right, four columns each, with the slopes between
them; drawn as on a printed map, but for grid and letters. `python -m tests.tools.relief THEME` prints a table.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from math import atan2, degrees
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from jdgtools.exporters.context import BuildContext
from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.hexgrid.sides import Hexside
from jdgtools.model.map import BattleMap, HexsideFeature
from jdgtools.render.map import ground, relief, rims, shade, sides
from jdgtools.render.map.draw import _Drawing
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.landscape import Styles, landscape, steps_of
from jdgtools.render.map.water import falls
from jdgtools.render.scene import DrawingLayer, Scene
from jdgtools.render.style import Theme
from jdgtools.render.themes import named_theme
from tests.bundled import bundled
from tests.drawings import drawn_pixels
from tests.tools.stress_maps import MAPS, context

COVERS = ("clear", "brush", "light_wood", "wood", "heath", "rough", "clear_ploughed", "vineyard", "marsh")
LEVELS, WIDE, TALL = 8, 4, 6
"""How many levels; columns of each level and rows of each cover."""
SIZE = 15.0
"""From hexside to hexside, mm."""

Colors = dict[str, list[tuple[float, float, float]]]


def map_of_steps(falling: bool = False, slopes: bool = True) -> MapFrame:
    """Return a map of eight levels and all covers, laid out.

    Args:
        falling: whether the high ground lies on the left, towards the light.
        slopes: whether the hexsides between two levels are slopes.
    """
    grid = HexGrid(LEVELS * WIDE, len(COVERS) * TALL)
    order = range(LEVELS)[::-1] if falling else range(LEVELS)
    levels = tuple(order[i % grid.columns // WIDE] for i in range(grid.size))
    terrain = tuple(COVERS[i // grid.columns // TALL] for i in range(grid.size))
    features = []
    for side in grid.sides():
        hexes = grid.side_hexes(side)
        if slopes and len(hexes) == 2 and levels[hexes[0]] != levels[hexes[1]]:
            features.append(HexsideFeature("slope", side, max(hexes, key=lambda i: levels[i])))
    by_side = {feature.side: (feature,) for feature in features}
    on = (True,) * grid.size
    board = BattleMap(grid, 200, SIZE, 20, terrain, levels, on, tuple(features), by_side=by_side)
    return MapFrame(board, Layout(grid, SIZE, (3.0, 3.0)), margin=2.0)


def staircase(theme: str | Theme, falling: bool = False, slopes: bool = True) -> tuple[MapFrame, Scene]:
    """Return the map of `map_of_steps`, and its drawing without grid and letters.

    Args:
        theme: how it is drawn, or the name of that theme.
        falling: whether the high ground lies on the left, towards the light.
        slopes: whether the hexsides between two levels are slopes.
    """
    theme = named_theme(theme) if isinstance(theme, str) else theme
    frame = map_of_steps(falling, slopes)
    by_style = ground.hexes_by_style(frame, lambda kind: kind or "clear", theme)
    layers = (
        DrawingLayer("ground", relief.tints(frame, theme)),
        DrawingLayer("terrain", ground.draw_areas(frame, theme, by_style)),
        DrawingLayer("shading", shade.shading(frame, theme)),
        DrawingLayer(
            "strokes",
            rims.strokes(frame, theme, frozenset(frame.side_keys(f.side) for f in frame.map.features)),
        ),
        DrawingLayer("slopes", sides.draw_sides(frame, theme, {"slope": "slope"}, sides.RELIEF)),
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


def hex_colors(frame: MapFrame, scene: Scene, dpi: float = 100.0) -> dict[int, tuple[float, float, float]]:
    """Return the mean colour (L*, a*, b*) of the middle of every hex, two thirds of its width."""
    image = drawn_pixels(scene, dpi)
    return _hex_colors(frame, image, image.shape[1] / scene.width)


def _hex_colors(
    frame: MapFrame, image: NDArray[np.uint8], scale: float
) -> dict[int, tuple[float, float, float]]:
    reach = int(SIZE / 3 * scale)
    out = {}
    for i in frame.layout.grid.hexes:
        x, y = (round(value * scale) for value in frame.layout.centre(i))
        out[i] = tuple(lab(image[y - reach : y + reach, x - reach : x + reach]).mean(axis=0).tolist())
    return out


@cache
def colors_of_levels(theme_name: str, falling: bool) -> Colors:
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


class Marks(NamedTuple):
    """What strokes leave about the hexsides from a level to the next."""

    below: float
    """Share of the band below the step that strokes darken, or lighten where the ground is dark."""
    above: float
    """The same above it."""
    contrast: float
    """How much darker or lighter (L*) strokes are than all else in the band below."""


_STROKE = 12.0
"""From so much difference (L*) on a pixel counts as part of a stroke."""
_NEAR, _FAR, _ENDS = 0.015, 0.13, 0.08
"""Bands beside a step: from where to where, in hex sizes from its line; and the share of that left out at each end."""


def strokes_of_steps(theme_name: str, slopes: bool = False) -> dict[str, list[Marks]]:
    """Return by cover what shows of the strokes down each step, or of the slopes on the hexsides."""
    theme = named_theme(theme_name)
    frame, scene = staircase(theme, slopes=slopes)
    if slopes:
        without = replace(scene, layers=tuple(layer for layer in scene.layers if layer.name != "slopes"))
    else:
        flat = theme.override({"map": {"relief": {"strokes": 0.0, "ticks": 0.0}}})[0]
        without = staircase(flat, slopes=False)[1]
    shown, bare = (drawn_pixels(s, 150.0) for s in (scene, without))
    scale = shown.shape[1] / scene.width
    grid, levels, rim_lines = frame.layout.grid, frame.map.levels, rims.rims(frame).steps
    found: dict[tuple[str, int], list[tuple[NDArray[np.float64], ...]]] = {}
    for side in grid.sides():
        hexes = grid.side_hexes(side)
        rows = [i // grid.columns for i in hexes]
        # Not the rows beside another cover.
        if len(hexes) < 2 or any(row % TALL in (0, TALL - 1) for row in rows):
            continue
        low, high = sorted(hexes, key=lambda i: levels[i] or 0)
        if levels[low] != levels[high]:
            a, b = frame.side_keys(side) if side.a == high else frame.side_keys(side)[::-1]
            bands = _bands(rim_lines[a, b].points, SIZE, scale, shown, bare)
            found.setdefault((COVERS[rows[0] // TALL], levels[low] or 0), []).append(bands)
    out: dict[str, list[Marks]] = {}
    for (cover, _), bands_of_sides in sorted(found.items()):
        out.setdefault(cover, []).append(_marks(bands_of_sides))
    return out


_Bands = tuple[NDArray[np.float64], ...]
"""Lightness below a step with strokes and without them, and above it with and without."""


def _bands(
    rim: Sequence[tuple[float, float]],
    size: float,
    scale: float,
    shown: NDArray[np.uint8],
    bare: NDArray[np.uint8],
) -> _Bands:
    """Return the bands beside a step: the line of its rim, the higher ground at its right; hexes of a size, mm."""
    line = np.array(rim)
    parts = np.diff(line, axis=0)
    lengths = np.hypot(parts[:, 0], parts[:, 1])
    ends = np.concatenate(((0.0,), np.cumsum(lengths)))
    s = np.linspace(_ENDS, 1 - _ENDS, 48) * ends[-1]
    n = np.clip(np.searchsorted(ends, s, side="right") - 1, 0, len(parts) - 1)
    along = parts[n] / lengths[n, None]
    at, down = line[n] + along * (s - ends[n])[:, None], np.stack((along[:, 1], -along[:, 0]), axis=1)
    bands = []
    for way in (1, -1):
        t = np.linspace(_NEAR, _FAR, 12) * size * way
        spots = np.rint((at[:, None] + down[:, None] * t[None, :, None]) * scale).astype(int)
        # Lightness of these pixels only: the picture has millions.
        bands += [lab(image[spots[..., 1], spots[..., 0]])[:, 0] for image in (shown, bare)]
    return tuple(bands)


def _marks(bands_of_sides: Sequence[_Bands]) -> Marks:
    below, below_bare, above, above_bare = (
        np.concatenate(part) for part in zip(*bands_of_sides, strict=True)
    )
    ink = np.abs(below_bare - below) > _STROKE
    contrast = float(np.abs(below[ink] - below[~ink].mean()).mean()) if ink.any() else 0.0
    return Marks(float(ink.mean()), float((np.abs(above_bare - above) > _STROKE).mean()), contrast)


_LAND = ("ground", "terrain", "shading", "slopes")


class LevelPair(NamedTuple):
    """Two hexes side by side of two levels, and what tells a player the higher one."""

    hexes: str
    """The lower one / the higher one."""
    features: tuple[str, ...]
    """What lies on the hexside between them."""
    marks: Marks
    """What strokes and ticks leave beside that hexside."""
    is_shore: bool
    """Whether the lower one is open water and the higher one land."""

    @property
    def is_told(self) -> bool:
        """Whether strokes are seen on the hexside, and on which side of it they lie; or the lower one is water."""
        marks = self.marks
        return self.is_shore or (
            marks.below > 0.008 and marks.contrast > 5 and marks.above < 0.7 * marks.below
        )


def pairs_of_sheet(name: str, theme_name: str) -> list[LevelPair]:
    """Return all pairs of hexes of two levels of a map, as its printed sheet shows them.

    With all that is laid over the ground: water, roads, houses, walls, grid and lettering. Ravines and ridges fall
    to both their sides and say nothing of the step.

    Args:
        name: of the folder of a bundled battle, or of one of the maps that ask much.
        theme_name: how it is drawn.
    """
    drawing = _Drawing(_sheet_context(name, theme_name))
    frame, theme, scene = drawing.frame, drawing.context.theme, drawing.print_map()
    styles, grid, board = Styles.of(drawing.context.battle, theme), frame.layout.grid, frame.map
    dry = {k: s for k, s in styles.sides.items() if theme.text(f"map.side.{s}.pattern") != "water"}
    steps = steps_of(frame.landform, theme, dry, drawing.landscape.rivers)
    both_sides = sides.draw_sides(frame.landform, theme, dry, ("ravine", "ridge", "defile"), steps=steps)
    wet = [
        frozenset(cube for cube, i in frame.cells.items() if _is_water(theme, styles, board.terrain[i])),
    ]
    fall_count = len(falls(frame, theme, wet))
    others = []
    for layer in scene.layers:
        items = both_sides if layer.name == "slopes" else layer.items
        others.append(
            replace(layer, items=items[: len(items) - fall_count] if layer.name == "water" else items)
        )
    shown, bare = (drawn_pixels(s, 150.0) for s in (scene, replace(scene, layers=tuple(others))))
    scale, pairs = shown.shape[1] / scene.width, []
    for side, low, high in _steps(frame):
        a, b = frame.side_keys(side) if side.a == high else frame.side_keys(side)[::-1]
        marks = _marks([_bands(steps[a, b].points, frame.size, scale, shown, bare)])
        features = tuple(feature.kind for feature in board.by_side.get(side, ()))
        is_water = [_is_water(theme, styles, board.terrain[i]) for i in (low, high)]
        hexes = f"{grid.id(low)}/{grid.id(high)}"
        pairs.append(LevelPair(hexes, features, marks, is_water[0] and not is_water[1]))
    return pairs


def _is_water(theme: Theme, styles: Styles, terrain: str | None) -> bool:
    return theme.text(f"map.terrain.{styles.hexes[terrain or '']}.pattern") in ("water", "bridge")


def _sheet_context(name: str, theme_name: str) -> BuildContext:
    if name in MAPS:
        return context(name, theme_name)
    loaded = bundled(name)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    battle = replace(loaded.battle, theme={**loaded.battle.theme, "name": theme_name})
    return BuildContext(battle, loaded.series, loaded.charts, loaded.folder)


def _steps(frame: MapFrame) -> Iterator[tuple[Hexside, int, int]]:
    """Yield each hexside between two levels with its lower and its higher hex."""
    grid, levels = frame.layout.grid, frame.map.levels
    for side in grid.sides():
        hexes = grid.side_hexes(side)
        if len(hexes) < 2 or not all(frame.map.playable[i] and levels[i] is not None for i in hexes):
            continue
        low, high = sorted(hexes, key=lambda i: levels[i] or 0)
        if levels[low] != levels[high]:
            yield side, low, high


def _battle_map(name: str, theme_name: str) -> tuple[MapFrame, Theme, Styles]:
    battle = context(name).battle if name in MAPS else bundled(name).battle
    assert battle is not None and battle.map is not None
    theme, board = named_theme(theme_name), battle.map
    frame = MapFrame(board, Layout(board.grid, SIZE, (3.0, 3.0)), margin=2.0)
    return frame, theme, Styles.of(battle, theme)


def _scene(frame: MapFrame, name: str, layers: Sequence[DrawingLayer]) -> Scene:
    width, height = frame.layout.width + 6.0, frame.layout.height + 6.0
    return Scene(width, height, name, tuple(layers), background="#ffffff")


def colors_of_battle(name: str, theme_name: str, least: int = 4) -> dict[str, dict[int, NDArray[np.float64]]]:
    """Return the mean colour of a map's hexes by drawing style and level, without grid and letters.

    Args:
        name: of the folder of a bundled battle, or of one of the maps that ask much.
        theme_name: how it is drawn.
        least: fewer hexes of a style and level than these say nothing.
    """
    frame, theme, styles = _battle_map(name, theme_name)
    board = frame.map
    layers = [layer for layer in landscape(frame, theme, styles)[0] if layer.name in _LAND]
    scene = _scene(frame, name, layers)
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
    """Print lightness and hue by level and cover, and what strokes leave below and above each step."""
    if named_theme(theme_name).number("map.relief.strokes") > 0:
        for cover, marks in strokes_of_steps(theme_name).items():
            print(f"{cover:15}", *(f"{m.below:4.2f}/{m.above:4.2f}/{m.contrast:3.0f}" for m in marks))
    for cover, levels in colors_of_levels(theme_name, False).items():
        words = (f"{x:5.1f}/{degrees(atan2(b, a)):4.0f}" for x, a, b in levels)
        ways = np.array(levels[1:]) - np.array(levels[:-1])
        print(f"{cover:15}", *words, " least step", round(float(np.sqrt((ways**2).sum(axis=1)).min()), 1))


if __name__ == "__main__":
    main(*sys.argv[1:])
