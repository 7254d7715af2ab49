"""A value that is written and empty is said at its place, unless the schema says what it means."""

from __future__ import annotations

import pytest

from jdgtools.schema.validate import validate
from jdgtools.source.load import parse_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("word: a", []),
        ("word: ''", ["1:1 error"]),
        ("word: '  '", ["1:7 error"]),
        ('word: "\\u200B"', ["1:7 error"]),
        ("word: ~", ["1:7 error"]),
        ("word:", ["1:1 error"]),
        ("kept: ~", []),
        ("kept: ''", []),
        ("files: []", ["1:1 error"]),
        ("files: [a, '']", ["1:12 error"]),
        ("none: []", []),
        ("none: ''", ["1:1 error"]),
        ("title: {}", ["1:1 error"]),
        ("note: ''", ["1:1 warning"]),
        ("names: {a: ''}", ["1:9 error"]),
        ("names: {'': a}", ["1:9 error"]),
        ("names: {' ': a}", ["1:9 error"]),
    ],
)
@pytest.mark.usefixtures("trial")
def test_an_empty_value_is_said_at_its_place(text: str, expected: list[str]):
    node, problems = parse_text(text, "x.yaml", ".yaml")
    assert node is not None and problems == []
    found = validate(node, "words")
    assert [f"{p.span.line}:{p.span.col} {p.severity.label}" for p in found if p.span] == expected
    assert {p.code for p in found} <= {"SCH012"}
