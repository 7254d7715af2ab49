"""The figures of imports are counted right, and an import is compared with truth tables piece by piece."""

from __future__ import annotations

from pathlib import Path

from jdgtools.importers.vassal import import_module
from tests.tools.import_corpus import figures
from tests.tools.import_truth import compare
from tests.unit.importers.modules import foreign, save


def test_figures_of_a_module() -> None:
    done = import_module(foreign(saves={"Noon": save(("Foy", 3, 60, 60, 0))}).data())
    counted = figures(done)
    assert (counted["units"], counted["leaders"], counted["markers"]) == (5, 0, 1)
    assert (counted["with formation"], counted["in hexes"], counted["setups"]) == (5, 1, "1 of 1")
    assert counted["hexes with terrain"]


def test_right_and_wrong_answers_are_counted_by_what_was_asked(tmp_path: Path) -> None:
    done = import_module(foreign(saves={"Noon": save(("Foy", 3, 60, 60, 0), ("Foy", 3, 60, 160, 0))}).data())
    (tmp_path / "m.csv").write_text(
        "slot,name,image,kind,side,command,rating:strength\n"
        "3,Foy,,unit,French,I Corps,7\n"  # of the II Corps
        ",Durutte,,unit,Prussians,-,\n"
        ",Disordered,mark.gif,marker,,,\n"
        ",Event 1,,unit,,,\n"  # a card
    )
    (tmp_path / "m.places.csv").write_text(
        "setup,name,hex\nNoon,Foy,0101\nNoon,Foy,0101\nNoon,Foy,0102\nNoon,Disordered,0303\n"
    )
    score = compare(done, tmp_path, "m")
    table = {what: (score.right[what], score.asked[what], score.given[what]) for what in score.asked}
    assert table == {
        "kind unit": (2, 3, 2),
        "kind marker": (1, 1, 2),
        "side": (1, 2, 0),
        "formation": (0, 1, 0),
        "no formation": (0, 1, 0),
        "rating:strength": (0, 1, 0),
        "counter and hex": (2, 3, 0),
    }
    assert "kind unit: 2 of 3 (66.7%), precision 100.0%" in score.lines()
    assert "  1 x formation: I Corps -> II Corps" in score.lines()
    assert compare(done, tmp_path, "another").lines() == []
