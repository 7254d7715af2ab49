"""The booklet as a whole: its parts in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from jdgtools.exporters.base import BuildContext
from jdgtools.exporters.booklet import markup
from jdgtools.exporters.booklet.charts import chart_pages
from jdgtools.exporters.booklet.rosters import marker_pages, roster_pages, sequence_pages


@dataclass(frozen=True, slots=True)
class Document:
    """A document ready to be typeset."""

    source: str
    files: Mapping[str, bytes]
    """Pictures by the name that the source uses."""


def booklet(context: BuildContext) -> Document:
    """The player aids of a battle in the language of the build."""
    battle, language = context.battle, context.language
    used: frozenset[str] = frozenset()
    parts = [
        '#import "booklet.typ": *',
        f"#show: book.with(title: {markup.string(battle.title.get(language))}, "
        f"running: {markup.string(battle.title.get(language))}, language: {markup.string(language)})",
        *sequence_pages(battle, language),
        *marker_pages(battle, language),
        *chart_pages(context.charts, language, used),
        *roster_pages(battle, language),
    ]
    library = files(__package__).joinpath("booklet.typ").read_bytes()
    return Document("\n".join(parts), {"booklet.typ": library})
