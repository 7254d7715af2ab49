"""From one position to a later one: the choices and rolls that lead there, found by trying the legal actions.

What became of the pieces of a game that was played elsewhere is known, but not what was rolled. A search over
decisions and outcomes finds a way; whatever changes a piece that did not change is not followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from jdgtools.engine.core.nodes import Action, ChanceNode, DecisionNode
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.words import (
    ATTACK,
    CAVALRY,
    CHARGE,
    CHARGE_VERB,
    DONE_VERB,
    FIRE,
    FIRED,
    FOUGHT,
    MOVE_STACK,
    RALLY,
    REPLIED,
    ROUTED,
    SHOCK,
    SQUARE,
    TOGETHER,
    TURN,
    UNIT,
)

Place: TypeAlias = tuple[int, int, int, bool]
"""Hex (-1 = none), level of cohesion, facing (-1 = none) and square of a piece."""
REST = frozenset({"fire", "movement", "shock", "rally"})
"""Decisions between two deeds: what was done before them is finished."""
STILL = REST | {"next combat", "reaction fire"}
"""Decisions and rolls at which nobody is on his way: pieces are as they were or as the log shows them."""
MAX_NODES = 4000
"""Nodes of a search."""
MORE_NODES = 100
"""Nodes after which a way is taken that ends the activation, though another might go on."""
_NOWHERE: Place = (-1, 0, -1, False)
_SPARING = frozenset({FIRE, TOGETHER, TURN, ATTACK, RALLY})
"""Verbs of deeds that are tried only where they concern a piece that changes."""


class Goal(NamedTuple):
    """A position of the game that was played."""

    number: int
    """How many changes lead to it."""
    places: tuple[Place, ...]
    """Of every piece."""
    firers: frozenset[int]
    """Units that are marked as having fired since the search begins."""
    fighters: frozenset[int]
    """Units that are marked for a shock or charge since then."""


class LineOfPlay(NamedTuple):
    """What leads to a goal: the choices and rolls from one position to another."""

    goal: Goal
    state: GameState
    actions: tuple[str, ...]
    """Actions, and rolls as `roll 7`."""


def place_of(game: Match, s: GameState, piece: int) -> Place:
    """Return where and how a piece stands; a routed unit has no facing, a commander a place alone."""
    if s.place[piece] < 0:
        return _NOWHERE
    if piece in game.t.leaders:
        return s.place[piece], 0, -1, False
    level = s.level[piece]
    return s.place[piece], level, s.facing[piece] if level < ROUTED else -1, bool(s.flags[piece] & SQUARE)


def retrace(game: Match, state: GameState, goals: Sequence[Goal]) -> LineOfPlay | None:
    """Return the way to the last of the goals that can be reached; None where none can."""
    return _Search(game, state, goals).run(state)


class _Node(NamedTuple):
    """A position on the way, with what led to it."""

    state: GameState
    actions: tuple[str, ...]
    firers: frozenset[int]
    """Marked units that have fired on the way."""
    fighters: frozenset[int]
    """Marked units that have attacked on the way."""


class _Search:
    """A search with its bounds: what may change, and how far."""

    def __init__(self, game: Match, state: GameState, goals: Sequence[Goal]) -> None:
        self.game, self.goals = game, goals
        self.before = self._places(state)
        self.known_facts = [
            {place, *(goal.places[piece] for goal in goals)} for piece, place in enumerate(self.before)
        ]
        """Piece -> what it may be at rest."""
        self.changing = frozenset(piece for piece, places in enumerate(self.known_facts) if len(places) > 1)
        self.worst = [max(place[1] for place in places) for places in self.known_facts]
        self.marked_units = frozenset().union(*(goal.firers | goal.fighters for goal in goals))
        self.visited_positions: set[object] = set()
        self.best: LineOfPlay | None = None
        self.nodes = 0

    def _places(self, s: GameState) -> tuple[Place, ...]:
        return tuple(place_of(self.game, s, piece) for piece in range(len(self.game.t.ids)))

    def run(self, state: GameState) -> LineOfPlay | None:
        """Search depth first; the first way to the last goal ends it."""
        waiting: list[_Node] = [_Node(state, (), frozenset(), frozenset())]
        limit = MAX_NODES
        while waiting and self.nodes < limit:
            node = waiting.pop()
            self.nodes += 1
            if node.actions:
                self._look(node)
                if self.best is not None and self.best.goal is self.goals[-1]:
                    if len(self.best.state.frames) > 1:
                        break
                    limit = min(limit, self.nodes + MORE_NODES)
                if len(node.state.frames) == 1:
                    continue  # the activation is over
            waiting += reversed(list(self._children(node)))
        return self.best

    def _rank(self, goal: Goal, s: GameState) -> tuple[int, bool]:
        """Return how good a way is: how many changes it explains, and whether its activation goes on."""
        return goal.number, len(s.frames) > 1

    def _look(self, node: _Node) -> None:
        """Compare a position at rest, and who fired and fought on the way to it, with the goals."""
        s = node.state
        if not isinstance(s.node, DecisionNode) or s.node.kind not in REST:
            return
        places = self._places(s)
        for goal in reversed(self.goals):
            if self.best is not None and self._rank(goal, s) <= self._rank(self.best.goal, self.best.state):
                return
            if places == goal.places and goal.firers <= node.firers and goal.fighters <= node.fighters:
                self.best = LineOfPlay(goal, s, node.actions)

    def _children(self, node: _Node) -> Iterator[_Node]:
        """Yield what may follow, as far as it can lead to a goal."""
        s, game = node.state, self.game
        if isinstance(s.node, DecisionNode):
            for index, action in enumerate(s.node.actions):
                if self._concerns(s, s.node, action):
                    child = s.clone()
                    game.apply(child, index)
                    yield from self._next(node, child, game.action_text(action))
        elif isinstance(s.node, ChanceNode):
            for index in range(len(s.node.weights)):
                child = s.clone()
                game.outcome(child, index)
                yield from self._next(node, child, f"roll {s.node.low + index}")

    def _next(self, node: _Node, s: GameState, text: str) -> Iterator[_Node]:
        """Yield a node that is new and can still lead to a goal."""
        firers = node.firers | {unit for unit in self.marked_units if s.flags[unit] & (FIRED | REPLIED)}
        fighters = node.fighters | {
            unit for unit in self.marked_units if s.flags[unit] & (SHOCK | CHARGE | FOUGHT)
        }
        if not self._fits(s):
            return
        parts = (s.place, s.level, s.facing, s.flags, s.frames, s.memory)
        key = (firers, fighters, *(tuple(part) for part in parts))
        if key not in self.visited_positions:
            self.visited_positions.add(key)
            yield _Node(s, (*node.actions, text), firers, fighters)

    def _concerns(self, s: GameState, node: DecisionNode, action: Action) -> bool:
        """Return whether an action may be part of what is looked for: deeds have a mark or an effect."""
        verb, pieces_touched = action[0], self.changing | self.marked_units
        if node.kind == "movement":  # moves are explained before; a charge begins as one
            return verb == DONE_VERB or (
                verb in (UNIT, MOVE_STACK)
                and action[1] in pieces_touched
                and self.game.t.arm[action[1]] == CAVALRY
            )
        if node.kind == "move":
            return verb == CHARGE_VERB
        if verb not in _SPARING or (DONE_VERB,) not in node.actions:
            return True
        if verb == RALLY:
            return action[1] in self.changing
        if verb == ATTACK:
            units: tuple[int, ...] = (*s.stacks[action[1]], *s.stacks[action[2]])
        elif verb == TURN:
            units = (action[1],)
        else:
            units = (*action[1:-1], *s.stacks[action[-1]])
        return not pieces_touched.isdisjoint(units)

    def _fits(self, s: GameState) -> bool:
        """Return whether a position can still become a goal."""
        rests = getattr(s.node, "kind", "") in STILL
        for piece, facts in enumerate(self.known_facts):
            place = place_of(self.game, s, piece)
            if place == self.before[piece]:
                continue
            if piece not in self.changing or place[1] > self.worst[piece] or (rests and place not in facts):
                return False
        return True
