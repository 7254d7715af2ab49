"""`jdg diff`: what two states of a battle have different."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jdgtools.cli.output import echo, spare, write_text
from jdgtools.collector import collector_paused
from jdgtools.errors import ExitCode

if TYPE_CHECKING:
    from jdgtools.diff.origins import Origin


@click.command("diff")
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option(
    "--format", "style", type=click.Choice(["text", "markdown", "json", "html"]), default="text",
    help="Form of the answer; html is one page with both maps.",
)  # fmt: skip
@click.option("--scenario", "scenario_id", metavar="ID", help="This scenario alone. [default: all]")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="File to write to. [default: -]"
)
@click.option("--exit-code", is_flag=True, help="Exit with 1 if anything is different, as `git diff` does.")
@collector_paused()
def command(
    before: str, after: str, style: str, scenario_id: str | None, output: Path | None, exit_code: bool
) -> int:
    """Show what is different between the battles A and B, in the terms of the game.

    A and B are folders of a battle, packages (.jdgpkg), or folders at a revision of git: REV:FOLDER, such as
    v1.0:scenarios/my-battle. A battle with errors is compared as far as it is understood.
    Exit code 0: compared, whether or not they are equal; with --exit-code 1: something is different.
    """
    from jdgtools.cache import user_cache
    from jdgtools.diff.compare import compare
    from jdgtools.diff.origins import facts_of, read_origin
    from jdgtools.diff.texts import FORMATS

    if output is not None:
        spare(output, _objection)
    cache = user_cache()
    with ExitStack() as stack:
        first, second = (stack.enter_context(read_origin(name, cache)) for name in (before, after))
        difference = compare(*facts_of(first, second, scenario_id), (before, after))
        for origin in (first, second):
            _note_errors(origin)
        if style == "html":
            from jdgtools.diff.page import as_page

            text = as_page(difference, first.loaded, second.loaded)
        else:
            text = FORMATS[style](difference)
    if output is None:
        echo(text, nl=False)
    else:
        write_text(output, text)
    return ExitCode.BATTLE_ERRORS if exit_code and difference else ExitCode.OK


def _objection(head: bytes) -> str | None:
    """Say why a file is kept that an answer would replace: it is no answer, in whatever form."""
    text = head.decode("utf-8", "replace")
    is_answer = " → " in text.partition("\n")[0] or (" → " in text and text.startswith("<!doctype html>"))
    is_answer |= text.startswith('{\n  "before":')
    return None if is_answer else "it is no answer of `jdg diff`; name another file"


def _note_errors(origin: Origin) -> None:
    if origin.loaded is not None and (errors := origin.loaded.report.counts.errors):
        mistakes = "1 error" if errors == 1 else f"{errors} errors"
        echo(f"note: {origin.name} has {mistakes}; what they hide is not compared", err=True)
