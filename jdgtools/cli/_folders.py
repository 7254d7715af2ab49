"""The option of every command that reads a project: where its links may lead."""

from __future__ import annotations

from pathlib import Path

import click

allow_folder = click.option(
    "--allow-folder", "folders", multiple=True, metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Follow links of the project into this folder, too; may be repeated.",
)  # fmt: skip
