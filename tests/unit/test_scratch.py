"""Nothing is left behind by the dead, and nothing is taken from the living."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

import jdgtools
from jdgtools.cache import Cache
from jdgtools.cli.output import write_text
from jdgtools.desk.session import _write_all_or_none
from jdgtools.project_folder import FolderInUse, check_folder
from jdgtools.publication import unfinished_files
from jdgtools.scratch import scratch_folder, sweep, whole_file
from jdgtools.untrusted.isolated_process import _remove_empty_folders
from jdgtools.vassal.archive import write_atomic

TEACHING = Path(__file__).parents[2] / "scenarios" / "teaching-jdg"
HOLD = """
import sys
from pathlib import Path
from jdgtools.scratch import scratch_folder
with scratch_folder(Path(sys.argv[1])) as scratch:
    (scratch / "product").write_text("x")
    print("ready", flush=True)
    sys.stdin.read()
"""
HOLD_FILE = """
import sys
from pathlib import Path
from jdgtools.scratch import whole_file
with whole_file(Path(sys.argv[1]) / "product") as stream:
    stream.write(b"half")
    stream.flush()
    print("ready", flush=True)
    sys.stdin.read()
"""
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def hold(place: Path, program: str = HOLD) -> subprocess.Popen[str]:
    """Another process with a scratch folder, or a file half written, there."""
    words = [sys.executable, "-c", program, str(place)]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return process


def test_the_folder_is_gone_after_the_block(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), scratch_folder(tmp_path) as scratch:
        assert list(scratch.iterdir()) == []
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_the_dead_are_removed_and_the_living_are_not(tmp_path: Path) -> None:
    dead, living = hold(tmp_path), hold(tmp_path)
    try:
        dead.kill()
        dead.communicate()
        assert len(list(tmp_path.iterdir())) == 2
        with scratch_folder(tmp_path) as own:
            (left,) = (folder for folder in tmp_path.iterdir() if folder != own.parent)
            assert (left / "work" / "product").read_text() == "x"
            sweep(tmp_path)
            assert own.is_dir() and left.is_dir()
    finally:
        living.communicate("")
    assert list(tmp_path.iterdir()) == []


def refused(place: Path) -> None:
    (place / "mine").mkdir()
    (place / "mine" / "note.txt").write_text("mine")
    with pytest.raises(FolderInUse):
        check_folder(place / "mine")


SWEEPERS = {
    "sweep": sweep,
    "the next file": lambda place: write_atomic(place / "other", b"other"),
    "the next edit": lambda place: _write_all_or_none({place / "battle.yaml": (None, b"id: x")}),
    "the answer of a command": lambda place: write_text(place / "report.txt", "x"),
    "the cache": lambda place: Cache(place).tidy(),
    "trim": lambda place: Cache(place).trim(),
    "a scratch folder": lambda place: scratch_folder(place).__enter__(),
    "a new project that is refused": lambda place: refused(place),
}


@posix
@pytest.mark.parametrize("sweeper", SWEEPERS)
def test_files_half_written_by_the_dead_are_removed_and_those_of_the_living_are_not(
    tmp_path: Path, sweeper: str
) -> None:
    dead, living = hold(tmp_path, HOLD_FILE), hold(tmp_path, HOLD_FILE)
    try:
        dead.kill()
        dead.communicate()
        assert len(list(tmp_path.glob(".jdg-*.jdgtools-part"))) == 2
        SWEEPERS[sweeper](tmp_path)
        (left,) = tmp_path.glob(".jdg-*.jdgtools-part")
        assert left.read_bytes() == b"half"
    finally:
        living.communicate("")
    assert (tmp_path / "product").read_bytes() == b"half"
    assert not list(tmp_path.glob(".jdg-*.jdgtools-part"))


@posix
def test_a_file_that_is_swept_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, made = tempfile.mkstemp, []

    def swept(**words: str) -> tuple[int, str]:
        handle, name = make(**words)
        made.append(name)
        if len(made) == 1:
            sweep(tmp_path)
        return handle, name

    monkeypatch.setattr(tempfile, "mkstemp", swept)
    with whole_file(tmp_path / "product") as stream:
        stream.write(b"whole")
    assert len(made) == 2
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"product": b"whole"}


@posix
@pytest.mark.parametrize("step", ["rmdir", "unlink", "rename", "mkdir"])
@pytest.mark.parametrize("number", range(1, 5))
def test_whoever_ends_between_two_steps_leaves_nothing_after_the_next(
    tmp_path: Path, step: str, number: int
) -> None:
    """Folder and mark are made and removed in several steps, and a kill may come between any two of them."""
    program = f"""
import os, sys
from pathlib import Path
from jdgtools.scratch import scratch_folder
plain, count = os.{step}, 0
def dies(*words, **more):
    global count
    count += 1
    if count == {number}:
        os._exit(9)
    return plain(*words, **more)
os.{step} = dies
with scratch_folder(Path(sys.argv[1])) as scratch:
    (scratch / "inner").mkdir()
    (scratch / "inner" / "product").write_text("x")
"""
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False)
    assert done.returncode in (0, 9)
    if done.returncode == 0:
        assert number > 1, f"{step} is never called"
    sweep(tmp_path)
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_folder_whose_mark_is_on_its_way_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    make = Path.mkdir

    def swept(path: Path, *words: int) -> None:
        make(path, *words)
        sweep(tmp_path)
        seen.append(path.name)

    monkeypatch.setattr(Path, "mkdir", swept)
    with scratch_folder(tmp_path) as scratch:
        assert seen == [scratch.parent.name, scratch.name]
        assert scratch.is_dir()
    assert list(tmp_path.iterdir()) == []


@posix
def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    """For whoever may do so, `--log /dev/null` would take the device from everybody."""
    (tmp_path / "null").symlink_to("/dev/null")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("null", "pipe", "folder"):
        with pytest.raises(OSError, match="no ordinary file"), whole_file(tmp_path / name):
            raise AssertionError("the work has begun")
    assert (tmp_path / "null").is_char_device() and (tmp_path / "pipe").is_fifo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "null", "pipe"]


def test_a_file_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "product").write_text("old")
    with pytest.raises(KeyboardInterrupt), whole_file(tmp_path / "product") as stream:
        stream.write(b"new")
        raise KeyboardInterrupt
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"product": "old"}


def test_working_folders_of_workers_that_never_began_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in ("jdg-worker-old", "jdg-worker-full", "jdg-worker-new", "else"):
        (tmp_path / name).mkdir()
    (tmp_path / "jdg-worker-full" / "mine").write_text("mine")
    for name in ("jdg-worker-old", "jdg-worker-full", "else"):
        os.utime(tmp_path / name, (1, 1))
    _remove_empty_folders()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["else", "jdg-worker-full", "jdg-worker-new"]


def test_no_temporary_name_is_made_elsewhere() -> None:
    """Whatever else makes one would have to be swept as well."""
    package = Path(jdgtools.__file__).parent
    makers = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"\b(mkdtemp|mkstemp|NamedTemporaryFile|TemporaryDirectory)\b", path.read_text("utf-8"))
    }
    assert makers == {"scratch.py", "untrusted/isolated_process.py"}


def test_what_the_user_has_named_so_stays(tmp_path: Path) -> None:
    own = tmp_path / ".jdg-settings"
    own.mkdir()
    (own / "mine.txt").write_text("mine")
    empty = tmp_path / ".jdg-12345678"
    empty.mkdir()
    for folder in (own, empty):
        os.utime(folder, (1, 1))
    (tmp_path / ".jdg-link").symlink_to(own, target_is_directory=True)
    sweep(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".jdg-link", ".jdg-settings"]


@posix
def test_builds_killed_at_any_moment_leave_nothing_after_the_next_one(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "jdgtools", "build", str(TEACHING), "-o", str(out), "--only", "package"]
    environment = {**os.environ, "JDG_CACHE": "off"}
    moments = random.Random(1)
    begun = time.monotonic()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    whole = time.monotonic() - begun
    for _ in range(6):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        )
        time.sleep(whole * moments.uniform(0.2, 1.0))
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert unfinished_files(out, thorough=True) == [] or unfinished_files(out) != []
    subprocess.run(command, check=True, capture_output=True, env=environment)
    assert [path.name for path in [*tmp_path.iterdir(), *out.iterdir()] if path.name.startswith(".")] == []
    assert unfinished_files(out, thorough=True) == []


def test_two_builds_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "jdgtools", "build", str(TEACHING), "-o", str(out), "--only", "package"]
    environment = {**os.environ, "JDG_CACHE": "off"}
    builds = [subprocess.Popen(command, stderr=subprocess.PIPE, env=environment) for _ in range(2)]
    answers = [(build.communicate()[1], build.returncode) for build in builds]
    assert [code for _, code in answers] == [0, 0], answers
    assert unfinished_files(out, thorough=True) == []
    assert [path.name for path in [*tmp_path.iterdir(), *out.iterdir()] if path.name.startswith(".")] == []


def test_a_disk_without_modes_takes_files_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A memory stick, or a share: nothing could be written there."""

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    with whole_file(tmp_path / "log", 0o644) as stream:
        stream.write(b"game")
    assert (tmp_path / "log").read_bytes() == b"game"
