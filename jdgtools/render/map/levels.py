"""The levels of the ground, and the smooth lines around all that is of one level and more.

A contour runs over several hexes as one line and keeps to the hexsides so closely that every hex has its
centre on its own side. Tints, hachures and light are all drawn of these lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.hexgrid.coords import Cube
from jdgtools.render.map import outline
from jdgtools.render.map.frame import Lattice, MapFrame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class Contour(Struct, frozen=True, eq=False):
    """A closed line around ground of a level and more, or a hole in it: the high ground on the right."""

    corners: tuple[Lattice, ...]
    """Of the hexsides that it follows."""
    x: Floats
    """Guides of the curve, three for each hexside, mm; the following likewise."""
    y: Floats

    def curve(self) -> NDArray[np.float64]:
        """Return points (x, y) on the curve, six for each hexside, the first where that begins."""
        import numpy as np

        guides = np.stack((self.x, self.y), axis=1)
        after = (guides + np.roll(guides, -1, axis=0)) / 2
        at = guides / 2 + (after + np.roll(after, 1, axis=0)) / 4
        return np.stack((at, after), axis=1).reshape(-1, 2)


def level_of(frame: MapFrame) -> dict[Cube, int]:
    """Return the level of every hex to draw; a missing level counts as the lowest."""
    levels = frame.map.levels
    low = min((level for level in levels if level is not None), default=0)
    level_by_hex = {}
    for cube, index in frame.cells.items():
        level = levels[index]
        level_by_hex[cube] = low if level is None else level
    return level_by_hex


def contours_of(frame: MapFrame) -> dict[int, list[Contour]]:
    """Return every level above the lowest, from below, and its contours; there may be none of its own."""
    landform = frame.landform
    return landform.remember("contours of levels", (), lambda: _contours_of(landform))


def _contours_of(frame: MapFrame) -> dict[int, list[Contour]]:
    by_hex = level_of(frame)
    levels = sorted(set(by_hex.values()))
    contours: dict[int, list[Contour]] = {}
    for level in range(levels[0] + 1, levels[-1] + 1):
        loops = outline.trace(frame, frozenset(cube for cube, n in by_hex.items() if n >= level))
        contours[level] = []
        if loops:
            x, y, parts = outline.natural_chains(frame, loops, calm=outline.CONTOUR)
            contours[level] += [
                Contour(tuple(loop), x[part], y[part]) for loop, part in zip(loops, parts, strict=True)
            ]
    return contours
