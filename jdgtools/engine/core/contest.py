"""Many games of a scenario: chunks that return counters, the same for any number of processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import NamedTuple

from jdgtools.engine.core.chance import Dice, game_seed
from jdgtools.engine.core.drive import Player, play
from jdgtools.engine.core.game import Game
from jdgtools.engine.core.refusal import Unplayed
from jdgtools.engine.core.state import State

CHUNK = 4
"""Games of a chunk."""
MakePlayer = Callable[[str, int], Player]


class Order(NamedTuple):
    """What is to be played."""

    package: str
    """Path of the package."""
    ignore: tuple[str, ...]
    players: tuple[str, str]
    seed: int


def play_games(game: Game, make: MakePlayer, order: Order, first: int, count: int) -> Counter[str]:
    """Play games of a run and count what came of them.

    Keys: `games`, `won 0`, `won 1`, `drawn`, `end CAUSE`, `points 0`, `points 1`, `nodes`, `turns`,
    `stopped ID`.
    """
    counter: Counter[str] = Counter()
    for number in range(first, first + count):
        seed = game_seed(order.seed, number)
        dice = Dice(seed)
        players = [make(name, seed + place + 1) for place, name in enumerate(order.players)]
        state = game.start()
        nodes = [0]

        def listen(after: State, kind: str, index: int, events: object, nodes: list[int] = nodes) -> None:
            nodes[0] += 1

        counter["games"] += 1
        try:
            end = play(game, state, players, dice, listen)
        except Unplayed as stop:
            counter[f"stopped {stop.statement}"] += 1
            continue
        counter["drawn" if end.winner < 0 else f"won {end.winner}"] += 1
        counter[f"end {end.cause}"] += 1
        for side in (0, 1):
            counter[f"points {side}"] += end.points[side]
        counter["nodes"] += nodes[0]
        counter["turns"] += state.turn
    return counter


def run_chunk(order: Order, first: int, count: int) -> Counter[str]:
    """Load the package in this process and play a chunk."""
    from jdgtools.engine.load import load_game
    from jdgtools.engine.players import make_player

    return play_games(load_game(order.package, order.ignore), make_player, order, first, count)


def run(order: Order, games: int, jobs: int) -> Iterator[Counter[str]]:
    """Play games, chunk by chunk, in so many processes; the sum does not depend on their number.

    Yields:
        The sum so far, after every chunk.
    """
    chunks = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]
    total: Counter[str] = Counter()
    if jobs <= 1:
        for first, count in chunks:
            total += run_chunk(order, first, count)
            yield total
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        for counter in pool.map(
            run_chunk, [order] * len(chunks), [c[0] for c in chunks], [c[1] for c in chunks]
        ):
            total += counter
            yield total


def wilson(successes: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson interval of a share, by default that of 95 %."""
    if not games:
        return 0.0, 1.0
    share = successes / games
    middle = share + z * z / (2 * games)
    width = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def table(counter: Counter[str], sides: Sequence[str], players: Sequence[str]) -> list[str]:
    """Return the lines of a plain table: wins with their intervals, points, ends by cause."""
    games = counter["games"]
    lines = [f"games  {games}"]
    for side in (0, 1):
        won = counter[f"won {side}"]
        low, high = wilson(won, games)
        lines.append(
            f"{sides[side]} ({players[side]})  won {won} = {100 * won / max(games, 1):.1f} % "
            f"[{100 * low:.1f}, {100 * high:.1f}]  points {counter[f'points {side}'] / max(games, 1):.1f}"
        )
    lines.append(f"drawn  {counter['drawn']}")
    lines += [f"{key}  {counter[key]}" for key in sorted(counter) if key.startswith(("end ", "stopped "))]
    nodes, turns = counter["nodes"] / max(games, 1), counter["turns"] / max(games, 1)
    lines.append(f"nodes a game  {nodes:.0f}; last turn  {turns:.1f}")
    return lines
