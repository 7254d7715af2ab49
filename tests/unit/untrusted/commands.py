"""A process that runs commands of `jdg` one after the other, each in a child of its own.

It imports the program once, so a command costs a fork. A command that hangs is ended there: a test that waits for
an answer never does.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.fuzz.child import Outcome, jdg, load_package, run, warm_up

ROOT = Path(__file__).parents[3]
KILL = "TEST_KILL_AT"
"""Variable: number of the change to a folder or file, from 1, at which the command is killed."""
_CHANGES = {
    "os.mkdir",
    "os.rmdir",
    "os.rename",
    "os.remove",
    "os.chmod",
    "os.link",
    "os.symlink",
    "os.truncate",
}


class Commands:
    """The process, as seen by tests."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", "from tests.unit.untrusted.commands import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "JDG_CACHE": "off"},
        )

    def run(self, *words: str, folder: Path, variables: Mapping[str, str] | None = None) -> Outcome:
        """Return how `jdg` with these words ended in a folder; `package` reads an engine package instead."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([words, str(folder), dict(variables or {})]) + "\n")
        self._process.stdin.flush()
        return Outcome(*json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


def _kill_at(number: int) -> None:
    """Kill this process, or a copy of it, when it is about to change something for the n-th time."""
    count = itertools.count(1)

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        writes = (
            event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        )
        if (writes or event in _CHANGES) and next(count) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


def serve() -> None:
    """Run commands until nobody asks any more."""
    warm_up()
    with tempfile.TemporaryDirectory() as notes:
        for line in sys.stdin:
            words, folder, variables = json.loads(line)

            def work(words: list[str] = words, variables: dict[str, str] = variables) -> object:
                os.environ.update(variables)
                if KILL in variables:
                    _kill_at(int(variables[KILL]))
                return load_package(words[1])() if words[0] == "package" else jdg(*words)()

            print(json.dumps(run(work, Path(folder), Path(notes))), flush=True)
