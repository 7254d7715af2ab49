"""The pages of played turns: their statements exist, their sums and results are those of the charts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jdgtools.exporters.module.checks import row_text
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.model.module import CheckDef
from jdgtools.series.registry import find_series
from tests.tools.module_situations import check_of
from tests.unit.exporters_vassal.conftest import context, module_context_of

DOCS = Path(__file__).parents[3] / "docs"
SERIES = ("jdg", "afe", "mpbs")
BATTLES = {series: f"teaching-{series}" for series in SERIES}


def rows(series: str) -> list[list[str]]:
    """Return the rows of the page of a series, without heads."""
    page = (DOCS / f"played-turn-{series}.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    return [line.strip("| ").split(" | ") for line in lines if not line.startswith("| What the players do")]


def tour() -> list[str]:
    """Return what the chat said on the page of the tour of Roliça's module."""
    page = (DOCS / "vassal-turn.md").read_text(encoding="utf-8")
    return [line.strip("| ").split(" | ")[-1] for line in page.splitlines() if line.startswith("| ")]


ROWS = [(series, row) for series in SERIES for row in rows(series)]
_SAID = [(BATTLES[series], row[1]) for series, row in ROWS] + [("rolica-1808", cell) for cell in tour()]
ROLLS = [
    (battle, line)
    for battle, cell in _SAID
    for line in cell.split("<br>")
    if re.search(r": die -?\d+.*, total", line)
]


@pytest.mark.parametrize(
    ("series", "row"), ROWS, ids=lambda value: value if isinstance(value, str) else value[0]
)
def test_each_row_rests_on_statements_of_the_series(series: str, row: list[str]) -> None:
    definition = find_series(series)
    assert definition is not None
    assert len(row) == 4
    assert set(row[2].split(", ")) <= definition.statements


def test_three_series_were_played_and_rolled_for() -> None:
    assert {battle for battle, _ in ROLLS} == {*BATTLES.values(), "rolica-1808"}


@pytest.mark.parametrize(("battle", "line"), ROLLS)
def test_sums_and_results_are_those_of_the_charts(battle: str, line: str) -> None:
    match = re.search(
        r": ([A-Z][^:]*?)(?: against [^:]*)?: die (\d.*), total (-?\d+)(?: against (\d+))?: (.*)", line
    )
    assert match is not None
    name, summands, total = match[1], match[2], int(match[3])
    parts = summands.split(", ")
    limited = next((p for p in parts if p.startswith("modifiers limited to")), "")
    amounts = [int(re.findall(r"[+-]?\d+$", part)[0]) for part in parts if part != limited]
    if limited:
        bound = int(limited.rsplit(" ", 1)[1])
        assert abs(sum(amounts[1:])) > abs(bound)
        amounts = [amounts[0], bound]
    assert sum(amounts) == total
    if match[4]:
        assert match[5].startswith("passed") == (total <= int(match[4]))
        return
    made, words = context(battle), module_context_of(battle)
    checks = [c for c in made.series.module.checks if c.name.get("en") == name]
    assert all(check_of(made, c.id) == c for c in checks)
    assert match[5] in {text for c in checks for text in results(words, c, total)}


def results(words: ModuleContext, check: CheckDef, total: int) -> set[str]:
    """Return what a check may say of a total, in the columns that it looks up."""
    assert words.charts is not None
    table = words.charts.get(check.chart)
    axis = next(a for a in table.axes if a.match == "range" or a.keys[0].low is not None)
    # Totals beyond the last line are read there.
    key = next((k.id for k in axis.keys if k.high is None or total <= k.high), axis.keys[-1].id)
    columns = [dict(cells) for _, cells in check.tables] or [{}]
    if any(value.startswith("@") for cells in columns for value in cells.values()):
        [other] = [a for a in table.axes if a.id != axis.id]
        columns = [{other.id: column.id} for column in other.keys]
    return {row_text(words, check, table, {axis.id: key, **cells}) for cells in columns}


@pytest.mark.parametrize(
    ("series", "chart", "sides"),
    [
        ("jdg", "TBL-RATIO", (9, 6)),
        ("jdg", "TBL-RATIO", (3, 6)),
        ("afe", "TBL-MELEE-RATIO", (5, 4)),
        ("afe", "TBL-MELEE-RATIO", (5, 2)),
    ],
)
def test_the_ratios_are_those_of_the_chart(series: str, chart: str, sides: tuple[int, int]) -> None:
    definition = find_series(series)
    assert definition is not None
    cell = definition.charts.get(chart).lookup(sides)
    assert cell is not None
    assert any(f"ratio {cell.value:+d}," in line for battle, line in ROLLS if battle == BATTLES[series])
