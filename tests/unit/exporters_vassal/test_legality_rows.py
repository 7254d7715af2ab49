"""Illegal and legal actions of Jours de Gloire: what the module says of each, without the engine."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.tools.module_table import ModuleTable, UnitAt
from tests.unit.exporters_vassal.conftest import built_once, context

NAME = "rolica-1808"
ROWS = msgspec.json.decode((Path(__file__).parent / "legality_rows.json").read_bytes())
"""Each with a check, the kind of ground, the statement that forbids ('' = allowed) and the units."""


@cache
def module_table() -> ModuleTable:
    return ModuleTable(context(NAME), built_once(NAME))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['check']}: {row['situation']}")
def test_the_line_names_the_statement_that_forbids(row: dict[str, Any]) -> None:
    table = module_table()
    table.place(msgspec.convert(row["units"], list[UnitAt]))
    line = str(table.run(row["check"], die=5).get("Unlawful", ""))
    assert bool(line) == bool(row["statement"]), line
    assert f"({row['statement']})" in line or not line


def test_every_ground_has_an_illegal_and_a_legal_row() -> None:
    grounds = {g.rule for c in context(NAME).series.module.checks for g in c.grounds}
    legal = {r["check"] for r in ROWS if not r["statement"]}
    # No night or fog at Roliça, no such hexside in the rows.
    missing = grounds - {r["statement"] for r in ROWS}
    assert missing <= {"JDG-12.1-d", "JDG-12.1-e", "JDG-7.4.4-b"}
    assert legal >= {
        "artillery_fire",
        "reaction_fire",
        "shock_result",
        "shock_check",
        "rally",
        "withdrawal_1",
    }
