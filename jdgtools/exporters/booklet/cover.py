"""The cover: title, armies, contents with links, and the designer's notes if they are short.

It is drawn for A4 and moved to the middle of other papers. Of a booklet that is set close it is the head of
the first page.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from jdgtools.exporters.booklet import inlines, stylesheet
from jdgtools.exporters.booklet.flowables import stack, tag_drawing
from jdgtools.exporters.booklet.inlines import Inlines, Style
from jdgtools.exporters.booklet.lines import Align, Lines, set_lines
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.notes import note_blocks
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.exporters.booklet.stylesheet import PT, Paper
from jdgtools.render.map.words import say_date
from jdgtools.render.scene import Group, Item, Polyline, Rect, Stroke, Tag, TextItem, translation
from jdgtools.render.text import text_width

_BAND = 92.0
"""Height of the coloured head."""
_LOW_BAND = 50.0
"""The same above other text."""
_LEFT = 20.0
_WIDTH = stylesheet.A4.width - 2 * _LEFT
"""The cover is drawn for A4, and moved to the middle of other papers."""
_LETTERS = 1800
"""Longer notes get a page of their own."""
_FOOT = 14.0


class ContentsEntry(Struct, frozen=True):
    """A line of the contents."""

    title: str
    page: int


def short_notes(names: BookletNames) -> bool:
    """Return whether notes and sources find room on the cover."""
    texts = [names.battle.notes, *names.battle.sources]
    return sum(len(text.get(names.language)) for text in texts) < _LETTERS


class ContentsPlace(Struct, frozen=True):
    """Where a line of the contents stands on the cover: a link leads from there."""

    box: tuple[float, float, float, float]
    """x, y, width, height, mm."""
    tag: Tag
    """Of its words."""


class Cover(Struct, frozen=True):
    """The first page."""

    items: list[Item]
    places: list[ContentsPlace]
    """Where the lines of the contents stand."""
    end: float = 0.0
    """Where other text may begin below it, mm from the top of the page; 0 = the page is its own."""


def cover_of(
    names: BookletNames, pictures: BookletPictures, contents: Sequence[ContentsEntry], paper: Paper
) -> Cover:
    """Draw everything on the cover."""
    aside = (paper.width - stylesheet.A4.width) / 2
    out: list[Item] = [_band(names, -aside, 0.0, paper.width, _BAND, stylesheet.ACCENT)]
    _title(names, _BAND, 40.0, out)
    y = _facts(names, aside, paper.width, _BAND, out)
    y = _armies(names, pictures, y + 7.0, out)
    places: list[ContentsPlace] = []
    y = _contents(contents, y + 9.0, out, places)
    if short_notes(names):
        y += 8.0
        for each in note_blocks(names):
            flowables = [flowable for element in each.elements for flowable in element(_WIDTH)]
            height, tops = stack(flowables)
            for flowable, top in zip(flowables, tops, strict=True):
                flowable.draw(_LEFT, y + top, out)
            y += height + stylesheet.GAP
    _credits(names, paper.height - _FOOT, out)
    places_moved = [ContentsPlace((p.box[0] + aside, *p.box[1:]), p.tag) for p in places]
    return Cover(_moved_aside(out, aside), places_moved)


def low_cover(names: BookletNames, paper: Paper) -> Cover:
    """Draw the title alone, and what is said of the battle below it, over the text of the first page.

    It stands above the left edge of the text. Of pages that are printed smaller it keeps its size.
    """
    larger = 1.0 / paper.scale
    width, aside = paper.width * paper.scale, paper.margin * paper.scale - _LEFT
    out: list[Item] = [_band(names, -aside, 0.0, width, _LOW_BAND, stylesheet.ACCENT)]
    _title(names, _LOW_BAND, 28.0, out)
    y = _facts(names, aside, width, _LOW_BAND, out) + 3.0
    lines = _credit_lines(names)
    tag_drawing(lines.draw, Tag("P"))(_LEFT, y, out)
    items = _moved_aside(out, aside)
    if larger != 1.0:
        items = [Group(tuple(items), (larger, 0.0, 0.0, larger, 0.0, 0.0))]
    return Cover(items, [], (y + lines.height) * larger + stylesheet.CHAPTER_GAP)


def _band(names: BookletNames, x: float, y: float, width: float, height: float, color: str) -> Rect:
    """Return a coloured band across the page, which goes on beyond the edges that it touches."""
    b = names.context.print_settings.page_bleed
    above = b if y == 0.0 else 0.0
    return Rect(x - b, y - above, width + 2 * b, height + above, fill=color)


def _moved_aside(items: list[Item], aside: float) -> list[Item]:
    return [Group(tuple(items), translation(aside, 0.0))] if aside else items


def _set(words: Inlines, style: Style, y: float, out: list[Item], align: Align = "left") -> float:
    """Draw a paragraph with its capitals at y; return its last baseline."""
    lines = set_lines(words, style, _WIDTH, align)
    lines.draw(_LEFT, y, out)
    return y + lines.height


def _title(names: BookletNames, band: float, size: float, out: list[Item]) -> None:
    battle, language = names.battle, names.language
    kicker = inlines.fine(f"{battle.series.title.get(language)} – {names.word('aids')}")
    subtitle = inlines.text(battle.subtitle.get(language))
    title = inlines.text(battle.title.get(language) or battle.id)
    while True:
        style = Style(size, "serif", "semibold", color=stylesheet.LIGHT, leading=0.35)
        lines = set_lines(title, style, _WIDTH)
        if len(lines.lines) < 3 or size <= 20:
            break
        size -= 2.0
    below = set_lines(subtitle, Style(17.0, "serif", italic=True, color=stylesheet.LIGHT), _WIDTH)
    # Everything stands on the lower edge of the band; it is drawn, and so read, from above.
    foot = band - 12.0 * band / _BAND - (below.height if subtitle else 0.0)
    y = foot - (6.0 if subtitle else 0.0) - lines.height
    above = TextItem(_LEFT, y - 6.0, kicker, 13.0 * PT, "serif-sc", fill=stylesheet.LIGHT)
    out.append(Group((above,), tag=Tag("P")))
    tag_drawing(lines.draw, Tag("H1"))(_LEFT, y, out)
    if subtitle:
        tag_drawing(below.draw, Tag("P"))(_LEFT, foot, out)


def _facts(names: BookletNames, aside: float, width: float, band: float, out: list[Item]) -> float:
    battle, language = names.battle, names.language
    facts = [say_date(battle.date, language), battle.place.get(language)]
    facts += [" – ".join(names.side(side.id) for side in battle.sides)]
    scale = [names.word("one_hex", n=battle.map.hex_metres)] if battle.map and battle.map.hex_metres else []
    if battle.strength_point:
        scale.append(names.word("strength_is", text=battle.strength_point.get(language)))
    dot = (*inlines.space(2.5), inlines.Run("•", color=stylesheet.ACCENT), *inlines.space(2.5))
    line = inlines.join(dot, [inlines.text(x) for x in facts if x])
    first = set_lines(line, Style(10.5, weight="semibold"), _WIDTH)
    second = set_lines(inlines.small(inlines.text(names.also(scale))), Style(stylesheet.REMARK), _WIDTH)
    height = 10.0 + first.height + (2.4 + second.height if scale else 0.0)
    out.append(_band(names, -aside, band, width, height, stylesheet.TINT))
    tag_drawing(first.draw, Tag("P"))(_LEFT, band + 5.0, out)
    tag_drawing(second.draw, Tag("P"))(_LEFT, band + 5.0 + first.height + 2.4, out)
    return band + height


def _armies(names: BookletNames, pictures: BookletPictures, y: float, out: list[Item]) -> float:
    """Draw a few counters of every side, from the left and from the right; return where they end."""
    battle = names.battle
    rows: list[Inlines] = []
    for side in battle.sides:
        leaders = [x for x in battle.leaders if names.side_of(x.id) == side.id][:1]
        units = [u for u in battle.units if names.side_of(u.id) == side.id]
        fronts = [pictures.large(x) for x in leaders]
        fronts += [pictures.large(x) for x in units[: 4 - len(leaders)]]
        rows.append(inlines.join(inlines.space(0.8), [x for x in fronts if x]))
    deepest = y
    for at, row in enumerate(rows):
        lines = set_lines(row, Style(stylesheet.BODY), _WIDTH / max(1, len(rows)) - 4.0)
        right = at > 0 and at == len(rows) - 1
        x = _LEFT + _WIDTH - lines.natural if right else _LEFT + at * _WIDTH / max(1, len(rows))
        tag_drawing(lines.draw, Tag("P"))(x, y, out)
        deepest = max(deepest, y + lines.height)
    return deepest


def _contents(
    entries: Sequence[ContentsEntry],
    y: float,
    out: list[Item],
    places: list[ContentsPlace],
) -> float:
    size = 11.5 * PT
    dot = text_width(".", "serif", size)
    whole = Tag("TOC")
    step = min(6.6, 75.0 / max(1, len(entries)))
    for entry in entries:
        y += step
        link = Tag("Link", Tag("TOCI", whole))
        places.append(ContentsPlace((_LEFT, y - 0.75 * step, _WIDTH, step), link))
        number = text_width(str(entry.page), "serif", size)
        title = set_lines(inlines.text(entry.title), Style(11.5, "serif"), _WIDTH - 12.0)
        line = title.lines[0]
        words: list[Item] = []
        title.draw(_LEFT, y - line.rise, words)
        words.append(TextItem(_LEFT + _WIDTH, y, str(entry.page), size, "serif", "end", fill=stylesheet.INK))
        out.append(Group(tuple(words), tag=link))
        room = _WIDTH - line.width - number - 3.0
        count = max(0, int(room // (dot + 1.2)))
        if count:
            start = _LEFT + _WIDTH - number - 1.5 - count * (dot + 1.2)
            dots = "." * count
            out.append(TextItem(start, y, dots, size, "serif", fill=stylesheet.QUIET, letter_spacing=1.2))
    return y


def _credits(names: BookletNames, floor: float, out: list[Item]) -> None:
    lines = _credit_lines(names)
    top = floor - lines.height - 3.0
    out.append(Polyline(((_LEFT, top), (_LEFT + _WIDTH, top)), Stroke(stylesheet.RULE, 0.5 * PT)))
    tag_drawing(lines.draw, Tag("P"))(_LEFT, top + 3.0, out)


def _credit_lines(names: BookletNames) -> Lines:
    battle, language = names.battle, names.language
    credits = [battle.credits.get(language)]
    if battle.map and battle.map.credits:
        credits.append(names.pair(names.word("map_credits"), battle.map.credits.get(language)))
    credits.append(names.word("independent"))
    words = inlines.lines(inlines.text(x) for x in credits if x)
    return set_lines(words, Style(8.0, color=stylesheet.QUIET, leading=0.5), _WIDTH)
