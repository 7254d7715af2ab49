"""The movement segment of an activation: moves, squares, reinforcements, commanders.

Rules: JDG-1-n, JDG-4, JDG-5.2.
"""

from __future__ import annotations

from typing import Any

from jdgtools.engine.core.nodes import Action, DecisionNode, Node
from jdgtools.engine.core.state import EXITED, Frame, GameState
from jdgtools.engine.jdg.arrivals import enter_stack, enter_unit, entry_actions
from jdgtools.engine.jdg.charges import charge_actions
from jdgtools.engine.jdg.losses import lose_level, retreat_frame
from jdgtools.engine.jdg.reach import FORCED, IN_PLACE, NORMAL, ends_move, hexes_near_leaders
from jdgtools.engine.jdg.scenario import ScenarioInPlay, put_gun_on_top
from jdgtools.engine.jdg.shocks import may_attack
from jdgtools.engine.jdg.squares import (
    form_square,
    leave_square_by_choice,
    may_form_square,
    may_leave_square,
    square_leavers,
    turn,
)
from jdgtools.engine.jdg.ways import NOWHERE
from jdgtools.engine.jdg.words import (
    ACTIVE,
    ARTILLERY,
    CHARGE,
    CHARGE_VERB,
    COMMANDER_DONE,
    COMMANDER_MOVED,
    DONE,
    DONE_VERB,
    ENTER,
    ENTER_NORMALLY,
    ENTER_STACK,
    ENTER_STACK_NORMALLY,
    EXITS,
    FACE,
    FIRED,
    FORM_SQUARE,
    FULL_ALLOWANCE,
    GO,
    LEAVE_MAP,
    LEAVE_SQUARE,
    LEFT_SQUARE,
    MARCH,
    MOVE_STACK,
    MOVED,
    MUST_ADVANCE,
    NO_MARCH,
    ORDERED,
    RALLY_ONLY,
    RENFORT,
    ROUTED,
    SQUARE,
    STAYS,
    STOP,
    TURNED,
    UNIT,
)
from jdgtools.engine.jdg.zones import allowance, enemies_in, enemy_adjacent, has_orders, threats_to

ALL_FACES: tuple[Action, ...] = tuple((FACE, facing) for facing in range(6))


def may_move(g: ScenarioInPlay, s: GameState, unit: int) -> bool:
    """Return whether a unit of the activation may still move, turn or form square."""
    flags = s.flags[unit]
    return (
        flags & (ACTIVE | DONE | STAYS | RALLY_ONLY) == ACTIVE
        and s.place[unit] >= 0
        and s.level[unit] < ROUTED
        and not (flags & FIRED and not has_orders(s, unit))
    )


def segment(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the active player pick the next unit, entry or commander to move. Frame: side."""
    _, side = f
    t = g.t
    if s.answer is None:
        actions: list[Action] = [] if must_go(g, s, side) else [(DONE_VERB,)]
        flags = s.flags
        for unit in t.of_side[side]:
            if flags[unit] & ACTIVE and may_move(g, s, unit):
                actions.append((UNIT, unit))
                if company_of(g, s, unit):
                    actions.append((MOVE_STACK, unit))
        for leader in t.leaders:
            if t.side[leader] == side and s.place[leader] >= 0 and not s.flags[leader] & COMMANDER_DONE:
                actions.append((UNIT, leader))
        actions += entry_actions(g, s, side)
        return DecisionNode(side, "movement", tuple(sorted(actions)))
    answer = s.take_answer()
    if answer[0] == DONE_VERB:
        s.pop()
    elif answer[0] in (ENTER_STACK, ENTER_STACK_NORMALLY):
        enter_stack(g, s, answer[1], answer[2], answer[0] == ENTER_STACK_NORMALLY)
    elif answer[0] in (ENTER, ENTER_NORMALLY):
        enter_unit(g, s, answer[1], answer[2], answer[0] == ENTER_NORMALLY)
    else:
        unit = answer[1]
        start_zone = threats_to(t, s, side).zone.get(s.place[unit], ())
        mp_spent = t.move["leave_square"] * t.denominator if s.flags[unit] & LEFT_SQUARE else 0
        company = company_of(g, s, unit) if answer[0] == MOVE_STACK else ()
        s.push(("move", unit, 0, mp_spent, 1, start_zone, company))
    return None


def company_of(g: ScenarioInPlay, s: GameState, unit: int) -> tuple[int, ...]:
    """Return the units under the top one of a stack with which it may move; none where they do not all move.

    Rules: JDG-4.4.1-c, -d, AMB-29.
    """
    stack = s.stacks[s.place[unit]]
    if len(stack) < 2 or stack[0] != unit:
        return ()
    barring_flags = SQUARE | LEFT_SQUARE | MOVED | MUST_ADVANCE
    if not g.t.options["mixed_stack_moves"] and len({g.t.arm[u] for u in stack}) > 1:
        return ()
    able = all(
        may_move(g, s, u) and not s.flags[u] & barring_flags and g.special.may_leave_hex(s, u) for u in stack
    )
    return stack[1:] if able else ()


def forward_hexes(g: ScenarioInPlay, s: GameState, unit: int, enemies_at_start: tuple[int, ...]) -> list[int]:
    """Return the hexes next to an enemy that a unit must enter, which a special rule drives forward.

    None where it stands next to one already, or where nothing drives it. Who is in square, or has left one in
    this activation, has so many points less (JDG-4.2-j).
    """
    flags = s.flags[unit]
    if not flags & MUST_ADVANCE or flags & MOVED or s.level[unit] != ORDERED:
        return []
    if flags & SQUARE and not may_leave_square(g, s, unit):
        return []
    mp_spent = g.t.move["leave_square"] * g.t.denominator if flags & (SQUARE | LEFT_SQUARE) else 0
    walk = g.walk(s, unit, NORMAL, enemies_at_start)
    if s.place[unit] in walk.threats.near:
        return []
    return sorted(h for h in walk.legs(allowance(g.t, s, unit), mp_spent, True) if h in walk.threats.near)


def must_go(g: ScenarioInPlay, s: GameState, side: int) -> bool:
    """Return whether a unit still has to go forward before the movement may end."""
    units = [u for u in g.t.of_side[side] if s.flags[u] & MUST_ADVANCE and may_move(g, s, u)]
    return any(forward_hexes(g, s, unit, ()) for unit in units)


def may_march(g: ScenarioInPlay, s: GameState, unit: int) -> bool:
    """Return whether a unit may make a forced march (JDG-4.1.3-b, -c, -i, JDG-12.1-a, JDG-12.2-a)."""
    t = g.t
    flags = s.flags[unit]
    if not has_orders(s, unit) or s.level[unit] != ORDERED or flags & (FIRED | LEFT_SQUARE):
        return False
    if not flags & RENFORT and (t.night(s.turn) or t.fog(s.turn)):
        return False
    if flags & NO_MARCH or not g.special.may_march(s, unit):
        return False
    threats = threats_to(t, s, t.side[unit])
    if s.place[unit] in hexes_near_leaders(t, s, t.side[unit]):
        return False
    return s.place[unit] not in threats.within(t, t.distances["forced_march_ban"])


def face_actions(
    g: ScenarioInPlay,
    s: GameState,
    unit: int,
    enemies_at_start: tuple[int, ...],
    first: int,
    company: tuple[int, ...] = (),
) -> list[Action]:
    """Return the facings that a unit may take where it stands (JDG-6.1.2-a, JDG-6.2.2-i).

    Who has left a zone faces freely, or by `facing_free_after_leaving_zoc` as who stays in it (AMB-48).
    Who has left a square faces freely in a zone too (JDG-6.1.2-b, JDG-4.2-j).
    Who joins cavalry that has charged takes its facing, which is towards the target (JDG-9.2-a, JDG-6.1.1-b).
    By `stack_facing_on_entry` who joins others takes their facing (`of_hex`), or they take that which it may
    choose, without a limit of their own (`of_mover`, AMB-112). `company` moves with the unit.
    """
    t = g.t
    here = s.place[unit]
    stays = bool(enemies_at_start) and (bool(first) or not t.options["facing_free_after_leaving_zoc"])
    stays = stays and not s.flags[unit] & LEFT_SQUARE
    if len(s.stacks[here]) == 1 and not stays:
        return list(ALL_FACES)
    facings = set(range(6))
    limit = t.distances["facing_in_zoc"]
    if stays:  # who has turned for his fire has done so
        facings &= {s.facing[unit]} if s.flags[unit] & TURNED else _near(s.facing[unit], limit)
    gun = t.arm[unit] == ARTILLERY
    choice = "owner_choice" if first else t.options["stack_facing_on_entry"]
    for other in s.stacks[here]:
        if other == unit or (t.arm[other] == ARTILLERY) != gun or s.facing[other] < 0:
            continue
        is_bound = choice != "of_mover" and not s.flags[other] & (MOVED | LEFT_SQUARE)
        if s.flags[other] & CHARGE or (choice == "of_hex" and other not in company):
            facings &= {s.facing[other]}
        elif is_bound and here in threats_to(t, s, t.side[unit]).zone:
            facings &= {s.facing[other]} if s.flags[other] & TURNED else _near(s.facing[other], limit)
    if not facings:
        facings = {
            next(s.facing[other] for other in s.stacks[here] if other != unit and s.facing[other] >= 0)
        }
    return [(FACE, facing) for facing in sorted(facings)]


def _near(facing: int, limit: int) -> set[int]:
    return {(facing + turn) % 6 for turn in range(-limit, limit + 1)} if facing >= 0 else set(range(6))


def move_options(g: ScenarioInPlay, s: GameState, f: Frame) -> list[Action]:
    """Return what a unit on the move may do next."""
    _, unit, kind, mp_spent, first, start_zone, company = f
    t = g.t
    units = (unit, *company)
    if unit in t.leaders:
        walk = g.walk(s, unit, NORMAL, ())
        walk.enemies_at_start = start_zone
        points = t.movement[unit][0] * t.denominator
        stays = s.place[unit] in walk.threats.zone and not first
        legs = NOWHERE if stays else walk.legs(points, mp_spent, bool(first))
        leaves = [] if stays else _way_off_the_map(g, s, f, points)
        return [(STOP,), *leaves, *((GO, target) for target in sorted(legs))]
    if kind == IN_PLACE:
        return [(STOP,), (FORM_SQUARE,)]
    actions: list[Action] = []
    flags = s.flags[unit]
    if flags & SQUARE:
        actions = [] if forward_hexes(g, s, unit, start_zone) else [(STOP,)]
        if may_leave_square(g, s, unit) and (
            len(square_leavers(g, s, unit)) > 1
            or len(s.stacks[s.place[unit]]) == 1
            or _way_out_of_square(g, s, unit, start_zone)
        ):
            actions.append((LEAVE_SQUARE,))
        return actions
    if first and flags & LEFT_SQUARE and any(s.flags[u] & SQUARE for u in s.stacks[s.place[unit]]):
        return _way_out_of_square(g, s, unit, start_zone)  # JDG-4.2-p, JDG-5.1.1-k
    if first and not g.special.may_leave_hex(s, unit):
        return [(STOP,), *_new_facings(g, s, units, face_actions(g, s, unit, start_zone, first))]
    if first and not company and (hexes := forward_hexes(g, s, unit, start_zone)):
        return [(GO, target) for target in hexes]
    if first:
        actions.append((STOP,))
        if not company and may_form_square(g, s, unit):
            actions.append((FORM_SQUARE,))
    facings = _forward_facings(g, s, unit, face_actions(g, s, unit, start_zone, first, company))
    actions += _new_facings(g, s, units, facings) if first else facings
    if first and not kind:
        actions += [(CHARGE_VERB, target) for target in charge_actions(g, s, units, start_zone)]
    if kind in (0, NORMAL):
        points = min(allowance(t, s, u) for u in units)
        if first or not _must_stop(g, s, units, NORMAL):
            legs = g.legs(s, units, NORMAL, start_zone, points, mp_spent, bool(first))
            actions += [(GO, target) for target in sorted(legs)]
            actions += [] if company else _way_off_the_map(g, s, f, points)
    if kind == FORCED:
        marches = all(s.level[u] == ORDERED for u in units)  # JDG-10.1-e
    else:
        together = not company or bool(t.options["forced_march_stack"])  # AMB-20
        marches = not kind and together and all(may_march(g, s, u) for u in units)
    if marches and (first or not _must_stop(g, s, units, FORCED)):
        points = min(allowance(t, s, u, is_forced=True) for u in units)
        legs = g.legs(s, units, FORCED, start_zone, points, mp_spent, bool(first))
        actions += [(MARCH, target) for target in sorted(legs)]
    return actions


def _way_off_the_map(g: ScenarioInPlay, s: GameState, f: Frame, points: int) -> list[Action]:
    """Return how a piece may leave the map from its hex: out of a zone it pays for that as well.

    Rules: JDG-4.4.1-k, JDG-6.2.2-j. Frame: that of `move`.
    """
    _, unit, _, mp_spent, first, start_zone, _ = f
    cost = g.special.exit_cost(s, unit)
    leaves_zone = bool(first and start_zone) and not g.special.leaves_zone_free(s, unit)
    surcharge = g.t.move["leave_zoc"] * g.t.denominator if leaves_zone else 0
    return [(LEAVE_MAP,)] if -1 < cost <= points - mp_spent - surcharge else []


def _new_facings(
    g: ScenarioInPlay, s: GameState, units: tuple[int, ...], actions: list[Action]
) -> list[Action]:
    """Leave out the facing that units have which may stop: whoever does not turn stops.

    With artillery among others it is an answer of its own, since the others of the stack may turn after it.
    """
    arms = {g.t.arm[unit] == ARTILLERY for unit in units}
    return actions if len(arms) > 1 else [action for action in actions if action[1] != s.facing[units[0]]]


def _way_out_of_square(
    g: ScenarioInPlay, s: GameState, unit: int, enemies_at_start: tuple[int, ...]
) -> list[Action]:
    """Return where a unit may go that leaves a square in which others stay: it leaves the hex (AMB-21)."""
    mp_spent = g.t.move["leave_square"] * g.t.denominator
    legs = g.legs(s, (unit,), NORMAL, enemies_at_start, allowance(g.t, s, unit), mp_spent, True)
    return [(GO, target) for target in sorted(legs)]


def _must_stop(g: ScenarioInPlay, s: GameState, units: tuple[int, ...], kind: int) -> bool:
    """Return whether units that have moved into their hex may not go on."""
    threats = threats_to(g.t, s, g.t.side[units[0]])
    return any(ends_move(g.t, s, threats, unit, kind, s.place[unit]) for unit in units)


def _forward_facings(g: ScenarioInPlay, s: GameState, unit: int, actions: list[Action]) -> list[Action]:
    """Leave a unit that must go forward the facings from which it can attack, where there are such."""
    if not s.flags[unit] & MUST_ADVANCE:
        return actions
    t = g.t
    base = 6 * s.place[unit]
    ahead = [
        action
        for action in actions
        if any(
            enemies_in(t, s, t.neighbours[base + d], t.side[unit])
            and may_attack(g, s, (unit,), t.neighbours[base + d])
            for d in (action[1], (action[1] + 1) % 6)
        )
    ]
    return ahead or actions


def move(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Move a unit in legs, each to a hex in which it may stop, until it faces or stops (JDG-4.4.1-a, -b).

    Who has turned without a move may still form square (JDG-4.2-d, JDG-4.3-c).

    Frame: unit, kind of movement (0 = open), points spent, whether it has not left its hex, enemy units in
    whose zone it began, units that move with it.
    """
    name, unit, kind, mp_spent, first, start_zone, company = f
    t = g.t
    units = (unit, *company)
    if s.place[unit] < 0 or (unit in t.units and s.level[unit] == ROUTED):
        s.pop()
        return None
    side = t.side[unit]
    if s.answer is None:
        return DecisionNode(side, "move", tuple(sorted(move_options(g, s, f))))
    answer = s.take_answer()
    verb = answer[0]
    if verb in (STOP, FACE):
        s.pop()
        if verb == FACE:
            turn(g, s, unit, answer[1])
            if first and not kind and not company and may_form_square(g, s, unit):
                s.push((name, unit, IN_PLACE, mp_spent, 1, start_zone, ()))
                return None
            other = next((u for u in company if (t.arm[u] == ARTILLERY) != (t.arm[unit] == ARTILLERY)), -1)
            if other >= 0:
                units_faced = (units,) if t.options["stack_facing_on_entry"] == "of_hex" else ()
                s.push(("move-face", other, first, start_zone, *units_faced))
        for each in units:
            _finish(g, s, each, first)
    elif verb in (GO, MARCH):
        mode = NORMAL if verb == GO else FORCED
        points = (
            min(allowance(t, s, u, is_forced=mode == FORCED) for u in units)
            if unit in t.units
            else t.movement[unit][0] * t.denominator
        )
        leg = g.legs(s, units, mode, start_zone, points, mp_spent, bool(first))[answer[1]]
        s.become((name, unit, mode, leg.cost, 0, start_zone, company))
        s.push(("walk", units, leg.path, 0))
    elif verb == CHARGE_VERB:
        s.become(("charge", units, answer[1], 0, start_zone, -1))
    elif verb == LEAVE_MAP:
        s.pop()
        here = s.place[unit]
        s.memory[EXITS] = (*s.memory[EXITS], (unit, here))
        if unit in t.units:
            s.take(unit, EXITED)
            s.flags[unit] = 0
        else:
            s.place[unit] = EXITED
        s.note("leave-map", (unit,), (here,), "JDG-4.4.1-k")
    elif verb == FORM_SQUARE:
        s.pop()
        form_square(g, s, unit)
    elif verb == LEAVE_SQUARE:
        leave_square_by_choice(g, s, unit)
        s.become((name, unit, NORMAL, t.move["leave_square"] * t.denominator, 1, start_zone, ()))
    return None


def move_face(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Face the artillery, or the others, of a mixed stack that has moved (JDG-6.1.1-c).

    Frame: unit, whether the stack has not left its hex, enemy units in whose zone it began; where those who
    stand in the hex decide, the units that have moved.
    """
    _, unit, first, start_zone, *units_faced = f
    if s.answer is None:
        actions = face_actions(g, s, unit, start_zone, first, units_faced[0] if units_faced else ())
        return DecisionNode(g.t.side[unit], "facing", tuple(actions))
    turn(g, s, unit, s.take_answer()[1])
    s.pop()
    return None


def _finish(g: ScenarioInPlay, s: GameState, unit: int, first: int) -> None:
    """Mark the end of a unit's movement."""
    if unit in g.t.leaders:
        s.flags[unit] |= DONE  # who has stayed may move in a later activation, JDG-2.5.1-g
        return
    s.flags[unit] |= DONE
    g.end_reinforcements(s)


def walk(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Enter the hexes of a path one by one. Frame: units, path, place in it."""
    name, units, path, place = f
    t = g.t
    unit = units[0]
    if place == len(path) or s.place[unit] < 0 or (unit in t.units and s.level[unit] == ROUTED):
        s.pop()
        for each in units:
            put_gun_on_top(g, s, each)
        return None
    here, target = s.place[unit], path[place]
    s.become((name, units, path, place + 1))
    if unit in t.leaders:
        s.place[unit] = target
        s.flags[unit] |= COMMANDER_MOVED
        s.note("move", (unit,), (here, target), "JDG-2.5.1-g", "JDG-2.5.1-h")
        return None
    near = enemy_adjacent(t, s, target, t.side[unit])
    marches = s.frames[-2][0] == "move" and s.frames[-2][2] == FORCED
    ends_there = marches and t.options["renfort_stops_at_five"]  # and the status with the move
    step = 6 * here + t.neighbours[6 * here : 6 * here + 6].index(target)
    for each in units:
        g.enter(s, each, target)
        s.flags[each] |= MOVED
        if s.flags[each] & RENFORT and not ends_there and g.end_reinforcement(s, each):
            s.flags[each] |= FULL_ALLOWANCE  # its move or march goes on with the points with which it began
    s.note("move", units, (here, target), "JDG-4.4.1-a", "JDG-4.3-b")
    if step in t.disorders[t.cls[unit]][near] and lose_level(g, s, unit, "JDG-4.3-b"):
        s.flags[unit] |= DONE
        s.push(retreat_frame(g, s, unit, ()))
    return None


PROCEDURES: dict[str, Any] = {"segment": segment, "move": move, "move-face": move_face, "walk": walk}
