"""Where a unit may go: the cheapest paths by the rules of movement (JDG-4.3, JDG-4.4, JDG-6.2.2)."""

from __future__ import annotations

from bisect import insort

from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.special import Special
from jdgtools.engine.jdg.tables import Tables
from jdgtools.engine.jdg.ways import Ways
from jdgtools.engine.jdg.words import (
    ARTILLERY,
    BY_BOUNDS,
    COMMANDER,
    DISORDERED,
    FULL_ALLOWANCE,
    OUT_OF_TOUCH,
    RENFORT,
    ROUTED,
    SQUARE,
)
from jdgtools.engine.jdg.zones import Threats, friends_in, half_rounded_up, stack_fits, threats_to

_FAR = 1 << 30
"""More than any cost."""
MARCHES_ON = RENFORT | FULL_ALLOWANCE
"""A reinforcement, or one that was when its march began: it may come near an enemy (JDG-5.2.1-f)."""
LEVELS = ROUTED + 1
"""Levels of cohesion that a unit on the map can have."""
NORMAL, FORCED, CHARGING, IN_PLACE = 1, 2, 3, 4
"""Kinds of movement; a unit uses one of them in an activation (JDG-4.1.3-e), or turns where it stands."""


def ends_move(t: Tables, s: GameState, threats: Threats, unit: int, kind: int, hex_index: int) -> bool:
    """Return whether the step into a hex is the last: a zone, or the end of a reinforcement's march."""
    if hex_index in threats.zone:
        return True  # JDG-6.2.2-a
    marches = kind == FORCED and s.flags[unit] & RENFORT and t.options["renfort_stops_at_five"]
    return bool(marches) and hex_index in threats.within(t, t.distances["forced_march_ban"])  # AMB-36


def hexes_near_leaders(t: Tables, s: GameState, side: int) -> frozenset[int]:
    """Return the hexes that enemy commanders close to a forced march; none but by an option (AMB-19)."""
    if not t.options["forced_march_counts_cinc"]:
        return frozenset()
    leaders = [s.place[who] for who in t.leaders if t.side[who] != side and s.place[who] >= 0]
    return frozenset().union(*(t.disc(at, t.distances["forced_march_ban"]) for at in leaders))


class Walk:
    """A unit on the move: what every further step costs it."""

    def __init__(
        self,
        t: Tables,
        s: GameState,
        special: Special,
        unit: int,
        kind: int,
        enemies_at_start: tuple[int, ...],
        is_demoralised: bool,
    ) -> None:
        """Begin a move; `enemies_at_start` are those in whose zone the unit was when its move began."""
        self.t, self.s, self.special = t, s, special
        self.unit, self.kind, self.enemies_at_start = unit, kind, enemies_at_start
        self.units: tuple[int, ...] = (unit,)
        """Units that move together."""
        self.side = t.side[unit]
        self.threats = threats_to(t, s, self.side)
        self.is_demoralised = is_demoralised
        self.entry_zone: frozenset[int] = frozenset()
        """Hexes in which no move may end, since enemy reinforcements are due there (JDG-5.2.3-a)."""
        move, den = t.move, t.denominator
        self.leave = move["leave_zoc"] * den  # JDG-6.2.2-j
        self.enter = move["enter_zoc"] * den
        if t.night(s.turn):  # JDG-6.2.2-f
            self.enter += move["enter_zoc_night"] * den
        if t.fog(s.turn):
            self.enter += move["enter_zoc_fog"] * den
        self.enter_disordered = move["enter_zoc_disordered"] * den  # JDG-6.2.2-e
        self.pass_friends = move["pass_friends"] * den
        self.ban = t.distances["forced_march_ban"]
        self.banned_by_leaders = hexes_near_leaders(t, s, self.side)
        self.has_bars = special.bars_steps(s, unit)
        front_rule = t.options["zoc_to_front_zoc"]
        self.shuns_fronts = front_rule == "whole_move"
        """Whether front hexes of the enemy are closed for the whole move to who leaves a zone (AMB-46)."""
        self.shuns_same = front_rule == "same_unit"
        """Whether only those of enemies in whose zone it began are closed (AMB-46)."""
        self.is_escorted = False
        """Whether others than artillery move with it, under whose cover it may enter zones (AMB-49)."""
        self.asks_always = self.has_bars or kind == CHARGING
        """Whether every step must be asked for, not only those into hexes that units touch."""
        self.free_leaving = special.leaves_zone_free(s, unit)
        flags = s.flags[unit]
        self.stays_out = not enemies_at_start and special.stays_out_of_zones(s, unit)
        self.out_of_touch = bool(flags & OUT_OF_TOUCH)
        self.away: list[tuple[int, int]] = []
        """Hexes of the enemy, each with the least distance to it at which a move by bounds may end."""
        if flags & BY_BOUNDS:
            here = s.place[unit]
            self.away = [(enemy, t.distance(here, enemy)) for enemy in self.threats.places]

    def step(self, hex_index: int, direction: int, first: bool, level: int) -> int:
        """Return the cost of a step in 1/denominator movement points, -1 where it is not allowed."""
        t, s, unit, threats = self.t, self.s, self.unit, self.threats
        target = t.neighbours[6 * hex_index + direction]
        if target < 0:
            return -1
        stack = s.stacks[target]
        if stack and t.side[stack[0]] != self.side:
            return -1  # JDG-5.1.2-a
        step = 6 * hex_index + direction
        near = target in threats.near
        cost = t.cost[t.cls[unit]][near][step]
        if cost < 0 or (self.has_bars and self.special.closed_to_move(s, unit, hex_index, target)):
            return -1
        if self.stays_out and target in threats.zone:
            return -1
        if self.enemies_at_start and (first or self.shuns_fronts) and self._front_is_closed(target):
            return -1  # JDG-6.2.2-k
        if first and self.enemies_at_start and not self.free_leaving:
            cost += self.leave
        zone = threats.zone.get(target)
        if zone:
            price = self.zone_price(zone, target, first, level)
            if price < 0:
                return -1
            cost += price
        if (
            near
            and level == DISORDERED
            and t.night(s.turn)
            and t.arm[unit] != COMMANDER
            and (zone or t.options["night_contact"] == "adjacent")
        ):
            return -1  # JDG-12.1-c, AMB-109
        if stack:
            if self.kind == FORCED and not self.special.marches_through(s, unit):
                return -1  # JDG-4.1.3-f
            if self.kind == CHARGING and any(t.arm[other] == ARTILLERY for other in stack):
                return -1  # JDG-9.1-h
        if self.kind == FORCED and not s.flags[unit] & MARCHES_ON and self.close(target):
            return -1  # JDG-4.1.3-c, AMB-36
        if self.kind == CHARGING and (
            t.no_charge[step] or t.hex_blocks_charge[target] or t.hex_blocks_charge[hex_index]
        ):
            return -1  # JDG-9.1-j, JDG-9.1-l
        return cost

    def _front_is_closed(self, target: int) -> bool:
        """Return whether a hex is closed to who leaves a zone, since it is a front hex of the enemy."""
        front = self.threats.front.get(target, ())
        return any(unit in self.enemies_at_start for unit in front) if self.shuns_same else bool(front)

    def close(self, hex_index: int) -> bool:
        """Return whether an enemy is too near for a forced march."""
        return hex_index in self.threats.within(self.t, self.ban) or hex_index in self.banned_by_leaders

    def zone_price(self, zone: tuple[int, ...], target: int, first: bool, level: int) -> int:
        """Return what a hex costs for the ZOC that it is in, -1 where the unit may not enter it.

        Args:
            zone: the enemy units whose ZOC the hex is in.
            target: the hex.
            first: whether the step is the first of the move.
            level: the level of cohesion of the unit.
        """
        if not self._may_enter_zone(zone, target, first):
            return -1
        price: int = self.enter + (self.enter_disordered if level == DISORDERED else 0)
        return price

    def _may_enter_zone(self, zone: tuple[int, ...], target: int, first: bool) -> bool:
        """Return whether the unit may enter a hex in these ZOC (JDG-2.5.1-k, JDG-6.2.2-g, -l, JDG-11.2-c).

        A charge leaves the zone in which it began, and may then come back (JDG-9.1-g, JDG-6.2.2-m).

        Args:
            zone: the enemy units whose ZOC the hex is in.
            target: the hex.
            first: whether the step is the first of the move.
        """
        t, s = self.t, self.s
        if (first or self.kind != CHARGING) and any(unit in self.enemies_at_start for unit in zone):
            return False
        if self.is_demoralised:
            return False
        arm = t.arm[self.unit]
        if arm == COMMANDER:
            return bool(friends_in(t, s, target, self.side))
        if arm == ARTILLERY:
            return self.is_escorted or any(
                t.arm[other] != ARTILLERY for other in friends_in(t, s, target, self.side)
            )
        return True

    def ends(self, hex_index: int) -> bool:
        """Return whether the step into a hex is the last."""
        return ends_move(self.t, self.s, self.threats, self.unit, self.kind, hex_index)

    def stops(self, hex_index: int, level: int) -> bool:
        """Return whether the unit may end its move in a hex (JDG-5.1.2-e, JDG-5.2.3-a)."""
        t, s, unit = self.t, self.s, self.unit
        if t.arm[unit] == COMMANDER:
            return True
        if hex_index in self.entry_zone or not self.special.may_stop(s, unit, hex_index):
            return False
        if not self._keeps_away(hex_index):
            return False
        if not s.stacks[hex_index]:
            return True
        others = [other for other in friends_in(t, s, hex_index, self.side) if other != unit]
        return not others or stack_fits(t, s, (*others, unit), {unit: level})

    def _keeps_away(self, hex_index: int) -> bool:
        """Return whether a combined marker lets the move end in a hex."""
        if self.out_of_touch and hex_index in self.threats.near:
            return False
        distance = self.t.distance
        return all(distance(hex_index, enemy) >= least for enemy, least in self.away)

    def budget(self, points: int, level: int) -> int:
        """Return the allowance on a level: a unit that becomes disordered goes on with that of its back."""
        t, unit = self.t, self.unit
        if level == self.s.level[unit] or level != DISORDERED:
            return points
        front, back = t.movement[unit]
        if front == back:
            return points
        reduced_mp = back if t.options["halve_visible_side"] else front
        twice = half_rounded_up(half_rounded_up(front)) * t.denominator
        if not t.options["halve_once"] and points == twice < half_rounded_up(front) * t.denominator:
            return min(points, half_rounded_up(half_rounded_up(reduced_mp)) * t.denominator)
        return min(points, _back_allowance(points, front, back, reduced_mp, t.denominator))

    def legs(self, points: int, spent_points: int, first: bool) -> Ways:
        """Return every hex in which the unit may stop, with the cheapest way there.

        Args:
            points: Allowance of the move, in 1/denominator.
            spent_points: What is spent already.
            first: Whether the next step is the first of the move.
        """
        # One loop, long as it is: it runs for every hex that any unit might reach, and much of the time of a
        # game is spent here; a call for each step would cost more than the step.
        t, s, unit, threats = self.t, self.s, self.unit, self.threats
        stacks, is_forced, asks_always = s.stacks, self.kind == FORCED, self.asks_always
        origin, start, movers = s.place[unit], s.level[unit], self.units
        steps = t.steps[t.cls[unit]]
        near, near_disorders = threats.near, t.disorders[t.cls[unit]][1]
        is_unit = t.arm[unit] != COMMANDER
        budgets = [points] * LEVELS
        budgets[DISORDERED] = self.budget(points, DISORDERED)
        # Every other hex costs what the table of the unit's class says, and is no end of a move.
        watched_hexes = threats.around
        if is_forced:
            watched_hexes = watched_hexes.union(threats.within(t, self.ban), self.banned_by_leaders)
        asks_stop, away = self._asks_stop(), self.away
        bits = t.size.bit_length()
        mask = (1 << bits) - 1
        best = [[_FAR] * t.size for _ in range(LEVELS)]
        came: dict[int, int] = {}  # level and hex -> those before; -1 = where the unit began
        ends: dict[int, int] = {}
        waiting: list[list[int]] = [[] for _ in range(max(points - spent_points, 0) + 1)]
        waiting[0].append(start << bits | origin)  # one number sorts by level and hex
        begins = True
        for cost, nodes in enumerate(waiting, spent_points):
            nodes.sort()
            for node in nodes:
                here, level = node & mask, node >> bits
                if best[level][here] < cost or (
                    level and (best[0][here] <= cost or (level > 1 and best[1][here] <= cost))
                ):
                    continue
                stack = stacks[here]
                if begins:
                    begins, initial, before_node = False, first, -1
                else:
                    initial, before_node = False, node
                    if here not in ends and here != origin:
                        plain = not stack and here not in asks_stop and not away
                        if plain or level == ROUTED or self.stops(here, level):
                            ends[here] = cost << bits + 2 | node
                    if level == ROUTED or (here in watched_hexes and self.ends(here)):
                        continue
                if level != start and is_forced:
                    continue
                before = cost
                if not initial and stack:
                    friends = [o for o in friends_in(t, s, here, self.side) if o not in movers]
                    if friends:
                        if is_unit and any(s.flags[other] & SQUARE for other in friends):
                            continue  # JDG-4.4.3-d
                        before += self.pass_friends  # JDG-4.4.3-a
                best_here, budget = best[level], budgets[level]
                asks = asks_always or (initial and self.enemies_at_start)
                for direction, target, least, far, levels_lost in steps[here]:
                    total = before + least
                    if total > budget:
                        break  # the steps of a hex are sorted by their least cost
                    if best_here[target] <= total:
                        continue
                    after = level
                    if asks or target in watched_hexes or (is_forced and stacks[target]):
                        price = self.step(here, direction, initial, level)
                        if is_unit and (
                            6 * here + direction in near_disorders if target in near else levels_lost
                        ):
                            after += 1
                    else:
                        price = far
                        if is_unit:
                            after += levels_lost
                    total = before + price
                    if price < 0 or total > budget or best[after][target] <= total:
                        continue
                    best[after][target] = total
                    ahead = after << bits | target
                    came[ahead] = before_node
                    if total > cost:
                        waiting[total - spent_points].append(ahead)
                    else:  # a step that costs nothing
                        insort(nodes, ahead, nodes.index(node) + 1)
        return Ways(ends, came, bits)

    def _asks_stop(self) -> frozenset[int]:
        """Return the empty hexes of which must be asked whether the unit may stop, unless it keeps away."""
        hexes = self.entry_zone | self.special.crowded_hexes
        return hexes | self.threats.near if self.out_of_touch else hexes


class Company(Walk):
    """Units of one hex that move together (JDG-4.4.1-c, -d).

    They pay the highest cost of each hex, with the lowest allowance and the strictest ban (AMB-29); a step
    that would disorder one of them is closed to all.
    """

    def __init__(self, walks: list[Walk]) -> None:
        """Join the walks of units that stand in one hex."""
        self.__dict__.update(walks[0].__dict__)
        self.walks = walks
        if walks[0].t.options["artillery_enters_zoc_with_stack"]:
            is_escorted = any(walk.t.arm[walk.unit] != ARTILLERY for walk in walks)
            for walk in walks:
                walk.is_escorted = is_escorted
        self.units = tuple(walk.unit for walk in walks)
        self.asks_always = True

    def step(self, hex_index: int, direction: int, first: bool, level: int) -> int:
        """Return the highest cost of a step for one of the units, -1 where one of them may not go."""
        t = self.t
        step, highest = 6 * hex_index + direction, -1
        near = t.neighbours[step] in self.threats.near
        for walk in self.walks:
            price = walk.step(hex_index, direction, first, self.s.level[walk.unit])
            if price < 0 or step in t.disorders[t.cls[walk.unit]][near]:
                return -1
            highest = max(highest, price)
        return highest

    def ends(self, hex_index: int) -> bool:
        """Return whether the step into a hex is the last for one of the units."""
        return any(walk.ends(hex_index) for walk in self.walks)

    def stops(self, hex_index: int, level: int) -> bool:
        """Return whether the units may end their move in a hex together."""
        t, s = self.t, self.s
        if hex_index in self.entry_zone:
            return False
        if not all(self.special.may_stop(s, unit, hex_index, len(self.units)) for unit in self.units):
            return False
        if not self._keeps_away(hex_index):
            return False
        others = tuple(o for o in friends_in(t, s, hex_index, self.side) if o not in self.units)
        return not others or stack_fits(t, s, (*others, *self.units))


def _back_allowance(points: int, front: int, back: int, halved_points: int, denominator: int) -> int:
    """Return the allowance of the back where that of the front was worked into `points`.

    `halved_points` is the side that is halved (AMB-17).
    """
    if points == front * denominator:
        return back * denominator
    if points == 2 * front * denominator:
        return 2 * back * denominator
    return half_rounded_up(halved_points) * denominator
