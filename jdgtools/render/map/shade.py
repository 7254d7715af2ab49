"""Light and shadow on the hills, as veils over the ground, thicker where slopes are steep.

Veils are shapes, not a picture: they are drawn many times faster and stay smooth at any size. Heights are
integers, so that the shapes are the same on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.render.colors import luminance
from jdgtools.render.map.contour import contours
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.noise import hashes
from jdgtools.render.map.outline import smooth
from jdgtools.render.map.relief import level_of
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Item, Path
from jdgtools.render.style import Theme

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Grid = NDArray[np.int64]

_PIXELS_PER_HEX = 8
_MOST_PIXELS = 500_000
_SOFTNESS = 0.27
"""How far a hexside's rise is spread over both its hexes, as a share of the hex size."""
_LEVEL = 4096
"""Height of one level in the raster's own unit."""
_SHADOW, _LIGHT = "#3a220e", "#fffae4"
_STEPS = (0.5, 0.74, 1.0, 1.3, 1.6, 1.95, 2.35, 2.8, 3.3, 3.9, 4.7, 5.8, 7.3, 9.5)
"""Lights, in levels of rise over a hex, from which on the ground is veiled as if by one veil more."""
_VEIL = 0.047
"""Opacity of a veil at full strength."""


def shading(frame: Frame, theme: Theme) -> tuple[Item, ...]:
    """Light from the north-west on hills and folds of the ground; nothing when the theme has none."""
    strength = theme.number("map.relief.shading")
    if strength <= 0:
        return ()
    left, top, right, bottom = frame.box
    scale = (_PIXELS_PER_HEX // 2 if frame.many else _PIXELS_PER_HEX) / frame.size
    area = (right - left) * (bottom - top)
    scale = min(scale, (_MOST_PIXELS / area) ** 0.5)
    width, height = max(4, round((right - left) * scale)), max(4, round((bottom - top) * scale))
    ground = _heights(frame, width, height)
    if int(ground.min()) == int(ground.max()):
        return ()
    light = _light(ground, max(2, round(scale * frame.size)))
    to_paper = ((right - left) / width, (bottom - top) / height)
    items: list[Item] = []
    steps, veil = (_STEPS[1::3], 3 * _VEIL) if frame.many else (_STEPS, _VEIL)
    dark = luminance(theme.color("map.ground.0")) < 0.2
    looks = ((-1, _SHADOW, 1.6), (1, _LIGHT, 0.4)) if dark else ((-1, _SHADOW, 1.0), (1, _LIGHT, 1.0))
    for sign, color, share in looks:
        shapes = []
        for step in steps:
            builder = PathBuilder()
            for chain in contours(light * sign, round(step * _LEVEL)):
                thinned = chain[::2] if len(chain) > 12 else chain
                xs, ys = left + (thinned[:, 0] + 0.5) * to_paper[0], top + (thinned[:, 1] + 0.5) * to_paper[1]
                smooth(builder, xs.tolist(), ys.tolist())
            shapes.append(builder.commands())
        # Every veil ends where the next one begins: large shapes one upon the other take long to draw.
        clear = 1.0
        for shape, inner in zip(shapes, [*shapes[1:], ()], strict=True):
            clear *= 1.0 - veil * strength * share
            if shape:
                look = round(1.0 - clear, 3)
                items.append(Path((*shape, *inner), fill=color, opacity=look, even_odd=True))
    return tuple(items)


def _heights(frame: Frame, width: int, height: int) -> Grid:
    """Level of the hex under every pixel, times ``_LEVEL``."""
    import numpy as np

    left, top, right, bottom = frame.box
    x0, y0 = frame.layout.origin
    lead = 1 if frame.layout.grid.shifted(0, 0) else 0
    xs = left + (np.arange(width) + 0.5) * ((right - left) / width) - x0
    ys = top + (np.arange(height) + 0.5) * ((bottom - top) / height) - y0
    x, y = np.meshgrid(xs, ys)
    size, step, radius = frame.layout.size, frame.layout.step, frame.layout.radius
    if frame.flat:
        q = (x - radius) / step
        r = ((y - size / 2) * 2 / size - lead - q) / 2
    else:
        row = (y - radius) / step
        q = ((x - size / 2) * 2 / size - lead + row) / 2
        r = row - q
    s = -q - r
    rq, rr, rs = np.rint(q), np.rint(r), np.rint(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    fix_q = (dq > dr) & (dq > ds)
    fix_r = ~fix_q & (dr > ds)
    rq, rr = np.where(fix_q, -rr - rs, rq), np.where(fix_r, -rq - rs, rr)
    levels = level_of(frame)
    low_q, low_r = min(c[0] for c in levels), min(c[1] for c in levels)
    high_q, high_r = max(c[0] for c in levels), max(c[1] for c in levels)
    table = np.zeros((high_q - low_q + 1, high_r - low_r + 1), dtype=np.int64)
    for (cq, cr), level in levels.items():
        table[cq - low_q, cr - low_r] = level
    iq = np.clip(rq.astype(np.int64) - low_q, 0, high_q - low_q)
    ir = np.clip(rr.astype(np.int64) - low_r, 0, high_r - low_r)
    found: Grid = table[iq, ir] * _LEVEL
    return found


def _light(ground: Grid, hex_px: int) -> Grid:
    """Light on every pixel: 0 on level ground, positive on slopes towards the north-west."""
    import numpy as np

    soft = _blurred(ground, max(1, round(_SOFTNESS * hex_px))) + _folds(ground.shape, hex_px * 2, 500)
    rise = np.zeros_like(soft)
    rise[1:-1, 1:-1] = (soft[1:-1, 2:] - soft[1:-1, :-2]) + (soft[2:, 1:-1] - soft[:-2, 1:-1])
    rise[0], rise[-1] = rise[1], rise[-2]
    rise[:, 0], rise[:, -1] = rise[:, 1], rise[:, -2]
    return rise * hex_px


def _blurred(grid: Grid, radius: int) -> Grid:
    """The grid averaged over its surroundings, three times."""
    import numpy as np

    for _ in range(3):
        for axis in (0, 1):
            ends = [(0, 0), (0, 0)]
            ends[axis] = (radius + 1, radius)
            total = np.cumsum(np.pad(grid, ends, mode="edge"), axis=axis)
            span = 2 * radius + 1
            if axis == 0:
                grid = (total[span:] - total[:-span]) // span
            else:
                grid = (total[:, span:] - total[:, :-span]) // span
    return grid


def _folds(shape: tuple[int, ...], cell: int, height: int) -> Grid:
    """Gentle irregular ground: numbers on a coarse net, spread over the pixels and smoothed."""
    import numpy as np

    u, v = np.meshgrid(np.arange(shape[1] // cell + 2), np.arange(shape[0] // cell + 2))
    net = (hashes(u, v, cell) >> np.uint32(16)).astype(np.int64) * height // 32768 - height
    full = np.repeat(np.repeat(net, cell, axis=0), cell, axis=1)[: shape[0], : shape[1]]
    return _blurred(full, max(1, cell // 2))
