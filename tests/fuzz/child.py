"""Runs the command line in a process of its own, with limits, at the price of a fork."""

from __future__ import annotations

import gc
import os
import pkgutil
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

MAX_SECONDS = 10
"""What a command may compute. Time in which the machine does something else is not counted."""
GRACE = 2
"""How much longer a command is left alone before it is ended, seconds."""
MAX_CLOCK = 40.0
"""What may pass on the clock while a command waits and does not compute."""
_IDLE = 0.1
"""Who computes less than this in that time is waiting; on a busy machine others come first, seconds."""
MAX_BYTES = 600 * 2**20
"""What a process of a command may hold in memory."""
MAX_ADDRESSES = 6 * 2**30
"""Addresses that it may reserve, those of the process that starts it included."""
_FILE_BYTES = 2**30


class Outcome(NamedTuple):
    """How a command ended."""

    code: int
    """Exit code; minus the signal that ended it."""
    late: bool
    """It was ended because it took too long."""
    seconds: float
    """What it has computed."""
    peak: int
    """Most memory that one of its processes held, bytes."""
    out: str
    err: str


def warm_up(projects: Iterable[Path] = ()) -> None:
    """Imports what commands need and checks some projects, once for all children.

    Whatever a module keeps when it is used first, its schemas and charts, is there in every child then.
    """
    import jdgtools
    from jdgtools.cache import user_cache
    from jdgtools.loading import check

    for module in pkgutil.walk_packages(jdgtools.__path__, "jdgtools."):
        if not module.name.endswith("__main__"):
            with suppress(ImportError):  # of an extra that is not installed
                import_module(module.name)
    for project in projects:
        # Twice: what the cache keeps is read the second time.
        check(project, cache=user_cache())
        check(project, cache=user_cache())
    # A collection would touch, and so copy, all that a child shares with this process.
    gc.collect()
    gc.freeze()


def run(work: Callable[[], object], folder: Path, notes: Path) -> Outcome:
    """Does the work in a child process whose working folder is `folder`.

    Args:
        work: ends the process itself with its exit code, or returns (exit code 0), or raises.
        folder: where it runs.
        notes: folder for what it prints.
    """
    out, err = notes / "stdout", notes / "stderr"
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        _child(work, folder, out, err)
    begin, computed, late, status = time.monotonic(), 0.0, False, 0
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            break
        if time.monotonic() - begin > MAX_CLOCK:
            begin, before, computed = time.monotonic(), computed, _computed_by(pid)
            late = computed < before + _IDLE
        if late:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            _, status, usage = os.wait4(pid, 0)
            break
        time.sleep(0.002)
    # Whatever it has started and left behind.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(status)
    seconds = usage.ru_utime + usage.ru_stime
    late = late or code == -signal.SIGXCPU or seconds > MAX_SECONDS
    shown = [path.read_text("utf-8", "replace") for path in (out, err)]
    return Outcome(code, late, seconds, usage.ru_maxrss * 1024, *shown)


def _computed_by(pid: int) -> float:
    """Seconds that a process and all that it has started have computed."""
    parents, times = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
            parents[int(stat.parent.name)] = int(fields[1])
            times[int(stat.parent.name)] = sum(map(int, fields[11:15]))
    ours, size = {pid}, 0
    while size < len(ours):
        size = len(ours)
        ours |= {child for child, parent in parents.items() if parent in ours}
    return sum(times.get(number, 0) for number in ours) / os.sysconf("SC_CLK_TCK")


def _child(work: Callable[[], object], folder: Path, out: Path, err: Path) -> None:
    code = 70
    try:
        os.setsid()
        os.chdir(folder)
        for number, path in ((1, out), (2, err)):
            opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(opened, number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS + GRACE, MAX_SECONDS + 2 * GRACE))
        resource.setrlimit(resource.RLIMIT_AS, (MAX_ADDRESSES, MAX_ADDRESSES))
        resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE_BYTES, _FILE_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        work()
        code = 0
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def jdg(*arguments: str) -> Callable[[], object]:
    """The command line with these arguments, as a user starts it."""

    def work() -> None:
        from jdgtools.cli.main import run as run_command

        sys.argv = ["jdg", *arguments]
        run_command()

    return work


def load_package(name: str) -> Callable[[], object]:
    """Reads a package as an engine would; a refusal is exit code 3 and one line."""

    def work() -> None:
        from jdgtools.errors import JdgError
        from jdgtools.package.load import load

        try:
            load(Path(name))
        except JdgError as error:
            print(f"jdg: {error}", file=sys.stderr)
            sys.exit(int(error.code))

    return work
