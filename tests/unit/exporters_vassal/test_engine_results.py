"""Results that VASSAL gave in the chat are those of the module's expressions and of the charts, word for word."""

from __future__ import annotations

import pytest
from msgspec import structs

from tests.tools.engine_results import RECORDS, problems_of_result, read_results
from tests.unit.exporters_vassal.test_results import SERIES as TABLES
from tests.unit.exporters_vassal.test_results import made, situations, table

SERIES = sorted(path.stem for path in RECORDS.glob("*.json"))


@pytest.mark.parametrize("series", SERIES)
def test_the_engine_gives_what_the_charts_give(series: str) -> None:
    results = read_results(series)
    assert results
    problems = {r.said: p for r in results if (p := problems_of_result(made(series), table(series), r))}
    assert not problems


@pytest.mark.parametrize("series", SERIES)
def test_another_result_would_be_noticed(series: str) -> None:
    result = read_results(series)[0]
    other = structs.replace(result, said=result.said.replace("total ", "total 1"))
    assert problems_of_result(made(series), table(series), other)


def test_three_series_have_records() -> None:
    """The engine's word stands for all series, and for Jours de Gloire by day, at night and in fog."""
    assert sorted(TABLES) == SERIES
    assert {r.situation.flag for r in read_results("jdg")} == {"", "night", "fog"}


@pytest.mark.parametrize("series", SERIES)
def test_a_record_stands_for_one_situation_of_the_table(series: str) -> None:
    """The dice are VASSAL's own: all else is that of the table."""
    left = [structs.replace(row, die=0) for row in situations(series)]
    for result in read_results(series):
        left.remove(structs.replace(result.situation, die=0))


@pytest.mark.parametrize("series", SERIES)
def test_every_check_of_the_table_was_played(series: str) -> None:
    played = {r.situation.check for r in read_results(series)}
    assert played == {row.check for row in situations(series)}
