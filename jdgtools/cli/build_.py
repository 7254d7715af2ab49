"""`jdg build`: everything that a battle can become, in one folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jdgtools.cli._build_options import chosen_values, exporter_names, switches
from jdgtools.cli._folders import (
    allow_folder,
    former_builds,
    output_folder,
    output_option,
    warn_of_half_edit,
)
from jdgtools.cli.output import echo
from jdgtools.collector import collector_paused
from jdgtools.errors import ExitCode
from jdgtools.render.sheets.settings import PRESETS

if TYPE_CHECKING:
    from jdgtools import BuildResult, Loaded
    from jdgtools.exporters.base import Exporter
    from jdgtools.publication import Product


@click.command("build")
@click.argument("battle", type=click.Path(path_type=Path))
@output_option
@click.option(
    "--language", default="", help="Language of printed texts, e.g. fr. [default: the battle's own]"
)
@click.option("--only", multiple=True, help=f"Make only this: {exporter_names()}. May be repeated.")
@click.option(
    "--print",
    "print_file",
    help=f"Print settings: a file, or {', '.join(PRESETS)}. [default: print.yaml of the project]",
)
@click.option(
    "--no-cache",
    is_flag=True,
    help="Make everything anew and keep nothing. [default: what has not changed is taken from the cache]",
)
@click.option(
    "--format", "style", type=click.Choice(["text", "json"]), default="text", help="Form of the answer."
)
@allow_folder
@click.option("-q", "--quiet", is_flag=True, help="Say nothing unless something is wrong.")
@collector_paused()
def command(
    battle: Path,
    output: Path | None,
    language: str,
    only: tuple[str, ...],
    print_file: str | None,
    no_cache: bool,
    style: str,
    folders: tuple[Path, ...],
    quiet: bool,
    **switch_values: Any,
) -> int:
    """Build the battle in the folder BATTLE: maps, counters, player aids, VASSAL module, packages.

    The battle is checked first. With errors only what `--only` names is drawn, as far as it is understood and
    marked as a draft: map, counters, player aids. Modules and packages need a battle without errors.
    """
    from jdgtools import build, check
    from jdgtools.building import worker_pool
    from jdgtools.cache import Cache, user_cache
    from jdgtools.cli._printing import read_print_settings
    from jdgtools.exporters.option import OptionRefused
    from jdgtools.untrusted.files import allow_folders

    parts = _chosen_exporters(only)
    allow_folders(folders)
    cache = Cache(None) if no_cache else user_cache()
    pool = click.get_current_context().with_resource(worker_pool(parts))
    warn_of_half_edit(battle)
    loaded = check(battle, cache=cache)
    live = style == "text" and not quiet
    is_draft = loaded.report.has_errors or loaded.battle is None
    code = ExitCode.OK
    if is_draft:
        as_draft = bool(only) and all(part.bears_errors for part in parts)
        code = _show_errors(loaded, style, as_draft)
        if loaded.battle is None or not as_draft:
            return code
    assert loaded.battle is not None
    if live and not is_draft:
        _tell_warnings(loaded, battle)
    printing = read_print_settings(print_file) if print_file is not None else None
    folder = output_folder(output, battle, loaded.battle.id)
    if not quiet:
        _warn_of_unfinished(folder)
    try:
        result = build(
            loaded,
            folder,
            progress=_tell_progress if live else None,
            cache=cache,
            pool=pool,
            language=language,
            only=only,
            printing=printing,
            **chosen_values(switch_values),
        )
    except OptionRefused as error:
        raise click.BadParameter(error.reason, param_hint=error.flag) from None
    if style == "json":
        echo((folder / "build-report.json").read_text(encoding="utf-8"), nl=False)
        return code
    if live:
        _show_result(result, folder, is_draft, chosen_folder=output is not None)
    return code


command.params[4:4] = switches()


def _chosen_exporters(only: tuple[str, ...]) -> tuple[Exporter, ...]:
    """Return the exporters that `--only` names, all without it; say which installed ones are broken.

    Raises:
        click.BadParameter: an unknown name.
    """
    from jdgtools.exporters.registry import UnknownExporter, broken_exporters, choose_exporters

    try:
        parts = choose_exporters(only)
    except UnknownExporter as error:
        raise click.BadParameter(str(error), param_hint="--only") from None
    for problem in broken_exporters():
        echo(f"warning: {problem}", err=True)
    return parts


def _tell_warnings(loaded: Loaded, battle: Path) -> None:
    if number := loaded.report.counts.warnings:
        plural = "s" if number > 1 else ""
        echo(f"{number} warning{plural}; `jdg check {battle}` shows them", err=True)


def _tell_progress(what: str, number: int, total: int) -> None:
    echo(f"[{number}/{total}] {what}", err=True)


def _warn_of_unfinished(folder: Path) -> None:
    """Say which files of the folder do not fit its report: an earlier build ended half way."""
    from jdgtools.publication import unfinished_files

    if stale_names := unfinished_files(folder):
        echo(
            f"warning: {folder} holds an unfinished build, its report does not fit {', '.join(stale_names)}",
            err=True,
        )


def _show_errors(loaded: Loaded, style: str, as_draft: bool) -> ExitCode:
    """Show why the battle is no more than a draft, and what could be drawn of it; return the exit code."""
    from jdgtools.checks.run import CHECK_FAILED
    from jdgtools.diagnostics.formats import render
    from jdgtools.exporters.registry import choose_exporters

    if style == "text" or not as_draft:
        echo(render(loaded.report, loaded.sources.lines, style), nl=False, err=style == "text")
    if loaded.battle is None or not as_draft:
        drawable = " or ".join(f"`--only {part.name}`" for part in choose_exporters(()) if part.bears_errors)
        drafts = "" if loaded.battle is None else f", or draw it as far as it goes with {drawable}"
        echo(f"nothing was built: mend the errors first{drafts}", err=True)
    return ExitCode.INTERNAL if loaded.report.of(CHECK_FAILED) else ExitCode.BATTLE_ERRORS


def _show_result(result: BuildResult, folder: Path, is_draft: bool, chosen_folder: bool) -> None:
    """Show what was written, what a format could not express, and which pieces are new."""
    for loss in result.losses:
        position = f"{loss.place}: " if loss.place else ""
        echo(f"{position}note: {loss.exporter}: {loss.subject}: {loss.message}", err=True)
    if (pieces := result.pieces) is not None:
        changes = {"added": pieces.additions, "changed": pieces.changes, "removed": pieces.removals}
        for what, keys in changes.items():
            if keys:
                echo(f"pieces {what} since vassal-ids.json: {', '.join(keys)}", err=True)
    note = ", drafts of a battle with errors" if is_draft else ""
    echo(f"{folder}{'/' if str(folder)[-1:] not in '/' else ''}{note}")
    sizes = _sizes(folder, result.products)
    width = max(map(len, sizes))
    for name, size in sizes.items():
        echo(f"  {name:<{width}}  {_size(size):>9}")
    if not chosen_folder and (others := former_builds(folder)):
        names = ", ".join(others)
        echo(f"note: {folder.parent} also holds what was built under another id: {names}", err=True)
    if result.lock is not None:
        echo(f"{result.lock}: numbers of the pieces", err=True)


def _sizes(folder: Path, products: Iterable[Product]) -> dict[str, int]:
    """Return the files of a build with their sizes; those of a folder in it together."""
    sizes: dict[str, int] = {}
    for product in products:
        parts = product.path.relative_to(folder).parts
        name = parts[0] if len(parts) == 1 else f"{parts[0]}/"
        sizes[name] = sizes.get(name, 0) + product.size
    return sizes


def _size(size: int) -> str:
    for unit in ("B", "kB", "MB"):
        if size < 1000 or unit == "MB":
            return f"{size:.1f} {unit}" if unit == "MB" else f"{size:.0f} {unit}"
        size /= 1000  # type: ignore[assignment]
    raise AssertionError
