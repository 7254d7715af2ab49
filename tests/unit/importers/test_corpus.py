"""The figures of imports are counted right, and a truth table is compared piece by piece."""

from __future__ import annotations

from pathlib import Path

from jdgtools.importers.vassal import import_module
from tests.tools.import_corpus import against_truth, figures
from tests.unit.importers.modules import foreign, save


def test_figures_of_a_module(tmp_path: Path) -> None:
    done = import_module(foreign(saves={"Noon": save(("Foy", 3, 60, 60, 0))}).data())
    counted = figures(done)
    assert (counted["units"], counted["leaders"], counted["markers"]) == (5, 0, 1)
    assert (counted["with formation"], counted["in hexes"], counted["setups"]) == (5, 1, "1 of 1")
    assert counted["hexes with terrain"]
    truth = tmp_path / "truth.csv"
    truth.write_text("name,kind,side,command\nFoy,unit,french,I Corps\nDisordered,marker,,\n")
    assert against_truth(done, truth) == "kind 2 of 2, side 2 of 2, command 1 of 2"
