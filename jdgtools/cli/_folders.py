"""The folders of commands: where links of a project may lead, where a build writes."""

from __future__ import annotations

import os
from pathlib import Path

import click

from jdgtools.cli.output import echo
from jdgtools.errors import OutputFailed

allow_folder = click.option(
    "--allow-folder", "folders", multiple=True, metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Follow links of the project into this folder, too; may be repeated.",
)  # fmt: skip

output_option = click.option(
    "-o", "--output", type=click.Path(path_type=Path),
    help="Folder to write to. [default: out/ID in the project]",
)  # fmt: skip

OUT = "out"
"""Folder of the project in which builds are written unless the user says otherwise, one for each id."""


def project_folder(battle: Path) -> Path:
    """Return the folder of the project that BATTLE names: the folder itself, or a file in it."""
    return battle if battle.is_dir() else battle.parent


def output_folder(output: Path | None, battle: Path, battle_id: str) -> Path:
    """Return the folder that a build writes to: what the user chose, else one in the project.

    Args:
        output: what the user chose.
        battle: what the user called the battle: its folder, or a file in it.
        battle_id: id of the battle.

    Raises:
        OutputFailed: the project itself leads the build out of its folder, by a link or by the id.
    """
    if output is not None:
        return output
    project = project_folder(battle)
    folder = project / OUT / battle_id
    if not real_path(folder).is_relative_to(real_path(project) / OUT):
        raise OutputFailed(f"{folder} leads out of the project; name a folder to write to with `-o`")
    return folder


def real_path(path: Path) -> Path:
    """Return a path with its links followed as far as they lead; one in a circle stays as it is."""
    return Path(os.path.realpath(path))


def half_edit(battle: Path) -> str | None:
    """Return the title of an edit that ended between two of its files; None where there is none.

    Args:
        battle: what the user called the battle: its folder, or a file in it.
    """
    from jdgtools.cache import history_file, user_folder

    cache, project = user_folder(), project_folder(battle)
    try:
        if cache is None or not history_file(project, cache).exists():
            return None  # nothing more need be imported
    except OSError:  # a name that is too long
        return None
    from jdgtools.desk.history import half_written_edit

    return half_written_edit(project, cache)


def warn_of_half_edit(battle: Path) -> None:
    """Say that the files of a project are of two states, if an edit ended between two of them."""
    if title := half_edit(battle):
        echo(
            f"warning: “{title}” ended before all its files were written; "
            f"`jdg refactor undo {battle}` takes it back",
            err=True,
        )


def former_builds(folder: Path) -> list[str]:
    """Return the names of folders beside a build in the project that hold builds of other ids, sorted."""
    from jdgtools.publication import REPORT

    outputs = folder.parent
    if outputs.name != OUT:
        return []
    reports = outputs.glob(f"*/{REPORT}")
    return sorted(path.parent.name for path in reports if path.parent != folder)
