"""Rally and the demoralisation of formations (JDG-11)."""

from __future__ import annotations

from jdgtools.engine.core.nodes import Action, ChanceNode, DecisionNode, Node
from jdgtools.engine.core.state import ELIMINATED, FLED, Frame, GameState
from jdgtools.engine.jdg.facing import take_facing
from jdgtools.engine.jdg.losses import D10
from jdgtools.engine.jdg.predicates import PredicateScene, lines_sum
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.words import (
    ACTED,
    ACTIVE,
    ARTILLERY,
    DISORDERED,
    DONE_VERB,
    FIRED,
    FOUGHT,
    MOVED,
    ORDERED,
    RALLIED,
    RALLY,
    ROUTED,
    SHELTERED,
    TURNED,
)
from jdgtools.engine.jdg.zones import enemies_in, enemy_adjacent, stack_fits


def is_blocked(g: ScenarioInPlay, s: GameState, hex_index: int, side: int) -> bool:
    """Return whether an enemy next to a hex prevents rally; by `rally_blockers` no routed one (AMB-110)."""
    t = g.t
    if t.options["rally_blockers"] == "all_units":
        return enemy_adjacent(t, s, hex_index, side)
    near = [h for h in t.neighbours[6 * hex_index : 6 * hex_index + 6] if h >= 0]
    return any(s.level[enemy] < ROUTED for h in near for enemy in enemies_in(t, s, h, side))


def night_change(g: ScenarioInPlay, s: GameState, lines: tuple[str, ...]) -> int:
    """Return what options add to a rally at night, beyond the lines of the chart that counted.

    `night_rally_routed` takes the place of the printed modifier of routed units (AMB-93); by
    `night_plus_two_on_rally` that of cohesion checks counts as well (AMB-89).
    """
    t = g.t
    cells = t.charts["TBL-CHECK-DRM"].cells
    change = 0
    if "rally_routed_night" in lines:
        routed = next(o for o in t.package.option_list if o.id == "night_rally_routed")
        if routed.value != routed.default:
            change += routed.value - cells[("rally_routed_night",)]
    if t.options["night_plus_two_on_rally"] and t.night(s.turn):
        change += cells[("night",)]
    return change


def may_rally(g: ScenarioInPlay, s: GameState, unit: int) -> bool:
    """Return whether a unit may try to rally: it has done nothing else, by its own will.

    Rules: JDG-1-p, JDG-11.1-a to -c, -j, JDG-10.4-r, JDG-5.1.1-i, AMB-88.
    """
    t = g.t
    flags = s.flags[unit]
    if s.place[unit] < 0 or not flags & ACTIVE or flags & RALLIED or s.level[unit] == ORDERED:
        return False
    here = s.place[unit]
    if is_blocked(g, s, here, t.side[unit]):
        return False
    stack = s.stacks[here]
    if flags & (MOVED | TURNED | FIRED | FOUGHT):
        return False
    if s.level[unit] == ROUTED:
        return len(stack) == 1
    if t.options["night_auto_rally"] == "end_of_turn" and t.night(s.turn):
        return False
    return stack_fits(t, s, stack, {unit: ORDERED})


def rally_sum(g: ScenarioInPlay, s: GameState, unit: int) -> tuple[int, tuple[str, ...], bool]:
    """Return what the chart adds to a rally, the lines that count, and whether it needs no roll."""
    scene = PredicateScene({"unit": (unit,), "adjacent_enemies": ()}, {"idle": True}, s.place[unit])
    return lines_sum(g.t, s, "TBL-CHECK-DRM", (), scene, {}, "rally")


def rally(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let units rally at the end of their activation (JDG-11.1-a to -i).

    Frame: side, unit that rolls or -1.
    """
    name, side, unit = f
    t = g.t
    if unit < 0:
        if s.answer is None:
            units = [u for u in t.of_side[side] if may_rally(g, s, u)]
            if not units:
                s.pop()
                return None
            actions: list[Action] = [(RALLY, u) for u in units]
            if not any(rally_sum(g, s, u)[2] for u in units):  # what is automatic nobody declines, JDG-12.1-g
                actions.append((DONE_VERB,))
            return DecisionNode(side, "rally", tuple(sorted(actions)))
        answer = s.take_answer()
        if answer[0] == DONE_VERB:
            s.pop()
        else:
            s.flags[answer[1]] |= RALLIED
            s.become((name, side, answer[1]))
        return None
    total, lines, automatic = rally_sum(g, s, unit)
    total += night_change(g, s, lines)
    roll = 0
    if not automatic:
        if s.answer is None:
            return ChanceNode("rally", D10)
        roll = s.take_answer()
    s.become((name, side, -1))
    rating = t.cohesion[unit][1]
    s.note("rally", (unit,), (roll, roll + total, rating), "JDG-11.1-e", "JDG-11.1-f")
    if automatic or roll + total <= rating:
        s.flags[unit] &= ~SHELTERED
        s.level[unit] = ORDERED if s.level[unit] == DISORDERED else DISORDERED
        s.note("level", (unit,), (s.level[unit] + 1, s.level[unit]), "JDG-11.1-g", "JDG-11.1-h")
        s.push(("face", unit))
    return None


def night_rally(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Rally the disordered of both sides who did nothing in a turn at night, after phase E.

    So it is by `night_auto_rally`; else it happens in their own activation (AMB-94).
    Frame: unit that is next.
    """
    name, unit = f
    t = g.t
    if unit == len(t.units):
        s.pop()
        return None
    s.become((name, unit + 1))
    here = s.place[unit]
    if here < 0 or s.level[unit] != DISORDERED or s.flags[unit] & ACTED:
        return None
    if is_blocked(g, s, here, t.side[unit]) or not stack_fits(t, s, s.stacks[here], {unit: ORDERED}):
        return None
    s.level[unit] = ORDERED
    s.note("level", (unit,), (DISORDERED, ORDERED), "JDG-11.1-g")
    s.push(("face", unit))
    return None


def face(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let a unit that has rallied take a facing (JDG-6.1.2-b, JDG-6.1.1-b). Frame: unit."""
    _, unit = f
    t = g.t
    gun = t.arm[unit] == ARTILLERY
    others = [
        o
        for o in s.stacks[s.place[unit]]
        if o != unit and (t.arm[o] == ARTILLERY) == gun and s.facing[o] >= 0
    ]
    return take_facing(g, s, unit, others)


def demoralised_formations(g: ScenarioInPlay, s: GameState) -> tuple[int, ...]:
    """Return the formations that are demoralised now (JDG-11.2-a, -b, -h).

    A formation of artillery alone never is, or by `artillery_only_demoralised` for its artillery (AMB-91).
    """
    t = g.t
    commands = []
    for command, units in enumerate(t.of_command):
        fighters = [u for u in units if t.arm[u] != ARTILLERY]
        if not fighters and t.options["artillery_only_demoralised"]:
            fighters = list(units)
        on_map = [u for u in fighters if s.place[u] >= 0]
        lost_units = [u for u in fighters if s.place[u] in (ELIMINATED, FLED)]
        if (on_map or lost_units) and all(s.level[u] != ORDERED for u in on_map):
            commands.append(command)
    return tuple(commands)


PROCEDURES = {"rally": rally, "night-rally": night_rally, "face": face}
