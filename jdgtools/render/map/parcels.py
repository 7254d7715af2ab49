"""How tilled ground is divided: parcels that go on from hex to hex, so that no field has the shape of a hex.

Every tract of one terrain has strips in a direction of its own, and each strip is cut crosswise; a hex holds
the pieces of the parcels that lie in it. On large maps a hex is one parcel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.hexgrid.coords import DIRECTIONS, Cube
from jdgtools.render.map import outline
from jdgtools.render.map.brush import Brush
from jdgtools.render.map.noise import share
from jdgtools.render.map.scatter import NORMALS, TURNS
from jdgtools.render.scene import Point

if TYPE_CHECKING:
    from collections.abc import Set

_STRIP, _PARCEL = 0.6, 0.85
"""Width of strips and length of parcels, in hex sizes, about which they vary."""
_EDGE = 0.46
"""How far parcels reach from the middle of a hex where their terrain ends, in hex sizes."""
_CORNER = (0.38, 0.56)
"""The same towards a corner beyond both of whose hexsides it ends: from, to."""


class Piece(Struct, frozen=True):
    """What lies of a parcel in one hex: convex, in mm on the sheet."""

    corners: tuple[Point, ...]
    turn: int
    """Direction of its rows: which of ``TURNS``."""
    tone: int
    """0, 1, 2: parcels of a strip differ from the next."""
    middle: Point
    """Of the hex, mm."""


def pieces(brush: Brush, salt: int, balk: float) -> list[Piece]:
    """Return the pieces of all parcels, hex by hex.

    Args:
        brush: the terrain.
        salt: of what is grown, so that two terrains are divided differently.
        balk: half the width of the strips between parcels, and the room at the edge of the terrain, mm.
    """
    all_pieces: list[Piece] = []
    first_by_hex = tracts(brush.cells)
    opened = outline.open_sides(brush.cells, brush.hexes).tolist()
    for cube, is_open in zip(brush.hexes, opened, strict=True):
        q, r = first_by_hex[cube]
        turn = int(share(q, r, salt) * len(TURNS))
        middle = brush.frame.centre(cube)
        inside = part_of_hex(brush, cube, is_open, balk, salt)
        if brush.frame.is_large:
            all_pieces.append(Piece(tuple(inside), turn, 0, middle))
        else:
            all_pieces += _divided(inside, middle, turn, brush.frame.size, balk, salt)
    return all_pieces


def tracts(cells: Set[Cube]) -> dict[Cube, Cube]:
    """Return for each hex the first one of its tract: of all that touch it, directly or through others."""
    first_by_hex: dict[Cube, Cube] = {}
    for first in sorted(cells):
        if first in first_by_hex:
            continue
        first_by_hex[first] = first
        queue = [first]
        for q, r in queue:
            for dq, dr in DIRECTIONS:
                beyond = Cube(q + dq, r + dr)
                if beyond in cells and beyond not in first_by_hex:
                    first_by_hex[beyond] = first
                    queue.append(beyond)
    return first_by_hex


def part_of_hex(brush: Brush, cube: Cube, is_open: Sequence[bool], balk: float, salt: int) -> list[Point]:
    """Return the part of a hex that is tilled: up to the hexside where the next hex is tilled as well."""
    frame = brush.frame
    corners: list[Point] = list(frame.polygon(cube))
    x, y = frame.centre(cube)
    normals = NORMALS[frame.flat]
    for d, (nx, ny) in enumerate(normals):
        if not is_open[d]:
            continue
        corners = cut(corners, nx, ny, nx * x + ny * y + _EDGE * frame.size - balk)
        if is_open[(d + 1) % 6]:
            mx, my = nx + normals[(d + 1) % 6][0], ny + normals[(d + 1) % 6][1]
            mx, my = mx / 1.7320508, my / 1.7320508
            low, high = _CORNER
            reach = low + (high - low) * share(cube[0] * 6 + d, cube[1], salt + 3)
            corners = cut(corners, mx, my, mx * x + my * y + reach * frame.size - balk)
    return corners


def _divided(
    inside: list[Point], middle: Point, turn: int, size: float, balk: float, salt: int
) -> Iterator[Piece]:
    """Yield the pieces of the strips and parcels that lie in a convex shape."""
    c, s = TURNS[turn]

    def strip_edge(i: int) -> float:
        return (i + 0.4 * (share(i, turn, salt + 1) - 0.5)) * _STRIP * size

    def parcel_edge(i: int, j: int) -> float:
        return (j + 0.5 * (i % 2) + 0.5 * (share(i, j, salt + 2) - 0.5)) * _PARCEL * size

    across = [y * c - x * s for x, y in inside]
    for i in range(int(min(across) // (_STRIP * size)) - 1, int(max(across) // (_STRIP * size)) + 2):
        strip = cut(inside, -s, c, strip_edge(i + 1) - balk)
        strip = cut(strip, s, -c, -strip_edge(i) - balk)
        if len(strip) < 3:
            continue
        along = [x * c + y * s for x, y in strip]
        first, last = (int(end // (_PARCEL * size)) for end in (min(along), max(along)))
        for j in range(first - 2, last + 2):
            piece = cut(strip, c, s, parcel_edge(i, j + 1) - balk)
            piece = cut(piece, -c, -s, -parcel_edge(i, j) - balk)
            if len(piece) >= 3:
                is_across = share(i * 5 + 1, j, salt + 4) < 0.4
                way = (turn + 3) % len(TURNS) if is_across else turn
                yield Piece(tuple(piece), way, (i + 2 * j) % 3, middle)


def cut(corners: Sequence[Point], a: float, b: float, far: float) -> list[Point]:
    """Return the part of a convex shape where a x + b y is at most ``far``."""
    piece: list[Point] = []
    for n, (x, y) in enumerate(corners):
        px, py = corners[n - 1]
        before, here = a * px + b * py - far, a * x + b * y - far
        if (before > 0) != (here > 0):
            t = before / (before - here)
            piece.append((px + (x - px) * t, py + (y - py) * t))
        if here <= 0:
            piece.append((x, y))
    return piece


def even_rows(corners: Sequence[Point], spacing: float, turn: int) -> list[tuple[float, float, float]]:
    """Return parallel lines across a convex shape on the sheet, where they lie in the whole parcel too.

    Returns:
        For each its distance from the sheet's origin, and where it begins and ends along its direction, mm.
    """
    c, s = TURNS[turn]
    across = [y * c - x * s for x, y in corners]
    along = [x * c + y * s for x, y in corners]
    lines = []
    for n in range(int(min(across) // spacing) + 1, int(max(across) // spacing) + 1):
        t = n * spacing
        ends = []
        for k in range(len(corners)):
            a, b = across[k - 1], across[k]
            if (a > t) != (b > t):
                ends.append(along[k - 1] + (along[k] - along[k - 1]) * (t - a) / (b - a))
        if len(ends) == 2:
            lines.append((t, min(ends), max(ends)))
    return lines


def at(turn: int, along: float, across: float) -> Point:
    """Return a point of the sheet by where it lies along and across a direction."""
    c, s = TURNS[turn]
    return along * c - across * s, along * s + across * c
