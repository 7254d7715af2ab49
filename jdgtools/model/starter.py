"""What a series gives to a new battle of any size: lines of its files that differ by series.

Each series has a `Starter` (its module `starter`); `jdg new` fills it in (`starting/files.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct


class Army(Struct, frozen=True):
    """Entries for one side of a new battle; `$side` is its id, `$colour` its colour, `$n` 1 or 2."""

    commands: str = ""
    """Entries under `commands`."""
    leaders: str = ""
    """Entries under `leaders`."""
    units: tuple[str, ...] = ()
    """Rows of the order of battle."""
    placements: tuple[str, ...] = ()
    """Entries under `setup`; `$a`, `$b` and `$c` are three hexes one below the other, `$facing` is E or W."""
    orders: str = ""
    """Entry under `orders`, if the series has orders."""
    settings: str = ""
    """Keys of the scenario that the series needs."""


class Starter(Struct, frozen=True):
    """Lines of the files that `jdg new` writes in any size, in the words of the series.

    A text in `[[…]]` is one that players read: it is written in every language of the battle, by `phrases`.
    """

    orientation: Literal["flat", "pointy"]
    """So that units can face E and W."""
    scale: str
    """Keys under `grid` that say the scale, a line each."""
    trees: str
    """Id of the terrain of woods, or of what else stands in the way; '' = none."""
    battle: str
    """Keys of battle.yaml that the series needs, before the sides."""
    columns: str
    """First line of the order of battle."""
    army: Army
    """A small army, to be changed piece by piece."""
    bare: Army
    """The least without which a battle of the series does not check, for a battle without units.

    It has leaders, if the series asks for them, and no commands: one without units is an error (GEN061).
    """
    clear: str = "clear"
    """Id of the terrain of open ground."""
    village: str = "village"
    """Id of the terrain in the middle of the map, which the battle is about; '' = open ground."""
    water: str = "water"
    """Id of the terrain of hexes under water; '' = no map of a coast."""
    river: str = "river"
    """Id of the terrain of hexsides along a river; '' = no map with a river."""
    ford: str = "ford"
    """Id of the crossing where the road meets the river; '' = none."""
    road: str = "road"
    """Id of the way from edge to edge; '' = none."""
    slopes: bool = True
    """Whether the series has terrain of hexsides that follows from levels."""
    roles: tuple[str, str] = ("", "")
    """What each side says in a scenario after its rout edge."""
    levels: str = ""
    """Entries under `levels` of the victory, if there must be some; `$first` and `$second` are the sides."""
    phrases: Mapping[str, Mapping[str, str]] = {}
    """English text -> language -> text."""
