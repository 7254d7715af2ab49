"""Artillery fire: normal, counter-battery, reaction (JDG-7)."""

from __future__ import annotations

from jdgtools.engine.core.nodes import Action, ChanceNode, DecisionNode, Node
from jdgtools.engine.core.state import Frame, GameState
from jdgtools.engine.jdg.activation import forget_routs
from jdgtools.engine.jdg.losses import D10
from jdgtools.engine.jdg.predicates import PredicateScene, counted_lines, lines_sum
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.sighting import cover, in_cone, sees
from jdgtools.engine.jdg.words import (
    ACTIVE,
    ARTILLERY,
    DONE_VERB,
    FIRE,
    FIRED,
    NO_FIRE,
    ORDERED,
    RALLY_ONLY,
    REPLIED,
    REPLY,
    ROUTED,
    STAY,
    TARGET,
    TOGETHER,
    TURN,
    TURNED,
)
from jdgtools.engine.jdg.zones import ALL_DIRECTIONS, enemies_in, fronts, ordinary_fronts

TURN_LIMIT = 1
"""Value of `artillery_turn_limit` with which the chart decides."""


def front_enemies(g: ScenarioInPlay, s: GameState, unit: int) -> set[int]:
    """Return the hexes of enemies on the ordinary front of a unit; whom it cannot fire at binds nothing.

    So it is behind a ridge (JDG-7.4.4-b), as in a shock over a side that bars it (JDG-8.2-EX3).
    """
    t = g.t
    here = s.place[unit]
    hexes = (t.neighbours[6 * here + d] for d in ordinary_fronts(s, unit))
    return {
        h
        for h in hexes
        if h >= 0
        and enemies_in(t, s, h, t.side[unit])
        and g.special.may_fire(s, unit, h)
        and sees(t, s, here, h)
    }


def reaches(g: ScenarioInPlay, s: GameState, unit: int, target: int) -> bool:
    """Return whether artillery could fire at a hex as it faces (JDG-7.2-c, JDG-7.3-f, JDG-7.4-a, AMB-24)."""
    t = g.t
    here = s.place[unit]
    distance = t.distance(here, target)
    maximum = t.maximum_range[unit][s.level[unit] > 0]
    if distance == 0 or distance > maximum:
        return False
    limit = None
    if t.night(s.turn):
        limit = t.distances["fire_night"]
    elif t.fog(s.turn):
        limit = t.distances["fire_fog"]
    if limit is not None and distance > limit:
        return False  # JDG-12.1-d, JDG-12.2-c
    if not _is_ahead(g, s, unit, target, distance):
        return False
    return g.special.may_fire(s, unit, target) and sees(t, s, here, target)


def _is_ahead(g: ScenarioInPlay, s: GameState, unit: int, target: int, distance: int) -> bool:
    """Return whether artillery fires in the direction of a hex as it faces (JDG-7.2-c).

    Where it has six front hexes, by `six_front_fire` (AMB-24): through all of them at adjacent targets, or at
    all targets (`all_round`), or never but in the cone of its facing (`cone`).
    """
    t = g.t
    choice = t.options["six_front_fire"]
    if choice == "all_round" and len(fronts(t, s, unit)) == len(ALL_DIRECTIONS):
        return True
    if distance == 1:
        ahead = ordinary_fronts(s, unit) if choice == "cone" else fronts(t, s, unit)
        return target in [t.neighbours[6 * s.place[unit] + d] for d in ahead]
    return in_cone(t, s.place[unit], target, s.facing[unit])


def targets(g: ScenarioInPlay, s: GameState, unit: int) -> list[int]:
    """Return the hexes at which artillery may fire; adjacent enemies in front come first (JDG-7.2-f).

    Where fire counts as the one attack on a unit, who was attacked is no target (JDG-8.2-h, AMB-58).
    """
    t = g.t
    hexes = sorted({s.place[e] for e in t.of_side[1 - t.side[unit]] if s.place[e] >= 0})
    near = front_enemies(g, s, unit)
    if t.options["attacked_once_counts_fire"]:
        hexes = [h for h in hexes if not any(s.flags[enemy] & TARGET for enemy in s.stacks[h])]
    return [h for h in hexes if (not near or h in near) and reaches(g, s, unit, h)]


def may_fire(g: ScenarioInPlay, s: GameState, unit: int) -> bool:
    """Return whether artillery may make normal fire in this activation (JDG-7.1-b, JDG-7.2-a)."""
    flags = s.flags[unit]
    return (
        g.t.arm[unit] == ARTILLERY
        and s.place[unit] >= 0
        and s.level[unit] == ORDERED
        and bool(flags & ACTIVE)
        and not flags & (FIRED | RALLY_ONLY | NO_FIRE)
    )


def _may_turn(g: ScenarioInPlay, s: GameState, unit: int) -> bool:
    """Return whether artillery may turn in the fire segment: before its fire, or after it (AMB-53)."""
    flags = s.flags[unit]
    has_fired = flags & (ACTIVE | FIRED) == ACTIVE | FIRED and s.place[unit] >= 0 and s.level[unit] < ROUTED
    return has_fired or may_fire(g, s, unit)


def _turns(g: ScenarioInPlay, s: GameState, unit: int) -> list[int]:
    """Return the facings to which the artillery of a hex may turn, once and together.

    As long as one of it has not fired an enemy stays before it (JDG-7.2-h). By how many corners the chart
    says, and another value of `artillery_turn_limit` in its place (AMB-53). Rules: JDG-7.2-d, JDG-6.1.1-c.
    """
    t = g.t
    guns = [gun for gun in s.stacks[s.place[unit]] if t.arm[gun] == ARTILLERY and s.level[gun] < ROUTED]
    if any(s.flags[gun] & TURNED for gun in guns):
        return []
    near = front_enemies(g, s, unit) if any(may_fire(g, s, gun) for gun in guns) else set()
    limit = t.options["artillery_turn_limit"]
    if limit == TURN_LIMIT or not isinstance(limit, int):
        limit = t.distances["facing_before_fire"]
    base = 6 * s.place[unit]
    facings = []
    for turn in range(-min(limit, 3), min(limit, 2) + 1):
        facing = (s.facing[unit] + turn) % 6
        ahead = {t.neighbours[base + facing], t.neighbours[base + (facing + 1) % 6]}
        if turn and (not near or near & ahead):
            facings.append(facing)
    return facings


def must_fire(g: ScenarioInPlay, s: GameState, unit: int, hexes: list[int]) -> bool:
    """Return whether artillery may not hold its fire: an enemy is on its front, and in its targets.

    Only where the fire is compulsory, and not the choice of its target alone (JDG-7.2-f, AMB-52).
    """
    return g.t.options["adjacent_fire"] == "compulsory" and bool(front_enemies(g, s, unit) & set(hexes))


def fires(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the artillery of the activation fire, unit by unit (JDG-1-m, JDG-7.3-b, -c). Frame: side."""
    _, side = f
    t = g.t
    if s.answer is None:
        actions: list[Action] = []
        is_bound = False
        guns = [unit for unit in t.guns_of_side[side] if may_fire(g, s, unit)]
        targets_asked: set[int] = set()
        for unit in t.guns_of_side[side]:
            if s.place[unit] not in targets_asked and _may_turn(g, s, unit):  # all of a hex turn together
                targets_asked.add(s.place[unit])
                actions += [(TURN, unit, facing) for facing in _turns(g, s, unit)]
        for unit in guns:
            hexes = targets(g, s, unit)
            is_bound = is_bound or must_fire(g, s, unit, hexes)
            actions += [(FIRE, unit, target) for target in hexes]
            for other in guns:
                if other > unit and s.place[other] == s.place[unit] and t.command[other] == t.command[unit]:
                    both = set(hexes) & set(targets(g, s, other))
                    actions += [(TOGETHER, unit, other, target) for target in both]
        if not is_bound:
            actions.append((DONE_VERB,))
        if actions != [(DONE_VERB,)]:
            return DecisionNode(side, "fire", tuple(sorted(actions)))
        s.pop()
        return None
    answer = s.take_answer()
    if answer[0] == DONE_VERB:
        s.pop()
    elif answer[0] == TURN:
        gun = answer[1]
        for other in s.stacks[s.place[gun]]:
            if t.arm[other] == ARTILLERY and s.facing[other] >= 0:
                s.facing[other] = answer[2]
                s.flags[other] |= TURNED
        s.note("face", (gun,), (answer[2],), "JDG-7.2-d")
    else:
        firers, target = answer[1:-1], answer[-1]
        for unit in firers:
            s.flags[unit] |= FIRED
        if t.options["attacked_once_counts_fire"]:
            for enemy in s.stacks[target]:
                s.flags[enemy] |= TARGET
        forget_routs(s)
        s.push(("shot", firers, target, "normal", -1), ("replies", firers, target, s.place[firers[0]]))
    return None


def fire_total(
    g: ScenarioInPlay, s: GameState, firers: tuple[int, ...], target: int, kind: str, unit: int
) -> tuple[int, tuple[str, ...]]:
    """Return strength and modifiers of a fire, and the lines that count (JDG-7.3-a, -d, -e, JDG-7.5-a)."""
    t = g.t
    origin = s.place[firers[0]]
    facts = {
        "fire": kind,
        "distance": t.distance(origin, target),
        "combined_battery": len(firers) > 1,
    }
    units = s.stacks[target]
    aim = (unit,) if unit >= 0 else units
    scene = PredicateScene({"firers": firers, "targets": units, "target": aim}, facts, target)
    total, lines, _ = lines_sum(
        t, s, "TBL-FIRE-DRM", (kind,), scene, {"terrain": max(-4, cover(t, origin, target))}
    )
    strength = max(t.strength[firer][s.level[firer] > 0] for firer in firers)
    return strength + total + g.special.fire_modifier(s, firers, kind, scene), lines


def resolve_fire(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Resolve a fire (JDG-7.5-a, JDG-7.1-c, -g, -j). Frame: firers, target hex, kind, unit aimed at or -1."""
    _, firers, target, kind, unit = f
    t = g.t
    if any(s.place[firer] < 0 for firer in firers) or not s.stacks[target]:
        s.pop()
        return None
    if s.answer is None:
        return ChanceNode("fire", D10)
    roll = s.take_answer()
    total, modifiers = fire_total(g, s, firers, target, kind, unit)
    chart = t.charts["TBL-FIRE"]
    row = chart.row(roll + total)
    codes = chart.cells[(row,)]
    units = (unit,) if unit >= 0 else s.stacks[target]
    s.note(
        "fire",
        firers,
        (target, roll, roll + total),
        "JDG-7.5-a",
        lines=counted_lines("TBL-FIRE", row, modifiers),
    )
    s.pop()
    if codes:
        s.push(("apply-results", tuple(codes), 0, units, 0, firers, True, ()))
    return None


def replies(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let artillery that was the target reply at once (JDG-7.1-d to -h, -k).

    By `cb_combined` two units reply together, by `cb_of_cb` who is hit by a reply may reply (AMB-50); by
    `adjacent_obligation_on_counter_battery` who has an enemy on its front replies to him alone, and where
    fire is compulsory must (AMB-104, AMB-52).

    Frame: firers, target hex, hex of the firers; a fifth place has the one unit that was aimed at.
    """
    _, firers, target, there, *aim = f
    t = g.t
    is_bound = t.options["adjacent_obligation_on_counter_battery"]
    side = 1 - t.side[firers[0]]
    guns = [
        unit
        for unit in s.stacks[target]
        if t.arm[unit] == ARTILLERY
        and t.side[unit] == side
        and s.level[unit] == ORDERED
        and not s.flags[unit] & REPLIED
        and any(s.place[firer] == there for firer in firers)
        and (not aim or unit in aim)
        and reaches(g, s, unit, there)
        and not (is_bound and there not in (front_enemies(g, s, unit) or {there}))
    ]
    if not guns:
        s.pop()
        return None
    if s.answer is None:
        actions: list[Action] = [(REPLY, unit) for unit in guns]
        if not (is_bound and any(must_fire(g, s, unit, [there]) for unit in guns)):
            actions.append((STAY,))
        for unit in guns:
            for other in guns:
                if t.options["cb_combined"] and other > unit and t.command[other] == t.command[unit]:
                    actions.append((TOGETHER, unit, other, there))
        return DecisionNode(side, "counter-battery", tuple(sorted(actions)))
    answer = s.take_answer()
    if answer[0] == STAY:
        s.pop()
        return None
    units = (answer[1],) if answer[0] == REPLY else answer[1:3]
    for unit in units:
        s.flags[unit] |= REPLIED
    top = next((u for u in s.stacks[there] if t.arm[u] == ARTILLERY), firers[0])
    counter_frames: list[Frame] = [("replies", units, there, target, top)] if t.options["cb_of_cb"] else []
    s.push(("shot", units, there, "counter_battery", top), *counter_frames)
    return None


def reaction_targets(g: ScenarioInPlay, s: GameState, gun: int, attackers: tuple[int, ...]) -> list[int]:
    """Return the units at which artillery may make reaction fire.

    Rules: JDG-8.3.3-a, JDG-7.1-i, -j, JDG-5.1.3-m.
    """
    t = g.t
    units = []
    for direction in ALL_DIRECTIONS:
        target = t.neighbours[6 * s.place[gun] + direction]
        if target < 0 or not reaches(g, s, gun, target):
            continue
        stack = s.stacks[target]
        if not any(unit in attackers for unit in stack):
            continue
        units.append(stack[0])
        if t.arm[stack[0]] == ARTILLERY:
            units += [unit for unit in stack if t.arm[unit] != ARTILLERY][:1]
    return units


PROCEDURES = {"fires": fires, "shot": resolve_fire, "replies": replies}
