"""`jdg new`: a small battle to start from, which checks and builds at once."""

from __future__ import annotations

import json
from pathlib import Path

import click

from jdgtools.cli.output import echo


@click.command("new")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--series", "series_id", default="", help="Game series, e.g. jdg, afe, mpbs.")
@click.option("--title", default="", help="Title of the battle. [default: made from the folder's name]")
@click.option("--size", metavar="CxR", default="", help="Columns and rows of the map, e.g. 24x18.")
@click.option(
    "--languages", default="", help="Languages of the texts, e.g. en,fr; the first is the battle's own."
)
@click.option("--sides", default="", help="Ids of the two sides, e.g. british,french.")
@click.option("--map", "kind", default="", help="Map to start from: empty, ragged, coast or river.")
@click.option("--blank", is_flag=True, help="Without units, or with the least that the series asks for.")
@click.option(
    "--like",
    default="",
    metavar="BATTLE",
    help="Copy this battle: one that comes with jdgtools, e.g. rolica-1808, or a folder.",
)
@click.option(
    "--format", "style", type=click.Choice(["text", "json"]), default="text", help="Form of the answer."
)
def command(
    folder: Path,
    series_id: str,
    title: str,
    size: str,
    languages: str,
    sides: str,
    kind: str,
    blank: bool,
    like: str,
    style: str,
) -> None:
    """Make a new battle project in FOLDER, which must not exist or be empty.

    With --series alone it is the teaching battle of the series, with every feature of the format once.
    With a size, languages, sides or a map it is a small battle of that kind; with --like a copy of another.
    It checks and builds at once; change it piece by piece and run `jdg check` as often as you like.
    """
    from jdgtools import new_project

    if not series_id and not like:
        raise click.UsageError("Missing option '--series', or '--like'.")
    files = new_project(
        folder,
        series_id,
        title,
        size=size,
        languages=_names(languages),
        sides=_names(sides),
        map=kind,
        blank=blank,
        like=like,
    )
    if style == "json":
        echo(json.dumps({"folder": folder.as_posix(), "files": files}, indent=2, ensure_ascii=False))
        return
    echo(f"{folder}: a new battle in {len(files)} files")
    for name in files:
        echo(f"  {name}")
    echo(f"next: jdg check {folder}   then: jdg build {folder}")


def _names(value: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in value.split(",") if name.strip())
