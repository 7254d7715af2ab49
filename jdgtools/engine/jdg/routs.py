"""Rout moves: straight to the edge of the map, and apart from others who rout (JDG-10.4)."""

from __future__ import annotations

from math import inf

from jdgtools.engine.core.nodes import Action, DecisionNode, Node
from jdgtools.engine.core.state import ELIMINATED, FLED, Frame, GameState
from jdgtools.engine.jdg.losses import eliminate
from jdgtools.engine.jdg.retreats import check_passed, may_end
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.tables import TOWARDS
from jdgtools.engine.jdg.words import (
    ACTIVE,
    ARTILLERY,
    CAVALRY,
    INFANTRY,
    LEAVE_MAP,
    RALLIED,
    RETREAT,
    ROUT_MOVE,
    ROUT_MOVED,
    ROUT_MOVES,
    SHELTERED,
    STOP,
    TRAILS,
)
from jdgtools.engine.jdg.zones import ALL_DIRECTIONS, threats_to

Directions = tuple[int, ...]
COUNTED_MOVES = ROUT_MOVES // ROUT_MOVE
"""The most rout moves in one event that can be counted."""
_TO_CORNERS = {
    "flat": {"NE": 1, "SE": 2, "SW": 4, "NW": 5},
    "pointy": {"NE": 0, "SE": 2, "SW": 3, "NW": 5},
}
"""Directions straight to a corner of the map."""
_ALONG_CORNERS = {
    "flat": {"NE": (0,), "SE": (3,), "SW": (3,), "NW": (0,)},
    "pointy": {"NE": (1,), "SE": (1,), "SW": (4,), "NW": (4,)},
}
"""Directions beside that to a corner of the map which lead to one of its edges, and away from none."""


def rout_directions(g: ScenarioInPlay, here: int, edge: str) -> tuple[int, Directions, Directions]:
    """Return the direction straight to a map edge, those that shift by a column nearer to it, and along it.

    Towards an edge to which no direction leads straight it is that of the two which keeps the row or column
    (AMB-84).
    """
    grid = g.t.package.grid
    if edge in _ALONG_CORNERS[grid.orientation]:
        return _TO_CORNERS[grid.orientation][edge], (), _ALONG_CORNERS[grid.orientation][edge]
    straight = TOWARDS[grid.orientation][edge]
    first, last = straight[0], straight[-1]
    if len(straight) == 1:
        return first, ((first + 1) % 6, (first + 5) % 6), ()
    along = ((first + 5) % 6, (last + 1) % 6)
    line = here // grid.columns if grid.orientation == "flat" else here % grid.columns
    for direction in straight:
        target = g.t.neighbours[6 * here + direction]
        if target >= 0:
            place = target // grid.columns if grid.orientation == "flat" else target % grid.columns
            if place == line:
                return direction, (first if direction == last else last,), along
    return first, (last,), along


def straight_directions(g: ScenarioInPlay, f: Frame, here: int) -> tuple[Directions, Directions, Directions]:
    """Return the directions of a rout that keep its column, that shift nearer to the edge, and along it.

    Where two directions lead to the edge alike, the unit by option chooses the row of one of them at its
    first step and keeps to it, in place of the zigzag between the two (AMB-84).
    """
    t = g.t
    ahead, nearer, along = rout_directions(g, here, t.rout_edge[t.side[f[1]]])
    if t.options["rout_column"] != "map" or not (nearer and along):
        return (ahead,), nearer, along
    both = (ahead, *nearer)
    choices = tuple(f[6:]) or both
    return choices, tuple(d for d in both if d not in choices), along


def _count_move(g: ScenarioInPlay, s: GameState, unit: int) -> None:
    """Count a rout move of an event that allows several, and bar the next when they are made (AMB-87)."""
    limit = g.t.options["rout_chain_limit"]
    assert isinstance(limit, int)
    s.flags[unit] += ROUT_MOVE
    if (s.flags[unit] & ROUT_MOVES) // ROUT_MOVE >= min(limit, COUNTED_MOVES):
        s.flags[unit] |= ROUT_MOVED


def rout_steps(g: ScenarioInPlay, s: GameState, f: Frame) -> tuple[list[tuple[int, int, int]], bool]:
    """Return (target, cost, shifts) of the next steps of a rout, and whether the unit now leaves the map.

    A unit that may not end where it has come goes on, with points left or without (JDG-10.5-a, -c). By option
    a step from a zone to another of the same enemy is allowed (AMB-85), and zones cost nothing (AMB-86).
    """
    _, unit, mp_spent, shifts, zones, path, *_ = f
    t = g.t
    here = s.place[unit]
    choices, nearer, along = straight_directions(g, f, here)
    budget: float = t.movement[unit][1] * t.denominator
    if path and not may_end(g, s, unit, here):
        budget = inf
    at_edge = here in t.edge_hexes[t.side[unit]]
    if at_edge and all(t.neighbours[6 * here + ahead] < 0 for ahead in choices):
        return [], mp_spent + t.denominator <= budget
    threats = threats_to(t, s, t.side[unit])
    zone_bound, pays = t.options["rout_zoc_to_zoc"] == "forbidden", t.options["rout_pays_zoc"]

    def price(direction: int, first_free: bool) -> int:
        step = 6 * here + direction
        target = t.neighbours[step]
        if target < 0 or g.special.forbids_step(s, unit, here, target):
            return -1
        stack = s.stacks[target]
        if stack and t.side[stack[0]] != t.side[unit]:
            return -1
        cost = t.cost[t.cls[unit]][target in threats.near][step]
        if cost < 0 or target in threats.front or g.entry_closed(s, unit, target):
            return -1
        zone = threats.zone.get(target, ())
        if zone_bound and any(enemy in zones for enemy in zone):
            return -1
        if first_free and zone:
            return -1
        if not pays:
            return cost
        if zones:
            cost += t.move["leave_zoc"] * t.denominator
        if zone:
            cost += (t.move["enter_zoc"] + t.move["enter_zoc_disordered"]) * t.denominator
            if t.night(s.turn):
                cost += t.move["enter_zoc_night"] * t.denominator
            if t.fog(s.turn):
                cost += t.move["enter_zoc_fog"] * t.denominator
        return cost

    straight = [(t.neighbours[6 * here + d], cost) for d in choices if (cost := price(d, False)) >= 0]
    affordable = [(target, cost, shifts) for target, cost in straight if mp_spent + cost <= budget]
    if affordable or (straight and path):
        return affordable, False  # that it is too dear is an obstacle to its first step alone, JDG-10.4-EX1
    name = {INFANTRY: "infantry", CAVALRY: "cavalry", ARTILLERY: "artillery"}[t.arm[unit]]
    if shifts >= t.distances[f"column_shift_{name}"]:
        return [], False
    dearest = inf if path else budget
    steps = [
        (t.neighbours[6 * here + d], cost, shifts + 1)
        for d in (nearer if any(0 <= price(d, False) <= dearest for d in nearer) else along)
        if (cost := price(d, False)) >= 0 and mp_spent + cost <= budget
    ]
    if not steps and not path and g.special.free_first_step():
        steps = [
            (t.neighbours[6 * here + d], cost, shifts + 1)
            for d in ALL_DIRECTIONS
            if (cost := price(d, True)) >= 0 and mp_spent + cost <= budget
        ]
    return steps, False


def rout(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Make a rout move: straight to the edge with all its points (JDG-10.4-a to -r).

    Frame: unit, points spent, columns shifted, enemy units in whose zone it stands, hexes entered, and where
    an option lets it choose one the direction of its row (AMB-84).
    """
    name, unit, mp_spent, shifts, _, path, *column = f
    t = g.t
    here = s.place[unit]
    if here < 0:
        s.pop()
        return None
    if t.options["rout_chain_limit"] == 1:
        s.flags[unit] |= ROUT_MOVED
    if s.flags[unit] & ACTIVE and not t.options["rally_after_forced_rout"]:
        s.flags[unit] |= RALLIED  # AMB-88
    if not path:
        g.gather_commanders(s, unit)
    steps, leaves = rout_steps(g, s, f)
    shelter = bool(path) or bool(s.flags[unit] & SHELTERED)
    shelter = shelter and t.shelter[here] and may_end(g, s, unit, here)
    if leaves:
        if s.answer is None and shelter:
            return DecisionNode(t.side[unit], "rout", tuple(sorted([(STOP,), (LEAVE_MAP,)])))
        _leave_map(g, s, unit, path)
        return None
    if not steps:
        _end_without_step(g, s, unit, path)
        return None
    if s.answer is None:
        actions: list[Action] = [(RETREAT, target) for target, _, _ in steps]
        if shelter:
            actions.append((STOP,))
        if len(actions) > 1:
            return DecisionNode(t.side[unit], "rout", tuple(sorted(actions)))
        target = steps[0][0]
    else:
        answer = s.take_answer()
        if answer[0] == STOP:
            s.flags[unit] |= SHELTERED  # JDG-10.4-l, -m
            _end_rout(g, s, unit, path)
            return None
        target = answer[1]
    if not path and t.options["rout_chain_limit"] != 1:
        _count_move(g, s, unit)
    before = shifts
    cost, shifts = next((cost, shifts_there) for place, cost, shifts_there in steps if place == target)
    if t.options["rout_column"] == "map" and shifts == before:
        column = [next(d for d in ALL_DIRECTIONS if t.neighbours[6 * here + d] == target)]
    s.flags[unit] &= ~SHELTERED
    g.enter(s, unit, target)
    s.memory[TRAILS] = (*s.memory[TRAILS], (unit, target))
    s.note("rout", (unit,), (here, target), "JDG-10.4-d", "JDG-10.4-e")
    g.lead_along(s, unit, here, target)
    zones = threats_to(t, s, t.side[unit]).zone.get(target, ())
    s.become((name, unit, mp_spent + cost, shifts, zones, (*path, target), *column))
    return None


def _leave_map(g: ScenarioInPlay, s: GameState, unit: int, path: tuple[int, ...]) -> None:
    """Take a unit off the map, unless it has chosen to stay in shelter."""
    if s.answer is not None and s.take_answer()[0] == STOP:
        s.flags[unit] |= SHELTERED
        _end_rout(g, s, unit, path)
        return
    here = s.place[unit]
    s.pop()
    eliminate(g, s, unit, FLED, "JDG-10.4-p", "JDG-10.2-v")
    g.lead_along(s, unit, here, ELIMINATED)
    check_passed(g, s, unit, path, ())  # it has passed those of its last hex as well


def _end_without_step(g: ScenarioInPlay, s: GameState, unit: int, path: tuple[int, ...]) -> None:
    """End the rout of a unit that cannot go on; one that may not stay either is eliminated."""
    if not path and not s.flags[unit] & SHELTERED:
        s.pop()
        eliminate(g, s, unit, ELIMINATED, "JDG-10.4-f")
        return
    if not may_end(g, s, unit, s.place[unit]):
        s.pop()
        eliminate(g, s, unit, ELIMINATED, "JDG-10.4-i", "JDG-10.5-c")
        check_passed(g, s, unit, path[:-1], ())
        return
    _end_rout(g, s, unit, path)


def _end_rout(g: ScenarioInPlay, s: GameState, unit: int, path: tuple[int, ...]) -> None:
    """End a rout; from another routed unit it separates first, if it can."""
    s.pop()
    if len(s.stacks[s.place[unit]]) > 1 and len(path) > 1:
        s.push(("separate", unit, path))
    else:
        check_passed(g, s, unit, path[:-1], ())


def separate(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let a routed unit end one hex earlier, or in an adjacent column, since another is there (JDG-10.4-q).

    Frame: unit, hexes entered.
    """
    _, unit, path = f
    t = g.t
    hexes = _separations(g, s, unit, path)
    if s.answer is None and len(hexes) > 1:
        return DecisionNode(t.side[unit], "separation", tuple(sorted((RETREAT, h) for h in hexes)))
    answer = s.take_answer()
    s.pop()
    if hexes:
        here, target = s.place[unit], answer[1] if answer else hexes[0]
        g.enter(s, unit, target)
        s.note("rout", (unit,), (here, target), "JDG-10.4-q")
        g.lead_along(s, unit, here, target)
        path = path[:-1] if target == path[-2] else (*path[:-1], target)
    check_passed(g, s, unit, path[:-1], ())
    return None


def _separations(g: ScenarioInPlay, s: GameState, unit: int, path: tuple[int, ...]) -> list[int]:
    """Return the empty hexes that a rout could have ended in instead of its last."""
    t = g.t
    before, here = path[-2:]
    threats = threats_to(t, s, t.side[unit])
    costs = t.cost[t.cls[unit]]
    mp_paid = next(
        costs[here in threats.near][6 * before + d] for d in range(6) if t.neighbours[6 * before + d] == here
    )
    hexes = [] if s.stacks[before] else [before]
    ahead, nearer, along = rout_directions(g, before, t.rout_edge[t.side[unit]])
    if t.options["rout_column"] == "map":
        nearer = (ahead, *nearer)
    for direction in (*nearer, *along):
        step = 6 * before + direction
        target = t.neighbours[step]
        if target < 0 or target == here or s.stacks[target] or target in threats.zone:
            continue
        cost = costs[target in threats.near][step]
        if (
            0 <= cost <= mp_paid
            and not g.special.forbids_step(s, unit, before, target)
            and not g.entry_closed(s, unit, target)
        ):
            hexes.append(target)
    return sorted(hexes)


PROCEDURES = {"rout": rout, "separate": separate}
