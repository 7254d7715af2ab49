"""The map part of a package as frozen typed objects; see `jdgtools.package.model`."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

Value = int | str | bool
Words = Mapping[str, str]
"""Language -> text."""


class Grid(Struct, frozen=True):
    """The hex grid."""

    columns: int
    rows: int
    orientation: str
    """`flat` or `pointy`."""
    shifted: str
    """`odd` or `even`: which columns (flat) or rows (pointy), from 0, are shifted by half a hex."""
    ragged: bool
    numbering: Mapping[str, Value | None]
    hex_metres: int
    level_metres: int
    ids: tuple[str, ...]
    """Printed number of each hex; '' = no hex there."""
    in_play: tuple[bool, ...]
    neighbours: tuple[int, ...]
    """Place 6 * hex + direction; -1 = none."""
    edges: Mapping[str, tuple[int, ...]]
    """N, E, S, W -> hexes along that edge."""

    @property
    def size(self) -> int:
        """Length of arrays by hex."""
        return self.columns * self.rows

    def neighbour(self, hex_index: int, direction: int) -> int | None:
        """The hex in a direction; None if there is none in play."""
        found = self.neighbours[6 * hex_index + direction % 6]
        return None if found < 0 else found

    def index(self, hex_id: str) -> int | None:
        """The hex with that printed number; None if there is none."""
        return self.ids.index(hex_id) if hex_id and hex_id in self.ids else None


class TerrainKind(Struct, frozen=True):
    """A kind of terrain that the map uses."""

    id: str
    kind: str
    """`hex`, `hexside`, `crossing` or `path`."""
    name: Words
    flags: frozenset[str]


class SideFeature(Struct, frozen=True):
    """Something on a hexside."""

    hex: int
    direction: int
    kind: str
    inside: int | None
    """The inner or higher hex of a directed feature."""


class Way(Struct, frozen=True):
    """A road or trail through hex centres."""

    id: str
    kind: str
    hexes: tuple[int, ...]
    exits: tuple[int | None, int | None]
    """Directions in which it leaves the map at its ends."""


class Terrain(Struct, frozen=True):
    """What lies on the map."""

    kinds: tuple[TerrainKind, ...]
    hexes: tuple[int, ...]
    """Index into `kinds` of each hex; -1 = unknown."""
    levels: tuple[int, ...]
    side_kinds: tuple[TerrainKind, ...]
    sides: tuple[SideFeature, ...]
    way_kinds: tuple[TerrainKind, ...]
    ways: tuple[Way, ...]

    def at(self, hex_index: int) -> str | None:
        """Terrain id of a hex; None if unknown."""
        found = self.hexes[hex_index]
        return None if found < 0 else self.kinds[found].id


class Steps(Struct, frozen=True):
    """The cost of every step of a movement class, at place 6 * hex + direction."""

    cost: tuple[int, ...]
    """In 1/denominator movement point; -1 = prohibited."""
    ways: Mapping[str, frozenset[int]]
    """Road, trail or crossing -> places where it is used."""
    disorders: frozenset[int]
    """Places where the step costs the unit a level of cohesion, or what the series has instead."""


class Movement(Struct, frozen=True):
    """Movement costs."""

    denominator: int
    classes: tuple[str, ...]
    steps: Mapping[str, Steps]
    steps_near_enemy: Mapping[str, Steps] | None
    """Costs into a hex adjacent to an enemy unit; None where the series makes no difference."""

    def cost(
        self, movement_class: str, hex_index: int, direction: int, near_enemy: bool = False
    ) -> int | None:
        """The cost of a step; None if it is prohibited."""
        tables = self.steps_near_enemy if near_enemy and self.steps_near_enemy is not None else self.steps
        found = tables[movement_class].cost[6 * hex_index + direction % 6]
        return None if found < 0 else found


class SightBits(Struct, frozen=True):
    """Lines of sight over terrain alone."""

    size: int
    row_bytes: int
    data: bytes

    def sees(self, origin: int, target: int) -> bool:
        """Whether `target` is seen from `origin`."""
        return bool(self.data[origin * self.row_bytes + (target >> 3)] >> (target & 7) & 1)


class Region(Struct, frozen=True):
    """A named set of hexes."""

    id: str
    name: Words
    hexes: frozenset[int]


class Entry(Struct, frozen=True):
    """Where a side enters, or may leave."""

    id: str
    name: Words
    side: str | None
    hexes: tuple[int, ...]
    exit: bool
