"""What a referee of Jours de Gloire reads in a package: units, hexes, charts. No code of the engine."""

from __future__ import annotations

from math import atan2, pi, sqrt
from typing import Any

from jdgtools.package import Package

ORDERED, DISORDERED, ROUTED = 0, 1, 2
LENGTH = {"infantry": 2, "artillery": 2, "cavalry": 3}
"""Hexes of a retreat (JDG-10.2-h)."""
GULLIES = ("0621", "0821", "1221")


class Ground:
    """A package by hex, unit and chart."""

    def __init__(self, package: Package) -> None:
        """Read the members that outcomes depend on."""
        self.package = package
        self.units = {unit.id: unit for unit in package.units}
        self.leaders = {leader.id: leader for leader in package.leaders}
        self.sides = [side.id for side in package.sides]
        self.flags = {turn.number: set(turn.flags) for turn in package.turns.track}
        self.cells = {
            chart.id: {cell.at: cell.value for cell in chart.cells if cell.at} for chart in package.charts
        }
        rules = {rule.id for rule in package.special_rules}
        self.gullies = {package.grid.ids.index(h) for h in GULLIES if "gullies" in rules}
        """Hexes that hold one unit, and no artillery, at the end of a move: a special rule of Roliça."""
        self.keys = {chart.id: chart.axes[0].keys for chart in package.charts}
        self.effects = {
            effect.id: (
                effect.default,
                {step: other.value for other in effect.others for step in other.steps},
            )
            for effect in package.effects
        }
        self.size = package.grid.size

    def neighbour(self, hex_index: int, direction: int) -> int:
        """Return the hex in a direction, or -1."""
        return self.package.grid.neighbours[6 * hex_index + direction % 6]

    def neighbours(self, hex_index: int) -> list[int]:
        """Return the hexes around a hex."""
        return [h for h in self.package.grid.neighbours[6 * hex_index : 6 * hex_index + 6] if h >= 0]

    def direction(self, origin: int, target: int) -> int:
        """Return the direction of an adjacent hex, or -1."""
        around = self.package.grid.neighbours[6 * origin : 6 * origin + 6]
        return around.index(target) if target in around else -1

    def axial(self, hex_index: int) -> tuple[int, int]:
        """Return the two coordinates of a hex."""
        assert self.package.lines is not None
        return self.package.lines.axial[2 * hex_index], self.package.lines.axial[2 * hex_index + 1]

    def distance(self, one: int, two: int) -> int:
        """Return the hexes from one hex to another (JDG-CONV-a)."""
        (a, b), (c, d) = self.axial(one), self.axial(two)
        return max(abs(a - c), abs(b - d), abs(a + b - c - d))

    def effect(self, name: str, origin: int, target: int) -> Any:
        """Return what terrain does over a step."""
        usual, others = self.effects[name]
        return others.get(6 * origin + self.direction(origin, target), usual)

    def terrain(self, hex_index: int, column: str) -> Any:
        """Return a cell of the chart of hexes; None on unknown ground."""
        kind = self.package.terrain.at(hex_index)
        known = next((k for k in self.package.terrain.kinds if k.id == kind), None)
        cells = self.cells["TBL-TEC-HEX"]
        return cells.get((kind, column), cells.get((known.like, column)) if known is not None else None)

    def row(self, chart: str, total: int) -> str:
        """Return the row of a table for a total."""
        for key in self.keys[chart]:
            if (key.low is None or key.low <= total) and (key.high is None or total <= key.high):
                return key.id
        raise KeyError(f"{chart} has no row for {total}")

    def ratio(self, attack: int, defence: int) -> int:
        """Return the modifier of strengths, rounded for the defender (JDG-8.6.1-c to -e, AMB-61)."""
        best = None
        for key in self.keys["TBL-RATIO"]:
            assert key.ratio is not None
            if best is None or attack * key.ratio[1] >= defence * key.ratio[0]:
                best = key.id
        return int(self.cells["TBL-RATIO"][(best,)])

    def ahead(self, hex_index: int, facing: int) -> set[int]:
        """Return the two front hexes of a facing (JDG-CONV-d)."""
        return {self.neighbour(hex_index, facing), self.neighbour(hex_index, facing + 1)} - {-1}

    def ways_in(self, origin: int, target: int) -> list[int]:
        """Return the neighbours of a target over whose hexside a line enters it: two at a corner."""
        angles = {}
        here = self._point(target)
        towards = self._angle(here, self._point(origin))
        for hex_index in self.neighbours(target):
            turn = abs(self._angle(here, self._point(hex_index)) - towards)
            angles[hex_index] = min(turn, 2 * pi - turn)
        least = min(angles.values())
        return [hex_index for hex_index, turn in angles.items() if turn < least + 1e-6]

    def _point(self, hex_index: int) -> tuple[float, float]:
        q, r = self.axial(hex_index)
        return 1.5 * q, sqrt(3) * (r + q / 2)

    @staticmethod
    def _angle(one: tuple[float, float], two: tuple[float, float]) -> float:
        return atan2(two[1] - one[1], two[0] - one[0])

    def in_cone(self, origin: int, facing: int, target: int) -> bool:
        """Return whether a hex is in the cone of a facing (JDG-CONV-f)."""
        (a, b), (c, d) = self.axial(origin), self.axial(target)
        one, two = self._step(facing), self._step(facing + 1)
        cross = one[0] * two[1] - one[1] * two[0]
        p = ((c - a) * two[1] - (d - b) * two[0]) / cross
        q = (one[0] * (d - b) - one[1] * (c - a)) / cross
        return p >= 0 and q >= 0

    def _step(self, direction: int) -> tuple[int, int]:
        """Return how a step in a direction changes the coordinates, the same from every hex."""
        for hex_index in range(self.size):
            there = self.neighbour(hex_index, direction)
            if there >= 0:
                (a, b), (c, d) = self.axial(hex_index), self.axial(there)
                return c - a, d - b
        raise ValueError(direction)

    def side_kinds(self, origin: int, target: int) -> list[tuple[str, str]]:
        """Return what lies on a hexside, as terrain and `in` or `out`; a crossing has replaced its river."""
        found = []
        for feature in self.package.terrain.sides:
            across = self.neighbour(feature.hex, feature.direction)
            if {feature.hex, across} == {origin, target}:
                inward = feature.inside is None or feature.inside == target
                found.append((feature.kind, "in" if inward else "out"))
        if any(kind in ("bridge", "ford") for kind, _ in found):
            found = [(kind, way) for kind, way in found if not kind.startswith("river")]
        return found

    def side_cell(self, kind: str, way: str, column: str) -> Any:
        """Return a cell of the chart of hexsides."""
        known = next((k for k in self.package.terrain.side_kinds if k.id == kind), None)
        cells = self.cells["TBL-TEC-HEXSIDE"]
        return cells.get((kind, way, column), cells.get((known.like, way, column)) if known else None)

    def shock_terrain(self, origin: int, target: int) -> int:
        """Return the modifier of hex, hexside and the attacker's hex, not below the floor (house chart 1.3)."""
        total = int(self.terrain(target, "shock_drm_defender")) + int(
            self.terrain(origin, "shock_drm_attacker")
        )
        total += sum(int(self.side_cell(k, way, "shock_drm")) for k, way in self.side_kinds(origin, target))
        return max(total, int(self.cells["TBL-TEC-RULES"][("shock_terrain_floor",)]))

    def fire_terrain(self, origin: int, target: int) -> int:
        """Return the modifier of the target's ground; of two hexsides at a corner the lesser protects."""
        sides = [
            sum(int(self.side_cell(k, way, "fire_drm") or 0) for k, way in self.side_kinds(hex_index, target))
            for hex_index in self.ways_in(origin, target)
        ]
        total = int(self.terrain(target, "fire_drm") or 0) + max(sides)
        return max(total, int(self.cells["TBL-TEC-RULES"][("fire_terrain_floor",)]))

    def bars_charge(self, origin: int, target: int) -> bool:
        """Return whether the target's hex or the hexside blocks charges."""
        sides = [self.side_cell(k, way, "blocks_charge") for k, way in self.side_kinds(origin, target)]
        return bool(self.terrain(target, "blocks_charge")) or any(sides)
