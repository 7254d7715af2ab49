"""The rims of levels: the natural outlines of all ground of a level and more, by hexsides.

Contours, hachures, ticks and strokes all follow them, so that a slope is one line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.render.map import outline
from jdgtools.render.map.frame import Lattice, MapFrame
from jdgtools.render.map.hachures import Hachures, Strokes
from jdgtools.render.map.levels import Contour, contours_of
from jdgtools.render.map.mask import SheetMask
from jdgtools.render.map.noise import drift
from jdgtools.render.map.pen import Pen
from jdgtools.render.path import PathBuilder
from jdgtools.render.path_data import Command
from jdgtools.render.scene import Item, Point
from jdgtools.render.style import Theme

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]


class RimHexside(Struct, frozen=True):
    """A hexside between two levels."""

    points: tuple[Point, ...]
    """Seven points of the upper level's rim from corner to corner, the lower ground on the left."""
    rise: int
    """Levels."""


class Rims(Struct, frozen=True):
    """All rims of a map."""

    contours: tuple[tuple[Command, ...], ...]
    """Closed curves for every level but the lowest."""
    steps: dict[tuple[Lattice, Lattice], RimHexside]
    """Both ends of a hexside, the lower ground on the left -> its step."""


def rims(frame: MapFrame) -> Rims:
    """Return the rims of a map's levels; tints, slopes and textures ask for the same ones."""
    landform = frame.landform
    return landform.remember("rims", (), lambda: _rims_of(landform))


def _rims_of(frame: MapFrame) -> Rims:
    lines: list[tuple[Command, ...]] = []
    steps: dict[tuple[Lattice, Lattice], RimHexside] = {}
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
                steps[edge] = RimHexside(points, below.rise + 1 if below else 1)
        lines.append(builder.commands())
    return Rims(tuple(lines), steps)


def _by_side(contour: Contour) -> list[tuple[Point, ...]]:
    """Return for every hexside of a contour seven points of the curve."""
    import numpy as np

    curve = contour.curve().reshape(-1, 6, 2)
    ends = np.roll(curve[:, 0], -1, axis=0)
    whole = np.concatenate((curve, ends[:, None]), axis=1)
    return [tuple((p[0], p[1]) for p in side) for side in whole.tolist()]


Steps = Mapping[tuple[Lattice, Lattice], RimHexside]
"""Both ends of a hexside, the lower ground on the left -> its step."""


def clear_steps(
    steps: Steps, lines: Mapping[tuple[Lattice, Lattice], tuple[Sequence[Point], float]]
) -> Steps:
    """Return steps moved down beyond what is laid over them, so that their strokes are seen beside it.

    Args:
        steps: on the rims.
        lines: hexside, either way -> seven points along the middle of what lies there (water, a ravine) and
            half of its width, mm.
    """
    moved_steps = dict(steps)
    for (a, b), (line, half_width) in lines.items():
        for edge, points in (((a, b), line), ((b, a), line[::-1])):
            if edge in steps:
                step = steps[edge]
                moved_steps[edge] = replace(step, points=_beyond(step.points, points, half_width))
    return moved_steps


def _beyond(rim: Sequence[Point], line: Sequence[Point], far: float) -> tuple[Point, ...]:
    """Return a rim moved down, to its left, where it is not so far from a line beside it, mm."""
    (x1, y1), (x2, y2) = rim[0], rim[-1]
    length = hypot(x2 - x1, y2 - y1) or 1.0
    down_x, down_y = (y2 - y1) / length, (x1 - x2) / length
    new_points = []
    for (x, y), (line_x, line_y) in zip(rim, line, strict=True):
        way = max(0.0, far - (x - line_x) * down_x - (y - line_y) * down_y)
        new_points.append((x + way * down_x, y + way * down_y))
    return tuple(new_points)


def strokes(
    frame: MapFrame, theme: Theme, but: frozenset[tuple[Lattice, Lattice]], steps: Steps | None = None
) -> tuple[Item, ...]:
    """Return strokes down every step of the ground, the longer the higher it is; or ticks, a few fine ones.

    Args:
        frame: the map on paper.
        theme: how strong they are; without strokes it may have ticks.
        but: hexsides (both ends, either way) that carry a slope of their own.
        steps: where they begin, if not on the rims alone (see `clear_steps`).
    """
    strength, tick_strength = theme.number("map.relief.strokes"), theme.number("map.relief.ticks")
    if strength <= 0 and tick_strength <= 0:
        return ()
    steps = rims(frame).steps if steps is None else steps
    bare_steps = {(a, b): step for (a, b), step in steps.items() if (a, b) not in but and (b, a) not in but}
    color, opacity = theme.color("map.relief.hachure"), theme.number("map.relief.hachure_opacity")
    if strength <= 0:
        return ticks(frame, bare_steps, color, round(opacity * tick_strength, 3))
    u, wide = frame.size / 20, 1.7 if frame.is_large else 1.0
    looks = [
        Strokes(
            (2.2 - 0.2 * rise) * u * wide,
            (1.2 + 0.5 * rise) * u,
            (0.3 + 0.08 * rise) * u * wide**0.5,
            color,
            round(opacity * strength, 3),
            0.15,
        )
        for rise in (1, 2, 3)
    ]
    return _draw(bare_steps, looks)


_TICK_SPACING = 3.0
"""From tick to tick, units: four on a hexside, where slopes have fifteen strokes."""


def ticks(frame: MapFrame, steps: Steps, color: str, opacity: float = 1.0) -> tuple[Item, ...]:
    """Return a few fine ticks down each of some steps, the longer the higher it is."""
    u, wide = frame.size / 20, 1.7 if frame.is_large else 1.0
    looks = [
        Strokes(
            _TICK_SPACING * u * wide, (1.7 + 0.3 * rise) * u, 0.44 * u * wide**0.5, color, opacity, 0.0, 0.1
        )
        for rise in (1, 2, 3)
    ]
    return _draw(steps, looks)


def _draw(steps: Steps, looks: Sequence[Strokes]) -> tuple[Item, ...]:
    """Return steps drawn with the look for their rise: one level, two, three and more."""
    pen, hachures = Pen(), Hachures()
    for (a, b), step in steps.items():
        hachures.add(step.points, (a[0] + b[0], a[1] + b[1]), looks[min(step.rise, 3) - 1])
    hachures.draw(pen)
    return pen.items()


_DOWN, _HALF, _UNEVEN = 1.1, 2.2, 0.35
"""How far below its rim the middle of a lane lies, half its width, and how much that differs; units. A
crown's half is 1.1 units: none hides the strokes of a slope, nor their upper ends."""
_SQUARES = 64
"""Of the net on which lanes are noted, from hexside to hexside."""


def lanes(frame: MapFrame) -> SheetMask | None:
    """Return the lanes that crowns leave along every step; none if a map is large or level.

    Nothing grows there, so that slopes are read under woods too: strips along every rim. A strip lies about
    the middle of the strokes of a slope and bends as the rim does; of uneven width, as in nature.
    """
    landform = frame.landform
    if frame.is_large or not rims(frame).steps:
        return None
    return landform.remember("lanes", (), lambda: _lanes_of(landform))


def _lanes_of(frame: MapFrame) -> SheetMask:
    import numpy as np

    sides = np.array([step.points for step in rims(frame).steps.values()])
    # Between the points of a rim lie two more, so that discs about them are one strip.
    starts, along = sides[:, :-1], np.diff(sides, axis=1)
    points = np.concatenate([starts + along * t for t in (0.0, 1 / 3, 2 / 3, 1.0)], axis=1).reshape(-1, 2)
    ways = np.concatenate([along] * 4, axis=1).reshape(-1, 2)
    unit, square = frame.size / 20, frame.size / _SQUARES
    down = np.stack((ways[:, 1], -ways[:, 0]), axis=1) / np.hypot(ways[:, 0], ways[:, 1])[:, None]
    points = points + _DOWN * unit * down
    radii = (_HALF + _UNEVEN * drift(points[:, 0], points[:, 1], frame.size * 0.4, 311)) * unit
    left, top, right, bottom = frame.box
    columns, rows = (int((b - a) / square) + 1 for a, b in ((left, right), (top, bottom)))
    is_clear = np.zeros((rows, columns), dtype=np.bool_)
    reach = int((_HALF + _UNEVEN) * unit / square) + 1
    first = np.floor((points - (left, top)) / square).astype(np.int64)
    steps = np.arange(-reach, reach + 1)
    # By axis and step: the square of each point that many squares away, and how far it is, squared.
    at = first.T[:, None] + steps[None, :, None]
    far = ((at + 0.5) * square + np.array((left, top))[:, None, None] - points.T[:, None]) ** 2
    far[(at < 0) | (at >= np.array((columns, rows))[:, None, None])] = np.inf
    squared_radii, squares = radii**2, is_clear.reshape(-1)
    for row, down_squared in zip(at[1] * columns, far[1], strict=True):
        for column, across_squared in zip(at[0], far[0], strict=True):
            on = across_squared + down_squared <= squared_radii
            squares[(row + column)[on]] = True
    return SheetMask(is_clear, left, top, square)
