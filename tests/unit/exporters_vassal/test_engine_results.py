"""Results that VASSAL gave in the chat are those of the module's expressions and of the charts, word for word."""

from __future__ import annotations

import pytest
from msgspec import structs

from tests.tools.engine_results import RECORDS, problems_of_result, read_results
from tests.unit.exporters_vassal.test_results import made, table

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


def test_two_series_have_records() -> None:
    """The engine's word stands for Jours de Gloire by day and Au fil de l'épée at least."""
    assert {"jdg", "afe"} <= set(SERIES)
