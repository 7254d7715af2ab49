"""What the tests of runs play: the teaching battle between two random players."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jdgtools.cli._game import game_package
from jdgtools.engine.contest import Order
from jdgtools.engine.players import parse_player

TEACHING = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"


@cache
def content() -> bytes:
    """Return the package of the teaching battle."""
    return game_package(TEACHING, "battle").content


def order(players: str = "random,random", seed: int = 1) -> Order:
    """Return an order for games of the teaching battle."""
    one, other = players.split(",")
    return Order(content(), (), (parse_player(one), parse_player(other)), seed)
