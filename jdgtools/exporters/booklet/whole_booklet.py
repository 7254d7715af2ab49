"""The player aids as one booklet: its chapters in order, and the pages made of them.

Chapters are laid out one after the other: all that one knows of the one before is how far down that has
filled its last page. Then their page numbers are known, and the cover with the contents is drawn. The pages
are scenes, which the PDF writer puts into a file. The chapter of charts, which depends on nothing but the
map, the series, the looks and where it begins, is remembered between builds: as items and as in a file.

A booklet to fold with too few pages is set close, then printed smaller, and if that is not enough some
chapters are left out.
"""

from __future__ import annotations

import math
import pickle
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.exporters.booklet import inlines, stylesheet
from jdgtools.exporters.booklet.charts import chart_pages
from jdgtools.exporters.booklet.cover import ContentsEntry, Cover, cover_of, low_cover, short_notes
from jdgtools.exporters.booklet.flowables import Block, block, in_order, remark, tag_drawing
from jdgtools.exporters.booklet.imposition import PAGES_OF_SHEET, pages_to_fold, sheets_pdf, too_few_pages
from jdgtools.exporters.booklet.lines import set_lines
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.notes import note_blocks
from jdgtools.exporters.booklet.packing import PackedChapter, pack_below
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.exporters.booklet.rosters import roster_pages, sequence_pages
from jdgtools.exporters.booklet.scenarios import MAP_SHARES, scenario_pages
from jdgtools.exporters.booklet.stylesheet import PT, Paper, paper_of
from jdgtools.exporters.booklet.terrain import Swatches
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.options import BuildOptions
from jdgtools.model.phrases import colon, semicolon
from jdgtools.model.text import NO_TEXT
from jdgtools.render.backends.pdf import LayerForms, render_pdf
from jdgtools.render.backends.pdf_outline import Bookmark, Link
from jdgtools.render.draft import draft_layer
from jdgtools.render.scene import Anchor, DrawingLayer, Item, Polyline, Scene, Stroke, Tag, TextItem
from jdgtools.render.text import text_width

_HEADING = inlines.Style(20.0, "serif", "semibold", color=stylesheet.ACCENT)
_SMALL_CAPS = "serif-sc"
_NOT_CLOSE = "the list of contents, and rows of charts for terrain that the map does not have"
"""What a booklet that is set close does not have."""
_NOTES_LINE = 9.0
"""From line to line on a page to write on, mm."""
_LEAST_LEGIBLE = 80
"""Per cent of its size to which a booklet is made smaller before chapters are left out: text of 6.9 pt."""
_LEAST_UNSEEN = 86
"""Per cent to which it is made smaller for a page that would take a sheet by itself: text of 7.4 pt."""
_NEARLY_EMPTY = 0.4
"""Share of its last page; where a chapter fills less, its maps are made smaller if that saves the page."""
_LEAST_PERCENT = round(100 * stylesheet.LEAST_SCALE)


class Chapter(Struct, frozen=True):
    """A part of the booklet under a heading of the first level."""

    title: str
    make: Callable[[], Iterable[Block]]
    tighter: Sequence[Callable[[], Iterable[Block]]] = ()
    """The same with smaller pictures, the largest first: taken where its last page stays nearly empty."""
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
    scale: float = 1.0
    """How much smaller its pages are printed than they are drawn."""
    last_pages: tuple[int, ...] = ()
    """Number of the last page of each chapter that has a bookmark; the next one may begin on it."""


class ChapterPages(Struct, frozen=True):
    """A chapter on its pages, as layers."""

    packed_chapter: PackedChapter
    layers: tuple[DrawingLayer, ...]
    """One for each page."""
    forms: LayerForms | None = None
    """The same layers in a file, for a chapter that is remembered."""


class BookletPlan(Struct):
    """What stands on the pages.

    Args:
        names: the battle.
        pictures: its counters.
        parts: its chapters on their pages.
        low: the head of the first page, where other text stands below it; None = the first page is a cover.
        scale: how much smaller than usual it is printed.
    """

    names: BookletNames
    pictures: BookletPictures
    parts: list[tuple[Chapter, ChapterPages]]
    low: Cover | None = None
    scale: float = 1.0

    @property
    def title(self) -> str:
        """Title of the document."""
        return f"{_page_heading(self.names)}{colon(self.names.language)}{self.names.word('aids').lower()}"

    @property
    def paper(self) -> Paper:
        """What it is printed on."""
        return paper_of(self.names.context.print_settings.papers).smaller(self.scale)

    @property
    def entries(self) -> list[ContentsEntry]:
        """The contents."""
        entries, last = [], 1
        for chapter, chapter_pages in self.parts:
            first = last if chapter_pages.packed_chapter.start else last + 1
            entries.append(ContentsEntry(chapter.title, first))
            last = first + len(chapter_pages.layers) - 1
        return entries

    def cover(self) -> Cover:
        """Lay out the first page, or its head."""
        return self.low or cover_of(self.names, self.pictures, self.entries, self.paper)

    def pages(self, cover: Cover) -> list[list[DrawingLayer]]:
        """Return all pages; those behind the cover have a header, a footer and headings of chapters.

        The header names the first chapter on the page.
        """
        paper, footer = self.paper, _footer(self.names)
        out: list[list[DrawingLayer]] = [[_layer(cover.items)]]
        for chapter, chapter_pages in self.parts:
            start = chapter_pages.packed_chapter.start
            for at, layer in enumerate(chapter_pages.layers):
                items: list[Item] = []
                if at or not start:
                    items += margins(_page_heading(self.names), chapter.title, footer, len(out) + 1, paper)
                    out.append([])
                if not at:
                    items += ChapterHeading(chapter.title, paper).draw(start, paper)
                out[-1] += [_layer(items), layer]
        return out

    def bookmarks(self) -> tuple[Bookmark, ...]:
        """Return the contents for a reader's side bar."""
        return tuple(Bookmark(entry.title, entry.page - 1) for entry in self.entries)

    def last_pages(self) -> tuple[int, ...]:
        """Return the number of the last page of each chapter."""
        chapters_with_pages = zip(self.entries, self.parts, strict=True)
        return tuple(entry.page + len(pages.layers) - 1 for entry, (_, pages) in chapters_with_pages)

    def links(self, cover: Cover) -> tuple[Link, ...]:
        """Return links from the contents on the cover, if it has any."""
        if self.low is not None:
            return ()
        return tuple(
            Link(0, place.box, entry.page - 1, entry.title, place.tag)
            for entry, place in zip(self.entries, cover.places, strict=True)
        )


def _page_heading(names: BookletNames) -> str:
    return names.battle.title.get(names.language) or names.battle.id


def _footer(names: BookletNames) -> str:
    battle = names.battle
    return " · ".join(x for x in (f"{battle.id} {battle.version}", battle.credits.get(names.language)) if x)


def booklet(
    context: BuildContext,
    without: Collection[str] = (),
    close: bool = False,
    scale: float = 1.0,
) -> Booklet:
    """Lay out the player aids in the language of the build, as drawings to be examined item by item.

    Args:
        context: the build.
        without: titles of the chapters to leave out; the last page names them.
        close: whether they take as few pages as they can: one text from the first page on, and charts with
            the terrain of the map alone.
        scale: how much smaller than usual all is printed.
    """
    paper = paper_of(context.print_settings.papers).smaller(scale)
    names, pictures = BookletNames(context), BookletPictures(context, paper)
    parts: list[tuple[Chapter, ChapterPages]] = []
    low = low_cover(names, paper) if close else None
    start, page = low.end - stylesheet.TOP if low else 0.0, 2
    remaining = [x for x in chapters(context, names, pictures, close, paper) if x.title not in without]
    if without:
        parts_apart = semicolon(names.language).join(without)
        remaining[-1] = _with_remark(remaining[-1], names.word("printed_apart", parts=parts_apart))
    for chapter in remaining:
        is_last = chapter is remaining[-1]
        chapter_pages = _chapter_pages(context, chapter, start, paper, page, close, is_last)
        parts.append((chapter, chapter_pages))
        page += len(chapter_pages.layers) - (1 if chapter_pages.packed_chapter.start else 0)
        start = chapter_pages.packed_chapter.end + stylesheet.CHAPTER_GAP
    plan = BookletPlan(names, pictures, parts, low, scale)
    cover = plan.cover()
    whole = (0.0, 0.0, paper.width, paper.height)
    over = [draft_layer(context.draft, whole)] if context.draft else []
    pages = tuple(_page(plan.title, [*layers, *over], paper) for layers in plan.pages(cover))
    forms = [each.forms for _, each in parts if each.forms is not None]
    forms += [excerpt.forms for excerpt in pictures.grounds]
    links = plan.links(cover)
    return Booklet(plan.title, pages, plan.bookmarks(), links, tuple(forms), scale, plan.last_pages())


def _with_remark(chapter: Chapter, words: str) -> Chapter:
    """Return a chapter with a remark at its end."""
    last = block(remark(inlines.text(words)), wide=True)
    return replace(chapter, make=lambda: chain(chapter.make(), (last,)), inputs=None)


def booklet_pdf(context: BuildContext) -> bytes:
    """Return the player aids in the language of the build as a PDF file."""
    return pdf_of_booklet(context, booklet(context))


def pdf_of_booklet(context: BuildContext, book: Booklet) -> bytes:
    """Return a booklet of a build as a PDF file."""
    return render_pdf(
        book.pages,
        book.title,
        language=context.language,
        color=context.print_settings.color,
        bookmarks=book.bookmarks,
        links=book.links,
        forms=book.forms,
        has_tags=True,
        bleed=context.print_settings.page_bleed,
    )


def folded_pdf(context: BuildContext, choice: str, flag: str) -> bytes:
    """Return the player aids on sheets to fold as a PDF file, and what is otherwise in it in words, pickled.

    Args:
        context: the build.
        choice: of how many pages the booklet shall be, see `pages_to_fold`.
        flag: of the command line, for the message.

    Raises:
        OptionRefused: there are more pages than were chosen, whatever may be left out.
    """
    shorter = _shorten(context, choice, flag)
    book = shorter.booklet
    names, paper = BookletNames(context), paper_of(context.print_settings.papers).smaller(book.scale)
    numbers = range(len(book.pages) + 1, pages_to_fold(len(book.pages), choice) + 1)
    pages = (*book.pages, *pages_for_notes(names, book.title, _footer(names), paper, numbers))
    pdf = sheets_pdf(context, pages, choice, book.title, book.forms, book.scale)
    return pickle.dumps((pdf, shorter.changes))


def pages_for_notes(
    names: BookletNames, book_title: str, footer: str, paper: Paper, numbers: Iterable[int]
) -> list[Scene]:
    """Return pages to write on, for those of folded sheets that would be empty.

    Args:
        names: the battle.
        book_title: of the file.
        footer: of each page.
        paper: what it is printed on.
        numbers: of the pages.
    """
    title = names.word("own_notes")
    heading = ChapterHeading(title, paper)
    pages = []
    for number in numbers:
        items = margins(_page_heading(names), title, footer, number, paper)
        items += heading.draw(0.0, paper)
        for n in range(1, int((paper.room - heading.height) / _NOTES_LINE) + 1):
            y = stylesheet.TOP + heading.height + n * _NOTES_LINE
            ends = ((paper.margin, y), (paper.margin + paper.text_width, y))
            items.append(Polyline(ends, Stroke(stylesheet.RULE, 0.4 * PT)))
        pages.append(_page(book_title, [_layer(items)], paper))
    return pages


class _ShorterBooklet(Struct, frozen=True):
    """A booklet with no more pages than were chosen.

    Args:
        booklet: its pages.
        changes: what is otherwise than in the player aids, in words.
    """

    booklet: Booklet
    changes: tuple[str, ...] = ()


def _shorten(context: BuildContext, choice: str, flag: str) -> _ShorterBooklet:
    """Return the booklet with no more pages than were chosen.

    It is set close, then printed smaller as far as that can well be read, before anything is left out. What
    a game can be begun without goes first; a chapter that is left out in vain comes back. Then it is printed
    as large as its pages allow. Where even that is not enough, the rest is printed in the smallest type.
    """
    whole = booklet(context)
    if choice == "fit":
        return _fill_sheets(context, whole)
    if len(whole.pages) <= int(choice):
        return _ShorterBooklet(whole)
    most = int(choice)
    booklets_tried: dict[tuple[tuple[str, ...], int], Booklet] = {}

    def pages(titles: tuple[str, ...], percent: int) -> int:
        if (titles, percent) not in booklets_tried:
            booklets_tried[titles, percent] = booklet(context, titles, close=True, scale=percent / 100)
        return len(booklets_tried[titles, percent].pages)

    all_chapters = list(chapters(context, BookletNames(context), BookletPictures(context), close=True))
    spare = sorted((x for x in all_chapters if x.spare), key=lambda x: -x.spare)
    titles: tuple[str, ...] = ()
    for count in range(len(spare) + 1):
        titles = tuple(chapter.title for chapter in spare[:count])
        if pages(titles, _LEAST_LEGIBLE) <= most:
            break
    # The largest at which it fits.
    percents = range(_LEAST_PERCENT, 101, 2)
    at = bisect_right(percents, False, key=lambda percent: pages(titles, percent) > most) - 1
    if at < 0:
        needed_titles = [chapter.title for chapter in all_chapters if not chapter.spare]
        least = pages(titles, _LEAST_PERCENT)
        raise too_few_pages(len(whole.pages), most, least, needed_titles, flag)
    percent = percents[at]
    for title in titles:
        fewer = tuple(each for each in titles if each != title)
        if pages(fewer, min(percent, _LEAST_LEGIBLE)) <= most:
            titles = fewer
    percent = max(each for each in percents if each <= percent and pages(titles, each) <= most)
    changes = [_NOT_CLOSE, *(_title_with_pages(whole, title) for title in titles)]
    changes = [f"no room on {choice} pages for: {change}" for change in changes]
    if percent < 100:
        changes.insert(0, _printed_smaller(percent, choice))
    return _ShorterBooklet(booklets_tried[titles, percent], tuple(changes))


def _fill_sheets(context: BuildContext, whole: Booklet) -> _ShorterBooklet:
    """Return the booklet, a little smaller where its last page would take a sheet with three empty pages."""
    most = len(whole.pages) - 1
    if most == 0 or most % PAGES_OF_SHEET:
        return _ShorterBooklet(whole)
    for percent in range(98, _LEAST_UNSEEN - 1, -2):
        smaller = booklet(context, scale=percent / 100)
        if len(smaller.pages) <= most:
            return _ShorterBooklet(smaller, (_printed_smaller(percent, most),))
    return _ShorterBooklet(whole)


def _printed_smaller(percent: int, pages: int | str) -> str:
    points = math.floor(stylesheet.SMALLEST_TEXT * percent / 10) / 10
    return f"to fit on {pages} pages it is printed at {percent} %, smallest type {points} pt"


def _title_with_pages(whole: Booklet, title: str) -> str:
    """Return the title of a chapter with the pages of the player aids on which it is."""
    for mark, last in zip(whole.bookmarks, whole.last_pages, strict=True):
        if mark.title == title:
            first = mark.page + 1
            where = f"page {first}" if first == last else f"pages {first} to {last}"
            return f"{title} ({where} of the player aids)"
    return title


def chapters(
    context: BuildContext,
    names: BookletNames,
    pictures: BookletPictures,
    close: bool = False,
    paper: Paper = stylesheet.A4,
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
        for each in chart_pages(ground.charts, language, used, Swatches(ground), whole, paper):
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
        context_there = context.in_scenario(scenario)
        own_names = names if context_there is context else BookletNames(context_there)
        earlier = context.battle.scenarios[:number]
        pages = partial(scenario_pages, own_names, pictures, scenario, earlier, paper=paper)
        tighter = () if close else [partial(pages, map_share=share) for share in MAP_SHARES]
        spare = number and number + 1
        yield Chapter(title, pages, tighter, loose=True, scenario=scenario.id, spare=spare)
    if close or not short_notes(names):
        spare = len(context.battle.scenarios) + 1
        yield Chapter(names.word("notes_sources"), lambda: note_blocks(names), spare=spare)


def _chapter_pages(
    context: BuildContext,
    chapter: Chapter,
    start: float,
    paper: Paper,
    page: int,
    close: bool,
    is_last: bool,
) -> ChapterPages:
    """Return a chapter on its pages, from another booklet or an earlier build if its inputs are equal."""
    color = context.print_settings.color

    def pack_blocks(blocks: Iterable[Block], even: bool = False) -> PackedChapter:
        return pack_below(
            list(in_order(blocks) if close and not chapter.loose else blocks),
            ChapterHeading(chapter.title, paper).height,
            start,
            loose=chapter.loose or close,
            paper=paper,
            page=page,
            close=close,
            even=even,
        )

    def pack() -> ChapterPages:
        blocks = list(chapter.make())
        pages_of_chapter = pack_blocks(blocks)
        count = len(pages_of_chapter.pages)
        if count > 1 and pages_of_chapter.end < _NEARLY_EMPTY * paper.room:
            smaller_ones = map(pack_blocks, (make() for make in chapter.tighter))
            fewer = (each for each in smaller_ones if len(each.pages) < count)
            pages_of_chapter = next(fewer, pages_of_chapter)
            if is_last and not close and len(pages_of_chapter.pages) == count:
                # Nothing begins below it.
                pages_of_chapter = pack_blocks(blocks, even=True)
        return ChapterPages(pages_of_chapter, tuple(map(_layer, pages_of_chapter.pages)))

    def draw() -> bytes:
        pages = pack()
        scenes = [_page(chapter.title, (layer,), paper) for layer in pages.layers]
        # Pickled together, because layers, and symbols that several items use, must stay one object.
        return pickle.dumps(replace(pages, forms=LayerForms.of(scenes, color, has_tags=True)))

    if chapter.inputs is None:
        return pack()
    place = (chapter.title, paper, color, start, page % 2, close, is_last)

    def get() -> ChapterPages:
        inputs = (*place, context.language, chapter.inputs)
        pages: ChapterPages = pickle.loads(context.get_or_make("chapter of the aids", inputs, draw))
        return pages

    # All booklets that are tried to find the size that fits have the same charts.
    return context.once(f"chapter of the aids {place}", get)


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


def _layer(items: Sequence[Item]) -> DrawingLayer:
    return DrawingLayer("text", tuple(items))


def _page(title: str, layers: Sequence[DrawingLayer], paper: Paper) -> Scene:
    return Scene(paper.width, paper.height, title, tuple(layers), background="#ffffff")


class ChapterHeading:
    """The heading of a chapter, with a line below it."""

    def __init__(self, title: str, paper: Paper = stylesheet.A4) -> None:
        self._lines = set_lines(inlines.text(title), _HEADING, paper.text_width)
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
        ends = ((left, base + 10.6), (left + paper.text_width, base + 10.6))
        out.append(Polyline(ends, Stroke(stylesheet.ACCENT, 1.1 * PT)))
        return out


def margins(running: str, part: str, footer: str, number: int, paper: Paper) -> list[Item]:
    """Return the header and the footer of a page; its number stands at the outer edge of a folded sheet."""
    running, part = inlines.fine(running), inlines.fine(part)
    left, right, low = paper.margin, paper.margin + paper.text_width, paper.height - 8.0
    size = 8.0 * PT
    room = paper.text_width - text_width(part, "serif", size) - 4.0
    running_text = running if text_width(running, _SMALL_CAPS, size) <= room else ""
    is_left = number % 2 == 0
    outer = left if is_left else right
    anchor: Anchor = "start" if is_left else "end"
    style = inlines.Style(7.0, color=stylesheet.QUIET)
    below = set_lines(inlines.text(footer), style, paper.text_width - 12.0, "right" if is_left else "left")
    items: list[Item] = [
        TextItem(left, 11.0, running_text, size, _SMALL_CAPS, fill=stylesheet.QUIET),
        TextItem(right, 11.0, part, size, "serif", "end", fill=stylesheet.QUIET),
        Polyline(((left, 12.4), (right, 12.4)), Stroke(stylesheet.RULE, 0.4 * PT)),
        TextItem(outer, low, str(number), 8.5 * PT, "serif", anchor, fill=stylesheet.QUIET),
    ]
    below.draw(left + 12.0 if is_left else left, low - below.lines[0].rise, items)
    return items
