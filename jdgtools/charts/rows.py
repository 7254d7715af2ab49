"""Lines of the terrain charts for the terrains of a battle's own, which behave as terrains of the series."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from jdgtools.charts.book import ChartBook
from jdgtools.charts.model import Axis, AxisKey, Cell, Chart
from jdgtools.model.definition import SeriesDef, TerrainDef
from jdgtools.model.phrases import Phrases
from jdgtools.model.text import Text

_SAYS = Phrases({"like": ("as {}.", "comme {}.", "jak {}.", "mint {}.")})
_GROUPS = (("hex",), ("hexside", "crossing"), ("path",))
"""Kinds of terrain that a chart has in its lines: it is about hexes, hexsides or ways."""


def with_own_terrains(book: ChartBook, series: SeriesDef, terrains: Iterable[TerrainDef]) -> ChartBook:
    """Return the charts with a line for every terrain of a battle wherever its like has one.

    The cells have the values of the like and the provenance `battle`, with the references of the like.

    Args:
        book: charts of the series.
        series: vocabulary of the battle.
        terrains: those of the battle; each names its like.
    """
    rows = tuple(terrains)
    if not rows:
        return book
    kinds = {name: {t.id for t in series.terrains if t.kind in group} for group in _GROUPS for name in group}
    charts = {chart.id: _with_lines(chart, rows, kinds) for chart in book}
    return replace(book, charts=charts)


def _with_lines(chart: Chart, new_terrains: tuple[TerrainDef, ...], kinds: Mapping[str, set[str]]) -> Chart:
    for number, axis in enumerate(chart.axes):
        lines = [t for t in new_terrains if t.like in axis.ids and t.id not in axis.ids]
        lines = [t for t in lines if kinds[t.kind].issuperset(axis.ids)]
        if axis.match == "key" and lines:
            chart = _with_axis(chart, number, axis, lines)
    return chart


def _with_axis(chart: Chart, number: int, axis: Axis, lines: list[TerrainDef]) -> Chart:
    keys: list[AxisKey] = list(axis.keys)
    cells: dict[tuple[str, ...], Cell] = dict(chart.cells)
    for terrain in lines:
        like = axis.key(terrain.like)
        same = Text(tuple((language, _like(words, language)) for language, words in like.label.values))
        keys.append(replace(like, id=terrain.id, label=terrain.name, note=same))
        for at, cell in chart.cells.items():
            if at[number] == terrain.like:
                cells[(*at[:number], terrain.id, *at[number + 1 :])] = replace(cell, kind="battle")
    axes = (*chart.axes[:number], replace(axis, keys=tuple(keys)), *chart.axes[number + 1 :])
    return replace(chart, axes=axes, cells=cells)


def _like(label: str, language: str) -> str:
    """Return what is said of a line that has the values of another, whose label stands amid the words."""
    begins_word = label[1:2].islower()
    return _SAYS("like", language, label[:1].lower() + label[1:] if begins_word else label)
