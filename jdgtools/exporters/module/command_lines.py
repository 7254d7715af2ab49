"""Lines of command that go around enemies and impassable ground, as expressions over numbers of hexes.

Hexes are counted so that equal steps are equal differences wherever they begin: line times `width`, and twice
the place in the line (odd lines lie half a hex further on). A text of entries `,LENGTH:NUMBER,` says to which
hexes, counted from that of a unit, a line of a length leads. It is the same for every unit with free hexes
around (the property `FREE_LINES`); for others the table works it out, hex by hex: a line leads on over
a hex that no enemy holds and that is passable.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from jdgtools.exporters.module.grid import ModuleGrid
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.zone_terms import sine

LONGEST = 3
"""Hexes that a line leads at most: that of cavalry (MP-5.4.2-b)."""
FREE_LINES, CLOSED, HELD = "FreeLines", "Closed", "Held"
"""Global properties: lines where nothing is in the way; hexes that nobody passes; those that enemies hold."""
_RING = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))
Step = tuple[int, int]


class LineTable(Struct, frozen=True, dict=True):
    """The numbers of the hexes of a module's map."""

    grid: ModuleGrid
    hex_px: int
    two: bool
    """Whether units on two hexes are in the battle."""
    closed_hexes: frozenset[int]
    """Hexes of the map that no line passes."""

    @property
    def width(self) -> int:
        """Return how far the numbers of two lines are apart."""
        rows = self.grid.grid.columns if self.grid.sideways else self.grid.grid.rows
        return 2 * rows + 4 * LONGEST + 8

    def number(self, i: int) -> int:
        """Return the number of a hex."""
        line, place = self.grid.line_and_place(i)
        return line * self.width + 2 * place + line % 2

    def number_at(self, x: str, y: str) -> str:
        """Return an expression of the number of the hex around a point of the map."""
        across, along = (y, x) if self.grid.sideways else (x, y)
        step, size = (round(1000 * n) for n in (self.grid.layout.step, self.grid.layout.size))
        line = f"((({across})-({self.grid.origin_of_pieces[0]}))*1000+{step // 2})/{step}"
        place = f"((({along})-({self.grid.origin_of_pieces[1]}))*2000+{size // 2})/{size}"
        return f"({line}*{self.width}+{place})"

    @cached_property
    def here(self) -> str:
        """Expression of the number of a piece's hex."""
        return self.number_at("CurrentX", "CurrentY")

    @cached_property
    def right(self) -> str:
        """Expression of the number of the hex of a unit's right half; of one hex, of that hex."""
        if not self.two:
            return self.here
        x = f"CurrentX+{self.hex_px}*{sine('Facing_Degrees', 3)}/30"
        y = f"CurrentY+{self.hex_px}*{sine('Facing_Degrees')}/30"
        return f"(w_hexes>1?{self.number_at(x, y)}:{self.here})"

    @cached_property
    def free_lines(self) -> str:
        """Text of the lines of a unit with free hexes around."""
        entries = ["0:0"]
        entries += [f"{k}:{self._difference(to)}" for k in range(1, LONGEST + 1) for to in _ring(k)]
        return f",{','.join(entries)},"

    @cached_property
    def closed_numbers(self) -> str:
        """Text of the numbers that no line passes: closed hexes, and those around the map."""
        grid = self.grid.grid
        inside = {self.number(i) for i in grid.hexes}
        outside = {self.number(i) + self._difference(d) for i in grid.hexes for d in _RING} - inside
        return f",{','.join(str(n) for n in sorted(outside | {self.number(i) for i in self.closed_hexes}))},"

    @cached_property
    def near_closed(self) -> str:
        """Text of the numbers of hexes whose lines a closed one may cut."""
        grid = self.grid.grid
        near = (i for i in grid.hexes if any(0 < grid.distance(i, j) < LONGEST for j in self.closed_hexes))
        return f",{','.join(str(self.number(i)) for i in near)},"

    def lines(self, number: str) -> str:
        """Return an expression of the lines from a hex; '' where nothing is in their way."""
        near = [d for k in range(1, LONGEST) for d in _ring(k)]
        near_enemy = "||".join(self._has(HELD, number, d) for d in near)
        parts = ['",0:0"']
        parts += [f'",1:{self._difference(to)}"' for to in _RING]
        for length in range(2, LONGEST + 1):
            for via in _ring(length - 1):
                onward = [_sum(via, d) for d in _RING]
                ends = [f",{length}:{self._difference(to)}" for to in onward if _length(to) >= length - 1]
                parts.append(f'({self._passes(number, via)}?"{"".join(ends)}":"")')
        return f'("{self.near_closed}".contains(","+{number}+",")||{near_enemy}?{"+".join(parts)}+",":"")'

    def leads_to(self, starts: tuple[tuple[str, str], ...], ends: tuple[tuple[str, str], ...]) -> str:
        """Return whether a line leads from a hex to one that a text names.

        starts: expressions of the number of a hex and of the lines from it.
        ends: begin of a test whether a number stands in a text, `$Length$` for the line's length, and the
        expression of the longest line.
        """
        tests = []
        for length in range(LONGEST + 1):
            for number, lines in starts:
                # A line around something may end one hex nearer than it is long.
                for step in _ring(length) + (_ring(length - 1) if length > 1 else []):
                    difference = self._difference(step)
                    ways = f'({lines}.equals("")||{lines}.contains(",{length}:{difference},"))'
                    end = f'({number}+({difference}))+",")'
                    there = [
                        f"{length}<=({limit})&&{text.replace('$Length$', str(length))}{end}"
                        for text, limit in ends
                    ]
                    tests.append(f"({'||'.join(there)})&&{ways}")
        return f"({'||'.join(tests)})"

    def _difference(self, step: Step) -> int:
        return step[0] * self.width + step[1]

    def _has(self, name: str, number: str, step: Step) -> str:
        return f'GetString("{name}").contains(","+({number}+({self._difference(step)}))+",")'

    def _passes(self, number: str, at: Step) -> str:
        """Return whether a line leads over a hex, the shortest way."""
        free = f"!{self._has(HELD, number, at)}&&!{self._has(CLOSED, number, at)}"
        before = [_sum(at, d) for d in _RING if _length(_sum(at, d)) == _length(at) - 1]
        if before == [(0, 0)]:
            return free
        return f"{free}&&({'||'.join(self._passes(number, b) for b in before)})"


def line_table(context: ModuleContext) -> LineTable | None:
    """Return the numbers of the hexes of a battle's map; None without a map."""
    battle_map = context.battle.map
    if battle_map is None or context.layout is None:
        return None
    barred_kinds = {t.id for t in context.series.terrains if t.kind == "hex" and t.impassable}
    closed_hexes = frozenset(
        i
        for i in battle_map.grid.hexes
        if not battle_map.playable[i] or battle_map.terrain[i] in barred_kinds
    )
    two = any(u.footprint > 1 for u in context.battle.units)
    return LineTable(ModuleGrid(context.layout, 0, 0), context.hex_px, two, closed_hexes)


def _sum(a: Step, b: Step) -> Step:
    return a[0] + b[0], a[1] + b[1]


def _length(step: Step) -> int:
    """Return the number of hexes that a step leads."""
    across, along = abs(step[0]), abs(step[1])
    return across + max(0, along - across) // 2


def _ring(length: int) -> list[Step]:
    """Return the steps that lead so many hexes."""
    span = range(-2 * length, 2 * length + 1)
    return [(a, b) for a in span for b in span if (a + b) % 2 == 0 and _length((a, b)) == length]
