"""Jours de Gloire as load.py makes it: a match with those who advise, plan and count in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jdgtools.engine.core.board import ActionPart, Board, Subject
from jdgtools.engine.core.explain import Explanation, LoggedGame
from jdgtools.engine.core.game import Game
from jdgtools.engine.core.measure import Measure
from jdgtools.engine.core.nodes import Action, Event
from jdgtools.engine.core.player import Adviser, Player
from jdgtools.engine.core.staff import Staff
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.board import action_parts, board, event_parts
from jdgtools.engine.jdg.explain import explain
from jdgtools.engine.jdg.greedy import GreedyPlayer
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.measures import BattleMeasure
from jdgtools.engine.jdg.plain_positions import plain_position
from jdgtools.engine.jdg.plans import PlanPlayer, read_plan
from jdgtools.engine.jdg.questions import question_subject
from jdgtools.package import Package


class BattleStaff(Staff):
    """The greedy player, the player with a plan, the counts of a battle and its board."""

    def adviser(self, game: Game, seed: int) -> Adviser:
        """Return the greedy player."""
        return GreedyPlayer(seed)

    def planner(self, game: Game, seed: int, plan: str, side: int) -> Player:
        """Return a player who follows a plan.

        Raises:
            EngineRefused: a line of the plan is not understood, or none is for the side.
        """
        return PlanPlayer(seed, read_plan(_match(game), plan, side))

    def explain(self, game: Game, played: LoggedGame) -> Explanation:
        """Return the actions and rolls that explain a game that was played elsewhere."""
        return explain(_match(game), played)

    def measure(self, game: Game) -> Measure:
        """Return what counts the games of a run."""
        return BattleMeasure(_match(game))

    def board(self, game: Game, state: GameState) -> Board:
        """Return what lies on the table in a position."""
        return board(_match(game), state)

    def plain_position(self, game: Game, content: Mapping[str, Any]) -> GameState:
        """Return the position of pieces that a person puts onto the map."""
        return plain_position(_match(game), content)

    def action_parts(self, game: Game, action: Action) -> tuple[ActionPart, ...]:
        """Return what an action speaks of after its first word, in order."""
        return action_parts(_match(game), action)

    def event_parts(self, game: Game, event: Event) -> tuple[ActionPart, ...]:
        """Return what an event speaks of, in order."""
        return event_parts(_match(game), event)

    def question_subject(self, game: Game, state: GameState) -> Subject:
        """Return what the question of the open decision is about."""
        return question_subject(_match(game), state)


def _match(game: Game) -> Match:
    if not isinstance(game, Match):
        raise TypeError("not a game of Jours de Gloire")
    return game


def make_game(package: Package, ignore: Sequence[str] = ()) -> Match:
    """Return the game of a package with its staff; `ignore` names special rules that are left out.

    Raises:
        EngineRefused: the package has something that the engine does not play.
    """
    match = Match(package, ignore)
    match.staff = BattleStaff()
    return match
