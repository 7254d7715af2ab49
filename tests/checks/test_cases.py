"""Runs every case of the check folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.cases import Case, all_cases, line, run, unexpected, words, words_of_folder

CASES = all_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case, tmp_path: Path) -> None:
    found = run(case, tmp_path)
    assert unexpected(case, found) == []
    problems = [d for d in found if d.code == case.code]
    mine = [line(d, tmp_path) for d in problems]
    if case.path.stem.startswith("ok"):
        assert mine == []
    else:
        assert mine, "a bad case must give its code"
        assert mine == case.content["expect"]
        whole = words_of_folder(case.code).get(case.path.stem)
        assert words(problems, tmp_path) == whole, f"python -m tests.checks.update {case.code}"
