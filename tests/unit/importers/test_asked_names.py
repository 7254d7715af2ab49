"""A piece that the module asks for by its name keeps it: another name is an error at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.importers.asked_names import AskedNames
from jdgtools.importers.vassal import import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from tests.unit.importers.modules import foreign, save
from tests.unit.importers.test_edits import edit
from tests.unit.importers.test_foreign import START


def asking(text: str) -> Component:
    return make("MassKeyCommand", {"name": "Guns", "filter": text})


@pytest.mark.parametrize(
    "text",
    [
        '{BasicName=="Foy"}',
        '{(PieceName == "Ney") || (PieceName != "Foy")}',
        "pieceName = Foy",
        "PieceName=Foy && Side=French",
        '{"Foy"==BasicName}',
        '{GetProperty("BasicName").equals("Foy")}',
        '{BasicName.startsWith("Fo")}',
        '{BasicName=~"Ney|Foy"}',
        "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.PieceSlot:Foy;null;0",
        r"macro\\\{BasicName==\"Foy\"}\\\trigger",
    ],
)
def test_a_name_that_is_asked_for(text: str) -> None:
    asked = AskedNames.of_module(asking(text))
    assert asked.has("Foy") and not asked.has("Marcognet")


@pytest.mark.parametrize(
    "text",
    [
        '{Commander=="Foy"}',
        "Foy marches",
        '{BasicName=="Foyer"}',
        '{Side=="French" && Type=="Foy"}',
        "PieceName",
    ],
)
def test_a_name_that_is_not(text: str) -> None:
    assert not AskedNames.of_module(asking(text)).has("Foy")


def test_another_name_of_such_a_piece_is_an_error(tmp_path: Path) -> None:
    module = foreign(saves={"Noon": save(*START)}, more=[asking('{BasicName=="Foy"}')])
    write_project(tmp_path / "p", import_module(module.data()).files)
    edit(tmp_path / "p", "oob.csv", ",Durutte,", ",Quiot,")
    assert [str(problem) for problem in check(tmp_path / "p").report] == []
    line = edit(tmp_path / "p", "oob.csv", ",Foy,", ",Ney,")
    (problem,) = check(tmp_path / "p").report
    assert problem.code == "GEN180" and "asks for `Foy` by its name" in problem.message
    assert problem.span is not None and problem.span.line == line
