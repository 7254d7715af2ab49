"""Commands that are killed at any change they make: the target is as before, whole, or known as unfinished.

Whoever comes next removes what the dead one has left.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

if os.name != "posix":
    pytest.skip("kills processes", allow_module_level=True)

from jdgtools.publication import unfinished_files
from tests.unit.importers.modules import foreign, save
from tests.unit.untrusted.commands import KILL, ROOT, Commands

COMMANDS = {
    "new": "new target/p --series jdg",
    "import": "import m.vmod -o target/p",
    "pack": "import target/imported --pack -o target/m.vmod",
    "build": "build battle -q -o target/p --only package --only vassal --lock",
    "build again": "build battle -q -o target/p --only package --only vassal --lock",
}
STEP = int(os.environ.get("JDG_KILL_STEP", "0"))
"""Every so many changes a command is killed; 1 = at every one, which takes minutes; 0 = about eight times."""
CHANGES = {"new": 60, "import": 110, "pack": 8, "build": 170, "build again": 80}
"""About how many changes a command makes."""
MAX_CHANGES = 1000
Tree = dict[str, bytes]


@pytest.fixture(scope="module")
def commands() -> Iterator[Commands]:
    started = Commands()
    yield started
    started.close()


def tree(folder: Path) -> Tree:
    """Return the content of all files; folders end with a slash."""
    return {
        path.relative_to(folder).as_posix() + "/" * path.is_dir(): b"" if path.is_dir() else path.read_bytes()
        for path in sorted(folder.rglob("*"))
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_kills(name: str, commands: Commands, tmp_path: Path) -> None:
    words, start = COMMANDS[name].split(), tmp_path / "start"
    scratch = {"TMPDIR": str(tmp_path / "here" / "tmp"), "JDG_CACHE": str(tmp_path / "here" / "cache")}
    for folder in ("target", "tmp", "cache"):
        (start / folder).mkdir(parents=True)
    shutil.copytree(ROOT / "scenarios" / "teaching-jdg", start / "battle")
    (start / "m.vmod").write_bytes(foreign(saves={"Start": save(("Foy", 3, 150, 150, 1))}).data())
    here = tmp_path / "here"

    def begin() -> None:
        shutil.rmtree(here, ignore_errors=True)
        shutil.copytree(start, here)

    begin()
    if name == "pack":
        assert (
            commands.run("import", "m.vmod", "-o", "target/imported", folder=here, variables=scratch).code
            == 0
        )
    if name == "build again":
        assert commands.run(*words, folder=here, variables=scratch).code == 0
        root = here / "battle" / "oob.csv"
        root.write_text(root.read_text(encoding="utf-8").replace("13e", "14e"), encoding="utf-8")
    shutil.rmtree(start)
    shutil.copytree(here, start)
    before = tree(here / "target")
    assert commands.run(*words, folder=here, variables=scratch).code == 0
    after, battle = tree(here / "target"), tree(here / "battle")
    states = set()
    for number in range(1, MAX_CHANGES, STEP or max(1, CHANGES[name] // 8)):
        begin()
        done = commands.run(*words, folder=here, variables={**scratch, KILL: str(number)})
        assert not done.late, done
        if done.code == 0:
            break
        now = {file: data for file, data in tree(here / "target").items() if ".jdg-" not in file}
        state = "before" if now == before else "after" if now == after else "between"
        states.add(state)
        if state == "between":
            assert name.startswith("build"), (number, set(now) ^ set(after))
            mixed = {file for file in now if now[file] != after.get(file)}
            assert (
                not mixed
                or mixed == {"p/"}
                or unfinished_files(here / "target" / "p")
                or not any("build-report" in file for file in now)
            ), (number, mixed)
        if state == "after" and name in ("new", "import", "pack"):
            continue  # there is nothing to be done again
        again = commands.run(*words, folder=here, variables=scratch)
        assert again.code == 0, (number, again)
        assert tree(here / "target") == after, number
        assert tree(here / "battle") == battle, number
        left = [path for path in here.rglob("*") if ".jdg-" in path.name or "jdg-worker" in path.name]
        assert not left, (number, left)
    else:
        raise AssertionError("the command does not end")
    assert "before" in states
