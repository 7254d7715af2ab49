"""After the roll: artillery of the loser, advance, breakthrough, counter-attack (JDG-8.7, JDG-8.9)."""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.engine.core.nodes import Action, DecisionNode, Node
from jdgtools.engine.core.state import ELIMINATED, Frame, GameState
from jdgtools.engine.jdg.facing import turn_towards
from jdgtools.engine.jdg.losses import eliminate, lose_level, retreat_frame
from jdgtools.engine.jdg.pursuits import begin_pursuit, counter_pursuits, pursuers
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.shocks import advance_order, direction_to, fighters, targets_of
from jdgtools.engine.jdg.words import (
    ADVANCE,
    ARTILLERY,
    COUNTER_ATTACK,
    FACE,
    FOLLOW_UP,
    ORDERED,
    PURSUE,
    RESOLVE,
    ROUTED,
    SQUARE,
    STACK,
    STAY,
    STEP,
    TURNED,
)
from jdgtools.engine.jdg.zones import ordinary_fronts


def aftermath(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """See who has lost, and deal with the artillery of the loser (AMB-103, AMB-71, JDG-8.9-e, -g, -j).

    Who has left its hex has lost, or by option who has lost a level; their levels then follow the hexes.

    Frame: attackers, defenders, their hexes at the start, artillery of the defender beside other units that
    gives way by its own rule, all such artillery with its hexes, artillery alone, attacked hexes, side that
    attacks, what follows, whether the row makes artillery check too, units that charged, number of the
    charge, hexes that met it.
    """
    _, attackers, defenders, starts, guns, escort, lone, hexes, side, codes, row_check, *charge = f
    t = g.t
    fighting = (*attackers, *defenders)
    starts, levels = starts[: len(fighting)], starts[len(fighting) :]
    origins = starts[: len(attackers)]
    if levels:
        losers = {u for u, k in zip(fighting, levels, strict=True) if s.place[u] < 0 or s.level[u] > k}
    else:
        losers = {u for u, h in zip(fighting, starts, strict=True) if s.place[u] != h}
    attacker_lost = bool(losers.intersection(attackers))
    defender_lost = bool(losers.intersection(defenders))
    frames: list[Frame] = []
    if attacker_lost:
        for origin in sorted(set(origins)):
            mine = [u for u, h in zip(attackers, origins, strict=True) if h == origin]
            if not losers.intersection(mine):
                continue
            goes = all(t.arm[u] == ARTILLERY for u in s.stacks[origin])
            for gun in s.stacks[origin]:
                if t.arm[gun] == ARTILLERY and t.side[gun] == side:
                    frames.append(("gun-loss", gun, defenders, int(goes)))
    for gun in guns:
        if defender_lost:
            frames.append(("retreat", gun, s.place[gun], 1, attackers, (), 0))
            frames.append(("check", (gun,), 0, 0, 0, attackers))
        elif row_check:
            frames.append(("check", (gun,), 0, 0, 0, attackers))
    if defender_lost:
        for gun in lone:
            eliminate(g, s, gun, ELIMINATED, "JDG-8.9-j", "JDG-8.9-h")
    s.pop()
    frames.append(("follow-up", attackers, defenders, starts, escort, hexes, side, codes, *charge))
    s.push(*frames)
    return None


def gun_loss(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Disorder artillery of an attacker that has lost, and move it along (JDG-8.9-e, JDG-10.1-b).

    Frame: artillery, enemies, whether the whole stack has gone.
    """
    _, gun, enemies, goes = f
    s.pop()
    if s.place[gun] < 0:
        return None
    if lose_level(g, s, gun, "JDG-8.9-e"):
        s.push(retreat_frame(g, s, gun, enemies))
    elif goes and s.place[gun] >= 0:
        s.push(("retreat", gun, s.place[gun], 1, enemies, (), 0))
    return None


def follow_up(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Carry out what follows a combat: pursuit, advance and breakthrough, or the answer of the defender.

    Cavalry that charged and still can goes first, and pursues; attacked cavalry may pursue where the row
    says so, or its counter-charge succeeded. Artillery that gave way beside others was charged as they were,
    and may be pursued as they may (JDG-9.2-a, JDG-9.5.2-m). Rules: TBL-SHOCK, JDG-9.5.1-a to -c, JDG-8.7.3-b,
    JDG-9.4-h.

    Frame: attackers, defenders, their hexes, artillery beside the defenders with its hexes, attacked hexes,
    side that attacks, codes, units that charged, number of the charge, hexes that met it.
    """
    _, attackers, defenders, starts, escort, hexes, side, codes, chargers, number, reactions = f
    s.pop()
    origins = starts[: len(attackers)]
    stay = tuple(
        u for u, h in zip(attackers, origins, strict=True) if s.place[u] == h and s.level[u] < ROUTED
    )
    empty = any(not s.stacks[h] for h in hexes)
    fled = departed_units(s, defenders, starts[len(attackers) :])
    if fled:
        fled += tuple((gun, h) for gun, h in escort if s.place[gun] != h)
    able = tuple(u for u in stay if u in chargers and s.level[u] == ORDERED)
    if able and pursuers(g, s, able, tuple(h for _, h in fled if not s.stacks[h])):
        s.push(("pursue", side, able, fled, number))
    elif stay and empty:
        s.push(("advance", stay, hexes, side, (), int("BT" in codes)))
    left = departed_units(s, attackers, origins)
    by_row, by_charge = (
        defenders if "PU" in codes else (),
        tuple(u for u in defenders if s.place[u] in reactions),
    )
    if g.t.options["defender_pursuit"] == "both":
        horse = tuple(u for u in by_row if u in by_charge)
    else:
        horse = by_row or by_charge
    if "CA" in codes or (horse and left):
        free = tuple(h for h in sorted(set(origins)) if not s.stacks[h])
        s.push(("counter", defenders, free, 1 - side, int("CA" in codes), horse if left else (), left))
    return None


def departed_units(
    s: GameState, units: tuple[int, ...], starts: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    """Return the units that are no longer where they stood, with these hexes."""
    return tuple((u, h) for u, h in zip(units, starts, strict=True) if s.place[u] != h)


def advance(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Make the unit, or the stack, with priority enter a vacated hex (JDG-8.7.1-a to -i, AMB-63).

    It is the first of those who can enter one: a better unit that attacked another hex leaves none empty.

    Frame: units that may, attacked hexes, side, units that have advanced, whether a breakthrough may follow.
    """
    name, units, hexes, side, moved_units, breakthrough = f
    if moved_units:
        return _after_advance(g, s, f)
    free_hexes = [h for h in hexes if not s.stacks[h]]
    able = [
        u
        for u in units
        if s.place[u] >= 0 and s.level[u] < ROUTED and any(can_enter(g, s, u, h) for h in free_hexes)
    ]
    best = advance_order(g, s, able)
    if not best:
        s.pop()
        return None
    whole = advances_whole(g, s, units)
    if whole:
        best = one_of_each_hex(s, best)
    actions: list[Action] = []
    for unit in best:
        actions += [(STEP, unit, h) for h in free_hexes if can_enter(g, s, unit, h)]
    if s.answer is None and len(actions) > 1:
        return DecisionNode(side, "advance", tuple(sorted(actions)))
    answer = actions[0] if s.answer is None else s.take_answer()
    unit, target = answer[1], answer[2]
    stack = [u for u in units if s.place[u] == s.place[unit]] if whole else [unit]
    if not g.special.may_stop(s, unit, target, len(stack)):
        stack = [unit]
    s.become((name, units, hexes, side, tuple(stack), breakthrough))
    advance_into(g, s, stack, target)
    return None


def advances_whole(g: ScenarioInPlay, s: GameState, units: Sequence[int]) -> bool:
    """Return whether the stack of the best unit advances, and not he alone (JDG-8.7.1-b, AMB-63)."""
    several = len({s.place[u] for u in units if s.place[u] >= 0}) > 1
    return several or g.t.options["advance_single_stack"] == "stack"


def one_of_each_hex(s: GameState, units: Sequence[int]) -> list[int]:
    """Return the first unit of each hex: a stack that goes as one is named once."""
    return list({s.place[u]: u for u in reversed(units)}.values())


def advance_into(g: ScenarioInPlay, s: GameState, units: Sequence[int], target: int) -> None:
    """Let units enter a vacated hex, whose ground may disorder them (JDG-8.7.1-a, -i)."""
    t = g.t
    for unit in units:
        here = s.place[unit]
        step = 6 * here + direction_to(g, here, target)
        g.enter(s, unit, target)
        s.note("advance", (unit,), (here, target), "JDG-8.7.1-a", "JDG-8.7.3-a")
        if step in t.disorders[t.cls[unit]][1] and lose_level(g, s, unit, "JDG-8.7.1-i"):
            s.push(retreat_frame(g, s, unit, ()))


def can_enter(g: ScenarioInPlay, s: GameState, unit: int, target: int) -> bool:
    """Return whether a unit may advance into an adjacent hex (JDG-8.7.1-f, JDG-5.2.3-a)."""
    t = g.t
    here = s.place[unit]
    if t.distance(here, target) != 1 or t.arm[unit] == ARTILLERY:
        return False
    step = 6 * here + direction_to(g, here, target)
    return (
        t.cost[t.cls[unit]][1][step] >= 0
        and not g.special.forbids_step(s, unit, here, target)
        and not g.entry_closed(s, unit, target)
    )


def _after_advance(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let units that have advanced turn by a corner, or those in order break through without turning.

    Whom the ground has disordered holds nobody back. Rules: JDG-8.7.1-d, JDG-8.7.2-c, JDG-5.1.3-d.
    """
    _, _, _, side, moved_units, breakthrough = f
    t = g.t
    units = [u for u in moved_units if s.place[u] >= 0 and s.level[u] < ROUTED]
    if not units:
        s.pop()
        return None
    here = s.place[units[0]]
    able = fighters(g, s, here, side) if breakthrough else ()
    if any(s.flags[u] & FOLLOW_UP for u in able):
        able = ()
    targets = breakthrough_targets(g, s, able)
    facing = s.facing[units[0]]
    limit = t.distances["facing_on_advance"]
    if s.answer is None:
        actions: list[Action] = [(FACE, (facing + k) % 6) for k in range(-limit, limit + 1)]
        if targets:
            actions.append((RESOLVE, targets[0]))
        return DecisionNode(side, "after the advance", tuple(sorted(actions)))
    answer = s.take_answer()
    s.pop()
    if answer[0] == FACE:
        for unit in units:
            if s.facing[unit] != answer[1]:
                s.flags[unit] |= TURNED
            s.facing[unit] = answer[1]
        return None
    for unit in able:
        s.flags[unit] |= FOLLOW_UP
    s.note("breakthrough", able, tuple(targets), "JDG-8.7.2-c", "JDG-8.7.2-f")
    s.push(("shock", tuple((here, h) for h in targets), (), side, 0, 1, 0))
    return None


def breakthrough_targets(g: ScenarioInPlay, s: GameState, units: tuple[int, ...]) -> list[int]:
    """Return the hexes that units strike which break through: all enemies ahead, as they face.

    Where six hexes are in front that is the ordinary front. Rules: JDG-8.7.2-c, -f, JDG-6.1.2-g.
    """
    return targets_of(g, s, units, ordinary=True, again=True)


def counter(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the defender counter-attack one front hex, enter a hex that the attacker left, or pursue.

    Where six hexes are in front he may turn for it, as for an attack of his own (JDG-6.1.2-f).
    Rules: JDG-8.7.2-b, -g to -l, JDG-9.5.1-b, -c.

    Frame: defenders, hexes that attackers have left, side of the defender, whether they may counter-attack,
    those who may pursue, attackers that have left their hexes with these hexes.
    """
    name, defenders, free, side, strikes, horse, left = f
    actions: list[Action] = [(STAY,), *counter_pursuits(g, s, horse, left, side)]
    for here in sorted({s.place[u] for u in defenders if s.place[u] >= 0}) if strikes else ():
        able = _counter_units(g, s, here, side)
        if not able:
            continue
        actions += [(COUNTER_ATTACK, here, h) for h in targets_of(g, s, able, again=True)]
        for target in free:
            ahead = target in g.front_hexes(s, able[0]) and not s.stacks[target]
            ahead = ahead and g.special.may_stop(s, able[0], target, len(able))
            if ahead and all(can_enter(g, s, u, target) for u in able):
                actions.append((ADVANCE, able[0], target))
    if len(actions) == 1:
        s.pop()
        return None
    if s.answer is None:
        return DecisionNode(side, "counter-attack", tuple(sorted(actions)))
    answer = s.take_answer()
    if answer[0] == STAY:
        s.pop()
    elif answer[0] in (PURSUE, STACK):
        here = s.place[answer[1]]
        able = tuple(u for u in s.stacks[here] if u in horse and s.level[u] == ORDERED)
        begin_pursuit(g, s, answer, able, left, 0)
    elif answer[0] == ADVANCE:
        able = _counter_units(g, s, s.place[answer[1]], side)
        s.become((name, able, (), side, 1, (), ()))
        advance_into(g, s, list(able), answer[2])
    else:
        here, target = answer[1], answer[2]
        able = _counter_units(g, s, here, side)
        direction = direction_to(g, here, target)
        outward = ((here, target),) if direction not in ordinary_fronts(s, able[0]) else ()
        for unit in able:
            s.flags[unit] |= FOLLOW_UP
            if outward:
                turn_towards(s, unit, direction)
        s.pop()
        s.note("counter-attack", able, (here, target), "JDG-8.7.2-g", "JDG-8.7.2-j")
        s.push(("shock", ((here, target),), outward, side, 0, 1, 0))
    return None


def _counter_units(g: ScenarioInPlay, s: GameState, here: int, side: int) -> tuple[int, ...]:
    """Return the units of a hex that may counter-attack (JDG-8.7.2-a, -l)."""
    units = fighters(g, s, here, side)
    return () if any(s.flags[u] & (FOLLOW_UP | SQUARE) for u in units) else units


PROCEDURES = {
    "aftermath": aftermath,
    "gun-loss": gun_loss,
    "follow-up": follow_up,
    "advance": advance,
    "counter": counter,
}
