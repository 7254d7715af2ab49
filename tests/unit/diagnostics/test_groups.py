"""What says the same stands together, and everything is told or counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.groups import MAX_EQUAL, Rest, in_bulk
from jdgtools.source.span import Span

ONE = Diagnostic("SRC001", Severity.ERROR, "wrong", found="a", expected="b", hint="c", rules=("JDG-1-a",))


def at(lines: Iterable[int], problem: Diagnostic = ONE) -> list[Diagnostic]:
    return [replace(problem, span=Span("a.yaml", line, 1, line, 2)) for line in lines]


def test_so_many_stand_alone_and_one_more_is_a_group() -> None:
    assert [len(g.occurrences) for g in in_bulk(at(range(MAX_EQUAL))).groups] == [1] * MAX_EQUAL
    (group,) = in_bulk(at(range(MAX_EQUAL + 1))).groups
    assert list(group.occurrences) == at(range(MAX_EQUAL + 1))
    assert group.first == at([0])[0]


@pytest.mark.parametrize(
    "other",
    [
        {"code": "SRC002"},
        {"severity": Severity.WARNING},
        {"message": "wrong, too"},
        {"found": "x"},
        {"expected": "x"},
        {"hint": "x"},
        {"rules": ("JDG-1-b",)},
    ],
    ids=lambda other: next(iter(other)),
)
def test_other_words_are_another_group(other: dict[str, Any]) -> None:
    problems = [*at(range(0, 20, 2)), *at(range(1, 20, 2), replace(ONE, **other))]
    assert [len(g.occurrences) for g in in_bulk(problems).groups] == [10, 10]


def test_the_subject_makes_no_other_group() -> None:
    problems = [replace(problem, subject=f"unit {n}") for n, problem in enumerate(at(range(9)))]
    (group,) = in_bulk(problems).groups
    assert len(group.occurrences) == 9


def test_groups_stand_in_the_order_of_their_first_places() -> None:
    late, early = at(range(10, 20)), at((1, 30, 31, 32, 33), replace(ONE, message="early"))
    assert [g.first.span.line for g in in_bulk([*late, *early]).groups if g.first.span] == [1, 10]


def test_what_is_beyond_the_limit_is_counted_in_places() -> None:
    """A group counts once among what is told, and with all its places among the rest."""
    problems = [d for n in range(4) for d in at(range(n * 10, n * 10 + 6), replace(ONE, message=str(n)))]
    warnings = [replace(d, severity=Severity.WARNING, code="SRC000") for d in problems]
    told, rest = in_bulk([*problems, *warnings], most=3)
    assert [g.first.message for g in told if g.first.severity is Severity.ERROR] == ["0", "1", "2"]
    assert rest == (Rest("SRC001", Severity.ERROR, 6), Rest("SRC000", Severity.WARNING, 6))
    assert sum(len(g.occurrences) for g in told) + sum(r.count for r in rest) == 48
