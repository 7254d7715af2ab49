from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from jdgtools.cli.main import run
from jdgtools.errors import InputRefused, OutputFailed
from jdgtools.exporters.module import ids
from jdgtools.loading import check


def write_lock(*arguments: Any) -> None:
    with ids.deferred_lock(*arguments):
        pass


def test_a_number_follows_the_key_alone() -> None:
    some = ids.assign(["unit:a", "unit:b"])
    more = ids.assign(["unit:z", "unit:b", "leader:x", "unit:a"])
    assert {k: more[k] for k in some} == some
    assert len(set(more.values())) == 4
    assert all(0 < n <= ids.HIGHEST for n in more.values())


def test_keys_that_meet_on_one_number_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "preferred_number", lambda key: ids.HIGHEST)
    assert ids.assign(["c", "a", "b"]) == {"a": ids.HIGHEST, "b": 1, "c": 2}


def test_the_lock_wins_and_its_numbers_are_not_given_again() -> None:
    taken = ids.preferred_number("unit:new")
    found = ids.assign(["unit:old", "unit:new"], {"unit:old": 7, "unit:gone": taken})
    assert found["unit:old"] == 7
    assert found["unit:new"] == taken % ids.HIGHEST + 1


def test_a_lock_file_keeps_pieces_that_are_gone(tmp_path: Path) -> None:
    write_lock(tmp_path, {"unit:a": 5, "unit:b": 6})
    write_lock(tmp_path, {"unit:b": 6, "unit:c": 9})
    assert ids.read_lock(tmp_path).ids == {"unit:a": 5, "unit:b": 6, "unit:c": 9}


DAMAGED = [
    (b"", 1, "it ends too early"),
    (b"[]", 1, "it holds no `pieces`"),
    (b"{", 1, "it ends too early"),
    (b'{\n"note": "x",\n"pieces": {"a": 1,', 3, "it ends too early|no JSON"),
    (b'{"note": "x",\n"pieces": 3}', 2, "it holds no `pieces`"),
    (b'{"pieces": {"a": 1,\n"b": "x"}}', 2, 'the number of `b` is "x"'),
    (b'{"pieces": {"a": -1}}', 1, "not a whole number 1 to"),
    (b'{"pieces": {"a": true}}', 1, "the number of `a` is true"),
    (b'{"pieces": {"a": 1.0}}', 1, "the number of `a` is 1.0"),
    (b'{"pieces": {"a": 4000000000}}', 1, "the number of `a` is 4000000000"),
    (b'{"pieces": {"a": 3,\n"b": 3}}', 2, "`a` and `b` have the same number 3"),
    (b'{"pieces": {"a": 3,\n"a": 4}}', 2, "`a` stands twice"),
    (b'{"pieces": {"a": 3},\n"content": 4}', 2, "holds no fingerprints"),
    (b'{"pieces": {"a": 3},\n"content": {\n"a": 4}}', 3, "fingerprint of `a` is no text"),
    (b'{"pieces": {\n<<<<<<< ours\n"a": 3\n=======\n"a": 4\n>>>>>>> theirs\n}}', 2, "`<<<<<<<` of a merge"),
    (b'{"pieces":\n {"\xff": 3}}', 2, "it is not UTF-8"),
    (b"[" * 99999, 1, "no JSON that jdgtools writes"),
    (b" " * 5_000_000, 1, "larger than 4 MB"),
]


@pytest.mark.parametrize(("content", "line", "reason"), DAMAGED)
def test_a_damaged_lock_file_is_an_error_at_its_line_and_stays(
    tmp_path: Path, content: bytes, line: int, reason: str
) -> None:
    path = tmp_path / ids.LOCK_FILE
    path.write_bytes(content)
    with pytest.raises(InputRefused, match=f"{ids.LOCK_FILE}:{line}: .*({reason})"):
        ids.read_lock(tmp_path)
    with pytest.raises(InputRefused):
        write_lock(tmp_path, {"a": 1})
    assert path.read_bytes() == content


@pytest.mark.parametrize("lock", [(), ("--lock",)])
def test_neither_check_nor_build_passes_over_a_damaged_lock(tmp_path: Path, lock: tuple[str, ...]) -> None:
    project = tmp_path / "battle"
    shutil.copytree(Path(__file__).parents[3] / "scenarios" / "teaching-jdg", project)
    path = project / ids.LOCK_FILE
    path.mkdir()
    assert [p.code for p in check(project).report] == ["GEN060"]
    path.rmdir()
    path.write_text('{"pieces": {"a": 3,\n"b": 3}}')
    words = ["build", str(project), "-o", str(tmp_path / "out"), "--only", "vassal", *lock]
    with pytest.raises(SystemExit) as ended:
        run(words)
    assert ended.value.code == 1 and not (tmp_path / "out").exists()
    assert path.read_text() == '{"pieces": {"a": 3,\n"b": 3}}'
    (found,) = check(project).report
    assert found.span is not None and (found.code, found.span.line) == ("GEN060", 2)


def test_changes_beside_a_lock(tmp_path: Path) -> None:
    write_lock(tmp_path, {"a": 1, "b": 2, "c": 3}, {"a": "1", "b": "2", "c": "3"})
    found = ids.read_lock(tmp_path).changes({"a": "1", "b": "x", "d": "4"})
    assert found == ids.PieceChanges(("d",), ("b",), ("c",))


def test_a_lock_without_fingerprints_compares_nothing(tmp_path: Path) -> None:
    (tmp_path / ids.LOCK_FILE).write_text('{"pieces": {"a": 3}}', encoding="utf-8")
    assert ids.read_lock(tmp_path).changes({"a": "1"}) is None


def test_a_build_with_lock_and_the_next_one(tmp_path: Path) -> None:
    import shutil

    from jdgtools.building import build
    from jdgtools.exporters.options import BuildOptions
    from jdgtools.loading import check
    from tests.unit.exporters_vassal.conftest import SCENARIOS

    project = tmp_path / "battle"
    shutil.copytree(SCENARIOS / "teaching-jdg", project)
    options = BuildOptions.of(only=("vassal",), screen_hex_px=48, lock=True)
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
    second = build(check(project), tmp_path / "out", BuildOptions.of(only=("vassal",), screen_hex_px=48))
    assert second.pieces == ids.PieceChanges((), (f"unit:{cells[0]}",), ())
    assert (project / ids.LOCK_FILE).read_bytes() == kept
    report = json.loads((tmp_path / "out" / "build-report.json").read_text(encoding="utf-8"))
    assert report["pieces_since_lock"]["changed"] == [f"unit:{cells[0]}"]


def test_the_command_names_the_pieces_that_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = tmp_path / "battle"
    shutil.copytree(Path(__file__).parents[3] / "scenarios" / "teaching-jdg", project)
    words = ["build", str(project), "-o", str(tmp_path / "out"), "--only", "vassal"]

    def built(*more: str) -> str:
        with pytest.raises(SystemExit) as ended:
            run([*words, *more])
        assert ended.value.code == 0
        return capsys.readouterr().err

    assert "since" not in built("--lock")
    path = project / ids.LOCK_FILE
    lock = json.loads(path.read_text(encoding="utf-8"))
    first, second, *_ = (key for key in lock["content"] if key.startswith("unit:"))
    lock["content"][second] = "0" * 16
    lock["content"]["unit:gone"] = lock["content"].pop(first)
    path.write_text(json.dumps(lock), encoding="utf-8")
    told = built()
    assert f"pieces added since vassal-ids.json: {first}\n" in told
    assert f"pieces changed since vassal-ids.json: {second}\n" in told
    assert "pieces removed since vassal-ids.json: unit:gone\n" in told


def test_a_module_without_kept_numbers_is_not_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, or a kill, left the new module beside a lock file that did not know its pieces."""
    from jdgtools.building import build
    from jdgtools.exporters.options import BuildOptions
    from tests.unit.exporters_vassal.conftest import SCENARIOS

    def fail(*_: object) -> None:
        raise OutputFailed("no room")

    monkeypatch.setattr(ids, "deferred_lock", fail)
    options = BuildOptions.of(only=("vassal",), screen_hex_px=48, lock=True)
    with pytest.raises(OutputFailed, match="no room"):
        build(check(SCENARIOS / "teaching-jdg"), tmp_path / "out", options)
    assert not list(tmp_path.iterdir())


def test_a_lock_file_stays_as_it_was_where_the_products_cannot_be_published(tmp_path: Path) -> None:
    write_lock(tmp_path, {"unit:a": 5})
    before = (tmp_path / ids.LOCK_FILE).read_bytes()
    with pytest.raises(OutputFailed), ids.deferred_lock(tmp_path, {"unit:b": 6}):
        assert (tmp_path / ids.LOCK_FILE).read_bytes() == before
        raise OutputFailed("no room")
    assert [path.name for path in tmp_path.iterdir()] == [ids.LOCK_FILE]
    assert (tmp_path / ids.LOCK_FILE).read_bytes() == before
