"""The activation of a formation: status, fire, movement, combat, rally (JDG-1-k to -p, JDG-2.4)."""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.engine.core.nodes import Action, ChanceNode, DecisionNode, Node
from jdgtools.engine.core.state import Frame, GameState
from jdgtools.engine.jdg.losses import D10
from jdgtools.engine.jdg.predicates import PredicateScene, lines_sum
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.words import (
    ACTED,
    ACTIVE,
    CHOOSE_GROUP,
    COMMANDER_DONE,
    DECLARATIONS,
    DONE_VERB,
    ENTRIES,
    FIRED,
    FOUGHT,
    GROUP,
    HIDDEN,
    IN_RANGE,
    INITIATIVE,
    LIMITED,
    MOVED,
    MUST_ADVANCE,
    OF_ACTIVATION,
    ORDERS,
    RALLY_ONLY,
    RENFORT,
    ROUT_MOVED,
    ROUT_MOVES,
    TOP,
    TRY,
    TURNED,
    UNIT,
    WITHOUT,
)
from jdgtools.engine.jdg.zones import threats_to


def activate(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the formations of a marker act, strictly in the order of the segments (JDG-1-l).

    Frame: step, marker.
    """
    name, step, marker = f
    t = g.t
    side = t.marker_side[marker]
    s.become((name, step + 1, marker))
    if step == 0:
        if t.markers[marker].code == "C":
            s.push(("choose-groups", marker, (), ()))
            return None
        units = tuple([u for u in t.marker_units[marker] if s.place[u] >= 0])
        if not t.options["am_activates_all_groups"]:
            s.push(("one-group", marker, units))
            return None
        activate_units(g, s, marker, units)
    elif step == 1:
        s.push(("stack-order", side, ()))
    elif step == 2:
        s.push(*commander_move_frames(g, side), ("fires", side))
    elif step == 3:
        s.push(*late_checks(g, s, marker), ("segment", side))
    elif step == 4:
        s.push(*late_checks(g, s, marker), *commander_move_frames(g, side), ("declare", side))
    elif step == 5:
        s.push(*commander_move_frames(g, side), ("rally", side, -1), *commander_move_frames(g, side))
    else:
        if t.options["night_auto_rally"] == "end_of_turn" and t.night(s.turn):
            for unit in t.units:
                s.flags[unit] |= ACTED if s.flags[unit] & (MOVED | TURNED | FIRED | FOUGHT) else 0
        s.flags[:] = [flags & ~OF_ACTIVATION for flags in s.flags]
        s.memory[ENTRIES] = ()
        s.memory[DECLARATIONS] = ()
        s.pop()
    return None


def activate_units(g: ScenarioInPlay, s: GameState, marker: int, units: tuple[int, ...]) -> None:
    """Let units act, and let those without orders try the initiative of their leader."""
    for unit in units:
        s.flags[unit] = (s.flags[unit] | ACTIVE) & ~HIDDEN  # JDG-2.4-a
    s.note("activate", units, (marker,), "JDG-2.1.1-b", "JDG-2.2-b", "JDG-2.3.1-g")
    s.push(*leader_frames(g, s, marker, units))


def leader_frames(g: ScenarioInPlay, s: GameState, marker: int, units: Iterable[int]) -> list[Frame]:
    """Return the frames in which units without orders try the initiative of their leader.

    Each group does it by itself (AMB-08); without `leader_check_per_group` one roll is made for all groups of
    a formation, which are named by -2 - formation.
    """
    waiting = [u for u in units if s.flags[u] & WITHOUT]
    if g.t.options["leader_check_per_group"]:
        groups = {s.memory[GROUP][u] for u in waiting}
    else:
        groups = {-2 - g.t.command[u] for u in waiting}
    return [("leader", marker, group) for group in sorted(groups)]


def late_checks(g: ScenarioInPlay, s: GameState, marker: int) -> list[Frame]:
    """Return the frames of groups that have not tried the initiative of their leader and may still do so.

    Without `leader_check_before_actions` they are asked again before movement and before combat (AMB-07).
    """
    if g.t.options["leader_check_before_actions"]:
        return []
    tried_flags = INITIATIVE | RALLY_ONLY
    able = [u for u, flags in enumerate(s.flags) if flags & ACTIVE and not flags & tried_flags]
    return leader_frames(g, s, marker, able)


def commander_move_frames(g: ScenarioInPlay, side: int) -> list[Frame]:
    """Return the frame in which commanders move outside the movement segment.

    There is one before every other segment, and after the rally, by `cinc_move_segment` (AMB-106).
    """
    return [("commander-moves", side)] if g.t.options["cinc_move_segment"] == "any" else []


def commander_moves(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let commanders move, once in a turn (JDG-2.5.1-g, AMB-106). Frame: side."""
    _, side = f
    t = g.t
    leaders = [
        leader
        for leader in t.leaders
        if t.side[leader] == side and s.place[leader] >= 0 and not s.flags[leader] & COMMANDER_DONE
    ]
    if not leaders:
        s.pop()
        return None
    if s.answer is None:
        return DecisionNode(
            side, "movement", tuple(sorted([(DONE_VERB,), *((UNIT, who) for who in leaders)]))
        )
    answer = s.take_answer()
    if answer[0] == DONE_VERB:
        s.pop()
        return None
    zone_at_start = threats_to(t, s, side).zone.get(s.place[answer[1]], ())
    s.push(("move", answer[1], 0, 0, 1, zone_at_start, ()))
    return None


def one_group(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the player choose the group of a formation that its marker activates (AMB-01).

    So it is without `am_activates_all_groups`; reinforcements, which belong to no group, act in any case.
    The question is that of a combined marker. Frame: marker, units of the formation.
    """
    _, marker, units = f
    firsts: dict[int, int] = {}
    for unit in units:
        if s.flags[unit] & (ORDERS | WITHOUT):
            firsts.setdefault(s.memory[GROUP][unit], unit)  # who was a reinforcement has no number
    choice = next(iter(firsts), -1)
    if len(firsts) > 1:
        if s.answer is None:
            actions = tuple(sorted((CHOOSE_GROUP, unit) for unit in firsts.values()))
            return DecisionNode(g.t.marker_side[marker], "group of a combined marker", actions)
        choice = s.memory[GROUP][s.take_answer()[1]]
    s.pop()
    actors = [u for u in units if s.memory[GROUP][u] == choice or not s.flags[u] & (ORDERS | WITHOUT)]
    activate_units(g, s, marker, tuple(actors))
    return None


def stack_order(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the player put units on top of their stacks, below artillery only (JDG-5.1.2-d, JDG-5.1.2-c).

    Of two artillery units either may be the first (AMB-34). Each goes there once at most, so every order can
    be made and the choice ends. Frame: side, units put on top.
    """
    name, side, moved_units = f
    if s.answer is None:
        actions: list[Action] = [
            (TOP, u) for u in g.t.of_side[side] if u not in moved_units and _may_rise(g, s, u)
        ]
        if actions:
            return DecisionNode(side, "order of stacks", tuple(sorted([(DONE_VERB,), *actions])))
        s.pop()
        return None
    answer = s.take_answer()
    if answer[0] == DONE_VERB:
        s.pop()
        return None
    unit = answer[1]
    here = s.place[unit]
    stack = s.stacks[here]
    above = () if g.t.is_gun(unit) else tuple(other for other in stack if g.t.is_gun(other))
    s.stacks[here] = (*above, unit, *(other for other in stack if other != unit and other not in above))
    s.note("top", (unit,), (here,), "JDG-5.1.2-d")
    s.become((name, side, (*moved_units, unit)))
    return None


def _may_rise(g: ScenarioInPlay, s: GameState, unit: int) -> bool:
    """Return whether a unit stands below another that acts with it, artillery below artillery."""
    if s.place[unit] < 0:
        return False
    others = [other for other in s.stacks[s.place[unit]] if g.t.is_gun(other) == g.t.is_gun(unit)]
    return others[0] != unit and all(s.flags[other] & ACTIVE for other in others)


def units_without_orders(g: ScenarioInPlay, s: GameState, marker: int, group: int) -> list[int]:
    """Return the units of a group, or of a formation (-2 and below), that have no orders."""
    t = g.t
    groups, place, flags = s.memory[GROUP], s.place, s.flags
    if group < -1:  # all groups of a formation
        groups = tuple([-2 - command for command in t.command[: len(t.units)]])
    waiting = [
        u for u in t.marker_units[marker] if groups[u] == group and place[u] >= 0 and flags[u] & WITHOUT
    ]
    if not t.options["renfort_outside_groups"]:
        waiting = [u for u in waiting if not flags[u] & RENFORT]
    if not t.options["am_activates_all_groups"]:
        waiting = [u for u in waiting if flags[u] & ACTIVE]
    return waiting


def leader(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let a group without orders try the initiative of its leader.

    The range of a commander is measured now, or by `range_measured_at_event` was in phase A (AMB-14).
    Rules: JDG-2.4.2-a, JDG-2.4.3-a to -i, AMB-07, -08.

    Frame: marker, number of the group; a fourth place says that it tries.
    """
    name, marker, group, *tries = f
    t = g.t
    side = t.marker_side[marker]
    place, flags = s.place, s.flags
    waiting = units_without_orders(g, s, marker, group)
    bound_units = [u for u in waiting if g.special.waits_for_orders(s, u)]
    for unit in bound_units:
        flags[unit] |= RALLY_ONLY
    units = tuple([u for u in waiting if u not in bound_units]) if bound_units else tuple(waiting)
    if not units:
        s.pop()
        return None
    if not tries:
        if s.answer is None:
            return DecisionNode(side, "initiative of the leader", ((TRY,), (LIMITED,)))
        if s.take_answer()[0] == LIMITED:
            s.pop()
        else:
            s.become((name, marker, group, 1))
        return None
    if s.answer is None:
        return ChanceNode("initiative of the leader", D10)
    roll = s.take_answer()
    measured_before = not t.options["range_measured_at_event"]
    drm = max(
        (
            value
            for k, (who, (value, _, reach, _)) in enumerate(t.commander.items())
            if t.side[who] == side
            and s.place[who] >= 0
            and (
                any(flags[unit] & IN_RANGE << k for unit in units)
                if measured_before
                else not t.disc(s.place[who], reach).isdisjoint([place[unit] for unit in units])
            )
        ),
        default=None,
    )
    scene = PredicateScene({}, {"commander_in_range": drm is not None})
    change = lines_sum(
        t, s, "TBL-CHECK-DRM", (), scene, {"leader_initiative": -(drm or 0)}, "leader_initiative"
    )[0]
    rating = t.markers[marker].rating or 0
    has_passed = roll + change <= rating
    forward = g.special.goes_forward(s, units, roll)
    for unit in units:
        s.flags[unit] |= INITIATIVE if has_passed or forward else RALLY_ONLY
    for unit in forward:
        s.flags[unit] |= MUST_ADVANCE
    s.note("leader", units, (roll, roll + change, rating), "JDG-2.4.3-f" if has_passed else "JDG-2.4.3-h")
    s.pop()
    return None


def forget_routs(s: GameState) -> None:
    """Begin a new event: every unit may make a rout move again (AMB-87)."""
    for unit, flags in enumerate(s.flags):
        if flags & (ROUT_MOVED | ROUT_MOVES):
            s.flags[unit] = flags & ~(ROUT_MOVED | ROUT_MOVES)


PROCEDURES = {
    "activate": activate,
    "one-group": one_group,
    "leader": leader,
    "stack-order": stack_order,
    "commander-moves": commander_moves,
}
