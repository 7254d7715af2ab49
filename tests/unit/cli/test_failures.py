"""What goes wrong outside the battle: each is one clear line and its exit code, never a traceback."""

from __future__ import annotations

import ast
import errno
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import jdgtools.cli
from jdgtools.cli import main as start
from jdgtools.cli.main import run
from jdgtools.errors import ExitCode, OutOfMemory

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX streams and signals")
JDG = [sys.executable, "-m", "jdgtools"]


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a shell line in which `jdg` is the command."""
    words = f'jdg() {{ "{sys.executable}" -m jdgtools "$@"; }}; {line}'
    return subprocess.run(
        ["bash", "-c", words], capture_output=True, text=True, env={**os.environ, **environment}
    )


@POSIX
@pytest.mark.parametrize(
    "command",
    ["explain", "explain JDG001", "--help", "explain --format json", "info {battle}", "check {battle}"],
)
def test_output_that_cannot_be_written_is_one_line(teaching: Path, command: str) -> None:
    words = command.format(battle=teaching)
    full = shell(f"jdg {words} >/dev/full")
    assert full.returncode == ExitCode.OUTPUT_FAILED
    assert full.stderr == "jdg: cannot write to standard output: No space left on device\n"
    assert shell(f"jdg {words} 2>&-").returncode == 0
    if command == "--help":
        return  # click says nothing to a stream that is not there, and fails not
    closed = shell(f"jdg {words} >&-")
    assert closed.returncode == ExitCode.OUTPUT_FAILED
    assert closed.stderr == "jdg: cannot write to standard output: it is closed\n"
    assert shell(f"jdg {words} >&- 2>&-").returncode == ExitCode.OUTPUT_FAILED


@POSIX
def test_a_reader_that_goes_away_costs_neither_words_nor_the_exit_code(damaged: Path) -> None:
    cut = shell(f"jdg check {damaged} | true; exit ${{PIPESTATUS[0]}}")
    assert (cut.returncode, cut.stderr) == (ExitCode.BATTLE_ERRORS, "")


@POSIX
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
def test_characters_that_a_console_lacks_are_escaped(teaching: Path, encoding: str) -> None:
    (teaching / "battle.yaml").write_text(
        (teaching / "battle.yaml").read_text(encoding="utf-8").replace("series: jdg", 'series: "→°😀"'),
        encoding="utf-8",
    )
    for style in ("text", "json", "sarif", "github"):
        done = subprocess.run(
            [*JDG, "check", str(teaching), "--format", style],
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": encoding, "LANG": "C"},
        )
        assert (done.returncode, done.stderr) == (ExitCode.BATTLE_ERRORS, b"")
        if style in ("json", "sarif"):
            assert "→°😀" in json.dumps(json.loads(done.stdout.decode(encoding)), ensure_ascii=False)


def test_little_is_imported_before_an_interrupt_is_under_control() -> None:
    """Whoever stopped the command in its first 50 milliseconds saw a traceback of `typing` or `re`."""
    code = "import sys; import jdgtools.cli.main; print(sorted({'typing', 're', 'click'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(jdgtools.cli.__file__).parents[2])},
    )
    assert done.stdout == "[]\n", done


INTERRUPTED_AT = """
import os, signal, sys
from importlib.abc import MetaPathFinder
class Interrupting(MetaPathFinder):
    left = int(sys.argv.pop(1))
    def find_spec(self, name, path, target=None):
        Interrupting.left -= 1
        if Interrupting.left == 0:
            os.kill(os.getpid(), signal.SIGINT)
import runpy
sys.meta_path.insert(0, Interrupting())
runpy.run_module("jdgtools", run_name="__main__", alter_sys=True)
"""
"""Runs the command and interrupts it when it looks for the n-th module."""


@POSIX
@pytest.mark.parametrize("number", [*range(5, 30, 4), 50, 100])
def test_an_interrupt_in_the_first_moments_shows_no_traceback(teaching: Path, number: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AT, str(number), "check", str(teaching)],
        capture_output=True,
        text=True,
    )
    assert done.returncode in (ExitCode.INTERRUPTED, -signal.SIGINT)
    assert done.stderr.strip() in ("", "stopped") and done.stdout == ""


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (MemoryError(), ExitCode.OUT_OF_MEMORY, "jdg: there is not enough memory for this"),
        (OutOfMemory("it ended"), ExitCode.OUT_OF_MEMORY, "jdg: it ended"),
        (RecursionError("deep"), ExitCode.INPUT_REFUSED, "jdg: something in the files is nested too deeply"),
        (KeyboardInterrupt(), ExitCode.INTERRUPTED, "stopped"),
        (OSError(errno.ENOSPC, "No space", "a.png"), ExitCode.OUTPUT_FAILED, "jdg: cannot write a.png: No space"),
        (OSError(errno.EACCES, "Not allowed", "a\x1b"), ExitCode.INPUT_REFUSED, "jdg: cannot use a\ufffd: Not allowed"),
        (OSError(errno.ENOMEM, "No memory"), ExitCode.OUT_OF_MEMORY, "jdg: there is not enough memory for this"),
        (ValueError("odd"), ExitCode.INTERNAL, "jdg: a defect of jdgtools: ValueError: odd"),
    ],
)  # fmt: skip
def test_every_failure_is_a_line_and_a_code(
    error: BaseException,
    code: int,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(args: list[str] | None) -> int:
        raise error

    monkeypatch.setattr(start, "_run", fail)
    done = threading.Event()
    # Who calls `run` keeps the process and its threads, whatever happens to the command.
    busy = threading.Thread(target=done.wait)
    busy.start()
    try:
        with pytest.raises(SystemExit) as ended:
            run(["check", "x"])
    finally:
        done.set()
        busy.join()
    assert ended.value.code == code
    assert capsys.readouterr().err.splitlines()[0] == line


def test_names_on_the_command_line_do_not_steer_the_terminal(jdg: Callable[..., object]) -> None:
    for words in (
        ["check", "a\x1b[2J"],
        ["chec\x1b[2J"],
        ["info", "a\x9b"],
        ["build", "x", "--only", "\x1b"],
    ):
        answer = jdg(*words)
        assert "\x1b" not in f"{answer.out}{answer.err}" and "\x9b" not in f"{answer.out}{answer.err}"  # type: ignore[attr-defined]


def test_all_output_of_the_commands_goes_one_way() -> None:
    """Everything else would pass control characters and encoding errors on."""
    around = []
    for path in sorted(Path(jdgtools.cli.__path__[0]).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if name in ("print", "click.echo", "click.secho", "sys.stdout.write", "sys.stderr.write"):
                around.append(f"{path.name}:{node.lineno}")  # type: ignore[attr-defined]
    assert around == []
