"""Whole games by random players: no exception, no dead end, no broken law, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from jdgtools.engine.core.chance import Dice, game_seed
from jdgtools.engine.core.drive import play
from jdgtools.engine.core.nodes import DecisionNode, Event
from jdgtools.engine.core.player import RandomPlayer
from jdgtools.engine.core.state import ELIMINATED, GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.words import CUP
from tests.laws import LawBroken, Laws, lawful_game
from tests.unit.engine.matches import match

GAMES = [
    ("teaching-jdg", "battle", 150),
    ("teaching-jdg", "dawn", 45),
    ("rolica-1808", "historical", 1),
    ("rolica-1808", "loison", 1),
    ("vimeiro-1808", "historical", 1),
    ("vimeiro-1808", "hill", 1),
]


def random_game(game: Match, number: int) -> tuple[list[tuple[str, int]], str]:
    """Play a game; return what was chosen, and the digest of its last position."""
    state = game.start()
    record: list[tuple[str, int]] = []

    def listen(after: GameState, kind: str, index: int, events: list[Event]) -> None:
        record.append((kind, index))

    seed = game_seed(1, number)
    play(game, state, [RandomPlayer(seed + 1), RandomPlayer(seed + 2)], Dice(seed), listen)
    return record, state.digest()


@pytest.mark.parametrize(("battle", "scenario", "count"), GAMES)
def test_random_games_end_and_keep_the_laws(battle: str, scenario: str, count: int) -> None:
    game = match(battle, scenario)
    for number in range(count):
        lawful_game(game, number, ("random", "random"))


def test_the_laws_hold_when_greedy_players_play() -> None:
    lawful_game(match("teaching-jdg", "battle"), 0, ("greedy", "greedy"))


def test_a_greedy_game_of_a_real_battle_with_charges_that_go_on():
    """The frame of a charge holds units, that of a move one: the player looks at both."""
    end, laws = lawful_game(match("rolica-1808", "historical"), 4, ("greedy", "greedy"))
    assert end.cause and laws.nodes > 300


def test_the_laws_notice_what_is_wrong() -> None:
    """A game that is damaged in one place breaks a law: a test of the laws themselves."""
    game = match("teaching-jdg", "battle")
    t = game.t
    unit, other = t.of_side[0][0], t.of_side[1][0]

    def broken(damage: Callable[[GameState], object]) -> str:
        state = game.start()
        laws = Laws(game, state)
        with pytest.raises(LawBroken) as problem:
            damage(state)
            laws.check(state, [])
        return str(problem.value)

    def worse(state: GameState) -> None:
        laws_before = Laws(game, state)
        state.level[unit] = 1
        laws_before.check(state, [])
        state.level[unit] = 0
        laws_before.check(state, [])

    def back(state: GameState) -> None:
        state.take(unit, ELIMINATED)
        laws_before = Laws(game, state)
        state.put(unit, t.size - 1)
        laws_before.check(state, [])

    def among_enemies(state: GameState) -> None:
        state.take(other)
        state.put(other, state.place[unit])

    def into_the_enemy(state: GameState) -> None:
        state.place[t.leaders[0]] = state.place[next(u for u in t.units if t.side[u] != t.side[t.leaders[0]])]

    assert "one place" in broken(lambda s: s.stacks.__setitem__(0, (unit,)))
    assert "where its stack is" in broken(lambda s: s.place.__setitem__(unit, 0))
    assert "JDG-5.1.2-a" in broken(among_enemies)
    assert "rally alone" in broken(worse)
    assert "does not come back" in broken(back)
    assert "apart from his enemies" in broken(into_the_enemy)
    assert "no facing" in broken(lambda s: s.level.__setitem__(unit, 2))
    assert "in the cup once" in broken(lambda s: s.memory.__setitem__(CUP, (1, 1)))
    assert "by draws alone" in broken(lambda s: s.memory.__setitem__(CUP, (1, 2)))


def test_the_same_seed_gives_the_same_game() -> None:
    game = match("teaching-jdg", "battle")
    assert random_game(game, 3) == random_game(game, 3)
    assert random_game(game, 3) != random_game(game, 4)


def test_a_clone_is_as_good_as_the_game_played_again() -> None:
    """At every node: a clone, and the position read back, go on like the original, and leave it alone."""
    game = match("teaching-jdg", "battle")
    record, digest = random_game(game, 5)
    state = game.start()
    for place, (kind, index) in enumerate(record):
        before = state.digest()
        clone = state.clone() if place % 2 else game.from_position(game.position(state))
        assert clone.node == state.node
        step = game.apply if kind == "decision" else game.outcome
        step(clone, index)
        assert state.digest() == before
        step(state, index)
        assert clone.digest() == state.digest()
    assert state.digest() == digest


def test_legal_lists_are_sorted_without_doubles() -> None:
    game = match("teaching-jdg", "battle")
    state = game.start()

    def listen(after: GameState, kind: str, index: int, events: list[Event]) -> None:
        if isinstance(after.node, DecisionNode):
            actions = after.node.actions
            assert list(actions) == sorted(set(actions))
            assert len({game.action_text(action) for action in actions}) == len(actions)

    play(game, state, [RandomPlayer(1), RandomPlayer(2)], Dice(9), listen)


def test_every_turn_has_the_activations_that_its_cup_allows() -> None:
    """PROC-CUP: one for the marker chosen, and all of the cup but the last (JDG-1-h, JDG-1-j, JDG-2.2-d)."""
    game = match("teaching-jdg", "battle")
    for number in range(12):
        cups: list[int] = []
        draws: list[int] = []
        activations: list[int] = []

        def listen(
            after: GameState,
            kind: str,
            index: int,
            events: list[Event],
            cups: list[int] = cups,
            draws: list[int] = draws,
            activations: list[int] = activations,
        ) -> None:
            for event in events:
                if event.kind == "cup":
                    cups.append(len(event.numbers))
                    draws.append(0)
                    activations.append(0)
                elif event.kind == "draw":
                    draws[-1] += 1
                elif event.kind == "activate":
                    activations[-1] += 1

        play(game, game.start(), [RandomPlayer(number), RandomPlayer(9)], Dice(number), listen)
        assert cups
        assert draws == [max(0, markers - 1) for markers in cups]
        assert all(0 <= a - d <= 1 for a, d in zip(activations, draws, strict=True))


def test_cohesion_rises_by_rally_alone() -> None:
    """JDG-11.1-g, -h: one level, and only after a rally roll of that unit."""
    game = match("teaching-jdg", "battle")
    rises = 0
    for number in range(12):
        state = game.start()
        levels = list(state.level)

        def listen(
            after: GameState, kind: str, index: int, events: list[Event], levels: list[int] = levels
        ) -> None:
            nonlocal rises
            units = {event.pieces[0] for event in events if event.kind == "rally"}
            for unit in game.t.units:
                if after.level[unit] < levels[unit]:
                    rises += 1
                    assert unit in units
                    assert after.level[unit] == levels[unit] - 1
            levels[:] = after.level

        play(game, state, [RandomPlayer(number), RandomPlayer(9)], Dice(number), listen)
    assert rises
