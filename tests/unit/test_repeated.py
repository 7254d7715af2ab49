"""Answers of two checks about one fact: the report keeps one of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.checks.generic import GENERIC
from jdgtools.checks.run import CheckResult, drop_repeated
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.report import Report
from jdgtools.model.context import Subject


@pytest.mark.parametrize(
    ("one", "other", "left"),
    [
        (("unit", "a", "type"), ("unit", "a", "type"), ["GEN901"]),
        (("unit", "a"), ("unit", "a", "type"), ["GEN901"]),
        (("unit", "a", "type"), ("unit", "a"), ["GEN901"]),
        (("unit",), ("unit", "a", "type"), ["GEN901"]),
        (("unit", "a", "type"), ("unit", "a", "side"), ["GEN901", "GEN902"]),
        (("unit", "a"), ("unit", "b"), ["GEN901", "GEN902"]),
        ((), (), ["GEN901", "GEN902"]),
        ((), ("unit", "a"), ["GEN901", "GEN902"]),
    ],
)
def test_of_a_thing_and_its_part_one_is_reported(one: Subject, other: Subject, left: list[str]) -> None:
    check = replace(GENERIC[0], code="GEN901", same_as=("GEN902",))
    results = [
        CheckResult(check, Diagnostic("GEN901", Severity.ERROR, "one"), one),
        CheckResult(
            replace(check, code="GEN902", same_as=()), Diagnostic("GEN902", Severity.ERROR, "two"), other
        ),
    ]
    report = Report([result.problem for result in results])
    drop_repeated(report, results)
    assert [problem.code for problem in report] == left
