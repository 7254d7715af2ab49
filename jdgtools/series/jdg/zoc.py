"""Zones of control of Jours de Gloire: rules 6.2.1."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from jdgtools.derived.occupancy import Occupancy
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.rules import MapRules
from jdgtools.series.jdg.movement import RULES as MOVEMENT
from jdgtools.series.jdg.occupancy import MoverState, Neighbours
from jdgtools.series.jdg.terrain_index import HexsideMark, JdgTerrainIndex, StepEdge, index_of

Answer = tuple[bool, str]
"""Whether, and why, with statement ids in brackets."""


class JdgZoc:
    """Which units exert a zone of control, and through which hexsides it reaches."""

    def exerts(self, arm: str, state: Mapping[str, str]) -> Answer:
        """Return whether a unit of the arm, in the states given (absent axes: default), has a ZOC at all."""
        if arm == "artillery":
            return False, "artillery exerts no ZOC (JDG-6.2.1-c)"
        if state.get("square") == "in_square":
            return False, "a unit in square exerts no ZOC (JDG-6.2.1-c)"
        if state.get("level") == "routed":
            return False, "a routed unit exerts no ZOC (JDG-6.2.1-c)"
        if arm not in ("infantry", "cavalry"):
            return False, "a unit of no known arm exerts no ZOC (JDG-6.2.1-b)"
        return True, "exerts a ZOC into all adjacent hexes (JDG-6.2.1-b)"

    def reaches(self, map_rules: MapRules, origin: int, direction: int, movement_class: str) -> Answer:
        """Return whether the ZOC of a unit in `origin` reaches the adjacent hex in `direction`.

        Raises:
            ValueError: unknown movement class.
        """
        column = MOVEMENT.column(map_rules, movement_class)
        shut = map_rules.prohibitions.steps.get(6 * origin + direction)
        if shut:
            return False, f"{shut} (JDG-6.2.1-d)"
        why = self._closing_reason(index_of(map_rules), origin, direction, column)
        return (True, "nothing stops it (JDG-6.2.1-b)") if why is None else (False, why)

    def _closing_reason(
        self, ground: JdgTerrainIndex, origin: int, direction: int, column: str
    ) -> str | None:
        target = ground.beyond(origin, direction)
        if target is None:
            return "there is no hex of the map (JDG-6.2.1-a)"
        edge = ground.edge(origin, direction)
        # A bridge without a road or trail restores nothing: AMB-45 names these two alone.
        open_gap = bool(edge.ways) and ground.map_rules.options.get("zoc_through_road_gap", True) is True
        inside = self._inside(ground, origin, target)
        if inside is not None:
            return inside
        reasons = (self._stops(ground, mark, edge, column, open_gap) for mark in edge.marks)
        return next((why for why in reasons if why is not None), None)

    def step_kinds(self, map_rules: MapRules) -> tuple[Hashable, ...]:
        """Return what the answer for each step depends on; see `KindredSteps`."""
        return index_of(map_rules).step_kinds

    def occupancy(
        self, map_rules: MapRules, battle: Battle, scenario: Scenario, unit_id: str, start: int
    ) -> Occupancy:
        """Return what the other units of the setup mean for a move from `start` (JDG-4.3.1-c, 4.4.3, 6.2.2).

        The state is that of the setup, on a turn without night or fog; `unit_moves` knows more.
        """
        placement = scenario.placement(unit_id)
        state = {} if placement is None else placement.state
        return Neighbours(self, map_rules, battle, scenario, MoverState(unit_id, start, state)).occupancy()

    def _inside(self, ground: JdgTerrainIndex, origin: int, target: int) -> str | None:
        """Return why the hex entered is closed to the ZOC; a castle only from outside (JDG-6.2.1-f, -h)."""
        kinds = ground.map.terrain
        if ground.of_hex(kinds[target], "zoc_in") != "none":
            return None
        name = ground.label(kinds[target] or "", "hex")
        definition = ground.map_rules.definition.terrain(kinds[target] or "", "hex")
        if definition is not None and definition.impassable:
            return f"no ZOC into an impassable hex, {name} (JDG-6.2.1-d)"
        if kinds[origin] == kinds[target]:
            return None  # from inside to inside
        return f"no ZOC from outside into a {name} (JDG-6.2.1-f)"

    def _stops(
        self, ground: JdgTerrainIndex, mark: HexsideMark, edge: StepEdge, column: str, open_gap: bool
    ) -> str | None:
        name = ground.label(mark.kind, "hexside", "crossing")
        zoc, cost = ground.of_side(mark, "zoc"), ground.of_side(mark, column)
        if zoc == "none_if_uncrossable":
            if any(self._uncrossable(ground, kind) for kind in edge.spanned_water):
                return f"no ZOC over a {name} of an uncrossable river (JDG-6.2.1-e)"
            return None
        if zoc == "none":
            definition = ground.map_rules.definition.terrain(mark.kind, "hexside")
            if definition is not None and definition.directed:
                return f"no ZOC from outside to inside of a {name}, even by road (JDG-6.2.1-f)"
            return f"no ZOC across {name} (JDG-6.2.1-d)"
        if zoc == "by_road" or cost in ("P", "Z"):
            if open_gap:
                return None
            return f"{name} is impassable to the unit (JDG-6.2.1-d, AMB-45)"
        return None

    def _uncrossable(self, ground: JdgTerrainIndex, kind: str) -> bool:
        definition = ground.map_rules.definition.terrain(kind, "hexside")
        return definition is not None and definition.impassable


RULES = JdgZoc()
"""ZOC rules of the series."""
