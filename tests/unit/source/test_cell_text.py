"""Texts that begin like formulas: no spreadsheet program runs what an import has written, and nothing is lost."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jdgtools.importers.draft import table
from jdgtools.importers.vassal import import_module
from jdgtools.source.cell_text import plain_cell, stored_cell
from jdgtools.source.csv_reader import read_csv
from jdgtools.vassal import build
from tests.documents import documents_of
from tests.unit.desk.project import OOB, TEXTS
from tests.unit.importers.modules import foreign, unit

RUN = [
    "=cmd|' /C calc'!A0", "@SUM(1+1)", "+1+1", "-2+3+cmd|' /C calc'!A0", "=1", "'=1", "''=1", "\t=1", " \r=1", "+1/-1",
    "-x", "=HYPERLINK(\"http://a\",\"b\")", "＝1+1", "+１", "-1e3x", "@a",
]  # fmt: skip
LEFT_ALONE = [
    "",
    "-",
    "+",
    "=",
    "-5",
    "+1",
    "-1.5",
    "+1,5",
    "-5%",
    "'s-Gravenhage",
    "'",
    "a=1",
    "0101",
    "1-2",
    "(-1)",
    "'a",
]


def read(data: bytes) -> list[str]:
    node, problems = read_csv(data.decode(), "t.csv")
    assert node is not None and not problems
    return [cell.text if (cell := row.get("b")) is not None else "" for row in node.elements()]


@pytest.mark.parametrize("text", RUN)
def test_what_would_be_run_stands_behind_an_apostrophe(text: str) -> None:
    written = table(("a", "b"), [{"a": "x", "b": text}]).decode()
    cell = list(csv.reader(io.StringIO(written)))[1][1]
    assert cell[0] == "'" and cell.strip() == cell
    assert read(written.encode()) == [text.strip()]


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_numbers_and_lone_signs_stand_as_they_are(text: str) -> None:
    assert stored_cell(text) == text == plain_cell(text)
    assert read(table(("a", "b"), [{"a": "x", "b": text}])) == [text]


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("foo;=cmd|' /C calc'!A0", "foo;'=cmd|' /C calc'!A0"),
        ("foo,@SUM(1+1)", "foo,'@SUM(1+1)"),
        ("a; +1+1;=b", "a; '+1+1;'=b"),
        ("=a;=b", "'=a;'=b"),
        ("a\t=b", "a\t'=b"),
        ("a\n=b", "a\n'=b"),
        ("a;-5", "a;-5"),
        ("a;-5;b", "a;'-5;b"),
        ("a;b=c", "a;b=c"),
        ("a;'=b", "a;''=b"),
    ],
)
def test_a_formula_behind_what_another_country_cuts_at_is_none(text: str, stored: str) -> None:
    """Where commas are decimal signs a table is cut at semicolons, and a quote within a cell protects nothing."""
    assert stored_cell(text) == stored and plain_cell(stored) == text


@given(st.text("'=+-@ 1a.,;\t%", max_size=8).map(str.strip))
def test_no_cut_of_a_stored_text_is_a_formula(text: str) -> None:
    stored = stored_cell(text)
    for piece in re.split("[,;\t]", stored):
        bare = piece.strip()
        assert (
            bare[:1] not in tuple("=+-@") or len(bare) < 2 or re.fullmatch(r"[-+][0-9]+(\.[0-9]+)?%?", bare)
        )


@given(st.text("'=+-@ 1a.,;\t%", max_size=8).map(str.strip))
def test_every_text_comes_back(text: str) -> None:
    assert plain_cell(stored_cell(text)) == text
    if text[:1] in tuple("=@") and len(text) > 1:
        assert stored_cell(text)[0] == "'"


def test_names_of_pieces_are_no_formulas_and_come_back() -> None:
    slots = [build.piece_slot(unit("=cmd|A0", "u1.png", 0, SP="-5", Values="+1/-1"), 70)]
    files = import_module(
        foreign(more=[build.make("PanelWidget", {"entryName": "=Foreign"}, slots)]).data()
    ).files
    tables = [data.decode() for path, data in files.items() if path.endswith(".csv")]
    cells = [cell for text in tables for row in csv.reader(io.StringIO(text)) for cell in row]
    assert "'=cmd|A0" in cells
    assert not [cell for cell in cells if (cell[1:] and cell[0] in "=@") or cell[:2] == "+1"]


def test_the_desk_writes_and_finds_such_texts_the_same_way() -> None:
    import jdgtools.desk.operations
    from jdgtools.desk.table_text import CsvTable

    assert jdgtools.desk.operations
    documents = documents_of({**TEXTS, "oob.csv": OOB})
    table = CsvTable(documents.of("oob")[0])
    assert table.quote("=1") == "'=1"
    assert table.quote(f"=1{table.separator}2") == f'"\'=1{table.separator}2"'
    assert table.quote("-5") == "-5"
