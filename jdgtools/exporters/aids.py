"""The exporter of the player aids: everything that players need beside map and counters, set as a booklet.

With `--booklet` the same pages are also put on sheets that are printed on both sides and folded.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from msgspec.structs import replace

from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.option import Option
from jdgtools.exporters.shared_options import PAPERS

FILE = "player-aids.pdf"
FILE_TO_FOLD = "player-aids-booklet.pdf"
BOOKLET = Option(
    "booklet",
    "",
    "Also the player aids on sheets to fold, as a booklet of so many pages.",
    choices=("fit", "8", "12", "16", "20", "24", "28", "32"),
    metavar="PAGES",
    default_text="none; `fit` makes as many as are needed",
)


class PlayerAids(Exporter):
    """Exporter of ``player-aids.pdf``."""

    name = "aids"
    title = "player aids"
    options = (PAPERS, BOOKLET)
    bears_errors = True
    in_worker = True
    on_drawn_map = True
    preload = ("jdgtools.exporters.booklet.book", "jdgtools.render.backends.pdf", "uharfbuzz")

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return the file to read, and the one to fold if it is wanted."""
        return (FILE, FILE_TO_FOLD) if context.options[BOOKLET] else (FILE,)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write the booklet, from an earlier build if nothing in it has changed; nothing is lost."""
        from jdgtools.exporters.booklet.book import booklet_pdf, folded_pdf

        bare = _without_places(context)
        inputs = _inputs(bare)
        (folder / FILE).write_bytes(context.get_or_make("aids", inputs, partial(booklet_pdf, bare)))
        if chosen := context.options[BOOKLET]:
            make = partial(folded_pdf, bare, chosen, BOOKLET.flag)
            pdf = context.get_or_make("aids to fold", (inputs, chosen), make)
            (folder / FILE_TO_FOLD).write_bytes(pdf)
        return []


def _without_places(context: BuildContext) -> BuildContext:
    """Return the build without places in files: the booklet may not look at them."""
    return replace(context, battle=replace(context.battle, spans={}, files=(), folder=""))


def _inputs(context: BuildContext) -> tuple[object, ...]:
    """Return all that the booklet looks at."""
    from jdgtools.exporters.map import map_digest
    from jdgtools.render.counters.art import art_contents

    battle, settings = context.battle, context.print_settings
    ground = context.contents(battle.map.art.images) if battle.map is not None else []
    pictures = art_contents(battle, context.project), ground
    words = context.language, context.draft
    the_map = map_digest(context) if battle.map is not None else ""
    return battle, context.charts, words, settings.papers, settings.color, pictures, the_map


EXPORTER = PlayerAids()
