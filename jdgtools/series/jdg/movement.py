"""Movement of Jours de Gloire: the cost of one step by rules 4.3 and the terrain effects chart."""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct, field

from jdgtools.rules import MapRules, StepCost
from jdgtools.series.jdg.terrain_index import HexsideMark, JdgTerrainIndex, StepEdge, index_of

_COMMANDER = "commander"
_CHART = "JDG-4.3-b"
_NOWHERE = StepCost(None, reasons=("there is no hex of the map (JDG-4.4.1-j)",))


class _Sum(Struct):
    """A cost in the making."""

    cost: int = 0
    reasons: list[str] = field(default_factory=list)
    is_prohibited: bool = False
    is_lifted: bool = False
    """A Z that a road or trail lifts has been met."""
    disorders: bool = False

    def add(self, cost: int, reason: str) -> None:
        self.cost += cost
        self.reasons.append(reason)

    def forbid(self, reason: str) -> None:
        self.is_prohibited = True
        self.reasons.append(reason)

    def result(self, way: str = "") -> StepCost:
        if self.is_prohibited:
            return StepCost(None, way, False, tuple(self.reasons))
        return StepCost(self.cost, way, self.disorders, tuple(self.reasons))


class JdgMovement:
    """Movement costs of Jours de Gloire.

    Beside the cost of a plain step there is that of a step into a hex adjacent to an enemy unit, where
    roads and trails do not lower the cost (JDG-4.3.1-c): `step_near_enemy`.
    """

    classes: tuple[str, ...] = ("infantry", "cavalry", "foot_artillery", "horse_artillery", _COMMANDER)
    denominator = 1

    def step(self, map_rules: MapRules, origin: int, direction: int, movement_class: str) -> StepCost:
        """Return the cost of the step from hex `origin` in `direction` (0..5), ignoring other units.

        Roads, trails and bridges that lead through the hexside are used where they help
        (JDG-4.3.1-a, JDG-4.3.2-b). A side that is no use to the class has the cost None.

        Raises:
            ValueError: unknown movement class.
        """
        return self._cost(map_rules, origin, direction, movement_class, near_enemy=False)

    def step_near_enemy(
        self, map_rules: MapRules, origin: int, direction: int, movement_class: str
    ) -> StepCost:
        """Return as `step`, for a hex that is adjacent to an enemy unit (JDG-4.3.1-c, AMB-28).

        Raises:
            ValueError: unknown movement class.
        """
        return self._cost(map_rules, origin, direction, movement_class, near_enemy=True)

    def entry(
        self, map_rules: MapRules, hex_index: int, movement_class: str, ways: tuple[str, ...]
    ) -> StepCost:
        """Return the cost of a hex entered from off the map (JDG-5.2.2-b); no hexside counts there.

        Args:
            map_rules: map, charts and options.
            hex_index: the hex entered.
            movement_class: one of `classes`.
            ways: kinds of road or trail that lead into it from off the map, sorted.

        Raises:
            ValueError: unknown movement class.
        """
        column = self.column(map_rules, movement_class)
        ground = index_of(map_rules)
        if not ground.on_map(hex_index):
            return _NOWHERE
        kind, commander = ground.map.terrain[hex_index], movement_class == _COMMANDER
        return _Step(ground, kind, StepEdge(ways=ways), column, commander, near_enemy=False).result()

    def step_kinds(self, map_rules: MapRules) -> tuple[Hashable, ...]:
        """Return what the answer for each step depends on; see `KindredSteps`."""
        return index_of(map_rules).step_kinds

    def column(self, map_rules: MapRules, movement_class: str) -> str:
        """Return the column of the chart that the class uses: AMB-10 gives commanders one (JDG-2.5.1-h).

        Raises:
            ValueError: unknown movement class.
        """
        if movement_class not in self.classes:
            raise ValueError(f"unknown movement class {movement_class!r}")
        if movement_class == _COMMANDER and map_rules.options.get("cinc_terrain_column") == "infantry":
            return "infantry"
        return movement_class

    def _cost(
        self, map_rules: MapRules, origin: int, direction: int, movement_class: str, near_enemy: bool
    ) -> StepCost:
        column = self.column(map_rules, movement_class)
        ground = index_of(map_rules)
        target = ground.map.grid.neighbour(origin, direction) if ground.on_map(origin) else None
        if target is None or not ground.on_map(target):
            return _NOWHERE
        kind, edge = ground.map.terrain[target], ground.edge(origin, direction)
        key = (kind, id(edge), movement_class, near_enemy)
        step_cost = ground.memo.get(key)
        if step_cost is None:
            commander = movement_class == _COMMANDER
            step_cost = _Step(ground, kind, edge, column, commander, near_enemy).result()
            ground.memo[key] = step_cost
        return step_cost


class _Step:
    """One kind of step: what is entered, what is crossed, who moves."""

    def __init__(
        self,
        ground: JdgTerrainIndex,
        kind: str | None,
        edge: StepEdge,
        column: str,
        commander: bool,
        near_enemy: bool,
    ) -> None:
        self.ground = ground
        self.kind = kind
        self.edge = edge
        self.column = column
        self.commander = commander
        self.near_enemy = near_enemy
        self.options = ground.map_rules.options
        self.z_disorders = self.options.get("z_means") == "disorder"

    def result(self) -> StepCost:
        if self.kind is None or self.ground.of_hex(self.kind, self.column) is None:
            return StepCost(None, reasons=("the terrain of the hex is unknown (JDG-0.2-a)",))
        across = self._across(by_way=False)
        if not self.edge.ways:
            return across
        if self.near_enemy:
            return self._along_near_enemy(across)
        options = [self._along(way) for way in self.edge.ways]
        # The cheapest way; a road before a trail at the same cost, as the ids sort.
        best = min((s for s in options if s.cost is not None), key=lambda s: s.cost or 0, default=None)
        return across if best is None else best

    # --- across country ---------------------------------------------------------------------------

    def _across(self, by_way: bool) -> StepCost:
        """Return normal cost of hex and hexside (JDG-4.3.1-b).

        `by_way`: a road or trail lifts prohibitions.
        """
        total = _Sum()
        self._enter(total, by_way)
        if by_way and self._forbids_hex:
            return total.result()  # the cost of such a hex is the cost in all
        for mark in self.edge.marks:
            self._cross(total, mark, by_way)
        if total.is_lifted:
            self._pay_lifted(total)
        self._disorder(total)
        return total.result()

    def _enter(self, total: _Sum, by_way: bool) -> None:
        name = self.ground.label(self.kind or "", "hex")
        cost = self.ground.of_hex(self.kind, self.column)
        if isinstance(cost, int):
            total.add(cost, f"enters {name}: {_mp(cost)} ({_CHART})")
        elif cost == "Z" and self.z_disorders:
            plain = self.ground.of_hex("clear", self.column)
            total.disorders = True
            total.add(plain if isinstance(plain, int) else 1, f"enters {name}, Z: disorders (AMB-27)")
        elif by_way:
            entry = self._special("p_hex_by_road_next_to_enemy")
            total.add(entry, f"enters {name} along a road next to an enemy unit: {_mp(entry)} (JDG-4.3.1-c)")
        elif cost == "Z":
            total.forbid(f"{name} is prohibited, Z (JDG-4.3.1-f, AMB-27)")
        else:
            total.forbid(f"{name} may be entered by road or trail only (JDG-4.3.2-a, JDG-4.3.2-b)")

    def _cross(self, total: _Sum, mark: HexsideMark, by_way: bool) -> None:
        name = self._name(mark)
        cost = self.ground.of_side(mark, self.column)
        if isinstance(cost, int):
            if cost or mark.kind in ("bridge", "ford"):
                water_names = " and ".join(
                    self.ground.label(kind, "hexside") for kind in self.edge.spanned_water
                )
                over = (
                    f" over {water_names}, which does not count"
                    if water_names and name in ("bridge", "ford")
                    else ""
                )
                total.add(cost, f"crosses {name}{over}: +{cost} MP ({_CHART})")
            if mark.kind == "bridge" and self.near_enemy and self._special("bridge_next_to_enemy"):
                extra = self._special("bridge_next_to_enemy")
                total.add(extra, f"bridge next to an enemy unit: +{extra} MP (JDG-4.3.1-c)")
        elif cost == "Z" and self.z_disorders:
            total.disorders = True
            total.reasons.append(f"crosses {name}, Z: disorders (AMB-27)")
        elif cost == "Z":
            if by_way and self.options.get("z_lifted_next_to_enemy", True):
                total.is_lifted = True
                total.reasons.append(f"{name}: the road lifts its prohibition, Z (AMB-28)")
            else:
                total.forbid(f"{name} is prohibited, Z (JDG-4.3.1-f, AMB-27)")
        elif cost is None:
            total.forbid(f"the chart does not know {mark.kind} ({_CHART})")
        elif "bridge" in self.edge.crossings:
            total.reasons.append(f"{name}: crossed by the bridge (JDG-4.3.2-b)")
        elif by_way:
            total.is_lifted = True
            total.reasons.append(f"{name}: crossed by the road (JDG-4.3.2-b)")
        else:
            total.forbid(f"{name} may not be crossed (JDG-4.3.2-a)")

    def _pay_lifted(self, total: _Sum) -> None:
        mark_effects = {self.ground.of_side(mark, self.column) for mark in self.edge.marks}
        names = [n for n, sign in (("z_by_road_next_to_enemy", "Z"), ("p_by_road_next_to_enemy", "P"))
                 if sign in mark_effects]  # fmt: skip
        extra = max((self._special(name) for name in names), default=0)
        total.add(extra, f"prohibition lifted by road next to an enemy unit: +{extra} MP (JDG-4.3.1-f)")

    def _disorder(self, total: _Sum) -> None:
        if self.commander or self.ground.value("TBL-TEC-DISORDER", "normal_move") is False:
            total.disorders = False
            return
        if total.is_prohibited:
            return
        codes = self.ground.of_hex(self.kind, "disorders")
        if isinstance(codes, tuple) and self.column in codes:
            total.disorders = True
            total.reasons.append(
                f"{self.ground.label(self.kind or '', 'hex')} disorders {self._who} (JDG-8.7.1-i)"
            )
        for mark in self.edge.marks:
            codes = self.ground.of_side(mark, "disorders")
            if isinstance(codes, tuple) and self.column in codes:
                total.disorders = True
                total.reasons.append(f"crossing {self._name(mark)} disorders {self._who} (JDG-8.7.1-i)")

    # --- along a road or trail --------------------------------------------------------------------

    def _along(self, way: str) -> StepCost:
        """Return cost along a road or trail.

        Its own cost alone, 2 MP more over a Z (JDG-4.3.1-a, -d to -f).
        """
        total = _Sum()
        cost = self.ground.value("TBL-TEC-ROAD", way, self.column)
        name = self.ground.label(way, "path")
        normal = self.ground.of_hex(self.kind, self.column)
        if not isinstance(cost, int):
            total.forbid(f"the {name} does not serve {self._who} ({_CHART})")
            return total.result(way)
        total.add(cost, f"along the {name}: {_mp(cost)} (JDG-4.3.1-a)")
        if isinstance(normal, int) and normal < cost:
            total.add(normal - cost, f"never more than the hex itself: {_mp(normal)} (JDG-4.3.1-a)")
        if normal == "P":
            total.reasons.append(
                f"{self.ground.label(self.kind or '', 'hex')} is entered by the {name} (JDG-4.3.2-b)"
            )
        over_z = [self._name(m) for m in self.edge.marks if self.ground.of_side(m, self.column) == "Z"]
        if normal == "Z":
            over_z.append(self.ground.label(self.kind or "", "hex"))
        if over_z and not self.z_disorders:
            extra = self._special("z_by_road")
            words = " and ".join(over_z)
            rules = "JDG-4.3.1-d" if self.column == "cavalry" else "JDG-4.3.1-e"
            total.add(
                extra, f"the {name} lifts the prohibition of {words}: +{extra} MP ({rules}, JDG-4.3.1-f)"
            )
        for mark in self.edge.marks:
            if self.ground.of_side(mark, self.column) == "P":
                total.reasons.append(f"{self._name(mark)} is crossed by the {name} (JDG-4.3.2-b)")
        if not self.commander and self.ground.value("TBL-TEC-DISORDER", "road_move") is True:
            self._disorder(total)
        return total.result(way)

    def _along_near_enemy(self, across: StepCost) -> StepCost:
        """Return cost of a road hex next to an enemy unit: the normal one.

        The road lifts bans (JDG-4.3.1-c).
        """
        note = "next to an enemy unit a road or trail does not lower the cost (JDG-4.3.1-c)"
        way = self.edge.ways[0]
        if across.cost is not None:
            return StepCost(across.cost, "", across.disorders, (*across.reasons, note))
        cost_across = self._across(by_way=True)
        used = way if cost_across.cost is not None else ""
        return StepCost(cost_across.cost, used, cost_across.disorders, (*cost_across.reasons, note))

    # --- words and numbers ------------------------------------------------------------------------

    @property
    def _who(self) -> str:
        return self.column.replace("_", " ")

    def _name(self, mark: HexsideMark) -> str:
        name = self.ground.label(mark.kind, "hexside", "crossing")
        definition = self.ground.map_rules.definition.terrain(mark.kind, "hexside")
        if definition is None or not definition.directed:
            return name
        if self.ground.map_rules.definition.acts_as(mark.kind) in ("slope", "steep_slope"):
            return f"{name} {'upwards' if mark.direction == 'in' else 'downwards'}"
        return f"{name} {'inwards' if mark.direction == 'in' else 'outwards'}"

    @property
    def _forbids_hex(self) -> bool:
        cost = self.ground.of_hex(self.kind, self.column)
        return cost == "P" or (cost == "Z" and not self.z_disorders)

    def _special(self, case: str) -> int:
        value = self.ground.value("TBL-TEC-RULES", case)
        return value if isinstance(value, int) else 0


def _mp(cost: int) -> str:
    return f"{cost} MP"


RULES = JdgMovement()
"""Movement rules of the series."""
