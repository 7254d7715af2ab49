"""A project on the desk: read, edited, undone, changed by others meanwhile."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import pytest

from jdgtools.cache import Cache
from jdgtools.desk import Edit, EditOutdated, Session, TextEdit
from jdgtools.desk.operations import new_scenario, paint_terrain, remove_scenario, rename
from jdgtools.desk.text_edit import WholeFile
from jdgtools.errors import InputRefused, OutputFailed
from jdgtools.scratch import whole_file

BATTLE = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(BATTLE, tmp_path / "battle"))


@pytest.fixture
def session(folder: Path, tmp_path: Path) -> Session:
    return Session(folder, Cache(tmp_path / "cache"))


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*.*"))}


def test_a_session_knows_texts_nodes_and_what_is_wrong(session: Session) -> None:
    assert session.loaded.ok
    assert session.documents["map.yaml"].kind == "map"
    assert session.documents["scenarios/dawn-austria.csv"].kind == "setup"
    assert {d.kind for d in session.documents.values()} >= {"battle", "oob", "scenario", "strings"}
    root = session.nodes("map.yaml")
    assert root is not None
    assert root.get("legend") is not None


def test_an_edit_changes_one_character_and_is_undone_in_another_session(
    session: Session, folder: Path, tmp_path: Path
) -> None:
    before = contents(folder)
    edit = paint_terrain(session.documents, ["0203"], "wood")
    assert session.commit(edit, session.digest) == {"map.yaml"}
    after = contents(folder)
    assert [name for name in before if before[name] != after[name]] == ["map.yaml"]
    assert sum(a != b for a, b in zip(before["map.yaml"], after["map.yaml"], strict=True)) == 1
    assert session.loaded.battle is not None
    assert session.loaded.battle.map is not None

    again = Session(folder, Cache(tmp_path / "cache"))
    assert again.undo() is not None
    assert contents(folder) == before
    assert again.undo() is None
    assert again.redo() is not None
    assert contents(folder) == after
    assert again.redo() is None


def test_a_new_edit_ends_what_could_be_made_again(session: Session) -> None:
    session.commit(paint_terrain(session.documents, ["0203"], "wood"), session.digest)
    assert session.undo() is not None
    session.commit(paint_terrain(session.documents, ["0203"], "marsh"), session.digest)
    assert session.redo() is None


def test_the_oldest_edits_are_forgotten_first(
    session: Session, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jdgtools.desk.history.MAX_EDITS", 2)
    states = []
    for terrain in ("wood", "marsh", "garden"):
        session.commit(paint_terrain(session.documents, ["0203"], terrain), session.digest)
        states.append(contents(folder))
    assert session.undo() is not None and session.undo() is not None
    assert session.undo() is None
    assert contents(folder) == states[0]


def test_line_ends_and_the_byte_order_mark_stay(folder: Path, tmp_path: Path) -> None:
    file = folder / "map.yaml"
    text = file.read_bytes().replace(b"\n", b"\r\n")
    file.write_bytes(b"\xef\xbb\xbf" + text)
    session = Session(folder, Cache(tmp_path / "cache"))
    session.commit(paint_terrain(session.documents, ["0203"], "marsh"), session.digest)
    now = file.read_bytes()
    assert now.startswith(b"\xef\xbb\xbf")
    assert now.count(b"\r\n") == now.count(b"\n") == text.count(b"\n")
    session.undo()
    assert file.read_bytes() == b"\xef\xbb\xbf" + text


def test_an_edit_made_on_other_texts_is_refused(session: Session, folder: Path) -> None:
    edit, made_on = paint_terrain(session.documents, ["0203"], "wood"), session.digest
    file = folder / "map.yaml"
    file.write_bytes(b"# changed by an editor\n" + file.read_bytes())
    before = contents(folder)
    with pytest.raises(EditOutdated, match="another program"):
        session.commit(edit, made_on)
    assert contents(folder) == before
    assert session.digest != made_on  # it has read the files, so the edit can be made again
    with pytest.raises(EditOutdated):
        session.commit(edit, made_on)
    session.commit(paint_terrain(session.documents, ["0203"], "wood"), session.digest)
    assert file.read_bytes().startswith(b"# changed by an editor\n")


def test_what_somebody_has_written_since_is_never_undone_over(session: Session, folder: Path) -> None:
    session.commit(paint_terrain(session.documents, ["0203"], "wood"), session.digest)
    file = folder / "map.yaml"
    file.write_bytes(file.read_bytes() + b"# more\n")
    before = contents(folder)
    with pytest.raises(EditOutdated, match="in another way"):
        session.undo()
    assert contents(folder) == before


def test_unsaved_texts_stand_before_the_files(session: Session, folder: Path) -> None:
    text = session.texts["map.yaml"]
    assert session.set_unsaved({"map.yaml": text.replace("w: wood", "w: wod")}) == {"map.yaml"}
    assert [p.code for p in session.loaded.report if p.severity.name == "ERROR"][:1] == ["REF008"]
    assert (folder / "map.yaml").read_text(encoding="utf-8") == text
    assert session.set_unsaved({"map.yaml": "grid: [\n"}) == {"map.yaml"}
    assert session.nodes("map.yaml") is None
    assert not session.loaded.ok
    session.set_unsaved({"map.yaml": None})
    assert session.loaded.ok


def test_only_texts_of_the_project_are_written(session: Session) -> None:
    with pytest.raises(InputRefused, match=r"no text file"):
        session.commit(Edit("x", (TextEdit("../other.txt", 0, 0, "x"),)), session.digest)


def test_the_lock_file_of_a_module_is_renamed_along(folder: Path, tmp_path: Path) -> None:
    lock = folder / "vassal-ids.json"
    lock.write_bytes(b'{"pieces": {"unit:fr-17": 5, "unit:fr-13l": 6}}')
    session = Session(folder, Cache(tmp_path / "cache"))
    session.commit(rename(session.documents, "unit", "fr-17", "fr-18"), session.digest)
    assert lock.read_bytes() == b'{"pieces": {"unit:fr-18": 5, "unit:fr-13l": 6}}'
    assert session.loaded.ok
    session.undo()
    assert lock.read_bytes() == b'{"pieces": {"unit:fr-17": 5, "unit:fr-13l": 6}}'
    assert session.texts["vassal-ids.json"].startswith("{")


@pytest.mark.parametrize("late", [False, True], ids=["before", "in the middle"])
def test_a_file_that_cannot_be_written_leaves_all_as_they_were(
    session: Session, folder: Path, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    before = contents(folder)

    @contextmanager
    def fail(path: Path, mode: int = 0o600) -> Iterator[BinaryIO]:
        broken = path.name == "oob.csv" and path.read_bytes() == before["oob.csv"]
        if broken and not late:
            raise OSError(28, "No space left on device")
        with whole_file(path, mode) as stream:
            yield stream
            if broken:
                raise OSError(28, "No space left on device")

    monkeypatch.setattr("jdgtools.desk.session.whole_file", fail)
    with pytest.raises(OutputFailed, match="No space left"):
        session.commit(rename(session.documents, "unit", "fr-17", "fr-18"), session.digest)
    assert contents(folder) == before
    assert session.history.last_done is None


def test_files_come_and_go_with_their_edit(session: Session, folder: Path, tmp_path: Path) -> None:
    before = contents(folder)
    session.commit(new_scenario(session.documents, "Noon", "battle"), session.digest)
    made = contents(folder)
    assert set(made) - set(before) == {"scenarios/noon.yaml"}
    session.commit(remove_scenario(session.documents, "dawn"), session.digest)
    assert set(made) - set(contents(folder)) == {"scenarios/dawn.yaml", "scenarios/dawn-austria.csv"}
    again = Session(folder, Cache(tmp_path / "cache"))
    again.undo()
    assert contents(folder) == made
    again.undo()
    assert contents(folder) == before
    again.redo()
    assert contents(folder) == made
    # What somebody has written into the new file since is not taken away with it.
    (folder / "scenarios" / "noon.yaml").write_bytes(made["scenarios/noon.yaml"] + b"# mine\n")
    with pytest.raises(EditOutdated, match="in another way"):
        again.undo()
    assert (folder / "scenarios" / "noon.yaml").read_bytes().endswith(b"# mine\n")


def test_a_file_that_came_back_otherwise_is_not_written_over(session: Session, folder: Path) -> None:
    session.commit(remove_scenario(session.documents, "dawn"), session.digest)
    (folder / "scenarios" / "dawn.yaml").write_bytes(b"mine\n")
    before = contents(folder)
    with pytest.raises(InputRefused, match=r"a file `scenarios/dawn\.yaml` already"):
        session.undo()
    assert contents(folder) == before


@pytest.mark.parametrize("broken", ["made", "replaced", "taken away"])
def test_of_files_that_come_and_go_all_are_written_or_none(
    session: Session, folder: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    before = contents(folder)
    come, go = new_scenario(session.documents, "Noon", "battle"), remove_scenario(session.documents, "dawn")
    edit = Edit("both", go.changes, (*come.files, *go.files))
    unlink, name = Path.unlink, {"made": "noon.yaml", "replaced": "battle.yaml"}.get(broken)

    @contextmanager
    def fail(path: Path, mode: int = 0o600) -> Iterator[BinaryIO]:
        with whole_file(path, mode) as stream:
            yield stream
            if path.name == name:
                raise OSError(28, "No space left on device")

    def fail_to_unlink(path: Path, missing_ok: bool = False) -> None:
        if path.name == "dawn-austria.csv":
            raise OSError(13, "Permission denied")
        unlink(path, missing_ok)

    monkeypatch.setattr("jdgtools.desk.session.whole_file", fail)
    if name is None:
        monkeypatch.setattr(Path, "unlink", fail_to_unlink)
    with pytest.raises(OutputFailed, match=r"No space left|Permission denied"):
        session.commit(edit, session.digest)
    monkeypatch.undo()
    assert contents(folder) == before
    assert session.history.last_done is None


def test_a_new_file_stays_in_the_project(session: Session, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (folder / "away").symlink_to(tmp_path / "elsewhere")
    for path in ("../new/x.yaml", "away/x.yaml", "away/new/x.yaml", "lang"):
        with pytest.raises(InputRefused):
            session.commit(Edit("x", (), (WholeFile(path, "", appears=True),)), session.digest)
    assert not list((tmp_path / "elsewhere").iterdir())
    assert not (tmp_path / "new").exists()


def test_a_locked_file_is_not_written_over(session: Session, folder: Path) -> None:
    before, undone = contents(folder), session.history.last_done
    (folder / "oob.csv").chmod(0o444)
    with pytest.raises(OutputFailed, match=r"`oob\.csv` is locked"):
        session.commit(rename(session.documents, "unit", "fr-17", "fr-18"), session.digest)
    assert contents(folder) == before
    assert session.history.last_done is undone
    (folder / "oob.csv").chmod(0o644)
    session.commit(rename(session.documents, "unit", "fr-17", "fr-18"), session.digest)
    (folder / "scenarios" / "battle.yaml").chmod(0o444)
    with pytest.raises(OutputFailed, match=r"`scenarios/battle\.yaml` is locked"):
        session.undo()
    assert session.history.last_done is not None
    (folder / "scenarios" / "battle.yaml").chmod(0o644)
    session.undo()
    assert contents(folder) == before


def test_a_file_that_changed_unseen_does_not_go(session: Session, folder: Path) -> None:
    edit, made_on = remove_scenario(session.documents, "dawn"), session.digest
    file = folder / "scenarios" / "dawn.yaml"
    file.write_bytes(file.read_bytes() + b"# mine\n")
    before = contents(folder)
    with pytest.raises(EditOutdated, match="another program"):
        session.commit(edit, made_on)
    assert contents(folder) == before


def test_a_file_comes_back_with_its_byte_order_mark(folder: Path, tmp_path: Path) -> None:
    file = folder / "scenarios" / "dawn-austria.csv"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    session, before = Session(folder, Cache(tmp_path / "cache")), contents(folder)
    session.commit(remove_scenario(session.documents, "dawn"), session.digest)
    assert not file.exists()
    session.undo()
    assert contents(folder) == before
