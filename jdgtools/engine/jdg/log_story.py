"""The game of a log as far as it is explained: its position, turns, orders and activations."""

from __future__ import annotations

import math
from collections.abc import Sequence

from jdgtools.engine.core.explain import LoggedGame, PieceChange, Stand
from jdgtools.engine.core.nodes import Action, ChanceNode
from jdgtools.engine.core.state import OFF_MAP, GameState
from jdgtools.engine.jdg.arrivals import COMPLETE, WAITING
from jdgtools.engine.jdg.log_changes import (
    LEVELS,
    gives_orders,
    level_of,
    mark_of,
    marks,
    visible,
)
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.phases import groups_of
from jdgtools.engine.jdg.retrace import Place, place_of
from jdgtools.engine.jdg.words import (
    ARRIVALS,
    DONE_VERB,
    ENTRIES,
    GROUP,
    MARKER,
    OF_ACTIVATION,
    OF_TURN,
    ORDER,
    ORDERS,
    ROUTED,
    SQUARE,
    TRY,
)

_BEGINNINGS = frozenset({"initiative of the leader", "group of a combined marker"})
"""Decisions and rolls with which an activation begins."""


class UnexplainedChange(Exception):
    """A change of a logged game is made by no legal action; the caller tries another story, or gives up."""


class Story:
    """A game that is explained change by change: the position so far, and the actions that led to it."""

    def __init__(self, game: Match, played: LoggedGame) -> None:
        """Begin with the first position."""
        self.game, self.t = game, game.t
        self.changes = [change for change in played.changes if change.before != change.after]
        self.state = first_position(game, played)
        self.actions: list[tuple[int, str]] = []
        self.active: frozenset[int] = frozenset()
        """Formations whose activation goes on."""
        self.explained_count = 0
        """Changes that are explained."""
        self.explained_places: set[int] = set()
        """Places of later changes that are explained before their turn: commanders who give way to a move."""
        self.draws = [marker for marker in played.markers if marker.box == "active"]
        self.guesses = not self.draws
        """Whether the log does not say which marker was drawn."""
        self.sides_with_orders: set[int] = set()
        """Sides of which the counters carry orders in this turn, until they are given."""
        self.used: set[int] = set()
        """Markers of this turn by which was acted."""
        self.orders: list[tuple[int, int]] = []
        """Commanders with the first unit of the group to which they give orders."""

    def _now(self, piece: int) -> Place:
        return place_of(self.game, self.state, piece)

    def _place(self, piece: int, stand: Stand, before: Place) -> Place:
        """Return where and how a piece of the log stands, as the engine says it."""
        if stand.hex not in self.t.hex_of:
            return -1, 0, -1, False
        here = self.t.hex_of[stand.hex]
        if piece in self.t.leaders:
            return here, 0, -1, False
        level = level_of(stand)
        facing = -1 if level == ROUTED else stand.facing if stand.facing >= 0 else before[2]
        return here, level, facing, stand.states.get("square") == "in_square"

    def _kind(self) -> str:
        """Return what is decided or rolled now."""
        return "" if self.state.node is None else str(getattr(self.state.node, "kind", ""))

    def _texts(self) -> list[str]:
        """Return the legal actions as texts."""
        return [self.game.action_text(action) for action in self.game.legal(self.state)]

    def _play(self, change: PieceChange, text: str, problem: str) -> None:
        """Carry out an action, and write it down.

        Raises:
            UnexplainedChange: it is not legal.
        """
        texts = self._texts()
        if text not in texts:
            word = text.partition(" ")[0]
            others = [other for other in texts if other.startswith(word)]
            expected = f"one of {', '.join(others)}" if others else "nothing of it"
            raise UnexplainedChange(
                f"step {change.step}: {change.piece} at {change.before.hex} {problem}; expected {expected}"
            )
        self.game.apply(self.state, texts.index(text))
        self.actions.append((change.step, text))

    def _differs(self, change: PieceChange) -> str:
        """Return what a change shows that nothing explains, and what was expected."""
        piece = self.t.piece_of[change.piece]
        where = f"step {change.step}: {change.piece} at {change.after.hex or 'no hex'}"
        if piece in self.t.units:
            level_there, expected = level_of(change.after), self.state.level[piece]
            if level_there != expected:
                return f"{where} is {LEVELS[level_there]}; expected {LEVELS[expected]}"
        if change.after.hex != change.before.hex:
            here = self.state.place[piece]
            return f"{where}: expected {self.t.text(here) if here >= 0 else 'no hex'}"
        if marks(change):
            return f"{where} is marked for {mark_of(change)}; expected no such action"
        return f"{where}: expected that it does not change"

    def _begin_turn(self) -> None:
        """Forget what a turn forgets, and let reinforcements be due (JDG-1-v, JDG-5.2-a)."""
        s, t = self.state, self.t
        self._rest()
        coming = [
            c for c in self.changes[self.explained_count :] if c.turn == s.turn and c.piece in t.piece_of
        ]
        self.sides_with_orders = {t.side[t.piece_of[c.piece]] for c in coming if gives_orders(c)}
        self.orders = []
        self.used = set()
        for piece in range(len(t.ids)):
            s.flags[piece] &= ~OF_TURN
            if piece in t.units and t.side[piece] not in self.sides_with_orders:
                s.flags[piece] |= ORDERS
        s.memory[GROUP] = tuple(
            number if t.side[unit] in self.sides_with_orders else -1
            for unit, number in enumerate(s.memory[GROUP])
        )
        entering = {
            t.piece_of[c.piece]
            for c in self.changes[self.explained_count :]
            if c.piece in t.piece_of and c.before.hex not in t.hex_of
        }
        s.frames = [("segment", 0), ("arrivals", 0)]
        self.game.advance(s)
        while isinstance(s.node, ChanceNode):
            place = s.frames[-1][1]
            chance = self.game.arrivals[place].chance
            faces = chance.faces if chance is not None else ()
            comes = not entering.isdisjoint(self.game.arrival_pieces[place])
            rolls = range(len(s.node.weights))
            self.game.outcome(s, next((k for k in rolls if (s.node.low + k in faces) == comes), 0))

    def _orders(self, change: PieceChange) -> None:
        """Explain a counter of orders: a commander gives them to the group of the unit (JDG-2.3.2-a to -e).

        Raises:
            UnexplainedChange: nobody may.
        """
        if not gives_orders(change):
            return
        s, t = self.state.clone(), self.t
        unit = t.piece_of[change.piece]
        side = t.side[unit]
        orders = [order for order in self.orders if t.side[order[0]] == side]
        groups = {group[0]: group for group in groups_of(self.game, s, side)}
        if any(unit in groups.get(first, ()) for _, first in orders):
            return
        s.frames = [("segment", side), ("orders", side, tuple(orders))]
        self.game.advance(s)
        actions = [a for a in self.game.legal(s) if a[0] == ORDER]
        action = next((a for a in actions if unit in groups[a[2]]), None)
        if action is None:
            names = ", ".join(self.game.action_text(a) for a in actions) or "nothing of it"
            raise UnexplainedChange(
                f"step {change.step}: {change.piece} gets orders; expected one of {names}"
            )
        self.orders.append((action[1], action[2]))
        self.actions.append((change.step, self.game.action_text(action)))

    def _give_orders(self) -> None:
        """End the orders of the sides whose counters show them: groups without are without (JDG-2.3.2-d)."""
        for side in sorted(self.sides_with_orders):
            orders = tuple(order for order in self.orders if self.t.side[order[0]] == side)
            self.state.frames = [("segment", side), ("orders", side, orders)]
            self.game.advance(self.state)
            if self.game.legal(self.state)[0][0] == DONE_VERB and len(self.state.frames) > 1:
                self.game.apply(self.state, 0)
        self.sides_with_orders = set()

    def _rest(self) -> None:
        """End what goes on."""
        for piece in range(len(self.t.ids)):
            self.state.flags[piece] &= ~OF_ACTIVATION
        self.state.memory[ENTRIES] = ()
        self.active = frozenset()

    def _activate(self, command: int) -> None:
        """Begin the activation of another formation, by a marker that has not been drawn in this turn.

        Raises:
            UnexplainedChange: there is none, or the log says which formation is active.
        """
        left = [m for m in self._markers() if command in self.t.marker_commands[m] and m not in self.used]
        if not self.guesses or not left:
            change = self.changes[self.explained_count]
            names = ", ".join(self.t.command_ids[c] for c in sorted(self.active)) or "nobody"
            expected = "no more activation of its formation" if self.guesses else f"that {names} acts"
            raise UnexplainedChange(
                f"step {change.step}: {change.piece} at {change.before.hex} acts; expected {expected}"
            )
        self._begin(left[0], self.changes[self.explained_count].step)

    def _begin(self, marker: int, step: int) -> None:
        """Begin the activation of a marker; groups without orders get them by initiative."""
        game, s = self.game, self.state
        self._rest()
        self._give_orders()
        self.used = {*self.used, marker}
        s.memory[MARKER] = marker
        s.frames = [("segment", self.t.marker_side[marker]), ("activate", 0, marker)]
        game.advance(s)
        while (kind := self._kind()) in _BEGINNINGS:
            actions = game.legal(s)
            if isinstance(s.node, ChanceNode):
                self.actions.append((step, f"roll {s.node.low}"))
                game.outcome(s, 0)
            else:
                tries = kind == "initiative of the leader"
                place = actions.index((TRY,)) if tries else self._group_of_changes(actions)
                self.actions.append((step, game.action_text(actions[place])))
                game.apply(s, place)
        self.active = frozenset(self.t.marker_commands[marker])

    def _group_of_changes(self, actions: Sequence[Action]) -> int:
        """Return the place of the group of which most units change before the next marker; else the last."""
        groups = self.state.memory[GROUP]
        end = self.draws[0].step if self.draws else math.inf
        units = {
            self.t.piece_of.get(change.piece, -1)
            for change in self.changes[self.explained_count :]
            if change.turn == self.state.turn and change.step < end and (visible(change) or marks(change))
        }

        def count(place: int) -> tuple[int, int]:
            if actions[place] == (DONE_VERB,):
                return 0, place
            first = actions[place][1]
            command = self.t.command[first]
            acting = [
                u
                for u in units
                if 0 <= u < len(groups) and self.t.command[u] == command and groups[u] == groups[first]
            ]
            return len(acting), place

        return max(range(len(actions)), key=count)

    def _markers(self) -> list[int]:
        """Return the markers of formations."""
        return [m for m, marker in enumerate(self.t.markers) if marker.code == "O"]


def first_position(game: Match, played: LoggedGame) -> GameState:
    """Return the position in which the game began."""
    t, state = game.t, game.start()
    state.turn = played.turn or t.first
    for unit in t.units:
        state.take(unit, OFF_MAP)
        state.flags[unit] = 0
    for leader in t.leaders:
        state.place[leader] = OFF_MAP
    stands = {t.piece_of[name]: stand for name, stand in played.start.items() if name in t.piece_of}
    for piece in sorted(stands, key=lambda piece: not (piece in t.units and t.is_gun(piece))):  # JDG-5.1.2-c
        stand = stands[piece]
        if stand.hex not in t.hex_of:
            continue
        here = t.hex_of[stand.hex]
        if piece in t.leaders:
            state.place[piece] = here
            continue
        state.put(piece, here)
        state.holder[here] = t.side[piece]
        state.level[piece] = level_of(stand)
        state.facing[piece] = -1 if state.level[piece] == ROUTED else stand.facing
        if stand.states.get("square") == "in_square":
            state.flags[piece] |= SQUARE
    state.memory[ARRIVALS] = tuple(
        COMPLETE if all(state.place[piece] >= 0 for piece in pieces) else WAITING
        for pieces in game.arrival_pieces
    )
    return state
