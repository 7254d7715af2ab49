"""From one grid to another: which hex, direction and corner becomes which.

All are exact: two hexes that touch still touch along the hexside that the change names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.hexgrid import HexGrid, Numbering

_COMPASS = "NESW"


class GridChange(Struct, frozen=True):
    """What becomes of every hex, direction and corner of a grid."""

    title: str
    old: HexGrid
    new: HexGrid
    hexes: tuple[int | None, ...]
    """Index in the new grid of each hex of the old one; None = it is cut off."""
    sixths: int = 0
    """Directions and corners are so many sixths further clockwise, after they have been mirrored."""
    is_mirrored: bool = False
    """Whether left and right have changed places."""
    degrees: int = 0
    """By which the sheet has been turned clockwise."""

    def direction(self, d: int) -> int:
        """Return the direction in the new grid of a direction in the old one."""
        return ((6 - d if self.is_mirrored else d) + self.sixths) % 6

    def corner(self, k: int) -> int:
        """Return the corner in the new grid of a corner in the old one."""
        return ((5 - k if self.is_mirrored else k) + self.sixths) % 6

    def edges(self, text: str) -> str:
        """Return the edges of the map that are those of a text of N, E, S and W."""
        if any(letter not in _COMPASS for letter in text.upper()):
            return text
        letters = text.upper()
        if self.is_mirrored:
            letters = letters.translate(str.maketrans("EW", "WE"))
        steps = self.degrees // 90
        return "".join(_COMPASS[(_COMPASS.index(letter) + steps) % 4] for letter in letters)

    def vector(self, x: int, y: int) -> tuple[int, int]:
        """Return a distance on the sheet (to the right, down) as it is on the new sheet."""
        x = -x if self.is_mirrored else x
        for _ in range(self.degrees // 90):
            x, y = -y, x
        return x, y

    def north(self, angle: float) -> float:
        """Return the direction of north on the new sheet, degrees clockwise from its top."""
        return ((-angle if self.is_mirrored else angle) + self.degrees) % 360

    @property
    def moves_names(self) -> bool:
        """Whether a hex, a direction or a corner is written otherwise than before."""
        ids = ((self.old.id(i), index) for i, index in enumerate(self.hexes) if index is not None)
        return self.is_mirrored or self.degrees != 0 or any(self.new.id(index) != name for name, index in ids)

    @property
    def moves_ground(self) -> bool:
        """Whether a hex may lie elsewhere on the sheet than before."""
        return self.is_mirrored or self.degrees != 0 or self.old.size != self.new.size


def renumber(grid: HexGrid, numbering: Numbering) -> GridChange:
    """Return the change that gives the hexes other numbers.

    Raises:
        EditRefused: the numbering does not suit the map.
    """
    return GridChange("renumber", grid, _changed_grid(grid, numbering=numbering), tuple(range(grid.size)))


def mirror(grid: HexGrid) -> GridChange:
    """Return the change that lets left and right change places."""
    flips = grid.columns % 2 == 0 if grid.orientation == "flat" else True
    new = replace(grid, parity=_other(grid.parity) if flips else grid.parity)
    # North-east and north-west change places: directions 1 and 5 of flat hexes, 0 and 5 of pointed ones.
    quarter_turns = 0 if grid.orientation == "flat" else 5
    hexes = _index_map(grid, new, lambda c, r: (grid.columns - 1 - c, r))
    return GridChange("mirror", grid, new, hexes, quarter_turns, is_mirrored=True)


def turn(grid: HexGrid) -> GridChange:
    """Return the change that turns the map upside down."""
    lines = grid.columns if grid.orientation == "flat" else grid.rows
    new = replace(grid, parity=_other(grid.parity) if lines % 2 else grid.parity)
    hexes = _index_map(grid, new, lambda c, r: (grid.columns - 1 - c, grid.rows - 1 - r))
    return GridChange("turn", grid, new, hexes, 3, degrees=180)


def quarter_turn(grid: HexGrid, orientation: Literal["flat", "pointy"]) -> GridChange:
    """Return the quarter turn of the map that makes flat-topped hexes pointed ones, or the reverse.

    Flat to pointy turns clockwise, pointy to flat counterclockwise, so that each takes the other back.

    Raises:
        EditRefused: the map has hexes of that orientation, or the numbering does not suit its new size.
    """
    if grid.orientation == orientation:
        raise EditRefused(f"the hexes of this map are {orientation}-topped already")
    size = {"columns": grid.rows, "rows": grid.columns}
    if orientation == "pointy":
        new = _changed_grid(grid, orientation=orientation, parity=_other(grid.parity), **size)
        hexes = _index_map(grid, new, lambda c, r: (grid.rows - 1 - r, c))
        return GridChange("pointy", grid, new, hexes, 1, degrees=90)
    new = _changed_grid(grid, orientation=orientation, parity=_other(grid.parity), **size)
    hexes = _index_map(grid, new, lambda c, r: (r, grid.columns - 1 - c))
    return GridChange("flat", grid, new, hexes, 5, degrees=270)


def extend(grid: HexGrid, sides: Mapping[str, int], keep_numbers: bool = True) -> GridChange:
    """Return the change that adds rows and columns.

    Args:
        grid: of the map.
        sides: `north`, `east`, `south`, `west` -> rows or columns that are added there.
        keep_numbers: every hex keeps its number, and the first column and row get smaller ones; without it
            the new hexes take the first numbers and all others change.

    Raises:
        EditRefused: the map would be too large, or no number is left before the first.
    """
    return _resize("extend", grid, sides, keep_numbers)


def crop(grid: HexGrid, sides: Mapping[str, int], keep_numbers: bool = True) -> GridChange:
    """Return the change that cuts rows and columns off; the arguments are those of `extend`.

    Raises:
        EditRefused: nothing would be left of the map.
    """
    return _resize("crop", grid, {side: -count for side, count in sides.items()}, keep_numbers)


def _resize(title: str, grid: HexGrid, sides: Mapping[str, int], keep_numbers: bool) -> GridChange:
    west, north = sides.get("west", 0), sides.get("north", 0)
    columns = grid.columns + west + sides.get("east", 0)
    rows = grid.rows + north + sides.get("south", 0)
    if not (1 <= columns <= 300 and 1 <= rows <= 300):
        raise EditRefused(
            f"a map of {columns} x {rows} hexes cannot be made; it has 1 to 300 columns and rows"
        )
    first = west if grid.orientation == "flat" else north
    parity = _other(grid.parity) if first % 2 else grid.parity
    numbering = grid.numbering
    if keep_numbers:
        numbering = replace(
            numbering,
            first_column=numbering.first_column + (west if numbering.descending_columns else -west),
            first_row=numbering.first_row + (north if numbering.descending_rows else -north),
            stagger=_stagger(numbering, west, north),
        )
    try:
        new = _changed_grid(grid, columns=columns, rows=rows, parity=parity, numbering=numbering)
    except EditRefused as error:
        raise EditRefused(f"{error}; with new numbers (--new-numbers) it can be made") from None
    hexes = _index_map(grid, new, lambda c, r: (c + west, r + north))
    return GridChange(title, grid, new, hexes)


def _stagger(
    numbering: Numbering, west: int, north: int
) -> Literal["odd-columns", "even-columns", "odd-rows", "even-rows"] | None:
    """Return which columns or rows are numbered one step further on where some stand before them."""
    match numbering.stagger:
        case "odd-columns":
            return "even-columns" if west % 2 else "odd-columns"
        case "even-columns":
            return "odd-columns" if west % 2 else "even-columns"
        case "odd-rows":
            return "even-rows" if north % 2 else "odd-rows"
        case "even-rows":
            return "odd-rows" if north % 2 else "even-rows"
    return None


def _changed_grid(grid: HexGrid, **changes: object) -> HexGrid:
    try:
        return replace(grid, **changes)
    except ValueError as error:
        raise EditRefused(f"the numbers do not suit the new map: {error}") from None


def _index_map(
    old: HexGrid, new: HexGrid, place: Callable[[int, int], tuple[int, int]]
) -> tuple[int | None, ...]:
    return tuple(new.at(*place(*old.offset(i))) for i in range(old.size))


def _other(parity: Literal["odd", "even"]) -> Literal["odd", "even"]:
    return "even" if parity == "odd" else "odd"
