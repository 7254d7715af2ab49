"""Judges mutants in a process that has read all tests: a plugin of pytest, see `tests.mutation`.

The tests are collected once. Each mutant gets a child of that process, in which the functions of its module get the code
of the mutant; the child runs the tests of its line, quickest first, until one fails. What cannot be done like that (a
mutant of a table that is made at the import, one that the child did not notice) is asked in a new process, which reads
the damaged file.
"""

from __future__ import annotations

import gc
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType

import msgspec
import pytest
from coverage import CoverageData

from tests.bundled import SCENARIOS, bundled
from tests.mutation.mutants import Mutant
from tests.mutation.parts import TESTS, WITHOUT, draw, modules
from tests.mutation.tracing import TRACED, Traced

LIMIT, LIMIT_AGAIN = 8.0, 100.0
"""Processor seconds that the tests of one mutant may take without it; the quickest are asked."""
MEMORY = 6 << 30
FILES = 3
"""Files of tests asked as a whole about a mutant that no test of its line has noticed."""
DRAWING = ("keys", "imposition")
"""Parts whose mutants may show in drawings: they are not given those that were kept."""
LOADING = "tests.bundled.bundled("
"""Battles that are read before there are children."""

ByLine = dict[str, dict[int, list[str]]]
"""Module -> line -> tests and kept things that ran through it; an empty name is the import."""


class Judge:
    """Takes the place of the loop of pytest that runs the tests."""

    def __init__(self, mutants: list[Mutant], out: Path, limit: float, further: list[str]) -> None:
        self.mutants, self.out, self.limit, self.further = mutants, out, limit, further
        self.lines = contexts()
        self.traced = msgspec.json.decode(TRACED.read_bytes(), type=dict[str, Traced])
        self.users: dict[str, set[str]] = {}
        """Kept thing -> what looks at it."""
        for name, traced in self.traced.items():
            for used in traced.uses:
                self.users.setdefault(used, set()).add(name)
        self.items: dict[str, pytest.Item] = {}
        self.pipe: int | None = None
        """In a child: where it tells which test has failed."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge every mutant, and write each result as it comes."""
        if session.testsfailed:
            raise session.Interrupted("some tests cannot be read")
        self.items = {
            item.nodeid: item
            for item in session.items
            if self.traced.get(item.nodeid, Traced()).passed or item.nodeid.startswith(tuple(self.further))
        }
        # Read once for all children; a mutant of a line that runs at the reading is asked anew in any case.
        for folder in SCENARIOS.iterdir():
            bundled(folder.name)
        self.drop_failing()
        with self.out.open("a") as file:
            for mutant in self.mutants:
                file.write(json.dumps(self.judged(mutant)) + "\n")
                file.flush()
        return True

    def drop_failing(self) -> None:
        """Ask new tests without a mutant, and leave out those that fail: what they look at may be new as well.

        The program in the copy is that of the first run, so they would fail with every mutant.
        """
        files: dict[str, list[str]] = {}
        for name in filter(self.is_new, self.items):
            files.setdefault(name.partition("::")[0], []).append(name)
        for names in files.values():
            while names:
                verdict, killer = self.in_child(names, lambda: None, drawn=True)
                if verdict == "alive":
                    break
                for name in [killer] if killer in names else list(names):
                    print(f"not asked, for it fails without a mutant: {name}")
                    names.remove(name)
                    del self.items[name]

    def is_new(self, test: str) -> bool:
        """Return whether a test has been changed, or named, since the lines were traced."""
        return test not in self.traced or test.startswith(tuple(self.further))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """End a child with the first test that fails."""
        if report.failed and self.pipe is not None:
            os.write(self.pipe, report.nodeid.encode())
            os._exit(1)

    def judged(self, mutant: Mutant) -> dict[str, object]:
        """Return what becomes of a mutant: dead, timeout, alive or no test, and the test that noticed it."""
        start, verdict, killer = time.monotonic(), "no test", ""
        asked = self.asked(mutant)
        path = Path("jdgtools") / mutant.module
        damaged = mutant.applied(path.read_text("utf-8"))
        if asked:
            swap = _swap(damaged, path.absolute())
            if swap is not None:
                verdict, killer = self.in_child(asked, swap, mutant.part not in DRAWING)
            before = [name for name in self.ran(mutant) if not name or name.startswith(LOADING)]
            if swap is None or (verdict == "alive" and before):
                verdict, killer = self.anew(asked, path, damaged)
        return {
            "id": mutant.id, "part": mutant.part, "module": mutant.module, "line": mutant.line, "old": mutant.old,
            "new": mutant.new, "verdict": verdict, "killer": killer, "tests": len(asked),
            "seconds": round(time.monotonic() - start, 1),
        }  # fmt: skip

    def ran(self, mutant: Mutant) -> list[str]:
        """Return what ran through a mutant's line, or the last one before it that ran (a statement has several)."""
        by_line = self.lines[mutant.module]
        return by_line.get(max((line for line in by_line if line <= mutant.line), default=0), [])

    def asked(self, mutant: Mutant) -> list[str]:
        """Return new tests, those of a mutant's line, quickest first, then all of the files that they stand in.

        What a fixture has made and others look at counts for the first of them, so all tests of the nearest files
        are asked, too. A line that ran at the import concerns all tests of the module.
        """
        names = self.ran(mutant)
        if names == [""]:
            names = sorted({name for names in self.lines[mutant.module].values() for name in names})
        tests = self.tests(names)
        stem = Path(mutant.module).stem
        files = dict.fromkeys(test.partition("::")[0] for test in sorted(tests))
        near = sorted(files, key=lambda file: stem not in file)[:FILES]
        others = {test for test in self.items if test.partition("::")[0] in near}
        new = list(filter(self.is_new, self.items))
        cases = {test for test in tests if f"[{_code(mutant)}/" in test}
        asked = [*new, *self.quickest(cases), *self.quickest(tests - cases), *self.quickest(others - tests)]
        return list(dict.fromkeys(asked))

    def tests(self, names: list[str]) -> set[str]:
        """Return the tests among names, and those that look at kept things among them."""
        found, left = set(names), list(names)
        while left:
            new = self.users.get(left.pop(), set()) - found
            found |= new
            left += new
        return found & self.items.keys()

    def quickest(self, tests: set[str]) -> Iterator[str]:
        """Yield the tests that fit into the time, quickest first; one in any case."""
        made: set[str] = set()
        left = self.limit
        for test in sorted(tests, key=lambda test: (self.took(test, set()), test)):
            if left <= 0:
                return
            left -= self.took(test, made)
            yield test

    def took(self, name: str, made: set[str]) -> float:
        """Return the seconds of a test with the things that it uses, as far as those are not made yet."""
        traced = self.traced.get(name, Traced(seconds=1))
        total = traced.seconds
        for used in traced.uses:
            if used not in made and not used.startswith(LOADING):
                made.add(used)
                total += self.took(used, made)
        return total

    def in_child(self, asked: list[str], swap: Callable[[], None], drawn: bool) -> tuple[str, str]:
        """Run tests in a child that has the mutant in memory: the verdict, and the test that failed."""
        reading, writing = os.pipe()
        scratch = tempfile.mkdtemp(prefix="jdg-mutant-")
        if not (child := os.fork()):
            try:
                os.setsid()
                self.pipe = writing
                _limits(scratch, self.allowed(asked), drawn)
                swap()
                for name, following in zip(asked, [*asked[1:], None], strict=True):
                    item = self.items[name]
                    item.config.hook.pytest_runtest_protocol(
                        item=item, nextitem=self.items[following] if following else None
                    )
                os._exit(0)
            finally:
                os._exit(3)
        os.close(writing)
        _, status = os.waitpid(child, 0)
        with os.fdopen(reading, encoding="utf-8") as told:
            killer = told.read()
        _end(child)
        shutil.rmtree(scratch, ignore_errors=True)
        if os.WIFSIGNALED(status):
            return "timeout", ""
        return {0: "alive", 1: "dead"}.get(os.waitstatus_to_exitcode(status), "dead"), killer

    def anew(self, asked: list[str], path: Path, damaged: str) -> tuple[str, str]:
        """Run tests in a new process, which reads the mutant from its file."""
        state, source = path.stat(), path.read_bytes()
        scratch = tempfile.mkdtemp(prefix="jdg-mutant-")
        # Names of thousands of tests are longer than a command line may be.
        names = Path(scratch, "asked.txt")
        names.write_text("".join(f"{name}\n" for name in asked), "utf-8")
        path.write_text(damaged, "utf-8")
        try:
            done = subprocess.Popen(
                [sys.executable, "-m", "pytest", "-x", "-rfE", "-p", "no:cacheprovider", f"@{names}"],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
                env={name: word for name, word in os.environ.items() if name != "JDG_TEST_CACHE"}
                | {"PYTHONDONTWRITEBYTECODE": "1"},
                preexec_fn=lambda: _limits(scratch, self.allowed(asked), drawn=False),
            )
            text = done.communicate()[0]
        finally:
            path.write_bytes(source)
            # The compiled modules and the digests of the program know a file by its time.
            os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
            shutil.rmtree(scratch, ignore_errors=True)
        _end(done.pid)
        if done.returncode < 0:
            return "timeout", ""
        # 1: a test has failed, 2 and 4: a module of tests cannot be imported; all else is a mistake of this program.
        if done.returncode not in (0, 1, 2, 4):
            raise RuntimeError(text[-2000:])
        killer = next((x for x in text.splitlines() if x.startswith(("FAILED", "ERROR"))), "")[:160]
        return "dead" if done.returncode else "alive", killer

    def allowed(self, asked: list[str]) -> float:
        """Return processor seconds after which a mutant counts as one that does not come to an end."""
        made: set[str] = set()
        return 10 + 2 * sum(self.took(test, made) for test in asked)


def contexts() -> ByLine:
    """Return what ran through which line."""
    data = CoverageData()
    data.read()
    return {
        name: data.contexts_by_lineno(str(Path("jdgtools", name).absolute()))
        for names in modules().values()
        for name in names
    }


def _code(mutant: Mutant) -> str:
    """Return the code of the check in or below whose function a mutant stands, in a module with checks."""
    before = Path("jdgtools", mutant.module).read_text("utf-8")[: mutant.start]
    codes = re.findall(r'@check\(\s*"([A-Z]{3}\d{3})"', before)
    return codes[-1] if codes else ""


def _limits(scratch: str, seconds: float, drawn: bool) -> None:
    """Give this process a folder for what its tests write, and bounds."""
    os.environ["PYTEST_DEBUG_TEMPROOT"] = os.environ["TMPDIR"] = tempfile.tempdir = scratch
    kept = os.environ["JDG_TEST_CACHE"]
    os.environ["JDG_TEST_CACHE"] = f"{scratch}/kept"
    if drawn:
        # What was drawn before is there, what a mutant draws is not kept for others.
        shutil.copytree(kept, f"{scratch}/kept", copy_function=os.link)
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    # For one that waits: many times what a busy machine needs.
    signal.alarm(int(20 * seconds))


def _end(group: int) -> None:
    """End what a child has started and left."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


def _swap(damaged: str, path: Path) -> Callable[[], None] | None:
    """Return what gives the functions in memory the code of a mutant; None where it stands in no function."""
    top = compile(damaged, str(path), "exec", dont_inherit=True)
    codes = {(code.co_qualname, code.co_firstlineno): code for code in _inner(top)}
    living = [
        each
        for each in _all_functions()
        if each.__code__.co_filename == str(path)
        and (new := codes.get((each.__code__.co_qualname, each.__code__.co_firstlineno))) is not None
        and new != each.__code__
        and len(new.co_freevars) == len(each.__code__.co_freevars)
    ]
    if not living:
        return None

    def swap() -> None:
        for each in living:
            each.__code__ = codes[each.__code__.co_qualname, each.__code__.co_firstlineno]

    return swap


def _inner(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inner(constant)


def _all_functions() -> list[FunctionType]:
    gc.unfreeze()
    return [each for each in gc.get_objects() if isinstance(each, FunctionType)]


def main() -> None:
    """Judge the mutants that have no verdict yet; with `--again` those that survived."""
    number, seed, out = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    parts, again = sys.argv[4].split(","), "--again" in sys.argv
    results = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    verdicts = {result["id"]: result["verdict"] for result in results}
    left = ("", "alive", "no test") if again else ("",)
    drawn = [mutant for mutant in draw(number, seed) if mutant.part in parts]
    mutants = [mutant for mutant in drawn if verdicts.get(mutant.id, "") in left]
    further = []
    if again:
        traced = TRACED.stat().st_mtime
        further = [p.as_posix() for p in Path("tests").rglob("test_*.py") if p.stat().st_mtime > traced]
    # A run that is ended takes the mutant out of its file.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    judge = Judge(mutants, out, LIMIT_AGAIN if again else LIMIT, further)
    sys.exit(pytest.main(["-p", "no:cacheprovider", *TESTS, *further, "-k", WITHOUT], plugins=[judge]))


if __name__ == "__main__":
    main()
