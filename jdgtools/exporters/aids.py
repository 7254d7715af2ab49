"""The player aids: everything that players need beside map and counters, set as a booklet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.exporters.base import BuildContext, Loss

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle

FILE = "player-aids.pdf"


class PlayerAids:
    """Exporter of ``player-aids.pdf``."""

    name = "aids"
    title = "player aids"
    apart = True

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        """One file."""
        return (FILE,)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Writes the booklet; nothing is lost."""
        from jdgtools.exporters.booklet.book import booklet
        from jdgtools.render.backends.pdf import render_pdf

        made = booklet(context)
        pdf = render_pdf(
            made.pages,
            made.title,
            language=context.language,
            color=context.options.sheets.color,
            bookmarks=made.bookmarks,
            links=made.links,
        )
        (folder / FILE).write_bytes(pdf)
        return []


EXPORTER = PlayerAids()
