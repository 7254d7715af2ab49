"""The reference engine: games of Roliça, its clone and its tables, beside plain Python and python-chess.

``chess``, as python-chess is called on the package index, plays a game with about as many legal moves as
a unit on the move has here; where it is not installed its column stays empty.
"""

from __future__ import annotations

import copy
import json
import random
from importlib import import_module
from importlib.util import find_spec

from benchmarks.base import Benchmark, Work
from benchmarks.package import _content
from jdgtools.engine.core.chance import Dice
from jdgtools.engine.core.drive import play
from jdgtools.engine.core.nodes import ChanceNode, DecisionNode
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.staff import make_game
from jdgtools.engine.players import make_player
from jdgtools.package import loads

IGNORED = ()
COLUMNS, ROWS = 7, 6
DECISIONS = 10_000
CHESS = find_spec("chess") is not None


def _match() -> Match:
    return make_game(loads(_content()), IGNORED)


def _games(player: str) -> Work:
    game = _match()
    return lambda: play(
        game, game.start(), [make_player(game, player, side, side + 1) for side in (0, 1)], Dice(3)
    )


def _random_game() -> Work:
    return _games("random")


def _greedy_game() -> Work:
    return _games("greedy")


def _connect_four() -> Work:
    """Return 100 random games of Connect Four on lists, with their look-up of four in a row."""

    def line(board: list[list[int]], column: int, row: int) -> bool:
        me = board[column][row]
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                x, y = column + sign * dx, row + sign * dy
                while 0 <= x < COLUMNS and 0 <= y < len(board[x]) and board[x][y] == me:
                    count, x, y = count + 1, x + sign * dx, y + sign * dy
            if count >= 4:
                return True
        return False

    def games() -> None:
        dice = random.Random(3)
        for _ in range(100):
            board: list[list[int]] = [[] for _ in range(COLUMNS)]
            for turn in range(COLUMNS * ROWS):
                column = dice.choice([c for c in range(COLUMNS) if len(board[c]) < ROWS])
                board[column].append(turn % 2)
                if line(board, column, len(board[column]) - 1):
                    break

    return games


def _decisions() -> Work:
    """Return so many decisions of random games, with the rolls between them."""
    game = _match()

    def work() -> None:
        dice, count, state = Dice(3), 0, game.start()
        while count < DECISIONS:
            node = state.node
            if isinstance(node, DecisionNode):
                count += 1
                game.apply(state, dice.below(len(node.actions)))
            elif isinstance(node, ChanceNode):
                game.outcome(state, dice.pick_weighted(node.weights))
            else:
                state = game.start()

    return work


def _chess() -> Work:
    """Return as many by python-chess: it lists the legal moves, and makes one of them."""
    chess = import_module("chess")

    def work() -> None:
        dice, board = Dice(3), chess.Board()
        for _ in range(DECISIONS):
            moves = list(board.legal_moves)
            if not moves or board.halfmove_clock >= 100:
                board = chess.Board()
                moves = list(board.legal_moves)
            board.push(moves[dice.below(len(moves))])

    return work


def _clone() -> Work:
    state = _match().start()
    return lambda: [state.clone() for _ in range(1000)]


def _deepcopy() -> Work:
    state = _match().start()
    plain = state.plain()
    return lambda: [copy.deepcopy(plain) for _ in range(10)]


def _tables() -> Work:
    package = loads(_content())
    return lambda: Match(package, IGNORED)


def _parse() -> Work:
    content = _content()
    return lambda: json.loads(content)


BENCHMARKS = (
    Benchmark(
        "a random game of Roliça",
        _random_game,
        "100 random games of Connect Four",
        _connect_four,
        repeat=3,
        aim="< 50 ms",
    ),
    Benchmark(
        "a greedy game of Roliça",
        _greedy_game,
        "100 random games of Connect Four",
        _connect_four,
        repeat=3,
        aim="< 125 ms",
    ),
    Benchmark(
        "10,000 decisions of random games of Roliça",
        _decisions,
        "as many of random games of chess by python-chess" if CHESS else "python-chess is not installed",
        _chess if CHESS else None,
    ),
    Benchmark(
        "1,000 clones of a state", _clone, "copy.deepcopy of its lists, 10 times", _deepcopy, aim="< 10 ms"
    ),
    Benchmark(
        "tables of Roliça from its package", _tables, "json.loads of the package", _parse, aim="< 60 ms"
    ),
)
