"""Light and shadow on the hills, as thin films over the ground: the steeper a slope, the more of them.

Films are shapes, not a picture: they are drawn many times faster and stay smooth at any size. Heights are
integers, so that the shapes are the same on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from jdgtools.render.colors import luminance
from jdgtools.render.map.frame import MapFrame
from jdgtools.render.map.surface import LEVEL, Surface, blur, folds, made_once, surface
from jdgtools.render.scene import Item, Path
from jdgtools.render.style import Theme

if TYPE_CHECKING:
    from jdgtools.render.map.surface import Grid

_SOFTNESS = (0.16, 0.23)
"""How far a hexside's rise is spread over both its hexes, as shares of the hex size: near it and beyond."""
_HILL = 0.6
"""How far about a place a hill is seen as a whole, as a share of the hex size."""
_FOLDS = (1.4, 800)
"""Folds of the ground that levels do not tell: size in hex sizes, height."""
_SHADOW, _LIGHT = "#2c2740", "#fffae4"
_STEPS = (0.5, 0.7, 0.9, 1.15, 1.4, 1.7, 2.0, 2.4, 2.8, 3.3, 3.9, 4.7, 5.7, 7.0, 8.8, 11.0)
"""Lights, in levels of rise over a hex, from which on the ground lies below one film more."""
_STEP_OPACITY = 0.022
"""Opacity of a film at full strength."""
_BEYOND = 2
"""Pixels by which films reach beyond the edge."""


def shading(frame: MapFrame, theme: Theme) -> tuple[Item, ...]:
    """Return light from the north-west on hills and folds of the ground; nothing when the theme has none."""
    strength = theme.number("map.relief.shading")
    if strength <= 0:
        return ()
    ground = surface(frame)
    if ground.even:
        return ()
    dark = luminance(theme.color("map.ground.0")) < 0.2
    what = ("shading", strength, frame.is_large, dark)
    return made_once(ground, what, lambda: _films(ground, strength, frame.is_large, dark))


def _films(ground: Surface, strength: float, is_large: bool, dark: bool) -> tuple[Item, ...]:
    """Return the films of a ground: fewer on large maps, and less light on dark paper."""
    import numpy as np

    # Films are closed beyond the edge of what is drawn: there their corners would show.
    light = np.pad(_light(ground.levels, ground.hex), _BEYOND, mode="edge")
    left, top = ground.left - _BEYOND * ground.step_x, ground.top - _BEYOND * ground.step_y
    ground = replace(ground, left=left, top=top)
    items: list[Item] = []
    steps: tuple[float, ...]
    steps, step_opacity = (_STEPS[1::4], 4 * _STEP_OPACITY) if is_large else (_STEPS, _STEP_OPACITY)
    looks = ((-1, _SHADOW, 1.6), (1, _LIGHT, 0.4)) if dark else ((-1, _SHADOW, 1.0), (1, _LIGHT, 1.0))
    for sign, color, share in looks:
        if sign > 0:
            # Light is faint: half as many films are smooth enough.
            steps, step_opacity = steps[::2], 2 * step_opacity
        shapes = [ground.contour(light * sign, round(step * LEVEL)) for step in steps]
        # Every film ends where the next one begins: large shapes one upon the other take long to draw.
        clear = 1.0
        for shape, inner in zip(shapes, [*shapes[1:], ()], strict=True):
            clear *= 1.0 - step_opacity * strength * share
            if shape:
                opacity = round(1.0 - clear, 3)
                items.append(Path((*shape, *inner), fill=color, opacity=opacity, even_odd=True))
    return tuple(items)


def _light(ground: Grid, hex_px: int) -> Grid:
    """Return the light on every pixel: 0 on level ground, positive on slopes towards the north-west."""
    import numpy as np

    near, far = (blur(ground, max(1, round(share * hex_px))) for share in _SOFTNESS)
    soft = (near + far) // 2 + folds(ground.shape, max(2, round(_FOLDS[0] * hex_px)), _FOLDS[1])
    right, down = _slopes(soft)
    # How steep the ground is, it says itself; which way it faces, the hill: a contour that follows hexsides
    # turns to the light and away from it by turns, and each turn away would be a dark blot.
    hill_right, hill_down = _slopes(blur(far, max(1, round(_HILL * hex_px)), 2))
    to_right, to_down = right + 4 * hill_right, down + 4 * hill_down
    # Square roots and quotients of whole numbers are the same on every machine.
    steep = np.sqrt((right * right + down * down).astype(np.float64))
    length = np.sqrt((to_right * to_right + to_down * to_down).astype(np.float64))
    light = steep * (to_right + to_down) / np.maximum(length, 1.0)
    return np.rint(light).astype(np.int64) * hex_px


def _slopes(heights: Grid) -> tuple[Grid, Grid]:
    """Return the rise of the ground from the left to the right of every pixel, and from above to below."""
    import numpy as np

    right, down = np.zeros_like(heights), np.zeros_like(heights)
    right[1:-1, 1:-1] = heights[1:-1, 2:] - heights[1:-1, :-2]
    down[1:-1, 1:-1] = heights[2:, 1:-1] - heights[:-2, 1:-1]
    for rise in (right, down):
        rise[0], rise[-1] = rise[1], rise[-2]
        rise[:, 0], rise[:, -1] = rise[:, 1], rise[:, -2]
    return right, down
