"""Runs every case of the check folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.cases import Case, all_cases, line, run, unexpected

CASES = all_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case, tmp_path: Path) -> None:
    found = run(case, tmp_path)
    assert unexpected(case, found) == []
    problems = [d for d in found if d.code == case.code]
    mine = [line(d, tmp_path) for d in problems]
    assert [d.expected for d in problems] == case.content.get("expected", [d.expected for d in problems])
    if case.path.stem.startswith("ok"):
        assert mine == []
    else:
        assert mine, "a bad case must give its code"
        assert mine == case.content["expect"]
