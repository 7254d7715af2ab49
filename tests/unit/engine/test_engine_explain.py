"""Games that were played elsewhere: what became of the counters is explained by legal actions and rolls."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.explain import LoggedGame
from jdgtools.engine.jdg.explain import explain
from jdgtools.engine.jdg.staff import make_game
from tests.unit.engine.log_of_game import log_of_game
from tests.unit.package.bundled import packages

GAMES = 36


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_games_of_the_engine_are_explained(player: str) -> None:
    """Fire, shock, charge, retreat, rout, rally, squares, entries and exits, from the counters alone.

    Seven of ten games are explained to their end, and four of five changes. The others stop where the log leaves
    several ways open: units of a hex of which any may have acted, deeds that may have come before or after a move.
    """
    game = make_game(packages("teaching-jdg")[0][1])
    whole = explained = changes = 0
    words: set[str] = set()
    for number in range(GAMES):
        played = log_of_game(game, player, number)
        explanation = explain(game, played)
        whole += not explanation.problem
        stop = int(explanation.problem.split()[1].rstrip(":")) if explanation.problem else 1 << 30
        changes += len(played.changes)
        explained += sum(change.step < stop for change in played.changes)
        words.update(text.partition(" ")[0] for _, text in explanation.actions)
    assert whole >= 0.7 * GAMES
    assert explained >= 0.8 * changes
    assert {"go", "face", "attack", "retreat", "rally", "roll", "square", "enter"} <= words
    assert player == "random" or "fire" in words


@pytest.mark.parametrize(
    ("player", "options"),
    [
        ("greedy", {}),
        ("greedy", {"leader_check_before_actions": False}),
        ("greedy", {"am_activates_all_groups": False}),
        ("random", {"cinc_move_segment": "any"}),
        ("greedy", {"cinc_move_segment": "any", "leader_check_before_actions": False}),
    ],
)
def test_games_with_markers_of_orders_are_explained(player: str, options: dict[str, str | bool]) -> None:
    """Groups that a combined marker lets act, commanders who move between segments (AMB-106), late checks of
    leaders (AMB-07), one group a marker (AMB-01): the group that acts is that of which the counters change.
    """
    game = make_game(packages("teaching-jdg")[0][1])
    game.t.options.update(options)
    explained = changes = 0
    for number in range(16):
        played = log_of_game(game, player, number, orders=player == "greedy")
        problem = explain(game, played).problem
        stop = int(problem.split()[1].rstrip(":")) if problem else 1 << 30
        changes += len(played.changes)
        explained += sum(change.step < stop for change in played.changes)
    assert explained >= (0.75 if player == "random" else 0.9) * changes


def test_a_counter_that_cannot_be_is_named() -> None:
    """A unit that is routed at the other end of the map by nothing is not explained, whatever is tried."""
    game = make_game(packages("teaching-jdg")[0][1])
    played = next(
        p for p in (log_of_game(game, "greedy", k) for k in range(GAMES)) if not explain(game, p).problem
    )
    number = len(played.changes) // 2
    change = played.changes[number]
    name = next(n for n in ("au-hus", "fr-13l", "fr-17") if n != change.piece and played.start[n].hex)
    before = next((c.after for c in reversed(played.changes[:number]) if c.piece == name), played.start[name])
    wrong = change._replace(
        piece=name,
        before=before,
        after=before._replace(hex="0601" if before.hex[0] == "0" and before.hex[1] < "4" else "0101"),
    )
    changes = [*played.changes[:number], wrong, *played.changes[number:]]
    problem = explain(game, LoggedGame(played.turn, played.start, changes, played.markers)).problem
    assert problem.startswith(f"step {change.step}: {name} ")
