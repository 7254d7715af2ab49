"""Playing a game to its end: players choose, the generator rolls, somebody may listen.

Runs of many games (`engine/contest.py`) go through this loop; a table (`engine/table.py`), which can be taken
back and left, takes its steps one by one. What is carried out is the business of `Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.game import Game
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode, EndNode, Event
from jdgtools.engine.core.player import Hearer, Player
from jdgtools.engine.core.state import GameState

MAX_NODES = 100_000
"""Nodes of a game; one that is longer runs in a circle."""


Listener = Callable[[GameState, str, int, list[Event]], None]
"""Is told after every node: the state after it, `decision` or `chance`, the place chosen, and the events."""


def play(
    game: Game, state: GameState, players: Sequence[Player], dice: Dice, listener: Listener | None = None
) -> EndNode:
    """Play a game to its end and return it.

    Raises:
        RuntimeError: more than MAX_NODES nodes.
    """
    hearers = hearers_of(players)
    for _ in range(MAX_NODES):
        node = state.node
        if isinstance(node, DecisionNode):
            index = players[node.side].choose(game, state)
            events = game.apply(state, index)
        elif isinstance(node, ChanceNode):
            index = dice.pick_weighted(node.weights)
            events = game.outcome(state, index)
        elif isinstance(node, EndNode):
            for hearer in hearers:
                hearer.end(game, node)
            return node
        if listener:
            listener(state, "decision" if isinstance(node, DecisionNode) else "chance", index, events)
        for hearer in hearers:
            hearer.hear(game, events)
    raise RuntimeError(f"no end after {MAX_NODES} nodes")


def hearers_of(players: Sequence[Player | None]) -> list[Hearer]:
    """Return the players who want to be told what happens."""
    return [player for player in players if hasattr(player, "hear")]  # type: ignore[misc]
