"""What a board's picture shows at its hexsides: ground on both sides, the band between, what crosses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.importers.grids import FittedGrid
from jdgtools.importers.inks import InkCrossing, ink_crossings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    Floats = NDArray[np.float64]
    Indices = NDArray[np.int64]

_AT_ONCE = 96
"""Hexsides that are looked at together."""
_PARTS = 5
_POINTS = 4 * _PARTS
"""Points along a hexside."""
_BAND = 0.055
"""Half the width of the band along a hexside that a river covers, parts of the distance of hexes."""
_FLANK = (0.13, 0.24)
"""Where the ground beside it is looked at."""
_CROSSING_POINTS = 29
"""Points along a hexside, and a little beyond both its ends, at which lines across it are looked for."""
_CROSSING_REACH = 0.6
"""How far these go from its middle, parts of its length."""
_OFFSETS = (-0.24, -0.21, -0.18, -0.15, -0.12, 0.12, 0.15, 0.18, 0.21, 0.24)
"""Where they lie beside the hexside, parts of the distance of hexes: clear of the printed line."""
_SLANT = 9
"""Most points by which a line may lean over the length of the hexside."""
_FLANK_DISTANCES = (3, 4)
"""How many points beside a line its ground is looked at."""


class HexsideColours(Struct, frozen=True):
    """The colours of a hexside and of the ground on both its sides."""

    parts: tuple[tuple[float, float, float], ...]
    """L, a, b of each fifth of the hexside, less those of the ground beside it.

    The side that differs less counts: a coast or the edge of a wood is no line.
    """
    colour: tuple[int, int, int]
    """Of the hexside."""
    across: float
    """How far a straight strip across it differs (Lab) from what is beside the strip; 0 where none does."""
    across_colour: tuple[int, int, int]
    """Of that strip."""
    ink: InkCrossing | None = None
    """Strokes of an ink that cross it, with gaps or without, and go on beyond; None where none do."""


def edges_of(
    image: Image, fitted_grid: FittedGrid, hexes: Sequence[int]
) -> dict[tuple[int, int], HexsideColours]:
    """Return the edges of hexes by (hex, direction 0..2); those at the edge of the picture are absent."""
    import numpy as np

    grid = fitted_grid.grid
    sides = [(i, d, j) for i in hexes for d in range(3) if (j := grid.neighbour(i, d)) is not None]
    t = np.linspace(-0.42, 0.42, _POINTS)
    ground = np.linspace(*_FLANK, 5)
    offsets = np.concatenate([-ground, np.linspace(-_BAND, _BAND, 5), ground])
    crossing = np.linspace(-_CROSSING_REACH, _CROSSING_REACH, _CROSSING_POINTS)
    strips = _HexsideStrips.all()
    edges: dict[tuple[int, int], HexsideColours] = {}
    # Neighbours in the list are neighbours on the board: a strip of the picture holds them.
    for start in range(0, len(sides), _AT_ONCE):
        sides_now = sides[start : start + _AT_ONCE]
        ends = np.array(
            [(*fitted_grid.centre(i), *fitted_grid.centre(j)) for i, _, j in sides_now], dtype=np.float64
        )
        across = ends[:, 2:] - ends[:, :2]
        middle = (ends[:, 2:] + ends[:, :2]) / 2
        along = np.stack([-across[:, 1], across[:, 0]], axis=1) / 3**0.5
        at, flank_at = (
            np.rint(
                middle[:, None, None]
                + places[:, None, None] * along[:, None, None]
                + np.asarray(reach)[:, None] * across[:, None, None]
            ).astype(int)
            for places, reach in ((t, offsets), (crossing, _OFFSETS))
        )
        low, high = at.min(axis=(1, 2)), at.max(axis=(1, 2))
        inside = (low >= 0).all(axis=1) & (high < (image.width, image.height)).all(axis=1)
        if not inside.any():
            continue
        at, flank_at = at[inside], flank_at[inside].clip(0, (image.width - 1, image.height - 1))
        sides_now = [s for s, ok in zip(sides_now, inside, strict=True) if ok]
        both = (at, flank_at)
        left, top = (int(min(v)) for v in zip(*(p.min(axis=(0, 1, 2)) for p in both), strict=True))
        right, bottom = (int(max(v)) + 1 for v in zip(*(p.max(axis=(0, 1, 2)) for p in both), strict=True))
        pixels = np.asarray(image.crop((left, top, right, bottom)).convert("RGB"), dtype=np.uint8)
        rgb, flank_rgb = (pixels[p[..., 1] - top, p[..., 0] - left] for p in both)
        colours_now = _edges_between(rgb, *_crossings(flank_rgb, strips))
        edges |= {(i, d): edge for (i, d, _), edge in zip(sides_now, colours_now, strict=True)}
    crossings = ink_crossings(image, fitted_grid, hexes)
    return {side: replace(edge, ink=crossings.get(side)) for side, edge in edges.items()}


def _edges_between(
    rgb: NDArray[np.uint8], strengths: Floats, across_colours: Indices
) -> list[HexsideColours]:
    """Return the edges of points: (edges, points along, 15 offsets across, 3)."""
    import numpy as np

    from jdgtools.importers.textures import to_lab

    count = len(rgb)
    points = to_lab(rgb)
    lab = points.reshape(count, _PARTS, 4, 15, 3)
    band = np.median(lab[:, :, :, 5:10].reshape(count, _PARTS, -1, 3), axis=2)
    flanks = [lab[:, :, :, s].reshape(count, _PARTS, -1, 3) for s in (slice(0, 5), slice(10, 15))]
    differences = np.stack([band - np.median(f, axis=2) for f in flanks])
    nearer = (differences**2).sum(axis=-1).argmin(axis=0)
    parts = np.take_along_axis(differences, nearer[None, :, :, None], axis=0)[0].round(3)
    colours = np.median(rgb[:, :, 5:10].reshape(count, -1, 3), axis=1).astype(int)
    edges = []
    for n in range(count):
        near = across_colours[n]
        edges.append(
            HexsideColours(
                tuple((float(p[0]), float(p[1]), float(p[2])) for p in parts[n]),
                (int(colours[n, 0]), int(colours[n, 1]), int(colours[n, 2])),
                round(float(strengths[n]), 3),
                (int(near[0]), int(near[1]), int(near[2])),
            )
        )
    return edges


class _HexsideStrips(Struct, frozen=True):
    """Straight strips over a hexside, by their two ends."""

    points: Indices
    """(ends on one side, ends on the other, `_OFFSETS`): points along the hexside that each strip touches."""
    slant: Indices
    """(ends, ends): 1 where a strip is steep enough to cross, else 0."""

    @classmethod
    def all(cls) -> _HexsideStrips:
        """Return every strip between two ends."""
        import numpy as np

        ends, offsets = np.arange(_CROSSING_POINTS), np.array(_OFFSETS)
        share = (offsets - offsets[0]) / (offsets[-1] - offsets[0])
        points = ends[:, None, None] * (1 - share) + ends[None, :, None] * share
        return cls(np.rint(points).astype(int), (abs(ends[:, None] - ends) <= _SLANT).astype(int))


def _crossings(rgb: NDArray[np.uint8], strips: _HexsideStrips) -> tuple[Floats, Indices]:
    """Return how strongly a line crosses each hexside, and in which colour.

    Points: (edges, `_CROSSING_POINTS` along, `_OFFSETS` across, 3). A line is a straight strip over the
    hexside, of one colour on both sides of it, that differs from the strips beside it, which are alike: ticks
    of a slope and trees are of many colours, and at the edge of a wood the strips beside are not alike.
    """
    import numpy as np

    from jdgtools.importers.textures import to_lab

    lab = to_lab(rgb.astype(np.float64)).astype(np.float32)
    tones = lab[:, strips.points, np.arange(len(_OFFSETS))]
    colour = tones.mean(axis=3)
    uneven = np.sqrt(((tones - colour[..., None, :]) ** 2).sum(axis=-1)).mean(axis=-1)
    middle = slice(max(_FLANK_DISTANCES), -max(_FLANK_DISTANCES))
    best = np.zeros(
        (len(rgb), _CROSSING_POINTS - 2 * max(_FLANK_DISTANCES), _CROSSING_POINTS - 2 * max(_FLANK_DISTANCES))
    )
    for width in _FLANK_DISTANCES:
        sides = [
            slice(max(_FLANK_DISTANCES) + k, _CROSSING_POINTS - max(_FLANK_DISTANCES) + k)
            for k in (-width, width)
        ]
        here = colour[:, middle, middle]
        left, right = (colour[:, s, s] for s in sides)
        off = np.minimum(_distance(here, left), _distance(here, right))
        rough = sum(uneven[:, s, s] for s in sides) / 2
        best = np.maximum(best, off - 2 * uneven[:, middle, middle] - rough - _distance(left, right))
    best *= strips.slant[middle, middle]
    flat = best.reshape(len(rgb), -1)
    place = flat.argmax(axis=1)
    ends = strips.points[middle, middle].reshape(-1, len(_OFFSETS))[place]
    colours = rgb[np.arange(len(rgb))[:, None], ends, np.arange(len(_OFFSETS))].mean(axis=1)
    return flat.max(axis=1), np.rint(colours).astype(int)


def _distance(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    import numpy as np

    lengths: NDArray[np.float32] = np.sqrt(((one - other) ** 2).sum(axis=-1))
    return lengths
