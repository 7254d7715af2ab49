"""A line for every captain: an exporter."""

from pathlib import Path

from jdgtools.exporters.base import Exporter
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.option import Option

FLAGS = Option("flags", 3, "Flags of a signal.", "int", low=1, high=9)


class Signals(Exporter):
    """signals.txt."""

    name = "signals"
    title = "signals"
    options = (FLAGS,)

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """One file."""
        return ("signals.txt",)

    def export(self, context: BuildContext, folder: Path) -> list:
        """A line each."""
        lines = [f"{x.id}: {'*' * context.options[FLAGS]}\n" for x in context.battle.leaders]
        (folder / "signals.txt").write_text("".join(lines), encoding="utf-8", newline="\n")
        return []


EXPORTER = Signals()
