"""Other units of a setup, as a moving unit of Jours de Gloire meets them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from jdgtools.derived.occupancy import Occupancy
from jdgtools.derived.protocols import ZocRules
from jdgtools.derived.zones import Zone, zone_of
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Placement, Scenario
from jdgtools.rules import MapRules
from jdgtools.series.jdg.terrain_index import JdgTerrainIndex, index_of


class _Other(Struct, frozen=True):
    """A unit of the setup in its hex."""

    placement: Placement
    hex: int
    side: str | None
    arm: str


def occupancy_of(
    zoc: ZocRules, terrain: MapRules, battle: Battle, scenario: Scenario, piece: str, start: int
) -> Occupancy:
    """Return what other units and their zones (by `zoc`) mean for a move of a piece from hex `start`.

    Statements: JDG-2.5.1-k, JDG-4.3.1-c, JDG-4.4.3-a, JDG-4.4.3-d, JDG-5.1.2-a, JDG-6.2.2-a, -e, -g,
    -j to -l.
    """
    unit, leader = battle.unit(piece), battle.leader(piece)
    side = unit.side if unit is not None else leader.side if leader is not None else None
    others = [o for o in _others(battle, scenario) if o.placement.piece != piece]
    enemies = [o for o in others if o.side != side]
    friends = [o for o in others if o.side == side]
    ground, grid = index_of(terrain), terrain.map.grid
    closed = {o.hex: "held by an enemy unit (JDG-5.1.2-a)" for o in enemies}
    near = frozenset(n for o in enemies for n in grid.neighbours(o.hex))
    zones = _zones(zoc, terrain, battle, enemies)
    if unit is None:
        friendly = {o.hex for o in friends}
        for index in (index for zone in zones for index in zone.hexes if index not in friendly):
            closed.setdefault(index, "a commander may not enter an enemy ZOC alone (JDG-2.5.1-k)")
        return Occupancy(closed=closed, near_enemy=near)
    state = {} if (placement := scenario.placement(piece)) is None else placement.state
    disordered = state.get("level") == "disordered"
    pass_cost = _mp(ground, "pass_friends")
    stops: dict[int, str] = {}
    for zone in zones:
        for index in zone.hexes:
            stops.setdefault(index, f"enters the ZOC of {zone.unit}: must stop (JDG-6.2.2-a)")
    if unit.arm == "artillery":
        held = {o.hex for o in friends if o.arm in ("infantry", "cavalry")}
        for index in stops:
            if index not in held:
                closed.setdefault(
                    index, "artillery may not enter an enemy ZOC without friends there (JDG-6.2.2-g)"
                )
    holding = [zone for zone in zones if start in zone.hexes]
    for zone in holding:
        for index in zone.hexes:
            closed.setdefault(index, f"another hex in the ZOC of {zone.unit} (JDG-6.2.2-l)")
    closed_first: dict[int, str] = {}
    choice = terrain.options.get("zoc_to_front_zoc", "first_hex_any_enemy")
    if holding and choice != "same_unit":
        for zone, other in zip(zones, enemies, strict=True):
            for index in _front(ground, zone, other):
                where = closed if choice == "whole_move" else closed_first
                where.setdefault(index, f"front ZOC hex of {zone.unit} (JDG-6.2.2-k, AMB-46)")
    for other in friends:
        if other.placement.state.get("square") == "in_square":
            stops.setdefault(other.hex, "a friendly square may not be passed through (JDG-4.4.3-d)")
    return Occupancy(
        closed=closed,
        closed_first=closed_first,
        stops=stops,
        near_enemy=near,
        enter={
            index: (cost, f"a disordered unit enters an enemy ZOC: +{cost} MP (JDG-6.2.2-e)")
            for zone in zones
            for index in zone.hexes
            if disordered and (cost := _mp(ground, "enter_zoc_disordered"))
        },
        leave=(cost, f"leaves an enemy ZOC: +{cost} MP (JDG-6.2.2-j)")
        if holding and (cost := _mp(ground, "leave_zoc"))
        else (0, ""),
        go_on={
            o.hex: (pass_cost, f"goes on through friendly units: +{pass_cost} MP (JDG-4.4.3-a)")
            for o in friends
            if pass_cost
        },
    )


def _others(battle: Battle, scenario: Scenario) -> Iterator[_Other]:
    for placement in scenario.on_map():
        unit = battle.unit(placement.piece) if placement.kind == "unit" else None
        if unit is not None:
            for index in placement.hexes:
                yield _Other(placement, index, unit.side, unit.arm)


def _zones(zoc: ZocRules, terrain: MapRules, battle: Battle, enemies: list[_Other]) -> list[Zone]:
    zones = []
    for other in enemies:
        zone = zone_of(zoc, terrain, battle, other.placement, other.hex)
        zones.append(zone or Zone(other.placement.piece, other.side, other.hex, (), ()))
    return zones


def _front(ground: JdgTerrainIndex, zone: Zone, other: _Other) -> tuple[int, ...]:
    """Return front ZOC hexes of a unit (JDG-6.2.1-j); none while its facing is unknown."""
    front = ground.front(zone.hex, other.placement.facing)
    return tuple(index for index in zone.hexes if index in front)


def _mp(ground: JdgTerrainIndex, case: str) -> int:
    value = ground.value("TBL-MOVE", case)
    return value if isinstance(value, int) else 0
