"""Digits of a stranger become a number only where they are one, and short."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.loading import check
from jdgtools.source.node import number_in_digits
from tests.conftest import Changed

PACKAGE = Path(__file__).parents[3] / "jdgtools"
LONG = "9" * 6000
SHORT = {"series/jdg/checks/turns_victory.py:_is_night": "hours of a clock time that the model has read"}
"""Functions that rely on others for the length of a number."""


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("007", 7), ("999999999", 999_999_999), ("", None), ("²", None), ("٣", None), ("-1", None),
     ("1.0", None), (" 1", None), ("1_0", None), ("9999999999", None), (LONG, None)],
)  # fmt: skip
def test_whole_numbers(text: str, number: int | None) -> None:
    assert number_in_digits(text) == number


@pytest.mark.parametrize("time", ["²:00", "12:²²", f"{LONG}:00", f"12:{LONG}", "٣:٣٣"])
@pytest.mark.parametrize(
    ("file", "key", "usual"),
    [("scenarios/battle.yaml", "time", "06:00"), ("scenarios/dawn.yaml", "start", "05:00")],
)
def test_a_time_of_other_digits_is_said_at_its_place(
    changed: Changed, file: str, key: str, usual: str, time: str
) -> None:
    project = changed("teaching-jdg", (file, f'{key}: "{usual}"', f'{key}: "{time}"'))
    errors = [p for p in check(project).report if p.severity is Severity.ERROR]
    assert [(p.code, p.span.line) for p in errors if p.span] == [("SCH005", 7)]


def conversions() -> set[str]:
    """Functions that ask a text whether it consists of digits, without its length, and make a number of it."""
    names = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                calls = [n.func for n in ast.walk(node) if isinstance(n, ast.Call)]
                asked = {f.attr for f in calls if isinstance(f, ast.Attribute)}
                plain = {f.id for f in calls if isinstance(f, ast.Name)}
                if asked & {"isdigit", "isdecimal", "isnumeric"} and "int" in plain and "len" not in plain:
                    names.add(f"{path.relative_to(PACKAGE).as_posix()}:{node.name}")
    return names


def test_no_number_is_made_of_digits_of_any_length() -> None:
    assert conversions() == set(SHORT)
