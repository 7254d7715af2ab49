"""Output that the system refuses, on the real way to the disk: no room, no permission."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from jdgtools.errors import ExitCode

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits, users and mounts of POSIX")
TEACHING = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"
WITHOUT_RIGHTS = """
import ctypes, os, struct, sys
if os.getuid() == 0:  # a user whom every folder is open to gives that right away
    ctypes.CDLL(None).capset(struct.pack("Ii", 0x20080522, 0), struct.pack("6I", *[0] * 6))
from jdgtools.cli.main import run
run()
"""
WITH_LIMIT = """
import resource, sys
size = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
from jdgtools.cli.main import run
run()
"""


def jdg(program: str, *words: object) -> subprocess.CompletedProcess[str]:
    """The command in a process that prepares itself first."""
    # Without byte code: files of our own that a limit cuts off would stay and fail in later processes.
    command = [sys.executable, "-B", "-c", program, *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "JDG_CACHE": "off", "HOME": "/"}
    )


@pytest.mark.parametrize("mode", [0o000, 0o500, 0o100], ids=oct)
@pytest.mark.parametrize("command", ["build", "new"])
def test_output_below_a_locked_folder_is_one_line(tmp_path: Path, command: str, mode: int) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    locked.chmod(mode)
    if os.getuid() == 0 and sys.platform != "linux":
        pytest.skip("every folder is open to this user")
    out = locked / "below" / "out"
    words = ["build", TEACHING, "-o", out, "--only", "package", "-q"]
    if command == "new":
        words = ["new", out, "--series", "jdg"]
    done = jdg(WITHOUT_RIGHTS, *words)
    assert done.returncode == ExitCode.OUTPUT_FAILED, done.stderr
    (line,) = done.stderr.splitlines()
    assert "Permission denied" in line and str(locked) in line
    locked.chmod(0o700)
    assert list(locked.iterdir()) == []


@pytest.mark.parametrize("size", [0, 4096])
def test_a_file_that_finds_no_room_leaves_the_former_state(tmp_path: Path, size: int) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "build-report.json").write_text("{}")
    done = jdg(WITH_LIMIT, size, "build", TEACHING, "-o", out, "--only", "package", "-q")
    assert done.returncode == ExitCode.OUTPUT_FAILED, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("jdg: cannot write ") and line.endswith(": File too large")
    assert ".jdg-" not in line
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert {path.name: path.read_text() for path in out.iterdir()} == {"build-report.json": "{}"}


@pytest.mark.parametrize("size", [0, 1, 500])
def test_a_project_that_finds_no_room_is_not_begun(tmp_path: Path, size: int) -> None:
    done = jdg(WITH_LIMIT, size, "new", tmp_path / "battle", "--series", "jdg")
    assert done.returncode == ExitCode.OUTPUT_FAILED, done.stderr
    assert done.stderr.endswith(": File too large\n") and len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("size", [4, 16], ids=lambda size: f"{size}k")
def test_a_full_disk_leaves_the_former_state(tmp_path: Path, size: int) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    words = [str(mount), "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(disk)]
    if mount is None or subprocess.run(words, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        out = disk / "out"
        done = jdg(WITH_LIMIT, 1 << 30, "build", TEACHING, "-o", out, "--only", "package", "-q")
        assert done.returncode == ExitCode.OUTPUT_FAILED, done.stderr
        (line,) = done.stderr.splitlines()
        assert line.startswith("jdg: cannot write ") and line.endswith(": No space left on device")
        assert list(disk.iterdir()) == []
    finally:
        subprocess.run(["umount", str(disk)], check=True)
