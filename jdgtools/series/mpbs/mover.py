"""A unit or leader of Musket & Pike in one move: steps, turns, wheels, columns, bridges (6.2, 6.3, 7, 8).

A place is (hex, facing, formation, slopes, steps). The hex is that of the left half of a two-hex unit, whose
right half follows from the facing; in Column it is the tail, and the facing is the direction of the head.
`formation` counts formation hits (0 Normal, 1 Shaken, 2 Broken, 3 = takes none), `slopes` the gentle slopes
crossed, odd or even, and `steps_taken` whether the one step of Receive Charge has been made.
"""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.derived.memo import get_or_make
from jdgtools.derived.movers import MovePoints, MovingPiece, Place, Pose
from jdgtools.rules import StepCost
from jdgtools.series.mpbs.footprint import Wheel, right_of, wheel, zones
from jdgtools.series.mpbs.movement import RULES as MOVEMENT
from jdgtools.series.mpbs.neighbours import Neighbours
from jdgtools.series.mpbs.terrain_index import index_of

NO_FACING = -1
SHAKEN, BROKEN, NO_HITS = 1, 2, 3
LEVELS = ("formation_normal", "formation_shaken", "formation_broken")
_COUNTERMARCH = 3
_TURNED = tuple(((k + 1) % 6, (k + 5) % 6, (k + 3) % 6) for k in range(6))
"""Facing after a turn to the right, to the left, and about."""
Facts = tuple[int, int, bool]
"""Cost (-1 = prohibited), formation hits and whether a gentle slope is crossed, of one or two steps."""


class MpbsMover:
    """A unit or leader in one move of an activation."""

    def __init__(self, piece: MovingPiece, start: Place, budget: MovePoints, around: Neighbours,
                 notes: tuple[str, ...]) -> None:  # fmt: skip
        """Prepare the move; see `MpbsUnitMoves.mover`."""
        self.piece, self.start, self.budget, self.notes = piece, start, budget, notes
        self.around = around
        self.grid = piece.map_rules.map.grid
        self.movement_class = piece.movement_class
        unit = piece.unit
        self.arm = "leader" if unit is None else unit.arm
        self.in_column = piece.state.get("formation") == "column"
        self.two_hex = unit is not None and unit.footprint == 2
        self.origin = start[0]
        self._facts: dict[int | Place, Facts] = get_or_make(
            piece.map_rules, MOVEMENT, ("unit_moves", self.movement_class), dict
        )
        self._neighbours = self.grid.neighbour_table
        self._contact = around.contact
        self._turn = MOVEMENT.turn(self.arm, 1, self.two_hex, self.in_column)
        self._about = MOVEMENT.turn(self.arm, _COUNTERMARCH, self.two_hex, self.in_column)
        self._countermarch = piece.map_rules.options.get("two_hex_countermarch") is not False
        settings = {} if piece.scenario is None else piece.scenario.settings
        self._minimum = settings.get("minimum_move") is True
        self._bridges = self._bridge_places()

    # --- what comes next ----------------------------------------------------------------------------

    def moves(self, place: Place) -> Iterable[tuple[Place, int]]:
        """Return steps, turns, wheels and the countermarch."""
        if self.budget.points == 0 or place[2] == BROKEN or self._joins(place):
            return ()
        if place[1] == NO_FACING:
            return self._steps_any_way(place)
        if self.two_hex:
            return self._column_moves(place) if self.in_column else self._two_hex_moves(place)
        result = self._turns(place)
        if not self._is_bound(place):
            self._front_steps(result, place)
        return result

    def _front_steps(self, result: list[tuple[Place, int]], place: Place) -> None:
        """Add the steps of a one-hex unit into its two front hexes: `_step`, quick for the common case."""
        hex_index, facing, level, slopes, steps_taken = place
        if steps_taken or self._minimum:
            for direction in (facing, (facing + 1) % 6):
                self._step(result, place, ((hex_index, direction),), facing)
            return
        around, facts_of, after = self.around, self._facts.get, self.around.one_step
        closed_hexes, needs_facing = around.closed_hexes, around.facing_needed
        neighbours = self._neighbours[hex_index]
        for direction in (facing, facing - 5 if facing == 5 else facing + 1):
            target = neighbours[direction]
            if (
                target is None
                or target in closed_hexes
                or (needs_facing and needs_facing.get(target, facing) != facing)
            ):
                continue
            facts = facts_of(6 * hex_index + direction)
            if facts is None:
                facts = self._facts_of(((hex_index, direction),))
            cost, hits, gentle = facts
            if cost < 0:
                continue
            if level == NO_HITS or not (hits or gentle):
                result.append(((target, facing, level, slopes, after), cost))
            else:
                self._step(result, place, ((hex_index, direction),), facing)

    def _steps_any_way(self, place: Place) -> list[tuple[Place, int]]:
        result: list[tuple[Place, int]] = []
        if not self._is_bound(place):
            for direction in range(6):
                self._step(result, place, ((place[0], direction),), NO_FACING)
        return result

    def _turns(self, place: Place) -> list[tuple[Place, int]]:
        """Return turns on the spot: by one corner, and about (MP-6.2.1-a, -b, MP-6.2.2-a)."""
        hex_index, facing, level, slopes, steps_taken = place
        about = (hex_index, _TURNED[facing][2], level, slopes, steps_taken)
        result: list[tuple[Place, int]] = [(about, self._about or 0)]
        if self._turn is not None:
            right, left, _ = _TURNED[facing]
            result.append(((hex_index, right, level, slopes, steps_taken), self._turn))
            result.append(((hex_index, left, level, slopes, steps_taken), self._turn))
        return result

    def _two_hex_moves(self, place: Place) -> list[tuple[Place, int]]:
        """Return forward steps of both halves, wheels and the countermarch (MP-6.2.1-c, AMB-75)."""
        left, facing, *rest = place
        right = right_of(self.grid, left, facing)
        result: list[tuple[Place, int]] = []
        if right is None:
            return result
        if self._countermarch:
            result.append(((right, (facing + 3) % 6, *rest), self._about or 0))
        if not self._is_bound(place):
            for direction in (facing, (facing + 1) % 6):
                self._step(result, place, ((left, direction), (right, direction)), facing)
        for new_facing in self._wheels(left, right, facing):
            self._step(
                result,
                place,
                ((new_facing.mover, new_facing.direction),),
                new_facing.facing,
                new_facing.halves[0],
                1,
            )
        if place == self.start:
            result += [(target, self.budget.points or 0) for target in self._bridges]
        return result

    def _wheels(self, left: int, right: int, facing: int) -> list[Wheel]:
        turns = (wheel(self.grid, (left, right), facing, to_right) for to_right in (False, True))
        return [new_facing for new_facing in turns if new_facing is not None]

    def _column_moves(self, place: Place) -> list[tuple[Place, int]]:
        """Return steps of the head, straight or after a turn; the tail follows (MP-6.3.4-d, -e, AMB-19)."""
        tail, facing, *rest = place
        head = self._neighbours[tail][facing]
        result: list[tuple[Place, int]] = []
        if head is None:
            return result
        result.append(((head, (facing + 3) % 6, *rest), self._about or 0))
        if not self._is_bound(place):
            for turn in (0, 1, 5):
                direction = (facing + turn) % 6
                extra = (self._turn or 0) if turn else 0
                self._step(result, place, ((head, direction),), direction, head, extra)
        return result

    def _step(
        self, result: list[tuple[Place, int]], place: Place, steps: tuple[tuple[int, int], ...], facing: int,
        first: int | None = None, extra: int = 0,
    ) -> None:  # fmt: skip
        """Add one or two simultaneous steps to the moves, if nothing forbids them.

        Args:
            result: the moves.
            place: where they begin.
            steps: (hex, direction) of each half that moves.
            facing: afterwards.
            first: hex of the place afterwards; None = where the first of the steps leads.
            extra: what it costs more.
        """
        if place[4]:
            return
        targets = []
        for origin, direction in steps:
            target = self._neighbours[origin][direction]
            if target is None or self.around.bars(target, facing):
                return
            targets.append(target)
        cost, hits, gentle = self._facts_of(steps)
        if cost < 0:
            return
        if self.two_hex and not self.in_column and any(t in self.around.bridges for t in targets):
            return
        level, slopes = place[2], place[3]
        if level != NO_HITS:
            if gentle:
                hits, slopes = hits + slopes, 1 - slopes
            level = min(level + hits, BROKEN)
        there = (targets[0] if first is None else first, facing, level, slopes, self.around.one_step)
        cost += extra
        if self._minimum and place == self.start:
            cost = min(cost, self.budget.points or cost)  # the scenario gives a move of one hex (MP-7.1.1-e)
        result.append((there, cost))

    def _facts_of(self, steps: tuple[tuple[int, int], ...]) -> Facts:
        key: int | Place = 6 * steps[0][0] + steps[0][1] if len(steps) == 1 else (*steps[0], *steps[1])
        facts = self._facts.get(key)
        if facts is None:
            map_rules, column = self.piece.map_rules, self.movement_class
            cost = MOVEMENT.pair(map_rules, steps, column).cost
            facts = (
                -1 if cost is None else cost,
                0 if cost is None else MOVEMENT.pair_hits(map_rules, steps, column),
                any(MOVEMENT.gentle_slopes(map_rules, *step) for step in steps),
            )
            self._facts[key] = facts
        return facts

    def _joins(self, place: Place) -> bool:
        """Return whether the unit has joined friends, which ends its move (MP-7.3.3-h, MP-8.2.2-a)."""
        return place[0] != self.origin and place[0] in self.around.joins

    def _is_bound(self, place: Place) -> bool:
        """Return whether the unit may turn, not leave: under Charge next to an enemy (MP-5.6.1-e)."""
        contact = self._contact
        return bool(contact) and not contact.isdisjoint(self._hexes(place))

    def _bridge_places(self) -> tuple[Place, ...]:
        """Return where a two-hex unit stands that crosses a bridge with its whole move (MP-7.3.5-c)."""
        normal = self.piece.state.get("formation", LEVELS[0]) in (LEVELS[0], "open_order")
        if not self.two_hex or self.in_column or not normal or not self.budget.points:
            return ()
        hexes, facing = self._hexes(self.start), self.start[1]
        places = []
        for bridge in zones(self.grid, hexes, facing).front:
            if bridge not in self.around.bridges or self.around.bars(bridge, facing):
                continue
            if not self._leads(hexes, bridge):
                continue
            for left in self.grid.disc(bridge, 2):
                right = right_of(self.grid, left, facing)
                halves = (left, right) if right is not None else ()
                free = halves and all(
                    self._may_stand(h) and not self.around.bars(h, facing) and h not in self.around.bridges
                    for h in halves
                )
                beyond = free and bridge in zones(self.grid, (left, right or 0), facing).rear
                if beyond and any(self._leads((bridge,), h) for h in halves):
                    places.append((left, facing, BROKEN, 0, self.around.one_step))
        return tuple(places)

    def _leads(self, origins: tuple[int, ...], target: int) -> bool:
        """Return whether one of the hexes has a step into another that no special rule closes."""
        steps = ((h, self.grid.direction(h, target)) for h in origins)
        of_step = self.piece.prohibitions.of_step
        return any(d is not None and not of_step(h, d, target) for h, d in steps)

    def _may_stand(self, hex_index: int) -> bool:
        ground = index_of(self.piece.map_rules)
        if not ground.on_map(hex_index):
            return False
        return MOVEMENT.entry(self.piece.map_rules, hex_index, self.movement_class, ()).cost is not None

    # --- in words -----------------------------------------------------------------------------------

    def leg(self, place: Place, target: Place) -> StepCost:
        """Return one move with its reasons."""
        before, after = self._hexes(place), self._hexes(target)
        if set(before) == set(after):
            return self._turn_leg(place, target)
        if self.two_hex and not self.in_column and target in self._bridges and place == self.start:
            why = "crosses the bridge with its whole move and stands beyond it, Formation Broken (MP-7.3.5-c)"
            return StepCost(self.budget.points, "bridge", True, (why,))
        steps, extra, reasons = self._way(place, target, before, after)
        step = MOVEMENT.pair(self.piece.map_rules, steps, self.movement_class)
        hit = target[2] != NO_HITS and target[2] > place[2]
        words = [*reasons, *step.reasons]
        if hit and not any("formation hit" in reason for reason in step.reasons):
            words.append("the second gentle slope of the move: formation hit (MP-7.3.1-f)")
        if hit and target[2] == BROKEN:
            words.append("Formation Broken: stops at once (MP-7.3.1-d)")
        words += [self.around.stops[h] for h in after if h not in before and h in self.around.stops]
        words += [self.around.prizes[h] for h in after if h not in before and h in self.around.prizes]
        cost = None if step.cost is None else step.cost + extra
        return StepCost(cost, step.way, hit, tuple(words))

    def _turn_leg(self, place: Place, target: Place) -> StepCost:
        corners = min((place[1] - target[1]) % 6, (target[1] - place[1]) % 6)
        if corners == _COUNTERMARCH:
            return StepCost(self._about, reasons=("countermarch, 180 degrees: 2 MP (MP-6.2.2-a)",))
        heavy = self.arm in ("heavy_infantry", "dismounted_cavalry")
        rule = "MP-6.2.1-b" if heavy else "MP-6.2.1-a"
        return StepCost(self._turn, reasons=(f"turns by one corner: {self._turn} MP ({rule})",))

    def _way(
        self, place: Place, target: Place, before: tuple[int, ...], after: tuple[int, ...]
    ) -> tuple[tuple[tuple[int, int], ...], int, tuple[str, ...]]:
        """Return the steps between two places, what they cost more, and why."""
        if self.two_hex and self.in_column:
            has_turned = place[1] != target[1]
            extra = (self._turn or 0) if has_turned else 0
            words = (f"the head turns by 60 degrees: {extra} MP (MP-6.2.1-d)",) if has_turned else ()
            return ((before[1], target[1]),), extra, words
        if self.two_hex and place[1] != target[1]:
            left, right = before
            turned_to = next(w for w in self._wheels(left, right, place[1]) if w.facing == target[1])
            wheels = ("wheels: 1 MP and the terrain (MP-6.2.1-c)",)
            return ((turned_to.mover, turned_to.direction),), 1, wheels
        direction = self._neighbours[place[0]].index(target[0])
        return tuple((h, direction) for h in before), 0, ()

    def limit(self, place: Place) -> int | None:
        """Return None: the allowance is fixed when the move begins (MP-7.3.1-c)."""
        return None

    def stops(self, place: Place) -> bool:
        """Return whether the move ends there: broken, joined to others, in contact under Charge."""
        return place[2] == BROKEN or self._joins(place) or self._is_bound(place) or bool(place[4])

    def end(self, place: Place) -> str:
        """Return why the move may not end there."""
        hexes = self._hexes(place)
        if place != self.start:
            for h in hexes:
                if h in self.around.no_end and h not in self.piece.hexes:
                    return self.around.no_end[h]
        if self.two_hex and any(h in self.around.bridges for h in hexes) and place[0] != self.origin:
            return "a two-hex unit may not end its activation on a bridge (MP-7.3.5-b)"
        if self.around.keeps_away and self.around.closer(self.piece.hexes, hexes):
            return "under Rally a move ends no closer to the enemy than it began (MP-5.6.4-a, AMB-14)"
        return ""

    def pose(self, place: Place) -> Pose:
        """Return hexes, facing and formation."""
        has_changed = place[2] != self.start[2] and place[2] < NO_HITS
        state = {"formation": LEVELS[place[2]]} if has_changed else {}
        free = place[1] == NO_FACING or (self.two_hex and self.in_column)
        return Pose(self._hexes(place), None if free else place[1], state)

    def facings(self, place: Place) -> tuple[int, ...] | None:
        """Return None: the facing is that of the pose, or means nothing (MP-6.1-d)."""
        return None

    def why_closed(self, hex_index: int) -> str:
        """Return why it never enters a hex."""
        why = self.around.closed_hexes.get(hex_index)
        if why or not self._may_stand(hex_index):
            return why or terrain_bar(self.piece, hex_index)
        return ""

    def _hexes(self, place: Place) -> tuple[int, ...]:
        if not self.two_hex:
            return (place[0],)
        other = (
            self._neighbours[place[0]][place[1]]
            if self.in_column
            else right_of(self.grid, place[0], place[1])
        )
        return (place[0],) if other is None else (place[0], other)


def terrain_bar(piece: MovingPiece, hex_index: int) -> str:
    """Return why terrain keeps a piece out of a hex, whichever way it comes; '' = it does not."""
    map_rules, column = piece.map_rules, piece.movement_class
    entry = MOVEMENT.entry(map_rules, hex_index, column, ())
    if entry.cost is not None:
        return ""
    grid = map_rules.map.grid
    for direction in range(6):
        near = grid.neighbour(hex_index, direction)
        if near is not None and MOVEMENT.step(map_rules, near, (direction + 3) % 6, column).cost is not None:
            return ""  # a road leads in
    guns = "; its guns go where guns may go (MP-7.3.4-a)" if column == "heavy_infantry_guns" else ""
    return f"{entry.reasons[0]}{guns}"
