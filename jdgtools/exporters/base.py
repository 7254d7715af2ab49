"""What an exporter is: it makes one product of a battle, such as the map or the VASSAL module.

`registry` finds exporters, ours and those of other packages; `jdgtools.building` runs them with a
`context.BuildContext` each; `option` is how they say what a user may choose. `docs/new-exporter.md` builds
one file by file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

if TYPE_CHECKING:
    from jdgtools.exporters.context import BuildContext
    from jdgtools.exporters.option import Option
    from jdgtools.exporters.options import BuildOptions


class Loss(Struct, frozen=True):
    """Something that an output format cannot express, or that was simplified."""

    exporter: str
    subject: str
    """What is concerned, e.g. `unit 1-70`."""
    message: str
    place: str = ""
    """Where the project says it, e.g. `map.yaml:81:14`; empty = in no single place."""


class Exporter(ABC):
    """Writes one product.

    `export` runs in a thread of its own, beside other exporters; it writes only the files that `outputs`
    names, into `folder`, and raises nothing for a battle that passed the checks.
    """

    name: ClassVar[str]
    """Short name, for `--only`; that of its entry point."""
    title: ClassVar[str]
    """What it makes, for the progress display."""
    options: ClassVar[tuple[Option[Any], ...]] = ()
    """All options that it reads. One that several exporters read is the same object in each."""
    request: ClassVar[Option[Any] | None] = None
    """The option that asks for it; None = it runs whenever the user names no exporters."""
    replaced_by_import: ClassVar[bool] = True
    """Whether a project that brings its own module has no need of it, unless it is named."""
    bears_errors: ClassVar[bool] = False
    """Whether it draws a battle with errors as far as that is understood, and writes `BuildContext.draft` on
    its sheets. Where it does not, the battle is built without errors or not at all."""
    in_worker: ClassVar[bool] = False
    """Whether it may run in the worker, because it shares nothing with others but the drawn map. It
    must be picklable; what it puts into `BuildContext.notes` comes back from there."""
    on_drawn_map: ClassVar[bool] = False
    """Whether it shows the map, which the worker draws before its other work unless an earlier build has."""
    uses_drawing: ClassVar[bool] = False
    """Whether it takes parts of that drawing (`exporters.map.drawn_map`), which stays in its process: it says
    all three."""
    preload: ClassVar[tuple[str, ...]] = ()
    """Modules that the worker imports while the battle is still being read."""

    @abstractmethod
    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return the names of the files that it writes for this battle with these options."""

    @abstractmethod
    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write the files; return what could not be expressed."""

    def is_requested(self, options: BuildOptions) -> bool:
        """Return whether an option asks for this product, whatever `only` says."""
        return self.request is not None and bool(options[self.request])

    def check_options(self, context: BuildContext) -> None:
        """Refuse options that make no sense for this battle; it is called before any work.

        Raises:
            OptionRefused: such as a language that the series does not speak.
        """
        return
