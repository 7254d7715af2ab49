"""The game of a package: which engine plays which series."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from jdgtools.engine.core.game import Game
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.package import Package, load

ENGINES = {"JDG-": "jdgtools.engine.jdg.staff"}
"""Prefix of the statements of a series -> module with its `make_game`."""


def game_of(package: Package, ignore: Sequence[str] = ()) -> Game:
    """Return the game of a package; `ignore` names special rules that a person leaves out.

    Raises:
        EngineRefused: the engine does not play the series, or something in the package.
    """
    module = ENGINES.get(package.series.statements)
    if module is None:
        raise EngineRefused(f"{package.series.rulebook} is not played yet")
    game: Game = import_module(module).make_game(package, ignore)
    return game


def load_game(path: Path | str, ignore: Sequence[str] = ()) -> Game:
    """Return the game of a package file.

    Raises:
        InputRefused: the file is damaged.
        EngineRefused: as in `game_of`.
    """
    return game_of(load(path), ignore)
