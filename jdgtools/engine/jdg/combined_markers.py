"""Combined activation markers (JDG-2.1.2): put into the cup in phase A, and drawn, what they activate.

Two procedures of the game: `take_combined_marker` asks a side which of its markers go into the cup;
`choose_groups` asks, when one is drawn, which tactical groups act by it.
"""

from __future__ import annotations

from jdgtools.engine.core.nodes import Action, DecisionNode, Node
from jdgtools.engine.core.state import Frame, GameState
from jdgtools.engine.jdg.activation import leader_frames
from jdgtools.engine.jdg.battle_rules import CombinedMarker
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.words import (
    ACTIVE,
    BY_BOUNDS,
    CHOOSE_GROUP,
    COMBINED,
    DONE_VERB,
    GROUP,
    HIDDEN,
    INITIATIVE,
    NO_ATTACK,
    NO_FIRE,
    NO_MARCH,
    ORDERS,
    OUT_OF_TOUCH,
    TAKE,
    WITHOUT,
)


def markers_to_take(g: ScenarioInPlay, s: GameState, side: int) -> tuple[list[int], list[int]]:
    """Return the combined markers that a side may put into the cup, and those that it must.

    Rules: JDG-2.1.2-a, -b, JDG-1-b.
    """
    t = g.t
    may: list[int] = []
    must: list[int] = []
    for index, marker in enumerate(t.markers):
        if marker.code != "C" or t.marker_side[index] != side or index in s.memory[COMBINED]:
            continue
        if marker.turns and s.turn not in marker.turns:
            continue
        if any(s.place[u] >= 0 for c in t.marker_commands[index] for u in t.of_command[c]):
            (must if marker.entry == "compulsory" else may).append(index)
    return may, must


def take_combined_marker(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let a player put combined markers into the cup, in the open (JDG-2.1.2-b). Frame: side."""
    _, side = f
    may, must = markers_to_take(g, s, side)
    if must:
        s.memory[COMBINED] = tuple(sorted((*s.memory[COMBINED], *must)))
    if not may:
        s.pop()
        return None
    if s.answer is None:
        return DecisionNode(side, "combined marker", ((DONE_VERB,), *((TAKE, marker) for marker in may)))
    answer = s.take_answer()
    if answer[0] == DONE_VERB:
        s.pop()
    else:
        s.memory[COMBINED] = tuple(sorted((*s.memory[COMBINED], answer[1])))
        s.note("combined", (), (answer[1],), "JDG-2.1.2-b", "JDG-1-b")
    return None


def _groups(g: ScenarioInPlay, s: GameState, commands: tuple[str, ...]) -> list[tuple[int, ...]]:
    """Return the tactical groups of formations, as they were formed in phase A."""
    t = g.t
    groups: dict[int, list[int]] = {}
    for unit in t.units:
        if (
            s.place[unit] >= 0
            and t.command_ids[t.command[unit]] in commands
            and s.flags[unit] & (ORDERS | WITHOUT)
        ):
            groups.setdefault(s.memory[GROUP][unit], []).append(unit)
    return [tuple(units) for _, units in sorted(groups.items())]


def choose_groups(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the player choose what a combined marker activates (JDG-2.1.2-c, -e).

    Frame: marker, entries of its choices that are done, units chosen.
    """
    name, marker, entries, units = f
    t = g.t
    spec = g.special.combined_markers[marker]
    side = t.marker_side[marker]
    open_entries = [e for e in range(len(spec.choices)) if e not in entries]
    if spec.formations and len(entries) >= spec.formations:
        open_entries = []
    elif not spec.formations:
        open_entries = open_entries[:1]
    choices: dict[Action, tuple[int, tuple[int, ...]]] = {}
    for entry in open_entries:
        for group in _groups(g, s, spec.choices[entry]):
            choices[CHOOSE_GROUP, group[0]] = (entry, group)
    if choices:
        if s.answer is None:
            return DecisionNode(side, "group of a combined marker", tuple(sorted([(DONE_VERB,), *choices])))
        answer = s.take_answer()
        if answer[0] == CHOOSE_GROUP:
            entry, group = choices[answer]
            s.become((name, marker, (*entries, entry), (*units, *group)))
        elif spec.formations:
            s.become((name, marker, tuple(range(len(spec.choices))), units))
        else:
            s.become((name, marker, (*entries, open_entries[0]), units))
        return None
    if open_entries and not spec.formations:
        s.become((name, marker, (*entries, open_entries[0]), units))
        return None
    if not spec.choices:
        commands = t.marker_commands[marker]
        units = tuple(u for u in t.units if t.command[u] in commands and s.place[u] >= 0)
    s.pop()
    _activate(g, s, marker, spec, units)
    return None


def _activate(
    g: ScenarioInPlay, s: GameState, marker: int, spec: CombinedMarker, units: tuple[int, ...]
) -> None:
    """Let units act by a combined marker, with what it grants and forbids (JDG-2.1.2-c)."""
    flags = ACTIVE | (INITIATIVE if spec.with_orders else 0)
    for barring_flag, flag in (
        (not spec.fire, NO_FIRE),
        (not spec.attack, NO_ATTACK),
        (not spec.march, NO_MARCH),
        (spec.away, BY_BOUNDS),
        (spec.out_of_touch, OUT_OF_TOUCH),
    ):
        flags |= flag if barring_flag else 0
    for unit in units:
        s.flags[unit] = (s.flags[unit] | flags) & ~HIDDEN  # JDG-2.4-a
    s.note("activate", units, (marker,), "JDG-2.1.2-c", "JDG-2.2-b")
    if not spec.with_orders:
        s.push(*leader_frames(g, s, marker, units))


PROCEDURES = {"combined": take_combined_marker, "choose-groups": choose_groups}
