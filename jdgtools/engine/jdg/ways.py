"""What a search for hexes in reach has found: the hexes in which a unit may stop, and the ways there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class CheapestWay(NamedTuple):
    """The cheapest way to a hex in which the unit may stop."""

    cost: int
    """Movement points spent since the move began, in 1/denominator."""
    level: int
    """Level of cohesion on arrival."""
    path: tuple[int, ...]
    """Hexes entered, in order."""


class Ways(Mapping[int, CheapestWay]):
    """Hexes in which a unit may stop, the nearest first, each with its leg.

    A decision needs the hexes alone; a leg is put together when it is asked for.
    """

    __slots__ = ("_bits", "_came", "_ends")

    def __init__(self, ends: dict[int, int], came: dict[int, int], bits: int) -> None:
        """Keep what a search has found.

        Args:
            ends: Hex to stop in -> cost, level and hex in one number.
            came: Level and hex in one number -> those before; -1 = where the unit began.
            bits: Places of a hex in those numbers; a level has two.
        """
        self._ends, self._came, self._bits = ends, came, bits

    def __getitem__(self, hex_index: int) -> CheapestWay:
        """Return the leg to a hex."""
        bits = self._bits
        code = self._ends[hex_index]
        node = code & (4 << bits) - 1
        level, path = node >> bits, []
        while node >= 0:
            path.append(node & (1 << bits) - 1)
            node = self._came[node]
        return CheapestWay(code >> bits + 2, level, tuple(reversed(path)))

    def __iter__(self) -> Iterator[int]:
        """Go through the hexes."""
        return iter(self._ends)

    def __len__(self) -> int:
        """Return the number of hexes."""
        return len(self._ends)


NOWHERE = Ways({}, {}, 1)
"""The ways of a unit that has no points left."""
