"""Work in a copy of this process, where making one costs next to nothing.

It uses a second core without sharing the interpreter's lock, and gives its memory back when it ends. Only
Linux copies a process safely and cheaply. Elsewhere, and when other threads run already, there is no copy and
the caller does the work itself.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from jdgtools.errors import OutOfMemory


def can_fork() -> bool:
    """Whether a copy can be made: a second core, and no other thread, whose locks a copy would keep."""
    if not sys.platform.startswith("linux") or (os.cpu_count() or 1) < 2:
        return False
    try:
        return len(list(Path("/proc/self/task").iterdir())) == 1
    except OSError:
        return False


class WorkerPool:
    """Does one piece of work after the other in a copy of this process.

    Results and errors come back pickled; files that the works write stay. Nothing else comes back.

    Args:
        works: what to do, in order.

    Raises:
        OSError: the system makes no further process.
    """

    def __init__(self, works: Sequence[Callable[[], Any]]) -> None:
        self.futures: tuple[Future[Any], ...] = tuple(Future() for _ in works)
        """Results, in the order of the works."""
        self._all: list[Future[Any]] = [*self.futures]
        self._lock = threading.Lock()
        self._ended = False
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:  # closed by whoever started the command
                stream.flush()
        answers, sink = os.pipe()
        orders, wishes = os.pipe()
        try:
            self._process = os.fork()
        except OSError:
            for end in (answers, sink, orders, wishes):
                os.close(end)
            raise
        if self._process == 0:
            os.close(answers)
            os.close(wishes)
            _work(works, sink, orders)
        os.close(sink)
        os.close(orders)
        self._wishes = os.fdopen(wishes, "wb")
        self._reader = threading.Thread(target=self._read, args=(os.fdopen(answers, "rb"),), daemon=True)
        self._reader.start()
        # The copy may be at work for long before it reads what it shall do next.
        self._sender = ThreadPoolExecutor(1)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Puts more work behind the rest; the function, its arguments and its result must be picklable."""
        future: Future[Any] = Future()
        wish = pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
        with self._lock:
            if self._ended:
                future.set_exception(_lost())
                return future
            self._all.append(future)
            self._sender.submit(self._send, wish)
        return future

    def _send(self, wish: bytes) -> None:
        with suppress(OSError):  # a copy that has died: the reader knows
            self._wishes.write(wish)
            self._wishes.flush()

    def _read(self, stream: BinaryIO) -> None:
        done = 0
        with stream, suppress(EOFError, pickle.UnpicklingError):
            while True:
                result, error = pickle.load(stream)
                future = self._all[done]
                done += 1
                if error is None:
                    future.set_result(result)
                else:
                    future.set_exception(error)
        with self._lock:
            self._ended = True
            # Most likely the system ran out of memory.
            for future in self._all[done:]:
                future.set_exception(_lost())

    def stop(self) -> None:
        """Ends the copy, finished or not."""
        with self._lock:
            finished = all(future.done() for future in self._all)
        with suppress(ProcessLookupError):
            if not finished:
                os.kill(self._process, signal.SIGKILL)
        self._sender.shutdown()
        with suppress(OSError):
            self._wishes.close()
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)
        self._reader.join()


def _lost() -> OutOfMemory:
    return OutOfMemory("the second process has ended before its work, most likely for lack of memory")


def _work(works: Sequence[Callable[[], Any]], sink: int, orders: int) -> None:
    """The copy's whole life."""
    code = 1
    try:
        # An interrupt ends it without a word: the original speaks.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        # Objects of the original stay where they are, in shared memory.
        gc.freeze()
        with os.fdopen(sink, "wb") as stream, os.fdopen(orders, "rb") as wishes:
            for work in chain(works, _wished(wishes)):
                stream.write(_answer(work))
                stream.flush()
        code = 0
    finally:
        # Not sys.exit: what the original wants done at its end is its own affair.
        os._exit(code)


def _wished(wishes: BinaryIO) -> Iterator[Callable[[], Any]]:
    """What the original asks for until it closes its end."""
    with suppress(EOFError):
        while True:
            function, arguments = pickle.load(wishes)
            yield partial(function, *arguments)


def _answer(work: Callable[[], Any]) -> bytes:
    try:
        return pickle.dumps((work(), None))
    except Exception as error:
        error.add_note("In the second process:\n" + traceback.format_exc())
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            error = RuntimeError("\n".join(traceback.format_exception(error)))
        return pickle.dumps((None, error))
