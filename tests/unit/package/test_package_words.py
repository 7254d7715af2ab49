"""A package says in words what it says in data: labels of charts, sentences of statements."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from jdgtools.derived import derive
from jdgtools.exporters.package import charts_in_force
from jdgtools.rules import Series
from jdgtools.series.registry import find_series
from tests.unit.package.bundled import BATTLES, battle, packages


def series_of(series_id: str) -> Series:
    series = find_series(series_id)
    assert series is not None
    return series


def citations(value: Any) -> set[str]:
    """Return all ids in members that cite: `refs`, `rules`, `overrules`, `statements`."""
    if isinstance(value, dict):
        own = {
            name
            for key in ("refs", "rules", "overrules", "statements")
            if isinstance(value.get(key), (list, tuple))
            for name in value[key]
        }
        return own.union(*map(citations, value.values()))
    if isinstance(value, (list, tuple)):
        return set().union(*map(citations, value))
    return set()


@pytest.mark.parametrize("name", BATTLES)
def test_charts_carry_all_their_words(name: str) -> None:
    found = battle(name)
    assert found.battle is not None and found.series is not None and found.charts is not None
    for scenario, package in packages(name):
        charts = charts_in_force(derive(found.battle, found.series, found.charts, scenario))
        for chart in charts:
            other = package.book.get(chart.id)
            assert (other.title, other.notes, other.axes, other.types) == (
                chart.title, chart.notes, chart.axes, chart.types,
            )  # fmt: skip
            assert {at: cell.note for at, cell in other.cells.items()} == {
                at: cell.note for at, cell in chart.cells.items()
            }


@pytest.mark.parametrize("name", BATTLES)
def test_every_key_of_a_chart_has_a_label_in_every_language_of_the_series(name: str) -> None:
    languages = set(battle(name).battle.series.languages)
    for _, package in packages(name):
        for chart in package.charts:
            for key in (key for axis in chart.axes for key in axis.keys):
                assert languages <= set(key.label), (chart.id, key.id)


@pytest.mark.parametrize("name", BATTLES)
def test_every_word_in_a_cell_has_a_sentence(name: str) -> None:
    for _, package in packages(name):
        words = {
            f"{type_.id}.{word}"
            for chart in package.charts
            for type_ in chart.types
            for word in (
                *(() if type_.kind == "rule" else type_.choices),
                *(word for word in type_.also if isinstance(word, str)),
            )
        }
        assert words == set(package.chart_words)
        assert all(text["en"].endswith(".") for text in package.chart_words.values())


@pytest.mark.parametrize("name", BATTLES)
def test_every_id_that_a_package_cites_resolves(name: str) -> None:
    for _, package in packages(name):
        plain = to_builtins(package)
        cited = citations({key: value for key, value in plain.items() if key != "series"})
        assert len(cited) > 100
        assert sorted(cited - set(package.references)) == []


@pytest.mark.parametrize("series", ["jdg", "afe", "mpbs"])
def test_every_statement_has_one_sentence(series: str) -> None:
    for statement, sentence in series_of(series).summaries.items():
        assert sentence.endswith((".", "!", "?")) and 10 <= len(sentence) <= 420, statement
        assert sentence == " ".join(sentence.split()) and "|" not in sentence, statement


def test_statements_of_a_series_may_be_ids_alone(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "bare" / "statements.txt").write_text("SW-1-a\n\nSW-1-b It holds.\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    series = Series("bare", "bare")
    assert series.statements == {"SW-1-a", "SW-1-b"}
    assert series.summaries == {"SW-1-a": "", "SW-1-b": "It holds."}
