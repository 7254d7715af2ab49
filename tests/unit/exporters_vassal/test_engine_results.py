"""Results that VASSAL gave in the chat are those of the module's expressions and of the charts, word for word."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec import structs

from tests.tools.engine_results import RECORDS, battle_of, problems_of_result, read_results
from tests.tools.module_situations import Situation
from tests.tools.module_table import ModuleTable
from tests.unit.exporters_vassal.conftest import built_once, context
from tests.unit.exporters_vassal.test_results import SERIES, situations, situations_of_battle

NAMES = sorted(path.stem for path in RECORDS.glob("*.json"))


@cache
def table(name: str) -> ModuleTable:
    """Return the module in which the records of a name were played."""
    return ModuleTable(context(battle_of(name)), built_once(battle_of(name)))


def rows(name: str) -> list[Situation]:
    """Return the table of a series or a battle."""
    return situations(name) if name in SERIES else situations_of_battle(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_engine_gives_what_the_charts_give(name: str) -> None:
    results = read_results(name)
    assert results
    played = table(name)
    problems = {r.said: p for r in results if (p := problems_of_result(played.made, played, r))}
    assert not problems


@pytest.mark.parametrize("name", NAMES)
def test_another_result_would_be_noticed(name: str) -> None:
    result = read_results(name)[0]
    other = structs.replace(result, said=result.said.replace("total ", "total 1"))
    assert problems_of_result(table(name).made, table(name), other)


def test_three_series_have_records() -> None:
    """The engine's word stands for all series, and for Jours de Gloire by day, at night and in fog."""
    assert {*SERIES} <= {*NAMES}
    assert {r.situation.flag for r in read_results("jdg")} == {"", "night", "fog"}


@pytest.mark.parametrize("name", NAMES)
def test_a_record_stands_for_one_situation_of_the_table(name: str) -> None:
    """The dice are VASSAL's own: all else is that of the table."""
    left = [structs.replace(row, die=0) for row in rows(name)]
    for result in read_results(name):
        left.remove(structs.replace(result.situation, die=0))


@pytest.mark.parametrize("name", SERIES)
def test_every_check_of_the_table_was_played(name: str) -> None:
    played = {r.situation.check for r in read_results(name)}
    assert played == {row.check for row in rows(name)}
