"""The hex grid of a map: index, (column, row), cube and hex id of every hex, and its neighbourhood.

A program works with the index, row times columns plus column; a reader of the map sees the id, the printed
number. Distances, rings and cones are counted in cubes (`coords`); directions go from 0 to 5.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal

from msgspec import Struct, field

from jdgtools.hexgrid import coords, region
from jdgtools.hexgrid.coords import Cube, Orientation
from jdgtools.hexgrid.numbering import Numbering
from jdgtools.hexgrid.sides import Corner, Hexside


class HexGrid(Struct, frozen=True, dict=True):
    """A rectangle of hexes. Equal settings make equal grids.

    Raises:
        ValueError: the size is below 1 x 1, or does not suit the numbering (``Numbering.find_problem``).
    """

    columns: int
    rows: int
    orientation: Orientation = "flat"
    parity: Literal["odd", "even"] = "odd"
    """Which columns (flat; counted from 0) lie half a hex lower, or rows (pointy) half a hex to the right."""
    numbering: Numbering = field(default_factory=Numbering)
    ragged: bool = False
    """Shifted columns (flat) or rows (pointy) have one hex less; this leaves holes in the index range."""

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1:
            raise ValueError("a hex grid has at least one column and one row")
        problem = self.numbering.find_problem(self.columns, self.rows)
        if problem:
            raise ValueError(problem)

    # --- the hexes --------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Length of an array indexed by hex: columns * rows, holes of a ragged grid included."""
        return self.columns * self.rows

    @cached_property
    def hexes(self) -> tuple[int, ...]:
        """Indices of all hexes of the map, ascending."""
        return tuple(i for i in range(self.size) if self.at(i % self.columns, i // self.columns) is not None)

    def __contains__(self, i: int) -> bool:
        return 0 <= i < self.size and self.at(i % self.columns, i // self.columns) is not None

    def is_shifted(self, column: int, row: int) -> bool:
        """Return whether the hex lies in a column (flat) or row (pointy) that is shifted by half a hex."""
        return ((column if self.orientation == "flat" else row) & 1) == (self.parity == "odd")

    def at(self, column: int, row: int) -> int | None:
        """Return the index of the hex in 0-based column and row; None off the map."""
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        if self.ragged and self.is_shifted(column, row):
            last = row == self.rows - 1 if self.orientation == "flat" else column == self.columns - 1
            if last:
                return None
        return row * self.columns + column

    def offset(self, i: int) -> tuple[int, int]:
        """Return 0-based column and row of hex ``i``."""
        row, column = divmod(i, self.columns)
        return column, row

    # --- cubes ------------------------------------------------------------------------------------

    def cube(self, i: int) -> Cube:
        """Return the cube coordinates of hex ``i``; hex 0 is (0, 0)."""
        return self._cubes[i]

    def find(self, cube: Cube) -> int | None:
        """Return the index of the hex at ``cube``; None off the map."""
        return self._by_cube.get(cube)

    @cached_property
    def _by_cube(self) -> dict[Cube, int]:
        return {self._cubes[i]: i for i in self.hexes}

    def _place(self, cube: Cube) -> tuple[int, int]:
        """Return column and row of a cube, on the map or not."""
        q, r = cube
        # In a flat grid 2r + q counts half hexes downwards; in a pointy one q - r counts them to the right.
        if self.orientation == "flat":
            return q, (2 * r + q - self._lean * (q & 1)) // 2
        row = q + r
        return (q - r - self._lean * (row & 1)) // 2, row

    def _cube(self, column: int, row: int) -> Cube:
        """Return the cube of a place, on the map or not."""
        if self.orientation == "flat":
            return Cube(column, row + (self._lean * (column & 1) - column) // 2)
        q = (row + 2 * column + self._lean * (row & 1)) // 2
        return Cube(q, row - q)

    @property
    def _lean(self) -> int:
        return 1 if self.parity == "odd" else -1

    @cached_property
    def _cubes(self) -> tuple[Cube, ...]:
        return tuple(self._cube(*self.offset(i)) for i in range(self.size))

    # --- names ------------------------------------------------------------------------------------

    def id(self, i: int) -> str:
        """Return the hex id as printed on the map."""
        return self._names[i]

    def index(self, text: str) -> int | None:
        """Return the index of the hex with that id (letters in either case); None if there is none."""
        index = self._ids.get(text)
        return index if index is not None else self._ids.get(text.strip().upper())

    def problem(self, text: str) -> str | None:
        """Return why ``text`` names no hex of this map, for people; None if it names one."""
        if self.index(text) is not None:
            return None
        reason = self.numbering.problem(text, self.columns, self.rows)
        return reason or "the map ends before this hex: shifted columns are one hex shorter"

    @cached_property
    def name_pattern(self) -> re.Pattern[str]:
        """What the longest text that may be a hex id looks like."""
        return re.compile(self.numbering.pattern)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(self.numbering.format(*self.offset(i)) for i in range(self.size))

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {self._names[i]: i for i in self.hexes}

    # --- neighbourhood ----------------------------------------------------------------------------

    def neighbour(self, i: int, d: int) -> int | None:
        """Return the hex across hexside ``d`` of hex ``i``; None off the map."""
        return self.neighbour_table[i][d % 6]

    def neighbours(self, i: int) -> tuple[int, ...]:
        """Return the adjacent hexes that are on the map, clockwise from direction 0."""
        return tuple(j for j in self.neighbour_table[i] if j is not None)

    def connected_hexes(self, start: int, belongs: Callable[[int], bool]) -> set[int]:
        """Return a hex with all that a way of neighbours leads to, each of which belongs to them."""
        hexes, queue = {start}, [start]
        while queue:
            for neighbour in self.neighbours(queue.pop()):
                if neighbour not in hexes and belongs(neighbour):
                    hexes.add(neighbour)
                    queue.append(neighbour)
        return hexes

    def connected_groups(self, hexes: Iterable[int]) -> list[set[int]]:
        """Return hexes in groups that lie together, each group by its lowest hex."""
        left, groups = set(hexes), []
        for first in sorted(left):
            if first in left:
                group = self.connected_hexes(first, left.__contains__)
                left -= group
                groups.append(group)
        return groups

    @cached_property
    def neighbour_table(self) -> tuple[tuple[int | None, ...], ...]:
        """For every hex index the six hexes around it by direction; None off the map."""
        columns, rows = self.columns, self.rows
        steps = self._steps
        table: list[tuple[int | None, ...]] = []
        for i in range(self.size):
            row, column = divmod(i, columns)
            around = steps[(column if self.orientation == "flat" else row) & 1]
            if 0 < column < columns - 1 and 0 < row < rows - 1 and not self.ragged:
                table.append(tuple([i + down * columns + across for across, down in around]))
            else:
                table.append(tuple([self.at(column + across, row + down) for across, down in around]))
        return tuple(table)

    @cached_property
    def _steps(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Columns and rows to the six neighbours of a hex in an even and in an odd column (flat) or row."""
        steps = []
        for odd in (0, 1):
            column, row = (odd, 0) if self.orientation == "flat" else (0, odd)
            cube = self._cube(column, row)
            places = [self._place(coords.neighbour(cube, d)) for d in range(6)]
            steps.append(tuple((c - column, r - row) for c, r in places))
        return tuple(steps)

    def distance(self, i: int, j: int) -> int:
        """Return the hex distance; adjacent hexes are at 1 (JDG-CONV-a)."""
        return coords.distance(self._cubes[i], self._cubes[j])

    def direction(self, i: int, j: int) -> int | None:
        """Return the direction from ``i`` to the adjacent hex ``j``; None if they are not adjacent."""
        return coords.direction(self._cubes[j] - self._cubes[i])

    def ring(self, i: int, n: int) -> tuple[int, ...]:
        """Return the hexes at distance exactly ``n``, clockwise from direction 0."""
        return self._around(i, region.ring_steps(n))

    def disc(self, i: int, n: int) -> tuple[int, ...]:
        """Return the hexes within ``n``, nearest first, ``i`` itself included (JDG-CONV-b)."""
        return self._around(i, region.disc_steps(n))

    def front(self, i: int, corner: int) -> tuple[int, ...]:
        """Return the front hexes, on the map, of a unit in ``i`` that faces ``corner``."""
        return self.arc(i, region.front_of_corner(corner), 1)

    def cone(self, i: int, corner: int, radius: int) -> tuple[int, ...]:
        """Return the front cone of a unit facing ``corner`` out to ``radius``, nearest first (JDG-CONV-f)."""
        return self.arc(i, region.front_of_corner(corner), radius)

    def arc(self, i: int, directions: tuple[int, ...], radius: int) -> tuple[int, ...]:
        """Return the arc spanned by neighbouring front directions, nearest first (``arc_steps``)."""
        return self._around(i, region.arc_steps(directions, radius))

    def _around(self, i: int, steps: tuple[Cube, ...]) -> tuple[int, ...]:
        centre = self._cubes[i]
        return tuple(j for j in (self.find(centre + step) for step in steps) if j is not None)

    # --- hexsides and corners ---------------------------------------------------------------------

    def hexside(self, i: int, d: int) -> Hexside:
        """Return the one identity of hexside ``d`` of hex ``i``, the same from both hexes."""
        d %= 6
        j = self.neighbour_table[i][d]
        return Hexside(i, d) if j is None or i < j else Hexside(j, coords.opposite(d))

    def sides(self) -> Iterator[Hexside]:
        """Yield every hexside of the map once, those of the border included, by hex index and direction."""
        for i in self.hexes:
            for d in range(6):
                side = Hexside(i, d)
                if self.hexside(i, d) == side:
                    yield side

    def side_hexes(self, side: Hexside) -> tuple[int, ...]:
        """Return the hexes on both sides; only one at the border of the map."""
        j = self.neighbour(side.a, side.d)
        return (side.a,) if j is None else (side.a, j)

    def side_between(self, i: int, j: int) -> Hexside | None:
        """Return the hexside that two hexes share; None if they are not adjacent."""
        d = self.direction(i, j)
        return None if d is None else self.hexside(i, d)

    def corner(self, i: int, k: int) -> Corner:
        """Return the one identity of corner ``k`` of hex ``i``, the same from all hexes that share it."""
        return min(self._corner_views(i, k))

    def corner_hexes(self, corner: Corner) -> tuple[int, ...]:
        """Return the one to three hexes that share a corner, ascending."""
        return tuple(sorted(view.a for view in self._corner_views(corner.a, corner.k)))

    def _corner_views(self, i: int, k: int) -> list[Corner]:
        k %= 6
        views = [Corner(i, k)]
        # Across hexside k the corner is number k + 2 of the neighbour, across hexside k + 1 it is k + 4.
        for d, next_corner in ((k, k + 2), (k + 1, k + 4)):
            j = self.neighbour(i, d)
            if j is not None:
                views.append(Corner(j, next_corner % 6))
        return views

    def side_ends(self, side: Hexside) -> tuple[Corner, Corner]:
        """Return both end corners of a hexside, clockwise as seen from its hex ``a``."""
        ends = self._side_ends.get(side)
        if ends is None:
            ends = self.corner(side.a, side.d - 1), self.corner(side.a, side.d)
            self._side_ends[side] = ends
        return ends

    def corner_sides(self, corner: Corner) -> tuple[Hexside, ...]:
        """Return the two or three hexsides of the map that meet in a corner, ascending."""
        sides = self._corner_sides.get(corner)
        if sides is None:
            views = self._corner_views(corner.a, corner.k)
            sides = tuple(sorted({self.hexside(view.a, d) for view in views for d in (view.k, view.k + 1)}))
            self._corner_sides[corner] = sides
        return sides

    @cached_property
    def _side_ends(self) -> dict[Hexside, tuple[Corner, Corner]]:
        """What `side_ends` has answered: checks and drawings of rivers ask for the same ones many times."""
        return {}

    @cached_property
    def _corner_sides(self) -> dict[Corner, tuple[Hexside, ...]]:
        """What `corner_sides` has answered."""
        return {}

    # --- the edge of the map ----------------------------------------------------------------------

    def edge_hexes(self, edge: str, in_play: Sequence[bool] | None = None) -> tuple[int, ...]:
        """Return the hexes along map edges, each once.

        Args:
            edge: letters of N, E, S, W: ``N``, ``NE`` (north, then east), ``NESW``. N and S run from west to
                east, E and W from north to south.
            in_play: hex by hex whether it counts; by default all do.

        Raises:
            ValueError: another letter.
        """
        hexes: list[int] = []
        for letter in edge.upper():
            match letter:
                case "N" | "S":
                    lines = [[self.at(c, r) for r in range(self.rows)] for c in range(self.columns)]
                case "E" | "W":
                    lines = [[self.at(c, r) for c in range(self.columns)] for r in range(self.rows)]
                case _:
                    raise ValueError(f"`{letter}` is not a map edge: use N, E, S, W")
            for cells in lines:
                there = [i for i in cells if i is not None and (in_play is None or in_play[i])]
                if there:
                    hexes.append(there[0] if letter in "NW" else there[-1])
        return tuple(dict.fromkeys(hexes))
