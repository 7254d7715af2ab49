"""The folders of commands: where links of a project may lead, where a build writes."""

from __future__ import annotations

from pathlib import Path

import click

allow_folder = click.option(
    "--allow-folder", "folders", multiple=True, metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Follow links of the project into this folder, too; may be repeated.",
)  # fmt: skip

OUT = Path("out")
"""Where builds are written unless the user says otherwise, a folder for each battle."""


def output_folder(output: Path | None, battle_id: str) -> Path:
    """Return the folder that a build writes to: what the user chose, else one below `OUT`."""
    return output if output is not None else OUT / battle_id
