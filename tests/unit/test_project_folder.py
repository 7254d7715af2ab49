"""The folder of a new project: whole or not at all, for new battles and for imports alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.diagnostics.names import MAX_LISTED, name_list
from jdgtools.errors import OutputFailed
from jdgtools.importers.write import write_project
from jdgtools.project_folder import FolderInUse, check_folder, new_folder
from jdgtools.starting import CannotStart, new_project


def test_a_folder_that_holds_something_is_refused_by_both_ways(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(FolderInUse, match="exists already"):
        write_project(tmp_path, {"battle.yaml": b""})
    with pytest.raises(CannotStart, match="exists already"):
        new_project(tmp_path, "jdg", "Title")
    assert [p.name for p in tmp_path.iterdir()] == ["note.txt"]


def test_nothing_is_left_of_a_folder_that_could_not_be_finished(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    with pytest.raises(OutputFailed, match="disk full"), new_folder(folder) as project:
        (project / "battle.yaml").write_text("", encoding="utf-8")
        raise OSError("disk full")
    assert not list(tmp_path.iterdir())
    check_folder(folder)


def test_what_came_into_the_folder_meanwhile_stays(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    with pytest.raises(OutputFailed), new_folder(folder):
        folder.mkdir()
        (folder / "note.txt").write_text("mine", encoding="utf-8")
    assert [p.name for p in folder.iterdir()] == ["note.txt"]
    assert [p.name for p in tmp_path.iterdir()] == ["new"]


def test_names_in_messages_are_cut_after_the_first() -> None:
    assert name_list([]) == ""
    assert name_list("ab", "or") == "`a` or `b`"
    many = [str(n) for n in range(MAX_LISTED + 2)]
    assert name_list(many).endswith(f"`{MAX_LISTED - 1}` and 2 more")


def test_a_new_battle_keeps_what_builds_write_out_of_git(tmp_path: Path) -> None:
    assert ".gitignore" in new_project(tmp_path / "new", "jdg", "Title")
    lines = (tmp_path / "new" / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert "out/" in lines and ".jdg-*" in lines
