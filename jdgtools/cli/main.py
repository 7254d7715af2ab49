"""The command group and what all commands share: exit codes, errors, lazy loading."""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from typing import Any

import click

from jdgtools import __version__
from jdgtools.errors import ExitCode, JdgError

COMMANDS = {
    "new": "Make a new battle project.",
    "check": "Check a battle and explain every mistake in it.",
    "build": "Build maps, counters, module and packages of a battle.",
    "import": "Turn a VASSAL module into a battle project.",
    "explain": "Explain a diagnostic code.",
    "info": "Show what a battle contains.",
    "query": "Ask about sight, paths, reach and neighbours on a map.",
}
"""Command -> its line in the help; the module of that name in this package is loaded when it runs."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, so that `jdg --help` is instant."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands, in the order of a designer's work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"jdgtools.cli.{cmd_name}_")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, with "did you mean" for a misspelt command."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from jdgtools.model.context import closest

            near = closest(args[0], COMMANDS) if args else []
            if not near:
                raise
            raise click.UsageError(f"{error.format_message()} Did you mean '{near[0]}'?", ctx) from None


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, "-V", "--version", message="jdg %(version)s")
def main() -> None:
    """The compiler for hex-and-counter battles.

    A battle is a folder of text files and a spreadsheet. `jdg check` says what is wrong with it,
    `jdg build` turns it into a map and counters to print, a VASSAL module and an engine package.
    """


def run(args: list[str] | None = None) -> None:
    """Runs the command and ends the process with its exit code; no traceback reaches the user."""
    # A short life with many objects and hardly any cycles: looking for these is not worth the time.
    gc.set_threshold(100_000, 50, 50)
    try:
        result: Any = main(args=args, standalone_mode=False)
        code = int(result) if isinstance(result, int) else ExitCode.OK
    except click.exceptions.Exit as error:
        code = error.exit_code
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        code = ExitCode.INTERRUPTED
        _leave_workers(code)
    except JdgError as error:
        click.echo(f"jdg: {error}", err=True)
        code = error.code
    except BrokenPipeError:
        # The reader of our output went away (`| head`): that is no error of ours.
        sys.stderr.close()
        code = ExitCode.OK
    except Exception as error:  # the last resort: a defect of ours must not end in a traceback
        import os

        if os.environ.get("JDG_DEBUG"):
            raise
        click.echo(
            f"jdg: a defect of jdgtools: {type(error).__name__}: {error}\n"
            "Nothing was left half written. Please report it; JDG_DEBUG=1 shows where it happened.",
            err=True,
        )
        code = ExitCode.INTERNAL
    if args is None:
        _end(code)
    sys.exit(code)


def _end(code: int) -> None:
    """Ends the process at once when its output is out: taking many objects to pieces serves nobody."""
    import os
    import threading

    if threading.active_count() > 1:
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):  # closed by whoever read it
        return
    os._exit(code)


def _leave_workers(code: int) -> None:
    """Ends the process at once if worker threads are busy: Python would wait for them, up to many seconds."""
    import os
    import threading

    if threading.active_count() > 1:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
