"""Maps to start from: pictures of terrain in any size, and lines through them."""

from __future__ import annotations

from msgspec import Struct

KINDS = ("empty", "ragged", "coast", "river")
"""Maps that `jdg new --map` offers."""
MIN_COLUMNS, MIN_ROWS = 12, 8
"""Smallest map on which two armies can stand apart."""
MAX_SIDE = 300
"""Columns and rows of the largest map, as in the schema of maps."""
_SHORE = (0, 0, 1, 1, 0, -1, -1, 0)
"""How many rows further inland the water reaches, column after column."""
_EDGE = (1, 0, 0, 1, 2, 1, 0, 0, 2, 1)
"""How many hexes of a column are missing at a ragged edge."""

_RIVER = ("+50-60", "+44+0", "+56+0", "+50+110")
"""Where a river lies beside the middles of its hexes, in hundredths of their width."""


class Size(Struct, frozen=True):
    """Columns and rows of a new map."""

    columns: int
    rows: int

    def hex_id(self, column: int, row: int) -> str:
        """Return the number of a hex, counted from 1."""
        return f"{column:0{self.digits}d}{row:0{self.digits}d}"

    @property
    def digits(self) -> int:
        """Digits of the number of a column or row."""
        return 2 if max(self.columns, self.rows) < 100 else 3

    @property
    def middle(self) -> tuple[int, int]:
        """Column and row of the hex in the middle."""
        return (self.columns + 1) // 2, (self.rows + 1) // 2


class NewMap(Struct, frozen=True):
    """What lies on a new map."""

    terrain: tuple[str, ...]
    """A character for each hex, one text a row."""
    levels: tuple[str, ...]
    """A digit for each hex, one text a row."""
    playable: tuple[str, ...] = ()
    """`.` and `#` (out of play); empty = all hexes are in play."""
    shows_village: bool = False
    river: str = ""
    """Points that a river runs through, as `through:` of a line says them."""
    road: str = ""
    """Points that a road runs through."""


def ground(kind: str, size: Size, blank: bool) -> NewMap:
    """Return the ground of a new map.

    Args:
        kind: one of `KINDS`.
        size: of the map.
        blank: whether nothing stands on it but what the kind is about.
    """
    cells = [["."] * size.columns for _ in range(size.rows)]
    column, row = size.middle
    if kind == "coast":
        depth = max(1, size.rows // 5)
        for x in range(size.columns):
            shore = size.rows - max(1, depth + _SHORE[x % len(_SHORE)] * (size.rows >= 10))
            cells[shore - 1][x] = "s"
            for y in range(shore, size.rows):
                cells[y][x] = "~"
    heights = [["0"] * size.columns for _ in range(size.rows)]
    if not blank:
        for x, y in ((0, -1), (0, 0), (1, -1), (1, 0), (1, 1)):
            heights[row + y - 1][min(size.columns, column + 3 + x) - 1] = "1"
        for x, y in ((column + 1, 1), (column + 2, 1), (column + 1, 2), (3, 1), (3, 2)):
            cells[y - 1][x - 1] = "w"
        cells[row - 1][column - 1] = "v"
    playable: tuple[str, ...] = ()
    if kind == "ragged":
        playable = _ragged_map(size)
    river = _river(size) if kind == "river" else ""
    road = "" if blank else _road(size)
    return NewMap(_rows(cells), _rows(heights), playable, not blank, river, road)


def _rows(cells: list[list[str]]) -> tuple[str, ...]:
    return tuple(" ".join(row) for row in cells)


def _ragged_map(size: Size) -> tuple[str, ...]:
    most = max(1, size.rows // 8)
    lines = [["."] * size.columns for _ in range(size.rows)]
    for x in range(size.columns):
        for y in range(min(most, _EDGE[x % len(_EDGE)])):
            lines[y][x] = "#"
        for y in range(min(most, _EDGE[(x + 4) % len(_EDGE)])):
            lines[-1 - y][x] = "#"
    for y in range(size.rows):
        if _EDGE[y % len(_EDGE)] == 1:
            lines[y][0] = "#"
        if _EDGE[(y + 3) % len(_EDGE)] == 1:
            lines[y][-1] = "#"
    return _rows(lines)


def _river(size: Size) -> str:
    """Return a river from the upper edge to the lower one, right of the middle.

    It runs between two columns, so that its bends shut no hex in.
    """
    column = size.middle[0] + 1
    rows = (1, 1 + size.rows // 3, 1 + 2 * size.rows // 3, size.rows)
    points = (f"{size.hex_id(column, row)}{place}" for row, place in zip(rows, _RIVER, strict=True))
    return " ".join(points)


def _road(size: Size) -> str:
    """Return a road from the left edge to the right one through the village."""
    column, row = size.middle
    points = (
        f"{size.hex_id(1, row)}-60+0",
        size.hex_id(max(2, column // 2), row),
        size.hex_id(column, row),
        size.hex_id(min(size.columns - 1, column + column // 2), row),
        f"{size.hex_id(size.columns, row)}+60+0",
    )
    return " ".join(points)
