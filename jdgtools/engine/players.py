"""The players that the engine brings: their names, and how they are made."""

from __future__ import annotations

from collections.abc import Callable

from jdgtools.engine.core.drive import Player, RandomPlayer
from jdgtools.engine.core.refusal import EngineRefused


def _greedy(seed: int) -> Player:
    from jdgtools.engine.jdg.greedy import GreedyPlayer

    return GreedyPlayer(seed)


PLAYERS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer, "greedy": _greedy}
"""Name of a player -> what makes him of a seed."""


def make_player(name: str, seed: int) -> Player:
    """Return a player by his name.

    Raises:
        EngineRefused: there is no such player.
    """
    if name not in PLAYERS:
        raise EngineRefused(f"there is no player `{name}`; there are {', '.join(PLAYERS)}")
    return PLAYERS[name](seed)
