"""Whole games by random players: no exception, no dead end, no broken law, the same for the same seed."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.chance import Dice, game_seed
from jdgtools.engine.core.drive import RandomPlayer, play
from jdgtools.engine.core.nodes import Decision, Event
from jdgtools.engine.core.state import State
from jdgtools.engine.jdg.match import Match
from tests.unit.engine.laws import check_laws
from tests.unit.engine.matches import match

GAMES = [
    ("teaching-jdg", "battle", 50),
    ("teaching-jdg", "dawn", 20),
    ("rolica-1808", "historical", 1),
    ("rolica-1808", "loison", 1),
    ("vimeiro-1808", "historical", 1),
    ("vimeiro-1808", "hill", 1),
]


def random_game(game: Match, number: int, check: bool) -> tuple[list[tuple[str, int]], str]:
    """Play a game; return what was chosen, and the digest of its last position."""
    state = game.start()
    record: list[tuple[str, int]] = []

    def listen(after: State, kind: str, index: int, events: list[Event]) -> None:
        record.append((kind, index))
        if check:
            check_laws(game, after)

    seed = game_seed(1, number)
    play(game, state, [RandomPlayer(seed + 1), RandomPlayer(seed + 2)], Dice(seed), listen)
    return record, state.digest()


@pytest.mark.parametrize(("battle", "scenario", "count"), GAMES)
def test_random_games_end_and_keep_the_laws(battle: str, scenario: str, count: int) -> None:
    game = match(battle, scenario)
    for number in range(count):
        random_game(game, number, check=True)


def test_the_same_seed_gives_the_same_game() -> None:
    game = match("teaching-jdg", "battle")
    assert random_game(game, 3, check=False) == random_game(game, 3, check=False)
    assert random_game(game, 3, check=False) != random_game(game, 4, check=False)


def test_a_clone_is_as_good_as_the_game_played_again() -> None:
    """At every node: a clone, and the position read back, go on like the original, and leave it alone."""
    game = match("teaching-jdg", "battle")
    record, digest = random_game(game, 5, check=False)
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

    def listen(after: State, kind: str, index: int, events: list[Event]) -> None:
        if isinstance(after.node, Decision):
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
            after: State,
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
            after: State, kind: str, index: int, events: list[Event], levels: list[int] = levels
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
