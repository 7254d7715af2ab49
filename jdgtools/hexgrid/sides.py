"""A hexside and a corner of the grid as values: the same from whichever hex one looks.

Two hexes share a hexside, three a corner. `HexGrid.hexside` and `HexGrid.corner` choose the one name for
each, so that they can be keys of a dictionary.
"""

from __future__ import annotations

from typing import NamedTuple


class Hexside(NamedTuple):
    """A hexside. Made by ``HexGrid.hexside`` only, so that both hexes that share it give the same value."""

    a: int
    """The lower hex index of both; at the border of the map the only hex."""
    d: int
    """Direction 0..5 as seen from ``a``."""


class Corner(NamedTuple):
    """A hex corner. Made by ``HexGrid.corner`` only, so that all hexes that share it give the same value."""

    a: int
    """The lowest index of the hexes that share it."""
    k: int
    """Corner 0..5 as seen from ``a``."""
