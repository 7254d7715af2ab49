"""The charts of the rules as tables of the booklet, with every value marked by where it comes from.

A chart with one axis is a list. One with two is a table; further axes become columns of labels at its left.
A table is set in one column if it fits, else across the page, else in parts; widths are measured before
anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from jdgtools.charts import AxisKey, Cell, Chart, ChartBook
from jdgtools.charts.words import cell_text
from jdgtools.exporters.booklet import inlines, stylesheet
from jdgtools.exporters.booklet.flowables import Block, Element, block, heading, remark, remarks, stack
from jdgtools.exporters.booklet.inlines import NONE, Inlines
from jdgtools.exporters.booklet.lines import em_width
from jdgtools.exporters.booklet.stylesheet import PT, Paper
from jdgtools.exporters.booklet.table import table
from jdgtools.exporters.booklet.terrain import Swatches
from jdgtools.exporters.booklet.words import word
from jdgtools.model.phrases import colon

_INSETS = 2 * stylesheet.INSET
_PICTURE_MM = 7.8
"""Column of the pieces of map."""
_LABEL_MM = 40.0
"""Most that a column of labels takes."""
_WRAP_MM = 15.0
"""Values wider than this are broken into lines."""
_UPRIGHT_MM = 1.5
"""A head this many times wider than its column's values stands upright."""
_FEW_LINES = 3
"""Where so few lines stand under long heads, a table takes less paper over the whole width."""


def chart_pages(
    book: ChartBook,
    language: str,
    used: frozenset[str] = frozenset(),
    ground: Swatches | None = None,
    whole: bool = True,
    paper: Paper = stylesheet.A4,
) -> Iterator[Block]:
    """Yield the blocks of all charts, those that are used together one after the other.

    Args:
        book: the charts with the battle's own cells.
        language: of the labels.
        used: terrains of the map; the rows of others are printed pale. Empty = all alike.
        ground: pictures of terrain.
        whole: whether the rows of other terrains are printed at all; a chart without rows is left out.
        paper: what it is printed on.
    """
    yield block(_legend(language, bool(used) and whole, paper), wide=True)
    charts = frozenset(book.charts)
    limits = _limits(book)
    limit_ids = {limit.id for limit in limits.values()}
    sets = {chart_id: names for names in book.together for chart_id in names}
    ids = dict.fromkeys(each for chart in book for each in sets.get(chart.id, (chart.id,)))
    for chart in (book.get(chart_id) for chart_id in ids if chart_id not in limit_ids):
        is_terrain = chart.kind == "terrain"
        if is_terrain and not whole:
            chart = _on_map(chart, used)
            if not chart.axes[0].keys:
                continue
        pictures = ground.of(chart.axes[0].ids) if is_terrain and ground is not None else {}
        say = _ChartWords(chart, language, charts, pictures, paper, limits.get(chart.id))
        names = sets.get(chart.id, ("",))
        blocks = list(_chart(say, used if is_terrain else frozenset(), names[0]))
        # What is looked up last may stand above the rest of its set.
        floats = len(blocks) == 1 and chart.id == names[-1]
        yield from (replace(each, floats=floats and each.wide) for each in blocks)


def _limits(book: ChartBook) -> dict[str, Chart]:
    """Return chart of modifiers -> the limit of their sum, a chart of the same group.

    It is printed at the foot of the modifiers, not as a table of its own.
    """
    of_group = {chart.group: chart for chart in book if is_limit(chart)}
    return {x.id: of_group[x.group] for x in book if x.kind == "modifiers" and x.group in of_group}


def is_limit(chart: Chart) -> bool:
    """Return whether a chart says what a sum of modifiers is at least and at most."""
    return chart.kind == "values" and chart.axes[0].ids == ("least", "most")


def _on_map(chart: Chart, used: frozenset[str]) -> Chart:
    """Return a terrain chart with the rows alone that the map has, and without the notes of others."""
    first, *others = chart.axes
    on_map = replace(first, keys=tuple(key for key in first.keys if key.id in used))
    cells = {keys: cell for keys, cell in chart.cells.items() if keys[0] in used}
    return replace(chart, axes=(on_map, *others), cells=cells)


def _marks(paper: Paper) -> dict[str, Callable[[Inlines], Inlines]]:
    """Return what marks values by where they come from; where all is printed smaller no mark is raised."""
    return {
        "rules": inlines.rule_value,
        "player-aid": partial(inlines.aid_value, is_raised=paper.scale == 1.0),
        "house": inlines.house_value,
        "battle": inlines.battle_value,
    }


class _ChartWords:
    """A chart in one language."""

    def __init__(
        self,
        chart: Chart,
        language: str,
        chart_ids: frozenset[str],
        pictures: Mapping[str, Inlines],
        paper: Paper,
        limit: Chart | None = None,
    ) -> None:
        self.chart, self.language, self.pictures, self.paper = chart, language, pictures, paper
        self.limit = limit
        self._marks = _marks(paper)
        self._chart_ids = chart_ids
        """Ids of charts that a value may stand for."""
        ours = sum(cell.is_house for cell in chart.cells.values())
        self.is_ours = ours > len(chart.cells) / 2
        """Whether most values are ours: then the heading says so for all that have no other mark."""

    def value(self, keys: tuple[str, ...]) -> str:
        """Return the value of a cell in words."""
        text = cell_text(self.chart, keys, self.language)
        return word("see_table", self.language) if text in self._chart_ids else text

    def cell(self, keys: tuple[str, ...]) -> Inlines:
        """Return the value of a cell with the mark of where it comes from."""
        return self._mark(self.value(keys), self.chart.cell(*keys))

    def _mark(self, value: str, cell: Cell) -> Inlines:
        words = inlines.text(value)
        return words if self.is_ours and cell.is_house else self._marks[cell.kind](words)

    def limit_rows(self) -> Iterator[list[Inlines]]:
        """Yield rows with what the sum of the modifiers is at least and at most, if it has limits."""
        if self.limit is None:
            return
        for key in self.limit.axes[0].keys:
            end = word("sum", self.language, key.label.get(self.language))
            value = cell_text(self.limit, (key.id,), self.language)
            yield [inlines.text(end), self._mark(value, self.limit.cell(key.id))]

    def heading(self) -> Element:
        """Return the heading of the chart."""
        title = inlines.text(self.chart.title.get(self.language))
        return heading(inlines.house_value(title) if self.is_ours else title)

    def next_page_heading(self) -> Element:
        """Return the heading of a part that stands on another page than the one before it."""
        title = inlines.text(self.chart.title.get(self.language))
        words = inlines.house_value(title) if self.is_ours else title
        return heading((*words, *inlines.literal(f" {word('continued', self.language)}")))

    def label(self, key: AxisKey) -> str:
        """Return the name of a line or column."""
        return inlines.sentence(key.label.get(self.language))


def _legend(language: str, pale: bool, paper: Paper) -> Element:
    marks = [
        (
            *mark(inlines.text("3")),
            *inlines.space(0.9),
            *inlines.text(word("from_" + kind.replace("-", "_"), language)),
        )
        for kind, mark in _marks(paper).items()
    ]
    if pale:
        grey = inlines.away(inlines.text(word("grey", language)))
        marks.append((*grey, *inlines.space(0.9), *inlines.text(word("not_here", language))))
    return remark(inlines.join(inlines.space(3.0), marks), sticky=True)


def _chart(say: _ChartWords, used: frozenset[str], together: str = "") -> Iterator[Block]:
    """Yield the blocks of a chart: one, or for a chart over the whole width one for each of its tables."""
    tables, wide = _tables(say, used)
    parts: list[list[Element]] = [[element] for element in tables] if wide else [tables]
    parts[0].insert(0, say.heading())
    charts = (say.chart, say.limit) if say.limit else (say.chart,)
    lines = [inlines.text(line) for chart in charts for line in _remarks(chart, say.language)]
    if lines:
        parts[-1].append(remarks(lines))
    for number, part in enumerate(parts):
        next_page = (say.next_page_heading(),) if number else ()
        yield block(*part, wide=wide, together=together, follows=number > 0, next_page=next_page)


def _tables(say: _ChartWords, used: frozenset[str]) -> tuple[list[Element], bool]:
    """Return the tables of a chart, and whether they stand over the whole width: as narrow as it can be."""
    if len(say.chart.axes) == 1:
        return [_list(say)], False
    sizes = _measure(say, used)
    if sizes.width <= say.paper.column + 4:
        narrow, wide = _narrow_table(sizes), _wide_table(sizes)
        takes_less = 2 * stack(wide(say.paper.text_width))[0] < stack(narrow(say.paper.column))[0]
        is_wide = takes_less and len(sizes.labels) <= _FEW_LINES
        return [wide if is_wide else narrow], is_wide
    if sizes.width <= say.paper.text_width:
        return [_wide_table(sizes)], True
    return _table_in_parts(sizes), True


class _TableSizes(NamedTuple):
    """A chart with lines and columns as it wants to be printed; widths without insets, mm."""

    say: _ChartWords
    heads: list[str]
    """Titles of the axes that stand at the left."""
    axes: list[int]
    """Those of them that are printed."""
    labels: list[_Row]
    columns: Sequence[AxisKey]
    plain: list[list[str]]
    """Column -> its values in words."""
    label_mm: list[float]
    value_mm: list[float]
    """What the values of each column need."""
    level_mm: list[float]
    """What each column needs under a heading that is not turned."""
    titles: list[str]

    @property
    def labels_mm(self) -> float:
        """All labels with insets and pictures."""
        pictures_mm = _PICTURE_MM if self.say.pictures else 0.0
        return sum(self.label_mm) + _INSETS * len(self.axes) + pictures_mm

    @property
    def width(self) -> float:
        """The whole table."""
        return self.labels_mm + sum(x + _INSETS for x in self.level_mm)

    def table(
        self,
        label_mm: Sequence[float],
        widths: Sequence[float],
        columns: slice = slice(None),
        is_rotated: bool = False,
        is_dense: bool = False,
    ) -> Element:
        """Return the table, or some columns of it, in certain widths."""
        keys = self.columns[columns]
        return _table(
            self.say, self.heads, self.axes, label_mm, self.labels, keys, widths, is_rotated, is_dense
        )


def _measure(say: _ChartWords, used: frozenset[str]) -> _TableSizes:
    chart, language = say.chart, say.language
    labels = list(_rows(say, chart.axes[-1].keys, used))
    heads = [axis.title.get(language) for axis in chart.axes[:-1]]
    axes = list(range(len(heads)))
    if len(axes) > 1 and all(not row[1] for _, row, _ in labels):
        axes = [0]
    label_mm = [_label_mm(heads[i], [row[i] for _, row, _ in labels]) for i in axes]
    columns = chart.axes[-1].keys
    plain = [[say.value((*keys, key.id)) for keys, _, _ in labels if keys] for key in columns]
    value_mm = [max(_value_mm(text) for text in texts) + 1.2 for texts in plain]
    titles = [say.label(key) for key in columns]
    level_mm = [
        max(v, _longest_word(t, True), min(_width(t, True), 14.0))
        for v, t in zip(value_mm, titles, strict=True)
    ]
    return _TableSizes(say, heads, axes, labels, columns, plain, label_mm, value_mm, level_mm, titles)


def _narrow_table(sizes: _TableSizes) -> Element:
    """Return a table for one column of the page: labels are broken into lines rather than values."""
    column, axes, labels = sizes.say.paper.column, sizes.axes, sizes.labels
    width, label_mm = sizes.width, list(sizes.label_mm)
    narrow = max(_longest_word(x) for x in [sizes.heads[axes[0]], *(row[axes[0]] for _, row, _ in labels)])
    label_mm[0] = max(narrow, label_mm[0] - max(0.0, width + 1.0 - column))
    spare = max(0.0, column - width - 1.0)
    ways = []
    for share in (0.0, 0.5, 1.0):
        # What is left goes to values or to labels, where it saves more lines.
        names = [label_mm[0] + share * spare, *label_mm[1:]]
        values = _unbroken(sizes.level_mm, sizes.plain, column - width - share * spare)
        ways.append(sizes.table(names, values))
    return min(ways, key=lambda way: stack(way(column))[0])


def _wide_table(sizes: _TableSizes) -> Element:
    """Return a table over the whole width, which has room for whole labels."""
    text_width = sizes.say.paper.text_width
    width, label_mm = sizes.width, list(sizes.label_mm)
    for number, i in enumerate(sizes.axes):
        widest = max(_width(row[i]) for _, row, _ in sizes.labels)
        wider = min(max(label_mm[number], widest), label_mm[number] + 0.8 * (text_width - width))
        width += wider - label_mm[number]
        label_mm[number] = wider
    return sizes.table(label_mm, _unbroken(sizes.level_mm, sizes.plain, text_width - width))


def _table_in_parts(sizes: _TableSizes) -> list[Element]:
    """Return a table that is too wide for the page as several below one another, with headings turned."""
    value_mm, level_mm, titles = sizes.value_mm, sizes.level_mm, sizes.titles
    labels_mm, text_width = sizes.labels_mm, sizes.say.paper.text_width
    is_rotated = sum(level_mm) > _UPRIGHT_MM * sum(value_mm) and max(map(len, titles)) > 5
    widths = (
        [max(v, _upright_mm(_width(t, True))) for v, t in zip(value_mm, titles, strict=True)]
        if is_rotated
        else level_mm
    )
    tables = []
    for first, last in _shares([x + _INSETS for x in widths], text_width - labels_mm):
        # A part whose heads have room to lie takes less height with them lying.
        lies = labels_mm + sum(x + _INSETS for x in level_mm[first:last]) <= text_width
        part_mm = (level_mm if lies else widths)[first:last]
        ways = [
            sizes.table(label_mm, part_mm, slice(first, last), is_rotated and not lies, is_rotated)
            for label_mm in _label_ways(sizes, text_width - labels_mm - sum(x + _INSETS for x in part_mm))
        ]
        tables.append(min(ways, key=lambda way: stack(way(text_width))[0]))
    return tables


def _upright_mm(length: float) -> float:
    """Return what a heading so long takes in a column when it is turned: one line, up to three, or four."""
    return 4.2 if length < 22 else 7.4 if length < 58 else 10.4


def _label_ways(sizes: _TableSizes, spare: float) -> list[list[float]]:
    """Return widths of the columns of labels that leave all, half or none of what is left to the values."""
    first = sizes.label_mm[0]
    lack = max(_width(row[sizes.axes[0]]) for _, row, _ in sizes.labels) - first
    if lack <= 0.0 or spare <= 0.0:
        return [sizes.label_mm]
    return [[first + min(lack, share * spare), *sizes.label_mm[1:]] for share in (0.0, 0.5, 1.0)]


def _unbroken(widths: Sequence[float], texts_by_column: Sequence[Sequence[str]], spare: float) -> list[float]:
    """Return widths of columns with spare room given to those whose values would be broken into lines."""
    lacks = [
        max(0.0, max(_width(text, True) for text in texts) + 1.2 - mm)
        for mm, texts in zip(widths, texts_by_column, strict=True)
    ]
    if spare <= 0.0 or sum(lacks) == 0.0:
        return list(widths)
    part = min(1.0, spare / sum(lacks))
    return [mm + part * lack for mm, lack in zip(widths, lacks, strict=True)]


def _label_mm(head: str, labels: Sequence[str]) -> float:
    """Return the width of a column of labels; a long head is broken into lines rather than make it wider."""
    least = max(_longest_word(head, True), min(_width(head, True), 22.0))
    return min(_LABEL_MM, max(least, *(_width(label) for label in labels)))


def _value_mm(text: str) -> float:
    full = _width(text, True)
    return full if full <= _WRAP_MM else max(_longest_word(text, True), min(full / 2, 24.0))


def _shares(widths: Sequence[float], room: float) -> list[tuple[int, int]]:
    """Return slices of columns, each at most `room` wide, of about equal width."""
    total = sum(widths)
    count = max(1, int(-(-total // room)))
    while True:
        shares, first, width = [], 0, 0.0
        aim = min(room, total / count * 1.12)
        for index, mm in enumerate(widths):
            if width + mm > aim and index > first:
                shares.append((first, index))
                first, width = index, 0.0
            width += mm
        shares.append((first, len(widths)))
        if len(shares) <= count or count > len(widths):
            return shares
        count += 1


_Row = tuple[tuple[str, ...], list[str], bool]
"""Keys of the row, its labels, whether its terrain is on the map."""


def _rows(say: _ChartWords, columns: Sequence[AxisKey], used: frozenset[str]) -> Iterator[_Row]:
    chart = say.chart
    for first in chart.axes[0].keys:
        is_on_map = not used or first.id in used
        rests = list(product(*(axis.keys for axis in chart.axes[1:-1])))
        ats = [(first.id, *(key.id for key in rest)) for rest in rests]
        distinct_rows = {tuple(_plain(say, (*at, column.id)) for column in columns) for at in ats}
        if len(ats) > 1 and len(distinct_rows) == 1:
            # Directions that make no difference are printed once.
            yield ats[0], [say.label(first), *[""] * len(rests[0])], is_on_map
            continue
        for number, (at, rest) in enumerate(zip(ats, rests, strict=True)):
            label = say.label(first) if number == 0 else ""
            yield at, [label, *(_short(say.label(key)) for key in rest)], is_on_map


def _short(label: str) -> str:
    """Return a label without the explanation behind its colon; the remarks give the whole."""
    return label.split(": ")[0].split(" : ")[0]


def _plain(say: _ChartWords, keys: tuple[str, ...]) -> str:
    return f"{say.chart.cell(*keys).kind} {say.value(keys)}"


def _table(
    say: _ChartWords,
    heads: Sequence[str],
    axes: Sequence[int],
    label_mm: Sequence[float],
    rows: Sequence[_Row],
    columns: Sequence[AxisKey],
    widths_mm: Sequence[float],
    is_rotated: bool,
    is_dense: bool = False,
) -> Element:
    titles = [inlines.text(say.label(key)) for key in columns]
    cells = []
    for at, labels, is_on_map in rows:
        line = [inlines.text(labels[i]) for i in axes]
        line += [say.cell((*at, key.id)) for key in columns]
        cells.append(line if is_on_map else [inlines.away(each) for each in line])
    widths = [f"{mm + _INSETS + 0.6:.1f}mm" for mm in label_mm]
    widths += [f"{mm + _INSETS:.1f}fr" for mm in widths_mm]
    head = [*(inlines.text(heads[i]) for i in axes), *titles]
    align, upright = "l" * len(axes) + "c" * len(columns), len(axes)
    # The first part of a chart shows its terrain.
    if say.pictures and columns[0].id == say.chart.axes[-1].keys[0].id:
        head.insert(0, NONE)
        widths.insert(0, f"{_PICTURE_MM}mm")
        align, upright = "l" + align, upright + 1
        for (at, labels, _), line in zip(rows, cells, strict=True):
            line.insert(0, say.pictures.get(at[0], NONE) if labels[0] else NONE)
    return table(head, cells, widths, align, upright if is_rotated else 0, is_dense, say.paper.is_short)


def _list(say: _ChartWords) -> Element:
    axis = say.chart.axes[0]
    texts = [say.value((key.id,)) for key in axis.keys]
    longest = max(map(_width, texts))
    longest_marked = max(_width(f"{text}*", True) for text in texts)
    name = max(_width(say.label(key)) for key in axis.keys)
    rows = [[inlines.text(say.label(key)), say.cell((key.id,))] for key in axis.keys]
    rows += say.limit_rows()
    head = [inlines.text(axis.title.get(say.language)), inlines.text(word("value", say.language))]
    if longest < 24:
        widths, align = ("1fr", "auto"), "lc"
    elif sum(map(_width, texts)) < 24 * len(texts):
        # No value is broken where the names leave it room.
        fits = name + longest_marked + 2 * _INSETS < say.paper.column
        widths, align = ("1fr", "auto" if fits else "27mm"), "lc"
    else:
        widths, align = ("auto", "1fr") if name < 30 else ("1fr", "1.2fr"), "ll"
    return table(head, rows, widths, align, low=say.paper.is_short)


def _width(plain: str, semibold: bool = False) -> float:
    """Return the width of a text in a table cell, mm, without margins."""
    return em_width(plain, "sans-semibold" if semibold else "sans") * stylesheet.CELL * PT


def _longest_word(plain: str, semibold: bool = False) -> float:
    """Return the width of the longest word, mm."""
    return max((_width(word, semibold) for word in inlines.fine(plain).split(" ")), default=0.0)


def _remarks(chart: Chart, language: str) -> Iterator[str]:
    lines = []
    if any("clamp" in (axis.below, axis.above) for axis in chart.axes):
        lines.append(word("beyond", language))
    lines += [
        inlines.sentence(k.label.get(language))
        for a in chart.axes[1:-1]
        for k in a.keys
        if _short(k.label.get(language)) != k.label.get(language)
    ]
    lines += [
        f"{inlines.sentence(k.label.get(language))}{colon(language)}{k.note.get(language)}"
        for a in chart.axes
        for k in a.keys
        if k.note
    ]
    lines += [f"{c.note.get(language)}" for c in chart.cells.values() if c.kind == "battle" and c.note]
    lines += [note.text.get(language) for note in chart.notes]
    yield from dict.fromkeys(lines)
