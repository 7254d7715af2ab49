"""Many games of a scenario: chunks that return counters, the same for any number of processes or machines."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

from jdgtools.engine.core.chance import Dice, game_seed
from jdgtools.engine.core.drive import play
from jdgtools.engine.core.game import Game
from jdgtools.engine.core.refusal import EngineRefused, RuleNotPlayed
from jdgtools.engine.load import game_of
from jdgtools.engine.players import PlayerSpec, make_player
from jdgtools.package import loads

CHUNK = 4
"""Games of a chunk; part of what makes two runs equal, so it does not depend on the machine."""
MAX_POOLS = 5
"""How often a pool of processes is made anew after one of them broke."""


Remote: TypeAlias = "Callable[[Order, list[tuple[int, int]]], Iterator[Chunk]]"
"""Plays chunks, given by first game and number of games."""


class Order(NamedTuple):
    """What is to be played."""

    package: bytes
    ignore: tuple[str, ...]
    """Special rules that are left out."""
    players: tuple[PlayerSpec, PlayerSpec]
    seed: int
    forbidden: tuple[str, ...] = ()
    """First words of actions that no player gets while there are others."""

    def header(self) -> dict[str, Any]:
        """Return what tells this order from others, for a record of its games."""
        return {
            "package": hashlib.sha256(self.package).hexdigest(),
            "ignored": list(self.ignore),
            "players": [[spec.kind, spec.value] for spec in self.players],
            "seed": self.seed,
            "forbidden": list(self.forbidden),
        }


class Chunk(NamedTuple):
    """What came of games that follow one another."""

    first: int
    """Number of its first game."""
    counts: Counter[str]
    results: tuple[float, ...]
    """Of every game: 1 where side 0 won, 0 where side 1 did, 0.5 for a draw or a game that stopped."""
    margins: tuple[int, ...]
    """Of every game: points of side 0 less those of side 1."""

    def plain(self) -> list[Any]:
        """Return the chunk as JSON has it."""
        return [self.first, dict(sorted(self.counts.items())), list(self.results), list(self.margins)]


def chunk_from_plain(content: Any) -> Chunk:
    """Return the chunk of `Chunk.plain`.

    Raises:
        ValueError, TypeError: it is damaged.
    """
    first, counts, results, margins = content
    if not isinstance(first, int) or len(results) != len(margins) or not isinstance(counts, dict):
        raise ValueError("a chunk is damaged")
    return Chunk(
        first,
        Counter({str(key): int(count) for key, count in counts.items()}),
        tuple(float(result) for result in results),
        tuple(int(margin) for margin in margins),
    )


def play_games(game: Game, order: Order, first: int, count: int) -> Chunk:
    """Play games of a run and count what came of them; `Measure` names the keys, `stopped ID` is added."""
    measure = game.staff.measure(game)
    results, margins = [], []
    for number in range(first, first + count):
        seed = game_seed(order.seed, number)
        players = [make_player(game, spec, side, seed + side + 1) for side, spec in enumerate(order.players)]
        state = game.start()
        measure.begin(state)
        try:
            end = play(game, state, players, Dice(seed), measure.listen)
        except RuleNotPlayed as stop:
            measure.counter[f"stopped {stop.statement}"] += 1
            results.append(0.5)
            margins.append(0)
            continue
        measure.end(state, end)
        results.append(0.5 if end.winner < 0 else float(end.winner == 0))
        margins.append(end.points[0] - end.points[1])
    return Chunk(first, measure.counter, tuple(results), tuple(margins))


@lru_cache(maxsize=4)
def _game(package: bytes, ignore: tuple[str, ...], forbidden: tuple[str, ...]) -> Game:
    game = game_of(loads(package, "package"), ignore)
    game.forbid(forbidden)
    return game


def run_chunk(order: Order, first: int, count: int) -> Chunk:
    """Play a chunk in this process, which keeps the game for the next."""
    return play_games(_game(order.package, order.ignore, order.forbidden), order, first, count)


def chunks_of(games: int) -> list[tuple[int, int]]:
    """Return first game and number of games of the chunks of a run."""
    return [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]


def run(
    order: Order,
    games: int,
    jobs: int = 1,
    earlier_chunks: Mapping[int, Chunk] | None = None,
    remote: Remote | None = None,
    make_pool: Callable[[int], Executor] = ProcessPoolExecutor,
) -> Iterator[Chunk]:
    """Play games in so many processes of this machine, or on others.

    Args:
        order: What is played.
        games: How many games.
        jobs: Processes of this machine.
        earlier_chunks: Chunks that were played before, by their first game; they are given back as they are.
        remote: Plays chunks on other machines.
        make_pool: Makes so many processes of this machine.

    Yields:
        The chunks, in the order in which they are ready. Their sum does not depend on where they are played.

    Raises:
        EngineRefused: a player is unknown, or workers end again and again.
    """
    waiting = []
    for first, count in chunks_of(games):
        earlier_chunk = (earlier_chunks or {}).get(first)
        if earlier_chunk is not None and len(earlier_chunk.results) == count:
            yield earlier_chunk
        else:
            waiting.append((first, count))
    if remote is not None:
        yield from remote(order, waiting)
    elif jobs <= 1 or len(waiting) <= 1:
        for first, count in waiting:
            yield run_chunk(order, first, count)
    else:
        yield from _run_in_processes(order, waiting, jobs, make_pool)


def _run_in_processes(
    order: Order,
    waiting: list[tuple[int, int]],
    jobs: int,
    make_pool: Callable[[int], Executor],
) -> Iterator[Chunk]:
    """Play chunks in processes; when one of them ends before its work, what it had is played again."""
    left = dict(waiting)
    for _ in range(MAX_POOLS):
        with make_pool(min(jobs, len(left))) as pool:
            futures: list[Future[Chunk]] = []
            try:
                # A process may end while the others still get their work.
                futures += (pool.submit(run_chunk, order, first, count) for first, count in left.items())
                for future in as_completed(futures):
                    chunk = future.result()
                    del left[chunk.first]
                    yield chunk
            except BrokenProcessPool:
                continue
            except BaseException:
                for future in futures:
                    future.cancel()
                raise
        return
    raise EngineRefused("the processes keep ending, most likely for lack of memory; try fewer --jobs")


def in_order(chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    """Give chunks in the order of their games, so that a run may stop at the same game everywhere."""
    early: dict[int, Chunk] = {}
    following = 0
    for chunk in chunks:
        early[chunk.first] = chunk
        while following in early:
            ready = early.pop(following)
            following += len(ready.results)
            yield ready


def wilson(successes: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson interval of a share, by default that of 95 %."""
    if not games:
        return 0.0, 1.0
    share = successes / games
    middle = share + z * z / (2 * games)
    width = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def paired_difference(
    base: tuple[float, ...], other: tuple[float, ...], z: float = 1.96
) -> tuple[float, float, float]:
    """Return the mean difference of two runs with the same seeds, game by game, and its interval (95 %)."""
    differences = [two - one for one, two in zip(base, other, strict=True)]
    games = len(differences)
    mean = sum(differences) / max(games, 1)
    spread = sum((value - mean) ** 2 for value in differences) / max(games - 1, 1)
    width = z * sqrt(spread / max(games, 1))
    return mean, mean - width, mean + width
