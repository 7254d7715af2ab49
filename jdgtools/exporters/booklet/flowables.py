"""Flowables, the boxes that a column stacks, and the elements that make them.

A flowable knows its height and how to draw itself; no page break divides it. An element is a function from
the width of a column to flowables: a paragraph, a heading, a list. Elements that belong together are a
block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.inlines import NONE, Draw, Inlines, Style, space, swatch, text
from jdgtools.exporters.booklet.lines import Align, Lines, set_even_lines, set_lines
from jdgtools.exporters.booklet.stylesheet import PT, Paper
from jdgtools.render.scene import Group, Item, Rect, Tag, TextItem


class Flowable(Struct, frozen=True):
    """Something as wide as its column that no page break divides."""

    height: float
    draw: Draw
    """Adds its items; called with its upper left corner."""
    above: float = 0.0
    """Least distance to the flowable before it; none at the top of a column."""
    below: float = 0.0
    sticky: bool = False
    """Whether the next flowable must follow in the same column."""
    again: Flowable | None = None
    """What is repeated above it when it begins a column: the head of its table."""


def tag_drawing(draw: Draw, *tags: Tag) -> Draw:
    """Return a drawing that is read aloud as what the tags say, the outermost first."""

    def draw_tagged(x: float, y: float, out: list[Item]) -> None:
        items: list[Item] = []
        draw(x, y, items)
        group = Group(tuple(items), tag=tags[-1])
        for tag in reversed(tags[:-1]):
            group = Group((group,), tag=tag)
        out.append(group)

    return draw_tagged


def untag_drawing(draw: Draw) -> Draw:
    """Return a drawing that is decoration, whatever its parts are read as."""

    def draw_untagged(x: float, y: float, out: list[Item]) -> None:
        items: list[Item] = []
        draw(x, y, items)
        out += _items_without_tags(items)

    return draw_untagged


def _items_without_tags(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group) and item.tag is not None:
            yield from _items_without_tags(item.items)
        else:
            yield item


class PlainParagraph(Struct, frozen=True):
    """A paragraph, for media other than paper."""

    inlines: Inlines
    role: str = "text"
    """`text`, `heading`, `subheading`, `item`, `remark`, `side` or `command`."""


class PlainTable(Struct, frozen=True):
    """A table, for media other than paper."""

    head: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]


Content: TypeAlias = PlainParagraph | PlainTable

Element: TypeAlias = Callable[[float], list[Flowable]]
"""Gives the flowables for a width in mm."""


class ReadableElement(Struct, frozen=True):
    """An element whose words other media than paper can read as well."""

    lay: Element
    content: tuple[Content, ...]

    def __call__(self, width: float) -> list[Flowable]:
        """Return the flowables for a width in mm."""
        return self.lay(width)


def content_of(element: Element) -> tuple[Content, ...]:
    """Return what an element says; nothing for one that is a drawing."""
    return element.content if isinstance(element, ReadableElement) else ()


class Block(Struct, frozen=True):
    """Elements that stay together where they can."""

    elements: tuple[Element, ...]
    wide: bool = False
    """Across the page instead of in one of two columns."""
    floats: bool = False
    """Whether a wide block may stand earlier, in the rest of a page that the blocks before it leave."""
    together: str = ""
    """Name of the set of blocks that are to stand on one page, or on the two of a spread; '' = none."""
    follows: bool = False
    """Whether it is read after the block before it, on the same page or on the next one."""
    next_page: tuple[Element, ...] = ()
    """What stands across the page above it where it follows on another page: the heading before it."""

    def flowables(self, paper: Paper = stylesheet.A4) -> list[Flowable]:
        """Return the flowables of all elements, for the width of the block."""
        return self._lay(self.elements, paper.text_width if self.wide else paper.column)

    def next_page_flowables(self, paper: Paper = stylesheet.A4) -> tuple[Flowable, ...]:
        """Return the flowables of what stands above it where it follows on another page."""
        return tuple(self._lay(self.next_page, paper.text_width))

    def _lay(self, elements: Sequence[Element], width: float) -> list[Flowable]:
        return [flowable for element in elements for flowable in element(width)]


def block(
    *elements: Element,
    wide: bool = False,
    floats: bool = False,
    together: str = "",
    follows: bool = False,
    next_page: tuple[Element, ...] = (),
) -> Block:
    """Return a block of these elements."""
    return Block(elements, wide, floats, together, follows, next_page)


def in_order(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks that are read one after the other."""
    for number, each in enumerate(blocks):
        yield replace(each, follows=number > 0)


def stack(flowables: Sequence[Flowable]) -> tuple[float, list[float]]:
    """Return the height of flowables one below the other, and where each begins."""
    y, below, tops = 0.0, 0.0, []
    for number, flowable in enumerate(flowables):
        y += max(flowable.above, below) if number else 0.0
        tops.append(y)
        y += flowable.height
        below = flowable.below
    return y, tops


BODY = Style(stylesheet.BODY)
_MANY_ROWS = 60
"""A table with more rows than this fills a page by itself."""
_LINES = 24
"""Most lines of a paragraph that stay together."""
_TWO_COLUMNS = 140.0
"""Sentences below a chart of this width stand in two columns."""
_REMARK = Style(stylesheet.REMARK, color=stylesheet.QUIET, leading=0.42)
_ROLES = {"heading": "H2", "subheading": "H3"}
"""Role of a paragraph -> its type of structure in a PDF; others are P."""
_HEADINGS = {
    2: (Style(12.5, "serif", "semibold", color=stylesheet.ACCENT), 4.0, 2.6),
    3: (Style(10.2, "serif", "semibold", True, stylesheet.ACCENT), 2.4, 2.0),
}
"""Level -> its letters, the room above, the room below."""


def paragraph(
    inlines: Inlines,
    style: Style = BODY,
    *,
    above: float = 0.0,
    below: float = 0.0,
    sticky: bool = False,
    align: Align = "left",
    hanging: float = 0.0,
    indent: float = 0.0,
    lead: Draw | None = None,
    role: str = "text",
    tag: Tag | None = None,
    even: bool = False,
) -> Element:
    """Return an element that sets words as a paragraph.

    Args:
        inlines: the words.
        style: their letters.
        above: room above.
        below: room below.
        sticky: whether it stays with what follows.
        align: of its lines.
        hanging: how far all lines but the first stand in.
        indent: how far the whole paragraph stands in.
        lead: something drawn at its left edge, beside the first baseline.
        role: what it is to a reader, see `PlainParagraph`.
        tag: what it is to one who has it read; None = what follows from the role.
        even: whether its lines are as long as each other, as far as may be.
    """

    def lay(width: float) -> list[Flowable]:
        setting = set_even_lines if even else set_lines
        lines = setting(inlines, style, width - indent, align, hanging)

        def draw(x: float, y: float, out: list[Item]) -> None:
            if lead is not None:
                lead(x, y + lines.lines[0].rise, out)
            lines.draw(x + indent, y, out)

        speech_tag = tag or Tag(_ROLES.get(role, "P"))
        if len(lines.lines) > _LINES:
            return _in_pieces(lines, indent, above, below, speech_tag)
        return [Flowable(lines.height, tag_drawing(draw, speech_tag), above, below, sticky)]

    return ReadableElement(lay, (PlainParagraph(inlines, role),))


def _in_pieces(lines: Lines, indent: float, above: float, below: float, tag: Tag) -> list[Flowable]:
    """Cut a long paragraph, so that a page may end in it."""
    starts = range(0, len(lines.lines), _LINES)
    parts = [lines.part(start, start + _LINES) for start in starts]

    def drawing(part: Lines) -> Draw:
        return tag_drawing(lambda x, y, out: part.draw(x + indent, y, out), tag)

    last = len(parts) - 1
    return [
        Flowable(part.height, drawing(part), lines.leading if n else above, below if n == last else 0.0)
        for n, part in enumerate(parts)
    ]


def heading(title: str | Inlines, level: int = 2) -> Element:
    """Return the heading of a section inside a chapter, of level 2 or 3."""
    words = text(title) if isinstance(title, str) else title
    style, above, below = _HEADINGS[level]
    role = "heading" if level == 2 else "subheading"
    return paragraph(words, style, above=above, below=below, sticky=True, role=role, even=True)


def prose(
    plain: str, style: Style = BODY, *, above: float = 0.0, even: bool = False, sticky: bool = False
) -> list[Element]:
    """Return the paragraphs of a text with blank lines between them."""
    parts = [part for part in plain.replace("\r\n", "\n").split("\n\n") if part.strip()]
    distance = 0.85 * style.size * PT
    return [
        paragraph(text(part), style, above=distance if number else above, even=even, sticky=sticky)
        for number, part in enumerate(parts)
    ]


def items(lines: Sequence[Inlines], style: Style = BODY) -> list[Element]:
    """Return a list with dots, an element for each line."""

    def lead(x: float, y: float, out: list[Item]) -> None:
        out.append(TextItem(x, y, "•", style.size * PT, "sans-bold", fill=stylesheet.ACCENT, after=" "))

    dot = lead
    above = 0.6 * style.size * PT
    whole = Tag("L")
    return [
        paragraph(
            line,
            style,
            above=above,
            indent=2.6,
            lead=dot,
            role="item",
            tag=Tag("LBody", Tag("LI", whole)),
        )
        for line in lines
    ]


def remarks(lines: Sequence[Inlines]) -> Element:
    """Return an element of sentences below a chart, in two columns below a wide one."""

    def lay(width: float) -> list[Flowable]:
        distance = 0.55 * stylesheet.REMARK * PT
        if width < _TWO_COLUMNS or len(lines) < 2:
            return [
                flowable
                for number, line in enumerate(lines)
                for flowable in paragraph(line, _REMARK, above=1.8 if number == 0 else distance, hanging=1.5)(
                    width
                )
            ]
        column_width = (width - stylesheet.GUTTER) / 2
        sentences = [paragraph(line, _REMARK, above=distance, hanging=1.5)(column_width)[0] for line in lines]
        # Where the higher column is lowest.
        half = min(
            range(1, len(sentences) + 1), key=lambda n: max(stack(sentences[:n])[0], stack(sentences[n:])[0])
        )
        return [
            side_by_side(
                [(0.0, sentences[:half]), (column_width + stylesheet.GUTTER, sentences[half:])], above=1.8
            )
        ]

    return ReadableElement(lay, tuple(PlainParagraph(line, "remark") for line in lines))


def side_by_side(columns: Sequence[tuple[float, Sequence[Flowable]]], *, above: float = 0.0) -> Flowable:
    """Make one flowable of several columns; each begins at its distance from the left."""
    measured_columns = [(x, flowables, *stack(flowables)) for x, flowables in columns]

    def draw(x: float, y: float, out: list[Item]) -> None:
        for left, flowables, _, tops in measured_columns:
            for flowable, top in zip(flowables, tops, strict=True):
                flowable.draw(x + left, y + top, out)

    return Flowable(max(height for _, _, height, _ in measured_columns), draw, above)


def halves(
    make: Callable[[Sequence[tuple[Inlines, ...]]], Element], rows: Sequence[tuple[Inlines, ...]]
) -> Element:
    """Return a table across the page in two halves of about equal height, side by side.

    Args:
        make: gives the table of some of the rows.
        rows: of both.
    """
    whole = make(rows)

    def lay(width: float) -> list[Flowable]:
        column_width = (width - stylesheet.GUTTER) / 2
        if len(rows) < 2 or len(rows) > _MANY_ROWS:
            return whole(width)
        flowables = whole(column_width)[1:]
        cut = min(range(1, len(rows)), key=lambda n: max(stack(flowables[:n])[0], stack(flowables[n:])[0]))
        parts = [make(rows[:cut])(column_width), make(rows[cut:])(column_width)]
        return [side_by_side([(0.0, parts[0]), (column_width + stylesheet.GUTTER, parts[1])], above=2.0)]

    return ReadableElement(lay, content_of(whole))


def remark(inlines: Inlines, *, above: float = 0.0, sticky: bool = False) -> Element:
    """Return an element with a small grey paragraph."""
    return paragraph(inlines, _REMARK, above=above, sticky=sticky, role="remark")


def fact_list(pairs: Sequence[tuple[Inlines, Inlines]]) -> Element:
    """Return an element of pairs: a name and its value."""
    style = Style(8.0, leading=0.45)
    names = Style(8.0, weight="bold", leading=0.45)

    def lay(width: float) -> list[Flowable]:
        whole = Tag("Table")
        flowables = []
        for name, value in pairs:
            cells = [
                (0.0, paragraph(name, names, tag=Tag("TH", scope="Row"))(27.0)),
                (29.5, paragraph(value, style, tag=Tag("TD"))(width - 29.5)),
            ]
            row = side_by_side(cells)
            flowables.append(replace(row, draw=tag_drawing(row.draw, Tag("TR", whole)), above=1.9))
        return flowables

    return ReadableElement(lay, (PlainTable((), tuple(pairs)),))


def side_band(color: str, title: Inlines) -> Element:
    """Return an element with the name of a side, the band over its order of battle."""
    style = Style(13.0, "serif", "semibold")

    def lay(width: float) -> list[Flowable]:
        lines = set_lines(title, style, width - 9.0)
        height = lines.height + 3.6

        def draw(x: float, y: float, out: list[Item]) -> None:
            out.append(Rect(x, y, width, height, fill=stylesheet.TINT))
            out.append(Rect(x, y, 3.5, height, fill=color))
            lines.draw(x + 6.0, y + 1.8, out)

        return [Flowable(height, tag_drawing(draw, Tag("H2")), sticky=True)]

    return ReadableElement(lay, (PlainParagraph(title, "side"),))


def command_head(color: str | None, title: Inlines, facts: Inlines, markers: Inlines) -> Element:
    """Return an element with the name of a command, facts about it, and its markers at the right."""
    style = Style(10.8, "serif", "semibold", leading=0.45)
    name = (*(swatch(color) + space(1.2) if color else NONE), *title)

    def lay(width: float) -> list[Flowable]:
        right = set_lines(markers, BODY, width * 0.45)
        room = width - (right.natural + 2.0 if markers else 0.0)
        rows = [paragraph(name, style, role="subheading")(room)[0]]
        if facts:
            rows += paragraph(facts, _REMARK, above=1.6)(room)
        height, tops = stack(rows)
        pictures = right.height if markers else 0.0
        total = max(height, pictures)

        def draw(x: float, y: float, out: list[Item]) -> None:
            for flowable, top in zip(rows, tops, strict=True):
                flowable.draw(x, y + total - height + top, out)
            if markers:
                tag_drawing(right.draw, Tag("P"))(x + width - right.natural, y + total - pictures, out)

        return [Flowable(total, draw, below=1.2, sticky=True)]

    content = (
        PlainParagraph((*title, *space(1.2), *markers), "command"),
        *((PlainParagraph(facts, "remark"),) if facts else ()),
    )
    return ReadableElement(lay, content)


def with_picture(picture: Inlines, *paragraphs: Inlines) -> Element:
    """Return an element of a picture with paragraphs at its right."""
    style = Style(8.0)

    def lay(width: float) -> list[Flowable]:
        lines = set_lines(picture, style, width)
        left = lines.natural + 2.0
        rows = [paragraph(body, style, above=1.4)(width - left)[0] for body in paragraphs]
        box = Flowable(lines.height, tag_drawing(lines.draw, Tag("P")))
        return [replace(side_by_side([(0.0, [box]), (left, rows)]), above=1.8, below=1.8)]

    return ReadableElement(lay, (PlainParagraph(picture), *map(PlainParagraph, paragraphs)))
