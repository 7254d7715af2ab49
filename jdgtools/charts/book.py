"""`ChartBook`: the charts of one series, or of one battle after its overrides, by their ids.

Hooks and checks ask it for a chart (`charts.get("TBL-FIRE")`) and the chart for a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field

from jdgtools.charts.model import NO_TEXT, Chart, ChartLookupError
from jdgtools.charts.overrides import ChartProblem, Override, Replacement, apply_overrides
from jdgtools.model.text import Text


class SheetColumn(Struct, frozen=True):
    """A column of the terrain chart on the map sheet."""

    head: Text
    """As short as can be."""
    keys: tuple[str, ...]
    """Keys of the last axes of terrain charts; of several that a chart has the first counts."""
    over: Text = NO_TEXT
    """What stands above this column and its neighbours with the same text."""
    words: Mapping[str, Text] = field(default_factory=dict)
    """Shorter words for values (`blocked`, `true`, `null`, `0`); others are printed as in their chart."""


class SheetChart(Struct, frozen=True):
    """What the map sheet shows of the terrain charts: those of hexes, hexsides and ways as one table."""

    title: Text = NO_TEXT
    columns: tuple[SheetColumn, ...] = ()
    notes: tuple[Text, ...] = ()
    """What is read below it."""


class ChartBook(Struct, frozen=True, dict=True):
    """All charts of a series, in printed order."""

    charts: Mapping[str, Chart]
    """Chart id -> chart."""
    languages: tuple[str, ...] = ()
    """Languages that every label exists in."""
    sources: Mapping[str, Text] = field(default_factory=dict)
    """What a reference of a house or player-aid cell stands for: section and design reason."""
    words: Mapping[str, str] = field(default_factory=dict)
    """What a word in a cell means, in English, for those who write programs: `type.word` -> sentence."""
    replacements: tuple[Replacement, ...] = ()
    """The cells that a battle's overrides have replaced; none in the book of a series."""
    together: tuple[tuple[str, ...], ...] = ()
    """Ids of charts that players use together, as for fire: each set stands on a page of the player aids."""
    sheet: SheetChart = SheetChart()
    """What the map sheet shows of the terrain charts; nothing without columns."""

    def get(self, chart_id: str) -> Chart:
        """Return the chart with that id.

        Raises:
            ChartLookupError: no such chart.
        """
        try:
            return self.charts[chart_id]
        except KeyError:
            raise ChartLookupError(f"there is no chart {chart_id!r}") from None

    def __contains__(self, chart_id: str) -> bool:
        return chart_id in self.charts

    def __iter__(self) -> Iterator[Chart]:
        return iter(self.charts.values())

    def __len__(self) -> int:
        return len(self.charts)

    def group(self, name: str) -> tuple[Chart, ...]:
        """Return the charts that together are the rulebook's chart `name` (also the chart of that id)."""
        return tuple(chart for chart in self if name in (chart.group, chart.id))

    def with_overrides(self, overrides: Iterable[Override]) -> tuple[ChartBook, tuple[ChartProblem, ...]]:
        """Return the book with a battle's own cells, and what is wrong with the overrides.

        Cells replaced get the provenance `battle`. Faulty overrides are left out and reported, all
        of them; the good ones still apply.
        """
        charts, problems, replacements = apply_overrides(self.charts, overrides)
        return ChartBook(
            charts,
            self.languages,
            self.sources,
            self.words,
            (*self.replacements, *replacements),
            self.together,
            self.sheet,
        ), problems
