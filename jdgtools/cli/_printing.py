"""What `jdg build` reads beside the battle: a file of print settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from jdgtools.cli.output import echo
from jdgtools.errors import ExitCode

if TYPE_CHECKING:
    from jdgtools.render.sheets import PrintSettings


def read_print_settings(name: str) -> PrintSettings:
    """Return the settings of a preset or a file.

    Raises:
        click.BadParameter: there is no such file.
        click.exceptions.Exit: the file has errors; they have been printed.
    """
    from jdgtools.diagnostics.formats import render
    from jdgtools.loading import read_print_file
    from jdgtools.render.sheets import PRESETS

    if name in PRESETS:
        return PRESETS[name]
    path = Path(name)
    if not path.is_file():
        names = ", ".join(PRESETS)
        raise click.BadParameter(f"there is no file {name}; presets: {names}", param_hint="--print")
    settings, report, sources = read_print_file(path)
    if settings is None or report.has_errors:
        echo(render(report, sources.lines, "text"), nl=False, err=True)
        raise click.exceptions.Exit(ExitCode.BATTLE_ERRORS)
    return settings
