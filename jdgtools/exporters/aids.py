"""The exporter of the player aids: everything that players need beside map and counters, set as a booklet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.shared_options import PAPERS

if TYPE_CHECKING:
    pass

FILE = "player-aids.pdf"


class PlayerAids(Exporter):
    """Exporter of ``player-aids.pdf``."""

    name = "aids"
    title = "player aids"
    options = (PAPERS,)
    bears_errors = True
    in_worker = True
    preload = ("jdgtools.exporters.booklet.book", "jdgtools.render.backends.pdf", "uharfbuzz")

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return the one file."""
        return (FILE,)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write the booklet, from an earlier build if nothing in it has changed; nothing is lost."""
        from jdgtools.exporters.booklet.book import booklet_pdf

        bare = _without_places(context)
        (folder / FILE).write_bytes(context.get_or_make("aids", _inputs(bare), lambda: booklet_pdf(bare)))
        return []


def _without_places(context: BuildContext) -> BuildContext:
    """Return the build without places in files: the booklet may not look at them."""
    return replace(context, battle=replace(context.battle, spans={}, files=(), folder=""))


def _inputs(context: BuildContext) -> tuple[object, ...]:
    """Return all that the booklet looks at."""
    from jdgtools.render.counters.art import art_contents

    battle, settings = context.battle, context.print_settings
    ground = context.contents(battle.map.art.images) if battle.map is not None else []
    pictures = art_contents(battle, context.project), ground
    words = context.language, context.draft
    return battle, context.charts, words, settings.papers, settings.color, pictures


EXPORTER = PlayerAids()
