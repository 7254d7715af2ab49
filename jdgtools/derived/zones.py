"""Zones of control by the rules of a series: of a class everywhere, and of the units of a setup.

`zoc_masks` gives the directions of every hex for the package, `setup_zones` the zones of placed units for
movement, checks and the page. The rules themselves are the hook `zoc` of the series.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from jdgtools.derived.protocols import ZocRules, every_step
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Placement, Scenario
from jdgtools.rules import MapRules


class Zone(Struct, frozen=True):
    """The zone of control of one unit in its starting hex."""

    unit: str
    side: str | None
    hex: int
    hexes: tuple[int, ...]
    """Hexes in its ZOC, by direction; empty if it exerts none."""
    reasons: tuple[str, ...]
    """Why it exerts none, or why a neighbour is left out."""


def zoc_masks(rules: ZocRules, map_rules: MapRules, movement_class: str) -> tuple[int, ...]:
    """Return for every hex the directions into which a unit of the class there has a ZOC.

    Bit d = direction d.
    """

    def ask(index: int, direction: int) -> bool:
        return rules.reaches(map_rules, index, direction, movement_class)[0]

    reach = every_step(rules, map_rules, ask, False)
    return tuple(sum(1 << d for d in range(6) if six[d]) for six in zip(*[reach] * 6, strict=True))


def zone_of(
    rules: ZocRules, map_rules: MapRules, battle: Battle, placement: Placement, hex_index: int
) -> Zone | None:
    """Return the zone of a placed unit as if it stood in `hex_index`; None if it is no known unit."""
    unit = battle.unit(placement.piece)
    definition = None if unit is None or unit.type is None else battle.series.unit_type(unit.type)
    if unit is None or definition is None or hex_index not in map_rules.map.grid:
        return None
    exerts, why = rules.exerts(unit.arm, placement.state)
    if not exerts:
        return Zone(unit.id, unit.side, hex_index, (), (why,))
    hexes, reasons = [], []
    for direction in range(6):
        other = map_rules.map.grid.neighbour(hex_index, direction)
        reaches, why = rules.reaches(map_rules, hex_index, direction, definition.movement_class)
        if other is not None and reaches:
            hexes.append(other)
        elif other is not None:
            reasons.append(f"{map_rules.map.grid.id(other)}: {why}")
    return Zone(unit.id, unit.side, hex_index, tuple(hexes), tuple(reasons))


def setup_zones(
    rules: ZocRules, map_rules: MapRules, battle: Battle, scenario: Scenario
) -> Mapping[str, tuple[Zone, ...]]:
    """Return unit id -> its zones, one for each hex it covers; units without an exact hex are left out."""
    zones_of_units: dict[str, tuple[Zone, ...]] = {}
    for placement in scenario.on_map():
        if placement.kind == "unit":
            zones = [zone_of(rules, map_rules, battle, placement, h) for h in placement.hexes]
            zones_of_units[placement.piece] = tuple(z for z in zones if z is not None)
    return zones_of_units
