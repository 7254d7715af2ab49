"""Files of a tag: ordinary ones only, within limits, and no word of the tag is an option of git."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from jdgtools.untrusted import FileRefused, git
from jdgtools.untrusted.git import files_at, why_nothing

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a folder, a link and a program, at the tag `v1`."""
    folder = tmp_path / "repository"
    (folder / "battle" / "lang").mkdir(parents=True)
    (folder / "battle" / "battle.yaml").write_text("one")
    (folder / "battle" / "lang" / "é.yaml").write_text("two")
    (folder / "battle" / "link").symlink_to("/etc/passwd")
    (folder / "battle" / "run").write_text("three")
    (folder / "battle" / "run").chmod(0o755)
    (folder / "other").write_text("outside")
    settings = ("user.name=a", "user.email=a@b", "commit.gpgsign=false", "tag.gpgsign=false")
    words = [word for setting in settings for word in ("-c", setting)]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"], ["tag", "v1"]):
        subprocess.run(["git", *words, *command], cwd=folder, check=True)
    (folder / "battle" / "battle.yaml").write_text("changed since")
    return folder / "battle"


def test_ordinary_files_of_the_folder(repository: Path) -> None:
    assert files_at(repository, "v1") == {"battle.yaml": b"one", "lang/é.yaml": b"two", "run": b"three"}
    assert files_at(repository, "v2") is None
    assert files_at(repository.parents[1], "v1") is None


@pytest.mark.parametrize("tag", ["-h", "--name-only", "--help", "v1\0", ""])
def test_a_tag_is_no_option(repository: Path, tag: str) -> None:
    assert files_at(repository, tag) is None


@pytest.mark.parametrize(
    ("tag", "why"),
    [
        ("v1", ""),
        ("v2", "the repository has no revision v2"),
        ("-h", "'-h' is no revision"),
        ("v1\0", "'v1\\x00' is no revision"),
    ],
)
def test_why_a_tag_gives_nothing(repository: Path, tag: str, why: str) -> None:
    assert why_nothing(repository, tag) == why
    outside = repository.parents[1]
    assert why_nothing(outside, tag) == f"{outside.name} is in no git repository"


@pytest.mark.parametrize(("name", "most"), [("MAX_FILES", 2), ("MAX_BYTES", 10)])
def test_too_much(repository: Path, monkeypatch: pytest.MonkeyPatch, name: str, most: int) -> None:
    monkeypatch.setattr(git, name, most)
    with pytest.raises(FileRefused, match="is too large"):
        files_at(repository, "v1")


def test_a_repository_that_has_lost_a_file(repository: Path) -> None:
    for path in (repository.parent / ".git" / "objects").glob("??/*"):
        path.chmod(0o644)
        path.write_bytes(b"damaged")
    assert files_at(repository, "v1") is None


def test_git_of_the_project_is_not_run(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trap = repository / "git"
    trap.write_text(f"#!/bin/sh\ntouch {repository}/trapped\n")
    trap.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join((str(repository), ".", "", os.environ["PATH"])))
    assert files_at(repository, "v1")
    assert not (repository / "trapped").exists()
