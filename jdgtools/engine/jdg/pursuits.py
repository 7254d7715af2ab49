"""Pursuit after a charge: who follows whom, the way, and further charges (JDG-9.5, PROC-PURSUIT)."""

from __future__ import annotations

from jdgtools.engine.core.nodes import Action, DecisionNode, Node
from jdgtools.engine.core.state import Frame, GameState
from jdgtools.engine.jdg.charges import answer_frames
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.shocks import charge_targets, cohesion, direction_to
from jdgtools.engine.jdg.words import (
    ARTILLERY,
    CAVALRY,
    CHARGE,
    CHARGED,
    FACE,
    MOVED,
    ORDERED,
    PURSUE,
    PURSUIT_POINT,
    RESOLVE,
    SQUARE,
    STACK,
    STEP,
    STOP,
    TRAILS,
    TURNED,
    UNIT,
)
from jdgtools.engine.jdg.zones import enemies_in, front_hexes, stack_fits, threats_to


def may_follow(g: ScenarioInPlay, s: GameState, units: tuple[int, ...], target: int) -> bool:
    """Return whether pursuing cavalry may enter an adjacent hex.

    Ground that bars charges ends a pursuit, whatever road leads through it. Rules: JDG-9.5.2-a, -g, -n,
    JDG-9.1-h.
    """
    t = g.t
    here = s.place[units[0]]
    if t.distance(here, target) != 1:
        return False
    step = 6 * here + direction_to(g, here, target)
    if t.no_charge[step] or t.hex_blocks_charge[target]:
        return False
    stack = s.stacks[target]
    if stack and (
        t.side[stack[0]] != t.side[units[0]]
        or any(t.arm[other] == ARTILLERY or s.flags[other] & SQUARE for other in stack)
        or not stack_fits(t, s, (*stack, *units))
    ):
        return False
    return all(
        t.cost[t.cls[unit]][1][step] >= 0
        and not g.special.forbids_step(s, unit, here, target)
        and not g.entry_closed(s, unit, target)
        for unit in units
    )


def pursuers(
    g: ScenarioInPlay, s: GameState, able: tuple[int, ...], vacated_hexes: tuple[int, ...]
) -> list[Action]:
    """Return who may be chosen to pursue: the best unit, or a whole stack.

    Heavy cavalry first, then the highest cohesion. Rules: JDG-9.5.2-c to -f, JDG-8.7.3-b, -d.
    """
    t = g.t
    able = tuple(u for u in able if any(may_follow(g, s, (u,), h) for h in vacated_hexes))
    best = max(((t.heavy[u], cohesion(g, s, u)) for u in able), default=(False, 0))
    actions: set[Action] = set()
    several = len({s.place[u] for u in able}) > 1
    for unit in able:
        if (t.heavy[unit], cohesion(g, s, unit)) != best:
            continue
        stack = tuple(u for u in able if s.place[u] == s.place[unit])
        whole = len(stack) > 1 and any(may_follow(g, s, stack, h) for h in vacated_hexes)
        if whole:  # named once, by whoever is first in it
            actions.add((STACK, next(u for u in stack if (t.heavy[u], cohesion(g, s, u)) == best)))
        if not several or not whole:
            actions.add((PURSUE, unit))
    return sorted(actions)


def pursue(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Choose the unit or stack that pursues, as it must after a charge (JDG-9.5.1-a, JDG-9.5.2-c to -f).

    Frame: side, units that charged and could pursue, units that have left their hexes with these hexes,
    number of the charge.
    """
    _, side, able, fled, number = f
    free_hexes = tuple(sorted({h for _, h in fled if not s.stacks[h]}))
    able = tuple(u for u in able if s.place[u] >= 0 and s.level[u] == ORDERED and s.flags[u] & CHARGE)
    actions = pursuers(g, s, able, free_hexes)
    if not actions:
        s.pop()
        return None
    if s.answer is None and len(actions) > 1:
        return DecisionNode(side, "pursuit", tuple(actions))
    answer = actions[0] if s.answer is None else s.take_answer()
    begin_pursuit(g, s, answer, able, fled, number)
    return None


def begin_pursuit(
    g: ScenarioInPlay,
    s: GameState,
    answer: Action,
    able: tuple[int, ...],
    fled: tuple[tuple[int, int], ...],
    number: int,
) -> None:
    """Replace the innermost frame by a pursuit; who stays behind has its check (JDG-9.5.2-e).

    Who pursues has it at the end of the last pursuit, or by `end_check` after the charge and each pursuit.
    """
    unit = answer[1]
    pursuing_units = tuple(u for u in able if s.place[u] == s.place[unit]) if answer[0] == STACK else (unit,)
    others = tuple(u for u in able if u not in pursuing_units)
    each = g.t.options["end_check"] == "each"
    if not each:
        for other in pursuing_units:
            s.flags[other] |= CHARGE | CHARGED
    s.note("pursuit", pursuing_units, (), "JDG-9.5.1-a", "JDG-9-l")
    s.pop()
    if each:
        s.push(
            ("charge-end", others),
            ("charge-end", pursuing_units),
            ("pursue-on", pursuing_units, fled, number),
        )
    else:
        s.push(
            ("charge-end", others), ("quarry", pursuing_units, fled, number), ("charge-end", pursuing_units)
        )


def pursue_on(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Begin the pursuit of those who have passed the check at the end of their charge (AMB-79).

    Frame: units, units that have left their hexes with these hexes, number of the charge.
    """
    _, units, fled, number = f
    s.pop()
    able = tuple(u for u in units if s.place[u] >= 0 and s.level[u] == ORDERED)
    for unit in able:
        s.flags[unit] |= CHARGE | CHARGED
    if able:
        s.push(("quarry", able, fled, number), ("charge-end", able))
    return None


def quarry(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Choose whom to pursue among those charged last, or which hex to enter when all are lost.

    Rules: JDG-9.5.2-m, -k.

    Frame: units that pursue, units that have left their hexes with these hexes, number of the charge.
    """
    _, units, fled, number = f
    t = g.t
    open_hexes = [h for _, h in fled if not s.stacks[h] and may_follow(g, s, units, h)]
    alive = sorted(unit for unit, h in fled if s.place[unit] >= 0 and h in open_hexes)
    if not open_hexes:
        s.pop()
        return None
    side = t.side[units[0]]
    if alive:
        if s.answer is None and len(alive) > 1:
            return DecisionNode(side, "pursued unit", tuple((UNIT, unit) for unit in alive))
        quarry_chosen = alive[0] if s.answer is None else s.take_answer()[1]
        start = next(h for unit, h in fled if unit == quarry_chosen)
        way = (start, *(h for unit, h in s.memory[TRAILS] if unit == quarry_chosen))
    else:
        choices = sorted(set(open_hexes))
        if s.answer is None and len(choices) > 1:
            return DecisionNode(side, "pursued unit", tuple((STEP, units[0], h) for h in choices))
        quarry_chosen, way = -1, ((choices[0] if s.answer is None else s.take_answer()[2]),)
    s.become(("chase", units, quarry_chosen, way, 0, number, 0))
    return None


def _spend(g: ScenarioInPlay, s: GameState, units: tuple[int, ...], target: int) -> bool:
    """Return whether pursuing cavalry can pay for the next hex, and count what it pays.

    A pursuit has no limit; by option it is the movement allowance, for all its stretches together, and each
    hex costs what its terrain does. Rules: JDG-9.5.2-b, AMB-78.
    """
    t = g.t
    if t.options["pursuit_mp_limit"] == "none":
        return True
    here = s.place[units[0]]
    step = 6 * here + direction_to(g, here, target)
    near = target in threats_to(t, s, t.side[units[0]]).near
    costs = [t.cost[t.cls[unit]][near][step] for unit in units]
    for unit, cost in zip(units, costs, strict=True):
        allowance = t.movement[unit][s.level[unit] > 0] * t.denominator
        if s.flags[unit] // PURSUIT_POINT + cost > allowance:
            return False
    for unit, cost in zip(units, costs, strict=True):
        s.flags[unit] += cost * PURSUIT_POINT
    return True


def chase(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Follow the way of the pursued unit hex by hex, until it is caught or something stops the pursuit.

    Rules: JDG-9.5.2-g to -s.

    Frame: units, unit pursued (-1 = it is eliminated), its way, place in it, number of the charge, step.
    """
    name, units, quarry_unit, way, place, number, step = f
    t = g.t
    units = tuple(u for u in units if s.place[u] >= 0 and s.level[u] == ORDERED)
    if not units or place == len(way):
        s.pop()
        return None
    side = t.side[units[0]]
    if step == 0:
        target = way[place]
        if s.place[units[0]] != target:
            if not may_follow(g, s, units, target) or not _spend(g, s, units, target):
                s.note("pursuit-stops", units, (target,), "JDG-9.5.2-n")
                s.pop()
                return None
            here = s.place[units[0]]
            for unit in units:
                g.enter(s, unit, target)
                s.flags[unit] |= MOVED
                s.note("pursue", (unit,), (here, target), "JDG-9.5.2-i", "JDG-9.5.2-g")
        s.become((name, units, quarry_unit, way, place, number, 1))
        return None
    if step == 1:
        facings = pursuit_facings(g, s, units, quarry_unit, way, place)
        if s.answer is None and len(facings) > 1:
            return DecisionNode(side, "facing", tuple((FACE, facing) for facing in facings))
        facing = facings[0] if s.answer is None else s.take_answer()[1]
        for unit in units:
            if s.facing[unit] != facing:
                s.flags[unit] |= TURNED
            s.facing[unit] = facing
        s.become((name, units, quarry_unit, way, place, number, 2))
        return None
    return _contact(g, s, f, units)


def pursuit_facings(
    g: ScenarioInPlay,
    s: GameState,
    units: tuple[int, ...],
    quarry_unit: int,
    way: tuple[int, ...],
    place: int,
) -> list[int]:
    """Return the facings that pursuing cavalry may take in a hex: one corner, towards the pursued unit.

    Rules: JDG-9.5.2-h, -k, JDG-6.1.1-b.
    """
    t = g.t
    here, facing = s.place[units[0]], s.facing[units[0]]
    others = [o for o in s.stacks[here] if o not in units and t.arm[o] == CAVALRY and s.facing[o] >= 0]
    if others:
        return [s.facing[others[0]]]
    limit = t.distances["facing_in_pursuit"]
    facings = {facing}
    goal = s.place[quarry_unit] if quarry_unit >= 0 else -1
    if goal >= 0 and t.distance(here, goal) > 1 and place + 1 < len(way):
        goal = way[place + 1]
    for k in range(-limit, limit + 1):
        new_facing = (facing + k) % 6
        ahead = (t.neighbours[6 * here + new_facing], t.neighbours[6 * here + (new_facing + 1) % 6])
        if quarry_unit < 0 or goal in ahead:
            facings.add(new_facing)
    towards = [
        k for k in facings if goal in (t.neighbours[6 * here + k], t.neighbours[6 * here + (k + 1) % 6])
    ]
    return sorted(towards or facings)


def _contact(g: ScenarioInPlay, s: GameState, f: Frame, units: tuple[int, ...]) -> Node | None:
    """See who stands before pursuing cavalry: go on, charge or stop (JDG-9.5.2-j, -r, -s, AMB-77)."""
    name, _, quarry_unit, way, place, number, _ = f
    t = g.t
    side, here = t.side[units[0]], s.place[units[0]]
    goal = s.place[quarry_unit] if quarry_unit >= 0 else -1
    hexes = charge_targets(g, s, units, again=True)
    ahead = [h for h in front_hexes(t, s, units[0]) if enemies_in(t, s, h, side)]
    others = [h for h in ahead if h != goal]
    is_caught = goal in hexes
    if not ahead:
        if goal >= 0 and t.distance(here, goal) > 1:
            s.become((name, units, quarry_unit, way, place + 1, number, 0))
        else:
            s.pop()
        return None
    if not hexes:
        s.note("pursuit-stops", units, (), "JDG-9.5.2-j", "JDG-9.5.2-r")
        s.pop()
        return None
    goes_on = True
    free = t.options["pursuit_stop_choice"] and not g.special.always_pursues(units)
    if (others or not is_caught) and free:
        if s.answer is None:
            return DecisionNode(side, "pursuit", tuple(sorted([(STOP,), (RESOLVE, hexes[0])])))
        goes_on = s.take_answer()[0] == RESOLVE
    s.pop()
    if goes_on:
        target = goal if is_caught else hexes[0]
        s.note("charge", units, tuple(hexes), "JDG-9.5.2-o", "JDG-9.5.2-r")
        s.push(
            *answer_frames(g, s, units, target, number + 1),
            ("charge-on", units, number + 1),
        )
    return None


def charge_on(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Resolve a further charge of a pursuit, without any shock check (JDG-9.5.2-b, -p, -q, -u).

    Frame: units, number of the charge.
    """
    _, units, number = f
    units = tuple(u for u in units if s.place[u] >= 0 and s.flags[u] & CHARGE)
    s.pop()
    if units:
        here = s.place[units[0]]
        pairs = tuple((here, h) for h in charge_targets(g, s, units, again=True))
        if pairs:
            s.push(("shock", pairs, (), g.t.side[units[0]], 0, 1, number))
    return None


def counter_pursuits(
    g: ScenarioInPlay, s: GameState, defenders: tuple[int, ...], left: tuple[tuple[int, int], ...], side: int
) -> list[Action]:
    """Return how attacked cavalry may pursue attackers that have left their hexes.

    It goes through its front; not at night or in fog. Rules: JDG-9.5.1-b, -c, JDG-9.4-h, -i, AMB-76,
    JDG-9.5.2-f.
    """
    t = g.t
    if t.night(s.turn) or t.fog(s.turn):
        return []
    actions: set[Action] = set()
    free_hexes = {h for _, h in left if not s.stacks[h]}
    for here in sorted({s.place[u] for u in defenders if s.place[u] >= 0 and t.side[u] == side}):
        able = tuple(
            u
            for u in s.stacks[here]
            if u in defenders and t.arm[u] == CAVALRY and s.level[u] == ORDERED and not s.flags[u] & SQUARE
        )
        if able and not t.hex_blocks_charge[here]:
            ahead = tuple(h for h in front_hexes(t, s, able[0]) if h in free_hexes)
            actions |= set(pursuers(g, s, able, ahead)) if ahead else set()
    return sorted(actions)


PROCEDURES = {
    "pursue": pursue,
    "pursue-on": pursue_on,
    "quarry": quarry,
    "chase": chase,
    "charge-on": charge_on,
}
