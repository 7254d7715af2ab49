"""Names of directions and corners as designers write them (`NE`, `SW`) <-> numbers 0 to 5.

Directions and corners count clockwise. The number means the same for flat-topped and pointy-topped hexes;
the name depends on the orientation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.hexgrid.coords import DIRECTIONS, Cube, Orientation

if TYPE_CHECKING:
    from jdgtools.hexgrid.grid import HexGrid

_STAR_FLAT = ("N", "NE", "SE", "S", "SW", "NW")
_STAR_POINTY = ("NE", "E", "SE", "SW", "W", "NW")

DIRECTION_NAMES: dict[Orientation, tuple[str, ...]] = {"flat": _STAR_FLAT, "pointy": _STAR_POINTY}
CORNER_NAMES: dict[Orientation, tuple[str, ...]] = {
    "flat": ("NE", "E", "SE", "SW", "W", "NW"),
    "pointy": ("NE", "SE", "S", "SW", "NW", "N"),
}

_BETWEEN = re.compile(r"(?<=[A-Z])[-_ ]+(?=[A-Z])")
# English words and the French letters, in which west is O.
_ALIASES = {
    "NORTH": "N",
    "NORTHEAST": "NE",
    "EAST": "E",
    "SOUTHEAST": "SE",
    "SOUTH": "S",
    "SOUTHWEST": "SW",
    "WEST": "W",
    "NORTHWEST": "NW",
    "O": "W",
    "NO": "NW",
    "SO": "SW",
}


class NameProblem(Struct, frozen=True):
    """Why a text could not be read."""

    offset: int
    """0-based place of the trouble in the text."""
    message: str


def direction_name(orientation: Orientation, d: int) -> str:
    """Return the compass name of hexside direction ``d``."""
    return DIRECTION_NAMES[orientation][d % 6]


def hexside_name(grid: HexGrid, i: int, d: int) -> str:
    """Return hexside ``d`` of hex ``i`` as map files write it, e.g. `0305/NE`."""
    return f"{grid.id(i)}/{direction_name(grid.orientation, d)}"


def corner_name(orientation: Orientation, k: int) -> str:
    """Return the compass name of corner ``k``."""
    return CORNER_NAMES[orientation][k % 6]


def step_towards(edge: str | None, orientation: Orientation) -> Cube | None:
    """Return a step at right angles to an edge of the map, or towards a corner of it such as NE.

    Its length means nothing; None for neither edge nor corner.
    """
    directions, corners = DIRECTION_NAMES[orientation], CORNER_NAMES[orientation]
    if edge in directions:
        return DIRECTIONS[directions.index(edge)]
    if edge not in corners:
        return None
    corner = corners.index(edge)
    return DIRECTIONS[corner] + DIRECTIONS[(corner + 1) % 6]


def compass_name(facing: str, orientation: Orientation, k: int) -> str:
    """Return the compass name of facing ``k``, which points to a `corner` or to a `hexside`."""
    return corner_name(orientation, k) if facing == "corner" else direction_name(orientation, k)


def parse_direction(text: str, orientation: Orientation) -> int | NameProblem:
    """Return the hexside direction named by ``text`` (compass point, word, 0..5), or what is wrong."""
    return _parse(text, DIRECTION_NAMES[orientation], "hexside", orientation)


def parse_corner(text: str, orientation: Orientation) -> int | NameProblem:
    """Return the corner named by ``text`` (compass point, word, 0..5), or what is wrong."""
    return _parse(text, CORNER_NAMES[orientation], "corner", orientation)


def _parse(text: str, names: tuple[str, ...], what: str, orientation: Orientation) -> int | NameProblem:
    # Between letters only: "-5" is no 5.
    word = _BETWEEN.sub("", text.strip().upper())
    if len(word) == 1 and word in "012345":
        return int(word)
    word = _ALIASES.get(word, word)
    if word in names:
        return names.index(word)
    names_allowed = f"{', '.join(names[:-1])} or {names[-1]}"
    return NameProblem(
        0, f"`{text.strip()}` is not a {what} of a {orientation}-topped hex: use {names_allowed}"
    )
