"""A colour without quotes is a comment to YAML; the message says so."""

from __future__ import annotations

import pytest

from jdgtools.source.yaml_reader import read_yaml


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ('a:\n  - {id: x, colour: #d98b84"}\n  - {id: y, colour: "#cdb68c"}\n', 2, '`#d98b84"`'),
        ("a: {colour: #abc}\n", 1, "`#abc`"),
        ("m: {a: {b: {fill: #123456}}}\n\nnotes: none\nmore: 1\n", 1, "`#123456`"),
    ],
)
def test_colour_without_quotes(text: str, line: int, found: str) -> None:
    _, problems = read_yaml(text, "battle.yaml")
    assert [p.code for p in problems] == ["SRC010"]
    assert problems[0].found == found
    assert problems[0].span is not None
    assert problems[0].span.line == line
    assert "comment" in problems[0].message
