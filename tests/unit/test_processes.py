"""Work in a second process: results and errors come back, the bytes are those of a build in one process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from jdgtools import building
from jdgtools.building import REPORT, build
from jdgtools.exporters.base import BuildOptions
from jdgtools.loading import check

BATTLE = Path(__file__).parents[2] / "scenarios" / "teaching-jdg"
only_here = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="processes are copied on Linux only"
)


def _run(script: str, *arguments: str) -> str:
    """In a process of its own: this one may have threads."""
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout


@only_here
def test_results_and_errors_come_back_in_order() -> None:
    script = """
import os
from jdgtools.processes import WorkerPool
def fail(): raise KeyError("what failed")
second = WorkerPool([os.getpid, fail, lambda: "still at work"])
a, b, c = second.futures
assert a.result() != os.getpid()
print(type(b.exception()).__name__, b.exception(), c.result())
print("in fail" in str(b.exception().__notes__))
second.stop()
"""
    assert _run(script).split("\n") == ["KeyError 'what failed' still at work", "True", ""]


@only_here
def test_a_process_that_dies_is_no_result() -> None:
    script = """
import os, signal, time
from jdgtools.processes import WorkerPool
second = WorkerPool([lambda: 1, lambda: os.kill(os.getpid(), signal.SIGKILL), lambda: 3])
print([type(f.exception()).__name__ for f in second.futures])
second.stop()
waiting = WorkerPool([lambda: time.sleep(600)])
waiting.stop()
print(type(waiting.futures[0].exception()).__name__)
"""
    assert _run(script).split("\n") == ["['NoneType', 'OutOfMemory', 'OutOfMemory']", "OutOfMemory", ""]


@only_here
def test_more_work_can_follow() -> None:
    script = """
import os, time
from jdgtools.processes import WorkerPool
second = WorkerPool([lambda: time.sleep(0.2) or "first"])
large = second.submit(bytes, 3_000_000)
bad = second.submit(int, "no number")
own = second.submit(os.getpid)
print(second.futures[0].result(), len(large.result()), bad.exception(), own.result() != os.getpid())
second.stop()
print(second.submit(os.getpid).exception())
idle = WorkerPool([])
try:
    idle.submit(print, lambda: None)
except Exception as error:
    print("cannot be sent")
idle.stop()
waiting = WorkerPool([lambda: time.sleep(600)])
last = waiting.submit(bytes, 3_000_000)
waiting.stop()
print(last.exception())
"""
    assert _run(script).split("\n") == [
        "first 3000000 invalid literal for int() with base 10: 'no number' True",
        "the second process has ended before its work, most likely for lack of memory",
        "cannot be sent",
        "the second process has ended before its work, most likely for lack of memory",
        "",
    ]


@only_here
def test_bytes_are_those_of_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = """
import sys
from pathlib import Path
from jdgtools import building
from jdgtools.exporters.base import BuildOptions
from jdgtools.loading import check
sent = []
class Seen(building.WorkerPool):
    def submit(self, function, *arguments):
        sent.append(getattr(arguments[0], "name", ""))
        return super().submit(function, *arguments)
building.WorkerPool = Seen
options = BuildOptions(only=("package", "counters", "map"), dpi=60)
building.build(check(Path(sys.argv[1])), Path(sys.argv[2]), options)
print([name for name in sent if name])
"""
    assert _run(script, str(BATTLE), str(tmp_path / "two")) == "['counters', 'package']\n"
    monkeypatch.setattr(building, "can_fork", lambda: False)
    build(check(BATTLE), tmp_path / "one", BuildOptions(only=("package", "counters", "map"), dpi=60))
    names = sorted(p.name for p in (tmp_path / "one").iterdir())
    assert REPORT in names
    assert sorted(p.name for p in (tmp_path / "two").iterdir()) == names
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name
