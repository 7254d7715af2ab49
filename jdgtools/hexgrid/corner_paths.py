"""The way along hexsides from one corner of the grid to another, for streams written by their ends.

`chain.py` reads `0305:NE>0407:W` with it. The way must be the only shortest one; else the answer says why
there is none.
"""

from __future__ import annotations

from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.sides import Corner, Hexside

_FARTHEST = 60


def corner_path(grid: HexGrid, start: Corner, end: Corner) -> tuple[Hexside, ...] | str:
    """Return the hexsides of the only shortest way between two corners, in order; else why there is none.

    Two equally short ways are refused: which one a river takes must be written.
    """
    if start == end:
        return "this is the same corner"
    came: dict[Corner, tuple[Corner, Hexside]] = {}
    ways = {start: 1}
    front = [start]
    for _ in range(_FARTHEST):
        following: dict[Corner, int] = {}
        for corner in front:
            for side in grid.corner_sides(corner):
                one, other = grid.side_ends(side)
                beyond = other if one == corner else one
                if beyond not in ways:
                    following[beyond] = following.get(beyond, 0) + ways[corner]
                    came.setdefault(beyond, (corner, side))
        ways.update(following)
        front = list(following)
        if end in ways:
            break
    if end not in ways:
        return f"the corners are more than {_FARTHEST} hexsides apart; name a corner on the way"
    if ways[end] > 1:
        return f"there are {ways[end]} equally short ways to this corner; name a corner on the way"
    path: list[Hexside] = []
    while end != start:
        end, side = came[end]
        path.append(side)
    return tuple(reversed(path))
