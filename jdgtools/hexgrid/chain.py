"""Hexes and hexsides written as text.

====================  ==========================================================
``0305-0306-0407``    a chain of hexes, each adjacent to the one before
``0301..0305``        all hexes between two hexes of one column, one row or one straight line of hexes
``0305/NE``           one hexside; ``0305/NE-SE-S`` several of one hex, ``0305/*`` all six
``0305/0306``         the hexside between two adjacent hexes
``0305:NE>SE>0407:W`` the hexsides on the shortest way from corner to corner; a corner without a hex
                      belongs to the hex before; of two equally short ways neither is taken: name a corner on
                      the way
====================  ==========================================================

Commas, semicolons or spaces separate items. Nothing raises: a text that cannot be read gives a
``NameProblem`` with the 0-based place of the trouble.
"""

from __future__ import annotations

import re

from jdgtools.hexgrid import coords
from jdgtools.hexgrid.corner_paths import corner_path
from jdgtools.hexgrid.grid import HexGrid
from jdgtools.hexgrid.names import NameProblem, parse_corner, parse_direction
from jdgtools.hexgrid.sides import Corner, Hexside

# Compiled once: a map may have 100,000 texts.
_SEPARATORS = re.compile(r"[\s,;]*")
_LINK = re.compile(r"\s*(?:-|\.\.)\s*")
_NO_HEX = re.compile(r"[^\s,;/:>]*")
_SIGN = re.compile(r".?")
_WORD = re.compile(r"[A-Za-z0-9]*")


def parse_hexes(text: str, grid: HexGrid) -> tuple[int, ...] | NameProblem:
    """Return the hexes of a list of hexes, chains and ranges; each once, in the order written."""
    reader = _ChainReader(text, grid)
    hexes: list[int] = []
    try:
        while reader.more():
            hexes += reader.chain()
    except _Unreadable as error:
        return error.problem
    return tuple(dict.fromkeys(hexes)) or NameProblem(0, "no hex is named here")


def parse_chain(text: str, grid: HexGrid) -> tuple[int, ...] | NameProblem:
    """Return the hexes of one chain in order, as for a road; a hex may occur again."""
    reader = _ChainReader(text, grid)
    try:
        hexes = reader.chain()
        if reader.more():
            raise reader.fail("a chain goes on with `-` or `..` and the next hex")
    except _Unreadable as error:
        return error.problem
    return tuple(hexes)


def parse_sides(text: str, grid: HexGrid) -> tuple[Hexside, ...] | NameProblem:
    """Return the hexsides of a list of hexside items; each once, in the order written."""
    reader = _ChainReader(text, grid)
    sides: list[Hexside] = []
    try:
        while reader.more():
            sides += reader.sides()
    except _Unreadable as error:
        return error.problem
    return tuple(dict.fromkeys(sides)) or NameProblem(0, "no hexside is named here")


class _Unreadable(Exception):
    def __init__(self, problem: NameProblem) -> None:
        self.problem = problem


class _ChainReader:
    """Reads one item after the other from a text."""

    def __init__(self, text: str, grid: HexGrid) -> None:
        self.text, self.grid, self.at = text, grid, 0
        self.hex_pattern = grid.name_pattern

    def fail(self, message: str, at: int | None = None) -> _Unreadable:
        return _Unreadable(NameProblem(self.at if at is None else at, message))

    def more(self) -> bool:
        """Pass over separators; whether an item follows."""
        self.at += len(self._match(_SEPARATORS))
        return self.at < len(self.text)

    def chain(self) -> list[int]:
        start = self.at
        hexes = [self.hex()]
        while link := self._match(_LINK):
            self.at += len(link)
            place = self.at
            following, last = self.hex(), hexes[-1]
            if ".." in link:
                hexes += self._range(last, following, start)
            elif self.grid.direction(last, following) is None:
                names = f"`{self.grid.id(last)}` and `{self.grid.id(following)}`"
                raise self.fail(f"{names} are not adjacent", place)
            else:
                hexes.append(following)
        self._end_of_item("`-`, `..` or a comma")
        return hexes

    def sides(self) -> list[Hexside]:
        i = self.hex()
        if self._take(":"):
            sides = self._walk(self._corner(i))
        elif not self._take("/"):
            raise self.fail(f"a hexside is written like `{self.grid.id(i)}/SE`")
        elif self._take("*"):
            sides = [self.grid.hexside(i, d) for d in range(6)]
        elif self.hex_pattern.match(self.text, self.at):
            place = self.at
            j = self.hex()
            side = self.grid.side_between(i, j)
            if side is None:
                raise self.fail(f"`{self.grid.id(i)}` and `{self.grid.id(j)}` are not adjacent", place)
            sides = [side]
        else:
            sides = [self.grid.hexside(i, self._direction())]
            while self._take("-"):
                sides.append(self.grid.hexside(i, self._direction()))
        self._end_of_item("`-` or a comma")
        return sides

    def hex(self) -> int:
        match = self.hex_pattern.match(self.text, self.at)
        word = match.group() if match else self._match(_NO_HEX) or self._match(_SIGN)
        i = self.grid.index(word)
        if i is None:
            reason = self.grid.problem(word) if word else "a hex number is missing here"
            raise self.fail(f"`{word}`: {reason}" if word else str(reason))
        self.at += len(word)
        return i

    def _range(self, i: int, j: int, start: int) -> list[int]:
        """Return the hexes after ``i`` up to ``j``."""
        grid = self.grid
        (c1, r1), (c2, r2) = grid.offset(i), grid.offset(j)
        if c1 == c2 or r1 == r2:
            n = max(abs(c2 - c1), abs(r2 - r1)) or 1
            cells = [grid.at(c1 + (c2 - c1) * k // n, r1 + (r2 - r1) * k // n) for k in range(1, n + 1)]
        else:
            way = grid.cube(j) - grid.cube(i)
            d = coords.ray(way)
            if d is None:
                names = f"`{grid.id(i)}` to `{grid.id(j)}`"
                raise self.fail(f"{names} is not a column, a row or a straight line of hexes", start)
            cells = [
                grid.find(grid.cube(i) + coords.DIRECTIONS[d] * k) for k in range(1, coords.length(way) + 1)
            ]
        return [cell for cell in cells if cell is not None and cell != i]

    def _walk(self, here: tuple[int, Corner]) -> list[Hexside]:
        sides: list[Hexside] = []
        if not self.text.startswith(">", self.at):
            raise self.fail("a way along hexsides needs a second corner, after `>`")
        while self._take(">"):
            place = self.at
            i, corner = here
            if self.hex_pattern.match(self.text, self.at):
                i = self.hex()
                if not self._take(":"):
                    raise self.fail(f"a corner is written like `{self.grid.id(i)}:SE`")
            here = self._corner(i)
            path = corner_path(self.grid, corner, here[1])
            if isinstance(path, str):
                raise self.fail(path, place)
            sides += path
        return sides

    def _corner(self, i: int) -> tuple[int, Corner]:
        word = self._match(_WORD)
        k = parse_corner(word, self.grid.orientation)
        if isinstance(k, NameProblem):
            raise self.fail(k.message)
        self.at += len(word)
        return i, self.grid.corner(i, k)

    def _direction(self) -> int:
        word = self._match(_WORD)
        d = parse_direction(word, self.grid.orientation)
        if isinstance(d, NameProblem):
            raise self.fail(d.message)
        self.at += len(word)
        return d

    def _end_of_item(self, expected: str) -> None:
        if self.at < len(self.text) and not re.match(r"[\s,;]", self.text[self.at]):
            raise self.fail(f"`{self.text[self.at]}` is not expected here; write {expected}")

    def _match(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        return match.group() if match else ""

    def _take(self, sign: str) -> bool:
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False
