"""Withdrawal before a shock (JDG-8.8).

Who is attacked may give way before the dice are rolled. `withdrawals` asks each unit, `withdraw` leads one
back hex by hex (`steps` says where to, and at what cost in levels), `follow` lets attackers take the hex.
"""

from __future__ import annotations

from jdgtools.engine.core.nodes import Action, ChanceNode, DecisionNode, Node
from jdgtools.engine.core.state import ELIMINATED, Frame, GameState
from jdgtools.engine.jdg.aftermath import advance_into, advances_whole, can_enter, one_of_each_hex
from jdgtools.engine.jdg.facing import take_facing
from jdgtools.engine.jdg.losses import D10, check_sum, eliminate, leave_square, lose_level, retreat_frame
from jdgtools.engine.jdg.reach import NORMAL
from jdgtools.engine.jdg.retreats import may_end
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.shocks import Pair, advance_order, direction_to, fighters
from jdgtools.engine.jdg.words import (
    ARTILLERY,
    CAVALRY,
    CHARGE,
    DEMORALISED,
    DISORDERED,
    INFANTRY,
    MOVED,
    RETREAT,
    ROUTED,
    SQUARE,
    STAY,
    STEP,
    WITHDRAW,
    WITHDREW,
)
from jdgtools.engine.jdg.zones import ALL_DIRECTIONS, friends_in, stack_fits, threats_to

FINAL_DISTANCE = 3
"""Distance at which a withdrawal of two hexes ends by itself, since each leads away (AMB-66)."""


def attackers_of(
    g: ScenarioInPlay, s: GameState, pairs: tuple[Pair, ...], target: int, side: int
) -> tuple[int, ...]:
    """Return the units that attack a hex."""
    return tuple(u for o, h in pairs if h == target for u in fighters(g, s, o, side))


def kind_of(g: ScenarioInPlay, s: GameState, unit: int, attackers: tuple[int, ...]) -> str:
    """Return how a unit may withdraw: `check`, `free`, `slip`, or empty.

    Light cavalry withdraws freely before heavy cavalry, or by option after its check (AMB-114).
    Rules: JDG-8.8.1-a, JDG-8.8.2-a, -b, -d, -e.
    """
    t = g.t
    if not attackers or any(s.flags[a] & CHARGE for a in attackers):
        return ""
    if s.level[unit] == ROUTED or s.flags[unit] & WITHDREW:
        return ""
    foot = any(t.arm[a] == INFANTRY for a in attackers)
    if t.arm[unit] == CAVALRY:
        if foot:
            return "free" if g.special.withdraws_free(s, unit) else "check"
        if t.heavy[unit] or not any(t.heavy[a] for a in attackers):
            return ""
        checks = t.options["withdraw_check_882"] == "before_withdrawal"
        return "check" if checks and not g.special.withdraws_free(s, unit) else "free"
    return "slip" if foot and g.special.slips_away(s, unit) else ""


def steps(
    g: ScenarioInPlay,
    s: GameState,
    unit: int,
    here: int,
    attackers: tuple[int, ...],
    enemies_at_start: tuple[int, ...],
    left: int,
    length: int,
    mp_left: int,
    level: int,
) -> list[tuple[int, int, int]]:
    """Return the hexes to which a unit may withdraw, with the levels and points that each costs.

    Each hex leads away from the attackers; the second may by option end at another distance (AMB-66). Who has
    come into a zone stops there, and who is disordered does not come beside an enemy at night (or by option
    into a zone, AMB-109) but into his front. It pays as in a normal move. All this goes by the level that it
    had when it declared: what it loses by its check or on its way stops it nowhere (JDG-8.8.1-h, -i).
    Rules: JDG-8.8.1-c, -k to -n, JDG-6.2.2-a, -j, JDG-4.4.1-f, JDG-4.4.3-a, -d, JDG-12.1-c.
    """
    t = g.t
    first = left == length
    threats = threats_to(t, s, t.side[unit])
    if not first and here in threats.zone:
        return []
    walk = g.walk(s, unit, NORMAL, enemies_at_start)
    before = walk.leave if first and enemies_at_start and not walk.free_leaving else 0
    if not first and friends_in(t, s, here, t.side[unit]) not in ((), (unit,)):
        before = walk.pass_friends
    shy = t.night(s.turn) and level == DISORDERED
    away = [s.place[a] for a in attackers if s.place[a] >= 0]
    distance = t.options["withdraw_two_final_distance"]
    second = length == 2 and left == 1 and distance != FINAL_DISTANCE
    final = distance if second and isinstance(distance, int) else 0
    costly = int(t.charts["TBL-TEC-RULES"].cells[("withdrawal_costly_hex",)]) * t.denominator
    hexes = []
    for direction in ALL_DIRECTIONS:
        step = 6 * here + direction
        target = t.neighbours[step]
        if target < 0 or g.special.forbids_step(s, unit, here, target) or g.entry_closed(s, unit, target):
            continue
        stack = s.stacks[target]
        near = target in threats.near
        cost = t.cost[t.cls[unit]][near][step]
        if cost < 0 or (stack and t.side[stack[0]] != t.side[unit]):
            continue
        touches = near if t.options["night_contact"] == "adjacent" else target in threats.zone
        if shy and touches and target not in threats.front:
            continue
        if left > 1 and any(s.flags[friend] & SQUARE for friend in stack):
            continue
        if final:
            if any(t.distance(target, place) < final for place in away):
                continue
        elif any(t.distance(target, place) <= t.distance(here, place) for place in away):
            continue
        zone = threats.zone.get(target, ())
        if any(enemy in enemies_at_start for enemy in zone) or (
            zone and t.command[unit] in s.memory[DEMORALISED]
        ):
            continue
        if left == 1 and not may_end(g, s, unit, target):
            continue
        price = before + cost
        if zone:
            price += walk.enter + (walk.enter_disordered if level == DISORDERED else 0)
        if price > mp_left:
            continue
        levels = int(cost >= costly) + int(target in threats.front)
        levels += step in t.disorders[t.cls[unit]][near]
        hexes.append((target, levels, price))
    return hexes


def _feasible(
    g: ScenarioInPlay,
    s: GameState,
    unit: int,
    here: int,
    attackers: tuple[int, ...],
    enemies_at_start: tuple[int, ...],
    left: int,
    length: int,
    mp_left: int,
    level: int,
) -> bool:
    """Return whether a withdrawal of so many hexes can be completed."""
    if not left:
        return True
    return any(
        _feasible(g, s, unit, target, attackers, enemies_at_start, left - 1, length, mp_left - price, level)
        for target, _, price in steps(
            g, s, unit, here, attackers, enemies_at_start, left, length, mp_left, level
        )
    )


def _can_declare(
    g: ScenarioInPlay,
    s: GameState,
    unit: int,
    here: int,
    attackers: tuple[int, ...],
    enemies_at_start: tuple[int, ...],
    length: int,
) -> bool:
    """Return whether a unit finds a way of so many hexes as it is now."""
    points, level = _points(g, s, unit), s.level[unit]
    return _feasible(g, s, unit, here, attackers, enemies_at_start, length, length, points, level)


def _points(g: ScenarioInPlay, s: GameState, unit: int) -> int:
    """Return the points of a withdrawal, in 1/denominator: those of a normal move (JDG-8.8.1-l)."""
    return g.t.movement[unit][s.level[unit] > 0] * g.t.denominator


def company_of(g: ScenarioInPlay, s: GameState, unit: int) -> tuple[int, ...]:
    """Return the units that withdraw with a unit: it decides for itself, or by option all cavalry of a hex.

    These go all or none, and each finds its own way. Rule: AMB-105.
    """
    t = g.t
    if t.options["withdraw_per_unit"] or t.arm[unit] != CAVALRY:
        return (unit,)
    return tuple(u for u in s.stacks[s.place[unit]] if t.arm[u] == CAVALRY)


def guns_with(
    g: ScenarioInPlay,
    s: GameState,
    units: tuple[int, ...],
    attackers: tuple[int, ...],
    enemies_at_start: tuple[int, ...],
    length: int,
) -> tuple[int, ...]:
    """Return the artillery that by option withdraws with the cavalry of its hex, without a check (AMB-70).

    It goes with the last of them, and stays where infantry stays, or where it has no way as long.
    """
    t = g.t
    here = s.place[units[0]]
    stack = s.stacks[here]
    if not t.options["artillery_withdraws"] or any(t.arm[u] != ARTILLERY and u not in units for u in stack):
        return ()
    return tuple(
        u
        for u in stack
        if t.arm[u] == ARTILLERY
        and s.level[u] < ROUTED
        and _can_declare(g, s, u, here, attackers, enemies_at_start, length)
    )


def withdrawals(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the defender withdraw units before the shock checks (JDG-8.8.1-b, AMB-105). Frame: pairs, side."""
    _, pairs, side = f
    t = g.t
    actions: list[Action] = [(STAY,)]
    for target in sorted({pair[1] for pair in pairs}):
        attackers = attackers_of(g, s, pairs, target, side)
        for unit in s.stacks[target]:
            if t.side[unit] == side:
                continue
            kind = kind_of(g, s, unit, attackers)
            if not kind or (kind == "slip" and unit != s.stacks[target][0]):
                continue
            if unit != company_of(g, s, unit)[0]:
                continue
            start_zone = threats_to(t, s, 1 - side).zone.get(target, ())
            for length in (1,) if kind == "slip" else (1, 2):
                if all(
                    kind_of(g, s, other, attackers)
                    and _can_declare(g, s, other, target, attackers, start_zone, length)
                    for other in company_of(g, s, unit)
                ):
                    actions.append((WITHDRAW, unit, length))
    if len(actions) == 1:
        s.pop()
        return None
    if s.answer is None:
        return DecisionNode(1 - side, "withdrawal", tuple(sorted(actions)))
    answer = s.take_answer()
    if answer[0] == STAY:
        s.pop()
        return None
    unit, length = answer[1], answer[2]
    target = s.place[unit]
    attackers = attackers_of(g, s, pairs, target, side)
    kind = kind_of(g, s, unit, attackers)
    start_zone = threats_to(t, s, 1 - side).zone.get(target, ())
    units = s.stacks[target] if kind == "slip" else company_of(g, s, unit)
    kinds = [kind if kind == "slip" else kind_of(g, s, other, attackers) for other in units]
    guns = guns_with(g, s, units, attackers, start_zone, length) if kind != "slip" else ()
    for other in (*units, *guns):
        s.flags[other] |= WITHDREW
    start = (attackers, start_zone, 0, 0)
    s.push(
        *(
            ("withdraw", other, length, how, *start, _points(g, s, other), s.level[other])
            for other, how in zip((*units, *guns), (*kinds, *["free"] * len(guns)), strict=True)
        ),
        ("follow", attackers, target, side),
    )
    return None


def withdraw(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Withdraw a unit: its check, its hexes, its facing (JDG-8.8.1-d to -n, AMB-66, AMB-69).

    Frame: unit, hexes left, kind, attackers, enemies in whose zone it began, step, hexes of the whole
    withdrawal, points left, level when it was declared.
    """
    name, unit, left, kind, attackers, start_zone, step, length, mp_left, level = f
    t = g.t
    goes_on = step == 1 and t.options["withdraw_routed"] == "withdraw_then_retreat"
    if s.place[unit] < 0 or (s.level[unit] == ROUTED and not goes_on):
        s.pop()
        return None
    if step == 0:
        leave_square(g, s, unit, "JDG-4.2-n")
        if kind == "free":
            s.become((name, unit, left, kind, attackers, start_zone, 1, left, mp_left, level))
            return None
        if s.answer is None:
            return ChanceNode("cohesion check", D10)
        roll = s.take_answer()
        total = roll + check_sum(g, s, unit, 0 if kind == "slip" else left)
        rating = t.cohesion[unit][s.level[unit] > 0]
        s.note("check", (unit,), (roll, total, rating), "JDG-8.8.1-d", "JDG-8.8.1-f")
        s.become((name, unit, left, kind, attackers, start_zone, 1, left, mp_left, level))
        if total > rating and lose_level(g, s, unit, "JDG-8.8.1-e", "JDG-8.8.1-g"):
            _end_routed(g, s, unit, attackers)
        return None
    here = s.place[unit]
    if left:
        hexes = {
            target: (levels, price)
            for target, levels, price in steps(
                g, s, unit, here, attackers, start_zone, left, length, mp_left, level
            )
            if _feasible(g, s, unit, target, attackers, start_zone, left - 1, length, mp_left - price, level)
        }
        if not hexes:
            s.pop()
            if s.level[unit] == ROUTED:
                s.push(retreat_frame(g, s, unit, attackers))
            return None
        if s.answer is None and len(hexes) > 1:
            return DecisionNode(t.side[unit], "withdrawal", tuple(sorted((RETREAT, h) for h in hexes)))
        target = next(iter(hexes)) if s.answer is None else s.take_answer()[1]
        g.enter(s, unit, target)
        s.note("retreat", (unit,), (here, target), "JDG-8.8.1-a")
        levels, price = hexes[target]
        s.become((name, unit, left - 1, kind, attackers, start_zone, 1, length, mp_left - price, level))
        for _ in range(levels):
            if s.place[unit] >= 0 and lose_level(g, s, unit, "JDG-8.8.1-k", "JDG-8.8.1-m"):
                _end_routed(g, s, unit, attackers)
        return None
    if s.level[unit] == ROUTED:
        s.become(retreat_frame(g, s, unit, attackers))
        return None
    others = [o for o in s.stacks[here] if o != unit and t.arm[o] == t.arm[unit] and s.facing[o] >= 0]
    return take_facing(g, s, unit, others)


def _end_routed(g: ScenarioInPlay, s: GameState, unit: int, attackers: tuple[int, ...]) -> None:
    """See to a unit that becomes routed as it withdraws (JDG-8.8.1-i, AMB-69).

    It retreats instead; by option it is eliminated, or withdraws first and retreats from there.
    """
    what = g.t.options["withdraw_routed"]
    if what == "eliminated":
        s.pop()
        eliminate(g, s, unit, ELIMINATED, "JDG-8.8.1-i")
    elif what == "retreat_instead":
        s.become(retreat_frame(g, s, unit, attackers))


def follow(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let infantry enter a hex from which the defender has withdrawn, which it by option must (AMB-64).

    The best unit alone, or the stack with it where several attacked. Rules: JDG-8.8.1-o, JDG-8.7.1-b.

    Frame: attackers, hex, side.
    """
    _, attackers, target, side = f
    t = g.t
    foot = [u for u in attackers if t.arm[u] == INFANTRY and s.place[u] >= 0]
    able = [u for u in foot if can_enter(g, s, u, target)]
    if s.stacks[target] or not able:
        s.pop()
        return None
    whole = advances_whole(g, s, foot)
    best = advance_order(g, s, able)
    actions: list[Action] = sorted((STEP, u, target) for u in (one_of_each_hex(s, best) if whole else best))
    if t.options["advance_after_withdrawal"] == "optional":
        actions = sorted([(STAY,), *actions])
    if s.answer is None and len(actions) > 1:
        return DecisionNode(side, "advance", tuple(actions))
    answer = actions[0] if s.answer is None else s.take_answer()
    s.pop()
    if answer[0] == STEP:
        unit = answer[1]
        guns = tuple(u for u in s.stacks[s.place[unit]] if t.arm[u] == ARTILLERY)
        company = tuple(u for u in able if s.place[u] == s.place[unit]) if whole else (unit,)
        if not g.special.may_stop(s, unit, target, len(company)):
            company = (unit,)
        s.push(("advance", company, (target,), side, company, 0), ("follow-guns", guns, target, side))
        _enter(g, s, company, target)
    return None


def _enter(g: ScenarioInPlay, s: GameState, units: tuple[int, ...], target: int) -> None:
    """Let units enter a hex that was left before any combat: they have moved (JDG-11.1-a)."""
    for unit in units:
        s.flags[unit] |= MOVED
    advance_into(g, s, units, target)


def follow_guns(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let artillery enter a vacated hex with the infantry of its hex (JDG-8.8.1-p, JDG-8.7.1-g).

    Frame: artillery, hex, side.
    """
    name, guns, target, side = f
    t = g.t
    friends = friends_in(t, s, target, side)
    able = [
        gun
        for gun in guns
        if s.place[gun] >= 0
        and s.level[gun] < ROUTED
        and t.distance(s.place[gun], target) == 1
        and t.cost[t.cls[gun]][1][6 * s.place[gun] + direction_to(g, s.place[gun], target)] >= 0
        and not g.special.forbids_step(s, gun, s.place[gun], target)
        and not g.entry_closed(s, gun, target)
        and g.special.may_stop(s, gun, target)
        and stack_fits(t, s, (*friends, gun))
    ]
    if not friends or not able:
        s.pop()
        return None
    if s.answer is None:
        return DecisionNode(side, "advance", tuple(sorted([(STAY,), *((STEP, gun, target) for gun in able)])))
    answer = s.take_answer()
    if answer[0] == STAY:
        s.pop()
        return None
    gun = answer[1]
    s.become((name, tuple(other for other in guns if other != gun), target, side))
    s.push(("advance", (gun,), (target,), side, (gun,), 0))  # it turns as who advances does, JDG-8.7.1-d
    _enter(g, s, (gun,), target)
    return None


PROCEDURES = {
    "withdrawals": withdrawals,
    "withdraw": withdraw,
    "follow": follow,
    "follow-guns": follow_guns,
}
