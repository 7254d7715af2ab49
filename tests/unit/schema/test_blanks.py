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


def test_one_empty_value_is_one_message(tmp_path):
    """Neither its length nor what the builder could not look up is said as well."""
    from shutil import copytree

    from jdgtools.diagnostics.diagnostic import Severity
    from jdgtools.loading import check

    project = tmp_path / "battle"
    copytree("scenarios/rolica-1808", project)
    text = (project / "battle.yaml").read_text(encoding="utf-8")
    entry = '\naccepts:\n  - {code: GEN086, for: unit br-38, reason: ""}\n'
    (project / "battle.yaml").write_text(text.rstrip() + entry, encoding="utf-8")
    text = (project / "map.yaml").read_text(encoding="utf-8")
    (project / "map.yaml").write_text(text.replace("kind: bridge", 'kind: ""', 1), encoding="utf-8")
    rows = (project / "oob.csv").read_text(encoding="utf-8").split("\n")
    cells = rows[3].split(",")
    rows[3] = ",".join([*cells[:4], "#REF!", *cells[5:]])
    (project / "oob.csv").write_text("\n".join(rows), encoding="utf-8")
    errors = [p.code for p in check(project).report if p.severity is Severity.ERROR]
    assert errors == ["SCH005", "SCH012", "SRC050"]
