"""Runs of games: the same figures for any number of processes, whatever breaks, and what a change does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from jdgtools.balance.figures import figures_of, sensitivity, sum_counts
from jdgtools.engine import contest
from jdgtools.engine.contest import CHUNK, Chunk, in_order, paired_difference, run, run_chunk, wilson
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.variation import change_package
from jdgtools.package import loads
from tests.unit.balance.orders import content, order

GAMES = 10


def chunks(**more: Any) -> list[Chunk]:
    return sorted(run(order(), GAMES, **more))


def test_the_chunks_do_not_depend_on_the_number_of_processes() -> None:
    one, two = chunks(), chunks(jobs=2)
    assert one == two
    assert [chunk.first for chunk in one] == [0, 4, 8]
    assert [len(chunk.results) for chunk in one] == [4, 4, 2]


def test_a_longer_run_begins_like_a_shorter_one() -> None:
    assert sorted(run(order(), 2 * CHUNK))[:2] == chunks()[:2]


def test_another_seed_gives_other_games() -> None:
    assert sorted(run(order(seed=2), GAMES)) != chunks()


def test_chunks_that_are_known_are_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {chunk.first: chunk for chunk in chunks()}
    del known[4]
    played = []

    def count(*arguments: Any) -> Chunk:
        played.append(arguments[1:])
        return run_chunk(*arguments)

    monkeypatch.setattr(contest, "run_chunk", count)
    assert chunks(earlier_chunks=known) == sorted([*known.values(), run_chunk(order(), 4, 4)])
    assert played == [(4, 4)]


def test_a_last_chunk_that_is_too_short_is_played_again() -> None:
    short = {8: chunks()[2]}
    assert sorted(run(order(), 12, earlier_chunks=short))[2] == run_chunk(order(), 8, 4)


class _BreakingPool(ThreadPoolExecutor):
    """A pool of which the first two break while they work."""

    made = 0

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs)
        _BreakingPool.made += 1
        self.number = _BreakingPool.made

    def submit(self, function: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        if self.number <= 2 and arguments[1] >= 4:
            broken: Future[Any] = Future()
            broken.set_exception(BrokenProcessPool("gone"))
            return broken
        return super().submit(function, *arguments, **more)


def test_what_a_broken_process_had_is_played_again() -> None:
    _BreakingPool.made = 0
    played = list(contest._run_in_processes(order(), [(0, 4), (4, 4), (8, 2)], 2, _BreakingPool))
    assert sorted(played) == chunks()
    assert _BreakingPool.made == 3


def test_a_process_that_ends_while_work_is_given_out_loses_nothing() -> None:
    class Ending(ThreadPoolExecutor):
        made = 0

        def submit(self, function: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
            if not Ending.made:
                Ending.made += 1
                raise BrokenProcessPool("gone")
            return super().submit(function, *arguments, **more)

    assert sorted(contest._run_in_processes(order(), [(0, 4), (4, 4), (8, 2)], 2, Ending)) == chunks()
    assert Ending.made == 1


def test_processes_that_break_again_and_again_end_the_run_in_words() -> None:
    class Breaking(_BreakingPool):
        def __init__(self, jobs: int) -> None:
            super().__init__(jobs)
            self.number = 0

    with pytest.raises(EngineRefused, match="keep ending"):
        list(contest._run_in_processes(order(), [(4, 4)], 1, Breaking))


def _suicide(*_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(os.name != "posix", reason="processes are killed by a signal")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_process_that_is_killed_loses_nothing() -> None:
    """A real process, killed at work: its pool is made anew."""
    pools: list[ProcessPoolExecutor] = []

    def make(jobs: int) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(jobs)
        if not pools:
            pool.submit(_suicide)
        pools.append(pool)
        return pool

    assert sorted(contest._run_in_processes(order(), [(0, 4), (4, 4), (8, 2)], 2, make)) == chunks()
    assert len(pools) >= 2


def test_chunks_are_given_in_the_order_of_their_games() -> None:
    def late() -> Iterator[Chunk]:
        first, second, third = chunks()
        yield from (third, second, first)

    assert [chunk.first for chunk in in_order(late())] == [0, 4, 8]


def test_a_forbidden_action_is_not_taken_while_there_are_others() -> None:
    free, bound = (
        sum_counts(chunks()),
        sum_counts(run(order()._replace(forbidden=("attack", "charge")), GAMES)),
    )
    assert free["event shock"] > 0
    assert bound["event shock"] < free["event shock"]
    with pytest.raises(EngineRefused, match="no action begins with `dance`; there are done"):
        list(run(order()._replace(forbidden=("dance",)), 1))


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (30, 100, 0.21895, 0.39585)],
)
def test_the_interval_is_that_of_wilson(won: int, games: int, low: float, high: float) -> None:
    """Values by the formula of Wilson (1927) with z = 1.96, as tables of statistics print them."""
    assert wilson(won, games) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_a_difference_is_taken_game_by_game() -> None:
    mean, low, high = paired_difference((0.0, 0.0, 1.0, 1.0), (1.0, 0.0, 1.0, 1.0))
    assert mean == 0.25
    assert (low + high) / 2 == pytest.approx(0.25)
    assert paired_difference((1.0, 0.0), (1.0, 0.0)) == (0.0, 0.0, 0.0)


def test_the_counts_belong_together() -> None:
    counts = sum_counts(chunks())
    assert counts["games"] == GAMES == counts["won 0"] + counts["won 1"] + counts["drawn"]
    assert counts["games in turn 1"] == GAMES
    assert sum(n for key, n in counts.items() if key.startswith("ended in turn")) == GAMES
    assert sum(n for key, n in counts.items() if key.startswith("line TBL-FIRE F")) == counts["event fire"]
    assert sum(n for key, n in counts.items() if key.startswith("line TBL-SHOCK R")) == counts["event shock"]
    fights = sum(n for key, n in counts.items() if key.startswith("heat fights"))
    assert fights == counts["event fire"] + counts["event shock"]
    lost = sum(n for key, n in counts.items() if key.startswith("lost units"))
    assert lost == counts["event eliminated"] + counts["event fled"]
    assert lost == sum(n for key, n in counts.items() if key.startswith("heat losses"))
    idle = sum(n for key, n in counts.items() if key.startswith("marker") and key.endswith("idle"))
    drawn = sum(n for key, n in counts.items() if key.startswith("marker") and key.endswith("drawn"))
    assert 0 <= idle <= drawn == counts["event activate"]


def test_the_figures_say_what_the_counts_say() -> None:
    played = chunks()
    figures = figures_of(loads(content(), "x"), played, ("random", "random"), 1)
    results = [result for chunk in played for result in chunk.results]
    assert figures.sides[0].wins == results.count(1.0)
    assert figures.sides[1].wins == results.count(0.0)
    assert figures.draws == results.count(0.5)
    margins = [margin for chunk in played for margin in chunk.margins]
    assert figures.sides[0].points - figures.sides[1].points == pytest.approx(sum(margins) / GAMES)
    assert {turn.turn for turn in figures.turns} == set(
        range(1, 1 + max(turn.turn for turn in figures.turns))
    )
    assert sum(turn.ends for turn in figures.turns) == GAMES


def test_no_change_makes_no_difference() -> None:
    row = sensitivity("nothing", chunks(), chunks())
    assert (row.difference, row.difference_low, row.difference_high, row.margin) == (0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ("last-turn=2", lambda p: p.turns.last == 2),
        ("fr-30.strength=9", lambda p: {u.id: u for u in p.units}["fr-30"].front["strength"] == 9),
        ("fr-30.cohesion-1", lambda p: {u.id: u for u in p.units}["fr-30"].back["cohesion"] >= 0),
        ("without:fr-30", lambda p: "fr-30" in p.unused),
    ],
)
def test_a_change_is_in_the_package(change: str, path: Any) -> None:
    changed = change_package(content(), change)
    assert changed != content()
    assert path(loads(changed, change))


def test_a_rating_is_changed_on_both_sides_and_not_below_nothing() -> None:
    before, after = (
        {u.id: u for u in loads(data, "x").units}["fr-30"]
        for data in (content(), change_package(content(), "fr-30.cohesion-1"))
    )
    assert after.front["cohesion"] == before.front["cohesion"] - 1
    assert after.back["cohesion"] == before.back["cohesion"] - 1
    none = {u.id: u for u in loads(change_package(content(), "fr-30.cohesion-99"), "x").units}["fr-30"]
    assert none.front["cohesion"] == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("more luck", "none of: last-turn=N"),
        ("last-turn=99", "the turn track has no turn 99"),
        ("last-turn=0", "the turn track has no turn 0"),
        ("without:nobody", "there is no formation or unit `nobody`"),
        ("nobody.strength=3", "no unit, leader, marker or group of reinforcements `nobody` has `strength`"),
        ("fr-30.luck=3", "`fr-30` has no rating `luck`; it has cohesion"),
        ("award:none=3", "there is no award `none`"),
        ("option:none=true", "there is no option `none`"),
        ("option:am_activates_all_groups=7", "cannot be `7`; its values are false, true"),
        ("option:z_means=costly", "cannot be `costly`; its values are "),
        ("option:z_means=disorder", "needs the folder of the battle"),
    ],
)
def test_a_change_that_cannot_be_made(change: str, words: str) -> None:
    with pytest.raises(EngineRefused) as caught:
        change_package(content(), change)
    assert words in str(caught.value)


def test_every_change_of_the_page_is_understood_or_names_another_battle() -> None:
    from pathlib import Path

    page = (Path(__file__).parents[3] / "docs" / "engine.md").read_text(encoding="utf-8")
    table = page[page.index("| Change | |") : page.index("- `--report DIR`")]
    import re

    names = re.findall(r"`([^`]+)`", table)
    assert len(names) >= 8
    for name in names:
        if name.startswith(("--", "forbid:")):
            continue
        try:
            change_package(content(), name)
        except EngineRefused as refused:
            assert "none of: last-turn" not in str(refused), name


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_processes_end_when_the_one_that_made_them_is_killed() -> None:
    """They waited for work for ever; the pipe that they share with it ends when all of them have ended."""
    script = (
        "import os, time\n"
        "from jdgtools.processes import processes\n"
        "pool = processes(2)\n"
        "print(pool.submit(os.getpid).result(), flush=True)\n"
        "time.sleep(1000)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as original:
        assert original.stdout is not None
        assert int(original.stdout.readline()) != original.pid
        original.send_signal(signal.SIGKILL)
        assert original.stdout.read() == b""
