"""Lines of sight of the Musket & Pike Battle Series (MP-10.9), with everything that was looked at.

How the rules are read here, beside AMB-37; all of it is the same from both ends (MP-10.9.5-d):

- "From above" and "on a steep-slope height" (MP-10.9.3B-c, -f, MP-10.9.4-a, -b): an end looks down on a
  hex if it is higher and the line crosses a steep slope hexside between them. Gentle slopes are flat.
- A hex higher than both ends blocks if the line crosses a steep slope hexside on both sides of it
  (MP-10.9.2-b, -c): climbing to it gently is no climb.
- An area obstacle blocks, unless both ends look down on it (MP-10.9.4-b). If one end does, it hides only the
  hex just behind it (MP-10.9.4-a), and nothing if it stands in the dead hex itself (MP-10.9.3B-d).
- The far end is dead if the line comes down into its hex over a steep slope hexside, the near end is higher,
  and it is not in the hex at the top of it (AMB-37).
- A hexside that blocks: if reciprocal, not for an end beside it (MP-10.9.3A-a, MP-14.4-b); never for an end
  that looks down on it; a line along it crosses it (AMB-37). At a corner it blocks if the way around on the
  other side is barred too; the same holds for crossing a steep slope.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.derived.protocols import BlockingUnits
from jdgtools.hexgrid import Cube
from jdgtools.hexgrid.coords import DIRECTIONS, opposite
from jdgtools.hexgrid.line import Crossing, HexLine, Leaving, LineStep, Way, line_template
from jdgtools.rules import MapRules, Sight, SightFactor
from jdgtools.series.mpbs.terrain_index import index_of
from jdgtools.series.sight_lines import NOBODY, SeriesSight
from jdgtools.series.terrain_index import HexsideMark, TerrainIndex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCKED = "blocked"
DEAD = "dead_hex"
REACTION_ZONE = 4
"""How far cavalry intercepts (MP-9.1.2-g)."""


class MpbsSight(SeriesSight):
    """Lines of sight of the series."""

    def line(self, map_rules: MapRules, origin: int, target: int, units: Mapping[int, str]) -> Sight:
        """Judge a line (MP-10.9). Units block but in dead hexes (MP-10.9.1-a, MP-10.9.3B-d)."""
        return SightTrace(index_of(map_rules), origin, target, units).result()

    def blocking_units(self, map_rules: MapRules) -> BlockingUnits:
        """Return how units block: heavy infantry, cavalry and baggage, whatever the levels (MP-10.9.1-a)."""
        return BlockingUnits(
            arms=("heavy_infantry", "cavalry", "dismounted_cavalry", "baggage"),
            along="both",
            rules=("MP-10.9.1-a", "MP-10.9.5-b"),
        )

    def ground_obstacles(self, map_rules: MapRules) -> frozenset[int]:
        """Return the hexes whose terrain is an obstacle (MP-10.9.2-a)."""
        ground = index_of(map_rules)
        kinds = enumerate(map_rules.map.terrain)
        return frozenset(i for i, kind in kinds if ground.of_hex(kind, "los") == BLOCKED)

    def blocks_beside_ground(
        self, map_rules: MapRules, origin: int, target: int, unit_hex: int, ground_hex: int
    ) -> bool:
        """Return whether a unit and the ground beside it block the line between them (MP-10.9.5-b)."""
        trace = SightTrace(index_of(map_rules), origin, target, {unit_hex: ""})
        return trace.is_blocked_along(unit_hex, ground_hex)

    def overlooking_steps(self, map_rules: MapRules) -> frozenset[int]:
        """Return the steps down over a steep slope, into dead hexes (MP-10.9.3B-c, MP-10.9.3B-d)."""
        ground = index_of(map_rules)
        steps = ((i, d) for i in map_rules.map.grid.hexes for d in range(6))
        return frozenset(
            6 * i + d
            for i, d in steps
            if any(
                m.direction == "out" and side_value(ground, m, "los") == DEAD for m in ground.edge(i, d).marks
            )
        )

    def lines_over_dead_ground(self, map_rules: MapRules) -> frozenset[tuple[int, int]]:
        """Return the lines within a reaction zone along which no cavalry intercepts (MP-10.9.3B-e)."""
        grid, reach = map_rules.map.grid, REACTION_ZONE
        dead_hexes = (grid.neighbour(*divmod(step, 6)) for step in self.overlooking_steps(map_rules))
        lines = set()
        for dead in {i for i in dead_hexes if i is not None}:
            near = [i for i in grid.disc(dead, reach) if i != dead]
            lines |= {(i, j) for i in near for j in near if 1 < grid.distance(i, j) <= reach}
        return frozenset(line for line in lines if is_over_dead_ground(map_rules, *line))

    def all_pairs(self, map_rules: MapRules, reach: int | None = None) -> NDArray[np.bool_]:
        """Return array (hexes, hexes) of whether the column hex is seen from the row hex.

        Equals `sight(...).clear` for every pair (tested); False for indices that are no hex, and for pairs
        that are farther apart than `reach`.
        """
        from jdgtools.series.mpbs.sight_np import all_pairs

        return all_pairs(index_of(map_rules), reach)


def is_over_dead_ground(map_rules: MapRules, origin: int, target: int) -> bool:
    """Return whether a line runs through a dead hex, or between two of them (MP-10.9.3B-c, MP-10.9.5-b)."""
    return SightTrace(index_of(map_rules), origin, target).is_over_dead_ground


def reciprocal(ground: TerrainIndex, mark: HexsideMark, hexes: tuple[int, ...]) -> bool:
    """Return whether what stands between two hexes is reciprocal (SC-92).

    The chart says so (MP-14.4-b), unless a special rule of the scenario says otherwise (MP-14.4-e).
    """
    if len(hexes) == 2 and ground.map_rules.reciprocal:
        direction = ground.grid.direction(*hexes)
        exempt = None if direction is None else ground.map_rules.reciprocal.get(6 * hexes[0] + direction)
        if exempt is not None:
            return exempt
    return side_value(ground, mark, "reciprocal") is True


def side_value(ground: TerrainIndex, mark: HexsideMark, prop: str) -> object:
    """Return a cell of the hexside chart, whichever way the line goes (the chart's `in` line)."""
    return ground.of_side(HexsideMark(mark.kind, "in"), prop)


def parts_in_order(line: HexLine) -> list[LineStep | Crossing]:
    """Return steps and crossings of a line in the order in which they are met."""
    rest = iter(line.crossings)
    line_parts: list[LineStep | Crossing] = [line.steps[0]]
    for step in line.steps[1:]:
        line_parts.append(next(rest))
        line_parts.append(step)
        if step.tied:
            line_parts.append(next(rest))
    return line_parts


def way_into(crossing: Crossing, cube: Cube) -> tuple[Way, ...]:
    """Return the ways of a crossing that end in a hex; both at a corner that leads into one hex."""
    return tuple(
        way for way in (crossing.left, crossing.right) if way[-1][0] + DIRECTIONS[way[-1][1]] == cube
    )


def way_out(crossing: Crossing, cube: Cube) -> tuple[Way, ...]:
    """Return the ways of a crossing that begin in a hex."""
    return tuple(way for way in (crossing.left, crossing.right) if way[0][0] == cube)


class _View(Struct, frozen=True):
    """What lies between an end of the line and a place on it."""

    steep: bool
    """Whether a steep slope hexside lies between."""
    down: bool
    """Whether the last hexside before it descends steeply into it."""


class SightTrace:
    """One line of sight in the making."""

    def __init__(
        self, ground: TerrainIndex, origin: int, target: int, units: Mapping[int, str] = NOBODY
    ) -> None:
        self.ground, self.grid = ground, ground.grid
        self.units = units
        self.origin, self.target = origin, target
        self.start = self.grid.cube(origin)
        delta = self.grid.cube(target) - self.start
        self.line = line_template(delta.q, delta.r)
        self.parts = parts_in_order(self.line) if origin != target else list(self.line.steps)
        self.levels = (ground.level(origin), ground.level(target))
        self.factors: list[SightFactor] = []

    def result(self) -> Sight:
        """Return whether the line is clear, with all that it meets in order."""
        distance = self.line.distance
        self._add((self.origin,), "level", False, self._end("viewer", self.origin), "MP-10.9.5-a")
        for at, part in enumerate(self.parts):
            if isinstance(part, Crossing):
                self._crossing(at, part)
            elif 0 < at < len(self.parts) - 1:
                self._place(at, part)
        if distance:
            self._add((self.target,), "level", False, self._end("target", self.target), "MP-10.9.2-a")
        if distance > 1:
            self._dead(0, self.origin, self.target)
            self._dead(1, self.target, self.origin)
        clear = not any(f.blocks for f in self.factors)
        return Sight(self.origin, self.target, clear, distance, tuple(self.factors))

    @property
    def is_over_dead_ground(self) -> bool:
        """Whether the line runs through a dead hex; beside hexes, whether both of them are dead."""
        places = enumerate(self.parts[1:-1], 1)
        return any(
            all(self._is_dead(at, cube) for cube in part.hexes)
            for at, part in places
            if isinstance(part, LineStep)
        )

    def is_blocked_along(self, *hexes: int) -> bool:
        """Return whether both hexes of a hexside along which the line runs block (MP-10.9.5-b)."""
        cubes = {self.grid.cube(h) - self.start for h in hexes}
        at, step = next(
            (at, part)
            for at, part in enumerate(self.parts)
            if isinstance(part, LineStep) and cubes == {*part.hexes}
        )
        return all(self._judge(at, step, cube)[0] for cube in cubes)

    def _add(self, hexes: tuple[int, ...], what: str, blocks: bool, text: str, *rules: str) -> None:
        self.factors.append(SightFactor(hexes, what, blocks, text, rules))

    def _end(self, who: str, hex_index: int) -> str:
        name = self.ground.label(self.ground.map.terrain[hex_index], "hex")
        return f"hex of the {who}, {name}, level {self.ground.level(hex_index)}: an end never blocks"

    # --- slopes on the way ---------------------------------------------------------------------------

    def _marks(self, leaving: Leaving) -> tuple[tuple[int, ...], tuple[HexsideMark, ...]]:
        """Return the hexes of a hexside that are on the map, and its marks seen by the traveller."""
        cube, d = leaving[0] + self.start, leaving[1]
        near = self.grid.find(cube)
        if near is not None:
            far = self.grid.neighbour(near, d)
            return (near,) if far is None else (near, far), self.ground.edge(near, d).marks
        far = self.grid.find(cube + DIRECTIONS[d])
        if far is None:
            return (), ()
        return (far,), self.ground.edge(far, opposite(d)).marks

    def _steep(self, way: Way) -> bool:
        """Return whether a way crosses a steep slope hexside, up or down."""
        return any(
            side_value(self.ground, m, "los") == DEAD for leaving in way for m in self._marks(leaving)[1]
        )

    def _descends(self, leaving: Leaving) -> bool:
        """Return whether a hexside is a steep slope down for the traveller."""
        near = self.grid.find(leaving[0] + self.start)
        return near is not None and any(
            m.direction == "out" and side_value(self.ground, m, "los") == DEAD
            for m in self._marks(leaving)[1]
        )

    def _ascends(self, leaving: Leaving) -> bool:
        cube, d = leaving
        return self._descends((cube + DIRECTIONS[d], opposite(d)))

    @cached_property
    def _slopes(self) -> list[bool]:
        """Of every place met whether the line crosses a steep slope there, by both ways around a corner."""
        return [
            isinstance(part, Crossing)
            and part.kind != "along"
            and self._steep(part.left)
            and self._steep(part.right)
            for part in self.parts
        ]

    def _view(self, at: int, cube: Cube, who: int) -> _View:
        """Return what lies between end `who` (0 viewer, 1 target) and hex `cube` of the step `at`."""
        near = at - 1 if who == 0 else at + 1
        last = self.parts[near]
        if isinstance(last, Crossing) and last.kind == "along":
            near += -1 if who == 0 else 1
            last = self.parts[near]
        assert isinstance(last, Crossing)
        ways = way_into(last, cube) if who == 0 else way_out(last, cube)
        before = self._slopes[:near] if who == 0 else self._slopes[near + 1 :]
        steep = any(before) or all(map(self._steep, ways))
        if who == 0:
            down = all(self._descends(way[-1]) for way in ways)
        else:
            down = all(self._ascends(way[0]) for way in ways)
        return _View(steep, down)

    # --- hexes -----------------------------------------------------------------------------------------

    def _judge(self, at: int, step: LineStep, cube: Cube) -> tuple[bool, str, str, tuple[str, ...]]:
        """Return whether a hex blocks, by itself or by a unit in it; what does; in words; statements."""
        verdict, index = self._judge_ground(at, step, cube), self.grid.find(cube + self.start)
        if verdict[0] or index is None or index not in self.units:
            return verdict
        who = f"{verdict[2]}; unit `{self.units[index]}`"
        if self._is_dead(at, cube):
            return False, verdict[1], f"{who} in a dead hex is ignored", (*verdict[3], "MP-10.9.3B-d")
        return True, "unit", f"{who} blocks", ("MP-10.9.1-a",)

    def _is_dead(self, at: int, cube: Cube) -> bool:
        """Return whether a hex between the ends lies just below a steep slope of one of them."""
        index = self.grid.find(cube + self.start)
        level = 0 if index is None else self.ground.level(index)
        return index is not None and any(
            self.levels[end] > level and self._view(at, cube, end).down for end in (0, 1)
        )

    def _judge_ground(self, at: int, step: LineStep, cube: Cube) -> tuple[bool, str, str, tuple[str, ...]]:
        """Return whether a hex blocks by itself; what does; in words; statements."""
        index = self.grid.find(cube + self.start)
        if index is None:
            return False, "level", "off the map: no obstacle", ("MP-10.9.2-a",)
        kind, level = self.ground.map.terrain[index], self.ground.level(index)
        name = f"{self.ground.label(kind, 'hex')}, level {level}"
        is_higher, is_cover = level > max(self.levels), self.ground.of_hex(kind, "los") == BLOCKED
        # What lies on both sides of it is looked at only where it matters: most hexes are open and low.
        sees = [self._view(at, cube, who) for who in (0, 1)] if is_higher or is_cover else []
        if is_higher and sees[0].steep and sees[1].steep:
            text = f"{name}: higher than both ends, steep slopes on both sides"
            return True, "level", text, ("MP-10.9.2-b", "MP-10.9.2-c")
        if not is_cover:
            return False, kind or "", f"{name}: no obstacle", ("MP-10.9.2-a",)
        above = [sees[who].steep and self.levels[who] > level for who in (0, 1)]
        if all(above):
            return False, kind or "", f"{name}: both ends look down on it", ("MP-10.9.4-b",)
        if not any(above):
            return True, kind or "", f"{name}: blocks", ("MP-10.9.2-a", "MP-10.9.5-a")
        who = 0 if above[0] else 1
        if sees[who].down:
            return False, kind or "", f"{name}: lies in a dead hex, so it is overlooked", ("MP-10.9.3B-d",)
        behind = step.distance == (self.line.distance - 1 if who == 0 else 1)
        text = "the hex just behind it is hidden" if behind else "hides only the hex just behind it"
        return (
            behind,
            kind or "",
            f"{name}, seen from a steep height: {text}",
            (
                "MP-10.9.4-a",
                "MP-10.9.3B-f",
            ),
        )

    def _place(self, at: int, step: LineStep) -> None:
        verdicts = [self._judge(at, step, cube) for cube in step.hexes]
        hexes = tuple(h for c in step.hexes if (h := self.grid.find(c + self.start)) is not None)
        if len(verdicts) == 1:
            self._add(hexes, verdicts[0][1], verdicts[0][0], verdicts[0][2], *verdicts[0][3])
            return
        both = verdicts[0][0] and verdicts[1][0]
        verdict = "both block" if both else "not both block"
        text = f"along the hexside between two hexes [{verdicts[0][2]} | {verdicts[1][2]}]: {verdict}"
        rules = tuple(dict.fromkeys((*verdicts[0][3], *verdicts[1][3], "MP-10.9.5-b")))
        self._add(hexes, (verdicts[0] if verdicts[0][0] else verdicts[1])[1], both, text, *rules)

    # --- hexsides ----------------------------------------------------------------------------------------

    def _crossing(self, at: int, crossing: Crossing) -> None:
        ways = [self._way(at, way) for way in (crossing.left, crossing.right)]
        if crossing.left == crossing.right:
            self.factors += ways[0]
        elif all(any(f.blocks for f in way) for way in ways):
            self.factors += [*ways[0], *ways[1]]

    def _way(self, at: int, way: Way) -> list[SightFactor]:
        factors = []
        for leaving in way:
            hexes, marks = self._marks(leaving)
            for mark in marks:
                name = self.ground.label(mark.kind, "hexside", "crossing")
                los = side_value(self.ground, mark, "los")
                if los == DEAD:
                    text = f"{name}: the hex below it is dead ground"
                    factors.append(SightFactor(hexes, mark.kind, False, text, ("MP-10.9.3B-c",)))
                elif los != BLOCKED:
                    factors.append(
                        SightFactor(hexes, mark.kind, False, f"{name}: no obstacle", ("MP-10.9.3A-a",))
                    )
                else:
                    factors.append(self._obstacle(at, hexes, mark, name))
        return factors

    def _obstacle(self, at: int, hexes: tuple[int, ...], mark: HexsideMark, name: str) -> SightFactor:
        adjacent = self.origin in hexes or self.target in hexes
        if adjacent and reciprocal(self.ground, mark, hexes):
            text = f"{name}: an end is beside it"
            return SightFactor(hexes, mark.kind, False, text, ("MP-10.9.3A-a", "MP-14.4-b"))
        level = max(self.ground.level(h) for h in hexes)
        for who, slopes in enumerate((self._slopes[:at], self._slopes[at + 1 :])):
            if self.levels[who] > level and any(slopes):
                text = f"{name}, level {level}: seen from a steep height"
                return SightFactor(hexes, mark.kind, False, text, ("MP-14.4-b",))
        return SightFactor(
            hexes, mark.kind, True, f"{name}, level {level}: blocks", ("MP-10.9.3A-a", "AMB-37")
        )

    def _dead(self, who: int, viewer: int, below: int) -> None:
        """Add the factor of a dead hex: end `below` lies just under a steep slope, the other end above it."""
        at, cube = (len(self.parts) - 1, self.line.delta) if who == 0 else (0, Cube(0, 0))
        if self.ground.level(viewer) > self.ground.level(below) and self._view(at, cube, who).down:
            text = f"hex {self.grid.id(below)} is dead ground below a steep slope"
            self._add((below,), DEAD, True, text, "MP-10.9.3B-c", "AMB-37")


RULES = MpbsSight()
"""Sight rules of the series."""
