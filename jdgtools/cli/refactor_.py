"""`jdg refactor`: other ids, other numbers, another size or turn of the map, in all files or in none."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jdgtools.cli._folders import half_edit
from jdgtools.cli.output import echo
from jdgtools.errors import ExitCode

if TYPE_CHECKING:
    from jdgtools.desk import Edit, Session
    from jdgtools.desk.refactor import GridChange
    from jdgtools.hexgrid import HexGrid

_BATTLE = click.argument("battle", type=click.Path(path_type=Path, exists=True))
_DRY_RUN = click.option("--dry-run", is_flag=True, help="Show every line that would change; write nothing.")
_FILL = click.option("--terrain", help="Terrain of new hexes.  [default: the first of the legend]")
_NEW_NUMBERS = click.option(
    "--new-numbers", is_flag=True, help="Count from the new first hex; without it every hex keeps its number."
)


@click.group("refactor")
def command() -> None:
    """Change one thing of a battle wherever it is written.

    Only the characters that say it change, in all files or in none. What cannot be carried over is refused
    before anything is written. `jdg refactor undo` takes the last change back.
    """


def _sides(function: Callable[..., Any]) -> Callable[..., Any]:
    for side in ("west", "south", "east", "north"):
        text = f"Rows at the {side}." if side in ("north", "south") else f"Columns in the {side}."
        function = click.option(f"--{side}", type=click.IntRange(0, 300), default=0, help=text)(function)
    return function


@command.command("rename", short_help="Give a unit, place, command … another id.")
@_BATTLE
@click.argument("old")
@click.argument("new")
@click.option("--kind", help="What it is, where several things have the id: unit, place, region …")
@_DRY_RUN
def rename(battle: Path, old: str, new: str, kind: str | None, dry_run: bool) -> int:
    """Give what has the id OLD the id NEW, where it is defined and wherever it is mentioned."""
    from jdgtools.desk import operations
    from jdgtools.desk.mentions import mentions
    from jdgtools.errors import InputRefused
    from jdgtools.model.closest import closest

    session = _session(battle)
    kinds = sorted({m.kind for m in mentions(session.documents) if m.id == old and m.definition})
    if kind is None and len(kinds) > 1:
        raise click.UsageError(f"`{old}` is the id of several things; say which: --kind {' or '.join(kinds)}")
    if not kinds and not kind and not session.documents.sheets:
        near = closest(old, sorted({one.id for one in mentions(session.documents) if one.definition}))
        hint = f"; did you mean {' or '.join(f'`{one}`' for one in near)}?" if near else ""
        raise InputRefused(f"nothing in this project has the id `{old}`{hint}")
    return _write(
        session, operations.rename(session.documents, kind or next(iter(kinds), "unit"), old, new), dry_run
    )


@command.command("renumber", short_help="Give the hexes other numbers.")
@_BATTLE
@click.option("--first-column", type=int, help="Number of the first column.")
@click.option("--first-row", type=int, help="Number of the first row.")
@click.option("--digits", type=click.IntRange(1, 4), help="Digits of each number.")
@click.option("--order", type=click.Choice(["column-row", "row-column"]), help="Which number comes first.")
@click.option("--letters", type=click.Choice(["none", "column", "row", "both"]), help="What is in letters.")
@click.option("--separator", help="Text between the two parts.")
@click.option("--leading-zeros/--no-leading-zeros", default=None, help="Whether numbers are padded.")
@click.option("--descending-columns/--ascending-columns", default=None, help="Count from right to left.")
@click.option("--descending-rows/--ascending-rows", default=None, help="Count from bottom to top.")
@_DRY_RUN
def renumber(battle: Path, dry_run: bool, **numbering: Any) -> int:
    """Give every hex the number that another numbering gives it."""
    from msgspec.structs import replace

    from jdgtools.desk import refactor

    values = {key: value for key, value in numbering.items() if value is not None}
    if values.get("letters") == "none":
        values["letters"] = None
    return _change(battle, lambda grid: refactor.renumber(grid, replace(grid.numbering, **values)), dry_run)


@command.command("extend", short_help="Add rows and columns to the map.")
@_BATTLE
@_sides
@_FILL
@_NEW_NUMBERS
@_DRY_RUN
def extend(battle: Path, terrain: str | None, new_numbers: bool, dry_run: bool, **sides: int) -> int:
    """Add rows and columns at the edges of the map."""
    from jdgtools.desk import refactor

    return _change(battle, lambda grid: refactor.extend(grid, sides, not new_numbers), dry_run, terrain)


@command.command("crop", short_help="Cut rows and columns off the map.")
@_BATTLE
@_sides
@_NEW_NUMBERS
@_DRY_RUN
def crop(battle: Path, new_numbers: bool, dry_run: bool, **sides: int) -> int:
    """Cut rows and columns off the edges of the map; refused while something names one of their hexes."""
    from jdgtools.desk import refactor

    return _change(battle, lambda grid: refactor.crop(grid, sides, not new_numbers), dry_run)


@command.command("mirror", short_help="Let left and right change places.")
@_BATTLE
@_DRY_RUN
def mirror(battle: Path, dry_run: bool) -> int:
    """Let left and right of the map change places, facings and edges too."""
    from jdgtools.desk import refactor

    return _change(battle, refactor.mirror, dry_run)


@command.command("turn", short_help="Turn the map upside down.")
@_BATTLE
@_DRY_RUN
def turn(battle: Path, dry_run: bool) -> int:
    """Turn the map by half a turn, facings and edges too."""
    from jdgtools.desk import refactor

    return _change(battle, refactor.turn, dry_run)


@command.command("pointy", short_help="Make flat-topped hexes pointed ones.")
@_BATTLE
@_DRY_RUN
def pointy(battle: Path, dry_run: bool) -> int:
    """Turn a map of flat-topped hexes a quarter clockwise, so that they are pointed at the top."""
    from jdgtools.desk import refactor

    return _change(battle, lambda grid: refactor.quarter_turn(grid, "pointy"), dry_run)


@command.command("flat", short_help="Make pointed hexes flat-topped ones.")
@_BATTLE
@_DRY_RUN
def flat(battle: Path, dry_run: bool) -> int:
    """Turn a map of pointed hexes a quarter counterclockwise, so that they are flat at the top."""
    from jdgtools.desk import refactor

    return _change(battle, lambda grid: refactor.quarter_turn(grid, "flat"), dry_run)


@command.command("shift", short_help="Move the setup of a scenario.")
@_BATTLE
@click.argument("steps", nargs=-1, required=True)
@click.option("--scenario", required=True, help="Whose setup moves.")
@click.option("--side", help="Move the pieces of this side alone.")
@_DRY_RUN
def shift(battle: Path, steps: tuple[str, ...], scenario: str, side: str | None, dry_run: bool) -> int:
    """Move all pieces of a setup by STEPS such as `2NE S`: so many hexes over these hexsides."""
    from jdgtools.desk.refactor import shift_setup

    session = _session(battle)
    return _write(session, shift_setup(session.documents, scenario, steps, side), dry_run)


@command.command("split", short_help="Make a new formation of some units of another.")
@_BATTLE
@click.argument("formation")
@click.argument("new")
@click.argument("units", nargs=-1, required=True)
@click.option("--name", default="", help="Name of the new formation.  [default: its id]")
@click.option("--leader", default="", help="Its leader.  [default: that of the other]")
@_DRY_RUN
def split(
    battle: Path, formation: str, new: str, units: tuple[str, ...], name: str, leader: str, dry_run: bool
) -> int:
    """Make a formation with the id NEW of UNITS that belong to FORMATION, and like it in all else."""
    from jdgtools.desk.refactor import split_formation

    session = _session(battle)
    edit = split_formation(session.documents, formation, new, units, name, leader)
    return _write(session, edit, dry_run)


@command.command("remove", short_help="Take a unit out of the battle.")
@_BATTLE
@click.argument("unit")
@_DRY_RUN
def remove(battle: Path, unit: str, dry_run: bool) -> int:
    """Take UNIT out of the order of battle, and out of every file that speaks of it.

    EditRefused while something is about it alone, such as an award.
    """
    from jdgtools.desk import operations

    session = _session(battle)
    return _write(session, operations.remove_unit(session.documents, unit), dry_run)


@command.command("merge", short_help="Give the units of a formation to another.")
@_BATTLE
@click.argument("formation")
@click.argument("into")
@_DRY_RUN
def merge(battle: Path, formation: str, into: str, dry_run: bool) -> int:
    """Give the units of FORMATION to the formation INTO; refused while something else names it."""
    from jdgtools.desk.refactor import merge_formations

    session = _session(battle)
    return _write(session, merge_formations(session.documents, formation, into), dry_run)


@command.command("scale", short_help="Let hexes or strength points stand for something else.")
@_BATTLE
@click.option("--hex-metres", type=click.IntRange(1, 100_000), help="Metres between opposite hexsides.")
@click.option("--level-metres", type=click.IntRange(1, 1000), help="Metres of a level.")
@click.option("--strength", metavar="FACTOR", help="Multiply all strengths, such as 2 or 1/2.")
@_DRY_RUN
def scale(
    battle: Path, hex_metres: int | None, level_metres: int | None, strength: str | None, dry_run: bool
) -> int:
    """Let a hex, a level or a strength point stand for something else; nothing moves on the map."""
    from jdgtools.desk.refactor import scale_map, scale_strengths
    from jdgtools.desk.refactor.prose import strength_in_prose
    from jdgtools.desk.text_edit import join_edits

    session = _session(battle)
    edits, remarks = [], list[str]()
    if hex_metres is not None or level_metres is not None:
        edits.append(scale_map(session.documents, hex_metres, level_metres))
    if strength is not None:
        edits.append(scale_strengths(session.documents, _factor(strength)))
        remarks = strength_in_prose(session.documents)
    if not edits:
        raise click.UsageError("say what changes: --hex-metres, --level-metres or --strength")
    code = _write(session, join_edits(", ".join(edit.title for edit in edits), edits), dry_run)
    _show_remarks(remarks)
    return code


def _factor(text: str) -> Fraction:
    """Return a factor such as `2`, `1/2` or `0.75`.

    Raises:
        click.BadParameter: it is none.
    """
    from jdgtools.desk.operations import EditRefused
    from jdgtools.desk.refactor import factor_of

    try:
        return factor_of(text)
    except EditRefused as error:
        raise click.BadParameter(str(error), param_hint="--strength") from None


@command.command("undo", short_help="Take the last change of the desk back.")
@_BATTLE
def undo(battle: Path) -> int:
    """Take back the last change that a command or the page has written."""
    title = half_edit(battle)
    session = _session(battle)
    if title is not None:  # the session has taken back what was written of it: that was the last change
        echo(f"undone: {title}, which had ended before all its files were written")
        return ExitCode.OK
    edit = session.undo()
    echo("there is nothing to undo" if edit is None else f"undone: {edit.title}")
    return ExitCode.OK


def _session(battle: Path) -> Session:
    from jdgtools.cache import user_cache
    from jdgtools.desk import Session

    return Session(battle, user_cache())


def _change(
    battle: Path, make: Callable[[HexGrid], GridChange], dry_run: bool, terrain: str | None = None
) -> int:
    """Carry a battle over to another grid."""
    from jdgtools.desk.operations import EditRefused
    from jdgtools.desk.refactor import rewrite
    from jdgtools.desk.refactor.prose import numbers_in_prose

    session = _session(battle)
    grid = session.documents.grid
    if grid is None:
        raise EditRefused("the project has no map file that can be read; mend its errors first")
    change = make(grid)
    remarks = numbers_in_prose(session.documents, change)
    code = _write(session, rewrite(session.documents, change, terrain), dry_run)
    _show_remarks(remarks)
    return code


def _show_remarks(remarks: list[str]) -> None:
    if remarks:
        echo("numbers in texts for people are left as they are; look at:")
        echo("\n".join(f"  {remark}" for remark in remarks))


def _write(session: Session, edit: Edit, dry_run: bool) -> int:
    """Write an edit, or show its lines; say what it changes and what it makes wrong."""
    from jdgtools.desk import apply

    if not edit:
        echo("nothing changes")
        return ExitCode.OK
    before = session.loaded.report.counts
    texts, after = session.texts, apply(session.texts, edit)
    if dry_run:
        for path, text in sorted(after.items()):
            lines = (texts[path].splitlines(), text.splitlines())
            echo("\n".join(difflib.unified_diff(*lines, path, path, n=0, lineterm="")))
    for path in edit.paths:
        count = sum(change.path == path for change in edit.changes)
        echo(f"{path}: {count} {'place' if count == 1 else 'places'}")
    if dry_run:
        echo("nothing was written")
        return ExitCode.OK
    session.commit(edit, session.digest)
    echo(f"written: {edit.title}")
    report = session.loaded.report
    if report.counts.errors > before.errors or report.counts.warnings > before.warnings:
        from jdgtools.diagnostics.formats import render

        echo("the check says more than before:")
        echo(render(report, session.loaded.sources.lines, "text"), nl=False)
    return ExitCode.OK
