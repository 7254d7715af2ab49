"""One field of hexes from several boards of a map, or several zones of a board: their grids continue.

Each part keeps its own pixels and numbers. Its lines and places are counted as the first part counts its own:
a hex is then the same in both, and neighbours across the seam are neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import hypot

from msgspec import Struct

from jdgtools.importers.grids import EngineGrid
from jdgtools.vassal.components import Component

MAX_PARTS = 100
"""Most grids that are joined."""
_TOLERANCE = 0.3
"""How far two grids may lie apart where they meet, parts of a hex."""


class GridPart(Struct, frozen=True):
    """A grid and how its hexes are counted in the joint field."""

    engine: EngineGrid
    x: int
    """Left edge of its board in the field, pixels."""
    y: int
    lines: int = 0
    """What is added to its own lines."""
    places: tuple[int, int] = (0, 0)
    """What is added to the places of its even and of its odd lines."""

    def joint(self, line: int, place: int) -> tuple[int, int]:
        """Return line and place of the field of a hex of the part."""
        return line + self.lines, place + self.places[line % 2]

    def local(self, line: int, place: int) -> tuple[int, int]:
        """Return line and place of the part of a hex of the field."""
        line -= self.lines
        return line, place - self.places[line % 2]

    def centre(self, line: int, place: int) -> tuple[int, int]:
        """Return the pixel of the field of a hex of the part."""
        x, y = self.engine.centre(line, place)
        return x + self.x, y + self.y


class JoinedGrid(EngineGrid, frozen=True, dict=True):
    """Several grids that are counted as one; the first one gives numbers to what lies in none."""

    parts: tuple[GridPart, ...] = ()

    @cached_property
    def sources(self) -> tuple[Component, ...]:
        """The components that it was read from."""
        return tuple(source for p in self.parts for source in p.engine.sources)

    @cached_property
    def numberings(self) -> tuple[Component, ...]:
        """The components that number its hexes."""
        return tuple(numbering for p in self.parts for numbering in p.engine.numberings)

    @cached_property
    def lines(self) -> range:
        """Lines that a part has."""
        numbers = [n + p.lines for p in self.parts for n in p.engine.lines]
        return range(min(numbers), max(numbers) + 1) if numbers else range(0)

    @cached_property
    def places(self) -> range:
        """Places that a part has."""
        numbers = [n + shift for p in self.parts for n in p.engine.places for shift in p.places]
        low, high = (min(numbers), max(numbers)) if numbers else (0, -1)
        lines = self.lines[:2] if len(self.lines) == 1 else self.lines
        used = [n for n in (low, high) if any(self.on_board(line, n) for line in lines)]
        if len(used) == 2 or not numbers:
            return range(low, high + 1)
        # The larger shift of odd lines may have added a place that no line has.
        return range(low if low in used else low + 1, (high if high in used else high - 1) + 1)

    @cached_property
    def _extent(self) -> tuple[float, float]:
        """Size of the first part: its numbers count from its own end."""
        return self.parts[0].engine._extent

    def _holder(self, line: int, place: int) -> GridPart | None:
        return next((p for p in self.parts if p.engine.on_board(*p.local(line, place))), None)

    def locate(self, x: float, y: float) -> tuple[int, int]:
        """Return (line, place) of a pixel of the field."""
        for p in self.parts:
            line, place = p.engine.locate(x - p.x, y - p.y)
            if p.engine.on_board(line, place):
                return p.joint(line, place)
        first = self.parts[0]
        return first.joint(*first.engine.locate(x - first.x, y - first.y))

    def centre(self, line: int, place: int) -> tuple[int, int]:
        """Return the pixel of a hex's centre."""
        part = self._holder(line, place) or self.parts[0]
        return part.centre(*part.local(line, place))

    def on_board(self, line: int, place: int) -> bool:
        """Return whether a part has the hex."""
        return self._holder(line, place) is not None

    def name(self, line: int, place: int) -> str:
        """Return how the engine names a hex."""
        part = self._holder(line, place) or self.parts[0]
        return part.engine.name(*part.local(line, place))


def join_grids(
    grids: Sequence[tuple[EngineGrid, int, int]], width: int, height: int
) -> tuple[JoinedGrid, list[int]] | None:
    """Return one grid of the first grid and those that continue it, and which these are; None for none.

    Args:
        grids: each with the left and upper edge of its board in the field, pixels.
        width: of the field, pixels.
        height: of the field, pixels.
    """
    seed = GridPart(*grids[0])
    members = [0, *(n for n, g in enumerate(grids[:MAX_PARTS]) if n and _fitted_part(seed, *g) is not None)]
    # The first grid from the left and the top numbers the field.
    members.sort(key=lambda n: _corner(*grids[n]))
    first = GridPart(*grids[members[0]])
    members_fitted = [(n, first if n == members[0] else _fitted_part(first, *grids[n])) for n in members]
    parts = [(n, part) for n, part in members_fitted if part is not None]
    if len(parts) < 2:
        return None
    here, x, y = first.engine, first.x, first.y
    x0, y0 = (y, x) if here.sideways else (x, y)
    joined_grid = JoinedGrid(
        here.sideways, here.dx, here.dy, here.x0 + x0, here.y0 + y0, width, height, here.numbering,
        here.cut, here.source, parts=tuple(part for _, part in parts),
        damaged_numbering=next((one for _, part in parts if (one := part.engine.damaged_numbering)), None),
    )  # fmt: skip
    return joined_grid, [n for n, _ in parts]


def _corner(engine: EngineGrid, x: int, y: int) -> tuple[int, int]:
    """Return the pixel of the field where the first hex of a grid lies."""
    if not len(engine.lines) or not len(engine.places):
        return x, y
    across, along = engine.centre(engine.lines[0], engine.places[0])
    return across + x, along + y


def _fitted_part(first: GridPart, engine: EngineGrid, x: int, y: int) -> GridPart | None:
    """Return a grid as a part of the first one's field; None where their hexes do not meet."""
    here = first.engine
    if engine.sideways != here.sideways or not len(engine.lines) or not len(engine.places):
        return None
    even = engine.lines[0] + engine.lines[0] % 2
    place = engine.places[0]
    shifts = []
    for line in (even, even + 1):
        px, py = engine.centre(line, place)
        at = here.locate(px + x - first.x, py + y - first.y)
        shifts.append((at[0] - line, at[1] - place))
    if shifts[0][0] != shifts[1][0]:
        return None
    part = GridPart(engine, x, y, shifts[0][0], (shifts[0][1], shifts[1][1]))
    limit = _TOLERANCE * min(here.dx, here.dy)
    for line in (engine.lines[0], engine.lines[-1]):
        for place in (engine.places[0], engine.places[-1]):
            a, b = part.centre(line, place), first.centre(*part.joint(line, place))
            if hypot(a[0] - b[0], a[1] - b[1]) > limit:
                return None
    return part
