"""A map on which rivers meet: three about one place, streams with rivers, a delta of three arms into the sea.

`python -m tests.tools.confluences THEME FILE.png` draws it.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from jdgtools.hexgrid import Hexside
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.map import BattleMap, HexsideFeature
from jdgtools.render.map.frame import Lattice, MapFrame
from tests.tools.waters import GRID, SIZE, picture

SEA = tuple((column, row) for column in range(18) for row in (10, 11))
WOOD = ((2, 2), (2, 3), (7, 4), (8, 4), (7, 5), (6, 5), (9, 6))
MEETING, DELTA = (0.45, 0.45), (0.45, 0.6)
"""Shares of the width and height of the map."""
WAYS = (
    ("river", (0.0, 0.1), MEETING),
    ("river", (0.45, 0.0), MEETING),
    ("river", (0.95, 0.1), MEETING),
    ("stream", (0.05, 0.6), (0.25, 0.27)),
    ("river", MEETING, DELTA),
    ("river", DELTA, (0.2, 0.86)),
    ("river", DELTA, (0.45, 0.86)),
    ("stream", (0.45, 0.7), (0.7, 0.86)),
    ("river_uncrossable", (1.0, 0.35), (0.85, 0.55)),
    ("river_uncrossable", (0.62, 0.45), (0.85, 0.55)),
    ("river_uncrossable", (0.85, 0.55), (0.85, 0.86)),
    ("stream", (0.95, 0.75), (0.85, 0.7)),
)
"""Kind of water, where it begins and ends."""


def features() -> tuple[HexsideFeature, ...]:
    """Return all water along hexsides; where two lie on one hexside, the first."""
    frame, sides = _corners()
    kinds: dict[Hexside, str] = {}
    for kind, start, end in WAYS:
        for side in _way(frame, sides, _near(frame, sides, start), _near(frame, sides, end)):
            kinds.setdefault(side, kind)
    return tuple(HexsideFeature(kind, side) for side, kind in kinds.items())


def place(share: tuple[float, float]) -> tuple[float, float]:
    """Return a place of the map, mm from the corner of the picture: the corner of hexes next to it."""
    frame, sides = _corners()
    key = _near(frame, sides, share)
    return frame.natural_point((3 * key[0], 3 * key[1]))


_Sides = dict[Lattice, dict[Lattice, Hexside]]


@lru_cache
def _corners() -> tuple[MapFrame, _Sides]:
    """Return the empty map, and the hexsides about every corner by the corner at their other end."""
    n = GRID.size
    board = BattleMap(GRID, 200, SIZE, 20, ("clear",) * n, (0,) * n, (True,) * n, (), by_side={})
    frame = MapFrame(board, Layout(GRID, SIZE, (3.0, 3.0)), margin=2.0)
    sides: _Sides = {}
    for index in range(n):
        for d in range(6):
            side = GRID.hexside(index, d)
            a, b = frame.side_keys(side)
            sides.setdefault(a, {})[b] = side
            sides.setdefault(b, {})[a] = side
    return frame, sides


def _near(frame: MapFrame, sides: _Sides, share: tuple[float, float]) -> Lattice:
    x, y = share[0] * frame.layout.width, share[1] * frame.layout.height
    return min(sides, key=lambda key: (frame.at(key)[0] - x) ** 2 + (frame.at(key)[1] - y) ** 2)


def _way(frame: MapFrame, sides: _Sides, start: Lattice, end: Lattice) -> Iterator[Hexside]:
    """Yield the hexsides of a shortest way, backwards."""
    before = {start: start}
    queue = deque([start])
    while end not in before:
        at = queue.popleft()
        for other in sorted(
            sides[at], key=lambda key: sum((a - b) ** 2 for a, b in zip(key, end, strict=True))
        ):
            if other not in before:
                before[other] = at
                queue.append(other)
    while end != start:
        yield sides[end][before[end]]
        end = before[end]


def main(theme_name: str = "classic", path: str = "confluences.png") -> None:
    """Write the picture."""
    picture(theme_name, features(), WOOD, SEA)[1].save(Path(path))


if __name__ == "__main__":
    main(*sys.argv[1:])
