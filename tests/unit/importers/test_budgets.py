"""What is large is bounded: pieces, setups, names, findings."""

from __future__ import annotations

import pytest

from jdgtools.importers import positions, view
from jdgtools.importers.ids import Ids, is_id, slug
from jdgtools.importers.report import LossReport
from jdgtools.importers.vassal import import_module
from tests.unit.importers.modules import foreign, save

HERE = ("Foy", 3, 60, 60, 0)


def test_saved_games_beyond_the_budget_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "MAX_PIECES_IN_ALL", 3)
    places = {"a": (HERE, HERE), "b": (HERE, HERE, HERE), "c": (HERE, HERE, HERE, HERE)}
    module = foreign(saves={n: save(*p) for n, p in places.items()})
    done = import_module(module.data())
    found = sorted(f.outcome for f in done.report.findings if f.kind == "PredefinedSetup")
    assert found == ["converted", "unread", "unread"]
    assert [n for n in done.files if n.startswith("scenarios/")] == ["scenarios/a.yaml"]


def test_one_saved_game_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    module = foreign(saves={"a": save(HERE)})
    setup = next(module.root.find("PredefinedSetup"))
    module.root.children.append(type(setup)(setup.tag, {**setup.attributes, "name": "again"}))
    done = import_module(module.data())
    assert sorted(f.outcome for f in done.report.findings if f.kind == "PredefinedSetup") == [
        "converted",
        "kept",
    ]


def test_ids_are_all_different() -> None:
    ids = Ids()
    found = [ids.take("Élan d'Ärger ß" if n % 2 else "x-2") for n in range(40)] + [
        ids.take("x") for _ in range(40)
    ]
    assert len({f.lower() for f in found}) == len(found)
    assert all(is_id(f) for f in found)
    assert slug("13. Brigade (Hake)") == "13-brigade-hake" and slug("中文", "unit") == "unit"


def test_a_report_does_not_grow_without_end() -> None:
    report = LossReport()
    for n in range(2000):
        report.doubt(f"line {n}")
    assert len(report.doubts) < 1000
    assert report.text("x").count("\n") < 1000


def test_pieces_beyond_the_budget_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "MAX_SLOTS", 2)
    done = import_module(foreign().data())
    found = [f for f in done.report.findings if f.kind in ("PieceSlot", "CardSlot") and "more than" in f.note]
    assert len(found) == 5 and {f.outcome for f in found} == {"unread"}
