"""A process apart: what it gives, its limits, what it sees of the world, and that it does not stay behind."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from jdgtools.untrusted import isolated_process
from jdgtools.untrusted.child import LENGTHS, read_frame, write_frame
from jdgtools.untrusted.isolated_process import Failure, Worker

EVAL = "builtins:eval"
POSIX = os.name == "posix"
MIB = 1 << 20


def failure(worker: Worker, code: bytes) -> Failure:
    with pytest.raises(Failure) as caught:
        worker.call(EVAL, code)
    return caught.value


def test_a_batch_has_one_process_which_starts_with_the_first_call() -> None:
    with Worker(seconds=60, memory=500 * MIB) as worker:
        assert worker._process is None
        first, second = (worker.call(EVAL, b"str(__import__('os').getpid()).encode()") for _ in range(2))
        assert first == second != str(os.getpid()).encode()
        assert worker.call("builtins:bytearray", bytes(range(256)) * 20_000) == bytes(range(256)) * 20_000
        process = worker._process
    assert process is not None
    assert process.poll() is not None


def test_a_program_that_ends_does_not_wait_for_the_call_of_another_thread() -> None:
    reasons: list[str] = []
    with Worker(seconds=2, memory=500 * MIB) as worker:
        assert worker.call(EVAL, b"b''") == b""
        thread = Thread(
            target=lambda: reasons.append(failure(worker, b"__import__('time').sleep(99)").reason)
        )
        thread.start()
        while not worker._lock.locked():
            time.sleep(0.001)
        worker.close()
        thread.join()
    assert reasons != ["time"]


def test_what_libraries_print_is_no_answer() -> None:
    with Worker(seconds=60, memory=500 * MIB) as worker:
        code = b"print('x' * 9) or __import__('os').write(1, b'y' * 9) and b'the answer'"
        assert worker.call(EVAL, code) == b"the answer"
        assert worker.call(EVAL, b"__import__('sys').stdin.read().encode()") == b""


@pytest.mark.skipif(not POSIX, reason="the system has no such limits")
def test_limits() -> None:
    with Worker(seconds=1, memory=200 * MIB) as worker:
        late = failure(worker, b"all(True for _ in iter(int, 1))")  # for ever, in no memory
        assert (late.reason, str(late)) == ("time", "takes more than 1 second")
        large = failure(worker, b"bytes(10 ** 9)")
        assert (large.reason, str(large)) == ("memory", "needs more than 200 MiB of memory")
        assert worker.call(EVAL, b"b'another'") == b"another"


@pytest.mark.skipif(not POSIX, reason="the system has no such limits")
@pytest.mark.parametrize("code", [b"all(True for _ in iter(int, 1))", b"__import__('time').sleep(1000)"])
def test_the_process_ends_by_its_own_clock(code: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolated_process, "PATIENCE", 100)  # of this side alone
    with Worker(seconds=0.2, memory=200 * MIB) as worker:
        assert failure(worker, code).reason == "time"
        assert not worker._late


@pytest.mark.skipif(not POSIX, reason="the system has no such limits")
def test_a_call_that_waits_instead_of_computing_ends_too() -> None:
    with Worker(seconds=0.2, memory=200 * MIB) as worker:
        assert failure(worker, b"__import__('time').sleep(1000)").reason == "time"


def test_a_crash_costs_one_call() -> None:
    with Worker(seconds=60, memory=500 * MIB) as worker:
        for code in (b"__import__('os').abort()", b"__import__('os')._exit(0)"):
            crash = failure(worker, code)
            assert (crash.reason, str(crash)) == ("crash", "cannot be decoded: it makes the decoder crash")
        assert worker.call(EVAL, b"b'another'") == b"another"


def test_what_a_function_raises_ends_a_sentence() -> None:
    with Worker(seconds=60, memory=500 * MIB) as worker:
        assert str(failure(worker, b"1 / 0")) == "is damaged: division by zero"
        refusal = b"(_ for _ in ()).throw(__import__('jdgtools.untrusted').untrusted.FileRefused('is green'))"
        assert str(failure(worker, refusal)) == "is green"
        assert failure(worker, b"__import__('sys').exit(3)").reason == "error"
        assert failure(worker, b"'text instead of bytes'").reason == "error"


def test_the_process_sees_neither_the_users_folder_nor_his_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = "import pathlib; pathlib.Path(__file__).with_name('trapped').touch()\n"
    for name in ("json.py", "struct.py", "sitecustomize.py", "jdgtools/__init__.py", "PIL/__init__.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(trap)
    monkeypatch.chdir(tmp_path)
    for name in ("PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "SECRET"):
        monkeypatch.setenv(name, str(tmp_path))
    with Worker(seconds=60, memory=500 * MIB) as worker:
        assert worker.call(EVAL, b"__import__('PIL').__version__.encode()")
        seen = worker.call(EVAL, b"repr((dict(__import__('os').environ), __import__('sys').path)).encode()")
    assert str(tmp_path) not in seen.decode()
    assert "''" not in seen.decode().partition("[")[2]
    assert not list(tmp_path.rglob("trapped"))


@pytest.mark.skipif(not POSIX, reason="a folder in use stays there")
def test_nothing_stays_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with Worker(seconds=60, memory=500 * MIB) as worker:
        worker.call(EVAL, b"b''")
        assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not POSIX, reason="sends a signal")
@pytest.mark.skipif(sys.platform != "linux", reason="a file in memory")
def test_no_file_is_made_that_a_kill_would_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even for the moment in which it has a name yet."""
    for maker in ("TemporaryFile", "NamedTemporaryFile", "mkstemp"):
        monkeypatch.setattr(tempfile, maker, None)
    with Worker(seconds=60, memory=500 * MIB) as worker:
        assert worker.call(EVAL, b"__import__('os').write(2, b'x') and b'y'") == b"y"


@pytest.mark.parametrize("code", ["b''", "[0 for _ in iter(int, 1)]"], ids=["idle", "computing"])
def test_the_process_ends_after_its_parent_was_killed(code: str) -> None:
    script = (
        "import os, sys, threading, time\n"
        "from jdgtools.untrusted.isolated_process import Worker\n"
        "worker = Worker(seconds=1, memory=500 << 20)\n"
        "worker.call('builtins:eval', b\"b''\")\n"
        f"threading.Thread(target=worker.call, args=('builtins:eval', {code.encode()!r}), daemon=True).start()\n"
        "time.sleep(0.2)\n"
        "print(worker._process.pid, flush=True)\n"
        "time.sleep(1000)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    while _runs(child):
        time.sleep(0.05)


def test_an_answer_that_is_too_long_or_no_frame_is_none() -> None:
    frame = io.BytesIO()
    write_frame(frame, {"reason": "x"}, b"12345")
    for limit, answer in ((5, ({"reason": "x"}, b"12345")), (4, None)):
        assert read_frame(io.BytesIO(frame.getvalue()), limit) == answer
    for end in range(len(frame.getvalue())):
        assert read_frame(io.BytesIO(frame.getvalue()[:end]), 5) is None
    for header in (b"[]", b"{", b"[" * 100_000):
        assert read_frame(io.BytesIO(LENGTHS.pack(len(header), 0) + header), 5) is None


@pytest.mark.skipif(not POSIX, reason="the system has no such limit")
def test_the_process_writes_no_large_file(tmp_path: Path) -> None:
    with Worker(seconds=60, memory=500 * MIB) as worker:
        code = f"open({str(tmp_path / 'a')!r}, 'wb', 0).write(bytes(9 << 20)).to_bytes(9)"
        with suppress(Failure):
            worker.call(EVAL, code.encode())
    assert (tmp_path / "a").stat().st_size <= MIB


def test_an_answer_that_came_after_an_interrupt_is_not_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(
        process: subprocess.Popen[bytes], header: dict[str, object], payload: bytes, limit: int
    ) -> None:
        assert process.stdin is not None
        write_frame(process.stdin, header, payload)
        raise KeyboardInterrupt

    with Worker(seconds=60, memory=500 * MIB) as worker:
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(isolated_process, "_exchange", interrupt)
            worker.call(EVAL, b"b'the first'")
        assert worker.call(EVAL, b"b'the second'") == b"the second"


def _runs(process: int) -> bool:
    """Whether a process computes still; one that nobody has asked for its end does not count."""
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"
