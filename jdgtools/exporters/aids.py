"""The exporter of the player aids: everything that players need beside map and counters, set as a booklet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from jdgtools.exporters.base import BuildContext, Loss

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle

FILE = "player-aids.pdf"


class PlayerAids:
    """Exporter of ``player-aids.pdf``."""

    name = "aids"
    title = "player aids"
    in_worker = True
    preload = ("jdgtools.exporters.booklet.book", "jdgtools.render.backends.pdf", "uharfbuzz")

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        """Return the name of its one file."""
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

    battle, options = context.battle, context.options
    ground = context.contents(battle.map.art.images) if battle.map is not None else []
    pictures = art_contents(battle, context.project), ground
    return battle, context.charts, context.language, options.printing.papers, options.sheets.color, pictures


EXPORTER = PlayerAids()
