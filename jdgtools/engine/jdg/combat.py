"""The combat segment: shocks are declared, then resolved one by one (JDG-8.3, PROC-SHOCK)."""

from __future__ import annotations

from jdgtools.engine.core.nodes import Action, ChanceNode, DecisionNode, Node
from jdgtools.engine.core.state import Frame, GameState
from jdgtools.engine.jdg.activation import forget_routs
from jdgtools.engine.jdg.facing import turn_towards
from jdgtools.engine.jdg.fire import reaction_targets
from jdgtools.engine.jdg.losses import D10, eliminate
from jdgtools.engine.jdg.predicates import counted_lines
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.shocks import (
    Pair,
    attackers_in,
    charge_targets,
    checked_unit,
    components,
    defenders_in,
    direction_to,
    fighters,
    shock_sum,
    targets_of,
)
from jdgtools.engine.jdg.tables import Tables
from jdgtools.engine.jdg.words import (
    ARTILLERY,
    ATTACK,
    CHARGE,
    CHARGED,
    CHECKED,
    DECLARATIONS,
    DONE_VERB,
    FOUGHT,
    INFANTRY,
    LOST_SQUARE,
    MUST_ADVANCE,
    ORDERED,
    REACT,
    REPLIED,
    RESOLVE,
    SHOCK,
    SQUARE,
    STAY,
    TARGET,
    TRAILS,
)
from jdgtools.engine.jdg.zones import ALL_DIRECTIONS, ordinary_fronts, threats_to


def owed_attacks(g: ScenarioInPlay, s: GameState, pairs: tuple[Pair, ...], side: int) -> list[Pair]:
    """Return the attacks that attackers still owe: enemies on their front whom nobody attacks.

    Cavalry that charges owes all on its front, whoever else attacks them. Rules: JDG-8.2-e, -f, JDG-9.2-a.
    """
    targets = {pair[1] for pair in pairs if pair[0] >= 0}
    owed = []
    for origin in sorted({pair[0] for pair in pairs if pair[0] >= 0}):
        units = fighters(g, s, origin, side)
        if any(s.flags[unit] & CHARGE for unit in units):
            owed += [(origin, h) for h in charge_targets(g, s, units) if (origin, h) not in pairs]
            continue
        for target in targets_of(g, s, units, ordinary=True, facing=_facing_before(g, s, origin)):
            if target not in targets:
                owed.append((origin, target))
    return owed


def declare(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the active player name all shocks before any is resolved (JDG-8.3.1-a, -d, -e). Frame: side."""
    _, side = f
    t = g.t
    pairs: tuple[Pair, ...] = s.memory[DECLARATIONS]
    if s.answer is None:
        actions: list[Action] = []
        near = threats_to(t, s, side).near
        origins = near.intersection([s.place[unit] for unit in t.of_side[side]])
        for origin in sorted(origins - {-1}):
            units = attackers_in(g, s, origin, side)
            charging = any(s.flags[unit] & CHARGE for unit in units)
            for target in targets_of(g, s, units):
                if (origin, target) not in pairs and not charging:
                    actions.append((ATTACK, origin, target))
        forced_actions = [a for a in actions if any(s.flags[u] & MUST_ADVANCE for u in s.stacks[a[1]])]
        waiting = [a for a in forced_actions if not any(s.flags[u] & SHOCK for u in s.stacks[a[1]])]
        # A charge strikes all on its front without being named: nobody has to answer for it here.
        owed = [
            o for o, _ in owed_attacks(g, s, pairs, side) if not any(s.flags[u] & CHARGE for u in s.stacks[o])
        ]
        if not waiting and not owed:
            actions.append((DONE_VERB,))
        if len(actions) > 1 or actions[0] != (DONE_VERB,):
            return DecisionNode(side, "shock", tuple(sorted(actions)))
        answer: Action = (DONE_VERB,)
    else:
        answer = s.take_answer()
    if answer[0] == DONE_VERB:
        s.become(("combats", side))
        return None
    origin, target = answer[1], answer[2]
    direction = direction_to(g, origin, target)
    units = attackers_in(g, s, origin, side)
    facing = s.facing[units[0]]
    for unit in units:
        s.flags[unit] |= SHOCK
        if direction not in ordinary_fronts(s, unit):
            turn_towards(s, unit, direction)
            if all(pair[0] != -1 - origin for pair in pairs):
                s.memory[DECLARATIONS] = pairs = (*pairs, (-1 - origin, facing))
    s.memory[DECLARATIONS] = (*pairs, (origin, target))
    s.note("declare", units, (origin, target), "JDG-8.3.1-d", "JDG-8.3.1-e")
    return None


def _outward(t: Tables, pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """Return the steps that were no ordinary front of units that have turned towards whom they attack.

    The facing before the turn is kept as (-1 - hex, facing) among the declarations; by it an attack counts as
    one beyond the ordinary front, whatever the units turned for (JDG-6.1.2-e, AMB-43).
    """
    return tuple(
        (-1 - mark, t.neighbours[6 * (-1 - mark) + direction])
        for mark, facing in pairs
        if mark < 0
        for direction in ALL_DIRECTIONS
        if direction not in (facing, (facing + 1) % 6)
    )


def _facing_before(g: ScenarioInPlay, s: GameState, origin: int) -> int | None:
    """Return the facing by which the units of a hex owe attacks; None = that which they have.

    It is that before they turned towards whom they attack, where `six_front_obligation` says so (AMB-44).
    """
    if g.t.options["six_front_obligation"] != "before_turn":
        return None
    return next((facing for mark, facing in s.memory[DECLARATIONS] if mark == -1 - origin), None)


def combats(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the active player choose the next combat to resolve. Frame: side.

    By `combat_order` of all, or of those of one kind as long as there are any; a combat with a charge in it
    is a charge (AMB-97).
    """
    _, side = f
    t = g.t
    pairs = set()
    for origin, target in s.memory[DECLARATIONS]:
        units = fighters(g, s, origin, side) if origin >= 0 else ()
        if any(s.flags[u] & CHARGE for u in units):
            pairs |= {(origin, h) for h in charge_targets(g, s, units)}
        elif any(s.flags[u] & SHOCK for u in units) and target in targets_of(g, s, units):
            pairs.add((origin, target))
    waiting = components(pairs)
    order = t.options["combat_order"]
    if order != "active_player":
        charges = [c for c in waiting if any(s.flags[u] & CHARGE for o, _ in c for u in s.stacks[o])]
        shocks = [c for c in waiting if c not in charges]
        waiting = (charges or shocks) if order == "charge_first" else (shocks or charges)
    if not waiting:
        s.become(("charge-end", tuple(u for u in t.of_side[side] if s.flags[u] & CHARGED)))
        return None
    firsts = [min(pair[1] for pair in combat) for combat in waiting]
    if len(waiting) > 1:
        if s.answer is None:
            return DecisionNode(side, "next combat", tuple(sorted((RESOLVE, target) for target in firsts)))
        combat = waiting[firsts.index(s.take_answer()[1])]
    else:
        combat = waiting[0]
    outward = _outward(t, s.memory[DECLARATIONS])
    s.memory[DECLARATIONS] = tuple(p for p in s.memory[DECLARATIONS] if p not in combat)
    forget_routs(s)
    for unit in t.of_side[1 - side]:
        s.flags[unit] &= ~LOST_SQUARE  # in another charge it may form one again, JDG-9.3.1-b
    chargers = tuple(u for o in sorted({p[0] for p in combat}) for u in s.stacks[o] if s.flags[u] & CHARGED)
    s.push(("shock", combat, outward, side, 0, 0, 0), ("charge-end", chargers))
    return None


def shock(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Prepare a combat: withdrawals, shock checks, obligations anew (JDG-8.3.2, JDG-8.8).

    The unit that checks is that of `checked_unit`.

    Frame: pairs, hexes that attack beyond their ordinary front, side that attacks, step, whether it follows
    another combat (1), for which no check is made (JDG-8.7.2-e, -i), number of the charge. Where one of
    several attackers fails its check the others go on, or without `combined_continue` none of them (AMB-60).
    """
    name, pairs, outward, side, step, follow_up, number = f
    t = g.t
    if step == 0:
        s.become((name, pairs, outward, side, 1, follow_up, number))
        if reacts(g, follow_up, number):
            s.push(("withdrawals", pairs, side))
        return None
    pairs = tuple(
        (origin, target)
        for origin, target in pairs
        if fighters(g, s, origin, side) and any(g.t.side[u] != side for u in s.stacks[target])
    )
    origins = sorted({pair[0] for pair in pairs})
    if step == 1:
        for origin in origins:
            units = fighters(g, s, origin, side)
            if follow_up or any(s.flags[u] & CHARGE for u in units):
                continue
            if g.needs_check(s, units[0]) and not s.flags[units[0]] & CHECKED:
                if s.answer is None:
                    s.become((name, pairs, outward, side, 1, follow_up, number))
                    return ChanceNode("shock check", D10)
                roll = s.take_answer()
                top = checked_unit(g, s, units[0])
                rating = g.t.shock[top][s.level[top] > 0]
                has_passed = roll <= rating
                s.note("shock-check", (top,), (roll, rating), "JDG-8.3.2-a", "JDG-8.3.2-b")
                for unit in units:
                    s.flags[unit] |= FOUGHT | CHECKED
                if not has_passed and t.options["combined_continue"]:
                    pairs = tuple(pair for pair in pairs if pair[0] != origin)
                elif not has_passed:
                    combat = next(c for c in components(pairs) if any(pair[0] == origin for pair in c))
                    pairs = tuple(pair for pair in pairs if pair not in combat)
                s.become((name, pairs, outward, side, 1, follow_up, number))
                return None
        declared_pairs = tuple(
            (origin, target)
            for origin, target in s.memory[DECLARATIONS]
            if origin >= 0 and any(s.flags[u] & (SHOCK | CHARGE) for u in fighters(g, s, origin, side))
        )
        if not follow_up and g.t.options["shock_obligation_at_resolution"]:  # AMB-57
            pairs = (*pairs, *owed_attacks(g, s, (*pairs, *declared_pairs), side))
            pairs = tuple(p for p in pairs if p[0] in origins)
        s.pop()
        s.push(
            *(
                ("countercharge", combat, outward, side, follow_up, number, (), (), -1)
                for combat in components(pairs)
            )
        )
    return None


def reacts(g: ScenarioInPlay, follow_up: int, number: int) -> bool:
    """Return whether the defender may withdraw or fire in reaction in a combat (AMB-65).

    By option not before a breakthrough combat or a counter-attack; charges of a pursuit are neither.
    """
    return bool(not follow_up or number or g.t.options["reactions_in_followup"])


def reactions(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the artillery of the defender fire at attackers, each by itself (JDG-8.3.3-a to -g).

    Frame: pairs, outward steps, side that attacks, whether it follows, artillery that has decided, number of
    the charge, hexes that have met it by a counter-charge.
    """
    name, pairs, outward, side, follow_up, decided_guns, number, reactions_so_far = f
    t = g.t
    attackers = tuple(u for o in sorted({p[0] for p in pairs}) for u in fighters(g, s, o, side))
    for target in sorted({pair[1] for pair in pairs}) if reacts(g, follow_up, number) else ():
        for gun in s.stacks[target]:
            if (
                t.side[gun] == side
                or t.arm[gun] != ARTILLERY
                or gun in decided_guns
                or s.level[gun] != ORDERED
                or s.flags[gun] & REPLIED
            ):
                continue
            units = reaction_targets(g, s, gun, attackers)
            if not units:
                continue
            if s.answer is None:
                actions = [(STAY,), *((REACT, gun, unit) for unit in units)]
                return DecisionNode(1 - side, "reaction fire", tuple(sorted(actions)))
            answer = s.take_answer()
            s.become((name, pairs, outward, side, follow_up, (*decided_guns, gun), number, reactions_so_far))
            if answer[0] == REACT:
                s.flags[gun] |= REPLIED
                after: list[Frame] = []
                if not t.options["reaction_rest_must_attack"]:
                    after = [("rest-attacks", s.place[answer[2]], fighters(g, s, s.place[answer[2]], side))]
                s.push(("shot", (gun,), s.place[answer[2]], "reaction", answer[2]), *after)
            return None
    s.become(("roll", pairs, outward, side, follow_up, number, reactions_so_far))
    return None


def rest_attacks(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the rest of a stack give up its attack when reaction fire has disordered the unit on top.

    Only by `reaction_rest_must_attack`: by the ruling it must attack alone (JDG-8.3.3-g, AMB-59). The combat
    stands below as the frame of `reactions`.

    Frame: hex, its units that were to attack.
    """
    _, origin, before = f
    side = g.t.side[before[0]]
    units = fighters(g, s, origin, side)
    if not units or before[0] in units:
        s.pop()
        return None
    name, pairs, *others = s.frames[-2]
    if s.answer is None:
        first = min(target for place, target in pairs if place == origin)
        return DecisionNode(side, "rest of the stack", tuple(sorted([(STAY,), (ATTACK, origin, first)])))
    answer = s.take_answer()
    s.pop()
    if answer[0] == STAY:
        for unit in units:
            s.flags[unit] = (s.flags[unit] | FOUGHT) & ~SHOCK
        s.become((name, tuple(pair for pair in pairs if pair[0] != origin), *others))
        s.note("shock-given-up", units, (origin,), "JDG-8.3.3-g")
    return None


def roll(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Roll for a combat and carry out both cells, the attacker's first (JDG-8.5-a to -f, JDG-8.9-h, -j).

    Frame: pairs, outward steps, side that attacks, whether it follows, number of the charge, hexes that have
    met it by a counter-charge.
    """
    _, pairs, outward, side, _follow_up, number, reactions_so_far = f
    t = g.t
    pairs = tuple(
        (o, h) for o, h in pairs if fighters(g, s, o, side) and any(t.side[u] != side for u in s.stacks[h])
    )
    attackers = tuple(u for o in sorted({p[0] for p in pairs}) for u in fighters(g, s, o, side))
    hexes = tuple(sorted({pair[1] for pair in pairs}))
    if not attackers:
        s.pop()
        return None
    defenders = defenders_in(g, s, hexes, 1 - side)
    if not defenders:
        s.pop()
        _overrun(g, s, attackers, hexes, side)
        return None
    if s.answer is None:
        return ChanceNode("shock", D10)
    die = s.take_answer()
    chargers = tuple(u for u in attackers if s.flags[u] & CHARGE)
    charged_hexes = [{h for o, h in pairs if o == s.place[u]} for u in chargers]
    all_met = bool(chargers) and all(hit & set(reactions_so_far) for hit in charged_hexes)
    total, modifiers = shock_sum(g, s, attackers, pairs, outward, all_met, number)
    s.memory[TRAILS] = ()
    row = t.charts["TBL-SHOCK"].row(die + total)
    s.note(
        "shock",
        (*attackers, *defenders),
        (hexes[0], die, die + total),
        "JDG-8.5-a",
        "JDG-8.6.1-c",
        "JDG-8.6.2-a",
        lines=counted_lines("TBL-SHOCK", row, modifiers),
    )
    s.pop()
    _strike_both(g, s, f, row, attackers, defenders, hexes, chargers)
    return None


def _overrun(
    g: ScenarioInPlay, s: GameState, attackers: tuple[int, ...], hexes: tuple[int, ...], side: int
) -> None:
    """Eliminate what stands alone in hexes that nobody defends, and let the attackers advance."""
    _mark(s, attackers, tuple(u for h in hexes for u in s.stacks[h]))
    for target in hexes:
        for gun in s.stacks[target]:
            eliminate(g, s, gun, -2, "JDG-8.5-f", "JDG-8.9-h")
    s.push(("advance", attackers, hexes, side, (), 0))


def _result_cells(
    g: ScenarioInPlay, s: GameState, row: str, attackers: tuple[int, ...], defenders: tuple[int, ...]
) -> dict[str, tuple[str, ...]]:
    """Return what a row of the table does to attacker and defender, and what follows."""
    t = g.t
    chart = t.charts["TBL-SHOCK"]
    cells = {key: tuple(chart.cells[row, key]) for key in ("attacker", "defender", "then")}
    if (
        row == "R8"
        and all(s.flags[u] & SQUARE for u in defenders)
        and not any(t.arm[u] == INFANTRY for u in attackers)
    ):
        cells["defender"] = tuple(code for code in cells["defender"] if code != "FB")
    return cells


def _strike_both(
    g: ScenarioInPlay,
    s: GameState,
    f: Frame,
    row: str,
    attackers: tuple[int, ...],
    defenders: tuple[int, ...],
    hexes: tuple[int, ...],
    chargers: tuple[int, ...],
) -> None:
    """Push what a row of the table makes happen: both cells, the attacker's first, and the aftermath."""
    _, _pairs, _outward, side, _follow_up, number, reactions_so_far = f
    t = g.t
    cells = _result_cells(g, s, row, attackers, defenders)
    lone = tuple(u for h in hexes for u in s.stacks[h] if not any(unit in defenders for unit in s.stacks[h]))
    guns = tuple(u for h in hexes for u in s.stacks[h] if t.arm[u] == ARTILLERY and u not in lone)
    escort = tuple((gun, s.place[gun]) for gun in guns)
    units_hit = defenders
    _mark(s, attackers, (*defenders, *guns, *lone))
    if not t.options["artillery_loss_own_rule"]:  # the table is for every unit of the hex, JDG-8.5-b, AMB-71
        units_hit, guns = (*defenders, *guns), ()
    starts = tuple(s.place[u] for u in (*attackers, *defenders))
    if t.options["shock_loss"] == "level_lost":
        starts += tuple(s.level[u] for u in (*attackers, *defenders))
    s.push(
        ("apply-results", cells["attacker"], 0, attackers, 0, defenders, False, ()),
        ("apply-results", cells["defender"], 0, units_hit, 0, attackers, False, ()),
        (
            "aftermath",
            attackers,
            defenders,
            starts,
            guns,
            escort,
            lone,
            hexes,
            side,
            cells["then"],
            row == "R7",
            chargers,
            number,
            reactions_so_far,
        ),
    )


def _mark(s: GameState, attackers: tuple[int, ...], targets: tuple[int, ...]) -> None:
    """Mark who has attacked and who was attacked, which is no action of its own (JDG-1-p, AMB-88)."""
    for unit in attackers:
        s.flags[unit] = (s.flags[unit] | FOUGHT) & ~SHOCK
    for unit in targets:
        s.flags[unit] |= TARGET


PROCEDURES = {
    "declare": declare,
    "combats": combats,
    "shock": shock,
    "reactions": reactions,
    "rest-attacks": rest_attacks,
    "roll": roll,
}
