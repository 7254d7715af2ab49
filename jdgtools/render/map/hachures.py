"""Hachures: strokes that point downhill, collected hexside by hexside and drawn all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from jdgtools.render.map.noise import shares
from jdgtools.render.map.pen import Pen
from jdgtools.render.scene import Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Strokes(Struct, frozen=True):
    """What strokes look like."""

    spacing: float
    """From stroke to stroke, mm."""
    length: float
    """About which they reach, mm."""
    base: float
    """Width at the upper end, mm; the lower end is a tip."""
    color: str
    opacity: float = 1.0
    lean: float = 0.25
    """How far they may lean to a side, as a share of their length."""
    spread: float = 0.5
    """How much their lengths differ, as a share."""


class Hachures(Struct):
    """Natural hexsides by the look of their strokes."""

    _edges: dict[Strokes, list[tuple[tuple[Point, ...], tuple[int, int]]]] = field(default_factory=dict)

    def add(self, points: tuple[Point, ...], salt: tuple[int, int], strokes: Strokes) -> None:
        """Add a natural hexside, lower ground on its left; all of one kind have as many points."""
        self._edges.setdefault(strokes, []).append((points, salt))

    def draw(self, pen: Pen) -> None:
        """Draw all strokes, kinds in the order of their first use."""
        import numpy as np

        for strokes, edges in self._edges.items():
            points = np.array([points for points, _ in edges], dtype=np.float64)
            salts = np.array([salt for _, salt in edges], dtype=np.int64)
            _draw(pen, strokes, points, salts)


def _draw(pen: Pen, strokes: Strokes, points: NDArray[np.float64], salts: NDArray[np.int64]) -> None:
    import numpy as np

    step = np.diff(points, axis=1)
    lengths = np.sqrt(step[..., 0] ** 2 + step[..., 1] ** 2)
    total = lengths.sum(axis=1)
    counts = np.maximum(1, np.rint(total / strokes.spacing).astype(np.int64))
    edge = np.repeat(np.arange(len(counts)), counts)
    n = np.arange(len(edge)) - np.repeat(np.cumsum(counts) - counts, counts)
    # Where each stroke begins: on which stretch of the hexside, and how far along it.
    ends = np.cumsum(lengths, axis=1)
    along = (n + 0.5) * (total / counts)[edge]
    part = (along[:, None] > ends[edge, :-1]).sum(axis=1)
    length = lengths[edge, part]
    t = 1.0 - (ends[edge, part] - along) / length
    tx, ty = step[edge, part, 0] / length, step[edge, part, 1] / length
    x = points[edge, part, 0] + step[edge, part, 0] * t
    y = points[edge, part, 1] + step[edge, part, 1] * t
    pick = shares(salts[edge, 0] * 64 + n, salts[edge, 1], 301)
    reach = strokes.length * (1.0 + strokes.spread * (pick - 0.6))
    side = (pick * 7 % 1 - 0.5) * strokes.lean * reach
    half = strokes.base / 2
    xs = np.stack((x - tx * half, x + tx * half, x + ty * reach + tx * side), axis=1)
    ys = np.stack((y - ty * half, y + ty * half, y - tx * reach + ty * side), axis=1)
    pen.chains(xs, ys, fill=strokes.color, opacity=strokes.opacity)
