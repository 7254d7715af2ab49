"""Illegal and legal actions in the three series: what the module says of each, and what VASSAL said."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest
from msgspec import structs

from jdgtools.model.module import Objection
from tests.tools.legality import (
    BATTLES,
    GROUNDS,
    PAGE,
    LegalityRow,
    ground_counts,
    module_table,
    objection,
    page,
    problems_of_record,
    read_rows,
)

ROWS = [(battle, row) for battle in BATTLES for row in read_rows(battle)]
SERIES = ("jdg", "afe", "mpbs")


def rows_of(series: str) -> list[LegalityRow]:
    """Return the rows of all battles of a series."""
    return [row for battle, row in ROWS if module_table(battle).made.battle.series.id == series]


@pytest.mark.parametrize(("battle", "row"), ROWS, ids=lambda v: getattr(v, "situation", v))
def test_the_line_names_the_statement_that_forbids(battle: str, row: LegalityRow) -> None:
    line = objection(battle, row)
    assert bool(line) == bool(row.statement), line
    assert f"({row.statement})" in line or not line


@pytest.mark.parametrize(("battle", "row"), ROWS, ids=lambda v: getattr(v, "situation", v))
def test_the_engine_said_the_same(battle: str, row: LegalityRow) -> None:
    assert problems_of_record(battle, row) == []


@pytest.mark.parametrize("battle", BATTLES)
def test_a_changed_word_of_a_record_is_noticed(battle: str) -> None:
    """Of the objection, of the result, of who acts; and the message says how the record is renewed."""
    row = next(r for r in read_rows(battle) if r.statement and r.engine and len(r.engine) == 2)
    assert row.engine is not None
    warning, result = row.engine
    for lines in (
        [warning.replace("not allowed", "forbidden"), result],
        [warning, result.replace("total ", "sum ")],
        [warning, f"{result}."],
        [warning, f"The {result}"],
        [result],
        [warning],
    ):
        [problem] = problems_of_record(battle, structs.replace(row, engine=lines))
        assert "--forget" in problem


@pytest.mark.parametrize("series", SERIES)
def test_every_ground_has_an_illegal_row_and_its_kind_a_legal_one(series: str) -> None:
    """Of every check: each statement among the illegal rows, each kind of objection among the legal ones."""
    rows = rows_of(series)
    illegal = {(r.check, r.statement) for r in rows if r.statement}
    legal = {r.kind for r in rows if not r.statement}
    missing = []
    for check in module_table(
        next(b for b, _ in ROWS if module_table(b).made.battle.series.id == series)
    ).made.series.module.checks:
        statements = {g.rule for g in check.objections}
        missing += [(check.id, s) for s in statements if (check.id, s) not in illegal]
        assert {g.kind for g in check.objections} <= legal
    assert missing == []


@pytest.mark.parametrize("series", SERIES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_every_series_has_an_allowed_and_a_forbidden_row_of_every_ground(series: str, ground: str) -> None:
    allowed, forbidden = ground_counts(ROWS)[ground][series]
    assert allowed > 0
    assert forbidden > 0


def test_the_page_counts_every_ground() -> None:
    assert set(GROUNDS) == set(get_args(get_type_hints(Objection)["kind"]))


@pytest.mark.parametrize("series", SERIES)
def test_a_closed_question_is_among_the_rows_of_each_series(series: str) -> None:
    closed = [r for r in rows_of(series) if r.closed]
    assert {bool(r.statement) for r in closed} == {True, False}


def test_there_are_two_hundred_actions() -> None:
    assert len(ROWS) >= 200
    assert len({(battle, str(row)) for battle, row in ROWS}) == len(ROWS)


def test_the_page_is_current() -> None:
    """`python -m tests.tools.legality` writes it."""
    assert PAGE.read_text("utf-8") == page()
