"""The commands of `jdg` and their order in its help; each is imported only when it is called."""

from __future__ import annotations

from importlib import import_module

import click

from jdgtools import __version__

COMMANDS = {
    "new": "Make a new battle project.",
    "check": "Check a battle and explain every mistake in it.",
    "build": "Build maps, counters, module and packages of a battle.",
    "watch": "Check and draw a battle anew whenever a file of it changes.",
    "serve": "Show a battle in the browser, and edit it there.",
    "lsp": "Serve a text editor: mistakes, completion and more while you type.",
    "import": "Turn a VASSAL module into a battle project.",
    "explain": "Explain a diagnostic code.",
    "info": "Show what a battle contains.",
    "diff": "Show what two states of a battle have different.",
    "query": "Ask about sight, paths, reach and neighbours on a map.",
    "refactor": "Rename, renumber, extend, crop, mirror or turn a battle in all its files.",
    "fmt": "Align the pictures and tables of a battle.",
    "play": "Play a scenario on the terminal.",
    "simulate": "Play a scenario many times by machine, and count who wins.",
    "replay": "Play the log of a game again, and check it.",
    "engine-check": "List what the engine does not play of a scenario.",
}
"""Command -> its line in the help; the module of that name in this package is loaded when it runs."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, so that `jdg --help` is instant."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of a designer's work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command of a name; None when there is none."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"jdgtools.cli.{cmd_name.replace('-', '_')}_")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command as click does, with "did you mean" for a misspelt one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from jdgtools.model.closest import closest

            near = closest(args[0], COMMANDS) if args else []
            if not near:
                raise
            raise click.UsageError(f"{error.format_message()} Did you mean '{near[0]}'?", ctx) from None


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, "-V", "--version", message="jdg %(version)s")
def main() -> None:
    """Compile hex-and-counter battles.

    A battle is a folder of text files and a spreadsheet. `jdg check` says what is wrong with it,
    `jdg build` turns it into a map and counters to print, a VASSAL module and an engine package.
    """
