"""`jdg fmt`: pictures and tables of a battle aligned; nothing is sorted, no comment is lost."""

from __future__ import annotations

from pathlib import Path

import click

from jdgtools.cli.output import echo
from jdgtools.errors import ExitCode


@click.command("fmt")
@click.argument("battles", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; exit code 1 where a file would change."
)
@click.option(
    "--upgrade", "with_upgrade", is_flag=True, help="Replace words of older versions of the format."
)
def command(battles: tuple[Path, ...], only_check: bool, with_upgrade: bool) -> int:
    """Lay out the source files of the battles in the folders BATTLES.

    Pictures of the map stand in columns, rows of CSV tables have as many cells as the header, lines
    end alike.
    What a file says stays the same. `jdg refactor undo` takes it back.
    """
    from jdgtools.cache import user_cache
    from jdgtools.desk import Session
    from jdgtools.desk.formatting import format_texts, upgrade

    has_changes = has_errors = False
    for battle in battles:
        # Without a history nothing is written, nor what a killed command has left taken back.
        session = Session(battle, user_cache(), history=not only_check)
        for path in session.documents.unreadable:
            has_errors = True
            echo(f"{battle}/{path} cannot be read and stays as it is; `jdg check` says why", err=True)
        edits = [upgrade(session.documents)] if with_upgrade else []
        for edit in edits:
            if edit:
                has_changes = True
                echo(f"{battle}: {edit.title}")
                if not only_check:
                    session.commit(edit, session.digest)
        edit = format_texts(session.documents)
        for path in edit.paths:
            lines = {
                session.documents[path].lines.line_and_column(c.start)[0]
                for c in edit.changes
                if c.path == path
            }
            verb = "would be" if only_check else "is"
            echo(f"{battle}/{path} {verb} laid out anew from line {min(lines)}")
        has_changes = has_changes or bool(edit)
        if edit and not only_check:
            session.commit(edit, session.digest)
    if not has_changes and not has_errors:
        echo("nothing to change")
    return ExitCode.BATTLE_ERRORS if has_errors or (has_changes and only_check) else ExitCode.OK
