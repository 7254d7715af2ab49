"""A player with trials, in a game of one decision and one die."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.game import Game
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode, EndNode
from jdgtools.engine.core.rollout import RolloutPlayer, sure_gain
from jdgtools.engine.core.state import GameState
from tests.unit.engine.matches import match

PRIZES = ((2, 2, 2, 2), (0, 0, 9, 9), (3, 3, 3, 3), (9, 9, 9, 9))
"""Of every action: what the die gives."""


class Adviser:
    """Thinks less of each action than of the one before it, and looks at the die."""

    def __init__(self, hangs: bool) -> None:
        self.hangs = hangs

    def choose(self, game: Game, state: GameState) -> int:
        return 0

    def scores(self, game: Game, state: GameState) -> list[float]:
        return [-float(place) for place in range(len(PRIZES))]

    def hangs_on_dice(self, node: DecisionNode) -> bool:
        return self.hangs

    def estimate(self, game: Game, state: GameState, side: int) -> float:
        assert isinstance(state.node, EndNode)
        return float(state.node.points[side])


class Lottery(Game):
    """Somebody takes an action, then a die says what it gives."""

    def apply(self, state: GameState, index: int) -> list:  # type: ignore[type-arg]
        state.turn, state.node = index, ChanceNode("die", (1, 1, 1, 1))
        return []

    def outcome(self, state: GameState, index: int) -> list:  # type: ignore[type-arg]
        state.node = EndNode(0, "die", (PRIZES[state.turn][index], 0))
        return []


def chosen(trials: int, hangs: bool = True, seed: int = 1) -> int:
    state = match("teaching-jdg", "battle").start()
    state.node = DecisionNode(0, "lot", tuple((place,) for place in range(len(PRIZES))))
    return RolloutPlayer(Adviser(hangs), trials, seed).choose(Lottery(), state)


def test_what_does_better_in_every_trial_is_taken_among_the_three_that_look_best() -> None:
    assert {chosen(trials=30, seed=seed) for seed in range(20)} == {1, 2}
    assert chosen(trials=1000) == 1  # 4.5 on average against 3
    assert chosen(trials=5, hangs=False) == 0


@pytest.mark.parametrize(
    ("gains", "gain"), [([2.0], 2.0), ([3.0, 3.0], 3.0), ([0.0, 4.0], 0.0), ([-1.0, 5.0, -1.0, 5.0], 0.2679)]
)
def test_a_gain_is_sure_of_its_standard_error(gains: list[float], gain: float) -> None:
    assert sure_gain(gains) == pytest.approx(gain, abs=1e-4)
