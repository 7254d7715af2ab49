"""A player who tries the best looking actions out: plays them on with an adviser, and takes the best mean."""

from __future__ import annotations

from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.game import Game
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode
from jdgtools.engine.core.player import Adviser
from jdgtools.engine.core.state import GameState

WIDTH = 3
"""Actions that are tried out."""
DEPTH = 16
"""Nodes that every trial is played on: about the next activation."""


class RolloutPlayer:
    """Plays the best looking actions on a number of times, hidden things dealt anew each time."""

    def __init__(self, adviser: Adviser, trials: int, seed: int) -> None:
        """Begin with an adviser, the trials of each action and a seed."""
        self.adviser, self.trials, self.dice = adviser, trials, Dice(seed)

    def choose(self, game: Game, state: GameState) -> int:
        """Return the place of an action in `game.legal(state)`."""
        node = state.node
        if not isinstance(node, DecisionNode):
            raise ValueError("nobody decides here")
        if len(node.actions) == 1:
            return 0
        scores = self.adviser.scores(game, state)
        places_by_score = sorted(range(len(scores)), key=lambda place: -scores[place])
        places = places_by_score[:WIDTH]
        totals = dict.fromkeys(places, 0.0)
        for _ in range(self.trials):
            seed = self.dice.bits()  # the same dice for every action: they differ by the action alone
            for place in places:
                totals[place] += self._trial(game, state, place, node.side, seed)
        return max(places, key=lambda place: (totals[place], scores[place], -place))

    def _trial(self, game: Game, state: GameState, place: int, side: int, seed: int) -> float:
        dice = Dice(seed)
        trial = game.redetermine(state, side, dice)
        game.apply(trial, place)
        for _ in range(DEPTH):
            node = trial.node
            if isinstance(node, DecisionNode):
                game.apply(trial, self.adviser.choose(game, trial))
            elif isinstance(node, ChanceNode):
                game.outcome(trial, dice.pick_weighted(node.weights))
            else:
                break
        return self.adviser.estimate(game, trial, side)
