"""The booklet as a whole: its chapters in order, and the pages made of them.

Chapters are laid out one after the other: all that one knows of the one before is how far down that has
filled its last page. Then their page numbers are known, and the cover with the contents is drawn. The pages
are scenes, which the PDF writer puts into a file. The chapter of charts, which depends on nothing but the
map, the series, the looks and where it begins, is remembered between builds: as items and as in a file.

A booklet to fold with too few pages is set close, and if that is not enough some chapters are left out.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.exporters.booklet import rich, stylesheet
from jdgtools.exporters.booklet.charts import chart_pages
from jdgtools.exporters.booklet.cover import Cover, Entry, cover_of, low_cover, short_notes
from jdgtools.exporters.booklet.flowables import Block, in_order, tag_drawing
from jdgtools.exporters.booklet.imposition import folded_sheets, pages_to_fold, too_few_pages
from jdgtools.exporters.booklet.lines import set_lines
from jdgtools.exporters.booklet.names import Names
from jdgtools.exporters.booklet.notes import note_blocks
from jdgtools.exporters.booklet.packing import PackedChapter, pack_below
from jdgtools.exporters.booklet.pictures import Pictures
from jdgtools.exporters.booklet.rosters import roster_pages, sequence_pages
from jdgtools.exporters.booklet.scenarios import scenario_pages
from jdgtools.exporters.booklet.stylesheet import PT, Paper, paper_of
from jdgtools.exporters.booklet.terrain import Swatches
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.options import BuildOptions
from jdgtools.model.phrases import colon
from jdgtools.model.text import NO_TEXT
from jdgtools.render.backends.pdf import LayerForms, render_pdf
from jdgtools.render.backends.pdf_outline import Bookmark, Link
from jdgtools.render.draft import draft_layer
from jdgtools.render.scene import Item, Layer, Polyline, Scene, Stroke, Tag, Text
from jdgtools.render.text import text_width

_HEADING = rich.Style(20.0, "serif", "semibold", color=stylesheet.ACCENT)
_SMALL_CAPS = "serif-sc"
_NOT_CLOSE = "the list of contents, and rows of charts for terrain that the map does not have"
"""What a booklet that is set close does not have."""


class Chapter(Struct, frozen=True):
    """A part of the booklet under a heading of the first level."""

    title: str
    make: Callable[[], Iterable[Block]]
    loose: bool = False
    """Whether the order of its blocks may yield to the filling of pages."""
    inputs: object = None
    """All that it depends on, where its pages are remembered between builds; None = set in every build.

    One chapter may have them: a file begins with what was drawn of it.
    """
    scenario: str = ""
    """Id of the scenario that it is about."""
    spare: int = 0
    """When it is left out of a booklet with too few pages: the highest first; 0 = never."""


class Booklet(Struct, frozen=True):
    """The booklet as drawings."""

    title: str
    pages: tuple[Scene, ...]
    bookmarks: tuple[Bookmark, ...]
    links: tuple[Link, ...]
    """From the contents on the cover."""
    forms: tuple[LayerForms, ...]
    """Layers of its pages and pieces of map on them that were drawn before."""


class ChapterPages(Struct, frozen=True):
    """A chapter on its pages, as layers."""

    packed: PackedChapter
    layers: tuple[Layer, ...]
    """One for each page."""
    forms: LayerForms | None = None
    """The same layers in a file, for a chapter that is remembered."""


class Plan(Struct):
    """What stands on the pages.

    Args:
        names: the battle.
        pictures: its counters.
        parts: its chapters on their pages.
        low: the head of the first page, where other text stands below it; None = the first page is a cover.
    """

    names: Names
    pictures: Pictures
    parts: list[tuple[Chapter, ChapterPages]]
    low: Cover | None = None

    @property
    def title(self) -> str:
        """Title of the document."""
        return f"{self._page_heading}{colon(self.names.language)}{self.names.word('aids').lower()}"

    @property
    def paper(self) -> Paper:
        """What it is printed on."""
        return paper_of(self.names.context.print_settings.papers)

    @property
    def entries(self) -> list[Entry]:
        """The contents."""
        entries, last = [], 1
        for chapter, chapter_pages in self.parts:
            first = last if chapter_pages.packed.start else last + 1
            entries.append(Entry(chapter.title, first))
            last = first + len(chapter_pages.layers) - 1
        return entries

    def cover(self) -> Cover:
        """Lay out the first page, or its head."""
        return self.low or cover_of(self.names, self.pictures, self.entries, self.paper)

    def pages(self, cover: Cover) -> list[list[Layer]]:
        """Return all pages; those behind the cover have a header, a footer and headings of chapters.

        The header names the first chapter on the page.
        """
        battle, language, paper = self.names.battle, self.names.language, self.paper
        footer = " · ".join(x for x in (f"{battle.id} {battle.version}", battle.credits.get(language)) if x)
        out: list[list[Layer]] = [[_layer(cover.items)]]
        for chapter, chapter_pages in self.parts:
            start = chapter_pages.packed.start
            for at, layer in enumerate(chapter_pages.layers):
                items: list[Item] = []
                if at or not start:
                    items += margins(self._page_heading, chapter.title, footer, len(out) + 1, paper)
                    out.append([])
                if not at:
                    items += ChapterHeading(chapter.title).draw(start, paper)
                out[-1] += [_layer(items), layer]
        return out

    def bookmarks(self) -> tuple[Bookmark, ...]:
        """Return the contents for a reader's side bar."""
        return tuple(Bookmark(entry.title, entry.page - 1) for entry in self.entries)

    def links(self, cover: Cover) -> tuple[Link, ...]:
        """Return links from the contents on the cover, if it has any."""
        if self.low is not None:
            return ()
        return tuple(
            Link(0, place.box, entry.page - 1, entry.title, place.tag)
            for entry, place in zip(self.entries, cover.places, strict=True)
        )

    @property
    def _page_heading(self) -> str:
        return self.names.battle.title.get(self.names.language) or self.names.battle.id


def booklet(context: BuildContext, without: Collection[str] = (), close: bool = False) -> Booklet:
    """Lay out the player aids in the language of the build, as drawings to be examined item by item.

    Args:
        context: the build.
        without: titles of the chapters to leave out.
        close: whether they take as few pages as they can: one text from the first page on, and charts with
            the terrain of the map alone.
    """
    names, pictures = Names(context), Pictures(context)
    paper = paper_of(context.print_settings.papers)
    parts: list[tuple[Chapter, ChapterPages]] = []
    low = low_cover(names, paper) if close else None
    start, page = low.end - stylesheet.TOP if low else 0.0, 2
    for chapter in chapters(context, names, pictures, close):
        if chapter.title in without:
            continue
        chapter_pages = _chapter_pages(context, chapter, start, paper, page, close)
        parts.append((chapter, chapter_pages))
        page += len(chapter_pages.layers) - (1 if chapter_pages.packed.start else 0)
        start = chapter_pages.packed.end + stylesheet.CHAPTER_GAP
    plan = Plan(names, pictures, parts, low)
    cover = plan.cover()
    whole = (0.0, 0.0, paper.width, paper.height)
    over = [draft_layer(context.draft, whole)] if context.draft else []
    pages = tuple(_page(plan.title, [*layers, *over], paper) for layers in plan.pages(cover))
    forms = [each.forms for _, each in parts if each.forms is not None]
    forms += [excerpt.forms for excerpt in pictures.grounds]
    return Booklet(plan.title, pages, plan.bookmarks(), plan.links(cover), tuple(forms))


def booklet_pdf(context: BuildContext) -> bytes:
    """Return the player aids in the language of the build as a PDF file."""
    book = booklet(context)
    return render_pdf(
        book.pages,
        book.title,
        language=context.language,
        color=context.print_settings.color,
        bookmarks=book.bookmarks,
        links=book.links,
        forms=book.forms,
        tagged=True,
    )


def folded_pdf(context: BuildContext, chosen: str, flag: str) -> bytes:
    """Return the player aids on sheets to fold as a PDF file, and what is left out of it in words, pickled.

    Args:
        context: the build.
        chosen: of how many pages the booklet shall be, see `pages_to_fold`.
        flag: of the command line, for the message.

    Raises:
        OptionRefused: there are more pages than were chosen, whatever may be left out.
    """
    book, left_out = _shorten(context, chosen, flag)
    parts = tuple(Tag("Sect") for _ in book.pages)
    pdf = render_pdf(
        folded_sheets(book.pages, pages_to_fold(len(book.pages), chosen), book.title, parts),
        book.title,
        language=context.language,
        color=context.print_settings.color,
        forms=book.forms,
        tagged=True,
        order=parts,
    )
    return pickle.dumps((pdf, left_out))


def _shorten(context: BuildContext, chosen: str, flag: str) -> tuple[Booklet, tuple[str, ...]]:
    """Return the booklet with no more pages than were chosen, and what is left out of it in words.

    It is set close before anything is left out. What a game can be begun without goes first; a chapter that
    is left out in vain comes back.
    """
    book = booklet(context)
    if chosen == "fit" or len(book.pages) <= int(chosen):
        return book, ()
    all_chapters = list(chapters(context, Names(context), Pictures(context), close=True))
    spare = sorted((x for x in all_chapters if x.spare), key=lambda x: -x.spare)
    for count in range(len(spare) + 1):
        titles = tuple(chapter.title for chapter in spare[:count])
        shorter = booklet(context, titles, close=True)
        if len(shorter.pages) > int(chosen):
            continue
        for title in titles[:-1]:
            fewer = tuple(each for each in titles if each != title)
            longer = booklet(context, fewer, close=True)
            if len(longer.pages) <= int(chosen):
                shorter, titles = longer, fewer
        return shorter, (_NOT_CLOSE, *titles)
    needed_titles = [chapter.title for chapter in all_chapters if not chapter.spare]
    raise too_few_pages(len(book.pages), len(shorter.pages), needed_titles, flag)


def chapters(
    context: BuildContext, names: Names, pictures: Pictures, close: bool = False
) -> Iterator[Chapter]:
    """Yield the chapters behind the cover; each is laid out when its pages are asked for.

    Set close, charts stand where there is room, with the terrain of the map alone.
    """
    language = context.language
    yield Chapter(names.word("sequence"), lambda: sequence_pages(names, pictures))
    ground = _without_pieces(context)
    images = ground.battle.map.art.images if ground.battle.map is not None else ()

    def charts() -> Iterator[Block]:
        used = terrains_of(ground)
        whole = not close or not used
        for each in chart_pages(ground.charts, language, used, Swatches(ground), whole):
            yield replace(each, together="") if close else each

    yield Chapter(
        names.word("charts"),
        charts,
        loose=True,
        inputs=(ground.charts, ground.battle, context.contents(images)),
    )
    yield Chapter(names.word("orders_of_battle"), lambda: roster_pages(names, pictures), spare=1)
    for number, scenario in enumerate(context.battle.scenarios):
        title = names.pair(names.word("scenario"), scenario.title.get(language) or scenario.id)
        changed = context.in_scenario(scenario)
        own_names = names if changed is context else Names(changed)
        earlier = context.battle.scenarios[:number]
        pages = partial(scenario_pages, own_names, pictures, scenario, earlier)
        yield Chapter(title, pages, loose=True, scenario=scenario.id, spare=number and number + 1)
    if close or not short_notes(names):
        spare = len(context.battle.scenarios) + 1
        yield Chapter(names.word("notes_sources"), lambda: note_blocks(names), spare=spare)


def _chapter_pages(
    context: BuildContext, chapter: Chapter, start: float, paper: Paper, page: int, close: bool
) -> ChapterPages:
    """Return a chapter on its pages, from an earlier build if its inputs are equal."""
    color = context.print_settings.color

    def pack() -> ChapterPages:
        used = ChapterHeading(chapter.title).height
        blocks = chapter.make()
        packed = pack_below(
            list(in_order(blocks) if close and not chapter.loose else blocks),
            used,
            start,
            loose=chapter.loose or close,
            paper=paper,
            page=page,
            close=close,
        )
        return ChapterPages(packed, tuple(map(_layer, packed.pages)))

    def draw() -> bytes:
        pages = pack()
        scenes = [_page(chapter.title, (layer,), paper) for layer in pages.layers]
        # Pickled together, because layers, and symbols that several items use, must stay one object.
        return pickle.dumps(replace(pages, forms=LayerForms.of(scenes, color, tagged=True)))

    if chapter.inputs is None:
        return pack()
    inputs = (chapter.title, context.language, paper, color, start, page % 2, close, chapter.inputs)
    pages: ChapterPages = pickle.loads(context.get_or_make("chapter of the aids", inputs, draw))
    return pages


def _without_pieces(context: BuildContext) -> BuildContext:
    """Return the build of a battle that has only its series, its map and its looks.

    Taken away rather than promised, so that a chapter of an earlier build is never a wrong one.
    """
    battle = replace(
        context.battle,
        commands=(),
        leaders=(),
        units=(),
        activation=(),
        scenarios=(),
        title=NO_TEXT,
        notes=NO_TEXT,
        spans={},
        files=(),
        folder="",
    )
    return replace(context, battle=battle, options=BuildOptions(language=context.language))


def terrains_of(context: BuildContext) -> frozenset[str]:
    """Return the terrains of hexes, hexsides and ways that occur on the map."""
    the_map = context.battle.map
    if the_map is None:
        return frozenset()
    kinds = {terrain for terrain in the_map.terrain if terrain}
    kinds |= {feature.kind for feature in the_map.features}
    return frozenset(kinds | {way.kind for way in the_map.ways})


def _layer(items: Sequence[Item]) -> Layer:
    return Layer("text", tuple(items))


def _page(title: str, layers: Sequence[Layer], paper: Paper) -> Scene:
    return Scene(paper.width, paper.height, title, tuple(layers), background="#ffffff")


class ChapterHeading:
    """The heading of a chapter, with a line below it."""

    def __init__(self, title: str) -> None:
        self._lines = set_lines(rich.text(title), _HEADING, stylesheet.WIDTH)
        self._more = self._lines.height - self._lines.lines[0].rise
        """Height of its lines but for the first."""

    @property
    def height(self) -> float:
        """With the room below it, mm."""
        return stylesheet.HEAD + self._more

    def draw(self, start: float, paper: Paper) -> list[Item]:
        """Return its items; it begins so many mm below the top of the text."""
        out: list[Item] = []
        left, base = paper.margin, stylesheet.TOP + start + self._more
        tag_drawing(self._lines.draw, Tag("H1"))(left, base + 8.2 - self._lines.height, out)
        ends = ((left, base + 10.6), (left + stylesheet.WIDTH, base + 10.6))
        out.append(Polyline(ends, Stroke(stylesheet.ACCENT, 1.1 * PT)))
        return out


def margins(running: str, part: str, footer: str, number: int, paper: Paper) -> list[Item]:
    """Return the header and the footer of a page."""
    running, part = rich.fine(running), rich.fine(part)
    left, right, low = paper.margin, paper.margin + stylesheet.WIDTH, paper.height - 8.0
    size = 8.0 * PT
    room = stylesheet.WIDTH - text_width(part, "serif", size) - 4.0
    shown = running if text_width(running, _SMALL_CAPS, size) <= room else ""
    below = set_lines(rich.text(footer), rich.Style(7.0, color=stylesheet.QUIET), stylesheet.WIDTH - 12.0)
    items: list[Item] = [
        Text(left, 11.0, shown, size, _SMALL_CAPS, fill=stylesheet.QUIET),
        Text(right, 11.0, part, size, "serif", "end", fill=stylesheet.QUIET),
        Polyline(((left, 12.4), (right, 12.4)), Stroke(stylesheet.RULE, 0.4 * PT)),
        Text(right, low, str(number), 8.5 * PT, "serif", "end", fill=stylesheet.QUIET),
    ]
    below.draw(left, low - below.lines[0].rise, items)
    return items
