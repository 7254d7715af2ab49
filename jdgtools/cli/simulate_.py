"""`jdg simulate`: many games of a scenario, and a table of what came of them."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import gettempdir

import click

from jdgtools.cli._game import (
    battle_argument,
    check_players,
    game_of_content,
    ignore_option,
    package_content,
    scenario_option,
    show_lines,
)
from jdgtools.cli.output import echo


@click.command("simulate")
@battle_argument
@scenario_option
@ignore_option
@click.option("--games", type=click.IntRange(1, 1_000_000), default=20, show_default=True, help="Games.")
@click.option("--players", default="greedy,greedy", show_default=True, help="Player of each side.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the run.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")
@click.option(
    "--format", "style", type=click.Choice(["text", "json"]), default="text", help="Form of the answer."
)
def command(
    battle: Path,
    scenario_id: str | None,
    ignore: tuple[str, ...],
    games: int,
    players: str,
    seed: int,
    jobs: int,
    style: str,
) -> None:
    """Play BATTLE, a folder or a .jdgpkg file, many times by machine.

    The same seed gives the same table, with any number of processes. Each figure is one of these players: it
    says how the scenario goes between them, not who ought to win.
    """
    from jdgtools.engine.core.contest import Order, run, table
    from jdgtools.scratch import scratch_folder

    names = check_players(players)
    if "person" in names:
        raise click.UsageError("a person does not play in a simulation; there is `jdg play`")
    content = package_content(battle, scenario_id)
    game = game_of_content(content, battle.name, ignore)
    with scratch_folder(Path(gettempdir())) as folder:
        path = folder / "scenario.jdgpkg"
        path.write_bytes(content)
        for total in run(Order(str(path), ignore, names, seed), games, jobs):
            counter = total
    if style == "json":
        echo(json.dumps({"players": names, "seed": seed, "ignored": ignore, **dict(sorted(counter.items()))}))
        return
    if ignore:
        echo(f"left out: {', '.join(ignore)}")
    show_lines(table(counter, game.side_names(), names))
