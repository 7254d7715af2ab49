"""The pages of played turns: their statements exist, their sums and results are those of the charts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jdgtools.charts.model import Cell
from jdgtools.series.jdg.module_checks import RESULTS
from jdgtools.series.registry import find_series

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "played-turn-jdg.md").read_text(encoding="utf-8")
ROWS = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| ")][1:]
ROLLS = [line for row in ROWS for line in row[1].split("<br>") if ": die " in line]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_row_rests_on_statements_of_the_series(row: list[str]) -> None:
    series = find_series("jdg")
    assert series is not None
    assert len(row) == 4
    assert set(row[2].split(", ")) <= series.statements


@pytest.mark.parametrize("line", ROLLS)
def test_sums_and_results_are_those_of_the_charts(line: str) -> None:
    series = find_series("jdg")
    assert series is not None
    match = re.search(r"die (\d.*), total (-?\d+)(?: against (\d+))?: (.*)", line)
    assert match is not None
    words = {code: str(text.get("en")) for code, text in RESULTS} | {"advance": "advance"}

    def said(cell: Cell | None) -> str:
        assert cell is not None
        assert isinstance(cell.value, tuple)
        return ", ".join(words[str(code)] for code in cell.value)

    numbers = [int(n) for n in re.findall(r"(?:^|\s)([+-]?\d+)(?=,|$)", match[1])]
    total = int(match[2])
    assert sum(numbers) == total
    if match[3]:
        assert match[4].startswith("passed") == (total <= int(match[3]))
        return
    if "Artillery fire" in line:
        assert match[4] == (said(series.charts.get("TBL-FIRE").lookup(total)) or "no effect")
        return
    parts = []
    for side in ("attacker", "defender", "then"):
        if result := said(series.charts.get("TBL-SHOCK").lookup(total, side)):
            parts.append(f"{side.capitalize()}: {result}")
    assert match[4] == "; ".join(parts)


def test_the_ratio_is_that_of_the_chart() -> None:
    series = find_series("jdg")
    assert series is not None
    cell = series.charts.get("TBL-RATIO").lookup((4, 6))
    assert cell is not None
    assert f"ratio {cell.value:+d}," in next(line for line in ROLLS if "Shock or charge" in line)
