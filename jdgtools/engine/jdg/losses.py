"""What results do to units: levels of cohesion, checks, and the codes of a cell in their order.

Rules: JDG-8.5-d.
"""

from __future__ import annotations

from typing import Any

from jdgtools.engine.core.nodes import ChanceNode, Node
from jdgtools.engine.core.state import ELIMINATED, FLED, Frame, GameState
from jdgtools.engine.jdg.predicates import PredicateScene, lines_sum
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.words import (
    ARTILLERY,
    CAVALRY,
    CHARGE,
    DISORDERED,
    INFANTRY,
    LOST_SQUARE,
    ORDERED,
    ROUT_MOVED,
    ROUTED,
    SHOCK,
    SQUARE,
)

D10 = (1,) * 10
WITHDRAW_DRM = (1, -2)
"""Modifiers of withdrawals that the chart has (AMB-68)."""
_LEVEL = {"ordered": ORDERED, "disordered": DISORDERED, "routed": ROUTED, "eliminated": 3}


def eliminate(g: ScenarioInPlay, s: GameState, unit: int, place: int, *rules: str) -> None:
    """Take a unit out of the game (JDG-10.2-f); its strength is lost."""
    hex_index = s.place[unit]
    s.take(unit, place)
    s.flags[unit] = 0
    s.facing[unit] = -1
    s.note("fled" if place == FLED else "eliminated", (unit,), (hex_index,), *rules)
    if place == ELIMINATED:
        g.release_commanders(s, hex_index, g.t.side[unit])


def leave_square(g: ScenarioInPlay, s: GameState, unit: int, *rules: str) -> None:
    """Take a unit, and with infantry its whole stack, out of the square (JDG-4.2-m to -o, AMB-22)."""
    if not s.flags[unit] & SQUARE:
        return
    units: tuple[int, ...] = (unit,)
    if g.t.arm[unit] == INFANTRY:
        units = s.stacks[s.place[unit]]
    for other in units:
        s.flags[other] = s.flags[other] & ~SQUARE | LOST_SQUARE
    s.note("square-left", units, (), *rules)


def retreat_length(g: ScenarioInPlay, unit: int) -> int:
    """Return how many hexes a unit that becomes routed retreats (JDG-10.2-h)."""
    name = {INFANTRY: "infantry", CAVALRY: "cavalry", ARTILLERY: "artillery"}[g.t.arm[unit]]
    return int(g.t.distances[f"retreat_{name}"])


def set_level(g: ScenarioInPlay, s: GameState, unit: int, level: int, *rules: str) -> bool:
    """Give a unit a worse level; return whether it has become routed and must retreat.

    Who is routed already and suffers again is eliminated (JDG-10.2-e, JDG-10.2-r).
    """
    if s.place[unit] < 0:
        return False
    before = s.level[unit]
    if level > ROUTED or (before == ROUTED and level >= ROUTED):
        eliminate(g, s, unit, ELIMINATED, *rules)
        return False
    if level <= before:
        return False
    s.level[unit] = level
    s.note("level", (unit,), (before, level), *rules)
    if g.t.options["artillery_disorder_breaks_square"] and s.flags[unit] & SQUARE:
        foot = (other for other in s.stacks[s.place[unit]] if g.t.arm[other] == INFANTRY)
        leave_square(g, s, next(foot, unit), "JDG-4.2-m", "JDG-4.2-o")
    leave_square(g, s, unit, "JDG-4.2-m", "JDG-4.2-o")
    s.flags[unit] &= ~(CHARGE | SHOCK)
    if level == ROUTED:
        s.facing[unit] = -1
        return True
    return False


def lose_level(g: ScenarioInPlay, s: GameState, unit: int, *rules: str) -> bool:
    """Cost a unit one level; return whether it has become routed and must retreat (JDG-CONV-m)."""
    return set_level(g, s, unit, s.level[unit] + 1, *rules)


def retreat_frame(g: ScenarioInPlay, s: GameState, unit: int, attackers: tuple[int, ...]) -> Frame:
    """Return the frame of the retreat of a unit that has become routed (JDG-10.2-h)."""
    return ("retreat", unit, s.place[unit], retreat_length(g, unit), attackers, (), 1)


def check_sum(g: ScenarioInPlay, s: GameState, unit: int, hexes: int = 0) -> int:
    """Return what is added to the roll of a cohesion check (TBL-CHECK-DRM).

    The modifiers of a withdrawal of one or two hexes are those of the chart, or of an option (AMB-68).
    """
    modifiers = g.t.options["withdraw_drm"]
    if hexes and modifiers != WITHDRAW_DRM and isinstance(modifiers, tuple):
        return check_sum(g, s, unit) + int(modifiers[hexes - 1])
    scene = PredicateScene({"unit": (unit,)}, {"withdrawal_hexes": hexes} if hexes else {}, s.place[unit])
    return lines_sum(g.t, s, "TBL-CHECK-DRM", (), scene, {}, "cohesion")[0]


def check(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Make the cohesion checks of units, one after the other (JDG-0.4.1-a, JDG-8.5-c, JDG-10.5-b).

    Frame: units, place in them, modifier, level of failure (0 = one level), attackers. A routed unit makes a
    rout
    move instead (JDG-10.2-t, AMB-81); who becomes routed retreats at once (JDG-10.2-h).
    """
    _, units, place, modifier, fail, attackers = f
    if place == len(units):
        s.pop()
        return None
    unit = units[place]
    ahead = (f[0], units, place + 1, modifier, fail, attackers)
    if s.place[unit] < 0:
        s.become(ahead)
        return None
    if s.level[unit] == ROUTED:
        s.become(ahead)
        s.push(*routed_frames(g, s, unit, modifier))
        return None
    if s.answer is None:
        return ChanceNode("cohesion check", D10)
    roll = s.take_answer()
    total = roll + modifier + check_sum(g, s, unit)
    rating = g.t.cohesion[unit][s.level[unit] > 0]
    s.note("check", (unit,), (roll, total, rating), "JDG-0.4.1-a", "JDG-0.4.1-b")
    s.become(ahead)
    if total > rating:
        routed = set_level(g, s, unit, fail, "JDG-0.4.1-b") if fail else lose_level(g, s, unit, "JDG-0.4.1-b")
        if routed:
            s.push(retreat_frame(g, s, unit, attackers))
    return None


def routed_frames(g: ScenarioInPlay, s: GameState, unit: int, modifier: int) -> list[Frame]:
    """Return what a check asks of a routed unit: a rout move, and by option a check after it.

    Rules: JDG-10.2-t, AMB-81, AMB-87.
    """
    frames: list[Frame] = []
    if not s.flags[unit] & ROUT_MOVED:
        frames.append(g.rout_frame(s, unit))
    if g.t.options["routed_check"] == "move_and_check":
        frames.append(("routed-check", unit, modifier))
    return frames


def routed_check(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Make the check of a routed unit after its rout move: who fails it is eliminated (JDG-10.2-r, AMB-81).

    Frame: unit, modifier.
    """
    _, unit, modifier = f
    if s.place[unit] < 0:
        s.pop()
        return None
    if s.answer is None:
        return ChanceNode("cohesion check", D10)
    roll = s.take_answer()
    total = roll + modifier + check_sum(g, s, unit)
    rating = g.t.cohesion[unit][1]
    s.note("check", (unit,), (roll, total, rating), "JDG-0.4.1-a", "JDG-0.4.1-b")
    s.pop()
    if total > rating:
        lose_level(g, s, unit, "JDG-10.2-r")
    return None


def effect_of(g: ScenarioInPlay, s: GameState, unit: int, code: str, fire: bool) -> Any:
    """Return what a code does to a unit in its state (TBL-EFFECT, JDG-10.1-d, AMB-80)."""
    ordered_gun = g.t.arm[unit] == ARTILLERY and s.level[unit] == ORDERED
    if fire and code == "ROUT" and ordered_gun and g.t.options["artillery_direct_rout"] == "eliminated":
        return {"rule": "level", "to": "eliminated"}
    level = ("ordered", "disordered", "routed")[s.level[unit]]
    if fire and level == "disordered" and g.t.arm[unit] == ARTILLERY:
        level = "disordered_artillery_by_fire"
    return g.t.charts["TBL-EFFECT"].cells[code, level]


def apply_results(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Carry out the codes of a cell, every code on every unit before the next (JDG-8.5-d, JDG-5.1.3-j, -k).

    Frame: codes, place in them, units, place in them, attackers, whether it is fire, units that have become
    routed.
    These retreat when the cell is done, in place of a fall-back of the same cell.
    """
    _, codes, c, units, u, attackers, fire, routers = f
    if c == len(codes):
        s.pop()
        s.push(*(retreat_frame(g, s, unit, attackers) for unit in routers if s.place[unit] >= 0))
        return None
    if u == len(units):
        s.become((f[0], codes, c + 1, units, 0, attackers, fire, routers))
        return None
    unit = units[u]
    ahead = (f[0], codes, c, units, u + 1, attackers, fire, routers)
    if s.place[unit] < 0 or unit in routers:
        s.become(ahead)
        return None
    effect = effect_of(g, s, unit, codes[c], fire)
    rule = effect["rule"]
    routed = False
    if rule == "check":
        if s.answer is None:
            return ChanceNode("cohesion check", D10)
        roll = s.take_answer()
        total = roll + effect["modifier"] + check_sum(g, s, unit)
        rating = g.t.cohesion[unit][s.level[unit] > 0]
        s.note("check", (unit,), (roll, total, rating), "JDG-0.4.1-a", "JDG-8.5-c", "JDG-7.5-b")
        if total > rating:
            routed = set_level(g, s, unit, _LEVEL[effect["fail"]], "JDG-0.4.1-b", "JDG-10.1-b")
    elif rule == "level":
        routed = set_level(g, s, unit, _LEVEL[effect["to"]], "JDG-10.1-a", "JDG-10.2-a", "JDG-10.1-d")
    if routed:
        ahead = (*ahead[:7], (*routers, unit))
    s.become(ahead)
    if rule == "rout_move":
        is_ordered = g.t.charts["TBL-EFFECT"].cells[codes[c], "ordered"]
        s.push(*routed_frames(g, s, unit, int(is_ordered.get("modifier", 0))))
    elif rule == "fall_back":
        s.push(("retreat", unit, s.place[unit], effect["hexes"], attackers, (), 0))
    elif rule == "retreat":
        # A fall-back makes who is routed already retreat; by option it is a fall-back for him too (AMB-83).
        if g.t.options["fall_back_when_routed"] == "one_hex":
            s.push(("retreat", unit, s.place[unit], g.t.distances["fall_back"], attackers, (), 1))
        else:
            s.push(retreat_frame(g, s, unit, attackers))
    return None


PROCEDURES = {"check": check, "routed-check": routed_check, "apply-results": apply_results}
