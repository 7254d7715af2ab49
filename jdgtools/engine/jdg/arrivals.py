"""Reinforcements: when they are due and how they enter (JDG-5.2)."""

from __future__ import annotations

from jdgtools.engine.core.nodes import Action
from jdgtools.engine.core.state import OFF_MAP, GameState
from jdgtools.engine.jdg.reach import FORCED, NORMAL
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.words import (
    ACTIVE,
    ARRIVALS,
    ENTER,
    ENTER_NORMALLY,
    ENTER_STACK,
    ENTER_STACK_NORMALLY,
    ENTRIES,
    FULL_ALLOWANCE,
    MARKER,
    MOVED,
    ORDERS,
    RENFORT,
    WITHOUT,
)
from jdgtools.engine.jdg.zones import enemies_in, friends_in, stack_fits, within

WAITING, DUE_NOW, COMPLETE, NEVER = 0, 1, 2, 3
"""States of a group of reinforcements."""


def near_enemy(g: ScenarioInPlay, s: GameState, place: int, unit: int, hex_index: int) -> bool:
    """Return whether a group enters without a forced march since an enemy is near (JDG-5.2.1-l)."""
    t = g.t
    modes = g.special.entry_modes(g.arrivals[place].id, unit)
    if "as_near_enemy" in modes:
        return True
    if "near_enemy" in modes:
        return False
    return within(t, s, hex_index, t.of_side[1 - t.side[unit]], t.distances["forced_entry_ban"])


def entry_points(
    g: ScenarioInPlay, s: GameState, place: int, unit: int, hex_index: int, normally: bool = False
) -> tuple[int, int]:
    """Return the allowance of a unit that enters and the cost of the entry hex (JDG-5.2.2-b, -e).

    It is multiplied by the units and stacks that have entered before, or without
    `entry_multiplier_counts_units` by the stacks alone (AMB-40).
    """
    t = g.t
    points = t.movement[unit][s.level[unit] > 0] * t.denominator
    if not (normally or near_enemy(g, s, place, unit, hex_index)):
        points *= 2
    entries = sum(1 for command in s.memory[ENTRIES] if command == t.command[unit])
    name = t.classes[t.cls[unit]]
    if hex_index not in g.entry_cost and t.options["entry_blocked"] == "other_hex":
        cost = _least_cost(g, unit, hex_index)
    else:
        cost = g.entry_cost.get(hex_index, {}).get(name, 1)
    return points, cost * (entries + 1) + max(0, zone_cost(g, s, unit, hex_index))


def entry_choice(g: ScenarioInPlay, s: GameState, place: int, piece: int) -> tuple[int, ...]:
    """Return the hexes in which a group may enter, as far as enemies leave them.

    Where enemies stand in all of them the group waits, or by `entry_blocked` comes in at the nearest hexes of
    the map edge that they leave free (AMB-39).
    """
    t = g.t
    hexes = g.arrivals[place].hexes
    side = t.side[piece]
    if t.options["entry_blocked"] == "delay" or not all(enemies_in(t, s, h, side) for h in hexes):
        return hexes
    edge = [
        h
        for h in t.hex_of.values()
        if min(t.neighbours[6 * h : 6 * h + 6]) < 0
        and not enemies_in(t, s, h, side)
        and _least_cost(g, piece, h) >= 0
    ]
    others: set[int] = set()
    for entry_hex in hexes:
        least = min((t.distance(entry_hex, h) for h in edge), default=0)
        others.update(h for h in edge if t.distance(entry_hex, h) == least)
    return tuple(sorted(others))


def _least_cost(g: ScenarioInPlay, piece: int, hex_index: int) -> int:
    """Return the least cost of a step into a hex, -1 where nothing leads into it."""
    t = g.t
    costs = t.cost[t.cls[piece]][0]
    steps = [
        costs[6 * near + (d + 3) % 6]
        for d, near in enumerate(t.neighbours[6 * hex_index : 6 * hex_index + 6])
        if near >= 0
    ]
    return min((cost for cost in steps if cost >= 0), default=-1)


def next_pieces(g: ScenarioInPlay, s: GameState, place: int) -> tuple[int, ...]:
    """Return the pieces of the next stack of a group that has not entered."""
    t = g.t
    for stack in g.arrivals[place].stacks:
        pieces = tuple(t.piece_of[n] for n in stack if n in t.piece_of and s.place[t.piece_of[n]] == OFF_MAP)
        if pieces:
            return pieces
    return ()


def entry_actions(g: ScenarioInPlay, s: GameState, side: int) -> list[Action]:
    """Return the entries that are open to reinforcements of the activation (JDG-5.2-a, JDG-5.2.2-a, -c)."""
    t = g.t
    marker = s.memory[MARKER]
    if marker < 0:
        return []
    commands = t.marker_commands[marker]
    if t.markers[marker].code == "C" and not t.markers[marker].reinforcements:
        return []
    actions: list[Action] = []
    for place in range(len(g.arrivals)):
        if s.memory[ARRIVALS][place] != DUE_NOW:
            continue
        pieces = next_pieces(g, s, place)
        if not pieces or t.side[pieces[0]] != side:
            continue
        piece = pieces[0]
        command = t.command[piece] if piece in t.units else _command_of(g, place)
        if command not in commands:
            continue
        for hex_index in entry_choice(g, s, place, piece):
            if enemies_in(t, s, hex_index, side):
                continue  # AMB-39
            for normally, verb, verb_together in (
                (False, ENTER, ENTER_STACK),
                (True, ENTER_NORMALLY, ENTER_STACK_NORMALLY),
            ):
                if _may_enter(g, s, place, piece, hex_index, normally):
                    actions.append((verb, piece, hex_index))
                    if len(pieces) > 1 and _may_enter_together(g, s, place, pieces, hex_index, normally):
                        actions.append((verb_together, piece, hex_index))
    return actions


def _command_of(g: ScenarioInPlay, place: int) -> int:
    name = g.arrivals[place].command
    return g.t.command_ids.index(name) if name in g.t.command_ids else -1


def _may_enter(
    g: ScenarioInPlay, s: GameState, place: int, piece: int, hex_index: int, normally: bool
) -> bool:
    """Return whether a piece may enter, by forced march or with normal movement in its place (JDG-5.2.1-j).

    With an enemy near there is one way to enter alone (JDG-5.2.1-l). Zones bar and cost what they do within
    the map (JDG-6.2.2-f, -g, JDG-2.5.1-k, JDG-11.2-c).
    """
    t = g.t
    zone = zone_cost(g, s, piece, hex_index)
    if piece in t.leaders:
        return zone >= 0 and not normally
    near = near_enemy(g, s, place, piece, hex_index)
    if zone < 0 or (normally and near):
        return False
    points, cost = entry_points(g, s, place, piece, hex_index, normally)
    if cost > points:
        return False
    friends = friends_in(t, s, hex_index, t.side[piece])
    if not friends:
        return True
    if not (normally or near) and "through_friends" not in g.special.entry_modes(g.arrivals[place].id, piece):
        return False  # JDG-5.2.2-d, JDG-4.1.3-f
    return stack_fits(t, s, (*friends, piece))


def zone_cost(g: ScenarioInPlay, s: GameState, piece: int, hex_index: int) -> int:
    """Return what a reinforcement pays for the zones in its entry hex, -1 where they bar it."""
    walk = g.walk(s, piece, NORMAL, ())
    zone = walk.threats.zone.get(hex_index)
    return walk.zone_price(zone, hex_index, True, s.level[piece] if piece in g.t.units else 0) if zone else 0


def _may_enter_together(
    g: ScenarioInPlay, s: GameState, place: int, units: tuple[int, ...], hex_index: int, normally: bool
) -> bool:
    """Return whether the units of a stack may enter together (JDG-5.2.2-b, -c, JDG-4.4.1-d)."""
    t = g.t
    if any(unit not in t.units for unit in units):
        return False
    if not t.options["mixed_stack_moves"] and len({t.arm[unit] for unit in units}) > 1:
        return False  # AMB-29
    near = near_enemy(g, s, place, units[0], hex_index)
    if not (t.options["forced_march_stack"] or near or normally):
        return False  # AMB-20
    pairs = [entry_points(g, s, place, unit, hex_index, normally) for unit in units]
    cost = max(cost for _, cost in pairs)
    friends = friends_in(t, s, hex_index, t.side[units[0]])
    return (
        all(cost <= points for points, _ in pairs)
        and all(_may_enter(g, s, place, unit, hex_index, normally) for unit in units)
        and stack_fits(t, s, (*friends, *units))
    )


def enter_unit(g: ScenarioInPlay, s: GameState, piece: int, hex_index: int, normally: bool = False) -> None:
    """Bring a reinforcement onto its entry hex; a unit goes on with the rest of its points (JDG-5.2-a)."""
    t = g.t
    if piece in t.leaders:
        s.place[piece] = hex_index
        s.note("enter", (piece,), (hex_index,), "JDG-5.2-a")
        finish_arrivals(g, s)
        return
    _enter_units(g, s, (piece,), hex_index, normally)
    if not t.options["entry_multiplier_counts_units"]:
        s.memory[ENTRIES] = s.memory[ENTRIES][:-1]


def enter_stack(g: ScenarioInPlay, s: GameState, first: int, hex_index: int, normally: bool = False) -> None:
    """Bring the units of a stack onto their entry hex together: they pay once, the highest of their costs.

    Rules: JDG-5.2.2-b, JDG-4.4.1-c, -d.
    """
    place = next(k for k, pieces in enumerate(g.arrival_pieces) if first in pieces)
    _enter_units(g, s, next_pieces(g, s, place), hex_index, normally)


def _enter_units(
    g: ScenarioInPlay, s: GameState, units: tuple[int, ...], hex_index: int, normally: bool
) -> None:
    """Bring units onto their entry hex, and let them go on with the rest of their points.

    Who enters normally is without orders, with its whole allowance. Rules: JDG-5.2.1-e, -j, -k, -l, AMB-37.
    """
    t = g.t
    first = units[0]
    place = next(k for k, pieces in enumerate(g.arrival_pieces) if first in pieces)
    cost = max(entry_points(g, s, place, unit, hex_index, normally)[1] for unit in units)
    near = near_enemy(g, s, place, first, hex_index)
    status = WITHOUT | FULL_ALLOWANCE if normally else ORDERS if near else RENFORT
    for unit in units:
        g.enter(s, unit, hex_index)
        s.facing[unit] = max(0, s.facing[unit])
        s.flags[unit] |= ACTIVE | MOVED | status
    s.memory[ENTRIES] = (*s.memory[ENTRIES], t.command[first])
    s.note("enter", units, (hex_index, cost), "JDG-5.2.1-e", "JDG-5.2.2-b", "JDG-5.2.2-e")
    finish_arrivals(g, s)
    units_in_order = tuple(unit for unit in s.stacks[hex_index] if unit in units)
    kind = NORMAL if near or normally else FORCED
    s.push(("move", units_in_order[0], kind, cost, 0, (), units_in_order[1:]))


def finish_arrivals(g: ScenarioInPlay, s: GameState) -> None:
    """Mark the groups of which all pieces have come."""
    states = list(s.memory[ARRIVALS])
    for place, pieces in enumerate(g.arrival_pieces):
        if states[place] == DUE_NOW and all(s.place[piece] != OFF_MAP for piece in pieces):
            states[place] = COMPLETE
    s.memory[ARRIVALS] = tuple(states)
