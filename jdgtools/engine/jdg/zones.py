"""Facing, zones of control, stacking and what a unit may do: questions to a state that change nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.tables import Tables
from jdgtools.engine.jdg.words import (
    ARTILLERY,
    FIRED,
    FULL_ALLOWANCE,
    INITIATIVE,
    ORDERS,
    RENFORT,
    ROUTED,
    SQUARE,
)

ALL_DIRECTIONS = (0, 1, 2, 3, 4, 5)


def has_orders(s: GameState, unit: int) -> bool:
    """Return whether a unit acts with orders (JDG-2.4.1-a, JDG-2.4.3-f, JDG-5.2.1-e)."""
    return bool(s.flags[unit] & (ORDERS | INITIATIVE | RENFORT))


def exerts_zone(t: Tables, s: GameState, unit: int) -> bool:
    """Return whether a unit has a zone of control (JDG-6.2.1-b, JDG-6.2.1-c)."""
    return t.arm[unit] != ARTILLERY and s.level[unit] < ROUTED and not s.flags[unit] & SQUARE


def fronts(t: Tables, s: GameState, unit: int) -> tuple[int, ...]:
    """Return the directions of the front hexes of a unit (JDG-6.1.1-d, -f, -g, -h)."""
    if s.level[unit] == ROUTED:
        return ()
    if t.six_front[s.place[unit]] or s.flags[unit] & SQUARE:
        return ALL_DIRECTIONS
    return ordinary_fronts(s, unit)


def ordinary_fronts(s: GameState, unit: int) -> tuple[int, ...]:
    """Return the two directions that the facing gives (JDG-6.1.1-d); none without facing."""
    facing = s.facing[unit]
    return (facing, (facing + 1) % 6) if facing >= 0 else ()


def front_hexes(t: Tables, s: GameState, unit: int) -> tuple[int, ...]:
    """Return the front hexes of a unit."""
    base = 6 * s.place[unit]
    return tuple(t.neighbours[base + d] for d in fronts(t, s, unit) if t.neighbours[base + d] >= 0)


def enemies_in(t: Tables, s: GameState, hex_index: int, side: int) -> tuple[int, ...]:
    """Return the units in a hex that are enemies of a side."""
    if hex_index < 0:
        return ()
    stack = s.stacks[hex_index]
    return stack if stack and t.side[stack[0]] != side else ()


def friends_in(t: Tables, s: GameState, hex_index: int, side: int) -> tuple[int, ...]:
    """Return the units of a side in a hex."""
    stack = s.stacks[hex_index]
    return stack if stack and t.side[stack[0]] == side else ()


def enemy_adjacent(t: Tables, s: GameState, hex_index: int, side: int) -> bool:
    """Return whether an enemy unit of a side is adjacent to a hex (AMB-110)."""
    stacks, sides = s.stacks, t.side
    for near in t.neighbours[6 * hex_index : 6 * hex_index + 6]:
        if near >= 0 and (stack := stacks[near]) and sides[stack[0]] != side:
            return True
    return False


class Threats:
    """What the enemies of a side do to hexes."""

    __slots__ = ("around", "front", "near", "places", "reaches", "units", "zone")

    def __init__(self, t: Tables, s: GameState, side: int, free: frozenset[int] = frozenset()) -> None:
        """Collect the zones of all enemy units of a side; in hexes that are `free` they have none."""
        zone: dict[int, tuple[int, ...]] = {}
        front: dict[int, tuple[int, ...]] = {}
        near: set[int] = set()
        self.units = tuple(unit for unit in t.of_side[1 - side] if s.place[unit] >= 0)
        neighbours = t.neighbours
        for unit in self.units:
            base = 6 * s.place[unit]
            near.update(neighbours[base : base + 6])
            if not exerts_zone(t, s, unit):
                continue
            ahead = fronts(t, s, unit)
            for direction, hex_index in t.zone_hexes[t.cls[unit]][s.place[unit]]:
                if hex_index in free:
                    continue
                zone[hex_index] = (*zone.get(hex_index, ()), unit)
                if direction in ahead:
                    front[hex_index] = (*front.get(hex_index, ()), unit)
        self.places = frozenset(s.place[unit] for unit in self.units)
        self.reaches: dict[int, frozenset[int]] = {}
        self.zone = zone
        """Hex -> enemy units with a zone in it."""
        self.front = front
        """Hex -> those of them that have it among their front hexes (JDG-6.2.1-j)."""
        self.near = frozenset(near)
        """Hexes adjacent to an enemy unit, of whatever arm and state."""
        self.around = self.near | self.places
        """Those, and the hexes of the enemy units."""

    def within(self, t: Tables, reach: int) -> frozenset[int]:
        """Return the hexes within so many hexes of an enemy unit."""
        hexes = self.reaches.get(reach)
        if hexes is None:
            hexes = frozenset().union(*(t.disc(place, reach) for place in self.places))
            self.reaches[reach] = hexes
        return hexes


MAX_STACKS = 4096
"""Answers about stacks that are remembered."""
MAX_THREATS = 64
"""Answers about the threats to a side that are remembered: a search comes back to positions it has seen."""


def threats_to(t: Tables, s: GameState, side: int) -> Threats:
    """Return what the enemies of a side do to hexes.

    The answer depends on them alone, so it is remembered until one of them moves, turns or changes. By
    `entry_exclusion_zoc` they have no zone in hexes that they keep free for reinforcements (AMB-42).
    """
    look, by_position = t.known_threats[side]
    squares = tuple([flags & SQUARE for flags in look(s.flags)])
    free = t.protected_hexes(s, 1 - side) if t.protected_hexes else frozenset()
    key = (look(s.place), look(s.level), look(s.facing), squares, free)
    threats: Threats | None = by_position.get(key)
    if threats is None:
        if len(by_position) >= MAX_THREATS:
            by_position.clear()
        threats = by_position[key] = Threats(t, s, side, free)
    return threats


def stack_fits(t: Tables, s: GameState, units: Sequence[int], level_of: dict[int, int] | None = None) -> bool:
    """Return whether units may share a hex by `stacking` of the package (JDG-5.1.1-a to -n).

    `level_of` gives units another level of cohesion than they have. One facing for all is the concern of
    those who put them together.
    """
    if len(units) < 2:
        return True
    level, flags = s.level, s.flags
    in_square = [unit for unit in units if flags[unit] & SQUARE]
    # Nobody joins a square (JDG-4.2-h, -p); disordered artillery stays where one stands (AMB-22).
    if in_square and any(
        t.arm[unit] != ARTILLERY or s.place[unit] != s.place[in_square[0]]
        for unit in units
        if not flags[unit] & SQUARE
    ):
        return False
    levels = {unit: level[unit] for unit in units}
    if level_of:
        levels.update(level_of)
    key = tuple(levels.items())
    fits = t.known_stacks.get(key)
    if fits is None:
        if len(t.known_stacks) >= MAX_STACKS:
            t.known_stacks.clear()
        fits = t.known_stacks[key] = _fits(t, levels)
    return fits


def _fits(t: Tables, levels: dict[int, int]) -> bool:
    """Return whether units, each with a level of cohesion, are a stack that the package allows."""
    routed = [level == ROUTED for level in levels.values()]
    if any(routed) and not all(routed):
        return False
    arms = [t.records[unit].arm for unit in levels]
    for case, part_of in t.stacking:
        rest = [part.most for part in case.parts]
        for arm in arms:
            place = part_of.get(arm, -1)
            if place < 0 or not rest[place]:
                break
            rest[place] -= 1
        else:
            same = [u for u, arm in zip(levels, arms, strict=True) if arm in case.same_of]
            if case.strength is not None:
                points = sum(
                    t.strength[u][level > 0]
                    for (u, level), arm in zip(levels.items(), arms, strict=True)
                    if arm in case.strength_of
                )
                if points > case.strength:
                    continue
            if "command" in case.same and not all(routed) and len({t.command[unit] for unit in same}) > 1:
                continue
            return True
    return False


def half_rounded_up(points: int) -> int:
    """Return half of an allowance, rounded up (JDG-4.1.2-a)."""
    return (points + 1) // 2


def allowance(t: Tables, s: GameState, unit: int, *, is_forced: bool = False, charge: bool = False) -> int:
    """Return the movement points of a unit for one activation, in 1/denominator (JDG-4.1.1-b to 4.1.3-a).

    The side that is up is halved, or by option the ordered one (AMB-17); several causes halve it once, or by
    option once each (AMB-18).
    """
    points = t.movement[unit][s.level[unit] > 0]
    if is_forced:
        return 2 * points * t.denominator
    without = not (has_orders(s, unit) or s.flags[unit] & FULL_ALLOWANCE)
    causes = charge + bool(s.flags[unit] & FIRED) + without
    if causes:
        if not t.options["halve_visible_side"]:
            points = t.movement[unit][0]
        for _ in range(1 if t.options["halve_once"] else causes):
            points = half_rounded_up(points)
    return points * t.denominator


def within(t: Tables, s: GameState, hex_index: int, units: Iterable[int], reach: int) -> bool:
    """Return whether one of the units is within so many hexes (JDG-CONV-b)."""
    return any(s.place[unit] >= 0 and t.distance(hex_index, s.place[unit]) <= reach for unit in units)
