"""Who chooses: players, and advisers who judge what others choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.nodes import DecisionNode, EndNode, Event
from jdgtools.engine.core.state import GameState

if TYPE_CHECKING:
    from jdgtools.engine.core.game import Game


class Player(Protocol):
    """Somebody who chooses among the legal actions."""

    def choose(self, game: Game, state: GameState) -> int:
        """Return the place of an action in `game.legal(state)`."""


class Hearer(Protocol):
    """A player who wants to be told what happens."""

    def hear(self, game: Game, events: Sequence[Event]) -> None:
        """Take note of events, those of others too."""

    def end(self, game: Game, end: EndNode) -> None:
        """Take note of the end of the game."""


class Adviser(Player, Protocol):
    """A player who says what he thinks of actions and positions too."""

    def scores(self, game: Game, state: GameState) -> Sequence[float]:
        """Return how good every legal action is, on any scale."""

    def hangs_on_dice(self, node: DecisionNode) -> bool:
        """Return whether dice say at once what comes of a decision, so that it is worth trying out."""

    def estimate(self, game: Game, state: GameState, side: int) -> float:
        """Return how well a side stands, in victory points; of an end, who has won."""


class RandomPlayer:
    """Chooses any action with equal chance."""

    def __init__(self, seed: int) -> None:
        """Begin with a seed of its own."""
        self.dice = Dice(seed)

    def choose(self, game: Game, state: GameState) -> int:
        """Return the place of an action in `game.legal(state)`."""
        return self.dice.below(len(game.legal(state)))
