"""`jdg replay`: play the log of a game again, and check it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import click

from jdgtools.cli._game import (
    battle_argument,
    game_package,
    playable_game,
    read_log,
    scenario_option,
    words_of_game,
)
from jdgtools.cli.output import echo
from jdgtools.errors import InputRefused

VASSAL_SUFFIXES = (".vlog", ".vsav")


@click.command("replay")
@battle_argument
@click.argument("log", type=click.Path(path_type=Path))
@scenario_option
@click.option("--check", is_flag=True, help="Print nothing but whether the log holds.")
@click.option(
    "--module",
    type=click.Path(path_type=Path),
    help="Explain a log or saved game of VASSAL: the module that it was played with.",
)
@click.option("--why", is_flag=True, help="Print the statements of the rules with every event.")
def command(
    battle: Path, log: Path, scenario_id: str | None, check: bool, module: Path | None, why: bool
) -> None:
    """Play LOG again on BATTLE, a folder or a .jdgpkg file, and print what happens.

    The first line that is not legal, or a position that differs, ends it with its line number. With
    --module LOG is a log or saved game of VASSAL: what became of its counters is explained by legal actions
    and rolls, and the first change that nothing explains is named.
    """
    if module is not None:
        _explain(battle, log, scenario_id, module, check)
        return
    if log.suffix.lower() in VASSAL_SUFFIXES:
        raise InputRefused(
            f"{log.as_posix()}: a game in VASSAL; `--module FILE` names the module that it was played with"
        )
    from jdgtools.engine.core.nodes import EndNode
    from jdgtools.engine.core.record import header_of, ignored_of, replay
    from jdgtools.engine.core.refusal import EngineRefused

    lines = read_log(log)
    content, package = game_package(battle, scenario_id)
    try:
        header = header_of(lines)
        if header.get("package") != hashlib.sha256(content).hexdigest():
            raise EngineRefused("the log is of another package")
        game = playable_game(package, battle.name, ignored_of(header))
        words = words_of_game(game, package)
        count, is_over = 0, False
        for _, state, events in replay(game, lines[1:]):
            count, is_over = count + 1, isinstance(state.node, EndNode)
            for event in () if check else events:
                echo(f"{words.event(event)} ({'; '.join(event.rules)})" if why else words.event(event))
    except EngineRefused as refusal:
        raise InputRefused(f"{log.as_posix()}: {refusal}") from None
    # A log that a kill cut off, or that somebody shortened, looks like one of a game that goes on.
    echo(f"{log.name}: {count} lines hold" + ("" if is_over else "; the game is not over"))


def _explain(battle: Path, log: Path, scenario_id: str | None, module: Path, check: bool) -> None:
    """Print the actions that explain a log of VASSAL.

    Raises:
        InputRefused: it cannot be read, or a change is not explained.
    """
    from jdgtools.engine.core.refusal import EngineRefused
    from jdgtools.importers.played_games import read_game

    game_played = read_game(module, log)
    game = playable_game(game_package(battle, scenario_id).package, battle.name, ())
    try:
        explanation = game.staff.explain(game, game_played)
    except EngineRefused as refusal:
        raise InputRefused(f"{log.as_posix()}: {refusal}") from None
    for step, text in () if check else explanation.actions:
        echo(f"{step}  {text}")
    if explanation.problem:
        raise InputRefused(f"{log.as_posix()}: {explanation.problem}")
    echo(
        f"{log.name}: {len(game_played.changes)} changes are explained by {len(explanation.actions)} actions"
    )
