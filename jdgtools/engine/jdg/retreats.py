"""Fall-back, retreat and rout, and the friends that are passed (JDG-10.3, JDG-10.4, JDG-10.5)."""

from __future__ import annotations

from jdgtools.engine.core.nodes import Action, Decision, Node
from jdgtools.engine.core.state import ELIMINATED, FLED, Frame, State
from jdgtools.engine.jdg.losses import eliminate, leave_square, lose_level, retreat_frame
from jdgtools.engine.jdg.scenario import Scenario
from jdgtools.engine.jdg.words import (
    ARTILLERY,
    CAVALRY,
    INFANTRY,
    LEAVE_MAP,
    RETREAT,
    ROUT_MOVED,
    ROUTED,
    SHELTERED,
    STOP,
    TRAILS,
)
from jdgtools.engine.jdg.zones import ALL_DIRECTIONS, exerts_zone, stack_fits, threats_to

_FREE, _LEVEL_LOST, _NEEDS_POINTS, _FORBIDDEN = 0, 1, 2, 3
MAX_DETOUR = 12
"""Hexes beyond its distance that a unit looks for a place to stop."""


def may_end(
    g: Scenario, s: State, unit: int, hex_index: int, company: tuple[int, ...] = (), alone: bool = False
) -> bool:
    """Return whether a unit, or it and its company, may end a retreat in a hex; `alone`: with nobody else.

    Rules: JDG-5.1.2-f to -h, JDG-10.3.3-a.
    """
    units = company or (unit,)
    others = tuple(other for other in s.stacks[hex_index] if other not in units)
    if s.level[unit] != ROUTED and not g.special.may_stop(s, unit, hex_index, len(units)):
        return False
    return not others or (not alone and stack_fits(g.t, s, (*others, *units)))


def recall_hexes(g: Scenario, s: State, unit: int, target: int) -> list[int]:
    """Return the hexes to which recalled cavalry may fall back: away, in front of no enemy.

    Rules: JDG-9.3.3-b, -c, JDG-10.3.4-a.
    """
    t = g.t
    here = s.place[unit]
    front = threats_to(t, s, t.side[unit]).front
    hexes = []
    for direction in ALL_DIRECTIONS:
        step = 6 * here + direction
        there = t.neighbours[step]
        if there < 0 or t.distance(there, target) <= t.distance(here, target) or there in front:
            continue
        stack = s.stacks[there]
        if stack and t.side[stack[0]] != t.side[unit]:
            continue
        if t.cost[t.cls[unit]][0][step] < 0 or t.retreat[step] != _FREE:
            continue
        if not g.special.closed(s, unit, here, there) and not g.entry_closed(s, unit, there):
            hexes.append(there)
    return sorted(hexes)


def zone_reaches(g: Scenario, s: State, unit: int, hex_index: int) -> bool:
    """Return whether an enemy unit has a zone of control in a hex."""
    if s.place[unit] < 0 or not exerts_zone(g.t, s, unit):
        return False
    mask = g.t.zones[g.t.cls[unit]][s.place[unit]]
    base = 6 * s.place[unit]
    return any(mask >> d & 1 and g.t.neighbours[base + d] == hex_index for d in ALL_DIRECTIONS)


def retreat_steps(g: Scenario, s: State, f: Frame, here: int) -> list[int]:
    """Return the hexes into which a fall-back or retreat may go from a hex.

    Rules: JDG-10.3.1-b to -e, JDG-10.3.4.
    """
    _, unit, start, _, attackers, path, _ = f
    t = g.t
    hexes = []
    for direction in ALL_DIRECTIONS:
        step = 6 * here + direction
        target = t.neighbours[step]
        if target < 0 or t.cost[t.cls[unit]][0][step] < 0 or g.special.closed(s, unit, here, target):
            continue
        stack = s.stacks[target]
        if stack and t.side[stack[0]] != t.side[unit]:
            continue
        effect = t.retreat[step]
        if effect == _FORBIDDEN:
            continue
        if effect == _NEEDS_POINTS and t.cost[t.cls[unit]][0][step] > (
            t.movement[unit][s.level[unit] > 0] * t.denominator
        ):
            continue
        if g.entry_closed(s, unit, target):
            continue
        if not path and here == start:
            if any(zone_reaches(g, s, enemy, target) for enemy in attackers):
                continue
        elif t.distance(start, target) <= t.distance(start, here):
            continue
        hexes.append(target)
    return hexes


def _goes_on(g: Scenario, s: State, f: Frame, here: int, left: int, depth: int, alone: bool = False) -> bool:
    """Return whether a retreat can be completed from a hex; `alone`: in its length, and away from friends."""
    if left <= 0 and (alone or may_end(g, s, f[1], here)):
        return not alone or may_end(g, s, f[1], here, alone=True)
    if depth > MAX_DETOUR:
        return False
    onward = (*f[:5], (*f[5], here), f[6])
    return any(
        _goes_on(g, s, onward, target, left - 1, depth + 1, alone)
        for target in retreat_steps(g, s, onward, here)
    )


def retreat(g: Scenario, s: State, f: Frame) -> Node | None:
    """Move a unit that falls back or retreats, hex by hex (JDG-10.3.1-a to -g).

    Frame: unit, hex of the start, hexes left, attackers, hexes entered, whether it is routed.
    """
    name, unit, start, left, attackers, path, routed = f
    t = g.t
    here = s.place[unit]
    if here < 0:
        s.pop()
        return None
    if not path:
        leave_square(g, s, unit, "JDG-4.2-n")
        g.gather_commanders(s, unit)
    if left <= 0 and may_end(g, s, unit, here):
        s.pop()
        _settle(g, s, unit)
        _check_passed(g, s, unit, path[:-1], attackers)
        return None
    steps = [
        (target, (name, unit, start, left, attackers, (*path, target), routed))
        for target in retreat_steps(g, s, f, here)
    ]
    # Who is routed ends beside another routed unit only where there is no other way (JDG-5.1.2-g).
    alone = s.level[unit] == ROUTED
    targets = [
        target for target, ahead in steps if alone and _goes_on(g, s, ahead, target, left - 1, 0, alone)
    ]
    if not targets:
        targets = [target for target, f in steps if _goes_on(g, s, f, target, left - 1, 0)]
    if not targets:
        s.pop()
        eliminate(g, s, unit, ELIMINATED, "JDG-10.3.1-d", "JDG-10.2-i")
        _check_passed(g, s, unit, path, attackers)
        return None
    if s.answer is None:
        if len(targets) > 1:
            return Decision(t.side[unit], "retreat", tuple(sorted((RETREAT, target) for target in targets)))
        target = targets[0]
    else:
        target = s.take_answer()[1]
    direction = next(d for d in ALL_DIRECTIONS if t.neighbours[6 * here + d] == target)
    g.enter(s, unit, target)
    s.memory[TRAILS] = (*s.memory[TRAILS], (unit, target))
    s.note("retreat", (unit,), (here, target), "JDG-10.3.1-b", "JDG-10.3.1-c")
    g.lead_along(s, unit, here, target)
    s.become((name, unit, start, left - 1, attackers, (*path, target), routed))
    losses = int(t.retreat[6 * here + direction] == _LEVEL_LOST)
    losses += target in threats_to(t, s, t.side[unit]).front
    for _ in range(losses):
        if s.place[unit] >= 0 and lose_level(g, s, unit, "JDG-10.3.4-b", "JDG-10.3.5-b"):
            s.become(retreat_frame(g, s, unit, attackers))
    return None


def _settle(g: Scenario, s: State, unit: int) -> None:
    """Give a unit that fell back the facing of the stack that it has joined (JDG-10.3.2-a to -c)."""
    if s.level[unit] == ROUTED:
        return
    t = g.t
    for other in s.stacks[s.place[unit]]:
        if (
            other != unit
            and (t.arm[other] == ARTILLERY) == (t.arm[unit] == ARTILLERY)
            and s.facing[other] >= 0
        ):
            s.facing[unit] = s.facing[other]
            return


def _check_passed(
    g: Scenario, s: State, unit: int, path: tuple[int, ...], attackers: tuple[int, ...]
) -> None:
    """Push the checks of friends with whom the unit could not stack and whom it has passed.

    Rules: JDG-10.5-b to -g.
    """
    units = tuple(
        other
        for hex_index in path
        for other in s.stacks[hex_index]
        if other != unit and g.t.side[other] == g.t.side[unit] and not may_end(g, s, unit, hex_index)
    )
    if units:
        s.note("pass", units, (), "JDG-10.5-b", "JDG-10.5-d")
        s.push(("check", units, 0, 0, 0, attackers))


def rout_directions(g: Scenario, here: int, edge: str) -> tuple[int, tuple[int, ...]]:
    """Return the direction straight to a map edge from a hex, and those that shift by a column (AMB-84).

    Towards an edge to which no direction leads straight it is that of the two which keeps the row or column.
    """
    grid = g.t.package.grid
    straight = (
        {"N": (0,), "S": (3,), "E": (1, 2), "W": (5, 4), "NE": (1,), "SE": (2,), "SW": (4,), "NW": (5,)}
        if grid.orientation == "flat"
        else {"E": (1,), "W": (4,), "N": (0, 5), "S": (2, 3), "NE": (0,), "SE": (2,), "SW": (3,), "NW": (5,)}
    )[edge]
    if len(straight) == 1:
        direction = straight[0]
        return direction, ((direction + 1) % 6, (direction + 5) % 6)
    line = here // grid.columns if grid.orientation == "flat" else here % grid.columns
    for direction in straight:
        target = g.t.neighbours[6 * here + direction]
        if target >= 0:
            place = target // grid.columns if grid.orientation == "flat" else target % grid.columns
            if place == line:
                other = straight[0] if direction == straight[1] else straight[1]
                return direction, (other,)
    return straight[0], (straight[1],)


def rout_steps(g: Scenario, s: State, f: Frame) -> tuple[list[tuple[int, int, int]], bool]:
    """Return (target, cost, shifts) of the next steps of a rout, and whether the unit now leaves the map."""
    _, unit, spent, shifts, started, path = f
    t = g.t
    here = s.place[unit]
    edge = t.rout_edge[t.side[unit]]
    ahead, aside = rout_directions(g, here, edge)
    budget = t.movement[unit][1] * t.denominator
    at_edge = here in t.edge_hexes[t.side[unit]]
    if t.neighbours[6 * here + ahead] < 0 and at_edge:
        return [], spent + t.denominator <= budget
    threats = threats_to(t, s, t.side[unit])

    def price(direction: int, first_free: bool) -> int:
        step = 6 * here + direction
        target = t.neighbours[step]
        if target < 0 or g.special.closed(s, unit, here, target):
            return -1
        stack = s.stacks[target]
        if stack and t.side[stack[0]] != t.side[unit]:
            return -1
        cost = t.cost[t.cls[unit]][target in threats.near][step]
        if cost < 0 or target in threats.front or g.entry_closed(s, unit, target):
            return -1
        zone = threats.zone.get(target, ())
        if any(enemy in started for enemy in zone) or (first_free and zone):
            return -1
        if started and not path:
            cost += t.move["leave_zoc"] * t.denominator
        if zone:
            cost += (t.move["enter_zoc"] + t.move["enter_zoc_disordered"]) * t.denominator
            if t.night(s.turn):
                cost += t.move["enter_zoc_night"] * t.denominator
            elif t.fog(s.turn):
                cost += t.move["enter_zoc_fog"] * t.denominator
        return cost

    cost = price(ahead, False)
    if cost >= 0:
        target = t.neighbours[6 * here + ahead]
        return ([(target, cost, shifts)] if spent + cost <= budget else []), False
    name = {INFANTRY: "infantry", CAVALRY: "cavalry", ARTILLERY: "artillery"}[t.arm[unit]]
    if shifts >= t.distances[f"column_shift_{name}"]:
        return [], False
    steps = [
        (t.neighbours[6 * here + d], cost, shifts + 1)
        for d in aside
        if (cost := price(d, False)) >= 0 and spent + cost <= budget
    ]
    if not steps and not path and g.special.free_first_step():
        steps = [
            (t.neighbours[6 * here + d], cost, shifts + 1)
            for d in ALL_DIRECTIONS
            if (cost := price(d, True)) >= 0 and spent + cost <= budget
        ]
    return steps, False


def rout(g: Scenario, s: State, f: Frame) -> Node | None:
    """Make a rout move: straight to the edge with all its points (JDG-10.4-a to -r).

    Frame: unit, points spent, columns shifted, enemy units in whose zone it began, hexes entered.
    """
    name, unit, spent, shifts, started, path = f
    t = g.t
    here = s.place[unit]
    if here < 0:
        s.pop()
        return None
    s.flags[unit] |= ROUT_MOVED
    if not path:
        g.gather_commanders(s, unit)
    steps, leaves = rout_steps(g, s, f)
    sheltered = bool(s.flags[unit] & SHELTERED)
    shelter = bool(path) or sheltered
    shelter = shelter and t.shelter[here] and may_end(g, s, unit, here)
    if leaves:
        if s.answer is None and shelter:
            return Decision(t.side[unit], "rout", tuple(sorted([(STOP,), (LEAVE_MAP,)])))
        if s.answer is not None and s.take_answer()[0] == STOP:
            s.flags[unit] |= SHELTERED
            _end_rout(g, s, unit, path)
            return None
        s.pop()
        eliminate(g, s, unit, FLED, "JDG-10.4-p", "JDG-10.2-v")
        g.lead_along(s, unit, here, ELIMINATED)
        _check_passed(g, s, unit, path[:-1], ())
        return None
    if not steps:
        if not path and not sheltered:
            s.pop()
            eliminate(g, s, unit, ELIMINATED, "JDG-10.4-f")
            return None
        if not may_end(g, s, unit, here):
            s.pop()
            eliminate(g, s, unit, ELIMINATED, "JDG-10.4-i")
            _check_passed(g, s, unit, path[:-1], ())
            return None
        _end_rout(g, s, unit, path)
        return None
    if s.answer is None:
        actions: list[Action] = [(RETREAT, target) for target, _, _ in steps]
        if shelter:
            actions.append((STOP,))
        if len(actions) > 1:
            return Decision(t.side[unit], "rout", tuple(sorted(actions)))
        target = steps[0][0]
    else:
        answer = s.take_answer()
        if answer[0] == STOP:
            s.flags[unit] |= SHELTERED  # JDG-10.4-l, -m
            _end_rout(g, s, unit, path)
            return None
        target = answer[1]
    cost, shifts = next((cost, moved) for place, cost, moved in steps if place == target)
    s.flags[unit] &= ~SHELTERED
    g.enter(s, unit, target)
    s.memory[TRAILS] = (*s.memory[TRAILS], (unit, target))
    s.note("rout", (unit,), (here, target), "JDG-10.4-d", "JDG-10.4-e")
    g.lead_along(s, unit, here, target)
    s.become((name, unit, spent + cost, shifts, started, (*path, target)))
    return None


def _end_rout(g: Scenario, s: State, unit: int, path: tuple[int, ...]) -> None:
    """End a rout; from another routed unit it separates first, if it can."""
    s.pop()
    if len(s.stacks[s.place[unit]]) > 1 and len(path) > 1:
        s.push(("separate", unit, path))
    else:
        _check_passed(g, s, unit, path[:-1], ())


def separate(g: Scenario, s: State, f: Frame) -> Node | None:
    """Let a routed unit end one hex earlier, or in an adjacent column, since another is there (JDG-10.4-q).

    Frame: unit, hexes entered.
    """
    _, unit, path = f
    t = g.t
    hexes = _separations(g, s, unit, path)
    if s.answer is None and len(hexes) > 1:
        return Decision(t.side[unit], "separation", tuple(sorted((RETREAT, h) for h in hexes)))
    answer = s.take_answer()
    s.pop()
    if hexes:
        here, target = s.place[unit], answer[1] if answer else hexes[0]
        g.enter(s, unit, target)
        s.note("rout", (unit,), (here, target), "JDG-10.4-q")
        g.lead_along(s, unit, here, target)
        path = path[:-1] if target == path[-2] else (*path[:-1], target)
    _check_passed(g, s, unit, path[:-1], ())
    return None


def _separations(g: Scenario, s: State, unit: int, path: tuple[int, ...]) -> list[int]:
    """Return the empty hexes that a rout could have ended in instead of its last."""
    t = g.t
    before, here = path[-2:]
    threats = threats_to(t, s, t.side[unit])
    costs = t.cost[t.cls[unit]]
    paid = next(
        costs[here in threats.near][6 * before + d] for d in range(6) if t.neighbours[6 * before + d] == here
    )
    hexes = [] if s.stacks[before] else [before]
    for direction in rout_directions(g, before, t.rout_edge[t.side[unit]])[1]:
        step = 6 * before + direction
        target = t.neighbours[step]
        if target < 0 or target == here or s.stacks[target] or target in threats.zone:
            continue
        cost = costs[target in threats.near][step]
        if (
            0 <= cost <= paid
            and not g.special.closed(s, unit, before, target)
            and not g.entry_closed(s, unit, target)
        ):
            hexes.append(target)
    return sorted(hexes)


PROCEDURES = {"retreat": retreat, "rout": rout, "separate": separate}
