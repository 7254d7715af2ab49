"""The booklet as a whole: its chapters in order, and the pages made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from jdgtools.exporters.base import BuildContext
from jdgtools.exporters.booklet import look, rich
from jdgtools.exporters.booklet.charts import chart_pages
from jdgtools.exporters.booklet.cover import Entry, cover_of, short_notes
from jdgtools.exporters.booklet.lines import set_lines
from jdgtools.exporters.booklet.look import PT, Paper, paper_of
from jdgtools.exporters.booklet.names import Names
from jdgtools.exporters.booklet.notes import note_blocks
from jdgtools.exporters.booklet.packing import pack
from jdgtools.exporters.booklet.pictures import Pictures
from jdgtools.exporters.booklet.rosters import roster_pages, sequence_pages
from jdgtools.exporters.booklet.scenarios import scenario_pages
from jdgtools.exporters.booklet.slabs import Block
from jdgtools.exporters.booklet.terrain import Swatches
from jdgtools.render.backends.pdf_outline import Bookmark, Link
from jdgtools.render.scene import Item, Layer, Polyline, Scene, Stroke, Text
from jdgtools.render.text import text_width

_HEADING = rich.Style(20.0, "serif", "semibold", color=look.ACCENT)
_SMALL_CAPS = "serif-sc"


class Chapter(Struct, frozen=True):
    """A part of the booklet that begins on a page of its own and is set without regard to the others."""

    key: str
    """The same from build to build: sequence, charts, orders, scenario-ID, notes."""
    title: str
    make: Callable[[], Iterable[Block]]
    loose: bool = False
    """Whether the order of its blocks may yield to the filling of pages."""

    def pages(self, paper: Paper = look.A4) -> list[list[Item]]:
        """The items of its pages without header and footer."""
        pages = pack(list(self.make()), look.HEAD, loose=self.loose, paper=paper)
        pages[0] += _heading(self.title, paper)
        return pages


class Booklet(Struct, frozen=True):
    """The booklet, ready to become a file."""

    title: str
    pages: tuple[Scene, ...]
    bookmarks: tuple[Bookmark, ...]
    links: tuple[Link, ...]
    """From the contents on the cover."""


def booklet(context: BuildContext) -> Booklet:
    """The player aids in the language of the build."""
    names, pictures = Names(context), Pictures(context)
    battle, language = context.battle, context.language
    paper = paper_of(context.options.printing.papers)
    parts = [(chapter, chapter.pages(paper)) for chapter in chapters(context, names, pictures)]
    entries, number = [], 2
    for chapter, pages in parts:
        entries.append(Entry(chapter.title, number))
        number += len(pages)
    title = f"{battle.title.get(language) or battle.id}: {names.word('aids').lower()}"
    footer = " · ".join(x for x in (f"{battle.id} {battle.version}", battle.credits.get(language)) if x)
    running = battle.title.get(language) or battle.id
    cover = cover_of(names, pictures, entries, paper)
    made = [_page(title, cover.items, paper)]
    for chapter, pages in parts:
        for items in pages:
            margins = _margins(running, chapter.title, footer, len(made) + 1, paper)
            made.append(_page(title, [*margins, *items], paper))
    return Booklet(
        title,
        tuple(made),
        tuple(Bookmark(entry.title, entry.page - 1) for entry in entries),
        tuple(Link(0, box, entry.page - 1) for entry, box in zip(entries, cover.places, strict=True)),
    )


def chapters(context: BuildContext, names: Names, pictures: Pictures) -> Iterator[Chapter]:
    """The chapters behind the cover; each is set when its pages are asked for."""
    language = context.language
    yield Chapter("sequence", names.word("sequence"), lambda: sequence_pages(names, pictures))
    yield Chapter(
        "charts",
        names.word("charts"),
        lambda: chart_pages(context.charts, language, _terrains(context), Swatches(context)),
        loose=True,
    )
    yield Chapter("orders", names.word("orders_of_battle"), lambda: roster_pages(names, pictures))
    for scenario in context.battle.scenarios:
        title = names.pair(names.word("scenario"), scenario.title.get(language) or scenario.id)
        yield Chapter(f"scenario-{scenario.id}", title, lambda s=scenario: scenario_pages(names, pictures, s))  # type: ignore[misc]
    if not short_notes(names):
        yield Chapter("notes", names.word("notes_sources"), lambda: note_blocks(names))


def _terrains(context: BuildContext) -> frozenset[str]:
    """Terrains of hexes, hexsides and ways that occur on the map."""
    the_map = context.battle.map
    if the_map is None:
        return frozenset()
    found = {terrain for terrain in the_map.terrain if terrain}
    found |= {feature.kind for feature in the_map.features}
    return frozenset(found | {way.kind for way in the_map.ways})


def _page(title: str, items: Sequence[Item], paper: Paper) -> Scene:
    layers = (Layer("text", tuple(items)),)
    return Scene(paper.width, paper.height, title, layers, background="#ffffff")


def _heading(title: str, paper: Paper) -> list[Item]:
    out: list[Item] = []
    lines = set_lines(rich.text(title), _HEADING, look.WIDTH)
    left, y = paper.margin, look.TOP + 10.6
    lines.draw(left, look.TOP + 8.2 - lines.height, out)
    out.append(Polyline(((left, y), (left + look.WIDTH, y)), Stroke(look.ACCENT, 1.1 * PT)))
    return out


def _margins(running: str, part: str, footer: str, number: int, paper: Paper) -> list[Item]:
    """Header and footer of a page."""
    running, part = rich.fine(running), rich.fine(part)
    left, right, low = paper.margin, paper.margin + look.WIDTH, paper.height - 8.0
    size = 8.0 * PT
    room = look.WIDTH - text_width(part, "serif", size) - 4.0
    shown = running if text_width(running, _SMALL_CAPS, size) <= room else ""
    below = set_lines(rich.text(footer), rich.Style(7.0, color=look.QUIET), look.WIDTH - 12.0)
    items: list[Item] = [
        Text(left, 11.0, shown, size, _SMALL_CAPS, fill=look.QUIET),
        Text(right, 11.0, part, size, "serif", "end", fill=look.QUIET),
        Polyline(((left, 12.4), (right, 12.4)), Stroke(look.RULE, 0.4 * PT)),
        Text(right, low, str(number), 8.5 * PT, "serif", "end", fill=look.QUIET),
    ]
    below.draw(left, low - below.lines[0].rise, items)
    return items
