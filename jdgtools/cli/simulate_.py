"""`jdg simulate`: many games of a scenario, and what came of them as a table or a report."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jdgtools.cli._game import (
    battle_argument,
    game_package,
    ignore_option,
    map_context,
    read_players,
    scenario_option,
    show_lines,
)
from jdgtools.cli.output import echo
from jdgtools.errors import InputRefused

if TYPE_CHECKING:
    from collections.abc import Callable

    from jdgtools.engine.contest import Chunk, Order, Remote


@click.command("simulate")
@battle_argument
@scenario_option
@ignore_option
@click.option("--games", type=click.IntRange(1, 1_000_000), default=20, show_default=True, help="Games.")
@click.option("--players", default="greedy,greedy", show_default=True, help="Player of each side.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the run.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")
@click.option("--cluster", metavar="ADDRESS", help="Play on the workers of this Dask scheduler instead.")
@click.option(
    "--until",
    type=click.FloatRange(0.1, 100),
    metavar="WIDTH",
    help="End as soon as the interval of the first side's wins is so narrow, in per cent.",
)
@click.option("--forbid", multiple=True, metavar="WORD", help="No player takes actions that begin so.")
@click.option("--vary", multiple=True, metavar="CHANGE", help="Play a change with the same dice too.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the games to this file; the same command goes on where it was stopped.",
)
@click.option(
    "--report", type=click.Path(path_type=Path, file_okay=False), help="Write a report to this folder."
)
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
    cluster: str | None,
    until: float | None,
    forbid: tuple[str, ...],
    vary: tuple[str, ...],
    record: Path | None,
    report: Path | None,
    style: str,
) -> None:
    """Play BATTLE, a folder or a .jdgpkg file, many times by machine.

    The same seed gives the same figures, with any number of processes or machines. Each figure is one of
    these players: it says how the scenario goes between them, not who ought to win.

    Changes for --vary: last-turn=N, ID.FIELD=N (or +N, -N), without:ID, award:ID=N, option:ID=VALUE,
    forbid:WORD.
    """
    from msgspec import to_builtins
    from msgspec.structs import replace

    from jdgtools.balance.changes import change_in_words
    from jdgtools.balance.figures import figures_of, sensitivity
    from jdgtools.balance.texts import lines_of
    from jdgtools.engine.contest import Order
    from jdgtools.engine.core.refusal import EngineRefused
    from jdgtools.engine.players import PERSON
    from jdgtools.engine.variation import change_package, forbidden_word, option_change
    from jdgtools.package import SUFFIX

    specs = read_players(players)
    if PERSON in (spec.kind for spec in specs):
        raise click.UsageError("a person does not play in a simulation; there is `jdg play`")
    content, package = game_package(battle, scenario_id)
    order = Order(content, ignore, specs, seed, forbid)
    try:
        orders = [order]
        for change in vary:
            word = forbidden_word(change)
            other_content = content
            if battle.suffix != SUFFIX and (option := option_change(content, change)) is not None:
                other_content = game_package(battle, scenario_id, dict([option])).content
            elif word is None:
                other_content = change_package(content, change)
            words = forbid if word is None else (*forbid, word)
            orders.append(order._replace(package=other_content, forbidden=words))
        for each in orders:
            _check(each)
        runs = []
        for number, each in enumerate(orders):
            where = (
                record if not number or record is None else record.with_suffix(f".{number}{record.suffix}")
            )
            runs.append(_play(each, games, jobs, cluster, until if not number else None, where))
            games = sum(len(chunk.results) for chunk in runs[0])
    except EngineRefused as refusal:
        raise InputRefused(f"{battle.as_posix()}: {refusal}") from None
    names = specs[0].text, specs[1].text
    figures = figures_of(package, runs[0], names, seed, ignore, forbid)
    rows = [
        sensitivity(change, runs[0], run, change_in_words(package, change))
        for change, run in zip(vary, runs[1:], strict=True)
    ]
    figures = replace(figures, sensitivities=tuple(rows))
    if report is not None:
        from jdgtools.balance.report import write_report

        write_report(report, figures, map_context(battle))
    if style == "json":
        echo(json.dumps(to_builtins(figures), ensure_ascii=False))
    else:
        show_lines(list(lines_of(figures)))


def _check(order: Order) -> None:
    """Refuse what cannot be played before the first game."""
    from jdgtools.engine.load import game_of
    from jdgtools.engine.players import make_player
    from jdgtools.package import loads

    game = game_of(loads(order.package, "package"), order.ignore)
    game.forbid(order.forbidden)
    for side, spec in enumerate(order.players):
        make_player(game, spec, side, 0)


def _play(
    order: Order, games: int, jobs: int, cluster: str | None, until: float | None, record: Path | None
) -> list[Chunk]:
    """Return the chunks of a run in their order; the record gives those played before and grows with it."""
    from jdgtools.balance.record import RunRecord
    from jdgtools.engine.contest import in_order, run, wilson
    from jdgtools.processes import processes

    remote: Remote | None = None
    if cluster is not None:
        from jdgtools.balance.cluster import run_on_cluster

        remote = partial(run_on_cluster, cluster)
    games_record = RunRecord(record, order)
    chunks: list[Chunk] = []
    games_played, wins = 0, 0.0
    with games_record, _progress(games) as show:
        new_chunks = run(order, games, jobs, games_record.chunks, remote, processes)
        for chunk in in_order(games_record.through(new_chunks)):
            chunks.append(chunk)
            games_played += len(chunk.results)
            wins += chunk.counts["won 0"]
            show(len(chunk.results))
            if until is not None:
                low, high = wilson(wins, games_played)
                if 100 * (high - low) <= until:
                    break
    return chunks


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], object]]:
    """Show how far a run is and how long it will take, on a terminal alone."""
    import sys

    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda count: None
        return
    with click.progressbar(length=games, label="games", file=sys.stderr, show_pos=True) as bar:
        yield bar.update
