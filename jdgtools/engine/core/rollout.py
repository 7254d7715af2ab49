"""A player who tries out what hangs on dice: plays the best looking actions on, takes the best of them."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, variance

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
    """Plays the best looking actions on a number of times, hidden things dealt anew each time.

    The adviser says which decisions are worth it, and makes all others.
    """

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
        if not self.adviser.hangs_on_dice(node):
            return self.adviser.choose(game, state)
        scores = self.adviser.scores(game, state)
        first, *others = sorted(range(len(scores)), key=lambda place: -scores[place])[:WIDTH]
        # The same dice for every action: they differ by the action alone.
        seeds = [self.dice.bits() for _ in range(self.trials)]
        of_first = self._trials(game, state, first, node.side, seeds)
        best, best_gain = first, 0.0
        for place in others:
            of_place = self._trials(game, state, place, node.side, seeds)
            gain = sure_gain([one - other for one, other in zip(of_place, of_first, strict=True)])
            if gain > best_gain:
                best, best_gain = place, gain
        return best

    def _trials(self, game: Game, state: GameState, place: int, side: int, seeds: list[int]) -> list[float]:
        return [self._trial(game, state, place, side, seed) for seed in seeds]

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


def sure_gain(gains: list[float]) -> float:
    """Return the mean of what an action gained over another in each trial, less its standard error.

    So dice that fell well for one of them do not decide; of one trial nobody knows the error.
    """
    error = sqrt(variance(gains) / len(gains)) if len(gains) > 1 else 0.0
    return fmean(gains) - error
