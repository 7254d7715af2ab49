"""Work in a second process: results and errors come back, the bytes are those of a build in one process."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jdgtools import building, processes
from jdgtools.building import build
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import check
from jdgtools.publication import REPORT

PACKAGE = Path(processes.__file__).parent
BATTLE = PACKAGE.parent / "scenarios" / "teaching-jdg"
only_here = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="processes are copied on Linux only"
)


def _run(script: str, *arguments: str) -> str:
    """Run a script in a process of its own: this one may have threads."""
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stderr == ""
    return done.stdout


@only_here
def test_results_and_errors_come_back() -> None:
    script = """
import os
from jdgtools.processes import WorkerPool
class Odd(Exception):
    def __init__(self, one, two):
        super().__init__(f"{one} {two}")
def fail(): raise KeyError("what failed")
def fail_oddly(): raise Odd("no", "way")
pool = WorkerPool("colorsys", "no_such_module")
print(pool.submit(os.getpid).result() != os.getpid())
error = pool.submit(fail).exception()
print(type(error).__name__, error, "in fail" in str(error.__cause__))
error = pool.submit(fail_oddly).exception()
print(type(error).__name__, "in fail_oddly" in str(error), "Odd: no way" in str(error))
print(type(pool.submit(print, lambda: None).exception()).__name__)
print(len(pool.submit(bytes, 3_000_000).result()), pool.submit(int, "x").exception())
pool.stop()
"""
    assert _run(script).splitlines() == [
        "True",
        "KeyError 'what failed' True",
        "RuntimeError True True",
        "PicklingError",
        "3000000 invalid literal for int() with base 10: 'x'",
    ]


@only_here
def test_the_worker_imports_what_is_preloaded() -> None:
    script = """
import operator, sys
from jdgtools.processes import WorkerPool
pool = WorkerPool("colorsys", "no_such_module", "sndhdr_of_nobody")
print("colorsys" in sys.modules, pool.submit(eval, "'colorsys' in __import__('sys').modules").result())
pool.stop()
"""
    assert _run(script) == "False True\n"


@only_here
def test_a_process_that_dies_is_no_result() -> None:
    script = """
import os, time
from jdgtools.processes import WorkerPool
pool = WorkerPool()
works = [pool.submit(abs, -1), pool.submit(os._exit, 3), pool.submit(len, bytes(3_000_000))]
print(works[0].result(), [type(work.exception()).__name__ for work in works[1:]])
pool.stop()
busy = WorkerPool()
works = [busy.submit(time.sleep, 600), busy.submit(len, bytes(3_000_000))]
busy.stop()
print([type(work.exception()).__name__ for work in works])
"""
    assert _run(script).splitlines() == [
        "1 ['BrokenProcessPool', 'BrokenProcessPool']",
        "['BrokenProcessPool', 'BrokenProcessPool']",
    ]


@only_here
def test_a_build_whose_worker_dies_has_run_out_of_memory(tmp_path: Path) -> None:
    script = """
import os, sys
from pathlib import Path
from jdgtools import building
from jdgtools.exporters.base import Exporter
from jdgtools.loading import check
class Dying(Exporter):
    name = title = "dying"
    in_worker = True
    def outputs(self, context): return ("dying.txt",)
    def export(self, context, folder): os._exit(3)
class Other(Exporter):
    name = title = "other"
    def outputs(self, context): return ("other.txt",)
    def export(self, context, folder):
        (folder / "other.txt").write_text("x")
        return []
building.parts_of_build = lambda context: (Dying(), Other())
try:
    building.build(check(Path(sys.argv[1])), Path(sys.argv[2]))
except Exception as error:
    print(type(error).__name__, Path(sys.argv[2]).exists())
"""
    assert _run(script, str(BATTLE), str(tmp_path / "out")) == "OutOfMemory False\n"
    assert list(tmp_path.iterdir()) == []


@only_here
def test_what_cannot_be_sent_to_the_worker_is_the_failure_that_is_told(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from jdgtools.building import build
from jdgtools.cache import Cache
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import check
try:
    options = BuildOptions(only=("vassal",))
    build(check(Path(sys.argv[1])), Path(sys.argv[2]), options, cache=Cache(None, keeps=lambda: True))
except Exception as error:
    print("pickle" in str(error), Path(sys.argv[2]).exists())
"""
    assert _run(script, str(BATTLE), str(tmp_path / "out")) == "True False\n"


@only_here
def test_a_build_does_here_what_the_worker_has_not_begun(tmp_path: Path) -> None:
    """The last part runs in the worker and waits for the first, which this process takes over."""
    script = """
import os, sys, time
from pathlib import Path
from jdgtools import building
from jdgtools.exporters.base import Exporter
from jdgtools.loading import check
class Part(Exporter):
    title = "part"
    def __init__(self, name, in_worker): self.name, self.in_worker = name, in_worker
    def outputs(self, context): return (self.name,)
    def export(self, context, folder):
        if self.name == "last":
            until = time.monotonic() + 60
            while not (folder / "first").exists() and time.monotonic() < until:
                time.sleep(0.01)
        (folder / self.name).write_text(f"{os.getpid()} {(folder / 'first').exists()}")
        return []
parts = (Part("first", True), Part("here", False), Part("last", True))
building.parts_of_build = lambda context: parts
steps = []
folder = Path(sys.argv[2])
building.build(check(Path(sys.argv[1])), folder, progress=lambda *step: steps.append(step))
for part in parts:
    process, first = (folder / part.name).read_text().split()
    print(part.name, int(process) == os.getpid(), first)
print(steps)
"""
    steps = [("part", number, 3) for number in (1, 2, 3)]
    lines = _run(script, str(BATTLE), str(tmp_path / "out")).splitlines()
    assert lines[0] == "first True False"
    assert lines[1].startswith("here True")
    assert lines[2:] == ["last False True", str(steps)]


@only_here
def test_of_very_many_faces_the_worker_draws_half_and_they_are_the_same(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from jdgtools import building
from jdgtools.exporters.module import drawing
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import check
drawing._MANY = int(sys.argv[3])
drawn = []
draw = drawing._draw_packs
def counted(build, packs, px):
    drawn.append(sum(map(len, packs)))
    return draw(build, packs, px)
counted.__module__, counted.__qualname__ = drawing.__name__, "_draw_packs"
drawing._draw_packs = counted
building.can_fork = {"both": building.can_fork, "one": lambda: False}[sys.argv[4]]
building.build(check(Path(sys.argv[1])), Path(sys.argv[2]), BuildOptions(only=("vassal",)))
print(*drawn)
"""

    def module(many: str, processes: str) -> tuple[int, bytes]:
        folder = tmp_path / f"{many} {processes}"
        count = int(_run(script, str(BATTLE), str(folder), many, processes))
        return count, next(folder.glob("*.vmod")).read_bytes()

    (all_here, module_of_one), (half, module_of_both) = module("10", "one"), module("10", "both")
    assert 0 < half < all_here
    assert module_of_both == module_of_one
    assert module("1000", "both")[0] == all_here


def _is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _children(process: int) -> list[int]:
    try:
        names = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    except OSError:
        return []
    return [int(name) for name in names]


def _wait_until_dead(children: list[int]) -> list[int]:
    """Return those that still live after a minute."""
    for _ in range(600):
        if not any(map(_is_alive, children)):
            return []
        time.sleep(0.1)
    return [child for child in children if _is_alive(child)]


@only_here
def test_the_worker_ends_with_a_process_that_is_killed() -> None:
    script = """
import os, time
from jdgtools.processes import WorkerPool
pool = WorkerPool()
print(pool.submit(os.getpid).result(), flush=True)
pool.submit(time.sleep, 600)
time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        assert _is_alive(worker)
        process.kill()
    assert _wait_until_dead([worker]) == []


@only_here
def test_a_worker_that_dies_in_the_middle_of_its_result_is_not_waited_for() -> None:
    script = """
import os, signal
from concurrent.futures import BrokenExecutor
from multiprocessing.connection import Connection
from jdgtools.processes import WorkerPool
def send_half(connection, content):
    os.write(connection.fileno(), bytes(content)[: len(content) // 2])
    os.kill(os.getpid(), signal.SIGKILL)
def die_while_sending():
    Connection._send = send_half
    return bytes(1_000_000)
pool = WorkerPool()
try:
    pool.submit(die_while_sending).result()
except BrokenExecutor:
    print("broken", flush=True)
pool.stop()
print("stopped", flush=True)
"""
    assert _run(script).split() == ["broken", "stopped"]


@only_here
@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.2, 0.5])
def test_an_interrupt_ends_both_with_one_word(seconds: float, tmp_path: Path) -> None:
    # The whole build takes 0.8 s where nothing else runs, so the last interrupt comes well before that.
    command = [sys.executable, "-m", "jdgtools", "build", str(BATTLE), "-o", str(tmp_path / "out"), "-q"]
    process = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "JDG_CACHE": "off"},
        start_new_session=True,  # a group of its own, as a terminal makes it
    )
    while process.poll() is None and not _children(process.pid):
        time.sleep(0.001)
    time.sleep(seconds)
    children = _children(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    assert process.communicate(timeout=120)[1].strip() == "stopped"  # below what the terminal wrote
    assert process.returncode == 130
    assert _wait_until_dead(children) == []
    assert list(tmp_path.iterdir()) == []


@only_here
def test_asking_for_exporters_starts_no_threads() -> None:
    """A copy of a process with threads cannot be made: numpy has some, so nobody imports it that early."""
    script = """
import sys
from jdgtools.exporters.registry import all_exporters
from jdgtools.processes import can_fork
all_exporters()
print("numpy" in sys.modules, can_fork())
"""
    assert _run(script) == "False True\n"


@only_here
def test_bytes_are_those_of_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = """
import os, sys
from pathlib import Path
from jdgtools import building
from jdgtools.exporters import map
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import check
from jdgtools.render.map import raster
class Drawn(map.DrawnMap):
    def __init__(self, context, *more):
        with open(sys.argv[3], "a") as file:
            where = "here" if os.getpid() == first else "worker"
            print(where, context.language, context.battle.in_force, file=file)
        super().__init__(context, *more)
map.DrawnMap, first = Drawn, os.getpid()
draw_page = raster.draw_page
def draw(pdf, index, *size_and_view):
    with open(sys.argv[4], "a") as file:
        print("here" if os.getpid() == first else "worker", file=file)
    return draw_page(pdf, index, *size_and_view)
raster.draw_page = draw
options = BuildOptions.of(only=PARTS, dpi=60, map_tiles=("a4",), module_languages=("fr",))
building.build(check(Path(sys.argv[1])), Path(sys.argv[2]), options)
"""
    parts = ("vassal", "package", "counters", "map", "tiles")
    drawn_maps, pictures = tmp_path / "drawn", tmp_path / "pictures"
    arguments = str(BATTLE), str(tmp_path / "two"), str(drawn_maps), str(pictures)
    _run(script.replace("PARTS", str(parts)), *arguments)
    # Once for every language and scenario that changes the map, for all parts together.
    maps = [f"worker {language} {changes}" for language in ("en", "fr") for changes in ("None", "dawn")]
    assert sorted(drawn_maps.read_text().splitlines()) == sorted(maps)
    # The print map there; here the screen maps, which others wait for.
    assert sorted(pictures.read_text().split()) == [*["here"] * 4, "worker"]
    monkeypatch.setattr(building, "can_fork", lambda: False)
    options = BuildOptions.of(only=parts, dpi=60, map_tiles=("a4",), module_languages=("fr",))
    build(check(BATTLE), tmp_path / "one", options)
    names = sorted(p.name for p in (tmp_path / "one").iterdir())
    assert REPORT in names
    assert sorted(p.name for p in (tmp_path / "two").iterdir()) == names
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name


POOLS = {
    "ThreadPoolExecutor",
    "ProcessPoolExecutor",
    "multiprocessing",
    "subprocess",
    "Popen",
    "fork",
    "Process",
}
STARTERS = {
    "processes.py": "our own work",
    "engine/contest.py": "many games; the engine imports nothing of the project but packages",
    "engine/core/outside.py": "a player that a person names on the command line",
    "untrusted/isolated_process.py": "foreign bytes",
    "untrusted/git.py": "asks git for earlier versions of a project",
}
"""Modules that start processes or pools."""


def _starters(path: Path) -> set[str]:
    """Return the names in a module that start processes or pools."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ImportFrom(module=str(module)):
                names |= {module.partition(".")[0], *(alias.name for alias in node.names)}
            case ast.Import():
                names |= {alias.name.partition(".")[0] for alias in node.names}
            case ast.Attribute(attr=name):
                names.add(name)
    return names & POOLS


def test_one_module_starts_processes_for_our_work_and_one_for_foreign_bytes() -> None:
    starters = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if _starters(path)}
    assert starters == set(STARTERS)


@only_here
def test_where_the_map_is_drawn_already_each_process_has_its_share(tmp_path: Path) -> None:
    """What takes parts of the drawing stays here; the worker gets the rest of what it may run at once."""
    script = """
import os, sys
from pathlib import Path
from jdgtools import building
from jdgtools.exporters.base import Exporter
from jdgtools.loading import check
class Part(Exporter):
    title = "part"
    def __init__(self, name, in_worker, uses_drawing=False):
        self.name, self.in_worker, self.uses_drawing = name, in_worker, uses_drawing
        self.on_drawn_map = uses_drawing
    def outputs(self, context): return (self.name,)
    def export(self, context, folder):
        (folder / self.name).write_text(str(os.getpid()))
        return []
parts = (Part("map", False), Part("drawing", True, True), Part("sheets", True), Part("module", True))
building.parts_of_build = lambda context: parts
building.begin_drawing = None
for is_drawn in (True, False):
    building.is_drawn = lambda context: is_drawn
    if not is_drawn:
        building.begin_drawing = lambda context: context.in_worker(bool)
    folder = Path(sys.argv[2])
    building.build(check(Path(sys.argv[1])), folder)
    print([part.name for part in parts if int((folder / part.name).read_text()) != os.getpid()])
"""
    lines = _run(script, str(BATTLE), str(tmp_path / "out")).splitlines()
    assert lines[0] == "['sheets', 'module']"
    assert "drawing" in lines[1]
    assert "map" not in lines[1]
