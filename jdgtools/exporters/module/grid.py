"""The hex grid of a module: attributes of VASSAL's grid, so that it names hexes as the map prints them.

VASSAL counts lines of hexes from its origin, and places within a line. A line is a column, or a row when the
hexes are pointy-topped (`sideways`); odd lines lie half a hex further on. Where the first line of the map is
a shifted one, the origin moves one line out (`shift`). `numbering` tries by VASSAL's own formulas (`name`)
whether it names every hex as the map does; where it does not, `component` leaves VASSAL its usual numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import floor

from msgspec import Struct

from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.layout import Layout
from jdgtools.vassal.build import Value, hex_grid, hex_numbering, make, zoned_grid
from jdgtools.vassal.components import Component

MAP_EDGE = 24
"""Margin around the board, pixels; places of pieces count from its outer corner."""
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class ModuleGrid(Struct, frozen=True, dict=True):
    """A VASSAL hex grid over a board picture."""

    layout: Layout
    """Hexes in board pixels; every centre is a whole pixel."""
    width: int
    """Width of the board, pixels."""
    height: int
    """Height of the board, pixels."""
    numbers_fit: bool | None = None
    """Whether VASSAL can number the hexes as the map does; None = `numbering` finds it out."""

    @property
    def grid(self) -> HexGrid:
        """The map's grid."""
        return self.layout.grid

    @property
    def sideways(self) -> bool:
        """Whether the hexes are pointy-topped; x and y then change places in VASSAL."""
        return self.grid.orientation == "pointy"

    @property
    def shift(self) -> int:
        """VASSAL's number of the first line of the map, 0 or 1: odd lines are shifted."""
        return 1 if self.grid.is_shifted(0, 0) else 0

    @cached_property
    def origin(self) -> tuple[int, int]:
        """`x0` and `y0` of VASSAL: across the columns (rows), and along them."""
        x, y = self.layout.centre(0)
        across, along = (y, x) if self.sideways else (x, y)
        return (
            round(across - self.shift * self.layout.step),
            round(along - self.shift * self.layout.size / 2),
        )

    @cached_property
    def origin_of_pieces(self) -> tuple[int, int]:
        """The same point as `CurrentX` and `CurrentY` of a piece give it."""
        across, along = self.origin
        return across + MAP_EDGE, along + MAP_EDGE

    def line_and_place(self, i: int) -> tuple[int, int]:
        """Return VASSAL's number of a hex's line, and of the hex in it, both from 0."""
        column, row = self.grid.offset(i)
        line, place = (row, column) if self.sideways else (column, row)
        return line + self.shift, place

    def centre(self, i: int) -> tuple[int, int]:
        """Return the pixel of a hex's centre, as VASSAL snaps to it."""
        line, place = self.line_and_place(i)
        across = int(self.layout.step * line + self.origin[0])
        half = int(self.layout.size / 2) if line % 2 else 0
        along = int(self.layout.size * place + half + self.origin[1])
        return (along, across) if self.sideways else (across, along)

    @cached_property
    def numbering(self) -> Mapping[str, Value] | None:
        """Attributes of VASSAL's numbering; None when it cannot say the map's numbers."""
        values = self._numbering()
        if self.numbers_fit is not None:
            return values if self.numbers_fit else None
        comparisons = (self.grid.id(i) == self.name(*self.centre(i), values) for i in self.grid.hexes)
        return values if all(comparisons) else None

    def _numbering(self) -> dict[str, Value]:
        """Return the attributes that come nearest to the map's numbers.

        `h` in their names stands for lines, `v` for places; in `hDescend` alone for columns, `vDescend` rows.
        """
        n = self.grid.numbering
        flat = not self.sideways
        lines, line_down = (
            (n.first_column, n.descending_columns) if flat else (n.first_row, n.descending_rows)
        )
        first, down = (n.first_row, n.descending_rows) if flat else (n.first_column, n.descending_columns)
        line_letters = n.letters in (("column" if flat else "row"), "both")
        letters = n.letters in (("row" if flat else "column"), "both")
        usual = n.digits if n.leading_zeros else 1
        widths = [usual if w is None else w for w in (n.column_digits, n.row_digits)]
        line_leading, leading = (w - 1 for w in (widths if flat else reversed(widths)))
        h_off = lines - self._max_line + self.shift if line_down else lines - self.shift
        v_off = first - self._max_place if down else first
        line_first = (n.order == "column-row") == flat
        odd = n.stagger is not None and n.stagger.startswith("odd")
        return {
            "first": "H" if line_first else "V",
            "sep": n.separator,
            "hType": "A" if line_letters else "N",
            "hLeading": line_leading,
            "hOff": h_off - (1 if line_letters else 0),
            ("hDescend" if flat else "vDescend"): line_down,
            "vType": "A" if letters else "N",
            "vLeading": leading,
            "vOff": v_off - (1 if letters else 0),
            ("vDescend" if flat else "hDescend"): down,
            "stagger": n.stagger is not None and odd == (self.shift == 0),
        }

    @property
    def _max_line(self) -> int:
        """Number of lines from which VASSAL counts down."""
        extent = self.height if self.sideways else self.width
        per = self.layout.step if self.sideways else self.layout.size
        return floor(extent / per + 0.5)

    @property
    def _max_place(self) -> int:
        """Number of places within a line from which VASSAL counts down."""
        extent = self.width if self.sideways else self.height
        per = self.layout.size if self.sideways else self.layout.step
        return floor(extent / per + 0.5)

    def name(self, x: int, y: int, values: Mapping[str, Value]) -> str:
        """Return how VASSAL names a pixel, by its own formulas."""
        across, along = (y, x) if self.sideways else (x, y)
        dx, dy = self.layout.step, self.layout.size
        line = floor((across - self.origin[0]) / dx + 0.5)
        parity = floor((across - self.origin[0]) / dx + 0.5) % 2
        place = floor((along - self.origin[1] - (dy / 2 if parity else 0)) / dy + 0.5)
        line_down = values["hDescend" if not self.sideways else "vDescend"]
        down = values["vDescend" if not self.sideways else "hDescend"]
        if down:
            place = self._max_place - place
        if values["stagger"] and parity:
            place += -1 if down else 1
        column = self._max_line - line if line_down else line
        h = _numeral(column + int(str(values["hOff"])), str(values["hType"]), int(str(values["hLeading"])))
        v = _numeral(place + int(str(values["vOff"])), str(values["vType"]), int(str(values["vLeading"])))
        sep = str(values["sep"])
        return f"{h}{sep}{v}" if values["first"] == "H" else f"{v}{sep}{h}"

    def component(self, zones: Iterable[Component] = ()) -> Component:
        """Return the grid with its numbering, below the zones that the map has."""
        numbering = self.numbering
        parts = make("HexGridNumbering", numbering) if numbering is not None else hex_numbering()
        x0, y0 = self.origin
        hexes = hex_grid(
            self.layout.step, self.layout.size, x0, y0, parts, sideways=self.sideways, snapTo=True
        )
        zone_list = list(zones)
        return zoned_grid([*zone_list, hexes]) if zone_list else hexes


def _numeral(value: int, kind: str, leading: int) -> str:
    """Return a number of a line or place as VASSAL writes it.

    Args:
        value: the number.
        kind: `A` = letters, `N` = digits.
        leading: zeros before a single digit.
    """
    text = "-" if value < 0 else ""
    value = abs(value)
    if kind == "A":
        return text + _ALPHABET[value % 26] * (value // 26 + 1)
    while leading > 0:
        if value >= 10**leading:
            break
        text += "0"
        leading -= 1
    return text + str(value)
