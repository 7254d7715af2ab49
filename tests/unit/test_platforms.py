"""What other systems lack or do otherwise, simulated here; docs/platforms.md says what that proves and what not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from jdgtools import project_names
from jdgtools.loading import load
from jdgtools.project_names import name_problems, same_products
from jdgtools.source.span import Span

ROOT = Path(__file__).parents[2]
BATTLE = ROOT / "scenarios" / "teaching-afe"
PLACE = Span("battle.yaml", 1, 1, 1, 2)

ELSEWHERE = """
import asyncio, concurrent.futures, ctypes, multiprocessing, os, subprocess, sys, tempfile, zipfile
import click, click._compat, click.termui, click.types, numpy, PIL.Image, pypdfium2_raw.bindings
del os.fork, os.register_at_fork, os.killpg
for name in {missing!r}:
    sys.modules[name] = None
sys.platform = {platform!r}
from jdgtools.cli.main import run
run(sys.argv[1:])
"""
"""A start of the command on a system without what only some have. `os.name` stays: paths are those of this one."""


def build(folder: Path, start: list[str], **environment: str) -> dict[str, str]:
    """Build the battle in a process of its own; return the digest of every file."""
    command = [*start, "build", str(BATTLE), "--output", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stderr
    return {p.name: sha256(p.read_bytes()).hexdigest() for p in sorted(folder.iterdir()) if p.is_file()}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of a build on this system."""
    return build(tmp_path_factory.mktemp("here"), [sys.executable, "-m", "jdgtools"])


@pytest.mark.parametrize(
    ("platform", "missing"),
    [("win32", ("resource", "fcntl", "pwd", "grp", "termios")), ("darwin", ("resource",))],
)
def test_without_fork_resource_and_locks_the_files_are_the_same(
    platform: str, missing: tuple[str, ...], here: dict[str, str], tmp_path: Path
) -> None:
    start = [sys.executable, "-c", ELSEWHERE.format(platform=platform, missing=missing)]
    assert build(tmp_path / "out", start, JDG_DEBUG="1") == here


def test_another_locale_and_time_zone_change_nothing(here: dict[str, str], tmp_path: Path) -> None:
    start = [sys.executable, "-X", "utf8=0", "-m", "jdgtools"]
    environment = {"LC_ALL": "C", "LANG": "C", "PYTHONCOERCECLOCALE": "0", "TZ": "Pacific/Chatham"}
    assert build(tmp_path / "out", start, **environment) == here


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "cp437", "cp932", "ascii", "utf-8-sig"])
def test_a_console_of_any_encoding_gets_the_whole_report(encoding: str, tmp_path: Path) -> None:
    folder = tmp_path / "młyn ’°"
    shutil.copytree(BATTLE, folder)
    text = (folder / "battle.yaml").read_text(encoding="utf-8")
    (folder / "battle.yaml").write_text(text.replace("series: afe", "series: épée–"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "jdgtools", "check", str(folder)],
        cwd=ROOT, capture_output=True, env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert done.returncode == 1
    assert b"REF020" in done.stdout
    assert b"Traceback" not in done.stderr


def test_line_ends_of_windows_change_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "battle"
    shutil.copytree(BATTLE, folder)
    for path in folder.rglob("*"):
        if path.suffix in (".yaml", ".csv"):
            path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    windows, unix = load(folder).battle, load(BATTLE).battle
    assert windows is not None and unix is not None
    for name in unix.__struct_fields__:
        if name not in ("spans", "files", "folder"):  # places in files: a file's folder is another one
            assert str(getattr(windows, name)).replace(str(folder), "") == str(getattr(unix, name)).replace(
                str(BATTLE), ""
            ), name


@pytest.mark.parametrize(
    "name", ["aux.csv", "lang/NUL", "con.tar.gz", "com1.yaml", "a:b", "what?", "dot.", "x" * 201]
)
def test_names_that_some_system_refuses(name: str, tmp_path: Path) -> None:
    assert [problem.code for problem in name_problems([(name, PLACE)], tmp_path)] == ["GEN062"]


@pytest.mark.parametrize(
    "name", ["auxiliary.csv", "lang/é.yaml", "a b.csv", "console.yaml", "x" * 200, ".hidden"]
)
def test_names_that_all_systems_take(name: str, tmp_path: Path) -> None:
    assert name_problems([(name, PLACE)], tmp_path) == []


def test_a_disk_without_capitals_does_not_hide_how_a_file_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Lang").mkdir()
    (tmp_path / "Lang" / "fr.yaml").write_text("", encoding="utf-8")

    def exists(path: Path) -> bool:
        """Tell whether a file is there, as a disk of Windows or macOS does."""
        below = path.relative_to(tmp_path).as_posix().casefold()
        return any(p.relative_to(tmp_path).as_posix().casefold() == below for p in tmp_path.rglob("*"))

    monkeypatch.setattr(project_names, "_is_there", exists)
    assert name_problems([("Lang/fr.yaml", PLACE)], tmp_path) == []
    (problem,) = name_problems([("Lang/FR.yaml", PLACE)], tmp_path)
    assert (problem.code, problem.message) == (
        "GEN063",
        "the file of `Lang/FR.yaml` is called `Lang/fr.yaml`",
    )
    assert (
        name_problems([("Lang/pl.yaml", PLACE)], tmp_path) == []
    )  # a file that is missing has a message of its own


def test_products_may_not_differ_by_case_alone() -> None:
    assert same_products([("dawn", PLACE), ("dusk", PLACE), ("dawn", PLACE)]) == []
    (problem,) = same_products([("dawn", PLACE), ("Dawn", PLACE)])
    assert problem.code == "GEN063"


def test_no_two_files_of_this_project_differ_by_case() -> None:
    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()  # fmt: skip
    folded = [name.casefold() for name in names]
    assert len(set(folded)) == len(folded)
    assert name_problems(((name, PLACE) for name in names), ROOT / "nowhere") == []
