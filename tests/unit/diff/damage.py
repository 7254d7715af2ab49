"""Copies of bundled battles with something changed in them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import yaml

from jdgtools.diff.compare import BattleDifference, compare
from jdgtools.diff.origins import facts_of, read_origin
from jdgtools.diff.texts import as_text

CASES = Path(__file__).parent / "cases.yaml"
SCENARIOS = Path(__file__).parents[3] / "scenarios"


def read_cases() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = yaml.safe_load(CASES.read_text(encoding="utf-8"))
    return cases


def copy_with(battle: str, edits: list[dict[str, str]], folder: Path) -> Path:
    """A copy of a battle with texts replaced, each of which stands in its file once."""
    copy = folder / battle
    shutil.copytree(SCENARIOS / battle, copy)
    for edit in edits:
        path = copy / edit["file"]
        text = path.read_text(encoding="utf-8")
        assert text.count(edit["old"]) == 1, edit["old"]
        path.write_text(text.replace(edit["old"], edit["new"]), encoding="utf-8")
    return copy


def difference_of(before: str, after: str, scenario: str | None = None) -> BattleDifference:
    with read_origin(before) as one, read_origin(after) as other:
        return compare(*facts_of(one, other, scenario), ("A", "B"))


def says(case: dict[str, Any], folder: Path) -> str:
    copy = copy_with(case["battle"], case["edits"], folder)
    return as_text(difference_of(str(SCENARIOS / case["battle"]), str(copy)))
