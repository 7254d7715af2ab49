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
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, BinaryIO


def possible() -> bool:
    """Whether a copy can be made: a second core, and no other thread, whose locks a copy would keep."""
    if not sys.platform.startswith("linux") or (os.cpu_count() or 1) < 2:
        return False
    try:
        return len(list(Path("/proc/self/task").iterdir())) == 1
    except OSError:
        return False


class Beside:
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
        sys.stdout.flush()
        sys.stderr.flush()
        source, sink = os.pipe()
        try:
            self._process = os.fork()
        except OSError:
            os.close(source)
            os.close(sink)
            raise
        if self._process == 0:
            os.close(source)
            _work(works, sink)
        os.close(sink)
        self._reader = threading.Thread(target=self._read, args=(os.fdopen(source, "rb"),), daemon=True)
        self._reader.start()

    def _read(self, stream: BinaryIO) -> None:
        with stream:
            try:
                for future in self.futures:
                    result, error = pickle.load(stream)
                    if error is None:
                        future.set_result(result)
                    else:
                        future.set_exception(error)
            except (EOFError, pickle.UnpicklingError):
                # Most likely the system ran out of memory.
                for future in self.futures:
                    if not future.done():
                        future.set_exception(RuntimeError("the second process has ended before its work"))

    def stop(self) -> None:
        """Ends the copy, finished or not."""
        try:
            if not all(future.done() for future in self.futures):
                os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        self._reader.join()


def _work(works: Sequence[Callable[[], Any]], sink: int) -> None:
    """The copy's whole life."""
    code = 1
    try:
        # An interrupt ends it without a word: the original speaks.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        # Objects of the original stay where they are, in shared memory.
        gc.freeze()
        with os.fdopen(sink, "wb") as stream:
            for work in works:
                stream.write(_answer(work))
                stream.flush()
        code = 0
    finally:
        # Not sys.exit: what the original wants done at its end is its own affair.
        os._exit(code)


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
