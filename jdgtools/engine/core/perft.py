"""Counts of positions: how many lines of play there are to a depth, to compare engines with each other."""

from __future__ import annotations

from jdgtools.engine.core.game import Game
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode
from jdgtools.engine.core.state import GameState


def perft(game: Game, state: GameState, depth: int) -> int:
    """Return the number of lines of so many nodes; every action counts, and every outcome of chance."""
    node = state.node
    if depth == 0 or not isinstance(node, DecisionNode | ChanceNode):
        return 1
    if isinstance(node, DecisionNode):
        count, step = len(node.actions), game.apply
    else:
        count, step = len(node.weights), game.outcome
    if depth == 1:
        return count
    total = 0
    for index in range(count):
        clone = state.clone()
        step(clone, index)
        total += perft(game, clone, depth - 1)
    return total
