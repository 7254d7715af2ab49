"""Extra processes and threads: the one place that starts any for work of our own.

There are two ways to work in another process. A `WorkerPool` is for our own work on what was read and
checked: a copy of this process, which starts at once, shares its modules and uses a second core without
sharing the interpreter's lock. Foreign bytes never go there: an `untrusted.isolated_process.Worker` decodes
them in a fresh interpreter with little time and memory. (Beside these, `untrusted.git` asks git for files of
an earlier version.)

Only Linux copies a process safely and cheaply. Elsewhere, and when other threads run already, there is no
pool and the caller does the work in its own threads.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures.process import ProcessPoolExecutor

T = TypeVar("T")
MAX_THREADS = 4
"""Threads for one job where the machine has as many cores."""
_PIPE_BYTES = 1 << 20
"""What a user may have on Linux."""


def threads(number: int | None = None) -> ThreadPoolExecutor:
    """Return threads for work that leaves the interpreter's lock alone: drawing with pdfium, packing, files.

    Args:
        number: how many; None = one for each core, at least two.
    """
    return ThreadPoolExecutor(number or max(2, min(MAX_THREADS, os.cpu_count() or 2)))


def can_fork() -> bool:
    """Tell whether a copy can be made: a second core, and no other thread, whose locks a copy would keep."""
    if not sys.platform.startswith("linux") or (os.cpu_count() or 1) < 2:
        return False
    try:
        return len(list(Path("/proc/self/task").iterdir())) == 1
    except OSError:
        return False


def processes(number: int) -> ProcessPoolExecutor:
    """Return processes for work that takes minutes; they end with this one, however it ends."""
    from concurrent.futures.process import ProcessPoolExecutor

    return ProcessPoolExecutor(number, initializer=_watch_original)


class WorkerPool:
    """One worker: a copy of this process that does what it is sent, one piece of work after the other.

    Results and errors come back; files that it writes stay. When it ends before its work, most likely for
    lack of memory, the futures and `submit` raise `concurrent.futures.BrokenExecutor`.

    Args:
        preload: modules that the worker imports before its first work; one that is not installed is left out.

    Raises:
        OSError: the system makes no further process.
    """

    def __init__(self, *preload: str) -> None:
        # Not needed where there is no fork, nor to check a battle.
        from concurrent.futures.process import ProcessPoolExecutor
        from fcntl import F_SETPIPE_SZ, fcntl
        from multiprocessing import active_children, get_context

        earlier = set(active_children())
        self._executor = ProcessPoolExecutor(1, get_context("fork"), _begin)
        # An interrupt before the worker is ready would make it speak.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.submit(_import, preload)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        self._processes = set(active_children()) - earlier
        # The executor leaves the worker's end of this pipe open here as well. A worker that ends in the
        # middle of a result would be waited for without end: nobody would tell that nothing more comes.
        results: Any = self._executor._result_queue
        results._writer.close()
        # A large result comes in few pieces: before each one its reader waits for the interpreter lock.
        with suppress(OSError):
            fcntl(results._reader.fileno(), F_SETPIPE_SZ, _PIPE_BYTES)

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Put work behind the rest; the function, its arguments and its result must be picklable."""
        return self._executor.submit(_run, function, *arguments)

    def stop(self) -> None:
        """End the worker, finished or not."""
        for process in self._processes:
            process.kill()
        self._executor.shutdown()


def _begin() -> None:
    """Make a worker of the copy."""
    # An interrupt ends it without a word: the original speaks.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    # Objects of the original stay where they are, in shared memory.
    gc.freeze()
    _watch_original()


def _watch_original() -> None:
    threading.Thread(target=_end_with_original, daemon=True).start()


def _end_with_original() -> None:
    """End the worker when the original has been killed: it would wait for work for ever."""
    from multiprocessing import parent_process

    original = parent_process()
    if original is not None:
        original.join()
        os._exit(1)


def _import(modules: tuple[str, ...]) -> None:
    for module in modules:
        with suppress(ImportError):  # whoever needs it will say what is missing
            import_module(module)


def _run(function: Callable[..., T], *arguments: Any) -> T:
    """Do a piece of work in the worker; an error that cannot be sent is told in words."""
    try:
        return function(*arguments)
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            raise RuntimeError("".join(traceback.format_exception(error))) from None
        raise
