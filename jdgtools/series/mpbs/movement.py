"""Movement of the Musket & Pike Battle Series: the cost of one step of one hex, and what else costs.

The step knows neither units, facing nor formation. An engine adds the front hexes (`footprint.zones`), for
two-hex units `pair` and `wheel`, turns with `turn`, the hits with `formation_hits` and `gentle_slopes`, and
leaves them out for units in Open Order or Column (MP-6.3.3-a, MP-6.3.4-c). Allowances are in chart T-MA.

Roads: the chart's line "road, entered along it" replaces hex and hexside; a hexside that nothing crosses
without ford or bridge stays closed.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from msgspec import Struct

from jdgtools.derived.protocols import StepParts
from jdgtools.model.pieces import Unit
from jdgtools.rules import MapRules, StepCost
from jdgtools.series.mpbs.footprint import Wheel
from jdgtools.series.mpbs.terrain_index import index_of
from jdgtools.series.terrain_index import HexsideMark, StepEdge, TerrainIndex

_LEADER = "leader"
_COST = "MP-7.1.1-a"
_HIT = "MP-7.3.1-a"
_COLUMNS = {
    "heavy_infantry": ("heavy_infantry", "fh_heavy_infantry"),
    "light_infantry": ("light_infantry", "fh_light_infantry"),
    "cavalry": ("cavalry", "fh_cavalry"),
    "guns": ("guns", None),
    "heavy_infantry_guns": ("guns", "fh_heavy_infantry"),
    _LEADER: ("cavalry", None),
}
"""Movement class -> column of the cost and column of formation hits (MP-7.3.3-c, MP-7.3.4-a)."""


class _StepPart(Struct, frozen=True):
    """One hex or hexside of a step."""

    cost: int | None
    hit: bool
    reason: str


class MpbsMovement:
    """Movement costs of the series; `disorders` of a step is a formation hit or two."""

    classes: tuple[str, ...] = tuple(_COLUMNS)
    """`heavy_infantry_guns`: heavy infantry with regimental artillery (MP-7.3.4-a)."""
    denominator = 1

    def class_of(self, unit: Unit, usual: str) -> str:
        """Return the movement class of a unit: regimental artillery goes where guns may go (MP-7.3.4-a)."""
        with_guns = usual == "heavy_infantry" and unit.front.get("regimental_artillery") is True
        return "heavy_infantry_guns" if with_guns else usual

    def step(self, map_rules: MapRules, origin: int, direction: int, movement_class: str) -> StepCost:
        """Return the cost of the step from hex `origin` in `direction` (0..5), ignoring units and facing.

        Raises:
            ValueError: unknown movement class.
        """
        ground = index_of(map_rules)
        target = ground.beyond(origin, direction)
        if target is None:
            return self.pair(map_rules, ((origin, direction),), movement_class)
        key = (ground.map.terrain[target], id(ground.edge(origin, direction)), movement_class)
        step_cost = ground.memo.get(key)
        if step_cost is None:
            step_cost = ground.memo[key] = self.pair(map_rules, ((origin, direction),), movement_class)
        return step_cost

    def step_kinds(self, map_rules: MapRules) -> tuple[Hashable, ...]:
        """Return what the answer for each step depends on; see `KindredSteps`."""
        return index_of(map_rules).step_kinds

    def entry(
        self, map_rules: MapRules, hex_index: int, movement_class: str, ways: tuple[str, ...]
    ) -> StepCost:
        """Return the cost of a hex entered from off the map, along `ways` that lead there (MP-7.1.1-a).

        Raises:
            ValueError: unknown movement class.
        """
        if movement_class not in self.classes:
            raise ValueError(f"unknown movement class {movement_class!r}")
        ground = index_of(map_rules)
        kind, column = ground.map.terrain[hex_index], _COLUMNS[movement_class]
        step = _by_column(ground, StepEdge(ways=ways), kind, *column)
        return StepCost(step.hex.cost, step.way, step.hex.hit, (step.hex.reason,))

    def pair(self, map_rules: MapRules, steps: Sequence[tuple[int, int]], movement_class: str) -> StepCost:
        """Return the cost of one or both halves of a unit stepping at the same time.

        The dearest terrain entered counts, and the dearest hexside, once (MP-7.1.2-a, MP-7.1.2-b); halves
        that cross an obstacle one after the other are two steps.

        Args:
            map_rules: map rules.
            steps: (hex, direction 0..5) of each half that moves.
            movement_class: one of `classes`.

        Raises:
            ValueError: unknown movement class.
        """
        if movement_class not in self.classes:
            raise ValueError(f"unknown movement class {movement_class!r}")
        ground = index_of(map_rules)
        parts = [_parts(ground, origin, direction, movement_class) for origin, direction in steps]
        closed_parts = [part for half in parts for part in (half.hex, *half.sides) if part.cost is None]
        if closed_parts:
            return StepCost(None, reasons=tuple(dict.fromkeys(part.reason for part in closed_parts)))
        hexes = max((half.hex for half in parts), key=lambda part: part.cost or 0)
        sides = max((half.sides for half in parts), key=_sum)
        reasons = [hexes.reason, *(side.reason for side in sides)]
        others = [p.reason for half in parts for p in (half.hex, *half.sides) if p.hit]
        cost = (hexes.cost or 0) + _sum(sides)
        hits = any(part.hit for half in parts for part in (half.hex, *half.sides))
        ways = {half.way for half in parts}
        way = ways.pop() if len(ways) == 1 else ""
        return StepCost(cost, way, hits, tuple(dict.fromkeys([*reasons, *others])))

    def pair_hits(self, map_rules: MapRules, steps: Sequence[tuple[int, int]], movement_class: str) -> int:
        """Return formation hits of one or both halves that step at the same time, 0 to 2.

        One for hexsides, one for hexes, however many (MP-7.3.1-a, MP-7.3.2-a, MP-7.3.2-b).

        Raises:
            ValueError: unknown movement class.
        """
        if movement_class not in self.classes:
            raise ValueError(f"unknown movement class {movement_class!r}")
        ground = index_of(map_rules)
        parts = [_parts(ground, origin, direction, movement_class) for origin, direction in steps]
        return int(any(part.hex.hit for part in parts)) + int(
            any(side.hit for part in parts for side in part.sides)
        )

    def step_parts(self, map_rules: MapRules, origin: int, direction: int, movement_class: str) -> StepParts:
        """Return what of a step is a formation hit, and what its hexsides cost.

        MP-7.1.2-a, MP-7.3.1-a, MP-7.3.1-f, MP-7.3.2-b.

        Raises:
            ValueError: unknown movement class.
        """
        if movement_class not in self.classes:
            raise ValueError(f"unknown movement class {movement_class!r}")
        part = _parts(index_of(map_rules), origin, direction, movement_class)
        if part.hex.cost is None or any(side.cost is None for side in part.sides):
            return StepParts()
        second = _COLUMNS[movement_class][1] is not None and self.gentle_slopes(map_rules, origin, direction)
        side_hit = any(side.hit for side in part.sides)
        return StepParts(part.hex.hit, side_hit, second, _sum(part.sides))

    def gentle_slopes(self, map_rules: MapRules, origin: int, direction: int) -> bool:
        """Return whether the step crosses a hexside that hits at the second crossing (MP-7.3.1-f)."""
        ground = index_of(map_rules)
        edge = ground.edge(origin, direction)
        column = "fh_heavy_infantry"
        return not edge.ways and any(ground.of_side(m, column) == "second_crossing" for m in edge.marks)

    def turn(self, kind: str, corners: int, two_hex: bool = False, in_column: bool = False) -> int | None:
        """Return cost of a turn by `corners` (0..3) on the spot, movement points.

        None where only a wheel will do.

        Args:
            kind: arm, e.g. `cavalry` (MP-6.2.1-a), `heavy_infantry` (MP-6.2.1-b), `leader` (MP-6.1-d).
            corners: how far; 3 is the countermarch, 2 MP for every kind (MP-6.2.2-a, AMB-75).
            two_hex: whether it covers two hexes (MP-6.2.1-c).
            in_column: whether such a unit is in Column (MP-6.2.1-d).
        """
        if corners == 0 or kind in (_LEADER, "artillery", "baggage"):
            return 0
        if corners == 3:
            return 2
        if two_hex and not in_column:
            return None
        return corners * (2 if kind in ("heavy_infantry", "dismounted_cavalry") else 1)

    def wheel(self, map_rules: MapRules, turning: Wheel, movement_class: str = "heavy_infantry") -> StepCost:
        """Return cost of a wheel.

        1 MP and the terrain entered by the half that moves (MP-6.2.1-c, EX-6.2.1-1).

        Raises:
            ValueError: unknown movement class.
        """
        step_there = self.step(map_rules, turning.mover, turning.direction, movement_class)
        if step_there.cost is None:
            return step_there
        reasons = ("wheels: 1 MP and the terrain (MP-6.2.1-c)", *step_there.reasons)
        return StepCost(step_there.cost + 1, step_there.way, step_there.disorders, reasons)


class _Step(Struct, frozen=True):
    """The parts of the step of one half."""

    hex: _StepPart
    sides: tuple[_StepPart, ...] = ()
    way: str = ""


def _sum(sides: Sequence[_StepPart]) -> int:
    return sum(part.cost or 0 for part in sides)


def _parts(ground: TerrainIndex, origin: int, direction: int, movement_class: str) -> _Step:
    target = ground.beyond(origin, direction)
    if target is None:
        return _Step(_StepPart(None, False, f"there is no hex of the map ({_COST})"))
    edge, kind = ground.edge(origin, direction), ground.map.terrain[target]
    step = _by_column(ground, edge, kind, *_COLUMNS[movement_class])
    if movement_class == _LEADER and _is_closed(step):
        return _by_column(ground, edge, kind, "light_infantry", None, note=" as light infantry (MP-7.1.1-d)")
    return step


def _is_closed(step: _Step) -> bool:
    return step.hex.cost is None or any(side.cost is None for side in step.sides)


def _by_column(
    ground: TerrainIndex, edge: StepEdge, kind: str | None, column: str, hits: str | None, note: str = ""
) -> _Step:
    """Return a step by a column of costs and one of formation hits (None: never any)."""
    sides = tuple(_side(ground, mark, edge, column, hits, note) for mark in edge.marks)
    for way in edge.ways:
        along = ground.of_road(way, column)
        if isinstance(along, int):
            shut = tuple(
                side
                for mark, side in zip(edge.marks, sides, strict=True)
                if side.cost is None and _water(ground, mark)
            )
            name = ground.label(way, "path")
            return _Step(_StepPart(along, False, f"along the {name}{note}: {along} MP ({_COST})"), shut, way)
    name = ground.label(kind, "hex")
    cost = ground.of_hex(kind, column)
    if not isinstance(cost, int):
        return _Step(_StepPart(None, False, f"{name} may not be entered{note} ({_COST})"), sides)
    hit = hits is not None and ground.of_hex(kind, hits) == "hit"
    words = f"enters {name}{note}: {cost} MP ({_COST})"
    return _Step(_StepPart(cost, hit, f"{words}; formation hit ({_HIT})" if hit else words), sides)


def _water(ground: TerrainIndex, mark: HexsideMark) -> bool:
    definition = ground.map_rules.definition.terrain(mark.kind, "hexside")
    return definition is not None and definition.water


def _side(
    ground: TerrainIndex, mark: HexsideMark, edge: StepEdge, column: str, hits: str | None, note: str
) -> _StepPart:
    name = ground.label(mark.kind, "hexside", "crossing")
    if ground.map_rules.definition.acts_as(mark.kind).startswith("slope"):
        name += " upwards" if mark.direction == "in" else " downwards"
    cost = ground.of_side(mark, column)
    if not isinstance(cost, int):
        return _StepPart(None, False, f"{name} may not be crossed{note} ({_COST})")
    over = "".join(f" over {ground.label(k, 'hexside')}" for k in edge.spanned_water)
    hit = hits is not None and ground.of_side(mark, hits) == "hit"
    words = f"crosses {name}{over}{note}: +{cost} MP ({_COST})"
    return _StepPart(cost, hit, f"{words}; formation hit ({_HIT})" if hit else words)


RULES = MpbsMovement()
"""Movement rules of the series."""
