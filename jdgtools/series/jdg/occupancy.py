"""Other units of a setup, as a moving unit of Jours de Gloire meets them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct, field

from jdgtools.derived.occupancy import Occupancy
from jdgtools.derived.protocols import ZocRules
from jdgtools.derived.zones import Zone, zone_of
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Placement, Scenario
from jdgtools.rules import MapRules
from jdgtools.series.jdg.terrain_index import JdgTerrainIndex, index_of

NIGHT, FOG = "night", "fog"
LINE_ARMS = ("infantry", "cavalry")


class MoverState(Struct, frozen=True):
    """What of the moving piece matters for what others do to its move."""

    piece: str
    start: int
    state: Mapping[str, str] = field(default_factory=dict)
    flags: frozenset[str] = frozenset()
    """Flags of the turn."""
    forced_march: bool = False


class _Other(Struct, frozen=True):
    """A unit of the setup in its hex."""

    placement: Placement
    hex: int
    side: str | None
    arm: str


class Neighbours:
    """The other units around one move of a unit or commander."""

    def __init__(
        self, zoc: ZocRules, map_rules: MapRules, battle: Battle, scenario: Scenario | None, mover: MoverState
    ) -> None:
        """Look at the setup of a scenario; without one nobody else is on the map."""
        self.zoc, self.map_rules, self.battle, self.mover = zoc, map_rules, battle, mover
        self.ground: JdgTerrainIndex = index_of(map_rules)
        self.unit, leader = battle.unit(mover.piece), battle.leader(mover.piece)
        piece = self.unit or leader
        self.side = None if piece is None else piece.side
        others = (
            []
            if scenario is None
            else [o for o in _units(battle, scenario) if o.placement.piece != mover.piece]
        )
        self.enemies = [o for o in others if o.side != self.side]
        self.friends = [o for o in others if o.side == self.side]

    @cached_property
    def zones(self) -> list[Zone]:
        """Zone of control of every enemy unit, in the order of `enemies`; empty for those without one."""
        zones = []
        for other in self.enemies:
            zone = zone_of(self.zoc, self.map_rules, self.battle, other.placement, other.hex)
            zones.append(zone or Zone(other.placement.piece, other.side, other.hex, (), ()))
        return zones

    @cached_property
    def in_zones(self) -> dict[int, str]:
        """Hexes in an enemy ZOC -> the first unit whose zone it is."""
        hexes: dict[int, str] = {}
        for zone in self.zones:
            for index in zone.hexes:
                hexes.setdefault(index, zone.unit)
        return hexes

    @cached_property
    def holding(self) -> list[Zone]:
        """Zones in which the move begins (JDG-6.2.2-h)."""
        return [zone for zone in self.zones if self.mover.start in zone.hexes]

    @cached_property
    def near(self) -> frozenset[int]:
        """Hexes adjacent to an enemy unit, whatever lies between (JDG-4.3.1-c)."""
        grid = self.map_rules.map.grid
        return frozenset(n for o in self.enemies for n in grid.neighbours(o.hex))

    def points(self, case: str) -> int:
        """Return movement points of a case of TBL-MOVE."""
        value = self.ground.value("TBL-MOVE", case)
        return value if isinstance(value, int) else 0

    def occupancy(self, charges: bool = False) -> Occupancy:
        """Return what all of them mean for the move; a charge leaves a zone and may come back (JDG-6.2.2-m).

        Statements: JDG-2.5.1-k, JDG-4.1.3-c, JDG-4.1.3-f, JDG-4.3.1-c, JDG-4.4.3-a, JDG-4.4.3-d,
        JDG-5.1.2-a, JDG-6.2.2-a, -e to -g, -j to -l, JDG-12.1-b, JDG-12.1-c, JDG-12.2-b.
        """
        closed_hexes = {o.hex: "held by an enemy unit (JDG-5.1.2-a)" for o in self.enemies}
        if self.unit is None:
            return self._for_commander(closed_hexes)
        left: dict[int, str] = {}
        self._close_zones(closed_hexes, left if charges else closed_hexes)
        if self.mover.forced_march:
            self._close_march(closed_hexes)
        stops = {i: f"enters the ZOC of {unit}: must stop (JDG-6.2.2-a)" for i, unit in self.in_zones.items()}
        stops |= self._renfort_stops()
        for other in self.friends:
            if other.placement.state.get("square") == "in_square":
                closed_hexes.setdefault(
                    other.hex, "nobody enters or passes a friendly square (JDG-4.4.3-d, JDG-4.2-h)"
                )
        pass_cost = self.points("pass_friends")
        return Occupancy(
            closed_hexes=closed_hexes,
            closed_first=left | self._closed_first(closed_hexes),
            stops=stops,
            near_enemy=self.near,
            enter=self._enter(),
            leave=self._leave,
            go_on={
                o.hex: (pass_cost, f"goes on through friendly units: +{pass_cost} MP (JDG-4.4.3-a)")
                for o in self.friends
                if pass_cost
            },
        )

    def _for_commander(self, closures: dict[int, str]) -> Occupancy:
        """Return what a commander meets: zones only beside friends, where he stops (AMB-10)."""
        friendly = {o.hex for o in self.friends}
        stops = {}
        for index, unit in self.in_zones.items():
            if index in friendly:
                stops[index] = f"joins friends in the ZOC of {unit}: must stop (JDG-2.5.1-k, AMB-10)"
            else:
                closures.setdefault(index, "a commander may not enter an enemy ZOC alone (JDG-2.5.1-k)")
        return Occupancy(closed_hexes=closures, stops=stops, near_enemy=self.near, leave=self._leave)

    @property
    def _leave(self) -> tuple[int, str]:
        cost = self.points("leave_zoc") if self.holding else 0
        return (cost, f"leaves an enemy ZOC: +{cost} MP (JDG-6.2.2-j)") if cost else (0, "")

    @property
    def _is_disordered(self) -> bool:
        return self.mover.state.get("level") == "disordered"

    def _close_zones(self, closures: dict[int, str], closed_zones: dict[int, str]) -> None:
        """Close what artillery and the disordered at night may not enter, and zones that a unit has left."""
        if self.unit is not None and self.unit.arm == "artillery":
            held_hexes = {o.hex for o in self.friends if o.arm in LINE_ARMS}
            for index in self.in_zones:
                if index not in held_hexes:
                    why = "artillery may not enter an enemy ZOC without friends there (JDG-6.2.2-g)"
                    closures.setdefault(index, why)
        for zone in self.holding:
            for index in zone.hexes:
                closed_zones.setdefault(index, f"another hex in the ZOC of {zone.unit} (JDG-6.2.2-l)")
        if NIGHT in self.mover.flags and self._is_disordered:
            contact = self.near if self.map_rules.options.get("night_contact") != "zoc" else self.in_zones
            for index in contact:
                why = "a disordered unit seeks no contact at night (JDG-12.1-c, AMB-109)"
                closures.setdefault(index, why)

    def _closed_first(self, closures: dict[int, str]) -> dict[int, str]:
        """Return front ZOC hexes, closed to who leaves a zone: at once, or for the whole move (AMB-46)."""
        first: dict[int, str] = {}
        choice = self.map_rules.options.get("zoc_to_front_zoc", "first_hex_any_enemy")
        if self.holding and choice != "same_unit":
            for zone, other in zip(self.zones, self.enemies, strict=True):
                for index in front_zone(self.ground, zone, other):
                    where = closures if choice == "whole_move" else first
                    where.setdefault(index, f"front ZOC hex of {zone.unit} (JDG-6.2.2-k, AMB-46)")
        return first

    def _enter(self) -> dict[int, tuple[int, str]]:
        """Return what entering an enemy ZOC costs (JDG-6.2.2-e, -f): disorder, night, fog."""
        cases = []
        if self._is_disordered:
            cases.append(("enter_zoc_disordered", "a disordered unit enters an enemy ZOC", "JDG-6.2.2-e"))
        for flag in weather(self.map_rules, self.mover.flags):
            rule = "JDG-12.1-b" if flag == NIGHT else "JDG-12.2-b"
            words = "enters an enemy ZOC at night" if flag == NIGHT else "enters an enemy ZOC in fog"
            cases.append((f"enter_zoc_{flag}", words, rule))
        parts = [(self.points(case), words, rule) for case, words, rule in cases]
        total = sum(cost for cost, _, _ in parts)
        why = "; ".join(f"{words}: +{cost} MP ({rule})" for cost, words, rule in parts if cost)
        return dict.fromkeys(self.in_zones, (total, why)) if total else {}

    def _close_march(self, closures: dict[int, str]) -> None:
        """Close what a forced march may not enter: friends, and the neighbourhood of enemies."""
        for other in self.friends:
            closures.setdefault(other.hex, "a forced march enters no hex with a friendly unit (JDG-4.1.3-f)")
        if self.mover.state.get("renfort") != "renfort":
            why = "a forced march keeps farther than 5 hexes from enemy units (JDG-4.1.3-c, AMB-19)"
            for index in self._within(self._ban):
                closures.setdefault(index, why)

    def _renfort_stops(self) -> dict[int, str]:
        """Return the hexes in which reinforcements end a forced march (AMB-36)."""
        if not self.mover.forced_march or self.mover.state.get("renfort") != "renfort":
            return {}
        why = "comes within 5 hexes of the enemy: no reinforcement any more, stops (JDG-5.2.1-f, AMB-36)"
        return dict.fromkeys(self._within(self._ban), why)

    @property
    def _ban(self) -> int:
        value = self.ground.value("TBL-DISTANCE", "forced_march_ban")
        return value if isinstance(value, int) else 5

    def _within(self, reach: int) -> frozenset[int]:
        grid = self.map_rules.map.grid
        return frozenset(index for o in self.enemies for index in grid.disc(o.hex, reach))

    @property
    def enemy_in_march_range(self) -> bool:
        """Whether an enemy unit is too near for a forced march where the move begins (JDG-4.1.3-c)."""
        distance = self.map_rules.map.grid.distance
        return any(distance(self.mover.start, o.hex) <= self._ban for o in self.enemies)


def weather(map_rules: MapRules, flags: frozenset[str]) -> tuple[str, ...]:
    """Return which of night and fog count in a turn; both at once by AMB-95."""
    present = tuple(flag for flag in (NIGHT, FOG) if flag in flags)
    choice = map_rules.options.get("night_fog", NIGHT)
    return (str(choice),) if len(present) == 2 and choice in present else present


def _units(battle: Battle, scenario: Scenario) -> Iterator[_Other]:
    for placement in scenario.on_map():
        unit = battle.unit(placement.piece) if placement.kind == "unit" else None
        if unit is not None:
            for index in placement.hexes:
                yield _Other(placement, index, unit.side, unit.arm)


def front_zone(ground: JdgTerrainIndex, zone: Zone, other: _Other) -> tuple[int, ...]:
    """Return front ZOC hexes of a unit (JDG-6.2.1-j); none while its facing is unknown."""
    front = ground.front(zone.hex, other.placement.facing)
    return tuple(index for index in zone.hexes if index in front)
