"""Playing a game to its end: players choose, the generator rolls, somebody may listen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.game import Game
from jdgtools.engine.core.nodes import Chance, Decision, End, Event
from jdgtools.engine.core.state import State

MAX_NODES = 100_000
"""Nodes of a game; one that is longer runs in a circle."""


class Player(Protocol):
    """Somebody who chooses among the legal actions."""

    def choose(self, game: Game, state: State) -> int:
        """Return the place of an action in `game.legal(state)`."""


class RandomPlayer:
    """Chooses any action with equal chance."""

    def __init__(self, seed: int) -> None:
        """Begin with a seed of its own."""
        self.dice = Dice(seed)

    def choose(self, game: Game, state: State) -> int:
        """Return the place of an action in `game.legal(state)`."""
        return self.dice.below(len(game.legal(state)))


Listener = Callable[[State, str, int, list[Event]], None]
"""Is told after every node: the state after it, `decision` or `chance`, the place chosen, and the events."""


def play(
    game: Game, state: State, players: Sequence[Player], dice: Dice, listener: Listener | None = None
) -> End:
    """Play a game to its end and return it.

    Raises:
        RuntimeError: more than MAX_NODES nodes.
    """
    for _ in range(MAX_NODES):
        node = state.node
        if isinstance(node, Decision):
            index = players[node.side].choose(game, state)
            events = game.apply(state, index)
            if listener:
                listener(state, "decision", index, events)
        elif isinstance(node, Chance):
            index = dice.weighted(node.weights)
            events = game.outcome(state, index)
            if listener:
                listener(state, "chance", index, events)
        elif isinstance(node, End):
            return node
    raise RuntimeError(f"no end after {MAX_NODES} nodes")
