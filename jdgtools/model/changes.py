"""What one scenario changes of the map of the battle and of the ratings of its units.

`build_changes` makes these records of the keys of a scenario; `Battle` applies them, and everything behind
it (drawing, module, package) gets the map and the units of the scenario that it asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.hexgrid import Hexside
from jdgtools.model.map import BattleMap, HexsideFeature, Way
from jdgtools.model.pieces import Unit, Value

SCENARIO_HEX = "scenario-hex"
"""Kind of subject of the terrain that a scenario gives a hex: (kind, scenario, hex)."""
UNIT_RATING = "unit-rating"
"""Kind of subject of a rating of a scenario: (kind, scenario, unit, field)."""


class UnitRatings(Struct, frozen=True):
    """Ratings that a unit has in one scenario alone."""

    unit: str
    front: Mapping[str, Value] = field(default_factory=dict)
    """Values of the front by field id; others are those of the battle."""
    back: Mapping[str, Value] = field(default_factory=dict)

    def applied_to(self, unit: Unit) -> Unit:
        """Return the unit with these ratings."""
        return replace(unit, front={**unit.front, **self.front}, back={**unit.back, **self.back})


class WayStep(Struct, frozen=True):
    """A step of a way between two adjacent hexes, the lower index first."""

    kind: str
    low: int
    high: int


def steps_of(kind: str, hexes: tuple[int, ...]) -> Iterator[WayStep]:
    """Yield the steps of a way."""
    for a, b in pairwise(hexes):
        yield WayStep(kind, min(a, b), max(a, b))


class MapChanges(Struct, frozen=True):
    """What is different on the map in one scenario."""

    terrain: Mapping[int, str] = field(default_factory=dict)
    """Hex index -> terrain id."""
    features: tuple[HexsideFeature, ...] = ()
    """Features of hexsides that come in addition."""
    ways: tuple[Way, ...] = ()
    """Ways that come in addition."""
    lost_features: tuple[tuple[str, Hexside], ...] = ()
    """(kind, hexside) that the map has and the scenario has not."""
    lost_steps: tuple[WayStep, ...] = ()
    """Steps that ways of the map have and the scenario has not."""

    def __bool__(self) -> bool:
        return bool(self.terrain or self.features or self.ways or self.lost_features or self.lost_steps)

    def applied_to(self, battle_map: BattleMap) -> BattleMap:
        """Return the map with the changes; regions stay as the battle has them."""
        lost_features = set(self.lost_features)
        features = (
            tuple(f for f in battle_map.features if (f.kind, f.side) not in lost_features) + self.features
        )
        by_side: dict[Hexside, tuple[HexsideFeature, ...]] = {}
        for feature in features:
            by_side[feature.side] = (*by_side.get(feature.side, ()), feature)
        terrain = list(battle_map.terrain)
        for index, kind in self.terrain.items():
            terrain[index] = kind
        ways = tuple(part for way in battle_map.ways for part in self._parts(way)) + self.ways
        return replace(battle_map, terrain=tuple(terrain), features=features, by_side=by_side, ways=ways)

    def _parts(self, way: Way) -> Iterator[Way]:
        """Yield what is left of a way, in stretches."""
        lost_steps = set(self.lost_steps)
        if lost_steps.isdisjoint(steps_of(way.kind, way.hexes)):
            yield way
            return
        stretches = [[way.hexes[0]]]
        for step, there in zip(steps_of(way.kind, way.hexes), way.hexes[1:], strict=True):
            if step in lost_steps:
                stretches.append([])
            stretches[-1].append(there)
        for number, hexes in enumerate(stretches):
            exits = (
                way.exits[0] if number == 0 else None,
                way.exits[1] if number == len(stretches) - 1 else None,
            )
            if len(hexes) > 1:  # a hex alone is no way
                key = way.key if number == 0 else f"{way.key}.{number + 1}"
                yield replace(way, hexes=tuple(hexes), exits=exits, key=key)
