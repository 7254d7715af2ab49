"""Orders that lie face down (JDG-2.3.2-d, JDG-2.4-a): all that a player does not know of the other side."""

from __future__ import annotations

from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.nodes import Event
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.words import GROUP, HIDDEN, ORDERS, WITHOUT


def hidden_groups(g: ScenarioInPlay, s: GameState, side: int) -> dict[int, list[int]]:
    """Return the units by group of the enemies of a side whose orders marker lies face down."""
    groups: dict[int, list[int]] = {}
    for unit in g.t.of_side[1 - side]:
        if s.flags[unit] & HIDDEN:
            groups.setdefault(s.memory[GROUP][unit], []).append(unit)
    return groups


def view(g: ScenarioInPlay, s: GameState, side: int) -> GameState:
    """Return the state without what is hidden from a side: which groups of the enemy have orders."""
    public_state = s.clone()
    for units in hidden_groups(g, s, side).values():
        for unit in units:
            public_state.flags[unit] &= ~(ORDERS | WITHOUT)
    public_state.frames = [
        (*frame[:2], ()) if frame[0] == "orders" and frame[1] != side else frame for frame in s.frames
    ]
    return public_state


def redetermine(g: ScenarioInPlay, s: GameState, side: int, dice: Dice) -> GameState:
    """Return a state in which the hidden orders of the enemy are dealt anew, as his leaders could give them.

    Groups in any order get orders while a commander in range has some left (JDG-2.3.2-a to -c).
    """
    t = g.t
    new_state = view(g, s, side)
    groups = [units for _, units in sorted(hidden_groups(g, s, side).items())]
    left = {
        leader: capacity
        for leader, (_, capacity, _, _) in t.commander.items()
        if t.side[leader] != side and s.place[leader] >= 0
    }
    while groups:
        units = groups.pop(dice.below(len(groups)))
        givers = [
            leader
            for leader, rest in left.items()
            if rest
            and any(
                s.place[u] >= 0 and t.distance(s.place[u], s.place[leader]) <= t.commander[leader][2]
                for u in units
            )
        ]
        if givers:
            left[givers[0]] -= 1
        for unit in units:
            new_state.flags[unit] |= ORDERS if givers else WITHOUT
    return new_state


def event_for(event: Event, side: int) -> Event:
    """Return an event as a side may know it: not which groups of the enemy have got orders."""
    if event.kind == "orders" and event.numbers[0] != side:
        return event._replace(pieces=())
    return event
