"""Who advises, plans and counts in the games of a series: what a series brings to the players of the engine.

The core plays by rules alone. A player who is no mere die asks an adviser how good an action looks, and runs
of many games count by measures; a series gives its own in a subclass, in the module `staff` of its package.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from jdgtools.engine.core.board import ActionPart, Board, Subject
from jdgtools.engine.core.explain import Explanation, LoggedGame
from jdgtools.engine.core.measure import Measure
from jdgtools.engine.core.nodes import Action, Event
from jdgtools.engine.core.player import Adviser, Player
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import GameState

if TYPE_CHECKING:
    from jdgtools.engine.core.game import Game


class Staff:
    """What a series has beside its rules; this one has nothing but the counts of every game."""

    def adviser(self, game: Game, seed: int) -> Adviser:
        """Return who judges positions and actions.

        Raises:
            EngineRefused: the series has nobody.
        """
        raise EngineRefused("the series has no greedy player")

    def planner(self, game: Game, seed: int, plan: str, side: int) -> Player:
        """Return a player of a side who follows the text of a plan.

        Raises:
            EngineRefused: the series has nobody, or a line of the plan is not understood, or none is for the
                side.
        """
        raise EngineRefused("the series has no player with a plan")

    def measure(self, game: Game) -> Measure:
        """Return what counts the games of a run."""
        return Measure()

    def explain(self, game: Game, played: LoggedGame) -> Explanation:
        """Return the legal actions that explain a game that was played elsewhere.

        Raises:
            EngineRefused: the series cannot.
        """
        raise EngineRefused("the series explains no games that were played elsewhere")

    def board(self, game: Game, state: GameState) -> Board:
        """Return what lies on the table in a position; give it a view where something is hidden.

        Raises:
            EngineRefused: the series cannot show it.
        """
        raise EngineRefused("the series shows no board")

    def plain_position(self, game: Game, content: Mapping[str, Any]) -> GameState:
        """Return the position of pieces that a person puts onto the map.

        Raises:
            EngineRefused: the series makes none, or what is written is not understood.
        """
        raise EngineRefused("the series makes no positions by hand")

    def action_parts(self, game: Game, action: Action) -> tuple[ActionPart, ...]:
        """Return what an action speaks of after its first word, in order."""
        return ()

    def event_parts(self, game: Game, event: Event) -> tuple[ActionPart, ...]:
        """Return what an event speaks of, in order."""
        return ()

    def question_subject(self, game: Game, state: GameState) -> Subject:
        """Return what the question of the open decision is about."""
        return Subject((), ())
