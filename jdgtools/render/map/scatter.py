"""Points strewn over hexes: evenly, in rows, or along their rims; always the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.map.frame import Frame
from jdgtools.render.map.noise import share, swing
from jdgtools.render.scene import Point


def inside_hex(frame: Frame, dx: float, dy: float, scale: float) -> bool:
    """Whether a point at (dx, dy) from a hex's centre lies in the hex shrunk by ``scale``."""
    if not frame.flat:
        dx, dy = dy, dx
    half = frame.size / 2 * scale
    dx, dy = abs(dx), abs(dy)
    return dy <= half and dx * 0.8660254 + dy * 0.5 <= half


def strewn(
    frame: Frame, cube: Cube, spacing: float, salt: int, scale: float = 1.0, jitter: float = 0.34
) -> Iterator[Point]:
    """Points about ``spacing`` mm apart in a hex, from top to bottom.

    They belong to one net over the whole map, so that neighbouring hexes fit together.
    """
    cx, cy = frame.centre(cube)
    reach = frame.size * 0.6
    rise = spacing * 0.866
    for row in range(int((cy - reach) // rise), int((cy + reach) // rise) + 1):
        lead = spacing / 2 if row & 1 else 0.0
        for column in range(int((cx - reach - lead) // spacing), int((cx + reach - lead) // spacing) + 1):
            x = column * spacing + lead
            y = row * rise
            x += swing(column, row, salt) * jitter * spacing
            y += swing(column, row, salt + 1) * jitter * spacing
            if inside_hex(frame, x - cx, y - cy, scale):
                yield x, y


def angle_of(cube: Cube, salt: int) -> float:
    """A direction of rows for a hex, radians: one of six that suit hexes."""
    return pi / 12 + (share(cube[0], cube[1], salt) * 6 // 1) * pi / 6


def rows(
    frame: Frame, cube: Cube, spacing: float, angle: float, scale: float = 1.0
) -> Iterator[tuple[Point, Point]]:
    """Parallel lines across a hex, ``spacing`` mm apart, cut off at the hex shrunk by ``scale``."""
    cx, cy = frame.centre(cube)
    corners = frame.polygon(cube, scale)
    c, s = cos(angle), sin(angle)
    across = [(-(x - cx) * s + (y - cy) * c) for x, y in corners]
    low, high = min(across), max(across)
    count = int((high - low) // spacing)
    first = (low + high) / 2 - (count - 1) * spacing / 2
    for n in range(count):
        t = first + n * spacing
        cuts: list[float] = []
        for k in range(6):
            a, b = across[k - 1], across[k]
            if (a > t) != (b > t):
                f = (t - a) / (b - a)
                x = corners[k - 1][0] + (corners[k][0] - corners[k - 1][0]) * f - cx
                y = corners[k - 1][1] + (corners[k][1] - corners[k - 1][1]) * f - cy
                cuts.append(x * c + y * s)
        if len(cuts) == 2:
            low_cut, high_cut = sorted(cuts)
            yield (
                (cx + low_cut * c - t * s, cy + low_cut * s + t * c),
                (cx + high_cut * c - t * s, cy + high_cut * s + t * c),
            )
