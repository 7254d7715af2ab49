"""What the charts say in a situation, worked out from their data alone: predicates of lines, lookups, sums.

It shares nothing with the expressions of the modules: zones come from the geometry of the grid, units from
the model, the lines that apply from the predicates of the charts (`docs/package.md`).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import acos, degrees, hypot

from msgspec import Struct

from jdgtools.charts import predicates as p
from jdgtools.charts.sums import add_modifiers
from jdgtools.exporters.context import BuildContext
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.effects import RuleEffect
from jdgtools.model.pieces import Unit
from jdgtools.series.mpbs.footprint import right_of, zones
from tests.tools.module_table import UnitAt

_OTHER_POSTURES = {"mounted": "Cl", "dismounted": "Li"}


class Placed(Struct, frozen=True):
    """A unit of a situation with the hexes that it covers."""

    unit: Unit
    at: UnitAt
    hexes: tuple[int, ...]

    @property
    def arm(self) -> str:
        """Arm of the unit."""
        return self.unit.arm


class Resolution:
    """One fire, combat or check: groups of units, facts, lines of a chart that apply."""

    def __init__(
        self,
        made: BuildContext,
        units: list[UnitAt],
        flags: tuple[str, ...] = (),
        scenario: str = "",
        turn: int = 1,
    ) -> None:
        """Put the units on the map, in a turn of a scenario."""
        self.battle, self.series = made.battle, made.battle.series
        assert self.battle.map is not None and made.charts is not None
        self.map, self.grid, self.charts = self.battle.map, self.battle.map.grid, made.charts
        self.flags = flags
        self.units = [self._placed(at) for at in units]
        self.facts: dict[str, str | int | bool] = {}
        self.turn = turn
        self.special = [
            effect
            for s in self.battle.scenarios
            if s.id == (scenario or self.battle.scenarios[0].id)
            for rule in s.special_rules
            if scenario or rule.of_battle
            for effect in rule.effects
            if effect.kind == "modifier"
        ]
        self.applies: list[str] = []
        """English names of modifiers of special rules of which the players say that they apply."""

    def _placed(self, at: UnitAt) -> Placed:
        unit = next(u for u in self.battle.units if u.id == at.unit)
        index = self.grid.index(at.hex)
        assert index is not None
        hexes = (index,)
        if unit.footprint == 2:
            right = right_of(self.grid, index, at.faces)
            assert right is not None
            hexes = (index, right)
        return Placed(unit, at, hexes)

    # --- units ------------------------------------------------------------------------------------

    @property
    def target(self) -> Placed:
        """The unit that is marked as target."""
        return next(u for u in self.units if u.at.part == "target")

    @property
    def acting(self) -> Placed:
        """The unit that makes the check."""
        return next(u for u in self.units if u.at.part == "acting")

    def group(self, name: str) -> list[Placed]:
        """Return the units of a group."""
        if name == "unit":
            return [self.acting]
        if name in ("attackers", "firers"):
            return [u for u in self.units if u.at.part in ("acting", "attacker")]
        if name in ("target", "enemy", "loser"):
            return [u for u in self.units if u.at.part == "target"]
        spot = self.target.hexes[0]
        return [u for u in self.units if u.hexes[0] == spot]

    def state(self, unit: Placed, axis_id: str) -> str:
        """Return a state of a unit; '' when it has none of that axis."""
        axis = self.series.axis(axis_id)
        if axis is None:
            return ""
        if axis.arms and unit.arm not in axis.arms:
            return ""
        default = "0" if axis.count_high is not None else axis.values[0].id
        return unit.at.state.get(axis_id, default)

    def value(self, unit: Placed, field_id: str) -> object:
        """Return a rating of the side that is up."""
        back = False
        for axis in self.series.state_axes:
            backs = [v.id for v in axis.values if v.face == "back"]
            if backs and "unit" in axis.applies_to and (not axis.arms or unit.arm in axis.arms):
                back = self.state(unit, axis.id) in backs
                break
        return unit.unit.value(field_id, back)

    def number(self, unit: Placed, field_id: str) -> int:
        """Return a rating as a number; 0 for none."""
        value = self.value(unit, field_id)
        return value if isinstance(value, int) and not isinstance(value, bool) else 0

    def chart_class(self, unit: Placed) -> str:
        """Return the class in the charts, by the posture in force."""
        kind = self.series.unit_type(unit.unit.type or "")
        assert kind is not None
        posture = unit.at.state.get("posture", "as_printed")
        if posture == "as_printed" or unit.arm == "artillery":
            return kind.chart_class
        same = [t.chart_class for t in self.series.unit_types if t.code == kind.code]
        ends = [c for c in same if c.endswith({"mounted": "-m", "dismounted": "-f"}[posture])]
        usual = "mounted" if kind.chart_class == "Cl" else "dismounted"
        return ends[0] if ends else kind.chart_class if usual == posture else _OTHER_POSTURES[posture]

    def point(self, index: int) -> tuple[float, float]:
        """Return the centre of a hex; 1 is the distance from hex to hex."""
        return Layout(self.grid, 1.0).centre(index)

    # --- zones ------------------------------------------------------------------------------------

    def zones_of(self, unit: Placed) -> set[str]:
        """Return the zones of the target in which a unit stands, with all its halves that touch it."""
        target = self.target
        routed = [self.state(u, "organisation") == "routed" for u in self.group("defenders")]
        if self.series.id == "afe" and all(routed):
            return set()
        found = set()
        for spot in unit.hexes:
            if self.series.id == "mpbs" and any(self.grid.distance(spot, h) == 1 for h in target.hexes):
                around = zones(self.grid, target.hexes, target.at.faces)
                left = self.grid.neighbour(target.hexes[0], (target.at.faces + 5) % 6)
                zone = "front" if spot in around.front else "rear" if spot in around.rear else ""
                found.add(zone or ("left_flank" if spot == left else "right_flank"))
            elif self.series.id != "mpbs" or len(unit.hexes) == 1:
                found.add(self._zone_by_angle(spot, target))
        return found

    def _zone_by_angle(self, spot: int, target: Placed) -> str:
        near = min(target.hexes, key=lambda h: self.grid.distance(spot, h))
        (x, y), (tx, ty) = self.point(spot), self.point(near)
        first = self.point_in_direction(near, target.at.faces)
        corner = self.series.facing == "corner"
        ahead = first
        if corner:
            second = self.point_in_direction(near, (target.at.faces + 1) % 6)
            ahead = ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
        ax, ay = ahead[0] - tx, ahead[1] - ty
        dot, cross = (x - tx) * ax + (y - ty) * ay, (y - ty) * ax - (x - tx) * ay
        cosine = dot / hypot(ax, ay) / hypot(x - tx, y - ty)
        angle = degrees(acos(max(-1.0, min(1.0, cosine))))
        if self.series.id == "afe":
            half = 30.0 if target.arm == "artillery" else 90.0
            if abs(angle - half) < 0.5:
                return "edge"
            return "front" if angle < half else "rear"
        if self.series.id == "jdg":
            return "front" if angle < 60.5 else "rear"
        if abs(angle - 60) < 0.5 or abs(angle - 120) < 0.5:
            return "edge"
        side = "right_flank" if cross > 0 else "left_flank"
        return "front" if angle < 60 else "rear" if angle > 120 else side

    def point_in_direction(self, index: int, d: int) -> tuple[float, float]:
        """Return the centre of the hex in a direction, on the map or off it."""
        known = next(i for i in self.grid.hexes if self.grid.neighbour(i, d) is not None)
        there = self.grid.neighbour(known, d)
        assert there is not None
        (x, y), (bx, by), (kx, ky) = (self.point(i) for i in (index, there, known))
        return x + bx - kx, y + by - ky

    # --- predicates -------------------------------------------------------------------------------

    def holds(self, predicate: p.Predicate) -> bool:
        """Return whether a line applies."""
        match predicate:
            case p.AlwaysHolds():
                return True
            case p.AllHold():
                return all(self.holds(part) for part in predicate.parts)
            case p.AnyHolds():
                return any(self.holds(part) for part in predicate.parts)
            case p.NoneHolds():
                return not any(self.holds(part) for part in predicate.parts)
            case p.UnitCount():
                n = self.counted(predicate)
                return n >= predicate.least and (predicate.high is None or n <= predicate.high)
            case p.InZone():
                units = [u for u in self.group(predicate.of) if self._in_states(u, predicate.state)]
                tests = [bool(self.zones_of(u) & set(predicate.zones)) for u in units]
                return bool(tests) and (all(tests) if predicate.every else any(tests))
            case p.OnTurn():
                return bool(set(self.flags) & set(predicate.flags))
            case p.OnTerrain():
                return predicate.of == "hex" and self._on_terrain(predicate)
            case p.FactHolds():
                return self._fact(predicate)
        return False

    def counted(self, count: p.Count) -> int:
        """Return the number that a predicate counts."""
        if isinstance(count, p.FactHolds):
            value = self.facts.get(count.fact, 0)
            assert isinstance(value, int)
            return value
        return sum(1 for u in self.group(count.of) if self._fits(u, count))

    def _fits(self, unit: Placed, test: p.UnitCount) -> bool:
        return (
            (not test.arms or unit.arm in test.arms)
            and (not test.types or self.chart_class(unit) in test.types)
            and self._in_states(unit, test.state)
            and all((self.value(unit, f) or False) in values for f, values in test.fields.items())
            and all(self.number(unit, f) >= n for f, n in test.field_low.items())
            and all(self.number(unit, f) <= n for f, n in test.field_high.items())
            and all(self._did(unit, deed) for deed in test.did)
        )

    def _in_states(self, unit: Placed, states: Mapping[str, tuple[str, ...]]) -> bool:
        return all(self.state(unit, axis) in values for axis, values in states.items())

    def _did(self, unit: Placed, deed: str) -> bool:
        if deed == "moved":
            return unit.at.moved and not self.facts.get("phase_b", False)
        return deed == "fired_salvo" and unit.at.state.get("salvo") == "salvo_fired"

    def _on_terrain(self, test: p.OnTerrain) -> bool:
        terrain = self.terrain()
        if test.terrains and terrain not in test.terrains:
            return False
        if not test.property:
            return True
        chart = next(c for c in self.charts if c.kind == "terrain" and test.property in c.axes[-1].ids)
        return chart.value(terrain, test.property) in test.values

    def _fact(self, test: p.FactHolds) -> bool:
        value = self.facts.get(test.fact, False)
        if test.words:
            return value in test.words
        if isinstance(value, bool):
            return value
        assert isinstance(value, int)
        return (
            (test.low is None or value >= test.low)
            and (test.high is None or value <= test.high)
            and (not test.above or value > self.number(self.acting, test.above))
            and (not test.to or value <= self.number(self.acting, test.to))
        )

    # --- sums -------------------------------------------------------------------------------------

    def terrain(self) -> str:
        """Return the terrain of the target's hex, without a target of that of the unit that checks."""
        unit = next((u for u in self.units if u.at.part == "target"), self.acting)
        return self.map.terrain[unit.hexes[0]] or ""

    def terrain_value(self, chart: str, column: str) -> int:
        """Return a value of the terrain of the target's hex."""
        value = self.charts.get(chart).value(self.terrain(), column)
        return value if isinstance(value, int) and not isinstance(value, bool) else 0

    def distance(self) -> int:
        """Return the range, of several firers that of the farthest."""
        halves = self.target.hexes
        return max(min(self.grid.distance(u.hexes[0], h) for h in halves) for u in self.group("firers"))

    def lines(self, chart_id: str, computed: Mapping[str, int], use: str = "") -> dict[str, int]:
        """Return line -> what it adds, for the lines of a chart that apply and add something.

        Args:
            chart_id: chart of modifiers.
            computed: values of the lines that are looked up or differences; others of them add nothing.
            use: column of the chart.
        """
        chart = self.charts.get(chart_id)
        active: dict[str, int] = {}
        for key in chart.axes[0].keys:
            if key.when is None or not self.holds(key.when) or (key.uses and use not in key.uses):
                continue
            value = chart.value(key.id, *([use] if len(chart.axes) > 1 else []))
            rule = value["rule"] if isinstance(value, Mapping) else ""
            if rule == "each" and key.count is not None:
                active[key.id] = self.counted(key.count)
            elif rule:
                active[key.id] = computed.get(key.id, 0)
            elif isinstance(value, int):
                active[key.id] = 1
        total = add_modifiers(chart, active, use)
        lines = {line.id: amount for line, amount in total.lines if amount}
        added = [
            e for e in self.special if e.chart == chart_id and e.column in ("", use) and self._is_added(e)
        ]
        replaced = {line for e in added for line in e.replaces}
        special = {e.name.get("en"): e.number or 0 for e in added}
        return {line: amount for line, amount in lines.items() if line not in replaced} | special

    def _is_added(self, effect: RuleEffect) -> bool:
        """Return whether the modifier of a special rule counts (docs/package.md)."""
        return (
            (effect.low or 0) <= self.turn <= (effect.high or self.turn)
            and (not effect.flags or bool(set(effect.flags) & set(self.flags)))
            and (not effect.units or any(u.unit.id in effect.units for u in self.group("attackers")))
            and (effect.name.get("en") in self.applies or self.holds(effect.when))
        )

    def ratio(self, chart_id: str, first: int, second: int) -> int:
        """Return the value of the best line of a chart of ratios that is reached."""
        chart = self.charts.get(chart_id)
        best = chart.axes[0].keys[0]
        for key in chart.axes[0].keys:
            assert key.ratio is not None
            if first * key.ratio[1] >= second * key.ratio[0]:
                best = key
        value = chart.value(best.id)
        assert isinstance(value, int)
        return value

    def look(self, chart_id: str, *values: int | str) -> int:
        """Return the number that a chart gives; 0 for an empty cell."""
        cell = self.charts.get(chart_id).lookup(*values)
        return cell.value if cell is not None and isinstance(cell.value, int) else 0

    def range_modifier(self, chart_id: str, row: str) -> int | None:
        """Return the modifier of the range; beyond the last band of a row, None."""
        cell = self.charts.get(chart_id).lookup(row, self.distance())
        return cell.value if cell is not None and isinstance(cell.value, int) else None
