from __future__ import annotations

import json
from pathlib import Path

import pytest

from jdgtools.exporters.module import ids


def test_a_number_follows_the_key_alone() -> None:
    some = ids.assign(["unit:a", "unit:b"])
    more = ids.assign(["unit:z", "unit:b", "leader:x", "unit:a"])
    assert {k: more[k] for k in some} == some
    assert len(set(more.values())) == 4
    assert all(0 < n <= ids.HIGHEST for n in more.values())


def test_keys_that_meet_on_one_number_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "derived", lambda key: ids.HIGHEST)
    assert ids.assign(["c", "a", "b"]) == {"a": ids.HIGHEST, "b": 1, "c": 2}


def test_the_lock_wins_and_its_numbers_are_not_given_again() -> None:
    taken = ids.derived("unit:new")
    found = ids.assign(["unit:old", "unit:new"], {"unit:old": 7, "unit:gone": taken})
    assert found["unit:old"] == 7
    assert found["unit:new"] == taken % ids.HIGHEST + 1


def test_a_lock_file_keeps_pieces_that_are_gone(tmp_path: Path) -> None:
    ids.write_lock(tmp_path, {"unit:a": 5, "unit:b": 6})
    ids.write_lock(tmp_path, {"unit:b": 6, "unit:c": 9})
    assert ids.read_lock(tmp_path).ids == {"unit:a": 5, "unit:b": 6, "unit:c": 9}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{",
        '{"pieces": 3}',
        '{"pieces": {"a": "x", "b": -1, "c": true, "d": 4000000000}}',
        "[" * 99999,
    ],
)
def test_a_damaged_lock_file_is_no_lock(tmp_path: Path, content: str) -> None:
    (tmp_path / ids.LOCK_FILE).write_text(content, encoding="utf-8")
    assert ids.read_lock(tmp_path) == ids.Lock()


def test_a_number_given_twice_counts_once(tmp_path: Path) -> None:
    (tmp_path / ids.LOCK_FILE).write_text(json.dumps({"pieces": {"a": 3, "b": 3}}), encoding="utf-8")
    assert ids.read_lock(tmp_path).ids == {"a": 3}


def test_changes_beside_a_lock(tmp_path: Path) -> None:
    ids.write_lock(tmp_path, {"a": 1, "b": 2, "c": 3}, {"a": "1", "b": "2", "c": "3"})
    found = ids.read_lock(tmp_path).changes({"a": "1", "b": "x", "d": "4"})
    assert found == ids.PieceChanges(("d",), ("b",), ("c",))


def test_a_lock_without_fingerprints_compares_nothing(tmp_path: Path) -> None:
    (tmp_path / ids.LOCK_FILE).write_text('{"pieces": {"a": 3}}', encoding="utf-8")
    assert ids.read_lock(tmp_path).changes({"a": "1"}) is None


def test_a_build_with_lock_and_the_next_one(tmp_path: Path) -> None:
    import shutil

    from jdgtools.building import build
    from jdgtools.exporters.base import BuildOptions
    from jdgtools.loading import check
    from tests.unit.exporters_vassal.conftest import SCENARIOS

    project = tmp_path / "battle"
    shutil.copytree(SCENARIOS / "teaching-jdg", project)
    options = BuildOptions(only=("vassal",), screen_hex_px=48, lock=True)
    first = build(check(project), tmp_path / "out", options)
    assert first.pieces is None
    assert first.lock == project / ids.LOCK_FILE
    table = project / "oob.csv"
    header, row, *rest = table.read_text(encoding="utf-8").splitlines()
    strength = header.split(",").index("strength")
    cells = row.split(",")
    cells[strength] = str(int(cells[strength]) + 1)
    table.write_text("\n".join([header, ",".join(cells), *rest]) + "\n", encoding="utf-8")
    kept = (project / ids.LOCK_FILE).read_bytes()
    second = build(check(project), tmp_path / "out", BuildOptions(only=("vassal",), screen_hex_px=48))
    assert second.pieces == ids.PieceChanges((), (f"unit:{cells[0]}",), ())
    assert (project / ids.LOCK_FILE).read_bytes() == kept
    report = json.loads((tmp_path / "out" / "build-report.json").read_text(encoding="utf-8"))
    assert report["pieces_since_lock"]["changed"] == [f"unit:{cells[0]}"]
