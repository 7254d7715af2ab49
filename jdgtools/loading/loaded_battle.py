"""The record `Loaded`: what `load` and `check` return, and what every command works on.

It holds the battle as far as it is understood, its series, its charts in force, and the report of all that
is wrong; `ok` tells whether the battle may be built.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.diagnostics.report import Report
from jdgtools.source.project import Sources

if TYPE_CHECKING:
    from jdgtools.charts import ChartBook
    from jdgtools.model.battle import Battle
    from jdgtools.model.context import Subject
    from jdgtools.render.sheets import PrintSettings
    from jdgtools.rules import Series


class Loaded(Struct, frozen=True):
    """A battle as far as it can be known, and what is wrong with it."""

    battle: Battle | None
    """None when the root file is unusable, its series is unknown, or the files are full of errors."""
    series: Series | None
    charts: ChartBook | None
    """Charts of the series with the battle's overrides."""
    report: Report
    """All problems; `load` gives those of reading, `check` those of the rules as well."""
    sources: Sources
    """Texts of the files, for messages that quote them."""
    faulty: frozenset[Subject]
    """Subjects about which something was reported: later checks keep quiet about them."""
    folder: Path
    """Folder of the project."""
    unread: tuple[str, ...] = ()
    """Map and order-of-battle files that could not be read: what depends on them is not checked."""
    printing: PrintSettings | None = None
    """From `print.yaml`; None = there is none, or it has errors."""
    out_of_range: tuple[Diagnostic, ...] = ()
    """Numbers outside the range that the series knows; `check` says them where no rule of the series does."""

    @property
    def ok(self) -> bool:
        """Whether there is a battle without errors."""
        return self.battle is not None and not self.report.has_errors
