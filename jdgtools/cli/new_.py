"""`jdg new`: a small battle to start from, which checks and builds at once."""

from __future__ import annotations

import json
from pathlib import Path

import click

from jdgtools.cli.output import echo


@click.command("new")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--series", "series_id", required=True, help="Game series, e.g. jdg, afe, mpbs.")
@click.option("--title", default="", help="Title of the battle. [default: made from the folder's name]")
@click.option(
    "--format", "style", type=click.Choice(["text", "json"]), default="text", help="Form of the answer."
)
def command(folder: Path, series_id: str, title: str, style: str) -> None:
    """Make a new battle project in FOLDER, which must not exist or be empty.

    The project is a complete little battle of the series with comments; change it piece by piece
    and run `jdg check` as often as you like.
    """
    from jdgtools import new_project

    files = new_project(folder, series_id, title)
    if style == "json":
        echo(json.dumps({"folder": folder.as_posix(), "files": files}, indent=2, ensure_ascii=False))
        return
    echo(f"{folder}: a new battle in {len(files)} files")
    for name in files:
        echo(f"  {name}")
    echo(f"next: jdg check {folder}   then: jdg build {folder}")
