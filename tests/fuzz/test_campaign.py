"""A small part of the campaign, and whether the campaign sees what it is there to see."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the campaign forks and limits its children")
if sys.platform == "linux":
    import resource

    from tests.fuzz import cases, child
    from tests.fuzz.bases import PROJECTS
    from tests.fuzz.catalogue import slip_names, slips
    from tests.fuzz.judge import Judge, Verdict

ROOT = Path(__file__).parents[2]


def test_some_hundred_cases_and_every_slip_of_the_catalogue() -> None:
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "tests.fuzz", "--cases", "40", "--seed", "7"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_case_is_the_same_whenever_it_is_made() -> None:
    for name in cases.names(60, ("yaml", "json", "csv", "xlsx", "ods", "svg", "png", "theme", "print")):
        one = cases.make_case(name, 3)
        assert one == cases.make_case(name, 3)
        assert one.files.keys() == cases.project(one.base).keys()
        changed = [file for file, content in one.files.items() if content != cases.project(one.base)[file]]
        assert changed in ([one.file], [])


def test_other_seeds_make_other_cases() -> None:
    made = {seed: [cases.make_case(f"yaml:{n}", seed).files for n in range(1, 9)] for seed in (1, 2)}
    assert made[1] != made[2]


def test_every_kind_has_its_share() -> None:
    found = cases.names(1000)
    assert len(set(found)) == 1000
    total = sum(cases.WEIGHTS.values())
    for kind, weight in cases.WEIGHTS.items():
        assert abs(sum(name.startswith(f"{kind}:") for name in found) - 1000 * weight / total) <= 1


def test_every_slip_can_be_made_and_has_a_name_of_its_own() -> None:
    assert len({slip.slip for slip in slips()}) == len(slips()) >= 150
    for name in slip_names():
        case = cases.make_case(name, 1)
        assert case.lines and case.base in PROJECTS


def _run(work: object, folder: Path, monkeypatch: pytest.MonkeyPatch, case: cases.Case) -> Verdict:
    monkeypatch.setattr("tests.fuzz.judge._work", lambda command: work)
    monkeypatch.setenv("JDG_CACHE", "off")
    # A child begins with what this process of many tests holds.
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    monkeypatch.setattr(child, "MAX_BYTES", max(child.MAX_BYTES, held + 300 * 2**20))
    monkeypatch.setattr(child, "MAX_ADDRESSES", child.MAX_ADDRESSES + 2 * held)
    result = Judge(folder).judge(case)
    print(result.detail)
    return result.verdict


def _raise() -> None:
    raise IndexError("out of range")


def _defect() -> None:
    print("jdg: a defect of jdgtools: IndexError", file=sys.stderr)
    sys.exit(5)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _fill() -> None:
    filled = bytearray(os.urandom(1000)) * (child.MAX_BYTES // 1000 + 1000)
    print(len(filled))


def _many_lines() -> None:
    print("one\ntwo\nthree\nfour", file=sys.stderr)
    sys.exit(3)


def _spin() -> None:
    while True:
        pass


def _wait() -> None:
    time.sleep(60)


def _compute() -> None:
    while time.process_time() < 0.7:
        pass


@pytest.mark.parametrize(
    ("work", "verdict"),
    [(_raise, "CRASH"), (_defect, "CRASH"), (_die, "CRASH"), (_many_lines, "CRASH"), (_fill, "MEMORY")],
)
def test_defects_are_seen(
    work: object, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = cases.Case("x:1", "gis", {"a": b""}, "a", "x", frozenset(), (("import", "p/a"),))
    assert _run(work, tmp_path, monkeypatch, case) is Verdict[verdict]


def test_a_command_without_end_is_a_hang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "MAX_SECONDS", 0)
    monkeypatch.setattr(child, "GRACE", 1)
    case = cases.Case("x:1", "gis", {"a": b""}, "a", "x", frozenset(), (("import", "p/a"),))
    assert _run(_spin, tmp_path, monkeypatch, case) is Verdict.HANG


@pytest.mark.parametrize(("work", "hangs"), [(_wait, True), (_compute, False)])
def test_a_command_that_others_keep_waiting_is_no_hang(
    work: object, hangs: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine seconds of computing take a minute of the clock."""
    monkeypatch.setattr(child, "MAX_CLOCK", 0.3)
    monkeypatch.setattr(child, "_IDLE", 0.01)
    case = cases.Case("x:1", "gis", {"a": b""}, "a", "x", frozenset(), (("import", "p/a"),))
    assert (_run(work, tmp_path, monkeypatch, case) is Verdict.HANG) == hangs
