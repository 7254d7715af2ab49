"""What a board's picture shows at its hexsides: ground on both sides, the band between, what crosses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.importers.grids import FittedGrid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    Floats = NDArray[np.float64]

_AT_ONCE = 96
"""Hexsides that are looked at together."""
_PARTS = 5
_POINTS = 4 * _PARTS
"""Points along a hexside."""
_BAND = 0.055
"""Half the width of the band along a hexside that a river covers, parts of the distance of hexes."""
_FLANK = (0.13, 0.24)
"""Where the ground beside it is looked at."""
_ENDS = 7
"""Points at each end of a hexside that say what is usual there."""


class HexsideColours(Struct, frozen=True):
    """The colours of a hexside and of the ground on both its sides."""

    parts: tuple[tuple[float, float, float], ...]
    """L, a, b of each fifth of the hexside, less those of the ground beside it.

    The side that differs less counts: a coast or the edge of a wood is no line.
    """
    colour: tuple[int, int, int]
    """Of the hexside."""
    across: float
    """How far one place beside it differs (Lab) from the rest, on both sides and in like colours."""
    across_colour: tuple[int, int, int]
    """Of that place."""


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
        at = middle[:, None, None] + t[:, None, None] * along[:, None, None]
        at = np.rint(at + offsets[:, None] * across[:, None, None]).astype(int)
        low, high = at.min(axis=(1, 2)), at.max(axis=(1, 2))
        inside = (low >= 0).all(axis=1) & (high < (image.width, image.height)).all(axis=1)
        if not inside.any():
            continue
        at, sides_now = at[inside], [s for s, ok in zip(sides_now, inside, strict=True) if ok]
        left, top = (int(v) for v in at.min(axis=(0, 1, 2)))
        right, bottom = (int(v) + 1 for v in at.max(axis=(0, 1, 2)))
        pixels = np.asarray(image.crop((left, top, right, bottom)).convert("RGB"), dtype=np.uint8)
        rgb = pixels[at[..., 1] - top, at[..., 0] - left]
        edges |= {(i, d): edge for (i, d, _), edge in zip(sides_now, _edges_between(rgb), strict=True)}
    return edges


def _edges_between(rgb: NDArray[np.uint8]) -> list[HexsideColours]:
    """Return the edges of points: (edges, points along, 15 offsets across, 3)."""
    import numpy as np

    from jdgtools.importers.textures import to_lab

    count = len(rgb)
    points = to_lab(rgb)
    strengths, places = _crossings(points)
    lab = points.reshape(count, _PARTS, 4, 15, 3)
    band = np.median(lab[:, :, :, 5:10].reshape(count, _PARTS, -1, 3), axis=2)
    flanks = [lab[:, :, :, s].reshape(count, _PARTS, -1, 3) for s in (slice(0, 5), slice(10, 15))]
    differences = np.stack([band - np.median(f, axis=2) for f in flanks])
    nearer = (differences**2).sum(axis=-1).argmin(axis=0)
    parts = np.take_along_axis(differences, nearer[None, :, :, None], axis=0)[0].round(3)
    colours = np.median(rgb[:, :, 5:10].reshape(count, -1, 3), axis=1).astype(int)
    edges = []
    for n in range(count):
        place = int(places[n])
        near = rgb[n, place : place + 3, [3, 4, 10, 11]].reshape(-1, 3).mean(axis=0)
        edges.append(
            HexsideColours(
                tuple((float(p[0]), float(p[1]), float(p[2])) for p in parts[n]),
                (int(colours[n, 0]), int(colours[n, 1]), int(colours[n, 2])),
                round(float(strengths[n]), 3),
                (int(near[0]), int(near[1]), int(near[2])),
            )
        )
    return edges


def _crossings(points: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """Return how strongly a line crosses each hexside, and at which point along it.

    A line shows near the middle, on both sides of the hexside, in like colours and nearly opposite places;
    it differs from both ends of the hexside more than these vary.
    """
    import numpy as np

    differences, lengths = [], []
    for nearest in (points[:, :, 2:5], points[:, :, 10:13]):
        flank = nearest.mean(axis=2)
        outer = np.concatenate([flank[:, :_ENDS], flank[:, -_ENDS:]], axis=1)
        usual = np.median(outer, axis=1)[:, None]
        # Ground with a pattern varies at the ends as well.
        noise = np.sqrt(((outer - usual) ** 2).sum(axis=-1)).mean(axis=1)
        off = flank[:, _ENDS:-_ENDS] - usual
        windows = (off[:, :-2] + off[:, 1:-1] + off[:, 2:]) / 3
        differences.append(windows)
        lengths.append(np.sqrt((windows**2).sum(axis=-1)) - noise[:, None])
    size = differences[0].shape[1]
    scores = np.zeros((len(points), size))
    for shift in (-1, 0, 1):
        low, high = max(0, -shift), size - max(0, shift)
        left, right = differences[0][:, low:high], differences[1][:, low + shift : high + shift]
        unlike = np.sqrt(((left - right) ** 2).sum(axis=-1))
        both = np.minimum(lengths[0][:, low:high], lengths[1][:, low + shift : high + shift])
        scores[:, low:high] = np.maximum(scores[:, low:high], both - 0.5 * unlike)
    return scores.max(axis=1), scores.argmax(axis=1) + _ENDS
