"""How tilled ground is divided: parcels that go on from hex to hex, so that no field has the shape of a hex.

Every tract of one terrain has strips in a direction of its own, and each strip is cut crosswise. A plot is a
parcel as a rectangle, as much of it as lies in the tract; a hex holds the pieces of the parcels that lie in
it. On large maps a hex is one piece.
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

    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

_STRIP, _PARCEL = 0.6, 0.85
"""Width of strips and length of parcels, in hex sizes, about which they vary."""
_EDGE = 0.46
"""How far parcels reach from the middle of a hex where their terrain ends, in hex sizes."""
_CORNER = (0.38, 0.56)
"""The same towards a corner beyond both of whose hexsides it ends: from, to."""


_CELLS = (6, 4)
"""Cells along and across a parcel: a plot holds those whose middle lies in its tract, as a rectangle."""
_SMALLEST_PLOT = 3
"""Cells of the smallest plot."""


class Plot(Struct, frozen=True):
    """A parcel that is tilled as one: a rectangle, mm on the sheet."""

    corners: tuple[Point, ...]
    turn: int
    """Direction of its rows: which of ``TURNS``."""
    tone: int
    """0, 1, 2: parcels of a strip differ from the next."""


class ParcelPart(Struct, frozen=True):
    """What lies of a parcel in one hex: convex, in mm on the sheet."""

    corners: tuple[Point, ...]
    turn: int
    """Direction of its rows: which of ``TURNS``."""
    tone: int
    """0, 1, 2: parcels of a strip differ from the next."""
    middle: Point
    """Of the hex, mm."""


def pieces(brush: Brush, salt: int, balk: float) -> list[ParcelPart]:
    """Return the pieces of all parcels, hex by hex.

    Args:
        brush: the terrain.
        salt: of what is grown, so that two terrains are divided differently.
        balk: half the width of the strips between parcels, and the room at the edge of the terrain, mm.
    """
    all_pieces: list[ParcelPart] = []
    first_by_hex = tracts(brush.cells)
    open_edges = outline.open_sides(brush.cells, brush.hexes).tolist()
    for cube, is_open in zip(brush.hexes, open_edges, strict=True):
        q, r = first_by_hex[cube]
        turn = int(share(q, r, salt) * len(TURNS))
        middle = brush.frame.centre(cube)
        inside = part_of_hex(brush, cube, is_open, balk, salt)
        if brush.frame.is_large:
            all_pieces.append(ParcelPart(tuple(inside), turn, 0, middle))
        else:
            all_pieces += _divide(inside, middle, turn, brush.frame.size, balk, salt)
    return all_pieces


def plots(brush: Brush, salt: int, balk: float) -> list[Plot]:
    """Return the plots of all tracts.

    Args:
        brush: the terrain.
        salt: of what is grown, so that two terrains are divided differently.
        balk: half the width of the strips between plots, mm.
    """
    hexes_by_first: dict[Cube, list[Cube]] = {}
    for cube, first in tracts(brush.cells).items():
        hexes_by_first.setdefault(first, []).append(cube)
    return [
        plot for first, hexes in hexes_by_first.items() for plot in _plots(brush, first, hexes, balk, salt)
    ]


def _plots(brush: Brush, first: Cube, hexes: Sequence[Cube], balk: float, salt: int) -> Iterator[Plot]:
    """Yield the plots of one tract."""
    import numpy as np

    frame, turn = brush.frame, int(share(*first, salt) * len(TURNS))
    c, s = TURNS[turn]
    size, reach = frame.size, 0.6 * frame.size
    middles = [frame.centre(cube) for cube in hexes]
    across = [y * c - x * s for x, y in middles]
    along = [x * c + y * s for x, y in middles]
    strips = range(
        *(int(end // (_STRIP * size)) for end in (min(across) - reach, max(across) + reach + size))
    )
    lengths = range(
        *(int(end // (_PARCEL * size)) for end in (min(along) - 2 * reach, max(along) + reach + size))
    )
    parcels = [(i, j) for i in strips for j in lengths]
    edges = np.array([_edges(i, j, turn, size, salt) for i, j in parcels])
    n, m = _CELLS
    u, v = (np.arange(n)[:, None] + 0.5) / n, (np.arange(m)[None, :] + 0.5) / m
    low, high, start, end = edges.T[:, :, None, None]
    a, b = start + (end - start) * u, low + (high - low) * v
    q, r = frame.cubes_at(a * c - b * s, a * s + b * c)
    inside = _among(hexes, q, r)
    for (i, j), (b0, b1, a0, a1), cells in zip(parcels, edges.tolist(), inside.tolist(), strict=True):
        block = _largest_block(cells)
        if block is None:
            continue
        k0, k1, l0, l1 = block
        a0, a1 = a0 + (a1 - a0) * k0 / n + balk, a0 + (a1 - a0) * k1 / n - balk
        b0, b1 = b0 + (b1 - b0) * l0 / m + balk, b0 + (b1 - b0) * l1 / m - balk
        is_across = share(i * 5 + 1, j, salt + 4) < 0.4
        way = (turn + 3) % len(TURNS) if is_across else turn
        corners = ((a0, b0), (a1, b0), (a1, b1), (a0, b1))
        yield Plot(tuple(at(turn, *corner) for corner in corners), way, (i + 2 * j) % 3)


def _edges(i: int, j: int, turn: int, size: float, salt: int) -> tuple[float, float, float, float]:
    """Return where a parcel of a strip begins and ends across its direction and along it, mm."""
    low, high = (_strip_edge(n, turn, size, salt) for n in (i, i + 1))
    start, end = (_parcel_edge(i, n, size, salt) for n in (j, j + 1))
    return low, high, start, end


def _strip_edge(i: int, turn: int, size: float, salt: int) -> float:
    return (i + 0.4 * (share(i, turn, salt + 1) - 0.5)) * _STRIP * size


def _parcel_edge(i: int, j: int, size: float, salt: int) -> float:
    return (j + 0.5 * (i % 2) + 0.5 * (share(i, j, salt + 2) - 0.5)) * _PARCEL * size


def _among(hexes: Sequence[Cube], q: Ints, r: Ints) -> NDArray[np.bool_]:
    """Return which hexes (q, r) are among some."""
    import numpy as np

    cells = np.array(hexes, dtype=np.int64).reshape(-1, 2)
    low, high = cells.min(axis=0), cells.max(axis=0)
    # One more on every side for all that lies beyond.
    table = np.zeros(high - low + 3, dtype=np.bool_)
    table[tuple((cells - low + 1).T)] = True
    is_among: NDArray[np.bool_] = table[
        np.clip(q - low[0] + 1, 0, table.shape[0] - 1), np.clip(r - low[1] + 1, 0, table.shape[1] - 1)
    ]
    return is_among


def _largest_block(cells: Sequence[Sequence[bool]]) -> tuple[int, int, int, int] | None:
    """Return the largest rectangle of cells that are all there: first and end along, first and end across."""
    best, most = None, _SMALLEST_PLOT - 1
    n, m = len(cells), len(cells[0])
    for first in range(n):
        for low in range(m):
            for high in range(low + 1, m + 1):
                end = first
                while end < n and all(cells[end][low:high]):
                    end += 1
                if (end - first) * (high - low) > most:
                    best, most = (first, end, low, high), (end - first) * (high - low)
    return best


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


def _divide(
    inside: list[Point], middle: Point, turn: int, size: float, balk: float, salt: int
) -> Iterator[ParcelPart]:
    """Yield the pieces of the strips and parcels that lie in a convex shape."""
    c, s = TURNS[turn]

    across = [y * c - x * s for x, y in inside]
    for i in range(int(min(across) // (_STRIP * size)) - 1, int(max(across) // (_STRIP * size)) + 2):
        strip = cut(inside, -s, c, _strip_edge(i + 1, turn, size, salt) - balk)
        strip = cut(strip, s, -c, -_strip_edge(i, turn, size, salt) - balk)
        if len(strip) < 3:
            continue
        along = [x * c + y * s for x, y in strip]
        first, last = (int(end // (_PARCEL * size)) for end in (min(along), max(along)))
        for j in range(first - 2, last + 2):
            piece = cut(strip, c, s, _parcel_edge(i, j + 1, size, salt) - balk)
            piece = cut(piece, -c, -s, -_parcel_edge(i, j, size, salt) - balk)
            if len(piece) >= 3:
                is_across = share(i * 5 + 1, j, salt + 4) < 0.4
                way = (turn + 3) % len(TURNS) if is_across else turn
                yield ParcelPart(tuple(piece), way, (i + 2 * j) % 3, middle)


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
