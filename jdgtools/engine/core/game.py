"""The game loop: runs frames until somebody or chance must decide, and carries out what they choose."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.nodes import Action, ChanceNode, DecisionNode, EndNode, Event, Node
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.staff import Staff
from jdgtools.engine.core.state import Frame, GameState, from_plain

Procedure = Callable[[GameState, Frame], Node | None]
"""Does one step of the innermost frame: it changes the frames, or returns a node.

A procedure that asks is called again with the same frame once `GameState.answer` holds what was chosen;
without an answer it returns the node again, so that a position needs to hold no node.
"""
MAX_STEPS = 200_000
"""Steps between two nodes; more mean that frames run in a circle."""


class Game:
    """A scenario that can be played: its procedures, and the words of its actions."""

    def __init__(self) -> None:
        """Make a game without procedures; the engine of a series fills it."""
        self.procedures: Mapping[str, Procedure] = {}
        self.staff = Staff()
        self.words: tuple[str, ...] = ()
        """First words of the texts of actions."""
        self._forbidden: frozenset[str] = frozenset()

    def start(self) -> GameState:
        """Return the position before the first decision."""
        raise NotImplementedError

    def action_text(self, action: Action) -> str:
        """Return an action in the ids of the battle, e.g. `go 0710`."""
        raise NotImplementedError

    def advance(self, state: GameState) -> None:
        """Run frames until there is a node."""
        state.node = None
        for _ in range(MAX_STEPS):
            self.interrupt(state)
            frame = state.frames[-1]
            node = self.procedures[frame[0]](state, frame)
            if node is not None:
                if isinstance(node, DecisionNode):
                    if not node.actions:
                        raise RuntimeError(f"no action at {frame}")
                    if self._forbidden:
                        node = self._decision_with(node)
                state.node = node
                return
        raise RuntimeError(f"endless: {state.frames[-3:]}")

    def forbid(self, words: Sequence[str]) -> None:
        """Keep actions that begin with these words from all players, while there are others.

        Raises:
            EngineRefused: no action begins so.
        """
        unknown = [word for word in words if word not in self.words]
        if unknown:
            raise EngineRefused(f"no action begins with `{unknown[0]}`; there are {', '.join(self.words)}")
        self._forbidden = frozenset(words)

    def _decision_with(self, node: DecisionNode) -> DecisionNode:
        words = ((action, self.action_text(action).partition(" ")[0]) for action in node.actions)
        rest = tuple(action for action, word in words if word not in self._forbidden)
        return node._replace(actions=rest) if rest else node

    def interrupt(self, state: GameState) -> None:
        """Push what must be done before the innermost frame goes on; the engine of a series may have such."""

    def legal(self, state: GameState) -> tuple[Action, ...]:
        """Return the legal actions: sorted, complete, none where nobody decides."""
        return state.node.actions if isinstance(state.node, DecisionNode) else ()

    def apply(self, state: GameState, index: int) -> list[Event]:
        """Carry out the action of that place in `legal`, and return what happened."""
        node = state.node
        if not isinstance(node, DecisionNode):
            raise ValueError("nobody decides here")
        return self._go_on(state, node.actions[index])

    def outcome(self, state: GameState, index: int) -> list[Event]:
        """Let chance choose that place of the weights, and return what happened."""
        node = state.node
        if not isinstance(node, ChanceNode) or not 0 <= index < len(node.weights):
            raise ValueError("chance has no such outcome here")
        return self._go_on(state, node.low + index)

    def _go_on(self, state: GameState, answer: int | Action) -> list[Event]:
        state.answer = answer
        state.events = []
        self.advance(state)
        return state.events

    def position(self, state: GameState) -> str:
        """Return the position as one line of text."""
        return "jdgpos 1 " + json.dumps(state.plain(), separators=(",", ":"))

    def from_position(self, text: str) -> GameState:
        """Return the state of a position.

        Raises:
            EngineRefused: it is no position, or not one of this scenario.
        """
        head, _, rest = text.strip().partition(" ")
        version, _, body = rest.partition(" ")
        if head != "jdgpos" or version != "1":
            raise EngineRefused("not a position (it does not begin with `jdgpos 1`)")
        try:
            state = from_plain(json.loads(body))
            self.check_position(state)
            self.advance(state)
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RuntimeError):
            raise EngineRefused("not a position of this scenario") from None
        return state

    def side_names(self) -> tuple[str, str]:
        """Return the names of the two sides."""
        raise NotImplementedError

    def event_text(self, event: Event) -> str:
        """Return an event with its pieces, numbers and statements."""
        raise NotImplementedError

    def reasons(self, event: Event) -> list[str]:
        """Return a line for every statement that made an event: its id and what it says."""
        raise NotImplementedError

    def view(self, state: GameState, side: int) -> GameState:
        """Return the state as a side may know it; where nothing is hidden it is a clone."""
        return state.clone()

    def redetermine(self, state: GameState, side: int, dice: Dice) -> GameState:
        """Return a state that may be, for all that a side knows: what is hidden from it is dealt anew."""
        return state.clone()

    def event_for(self, event: Event, side: int) -> Event:
        """Return an event as a side may know it."""
        return event

    def check_position(self, state: GameState) -> None:
        """Raise ValueError when a position is not of this scenario."""
        raise NotImplementedError

    def winner(self, state: GameState) -> EndNode | None:
        """Return the end of the game; None while it goes on."""
        return state.node if isinstance(state.node, EndNode) else None
