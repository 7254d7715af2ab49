"""A worker that decodes foreign bytes in a process of its own, with little time and memory.

A file of a few lines can ask a native library for endless work or memory, or end the whole process. The
process that decodes looks for modules where the program itself is installed and nowhere else, has an empty
working folder and hardly any environment, and ends when nobody listens any more.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock, Timer
from typing import IO, Any, Literal

from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.child import GRACE, PATIENCE, read_frame, write_frame

Argument = str | int | float | bool | list[float] | None
Reason = Literal["time", "budget", "memory", "crash", "error"]

_ROOT = str(Path(__file__).parents[2])
_START = """
import sys
sys.path.insert(0, sys.argv[1])
import jdgtools.untrusted.child as child
del sys.path[0]
sys.path += sys.argv[1:2] + sys.argv[3:]
child.serve(int(sys.argv[2]))
"""
_KEPT_VARIABLES = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "TEMP", "TMP", "LD_LIBRARY_PATH")
"""What a process of Windows, or one of a moved interpreter, cannot start without."""
_MAX_SHARED = 560 << 20
"""What a call of the shared worker may hold that asks for most, bytes."""
_OUT_OF_MEMORY = (b"memory allocation of", b"MemoryError", b"bad_alloc", b"out of memory")
"""What libraries print before they give up for want of memory."""


_FOLDER = "jdg-worker-"
_STARTED = 60.0
"""Seconds after which a process has begun to work in its folder, which it removes; on Windows it holds it."""


class Failure(FileRefused):
    """A call that gave nothing; the text is the end of a sentence such as "takes more than 10 seconds"."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(text)
        self.for_now = reason == "budget"
        self.reason: Reason = reason
        """`time` and `memory`: a limit; `budget`: others have taken the time;
        `crash`: the process has ended; `error`: the function refused."""


class Worker:
    """One isolated interpreter that serves a batch of calls; it starts with the first.

    After a time-out or a crash the next call has a new one. Threads may share a worker: their calls wait for
    each other.

    Args:
        seconds: what one call may compute. Where the system does not tell how long a process has
            computed, and for one that waits instead, three times as long may pass.
        memory: what the process may hold in one call, bytes; where the system can limit it. Python itself
            needs 20 MiB.
    """

    def __init__(self, *, seconds: float, memory: int) -> None:
        self.seconds = seconds
        self.memory = memory
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._owner = 0
        self._late = False
        self.call_seconds = 0.0
        """Seconds that the last call has computed; where it gave no answer, what it has taken at most."""

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def call(
        self,
        function: str,
        payload: bytes,
        *,
        within: float | None = None,
        memory: int | None = None,
        **arguments: Argument,
    ) -> bytes:
        """Return what a function gives for a content, run in the process apart.

        Args:
            function: module and name, such as `jdgtools.untrusted.decoders:svg_png`; it takes the content and
                the arguments, returns bytes, and raises `FileRefused` with the end of a sentence.
            payload: the content.
            within: seconds that this call may compute; None = those of the worker.
            memory: bytes that the process may hold meanwhile, at most those of the worker; None = just these.
            arguments: what else the function takes.

        Raises:
            Failure: there is no result.
        """
        seconds = self.seconds if within is None else within
        most = self.memory if memory is None else min(memory, self.memory)
        if seconds <= 0:
            raise Failure("time", "takes more than 0 seconds")
        with self._lock:
            self.call_seconds = 0.0
            process = self._running_process()
            header = {"function": function, "arguments": arguments, "seconds": seconds, "memory": most}
            self._late, start = False, time.monotonic()
            clock = Timer(seconds * PATIENCE + GRACE, self._too_late, (process,))
            clock.daemon = True
            clock.start()
            try:
                answer = _exchange(process, header, payload, most)
            except BaseException:  # an interrupt: what is on its way is no answer to the next call
                self._stop()
                raise
            finally:
                clock.cancel()
                # A thread that has not quite ended would keep `beside` from making its copy.
                clock.join()
            if answer is None:
                self.call_seconds = min(seconds, time.monotonic() - start)
                raise self._end_failed(seconds, most)
            self.call_seconds = float(answer[0].get("seconds", 0.0))
            reason = answer[0].get("reason")
            if reason == "memory":
                raise _too_large(most)
            if reason is not None:
                raise Failure("error", str(answer[0].get("message", "cannot be decoded"))[:500])
            return answer[1]

    def close(self) -> None:
        """End the process, whatever it does; a later call starts another."""
        process = self._process
        if process is not None and self._owner == os.getpid():
            _kill(process)  # else a program that ends would wait for the call of another thread
        with self._lock:
            self._stop()

    def _running_process(self) -> subprocess.Popen[bytes]:
        """Return the process; a new one if there is none, or if only the parent of this one has it."""
        if self._process is not None and self._owner == os.getpid():
            return self._process
        self._stop()
        self._owner = os.getpid()
        _remove_empty_folders()
        folder = tempfile.mkdtemp(prefix=_FOLDER)
        self._errors = _nameless_file()
        environment = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        command = [
            sys.executable,
            "-I",
            "-X",
            "utf8",
            "-c",
            _START,
            _ROOT,
            str(self.memory),
            *_user_packages(),
        ]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                cwd=folder,
                env=environment,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            with suppress(OSError):
                Path(folder).rmdir()
            reason = getattr(error, "strerror", None) or str(error)
            raise Failure("crash", f"cannot be decoded, since no process can be started: {reason}") from None
        self._folder = Path(folder)
        return self._process

    def _too_late(self, process: subprocess.Popen[bytes]) -> None:
        self._late = True
        _kill(process)

    def _end_failed(self, seconds: float, memory: int) -> Failure:
        """Return what became of a process that gave no answer; it is ended."""
        process, errors = self._process, self._errors
        assert process is not None
        assert errors is not None
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
        code = process.poll()
        errors.seek(0)
        output = errors.read(1 << 16)
        self._stop()
        clocks = {-getattr(signal, name, 0) for name in ("SIGPROF", "SIGALRM", "SIGXCPU")} - {0}
        if self._late or code in clocks:
            return Failure("time", f"takes more than {seconds:g} second{'s' * (seconds != 1)}")
        # The system ends with SIGKILL what has taken the memory of others.
        if code == -getattr(signal, "SIGKILL", 0) != 0 or any(words in output for words in _OUT_OF_MEMORY):
            return _too_large(memory)
        return Failure("crash", "cannot be decoded: it makes the decoder crash")

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        is_ours = self._owner == os.getpid()
        if is_ours:
            _kill(process)
            process.wait()
        else:
            process.returncode = 0  # not known here, nor to be waited for
        for stream in (process.stdin, process.stdout, self._errors):
            with suppress(OSError):  # what could not be written to a process that has ended
                if stream is not None:
                    stream.close()
        with suppress(OSError):
            if is_ours:
                self._folder.rmdir()


@cache
def shared_worker() -> Worker:
    """Return the worker that all of this process share, and that ends with it; a call may take 30 seconds."""
    worker = Worker(seconds=30, memory=_MAX_SHARED)
    atexit.register(worker.close)
    return worker


def _nameless_file() -> IO[bytes]:
    """Return a file of which nothing stays, not even if this process ends the moment it is made."""
    if sys.platform != "linux":
        return tempfile.TemporaryFile()
    return os.fdopen(os.memfd_create("errors"), "w+b")


def _too_large(memory: int) -> Failure:
    return Failure("memory", f"needs more than {memory // 2**20} MiB of memory")


def _exchange(
    process: subprocess.Popen[bytes], header: dict[str, Any], payload: bytes, limit: int
) -> tuple[dict[str, Any], bytes] | None:
    """Return the answer to a call; None from a process that has ended or answers nonsense."""
    if process.stdin is None or process.stdout is None:
        return None
    try:
        write_frame(process.stdin, header, payload)
        return read_frame(process.stdout, limit)
    except (OSError, ValueError, MemoryError):
        return None


def _remove_empty_folders() -> None:
    """Remove the working folders of processes that were ended before they could; all of these are empty."""
    with suppress(OSError):
        for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
            with suppress(OSError):
                if time.time() - folder.lstat().st_mtime > _STARTED:
                    folder.rmdir()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it may have started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            if process.poll() is None:  # one that was waited for has given its number back
                os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _user_packages() -> list[str]:
    """Return where a user's own installation has its packages, which `-I` hides from the interpreter."""
    import site

    return [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
