"""The exporter of the player aids: everything that players need beside map and counters, set as a booklet.

With `--booklet` the same pages are also put on sheets that are printed on both sides and folded; with
`--player-folders` each side gets one or more such sheets with what its player needs at the table.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
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
    "Also the player aids on sheets to fold, as a booklet of so many pages; what finds no room is named.",
    choices=("fit", "8", "12", "16", "20", "24", "28", "32"),
    metavar="PAGES",
    default_text="none; `fit` makes as many as are needed",
)

FOLDERS = Option("player_folders", False, "Also a folder for the player of each side, to fold.", "flag")
FOLDER_SHEETS = Option(
    "folder_sheets",
    1,
    "Sheets of a player's folder, one in the other, four pages each.",
    "int",
    low=1,
    high=3,
)


class PlayerAids(Exporter):
    """Exporter of ``player-aids.pdf``."""

    name = "aids"
    title = "player aids"
    options = (PAPERS, BOOKLET, FOLDERS, FOLDER_SHEETS)
    bears_errors = True
    in_worker = True
    on_drawn_map = True
    uses_drawing = True
    preload = ("jdgtools.exporters.booklet.whole_booklet", "jdgtools.render.backends.pdf", "uharfbuzz")

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return the file to read, and those to fold that are wanted."""
        booklet = (FILE_TO_FOLD,) if context.options[BOOKLET] else ()
        sides = context.battle.sides if context.options[FOLDERS] else ()
        return (FILE, *booklet, *(folder_file(side.id) for side in sides))

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write the booklet, from an earlier build if nothing in it has changed.

        Lost is only what finds no room in the booklet to fold or in the folder of a side, and size of type.
        """
        from jdgtools.exporters.booklet.whole_booklet import booklet_pdf, folded_pdf

        losses: list[Loss] = []
        bare = _without_places(context)
        inputs = _inputs(bare)
        (folder / FILE).write_bytes(context.get_or_make("aids", inputs, partial(booklet_pdf, bare)))
        if page_count := context.options[BOOKLET]:
            make = partial(folded_pdf, bare, page_count, BOOKLET.flag)
            pdf, changes = pickle.loads(context.get_or_make("aids to fold", (inputs, page_count), make))
            (folder / FILE_TO_FOLD).write_bytes(pdf)
            losses += [Loss("aids", "booklet", change) for change in changes]
        if context.options[FOLDERS]:
            losses += _write_folders(context, bare, inputs, folder)
        return losses


def folder_file(side: str) -> str:
    """Return the name of the file with the folder of a side."""
    return f"player-folder-{side}.pdf"


def _write_folders(context: BuildContext, bare: BuildContext, inputs: object, folder: Path) -> Iterator[Loss]:
    """Write the folder of each side; yield what found no room in it."""
    from jdgtools.exporters.booklet.player_folder import folder_pdf

    sheets = context.options[FOLDER_SHEETS]
    for side in context.battle.sides:
        make = partial(folder_pdf, bare, side.id, sheets)
        sheet_bytes = context.get_or_make("folder", (inputs, side.id, sheets), make)
        pdf, left_out = pickle.loads(sheet_bytes)
        (folder / folder_file(side.id)).write_bytes(pdf)
        for title in left_out:
            where = "its sheet" if sheets == 1 else f"its {sheets} sheets"
            yield Loss("aids", f"folder of {side.id}", f"no room on {where} for: {title}")


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
    printing = settings.papers, settings.color, settings.page_bleed
    return battle, context.charts, words, *printing, pictures, the_map


EXPORTER = PlayerAids()
