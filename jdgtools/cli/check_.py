"""`jdg check`: every mistake of a battle, explained."""

from __future__ import annotations

from pathlib import Path

import click

from jdgtools.cli._folders import allow_folder, warn_of_half_edit
from jdgtools.cli.output import echo
from jdgtools.collector import collector_paused
from jdgtools.errors import ExitCode


@click.command("check")
@click.argument("battles", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--format", "style", type=click.Choice(["text", "json", "sarif", "github"]), default="text",
    help="Text for people, JSON and SARIF for programs, annotations for GitHub.",
)  # fmt: skip
@click.option(
    "--strict-charts", is_flag=True, help="Warn where a battle relies on house values of the charts."
)
@click.option(
    "--show-accepted",
    is_flag=True,
    help="List what the battle allows and accepts, with the reasons; JSON and SARIF always do.",
)
@click.option(
    "--series", "series_id", metavar="ID",
    help="Audit a game series instead of battles: its words, statements, charts, codes and hooks.",
)  # fmt: skip
@allow_folder
@click.option("--strict", is_flag=True, help="Warnings count as errors for the exit code.")
@collector_paused()
def command(
    battles: tuple[Path, ...],
    style: str,
    strict_charts: bool,
    show_accepted: bool,
    series_id: str | None,
    folders: tuple[Path, ...],
    strict: bool,
) -> int:
    """Check the battles in the folders BATTLES, or the series of --series.

    All problems are reported in one run: place, what was found, what is expected, the rule.
    Exit code 0: no error. 1: at least one error. 5: a check failed, which is a defect of jdgtools or of a
    series plug-in.
    """
    from jdgtools import Report, audit_series, check
    from jdgtools.cache import user_cache
    from jdgtools.checks.run import CHECK_FAILED
    from jdgtools.diagnostics.formats import render
    from jdgtools.source.project import Sources
    from jdgtools.untrusted.files import allow_folders

    if (series_id is None) == (not battles):
        raise click.UsageError("name the folders of battles, or one series with --series")
    allow_folders(folders)
    whole, sources, cache = Report(), Sources(), user_cache()
    if series_id is not None:
        whole = audit_series(series_id, sources)
    for battle in battles:
        warn_of_half_edit(battle)
        loaded = check(battle, strict_charts=strict_charts, cache=cache)
        whole.include(loaded.report)
        sources.include(loaded.sources)
    echo(render(whole, sources.lines, style), nl=False)
    if show_accepted and style == "text":
        from jdgtools.diagnostics.formats.acceptances import accepted_text

        echo(f"\n{accepted_text(whole)}", nl=False)
    if whole.of(CHECK_FAILED):
        return ExitCode.INTERNAL
    bad = whole.has_errors or (strict and whole.counts.warnings > 0)
    return ExitCode.BATTLE_ERRORS if bad else ExitCode.OK
