"""The charts of a module are for players: no ids of charts, statements or keys."""

from __future__ import annotations

import re

import pytest

from jdgtools.charts.docs import charts_markdown, players_markdown
from jdgtools.series.registry import find_series, series_ids

CASES = [
    (name, language)
    for name in series_ids()
    if (series := find_series(name)) is not None
    for language in series.definition.languages
]


@pytest.mark.parametrize(("name", "language"), CASES)
def test_no_ids_and_every_table(name: str, language: str) -> None:
    series = find_series(name)
    assert series is not None
    text = players_markdown(series.charts, language)
    prefix = series.definition.statement_prefix.rstrip("-")
    assert not re.findall(rf"\b(?:TBL|AMB|HC|{prefix or 'XX'})-[A-Z0-9][A-Za-z0-9.-]*", text)
    assert "`chart:" not in text
    assert not re.findall(r"(?m)^\| [-.\d]*\.\.[-.\d]*: |^\| -\d+: ", text)  # ids of rows of totals
    for chart in series.charts:
        assert f"## {chart.title.get(language)}\n" in text, chart.id
    values = text.count("|")
    assert 0.5 < (values + 1) / (charts_markdown(series.charts, language).count("|") + 1) <= 1
