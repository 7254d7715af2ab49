"""Charges in the movement segment: declaration, check, move, squares, recall (JDG-9-c to -g, PROC-CHARGE)."""

from __future__ import annotations

from jdgtools.engine.core.nodes import Action, ChanceNode, DecisionNode, Node
from jdgtools.engine.core.state import Frame, GameState
from jdgtools.engine.jdg.facing import corners_between
from jdgtools.engine.jdg.losses import D10, lose_level
from jdgtools.engine.jdg.predicates import PredicateScene, lines_sum
from jdgtools.engine.jdg.reach import CHARGING
from jdgtools.engine.jdg.retreats import LEVEL_LOST, may_end, recall_hexes
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.shocks import charge_targets, checked_unit, direction_to, fighters
from jdgtools.engine.jdg.sighting import in_cone, sees
from jdgtools.engine.jdg.squares import turn
from jdgtools.engine.jdg.ways import CheapestWay
from jdgtools.engine.jdg.words import (
    CAVALRY,
    CHARGE,
    CHARGED,
    COUNTER_CHARGE,
    DECLARATIONS,
    DONE,
    FACE,
    FORM,
    GO,
    INFANTRY,
    LOST_SQUARE,
    MOVED,
    NO_ATTACK,
    ORDERED,
    PURSUIT_POINT,
    RALLY_ONLY,
    RECALL,
    RETREAT,
    ROUTED,
    SQUARE,
    STAY,
    STAYS,
    TURNED,
)
from jdgtools.engine.jdg.zones import allowance, front_hexes, threats_to


def may_charge(g: ScenarioInPlay, s: GameState, units: tuple[int, ...]) -> bool:
    """Return whether units of one hex may declare a charge together.

    Rules: JDG-9.1-b, -j, JDG-10.1-g, JDG-12.1-e, JDG-12.2-d.
    """
    t = g.t
    if t.night(s.turn) or t.fog(s.turn) or t.hex_blocks_charge[s.place[units[0]]]:
        return False
    barring_flags = RALLY_ONLY | STAYS | NO_ATTACK | DONE | MOVED
    return all(
        t.arm[unit] == CAVALRY and s.level[unit] == ORDERED and not s.flags[unit] & barring_flags
        for unit in units
    )


def visible_targets(g: ScenarioInPlay, s: GameState, units: tuple[int, ...]) -> list[int]:
    """Return the hexes of enemies that the unit sees through its front hexes (JDG-9.1-a, JDG-9.1-k)."""
    t = g.t
    unit = units[0]
    here, facing = s.place[unit], s.facing[unit]
    reach = min(allowance(t, s, u, charge=True) for u in units) // t.denominator + 1
    hexes = {s.place[enemy] for enemy in t.of_side[1 - t.side[unit]] if s.place[enemy] >= 0}
    return sorted(
        h
        for h in hexes
        if not t.hex_blocks_charge[h]
        and t.distance(here, h) <= reach
        and (h in front_hexes(t, s, unit) or in_cone(t, here, h, facing))
        and sees(t, s, here, h)
    )


def charge_facings(
    g: ScenarioInPlay,
    s: GameState,
    units: tuple[int, ...],
    here: int,
    target: int,
    enemies_at_start: tuple[int, ...],
) -> tuple[int, ...]:
    """Return the facings from which units charge a hex out of another; none where the side bars it.

    Cavalry that began in a zone of the enemy keeps its facing (JDG-9.1-g), by option all cavalry (AMB-73);
    so does cavalry of the hex that has charged (JDG-9.2-a). Rules: JDG-9.1-l, AMB-72.
    """
    t = g.t
    if t.distance(here, target) != 1:
        return ()
    direction = direction_to(g, here, target)
    step = 6 * here + direction
    if t.no_charge[step] or any(t.cost[t.cls[u]][1][step] < 0 for u in units):
        return ()
    facings = sorted((direction, (direction + 5) % 6))
    if enemies_at_start or not t.options["charge_facing_free"]:
        facings = [facing for facing in facings if facing == s.facing[units[0]]]
    for other in s.stacks[here]:
        if other not in units and t.arm[other] == CAVALRY:
            limit = _corners_free(g, s, other)
            facings = [k for k in facings if corners_between(k, s.facing[other]) <= limit]
    return tuple(facings)


def _corners_free(g: ScenarioInPlay, s: GameState, unit: int) -> int:
    """Return by how many corners cavalry turns with a charge that ends in its hex: all of it look one way.

    Who has charged keeps looking at its target; who stays in a zone turns by one corner, once.
    Rules: JDG-9.2-a, JDG-6.1.1-b, JDG-6.2.2-i, AMB-112.
    """
    t, flags = g.t, s.flags[unit]
    if flags & CHARGE:
        return 0
    stays = s.place[unit] in threats_to(t, s, t.side[unit]).zone and not flags & MOVED
    return 3 if not stays else 0 if flags & TURNED else t.distances["facing_in_zoc"]


def facings_at_end(
    g: ScenarioInPlay,
    s: GameState,
    units: tuple[int, ...],
    here: int,
    target: int,
    enemies_at_start: tuple[int, ...],
) -> tuple[int, ...]:
    """Return the facings that a charge move may end with in a hex.

    The declared target is then in front, or where it does not bind any enemy that can be charged (AMB-72).
    """
    t = g.t
    if t.options["charge_target_binding"]:
        return charge_facings(g, s, units, here, target, enemies_at_start)
    hexes = {s.place[enemy] for enemy in t.of_side[1 - t.side[units[0]]] if s.place[enemy] >= 0}
    return tuple(
        sorted(
            {
                facing
                for h in hexes
                if not t.hex_blocks_charge[h]
                for facing in charge_facings(g, s, units, here, h, enemies_at_start)
            }
        )
    )


def charge_legs(
    g: ScenarioInPlay, s: GameState, units: tuple[int, ...], enemies_at_start: tuple[int, ...]
) -> dict[int, CheapestWay]:
    """Return the ways of a charge move, at most the reduced movement (JDG-9.1-e, -f, -h, -j)."""
    points = min(allowance(g.t, s, unit, charge=True) for unit in units)
    legs = g.company_walk(s, units, CHARGING, enemies_at_start).legs(points, 0, True)
    return {hex_index: leg for hex_index, leg in legs.items() if leg.level == ORDERED}


def charge_actions(
    g: ScenarioInPlay, s: GameState, units: tuple[int, ...], enemies_at_start: tuple[int, ...]
) -> list[int]:
    """Return the hexes that units of one hex may charge (JDG-9.1-a to -l)."""
    if not may_charge(g, s, units):
        return []
    targets = visible_targets(g, s, units)
    if not targets:
        return []
    legs = charge_legs(g, s, units, enemies_at_start)
    return [
        h for h in targets if any(charge_facings(g, s, units, here, h, enemies_at_start) for here in legs)
    ]


def charge(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Carry out a charge up to its combat, step by step (JDG-9-c to -g, JDG-9.1-c, -d).

    Frame: units, hex that they charge, step, enemy units in whose zone they began, hex of the charge.
    """
    name, units, target, step, start_zone, here = f
    t = g.t
    top = units[0]
    side = t.side[top]
    if step == 0:
        if g.needs_check(s, top):
            if s.answer is None:
                return ChanceNode("shock check", D10)
            roll = s.take_answer()
            rolling_unit = checked_unit(g, s, top)
            rating = t.shock[rolling_unit][s.level[rolling_unit] > 0]
            s.note("shock-check", (rolling_unit,), (roll, rating), "JDG-9.1-d", "JDG-5.1.3-h")
            if roll > rating:
                for unit in units:
                    s.flags[unit] |= STAYS | DONE
                s.pop()
                return None
        for unit in units:
            s.flags[unit] |= CHARGE
        s.note("charge", units, (target,), "JDG-9.1-c", "JDG-9.1-a")
        s.become((name, units, target, 1, start_zone, here))
    elif step == 1:
        legs = charge_legs(g, s, units, start_zone)
        hexes = [h for h in legs if facings_at_end(g, s, units, h, target, start_zone)]
        if s.answer is None and len(hexes) > 1:
            return DecisionNode(side, "charge", tuple(sorted((GO, h) for h in hexes)))
        here = hexes[0] if s.answer is None else s.take_answer()[1]
        s.become((name, units, target, 2, start_zone, here))
        s.push(("walk", units, legs[here].path, 0))
    elif step == 2:
        facings = facings_at_end(g, s, units, here, target, start_zone)
        if s.answer is None and len(facings) > 1:
            return DecisionNode(side, "facing", tuple((FACE, facing) for facing in facings))
        facing = facings[0] if s.answer is None else s.take_answer()[1]
        for unit in units:
            turn(g, s, unit, facing)
            s.flags[unit] |= MOVED | DONE | CHARGED
        s.pop()
        hexes = charge_targets(g, s, units)
        if not t.options["charge_target_binding"] and hexes and target not in hexes:
            target = hexes[0]
        s.push(*answer_frames(g, s, units, target, 0), ("charge-stands", units))
    return None


def answer_frames(
    g: ScenarioInPlay, s: GameState, units: tuple[int, ...], target: int, number: int
) -> list[Frame]:
    """Return what comes between a charge move and its combat: squares, then the recall (JDG-9-f, -g)."""
    hexes = tuple(charge_targets(g, s, units, again=number > 0))
    if not g.t.options["square_attempt_per_hex"]:  # the infantry of the declared target alone, AMB-102
        hexes = tuple(h for h in hexes if h == target)
    stood = any(s.flags[u] & SQUARE for u in s.stacks[target])
    return [("squares", hexes, 0), ("recall", units, target, int(stood), number, 0)]


def charge_stands(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Enter a charge that was not recalled among the combats of the activation (JDG-9.2-a). Frame: units."""
    units = tuple(u for u in f[1] if s.flags[u] & CHARGE and s.place[u] >= 0)
    s.pop()
    if units:
        pairs = tuple((s.place[units[0]], h) for h in charge_targets(g, s, units))
        s.memory[DECLARATIONS] = (*s.memory[DECLARATIONS], *pairs)
    return None


def may_answer_with_square(g: ScenarioInPlay, s: GameState, hex_index: int) -> bool:
    """Return whether the units of a hex may try to form square against a charge.

    Rules: JDG-9.3.1-a to -c, -i, JDG-10.1-h.
    """
    t = g.t
    stack = s.stacks[hex_index]
    return (
        t.clear[hex_index]
        and any(t.arm[unit] == INFANTRY for unit in stack)
        and all(s.level[unit] == ORDERED and not s.flags[unit] & (SQUARE | LOST_SQUARE) for unit in stack)
    )


def squares(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let infantry that is charged try to form square, hex by hex (JDG-9.3.1-a to -i, AMB-102).

    One roll is for all infantry of a hex, or by `square_roll` each unit has its own; in either case one
    failure disorders all (AMB-101).

    Frame: hexes that are charged, step: twice the place in them, and one more while the die is rolled; then
    whether each unit that has rolled passed.
    """
    name, hexes, step, *results = f
    t = g.t
    if step // 2 == len(hexes):
        s.pop()
        return None
    here = hexes[step // 2]
    if step % 2 == 0:
        if not may_answer_with_square(g, s, here):
            s.become((name, hexes, step + 2))
            return None
        if s.answer is None:
            return DecisionNode(t.side[s.stacks[here][0]], "square", tuple(sorted([(STAY,), (FORM, here)])))
        s.become((name, hexes, step + (1 if s.take_answer()[0] == FORM else 2)))
        return None
    if s.answer is None:
        return ChanceNode("square", D10)
    roll = s.take_answer()
    foot = tuple(unit for unit in s.stacks[here] if t.arm[unit] == INFANTRY)
    rolls_each = t.options["square_roll"] == "one_per_unit"
    rolls_now = (foot[len(results)],) if rolls_each else foot
    change = lines_sum(
        t, s, "TBL-CHECK-DRM", (), PredicateScene({"unit": rolls_now}, {}, here), {}, "square"
    )[0]
    rating = min(t.cohesion[unit][0] for unit in rolls_now)
    s.note("square-check", rolls_now, (roll, rating), "JDG-9.3.1-d", "JDG-9.3.1-h")
    results.append(int(roll + change <= rating))
    if rolls_each and len(results) < len(foot):
        s.become((name, hexes, step, *results))
        return None
    s.become((name, hexes, step + 1))
    if all(results):
        for unit in s.stacks[here]:
            s.flags[unit] |= SQUARE
        s.note("square", s.stacks[here], (), "JDG-9.3.1-e", "JDG-9.3.1-c")
    else:
        for unit in foot:
            lose_level(g, s, unit, "JDG-9.3.1-f", "JDG-9.3.1-g")
    return None


def recall(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let cavalry try to recall its charge from a target that has formed square (JDG-9.3.3-a to -f).

    Frame: units, hex that they charge, whether it stood in square before, number of the charge, step.
    """
    name, units, target, stood, number, step = f
    t = g.t
    top = units[0]
    side = t.side[top]
    if step == 0:
        if stood or not any(s.flags[u] & SQUARE for u in s.stacks[target]):
            s.pop()
            return None
        if s.answer is None:
            return DecisionNode(side, "recall", tuple(sorted([(STAY,), (RECALL,)])))
        if s.take_answer()[0] == STAY:
            s.pop()
        else:
            s.become((name, units, target, stood, number, 1))
        return None
    if step == 1:
        if s.answer is None:
            return ChanceNode("recall", D10)
        roll = s.take_answer()
        rating = t.shock[top][0]
        change = lines_sum(t, s, "TBL-CHECK-DRM", (), PredicateScene({"unit": (top,)}, {}), {}, "recall")[0]
        s.note("recall", units, (roll, rating), "JDG-9.3.3-a", "JDG-9.3.3-e")
        if roll + change > rating:
            s.pop()  # JDG-9.3.3-d
            return None
        for unit in units:
            s.flags[unit] = s.flags[unit] & ~(CHARGE | (0 if number else CHARGED)) | STAYS
        s.become((name, units, target, stood, number, 2))
        return None
    if step == 2:
        hexes = [h for h in recall_hexes(g, s, top, target) if _fits(g, s, units, h)]
        if not hexes:
            s.pop()  # JDG-9.3.3-c
            return None
        if s.answer is None and len(hexes) > 1:
            return DecisionNode(side, "recall", tuple((RETREAT, h) for h in hexes))
        there = hexes[0] if s.answer is None else s.take_answer()[1]
        here = s.place[top]
        loses_level = t.retreat[6 * here + direction_to(g, here, there)] == LEVEL_LOST
        for unit in units:
            g.enter(s, unit, there)
            s.note("retreat", (unit,), (here, there), "JDG-9.3.3-b")
            if loses_level:
                lose_level(g, s, unit, "JDG-10.3.4-b")
        s.become((name, units, target, stood, number, 3))
        return None
    others = [o for o in s.stacks[s.place[top]] if o not in units and s.facing[o] >= 0]
    others = [o for o in others if t.arm[o] == CAVALRY]
    if s.answer is None and not others:
        return DecisionNode(side, "facing", tuple((FACE, facing) for facing in range(6)))
    facing = s.facing[others[0]] if others else s.take_answer()[1]
    s.pop()
    for unit in units:
        s.facing[unit] = facing
    return None


def _fits(g: ScenarioInPlay, s: GameState, units: tuple[int, ...], hex_index: int) -> bool:
    """Return whether recalled units may stop in a hex together (JDG-5.1.2-f)."""
    return all(may_end(g, s, unit, hex_index, units) for unit in units)


def _ordered_cavalry(g: ScenarioInPlay, s: GameState, hex_index: int) -> tuple[int, ...]:
    return tuple(u for u in s.stacks[hex_index] if g.t.arm[u] == CAVALRY and s.level[u] == ORDERED)


def counter_charge(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let cavalry that is charged through its front try to counter-charge (JDG-9.4-a to -g).

    Of a stack the topmost that is in order takes the check, as in a shock (AMB-35).
    Who does so charges as well, and has a check at the end as those have whom it met (JDG-9.2-e).

    Frame: pairs, outward steps, side that attacks, whether it follows, number of the charge, hexes that have
    decided, hexes that met the charge, hex that rolls or -1.
    """
    name, pairs, outward, side, follow_up, number, decided_units, reactions, rolling = f
    t = g.t
    chargers = tuple(
        u for o in sorted({p[0] for p in pairs}) for u in fighters(g, s, o, side) if s.flags[u] & CHARGE
    )
    if rolling >= 0:
        if s.answer is None:
            return ChanceNode("counter-charge", D10)
        roll = s.take_answer()
        top = _ordered_cavalry(g, s, rolling)[0]
        scene = PredicateScene({"unit": (top,), "enemy": chargers}, {}, rolling)
        change = lines_sum(t, s, "TBL-CHECK-DRM", (), scene, {}, "counter_charge")[0]
        rating = t.shock[top][0]
        s.note("counter-charge", (top,), (roll, roll + change, rating), "JDG-9.4-b", "JDG-9.4-c")
        if roll + change <= rating:
            reactions = (*reactions, rolling)
        s.become((name, pairs, outward, side, follow_up, number, decided_units, reactions, -1))
        return None
    origins = {s.place[u] for u in chargers}
    for here in sorted({h for o, h in pairs if o in origins}):
        if here in decided_units:
            continue
        horse = _ordered_cavalry(g, s, here)
        if not horse or not origins.intersection(front_hexes(t, s, horse[0])) & {
            o for o, h in pairs if h == here
        }:
            continue
        if s.answer is None:
            actions: list[Action] = [(STAY,), (COUNTER_CHARGE, horse[0])]
            return DecisionNode(1 - side, "counter-charge", tuple(sorted(actions)))
        goes = s.take_answer()[0] != STAY
        s.become(
            (
                name,
                pairs,
                outward,
                side,
                follow_up,
                number,
                (*decided_units, here),
                reactions,
                here if goes else -1,
            )
        )
        return None
    brave = tuple(u for h in reactions for u in _ordered_cavalry(g, s, h))
    for unit in brave:
        s.flags[unit] |= CHARGED
    after: list[Frame] = [("charge-end", brave)] if brave else []
    s.pop()
    s.push(("reactions", pairs, outward, side, follow_up, (), number, reactions), *after)
    return None


def charge_end(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Make the checks at the end of a charge, unit by unit (JDG-9.2-e, -f, JDG-9.5.2-t, AMB-79).

    Frame: units.
    """
    units = f[1]
    if not units:
        s.pop()
        return None
    unit = units[0]
    s.become((f[0], units[1:]))
    has_charged = s.flags[unit] & CHARGED
    s.flags[unit] &= (PURSUIT_POINT - 1) & ~(CHARGE | CHARGED)
    if has_charged and s.place[unit] >= 0 and s.level[unit] < ROUTED:
        s.note("charge-ends", (unit,), (), "JDG-9.2-e", "JDG-9-m")
        s.push(("check", (unit,), 0, 0, 0, ()))
    return None


PROCEDURES = {
    "charge": charge,
    "charge-stands": charge_stands,
    "squares": squares,
    "recall": recall,
    "countercharge": counter_charge,
    "charge-end": charge_end,
}
