"""The terrain chart on the map sheet: hexes, hexsides and ways of the map as one table.

Which columns it has is data of the series (`ChartBook.sheet`). Its lines are those of the legend.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, product

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.charts.book import ChartBook, SheetColumn
from jdgtools.charts.model import Cell, Chart, Value
from jdgtools.charts.words import NOTHING, cell_text
from jdgtools.model.battle import Battle
from jdgtools.model.definition import TerrainDef
from jdgtools.model.phrases import colon
from jdgtools.render.map.legend import GROUPS, group_entries, used_terrains
from jdgtools.render.map.paragraph import Paragraph
from jdgtools.render.map.plan import FurniturePart, Room
from jdgtools.render.map.tracks import HEAD, heading
from jdgtools.render.map.words import say
from jdgtools.render.path import PathBuilder
from jdgtools.render.scene import Anchor, Item, Point, Rect, Stroke, TextItem
from jdgtools.render.style import Theme
from jdgtools.render.text import text_width, wrap

RANK = 6
"""Of all furniture it is left out first, but for spare boxes."""
NO_ROOM = 1e6
"""Height where a table does not fit a width."""
_SIZES = (2.8, 2.6, 2.46)
"""Sizes of its letters, mm of the furniture."""
_LEAD = 1.12
_INSET = 0.75
"""Blank on both sides of a cell, mm."""
_PAD = 0.4
"""Blank above and below the words of a row, mm."""
_LABEL_MM = 19.0
"""Least width of the names."""
_NAME_FONT, _VALUE, _RULE_FONT, _TITLE = "sans", "sans", "sans-bold", "sans-semibold"
_MAX_LINES = 3


class TerrainValue(Struct, frozen=True):
    """A value in words."""

    text: str
    is_rule: bool
    """Whether the rules give it."""


class TerrainLine(Struct, frozen=True):
    """A terrain of the map with its values."""

    group: str
    """Of the legend: `ground`, `hexsides`, `ways`."""
    label: str
    cells: tuple[TerrainValue, ...]
    """One for every column; empty where the terrain has no such value."""


class TerrainTable(Struct, frozen=True):
    """The terrain chart in one language."""

    title: str
    heads: tuple[str, ...]
    over: tuple[str, ...]
    """What stands above the head of each column; '' = nothing."""
    rows: tuple[TerrainLine, ...]
    notes: tuple[str, ...]


def chart_table(battle: Battle, charts: ChartBook, language: str) -> TerrainTable | None:
    """Return the chart of the terrain that the map has; None where the series says nothing of it."""
    columns = charts.sheet.columns
    terrains = used_terrains(battle)
    cells: dict[tuple[str, str], list[tuple[str, tuple[Cell, ...]]]] = {}
    notes = [note.get(language) for note in charts.sheet.notes]
    for chart in charts:
        if chart.kind != "terrain" or not columns:
            continue
        keys = [next((key for key in column.keys if key in chart.axes[-1].ids), "") for column in columns]
        here = _of_chart(chart, terrains)
        for terrain in here:
            cells[terrain.kind, terrain.id] = [
                _words(chart, terrain, key, column, language)
                for key, column in zip(keys, columns, strict=True)
            ]
        if any("/" in text for terrain in here for text, _ in cells[terrain.kind, terrain.id]):
            notes.append(_both_ways(chart, language))
    lines = [terrain for terrain in terrains if (terrain.kind, terrain.id) in cells]
    if not lines:
        return None
    lines = [lines[n] for n, _ in group_entries([terrain.kind for terrain in lines])]
    sources = [cell.kind for values in cells.values() for _, both in values for cell in both]
    is_ours = 2 * sources.count("house") > len(sources)
    notes.append(say("house_chart" if is_ours else "house_values", language))
    rows = (
        TerrainLine(
            GROUPS[terrain.kind],
            _capital(terrain.name.get(language)),
            tuple(_with_mark(text, both, is_ours, terrain) for text, both in cells[terrain.kind, terrain.id]),
        )
        for terrain in lines
    )
    return TerrainTable(
        charts.sheet.title.get(language) + ("°" if is_ours else ""),
        tuple(column.head.get(language) for column in columns),
        tuple(column.over.get(language) for column in columns),
        tuple(rows),
        tuple(dict.fromkeys(notes)),
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_KINDS = (("hex",), ("hexside", "crossing"), ("path",))
"""Kinds of terrain that a chart has in its lines: it is about hexes, hexsides or ways."""


def _of_chart(chart: Chart, terrains: Sequence[TerrainDef]) -> list[TerrainDef]:
    """Return those of the terrains that a chart is about."""
    ids = set(chart.axes[0].ids)
    by_kind = [[t for t in terrains if t.kind in kinds and t.id in ids] for kinds in _KINDS]
    return max(by_kind, key=len)


def _words(
    chart: Chart, terrain: TerrainDef, key: str, column: SheetColumn, language: str
) -> tuple[str, tuple[Cell, ...]]:
    """Return the value of a terrain in a column, and the cells behind it: one, or one for each direction."""
    if not key:
        return "", ()
    keys_by_direction = [
        (terrain.id, *between, key) for between in product(*(axis.ids for axis in chart.axes[1:-1]))
    ]
    cells = tuple(chart.cell(*keys) for keys in keys_by_direction)
    full = [cell_text(chart, keys, language) for keys in keys_by_direction]
    short = [_short(cell.value, column, language) or text for cell, text in zip(cells, full, strict=True)]
    if len(set(short)) == 1:
        return short[0], cells
    # Beside another value a dash says too little.
    return "/".join(b if a == NOTHING else a for a, b in zip(short, full, strict=True)), cells


def _short(value: Value, column: SheetColumn, language: str) -> str:
    """Return the short words of a column for a value; '' where it has none."""
    if isinstance(value, tuple):
        parts = [_short(part, column, language) for part in value]
        return ", ".join(parts) if all(parts) else ""
    name = {"None": "null", "True": "true", "False": "false"}.get(str(value), str(value))
    text = column.words.get(name)
    return "" if text is None else text.get(language)


def _with_mark(text: str, cells: tuple[Cell, ...], is_ours: bool, terrain: TerrainDef) -> TerrainValue:
    """Return a value with the mark of where it comes from, as in the player aids."""
    kinds = {cell.kind for cell in cells}
    mark = "*" if "battle" in kinds and not terrain.like else ""
    mark = "°" if "house" in kinds and not is_ours else mark
    return TerrainValue(text + mark, kinds == {"rules"})


def _both_ways(chart: Chart, language: str) -> str:
    """Return what the two sides of a stroke stand for, from the words of the chart."""
    sign = colon(language)
    words = [key.label.get(language) for axis in chart.axes[1:-1] for key in axis.keys]
    return "a/b" + sign + " / ".join(word.partition(sign)[2] or word for word in words)


def terrain_chart(battle: Battle, charts: ChartBook, theme: Theme, language: str) -> FurniturePart | None:
    """Return the terrain chart as furniture; None where the series says nothing of the map's terrain."""
    table = chart_table(battle, charts, language)
    if table is None:
        return None

    @cache
    def layout(width: float) -> _TableLayout | None:
        ways = product((_MAX_LINES - 1, _MAX_LINES), _SIZES)
        fits = (_TableLayout.of(table, width, size, most) for most, size in ways)
        return next((fit for fit in fits if fit is not None), None)

    def height(room: Room) -> float:
        fit = layout(room.width)
        return NO_ROOM if fit is None else fit.height

    def draw(room: Room, _: float) -> tuple[Item, ...]:
        fit = layout(room.width)
        return () if fit is None else tuple(_drawing(table, fit, theme, language, room.width))

    return FurniturePart("terrain", RANK, height, draw)


class _TableLayout(Struct, frozen=True):
    """A table in a width: how its words are broken into lines."""

    size: float
    """Of its letters, mm."""
    lefts: tuple[float, ...]
    """Left edge of the names and of every column, and the right edge of the table, mm."""
    heads: tuple[tuple[str, ...], ...]
    labels: tuple[tuple[str, ...], ...]
    cells: tuple[tuple[tuple[str, ...], ...], ...]
    notes: tuple[str, ...]
    height: float

    @classmethod
    def of(cls, table: TerrainTable, width: float, size: float, most: int) -> _TableLayout | None:
        """Return the table with letters of a size and names of ``most`` lines; None where it is too wide."""
        rows = table.rows
        count = len(table.heads)
        columns = [[(row.cells[n].text, _RULE_FONT) for row in rows] for n in range(count)]
        heads = [[(head, _TITLE)] for head in table.heads]
        least = [
            max(_widest_word(c + h, size) for c, h in ((column, head),))
            for column, head in zip(columns, heads, strict=True)
        ]
        least = _wide_enough(table, [mm + 2 * _INSET for mm in least], size)
        longest = _widest_word([(row.label, _NAME_FONT) for row in rows], size)
        names = width - sum(least)
        if names < max(_LABEL_MM, longest + _INSET):
            return None
        full = max(text_width(row.label, _NAME_FONT, size) for row in rows) + 2 * _INSET
        if names > full:
            # What is left makes all columns wider, but for those that have words enough to themselves.
            more = (names - full) / (count + 1)
            least, names = [mm + more for mm in least], full + more
        lefts = [0.0, names]
        for mm in least:
            lefts.append(lefts[-1] + mm)
        labels = tuple(tuple(wrap(row.label, _NAME_FONT, size, names - _INSET)) for row in rows)
        cells = tuple(
            tuple(
                tuple(wrap(cell.text, _RULE_FONT, size, mm - 2 * _INSET))
                for cell, mm in zip(row.cells, least, strict=True)
            )
            for row in rows
        )
        if max(map(len, labels)) > most or max(len(c) for row in cells for c in row) > _MAX_LINES:
            return None
        titles = tuple(
            tuple(wrap(head, _TITLE, size, mm - 2 * _INSET))
            for head, mm in zip(table.heads, least, strict=True)
        )
        notes = [line for note in table.notes for line in Paragraph(note, "serif-italic", size).lines(width)]
        fit = cls(size, tuple(lefts), titles, labels, cells, tuple(notes), 0.0)
        lines = sum(fit.row_height(n) for n in range(len(rows)))
        groups = len({row.group for row in rows}) - 1
        high = (
            HEAD + fit.head_height(table) + lines + groups * fit.group_height + 1.2 + len(notes) * fit.pitch
        )
        return replace(fit, height=high)

    @property
    def pitch(self) -> float:
        """Distance between lines, mm."""
        return _LEAD * self.size

    @property
    def group_height(self) -> float:
        """Height of the name of a group, mm."""
        return self.pitch + 2 * _PAD

    def row_height(self, number: int) -> float:
        """Return the height of a row, mm."""
        lines = max(len(self.labels[number]), *(len(cell) for cell in self.cells[number]))
        return lines * self.pitch + 2 * _PAD

    def head_height(self, table: TerrainTable) -> float:
        """Return the height of the heads with what stands above them, mm."""
        return (max(map(len, self.heads)) + any(table.over)) * self.pitch + 3 * _PAD


def _widest_word(texts: Sequence[tuple[str, str]], size: float) -> float:
    return max((text_width(word, font, size) for text, font in texts for word in text.split()), default=0.0)


def _spans(over: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Yield every text above heads with the first column below it and the one after the last."""
    start = 0
    for text, run in groupby(over):
        end = start + len(list(run))
        if text:
            yield text, start, end
        start = end


def _wide_enough(table: TerrainTable, widths: list[float], size: float) -> list[float]:
    """Return the widths of columns, wider where what stands above them needs it."""
    for text, start, end in _spans(table.over):
        lack = text_width(text, _TITLE, size) + 2 * _INSET - sum(widths[start:end])
        for n in range(start, end):
            widths[n] += max(0.0, lack) / (end - start)
    return widths


def _drawing(
    table: TerrainTable, fit: _TableLayout, theme: Theme, language: str, width: float
) -> Iterator[Item]:
    """Yield the items of the table from its upper left corner."""
    ink, muted_ink, line, panel = (
        theme.color(f"map.sheet.{key}") for key in ("ink", "muted", "line", "panel")
    )
    size, right = fit.size, fit.lefts[-1]
    yield from heading(theme, table.title, width)
    y = HEAD + _PAD
    middles = [(a + b) / 2 for a, b in zip(fit.lefts[1:-1], fit.lefts[2:], strict=True)]
    rule = Stroke(line, 0.2)
    for text, start, end in _spans(table.over):
        left, till = fit.lefts[start + 1], fit.lefts[end + 1]
        at = (left + till) / 2, y + fit.pitch / 2
        yield TextItem(*at, text, size, _TITLE, "middle", "middle", muted_ink)
        yield _level(left + _INSET, till - _INSET, y + fit.pitch + 0.1, Stroke(line, 0.15))
    base = HEAD + fit.head_height(table) - _PAD
    for x, lines in zip(middles, fit.heads, strict=True):
        for n, text in enumerate(lines):
            at = x, base - (len(lines) - n - 0.5) * fit.pitch
            yield TextItem(*at, text, size, _TITLE, "middle", "middle", ink)
    y = base + _PAD
    yield _level(0.0, right, y, rule)
    above = table.rows[0].group
    odd = False
    for number, row in enumerate(table.rows):
        if row.group != above:
            above, odd = row.group, False
            yield TextItem(
                0.0,
                y + fit.group_height / 2,
                say(above, language),
                size,
                "serif-italic",
                baseline="middle",
                fill=muted_ink,
            )
            y += fit.group_height
            yield _level(0.0, right, y, Stroke(line, 0.12))
        high = fit.row_height(number)
        if odd:
            yield Rect(0.0, y, right, high, panel)
        odd = not odd
        yield from _lines(fit.labels[number], (_INSET / 2, y + high / 2), fit, _NAME_FONT, "start", ink)
        for x, cell, lines in zip(middles, row.cells, fit.cells[number], strict=True):
            yield from _lines(
                lines, (x, y + high / 2), fit, _RULE_FONT if cell.is_rule else _VALUE, "middle", ink
            )
        y += high
    yield _level(0.0, right, y, rule)
    y += 1.2
    for text in fit.notes:
        yield TextItem(0.0, y + fit.pitch / 2, text, size, "serif-italic", baseline="middle", fill=muted_ink)
        y += fit.pitch


def _lines(
    lines: Sequence[str], at: Point, fit: _TableLayout, font: str, anchor: Anchor, ink: str
) -> Iterator[Item]:
    """Yield lines about a middle height."""
    for n, text in enumerate(lines):
        y = at[1] + (n - (len(lines) - 1) / 2) * fit.pitch
        yield TextItem(at[0], y, text, fit.size, font, anchor, "middle", ink)


def _level(left: float, right: float, y: float, stroke: Stroke) -> Item:
    return PathBuilder().move_to(left, y).line_to(right, y).build(None, stroke)
