"""Ruled tables with a tinted head, which is repeated when a page ends.

Columns are as wide as their words (`auto`), take a share of what is left (`2fr`) or have a fixed width
(`12mm`). Where the table is too wide, columns give way down to their widest word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from msgspec.structs import replace

from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.flowables import (
    Element,
    Flowable,
    PlainTable,
    ReadableElement,
    tag_drawing,
    untag_drawing,
)
from jdgtools.exporters.booklet.inlines import Inlines, Style
from jdgtools.exporters.booklet.lines import (
    Align,
    Letters,
    Lines,
    Words,
    natural_width,
    set_words,
    widest_word,
    words_of,
)
from jdgtools.exporters.booklet.stylesheet import PT
from jdgtools.render.scene import Item, Polyline, Rect, Stroke, Tag, TextItem

_ALIGN: dict[str, Align] = {"l": "left", "c": "center", "r": "right"}
_TALLEST = 20.0
"""Most that a head standing upright takes before it is broken into lines."""
_HEAD_GAP = 1.0
"""Least distance between heads standing upright, mm."""
_RULE = Stroke(stylesheet.RULE, 0.35 * PT)
_HEAD_RULE = Stroke(stylesheet.ACCENT, 0.9 * PT)


def table(
    head: Sequence[Inlines],
    rows: Iterable[Sequence[Inlines]],
    widths: Sequence[str] = (),
    align: str = "",
    rotation: int = 0,
    dense: bool = False,
    low: bool = False,
) -> Element:
    """Return a ruled table whose head is repeated when a page ends.

    Args:
        head: cells of the head row.
        rows: cells of each row; all as long as the head.
        widths: `1fr`, `auto` or `12mm`; empty = all `auto`.
        align: one letter a column, `l`, `c` or `r`; empty = first left, others centred.
        rotation: the column from which on heads stand upright; 0 = none does.
        dense: whether it is set as close as one with such heads, of which it is another part.
        low: whether its rows are low, for a short page.
    """
    dense = dense or rotation > 0
    letters = [_ALIGN[x] for x in align or "l" + "c" * (len(head) - 1)]
    size = stylesheet.UPRIGHT if dense else stylesheet.CELL
    inset = stylesheet.INSET_UPRIGHT if dense else stylesheet.INSET
    down = (0.42 if low else 0.65) if dense else (0.65 if low else 0.95)
    style, bold = Style(size, leading=0.42), Style(size, weight="semibold", leading=0.42)
    head, lines = tuple(head), [tuple(row) for row in rows]

    def lay(width: float) -> list[Flowable]:
        tops = [words_of(cell, bold) for cell in head]
        cells = [[words_of(cell, style) for cell in row] for row in lines]
        column_widths = widths or ["auto"] * len(head)
        widths_mm = _columns(column_widths, width, inset, tops, cells, rotation)
        lefts = [sum(widths_mm[:i]) for i in range(len(widths_mm))]
        table_width = sum(widths_mm)
        top = _head(tops, widths_mm, lefts, letters, bold, inset, down, rotation, table_width)
        whole = Tag("Table")
        flowables = [replace(top, draw=tag_drawing(top.draw, Tag("TR", whole)))]
        # Repeated on another page it is decoration: readers name every cell by the first one.
        top = replace(top, draw=untag_drawing(top.draw))
        for number, row in enumerate(cells):
            paragraphs = [
                set_words(cell, style, mm - 2 * inset, where)
                for cell, mm, where in zip(row, widths_mm, letters, strict=True)
            ]
            flowables.append(_row(paragraphs, lefts, inset, down, table_width, number % 2 == 1, top, whole))
        return flowables

    return ReadableElement(lay, (PlainTable(head, tuple(lines)),))


def _columns(
    widths: Sequence[str],
    width: float,
    inset: float,
    head: Sequence[Words],
    cells: Sequence[Sequence[Words]],
    rotation: int,
) -> list[float]:
    """Return the widths of the columns, mm."""
    each = [0.0] * len(widths)
    shares = [0.0] * len(widths)
    least = [0.0] * len(widths)
    for at, width_text in enumerate(widths):
        if width_text.endswith("fr"):
            shares[at] = float(width_text[:-2])
            low = 0.0 if 0 < rotation <= at else widest_word(head[at])
            least[at] = max([low, *(widest_word(row[at]) for row in cells)]) + 2 * inset + 0.02
            continue
        if width_text.endswith("mm"):
            each[at] = least[at] = float(width_text[:-2])
            continue
        column = [row[at] for row in cells]
        top = 0.0 if 0 < rotation <= at else natural_width(head[at])
        each[at] = max([top, *(natural_width(cell) for cell in column)]) + 2 * inset + 0.02
        top = 0.0 if 0 < rotation <= at else widest_word(head[at])
        least[at] = max([top, *(widest_word(cell) for cell in column)]) + 2 * inset + 0.02
    # A column that takes its share keeps at least a fifth of the table, and its widest word whole.
    shared_mm = max(0.2 * width, sum(low for low, share in zip(least, shares, strict=True) if share))
    spare = width - sum(each) - (shared_mm if any(shares) else 0.0)
    if spare < 0:
        give = [full - low if full else 0.0 for full, low in zip(each, least, strict=True)]
        if sum(give) > 0:
            part = min(1.0, -spare / sum(give))
            each = [full - part * loss for full, loss in zip(each, give, strict=True)]
    if any(shares):
        each = _share_rest(each, shares, least, max(width - sum(each), 0.1 * width))
    if sum(each) > width:
        each = [mm * width / sum(each) for mm in each]
    return each


def _share_rest(
    each: Sequence[float], shares: Sequence[float], least: Sequence[float], rest: float
) -> list[float]:
    """Share the rest among columns; one whose share is too small for a word gets what that needs."""
    needy: set[int] = set()
    while True:
        room = rest - sum(least[at] for at in needy)
        total = sum(share for at, share in enumerate(shares) if at not in needy)
        if total == 0 or room <= 0:
            break
        narrow = {
            at
            for at, share in enumerate(shares)
            if share and at not in needy and room * share / total < least[at]
        }
        if not narrow:
            break
        needy |= narrow
    if total == 0 or room <= 0:
        needy, room, total = set(), rest, sum(shares)
    return [
        least[at] if at in needy else mm + room * share / total
        for at, (mm, share) in enumerate(zip(each, shares, strict=True))
    ]


def _head(
    head: Sequence[Words],
    widths: Sequence[float],
    lefts: Sequence[float],
    letters: Sequence[Align],
    style: Style,
    inset: float,
    down: float,
    rotation: int,
    table_width: float,
) -> Flowable:
    cells: list[tuple[Lines, bool]] = []
    tall = max(
        (_least_tall(cell, style, widths[at]) for at, cell in enumerate(head) if 0 < rotation <= at),
        default=0.0,
    )
    for at, cell in enumerate(head):
        upright = 0 < rotation <= at
        measure = tall if upright else widths[at] - 2 * inset
        cells.append((set_words(cell, style, measure, "left" if upright else letters[at]), upright))
    high = max(lines.natural if upright else lines.height for lines, upright in cells) + 2 * down

    def draw(x: float, y: float, out: list[Item]) -> None:
        out.append(Rect(x, y, table_width, high, fill=stylesheet.TINT))
        out.append(Polyline(((x, y + high), (x + table_width, y + high)), _HEAD_RULE))
        for (lines, upright), left, mm in zip(cells, lefts, widths, strict=True):
            draw_title = partial(_upright, lines) if upright else lines.draw
            place = (left + (mm - lines.height) / 2, high) if upright else (left + inset, high - lines.height)
            tag_drawing(draw_title, Tag("TH", scope="Column"))(x + place[0], y + place[1] - down, out)

    return Flowable(high, draw, 2.0, 0.0, True)


def _least_tall(head: Words, style: Style, room: float) -> float:
    """Return the least height in which a head stands upright in a column so wide, in one line or several."""
    most = min(_TALLEST, natural_width(head) + 0.01)
    least = min(most, widest_word(head) + 0.01)
    steps = (least + (most - least) * n / 8 for n in range(8))
    return next(
        (tall for tall in steps if set_words(head, style, tall, "left").height <= room - _HEAD_GAP), most
    )


def _upright(lines: Lines, x: float, y: float, out: list[Item]) -> None:
    """Draw lines that run upwards from their lower left corner."""
    level: list[Item] = []
    lines.draw(0.0, 0.0, level)
    for item in level:
        if isinstance(item, TextItem):
            place = (x + item.y, y - item.x)
            out.append(TextItem(*place, item.string, item.size, item.font, fill=item.fill, rotate=-90.0))


def _row(
    cells: Sequence[Lines],
    lefts: Sequence[float],
    inset: float,
    down: float,
    table_width: float,
    is_tinted: bool,
    top: Flowable,
    whole: Tag,
) -> Flowable:
    high = max(lines.height for lines in cells) + 2 * down

    def draw(x: float, y: float, out: list[Item]) -> None:
        if is_tinted:
            out.append(Rect(x, y, table_width, high, fill=stylesheet.PALE))
        out.append(Polyline(((x, y + high), (x + table_width, y + high)), _RULE))
        for at, (lines, left) in enumerate(zip(cells, lefts, strict=True)):
            # The first cell names its row; where it is a box to tick it does not.
            names_row = at == 0 and any(isinstance(p, Letters) for x in lines.lines for _, p in x.pieces)
            tag = Tag("TH", scope="Row") if names_row else Tag("TD")
            tag_drawing(lines.draw, tag)(x + left + inset, y + (high - lines.height) / 2, out)

    return Flowable(high, tag_drawing(draw, Tag("TR", whole)), again=top)
