"""A game as a list: what was asked and answered, what happened, and how everything stood after each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jdgtools.engine.core.chance import Dice, game_seed
from jdgtools.engine.core.game import Game
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode, EndNode, Event
from jdgtools.engine.core.player import Player
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.players import make_player

MAX_STEPS = 40_000
FIGHTS = ("attack", "charge", "fire", "resolve", "together", "react", "counter", "pursue", "step", "withdraw")


class Happening(NamedTuple):
    """An event in the ids of the battle."""

    kind: str
    pieces: tuple[str, ...]
    numbers: tuple[int, ...]
    lines: tuple[tuple[str, str], ...]


class Picture(NamedTuple):
    """How everything stands after a step."""

    place: dict[str, int]
    level: dict[str, int]
    facing: dict[str, int]
    stacks: dict[int, tuple[str, ...]]
    square: frozenset[str]


class Step(NamedTuple):
    """A decision or roll, what came of it and how everything stood then."""

    asked: str
    answer: str
    """Text of the decision; empty for chance."""
    roll: int
    happenings: tuple[Happening, ...]
    after: Picture
    offered: tuple[str, ...] = ()
    """Texts of all actions, where the question is one of fire."""


class Story(NamedTuple):
    """A whole game."""

    first: Picture
    steps: list[Step]
    end: EndNode


class Brawler:
    """A player who fights whenever he may, and is greedy or random in all else."""

    def __init__(self, other: Player, wild: Player, seed: int) -> None:
        """Keep the player to ask where there is no fight."""
        self.other, self.wild, self.dice = other, wild, Dice(seed)

    def choose(self, game: Game, state: GameState) -> int:
        """Choose a fight two times in three, else as the others do."""
        places = [k for k, a in enumerate(game.legal(state)) if game.action_text(a).startswith(FIGHTS)]
        if places and self.dice.below(3):
            return places[self.dice.below(len(places))]
        return (self.wild if not self.dice.below(5) else self.other).choose(game, state)


def picture(game: Match, state: GameState) -> Picture:
    """Return how everything stands."""
    ids = game.t.ids
    units = game.t.units
    return Picture(
        {ids[k]: state.place[k] for k in range(len(ids))},
        {ids[k]: state.level[k] for k in units},
        {ids[k]: state.facing[k] for k in units},
        {h: tuple(ids[u] for u in stack) for h, stack in enumerate(state.stacks) if stack},
        frozenset(ids[k] for k in units if state.flags[k] & 1),
    )


def players_of(game: Match, names: Sequence[str], seed: int) -> list[Player]:
    """Return the players of a game by name; `brawler` is one more."""
    found: list[Player] = []
    for side, name in enumerate(names):
        own = seed + side + 1
        if name == "brawler":
            greedy = make_player(game, "greedy", side, own)
            found.append(Brawler(greedy, make_player(game, "random", side, own), own))
        else:
            found.append(make_player(game, name, side, own))
    return found


def story_of(game: Match, number: int, names: Sequence[str], master: int = 1) -> Story:
    """Play game `number` of a run and return its story."""
    seed = game_seed(master, number)
    state, dice = game.start(), Dice(seed)
    players = players_of(game, names, seed)
    first, steps = picture(game, state), []
    ids = game.t.ids

    def plain(event: Event) -> Happening:
        return Happening(event.kind, tuple(ids[p] for p in event.pieces), event.numbers, event.lines)

    for _ in range(MAX_STEPS):
        node = state.node
        offered: tuple[str, ...] = ()
        if isinstance(node, DecisionNode):
            place = players[node.side].choose(game, state)
            asked, answer, roll = node.kind, game.action_text(node.actions[place]), -1
            if asked == "fire":
                offered = tuple(game.action_text(action) for action in node.actions)
            events = game.apply(state, place)
        elif isinstance(node, ChanceNode):
            place = dice.pick_weighted(node.weights)
            asked, answer, roll = node.kind, "", place + node.low
            events = game.outcome(state, place)
        else:
            assert isinstance(node, EndNode)
            return Story(first, steps, node)
        happenings = tuple(plain(event) for event in events)
        steps.append(Step(asked, answer, roll, happenings, picture(game, state), offered))
    raise RuntimeError(f"no end after {MAX_STEPS} steps")
