"""What the commands of games share: options, and the package of a battle or of a file, as a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from jdgtools.cli._question import read
from jdgtools.cli.output import echo
from jdgtools.errors import InputRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jdgtools import Package
    from jdgtools.engine.core.game import Game
    from jdgtools.engine.players import PlayerSpec
    from jdgtools.exporters.context import BuildContext
    from jdgtools.game_words import GameWords

battle_argument = click.argument("battle", type=click.Path(path_type=Path))
scenario_option = click.option("--scenario", "scenario_id", help="Scenario to play.  [default: the first]")
ignore_option = click.option(
    "--ignore",
    multiple=True,
    metavar="RULE",
    help="Leave out this special rule, or the condition in words of these reinforcements; may be repeated. "
    "It stands in every log.",
)


class GamePackage(NamedTuple):
    """A package that is played."""

    content: bytes
    """As it lies in its file: logs and records of games name its checksum."""
    package: Package
    """What it says."""


def game_package(
    battle: Path, scenario_id: str | None, options: Mapping[str, object] | None = None
) -> GamePackage:
    """Return the package of a scenario: a `.jdgpkg` file as it is, or that of a battle folder.

    Of a folder, `options` take the place of what it says of them.

    Raises:
        InputRefused: the file cannot be read.
        click.UsageError: there is no such scenario.
    """
    from jdgtools.package import MAX_BYTES, SUFFIX, loads
    from jdgtools.untrusted import FileRefused
    from jdgtools.untrusted.files import clause, read_file

    if battle.suffix != SUFFIX:
        content = _content_of_folder(battle, scenario_id, options or {})
        return GamePackage(content, loads(content, battle.name))
    try:
        content = read_file(battle, within=None, limit=MAX_BYTES)
    except FileRefused as refusal:
        raise InputRefused(f"{battle.as_posix()}: {clause(refusal)}") from None
    package = loads(content, battle.name)
    if scenario_id not in (None, package.scenario.id):
        raise click.UsageError(
            f"there is no scenario `{scenario_id}` in {battle.name}, which holds `{package.scenario.id}`"
        )
    return GamePackage(content, package)


def _content_of_folder(battle: Path, scenario_id: str | None, options: Mapping[str, object]) -> bytes:
    """Return the package of a scenario of a battle folder, its first one where none is named."""
    from msgspec.structs import replace

    from jdgtools.exporters.package import package_bytes, package_of

    loaded = read(battle)
    if loaded.report.has_errors or loaded.battle is None or loaded.series is None or loaded.charts is None:
        raise InputRefused(f"{battle.as_posix()}: the battle has errors; `jdg check` explains them")
    scenarios = loaded.battle.scenarios
    for scenario in scenarios:
        if scenario_id is None or scenario.id == scenario_id:
            if options:
                scenario = replace(scenario, options={**scenario.options, **options})
            return package_bytes(package_of(loaded.battle, loaded.series, loaded.charts, scenario))
    raise click.UsageError(
        f"there is no scenario `{scenario_id}`; there are {', '.join(s.id for s in scenarios)}"
    )


def map_context(battle: Path) -> BuildContext | None:
    """Return a battle folder as what draws its map needs it; None for a package, which has no looks."""
    from jdgtools.package import SUFFIX

    if battle.suffix == SUFFIX:
        return None
    from jdgtools.exporters.context import BuildContext

    loaded = read(battle)
    if loaded.battle is None or loaded.series is None or loaded.charts is None:
        return None
    return BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder)


def playable_game(package: Package, name: str, ignore: tuple[str, ...]) -> Game:
    """Return the game of a package.

    Raises:
        InputRefused: the engine does not play it.
    """
    from jdgtools.engine.core.refusal import EngineRefused
    from jdgtools.engine.load import game_of

    try:
        return game_of(package, ignore)
    except EngineRefused as refusal:
        raise InputRefused(f"{name}: {refusal}") from None


def words_of_game(game: Game, package: Package) -> GameWords:
    """Return the English sentences of a game."""
    from jdgtools.game_words import GameWords, names_of_package

    return GameWords(game, names_of_package(package, "en"), "en")


def read_players(text: str) -> tuple[PlayerSpec, PlayerSpec]:
    """Return the two players of an option such as `random,greedy`; plans are read from their files.

    Raises:
        click.UsageError: they are not two, or unknown.
        InputRefused: the file of a plan cannot be read.
    """
    from jdgtools.engine.core.refusal import EngineRefused
    from jdgtools.engine.players import KINDS, MAX_PLAN_BYTES, PERSON, parse_seat

    names = [part.strip() for part in text.split(",")]
    if len(names) != 2:
        kinds = ", ".join((*KINDS, PERSON))
        raise click.UsageError(f"--players takes two of {kinds}, with a comma between them")
    specs = []
    for name in names:
        try:
            spec = parse_seat(name)
        except EngineRefused as refusal:
            raise click.UsageError(f"--players: {refusal}") from None
        if spec.kind == "plan":
            plan = read_lines(Path(spec.value), MAX_PLAN_BYTES)
            spec = spec._replace(value="\n".join(plan))
        specs.append(spec)
    return specs[0], specs[1]


def read_log(path: Path) -> list[str]:
    """Return the lines of a log.

    Raises:
        InputRefused: as in `read_lines`.
    """
    from jdgtools.engine.core.record import MAX_LOG_BYTES

    return read_lines(path, MAX_LOG_BYTES)


def read_lines(path: Path, limit: int) -> list[str]:
    """Return the lines of a text file that a person names.

    Raises:
        InputRefused: it cannot be read, is larger than the limit in bytes, or is no text.
    """
    from jdgtools.engine.core.record import lines_of
    from jdgtools.engine.core.refusal import EngineRefused
    from jdgtools.untrusted import FileRefused
    from jdgtools.untrusted.files import clause, read_file

    try:
        return lines_of(read_file(path, within=None, limit=limit))
    except FileRefused as refusal:
        raise InputRefused(f"{path.as_posix()}: {clause(refusal)}") from None
    except EngineRefused as refusal:
        raise InputRefused(f"{path.as_posix()}: {refusal}") from None


def show_lines(lines: list[str]) -> None:
    """Print lines."""
    for line in lines:
        echo(line)
