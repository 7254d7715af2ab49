"""What the checks of the series share: who stands where, zones of control, terrain cells, words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from jdgtools.charts.model import Value
from jdgtools.checks.base import CheckContext
from jdgtools.checks.setup import PlacedUnit, SetupView
from jdgtools.model.context import Subject
from jdgtools.model.pieces import ActivationMarker, Command, Leader, Unit
from jdgtools.model.scenario import Placement
from jdgtools.series.jdg.movement import RULES as MOVEMENT
from jdgtools.series.jdg.terrain_index import JdgTerrainIndex, index_of
from jdgtools.series.jdg.zoc import RULES as ZOC

SOVEREIGN = "sovereign"
"""Role of somebody who is present and commands nothing."""

LINE_ARMS = ("infantry", "cavalry")
"""Arms that fight in close combat and decide demoralisation (JDG-8.9-a, JDG-11.2-b)."""


class CombatUnit(PlacedUnit, frozen=True):
    """Combat unit that starts in an exact hex."""

    hex: int
    level: str
    """`ordered`, `disordered` or `routed`."""
    square: bool

    @property
    def routed(self) -> bool:
        """Whether it starts routed."""
        return self.level == "routed"

    @property
    def strength(self) -> int | None:
        """Strength points of the side that lies face up (JDG-CONV-n); None = the source gives none."""
        return self.unit.number("strength", back=self.level != "ordered")

    @property
    def exerts_zoc(self) -> bool:
        """Whether it has a zone of control at all: see `JdgZoc.exerts`."""
        square = "in_square" if self.square else "not_in_square"
        return ZOC.exerts(self.unit.arm, {"level": self.level, "square": square})[0]


class JdgSetup(SetupView):
    """Setup of a scenario with levels, squares, zones of control and tactical groups."""

    @cached_property
    def stacks(self) -> dict[int, tuple[CombatUnit, ...]]:
        """Hex -> combat units in it, top first; leaders and markers are no units (JDG-5.1.1-a)."""
        return {
            index: tuple(self._combat_unit(unit, placement, index) for unit, placement in units)
            for index, units in self.ctx.unit_stacks.items()
        }

    def _combat_unit(self, unit: Unit, placement: Placement, index: int) -> CombatUnit:
        state = self.ctx.state
        return CombatUnit(
            unit, placement, index, state(placement, "level"), state(placement, "square") == "in_square"
        )

    def standings(self, placed_unit: PlacedUnit) -> tuple[CombatUnit, ...]:
        """Return a unit as it stands in its hex, or in each hex of the area in which it is placed."""
        hexes = placed_unit.placement.possible_hexes
        return tuple(self._combat_unit(placed_unit.unit, placed_unit.placement, index) for index in hexes)

    @cached_property
    def units(self) -> tuple[CombatUnit, ...]:
        """All combat units on the map, by hex, top first."""
        return tuple(unit for index in sorted(self.stacks) for unit in self.stacks[index])

    @cached_property
    def commanders(self) -> tuple[tuple[Leader, int], ...]:
        """Commanders-in-chief in exact hexes, in setup order."""
        return tuple((leader, index) for leader, index in self.leaders if leader.role != SOVEREIGN)

    @cached_property
    def leaders(self) -> tuple[tuple[Leader, int], ...]:
        """Commanders-in-chief and sovereigns, who move as they do, in exact hexes, in setup order."""
        scenario, leaders = self.ctx.scenario, self.ctx.leaders
        placements = scenario.placements if scenario else ()
        return tuple(
            (leaders[p.piece], p.hexes[0])
            for p in placements
            if p.kind == "leader" and p.hexes and p.piece in leaders
        )

    def with_friends(self, index: int, side: str | None) -> bool:
        """Return whether a combat unit of the side stands in the hex, or may be placed there."""
        return any(p.unit.side == side and index in p.placement.possible_hexes for p in self.units_on_map)

    def enemies_in(self, index: int, side: str | None) -> tuple[CombatUnit, ...]:
        """Return units of the other side in a hex; none when a side is unknown."""
        if side is None:
            return ()
        return tuple(p for p in self.stacks.get(index, ()) if p.unit.side not in (None, side))

    def enemies_next_to(self, index: int, side: str | None) -> tuple[CombatUnit, ...]:
        """Return units of the other side in the six hexes around, clockwise.

        What lies between does not count.
        """
        if self.ctx.map is None:
            return ()
        around = self.ctx.map.grid.neighbours(index)
        return tuple(enemy for there in around for enemy in self.enemies_in(there, side))

    def controllers(self, index: int, side: str | None) -> tuple[CombatUnit, ...]:
        """Return enemy units of `side` whose zone of control reaches the hex (JDG-6.2.1-a to JDG-6.2.1-f)."""
        if self.ctx.map is None:
            return ()
        grid = self.ctx.map.grid
        controllers = []
        for direction in range(6):
            there = grid.neighbour(index, direction)
            if there is not None:
                controllers += [
                    enemy
                    for enemy in self.enemies_in(there, side)
                    if enemy.exerts_zoc and self.zoc_crosses(enemy, (direction + 3) % 6)
                ]
        return tuple(controllers)

    def zoc(self, placed_unit: CombatUnit) -> tuple[int, ...]:
        """Return the hexes of a unit's zone of control, clockwise from direction 0."""
        if self.ctx.map is None or not placed_unit.exerts_zoc:
            return ()
        grid = self.ctx.map.grid
        around = ((d, grid.neighbour(placed_unit.hex, d)) for d in range(6))
        return tuple(there for d, there in around if there is not None and self.zoc_crosses(placed_unit, d))

    @cached_property
    def ground(self) -> JdgTerrainIndex | None:
        """The map with the battle's charts; None without a map."""
        return index_of(self.ctx.map_rules) if self.ctx.map_rules is not None else None

    def zoc_crosses(self, placed_unit: CombatUnit, direction: int) -> bool:
        """Return whether the zone of a unit that has one extends over a hexside of its hex.

        `JdgZoc.reaches`.
        """
        column = self.movement_class(placed_unit.unit)
        if self.ctx.map_rules is None or column not in MOVEMENT.classes:
            return False
        return ZOC.reaches(self.ctx.map_rules, placed_unit.hex, direction, column)[0]

    def hex_value(self, index: int, prop: str) -> Value:
        """Return a cell of TBL-TEC for the terrain of a hex, such as `is_clear` or `infantry`.

        None if unknown.
        """
        if self.ground is None:
            return None
        return self.ground.of_hex(self.ground.map.terrain[index], prop)

    def front(self, placed_unit: CombatUnit) -> tuple[int, ...]:
        """Return front hexes on the map.

        Two, six in buildings and squares, none when routed or without facing.
        """
        if self.ground is None or placed_unit.routed:
            return ()
        if placed_unit.square:
            return self.ground.grid.neighbours(placed_unit.hex)
        return self.ground.front(placed_unit.hex, placed_unit.placement.facing)

    # --- who is in play -----------------------------------------------------------------------------

    def units_in_play(self, command: str) -> tuple[Unit, ...]:
        """Return units of a formation that start somewhere or arrive, in source order."""
        return tuple(u for u in self.ctx.battle.units if u.command == command and u.id in self.in_play)

    def commands_in_play(self) -> tuple[Command, ...]:
        """Return formations with at least one unit in play, in source order."""
        alive = {u.command for u in self.ctx.battle.units if u.id in self.in_play}
        return tuple(c for c in self.ctx.battle.commands if c.id in alive)

    def commanders_in_play(self, side: str) -> tuple[Leader, ...]:
        """Return commanders-in-chief of a side that start somewhere or arrive, in source order."""
        leaders = (x for x in self.ctx.battle.leaders if x.role != SOVEREIGN)
        return tuple(x for x in leaders if x.side == side and x.id in self.in_play)

    def markers_in_play(self, command: str) -> tuple[ActivationMarker, ...]:
        """Return activation markers of code O of a formation, less those that the scenario takes out."""
        removed_markers = self.ctx.scenario.removed_markers if self.ctx.scenario else frozenset()
        return tuple(m for m in normal_markers(self.ctx, command) if m.id not in removed_markers)

    # --- tactical groups ----------------------------------------------------------------------------

    @property
    def group_chain(self) -> int:
        """Hexes between two units of a formation that still make one tactical group (JDG-2.3.1-c)."""
        chain = self.ctx.charts.get("TBL-DISTANCE").value("group_chain")
        return chain if isinstance(chain, int) else 2

    def groups(self, command: str) -> tuple[tuple[CombatUnit, ...], ...]:
        """Return the tactical groups of a formation's units in exact hexes (JDG-2.3.1-c, JDG-2.3.1-h).

        Units with the status of reinforcements stay outside under the recommended ruling of AMB-09.
        """
        if self.ctx.map is None:
            return ()
        reach, disc = self.group_chain, self.ctx.map.grid.disc
        outside = self.ctx.option("renfort_outside_groups") is True
        units = [
            p
            for p in self.units
            if p.unit.command == command
            and not (outside and self.ctx.state(p.placement, "renfort") == "renfort")
        ]
        rest: dict[int, list[int]] = {}
        for n, p in enumerate(units):
            rest.setdefault(p.hex, []).append(n)
        groups = []
        for first, p in enumerate(units):
            if first in rest.get(p.hex, ()):
                rest[p.hex].remove(first)
                group = [p]
                for member in group:  # grows while it is walked
                    near = [n for hex_ in disc(member.hex, reach) for n in rest.pop(hex_, ())]
                    group += [units[n] for n in sorted(near)]
                groups.append(tuple(group))
        return tuple(groups)


def setup_of(ctx: CheckContext) -> JdgSetup:
    """Return the setup that a context looks at, prepared once for all checks."""
    setup = ctx.memo.get("jdg.setup")
    if not isinstance(setup, JdgSetup):
        setup = ctx.memo["jdg.setup"] = JdgSetup(ctx)
    return setup


def normal_markers(ctx: CheckContext, command: str) -> tuple[ActivationMarker, ...]:
    """Return activation markers of code O that name the formation alone, in source order."""
    markers = ctx.memo.get("jdg.markers")
    if not isinstance(markers, dict):  # sorted out once for all formations
        markers = ctx.memo["jdg.markers"] = {}
        for marker in ctx.battle.activation:
            if marker.code == "O" and len(marker.commands) == 1:
                markers.setdefault(marker.commands[0], []).append(marker)
    return tuple(markers.get(command, ()))


def combined_markers(ctx: CheckContext) -> tuple[ActivationMarker, ...]:
    """Return combined activation markers, code C, that the scenario leaves in play."""
    removed_markers = ctx.scenario.removed_markers if ctx.scenario else frozenset()
    return tuple(m for m in ctx.battle.activation if m.code == "C" and m.id not in removed_markers)


# --- places and words -------------------------------------------------------------------------------


def cell_subject(ctx: CheckContext, chart: str, *keys: str) -> Subject:
    """Return the place of a chart's cell: the battle's own change of it, else the battle.

    Args:
        ctx: what the check looks at.
        chart: id of the chart, not of its group.
        keys: of the cell.
    """
    group = ctx.charts.get(chart).group
    for override in ctx.battle.overrides:
        if override.chart in (chart, group) and override.keys == keys:
            return ("override", override.key, "value")
    return ("battle", "charts")


def number(count: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun: "1 unit", "3 units"."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def by_side(units: Iterable[CombatUnit]) -> Iterator[tuple[str, tuple[CombatUnit, ...]]]:
    """Yield units grouped by known side, in order of appearance."""
    sides: dict[str, list[CombatUnit]] = {}
    for unit in units:
        if unit.unit.side is not None:
            sides.setdefault(unit.unit.side, []).append(unit)
    for side, members in sides.items():
        yield side, tuple(members)
