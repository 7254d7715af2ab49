"""Fall-back and retreat, and the friends that are passed (JDG-10.3, JDG-10.5)."""

from __future__ import annotations

from jdgtools.engine.core.nodes import DecisionNode, Node
from jdgtools.engine.core.state import ELIMINATED, Frame, GameState
from jdgtools.engine.jdg.losses import eliminate, leave_square, lose_level, retreat_frame
from jdgtools.engine.jdg.scenario import ScenarioInPlay, put_gun_on_top
from jdgtools.engine.jdg.words import (
    ARTILLERY,
    RETREAT,
    ROUT_MOVED,
    ROUTED,
    SQUARE,
    TRAILS,
)
from jdgtools.engine.jdg.zones import ALL_DIRECTIONS, exerts_zone, front_hexes, stack_fits, threats_to

LEVEL_LOST, _NEEDS_POINTS, _FORBIDDEN = 1, 2, 3
"""What a step costs who falls back or retreats over it, if anything."""
MAX_DETOUR = 12
"""Hexes beyond its distance that a unit looks for a place to stop."""


def may_end(
    g: ScenarioInPlay,
    s: GameState,
    unit: int,
    hex_index: int,
    company: tuple[int, ...] = (),
    alone: bool = False,
) -> bool:
    """Return whether a unit, or it and its company, may end a retreat in a hex; `alone`: with nobody else.

    Rules: JDG-5.1.2-f to -h, JDG-10.3.3-a.
    """
    units = company or (unit,)
    others = tuple(other for other in s.stacks[hex_index] if other not in units)
    if any(s.flags[other] & SQUARE for other in others):
        return False  # nobody who gives way joins a square, guns neither (JDG-4.2-h, JDG-5.1.1-k)
    if s.level[unit] != ROUTED and not g.special.may_stop(s, unit, hex_index, len(units)):
        return False
    return not others or (not alone and stack_fits(g.t, s, (*others, *units)))


def recall_hexes(g: ScenarioInPlay, s: GameState, unit: int, target: int) -> list[int]:
    """Return the hexes to which recalled cavalry may fall back: away, in front of no enemy.

    A front hex of guns or a square counts as any other. Rules: JDG-9.3.3-b, -c, JDG-10.3.4-a.
    """
    t = g.t
    here = s.place[unit]
    enemies = threats_to(t, s, t.side[unit]).units
    front = frozenset(h for enemy in enemies for h in front_hexes(t, s, enemy))
    hexes = []
    for direction in ALL_DIRECTIONS:
        step = 6 * here + direction
        there = t.neighbours[step]
        if there < 0 or t.distance(there, target) <= t.distance(here, target) or there in front:
            continue
        stack = s.stacks[there]
        if stack and t.side[stack[0]] != t.side[unit]:
            continue
        if t.cost[t.cls[unit]][0][step] < 0 or t.retreat[step] > LEVEL_LOST:
            continue
        if not g.special.forbids_step(s, unit, here, there) and not g.entry_closed(s, unit, there):
            hexes.append(there)
    return sorted(hexes)


def zone_reaches(g: ScenarioInPlay, s: GameState, unit: int, hex_index: int) -> bool:
    """Return whether an enemy unit has a zone of control in a hex."""
    if s.place[unit] < 0 or not exerts_zone(g.t, s, unit):
        return False
    if g.t.protected_hexes and hex_index in g.t.protected_hexes(s, g.t.side[unit]):
        return False
    return any(target == hex_index for _, target in g.t.zone_hexes[g.t.cls[unit]][s.place[unit]])


def _leaves_attackers(
    g: ScenarioInPlay, s: GameState, here: int, target: int, attackers: tuple[int, ...]
) -> bool:
    """Return whether a first step leads away from the attackers (JDG-10.3.1-b, -e).

    By `first_hex_rule` it leads into the zone of none of them, or farther from each of them (AMB-82).
    """
    if g.t.options["first_hex_rule"] == "farther":
        distance = g.t.distance
        places = [s.place[enemy] for enemy in attackers if s.place[enemy] >= 0]
        return all(distance(target, at) > distance(here, at) for at in places)
    return not any(zone_reaches(g, s, enemy, target) for enemy in attackers)


def retreat_steps(g: ScenarioInPlay, s: GameState, f: Frame, here: int) -> list[int]:
    """Return the hexes into which a fall-back or retreat may go from a hex.

    Rules: JDG-10.3.1-b to -e, JDG-10.3.4.
    """
    _, unit, start, _, attackers, path, _ = f
    t = g.t
    hexes = []
    for direction in ALL_DIRECTIONS:
        step = 6 * here + direction
        target = t.neighbours[step]
        if target < 0 or t.cost[t.cls[unit]][0][step] < 0 or g.special.forbids_step(s, unit, here, target):
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
            if not _leaves_attackers(g, s, here, target, attackers):
                continue
        elif t.distance(start, target) <= t.distance(start, here):
            continue
        hexes.append(target)
    return hexes


def _goes_on(
    g: ScenarioInPlay, s: GameState, f: Frame, here: int, left: int, depth: int, alone: bool = False
) -> bool:
    """Return whether a retreat can be completed from a hex; `alone`: away from friends (JDG-10.3.3-b)."""
    if left <= 0 and may_end(g, s, f[1], here):
        return not alone or may_end(g, s, f[1], here, alone=True)
    if depth > MAX_DETOUR:
        return False
    onward = (*f[:5], (*f[5], here), f[6])
    return any(
        _goes_on(g, s, onward, target, left - 1, depth + 1, alone)
        for target in retreat_steps(g, s, onward, here)
    )


def retreat(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
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
        put_gun_on_top(g, s, unit)
        check_passed(g, s, unit, path[:-1], attackers)
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
        check_passed(g, s, unit, path, attackers)
        return None
    if s.answer is None:
        if len(targets) > 1:
            return DecisionNode(
                t.side[unit], "retreat", tuple(sorted((RETREAT, target) for target in targets))
            )
        target = targets[0]
    else:
        target = s.take_answer()[1]
    direction = next(d for d in ALL_DIRECTIONS if t.neighbours[6 * here + d] == target)
    g.enter(s, unit, target)
    s.memory[TRAILS] = (*s.memory[TRAILS], (unit, target))
    s.note("retreat", (unit,), (here, target), "JDG-10.3.1-b", "JDG-10.3.1-c")
    g.lead_along(s, unit, here, target)
    s.become((name, unit, start, left - 1, attackers, (*path, target), routed))
    losses = int(t.retreat[6 * here + direction] == LEVEL_LOST)
    # Only fronts of enemies with a zone count, JDG-10.3.5-d; a routed unit is lost by it, JDG-10.3.5-c.
    losses += target in threats_to(t, s, t.side[unit]).front
    if losses and s.level[unit] + losses >= ROUTED:
        s.pop()  # its way ends here, and those whom it has passed check all the same
        check_passed(g, s, unit, path, attackers)
        for _ in range(losses):
            if s.place[unit] >= 0 and lose_level(g, s, unit, "JDG-10.3.4-b", "JDG-10.3.5-b"):
                s.push(retreat_frame(g, s, unit, attackers))
    elif losses:
        lose_level(g, s, unit, "JDG-10.3.4-b", "JDG-10.3.5-b")
    return None


def _settle(g: ScenarioInPlay, s: GameState, unit: int) -> None:
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


def check_passed(
    g: ScenarioInPlay, s: GameState, unit: int, path: tuple[int, ...], attackers: tuple[int, ...]
) -> None:
    """Push the checks of friends with whom the unit could not stack and whom it has passed.

    A routed unit stacks with another only where there is no other way (JDG-5.1.2-g), and it has found one:
    who was passed by it makes a rout move (JDG-10.5-EX2). Rules: JDG-10.5-b to -g.
    """
    alone = s.level[unit] == ROUTED
    units = tuple(
        other
        for hex_index in path
        for other in s.stacks[hex_index]
        if other != unit
        and g.t.side[other] == g.t.side[unit]
        and not may_end(g, s, unit, hex_index, alone=alone)
    )
    if units:
        s.note("pass", units, (), "JDG-10.5-b", "JDG-10.5-d")
        if alone and not s.flags[unit] & ROUT_MOVED:
            s.flags[unit] |= ROUT_MOVED
            s.push(("check", units, 0, 0, 0, attackers), ("rout-again", unit))
        else:
            s.push(("check", units, 0, 0, 0, attackers))


def rout_again(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let a routed unit make rout moves again: those it has passed may have passed it in turn (JDG-10.5-f).

    Frame: unit.
    """
    s.pop()
    s.flags[f[1]] &= ~ROUT_MOVED
    return None


PROCEDURES = {"retreat": retreat, "rout-again": rout_again}
