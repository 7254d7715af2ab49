"""Lines of sight of Au fil de l'épée: rules 9.2, with everything that was looked at.

Readings that the text leaves open, beside the option `los_height` (AMB-20):

- The level of an obstacle is that of its hex; a wall has the level of the higher of its two hexes.
- Height alone never blocks: only "certain terrain types" do (AFE-9.2-c).
- A line exactly along a hexside is free, whatever lies on both sides and on the hexside itself (AFE-9.2-d).
- A line exactly through a corner is blocked by walls only if they stand on both ways around it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from jdgtools.derived.protocols import BlockingUnits, OverlookRule
from jdgtools.hexgrid import Cube, crossings, line
from jdgtools.hexgrid.coords import DIRECTIONS, opposite
from jdgtools.rules import MapRules, Sight, SightFactor
from jdgtools.series.afe.terrain_index import index_of
from jdgtools.series.sight_lines import NOBODY, SeriesSight
from jdgtools.series.terrain_index import HexsideMark, TerrainIndex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HARD = "blocked"
SOFT = "blocked_unless_adjacent"


class _Ends(Struct, frozen=True):
    """Levels of both ends, and their distance."""

    firer: int
    target: int
    distance: int
    literal: bool
    """AMB-20: the words of AFE-9.2-g as printed."""

    def ignores(self, level: int, twice: int) -> tuple[str, str] | None:
        """Return why an obstacle is overlooked, with the statement; None if it blocks.

        Args:
            level: of the obstacle.
            twice: twice its distance from the firer, hexes.
        """
        if self.firer > level and self.target > level:
            return "firer and target are both higher", "AFE-9.2-f"
        nearer = twice >= self.distance if self.literal else twice <= self.distance
        if self.firer > max(self.target, level) and nearer:
            words = "target" if self.literal else "firer"
            return f"the firer is higher and it is halfway or nearer to the {words}", "AFE-9.2-g"
        if self.target > max(self.firer, level) and twice >= self.distance:
            return "the target is higher and it is halfway or nearer to the target", "AFE-9.2-h"
        return None


class AfeSight(SeriesSight):
    """Lines of sight of Au fil de l'épée."""

    def line(self, map_rules: MapRules, origin: int, target: int, units: Mapping[int, str]) -> Sight:
        """Judge a line (AFE-9.2). Units are overlooked like terrain (AFE-9.2-c, AFE-9.2-f to -h)."""
        return SightTrace(index_of(map_rules), origin, target, units).result()

    def blocking_units(self, map_rules: MapRules) -> BlockingUnits:
        """Return how units block: all but for archers, never along a hexside (AFE-9.2-c, -d, -i)."""
        near: Literal["firer", "target"] = (
            "target" if map_rules.options.get("los_height") == "literal" else "firer"
        )
        return BlockingUnits(
            arms=("infantry", "cavalry", "artillery"),
            over=("Ar-f", "Ar-m"),
            along="never",
            overlooked=(
                OverlookRule("both", rules=("AFE-9.2-f",)),
                OverlookRule("firer", near, True, ("AFE-9.2-g", "AMB-20")),
                OverlookRule("target", "target", True, ("AFE-9.2-h",)),
            ),
            rules=("AFE-9.2-c", "AFE-9.2-d", "AFE-9.2-i"),
        )

    def all_pairs(self, map_rules: MapRules, reach: int | None = None) -> NDArray[np.bool_]:
        """Return array (hexes, hexes) of whether the column hex is seen from the row hex.

        Equals `sight(...).clear` for every pair (tested); False for indices that are no hex, and for pairs
        that are farther apart than `reach`.
        """
        from jdgtools.series.afe.sight_np import all_pairs

        return all_pairs(index_of(map_rules), reach)


def side_obstacle(ground: TerrainIndex, marks: tuple[HexsideMark, ...]) -> str:
    """Return how a hexside obstructs: the strictest of its lines of the chart, in either direction."""
    obstacles = {
        ground.of_side(HexsideMark(mark.kind, direction), "los")
        for mark in marks
        for direction in ("in", "out")
    }
    return HARD if HARD in obstacles else SOFT if SOFT in obstacles else "open"


class SightTrace:
    """One line of sight in the making."""

    def __init__(
        self, ground: TerrainIndex, origin: int, target: int, units: Mapping[int, str] = NOBODY
    ) -> None:
        self.ground, self.grid = ground, ground.grid
        self.units = units
        self.origin, self.target = origin, target
        self.ends = _Ends(
            ground.level(origin),
            ground.level(target),
            self.grid.distance(origin, target),
            ground.map_rules.options.get("los_height") == "literal",
        )

    def result(self) -> Sight:
        """Return whether the line is clear, with all that it meets in order."""
        a, b = self.grid.cube(self.origin), self.grid.cube(self.target)
        factors_met: list[tuple[int, list[SightFactor]]] = [
            (2 * step.distance, self._place(step.hexes, step.distance)) for step in line(a, b)[1:-1]
        ]
        for crossing in crossings(a, b):
            if crossing.kind == "along":
                continue
            left, right = (self._way(way, crossing.half_distance) for way in (crossing.left, crossing.right))
            if crossing.kind == "side":
                factors_met.append((crossing.half_distance, left))
            elif all(any(f.blocks for f in way) for way in (left, right)):
                factors_met.append((crossing.half_distance, [*left, *right]))
        factors = [self._end(self.origin, "firer")]
        for _, more in sorted(factors_met, key=lambda m: m[0]):
            factors += more
        if self.target != self.origin:
            factors.append(self._end(self.target, "target"))
        clear = not any(f.blocks for f in factors)
        return Sight(self.origin, self.target, clear, self.ends.distance, tuple(factors))

    def _end(self, hex_index: int, who: str) -> SightFactor:
        name = self.ground.label(self.ground.map.terrain[hex_index], "hex")
        level = self.ground.level(hex_index)
        text = f"hex of the {who}, {name}, level {level}: fire into and out of it is possible"
        return SightFactor((hex_index,), "level", False, text, ("AFE-9.2-b", "AFE-9.2-e"))

    def _place(self, cubes: tuple[Cube, ...], distance: int) -> list[SightFactor]:
        hexes = tuple(h for h in (self.grid.find(c) for c in cubes) if h is not None)
        if len(cubes) > 1:
            ids = " and ".join(self.grid.id(h) for h in hexes)
            return [
                SightFactor(
                    hexes, "level", False, f"exactly along the hexside of {ids}: free", ("AFE-9.2-d",)
                )
            ]
        if not hexes:
            return []
        kind, level = self.ground.map.terrain[hexes[0]], self.ground.level(hexes[0])
        name = self.ground.label(kind, "hex")
        where = f"{name}, level {level}, {distance} of {self.ends.distance} hexes on the way"
        if self.ground.of_hex(kind, "los") not in (HARD, SOFT):
            factors = [SightFactor(hexes, kind or "", False, f"{where}: no obstacle", ("AFE-9.2-c",))]
        else:
            factors = [self._sight_factor(hexes, kind or "", where, level, 2 * distance)]
        if hexes[0] in self.units:
            unit = f"unit `{self.units[hexes[0]]}`, level {level}"
            factors.append(self._sight_factor(hexes, "unit", unit, level, 2 * distance))
        return factors

    def _sight_factor(
        self, hexes: tuple[int, ...], what: str, where: str, level: int, twice: int
    ) -> SightFactor:
        """Return an obstacle, overlooked or not by its level."""
        is_ignored = self.ends.ignores(level, twice)
        if is_ignored is None:
            return SightFactor(hexes, what, True, f"{where}: blocks", ("AFE-9.2-c", "AFE-9.2-e"))
        return SightFactor(
            hexes, what, False, f"{where}: overlooked, {is_ignored[0]}", ("AFE-9.2-c", is_ignored[1])
        )

    def _way(self, way: tuple[tuple[Cube, int], ...], twice: int) -> list[SightFactor]:
        """Return what stands on the hexsides of one way around a corner, or on the one hexside crossed."""
        factors = []
        for cube, d in way:
            near = self.grid.find(cube)
            if near is None:  # the border of the map, seen from outside
                near, d = self.grid.find(cube + DIRECTIONS[d]), opposite(d)
            marks = () if near is None else self.ground.edge(near, d).marks
            if near is None or not marks:
                continue
            far = self.grid.neighbour(near, d)
            hexes = (near,) if far is None else (near, far)
            names = " and ".join(self.ground.label(m.kind, "hexside", "crossing") for m in marks)
            obstacle = side_obstacle(self.ground, marks)
            if obstacle not in (HARD, SOFT):
                factors.append(
                    SightFactor(hexes, marks[0].kind, False, f"{names}: no obstacle", ("AFE-9.2-c",))
                )
            elif obstacle == SOFT and (self.origin in hexes or self.target in hexes):
                text = f"{names}: one end is beside it, so no obstacle"
                factors.append(SightFactor(hexes, marks[0].kind, False, text, ("AFE-9.2-c", "AFE-9.1-k")))
            else:
                level = max(self.ground.level(h) for h in hexes)
                factors.append(
                    self._sight_factor(hexes, marks[0].kind, f"{names}, level {level}", level, twice)
                )
        return factors


RULES = AfeSight()
"""Sight rules of the series."""
