"""Movement of Au fil de l'épée: the cost of one step by section 8 and the terrain table, and what else costs.

The step cost knows neither units nor facing. An engine adds `front` (where a unit may go), `turn`, `leave`
and `stack`, and asks `may_advance` and `may_withdraw` for the two moves that a cost does not limit.
"""

from __future__ import annotations

from collections.abc import Hashable

from jdgtools.hexgrid import HexGrid
from jdgtools.model.pieces import Unit
from jdgtools.rules import MapRules, StepCost
from jdgtools.series.afe.terrain_index import index_of
from jdgtools.series.terrain_index import HexsideMark, TerrainIndex

_LEADER = "leader"
_COST = "AFE-8.1-b"
_NM = "AFE-8.1-i"


class AfeMovement:
    """Movement costs of Au fil de l'épée."""

    classes: tuple[str, ...] = ("foot", "mounted", "artillery", _LEADER)
    denominator = 1

    def step(self, map_rules: MapRules, origin: int, direction: int, movement_class: str) -> StepCost:
        """Return the cost of the step from hex `origin` in `direction` (0..5), ignoring units and facing.

        A closed gate counts as closed; see `step_through_gates`.

        Raises:
            ValueError: unknown movement class.
        """
        return self._step(map_rules, origin, direction, movement_class, gates=False)

    def step_through_gates(
        self, map_rules: MapRules, origin: int, direction: int, movement_class: str
    ) -> StepCost:
        """Return as `step`, for the side that holds the gates of the place (AFE-8.1-b).

        Raises:
            ValueError: unknown movement class.
        """
        return self._step(map_rules, origin, direction, movement_class, gates=True)

    def step_kinds(self, map_rules: MapRules) -> tuple[Hashable, ...]:
        """Return what the answer for each step depends on; see `KindredSteps`."""
        return index_of(map_rules).step_kinds

    def entry(
        self, map_rules: MapRules, hex_index: int, movement_class: str, ways: tuple[str, ...]
    ) -> StepCost:
        """Return the cost of a hex entered from off the map, along `ways` that lead there (AFE-8.1-b).

        Raises:
            ValueError: unknown movement class.
        """
        column, ground = self.column(map_rules, movement_class), index_of(map_rules)
        costs = [cost for way in ways if isinstance(cost := ground.of_road(way, column), int)]
        cost = min(costs) if costs else ground.of_hex(ground.map.terrain[hex_index], column)
        return StepCost(cost if isinstance(cost, int) else None, ways[0] if costs else "")

    def column(self, map_rules: MapRules, movement_class: str) -> str:
        """Return the column of the terrain table; a leader has that of TBL-CLASS (AMB-30).

        Raises:
            ValueError: unknown movement class.
        """
        if movement_class not in self.classes:
            raise ValueError(f"unknown movement class {movement_class!r}")
        if movement_class != _LEADER:
            return movement_class
        return str(map_rules.charts.get("TBL-CLASS").value(_LEADER))

    def class_of(self, unit: Unit, usual: str) -> str:
        """Return the movement class of a unit: its printed posture, whatever is usual (AFE-2.2-f)."""
        posture = unit.front.get("posture")
        return str(posture) if posture in ("mounted", "foot") and usual != "artillery" else usual

    def _step(
        self, map_rules: MapRules, origin: int, direction: int, movement_class: str, gates: bool
    ) -> StepCost:
        column = self.column(map_rules, movement_class)
        ground = index_of(map_rules)
        target = ground.beyond(origin, direction)
        if target is None:
            return StepCost(None, reasons=(f"there is no hex of the map ({_COST})",))
        edge, kind = ground.edge(origin, direction), ground.map.terrain[target]
        name = ground.label(kind, "hex")
        cost = ground.of_hex(kind, column)
        if cost is None:
            return StepCost(None, reasons=(f"the table does not know {name} ({_COST})",))
        sides = [(mark, ground.of_side(mark, column)) for mark in edge.marks]
        shut = [mark for mark, value in sides if value == "own"]
        if shut and not gates:
            return StepCost(
                None, reasons=(f"{_name(ground, shut[0])} opens to its own side alone (AFE-9.1-k)",)
            )
        for way in edge.ways:
            along = ground.of_road(way, column)
            if isinstance(along, int):
                reason = f"along the {ground.label(way, 'path')}: {along} MP, whatever the terrain ({_COST})"
                return StepCost(along, way, False, (reason,))
        if not isinstance(cost, int):
            return StepCost(None, reasons=(f"{name} is excluded, NM ({_NM})",))
        total, reasons = cost, [f"enters {name}: {cost} MP ({_COST})"]
        for mark, value in sides:
            if value == "own":
                reasons.append(f"{_name(ground, mark)} is open to its own side (AFE-9.1-k)")
            elif isinstance(value, int):
                total += value
                if value or edge.spanned_water:
                    over = "".join(f" over {ground.label(k, 'hexside')}" for k in edge.spanned_water)
                    reasons.append(f"crosses {_name(ground, mark)}{over}: +{value} MP ({_COST})")
            else:
                return StepCost(None, reasons=(f"{_name(ground, mark)} is excluded, NM ({_NM})",))
        return StepCost(total, "", False, tuple(reasons))

    # --- what else an engine needs ------------------------------------------------------------------

    def front(self, grid: HexGrid, hex_index: int, facing: int, artillery: bool = False) -> tuple[int, ...]:
        """Return front hexes on the map, clockwise: three, the middle one faced.

        Artillery has that one alone.

        AFE-3-b, AFE-3-c, AFE-3-e. These are also the hexes into which a unit may move forward (AFE-8.1-e,
        AFE-8.1-f); leaders may move anywhere (AFE-8.1-g).
        """
        turns = (0,) if artillery else (-1, 0, 1)
        ring = (grid.neighbour(hex_index, (facing + turn) % 6) for turn in turns)
        return tuple(there for there in ring if there is not None)

    def rear(self, grid: HexGrid, hex_index: int, facing: int, artillery: bool = False) -> tuple[int, ...]:
        """Return rear hexes on the map, clockwise from the right.

        Three, artillery five (AFE-3-d, AFE-3-e).
        """
        turns = (1, 2, 3, 4, 5) if artillery else (2, 3, 4)
        ring = (grid.neighbour(hex_index, (facing + turn) % 6) for turn in turns)
        return tuple(there for there in ring if there is not None)

    def turn(
        self, map_rules: MapRules, hexsides: int, in_enemy_front: bool = False, leader: bool = False
    ) -> int:
        """Return the movement points for turning by `hexsides` (0..3) (AFE-8.2-c, AFE-8.2-d, AMB-19)."""
        if leader:
            return 0
        normal = map_rules.options.get("facing_cost_normal", 1)
        return hexsides * (2 if in_enemy_front else normal if isinstance(normal, int) else 1)

    def leave(self, in_enemy_front: bool, leader: bool = False) -> int:
        """Return surcharge for leaving a hex: 1 in front of any number of enemies (AFE-8.3-a, AMB-27)."""
        return 1 if in_enemy_front and not leader else 0

    def stack(self, joins: bool, leaves: bool) -> int:
        """Return surcharge for joining and for leaving a stack (AFE-5.2.4-a, AFE-5.2.4-b)."""
        return int(joins) + int(leaves)

    def may_advance(self, map_rules: MapRules, origin: int, direction: int, movement_class: str) -> bool:
        """Return whether a unit may go there as its whole move, whatever the cost (AFE-8.1-i, AMB-26)."""
        return self.step(map_rules, origin, direction, movement_class).cost is not None

    def may_withdraw(self, map_rules: MapRules, origin: int, direction: int, movement_class: str) -> bool:
        """Return whether terrain lets a unit withdraw there, for all its MP (AFE-8.3-c, -e, -f)."""
        return self.step(map_rules, origin, direction, movement_class).cost is not None


def _name(ground: TerrainIndex, mark: HexsideMark) -> str:
    name = ground.label(mark.kind, "hexside", "crossing")
    terrain = ground.map_rules.definition.terrain(mark.kind, "hexside")
    kind = ground.map_rules.definition.acts_as(mark.kind)
    if terrain is None or not terrain.directed or not kind.startswith("slope"):
        return name
    return f"{name} {'upwards' if mark.direction == 'in' else 'downwards'}"


RULES = AfeMovement()
"""Movement rules of the series."""
