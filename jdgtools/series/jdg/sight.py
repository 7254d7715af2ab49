"""Lines of sight of Jours de Gloire: rules 7.4, with everything that was looked at.

Readings that the text leaves open, beside the options `los_town_castle_block` (AMB-54), `los_half`
(AMB-55) and `los_through_corner` (AMB-113):

- A hexside obstacle stands at the level of the higher of its two hexes (the crest hides what is behind
  it, as between adjacent hexes, JDG-7.4.4-b). The other reading, the lower hex, would let guns see over
  the brow at whose edge they stand, but not into the hex below it.
- `los_through_corner` = `both`: a line exactly through a corner passes on the easier side, so hexsides
  block there only if they do on both sides of it. `either`: what blocks on one side is enough, be it a
  hexside or the hex that the line touches in this corner alone. The two hexes on both sides of a hexside
  along which the line runs are a case of its own (JDG-7.4.2).
- A hex is adjacent to a hexside (JDG-7.4.1-d) if it is one of the two hexes that share it.
- `los_half` = `blocks_high`: an obstacle exactly halfway blocks the view of a firer that is higher than
  the target; `blocks_low`: of a firer that is lower.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.derived.protocols import BlockingUnits, OverlookRule
from jdgtools.hexgrid import Cube, line_template
from jdgtools.hexgrid.coords import DIRECTIONS, opposite
from jdgtools.rules import MapRules, Sight, SightFactor
from jdgtools.series.jdg.terrain_index import HexsideMark, JdgTerrainIndex, index_of
from jdgtools.series.sight_lines import NOBODY, SeriesSight

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HARD = "blocked"
SOFT = "blocked_unless_adjacent"
_TOWN_CASTLE = ("town", "castle")


class _Ends(Struct, frozen=True):
    """Both ends of a line and what is judged by them."""

    firer: int
    target: int
    """Levels."""
    distance: int
    half: str
    """Value of the option `los_half`."""

    def ignores(self, level: int, twice: int) -> tuple[str, str] | None:
        """Return why an obstacle is ignored by its level, with the statement; None if it blocks (JDG-7.4.3).

        Args:
            level: that of the obstacle.
            twice: twice its distance from the firer, in hexes.
        """
        if self.firer > level and self.target > level:
            return "firer and target are both higher", "JDG-7.4.3-a"
        if self.firer > max(self.target, level) and self._near(twice, "blocks_high"):
            return "the firer is higher and no farther from it than the target", "JDG-7.4.3-b"
        if self.target > max(self.firer, level) and self._near(2 * self.distance - twice, "blocks_low"):
            return "the target is higher and no farther from it than the firer", "JDG-7.4.3-c"
        return None

    def _near(self, twice: int, blocks: str) -> bool:
        return twice < self.distance or (twice == self.distance and self.half != blocks)


class JdgSight(SeriesSight):
    """Lines of sight of Jours de Gloire."""

    def line(self, map_rules: MapRules, origin: int, target: int, units: Mapping[int, str]) -> Sight:
        """Judge a line (JDG-7.4). Units are obstacles at the level of their hex (JDG-7.4.1-b)."""
        return SightTrace(index_of(map_rules), origin, target, units).result()

    def blocking_units(self, map_rules: MapRules) -> BlockingUnits:
        """Return how units block: each is an obstacle at the level of its hex (JDG-7.4.1-b)."""
        half = map_rules.options.get("los_half", "ignored")
        return BlockingUnits(
            arms=("infantry", "cavalry", "artillery"),
            along="both",
            overlooked=(
                OverlookRule("both", rules=("JDG-7.4.3-a",)),
                OverlookRule("firer", "firer", half != "blocks_high", ("JDG-7.4.3-b", "AMB-55")),
                OverlookRule("target", "target", half != "blocks_low", ("JDG-7.4.3-c", "AMB-55")),
            ),
            rules=("JDG-7.4.1-b", "JDG-7.4.2-a", "JDG-7.4.2-b"),
        )

    def ground_obstacles(self, map_rules: MapRules) -> frozenset[int]:
        """Return the hexes whose terrain is an obstacle (JDG-7.4.1-b, AMB-54)."""
        ground = index_of(map_rules)
        return frozenset(
            i for i, kind in enumerate(map_rules.map.terrain) if hex_obstacle(ground, kind) != "open"
        )

    def blocks_beside_ground(
        self, map_rules: MapRules, origin: int, target: int, unit_hex: int, ground_hex: int
    ) -> bool:
        """Return whether a unit and the ground beside it block the line between them (JDG-7.4.2-b)."""
        trace = SightTrace(index_of(map_rules), origin, target, {unit_hex: ""})
        return trace.is_blocked_along(unit_hex, ground_hex)

    def all_pairs(self, map_rules: MapRules, reach: int | None = None) -> NDArray[np.bool_]:
        """Return array (hexes, hexes) of whether the column hex is seen from the row hex.

        Equals `sight(...).clear` for every pair (tested); False for indices that are no hex, and for pairs
        that are farther apart than `reach`.
        """
        from jdgtools.series.jdg.sight_np import all_pairs

        return all_pairs(index_of(map_rules), reach)


def hex_obstacle(ground: JdgTerrainIndex, kind: str | None) -> str:
    """Return how a hex terrain obstructs.

    `open`, `blocked`, `blocked_unless_adjacent` (JDG-7.4.1-b, AMB-54).
    """
    if _is_built_up(ground, kind) and ground.map_rules.options.get("los_town_castle_block") is False:
        return "open"
    return str(ground.of_hex(kind, "los") or "open")


def _is_built_up(ground: JdgTerrainIndex, kind: str | None) -> bool:
    """Return whether a terrain is a town or a castle to the rules."""
    return ground.map_rules.definition.acts_as(kind or "") in _TOWN_CASTLE


def obstacle_height(ground: JdgTerrainIndex, kind: str | None) -> int:
    """Return how high an obstacle rises above the level of its hex."""
    height = ground.of_hex(kind, "height")
    return height if isinstance(height, int) else 0


def level_of(ground: JdgTerrainIndex, hex_index: int | None) -> int:
    """Return the level of a hex; 0 where the map says nothing."""
    return 0 if hex_index is None else ground.map.levels[hex_index] or 0


def side_obstacle(ground: JdgTerrainIndex, mark: HexsideMark, either_way: bool) -> str:
    """Return how a line of the hexside chart obstructs; `either_way`: the stricter of both directions."""
    obstacles = {ground.of_side(mark, "los")}
    if either_way:
        obstacles.add(ground.of_side(ground.reverse(mark), "los"))
    return HARD if HARD in obstacles else SOFT if SOFT in obstacles else "open"


class SightTrace:
    """One line of sight in the making."""

    def __init__(
        self, ground: JdgTerrainIndex, origin: int, target: int, units: Mapping[int, str] = NOBODY
    ) -> None:
        self.ground = ground
        self.units = units
        self.grid = ground.map.grid
        self.origin, self.target = origin, target
        self.start = self.grid.cube(origin)
        """The line is that from the hex (0, 0), moved here."""
        self.ends = _Ends(
            level_of(ground, origin),
            level_of(ground, target),
            self.grid.distance(origin, target),
            str(ground.map_rules.options.get("los_half", "ignored")),
        )
        self.factors: list[SightFactor] = []

    def result(self) -> Sight:
        """Return whether the line is clear, with all that it meets in order."""
        self._end(self.origin, "firer", self.ends.firer)
        if self.ends.distance == 1:
            self._adjacent()
        elif self.ends.distance > 1:
            self._far()
        if self.target != self.origin:
            self._end(self.target, "target", self.ends.target)
        clear = not any(f.blocks for f in self.factors)
        return Sight(self.origin, self.target, clear, self.ends.distance, tuple(self.factors))

    def is_blocked_along(self, *hexes: int) -> bool:
        """Return whether both hexes of a hexside along which the line runs block (JDG-7.4.2-b)."""
        twice = 2 * self.grid.distance(self.origin, hexes[0])
        return all(self._judge_hex(h, twice)[0] for h in hexes)

    def _add(self, hexes: tuple[int, ...], what: str, blocks: bool, text: str, *rules: str) -> None:
        self.factors.append(SightFactor(hexes, what, blocks, text, rules))

    def _end(self, hex_index: int, who: str, level: int) -> None:
        kind = self.ground.map.terrain[hex_index]
        name = self.ground.label(kind or "", "hex") or "unknown terrain"
        text = f"hex of the {who}, {name}, level {level}: an end of the line never blocks"
        self._add((hex_index,), "level", False, text, "AMB-54")

    # --- adjacent hexes ---------------------------------------------------------------------------

    def _adjacent(self) -> None:
        direction = self.grid.direction(self.origin, self.target)
        assert direction is not None
        pair = (self.origin, self.target)
        for mark in self.ground.edge(self.origin, direction).marks:
            name, los = self._name(mark), side_obstacle(self.ground, mark, False)
            if los == HARD:
                text = f"{name} between adjacent hexes: blocks"
                self._add(pair, mark.kind, True, text, "JDG-7.4.4-b")
            elif los == SOFT:
                text = f"{name}: firer and target are adjacent to it"
                self._add(pair, mark.kind, False, text, "JDG-7.4.4-a", "AMB-56")
            else:
                text = f"{name} between adjacent hexes: no obstacle"
                self._add(pair, mark.kind, False, text, "JDG-7.4.4-a")
        if len(self.factors) == 1:
            self._add(pair, "level", False, "adjacent hexes: always seen", "JDG-7.4.4-a")

    # --- longer lines -----------------------------------------------------------------------------

    def _far(self) -> None:
        delta = self.grid.cube(self.target) - self.start
        line = line_template(delta.q, delta.r)
        # Between two steps lies one crossing; a tied step has one more of its own, along its hexside.
        events = iter(line.crossings)
        for step in line.steps:
            if 0 < step.distance < self.ends.distance:
                hexes = tuple(self.grid.find(h + self.start) for h in step.hexes)
                if step.tied:
                    self._look_along_hexside(hexes, step.distance)
                    along = next(events)
                    self._along(along.left[0], along.half_distance)
                else:
                    self._through(hexes[0], step.distance)
            event = next(events, None)
            if event is None:
                break
            if event.kind == "side":
                self._across(event.left[0], event.half_distance)
            else:
                self._corner(event.left, event.right, event.half_distance)

    def _judge_hex(self, hex_index: int | None, twice: int) -> tuple[bool, str, str, tuple[str, ...]]:
        """Return whether a hex blocks, by itself or by a unit in it; arguments as in `_judge_ground`."""
        verdict = self._judge_ground(hex_index, twice)
        if verdict[0] or hex_index is None or hex_index not in self.units:
            return verdict
        is_ignored = self.ends.ignores(level_of(self.ground, hex_index), twice)
        who = f"{verdict[2]}; unit `{self.units[hex_index]}`"
        if is_ignored is not None:
            return (
                False,
                verdict[1],
                f"{who} ignored, {is_ignored[0]}",
                (*verdict[3], "JDG-7.4.1-b", is_ignored[1]),
            )
        return True, "unit", f"{who} blocks", ("JDG-7.4.1-b",)

    def _judge_ground(self, hex_index: int | None, twice: int) -> tuple[bool, str, str, tuple[str, ...]]:
        """Return whether the ground of a hex blocks; terrain id or `level`, words, statements.

        Args:
            hex_index: None = off the map.
            twice: twice the distance from the firer at which the line meets it.
        """
        if hex_index is None:
            return False, "level", "off the map: no obstacle", ("JDG-7.4-c",)
        kind, level = self.ground.map.terrain[hex_index], level_of(self.ground, hex_index)
        name = self.ground.label(kind or "", "hex") or "unknown terrain"
        where = f"{name}, level {level}, {self._way_there(twice)}"
        if level > max(self.ends.firer, self.ends.target):
            return True, "level", f"{where}: higher than firer and target", ("JDG-7.4.1-a",)
        los = hex_obstacle(self.ground, kind)
        if los == SOFT and 1 in (self.grid.distance(hex_index, h) for h in (self.origin, self.target)):
            return False, kind or "", f"{where}: no obstacle next to an end", ("JDG-7.4.1-d",)
        rules: tuple[str, ...] = ("JDG-7.4.1-b",)
        if _is_built_up(self.ground, kind):
            rules = (*rules, "AMB-54")
        if los not in (HARD, SOFT):
            return False, kind or "", f"{where}: no obstacle", rules
        is_ignored = self.ends.ignores(level + obstacle_height(self.ground, kind), twice)
        if is_ignored is not None:
            return False, kind or "", f"{where}: ignored, {is_ignored[0]}", (*rules, is_ignored[1])
        return True, kind or "", f"{where}: blocks", rules

    def _through(self, hex_index: int | None, distance: int) -> None:
        blocks, what, text, rules = self._judge_hex(hex_index, 2 * distance)
        self._add(() if hex_index is None else (hex_index,), what, blocks, text, *rules)

    def _look_along_hexside(self, hexes: tuple[int | None, ...], distance: int) -> None:
        left, right = (self._judge_hex(h, 2 * distance) for h in hexes)
        there = tuple(h for h in hexes if h is not None)
        ids = " and ".join("off the map" if h is None else self.grid.id(h) for h in hexes)
        both = left[0] and right[0]
        if both:
            verdict, rule = "both block, so the line between them is blocked", "JDG-7.4.2-b"
        elif left[0] or right[0]:
            verdict, rule = "only one of them blocks, so the line between them does not", "JDG-7.4.2-a"
        else:
            verdict, rule = "neither blocks", "JDG-7.4.2-a"
        text = f"along the hexside of {ids} [{left[2]} | {right[2]}]: {verdict}"
        rules = tuple(dict.fromkeys((*left[3], *right[3], rule)))
        self._add(there, (left if left[0] else right)[1], both, text, *rules)

    # --- hexsides ---------------------------------------------------------------------------------

    def _side(self, leaving: tuple[Cube, int]) -> tuple[tuple[int, ...], tuple[HexsideMark, ...], int]:
        """Return the hexes of a hexside that are on the map, its marks, its level."""
        cube, direction = leaving[0] + self.start, leaving[1]
        near = self.grid.find(cube)
        if near is None:
            far = self.grid.find(cube + DIRECTIONS[direction])
            if far is None:
                return (), (), 0
            return (far,), self.ground.edge(far, opposite(direction)).marks, level_of(self.ground, far)
        other = self.grid.neighbour(near, direction)
        hexes = (near,) if other is None else (near, other)
        level = max(level_of(self.ground, h) for h in hexes)
        return hexes, self.ground.edge(near, direction).marks, level

    def _judge_side(
        self, mark: HexsideMark, hexes: tuple[int, ...], level: int, twice: int, along: bool = False
    ) -> tuple[bool, str, tuple[str, ...]]:
        """Return whether a line of the hexside chart blocks; words, statements."""
        # A line along a hexside, or at the border of the map, crosses it neither inwards nor outwards.
        name, los = self._name(mark), side_obstacle(self.ground, mark, along or len(hexes) < 2)
        if los == SOFT and (self.origin in hexes or self.target in hexes):
            who = "firer" if self.origin in hexes else "target"
            return False, f"{name}: the {who} is adjacent to it", ("JDG-7.4.1-d",)
        if los not in (HARD, SOFT):
            return False, f"{name}: no obstacle", ("JDG-7.4.1-c",)
        where = f"{name}, level {level}, {self._way_there(twice)}"
        is_ignored = self.ends.ignores(level, twice)
        if is_ignored is not None:
            return False, f"{where}: ignored, {is_ignored[0]}", ("JDG-7.4.1-c", is_ignored[1], "AMB-55")
        return True, f"{where}: blocks", ("JDG-7.4.1-c",)

    def _across(self, leaving: tuple[Cube, int], twice: int) -> None:
        hexes, marks, level = self._side(leaving)
        for mark in marks:
            blocks, text, rules = self._judge_side(mark, hexes, level, twice)
            self._add(hexes, mark.kind, blocks, text, *rules)

    def _along(self, leaving: tuple[Cube, int], twice: int) -> None:
        hexes, marks, level = self._side(leaving)
        for mark in marks:
            blocks, text, rules = self._judge_side(mark, hexes, level, twice, along=True)
            self._add(hexes, mark.kind, blocks, f"along its whole length, {text}", *rules, "JDG-7.4.2-c")

    def _corner(
        self, left: tuple[tuple[Cube, int], ...], right: tuple[tuple[Cube, int], ...], twice: int
    ) -> None:
        """Judge a line exactly through a corner: blocked if both sides block, by option if one does."""
        ways = [self._way(way, twice) for way in (left, right)]
        either = self.ground.map_rules.options.get("los_through_corner") == "either"
        sides = [any(blocks for _, _, blocks, _, _ in way) for way in ways]
        stops = any(sides) if either else all(sides)
        for side, way in zip(("left", "right"), ways, strict=True):
            for hexes, kind, blocks, text, rules in way:
                note = "" if stops or not blocks else "; the other side of the corner is open"
                rules = (*rules, "AMB-113")
                self._add(hexes, kind, blocks and stops, f"{side} of a corner, {text}{note}", *rules)
        if either and len(left) != len(right):
            self._touch(max(left, right, key=len)[0], twice)

    def _touch(self, leaving: tuple[Cube, int], twice: int) -> None:
        """Judge the hex that the line meets in one corner alone: it lies on the longer way around."""
        cube, direction = leaving
        hex_touched = self.grid.find(cube + self.start + DIRECTIONS[direction])
        blocks, what, text, rules = self._judge_hex(hex_touched, twice)
        if blocks and hex_touched is not None:
            self._add((hex_touched,), what, True, f"touched in a corner, {text}", *rules, "AMB-113")

    def _way(
        self, way: tuple[tuple[Cube, int], ...], twice: int
    ) -> list[tuple[tuple[int, ...], str, bool, str, tuple[str, ...]]]:
        judgements = []
        for leaving in way:
            hexes, marks, level = self._side(leaving)
            for mark in marks:
                judgements.append((hexes, mark.kind, *self._judge_side(mark, hexes, level, twice)))
        return judgements

    def _way_there(self, twice: int) -> str:
        half = twice // 2 if twice % 2 == 0 else twice / 2
        return f"{half:g} of {self.ends.distance} hexes on the way"

    def _name(self, mark: HexsideMark) -> str:
        return self.ground.label(mark.kind, "hexside", "crossing")


RULES = JdgSight()
"""Sight rules of the series."""
