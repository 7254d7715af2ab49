"""Checks of Au fil de l'épée and Musket & Pike against cases written from the text of their digests alone.

`edge_cases.yaml` has for each entry something that the rules forbid and something beside it that they allow.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.checks.cases import Case, run

CASES = yaml.safe_load(Path(__file__).with_name("edge_cases.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['code']}-{case['verdict']}-{case['about']}")
def test_edge_case(case: dict[str, Any], tmp_path: Path) -> None:
    edits = [{"file": file, "replace": old, "with": new} for file, old, new in case["edits"]]
    content = {"base": f"teaching-{case['series']}", "edits": edits}
    found = {problem.code for problem in run(Case(tmp_path / "case.yaml", content), tmp_path)}
    assert (case["code"] in found) is (case["verdict"] == "bad"), sorted(found)


def test_there_are_as_many_legal_cases() -> None:
    verdicts = [case["verdict"] for case in CASES]
    assert min(verdicts.count("bad"), verdicts.count("ok")) >= 40
