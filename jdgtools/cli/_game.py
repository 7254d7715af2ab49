"""What the commands of games share: the package of a battle or of a file, as a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from jdgtools.cli._question import read
from jdgtools.cli.output import echo
from jdgtools.errors import InputRefused

if TYPE_CHECKING:
    from jdgtools.engine.core.game import Game

battle_argument = click.argument("battle", type=click.Path(path_type=Path))
scenario_option = click.option("--scenario", "scenario_id", help="Scenario to play.  [default: the first]")
ignore_option = click.option(
    "--ignore",
    multiple=True,
    metavar="RULE",
    help="Leave out this special rule, or the condition in words of these reinforcements; may be repeated. "
    "It stands in every log.",
)


def package_content(battle: Path, scenario_id: str | None) -> bytes:
    """Return the package of a scenario: a `.jdgpkg` file as it is, or that of a battle folder.

    Raises:
        InputRefused: the file cannot be read.
        click.UsageError: there is no such scenario.
    """
    from jdgtools.package import MAX_BYTES, SUFFIX
    from jdgtools.untrusted import Refused
    from jdgtools.untrusted.files import clause, read_file

    if battle.suffix == SUFFIX:
        try:
            return read_file(battle, within=None, limit=MAX_BYTES)
        except Refused as refused:
            raise InputRefused(f"{battle.as_posix()}: {clause(refused)}") from None
    from jdgtools.exporters.package import package_bytes, package_of

    loaded = read(battle)
    if loaded.report.has_errors or loaded.battle is None or loaded.series is None or loaded.charts is None:
        raise InputRefused(f"{battle.as_posix()}: the battle has errors; `jdg check` explains them")
    scenarios = loaded.battle.scenarios
    for scenario in scenarios:
        if scenario_id is None or scenario.id == scenario_id:
            return package_bytes(package_of(loaded.battle, loaded.series, loaded.charts, scenario))
    raise click.UsageError(
        f"there is no scenario `{scenario_id}`; there are {', '.join(s.id for s in scenarios)}"
    )


def game_of_content(content: bytes, name: str, ignore: tuple[str, ...]) -> Game:
    """Return the game of a package.

    Raises:
        InputRefused: it is damaged, or the engine does not play it.
    """
    from jdgtools.engine.core.refusal import EngineRefused
    from jdgtools.engine.load import game_of
    from jdgtools.package import loads

    package = loads(content, name)
    try:
        return game_of(package, ignore)
    except EngineRefused as refused:
        raise InputRefused(f"{name}: {refused}") from None


def check_players(text: str) -> tuple[str, str]:
    """Return the two players of an option such as `random,greedy`.

    Raises:
        click.UsageError: they are not two, or unknown.
    """
    from jdgtools.engine.players import PLAYERS

    names = tuple(part.strip() for part in text.split(","))
    known = (*PLAYERS, "person")
    if len(names) != 2 or not set(names) <= set(known):
        raise click.UsageError(f"--players takes two of {', '.join(known)}, with a comma between them")
    return names[0], names[1]


def show_lines(lines: list[str]) -> None:
    """Print lines."""
    for line in lines:
        echo(line)
