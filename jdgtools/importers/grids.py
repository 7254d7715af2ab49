"""VASSAL's hex grid: what it calls a pixel, and the grid and numbering of ours that say the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from math import ceil, floor, isfinite
from typing import Literal

from msgspec import Struct

from jdgtools.errors import InputRefused
from jdgtools.hexgrid import HexGrid, Numbering
from jdgtools.vassal.components import Component

MAX_LINES = 300
"""Most columns or rows of a map."""
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def number(component: Component, key: str, default: float) -> float:
    """Return a finite number of an attribute; the default where the component has none of that name.

    Raises:
        InputRefused: it is something else; an empty text is no number for VASSAL either.
    """
    if key not in component.attributes:
        return default
    text = component.get(key)
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value) or abs(value) > 1e7:
        raise InputRefused(f"{component.kind}: {key} is {text[:30]!a}, not a number that a map can have")
    return value


def flag(component: Component | None, key: str, default: bool) -> bool:
    """Return a boolean attribute; the default where the component has none of that name."""
    if component is None or key not in component.attributes:
        return default
    return component.get(key).lower() == "true"


class EngineGrid(Struct, frozen=True, dict=True):
    """A hex grid as the engine computes it. Lines are columns (rows when sideways), places count along."""

    sideways: bool
    dx: float
    """Distance of lines, pixels."""
    dy: float
    """Distance of hexes in a line, pixels."""
    x0: float
    y0: float
    width: int
    """Size of the board (or zone) that holds it, pixels."""
    height: int
    numbering: Component | None = None
    cut: bool = True
    """Whether hexes cut in half by the edge of the board count."""
    source: Component | None = None
    """Where it was read from."""
    zone: tuple[int, int, int, int] | None = None
    """Left, top, right, bottom of the zone that holds it; None when it is the board's."""
    holds: Callable[[float, float], bool] | None = None
    """Whether a pixel lies in the zone; None = everywhere."""
    damaged_numbering: tuple[Component, str] | None = None
    """Its numbering, where that cannot be read, and why."""

    @classmethod
    def read(
        cls,
        component: Component,
        width: int,
        height: int,
        cut: bool = True,
        zone: tuple[int, int, int, int] | None = None,
        holds: Callable[[float, float], bool] | None = None,
    ) -> EngineGrid:
        """Return the grid of a component.

        Args:
            component: the grid.
            width: of the board, pixels.
            height: of the board, pixels.
            cut: whether hexes cut in half by the edge count.
            zone: the box of the zone that holds the grid.
            holds: the zone itself.

        Raises:
            InputRefused: a number is missing a sensible value.
        """
        dy = number(component, "dy", 64.0)
        dx = number(component, "dx", 3**0.5 / 2 * dy)
        if dx < 4 or dy < 4:
            raise InputRefused(f"{component.kind}: hexes of {dx:g} x {dy:g} pixels are too small")
        numberings = [c for c in component.children if c.kind == "HexGridNumbering"]
        numbering, damage = numberings[-1] if numberings else None, None
        if len(numberings) > 1:
            damage = (numberings[0], "a grid has more than one numbering; the last one counts, as in VASSAL")
        try:
            for key in ("hOff", "vOff", "hLeading", "vLeading"):
                number(numbering or component, key, 0.0)
        except InputRefused as refusal:
            # The engine leaves out this component, too, and goes on with the grid.
            damage, numbering = (numbering or component, str(refusal)), None
        return cls(
            flag(component, "sideways", False),
            dx,
            dy,
            number(component, "x0", 0.0),
            number(component, "y0", 32.0),
            width,
            height,
            numbering,
            cut,
            component,
            zone,
            holds,
            damage,
        )

    @property
    def sources(self) -> tuple[Component, ...]:
        """The components that it was read from."""
        return (self.source,) if self.source is not None else ()

    @property
    def numberings(self) -> tuple[Component, ...]:
        """The components that number its hexes."""
        return (self.numbering,) if self.numbering is not None else ()

    def locate(self, x: float, y: float) -> tuple[int, int]:
        """Return (line, place) of a pixel of the board."""
        across, along = (y, x) if self.sideways else (x, y)
        line = floor((across - self.x0) / self.dx + 0.5)
        half = self.dy / 2 if line % 2 else 0
        return line, floor((along - self.y0 - half) / self.dy + 0.5)

    def centre(self, line: int, place: int) -> tuple[int, int]:
        """Return the pixel of a hex's centre."""
        across = int(self.dx * line + self.x0)
        along = int(self.dy * place + (int(self.dy / 2) if line % 2 else 0) + self.y0)
        return (along, across) if self.sideways else (across, along)

    @property
    def _box(self) -> tuple[int, int, int, int]:
        """Where the grid may have hexes: its zone, as far as that lies on the board."""
        left, top, right, bottom = self.zone or (0, 0, self.width, self.height)
        return max(left, 0), max(top, 0), min(right, self.width), min(bottom, self.height)

    @cached_property
    def _extent(self) -> tuple[float, float]:
        """Size of the board or zone across and along; numbers that fall count from its end."""
        left, top, right, bottom = self.zone or (0, 0, self.width, self.height)
        return (bottom - top, right - left) if self.sideways else (right - left, bottom - top)

    @property
    def _ranges(self) -> tuple[tuple[int, int], tuple[int, int]]:
        left, top, right, bottom = self._box
        return ((top, bottom), (left, right)) if self.sideways else ((left, right), (top, bottom))

    @cached_property
    def lines(self) -> range:
        """Lines whose centres lie on the board."""
        low, high = self._ranges[0]
        first = ceil((low + self._margin - self.x0) / self.dx)
        return range(first, floor((high - self._margin - self.x0) / self.dx) + 1)

    @property
    def _margin(self) -> float:
        """How far inside the board a centre must lie, pixels."""
        return -2.0 if self.cut else min(self.dx, self.dy) / 4

    @cached_property
    def places(self) -> range:
        """Places of hexes whose centres lie on the board, in at least one line."""
        low, high = self._ranges[1]
        lines = self.lines
        halves = [self.dy / 2 if line % 2 else 0.0 for line in (lines[:2] if len(lines) else [0])]
        first = min(ceil((low + self._margin - self.y0 - half) / self.dy) for half in halves)
        last = max(floor((high - self._margin - self.y0 - half) / self.dy) for half in halves)
        return range(first, last + 1)

    def on_board(self, line: int, place: int) -> bool:
        """Return whether a hex's centre lies on the board."""
        x, y = self.centre(line, place)
        # The engine cuts off fractions: a centre may lie a pixel beyond the margin.
        low = max(0.0, self._margin - 1)
        left, top, right, bottom = self._box
        inside = left + low <= x < right - low and top + low <= y < bottom - low
        return inside and (self.holds is None or self.holds(x, y))

    def name(self, line: int, place: int) -> str:
        """Return how the engine names a hex; '' without a numbering."""
        n = self.numbering
        if n is None:
            return ""
        extent = self._extent
        last_line = floor(extent[0] / (self.dx if self.sideways else self.dy) + 0.5)
        last_place = floor(extent[1] / (self.dy if self.sideways else self.dx) + 0.5)
        # When sideways the engine's H still counts lines and V places, but the flags to count down swap.
        line_down = flag(n, "vDescend" if self.sideways else "hDescend", False)
        down = flag(n, "hDescend" if self.sideways else "vDescend", False)
        v = last_place - place if down else place
        if flag(n, "stagger", True) and line % 2:
            v += -1 if down else 1
        h = last_line - line if line_down else line
        first = _part(h + _int(n, "hOff"), n.get("hType", "N"), _int(n, "hLeading"))
        second = _part(v + _int(n, "vOff"), n.get("vType", "N"), _int(n, "vLeading"))
        sep = n.get("sep")
        return f"{first}{sep}{second}" if n.get("first", "H")[:1] == "H" else f"{second}{sep}{first}"


def _int(component: Component, key: str) -> int:
    return int(number(component, key, 0))


def _part(value: int, kind: str, leading: int) -> str:
    text = "-" if value < 0 else ""
    value = abs(value)
    if kind[:1] == "A":
        return text + _ALPHABET[value % 26] * min(value // 26 + 1, 50)
    zeros = 0
    while leading > zeros and value < 10 ** (leading - zeros):
        zeros += 1
        if zeros > 20:
            break
    return text + "0" * zeros + str(value)


class FittedGrid(Struct, frozen=True, dict=True):
    """Our grid laid over the grid of VASSAL, with the way from a hex to a pixel of the board and back."""

    engine: EngineGrid
    grid: HexGrid
    first_line: int
    first_place: int
    mismatch: str
    """Why the numbers differ from the module's; '' when every hex has the same."""

    def raw(self, index: int) -> tuple[int, int]:
        """Return the engine's (line, place) of a hex of ours."""
        column, row = self.grid.offset(index)
        line, place = (row, column) if self.engine.sideways else (column, row)
        return line + self.first_line, place + self.first_place

    def centre(self, index: int) -> tuple[int, int]:
        """Return the pixel of a hex's centre."""
        return self.engine.centre(*self.raw(index))

    def index(self, x: float, y: float) -> int | None:
        """Return the hex at a pixel of the board; None beside the grid."""
        line, place = self.engine.locate(x, y)
        a, b = line - self.first_line, place - self.first_place
        column, row = (b, a) if self.engine.sideways else (a, b)
        return self.grid.at(column, row)

    @cached_property
    def outside(self) -> frozenset[int]:
        """Hexes whose centre is not on the board: half hexes at the edges."""
        return frozenset(i for i in self.grid.hexes if not self.engine.on_board(*self.raw(i)))

    @cached_property
    def by_name(self) -> dict[str, int]:
        """The module's name of every hex -> the hex; of two with one name the first."""
        indices: dict[str, int] = {}
        for i in self.grid.hexes:
            indices.setdefault(self.engine.name(*self.raw(i)), i)
        return indices

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield (our number, the module's name) of every hex."""
        for i in self.grid.hexes:
            yield self.grid.id(i), self.engine.name(*self.raw(i))


def fit(engine: EngineGrid) -> FittedGrid:
    """Return our grid for an engine's grid.

    Raises:
        InputRefused: there is no hex on the board, or more than a map can have.
    """
    lines, places = engine.lines, engine.places
    if not len(lines) or not len(places):
        raise InputRefused("no hex of the grid lies on its board")
    if len(lines) > MAX_LINES or len(places) > MAX_LINES:
        raise InputRefused(
            f"the grid has {len(lines)} x {len(places)} hexes; a map has at most {MAX_LINES} x {MAX_LINES}"
        )
    columns, rows = (len(places), len(lines)) if engine.sideways else (len(lines), len(places))
    orientation = "pointy" if engine.sideways else "flat"
    # Odd raw lines are shifted; ours count from 0 at the first line on the board.
    parity = "even" if lines[0] % 2 else "odd"
    reason = ""
    numbering = _numbering(engine, lines[0], places[0])
    if isinstance(numbering, str):
        reason, numbering = numbering, Numbering(digits=3 if max(columns, rows) > 99 else 2)
    try:
        grid = HexGrid(columns, rows, orientation, parity, numbering)  # type: ignore[arg-type]
    except ValueError as error:
        reason = str(error)
        spare = Numbering(digits=3 if max(columns, rows) > 99 else 2)
        grid = HexGrid(columns, rows, orientation, parity, spare)  # type: ignore[arg-type]
    fitted_grid = FittedGrid(engine, grid, lines[0], places[0], reason)
    if not reason:
        wrong = next(((a, b) for a, b in fitted_grid.names() if a != b), None)
        if wrong:
            reason = f"the module's {wrong[1]!r} would be {wrong[0]!r}"
            spare = Numbering(digits=3 if max(columns, rows) > 99 else 2)
            grid = HexGrid(columns, rows, orientation, parity, spare)  # type: ignore[arg-type]
            fitted_grid = FittedGrid(engine, grid, lines[0], places[0], reason)
    return fitted_grid


def _numbering(engine: EngineGrid, line: int, place: int) -> Numbering | str:
    """Return a numbering of ours, or why there is none; not yet compared hex by hex."""
    n = engine.numbering
    if n is None and engine.damaged_numbering is not None:
        return f"the grid's numbers cannot be read: {engine.damaged_numbering[1]}"
    if n is None:
        return "the module's grid has no numbers"
    uses_letters = (n.get("hType", "N")[:1] == "A", n.get("vType", "N")[:1] == "A")
    down = (
        flag(n, "vDescend" if engine.sideways else "hDescend", False),
        flag(n, "hDescend" if engine.sideways else "vDescend", False),
    )
    extent = engine._extent
    most = (
        floor(extent[0] / (engine.dx if engine.sideways else engine.dy) + 0.5),
        floor(extent[1] / (engine.dy if engine.sideways else engine.dx) + 0.5),
    )
    raw = (line, place)
    offs = (_int(n, "hOff"), _int(n, "vOff"))
    firsts = [
        (m - r if d else r) + o + (1 if a else 0)
        for r, o, a, d, m in zip(raw, offs, uses_letters, down, most, strict=True)
    ]
    widths = [1 if a else _int(n, k) + 1 for k, a in zip(("hLeading", "vLeading"), uses_letters, strict=True)]
    if not all(1 <= w <= 6 for w in widths):
        return f"the module pads numbers to {max(widths)} digits, which a map file cannot say"
    sep = n.get("sep")
    if len(sep) > 3:
        return "the module's separator is longer than three characters"
    h_first = n.get("first", "H")[:1] == "H"
    column, row = (1, 0) if engine.sideways else (0, 1)
    # Letters have no width of their own: the numbers beside them say the width of the scheme.
    digits = max(widths)
    narrow = [w if w != digits and not a else None for w, a in zip(widths, uses_letters, strict=True)]
    return Numbering(
        order="column-row" if h_first == (column == 0) else "row-column",
        first_column=firsts[column],
        first_row=firsts[row],
        digits=digits,
        leading_zeros=digits > 1,
        letters=_LETTERS[uses_letters[column], uses_letters[row]],
        letter_style="doubled" if any(uses_letters) else "sequence",
        separator=sep,
        descending_columns=down[column],
        descending_rows=down[row],
        stagger=_STAGGER[engine.sideways, line % 2 == 0] if flag(n, "stagger", True) else None,
        column_digits=narrow[column],
        row_digits=narrow[row],
    )


_LETTERS: dict[tuple[bool, bool], Literal["column", "row", "both"] | None] = {
    (False, False): None,
    (True, False): "column",
    (False, True): "row",
    (True, True): "both",
}
_STAGGER: dict[tuple[bool, bool], Literal["odd-columns", "even-columns", "odd-rows", "even-rows"]] = {
    # The engine staggers odd lines of its own count; ours begin with the first line on the board.
    (False, True): "odd-columns",
    (False, False): "even-columns",
    (True, True): "odd-rows",
    (True, False): "even-rows",
}
