"""The rims of levels: the natural outlines of all ground of a level and more, by hexsides.

Contours, hachures and the strokes of a theme without tints all follow them, so that a slope is one line.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from jdgtools.hexgrid.coords import Cube, neighbour
from jdgtools.render.map import outline
from jdgtools.render.map.frame import Frame, Lattice
from jdgtools.render.map.hachures import Hachures, Strokes
from jdgtools.render.map.levels import Contour, contours_of, level_of
from jdgtools.render.map.pen import Pen
from jdgtools.render.path import PathBuilder
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Item, Point
from jdgtools.render.style import Theme


class Step(Struct, frozen=True):
    """A hexside between two levels."""

    points: tuple[Point, ...]
    """Seven points of the upper level's rim from corner to corner, the lower ground on the left."""
    rise: int
    """Levels."""


class Rims(Struct, frozen=True):
    """All rims of a map."""

    contours: tuple[tuple[Command, ...], ...]
    """Closed curves for every level but the lowest."""
    steps: dict[tuple[Lattice, Lattice], Step]
    """Both ends of a hexside, the lower ground on the left -> its step."""


def rims(frame: Frame) -> Rims:
    """Return the rims of a map's levels; tints, slopes and textures ask for the same ones."""
    return _rims_of(frame.landform)


@lru_cache(maxsize=4)
def _rims_of(frame: Frame) -> Rims:
    lines: list[tuple[Command, ...]] = []
    steps: dict[tuple[Lattice, Lattice], Step] = {}
    for contours in contours_of(frame).values():
        builder = PathBuilder()
        for contour in contours:
            outline.smooth(builder, contour.x.tolist(), contour.y.tolist())
            before = (contour.corners[-1], *contour.corners[:-1])
            for edge, points in zip(
                zip(before, contour.corners, strict=True), _by_side(contour), strict=True
            ):
                # The level above comes later and takes the place: a step of two levels is one.
                below = steps.get(edge)
                steps[edge] = Step(points, below.rise + 1 if below else 1)
        lines.append(builder.commands())
    return Rims(tuple(lines), steps)


def _by_side(contour: Contour) -> list[tuple[Point, ...]]:
    """Return for every hexside of a contour seven points of the curve."""
    import numpy as np

    curve = contour.curve().reshape(-1, 6, 2)
    ends = np.roll(curve[:, 0], -1, axis=0)
    whole = np.concatenate((curve, ends[:, None]), axis=1)
    return [tuple((p[0], p[1]) for p in side) for side in whole.tolist()]


def strokes(frame: Frame, theme: Theme, but: frozenset[tuple[Lattice, Lattice]]) -> tuple[Item, ...]:
    """Return strokes down every step of the ground, the longer the higher it is; none if the theme has none.

    Args:
        frame: the map on paper.
        theme: how strong they are.
        but: hexsides (both ends, either way) that carry a slope of their own.
    """
    strength = theme.number("map.relief.strokes")
    if strength <= 0:
        return ()
    u, wide = frame.size / 20, 1.7 if frame.is_large else 1.0
    color = theme.color("map.relief.hachure")
    opacity = round(theme.number("map.relief.hachure_opacity") * strength, 3)
    pen, hachures = Pen(), Hachures()
    for (a, b), step in rims(frame).steps.items():
        if (a, b) not in but and (b, a) not in but:
            rise = min(step.rise, 3)
            look = Strokes(
                (1.05 - 0.12 * rise) * u * wide,
                (1.2 + 0.5 * rise) * u,
                (0.24 + 0.08 * rise) * u * wide**0.5,
                color,
                opacity,
                0.15,
            )
            hachures.add(step.points, (a[0] + b[0], a[1] + b[1]), look)
    hachures.draw(pen)
    return pen.items()


def lanes(frame: Frame) -> frozenset[tuple[Cube, int]]:
    """Return the hexes and directions beyond which ground is higher.

    What grows stays clear of them, so that slopes are read under woods too.
    """
    if frame.is_large:
        return frozenset()
    by_hex = level_of(frame)
    return frozenset(
        (cube, d)
        for cube, level in by_hex.items()
        for d in range(6)
        if by_hex.get(neighbour(cube, d), level) > level
    )
