"""Nothing is left behind by the dead, and nothing is taken from the living."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jdgtools.building import unfinished
from jdgtools.scratch import scratch_folder, sweep

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
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def hold(place: Path) -> subprocess.Popen[str]:
    """Another process with a scratch folder there."""
    words = [sys.executable, "-c", HOLD, str(place)]
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
        assert unfinished(out, thorough=True) == [] or unfinished(out) != []
    subprocess.run(command, check=True, capture_output=True, env=environment)
    assert [path.name for path in [*tmp_path.iterdir(), *out.iterdir()] if path.name.startswith(".")] == []
    assert unfinished(out, thorough=True) == []


def test_two_builds_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "jdgtools", "build", str(TEACHING), "-o", str(out), "--only", "package"]
    environment = {**os.environ, "JDG_CACHE": "off"}
    builds = [subprocess.Popen(command, stderr=subprocess.PIPE, env=environment) for _ in range(2)]
    answers = [(build.communicate()[1], build.returncode) for build in builds]
    assert [code for _, code in answers] == [0, 0], answers
    assert unfinished(out, thorough=True) == []
    assert [path.name for path in [*tmp_path.iterdir(), *out.iterdir()] if path.name.startswith(".")] == []
