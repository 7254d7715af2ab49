"""`jdg watch`: the battle checked and drawn anew whenever one of its files changes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from jdgtools import JdgError
from jdgtools.cli._build_options import exporter_names
from jdgtools.cli._folders import (
    OUT,
    allow_folder,
    output_folder,
    output_option,
    project_folder,
    real_path,
    warn_of_half_edit,
)
from jdgtools.cli.output import echo
from jdgtools.errors import ExitCode
from jdgtools.loading.watching import is_source


class Round(Struct, frozen=True):
    """What is done after every change."""

    battle: Path
    output: Path | None
    """None = `out/ID` in the project."""
    only: tuple[str, ...]
    """Names of exporters."""
    language: str

    def run(self) -> None:
        """Check the battle and build what can be built of it, saying what is wrong."""
        from jdgtools import build, check
        from jdgtools.cache import user_cache
        from jdgtools.diagnostics.formats import render
        from jdgtools.exporters.registry import choose_exporters

        cache = user_cache()
        warn_of_half_edit(self.battle)
        loaded = check(self.battle, cache=cache)
        if loaded.report:
            echo(render(loaded.report, loaded.sources.lines, "text"), nl=False)
        if loaded.battle is None:
            echo("nothing was drawn")
            return
        parts = choose_exporters(self.only)
        names = tuple(part.name for part in parts if loaded.ok or part.bears_errors)
        if waiting := [part.name for part in parts if part.name not in names]:
            echo(f"left as it was until the errors are mended: {', '.join(waiting)}")
        if not names:
            return
        folder = output_folder(self.output, self.battle, loaded.battle.id)
        try:
            build(loaded, folder, cache=cache, language=self.language, only=names)
        except JdgError as error:
            echo(f"error: {error}")
            return
        as_draft = "" if loaded.ok else ", as drafts"
        echo(f"{folder}: {', '.join(names)}{as_draft}")


def watch(round_: Round, changes: Iterable[Any]) -> None:
    """Run a round at once, and another one after each change."""
    round_.run()
    echo("waiting for changes; Ctrl-C ends this")
    for _ in changes:
        echo("")
        round_.run()


@click.command("watch")
@click.argument("battle", type=click.Path(path_type=Path))
@output_option
@click.option(
    "--only",
    multiple=True,
    default=("map",),
    help=f"Make this: {exporter_names()}. May be repeated. [default: map]",
)
@click.option(
    "--language", default="", help="Language of printed texts, e.g. fr. [default: the battle's own]"
)
@allow_folder
def command(
    battle: Path, output: Path | None, only: tuple[str, ...], language: str, folders: tuple[Path, ...]
) -> int:
    """Check and draw the battle in the folder BATTLE, and again whenever one of its files changes.

    With errors it is drawn as far as it is understood, as a draft; modules and packages wait until there are
    none.
    """
    from watchfiles import watch as changes_of

    from jdgtools.exporters.registry import UnknownExporter, choose_exporters
    from jdgtools.untrusted.files import allow_folders

    try:
        choose_exporters(only)
    except UnknownExporter as error:
        raise click.BadParameter(str(error), param_hint="--only") from None
    if not battle.exists():
        raise click.BadParameter(f"there is no folder {battle}", param_hint="BATTLE")
    folder = project_folder(battle)
    allow_folders(folders)
    folder_of_output = real_path(output if output is not None else folder / OUT)

    project = real_path(folder)
    changes = changes_of(
        project,
        watch_filter=lambda _, path: is_source(Path(path), project, folder_of_output),
        raise_interrupt=False,
        debounce=100,
    )
    watch(Round(battle, output, only, language), changes)
    return ExitCode.OK
